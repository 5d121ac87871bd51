//! What can be perceived, and what somebody makes of it.
//!
//! Pure: no clock, no world, no chance but a stream that is given. Whoever has a world says what stands where, who looks and who sounds; this room
//! says who is noticed, how soon and why.
//!
//! * [`aura`]: interest by medium, who takes note of whom at all.
//! * [`vision`]: parts of bodies, shapes, lines of sight and their budget; [`light`]: how lit a place is.
//! * [`detect`]: the meter between a watcher and a target; [`awareness`]: what it makes of the watcher.
//! * [`places`]: areas, the chokes between them, where to stand to watch one.
//! * [`hearing`]: sounds as rows, how far they are through doors and windows, who hears what and why.
//! * [`search`]: a group that looks for somebody it has lost.
//! * [`changed`]: things that are not as they were left; [`vanished`]: people who are not heard any more.
//! * [`group`]: what several do together; [`barks`]: what they say, without repeating themselves.
//! * [`rehearsal`]: a scene played without a world, with a timeline of who noticed whom and why.

pub mod aura;
pub mod awareness;
pub mod barks;
pub mod changed;
pub mod detect;
pub mod group;
pub mod hearing;
pub mod light;
pub mod places;
pub mod rehearsal;
pub mod search;
mod settings;
pub mod vanished;
pub mod vision;

pub use settings::SettingsError;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
