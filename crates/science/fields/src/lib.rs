//! Everything that spreads is a field.
//!
//! * [`engine`]: named properties on a grid, systems that move them, events, sleep, snapshots, deltas.
//! * [`stencil`], [`angle`], [`flow`]: neighbours, angles and flows, from which systems are made.
//! * [`fuzzy`]: fuzzy control from text.
//! * [`weather`]: wind, moisture and rain; storms and earthquakes.
//! * [`climate`]: seasons, clouds, snow, soil and floods; [`ecology`]: plants and animals bound to them.
//! * [`traffic`]: the movement of travellers; [`reputation`]: word of mouth that goes with it.
//! * [`economy`]: goods and prices; [`law`]: crime and guards.
//! * [`scent`]: smells that drift with the wind.
//! * [`land`], [`travel`]: random land and travellers to try them on.
//! * [`rules`]: the constants of all systems, from a file.

pub mod angle;
pub mod climate;
pub mod ecology;
pub mod economy;
pub mod engine;
pub mod flow;
pub mod fuzzy;
pub mod land;
pub mod law;
pub mod reputation;
pub mod rules;
pub mod scent;
pub mod stencil;
pub mod traffic;
pub mod travel;
pub mod weather;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
