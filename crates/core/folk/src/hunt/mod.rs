//! Looking for somebody who was lost.
//!
//! * [`Hunts`]: the searches of a household, shared by those of one process: who looks where. Others have their own.
//! * `hunter`: one who takes part: notices that somebody is lost, says so, does its part, gives up.
//! * `task`: what it is told to do, as wishes. `ground`: the land one holds as searchers ask about it; `calls`: what they call to each other.
//! * `sieges` and `besieger`: those whom nobody can get at, and what those do who stand about them.
//! * [`HuntConfig`]: how, as data.

mod besieger;
pub(crate) mod calls;
pub(crate) mod ground;
mod hunter;
mod hunts;
mod settings;
mod sieges;
mod task;

pub(crate) use besieger::{Besieger, Means as SiegeMeans, Siege};
pub(crate) use hunter::{Hunter, Side};
pub use hunts::Hunts;
pub use settings::{HuntConfig, HuntConfigError};

#[cfg(test)]
mod tests;
