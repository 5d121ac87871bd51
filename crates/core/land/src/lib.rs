//! The ground under everybody's feet.
//!
//! * [`plots`]: chunks as genesis made them plus what people changed, and what a walker meets on them.
//! * [`market`]: which wares somebody minds.
//! * [`movement`]: one step of a body.
//! * [`sight`]: who can see what.
//! * [`measures`]: what a walker asks of the ground, how far an arm goes.
//! * [`walkable`]: where bodies can stand, and the ways between.
//! * [`places`]: houses, streets and open ground as areas and chokes, for ears and searches.
//!
//! The world and every guest that predicts its own steps use the same code on the same chunks, so they agree.

pub mod market;
pub mod measures;
pub mod movement;
pub mod places;
pub mod plots;
mod posts;
pub mod sight;
pub mod walkable;

pub use measures::Measures;
pub use movement::{Motion, Physique};
pub use plots::{Land, Obstacle, Plot, can_build};
pub use sight::{Figure, Point, Shades};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
