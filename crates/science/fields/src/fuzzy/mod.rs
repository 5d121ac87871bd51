//! A small fuzzy-control library: sets, rules from text, decisions by maximum and by centre of gravity.
//!
//! *Fuzzify*: each input is graded by the sets it belongs to. *Infer*: `and` is the minimum, `or` the maximum, `not` one minus; a
//! conclusion reached by several rules takes the strongest. *Defuzzify*: the action with the highest score
//! ([`Controller::decide`]), or the centre of gravity of the output's sets, each cut off at its score
//! ([`Controller::output`], Mamdani's method, integrated over 1,000 strips).
//!
//! Rules come from text, see [`Controller::parse`]. For flows along a direction see [`crate::flow`], which grades angles by the
//! same sets.

mod controller;
mod parse;
mod set;

pub use controller::Controller;
pub use parse::{FuzzyError, Reason};
pub use set::Set;
