//! Lockstep with delay buckets: nobody says where it is, only what it wants; what is wanted in a turn is done by all so much later.
//!
//! Every machine computes the same from the same wishes, so what is seen is exact, things that were thrown cost nothing, and everybody sees its own wishes
//! late, too. Each message repeats the wishes of all turns that the onlooker has not acknowledged, so that some may be lost. A turn is computed when everybody's wishes for it are there: one that is
//! later than that stops the onlooker, which then hurries after.

use super::watch::{Conditions, Post, Technique};
use super::yard::{STEP, STEPS_PER_SECOND, Yard};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::Seed;
use wold_space::DVec2;
use wold_wire::Frame;
use wold_wire::network::Link;
use wold_wire::reckoning::Report;

/// Steps of a turn.
const TURN: usize = 10;
/// Bytes of one wish: when in the turn, course and speed.
const WISH: usize = 4;
/// The most turns that are repeated: a link that is dead for longer is dead.
const LONGEST: usize = 255;
/// How much faster than time the onlooker goes after a stop.
const HURRY: f64 = 2.0;

/// Both ends.
pub struct Turns<'a> {
    yard: &'a Yard,
    people: usize,
    /// Seconds between wish and deed.
    lag: f64,
    /// What the onlooker says of the turns it has, on their way back; as with steerings, that is not counted.
    back: Link,
    /// Turns the movers know to be whole at the onlooker.
    acknowledged: usize,
    /// Who was heard, by turn.
    heard: BTreeMap<usize, BTreeSet<u16>>,
    /// Turns that can be computed.
    whole: usize,
    /// Where the onlooker is, in seconds of the world.
    shown: f64,
    looked: f64,
    work: u64,
}

impl<'a> Turns<'a> {
    /// Nobody has wished for anything yet.
    pub fn new(conditions: &Conditions, yard: &'a Yard) -> Self {
        Self {
            yard,
            people: yard.tracks.iter().filter(|track| track.is_willed()).count(),
            // A turn to say it, and one to say it again.
            lag: conditions.one_way() + 2.0 * TURN as f64 * STEP,
            back: Link::new(conditions.link, Seed(conditions.seed), 1),
            acknowledged: 0,
            heard: BTreeMap::new(),
            whole: 0,
            shown: 0.0,
            looked: 0.0,
            work: 0,
        }
    }
}

/// How often somebody changed its mind: a change of course or pace that is no mere going on. A bend is one wish, not one a step.
fn wishes(motion: &[Report]) -> usize {
    let changes = motion.windows(3).filter(|three| {
        let (before, after) = (three[1].velocity - three[0].velocity, three[2].velocity - three[1].velocity);
        (after - before).length() > 0.1
    });
    // Each is seen twice: when it begins and when it is over.
    changes.count().div_ceil(2)
}

impl Technique for Turns<'_> {
    fn tell(&mut self, step: usize, yard: &Yard, post: &mut Post) {
        if step == 0 || !step.is_multiple_of(TURN) {
            return;
        }
        let turn = step / TURN - 1;
        let micros = (step * 1_000_000 / STEPS_PER_SECOND) as u64;
        self.back.send(micros, Frame::Datagram((self.whole as u32).to_le_bytes().to_vec().into()));
        for frame in self.back.receive(micros) {
            let Some((whole, _)) = frame.bytes().split_first_chunk() else { continue };
            self.acknowledged = self.acknowledged.max(u32::from_le_bytes(*whole) as usize);
        }
        for (number, track) in yard.tracks.iter().enumerate().filter(|(_, track)| track.is_willed()) {
            let first = self.acknowledged.min(turn);
            let wishes = wishes(&track.steps[first * TURN..step]);
            let mut bytes = (number as u16).to_le_bytes().to_vec();
            bytes.extend((turn as u32).to_le_bytes());
            bytes.push((turn - first).min(LONGEST) as u8);
            bytes.resize(bytes.len() + wishes * WISH, 0);
            post.throw(bytes);
            self.work += 1 + wishes as u64;
        }
    }

    fn hear(&mut self, _: f64, bytes: &[u8]) {
        let Some((number, rest)) = bytes.split_first_chunk() else { return };
        let Some((turn, rest)) = rest.split_first_chunk() else { return };
        let (number, turn) = (u16::from_le_bytes(*number), u32::from_le_bytes(*turn) as usize);
        let repeated = usize::from(rest.first().copied().unwrap_or(0));
        for told in turn.saturating_sub(repeated).max(self.whole)..=turn {
            self.heard.entry(told).or_default().insert(number);
        }
        while self.heard.get(&self.whole).is_some_and(|heard| heard.len() == self.people) {
            self.heard.remove(&self.whole);
            self.whole += 1;
        }
    }

    fn look(&mut self, now: f64) {
        let wanted = (now - self.lag).max(0.0);
        let passed = now - self.looked;
        let computed = (self.whole * TURN) as f64 * STEP;
        self.shown = (self.shown + passed * HURRY).min(wanted).min(computed).max(self.shown);
        self.looked = now;
        self.work += self.yard.tracks.len() as u64;
    }

    fn shown(&mut self, _: f64, mover: usize) -> Option<DVec2> {
        let step = (self.shown * STEPS_PER_SECOND as f64).round() as usize;
        self.yard.tracks[mover].at(step).map(|truth| truth.place)
    }

    fn own_delay(&self) -> f64 {
        self.lag
    }

    fn work(&self) -> u64 {
        self.work
    }
}
