//! What people do to each other and how it weighs: the action table, a data file.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An action's number: its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ActionId(pub u16);

/// One row of the table. All weights lie in 0 to 1, severity in -1 to 1.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// What it is called: a verb, `steal`.
    pub name: String,
    /// What it reads like in a sentence, between subject and object: `stole from`. The name if absent.
    #[serde(default)]
    pub past: String,
    /// Whether it tells where something is rather than what somebody did.
    #[serde(default)]
    pub is_place: bool,
    /// Whether what is seen there moves about: a newer sighting replaces the older one.
    #[serde(default)]
    pub moves: bool,
    /// Whether it can be done to somebody who does not notice: they do not deny it for that.
    #[serde(default)]
    pub unseen: bool,
    /// Whether it is done where whom it is about need not be, like a verdict: they do not deny it, and are told of it like others.
    #[serde(default)]
    pub absent: bool,
    /// Whether it happens every day: it counts, but is told only to who asks.
    #[serde(default)]
    pub everyday: bool,
    /// How much hearing of it counts.
    pub hear: f64,
    /// How much seeing it counts.
    pub see: f64,
    /// How much it counts for who did it.
    pub subject: f64,
    /// How much it counts for whom it was done to.
    pub object: f64,
    /// How much it counts for who tells it.
    #[serde(default)]
    pub teller: f64,
    /// How much it counts for who told it first.
    #[serde(default)]
    pub original_teller: f64,
    /// How bad (negative) or good it is.
    pub severity: f64,
    /// How many times it counts, 0 to [`MOST_GRAVE`]: the models' changes are small, and a town must be able to make up its mind. 1 unless said.
    #[serde(default = "one")]
    pub gravity: f64,
    /// How much it is worth to be told and kept, 0 to 1.
    #[serde(default = "half")]
    pub priority: f64,
}

impl Action {
    /// Whether whom it is done to knows of it.
    #[must_use]
    pub fn is_felt(&self) -> bool {
        !self.unseen && !self.absent
    }

    /// How many times it counts for who only hears of it: half as often as for who sees it, and at least once unless it counts less.
    #[must_use]
    pub fn hearsay(&self) -> f64 {
        (self.gravity / 2.0).max(self.gravity.min(1.0))
    }
}

fn half() -> f64 {
    0.5
}

fn one() -> f64 {
    1.0
}

/// The highest gravity.
const MOST_GRAVE: f64 = 10.0;

/// What is wrong with an action table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ActionError {
    #[error("{0}")]
    Syntax(String),
    #[error("action {action:?}: {field} is {value}, not within {low} to 1")]
    OutOfRange { action: String, field: &'static str, value: f64, low: f64 },
    #[error("action {action:?}: gravity is {gravity}, not within 0 to {MOST_GRAVE}")]
    Gravity { action: String, gravity: f64 },
    #[error("action {0:?} is there twice")]
    Twice(String),
    #[error("action {0:?} is no single word of small letters")]
    Name(String),
    #[error("there is no action {0:?}")]
    Unknown(String),
    #[error("more than {MOST_ACTIONS} actions")]
    TooMany,
}

/// The most rows of a table.
const MOST_ACTIONS: usize = 1_000;

/// The deeds of the default world.
const DEEDS: &str = include_str!("../../data/deeds.toml");

/// The action table: what a deed does to the respect for those involved. The engine knows no action by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Actions {
    rows: Vec<Action>,
    by_name: BTreeMap<String, ActionId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    action: Vec<Action>,
}

impl Actions {
    /// A table of these rows.
    ///
    /// # Errors
    /// Names the action and what is wrong with it.
    pub fn new(mut rows: Vec<Action>) -> Result<Self, ActionError> {
        if rows.len() > MOST_ACTIONS {
            return Err(ActionError::TooMany);
        }
        let mut by_name = BTreeMap::new();
        for (number, row) in rows.iter_mut().enumerate() {
            if row.name.is_empty() || !row.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
                return Err(ActionError::Name(row.name.clone()));
            }
            if row.past.is_empty() {
                row.past.clone_from(&row.name);
            }
            for (field, value, low) in [
                ("hear", row.hear, 0.0),
                ("see", row.see, 0.0),
                ("subject", row.subject, 0.0),
                ("object", row.object, 0.0),
                ("teller", row.teller, 0.0),
                ("original_teller", row.original_teller, 0.0),
                ("priority", row.priority, 0.0),
                ("severity", row.severity, -1.0),
            ] {
                if !(low..=1.0).contains(&value) {
                    return Err(ActionError::OutOfRange { action: row.name.clone(), field, value, low });
                }
            }
            if !(0.0..=MOST_GRAVE).contains(&row.gravity) {
                let (action, gravity) = (row.name.clone(), row.gravity);
                return Err(ActionError::Gravity { action, gravity });
            }
            if by_name.insert(row.name.clone(), ActionId(number as u16)).is_some() {
                return Err(ActionError::Twice(row.name.clone()));
            }
        }
        Ok(Self { rows, by_name })
    }

    /// Reads a table from TOML: one `[[action]]` per row.
    ///
    /// ```
    /// use wold_mind::gossip::Actions;
    /// let table = Actions::parse("
    ///     [[action]]
    ///     name = 'heal'
    ///     hear = 0.8
    ///     see = 1.0
    ///     subject = 1.0
    ///     object = 0.0
    ///     severity = 0.1
    /// ")?;
    /// assert_eq!(table.row(table.named("heal")?).severity, 0.1);
    /// assert!(Actions::parse("[[action]]\nname = 'x'\nhear = 2\nsee = 0\nsubject = 0\nobject = 0\nseverity = 0").is_err());
    /// # Ok::<(), wold_mind::gossip::ActionError>(())
    /// ```
    ///
    /// # Errors
    /// Names line or action and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, ActionError> {
        let file: File = toml::from_str(text).map_err(|e| ActionError::Syntax(crate::place_of(text, &e)))?;
        Self::new(file.action)
    }

    /// The deeds of the default world: hit, kill, steal, give, heal, help, trade, fell, find, and sightings.
    #[must_use]
    pub fn deeds() -> Self {
        Self::parse(DEEDS).expect("the built-in table is tested")
    }

    /// The same deeds with the weights of the source: every one counts once. For laboratories; a town that lives goes by [`Actions::deeds`].
    #[must_use]
    pub fn published() -> Self {
        let rows = Self::deeds().rows.into_iter().map(|row| Action { gravity: 1.0, ..row });
        Self::new(rows.collect()).expect("only gravity was changed")
    }

    /// A row.
    ///
    /// # Panics
    /// If the id is of another table.
    #[must_use]
    pub fn row(&self, id: ActionId) -> &Action {
        &self.rows[usize::from(id.0)]
    }

    /// The action of that name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(&self, name: &str) -> Result<ActionId, ActionError> {
        self.by_name.get(name).copied().ok_or_else(|| ActionError::Unknown(name.to_owned()))
    }

    /// All rows with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ActionId, &Action)> {
        self.rows.iter().enumerate().map(|(number, row)| (ActionId(number as u16), row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_table_is_sound() {
        let table = Actions::deeds();
        for name in ["hit", "kill", "steal", "give", "heal", "help", "trade", "fell", "find", "seen", "water"]
        {
            assert!(table.named(name).is_ok(), "{name}");
        }
        let kill = table.row(table.named("kill").expect("listed"));
        assert_eq!(
            (kill.hear, kill.see, kill.subject, kill.object, kill.severity),
            (1.0, 1.0, 1.0, 0.0, -0.8)
        );
    }

    #[test]
    fn a_bad_table_is_refused_with_the_reason() {
        let row = "[[action]]\nname='hit'\nhear=1\nsee=1\nsubject=1\nobject=0\nseverity=-0.2\n";
        let said = |text: &str| Actions::parse(text).expect_err("bad").to_string();
        assert!(said(&format!("{row}{row}")).contains("twice"));
        assert!(said(&row.replace("-0.2", "-1.2")).contains("severity is -1.2"));
        assert!(said(&format!("{row}gravity=11\n")).contains("gravity is 11"));
        assert!(said(&row.replace("hear=1", "hear='x'")).contains("line 3"));
        assert!(said(&row.replace("'hit'", "'Hit him'")).contains("single word"));
    }
}
