//! Running a chart: one context per mind.
//!
//! Events wait in a queue and are handled one at a time, each to its end. An event is offered to the innermost current states first;
//! what they do not handle goes up to the state around them. Concurrent regions are all offered it. A transition leaves from the
//! innermost outward (exit actions), acts, and enters from the outermost inward (entry actions). Before the next event:
//! transitions without an event fire when their state has completed (a plain state at once, one with an activity when the
//! environment says so, a composite when all its regions have come to their end), and change events fire when their condition
//! becomes true. The number of steps between two rests is bounded, and so is their number over all the seconds that pass at once, so that no
//! chart can stall the world.

use super::structure::{Chart, StateKind, Trigger};
use super::words::{Expr, Statement, Values};
use std::collections::VecDeque;
use std::sync::Arc;

/// The client of a chart: what its actions and senses mean.
pub trait Environment {
    /// Carry out an action.
    fn act(&mut self, action: &str, arguments: &[f64]);

    /// The value of a sense that the chart declared.
    fn sense(&self, name: &str) -> f64 {
        let _ = name;
        0.0
    }

    /// An activity goes on; called once per [`Context::advance`].
    fn go_on(&mut self, activity: &str) {
        let _ = activity;
    }

    /// Something happened inside the chart.
    fn notice(&mut self, notice: Notice<'_>) {
        let _ = notice;
    }
}

/// What happens inside a chart, for those who want to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// A state was entered.
    Entered(&'a str),
    /// A state was left.
    Left(&'a str),
    /// A transition fired.
    Fired(&'a str),
    /// An event was of no interest to anybody.
    Ignored(&'a str),
}

/// A chart that never comes to rest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("chart {chart:?} does not come to rest: {steps} steps, now in {state:?}")]
pub struct Runaway {
    chart: String,
    steps: usize,
    state: String,
}

/// Steps between two rests, and time events for each second that passes.
const MOST_STEPS: usize = 1_000;
/// Time events while any number of seconds pass at once.
const MOST_TIMERS: usize = 2_000_000;
/// Events that may wait; more are dropped, the newest first.
const MOST_EVENTS: usize = 256;

/// The dynamics of one running chart: where it is, its variables, clock and queue.
///
/// ```
/// use wold_mind::chart::{Chart, Context, Environment};
/// use std::sync::Arc;
/// struct Output(Vec<f64>);
/// impl Environment for Output {
///     fn act(&mut self, _: &str, arguments: &[f64]) {
///         self.0.extend(arguments);
///     }
/// }
/// // Marks where a run of equal bits begins.
/// let chart = Chart::parse(r#"
///     start = "begin"
///     [[state]]
///     name = "begin"
///     on = ["zero / out(1) -> zeros", "one / out(1) -> ones"]
///     [[state]]
///     name = "zeros"
///     on = ["zero / out(0)", "one / out(1) -> ones"]
///     [[state]]
///     name = "ones"
///     on = ["one / out(0)", "zero / out(1) -> zeros"]
/// "#)?;
/// let (mut context, mut output) = (Context::new(Arc::new(chart)), Output(vec![]));
/// context.start(&mut output)?;
/// for bit in "001110000101".chars() {
///     context.call(if bit == '1' { "one" } else { "zero" }, &[], &mut output)?;
/// }
/// assert_eq!(output.0, [1., 0., 1., 0., 0., 1., 0., 0., 0., 1., 1., 1.]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Context {
    pub(super) chart: Arc<Chart>,
    variables: Vec<f64>,
    /// The current state of each region.
    pub(super) current: Vec<Option<usize>>,
    /// The state each region was in when it was left.
    pub(super) history: Vec<Option<usize>>,
    /// When each state was entered.
    pub(super) entered: Vec<f64>,
    /// Per transition: whether its time has fired, or its condition held, since its source was entered.
    pub(super) held: Vec<bool>,
    /// States whose completion is still to be looked at.
    pub(super) completed: VecDeque<usize>,
    queue: VecDeque<(String, Vec<f64>)>,
    pub(super) now: f64,
    steps: usize,
}

impl Context {
    /// A context of a chart, not yet started.
    #[must_use]
    pub fn new(chart: Arc<Chart>) -> Self {
        Self {
            variables: chart.initial.clone(),
            current: vec![None; chart.regions.len()],
            history: vec![None; chart.regions.len()],
            entered: vec![0.0; chart.states.len()],
            held: vec![false; chart.transitions.len()],
            completed: VecDeque::new(),
            queue: VecDeque::new(),
            now: 0.0,
            steps: 0,
            chart,
        }
    }

    /// The names of the current states, outermost first.
    #[must_use]
    pub fn current(&self) -> Vec<&str> {
        let mut found = Vec::new();
        self.list(0, &mut found);
        found
    }

    fn list<'a>(&'a self, region: usize, found: &mut Vec<&'a str>) {
        if let Some(state) = self.current[region] {
            found.push(&self.chart.states[state].name);
            self.chart.states[state].regions.iter().for_each(|&inner| self.list(inner, found));
        }
    }

    /// Whether a state of that name is current.
    #[must_use]
    pub fn is_in(&self, name: &str) -> bool {
        self.current.iter().flatten().any(|&state| self.chart.states[state].name == name)
    }

    /// A variable's value.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<f64> {
        self.chart.variables.iter().position(|v| v == name).map(|at| self.variables[at])
    }

    /// Whether the chart has come to its end.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.current[0].is_some_and(|state| self.chart.states[state].kind == StateKind::Final)
    }

    /// Enters the start state.
    ///
    /// # Errors
    /// If the chart does not come to rest.
    pub fn start(&mut self, environment: &mut dyn Environment) -> Result<(), Runaway> {
        self.enter_region(0, false, environment);
        self.run(environment)
    }

    /// Puts an event into the queue, to be handled by the next [`Context::run`] (a signal).
    pub fn signal(&mut self, event: &str, arguments: &[f64]) {
        if self.queue.len() < MOST_EVENTS {
            self.queue.push_back((event.to_owned(), arguments.to_vec()));
        }
    }

    /// Handles an event now, before what waits, and everything that follows from it (a call). Returns whether anybody cared.
    ///
    /// # Errors
    /// If the chart does not come to rest.
    pub fn call(
        &mut self,
        event: &str,
        arguments: &[f64],
        environment: &mut dyn Environment,
    ) -> Result<bool, Runaway> {
        let handled = self.dispatch(event, arguments, environment);
        self.run(environment)?;
        Ok(handled)
    }

    /// Handles everything that waits.
    ///
    /// # Errors
    /// If the chart does not come to rest; it can be used on, what waits is dropped.
    pub fn run(&mut self, environment: &mut dyn Environment) -> Result<(), Runaway> {
        self.steps = 0;
        loop {
            self.settle(environment)?;
            let Some((event, arguments)) = self.queue.pop_front() else { return Ok(()) };
            self.count()?;
            self.dispatch(&event, &arguments, environment);
        }
    }

    /// Lets seconds pass: time events fire in their order, activities go on.
    ///
    /// # Errors
    /// If the chart does not come to rest, or its time events follow each other a thousand times a second and more.
    pub fn advance(&mut self, seconds: f64, environment: &mut dyn Environment) -> Result<(), Runaway> {
        let until = self.now + seconds.max(0.0);
        self.run(environment)?;
        // Every timer comes to rest before the next, so they are counted apart.
        let most = (MOST_STEPS as f64 * (1.0 + seconds.max(0.0))).min(MOST_TIMERS as f64) as usize;
        let mut timers = 0;
        while let Some((at, transition)) = self.next_timer().filter(|(at, _)| *at <= until) {
            timers += 1;
            if timers > most {
                // What was left undone is not made up for.
                self.now = until;
                return Err(self.run_away(most));
            }
            self.now = at.max(self.now);
            self.held[transition] = true;
            if self.passes(transition, &[], environment) {
                self.fire(transition, &[], environment);
            }
            self.run(environment)?;
        }
        self.now = until;
        let chart = self.chart.clone();
        for &state in self.current.iter().flatten() {
            if let Some(activity) = &chart.states[state].during {
                environment.go_on(activity);
            }
        }
        self.run(environment)
    }

    /// The activity of a state has come to its end: the state completes.
    ///
    /// # Errors
    /// If the chart does not come to rest.
    pub fn finish(&mut self, state: &str, environment: &mut dyn Environment) -> Result<(), Runaway> {
        let number = self.chart.states.iter().position(|s| s.name == state);
        self.completed.extend(number.filter(|&n| self.current[self.chart.states[n].region] == Some(n)));
        self.run(environment)
    }

    fn count(&mut self) -> Result<(), Runaway> {
        self.steps += 1;
        if self.steps <= MOST_STEPS {
            return Ok(());
        }
        Err(self.run_away(MOST_STEPS))
    }

    /// Drops what waits.
    fn run_away(&mut self, steps: usize) -> Runaway {
        self.queue.clear();
        self.completed.clear();
        let state = self.current().last().map_or(String::new(), |&name| name.to_owned());
        Runaway { chart: self.chart.name.clone(), steps, state }
    }

    fn next_timer(&self) -> Option<(f64, usize)> {
        let chart = &self.chart;
        let mut next: Option<(f64, usize)> = None;
        for &state in self.current.iter().flatten() {
            for &number in &chart.states[state].transitions {
                if let (Trigger::After(seconds), false) =
                    (&chart.transitions[number].trigger, self.held[number])
                {
                    let at = self.entered[state] + seconds;
                    if next.is_none_or(|(best, _)| at < best) {
                        next = Some((at, number));
                    }
                }
            }
        }
        next
    }

    /// Completions and changes, until there are none.
    fn settle(&mut self, environment: &mut dyn Environment) -> Result<(), Runaway> {
        loop {
            if let Some(state) = self.completed.pop_front() {
                self.count()?;
                if self.current[self.chart.states[state].region] == Some(state) {
                    let is_completion = |trigger: &Trigger| *trigger == Trigger::Completion;
                    self.try_transitions(state, &is_completion, &[], environment);
                }
                continue;
            }
            let Some(transition) = self.changed(environment) else { return Ok(()) };
            self.count()?;
            if self.passes(transition, &[], environment) {
                self.fire(transition, &[], environment);
            }
        }
    }

    /// A change event whose condition has just become true.
    fn changed(&mut self, environment: &dyn Environment) -> Option<usize> {
        let chart = self.chart.clone();
        for &state in self.current.clone().iter().flatten() {
            for &number in &chart.states[state].transitions {
                if let Trigger::When(condition) = &chart.transitions[number].trigger {
                    let holds = self.value(condition, &[], environment) != 0.0;
                    let held = std::mem::replace(&mut self.held[number], holds);
                    if holds && !held {
                        return Some(number);
                    }
                }
            }
        }
        None
    }

    fn dispatch(&mut self, event: &str, arguments: &[f64], environment: &mut dyn Environment) -> bool {
        let handled = self.offer(0, event, arguments, environment);
        if !handled {
            environment.notice(Notice::Ignored(event));
        }
        handled
    }

    /// Offers an event to a region: to what is inside its current state first.
    fn offer(
        &mut self,
        region: usize,
        event: &str,
        arguments: &[f64],
        environment: &mut dyn Environment,
    ) -> bool {
        let Some(state) = self.current[region] else { return false };
        let chart = self.chart.clone();
        let mut handled = false;
        for &inner in &chart.states[state].regions {
            handled |= self.offer(inner, event, arguments, environment);
            if self.current[region] != Some(state) {
                return true;
            }
        }
        let fits = |trigger: &Trigger| match trigger {
            Trigger::Event(name) => name == event,
            Trigger::Any => true,
            _ => false,
        };
        handled || self.try_transitions(state, &fits, arguments, environment)
    }

    fn try_transitions(
        &mut self,
        state: usize,
        fits: &dyn Fn(&Trigger) -> bool,
        arguments: &[f64],
        environment: &mut dyn Environment,
    ) -> bool {
        let chart = self.chart.clone();
        for &number in &chart.states[state].transitions {
            if fits(&chart.transitions[number].trigger) && self.passes(number, arguments, environment) {
                self.fire(number, arguments, environment);
                return true;
            }
        }
        false
    }

    fn value(&self, expr: &Expr, arguments: &[f64], environment: &dyn Environment) -> f64 {
        expr.value(&Values {
            variables: &self.variables,
            arguments,
            sense: &|name| environment.sense(name),
            is_current: &|state| self.current.contains(&Some(state)),
        })
    }

    fn passes(&self, transition: usize, arguments: &[f64], environment: &dyn Environment) -> bool {
        let guard = &self.chart.transitions[transition].guard;
        guard.as_ref().is_none_or(|guard| self.value(guard, arguments, environment) != 0.0)
    }

    fn fire(&mut self, number: usize, arguments: &[f64], environment: &mut dyn Environment) {
        let chart = self.chart.clone();
        let transition = &chart.transitions[number];
        environment.notice(Notice::Fired(&transition.label));
        let Some(target) = transition.target else {
            return self.perform(&transition.actions, arguments, environment);
        };
        let common = chart.common_region(transition.source, target);
        self.leave_region(common, environment);
        self.perform(&transition.actions, arguments, environment);
        let mut way = chart.ancestors(target);
        way.truncate(way.iter().position(|(region, _)| *region == common).map_or(way.len(), |at| at + 1));
        self.enter_along(&way, environment);
    }

    pub(super) fn perform(
        &mut self,
        actions: &[Statement],
        arguments: &[f64],
        environment: &mut dyn Environment,
    ) {
        for action in actions {
            let values = |list: &[Expr], this: &Self, environment: &dyn Environment| -> Vec<f64> {
                list.iter().map(|expr| this.value(expr, arguments, environment)).collect()
            };
            match action {
                Statement::Set(variable, expr) => {
                    self.variables[*variable] = self.value(expr, arguments, environment);
                }
                Statement::Send(event, list) => {
                    let sent = values(list, self, environment);
                    self.signal(event, &sent);
                }
                Statement::Act(name, list) => {
                    let given = values(list, self, environment);
                    environment.act(name, &given);
                }
            }
        }
    }
}
