//! Charts from text.
//!
//! ```toml
//! name = "ranger"
//! start = "idle"
//! vars = { torch = 0 }
//! senses = ["dark"]                    # what guards may ask the environment
//!
//! [[state]]
//! name = "idle"
//! entry = "look"
//! on = ["walk / step(2) -> walking", "after 5 [not dark] -> asleep", "when dark -> camp", "* / shrug"]
//!
//! [[state]]
//! name = "camp"                        # a composite state: two regions run side by side
//! on = ["-> idle"]                     # without an event: when both have come to their end
//! [[region]]
//! name = "fire"
//! in = "camp"
//! start = "kindling"
//! ```
//! States say with `in` which region they stand in, the chart's own by default; a state with `start` has one region of its own
//! name. `kind` is `final`, `history` or `deep history`. `machine = "name"` puts a copy of a `[[machine]]` (name, start, state,
//! region) into a state; its states are called `state/inner`. `do` names an activity that goes on while the state is current.
//! A transition reads `event [guard] / action; action -> target`; without a target nothing is left or entered.

use super::structure::{Chart, Region, State, StateKind, Transition, Trigger};
use super::words::{Expr, Scope, Statement, expression, statements};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// What is wrong with a chart, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ChartError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    name: String,
    start: Spanned<String>,
    #[serde(default)]
    vars: BTreeMap<String, f64>,
    #[serde(default)]
    senses: Vec<String>,
    #[serde(default)]
    machine: Vec<MachineText>,
    state: Vec<Spanned<StateText>>,
    #[serde(default)]
    region: Vec<Spanned<RegionText>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct MachineText {
    name: String,
    start: Spanned<String>,
    state: Vec<Spanned<StateText>>,
    #[serde(default)]
    region: Vec<Spanned<RegionText>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateText {
    name: String,
    #[serde(rename = "in")]
    within: Option<String>,
    kind: Option<String>,
    start: Option<String>,
    machine: Option<String>,
    entry: Option<String>,
    exit: Option<String>,
    #[serde(rename = "do")]
    during: Option<String>,
    #[serde(default)]
    on: Vec<Spanned<String>>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionText {
    name: String,
    #[serde(rename = "in")]
    within: String,
    start: String,
}

/// Bounds of a chart.
const MOST_STATES: usize = 2_000;
const DEEPEST: usize = 16;
/// The shortest time but none.
const LEAST_SECONDS: f64 = 0.001;

struct Builder<'a> {
    text: &'a str,
    chart: Chart,
    senses: Vec<String>,
    machines: &'a [MachineText],
    /// What is still to be resolved: region and the name of its start, with the prefix and line of the text.
    starts: Vec<(usize, String, String, usize)>,
    /// Transition and the name of its target.
    targets: Vec<(usize, String, String, usize)>,
}

impl Chart {
    /// Reads a chart.
    ///
    /// # Errors
    /// Names the line and what is wrong there: syntax, unknown names, a missing start or target, states that cannot be reached.
    pub fn parse(text: &str) -> Result<Self, ChartError> {
        let file: File = toml::from_str(text).map_err(|e| ChartError {
            line: e.span().map_or(1, |span| crate::line_at(text, span.start)),
            reason: e.message().replace('\n', " "),
        })?;
        let (variables, initial) = file.vars.into_iter().unzip();
        let chart = Self {
            name: file.name,
            variables,
            initial,
            states: Vec::new(),
            regions: vec![Region { name: String::new(), parent: None, start: 0, states: Vec::new() }],
            transitions: Vec::new(),
        };
        let mut builder = Builder {
            text,
            chart,
            senses: file.senses,
            machines: &file.machine,
            starts: Vec::new(),
            targets: Vec::new(),
        };
        builder.level("", 0, &file.start, &file.state, &file.region, 0)?;
        builder.finish()
    }
}

impl Builder<'_> {
    fn line<T>(&self, spanned: &Spanned<T>) -> usize {
        crate::line_at(self.text, spanned.span().start)
    }

    fn find(&self, prefix: &str, name: &str) -> Option<usize> {
        let full = format!("{prefix}{name}");
        let at = |wanted: &str| self.chart.states.iter().position(|state| state.name == wanted);
        at(&full).or_else(|| at(name))
    }

    /// Adds the states and regions of a chart or machine whose outermost region is `root`.
    fn level(
        &mut self,
        prefix: &str,
        root: usize,
        start: &Spanned<String>,
        states: &[Spanned<StateText>],
        regions: &[Spanned<RegionText>],
        depth: usize,
    ) -> Result<(), ChartError> {
        let start_line = self.line(start);
        if depth > DEEPEST || self.chart.states.len() + states.len() > MOST_STATES {
            let reason =
                format!("more than {MOST_STATES} states, or machines within machines deeper than {DEEPEST}");
            return Err(ChartError { line: start_line, reason });
        }
        self.starts.push((root, start.get_ref().clone(), prefix.to_owned(), start_line));
        let first = self.chart.states.len();
        for state in states {
            let line = self.line(state);
            let name = format!("{prefix}{}", state.get_ref().name);
            if self.chart.states.iter().any(|s| s.name == name) || state.get_ref().name.is_empty() {
                return Err(ChartError {
                    line,
                    reason: format!("state {name:?} has no name or is there twice"),
                });
            }
            self.add_state(name, state.get_ref(), line)?;
        }
        let mut named: BTreeMap<&str, usize> = BTreeMap::new();
        for (offset, state) in states.iter().enumerate() {
            let (state, line) = (state.get_ref(), self.line(state));
            if let Some(inner) = &state.start {
                let region = self.add_region(&state.name, first + offset);
                named.insert(&state.name, region);
                self.starts.push((region, inner.clone(), prefix.to_owned(), line));
            }
        }
        for region in regions {
            let (text, line) = (region.get_ref(), self.line(region));
            let fail = |reason| Err(ChartError { line, reason });
            let Some(owner) = self.find(prefix, &text.within) else {
                return fail(format!("region {:?} is in {:?}, which is no state", text.name, text.within));
            };
            let number = self.add_region(&text.name, owner);
            if named.insert(&text.name, number).is_some() {
                return fail(format!("region {:?} is there twice", text.name));
            }
            self.starts.push((number, text.start.clone(), prefix.to_owned(), line));
        }
        for (offset, state) in states.iter().enumerate() {
            let line = self.line(state);
            let region = match &state.get_ref().within {
                None => root,
                Some(name) => *named.get(name.as_str()).ok_or_else(|| ChartError {
                    line,
                    reason: format!("{:?} is neither a region nor a state with a start", name),
                })?,
            };
            self.chart.states[first + offset].region = region;
            self.chart.regions[region].states.push(first + offset);
        }
        for (offset, state) in states.iter().enumerate() {
            for written in &state.get_ref().on {
                self.add_transition(first + offset, written, prefix)?;
            }
        }
        for (offset, state) in states.iter().enumerate() {
            let Some(name) = &state.get_ref().machine else { continue };
            let line = self.line(state);
            let machines = self.machines;
            let Some(machine) = machines.iter().find(|machine| machine.name == *name) else {
                return Err(ChartError { line, reason: format!("there is no machine {name:?}") });
            };
            let region = self.add_region(name, first + offset);
            let inner = format!("{}/", self.chart.states[first + offset].name);
            self.level(&inner, region, &machine.start, &machine.state, &machine.region, depth + 1)?;
        }
        Ok(())
    }

    fn add_region(&mut self, name: &str, owner: usize) -> usize {
        let number = self.chart.regions.len();
        self.chart.regions.push(Region {
            name: name.to_owned(),
            parent: Some(owner),
            start: usize::MAX,
            states: Vec::new(),
        });
        self.chart.states[owner].regions.push(number);
        number
    }

    fn add_state(&mut self, name: String, text: &StateText, line: usize) -> Result<(), ChartError> {
        let fail = |reason| ChartError { line, reason };
        let kind = match text.kind.as_deref() {
            None => StateKind::Plain,
            Some("final") => StateKind::Final,
            Some("history") => StateKind::History,
            Some("deep history") => StateKind::DeepHistory,
            Some(other) => return Err(fail(format!("there is no kind of state {other:?}"))),
        };
        let read = |words: &Option<String>| -> Result<Vec<Statement>, ChartError> {
            let scope = Scope { variables: &self.chart.variables, senses: &self.senses };
            statements(words.as_deref().unwrap_or(""), &scope).map_err(fail)
        };
        let (entry, exit) = (read(&text.entry)?, read(&text.exit)?);
        let acts = !entry.is_empty() || !exit.is_empty() || text.during.is_some() || !text.on.is_empty();
        if kind != StateKind::Plain && (acts || text.start.is_some() || text.machine.is_some()) {
            return Err(fail(format!("{name:?} is final or a history: it can neither act nor lead on")));
        }
        self.chart.states.push(State {
            name,
            kind,
            region: 0,
            regions: Vec::new(),
            entry,
            exit,
            during: text.during.clone(),
            transitions: Vec::new(),
            line,
        });
        Ok(())
    }

    fn add_transition(
        &mut self,
        source: usize,
        written: &Spanned<String>,
        prefix: &str,
    ) -> Result<(), ChartError> {
        let line = self.line(written);
        let scope = Scope { variables: &self.chart.variables, senses: &self.senses };
        let (made, target) = transition(source, written.get_ref(), &scope, line)
            .map_err(|reason| ChartError { line, reason })?;
        let number = self.chart.transitions.len();
        self.chart.transitions.push(made);
        self.chart.states[source].transitions.push(number);
        if let Some(target) = target {
            self.targets.push((number, target, prefix.to_owned(), line));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Chart, ChartError> {
        for (region, name, prefix, line) in std::mem::take(&mut self.starts) {
            let start = self.find(&prefix, &name).filter(|&state| self.chart.states[state].region == region);
            self.chart.regions[region].start = start.ok_or_else(|| ChartError {
                line,
                reason: format!("the start {name:?} is no state of its region"),
            })?;
        }
        for (transition, name, prefix, line) in std::mem::take(&mut self.targets) {
            let target = self.find(&prefix, &name);
            let reason = format!("the target {name:?} is no state");
            self.chart.transitions[transition].target = Some(target.ok_or(ChartError { line, reason })?);
        }
        let states: Vec<String> = self.chart.states.iter().map(|s| s.name.clone()).collect();
        for transition in &mut self.chart.transitions {
            let line = transition.line;
            let mut resolve = |expr: &mut Expr| {
                expr.each_in(&mut |name, state| {
                    *state =
                        states.iter().position(|s| s == name).ok_or(format!("in({name}): no such state"))?;
                    Ok(())
                })
                .map_err(|reason| ChartError { line, reason })
            };
            transition.guard.iter_mut().try_for_each(&mut resolve)?;
            if let Trigger::When(condition) = &mut transition.trigger {
                resolve(condition)?;
            }
        }
        let reached = super::lint::reachable(&self.chart);
        match self.chart.states.iter().enumerate().find(|(number, _)| !reached[*number]) {
            Some((_, lost)) => Err(ChartError {
                line: lost.line,
                reason: format!("state {:?} cannot be reached", lost.name),
            }),
            None => match super::lint::endless(&self.chart) {
                Some(remark) => Err(ChartError { line: remark.line, reason: remark.text }),
                None => Ok(self.chart),
            },
        }
    }
}

/// Reads `trigger [guard] / actions -> target`.
fn transition(
    source: usize,
    written: &str,
    scope: &Scope,
    line: usize,
) -> Result<(Transition, Option<String>), String> {
    let (head, target) = match written.rsplit_once("->") {
        Some((head, target)) => (head.trim(), Some(target.trim().to_owned())),
        None => (written.trim(), None),
    };
    let (before, guard, after) = match head.split_once('[') {
        Some((before, rest)) if !before.contains('/') => {
            let (guard, after) = rest.split_once(']').ok_or("the guard's ] is missing")?;
            (before, Some(expression(guard, scope)?), after)
        }
        _ => (head, None, ""),
    };
    let whole = format!("{before} {after}");
    let (trigger, actions) = whole.split_once('/').unwrap_or((&whole, ""));
    let trigger = match trigger.trim() {
        "" => Trigger::Completion,
        "*" => Trigger::Any,
        words => match words.split_once(char::is_whitespace) {
            Some(("after", seconds)) => {
                let seconds: f64 =
                    seconds.trim().parse().map_err(|_| format!("{seconds:?} is not a time"))?;
                if !(seconds >= 0.0 && seconds.is_finite()) {
                    return Err(format!("{seconds} is not a time"));
                }
                if seconds > 0.0 && seconds < LEAST_SECONDS {
                    return Err(format!("after {seconds} is shorter than a thousandth of a second"));
                }
                Trigger::After(seconds)
            }
            Some(("when", condition)) => Trigger::When(expression(condition, scope)?),
            Some(_) => return Err(format!("{words:?} is not one event")),
            None => Trigger::Event(words.to_owned()),
        },
    };
    let actions = statements(actions, scope)?;
    Ok((Transition { source, target: None, trigger, guard, actions, label: head.to_owned(), line }, target))
}
