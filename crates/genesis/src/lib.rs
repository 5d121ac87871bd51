//! A world from one integer.
//!
//! * [`Genesis`]: the whole of it; chunks, heights and places by seed and position alone.
//! * [`noise`], [`elevation`], [`land`]: the shape of the ground; rain wears it, rivers cut it.
//! * [`climate`], [`scatter`]: what lives where.
//! * [`town`], [`house`], [`roads`], [`names`]: where people live.
//! * [`draw`], [`survey`]: maps.

mod buckets;
mod chunkwright;
pub mod climate;
mod country;
pub mod draw;
pub mod elevation;
mod erosion;
mod flora;
mod genesis;
mod hinterland;
pub mod house;
pub mod land;
mod memo;
pub mod names;
pub mod noise;
pub mod rect;
pub mod roads;
pub mod scatter;
pub mod survey;
pub mod town;
mod tract;
mod waters;

pub use genesis::Genesis;
pub use waters::Lake;
