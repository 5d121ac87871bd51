//! Tiles gathered into regions, for everything that must think further than a walk.
//!
//! * [`Regions`]: the map cut into homogeneous, compact regions chunk by chunk.
//! * [`hops`]: the next step from any region to any other, prepared.
//! * [`topology`]: dead ends and chokes.
//! * [`Journey`]: ways by regions first and tiles then; [`Within`]: the same within a bound.
//! * [`Published`]: the last complete version, while the next is made.

mod atlas;
pub mod hops;
mod journey;
mod partition;
mod published;
pub mod topology;
mod within;

pub use atlas::{Region, RegionId, Regions};
pub use journey::Journey;
pub use partition::{PartitionConfig, Rect, rectangles, walled_rectangles};
pub use published::Published;
pub use within::Within;

#[cfg(test)]
mod tests;
