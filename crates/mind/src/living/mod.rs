//! Living: needs, the day of a trade, and deciding what to do now.
//!
//! * [`Needs`]: what presses, by curves; [`Trade`]: how the day goes, a data file; [`Profile`]: how human somebody is, another.
//! * [`decide`]: the plan, unless a need presses more.

mod decide;
mod needs;
mod trade;

pub use decide::{Decision, decide};
pub use needs::{Curve, Need, Needs};
pub use trade::{Doing, LivingError, Profile, Stretch, TemperText, Trade, Whereabouts};
