//! Minds: what inhabitants remember, tell, reason and decide with.
//!
//! Living together:
//! * [`gossip`]: memory, rumours and respect.
//! * [`chart`]: state charts, what somebody is doing.
//! * [`living`]: needs, the day of a trade, deciding.
//! * [`htn`]: plans from hierarchies of tasks.
//!
//! Reasoning:
//! * [`bayes`]: networks of uncertain facts; [`evidence`]: belief and plausibility.
//! * [`preference`]: wishes met in part; [`csp`]: constraints that must be met.
//! * [`sequence`]: what somebody will do next; [`learn`]: trees, nets, maps and hidden states from cases.
//! * [`optimise`]: the best of many, five ways.
//! * [`wumpus`]: deciding under half-knowledge, as a game.

pub mod bayes;
pub mod chart;
pub mod csp;
pub mod evidence;
pub mod gossip;
pub mod htn;
pub mod learn;
pub mod living;
pub mod optimise;
pub mod preference;
pub mod sequence;
pub mod wumpus;

pub(crate) use wold_space::text::line_at;

/// One line for what is wrong with a TOML text.
pub(crate) fn place_of(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', " ");
    match error.span() {
        Some(span) => format!("line {}: {message}", line_at(text, span.start)),
        None => message,
    }
}

/// The README's example runs as a test.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
