//! What every snapshot begins with: its number, its tick and the guest's own body.
//!
//! Once the guest has acknowledged a packet, the host codes headers against the newest such packet, the *anchor*: a body at rest
//! then costs four bytes, a walking one two or three more. Before that, or when the anchor is more than 31 packets back, the
//! header is whole.

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::intent::{read_chunk_pos, write_chunk_pos};
use crate::seq::Seq;
use wold_lore::Pose;
use wold_space::{ChunkPos, DVec2, Tick};

/// Fine steps in a metre of one's own place: prediction needs better than others need.
const OWN_STEPS: f64 = 4096.0;
const OWN_STEP_BITS: u32 = 17;
/// Steps in a metre per second of one's own velocity.
const OWN_SPEED_STEPS: f64 = 256.0;
/// Bits of the distance to the anchor; 0 means that there is none.
const ANCHOR_BITS: u32 = 5;
/// Bits of a packet's number that are told where an anchor bounds the rest.
const NUMBER_BITS: u32 = 8;
/// Widths in bits of errors against the anchor by class, the most frequent first: classes are Rice-coded. Width 0 is no error; the class after
/// the last is the whole value.
const PLACE_WIDTHS: [u32; 4] = [3, 0, 7, 13];
const SPEED_WIDTHS: [u32; 4] = [0, 4, 7, 11];
const CLASS_RICE: u32 = 1;
/// Widths in bits of small steps of the steering's number and of vitals.
const FEW_STEERINGS: u32 = 3;
const SMALL_STEP: u32 = 4;

/// How the header's bits lie, in words, for the protocol's hash.
pub(super) fn layout() -> String {
    format!(
        "anchor bits{ANCHOR_BITS}; 0: number bits16, tick number7, steering option bits16, place chunk and bits{OWN_STEP_BITS} × 2, velocity sbits16 × 2 in 1/{OWN_SPEED_STEPS}, \
         level bits3, pose bits3, stamina, health, hunger bytes; else: number bits{NUMBER_BITS}, option of ticks number7, steering differs bit: whole bit or sbits{FEW_STEERINGS}, \
         place rice{CLASS_RICE} of {PLACE_WIDTHS:?}, velocity rice{CLASS_RICE} of {SPEED_WIDTHS:?}, option of level and pose, option of vitals, each option of small bit: sbits{SMALL_STEP} or byte"
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

    fn write_whole(&self, w: &mut BitWriter) {
        write_number(w, self.steering);
        write_place(w, self.place_steps());
        self.speed_steps().iter().for_each(|&part| w.signed_bits(part, 16));
        w.bits(u64::from(self.level & 7), 3);
        w.bits(self.pose as u64, 3);
        self.vitals().iter().for_each(|&part| w.byte(part));
    }

    fn read_whole(r: &mut BitReader) -> Result<Self, Malformed> {
        let steering = read_number(r)?;
        let place = read_place(r)?;
        let velocity = [r.signed_bits(16)?, r.signed_bits(16)?];
        let (level, pose) = (r.bits(3)? as u8, Pose::from_bits(r.bits(3)? as u8));
        let vitals = [r.byte()?, r.byte()?, r.byte()?];
        Ok(Self { steering, level, pose, ..Self::default() }.at(place, velocity).with_vitals(vitals))
    }

    /// Where this body is `packets` later if it goes straight on.
    fn guess(&self, packets: u16) -> [i64; 2] {
        let (place, velocity) = (self.place_steps(), self.speed_steps());
        // Metres per second in 1/256 to 1/4096 m in a twentieth of a second is a factor of 4/5.
        std::array::from_fn(|i| {
            place[i] + (i64::from(velocity[i]) * 4 * i64::from(packets) + 2).div_euclid(5)
        })
    }

    /// Writes this state against `anchor`, told `packets` packets ago.
    fn write_against(&self, w: &mut BitWriter, anchor: &Self, packets: u16) {
        write_steering(w, self.steering, anchor.steering, packets);
        let (now, guess) = (self.place_steps(), anchor.guess(packets));
        let errors = [now[0] - guess[0], now[1] - guess[1]];
        write_pair(w, errors, PLACE_WIDTHS, |w| write_place(w, now));
        let (now, before) = (self.speed_steps(), anchor.speed_steps());
        write_pair(w, [now[0] - before[0], now[1] - before[1]].map(i64::from), SPEED_WIDTHS, |w| {
            now.iter().for_each(|&part| w.signed_bits(part, 16));
        });
        let same = (self.level, self.pose) == (anchor.level, anchor.pose);
        w.bit(!same);
        if !same {
            w.bits(u64::from(self.level & 7), 3);
            w.bits(self.pose as u64, 3);
        }
        w.bit(self.vitals() != anchor.vitals());
        if self.vitals() != anchor.vitals() {
            for (now, before) in self.vitals().into_iter().zip(anchor.vitals()) {
                let step = i32::from(now) - i32::from(before);
                w.bit(step != 0);
                if step != 0 {
                    w.bit(fits(step.into(), SMALL_STEP));
                    if fits(step.into(), SMALL_STEP) { w.signed_bits(step, SMALL_STEP) } else { w.byte(now) }
                }
            }
        }
    }

    fn read_against(r: &mut BitReader, anchor: &Self, packets: u16) -> Result<Self, Malformed> {
        let steering = read_steering(r, anchor.steering, packets)?;
        let place = match read_pair(r, PLACE_WIDTHS)? {
            Some(errors) => std::array::from_fn(|i| anchor.guess(packets)[i] + i64::from(errors[i])),
            None => read_place(r)?,
        };
        let velocity = match read_pair(r, SPEED_WIDTHS)? {
            Some(errors) => std::array::from_fn(|i| anchor.speed_steps()[i] + errors[i]),
            None => [r.signed_bits(16)?, r.signed_bits(16)?],
        };
        let mut own = Self { steering, ..*anchor }.at(place, velocity);
        if r.bit()? {
            (own.level, own.pose) = (r.bits(3)? as u8, Pose::from_bits(r.bits(3)? as u8));
        }
        if r.bit()? {
            let mut vitals = anchor.vitals();
            for vital in &mut vitals {
                if r.bit()? {
                    let small = r.bit()?;
                    *vital =
                        if small { vital.wrapping_add(r.signed_bits(SMALL_STEP)? as u8) } else { r.byte()? };
                }
            }
            own = own.with_vitals(vitals);
        }
        Ok(own)
    }
}

fn fits(value: i64, width: u32) -> bool {
    let half = 1 << (width - 1);
    (-half..half).contains(&value)
}

fn write_place(w: &mut BitWriter, place: [i64; 2]) {
    // A chunk is 2^17 steps wide.
    let chunk = ChunkPos { x: (place[0] >> OWN_STEP_BITS) as i32, y: (place[1] >> OWN_STEP_BITS) as i32 };
    write_chunk_pos(w, chunk);
    place.iter().for_each(|&part| w.bits(part as u64 & ((1 << OWN_STEP_BITS) - 1), OWN_STEP_BITS));
}

fn read_place(r: &mut BitReader) -> Result<[i64; 2], Malformed> {
    let chunk = read_chunk_pos(r)?;
    let local = [r.bits(OWN_STEP_BITS)?, r.bits(OWN_STEP_BITS)?];
    Ok([(chunk.x, local[0]), (chunk.y, local[1])]
        .map(|(chunk, local)| (i64::from(chunk) << OWN_STEP_BITS) + local as i64))
}

/// Two errors in the narrowest class that holds both, or `whole`.
fn write_pair(w: &mut BitWriter, errors: [i64; 2], widths: [u32; 4], whole: impl FnOnce(&mut BitWriter)) {
    let holds =
        |width: u32| errors.iter().all(|&error| if width == 0 { error == 0 } else { fits(error, width) });
    let class = (0..widths.len()).filter(|&class| holds(widths[class])).min_by_key(|&class| widths[class]);
    w.rice(class.unwrap_or(widths.len()) as u32, CLASS_RICE);
    match class.map(|class| widths[class]) {
        Some(0) => {}
        Some(width) => errors.iter().for_each(|&error| w.signed_bits(error as i32, width)),
        None => whole(w),
    }
}

/// The errors, or `None` if the whole values follow.
fn read_pair(r: &mut BitReader, widths: [u32; 4]) -> Result<Option<[i32; 2]>, Malformed> {
    let class = r.rice(CLASS_RICE)? as usize;
    match widths.get(class) {
        Some(0) => Ok(Some([0, 0])),
        Some(&width) => Ok(Some([r.signed_bits(width)?, r.signed_bits(width)?])),
        None if class == widths.len() => Ok(None),
        None => Err(Malformed::OutOfRange { field: "width", value: class as u64 }),
    }
}

/// A steering is applied per tick, so its number is most often as far on as the packet's.
fn write_steering(w: &mut BitWriter, now: Option<Seq>, before: Option<Seq>, packets: u16) {
    let expected = before.map(|seq| Seq(seq.0.wrapping_add(packets)));
    w.bit(now != expected);
    if now == expected {
        return;
    }
    match (now, expected) {
        (Some(now), Some(expected)) if fits(now.since(expected).into(), FEW_STEERINGS) => {
            w.bit(false);
            w.signed_bits(now.since(expected).into(), FEW_STEERINGS);
        }
        _ => {
            w.bit(true);
            write_number(w, now);
        }
    }
}

fn read_steering(r: &mut BitReader, before: Option<Seq>, packets: u16) -> Result<Option<Seq>, Malformed> {
    let expected = before.map(|seq| Seq(seq.0.wrapping_add(packets)));
    if !r.bit()? {
        return Ok(expected);
    }
    match (r.bit()?, expected) {
        (true, _) => read_number(r),
        (false, Some(expected)) => {
            Ok(Some(Seq(expected.0.wrapping_add(r.signed_bits(FEW_STEERINGS)? as u16))))
        }
        (false, None) => Err(Malformed::OutOfRange { field: "steering", value: 0 }),
    }
}

fn write_number(w: &mut BitWriter, seq: Option<Seq>) {
    w.bit(seq.is_some());
    if let Some(seq) = seq {
        w.bits(u64::from(seq.0), 16);
    }
}

fn read_number(r: &mut BitReader) -> Result<Option<Seq>, Malformed> {
    Ok(if r.bit()? { Some(Seq(r.bits(16)? as u16)) } else { None })
}

/// What every snapshot begins with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Header {
    pub(super) seq: Seq,
    pub(super) tick: Tick,
    pub(super) own: OwnState,
}

impl Header {
    /// Whether a packet numbered `seq` can be coded against this one.
    pub(super) fn can_anchor(&self, seq: Seq) -> bool {
        (1..1 << ANCHOR_BITS).contains(&seq.since(self.seq))
    }

    /// Writes the header against `anchor`, which must be near enough ([`Header::can_anchor`]).
    pub(super) fn write(&self, w: &mut BitWriter, anchor: Option<&Self>) {
        let Some(anchor) = anchor else {
            w.bits(0, ANCHOR_BITS);
            w.bits(u64::from(self.seq.0), 16);
            w.number(self.tick.0, 7);
            return self.own.write_whole(w);
        };
        let packets = self.seq.since(anchor.seq) as u16;
        w.bits(u64::from(packets), ANCHOR_BITS);
        w.bits(u64::from(self.seq.0) & ((1 << NUMBER_BITS) - 1), NUMBER_BITS);
        let ticks = self.tick.since(anchor.tick);
        w.bit(ticks != u64::from(packets));
        if ticks != u64::from(packets) {
            w.number(ticks, 7);
        }
        self.own.write_against(w, &anchor.own, packets);
    }

    /// Reads the packet's number and how many packets back its anchor is, 0 for none; `newest` is the newest packet received. Whoever codes against an
    /// anchor has its acknowledgement, so that the number is near the newest one, and its low bits say which it is.
    pub(super) fn read_seq(r: &mut BitReader, newest: Option<Seq>) -> Result<(Seq, u16), Malformed> {
        let packets = r.bits(ANCHOR_BITS)? as u16;
        if packets == 0 {
            return Ok((Seq(r.bits(16)? as u16), 0));
        }
        let low = r.bits(NUMBER_BITS)? as u16;
        let newest = newest.ok_or(Malformed::UnknownAnchor(low))?;
        let since = low.wrapping_sub(newest.0) as u8 as i8;
        Ok((Seq(newest.0.wrapping_add_signed(since.into())), packets))
    }

    /// Reads what follows the number, with the anchor if there is one; `find` knows the headers received.
    pub(super) fn read_rest(
        r: &mut BitReader,
        (seq, packets): (Seq, u16),
        find: impl FnOnce(Seq) -> Option<Self>,
    ) -> Result<(Self, Option<Self>), Malformed> {
        if packets == 0 {
            return Ok((Self { seq, tick: Tick(r.number(7)?), own: OwnState::read_whole(r)? }, None));
        }
        let number = Seq(seq.0.wrapping_sub(packets));
        let anchor = find(number).ok_or(Malformed::UnknownAnchor(number.0))?;
        let ticks = if r.bit()? { r.number(7)? } else { u64::from(packets) };
        let tick = Tick(
            anchor.tick.0.checked_add(ticks).ok_or(Malformed::OutOfRange { field: "tick", value: ticks })?,
        );
        let own = OwnState::read_against(r, &anchor.own, packets)?;
        Ok((Self { seq, tick, own }, Some(anchor)))
    }
}
