//! Ways: where to go, and how to move.
//!
//! * [`Answer`], [`Budget`]: every search says how it ended, and stops when it must.
//! * [`Dispatcher`]: many walkers, one budget per tick.
//! * [`tiles`]: maps of open and blocked squares; benchmark files; lines of sight.
//! * [`jump`]: jump point search, the fastest exact way over square tiles.
//! * [`mesh`]: ground as polygons; exact ways at any angle; stances, doors and ladders; meshes from triangles.
//! * [`motion`]: following ways, steering, flocks, avoidance.
//! * [`search`]: A* and its kin on any graph; one to many; flow fields; replanning; costs by data.
//! * [`regions`]: the map cut into regions; chokes and dead ends; ways over long distances.

pub mod answer;
pub mod budget;
mod dispatch;
pub mod jump;
pub mod mesh;
pub mod motion;
pub mod regions;
pub mod search;
pub mod tiles;

pub use answer::{Answer, Outcome, Reason, Route};
pub use budget::Budget;
pub use dispatch::{Dispatcher, Ticket};

#[cfg(test)]
mod testing;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
