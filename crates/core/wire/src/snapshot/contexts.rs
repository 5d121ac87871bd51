//! Which model codes which bit: the places of all models, one behind the other.

use super::coder::{Lengths, tree_models};

/// Where models stand that follow `count` others.
const fn after(at: usize, count: usize) -> usize {
    at + count
}

/// Models of so many kinds of numbers, one behind the other.
const fn several<const N: usize>(at: usize, steps: u32) -> [Lengths; N] {
    let mut all = [Lengths { at, steps }; N];
    let mut i = 0;
    while i < N {
        all[i].at = at + i * Lengths::models(steps);
        i += 1;
    }
    all
}

/// Steps of the lengths of what is a byte, of places, of slots and of ids.
const BYTE: u32 = 8;
const PLACE: u32 = 9;
const SLOT: u32 = 10;
const NUMBER: u32 = 20;
const LETTERS: u32 = 6;

/// Classes of the time since something was told, and of the trend of a number.
pub(super) const AGES: usize = 8;
pub(super) const SLOPES: usize = 6;
/// Classes of changes of motion, and of ages where a place is told.
pub(super) const CHANGES: usize = 4;
pub(super) const SPANS: usize = 4;
/// Classes of speed.
pub(super) const SPEEDS: usize = 8;

/// Whether a lively slot has a record: by whether it moves, its age, its two packets before the last, and what changed in the last.
pub(super) const TOLD: usize = 0;
/// Whether a record is of motion alone, whether of changes, whether of a leave.
pub(super) const KIND: usize = after(TOLD, 2 * AGES * 4 * 5);
/// Whether a record of another slot follows, and how far on that is.
pub(super) const MORE: usize = after(KIND, 3);
pub(super) const GAP: Lengths = Lengths { at: after(MORE, 1), steps: SLOT };
/// Whether the speed is another, whether 0; the new one of who stood; otherwise the step.
pub(super) const PACED: usize = after(GAP.at, Lengths::models(SLOT));
pub(super) const STOPS: usize = after(PACED, 8 * SLOPES);
pub(super) const PACE: usize = after(STOPS, SLOPES * SPEEDS);
pub(super) const PACE_SIGN: usize = after(PACE, tree_models(8));
pub(super) const PACE_STEP: [Lengths; SLOPES] = several(after(PACE_SIGN, SLOPES * SPEEDS), BYTE);
/// Whether the heading is another; the step.
pub(super) const TURNED: usize = after(PACE_STEP[0].at, SLOPES * Lengths::models(BYTE));
pub(super) const TURN_SIGN: usize = after(TURNED, 8 * SLOPES);
pub(super) const TURN_STEP: [Lengths; SLOPES] = several(after(TURN_SIGN, SLOPES), BYTE);
/// Whether the course is another than expected; the step.
pub(super) const SWERVED: usize = after(TURN_STEP[0].at, SLOPES * Lengths::models(BYTE));
pub(super) const SWERVE_SIGN: usize = after(SWERVED, 8 * 4 * SLOPES);
pub(super) const SWERVE_STEP: [Lengths; 2 * SLOPES] = several(after(SWERVE_SIGN, SLOPES), BYTE);
/// How far off the guess the place is, east and north.
pub(super) const OFF: [Lengths; 2 * CHANGES * SPANS] =
    several(after(SWERVE_STEP[0].at, 2 * SLOPES * Lengths::models(BYTE)), PLACE);
/// Which of the parts that change rarely did: of who is known, of strangers.
pub(super) const PARTS: usize = after(OFF[0].at, 2 * CHANGES * SPANS * Lengths::models(PLACE));
pub(super) const STRANGE: usize = after(PARTS, 5);

/// Of strangers: whether the id has more than 32 bits, the id's lower half.
pub(super) const WIDE_ID: usize = after(STRANGE, 5);
pub(super) const ID: Lengths = Lengths { at: after(WIDE_ID, 1), steps: NUMBER };
/// Whether it is a thing, which, which being.
pub(super) const IS_THING: usize = after(ID.at, Lengths::models(NUMBER));
pub(super) const THING: usize = after(IS_THING, 1);
pub(super) const BEING: usize = after(THING, tree_models(6));
/// Whether its name is plain, of how many letters, which begin a word, which do not.
pub(super) const PLAIN: usize = after(BEING, tree_models(8));
pub(super) const LETTER_COUNT: Lengths = Lengths { at: after(PLAIN, 1), steps: LETTERS };
pub(super) const CAPITAL: usize = after(LETTER_COUNT.at, Lengths::models(LETTERS));
pub(super) const LETTER: usize = after(CAPITAL, tree_models(5));
/// Whether its look is not its id, whether it is near, whether it goes, whether it goes elsewhere than it faces.
pub(super) const LOOKS: usize = after(LETTER, tree_models(5));
pub(super) const NEAR: usize = after(LOOKS, 1);
pub(super) const GOES: usize = after(NEAR, 1);
pub(super) const ASIDE: usize = after(GOES, 1);

/// Of one's own body, what is not as expected: tick, steering and whether by little, velocity, place, level and pose, three vitals and whether by little.
pub(super) const OWN_TICK: usize = after(ASIDE, 1);
pub(super) const OWN_STEERING: usize = after(OWN_TICK, 1);
pub(super) const OWN_PACED: usize = after(OWN_STEERING, 2);
pub(super) const OWN_FAR: usize = after(OWN_PACED, 1);
pub(super) const OWN_STANCE: usize = after(OWN_FAR, 1);
pub(super) const OWN_VITALS: usize = after(OWN_STANCE, 1);
/// How far off velocity and place are, east and north: signs and sizes.
pub(super) const OWN_SIGN: usize = after(OWN_VITALS, 6);
pub(super) const OWN_PACE: [Lengths; 2] = several(after(OWN_SIGN, 4), PLACE);
pub(super) const OWN_OFF: [Lengths; 2] = several(after(OWN_PACE[0].at, 2 * Lengths::models(PLACE)), PLACE);

/// All of them.
pub(super) const COUNT: usize = after(OWN_OFF[0].at, 2 * Lengths::models(PLACE));
