//! A world from one integer.
//!
//! * [`Genesis`]: the whole of it; chunks, heights and places by seed and position alone.
//! * [`noise`], [`elevation`], [`land`]: the shape of the ground and its waters.
//! * [`climate`], [`scatter`], `flora`: what lives where.
//! * [`town`], [`house`], [`names`]: where people live.

mod chunkwright;
pub mod climate;
pub mod elevation;
mod flora;
mod genesis;
pub mod house;
pub mod land;
mod memo;
pub mod names;
pub mod noise;
pub mod rect;
pub mod scatter;
pub mod town;

pub use genesis::Genesis;
