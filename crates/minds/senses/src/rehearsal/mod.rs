//! A scene of watchers and those who would not be seen, played without a world.
//!
//! * [`Scene`]: walls, lamps, the hour, watchers, paths, sounds and what else happens, read from text by [`Scene::parse`].
//! * [`play`]: from the first tick to the last; a [`Timeline`] tells who noticed whom, when and why, what was said, and every meter.
//!
//! Only targets walk. Whoever is sent to look, throws or runs for cover stays where they stand and is done after a fixed time: a rehearsal tries eyes and
//! heads, not legs. All watchers are of one household. Earshot is as the crow flies.

mod parse;
mod play;
mod scene;
#[cfg(test)]
mod tests;
mod timeline;

pub use play::{Tuning, play};
pub use scene::{Guard, Moment, Occasion, Prowler, Scene, Stop, Thing, Wall};
pub use timeline::{Entry, Sample, Timeline, What};
