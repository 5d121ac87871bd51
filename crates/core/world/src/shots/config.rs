//! What can be let fly, and by whose eyes it is decided: `[shots]` of a world's file.

use serde::{Deserialize, Serialize};
use wold_lore::Shot;
use wold_lore::land::ThingKind;
use wold_lore::vocabulary::Word;
use wold_space::TICKS_PER_SECOND;

/// What can be let fly, and by whose eyes it is decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ShotsConfig {
    /// Whether a shot is decided by what the one who shot saw. Default true; where it is off, by what is so on the host.
    pub rewind: bool,
    /// Seconds at most by which that may be past. Default 0.3.
    pub rewind_seconds: f64,
    /// What can be let fly. Default those of `data/shots.toml`; a world's file that has its own has these alone.
    pub kinds: Vec<Row>,
}

impl Default for ShotsConfig {
    fn default() -> Self {
        #[derive(Deserialize)]
        struct File {
            shot: Vec<Row>,
        }
        let file: File = toml::from_str(include_str!("../../data/shots.toml")).expect("a test reads it");
        Self { rewind: true, rewind_seconds: 0.3, kinds: file.shot }
    }
}

impl ShotsConfig {
    /// What guests are told of it.
    #[must_use]
    pub fn told(&self) -> Vec<Shot> {
        self.kinds.iter().map(|row| row.shot).collect()
    }

    /// What is let fly with a thing in the hand.
    pub(crate) fn with(&self, hand: ThingKind) -> Option<&Row> {
        self.kinds.iter().find(|row| row.shot.with == hand)
    }

    /// Ticks by which what somebody saw may be past.
    pub(crate) fn rewind_ticks(&self) -> u64 {
        if self.rewind { (self.rewind_seconds * TICKS_PER_SECOND as f64) as u64 } else { 0 }
    }
}

/// One way to let something fly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub struct Row {
    /// How it flies.
    pub shot: Shot,
    /// Health it takes from whom it hits.
    pub harm: f32,
    /// Breath it takes.
    pub breath: f32,
    /// Seconds until the arm is free again.
    pub seconds: f64,
    /// How likely it is broken where it ends.
    pub breaks: f64,
}

/// What is wrong with a row in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// Nobody knows such a thing.
    #[error("what is let fly with {with:?}: there is no thing {word:?}")]
    Unknown {
        /// Of which row.
        with: String,
        /// The word.
        word: String,
    },
    /// A number is out of its range.
    #[error("what is let fly with {with:?}: {what}")]
    Range {
        /// Of which row.
        with: String,
        /// What is wrong.
        what: &'static str,
    },
}

/// A row as files have it: things by the names people use.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    with: String,
    of: String,
    speed: u8,
    fall: u8,
    reach: u8,
    harm: f32,
    breath: f32,
    seconds: f64,
    breaks: f64,
}

impl TryFrom<Text> for Row {
    type Error = RowError;

    fn try_from(text: Text) -> Result<Self, RowError> {
        let thing = |word: &str| {
            let found = ThingKind::WORDS.iter().find(|kind| kind.called() == word).copied();
            found.ok_or_else(|| RowError::Unknown { with: text.with.clone(), word: word.into() })
        };
        let wrong = |what| RowError::Range { with: text.with.clone(), what };
        if !(1..=100).contains(&text.speed) || !(1..=60).contains(&text.reach) {
            return Err(wrong("its speed is 1 to 100, its reach 1 to 60"));
        }
        if text.fall > 100 || !(0.0..=60.0).contains(&text.seconds) {
            return Err(wrong("its fall is 0 to 100, its seconds 0 to 60"));
        }
        let shares = [f64::from(text.harm), f64::from(text.breath), text.breaks];
        if shares.iter().any(|share| !(0.0..=1.0).contains(share)) {
            return Err(wrong("harm, breath and breaks are 0 to 1"));
        }
        let (speed, fall, reach) = (text.speed, text.fall, text.reach);
        let shot = Shot { with: thing(&text.with)?, of: thing(&text.of)?, speed, fall, reach };
        Ok(Self { shot, harm: text.harm, breath: text.breath, seconds: text.seconds, breaks: text.breaks })
    }
}

impl From<Row> for Text {
    fn from(row: Row) -> Self {
        let Shot { with, of, speed, fall, reach } = row.shot;
        let (with, of) = (with.label().to_owned(), of.label().to_owned());
        Self {
            with,
            of,
            speed,
            fall,
            reach,
            harm: row.harm,
            breath: row.breath,
            seconds: row.seconds,
            breaks: row.breaks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_are_read_by_name_and_nonsense_is_named() {
        let config = ShotsConfig::default();
        let bow = config.with(ThingKind::Bow).expect("there are bows");
        assert_eq!((bow.shot.of, config.with(ThingKind::Bread)), (ThingKind::Arrow, None));
        let text = toml::to_string(&config).expect("settings are a table");
        assert_eq!(toml::from_str::<ShotsConfig>(&text).expect("read back"), config);
        for (good, bad, said) in [
            ("\"arrow\"", "\"arow\"", "no thing \"arow\""),
            ("speed = 32", "speed = 0", "its speed is 1 to 100"),
        ] {
            let wrong = toml::from_str::<ShotsConfig>(&text.replace(good, bad)).expect_err(bad);
            assert!(wrong.to_string().contains(said), "{wrong}");
        }
    }
}
