//! Ground as convex polygons, for ways at any angle.
//!
//! * [`NavMesh`]: polygons joined across edges; floors may lie above each other.
//! * [`Polyanya`]: exact shortest ways over a mesh, with a budget.
//! * [`Traveller`]: ways with costs per [`Stance`] and over [`OffMeshLink`]s (doors, ladders, jumps), pulled taut by [`funnel`].
//! * [`Area`], [`Flags`], [`Filter`]: ground that is slow, unsafe or for few, and what each agent makes of it.
//! * [`NavMesh::raycast`], [`NavMesh::wall`]: how far one gets straight on, and how near the next wall is.
//! * [`convex`], [`holes`]: polygons with holes, cut into few convex pieces.
//! * [`bake`]: meshes from triangles, tile by tile, for five stances.
//! * [`mod@format`]: reads `.mesh` and `.obj` files.
//! * [`visible`]: the slow sure way, to check the fast ones by.

mod area;
pub mod bake;
pub mod convex;
pub mod format;
pub mod funnel;
pub mod holes;
mod join;
mod navmesh;
mod polyanya;
mod probe;
pub mod stance;
mod travel;
mod trip;
pub mod visible;

pub use area::{Area, Filter, Flags};
pub use navmesh::{MeshError, NavMesh, PolygonId, Spot, Water};
pub use polyanya::{Polyanya, Taut};
pub use probe::{Ray, Wall};
pub use stance::Stance;
pub use travel::{OffMeshLink, Traveller};
pub use trip::{Step, Trip};

#[cfg(test)]
mod priced_tests;
#[cfg(test)]
mod tests;
