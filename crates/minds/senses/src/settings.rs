//! Reading the data files of this room: one line for what is wrong, and where.

use serde::de::DeserializeOwned;
use std::ops::RangeInclusive;
use wold_space::TICKS_PER_SECOND;
use wold_space::text::line_at;

/// What is wrong with a file of settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The text is no TOML, or not of this shape, or a thing that begins on this line makes no sense.
    #[error("line {line}: {reason}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A setting makes no sense.
    #[error("{thing}: {reason}")]
    Thing {
        /// Which one.
        thing: String,
        /// What is wrong.
        reason: String,
    },
}

/// Reads TOML of a shape.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, SettingsError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(text, span.start));
        let reason = error.message().lines().map(str::trim).collect::<Vec<_>>().join(", ");
        SettingsError::Line { line, reason }
    })
}

/// Refuses a setting.
pub(crate) fn wrong<T>(thing: impl Into<String>, reason: impl Into<String>) -> Result<T, SettingsError> {
    Err(SettingsError::Thing { thing: thing.into(), reason: reason.into() })
}

/// Checks that a number lies in its range; what is no number never does.
pub(crate) fn within(thing: &str, value: f64, range: RangeInclusive<f64>) -> Result<(), SettingsError> {
    if range.contains(&value) {
        return Ok(());
    }
    wrong(thing, format!("{value} is not {} to {}", range.start(), range.end()))
}

/// Seconds as ticks, to the nearest.
pub(crate) fn ticks(seconds: f64) -> u64 {
    libm::round(seconds * TICKS_PER_SECOND as f64) as u64
}
