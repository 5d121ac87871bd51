//! Cover: what hides from whom, and ways that use it.
//!
//! * [`Panel`]: a flat piece of cover, upright like a wall or level like a floor; its shadow on a walk, as an interval.
//! * [`Exposure`]: how much of a walk somebody sees, and what that costs; shadows are united, not added up.
//! * [`CoverMap`]: per polygon the few panels that matter most there.
//! * [`outline`]: panels along the outlines of houses, trees, stones and terrain; [`CoverField::hide_spots`], [`CoverField::rails`]: places behind them.
//! * [`Covered`]: a graph of `ways` on which being seen costs.
//! * [`Watched`]: the same where somebody else knows who sees what.
//! * [`CoverField`]: all of it together.

mod exposure;
mod field;
mod graph;
mod map;
mod outline;
mod panel;
mod spots;
#[cfg(test)]
mod tests;
mod watched;

pub use exposure::{Enemy, Exposure};
pub use field::CoverField;
pub use graph::Covered;
pub use map::{CoverMap, CoverMapConfig};
pub use outline::outline;
pub use panel::Panel;
use spots::{hide_spots, rails};
pub use watched::Watched;
