//! Fighting as people do who know each other: not all at once.
//!
//! * [`Ring`]: who stands where about whom, and whose turn it is; shared by the inhabitants of one process.
//! * [`Fighter`]: given a foe, decides where to stand, whether to wait, to strike or to fall back, and can say why.
//! * `ground`: what is around as a scene, for the question where to fall back to.

mod fighter;
mod ground;
mod ring;

pub use fighter::{Fighter, Move};
pub use ring::Ring;
