//! Leaving and entering states: from the innermost outward, from the outermost inward, with history.

use super::engine::{Context, Environment, Notice};
use super::structure::StateKind;

impl Context {
    pub(super) fn leave_region(&mut self, region: usize, environment: &mut dyn Environment) {
        let Some(state) = self.current[region] else { return };
        let chart = self.chart.clone();
        for &inner in chart.states[state].regions.iter().rev() {
            self.leave_region(inner, environment);
        }
        self.current[region] = None;
        if chart.states[state].kind == StateKind::Plain {
            self.history[region] = Some(state);
            self.perform(&chart.states[state].exit, &[], environment);
            environment.notice(Notice::Left(&chart.states[state].name));
        }
    }

    /// Enters the states of a way, given innermost first, and whatever starts beside it.
    pub(super) fn enter_along(&mut self, way: &[(usize, usize)], environment: &mut dyn Environment) {
        let Some(((region, state), inner)) = way.split_last() else { return };
        let chart = self.chart.clone();
        match chart.states[*state].kind {
            StateKind::History => return self.enter_region_as_it_was(*region, false, environment),
            StateKind::DeepHistory => return self.enter_region_as_it_was(*region, true, environment),
            StateKind::Plain | StateKind::Final => {}
        }
        self.enter_state(*region, *state, environment);
        for &beside in &chart.states[*state].regions {
            if inner.last().is_some_and(|(next, _)| *next == beside) {
                self.enter_along(inner, environment);
            } else {
                self.enter_region(beside, false, environment);
            }
        }
        self.look_for_completion(*state);
    }

    fn enter_region_as_it_was(&mut self, region: usize, deep: bool, environment: &mut dyn Environment) {
        if self.history[region].is_some() {
            self.enter_known(region, deep, environment);
        } else {
            self.enter_region(region, false, environment);
        }
    }

    fn enter_known(&mut self, region: usize, deep: bool, environment: &mut dyn Environment) {
        let Some(state) = self.history[region] else { return self.enter_region(region, false, environment) };
        self.enter_state(region, state, environment);
        let chart = self.chart.clone();
        for &inner in &chart.states[state].regions {
            self.enter_region(inner, deep, environment);
        }
        self.look_for_completion(state);
    }

    /// Enters a region at its start, or where it was.
    pub(super) fn enter_region(&mut self, region: usize, as_it_was: bool, environment: &mut dyn Environment) {
        if as_it_was && self.history[region].is_some() {
            return self.enter_known(region, true, environment);
        }
        let chart = self.chart.clone();
        self.enter_along(&[(region, chart.regions[region].start)], environment);
    }

    fn enter_state(&mut self, region: usize, state: usize, environment: &mut dyn Environment) {
        let chart = self.chart.clone();
        self.current[region] = Some(state);
        self.entered[state] = self.now;
        for &transition in &chart.states[state].transitions {
            self.held[transition] = false;
        }
        environment.notice(Notice::Entered(&chart.states[state].name));
        self.perform(&chart.states[state].entry, &[], environment);
    }

    /// A plain state without activity completes when entered; a final one may complete the state around it.
    fn look_for_completion(&mut self, state: usize) {
        let chart = self.chart.clone();
        let is_final = |s: usize| chart.states[s].kind == StateKind::Final;
        let entered = &chart.states[state];
        if is_final(state) {
            let Some(parent) = chart.regions[entered.region].parent else { return };
            let ended = |region: &usize| self.current[*region].is_some_and(is_final);
            if chart.states[parent].regions.iter().all(ended) {
                self.completed.push_back(parent);
            }
        } else if entered.regions.is_empty() && entered.during.is_none() {
            self.completed.push_back(state);
        }
    }
}
