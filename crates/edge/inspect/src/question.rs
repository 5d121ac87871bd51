//! What an operator's page may ask. There is nothing else that it may.

use serde::Deserialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use wold_folk::report::Key;

/// A question, and whom it is for.
///
/// ```
/// use wold_inspect::{Question, ToMinds};
/// let asked = serde_json::from_str(r#"{"to": "minds", "type": "layer", "layer": "homes"}"#);
/// assert!(matches!(asked, Ok(Question::Minds(ToMinds::Layer { layer })) if layer == "homes"));
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "to", rename_all = "kebab-case")]
pub enum Question {
    /// For the host itself.
    Host(ToHost),
    /// For the minds that let themselves be looked into.
    Minds(ToMinds),
    /// For the world; its thread answers between two ticks.
    World(ToWorld),
}

/// What the host itself answers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToHost {
    /// The first word: who asks may.
    Token {
        /// What `wold serve` printed.
        token: String,
    },
    /// Close this world and open the one of another seed.
    NewWorld {
        /// Which.
        #[cfg_attr(feature = "typescript", ts(type = "bigint"))]
        seed: u64,
    },
}

/// What minds answer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToMinds {
    /// Look into somebody's mind.
    Mind {
        /// Whose.
        id: Key,
    },
    /// Follow a rumour through all minds.
    Spread {
        /// By the key a mind gives it.
        matter: String,
    },
    /// What everybody lets be marked on the map.
    Layer {
        /// By the name they offer it under.
        layer: String,
    },
}

/// What the world answers, or lets be done to it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToWorld {
    /// Who and what is where. Pages are told a few times a second without asking.
    State,
    /// Lay an entity open; from then on its plan is told, too.
    Select {
        /// Which.
        id: Key,
    },
    /// Let the world stand still.
    Pause,
    /// Let it go on.
    Resume,
    /// Take one tick while it stands still.
    Step,
    /// Put somebody elsewhere.
    Move {
        /// Whom.
        id: Key,
        /// Metres east.
        x: f64,
        /// Metres north.
        y: f64,
    },
    /// Give somebody a thing.
    Grant {
        /// Whom.
        id: Key,
        /// By its name.
        thing: String,
    },
    /// Make somebody a guard, or no longer one.
    Appoint {
        /// Whom.
        id: Key,
        /// Which of both.
        guard: bool,
    },
    /// Show a field; the first there is if the name is of none.
    Field {
        /// Its name.
        name: String,
    },
    /// Show a layer of influence about a fighter, or about the first there is.
    Influence {
        /// Which layer; the first there is if the name is of none.
        layer: String,
        /// About whom.
        id: Option<Key>,
    },
    /// Show the areas about somebody, or about where people begin, with what was heard there lately and what is amiss.
    Places {
        /// About whom.
        id: Option<Key>,
    },
    /// Tell what it costs to tell a guest of the world.
    Meter {
        /// By its body.
        id: Key,
    },
    /// Tell what a guest's character takes note of, and why of nothing else.
    Interest {
        /// By its body.
        id: Key,
    },
    /// Set a field in a cell.
    SetField {
        /// Its name.
        name: String,
        /// Which cell.
        cell: [i32; 2],
        /// To what.
        value: f64,
    },
    /// Let something befall a place.
    Befall {
        /// What.
        kind: String,
        /// In which cell.
        cell: [i32; 2],
        /// How many cells around it.
        radius: f64,
        /// How much.
        strength: f64,
        /// For how many steps of its field.
        span: f64,
    },
}
