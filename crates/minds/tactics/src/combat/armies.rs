//! Types and armies from text.
//!
//! ```toml
//! exponent = 1.56
//! [[type]]
//! name = "soldier"
//! health = 50
//! damage = 6          # per blow
//! pause = 1.0         # seconds between blows
//! range = 1.5         # metres
//! speed = 3.0         # metres per second
//! [[army]]
//! name = "town"
//! units = { soldier = 5 }
//! health = 0.9        # share of whole; default 1
//! ```
//! There are two armies. A type's static worth is damage × health / pause, scaled so that the heaviest is 1.

use super::model::{Force, Model};
use crate::line_at;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is wrong with the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArmiesError {
    /// The text is no TOML, or not of this shape.
    #[error("line {0}: {1}")]
    Text(usize, String),
    /// Something in it makes no sense.
    #[error("{0}: {1}")]
    Thing(String, String),
}

/// A kind of unit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitType {
    /// Unique.
    pub name: String,
    /// Hit points.
    pub health: f64,
    /// Hit points per blow.
    pub damage: f64,
    /// Seconds between blows.
    #[serde(default = "one")]
    pub pause: f64,
    /// Metres a blow reaches.
    #[serde(default = "one")]
    pub range: f64,
    /// Metres per second.
    #[serde(default = "three")]
    pub speed: f64,
}

fn one() -> f64 {
    1.0
}

fn three() -> f64 {
    3.0
}

impl UnitType {
    /// Damage × health, per second.
    #[must_use]
    pub fn strength(&self) -> f64 {
        self.damage * self.health / self.pause
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default = "order")]
    exponent: f64,
    #[serde(rename = "type")]
    types: Vec<UnitType>,
    army: Vec<ArmyText>,
}

fn order() -> f64 {
    1.56
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyText {
    name: String,
    units: BTreeMap<String, u32>,
    #[serde(default = "one")]
    health: f64,
}

/// Two armies and what they are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Armies {
    /// The order of attrition that was given.
    pub exponent: f64,
    /// The types, in the order of the text.
    pub types: Vec<UnitType>,
    /// Names of the two.
    pub names: [String; 2],
    /// Units per type of the two.
    pub counts: [Vec<u32>; 2],
    /// Health of the two, as a share.
    pub health: [f64; 2],
}

/// The most units of an army: a skirmish of more is no skirmish.
const MOST_UNITS: u32 = 2000;

fn wrong<T>(thing: impl Into<String>, reason: &str) -> Result<T, ArmiesError> {
    Err(ArmiesError::Thing(thing.into(), reason.to_owned()))
}

impl Armies {
    /// Reads and checks two armies.
    pub fn parse(text: &str) -> Result<Self, ArmiesError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            ArmiesError::Text(line_at(text, at), error.message().replace('\n', " "))
        })?;
        if !(1.0..=2.0).contains(&file.exponent) {
            return wrong("exponent", "it is 1 to 2");
        }
        if file.types.is_empty() || file.types.len() > 64 {
            return wrong("types", "there are 1 to 64");
        }
        for (at, unit) in file.types.iter().enumerate() {
            let thing = format!("type {:?}", unit.name);
            if file.types[..at].iter().any(|other| other.name == unit.name) {
                return wrong(thing, "there are two of that name");
            }
            let sane = |value: f64| value > 0.0 && value <= 1e6;
            if ![unit.health, unit.damage, unit.pause, unit.range, unit.speed].into_iter().all(sane) {
                return wrong(thing, "every number is above 0 and at most a million");
            }
        }
        let [a, b] = <[ArmyText; 2]>::try_from(file.army)
            .or_else(|armies| wrong("armies", &format!("there are two, not {}", armies.len())))?;
        let count = |army: &ArmyText| -> Result<Vec<u32>, ArmiesError> {
            let thing = format!("army {:?}", army.name);
            if !(army.health > 0.0 && army.health <= 1.0) {
                return wrong(thing, "health is a share, above 0 and at most 1");
            }
            if let Some(name) = army.units.keys().find(|name| !file.types.iter().any(|t| t.name == **name)) {
                return wrong(thing, &format!("there is no type {name:?}"));
            }
            if army.units.values().map(|n| u64::from(*n)).sum::<u64>() > u64::from(MOST_UNITS) {
                return wrong(thing, &format!("at most {MOST_UNITS} units"));
            }
            Ok(file.types.iter().map(|t| army.units.get(&t.name).copied().unwrap_or(0)).collect())
        };
        let counts = [count(&a)?, count(&b)?];
        let (names, health) = ([a.name, b.name], [a.health, b.health]);
        Ok(Self { exponent: file.exponent, types: file.types, names, counts, health })
    }

    /// One of the two as a force.
    #[must_use]
    pub fn force(&self, side: usize) -> Force {
        let counts = &self.counts[side];
        Force {
            units: counts.iter().map(|n| f64::from(*n)).sum(),
            health: counts.iter().map(|n| f64::from(*n) * self.health[side]).collect(),
        }
    }

    /// The model by static worth.
    #[must_use]
    pub fn static_model(&self) -> Model {
        let heaviest = self.types.iter().map(UnitType::strength).fold(f64::MIN_POSITIVE, f64::max);
        let weights = self.types.iter().map(|unit| unit.strength() / heaviest).collect();
        Model { exponent: self.exponent, weights }
    }
}
