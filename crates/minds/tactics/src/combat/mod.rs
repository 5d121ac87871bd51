//! Combat prediction: who would win, without fighting.
//!
//! The Lanchester family: dA/dt = −b·A^(2−n)·B, dB/dt = −a·B^(2−n)·A, with n = 1 where everybody fights one other (melee), n = 2 where everybody can
//! hit anybody, and in between in life. An army is worth L = N^(n−1)·Σ w(type)·health, N counting units and health in shares of a whole unit; the
//! chance of A to win is 1/(1 + e^−(L(A) − L(B))). The weights are the static ones (damage × health, scaled) or learned from battles, n with them.
//! Ignored: terrain, range, movement, reinforcements, and what victory costs; both fight to the end.
//!
//! * [`Armies`]: types and armies from text; [`Battle`]s from CSV.
//! * [`Model`]: weights and exponent, and what they predict; [`fit`](Model::fit) learns both, [`Judgement`] says how well.
//! * [`Portfolio`]: a model per context (map, siege, opponent), padded with others' battles while there are few; as a text that fighters read.
//! * [`skirmish`]: a small fight step by step, to compare with and to make data.

mod armies;
mod battle;
mod fit;
mod judge;
mod lanchester;
mod model;
mod nearest;
mod portfolio;
mod powers;
pub mod skirmish;
mod table;
#[cfg(test)]
mod tests;

pub use armies::{Armies, ArmiesError, UnitType};
pub use battle::{Battle, BattleError, read_battles, write_battles};
pub use fit::{FitConfig, Fitted, Told};
pub use judge::Judgement;
pub use model::{Force, Model};
pub use portfolio::Portfolio;
pub use skirmish::Looks;
pub use table::TableError;
