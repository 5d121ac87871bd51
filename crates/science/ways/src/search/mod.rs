//! Searches on any graph.
//!
//! * [`Graph`]: what can be searched; every tile map is one.
//! * [`Links`]: a graph written out.
//! * [`Search`] by a [`Plan`]: A*, Dijkstra, breadth-first, best-first, beam, weighted. Pauses and resumes.
//! * [`Spread`]: one to many, many to one, and flow fields for crowds.
//! * [`Replanner`]: keeps a shortest way while the map changes under it (D* Lite).
//! * [`costs`]: terrain, danger and other data added to what steps cost.

pub mod costs;
mod graph;
mod links;
mod plan;
pub(crate) mod queue;
mod replan;
mod spread;

pub use graph::{Graph, Trust};
pub use links::Links;
pub use plan::{Plan, Search};
pub use replan::Replanner;
pub use spread::Spread;

#[cfg(test)]
mod tests;
