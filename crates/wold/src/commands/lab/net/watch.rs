//! One technique watched: the same yard, the same link, and what an onlooker sees of it.
//!
//! Who moves speaks twenty times a second at the most; the onlooker looks fifty times a second. The error is how far what it sees is from what the mover has on its own screen at that
//! moment. A surprise is a leap between two looks of more than the mover could have made by `jump` metres; leaps in a row are one. The delay is measured, too: the
//! shift in time by which what people are seen to do fits best to what they did.

use super::yard::{HALF_SIDE, STEP, STEPS_PER_SECOND, Yard};
use serde::Serialize;
use std::collections::BTreeMap;
use wold_chance::Seed;
use wold_space::{DVec2, stats};
use wold_wire::Frame;
use wold_wire::network::{Link, LinkConfig};
use wold_wire::scale::Resources;

/// Steps between two chances to speak.
pub const TICK: usize = 5;
/// Steps between two looks.
const LOOK: usize = 2;
/// The longest delay that is tried for fit, in looks.
const LONGEST_FIT: usize = 60;
/// Seconds at the beginning that do not count: everybody has to be heard of once.
const SETTLING: usize = 2;

/// What all techniques are watched with.
#[derive(Clone, Copy)]
pub struct Conditions {
    /// The link from the movers to the onlooker.
    pub link: LinkConfig,
    /// Seeds the link's luck.
    pub seed: u64,
    /// Bytes around each frame.
    pub head: usize,
    /// Metres beyond what was possible that make a leap a surprise.
    pub jump: f64,
}

impl Conditions {
    /// Seconds after which nearly everything that is not lost has arrived.
    pub fn one_way(&self) -> f64 {
        (self.link.latency_ms + self.link.jitter_ms) / 1000.0
    }
}

/// Where movers put what they say.
pub struct Post<'a> {
    link: &'a mut Link,
    now: u64,
}

impl Post<'_> {
    /// Sends something that may be lost.
    pub fn throw(&mut self, bytes: Vec<u8>) {
        self.link.send(self.now, Frame::Datagram(bytes.into()));
    }

    /// Sends something that arrives in order, sooner or later.
    pub fn hand(&mut self, bytes: Vec<u8>) {
        self.link.send(self.now, Frame::Reliable(bytes.into()));
    }
}

/// Both ends of one way to tell of movers.
pub trait Technique {
    /// The movers speak at a step.
    fn tell(&mut self, step: usize, yard: &Yard, post: &mut Post);
    /// The onlooker hears something at a time.
    fn hear(&mut self, now: f64, bytes: &[u8]);
    /// Once for every look, before anybody is shown.
    fn look(&mut self, _now: f64) {}
    /// Where it sees a mover; `None` if it has not heard of it.
    fn shown(&mut self, now: f64, mover: usize) -> Option<DVec2>;
    /// Seconds by which movers see themselves late.
    fn own_delay(&self) -> f64 {
        0.0
    }
    /// Predictions made and numbers coded so far, at both ends.
    fn work(&self) -> u64;
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Which technique.
    pub technique: &'static str,
    /// Metres between what is seen and what the mover sees of itself.
    pub error_m_p50: f64,
    /// The same, for the worst twentieth.
    pub error_m_p95: f64,
    /// The same for each kind of mover.
    pub error_m_p95_of: BTreeMap<&'static str, f64>,
    /// Leaps that nobody could have made.
    pub surprises_per_minute: f64,
    /// Everything that is sent, heads included.
    pub bytes_per_second: f64,
    /// Frames sent.
    pub messages_per_second: f64,
    /// How late people are seen.
    pub delay_ms: f64,
    /// How late people see themselves.
    pub own_delay_ms: f64,
    /// Looks at which somebody is seen beyond the fence.
    pub behind_walls_percent: f64,
    /// Predictions and coded numbers for each message.
    pub work_per_message: f64,
}

impl Row {
    /// The five terms of what information costs, on this link to one onlooker.
    pub fn resources(&self) -> Resources {
        Resources {
            messages: self.messages_per_second,
            destinations: 1.0,
            bytes: self.bytes_per_second / self.messages_per_second.max(1e-9),
            // Nothing is fresher than one look.
            timeliness: 1000.0 / (self.delay_ms + self.own_delay_ms).max(1000.0 * STEP * LOOK as f64),
            work: self.work_per_message,
        }
    }
}

/// What was seen, for pictures.
pub struct Sight {
    /// Which technique.
    pub technique: &'static str,
    /// Mean error by second.
    pub errors: Vec<f64>,
    /// Where each mover was seen at each look of its life.
    pub paths: Vec<Vec<DVec2>>,
}

/// Watches a technique from beginning to end.
pub fn watch(
    name: &'static str,
    technique: &mut dyn Technique,
    yard: &Yard,
    conditions: &Conditions,
) -> (Row, Sight) {
    let mut link = Link::new(conditions.link, Seed(conditions.seed), 0);
    let own = (technique.own_delay() * STEPS_PER_SECOND as f64).round() as usize;
    let mut paths: Vec<Vec<DVec2>> = vec![Vec::new(); yard.tracks.len()];
    let (mut errors, mut by_second) = (Vec::new(), vec![(0.0, 0u32); yard.steps / STEPS_PER_SECOND]);
    let (mut surprises, mut outside, mut looks) = (0u32, 0u32, 0u32);
    let mut leapt = vec![false; yard.tracks.len()];
    let mut by_kind: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    for step in 0..yard.steps {
        let now = step as f64 * STEP;
        let micros = (step * 1_000_000 / STEPS_PER_SECOND) as u64;
        if step % TICK == 0 {
            technique.tell(step, yard, &mut Post { link: &mut link, now: micros });
        }
        if step % LOOK != 0 {
            continue;
        }
        for frame in link.receive(micros) {
            technique.hear(now, frame.bytes());
        }
        technique.look(now);
        for (number, track) in yard.tracks.iter().enumerate() {
            let Some(began) = track.steps.first().filter(|_| track.at(step).is_some()) else { continue };
            // Who has not been heard of is believed to be where it began.
            let seen = technique.shown(now, number).unwrap_or(began.place);
            let before = paths[number].last().copied();
            paths[number].push(seen);
            if step < SETTLING * STEPS_PER_SECOND {
                continue;
            }
            let truth = track.at(step.saturating_sub(own)).unwrap_or(began);
            let error = seen.distance(truth.place);
            errors.push(error);
            let second = &mut by_second[step / STEPS_PER_SECOND];
            *second = (second.0 + error, second.1 + 1);
            let row = track.mover.row();
            by_kind.entry(row.name).or_default().push(error);
            let possible = row.fastest * STEP * LOOK as f64;
            let leaps = before.is_some_and(|before| seen.distance(before) > possible + conditions.jump);
            surprises += u32::from(leaps && !leapt[number]);
            leapt[number] = leaps;
            outside += u32::from(seen.abs().max_element() > HALF_SIDE + 1e-3);
            looks += 1;
        }
    }
    errors.sort_by(f64::total_cmp);
    let seconds = yard.steps as f64 * STEP;
    let counted = seconds - SETTLING as f64;
    let sent = link.stats();
    let percentile = |share| stats::percentile(&errors, share).unwrap_or(0.0);
    let row = Row {
        technique: name,
        error_m_p50: percentile(0.5),
        error_m_p95: percentile(0.95),
        error_m_p95_of: by_kind
            .into_iter()
            .map(|(kind, mut errors)| {
                errors.sort_by(f64::total_cmp);
                (kind, stats::percentile(&errors, 0.95).unwrap_or(0.0))
            })
            .collect(),
        surprises_per_minute: f64::from(surprises) * 60.0 / counted,
        bytes_per_second: (sent.bytes + sent.sent * conditions.head as u64) as f64 / seconds,
        messages_per_second: sent.sent as f64 / seconds,
        delay_ms: delay_ms(yard, &paths),
        own_delay_ms: technique.own_delay() * 1000.0,
        behind_walls_percent: f64::from(outside) * 100.0 / f64::from(looks.max(1)),
        work_per_message: technique.work() as f64 / (sent.sent.max(1)) as f64,
    };
    let errors = by_second.iter().map(|(sum, count)| sum / f64::from((*count).max(1))).collect();
    (row, Sight { technique: name, errors, paths })
}

/// The shift in time with which what people are seen to do fits best to what they did.
fn delay_ms(yard: &Yard, paths: &[Vec<DVec2>]) -> f64 {
    let misfit = |shift: usize| -> f64 {
        let people = yard.tracks.iter().zip(paths).filter(|(track, _)| track.is_willed());
        people
            .map(|(track, path)| {
                let looks = path.iter().enumerate().skip(SETTLING * STEPS_PER_SECOND / LOOK);
                looks.map(|(at, seen)| seen.distance(track.steps[(at - shift) * LOOK].place)).sum::<f64>()
            })
            .sum()
    };
    let best = (0..=LONGEST_FIT).map(|shift| (shift, misfit(shift))).min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(0.0, |(shift, _)| (shift * LOOK) as f64 * STEP * 1000.0)
}
