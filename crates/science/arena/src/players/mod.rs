//! Who plays.
//!
//! * [`engine`]: engines by name, such as `mcts:1000` or `alphabeta:6`.
//! * [`thinking`]: any search as something that thinks in steps.
//! * [`difficulty`]: players of Muster as data, from Random to Master.
//! * [`contest`]: mirrored matches and ladders; [`score`] their certainty.

pub mod contest;
pub mod difficulty;
pub mod engine;
pub mod score;
pub mod thinking;

pub use engine::Engine;
pub use thinking::{Contender, Thinking};
