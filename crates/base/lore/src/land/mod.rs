//! What the ground holds, as plain data: made by genesis, carried by the wire, walked on by the world.
//!
//! * [`Chunk`]: heights, water, ecosystems and everything that stands in 32 m × 32 m.
//! * [`House`]: rooms, walls, doors and stairs on a one-metre plan.
//! * [`Ecosystem`], [`GrowthKind`], [`ThingKind`], [`PlaceKind`]: the vocabulary, with stable numbers for the wire.

mod chunk;
mod house;
mod kinds;
mod lift;

pub use chunk::{
    Chunk, DRY, Growth, HEIGHT_STEPS_PER_METRE, LATTICE, Place, Sprout, VERTEX_METRES, VERTICES,
};
pub use house::{
    BUILT_METRES, DOOR_METRES, Door, Edge, EdgeKind, EdgeSide, FLOOR_METRES, Floor, Furniture, FurnitureKind,
    House, Roof, RoomUse, Stairs, WINDOW_METRES,
};
pub use kinds::{Ecosystem, GrowthKind, PlaceKind, ThingKind};
pub use lift::{LIFT_SIDE, Lift};
