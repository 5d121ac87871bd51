//! A world from one integer.
//!
//! * [`Genesis`]: the whole of it; chunks, heights and places by seed and position alone.
//! * [`noise`], [`elevation`], [`land`]: the shape of the ground; rain wears it, rivers cut it.
//! * [`climate`]: what lives where.
//! * [`town`], [`house`], [`roads`], [`names`]: where people live.
//! * [`people`]: who lives there on the first day: families, ages, names.
//! * [`plant`]: trees by L-systems.
//! * [`draw`], [`survey`], [`digest`]: maps, and one number for a piece of the world.
//! * [`heightmap`]: bounded maps by the classic generators, and maps measured on Earth.
//! * [`galaxy`]: stars, planets and what is on them, to any depth.

mod buckets;
mod chunkwright;
pub mod climate;
mod country;
pub mod digest;
pub mod draw;
pub mod elevation;
mod erosion;
mod flora;
pub mod galaxy;
mod genesis;
pub mod heightmap;
mod hinterland;
pub mod house;
pub mod land;
mod memo;
pub mod names;
pub mod noise;
pub mod people;
pub mod plant;
pub mod rect;
pub mod roads;
pub mod survey;
pub mod town;
mod tract;
mod waters;

pub use genesis::Genesis;
