//! The ground every other room stands on.
//!
//! * [`time`]: [`Tick`], the only clock the simulation knows.
//! * [`id`]: names of things that are never bare integers.
//! * [`chunk`]: the plane cut into 32 m squares.
//! * [`index`]: what is near a place.
//! * [`graph`]: links that points make of themselves: neighbourhoods and the shortest tree.
//! * [`grid`]: squares, hexagons and triangles, bounded or wrapped, and their duals.
//!
//! Small things that many rooms need are here, too, so that each has one home: [`text`], [`stats`], [`bucket`].
//!
//! Axes: `x` runs east, `y` north, `z` up; lengths are metres, angles are turns counted anticlockwise from east.

pub mod bucket;
pub mod chunk;
pub mod graph;
pub mod grid;
pub mod id;
pub mod index;
pub mod stats;
pub mod text;
pub mod time;

pub use chunk::{CHUNK_METRES, ChunkPos};
pub use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};
pub use grid::CellIndex;
pub use id::{EntityId, GuestId, ZoneId};
pub use time::{TICKS_PER_SECOND, Tick};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
