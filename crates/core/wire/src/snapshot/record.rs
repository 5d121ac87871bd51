//! One entity's part of a snapshot.
//!
//! Of every *lively* slot ([`Row::is_lively`]) a bit says whether it has a record; records of other slots follow after all of those. A record is its kind and its fields. An update is
//! coded against what the slot was told last ([`super::accord`]): speed, heading and course by steps, in models chosen by how they changed before; then the place, as the error of
//! where the new motion puts it. A change adds the parts that change rarely.

use super::accord::Row;
use super::coder::{Coder, Lengths, byte, coin, number_below, signed_even, tree};
use super::contexts::{
    AGES, ASIDE, BEING, CHANGES, GOES, ID, IS_THING, KIND, LOOKS, NEAR, OFF, PACE, PACE_SIGN, PACE_STEP,
    PACED, PARTS, SLOPES, SPANS, SPEEDS, STOPS, STRANGE, SWERVE_SIGN, SWERVE_STEP, SWERVED, THING, TOLD,
    TURN_SIGN, TURN_STEP, TURNED, WIDE_ID,
};
use super::name::code_name;
use crate::bits::Malformed;
use crate::state::{Card, EntityState, course_vector, metres_to_steps};
use wold_lore::vocabulary::Word;
use wold_lore::{Being, EntityKind, Pose};
use wold_space::{DVec2, EntityId, Tick};

/// Health of most who come into view.
const UNHURT: u8 = 255;
const LONGEST_CARD_NAME: usize = crate::message::LONGEST_NAME;
/// Bits that most looks have.
const LOOK_BITS: u32 = 16;
/// Distance from the guest, in bits of wire steps, up to which an entering place is sent relative to it.
const NEAR_BITS: u32 = 15;
/// Ticks somebody is guessed to go on for. Longer than what is shown ([`crate::state::PREDICTION_LIMIT`]): who goes straight on is told of when that ends.
const FARTHEST_GUESS: u32 = 60;
/// Half ticks for which who changes has most often gone as they go now: since a tick ago, or evenly ever more since they were told of.
const NEW_HALVES: i32 = 3;
/// Who is slower than this, in steps, turns more.
const SLOW: u8 = 20;

/// How records' bits lie, in words, for the protocol's hash.
pub(super) fn layout() -> String {
    format!(
        "lively: a bit each, then others by gap; kinds moved 1, changed 01, leave 001, enter 000; speed, heading, course, then place off {NEW_HALVES} half ticks of new motion in at most \
         {FARTHEST_GUESS} ticks, slow below {SLOW}; changed adds options: level 3, pose 3, gesture 6, held 8, health 8 bits; enter: id, kind, name, look number{LOOK_BITS}, place {NEAR_BITS} or 32 bits, \
         heading byte, speed tree, course byte, the same options"
    )
}

/// What a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Motion alone.
    Moved,
    /// Motion and the parts that change rarely.
    Changed,
    Leave,
    Enter,
}

pub(super) fn code_kind(c: &mut impl Coder, kind: Kind) -> Kind {
    if c.bit(KIND, kind == Kind::Moved) {
        return Kind::Moved;
    }
    if c.bit(KIND + 1, kind == Kind::Changed) {
        return Kind::Changed;
    }
    if c.bit(KIND + 2, kind == Kind::Leave) { Kind::Leave } else { Kind::Enter }
}

fn age_class(age: u32) -> usize {
    match age {
        0..=2 => 0,
        3 => 1,
        4 => 2,
        5..=7 => 3,
        8..=12 => 4,
        13..=20 => 5,
        21..=23 => 6,
        _ => 7,
    }
}

/// Codes whether a lively slot has a record.
pub(super) fn code_told(c: &mut impl Coder, row: &Row, now: Tick, told: bool) -> bool {
    let moving = usize::from(row.state.speed > 0);
    let [_, course, speed] = row.trend;
    let change = if row.is_fresh() { 1 + usize::from(course != 0) + 2 * usize::from(speed != 0) } else { 0 };
    let before = usize::from(row.stir >> 1 & 3);
    c.bit(TOLD + ((moving * AGES + age_class(row.age(now))) * 4 + before) * 5 + change, told)
}

/// How a number went on when it was told last; a class of its own if that was not in the last packet.
fn slope(row: &Row, step: i8) -> usize {
    match step {
        _ if !row.is_fresh() => 5,
        i8::MIN..=-6 => 0,
        -5..=-1 => 1,
        0 => 2,
        1..=5 => 3,
        6.. => 4,
    }
}

/// Course an entity most likely has now: where it faces, if that was so before or it stands.
fn likely_course(before: &EntityState, speed: u8, heading: u8) -> u8 {
    if speed == 0 || before.course == before.heading { heading } else { before.course }
}

/// How an entity most likely holds itself now: who sets out walks, who stops stands.
fn likely_pose(before: Pose, speed: u8) -> Pose {
    match before {
        Pose::Standing if speed > 0 => Pose::Walking,
        Pose::Walking | Pose::Running if speed == 0 => Pose::Standing,
        _ => before,
    }
}

/// Whether everything but the motion is as the other end would guess.
pub(super) fn only_moved(before: &EntityState, now: &EntityState) -> bool {
    EntityState { pose: likely_pose(before.pose, now.speed), ..*before }.discrete() == now.discrete()
}

/// A step other than 0 round the circle of a byte.
fn code_step(c: &mut impl Coder, sign: usize, size: Lengths, now: u8, before: u8) -> u8 {
    let step = now.wrapping_sub(before) as i8;
    let back = c.bit(sign, step < 0);
    let size = size.code(c, u32::from(step.unsigned_abs().wrapping_sub(1))) as u8;
    let size = size.wrapping_add(1);
    before.wrapping_add(if back { size.wrapping_neg() } else { size })
}

/// A coordinate by how far off it is.
fn code_off(c: &mut impl Coder, size: Lengths, now: i32, guess: i32) -> i32 {
    let off = now.wrapping_sub(guess);
    let size = size.code(c, off.unsigned_abs()) as i32;
    let back = size != 0 && coin(c, off < 0);
    guess.wrapping_add(if back { size.wrapping_neg() } else { size })
}

/// The way of a motion in so many half ticks.
fn way(state: &EntityState, halves: i32) -> [i32; 2] {
    let (cos, sin) = course_vector(state.course);
    [cos, sin].map(|part| (i32::from(state.speed) * part * halves + 40_960).div_euclid(81_920))
}

/// By how many steps a tick two motions differ, in classes.
fn change_class(before: &EntityState, now: &EntityState) -> usize {
    let (was, is) = (way(before, 2), way(now, 2));
    match (is[0] - was[0]).unsigned_abs().max((is[1] - was[1]).unsigned_abs()) {
        0 => 0,
        1..=3 => 1,
        4..=11 => 2,
        _ => 3,
    }
}

fn span_class(age: u32) -> usize {
    match age {
        0..=3 => 0,
        4..=12 => 1,
        13..=23 => 2,
        _ => 3,
    }
}

/// Codes the motion of `now` against what was told before; the rest is given back as guessed.
pub(super) fn code_motion(c: &mut impl Coder, row: &Row, tick: Tick, now: &EntityState) -> EntityState {
    let before = &row.state;
    let mut told = *before;
    let is_moving = before.speed > 0;
    let stir = usize::from(row.stir & 3) * 2 + usize::from(is_moving);
    let [turning, swerving, pacing] = row.trend.map(|step| slope(row, step));

    let paced = c.bit(PACED + stir * SLOPES + pacing, now.speed != before.speed);
    if paced {
        let fast = pacing * SPEEDS + usize::from(before.speed / 8).min(SPEEDS - 1);
        told.speed = if !is_moving {
            tree(c, PACE, u32::from(now.speed), 8) as u8
        } else if c.bit(STOPS + fast, now.speed == 0) {
            0
        } else {
            code_step(c, PACE_SIGN + fast, PACE_STEP[pacing], now.speed, before.speed)
        };
    }
    let turned = c.bit(TURNED + stir * SLOPES + turning, now.heading != before.heading);
    if turned {
        told.heading = code_step(c, TURN_SIGN + turning, TURN_STEP[turning], now.heading, before.heading);
    }
    let likely = likely_course(before, told.speed, told.heading);
    told.course = likely;
    let also = stir * 4 + usize::from(paced) * 2 + usize::from(turned);
    if told.speed > 0 && c.bit(SWERVED + also * SLOPES + swerving, now.course != likely) {
        let size = SWERVE_STEP[swerving * 2 + usize::from(told.speed < SLOW)];
        told.course = code_step(c, SWERVE_SIGN + swerving, size, now.course, likely);
    }

    let age = row.age(tick);
    let halves = 2 * age.min(FARTHEST_GUESS) as i32;
    let new = halves.min(NEW_HALVES);
    let (old_way, new_way) = (way(before, halves - new), way(&told, new));
    let class = change_class(before, &told) * SPANS + span_class(age);
    let guess = |at: i32, i: usize| at.wrapping_add(old_way[i]).wrapping_add(new_way[i]);
    told.x = code_off(c, OFF[class], now.x, guess(before.x, 0));
    told.y = code_off(c, OFF[CHANGES * SPANS + class], now.y, guess(before.y, 1));
    told.pose = likely_pose(before.pose, told.speed);
    told
}

/// Codes the parts that change rarely, of a state whose motion is known.
pub(super) fn code_rest(c: &mut impl Coder, told: &mut EntityState, now: &EntityState) {
    code_parts(c, PARTS, told, now);
}

fn code_parts(c: &mut impl Coder, at: usize, told: &mut EntityState, now: &EntityState) {
    told.level = code_part(c, at, now.level, told.level, 3);
    told.pose = Pose::from_bits(code_part(c, at + 1, now.pose as u8, told.pose as u8, 3));
    told.gesture = code_part(c, at + 2, now.gesture, told.gesture, 6);
    told.held = code_part(c, at + 3, now.held, told.held, 8);
    told.health = code_part(c, at + 4, now.health, told.health, 8);
}

fn code_part(c: &mut impl Coder, at: usize, now: u8, before: u8, width: u32) -> u8 {
    if c.bit(at, now != before) { c.even(u32::from(now), width) as u8 } else { before }
}

fn fits(value: i32, width: u32) -> bool {
    let half = 1 << (width - 1);
    (-half..half).contains(&value)
}

fn code_id(c: &mut impl Coder, id: EntityId) -> EntityId {
    let high = if c.bit(WIDE_ID, id.0 >> 32 != 0) { c.even((id.0 >> 32) as u32, 32) } else { 0 };
    EntityId(u64::from(high) << 32 | u64::from(ID.code(c, id.0 as u32)))
}

/// Codes card and state of an entity that comes into view; its place is relative to the guest's own.
pub(super) fn code_enter(
    c: &mut impl Coder,
    viewer: DVec2,
    card: &Card,
    state: &EntityState,
) -> Result<(Card, EntityState), Malformed> {
    let id = code_id(c, card.id);
    let (thing, being) = match card.kind {
        EntityKind::Thing(thing) => (Some(thing as u32), 0),
        EntityKind::Being(being) => (None, being as u32),
    };
    let kind = if c.bit(IS_THING, thing.is_some()) {
        EntityKind::Thing(Word::numbered(tree(c, THING, thing.unwrap_or(0), 6) as u8)?)
    } else {
        EntityKind::Being(Being::numbered(tree(c, BEING, being, 8) as u8)?)
    };
    let name = code_name(c, &card.name, LONGEST_CARD_NAME)?;
    // Things look as their id has it.
    let look = if c.bit(LOOKS, card.look != id.0 as u32) {
        number_below(c, card.look.into(), LOOK_BITS, "look", 1 << 32)? as u32
    } else {
        id.0 as u32
    };
    let middle = [viewer.x, viewer.y].map(metres_to_steps);
    let [dx, dy] = [state.x.wrapping_sub(middle[0]), state.y.wrapping_sub(middle[1])];
    let [x, y] = if c.bit(NEAR, fits(dx, NEAR_BITS) && fits(dy, NEAR_BITS)) {
        let (dx, dy) = (signed_even(c, dx, NEAR_BITS), signed_even(c, dy, NEAR_BITS));
        [middle[0].wrapping_add(dx), middle[1].wrapping_add(dy)]
    } else {
        [signed_even(c, state.x, 32), signed_even(c, state.y, 32)]
    };
    let heading = byte(c, state.heading);
    let speed = if c.bit(GOES, state.speed > 0) { tree(c, PACE, u32::from(state.speed), 8) as u8 } else { 0 };
    let course = if c.bit(ASIDE, state.course != state.heading) { byte(c, state.course) } else { heading };
    let mut told = EntityState { x, y, course, speed, heading, health: UNHURT, ..EntityState::default() };
    code_parts(c, STRANGE, &mut told, state);
    Ok((Card { id, kind, name, look }, told))
}
