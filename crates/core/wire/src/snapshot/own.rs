//! What every snapshot begins with: its number, its tick and the guest's own body.
//!
//! Once the guest has acknowledged a packet, the host codes all against the newest such packet, the *anchor*: a body at rest
//! then costs two bytes, a walking one one or two more. Before that the header is whole.

use super::coder::{Coder, Lengths, byte, coin, number, signed_even};
use super::contexts::{
    OWN_FAR, OWN_OFF, OWN_PACE, OWN_PACED, OWN_SIGN, OWN_STANCE, OWN_STEERING, OWN_TICK, OWN_VITALS,
};
use crate::bits::Malformed;
use crate::seq::Seq;
use wold_lore::Pose;
use wold_space::{DVec2, Tick};

/// Fine steps in a metre of one's own place: prediction needs better than others need.
const OWN_STEPS: f64 = 4096.0;
/// Bits of the farthest place, zigzag: a world of 2^18 chunks of 2^17 steps each way.
const FARTHEST_BITS: u32 = 37;
/// Steps in a metre per second of one's own velocity.
const OWN_SPEED_STEPS: f64 = 256.0;
/// Bits of the distance to the anchor; 0 means that there is none.
const ANCHOR_BITS: u32 = 6;
/// The farthest anchor, in packets.
pub(super) const FARTHEST_ANCHOR: i16 = (1 << ANCHOR_BITS) - 1;
/// Bits of a packet's number that are told where an anchor bounds the rest.
const NUMBER_BITS: u32 = 8;
/// Widths of groups of whole places, of small steps of vitals, and of few steerings.
const PLACE_GROUP: u32 = 10;
const SMALL_STEP: u32 = 4;
const FEW_STEERINGS: u32 = 3;
/// Bits of errors of places, beyond which they are told whole.
const NEAR_BITS: u32 = 20;
/// Half ticks for which a body has most often gone as it goes now.
const NEW_HALVES: i64 = 3;

/// How the header's bits lie, in words, for the protocol's hash.
pub(super) fn layout() -> String {
    format!(
        "distance 3 bits or 7 and {ANCHOR_BITS}, number {NUMBER_BITS}; 0: bare bit, number 16, epoch 8 unless bare; whole: tick number7, steering option 16, place number{PLACE_GROUP} × 2, velocity 16 × 2 in \
         1/{OWN_SPEED_STEPS}, level 3, pose 3, stamina, health, hunger bytes; else: tick number7, steering {FEW_STEERINGS}, velocity, place off {NEW_HALVES} half ticks below 2^{NEAR_BITS}, level and pose, \
         vitals {SMALL_STEP} or byte"
    )
}

/// A guest's own body, exactly enough to predict from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OwnState {
    /// Number of the last steering the world has applied.
    pub steering: Option<Seq>,
    /// Where the body is, in metres.
    pub place: DVec2,
    /// Its velocity in metres per second.
    pub velocity: DVec2,
    /// Storey, 0 the ground.
    pub level: u8,
    /// How it holds itself.
    pub pose: Pose,
    /// Breath left, 255 fresh.
    pub stamina: u8,
    /// Health, 255 unhurt.
    pub health: u8,
    /// Hunger, 0 sated to 255 starving.
    pub hunger: u8,
}

impl OwnState {
    /// The state as it arrives: rounded to what the wire keeps.
    #[must_use]
    pub fn rounded(&self) -> Self {
        Self { level: self.level & 7, ..*self }.at(self.place_steps(), self.speed_steps())
    }

    fn at(mut self, place: [i64; 2], velocity: [i32; 2]) -> Self {
        self.place = DVec2::new(place[0] as f64, place[1] as f64) / OWN_STEPS;
        self.velocity = DVec2::new(f64::from(velocity[0]), f64::from(velocity[1])) / OWN_SPEED_STEPS;
        self
    }

    fn place_steps(&self) -> [i64; 2] {
        [self.place.x, self.place.y].map(|part| libm::floor(part * OWN_STEPS) as i64)
    }

    /// `as` saturates, so a wild velocity is clipped, not wrapped.
    fn speed_steps(&self) -> [i32; 2] {
        [self.velocity.x, self.velocity.y].map(|part| i32::from(libm::round(part * OWN_SPEED_STEPS) as i16))
    }

    fn vitals(&self) -> [u8; 3] {
        [self.stamina, self.health, self.hunger]
    }

    fn with_vitals(self, [stamina, health, hunger]: [u8; 3]) -> Self {
        Self { stamina, health, hunger, ..self }
    }

    fn code_whole(c: &mut impl Coder, own: &Self) -> Result<Self, Malformed> {
        let steering = code_number(c, own.steering);
        let place = code_place(c, own.place_steps())?;
        let velocity = own.speed_steps().map(|part| signed_even(c, part, 16));
        let (level, pose) = code_stance(c, own);
        let vitals = own.vitals().map(|vital| byte(c, vital));
        Ok(Self { steering, level, pose, ..Self::default() }.at(place, velocity).with_vitals(vitals))
    }

    /// Where this body is `packets` later, if its velocity has become `velocity` in the last one and a half of them.
    fn guess(&self, packets: u16, velocity: [i32; 2]) -> [i64; 2] {
        let (place, before) = (self.place_steps(), self.speed_steps());
        let halves = 2 * i64::from(packets);
        let new = halves.min(NEW_HALVES);
        // Metres per second in 1/256 to 1/4096 m in a fortieth of a second is a factor of 2/5.
        std::array::from_fn(|i| {
            let way = i64::from(before[i]) * (halves - new) + i64::from(velocity[i]) * new;
            place[i] + (2 * way + 2).div_euclid(5)
        })
    }

    /// Codes this state against `anchor`, told `packets` packets ago.
    fn code_against(c: &mut impl Coder, own: &Self, anchor: &Self, packets: u16) -> Result<Self, Malformed> {
        let steering = code_steering(c, own.steering, anchor.steering, packets)?;
        let (now, before) = (own.speed_steps(), anchor.speed_steps());
        let mut velocity = before;
        if c.bit(OWN_PACED, now != before) {
            for i in 0..2 {
                let step = code_off(c, i, OWN_PACE[i], now[i].wrapping_sub(before[i]));
                velocity[i] = before[i].wrapping_add(step);
            }
        }
        let (now, guess) = (own.place_steps(), anchor.guess(packets, velocity));
        let errors = [now[0].wrapping_sub(guess[0]), now[1].wrapping_sub(guess[1])];
        let near = errors.iter().all(|error| error.unsigned_abs() < 1 << NEAR_BITS);
        let place = if c.bit(OWN_FAR, !near) {
            code_place(c, now)?
        } else {
            let mut place = guess;
            for i in 0..2 {
                place[i] = place[i].wrapping_add(code_off(c, 2 + i, OWN_OFF[i], errors[i] as i32).into());
            }
            place
        };
        let same = (own.level, own.pose) == (anchor.level, anchor.pose);
        let (level, pose) =
            if c.bit(OWN_STANCE, !same) { code_stance(c, own) } else { (anchor.level, anchor.pose) };
        let mut vitals = anchor.vitals();
        for (i, vital) in vitals.iter_mut().enumerate() {
            let step = own.vitals()[i].wrapping_sub(*vital);
            if c.bit(OWN_VITALS + i, step != 0) {
                let small = (step.wrapping_add(8)) < 16;
                *vital = if c.bit(OWN_VITALS + 3 + i, small) {
                    vital.wrapping_add(signed_even(c, (step as i8).into(), SMALL_STEP) as u8)
                } else {
                    vital.wrapping_add(byte(c, step))
                };
            }
        }
        Ok(Self { steering, level, pose, ..Self::default() }.at(place, velocity).with_vitals(vitals))
    }
}

fn code_off(c: &mut impl Coder, which: usize, size: Lengths, off: i32) -> i32 {
    let size = size.code(c, off.unsigned_abs()) as i32;
    if size != 0 && c.bit(OWN_SIGN + which, off < 0) { size.wrapping_neg() } else { size }
}

fn code_stance(c: &mut impl Coder, own: &OwnState) -> (u8, Pose) {
    (c.even(u32::from(own.level & 7), 3) as u8, Pose::from_bits(c.even(own.pose as u32, 3) as u8))
}

fn code_place(c: &mut impl Coder, place: [i64; 2]) -> Result<[i64; 2], Malformed> {
    let mut told = place;
    for part in &mut told {
        let zigzag = number(c, ((*part << 1) ^ (*part >> 63)) as u64, PLACE_GROUP)?;
        if zigzag >> FARTHEST_BITS != 0 {
            return Err(Malformed::OutOfRange { field: "place", value: zigzag });
        }
        *part = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
    }
    Ok(told)
}

/// A steering is applied per tick, so its number is most often as far on as the packet's.
fn code_steering(
    c: &mut impl Coder,
    now: Option<Seq>,
    before: Option<Seq>,
    packets: u16,
) -> Result<Option<Seq>, Malformed> {
    let expected = before.map(|seq| Seq(seq.0.wrapping_add(packets)));
    if !c.bit(OWN_STEERING, now != expected) {
        return Ok(expected);
    }
    let near =
        now.zip(expected).map(|(now, expected)| now.since(expected)).filter(|off| (-4..4).contains(off));
    if c.bit(OWN_STEERING + 1, near.is_some()) {
        let off = signed_even(c, near.unwrap_or(0).into(), FEW_STEERINGS) as i16;
        let expected = expected.ok_or(Malformed::OutOfRange { field: "steering", value: 0 })?;
        return Ok(Some(Seq(expected.0.wrapping_add_signed(off))));
    }
    Ok(code_number(c, now))
}

fn code_number(c: &mut impl Coder, seq: Option<Seq>) -> Option<Seq> {
    coin(c, seq.is_some()).then(|| Seq(c.even(u32::from(seq.unwrap_or_default().0), 16) as u16))
}

/// What every snapshot begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Header {
    pub seq: Seq,
    pub tick: Tick,
    pub own: OwnState,
}

/// How a packet is named: what is read before anything can be looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// Coded against the packet so many before it; of its number the lowest bits.
    Anchored { packets: u16, low: u8 },
    /// Coded against nothing. `epoch` counts how often the host has begun anew.
    Whole { seq: Seq, epoch: u8 },
    /// A header alone, since too much is on its way already. It has one number however often it is sent, and nothing is coded against it.
    Bare { seq: Seq },
}

/// How far back the anchor is, 0 for none: three bits for the usual distances, up to 6, and nine for others.
fn code_distance(c: &mut impl Coder, packets: u16) -> u16 {
    match c.even(packets.min(7).into(), 3) as u16 {
        7 => c.even(packets.into(), ANCHOR_BITS) as u16,
        near => near,
    }
}

impl Name {
    pub fn code(c: &mut impl Coder, name: Self) -> Self {
        let packets = if let Self::Anchored { packets, .. } = name { packets } else { 0 };
        let packets = code_distance(c, packets);
        if packets > 0 {
            let low = if let Self::Anchored { low, .. } = name { low } else { 0 };
            return Self::Anchored { packets, low: c.even(low.into(), NUMBER_BITS) as u8 };
        }
        let is_bare = coin(c, matches!(name, Self::Bare { .. }));
        let (seq, epoch) = match name {
            Self::Whole { seq, epoch } => (seq, epoch),
            Self::Bare { seq } => (seq, 0),
            Self::Anchored { .. } => (Seq(0), 0),
        };
        let seq = Seq(c.even(seq.0.into(), 16) as u16);
        if is_bare { Self::Bare { seq } } else { Self::Whole { seq, epoch: byte(c, epoch) } }
    }
}

impl Header {
    /// The number of a packet by its lowest bits: the one nearest to the newest packet received. Whoever codes against an anchor has its acknowledgement, so
    /// that it is near.
    pub fn number(low: u8, newest: Seq) -> Seq {
        let since = low.wrapping_sub(newest.0 as u8) as i8;
        Seq(newest.0.wrapping_add_signed(since.into()))
    }

    /// Codes tick and own body of a packet whose number is known.
    pub fn code_whole(c: &mut impl Coder, header: &Self, seq: Seq) -> Result<Self, Malformed> {
        Ok(Self { seq, tick: Tick(number(c, header.tick.0, 7)?), own: OwnState::code_whole(c, &header.own)? })
    }

    /// The same against `anchor`.
    pub fn code_against(
        c: &mut impl Coder,
        header: &Self,
        seq: Seq,
        anchor: &Self,
    ) -> Result<Self, Malformed> {
        let packets = seq.since(anchor.seq) as u16;
        let ticks = header.tick.0.wrapping_sub(anchor.tick.0);
        let ticks =
            if c.bit(OWN_TICK, ticks != u64::from(packets)) { number(c, ticks, 7)? } else { packets.into() };
        let late = Malformed::OutOfRange { field: "tick", value: ticks };
        let tick = Tick(anchor.tick.0.checked_add(ticks).ok_or(late)?);
        Ok(Self { seq, tick, own: OwnState::code_against(c, &header.own, &anchor.own, packets)? })
    }
}
