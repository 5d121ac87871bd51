//! Lazy evaluation: the best of many, with as few tests as may be.
//!
//! A candidate's score is a sum of `multiplier × value`, values 0 to 1. While some are unknown it lies between the sum with the worst values put in
//! and the sum with the best, both added in the order of the steps: rounding is monotone, so the true sum never leaves these bounds, and the
//! answer equals exhaustive evaluation exactly, ties included (the lower index wins). A binary heap keeps the highest upper bound on top. Each
//! [`Search::step`] makes one test of the top: a failed condition removes it; a weight is skipped if the lower bound already beats the upper
//! bounds of both children, strictly. A search can therefore be paused after any test. With skipped weights a result's score is an interval.
//! Values must be 0 to 1; anything else breaks the promise.

/// What is asked of a candidate, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Must hold.
    Condition,
    /// Counts by this multiplier.
    Weight(f64),
}

/// Who makes the tests.
pub trait Judge {
    /// Whether a candidate meets the condition at a step.
    fn passes(&mut self, step: usize, candidate: usize) -> bool;
    /// The value, 0 to 1, of a candidate for the weight at a step.
    fn value(&mut self, step: usize, candidate: usize) -> f64;
}

/// A candidate and the bounds of its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Its index.
    pub candidate: usize,
    /// At least this.
    pub min: f64,
    /// At most this.
    pub max: f64,
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// There is more to do.
    Working,
    /// A candidate failed the condition at a step.
    Failed(usize, usize),
    /// The next best.
    Found(Scored),
    /// Nobody is left.
    Empty,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    candidate: usize,
    step: usize,
    low: f64,
    high: f64,
    max: f64,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search {
    steps: Vec<Step>,
    heap: Vec<Entry>,
    tests: u64,
}

fn fold(sum: f64, steps: &[Step], part: impl Fn(f64) -> f64) -> f64 {
    steps.iter().fold(sum, |sum, step| match step {
        Step::Condition => sum,
        Step::Weight(weight) => sum + part(*weight),
    })
}

impl Search {
    /// A search among candidates, each with the score it has already.
    #[must_use]
    pub fn new(steps: &[Step], candidates: impl IntoIterator<Item = (usize, f64)>) -> Self {
        let mut search = Self { steps: steps.to_vec(), heap: Vec::new(), tests: 0 };
        for (candidate, score) in candidates {
            let max = fold(score, steps, |weight| weight.max(0.0));
            search.heap.push(Entry { candidate, step: 0, low: score, high: score, max });
        }
        for at in (0..search.heap.len() / 2).rev() {
            search.sift(at);
        }
        search
    }

    /// How many tests were made.
    #[must_use]
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// Candidates that are still open, and whether all that is asked of them is known.
    pub fn open(&self) -> impl Iterator<Item = (Scored, bool)> + '_ {
        self.heap.iter().map(|entry| {
            let rest = &self.steps[entry.step..];
            let min = fold(entry.low, rest, |weight| weight.min(0.0));
            (Scored { candidate: entry.candidate, min, max: entry.max }, rest.is_empty())
        })
    }

    /// The test the next [`step`](Self::step) will make, as (step, candidate); `None` if it needs none.
    #[must_use]
    pub fn wants(&self) -> Option<(usize, usize)> {
        let top = self.heap.first()?;
        let rest = &self.steps[top.step..];
        match rest.first()? {
            Step::Condition => Some((top.step, top.candidate)),
            Step::Weight(_) => (!self.is_decided(top)).then_some((top.step, top.candidate)),
        }
    }

    /// Tests that are likely to be wanted soon: the next one of each of the so many highest candidates.
    #[must_use]
    pub fn likely(&self, count: usize) -> Vec<(usize, usize)> {
        let mut order: Vec<usize> = (0..self.heap.len()).collect();
        let before = |a: &usize, b: &usize| {
            let (a, b) = (&self.heap[*a], &self.heap[*b]);
            b.max.total_cmp(&a.max).then(a.candidate.cmp(&b.candidate))
        };
        if count < order.len() {
            order.select_nth_unstable_by(count, before);
            order.truncate(count);
        }
        order.sort_unstable_by(before);
        let open = order.into_iter().map(|at| self.heap[at]).filter(|entry| entry.step < self.steps.len());
        open.map(|entry| (entry.step, entry.candidate)).collect()
    }

    /// Whether the top beats both children whatever its open weights say.
    fn is_decided(&self, top: &Entry) -> bool {
        let min = fold(top.low, &self.steps[top.step..], |weight| weight.min(0.0));
        self.heap[1..].iter().take(2).all(|child| min > child.max)
    }

    /// Makes at most one test.
    pub fn step(&mut self, judge: &mut impl Judge) -> Progress {
        let Some(&top) = self.heap.first() else { return Progress::Empty };
        let rest = &self.steps[top.step..];
        let Some(&step) = rest.first() else {
            self.pop();
            return Progress::Found(Scored { candidate: top.candidate, min: top.low, max: top.high });
        };
        match step {
            Step::Condition => {
                self.tests += 1;
                if judge.passes(top.step, top.candidate) {
                    self.heap[0].step += 1;
                    return Progress::Working;
                }
                self.pop();
                return Progress::Failed(top.candidate, top.step);
            }
            Step::Weight(weight) => {
                let decided = self.is_decided(&top);
                self.heap[0].step += 1;
                if decided {
                    self.heap[0].low += weight.min(0.0);
                    self.heap[0].high += weight.max(0.0);
                } else {
                    self.tests += 1;
                    let part = weight * judge.value(top.step, top.candidate);
                    let entry = &mut self.heap[0];
                    entry.low += part;
                    entry.high += part;
                }
            }
        }
        let top = &mut self.heap[0];
        top.max = fold(top.high, &self.steps[top.step..], |weight| weight.max(0.0));
        self.sift(0);
        Progress::Working
    }

    fn above(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.heap[a], &self.heap[b]);
        a.max.total_cmp(&b.max).then(b.candidate.cmp(&a.candidate)).is_gt()
    }

    fn sift(&mut self, mut at: usize) {
        loop {
            let mut best = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.heap.len() && self.above(child, best) {
                    best = child;
                }
            }
            if best == at {
                return;
            }
            self.heap.swap(at, best);
            at = best;
        }
    }

    fn pop(&mut self) {
        self.heap.swap_remove(0);
        self.sift(0);
    }
}

/// Exhaustive evaluation: every test of every candidate; those that pass, best first, and how many tests that took.
pub fn exhaust(
    steps: &[Step],
    candidates: impl IntoIterator<Item = (usize, f64)>,
    judge: &mut impl Judge,
) -> (Vec<Scored>, Vec<(usize, usize)>, u64) {
    let (mut passed, mut failed, mut tests) = (Vec::new(), Vec::new(), 0);
    for (candidate, mut score) in candidates {
        let mut failure = None;
        for (at, step) in steps.iter().enumerate() {
            tests += 1;
            match step {
                Step::Condition => {
                    if !judge.passes(at, candidate) {
                        failure = failure.or(Some((candidate, at)));
                    }
                }
                Step::Weight(weight) => score += weight * judge.value(at, candidate),
            }
        }
        match failure {
            Some(failure) => failed.push(failure),
            None => passed.push(Scored { candidate, min: score, max: score }),
        }
    }
    passed.sort_by(|a, b| b.max.total_cmp(&a.max).then(a.candidate.cmp(&b.candidate)));
    (passed, failed, tests)
}
