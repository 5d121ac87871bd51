//! Ground as convex polygons, for ways at any angle.
//!
//! * [`NavMesh`]: polygons joined across edges; floors may lie above each other.
//! * [`Polyanya`]: exact shortest ways over a mesh, with a budget.
//! * [`Traveller`]: ways with costs per [`Stance`] and over [`OffMeshLink`]s (doors, ladders, jumps), pulled taut by [`funnel`].
//! * [`convex`], [`holes`]: polygons with holes, cut into few convex pieces.
//! * [`bake`]: meshes from triangles, tile by tile, for five stances.
//! * [`mod@format`]: reads `.mesh` and `.obj` files.
//! * [`visible`]: the slow sure way, to check the fast ones by.

pub mod bake;
pub mod convex;
pub mod format;
pub mod funnel;
pub mod holes;
mod join;
mod navmesh;
mod polyanya;
pub mod stance;
mod travel;
pub mod visible;

pub use navmesh::{MeshError, NavMesh, PolygonId, Spot, Water};
pub use polyanya::{Polyanya, Taut};
pub use stance::Stance;
pub use travel::{OffMeshLink, Step, Traveller, Trip};

#[cfg(test)]
mod tests;
