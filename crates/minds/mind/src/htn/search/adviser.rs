//! Whom a domain's calls belong to.

use super::super::facts::Facts;
use super::super::value::Value;
use std::sync::Arc;

/// Whom a domain's calls belong to.
pub trait Adviser {
    /// Answers a call: what was found, and what is known from now on.
    fn call(&mut self, name: &str, given: &[Value], facts: &Facts) -> Answer;
}

/// Nobody to ask: every call is answered with no.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Adviser for Nobody {
    fn call(&mut self, _: &str, _: &[Value], _: &Facts) -> Answer {
        Answer::no()
    }
}

/// What an adviser says to a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The values that were found, best first; a call that finds no values has one empty row for yes.
    pub rows: Vec<Vec<Value>>,
    /// Facts that are known from now on.
    pub facts: Vec<(Arc<str>, Vec<Value>)>,
}

impl Answer {
    /// No.
    #[must_use]
    pub fn no() -> Self {
        Self::default()
    }

    /// Yes.
    #[must_use]
    pub fn yes() -> Self {
        Self { rows: vec![Vec::new()], facts: Vec::new() }
    }

    /// Values, best first.
    #[must_use]
    pub fn found(rows: Vec<Vec<Value>>) -> Self {
        Self { rows, facts: Vec::new() }
    }

    /// The same, and one more fact is known.
    #[must_use]
    pub fn and_know(mut self, name: &str, values: Vec<Value>) -> Self {
        self.facts.push((name.into(), values));
        self
    }
}
