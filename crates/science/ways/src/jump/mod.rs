//! Jump point search: exact ways over square tiles, many times faster than A*.
//!
//! On a map of equal costs most shortest ways are permutations of each other. Jump point search (Harabor and Grastien, "Online
//! graph pruning for pathfinding on grid maps", 2011) follows only the one that goes diagonally first, and expands only
//! tiles beside which an obstacle has just ended. Here corners are never cut, straight runs are scanned 56 tiles at a time,
//! and the tiles where a diagonal run turns are never put on the open list: the ends of its straight runs are (Harabor and
//! Grastien, "Improving jump point search", 2014).
//!
//! * [`Jumper`]: searches; needs no preparation, follows every edit of the map at once.
//! * [`JumpTable`]: how far each tile's runs go, prepared once per version of a map; a [`Jumper`] with a table looks runs up
//!   instead of scanning (JPS+).

mod jumper;
mod open;
mod runs;
mod table;
#[cfg(test)]
mod tests;

pub use jumper::Jumper;
pub use table::{JumpTable, StaleTable};
