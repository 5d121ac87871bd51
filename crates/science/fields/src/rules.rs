//! The constants of all systems, from text.
//!
//! The defaults are the file `data/rules.toml` of this crate, compiled in. A file of a user has the same sections and keys, and
//! needs only those it changes. What is unknown, of the wrong kind or out of range is refused with its line.

use crate::climate::ClimateRules;
use crate::ecology::EcologyRules;
use crate::economy::EconomyRules;
use crate::engine::EngineError;
use crate::law::LawRules;
use crate::reputation::ReputationRules;
use crate::scent::ScentRules;
use crate::traffic::TrafficRules;
use crate::weather::WeatherRules;
use serde::{Deserialize, Serialize};
use toml::de::DeTable;
use wold_space::text::line_at;

/// The file of defaults.
const DEFAULTS: &str = include_str!("../data/rules.toml");

/// The constants of all systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FieldRules {
    pub weather: WeatherRules,
    pub climate: ClimateRules,
    pub ecology: EcologyRules,
    pub traffic: TrafficRules,
    pub reputation: ReputationRules,
    pub economy: EconomyRules,
    pub law: LawRules,
    pub scent: ScentRules,
}

/// Constants that differ from the defaults, as part of another file's settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RulesOverlay(toml::Table);

impl RulesOverlay {
    /// The rules with these constants.
    ///
    /// # Errors
    /// Says which is wrong. Line numbers are those of the constants written out by themselves: whoever has the file asks
    /// [`FieldRules::parse_in`] for its own.
    pub fn rules(&self) -> Result<FieldRules, RulesError> {
        if self.0.is_empty() {
            return Ok(FieldRules::default());
        }
        let text = toml::to_string(&self.0).map_err(|error| RulesError::Syntax(error.to_string()))?;
        FieldRules::parse(&text)
    }
}

/// What is wrong with a file of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RulesError {
    #[error("{0}")]
    Syntax(String),
    #[error("line {line}: there is no system {name:?}; there are {known}")]
    NoSystem { line: usize, name: String, known: String },
    #[error("line {line}: {system} has no constant {name:?}")]
    NoConstant { line: usize, system: String, name: String },
    #[error("line {line}: {system}.{name} must be {must}, not {value}")]
    Value { line: usize, system: String, name: String, must: String, value: String },
}

impl Default for FieldRules {
    fn default() -> Self {
        toml::from_str(DEFAULTS).expect("a test reads the file that is compiled in")
    }
}

impl FieldRules {
    /// Reads a file of rules; what it does not name keeps its default.
    ///
    /// ```
    /// use wold_fields::rules::FieldRules;
    /// let rules = FieldRules::parse("[weather]\ngamma = 0.5\n")?;
    /// assert_eq!((rules.weather.gamma, rules.weather.alpha), (0.5, 0.2));
    /// let error = FieldRules::parse("[weather]\n\n[wether]\n").expect_err("misspelt");
    /// assert!(error.to_string().starts_with("line 3: there is no system \"wether\""));
    /// # Ok::<(), wold_fields::rules::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, RulesError> {
        Self::parse_in(text, &[])
    }

    /// Reads the rules in a table of a greater file, like `environment.rules`; without that table all keep their defaults.
    ///
    /// # Errors
    /// Names the line of the file and what is wrong with it.
    pub fn parse_in(text: &str, path: &[&str]) -> Result<Self, RulesError> {
        let file = DeTable::parse(text).map_err(|error| RulesError::Syntax(one_line(text, &error)))?;
        let plain: toml::Table =
            toml::from_str(text).map_err(|error| RulesError::Syntax(one_line(text, &error)))?;
        let (mut given, mut plain) = (file.get_ref(), &plain);
        for name in path {
            let inner = given.get(*name).and_then(|value| value.get_ref().as_table());
            let Some((inner, values)) = inner.zip(plain.get(*name).and_then(toml::Value::as_table)) else {
                return Ok(Self::default());
            };
            (given, plain) = (inner, values);
        }
        let mut whole: toml::Table =
            toml::from_str(DEFAULTS).expect("a test reads the file that is compiled in");
        let known = whole.keys().cloned().collect::<Vec<_>>().join(", ");
        for (system, section) in given {
            let name = system.get_ref().to_string();
            let line = line_at(text, system.span().start);
            let unknown = || RulesError::NoSystem { line, name: name.clone(), known: known.clone() };
            let into = whole.get_mut(&name).and_then(toml::Value::as_table_mut).ok_or_else(unknown)?;
            let Some(constants) = section.get_ref().as_table() else { return Err(unknown()) };
            for (constant, value) in constants {
                let line = line_at(text, constant.span().start);
                let key = constant.get_ref().to_string();
                let wrong = |must: String| RulesError::Value {
                    line,
                    system: name.clone(),
                    name: key.clone(),
                    must,
                    value: text.get(value.span()).unwrap_or_default().to_owned(),
                };
                let Some(old) = into.get(&key) else {
                    return Err(RulesError::NoConstant { line, system: name, name: key });
                };
                let new = plain[&name].get(&key).and_then(|new| fitting(new, old));
                let new = new.ok_or_else(|| wrong(format!("a {}", old.type_str())))?;
                into.insert(key.clone(), new);
                // Each constant by itself, so that an error is one of this line.
                let so_far: Self =
                    whole_of(&name, into).map_err(|error| wrong(error.message().trim().to_owned()))?;
                so_far.check(&name).map_err(|error| match error {
                    EngineError::Rule { what, must, .. } if what == key => wrong(must.to_owned()),
                    other => wrong(other.to_string()),
                })?;
            }
        }
        Ok(whole.try_into().expect("every section was read by itself"))
    }

    /// Checks the ranges of a system's constants.
    fn check(&self, system: &str) -> Result<(), EngineError> {
        match system {
            "weather" => self.weather.check(),
            "climate" => self.climate.check(),
            "ecology" => self.ecology.check(),
            "economy" => self.economy.check(),
            "law" => self.law.check(),
            "scent" => self.scent.check(),
            "traffic" => self.traffic.check(),
            "reputation" => self.reputation.check(),
            _ => Ok(()),
        }
    }
}

/// The defaults with one section replaced.
fn whole_of(name: &str, section: &toml::Table) -> Result<FieldRules, toml::de::Error> {
    let mut whole: toml::Table = toml::from_str(DEFAULTS)?;
    whole.insert(name.to_owned(), toml::Value::Table(section.clone()));
    whole.try_into()
}

/// The value as the default is: whole numbers become real where that is real; `None` if it is of another kind or not finite.
fn fitting(value: &toml::Value, like: &toml::Value) -> Option<toml::Value> {
    match (value, like) {
        (toml::Value::Integer(n), toml::Value::Float(_)) => Some(toml::Value::Float(*n as f64)),
        _ => (value.same_type(like) && is_finite(value)).then(|| value.clone()),
    }
}

fn is_finite(value: &toml::Value) -> bool {
    match value {
        toml::Value::Float(f) => f.is_finite(),
        toml::Value::Array(items) => items.iter().all(is_finite),
        toml::Value::Table(table) => table.values().all(is_finite),
        _ => true,
    }
}

fn one_line(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| line_at(text, span.start));
    format!("line {line}: {}", error.message().replace('\n', ", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_defaults_is_sound() {
        let rules = FieldRules::default();
        let table: toml::Table = toml::from_str(DEFAULTS).expect("well formed");
        for system in table.keys() {
            rules.check(system).expect(system);
        }
        assert_eq!(FieldRules::parse(DEFAULTS), Ok(rules), "the defaults are a file like any other");
        assert_eq!(FieldRules::parse(""), Ok(FieldRules::default()));
    }

    #[test]
    fn mistakes_are_named_with_line_and_value() {
        let broken = |text: &str| FieldRules::parse(text).expect_err(text).to_string();
        assert!(
            broken("[weather]\nalpha = 0.3\n[whether]\n")
                .starts_with("line 3: there is no system \"whether\"")
        );
        assert_eq!(broken("[weather]\nbeta = 1\n"), "line 2: weather has no constant \"beta\"");
        assert_eq!(broken("[weather]\n\nalpha = 1.5\n"), "line 3: weather.alpha must be 0 to 1, not 1.5");
        assert_eq!(
            broken("[weather]\ngamma = 0\n"),
            "line 2: weather.gamma must be above 0 and up to 1, not 0"
        );
        assert_eq!(broken("[weather]\ngamma = nan\n"), "line 2: weather.gamma must be a float, not nan");
        assert_eq!(
            broken("[weather]\ngamma = \"fast\"\n"),
            "line 2: weather.gamma must be a float, not \"fast\""
        );
        assert!(broken("[weather\n").starts_with("line 1: "));
        assert!(broken("weather = 3\n").starts_with("line 1: "));
    }

    #[test]
    fn rules_within_a_greater_file_are_read_with_its_lines() {
        #[derive(Deserialize)]
        struct File {
            rules: RulesOverlay,
        }
        let text = "name = \"here\"\n[rules.law]\ndeters = 0.5\n";
        let file: File = toml::from_str(text).expect("well formed");
        let rules = file.rules.rules().expect("fine rules");
        assert_eq!((rules.law.deters, rules.law.fades), (0.5, FieldRules::default().law.fades));
        assert_eq!(FieldRules::parse_in(text, &["rules"]), Ok(rules));
        assert_eq!(FieldRules::parse_in("name = 1\n", &["rules"]), Ok(FieldRules::default()));
        let wrong = FieldRules::parse_in("name = 1\n[rules.law]\n\nfades = 3.0\n", &["rules"]);
        assert_eq!(wrong.expect_err("too much").to_string(), "line 4: law.fades must be 0 to 1, not 3.0");
    }
}
