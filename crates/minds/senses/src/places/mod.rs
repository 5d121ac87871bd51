//! Where one is, and what leads elsewhere.
//!
//! * [`Places`]: areas joined by chokes, with somewhere to stand on each side of them; paths of areas, dead ends, what cannot be reached.
//! * [`check`]: links that are missing or wrong, by name.
//! * [`guard`]: who watches which choke, never all of them the same.
//! * [`tiles`]: all of it made from a map of tiles with doors and windows.

pub mod check;
mod graph;
pub mod guard;
mod paths;
pub mod tiles;

pub use check::Fault;
pub use graph::{Area, AreaId, AreaKind, Block, Choke, ChokeId, ChokeKind, Places, PlacesError};
pub use guard::{Guard, Post};
pub use paths::{AreaPath, Reach};

#[cfg(test)]
mod tests;
