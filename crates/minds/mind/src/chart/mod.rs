//! State charts: what an inhabitant is doing, as data.
//!
//! * [`Chart`]: the structure, read from text by [`Chart::parse`], shared by all who run it; [`Chart::lint`] remarks on style,
//!   [`Chart::svg`] draws it.
//! * [`Context`]: one run of a chart; [`Environment`]: whom its actions and senses belong to.
//!
//! Composite and concurrent states, machines within states, shallow and deep history, signals, calls, times, changes, completion.
//! Semantics after Smed & Hakonen, *Algorithms and Networking for Computer Games* (2006), section 6.2. Not supported: forks to
//! several targets, deferred events.

mod engine;
mod enter;
mod lint;
mod parse;
mod structure;
mod svg;
#[cfg(test)]
mod tests;
mod words;

pub use engine::{Context, Environment, Notice, Runaway};
pub use lint::Remark;
pub use parse::ChartError;
pub use structure::{Chart, StateKind};
