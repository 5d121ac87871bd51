//! Kinds of sound as rows of a file.

use serde::{Deserialize, Serialize};
use wold_space::text::line_at;

/// The number of a kind of sound within its [`Sounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SoundKind(pub u16);

/// A kind of sound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoundRow {
    /// What it is called.
    pub name: String,
    /// Metres of open air at which it is just heard.
    pub radius: f64,
    /// Of two sounds a listener minds the one with more.
    pub priority: u8,
    /// Heard at half the radius by who is far and off the screen of the player that made it.
    #[serde(default)]
    pub fair: bool,
    /// Whoever hears it knows of an enemy.
    #[serde(default)]
    pub hostile: bool,
    /// It has words, which are understood in part.
    #[serde(default)]
    pub speech: bool,
}

/// How somebody walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gait {
    /// With care.
    Sneak,
    /// As one does.
    Walk,
    /// In haste.
    Run,
}

/// What somebody walks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// Meadow.
    Grass,
    /// Bare soil.
    Earth,
    /// Paving, rock.
    Stone,
    /// Floors of houses.
    Wood,
    /// Loose stones.
    Gravel,
    /// Muffles.
    Snow,
    /// Splashes.
    Water,
}

/// How many times the radius of a step each gait is heard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Steps {
    pub sneak: f64,
    pub walk: f64,
    pub run: f64,
}

/// How many times the radius of a step each ground is heard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct StepGrounds {
    pub grass: f64,
    pub earth: f64,
    pub stone: f64,
    pub wood: f64,
    pub gravel: f64,
    pub snow: f64,
    pub water: f64,
}

/// Metres that things in the way add to the distance of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Muffling {
    /// A shut door.
    pub closed_door: f64,
    /// A shut window.
    pub closed_window: f64,
    /// A wall the sound goes straight through.
    pub wall: f64,
    /// A fence: a wall in the open, which it goes over and around.
    pub fence: f64,
}

/// What weather at its worst takes of every radius, as a share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherShare {
    /// Full rain.
    pub rain: f64,
    /// Full wind.
    pub wind: f64,
}

/// The weather about a sound: each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weather {
    /// How hard it rains.
    pub rain: f64,
    /// How hard it blows.
    pub wind: f64,
}

/// The file's shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// Beyond so many metres it is plausible that somebody off the screen heard nothing.
    pub plausible: f64,
    /// What is left of the radius for them.
    pub unfair_share: f64,
    /// Degrees that a player's screen shows.
    pub screen_degrees: f64,
    /// The loudness left, as a share, at which every word is understood.
    pub clear_share: f64,
    /// What things in the way add.
    pub muffling: Muffling,
    /// What weather takes.
    pub weather: WeatherShare,
    /// Steps by gait.
    pub gait: Steps,
    /// Steps by ground.
    pub ground: StepGrounds,
    /// Every kind of sound.
    pub sound: Vec<SoundRow>,
}

/// What is wrong with a file of sounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// It is no TOML, or not of this shape.
    #[error("line {0}: {1}")]
    Text(usize, String),
    /// A number is out of its range.
    #[error("{0} must be {1}, not {2}")]
    Number(String, &'static str, String),
    /// Two sounds of one name.
    #[error("sound {0:?} stands twice")]
    Twice(String),
    /// Too many sounds.
    #[error("{0} sounds are more than {1}")]
    TooMany(usize, usize),
}

/// Checked rows.
///
/// ```
/// use wold_senses::hearing::{Gait, Sounds, Surface};
/// let sounds = Sounds::default();
/// let step = sounds.kind("step").unwrap();
/// assert!(sounds.step_radius(Gait::Run, Surface::Stone) > 4.0 * sounds.step_radius(Gait::Sneak, Surface::Grass));
/// assert!(sounds.row(step).fair);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sounds {
    rows: Rows,
}

impl Sounds {
    /// The most kinds of sound.
    pub const MOST: usize = 1024;

    /// Reads and checks a file.
    pub fn parse(text: &str) -> Result<Self, RowsError> {
        let rows: Rows = toml::from_str(text).map_err(|error| {
            let line = line_at(text, error.span().map_or(0, |span| span.start));
            RowsError::Text(line, error.message().lines().collect::<Vec<_>>().join(", "))
        })?;
        Self::new(rows)
    }

    /// Checks rows.
    pub fn new(rows: Rows) -> Result<Self, RowsError> {
        rows.check()?;
        Ok(Self { rows })
    }

    /// The kind of a name.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<SoundKind> {
        self.rows.sound.iter().position(|row| row.name == name).map(|i| SoundKind(i as u16))
    }

    /// The row of a kind.
    ///
    /// # Panics
    /// If the kind is of other sounds.
    #[must_use]
    pub fn row(&self, kind: SoundKind) -> &SoundRow {
        &self.rows.sound[usize::from(kind.0)]
    }

    /// Everything else in the file.
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// How far a step is heard, by gait and ground; 0 if the file knows no `step`.
    #[must_use]
    pub fn step_radius(&self, gait: Gait, surface: Surface) -> f64 {
        let Rows { gait: gaits, ground, .. } = &self.rows;
        let by_gait = match gait {
            Gait::Sneak => gaits.sneak,
            Gait::Walk => gaits.walk,
            Gait::Run => gaits.run,
        };
        let by_ground = match surface {
            Surface::Grass => ground.grass,
            Surface::Earth => ground.earth,
            Surface::Stone => ground.stone,
            Surface::Wood => ground.wood,
            Surface::Gravel => ground.gravel,
            Surface::Snow => ground.snow,
            Surface::Water => ground.water,
        };
        self.kind("step").map_or(0.0, |step| self.row(step).radius * by_gait * by_ground)
    }

    /// The share of every radius that weather leaves.
    #[must_use]
    pub fn left_by(&self, weather: Weather) -> f64 {
        let share = |much: f64| if much.is_finite() { much.clamp(0.0, 1.0) } else { 0.0 };
        let takes = &self.rows.weather;
        (1.0 - takes.rain * share(weather.rain)) * (1.0 - takes.wind * share(weather.wind))
    }
}

impl Default for Sounds {
    /// The shipped rows.
    fn default() -> Self {
        Self::parse(include_str!("../../data/hearing.toml")).expect("the shipped sounds are tested")
    }
}

impl Rows {
    /// Whether every number is in its range.
    pub fn check(&self) -> Result<(), RowsError> {
        let number = |what: &str, value: f64, (low, high): (f64, f64), range: &'static str| {
            let fine = (low..=high).contains(&value);
            if fine { Ok(()) } else { Err(RowsError::Number(what.into(), range, value.to_string())) }
        };
        let (metres, share, times) = ((0.0, 1000.0), (0.0, 1.0), (0.0, 10.0));
        number("plausible", self.plausible, metres, "0 to 1000 m")?;
        number("unfair_share", self.unfair_share, share, "0 to 1")?;
        number("screen_degrees", self.screen_degrees, (1.0, 360.0), "1 to 360")?;
        number("clear_share", self.clear_share, share, "0 to 1")?;
        let Muffling { closed_door, closed_window, wall, fence } = self.muffling;
        let muffling = [
            ("closed_door", closed_door),
            ("closed_window", closed_window),
            ("wall", wall),
            ("fence", fence),
        ];
        for (what, value) in muffling {
            number(what, value, metres, "0 to 1000 m")?;
        }
        number("rain", self.weather.rain, share, "0 to 1")?;
        number("wind", self.weather.wind, share, "0 to 1")?;
        let (g, s) = (&self.gait, &self.ground);
        for value in [g.sneak, g.walk, g.run, s.grass, s.earth, s.stone, s.wood, s.gravel, s.snow, s.water] {
            number("a gait or ground", value, times, "0 to 10")?;
        }
        if self.sound.len() > Sounds::MOST {
            return Err(RowsError::TooMany(self.sound.len(), Sounds::MOST));
        }
        for (i, row) in self.sound.iter().enumerate() {
            number(&format!("the radius of {:?}", row.name), row.radius, metres, "0 to 1000 m")?;
            if self.sound[..i].iter().any(|other| other.name == row.name) {
                return Err(RowsError::Twice(row.name.clone()));
            }
        }
        Ok(())
    }
}
