//! Running a query on a scene.
//!
//! Per option: candidates; the cheap conditions; the cheap weights of those left; then rays, lazily. A weight that is scaled among the candidates
//! needs to know who passes, so an option that has one tests all its conditions first; a range keeps it lazy. Scores are sums of weight × value;
//! a negative weight takes away, which ranks as adding |weight| × (1 − value) would.

use super::heap::{Judge, Progress, Scored, Search, Step, exhaust};
use super::measure::{Missing, place};
use super::{Candidate, Choice, Criterion, Measure, Pick, Query, Scale, Test, What};
use crate::scene::Scene;
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
    /// What is there.
    pub what: What,
    /// The score is at least this.
    pub min: f64,
    /// And at most this.
    pub max: f64,
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
    pub fn run(&self, scene: &Scene, luck: &Stream) -> Answer {
        self.answer(scene, luck, false)
    }

    /// The same answer, by testing everything: for comparison.
    #[must_use]
    pub fn run_exhaustively(&self, scene: &Scene, luck: &Stream) -> Answer {
        self.answer(scene, luck, true)
    }

    fn answer(&self, scene: &Scene, luck: &Stream, exhaustive: bool) -> Answer {
        let mut tried = Vec::new();
        for (number, choice) in self.options.iter().enumerate() {
            let (report, results) = choice.run(scene, &luck.split(number as u64), self.results, exhaustive);
            tried.push(report);
            if !results.is_empty() {
                return Answer { option: Some(number), results, tried, failure_signal: None };
            }
        }
        Answer { option: None, results: Vec::new(), tried, failure_signal: self.failure_signal.clone() }
    }
}

/// Measures the candidates of one option.
struct Bench<'a> {
    scene: &'a Scene,
    criteria: &'a [Criterion],
    candidates: &'a [Candidate],
    luck: &'a Stream,
}

impl Bench<'_> {
    fn raw(&self, criterion: usize, candidate: usize) -> f64 {
        let chance =
            (self.luck.split(criterion as u64).nth(candidate as u64) >> 11) as f64 / (1u64 << 53) as f64;
        let measure = self.criteria[criterion].measure();
        measure
            .of(self.scene, &self.candidates[candidate], chance)
            .expect("what a scene lacks was found before the first candidate")
    }

    fn holds(&self, criterion: usize, candidate: usize) -> bool {
        let raw = self.raw(criterion, candidate);
        match self.criteria[criterion] {
            Criterion::Condition { test: Test::Is(yes), .. } => (raw != 0.0) == yes,
            Criterion::Condition { test: Test::Min(least), .. } => raw >= least,
            Criterion::Condition { test: Test::Max(most), .. } => raw <= most,
            Criterion::Weight { .. } => true,
        }
    }

    /// The value, 0 to 1, of a candidate whose scale does not depend on the others.
    fn value(&self, criterion: usize, candidate: usize) -> f64 {
        let Criterion::Weight { scale, curve, .. } = &self.criteria[criterion] else { return 0.0 };
        let raw = self.raw(criterion, candidate);
        curve.of(match *scale {
            Scale::Range(low, high) => share(raw, low, high),
            Scale::Truth | Scale::AmongCandidates => raw,
        })
    }

    /// The values of all these candidates between their least and their greatest.
    fn values_among(&self, criterion: usize, candidates: &[usize]) -> Vec<f64> {
        let Criterion::Weight { curve, .. } = &self.criteria[criterion] else { return Vec::new() };
        let raw: Vec<f64> = candidates.iter().map(|&candidate| self.raw(criterion, candidate)).collect();
        let known = raw.iter().copied().filter(|raw| raw.is_finite());
        let (low, high) = known.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        raw.into_iter().map(|raw| curve.of(share(raw, low, high))).collect()
    }
}

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

/// The steps left for the heap, as tests on the bench.
struct Late<'a> {
    bench: &'a Bench<'a>,
    steps: &'a [usize],
}

impl Judge for Late<'_> {
    fn passes(&mut self, step: usize, candidate: usize) -> bool {
        self.bench.holds(self.steps[step], candidate)
    }

    fn value(&mut self, step: usize, candidate: usize) -> f64 {
        self.bench.value(self.steps[step], candidate)
    }
}

impl Choice {
    /// What the scene lacks for this option, found without a ray.
    fn check(&self, scene: &Scene) -> Result<(), Missing> {
        let here = Candidate { at: scene.puppet().at, what: What::Open };
        self.criteria.iter().try_for_each(|criterion| match criterion.measure() {
            Measure::Visible(object) => place(scene, object).map(drop),
            Measure::Exposure | Measure::PathDistance | Measure::Reachable => Ok(()),
            measure => measure.of(scene, &here, 0.0).map(drop),
        })
    }

    fn run(
        &self,
        scene: &Scene,
        luck: &Stream,
        wanted: usize,
        exhaustive: bool,
    ) -> (OptionReport, Vec<Place>) {
        let mut candidates = Vec::new();
        let made = self
            .generators
            .iter()
            .try_for_each(|generator| generator.generate(scene, &mut candidates))
            .and_then(|()| self.check(scene));
        let mut report = OptionReport {
            name: self.name.clone(),
            refused: made.err(),
            candidates,
            fates: Vec::new(),
            effort: Effort::default(),
        };
        if report.refused.is_some() {
            report.candidates.clear();
            return (report, Vec::new());
        }
        let candidates = std::mem::take(&mut report.candidates);
        let bench = Bench { scene, criteria: &self.criteria, candidates: &candidates, luck };
        let results = self.examine(&bench, &mut report, wanted, exhaustive);
        report.candidates = candidates;
        (report, results)
    }

    fn examine(
        &self,
        bench: &Bench<'_>,
        report: &mut OptionReport,
        wanted: usize,
        exhaustive: bool,
    ) -> Vec<Place> {
        let is_condition = |i: &usize| matches!(self.criteria[*i], Criterion::Condition { .. });
        let (rays, cheap): (Vec<usize>, Vec<usize>) =
            (0..self.criteria.len()).partition(|&i| self.criteria[i].measure().is_expensive());
        report.fates = vec![Fate::Partial(0.0, 0.0); bench.candidates.len()];
        let mut left: Vec<usize> = (0..bench.candidates.len()).collect();
        for &criterion in cheap.iter().filter(|i| is_condition(i)) {
            report.effort.cheap += left.len() as u64;
            left.retain(|&c| bench.holds(criterion, c) || fail(&mut report.fates, c, criterion));
        }
        let all_rays = (left.len() * rays.len()) as u64;
        let among =
            |i: &usize| matches!(self.criteria[*i], Criterion::Weight { scale: Scale::AmongCandidates, .. });
        let eager = cheap.iter().any(among);
        if eager {
            for &criterion in rays.iter().filter(|i| is_condition(i)) {
                report.effort.expensive += left.len() as u64;
                left.retain(|&c| bench.holds(criterion, c) || fail(&mut report.fates, c, criterion));
            }
        }
        let mut scores = vec![0.0; left.len()];
        for criterion in cheap.iter().filter(|i| !is_condition(i)) {
            let Criterion::Weight { weight, .. } = self.criteria[*criterion] else { continue };
            report.effort.cheap += left.len() as u64;
            let values = if among(criterion) {
                bench.values_among(*criterion, &left)
            } else {
                left.iter().map(|&c| bench.value(*criterion, c)).collect()
            };
            scores.iter_mut().zip(values).for_each(|(score, value)| *score += weight * value);
        }
        let late: Vec<usize> = rays.into_iter().filter(|i| !(eager && is_condition(i))).collect();
        let wanted = if self.pick == Pick::Best { wanted } else { usize::MAX };
        let started = left.into_iter().zip(scores);
        let mut found = self.heap(bench, report, &late, started.collect(), wanted, exhaustive);
        report.effort.avoided = all_rays.saturating_sub(report.effort.expensive);
        if let Pick::AmongTop(share) = self.pick {
            let top = ((found.len() as f64 * share).ceil() as u64).max(1);
            if !found.is_empty() {
                let taken = found.remove(bench.luck.split(u64::MAX).below(top) as usize);
                found.insert(0, taken);
                found.truncate(1);
            }
        }
        let place = |scored: Scored| {
            let Candidate { at, what } = bench.candidates[scored.candidate];
            Place { candidate: scored.candidate, at, what, min: scored.min, max: scored.max }
        };
        found.into_iter().map(place).collect()
    }

    /// The late steps: lazily, or all of them.
    fn heap(
        &self,
        bench: &Bench<'_>,
        report: &mut OptionReport,
        late: &[usize],
        started: Vec<(usize, f64)>,
        wanted: usize,
        exhaustive: bool,
    ) -> Vec<Scored> {
        let steps: Vec<Step> = late
            .iter()
            .map(|&i| match self.criteria[i] {
                Criterion::Condition { .. } => Step::Condition,
                Criterion::Weight { weight, .. } => Step::Weight(weight),
            })
            .collect();
        let mut judge = Late { bench, steps: late };
        let mut found = Vec::new();
        if exhaustive {
            let (passed, failed, tests) = exhaust(&steps, started, &mut judge);
            report.effort.expensive += tests;
            for scored in &passed {
                report.fates[scored.candidate] = Fate::Passed(scored.min, scored.max);
            }
            for (candidate, step) in failed {
                report.fates[candidate] = Fate::Failed(late[step]);
            }
            found = passed;
            found.truncate(wanted);
            return found;
        }
        let mut search = Search::new(&steps, started);
        while found.len() < wanted {
            match search.step(&mut judge) {
                Progress::Working => {}
                Progress::Failed(candidate, step) => report.fates[candidate] = Fate::Failed(late[step]),
                Progress::Found(scored) => {
                    report.fates[scored.candidate] = Fate::Passed(scored.min, scored.max);
                    found.push(scored);
                }
                Progress::Empty => break,
            }
        }
        for (scored, known) in search.open() {
            let fate = if known { Fate::Passed } else { Fate::Partial };
            report.fates[scored.candidate] = fate(scored.min, scored.max);
        }
        report.effort.expensive += search.tests();
        found
    }
}

/// Notes a failure; false, for `retain`.
fn fail(fates: &mut [Fate], candidate: usize, criterion: usize) -> bool {
    fates[candidate] = Fate::Failed(criterion);
    false
}
