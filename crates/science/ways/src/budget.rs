//! How long a search may go on.
//!
//! A budget counts steps (one expansion of a search is one step) and may also ask a closure whether to stop. The library
//! itself never reads a clock: whoever has one passes `|| clock.elapsed() > limit`. Steps make results reproducible; a
//! closure over a clock does not, so a world that must replay uses steps.

/// The steps left, and perhaps somebody to ask.
///
/// ```
/// use wold_ways::Budget;
/// let mut budget = Budget::steps(2);
/// assert!(budget.spend() && budget.spend());
/// assert!(!budget.spend(), "the third step is refused");
/// ```
pub struct Budget<'a> {
    left: u64,
    spent: u64,
    stop: Option<&'a mut dyn FnMut() -> bool>,
}

/// The closure is asked once in so many steps; clocks cost more than a step does.
const ASK_EVERY: u64 = 64;

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("left", &self.left).field("spent", &self.spent).finish_non_exhaustive()
    }
}

impl<'a> Budget<'a> {
    /// No end.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::steps(u64::MAX)
    }

    /// At most `steps` expansions.
    #[must_use]
    pub fn steps(steps: u64) -> Self {
        Self { left: steps, spent: 0, stop: None }
    }

    /// Ends as well when `stop` says so. It is asked at the first step and then once in 64.
    #[must_use]
    pub fn until(self, stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Takes one step; false if there is none left. A refused step costs nothing.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        if self.spent.is_multiple_of(ASK_EVERY) && self.stop.as_mut().is_some_and(|stop| stop()) {
            self.left = 0;
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        true
    }

    /// Steps left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Steps taken so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closure_ends_the_budget_within_64_steps_and_for_good() {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked > 2
        };
        let mut budget = Budget::unlimited().until(&mut stop);
        let steps = (0..1_000).filter(|_| budget.spend()).count();
        assert_eq!(steps, 128);
        assert_eq!((budget.left(), budget.spent()), (0, 128));
    }

    #[test]
    fn no_steps_are_no_steps() {
        assert!(!Budget::steps(0).spend());
    }
}
