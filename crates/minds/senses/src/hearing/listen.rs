//! Who hears a sound, and why.
//!
//! Contract: a listener hears a sound if the metres it seems to have gone (distance and muffling, see [`Air`]) are no more than its reach there:
//! radius × weather × the listener's ears, and half of that where fairness asks for it. Fairness is for players: a sound of a fair kind that a *player* made is heard at a share of its
//! reach by who is off *that* player's screen, and only beyond the distance at which that is plausible; who is near hears everything. What others' screens show does not matter.

use super::air::{Air, SoundPath};
use super::rows::{SoundKind, Sounds, Weather};
use wold_space::{DVec3, EntityId, Tick};

/// A sound that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    /// What kind.
    pub kind: SoundKind,
    /// Where.
    pub at: DVec3,
    /// When.
    pub tick: Tick,
    /// Who made it.
    pub by: Option<EntityId>,
    /// Whether a player made it: only then is fairness asked for.
    pub by_player: bool,
    /// Its own radius instead of the row's, for steps by gait and ground.
    pub radius: Option<f64>,
}

/// Somebody with ears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    /// Who.
    pub who: EntityId,
    /// Where.
    pub at: DVec3,
    /// How well it hears: 1 as people do, 0 not at all.
    pub ears: f64,
}

/// What players have on their screens.
pub trait Screens {
    /// Whether somebody is on a player's screen.
    fn shows(&self, player: EntityId, who: EntityId) -> bool;
}

/// Everybody is on every screen: fairness takes nothing.
pub struct Shown;

impl Screens for Shown {
    fn shows(&self, _: EntityId, _: EntityId) -> bool {
        true
    }
}

/// Everything that decides what is heard.
#[derive(Clone, Copy)]
pub struct Hearing<'a> {
    /// The kinds of sound.
    pub sounds: &'a Sounds,
    /// What sounds travel through.
    pub air: Air<'a>,
    /// The weather.
    pub weather: Weather,
    /// What players see.
    pub screens: &'a dyn Screens,
}

/// Why a sound was heard, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The way it took.
    pub path: SoundPath,
    /// Metres at which this listener just hears it.
    pub reach: f64,
    /// The share of the radius that weather left.
    pub weather: f64,
    /// Whether fairness took its share.
    pub halved: bool,
}

/// A sound that somebody heard.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Who heard it.
    pub who: EntityId,
    /// How much it matters.
    pub priority: u8,
    /// Loudness left, 1 beside it to 0 at the edge of hearing.
    pub loudness: f64,
    /// How many others heard it, too.
    pub others: usize,
    /// Why it was heard.
    pub why: Why,
}

/// A sound that somebody did not hear.
#[derive(Clone, Debug, PartialEq)]
pub struct Missed {
    /// Who did not hear it.
    pub who: EntityId,
    /// Why not; nothing if no way leads there at all.
    pub why: Option<Why>,
}

impl Heard {
    /// "Why did he hear me": in one line.
    #[must_use]
    pub fn told(&self, hearing: &Hearing<'_>) -> String {
        format!("heard it {}", self.why.told(hearing))
    }
}

impl Why {
    /// In words: by which chokes, how far, what muffled it.
    #[must_use]
    pub fn told(&self, hearing: &Hearing<'_>) -> String {
        let names =
            self.path.chokes.iter().filter_map(|&id| hearing.air.places.choke(id)).map(|c| c.name.as_str());
        let names: Vec<&str> = names.collect();
        let by = match (names.as_slice(), self.path.walls) {
            ([], 0) => "straight".to_owned(),
            ([], 1) => "through a wall".to_owned(),
            ([], walls) => format!("through {walls} walls"),
            (names, _) => format!("through {}", names.join(", ")),
        };
        let mut told = format!("{by}: {:.1} m", self.path.metres);
        if self.path.muffled > 0.0 {
            told += &format!(" and {:.1} m of muffling", self.path.muffled);
        }
        told += &format!(", of {:.1} m within which it is heard", self.reach);
        if self.weather < 1.0 {
            told += &format!("; the weather leaves {:.0} %", self.weather * 100.0);
        }
        if self.halved {
            told += "; less, being off the screen and far";
        }
        told
    }
}

/// Who of the listeners hears a sound, in their order, and who does not. Nobody hears itself.
///
/// ```
/// use std::collections::BTreeSet;
/// use wold_senses::hearing::{Air, Hearing, Listener, Shown, Sound, Sounds, Weather, hear};
/// use wold_senses::places::tiles::{TileConfig, from_drawing};
/// use wold_space::{DVec3, EntityId, Tick};
///
/// let places = from_drawing(&["....#....", "....+....", "....#...."], &TileConfig::default())?;
/// let (sounds, shut) = (Sounds::default(), BTreeSet::new());
/// let air = Air { places: &places, shut: &shut, walls: None, muffling: sounds.rows().muffling };
/// let hearing = Hearing { sounds: &sounds, air, weather: Weather::default(), screens: &Shown };
/// let door = Sound {
///     kind: sounds.kind("door").unwrap(),
///     at: DVec3::new(1.5, 1.5, 0.0),
///     tick: Tick(0),
///     by: None,
///     by_player: false,
///     radius: None,
/// };
/// let guard = Listener { who: EntityId(7), at: DVec3::new(8.5, 1.5, 0.0), ears: 1.0 };
/// let (heard, _) = hear(&hearing, &door, &[guard]);
/// assert_eq!(heard[0].told(&hearing), "heard it through door 1 (room 1 - room 2): 7.0 m, of 10.0 m within which it is heard");
/// # Ok::<(), wold_senses::places::PlacesError>(())
/// ```
#[must_use]
pub fn hear(hearing: &Hearing<'_>, sound: &Sound, listeners: &[Listener]) -> (Vec<Heard>, Vec<Missed>) {
    let row = hearing.sounds.row(sound.kind);
    let rows = hearing.sounds.rows();
    let weather = hearing.sounds.left_by(hearing.weather);
    let radius = sound.radius.unwrap_or(row.radius).clamp(0.0, 1000.0) * weather;
    let (mut heard, mut missed) = (Vec::new(), Vec::new());
    let best = listeners.iter().map(|l| l.ears).filter(|ears| ears.is_finite()).fold(0.0, f64::max);
    let reach = hearing.air.from(sound.at, radius * best);
    for listener in listeners.iter().filter(|listener| Some(listener.who) != sound.by) {
        let Some(path) = hearing.air.path_in(reach.as_ref(), sound.at, listener.at) else {
            missed.push(Missed { who: listener.who, why: None });
            continue;
        };
        let player = sound.by.filter(|_| sound.by_player && row.fair);
        let halved = player.is_some_and(|player| !hearing.screens.shows(player, listener.who))
            && path.metres > rows.plausible;
        let ears = if listener.ears.is_finite() { listener.ears.max(0.0) } else { 0.0 };
        let within = radius * ears * if halved { rows.unfair_share } else { 1.0 };
        let metres = path.heard_metres();
        let why = Why { path, reach: within, weather, halved };
        if metres <= within && within > 0.0 {
            let loudness = 1.0 - metres / within;
            let priority = row.priority;
            heard.push(Heard { who: listener.who, priority, loudness, others: 0, why });
        } else {
            missed.push(Missed { who: listener.who, why: Some(why) });
        }
    }
    let others = heard.len().saturating_sub(1);
    heard.iter_mut().for_each(|one| one.others = others);
    (heard, missed)
}
