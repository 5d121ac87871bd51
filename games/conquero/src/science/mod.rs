//! What wars tell about how people and bots move.
//!
//! * [`log`]: a war written down, and read back with every doubt named.
//! * [`journeys`]: from centre to centre: who went where, how long they stayed, which heuristics foresaw it.
//! * [`shapes`]: the ways themselves, laid over each other.
//! * [`plots`]: what both tell, as pictures; [`chart`]: bars.
//! * [`features`]: the same as tables to learn from; [`learn`]: trees grown from them, for bots;
//!   [`validation`]: how often those are right about what they have not seen.

pub mod chart;
pub mod features;
pub mod journeys;
pub mod learn;
pub mod log;
pub mod plots;
pub mod shapes;
pub mod validation;

pub use features::Features;
pub use journeys::Journeys;
pub use learn::MovementTree;
pub use log::{Log, LogError, LogWriter};
pub use shapes::Shapes;
