//! Units as data: read from TOML, refused with line and reason.

use super::MOST_KINDS;
use serde::Deserialize;
use wold_space::text::line_at;

/// A kind of unit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its name: letters only.
    pub name: String,
    /// In every game.
    #[serde(default)]
    pub base: bool,
    /// Gold.
    pub cost: u8,
    /// Damage it takes.
    pub health: u8,
    /// It can stand in the way of an attack.
    #[serde(default)]
    pub blocks: bool,
    /// Damage it deals when used.
    #[serde(default)]
    pub attack: u8,
    /// Gold it gives each turn.
    #[serde(default)]
    pub income: u8,
    /// Turns until it is ready, 1 to 3.
    pub build: u8,
    /// How many each side may buy.
    pub supply: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    unit: Vec<toml::Spanned<Unit>>,
}

/// Why a text is no set of units.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct DataError {
    /// Where, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

impl DataError {
    pub(crate) fn of(text: &str, error: &toml::de::Error) -> Self {
        let at = error.span().map_or(0, |span| span.start);
        Self { line: line_at(text, at), reason: error.message().replace('\n', " ") }
    }
}

/// A checked set of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSet {
    units: Vec<Unit>,
}

/// The units that come with the game.
const OWN: &str = include_str!("../../../data/units.toml");
/// The longest file that is read.
const LONGEST: usize = 256 * 1024;

impl UnitSet {
    /// The units that come with the game.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn own() -> Self {
        Self::read(OWN).expect("the game's own units are sound")
    }

    /// Reads a set of units.
    pub fn read(text: &str) -> Result<Self, DataError> {
        if text.len() > LONGEST {
            return Err(DataError { line: 1, reason: format!("more than {LONGEST} bytes") });
        }
        let file: File = toml::from_str(text).map_err(|error| DataError::of(text, &error))?;
        let mut units: Vec<Unit> = Vec::new();
        for spanned in file.unit {
            let line = line_at(text, spanned.span().start);
            let unit = spanned.into_inner();
            let wrong = |reason: String| Err(DataError { line, reason });
            let name = &unit.name;
            if name.is_empty() || name.len() > 20 || !name.chars().all(char::is_alphabetic) {
                return wrong(format!("{name:?} is no name: 1 to 20 letters"));
            }
            if units.iter().any(|other| other.name == *name) {
                return wrong(format!("{name} is there twice"));
            }
            let limits = [
                ("cost", unit.cost, 1, 50),
                ("health", unit.health, 1, 50),
                ("attack", unit.attack, 0, 50),
                ("income", unit.income, 0, 10),
                ("build", unit.build, 1, 3),
                ("supply", unit.supply, 0, 20),
            ];
            for (what, given, least, most) in limits {
                if !(least..=most).contains(&given) {
                    return wrong(format!("{name}: {what} {given} is not between {least} and {most}"));
                }
            }
            units.push(unit);
        }
        let base = units.iter().filter(|unit| unit.base).count();
        if !(2..=MOST_KINDS - super::DRAWN).contains(&base) {
            return Err(DataError {
                line: 1,
                reason: format!("{base} base units; 2 to {} are needed", MOST_KINDS - super::DRAWN),
            });
        }
        let blocker = units.iter().filter(|unit| unit.base).nth(1).is_some_and(|unit| unit.blocks);
        if !blocker || units.iter().all(|unit| unit.attack == 0) {
            let reason = "the second base unit must block, and some unit must attack".into();
            return Err(DataError { line: 1, reason });
        }
        Ok(Self { units })
    }

    /// The units.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The same units with one changed; refused if the change is not sound.
    pub fn patched(&self, number: usize, change: impl FnOnce(&mut Unit)) -> Result<Self, String> {
        let mut units = self.units.clone();
        let Some(unit) = units.get_mut(number) else { return Err(format!("there is no unit {number}")) };
        change(unit);
        if unit.cost == 0 || unit.health == 0 || !(1..=3).contains(&unit.build) {
            return Err(format!("{} cannot be so", unit.name));
        }
        Ok(Self { units })
    }
}
