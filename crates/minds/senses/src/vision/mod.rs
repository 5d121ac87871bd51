//! Seeing: shapes, parts of bodies, lines of sight.
//!
//! * [`Stance`], [`Part`]: eight parts of a body by which it is seen.
//! * [`Shape`], [`quickest`]: where somebody can be noticed, and how soon.
//! * [`Sight`]: all settings, from a file; [`Watcher`], [`Target`]: who looks and who may be seen; [`Why`]: what decided.
//! * [`Rays`], [`Budget`]: lines of sight, so many a tick.
//! * [`Watch`]: everybody's meters, tick by tick.

mod body;
mod rays;
mod shape;
mod sight;
#[cfg(test)]
mod tests;
mod watch;

pub use body::{PARTS, Part, Parts, Stance};
pub use rays::{Budget, Ray, Rays};
pub use shape::{Outline, Shape, ShapeId, quickest};
pub use sight::{
    Bearing, Dimness, Guise, GuiseId, Motion, Motions, Prospect, Sight, Stances, States, Target, Unseen,
    Watcher, Why,
};
pub use watch::{Change, Standing, Watch};
