//! A chart's structure: states, regions, transitions. It never changes once read and is shared by all minds that run it.

use super::words::{Expr, Statement};

/// What kind of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// One that can be current.
    Plain,
    /// Its region has come to its end.
    Final,
    /// Stands for the state its region was in last.
    History,
    /// The same, and for the states within it.
    DeepHistory,
}

/// What makes a transition fire.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trigger {
    /// The source has completed.
    Completion,
    /// This event.
    Event(String),
    /// Any event.
    Any,
    /// Seconds after the source was entered.
    After(f64),
    /// The condition has become true.
    When(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub name: String,
    pub kind: StateKind,
    pub region: usize,
    pub regions: Vec<usize>,
    pub entry: Vec<Statement>,
    pub exit: Vec<Statement>,
    pub during: Option<String>,
    pub transitions: Vec<usize>,
    pub line: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub name: String,
    pub parent: Option<usize>,
    pub start: usize,
    pub states: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Transition {
    pub source: usize,
    pub target: Option<usize>,
    pub trigger: Trigger,
    pub guard: Option<Expr>,
    pub actions: Vec<Statement>,
    /// As it was written, without the target.
    pub label: String,
    pub line: usize,
}

/// A state chart: what is static about it. Read it with [`Chart::parse`], run it with [`super::Context`].
#[derive(Clone, Debug)]
pub struct Chart {
    pub(crate) name: String,
    pub(crate) variables: Vec<String>,
    pub(crate) initial: Vec<f64>,
    pub(crate) states: Vec<State>,
    /// The first is the whole chart.
    pub(crate) regions: Vec<Region>,
    pub(crate) transitions: Vec<Transition>,
}

impl Chart {
    /// The chart's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of all states, in order.
    pub fn states(&self) -> impl Iterator<Item = &str> {
        self.states.iter().map(|state| state.name.as_str())
    }

    /// The regions around a state, the innermost first, each with the state in it that leads there.
    pub(crate) fn ancestors(&self, mut state: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        loop {
            let region = self.states[state].region;
            found.push((region, state));
            match self.regions[region].parent {
                Some(parent) => state = parent,
                None => return found,
            }
        }
    }

    /// The innermost region that holds both.
    pub(crate) fn common_region(&self, a: usize, b: usize) -> usize {
        let around = self.ancestors(b);
        let holds = |region: usize| around.iter().any(|(r, _)| *r == region);
        self.ancestors(a).into_iter().map(|(region, _)| region).find(|&region| holds(region)).unwrap_or(0)
    }
}
