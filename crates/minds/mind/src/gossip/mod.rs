//! Memory and rumours: what minds see, tell each other and believe, and whom they respect for it.
//!
//! * [`Actions`]: the table of deeds, a data file; [`Model`]: how a deed changes respect.
//! * [`Matter`], [`Tale`], [`Rumour`]: what is talked about, what is said, what is remembered, with the whole path.
//! * [`Memory`]: one mind. It [witnesses](Memory::witness), [hears](Memory::hear), [chooses](Memory::choose) what to tell,
//!   [confirms](Memory::confirm) and [discovers lies](Memory::discover_lie), [forgets](Memory::decay).
//! * [`Recollection`]: a memory written down, to be taken up again.
//! * [`tell`]: one telling between two minds, objections included.
//! * [`scenario`]: stories from files, step by step, with reasons.
//!
//! Rules after Helin, *Modern multiplayer games* (2003), appendix A, with the whole path of a rumour kept and its garbled rule
//! about discovered lies put right.

mod action;
mod hearing;
mod memory;
mod recollection;
mod respect;
mod rumour;
pub mod scenario;
mod story;
mod telling;
#[cfg(test)]
mod tests;

pub use action::{Action, ActionError, ActionId, Actions};
pub use hearing::Verdict;
pub use memory::{Acquaintance, Capacity, Memory, Temper};
pub use recollection::Recollection;
pub use respect::Model;
pub use rumour::{BeingId, Change, ClassId, Kind, Matter, Place, Rumour, Tale, sentence};
pub use telling::{Telling, Topic, pass_on, tell};
