//! A world with its people at full speed, and a measure of their lives.
//!
//! * [`Settlement`]: world, minds, fields and log in one loop without clients, clock or sockets; what it leaves in a folder is a world that can be served.
//! * [`Census`]: listens to a world, live or replayed, and to what its minds kept; [`LifeReport`]: what it found.
//! * [`Battles`]: listens likewise, and tells who fought whom and who won.
//! * [`page`]: the report as one page with curves.
//! * [`Standards`]: what a report must hold for a town to bear watching.

pub mod battles;
mod census;
mod coinage;
pub mod page;
mod report;
mod settlement;
mod speech;
mod stalls;
mod standards;
mod truth;

pub use battles::Battles;
pub use census::Census;
pub use report::{Asked, Curves, LifeReport, Price, Suspicion};
pub use settlement::{Settlement, SettlementConfig, SettlementError, kept_in};
pub use standards::Standards;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
