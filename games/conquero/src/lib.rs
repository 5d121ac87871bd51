//! Conquero: teams struggle for command centres that roads join.
//!
//! * [`map`]: centres and roads, from text or for the classic map.
//! * [`rules`]: every constant, from a data file.
//! * [`war`]: the game itself, a pure function of state and orders; [`combat`]: swings and dice.
//! * [`bots`]: who plays when nobody does: movement models and a tactician.
//! * [`mod@matches`]: headless games and what became of them.
//! * [`science`]: wars written down, and what they tell about movement.
//! * [`plugin`]: the game as rules of a world, with bodies that walk.
//! * [`offer`]: the game as programs offer it by name.
//!
//! After Lanctot (2005), chapter 5.

pub mod bots;
pub mod combat;
pub mod map;
pub mod matches;
pub mod offer;
pub mod plugin;
pub mod rules;
pub mod science;
pub mod war;

pub use map::{Centre, CentreId, Map, MapError};
pub use matches::{Match, MatchConfig, MatchResult};
pub use offer::Offer;
pub use plugin::Conquero;
pub use rules::Rulebook;
pub use war::{Agent, AgentId, Event, Order, TeamId, War};

/// What is wrong with a text of settings, in one line.
pub(crate) fn one_line(text: &str, error: &toml::de::Error) -> String {
    let line = wold_space::text::line_at(text, error.span().map_or(0, |span| span.start));
    let reason: Vec<&str> = error.message().lines().map(str::trim).collect();
    format!("line {line}: {}", reason.join(", "))
}

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
