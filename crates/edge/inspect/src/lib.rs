//! What an operator may ask of a running world, and what is answered, as types. See the crate README for an example.
//!
//! * [`question`]: what may be asked, sorted by who answers; [`report`]: what is answered. The page's types are written from both.
//! * [`inspected`]: the world under the operator's eye; it answers on the world's thread.
//! * [`gallery`]: what inhabitants of this process show of themselves; it answers on any thread.
//! * [`fields`], [`influence`], [`ways`], [`places`]: fields, fights, walkable ground, areas and what is heard there, as an operator sees them.
//! * `turns`: the world's circles and nets: whose turn it is, in every fight and at every well.
//! * [`figures`]: what the last minute's ticks cost.
//! * [`meter`]: what telling a guest costs by the five numbers, and what each remedy saves.
//! * [`interest`]: what a guest's character takes note of, by medium, and why not of the rest.
//! * [`why`]: why somebody did what it did, from its diary and the replayed world.

pub mod fields;
pub mod figures;
pub mod gallery;
pub mod influence;
pub mod inspected;
pub mod interest;
pub mod meter;
pub mod places;
pub mod question;
pub mod report;
mod turns;
pub mod ways;
pub mod why;

pub use gallery::{Gallery, Mind};
pub use inspected::{Inspected, Problem, answer};
pub use question::{Question, ToHost, ToMinds, ToWorld};
pub use report::Report;
pub use wold_folk::report::{Key, Point, fights, mind};

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
