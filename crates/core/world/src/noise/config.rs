//! How people hear in a world, and what they miss.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_lore::sense::Sound;
use wold_senses::changed::Heed;
use wold_senses::hearing::{Rows, Sounds};
use wold_senses::vanished::Absence;

/// How a world's people hear, and what they miss. Every setting has a default; unknown names are errors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HearingConfig {
    /// Whether people who play are told in words what they hear. Default true.
    pub captions: bool,
    /// What falls in a step of the weather when it pours: then rain drowns as much as it can. Default 3.
    pub pouring: f64,
    /// The wind that nobody minds. Default 52.
    pub breeze: f64,
    /// The wind that drowns as much as wind can. Default 80.
    pub gale: f64,
    /// Seconds somebody must have been about before they are missed. Default 10.
    pub company_seconds: f64,
    /// Seconds of silence after which they are. Default 5.
    pub silence_seconds: f64,
    /// Seconds until the same person misses somebody again. Default 180.
    pub rest_seconds: f64,
    /// Metres from which somebody notices that something is not as it was left. Default 12.
    pub notice_metres: f64,
    /// Seconds for which it is news that something is not as it was left. Default 90.
    pub news_seconds: f64,
    /// Sounds that are heard farther, less far, or matter more than the shipped rows say: `[hearing.sounds.Shout]`.
    pub sounds: BTreeMap<Sound, SoundChange>,
}

/// What a world changes about a sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SoundChange {
    /// Metres of open air at which it is just heard.
    pub radius: Option<f64>,
    /// Of two sounds a listener minds the one with more.
    pub priority: Option<u8>,
}

impl Default for HearingConfig {
    fn default() -> Self {
        Self {
            captions: true,
            pouring: 3.0,
            breeze: 52.0,
            gale: 80.0,
            company_seconds: 10.0,
            silence_seconds: 5.0,
            rest_seconds: 180.0,
            notice_metres: 12.0,
            news_seconds: 90.0,
            sounds: BTreeMap::new(),
        }
    }
}

impl HearingConfig {
    /// The widest radius a world gave to a sound; it is checked with the numbers of a world.
    pub(crate) fn widest(&self) -> f64 {
        let radii = self.sounds.values().filter_map(|change| change.radius);
        radii.fold(0.0, |widest, radius| if radius >= widest || radius.is_nan() { radius } else { widest })
    }

    /// The rows of this world.
    pub(crate) fn rows(&self) -> Sounds {
        let mut rows: Rows = Sounds::default().rows().clone();
        for row in &mut rows.sound {
            let change =
                self.sounds.iter().find(|(sound, _)| sound.label() == row.name).map(|(_, change)| change);
            if let Some(change) = change {
                row.radius = change.radius.unwrap_or(row.radius);
                row.priority = change.priority.unwrap_or(row.priority);
            }
        }
        // Programs check a world's numbers; what comes here unchecked and wrong counts for nothing.
        Sounds::new(rows).unwrap_or_default()
    }

    /// When somebody is missed.
    pub(crate) fn absence(&self) -> Absence {
        Absence { company: self.company_seconds, silence: self.silence_seconds, rest: self.rest_seconds }
    }

    /// For how long a change is news.
    pub(crate) fn heed(&self) -> Heed {
        Heed { lifetime: self.news_seconds, ..Heed::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_lore::Loudness;

    #[test]
    fn every_sound_has_a_row_and_words_carry_as_far_as_guests_believe() {
        let sounds = Sounds::default();
        for sound in Sound::ALL {
            assert!(sounds.kind(sound.label()).is_some(), "{sound:?}");
        }
        assert_eq!(sounds.rows().sound.len(), Sound::ALL.len());
        for loudness in Loudness::ALL {
            let kind = sounds.kind(Sound::of(*loudness).label()).expect("listed");
            assert_eq!(sounds.row(kind).radius, loudness.reach(), "{loudness:?}");
        }
    }

    #[test]
    fn a_worlds_file_changes_single_sounds() {
        let config: HearingConfig = toml::from_str("[sounds.Shout]\nradius = 90.0").expect("settings");
        let sounds = config.rows();
        let radius = |sound: Sound| sounds.row(sounds.kind(sound.label()).expect("listed")).radius;
        assert_eq!((radius(Sound::Shout), radius(Sound::Speech)), (90.0, 20.0));
        assert!(toml::from_str::<HearingConfig>("[sounds.Trumpet]\nradius = 9.0").is_err());
    }
}
