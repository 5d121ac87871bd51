//! Whole searches on a drawn scene.
//!
//! * [`Scene`]: a map with searchers and somebody who hides, as text.
//! * [`Board`]: what a search asks of a map of tiles: sight, walks, corners.
//! * [`run`]: one search by a [`Manner`]: the coordinator, or one of two kinds of walking at random, with the same legs and eyes.

mod board;
mod run;
mod scene;

pub use board::Board;
pub use run::{Manner, Trial, run};
pub use scene::{Scene, SceneError};
