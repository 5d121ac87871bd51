//! How much a search may spend, and how it ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells the time since some fixed moment. The library has no clock of its own.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// What a search may spend in one run. What is not limited is unlimited; a search that resumes gets a new budget.
///
/// ```
/// use wold_arena::Budget;
/// let budget = Budget::iterations(1_000).and_depth(6);
/// assert_eq!(budget.depth, Some(6));
/// ```
#[derive(Clone, Default)]
pub struct Budget {
    /// Simulations of a tree search.
    pub iterations: Option<u64>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Time on a clock.
    pub time: Option<(Duration, Clock)>,
    /// Ends the run when it turns true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let time = self.time.as_ref().map(|(limit, _)| limit);
        write!(
            f,
            "{:?} iterations, {:?} nodes, {:?} plies, {time:?}",
            self.iterations, self.nodes, self.depth
        )
    }
}

impl Budget {
    /// So many simulations.
    #[must_use]
    pub fn iterations(iterations: u64) -> Self {
        Self { iterations: Some(iterations), ..Self::default() }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So many plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So long by this clock.
    #[must_use]
    pub fn time(limit: Duration, clock: Clock) -> Self {
        Self { time: Some((limit, clock)), ..Self::default() }
    }

    /// And so many plies at most.
    #[must_use]
    pub fn and_depth(mut self, depth: u32) -> Self {
        self.depth = Some(depth);
        self
    }

    /// And so many positions at most.
    #[must_use]
    pub fn and_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Whether anything but the depth can end the run.
    #[must_use]
    pub fn can_run_out(&self) -> bool {
        self.nodes.is_some() || self.iterations.is_some() || self.time.is_some() || self.stop.is_some()
    }

    /// And so long at most.
    #[must_use]
    pub fn and_time(mut self, limit: Duration, clock: Clock) -> Self {
        self.time = Some((limit, clock));
        self
    }
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Simulations.
    Iterations,
    /// Positions.
    Nodes,
    /// Plies.
    Depth,
    /// Time.
    Time,
    /// Somebody said stop.
    Stopped,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Everything is known.
    Complete,
    /// The answer is the best so far.
    Partial(Limit),
    /// The game was over before the search began.
    Over,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = match self {
            Self::Complete => "complete",
            Self::Over => "the game is over",
            Self::Partial(Limit::Iterations) => "partial: out of iterations",
            Self::Partial(Limit::Nodes) => "partial: out of nodes",
            Self::Partial(Limit::Depth) => "partial: out of depth",
            Self::Partial(Limit::Time) => "partial: out of time",
            Self::Partial(Limit::Stopped) => "partial: stopped",
        };
        f.write_str(words)
    }
}

/// Watches a budget being spent.
pub struct Meter<'a> {
    budget: &'a Budget,
    began: Duration,
    /// Positions visited in this run.
    pub nodes: u64,
    /// Simulations in this run.
    pub iterations: u64,
    /// Steps of work since the clock was read.
    since_look: u64,
    out: Option<Limit>,
}

/// The clock is read once in so many steps of work, a node being one; iterations are dearer and read it more often.
const WORK_PER_LOOK: u64 = 1024;
const ITERATIONS_PER_LOOK: u64 = 32;

impl<'a> Meter<'a> {
    /// Starts the clock.
    #[must_use]
    pub fn new(budget: &'a Budget) -> Self {
        let began = budget.time.as_ref().map_or(Duration::ZERO, |(_, clock)| clock());
        Self { budget, began, nodes: 0, iterations: 0, since_look: 0, out: None }
    }

    /// What ran out, if anything did.
    #[must_use]
    pub fn out(&self) -> Option<Limit> {
        self.out
    }

    /// Counts a position; false when there is nothing left to pay with.
    pub fn node(&mut self) -> bool {
        if self.out.is_some() {
            return false;
        }
        if self.budget.nodes.is_some_and(|most| self.nodes >= most) {
            self.out = Some(Limit::Nodes);
            return false;
        }
        self.nodes += 1;
        self.work(1)
    }

    /// Counts work that visits no position, such as listing moves, so that a search of few dear positions looks at the clock as
    /// often as one of many cheap ones; false when there is nothing left to pay with.
    pub fn work(&mut self, steps: u64) -> bool {
        self.since_look += steps;
        if self.since_look >= WORK_PER_LOOK {
            self.since_look = 0;
            self.look();
        }
        self.out.is_none()
    }

    /// Counts a simulation; false when there is nothing left to pay with.
    pub fn iteration(&mut self) -> bool {
        if self.out.is_some() {
            return false;
        }
        if self.budget.iterations.is_some_and(|most| self.iterations >= most) {
            self.out = Some(Limit::Iterations);
        } else if self.budget.nodes.is_some_and(|most| self.nodes >= most) {
            self.out = Some(Limit::Nodes);
        } else if self.iterations.is_multiple_of(ITERATIONS_PER_LOOK) {
            self.look();
        }
        self.iterations += u64::from(self.out.is_none());
        self.out.is_none()
    }

    fn look(&mut self) {
        if self.out.is_some() {
            return;
        }
        if let Some((limit, clock)) = &self.budget.time
            && clock().saturating_sub(self.began) >= *limit
        {
            self.out = Some(Limit::Time);
        }
        if self.budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            self.out = Some(Limit::Stopped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn a_meter_names_what_ran_out() {
        let mut none = Meter::new(&Budget::iterations(0)).iterations;
        let budget = Budget::iterations(2);
        let mut meter = Meter::new(&budget);
        while meter.iteration() {
            none += 1;
        }
        assert_eq!((none, meter.out()), (2, Some(Limit::Iterations)));

        let ticks = Arc::new(AtomicU64::new(0));
        let shared = ticks.clone();
        let clock: Clock = Arc::new(move || Duration::from_millis(shared.fetch_add(1, Ordering::Relaxed)));
        let budget = Budget::time(Duration::from_millis(3), clock);
        let mut meter = Meter::new(&budget);
        while meter.node() {}
        assert_eq!(meter.out(), Some(Limit::Time));
        assert_eq!(meter.nodes, 3 * WORK_PER_LOOK);
    }

    #[test]
    fn a_flag_stops_a_run() {
        let budget = Budget { stop: Some(Arc::new(AtomicBool::new(true))), ..Budget::default() };
        let mut meter = Meter::new(&budget);
        assert!(!meter.iteration());
        assert_eq!(meter.out(), Some(Limit::Stopped));
    }
}
