//! Running a query on a ground.
//!
//! Per option: candidates; the cheap conditions; the cheap weights of those left; then rays, lazily ([`Asking`]). A weight that is scaled among the candidates
//! needs to know who passes, so an option that has one tests all its conditions first; a range keeps it lazy. Scores are sums of weight × value;
//! a negative weight takes away, which ranks as adding |weight| × (1 − value) would.

use super::asking::{Asking, Steady};
use super::heap::{Judge, Scored, Step, exhaust};
use super::measure::{Missing, place};
use super::{Candidate, Choice, Criterion, Measure, Pick, Query, Scale, Test, What};
use crate::ground::{Ground, Point};
use glam::DVec2;
use wold_chance::Stream;

/// What became of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fate {
    /// It failed the condition of this number.
    Failed(usize),
    /// It met all conditions; its score lies between these.
    Passed(f64, f64),
    /// It could not win any more, or was not needed; its score lies between these if it passes.
    Partial(f64, f64),
}

/// What an option cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Tests without rays.
    pub cheap: u64,
    /// Tests with rays.
    pub expensive: u64,
    /// Tests with rays that exhaustive evaluation makes besides.
    pub avoided: u64,
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The candidate's number.
    pub candidate: usize,
    /// Where.
    pub at: DVec2,
    /// On which storey.
    pub storey: u8,
    /// What is there.
    pub what: What,
    /// The score is at least this.
    pub min: f64,
    /// And at most this.
    pub max: f64,
}

impl Place {
    /// Where, with the storey.
    #[must_use]
    pub fn point(&self) -> Point {
        Point { at: self.at, storey: self.storey }
    }

    pub(super) fn of(candidate: Candidate, scored: Scored) -> Self {
        let Candidate { at, storey, what } = candidate;
        Self { candidate: scored.candidate, at, storey, what, min: scored.min, max: scored.max }
    }
}

/// How an option fared.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionReport {
    /// Its name.
    pub name: String,
    /// Why it could not be tried at all.
    pub refused: Option<Missing>,
    /// Everything that was considered.
    pub candidates: Vec<Candidate>,
    /// What became of each.
    pub fates: Vec<Fate>,
    /// What it cost.
    pub effort: Effort,
    /// What the place one is going to already counts more.
    pub bonus: f64,
}

/// A query's answer, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The option that answered.
    pub option: Option<usize>,
    /// The best first; empty if every option failed.
    pub results: Vec<Place>,
    /// The options tried, in order.
    pub tried: Vec<OptionReport>,
    /// What the behaviour is to be told, if every option failed.
    pub failure_signal: Option<String>,
}

impl Query {
    /// Answers, with as few rays as may be.
    #[must_use]
    pub fn run(&self, ground: &dyn Ground, luck: &Stream) -> Answer {
        finish(Asking::new(self, luck.clone()), ground)
    }

    /// The same by somebody who is going somewhere already.
    #[cfg(test)]
    pub(super) fn run_steadily(&self, ground: &dyn Ground, luck: &Stream, steady: Steady) -> Answer {
        finish(Asking::new(self, luck.clone()).steady(steady), ground)
    }

    /// The same answer, by testing everything: for comparison.
    #[must_use]
    pub fn run_exhaustively(&self, ground: &dyn Ground, luck: &Stream) -> Answer {
        let mut tried = Vec::new();
        for (number, choice) in self.options.iter().enumerate() {
            let (report, results) = choice.exhaust(ground, &luck.split(number as u64), self.results);
            tried.push(report);
            if !results.is_empty() {
                return Answer { option: Some(number), results, tried, failure_signal: None };
            }
        }
        Answer { option: None, results: Vec::new(), tried, failure_signal: self.failure_signal.clone() }
    }
}

fn finish(mut asking: Asking<&Query>, ground: &dyn Ground) -> Answer {
    asking.advance(ground, &mut u32::MAX.clone());
    asking.into_answer().expect("with rays enough every query ends")
}

/// Whether a criterion is a condition.
pub(super) fn is_condition(criterion: &Criterion) -> bool {
    matches!(criterion, Criterion::Condition { .. })
}

/// Whether a criterion is scaled among the candidates that pass.
pub(super) fn is_relative(criterion: &Criterion) -> bool {
    matches!(criterion, Criterion::Weight { scale: Scale::AmongCandidates, .. })
}

impl Test {
    /// Whether a raw value meets it.
    pub(super) fn holds(self, raw: f64) -> bool {
        match self {
            Self::Is(yes) => (raw != 0.0) == yes,
            Self::Min(least) => raw >= least,
            Self::Max(most) => raw <= most,
        }
    }
}

/// Measures the candidates of one option.
pub(super) struct Bench<'a> {
    pub ground: &'a dyn Ground,
    pub criteria: &'a [Criterion],
    pub candidates: &'a [Candidate],
    pub luck: &'a Stream,
}

impl Bench<'_> {
    pub fn raw(&self, criterion: usize, candidate: usize) -> f64 {
        let chance =
            (self.luck.split(criterion as u64).nth(candidate as u64) >> 11) as f64 / (1u64 << 53) as f64;
        let measure = self.criteria[criterion].measure();
        // What a ground lacks was found before the first candidate; if it went missing since, nothing speaks for the candidate.
        measure.of(self.ground, &self.candidates[candidate], chance).unwrap_or(0.0)
    }

    pub fn holds(&self, criterion: usize, raw: f64) -> bool {
        match self.criteria[criterion] {
            Criterion::Condition { test, .. } => test.holds(raw),
            Criterion::Weight { .. } => true,
        }
    }

    /// The value, 0 to 1, of a raw one whose scale does not depend on the others.
    pub fn scaled(&self, criterion: usize, raw: f64) -> f64 {
        let Criterion::Weight { scale, curve, .. } = &self.criteria[criterion] else { return 0.0 };
        curve.of(match *scale {
            Scale::Range(low, high) => share(raw, low, high),
            Scale::Truth | Scale::AmongCandidates => raw,
        })
    }

    /// The values of all these candidates; between their least and their greatest, if the criterion is scaled so.
    pub fn values(&self, criterion: usize, candidates: &[usize]) -> Vec<f64> {
        let Criterion::Weight { curve, .. } = &self.criteria[criterion] else { return Vec::new() };
        let raw = candidates.iter().map(|&candidate| self.raw(criterion, candidate));
        if !is_relative(&self.criteria[criterion]) {
            return raw.map(|raw| self.scaled(criterion, raw)).collect();
        }
        let raw: Vec<f64> = raw.collect();
        let known = raw.iter().copied().filter(|raw| raw.is_finite());
        let (low, mut high) = known.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        // What differs by rounding alone does not differ: scaled up, noise would choose.
        if high - low <= ROUNDING * low.abs().max(high.abs()).max(1.0) {
            high = low;
        }
        raw.into_iter().map(|raw| curve.of(share(raw, low, high))).collect()
    }
}

/// Values of like size this near are equal.
const ROUNDING: f64 = 1e-9;

/// Where a value lies between limits, 0 to 1. Infinity is beyond any limit; limits that meet leave no choice.
fn share(raw: f64, low: f64, high: f64) -> f64 {
    if raw == f64::INFINITY {
        1.0
    } else if high > low {
        ((raw - low) / (high - low)).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The candidates of an option, or why there are none.
pub(super) fn start_report(choice: &Choice, ground: &dyn Ground, steady: Option<&Steady>) -> OptionReport {
    let mut candidates = Vec::new();
    let made = choice
        .generators
        .iter()
        .try_for_each(|generator| generator.generate(ground, &mut candidates))
        .and_then(|()| choice.check(ground));
    if let Some(steady) = steady {
        let here = ground.here();
        candidates.retain(|candidate| {
            candidate.point() == steady.at || candidate.point().distance(here) >= steady.least_move
        });
        if ground.stands(steady.at) && !candidates.iter().any(|candidate| candidate.point() == steady.at) {
            let Point { at, storey } = steady.at;
            candidates.push(Candidate { at, storey, what: steady.what });
        }
    }
    if made.is_err() {
        candidates.clear();
    }
    OptionReport {
        name: choice.name.clone(),
        refused: made.err(),
        candidates,
        fates: Vec::new(),
        effort: Effort::default(),
        bonus: steady.map_or(0.0, |steady| steady.bonus),
    }
}

/// The steps with rays, as tests on the bench.
struct Late<'a> {
    bench: &'a Bench<'a>,
    steps: &'a [usize],
}

impl Judge for Late<'_> {
    fn passes(&mut self, step: usize, candidate: usize) -> bool {
        self.bench.holds(self.steps[step], self.bench.raw(self.steps[step], candidate))
    }

    fn value(&mut self, step: usize, candidate: usize) -> f64 {
        self.bench.scaled(self.steps[step], self.bench.raw(self.steps[step], candidate))
    }
}

impl Choice {
    /// What the ground lacks for this option, found without a ray.
    pub(super) fn check(&self, ground: &dyn Ground) -> Result<(), Missing> {
        let Point { at, storey } = ground.here();
        let here = Candidate { at, storey, what: What::Open };
        self.criteria.iter().try_for_each(|criterion| match criterion.measure() {
            Measure::Visible(object) => place(ground, *object).map(drop),
            Measure::Exposure | Measure::PathDistance | Measure::Reachable => Ok(()),
            measure => measure.of(ground, &here, 0.0).map(drop),
        })
    }

    /// Rays that testing everything takes, at most.
    #[must_use]
    pub fn most_rays(&self, ground: &dyn Ground) -> u64 {
        let candidates = start_report(self, ground, None).candidates.len() as u64;
        let hostiles = ground.hostiles().count() as u64;
        let each = |criterion: &Criterion| match criterion.measure() {
            Measure::Exposure => hostiles,
            measure => u64::from(measure.is_expensive()),
        };
        candidates * self.criteria.iter().map(each).sum::<u64>()
    }

    /// Every test of every candidate.
    fn exhaust(&self, ground: &dyn Ground, luck: &Stream, wanted: usize) -> (OptionReport, Vec<Place>) {
        let mut report = start_report(self, ground, None);
        let candidates = std::mem::take(&mut report.candidates);
        report.fates = vec![Fate::Partial(0.0, 0.0); candidates.len()];
        let bench = Bench { ground, criteria: &self.criteria, candidates: &candidates, luck };
        let (rays, cheap): (Vec<usize>, Vec<usize>) =
            (0..self.criteria.len()).partition(|&i| self.criteria[i].measure().is_expensive());
        let mut left: Vec<usize> = (0..candidates.len()).collect();
        let mut sift = |criterion: usize, left: &mut Vec<usize>, count: &mut u64| {
            *count += left.len() as u64;
            left.retain(|&c| {
                bench.holds(criterion, bench.raw(criterion, c)) || fail(&mut report.fates, c, criterion)
            });
        };
        for &criterion in cheap.iter().filter(|&&i| is_condition(&self.criteria[i])) {
            sift(criterion, &mut left, &mut report.effort.cheap);
        }
        let eager = cheap.iter().any(|&i| is_relative(&self.criteria[i]));
        let (early, late): (Vec<usize>, Vec<usize>) =
            rays.into_iter().partition(|&i| eager && is_condition(&self.criteria[i]));
        for criterion in early {
            sift(criterion, &mut left, &mut report.effort.expensive);
        }
        let mut scores = vec![0.0; left.len()];
        for &criterion in &cheap {
            let Criterion::Weight { weight, .. } = self.criteria[criterion] else { continue };
            report.effort.cheap += left.len() as u64;
            let values = bench.values(criterion, &left);
            scores.iter_mut().zip(values).for_each(|(score, value)| *score += weight * value);
        }
        let steps: Vec<Step> = late
            .iter()
            .map(|&i| match self.criteria[i] {
                Criterion::Condition { .. } => Step::Condition,
                Criterion::Weight { weight, .. } => Step::Weight(weight),
            })
            .collect();
        let mut judge = Late { bench: &bench, steps: &late };
        let (mut passed, failed, tests) = exhaust(&steps, left.into_iter().zip(scores), &mut judge);
        report.effort.expensive += tests;
        for scored in &passed {
            report.fates[scored.candidate] = Fate::Passed(scored.min, scored.max);
        }
        for (candidate, step) in failed {
            report.fates[candidate] = Fate::Failed(late[step]);
        }
        match self.pick {
            Pick::Best => passed.truncate(wanted),
            Pick::AmongTop(share) if !passed.is_empty() => {
                let top = ((passed.len() as f64 * share).ceil() as u64).max(1);
                passed = vec![passed[luck.split(u64::MAX).below(top) as usize]];
            }
            Pick::AmongTop(_) => {}
        }
        let place = |scored: Scored| Place::of(candidates[scored.candidate], scored);
        let results = passed.into_iter().map(place).collect();
        report.candidates = candidates;
        (report, results)
    }
}

/// Notes a failure; false, for `retain`.
fn fail(fates: &mut [Fate], candidate: usize, criterion: usize) -> bool {
    fates[candidate] = Fate::Failed(criterion);
    false
}
