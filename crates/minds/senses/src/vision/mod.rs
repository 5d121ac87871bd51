//! Seeing: shapes, parts of bodies, lines of sight.
//!
//! * [`Stance`], [`Part`]: eight parts of a body by which it is seen.
//! * [`Shape`], [`quickest`]: where somebody can be noticed, and how soon.
//! * [`Sight`]: all settings, from a file; [`Watcher`], [`Target`]: who looks and who may be seen; [`Why`]: what decided.
//! * [`Rays`], [`Budget`]: lines of sight, so many a tick.
//! * [`Lookout`]: everybody's meters, tick by tick.

mod body;
mod lookout;
mod rays;
mod shape;
mod sight;
#[cfg(test)]
mod tests;

pub use body::{PARTS, Part, Parts, Stance};
pub use lookout::{Change, Gaze, Lookout};
pub use rays::{Budget, Ray, Rays};
pub use shape::{Outline, Shape, ShapeId, quickest};
pub use sight::{
    Dimness, Guise, GuiseId, Motion, Motions, Prospect, Sight, Silhouette, Stances, States, Target, Unseen,
    Watcher, Why,
};
