//! Searches that know what they have seen.
//!
//! * [`minimax`]: the definition, in two forms; everything else must agree with it.
//! * [`pvs`]: the same value with fewer nodes, as a plain function over a whole tree; tests hold it and the engine against plain alpha-beta.
//! * [`engine`]: the playing engine: iterative deepening, principal variation search with aspiration, a transposition
//!   [`table`], killers and history ([`ordering`]), quiescence.
//! * [`staged`]: deeper where a position looks exceptional.
//! * [`solve`]: exact values with memory, also for games with cycles cut by depth.
//! * [`expecti`]: chance nodes: expectiminimax, Star1, Star2; [`fixed_point`] for games that need not end.
//! * [`study`]: the horizon effect, the last-player bias and pathology, measured.

#[cfg(test)]
mod alpha_beta;
pub mod engine;
pub mod expecti;
pub mod fixed_point;
pub mod minimax;
pub mod ordering;
pub mod pvs;
pub mod solve;
pub mod staged;
pub mod study;
pub mod table;

/// What a payoff of one is worth to the playing engine; wins found sooner count a ply more.
pub const WIN: i32 = 1_000_000;
/// Evaluations stay below this.
pub const EVALUATION_LIMIT: i32 = 500_000;
/// A bound beyond every value; twice as much still fits.
pub const INFINITE: i32 = 1_000_000_000;
