//! Movement: from a way to velocities.
//!
//! * [`follow`]: walking a route, aiming at the farthest point in sight; splicing a new route on; splines.
//! * [`steering`]: seek, flee, arrive, wander, pursue.
//! * [`flock`]: separation, alignment, cohesion and avoidance over a spatial hash.
//! * [`avoid`]: many walkers among each other without collisions (ORCA).

pub mod avoid;
pub mod flock;
pub mod follow;
pub mod steering;
