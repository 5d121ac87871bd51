//! A group that looks for somebody it has lost.
//!
//! * [`Coordinator`]: who investigates, who covers, who goes to which spot, when it is over; asks a [`Ground`], moves nobody.
//! * [`Spot`], [`Pool`]: where somebody could hide, and what has been looked at.
//! * [`score`]: which spot is best for whom.
//! * `occupancy`: where the lost one may be by now, area by area.
//! * [`gaps`]: openings beside one's way that are worth a look.
//! * [`Entry`], [`Event`]: why everything was done.
//! * [`trial`]: whole searches on a drawn scene, against walking at random.

mod config;
mod coordinator;
pub mod gaps;
mod ground;
mod log;
mod narrow;
mod occupancy;
pub mod score;
mod spots;
mod sweep;
mod terms;
pub mod trial;
mod world;

pub use config::{ConfigError, SearchConfig};
pub use coordinator::Coordinator;
pub use ground::{Candidate, Ground};
pub use log::{Cleared, Entry, Event};
pub use score::{Score, Weights};
pub(crate) use spots::Viewer;
pub use spots::{Pool, Spot, SpotId, SpotState};
pub use terms::{Leaving, Mode, Outcome, Phase, Report, Setting, Task, Trigger};
pub use world::SearchSettings;

#[cfg(test)]
mod tests;
