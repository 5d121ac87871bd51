//! A query under way: it can stop before any ray and go on later, with the same answer.
//!
//! Generation and everything cheap run at once when an option begins. Then [`Asking::wants`] names the next test with rays, and [`Asking::give`] takes its
//! value, at once or ticks later: asynchronous rays need nothing else. If the world changed in between, the answer mixes both; re-validate it
//! ([`Query::still_holds`]) where that matters.
//!
//! [`Steady`] keeps from wavering: where one is already going is a candidate too, with a bonus, and places too near to be worth the walk are not.

use super::heap::{Judge, Progress, Scored, Search, Step};
use super::run::{Answer, Bench, Fate, OptionReport, Place, is_condition, is_relative, start_report};
use super::{Candidate, Choice, Criterion, Missing, Pick, Query, Test, What};
use crate::ground::{Ground, Point};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use wold_chance::Stream;

/// Where one is going already.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady {
    /// The place chosen before.
    pub at: Point,
    /// What is there.
    pub what: What,
    /// What it counts more than others.
    pub bonus: f64,
    /// Metres below which another place is not worth the walk.
    pub least_move: f64,
}

/// A test with rays that is wanted next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wanted {
    /// The criterion, by its number in the option.
    pub criterion: usize,
    /// The candidate, by its number.
    pub candidate: usize,
}

/// A query under way.
#[derive(Clone, Debug)]
pub struct Asking<Q> {
    query: Q,
    luck: Stream,
    steady: Option<Steady>,
    option: usize,
    trial: Option<Trial>,
    tried: Vec<OptionReport>,
    answer: Option<Answer>,
}

/// An option under way.
#[derive(Clone, Debug)]
struct Trial {
    report: OptionReport,
    luck: Stream,
    /// Ray conditions that must be known of all before scores can be: which, and of whom next.
    sift: Vec<usize>,
    sifting: (usize, usize),
    left: Vec<usize>,
    failed: Vec<bool>,
    all_rays: u64,
    late: Vec<usize>,
    search: Option<Search>,
    found: Vec<Scored>,
    kept: Option<usize>,
    /// Values that came before they were wanted.
    early: BTreeMap<Wanted, f64>,
}

/// A value that is known already.
struct Given(f64, bool);

impl Judge for Given {
    fn passes(&mut self, _: usize, _: usize) -> bool {
        self.1
    }

    fn value(&mut self, _: usize, _: usize) -> f64 {
        self.0
    }
}

impl<Q: Borrow<Query>> Asking<Q> {
    /// A query about to be asked.
    #[must_use]
    pub fn new(query: Q, luck: Stream) -> Self {
        Self { query, luck, steady: None, option: 0, trial: None, tried: Vec::new(), answer: None }
    }

    /// The same by somebody who is going somewhere already.
    #[must_use]
    pub fn steady(mut self, steady: Steady) -> Self {
        self.steady = Some(steady);
        self
    }

    /// The answer, once it is known.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// The answer, if it is known, by value.
    #[must_use]
    pub fn into_answer(self) -> Option<Answer> {
        self.answer
    }

    /// The next test with rays; `None` when there is an answer. Does all that needs no ray on the way there.
    pub fn wants(&mut self, ground: &dyn Ground) -> Option<Wanted> {
        while self.answer.is_none() {
            if self.trial.is_none() && !self.begin(ground) {
                continue;
            }
            let query: &Query = self.query.borrow();
            let choice = &query.options[self.option];
            let trial = self.trial.as_mut().expect("an option has begun");
            if let Some(wanted) = trial.wants(choice, ground, query.results) {
                let Some(raw) = trial.early.remove(&wanted) else { return Some(wanted) };
                trial.give(choice, ground, raw);
                continue;
            }
            let results = trial.results(choice);
            let trial = self.trial.take().expect("an option has begun");
            self.tried.push(trial.closed());
            self.end_option(results);
        }
        None
    }

    /// Tests that may be wanted after the next one, the likeliest first: to be cast ahead where rays are left over.
    #[must_use]
    pub fn likely(&self, count: usize) -> Vec<Wanted> {
        self.trial.as_ref().map_or_else(Vec::new, |trial| trial.likely(count))
    }

    /// Takes the value of a test that may be wanted later.
    pub fn give_early(&mut self, wanted: Wanted, raw: f64) {
        if let Some(trial) = &mut self.trial {
            trial.early.insert(wanted, raw);
        }
    }

    /// The value of a test, by casting its rays now.
    #[must_use]
    pub fn cast(&self, ground: &dyn Ground, wanted: Wanted) -> f64 {
        let Some(trial) = &self.trial else { return 0.0 };
        let choice = &self.query.borrow().options[self.option];
        trial.bench(choice, ground).raw(wanted.criterion, wanted.candidate)
    }

    /// How many rays a test takes.
    #[must_use]
    pub fn rays(&self, ground: &dyn Ground, wanted: Wanted) -> u32 {
        let choice = &self.query.borrow().options[self.option];
        match choice.criteria[wanted.criterion].measure() {
            super::Measure::Exposure => ground.hostiles().count() as u32,
            _ => 1,
        }
    }

    /// Takes the value of the test that was wanted.
    pub fn give(&mut self, ground: &dyn Ground, raw: f64) {
        let choice = &self.query.borrow().options[self.option];
        if let Some(trial) = &mut self.trial {
            trial.give(choice, ground, raw);
        }
    }

    /// Goes on with at most so many rays, which are counted down; says whether there is an answer. A test that takes more rays than are left waits.
    pub fn advance(&mut self, ground: &dyn Ground, rays: &mut u32) -> bool {
        while let Some(wanted) = self.wants(ground) {
            let cost = self.rays(ground, wanted);
            if cost > *rays {
                return false;
            }
            *rays -= cost;
            let raw = self.cast(ground, wanted);
            self.give(ground, raw);
        }
        true
    }

    /// Generates the candidates of the next option and does what is cheap; says whether there is one under way.
    fn begin(&mut self, ground: &dyn Ground) -> bool {
        let query: &Query = self.query.borrow();
        let choice = &query.options[self.option];
        let luck = self.luck.split(self.option as u64);
        let report = start_report(choice, ground, self.steady.as_ref());
        if report.refused.is_some() {
            self.tried.push(report);
            self.end_option(Vec::new());
            return false;
        }
        self.trial = Some(Trial::new(choice, ground, report, luck, self.steady.as_ref()));
        true
    }

    fn end_option(&mut self, results: Vec<Place>) {
        let query: &Query = self.query.borrow();
        if !results.is_empty() {
            let tried = std::mem::take(&mut self.tried);
            self.answer = Some(Answer { option: Some(self.option), results, tried, failure_signal: None });
            return;
        }
        self.option += 1;
        if self.option == query.options.len() {
            let (tried, failure_signal) = (std::mem::take(&mut self.tried), query.failure_signal.clone());
            self.answer = Some(Answer { option: None, results, tried, failure_signal });
        }
    }
}

impl Trial {
    fn new(
        choice: &Choice,
        ground: &dyn Ground,
        mut report: OptionReport,
        luck: Stream,
        steady: Option<&Steady>,
    ) -> Self {
        let (rays, cheap): (Vec<usize>, Vec<usize>) =
            (0..choice.criteria.len()).partition(|&i| choice.criteria[i].measure().is_expensive());
        report.fates = vec![Fate::Partial(0.0, 0.0); report.candidates.len()];
        let mut left: Vec<usize> = (0..report.candidates.len()).collect();
        let candidates = std::mem::take(&mut report.candidates);
        let bench = Bench { ground, criteria: &choice.criteria, candidates: &candidates, luck: &luck };
        for &criterion in cheap.iter().filter(|&&i| is_condition(&choice.criteria[i])) {
            report.effort.cheap += left.len() as u64;
            left.retain(|&candidate| {
                let holds = bench.holds(criterion, bench.raw(criterion, candidate));
                if !holds {
                    report.fates[candidate] = Fate::Failed(criterion);
                }
                holds
            });
        }
        let kept = steady.and_then(|steady| candidates.iter().position(|c| c.point() == steady.at));
        let all_rays = (left.len() * rays.len()) as u64;
        let eager = cheap.iter().any(|&i| is_relative(&choice.criteria[i]));
        let (sift, late) = rays.into_iter().partition(|&i| eager && is_condition(&choice.criteria[i]));
        report.candidates = candidates;
        let failed = vec![false; left.len()];
        Self {
            report,
            luck,
            sift,
            sifting: (0, 0),
            left,
            failed,
            all_rays,
            late,
            search: None,
            found: Vec::new(),
            kept,
            early: BTreeMap::new(),
        }
    }

    fn bench<'a>(&'a self, choice: &'a Choice, ground: &'a dyn Ground) -> Bench<'a> {
        Bench { ground, criteria: &choice.criteria, candidates: &self.report.candidates, luck: &self.luck }
    }

    fn wants(&mut self, choice: &Choice, ground: &dyn Ground, results: usize) -> Option<Wanted> {
        while let Some(&criterion) = self.sift.get(self.sifting.0) {
            match self.left.get(self.sifting.1) {
                Some(&candidate) if !self.failed[self.sifting.1] => {
                    return Some(Wanted { criterion, candidate });
                }
                Some(_) => self.sifting.1 += 1,
                None => self.sifting = (self.sifting.0 + 1, 0),
            }
        }
        if self.search.is_none() {
            self.search = Some(self.score(choice, ground));
        }
        let results = if choice.pick == Pick::Best { results } else { usize::MAX };
        while self.found.len() < results {
            let search = self.search.as_mut().expect("scores are known");
            if let Some((step, candidate)) = search.wants() {
                return Some(Wanted { criterion: self.late[step], candidate });
            }
            match search.step(&mut Given(0.0, true)) {
                Progress::Found(scored) => {
                    self.report.fates[scored.candidate] = Fate::Passed(scored.min, scored.max);
                    self.found.push(scored);
                }
                Progress::Empty => break,
                Progress::Working | Progress::Failed(..) => {}
            }
        }
        None
    }

    fn likely(&self, count: usize) -> Vec<Wanted> {
        let fresh = |wanted: &Wanted| !self.early.contains_key(wanted);
        if let Some(&criterion) = self.sift.get(self.sifting.0) {
            let rest =
                self.left.iter().zip(&self.failed).skip(self.sifting.1).filter(|(_, failed)| !**failed);
            let wanted = rest.map(|(&candidate, _)| Wanted { criterion, candidate });
            return wanted.filter(fresh).take(count).collect();
        }
        let likely = self.search.as_ref().map_or_else(Vec::new, |search| search.likely(count));
        let wanted =
            likely.into_iter().map(|(step, candidate)| Wanted { criterion: self.late[step], candidate });
        wanted.filter(fresh).collect()
    }

    /// The cheap part of every score, and a search among those left.
    fn score(&mut self, choice: &Choice, ground: &dyn Ground) -> Search {
        let mut failed = self.failed.iter();
        self.left.retain(|_| !failed.next().copied().unwrap_or(false));
        let bench = Bench {
            ground,
            criteria: &choice.criteria,
            candidates: &self.report.candidates,
            luck: &self.luck,
        };
        let mut scores = vec![0.0; self.left.len()];
        for (criterion, of) in choice.criteria.iter().enumerate() {
            let Criterion::Weight { weight, measure, .. } = of else { continue };
            if measure.is_expensive() {
                continue;
            }
            self.report.effort.cheap += self.left.len() as u64;
            let values = bench.values(criterion, &self.left);
            scores.iter_mut().zip(values).for_each(|(score, value)| *score += weight * value);
        }
        let bonus = self.report.bonus;
        let started = self.left.iter().zip(scores).map(|(&candidate, score)| {
            (candidate, if self.kept == Some(candidate) { score + bonus } else { score })
        });
        let steps: Vec<Step> = self
            .late
            .iter()
            .map(|&i| match choice.criteria[i] {
                Criterion::Condition { .. } => Step::Condition,
                Criterion::Weight { weight, .. } => Step::Weight(weight),
            })
            .collect();
        Search::new(&steps, started)
    }

    fn give(&mut self, choice: &Choice, ground: &dyn Ground, raw: f64) {
        self.report.effort.expensive += 1;
        if let Some(&criterion) = self.sift.get(self.sifting.0) {
            let Some(&candidate) = self.left.get(self.sifting.1) else { return };
            if !self.bench(choice, ground).holds(criterion, raw) {
                self.failed[self.sifting.1] = true;
                self.report.fates[candidate] = Fate::Failed(criterion);
            }
            self.sifting.1 += 1;
            return;
        }
        let Some((step, _)) = self.search.as_ref().and_then(Search::wants) else { return };
        let bench = self.bench(choice, ground);
        let mut given = Given(bench.scaled(self.late[step], raw), bench.holds(self.late[step], raw));
        let progress = self.search.as_mut().map(|search| search.step(&mut given));
        if let Some(Progress::Failed(candidate, step)) = progress {
            self.report.fates[candidate] = Fate::Failed(self.late[step]);
        }
    }

    fn results(&mut self, choice: &Choice) -> Vec<Place> {
        let mut found = std::mem::take(&mut self.found);
        if let (Pick::AmongTop(share), false) = (choice.pick, found.is_empty()) {
            let top = ((found.len() as f64 * share).ceil() as u64).max(1);
            found = vec![found[self.luck.split(u64::MAX).below(top) as usize]];
        }
        let place = |scored: Scored| Place::of(self.report.candidates[scored.candidate], scored);
        found.into_iter().map(place).collect()
    }

    fn closed(mut self) -> OptionReport {
        for (scored, known) in self.search.iter().flat_map(Search::open) {
            let fate = if known { Fate::Passed } else { Fate::Partial };
            self.report.fates[scored.candidate] = fate(scored.min, scored.max);
        }
        self.report.effort.avoided = self.all_rays.saturating_sub(self.report.effort.expensive);
        self.report
    }
}

/// Whether a place that was chosen is still good.
#[derive(Clone, Debug, PartialEq)]
pub enum Validity {
    /// All conditions still hold.
    Holds,
    /// This one does not any more.
    Fails(String),
    /// It cannot be said: something is missing.
    Lacks(Missing),
}

impl Query {
    /// Whether a place an option chose still meets its conditions; one place, so a handful of tests.
    #[must_use]
    pub fn still_holds(&self, ground: &dyn Ground, option: usize, place: &Place, luck: &Stream) -> Validity {
        let Some(choice) = self.options.get(option) else {
            return Validity::Lacks(Missing(format!("there is no option {option}")));
        };
        if let Err(missing) = choice.check(ground) {
            return Validity::Lacks(missing);
        }
        let candidates = [Candidate { at: place.at, storey: place.storey, what: place.what }];
        let bench = Bench { ground, criteria: &choice.criteria, candidates: &candidates, luck };
        let fails = |at: &usize| match &choice.criteria[*at] {
            // What is random was decided by chance once.
            Criterion::Condition { measure, test, .. } => {
                *measure != super::Measure::Random && !Test::holds(*test, bench.raw(*at, 0))
            }
            Criterion::Weight { .. } => false,
        };
        match (0..choice.criteria.len()).find(fails) {
            Some(at) => Validity::Fails(choice.criteria[at].text().to_owned()),
            None => Validity::Holds,
        }
    }
}
