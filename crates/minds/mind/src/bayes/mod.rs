//! Bayesian networks: what is likely, given what was seen.
//!
//! * [`Network`]: variables with tables, from BIF text by [`Network::parse`]; exact answers by variable elimination.
//! * [`Counts`]: learns the tables from cases.
//! * [`revise`]: one hypothesis, one piece of evidence.

mod bif;
mod factor;
mod learn;
mod network;
#[cfg(test)]
mod tests;

pub use learn::Counts;
pub use network::{BayesError, Network, Node};

/// The probability of a hypothesis after evidence: P(E|H) P(H) / (P(E|H) P(H) + P(E|¬H) P(¬H)). Nothing if the evidence cannot
/// happen.
///
/// ```
/// let alarm = wold_mind::bayes::revise(0.1, 0.9, 0.1);
/// assert!(alarm.is_some_and(|p| (p - 0.5).abs() < 1e-12));
/// ```
#[must_use]
pub fn revise(prior: f64, if_true: f64, if_false: f64) -> Option<f64> {
    let evidence = if_true * prior + if_false * (1.0 - prior);
    (evidence > 0.0).then(|| if_true * prior / evidence)
}
