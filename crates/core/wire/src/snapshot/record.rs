//! One entity's part of a snapshot.
//!
//! A record is a tag (`0` moved, `10` changed, `1110` enter, `1111` leave; `110` ends them), a slot (as the gap from the record before) and its fields. An update's
//! baseline is the last state the guest is known to hold; a changed entity's may be named by packet number modulo 32 where that is
//! in doubt. Motion is the position error against the prediction in the narrowest width that fits; heading, course and speed only if they are not as
//! predicted, and then as steps from that. A change adds the parts that change rarely.

use super::name::{read_name, write_name};
use super::ring_index;
use crate::bits::{BitReader, BitWriter, Malformed, word};
use crate::seq::Seq;
use crate::state::{Card, EntityState, metres_to_steps};
use wold_lore::vocabulary::Word;
use wold_lore::{Being, EntityKind, Pose};
use wold_space::{DVec2, EntityId};

/// Widths in bits of position errors by class, the most frequent first: classes are Rice-coded. Width 0 is no error, 32 an absolute place.
const WIDTHS: [u32; 9] = [2, 3, 4, 0, 5, 6, 11, 14, 32];
const CLASS_RICE: u32 = 1;
/// Width of a small turn, and the Rice parameter of steps of course and speed.
const SMALL_TURN: u32 = 3;
const STEP_RICE: u32 = 4;
/// Health of most who come into view.
const UNHURT: u8 = 255;
const LONGEST_CARD_NAME: usize = crate::message::LONGEST_NAME;
/// Bits that most beings have.
const BEING_BITS: u32 = 3;
/// Bits that most looks have.
const LOOK_BITS: u32 = 16;
/// Distance from the guest, in bits of wire steps, up to which an entering place is sent relative to it.
const NEAR_BITS: u32 = 15;

/// How records' bits lie, in words, for the protocol's hash.
pub(super) fn layout() -> String {
    format!(
        "tags 0 moved, 10 changed, 1110 enter, 1111 leave, 110 end; slots as rice gaps; baseline option bits5; place rice{CLASS_RICE} of {WIDTHS:?}; heading, course, speed bits; \
         heading small bit: sbits{SMALL_TURN} or sbits8; steps rice{STEP_RICE}; changed adds options: level bits3, pose bits3, gesture bits6, held byte, health byte; enter: id, kind (thing bits6 or \
         being number{BEING_BITS}), name, look option number{LOOK_BITS}, place near bit: sbits{NEAR_BITS} or sbits32, heading byte, option of speed and course bytes, level bits3, pose bits3, the same options"
    )
}

/// What a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// Motion alone, against the baseline both ends expect.
    Moved,
    /// Motion and the parts that change rarely, perhaps against a baseline that is named.
    Changed,
    Enter,
    Leave,
}

impl Tag {
    pub(super) fn write(self, w: &mut BitWriter) {
        match self {
            Self::Moved => w.bits(0b0, 1),
            Self::Changed => w.bits(0b01, 2),
            Self::Enter => w.bits(0b0111, 4),
            Self::Leave => w.bits(0b1111, 4),
        }
    }

    /// Says that no record follows.
    pub(super) fn write_end(w: &mut BitWriter) {
        w.bits(0b011, 3);
    }

    /// The next record's tag, `None` after the last.
    pub(super) fn read(r: &mut BitReader) -> Result<Option<Self>, Malformed> {
        for tag in [Some(Self::Moved), Some(Self::Changed), None] {
            if !r.bit()? {
                return Ok(tag);
            }
        }
        Ok(Some(if r.bit()? { Self::Leave } else { Self::Enter }))
    }
}

fn fits(value: i32, width: u32) -> bool {
    let half = 1 << (width - 1);
    (-half..half).contains(&value)
}

/// Names a baseline's packet, or says with one bit that it is the one both ends expect.
pub(super) fn write_baseline(w: &mut BitWriter, named: Option<Seq>) {
    w.bit(named.is_some());
    if let Some(seq) = named {
        w.bits(ring_index(seq) as u64, 5);
    }
}

pub(super) fn read_baseline(r: &mut BitReader) -> Result<Option<usize>, Malformed> {
    Ok(if r.bit()? { Some(r.bits(5)? as usize) } else { None })
}

/// Course an entity most likely has now: where it faces, if that was so before.
fn likely_course(guess: &EntityState, heading: u8) -> u8 {
    if guess.course == guess.heading { heading } else { guess.course }
}

/// How an entity most likely holds itself now: who sets out walks, who stops stands.
fn likely_pose(before: Pose, speed: u8) -> Pose {
    match before {
        Pose::Standing if speed > 0 => Pose::Walking,
        Pose::Walking | Pose::Running if speed == 0 => Pose::Standing,
        _ => before,
    }
}

/// The class of the narrowest width that holds numbers of so many bits, sign included.
const CLASSES: [u8; 33] = {
    let mut classes = [0; 33];
    let mut bits = 0;
    while bits <= 32 {
        let (mut class, mut best) = (0, u32::MAX);
        while class < WIDTHS.len() {
            if WIDTHS[class] >= bits && WIDTHS[class] < best {
                best = WIDTHS[class];
                classes[bits as usize] = class as u8;
            }
            class += 1;
        }
        bits += 1;
    }
    classes
};

/// Bits both errors need in two's complement; none if there is no error.
fn bits_of(errors: [i32; 2]) -> u32 {
    let magnitude = (errors[0] ^ (errors[0] >> 31)) | (errors[1] ^ (errors[1] >> 31));
    if errors == [0, 0] { 0 } else { 33 - (magnitude as u32).leading_zeros() }
}

/// The class of the narrowest width that holds both errors.
fn class_of(errors: [i32; 2]) -> usize {
    usize::from(CLASSES[bits_of(errors) as usize])
}

fn write_error(w: &mut BitWriter, errors: [i32; 2], now: &EntityState) {
    let class = class_of(errors);
    w.rice(class as u32, CLASS_RICE);
    match WIDTHS[class] {
        0 => {}
        32 => [now.x, now.y].iter().for_each(|&part| w.signed_bits(part, 32)),
        width => errors.iter().for_each(|&error| w.signed_bits(error, width)),
    }
}

/// The place, given where it was guessed to be.
fn read_place(r: &mut BitReader, guess: &EntityState) -> Result<(i32, i32), Malformed> {
    let class = r.rice(CLASS_RICE)?;
    match WIDTHS.get(class as usize) {
        Some(0) => Ok((guess.x, guess.y)),
        Some(32) => Ok((r.signed_bits(32)?, r.signed_bits(32)?)),
        Some(&width) => {
            Ok((guess.x.wrapping_add(r.signed_bits(width)?), guess.y.wrapping_add(r.signed_bits(width)?)))
        }
        None => Err(Malformed::OutOfRange { field: "width", value: class.into() }),
    }
}

/// Whether everything but the motion is as the other end would guess.
pub(super) fn only_moved(guess: &EntityState, now: &EntityState) -> bool {
    EntityState { pose: likely_pose(guess.pose, now.speed), ..*guess }.discrete() == now.discrete()
}

/// Writes the motion of `now` against the predicted `guess`.
pub(super) fn write_motion(w: &mut BitWriter, guess: &EntityState, now: &EntityState) {
    let (dx, dy) = (now.x.wrapping_sub(guess.x), now.y.wrapping_sub(guess.y));
    write_error(w, [dx, dy], now);
    let turn = i32::from(now.heading.wrapping_sub(guess.heading) as i8);
    let course = now.course.wrapping_sub(likely_course(guess, now.heading));
    let faster = now.speed.wrapping_sub(guess.speed);
    w.bit(turn != 0);
    w.bit(course != 0);
    w.bit(faster != 0);
    if turn != 0 {
        let small = fits(turn, SMALL_TURN);
        w.bit(small);
        w.signed_bits(turn, if small { SMALL_TURN } else { 8 });
    }
    for step in [course, faster] {
        if step != 0 {
            write_step(w, step);
        }
    }
}

/// A step round the circle of a byte, up or down, that is not 0: zigzag less one.
fn write_step(w: &mut BitWriter, step: u8) {
    let step = i32::from(step as i8);
    w.rice(((step << 1) ^ (step >> 31)) as u32 - 1, STEP_RICE);
}

fn read_step(r: &mut BitReader) -> Result<u8, Malformed> {
    let value = r.rice(STEP_RICE)?;
    if value >= 255 {
        return Err(Malformed::OutOfRange { field: "step", value: value.into() });
    }
    let zigzag = value as u8 + 1;
    Ok((zigzag >> 1) ^ (zigzag & 1).wrapping_neg())
}

/// Writes the parts that change rarely.
pub(super) fn write_rest(w: &mut BitWriter, guess: &EntityState, now: &EntityState) {
    write_if_changed(w, now.level, guess.level, 3);
    write_if_changed(w, now.pose as u8, likely_pose(guess.pose, now.speed) as u8, 3);
    write_if_changed(w, now.gesture, guess.gesture, 6);
    write_if_changed(w, now.held, guess.held, 8);
    write_if_changed(w, now.health, guess.health, 8);
}

fn write_if_changed(w: &mut BitWriter, now: u8, before: u8, width: u32) {
    w.bit(now != before);
    if now != before {
        w.bits(u64::from(now), width);
    }
}

fn read_if_changed(r: &mut BitReader, before: u8, width: u32) -> Result<u8, Malformed> {
    if r.bit()? { Ok(r.bits(width)? as u8) } else { Ok(before) }
}

/// Reads what [`write_motion`] wrote against the same `guess`; the rest is as guessed.
pub(super) fn read_motion(r: &mut BitReader, guess: &EntityState) -> Result<EntityState, Malformed> {
    let mut now = *guess;
    (now.x, now.y) = read_place(r, guess)?;
    let (turned, off_course, faster) = (r.bit()?, r.bit()?, r.bit()?);
    if turned {
        let width = if r.bit()? { SMALL_TURN } else { 8 };
        now.heading = guess.heading.wrapping_add(r.signed_bits(width)? as u8);
    }
    now.course = likely_course(guess, now.heading);
    if off_course {
        now.course = now.course.wrapping_add(read_step(r)?);
    }
    if faster {
        now.speed = now.speed.wrapping_add(read_step(r)?);
    }
    now.pose = likely_pose(guess.pose, now.speed);
    Ok(now)
}

/// Reads what [`write_rest`] wrote into the state whose motion has been read.
pub(super) fn read_rest(r: &mut BitReader, now: &mut EntityState) -> Result<(), Malformed> {
    now.level = read_if_changed(r, now.level, 3)?;
    now.pose = Pose::from_bits(read_if_changed(r, now.pose as u8, 3)?);
    now.gesture = read_if_changed(r, now.gesture, 6)?;
    now.held = read_if_changed(r, now.held, 8)?;
    now.health = read_if_changed(r, now.health, 8)?;
    Ok(())
}

/// Writes card and state of an entity that comes into view; its place is relative to the guest's own.
pub(super) fn write_enter(w: &mut BitWriter, viewer: DVec2, card: &Card, state: &EntityState) {
    w.number(card.id.0, 7);
    match card.kind {
        EntityKind::Being(being) => {
            w.bit(false);
            w.number(being as u64, BEING_BITS);
        }
        EntityKind::Thing(kind) => {
            w.bit(true);
            w.bits(kind as u64, 6);
        }
    }
    write_name(w, &card.name);
    // Things look as their id has it.
    w.bit(card.look != card.id.0 as u32);
    if card.look != card.id.0 as u32 {
        w.number(u64::from(card.look), LOOK_BITS);
    }
    let dx = state.x.wrapping_sub(metres_to_steps(viewer.x));
    let dy = state.y.wrapping_sub(metres_to_steps(viewer.y));
    let near = fits(dx, NEAR_BITS) && fits(dy, NEAR_BITS);
    w.bit(near);
    if near {
        w.signed_bits(dx, NEAR_BITS);
        w.signed_bits(dy, NEAR_BITS);
    } else {
        w.bits(u64::from(state.x as u32), 32);
        w.bits(u64::from(state.y as u32), 32);
    }
    w.byte(state.heading);
    w.bit(state.speed != 0);
    if state.speed != 0 {
        w.byte(state.speed);
        w.byte(state.course);
    }
    w.bits(u64::from(state.level & 7), 3);
    w.bits(state.pose as u64, 3);
    write_if_changed(w, state.gesture & 63, 0, 6);
    write_if_changed(w, state.held, 0, 8);
    write_if_changed(w, state.health, UNHURT, 8);
}

/// Reads what [`write_enter`] wrote.
pub(super) fn read_enter(r: &mut BitReader, viewer: DVec2) -> Result<(Card, EntityState), Malformed> {
    let id = EntityId(r.number(7)?);
    let kind = if r.bit()? {
        EntityKind::Thing(word(r, 6)?)
    } else {
        let number = r.number_below(BEING_BITS, "being", 256)?;
        EntityKind::Being(Being::numbered(number as u8)?)
    };
    let name = read_name(r, LONGEST_CARD_NAME)?;
    let look = if r.bit()? { r.number(LOOK_BITS)? } else { id.0 & u64::from(u32::MAX) };
    let look = u32::try_from(look).map_err(|_| Malformed::OutOfRange { field: "look", value: look })?;
    let (x, y) = if r.bit()? {
        (
            metres_to_steps(viewer.x).wrapping_add(r.signed_bits(NEAR_BITS)?),
            metres_to_steps(viewer.y).wrapping_add(r.signed_bits(NEAR_BITS)?),
        )
    } else {
        (r.bits(32)? as u32 as i32, r.bits(32)? as u32 as i32)
    };
    let heading = r.byte()?;
    let (speed, course) = if r.bit()? { (r.byte()?, r.byte()?) } else { (0, heading) };
    let state = EntityState {
        x,
        y,
        course,
        speed,
        heading,
        level: r.bits(3)? as u8,
        pose: Pose::from_bits(r.bits(3)? as u8),
        gesture: read_if_changed(r, 0, 6)?,
        held: read_if_changed(r, 0, 8)?,
        health: read_if_changed(r, UNHURT, 8)?,
    };
    Ok((Card { id, kind, name, look }, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_error_gets_the_narrowest_width_that_holds_it(shift in 0u32..32, x in any::<i32>(), y in any::<i32>()) {
            let errors = [x >> shift, y >> shift];
            let holds = |width: u32| match width {
                0 => errors == [0, 0],
                32 => true,
                width => errors.iter().all(|&error| fits(error, width)),
            };
            let narrowest = WIDTHS.into_iter().filter(|&width| holds(width)).min();
            prop_assert_eq!(Some(WIDTHS[class_of(errors)]), narrowest);
        }
    }
}
