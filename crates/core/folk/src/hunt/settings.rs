//! How inhabitants hunt, as data.

use serde::Deserialize;
use std::sync::LazyLock;
use wold_senses::search::{SearchConfig, SearchSettings};

static COMPILED_IN: LazyLock<HuntConfig> =
    LazyLock::new(|| HuntConfig::parse(include_str!("hunt.toml")).expect("a test reads it"));

/// How a household hunts.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HuntConfig {
    /// Seconds out of plain sight until somebody is lost.
    pub lost_seconds: f64,
    /// Seconds for which one is after somebody once a search has found them, or was called off.
    pub after_seconds: f64,
    /// Seconds until one who gave up joins another search for the same person.
    pub rest_seconds: f64,
    /// Seconds one goes on when the others stopped and nobody said so within hearing.
    pub unaware_seconds: f64,
    /// Respect from which an alarm is believed.
    pub believed: f64,
    /// Respect from which one helps whoever searches.
    pub helped: f64,
    /// The search itself.
    pub search: SearchConfig,
}

/// Why settings cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HuntConfigError {
    /// No TOML of this shape.
    #[error("{0}")]
    Text(String),
    /// A number of the search is out of its range.
    #[error("search: {0}")]
    Search(#[from] wold_senses::search::ConfigError),
    /// Another number is.
    #[error("{what} must be {low} to {high}, not {value}")]
    Range {
        /// Which.
        what: &'static str,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
        /// What was given.
        value: f64,
    },
}

impl HuntConfig {
    /// Reads settings.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn parse(text: &str) -> Result<Self, HuntConfigError> {
        let config: Self = toml::from_str(text)
            .map_err(|error| HuntConfigError::Text(error.message().replace('\n', " ")))?;
        config.search.check()?;
        let rows = [
            ("lost_seconds", config.lost_seconds, 60.0),
            ("after_seconds", config.after_seconds, 600.0),
            ("rest_seconds", config.rest_seconds, 3600.0),
            ("unaware_seconds", config.unaware_seconds, 600.0),
            ("believed", config.believed, 1.0),
            ("helped", config.helped, 1.0),
        ];
        for (what, value, high) in rows {
            if !(0.0..=high).contains(&value) {
                return Err(HuntConfigError::Range { what, low: 0.0, high, value });
            }
        }
        Ok(config)
    }
}

impl HuntConfig {
    /// The settings compiled in, with what a world's file says of searches.
    #[must_use]
    pub fn of_world(settings: &SearchSettings) -> Self {
        let mut config = Self {
            lost_seconds: settings.lost_seconds,
            after_seconds: settings.after_seconds,
            rest_seconds: settings.rest_seconds,
            unaware_seconds: settings.unaware_seconds,
            believed: settings.believed,
            helped: settings.helped,
            ..Self::default()
        };
        (config.search.limit_seconds, config.search.radius) = (settings.limit_seconds, settings.radius);
        config.search.weights.truth = settings.truth;
        config
    }
}

impl Default for HuntConfig {
    fn default() -> Self {
        *COMPILED_IN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_compiled_in_are_sound_and_do_not_use_the_truth() {
        assert_eq!(HuntConfig::default().search.weights.truth, 0.0);
    }

    #[test]
    fn a_world_that_says_nothing_searches_as_is_compiled_in_and_whatever_is_in_range_is_sound() {
        let settings = SearchSettings::default();
        assert_eq!(HuntConfig::of_world(&settings), HuntConfig::default());
        let plain = toml::Table::try_from(settings).expect("a table");
        for (name, _, least, most) in settings.ranges() {
            for value in [least, most] {
                let mut table = plain.clone();
                table.insert(name.trim_start_matches("search.").into(), toml::Value::Float(value));
                let settings: SearchSettings = table.try_into().expect("settings");
                assert_eq!(HuntConfig::of_world(&settings).search.check(), Ok(()), "{name} = {value}");
            }
        }
    }

    #[test]
    fn bad_settings_are_refused_with_a_reason() {
        let text = include_str!("hunt.toml");
        for (from, to, reason) in [
            ("believed = 0.6", "believed = 7", "believed must be 0 to 1, not 7"),
            ("reach = 1.2", "reach = 0", "search: reach must be 0.1 to 500, not 0"),
            ("helped", "hepled", "unknown field"),
        ] {
            let error = HuntConfig::parse(&text.replace(from, to)).expect_err(from).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
