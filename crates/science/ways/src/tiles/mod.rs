//! Maps of square tiles that are open or blocked.
//!
//! * [`TileMap`]: the map itself; edits are immediate and counted by a version.
//! * [`Drawing`]: maps drawn as text.
//! * [`movingai`]: reads the map and scenario files of the Moving AI benchmarks.
//! * [`sight`]: what can be seen from where, and straight walks.
//! * [`Theta`]: ways at any angle.

mod drawing;
pub(crate) mod map;
pub mod movingai;
pub(crate) mod plane;
pub mod sight;
mod theta;

pub use drawing::{Drawing, DrawingError, Drawn};
pub use map::{MapError, TileMap};
pub use theta::{Theta, apart};
