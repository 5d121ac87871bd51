//! Scenes from text. Metres, east is x, north is y, z is up; seconds from the beginning; degrees from east, turning north.
//!
//! ```toml
//! name = "a lantern by the wall"
//! seconds = 20
//! hour = 23                     # also moon (0 to 1), clouds, rain, fog, open (how much of the sky comes in)
//! [[wall]]
//! from = [6, 0]
//! to = [6, 8]                   # also height (3), bottom (0)
//! [[lamp]]
//! at = [2, 4, 2.5]
//! reach = 9
//! strength = 0.9                # also name, so that it can be changed
//! [[watcher]]
//! name = "Asa"
//! at = [0, 4]
//! facing = 0                    # also state, height, knows = ["Wil"]
//! [[target]]
//! name = "Wil"                  # also height, guise
//! path = [
//!     { second = 0, at = [12, 9] },
//!     { second = 8, at = [4, 9], stance = "crouched", cover = true },
//! ]                             # also z as third number, area, reachable = false
//! [[thing]]
//! name = "gate"                 # kind: door, window, stall…
//! kind = "door"
//! at = [6, 4, 1]
//! [[change]]
//! second = 3
//! thing = "gate"                # or a lamp; to = 0 is as at first; by = a watcher
//! to = 1
//! [[sound]]
//! second = 5
//! watcher = "Asa"
//! priority = 2
//! at = [9, 9]
//! ```
//! Also `[[told]]` (second, watcher), `[[talk]]` (second, members), `[[death]]` (second, who), and `rays`, `seed`, `earshot`.

use super::scene::{Guard, Occasion, Prowler, Scene, Stop, Thing, Wall};
use crate::awareness::Awareness;
use crate::changed::Condition;
use crate::light::{Lamp, Sky};
use crate::settings::{self, SettingsError, within};
use crate::vision::{PARTS, Stance};
use glam::{DVec2, DVec3};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;
use wold_space::text::line_at;
use wold_space::{EntityId, TICKS_PER_SECOND};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    name: String,
    seconds: f64,
    hour: f64,
    #[serde(default)]
    moon: f64,
    #[serde(default)]
    clouds: f64,
    #[serde(default)]
    rain: f64,
    #[serde(default)]
    fog: f64,
    #[serde(default = "one")]
    open: f64,
    #[serde(default = "rays")]
    rays: usize,
    #[serde(default)]
    seed: u64,
    #[serde(default = "earshot")]
    earshot: f64,
    #[serde(default)]
    wall: Vec<Spanned<WallText>>,
    #[serde(default)]
    lamp: Vec<Spanned<LampText>>,
    watcher: Vec<Spanned<WatcherText>>,
    #[serde(default)]
    target: Vec<Spanned<TargetText>>,
    #[serde(default)]
    thing: Vec<Spanned<ThingText>>,
    #[serde(default)]
    change: Vec<Spanned<ChangeText>>,
    #[serde(default)]
    sound: Vec<Spanned<SoundText>>,
    #[serde(default)]
    told: Vec<Spanned<ToldText>>,
    #[serde(default)]
    talk: Vec<Spanned<TalkText>>,
    #[serde(default)]
    death: Vec<Spanned<DeathText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WallText {
    from: [f64; 2],
    to: [f64; 2],
    #[serde(default = "three")]
    height: f64,
    #[serde(default)]
    bottom: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LampText {
    name: Option<String>,
    at: [f64; 3],
    reach: f64,
    strength: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WatcherText {
    name: String,
    at: Vec<f64>,
    #[serde(default)]
    facing: f64,
    #[serde(default)]
    state: Awareness,
    #[serde(default = "tall")]
    height: f64,
    #[serde(default)]
    knows: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TargetText {
    name: String,
    #[serde(default = "tall")]
    height: f64,
    guise: Option<String>,
    path: Vec<Spanned<StopText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StopText {
    second: f64,
    at: Vec<f64>,
    #[serde(default)]
    stance: Stance,
    #[serde(default)]
    cover: bool,
    #[serde(default)]
    area: String,
    #[serde(default = "yes")]
    reachable: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingText {
    name: String,
    kind: String,
    at: [f64; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeText {
    second: f64,
    thing: String,
    to: u8,
    by: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SoundText {
    second: f64,
    watcher: String,
    priority: u8,
    at: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToldText {
    second: f64,
    watcher: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TalkText {
    #[serde(default)]
    second: f64,
    members: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeathText {
    second: f64,
    who: String,
}

fn one() -> f64 {
    1.0
}
fn three() -> f64 {
    3.0
}
fn tall() -> f64 {
    1.75
}
fn earshot() -> f64 {
    15.0
}
fn rays() -> usize {
    512
}
fn yes() -> bool {
    true
}

/// Bounds of a scene.
const MOST_SECONDS: f64 = 3600.0;
const MOST_WATCHERS: usize = 200;
const MOST_TARGETS: usize = 50;
const MOST_STOPS: usize = 1000;
const MOST_WALLS: usize = 5000;
const MOST_OTHERS: usize = 1000;
const MOST_RAYS: usize = 1_000_000;
/// Rays against walls that a whole scene may cost.
const MOST_WORK: f64 = 2e9;
/// How far from the middle anything may be.
const FARTHEST: f64 = 100_000.0;
/// How far below the crown the eyes are.
const CROWN: f64 = 0.1;

/// What is wrong with a thing that stands somewhere in the text.
struct Reader<'t> {
    text: &'t str,
}

impl Reader<'_> {
    fn wrong<T, S>(&self, at: &Spanned<S>, reason: impl Into<String>) -> Result<T, SettingsError> {
        let line = line_at(self.text, at.span().start);
        Err(SettingsError::Line { line, reason: reason.into() })
    }

    /// Puts the line before what a check says.
    fn check<S>(&self, at: &Spanned<S>, checks: &[(&str, f64, f64, f64)]) -> Result<(), SettingsError> {
        for (thing, value, least, most) in checks {
            if let Err(error) = within(thing, *value, *least..=*most) {
                return self.wrong(at, error.to_string());
            }
        }
        Ok(())
    }

    fn place<S>(&self, at: &Spanned<S>, numbers: &[f64]) -> Result<DVec3, SettingsError> {
        if !(2..=3).contains(&numbers.len()) {
            return self.wrong(at, "a place is two or three numbers");
        }
        if !numbers.iter().all(|number| number.abs() <= FARTHEST) {
            return self.wrong(at, format!("a coordinate is not within {FARTHEST} m"));
        }
        Ok(DVec3::new(numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(0.0)))
    }

    fn level<S>(&self, at: &Spanned<S>, numbers: &[f64]) -> Result<DVec2, SettingsError> {
        Ok(self.place(at, numbers)?.truncate())
    }

    fn few<S>(&self, list: &[Spanned<S>], what: &str, most: usize) -> Result<(), SettingsError> {
        list.get(most).map_or(Ok(()), |first| self.wrong(first, format!("more than {most} {what}")))
    }

    fn named<S>(
        &self,
        at: &Spanned<S>,
        names: &BTreeMap<String, EntityId>,
        name: &str,
    ) -> Result<EntityId, SettingsError> {
        names.get(name).copied().map_or_else(|| self.wrong(at, format!("there is no watcher {name:?}")), Ok)
    }

    fn guard(&self, text: &Spanned<WatcherText>, id: EntityId) -> Result<Guard, SettingsError> {
        let it = text.get_ref();
        self.check(text, &[("height", it.height, 0.3, 10.0), ("facing", it.facing, -720.0, 720.0)])?;
        let turn = it.facing.to_radians();
        Ok(Guard {
            id,
            name: it.name.clone(),
            eyes: self.place(text, &it.at)? + DVec3::Z * (it.height - CROWN),
            facing: DVec2::new(libm::cos(turn), libm::sin(turn)),
            state: it.state,
            knows: std::collections::BTreeSet::new(),
        })
    }

    fn prowler(&self, text: &Spanned<TargetText>, id: EntityId) -> Result<Prowler, SettingsError> {
        let it = text.get_ref();
        self.check(text, &[("height", it.height, 0.3, 10.0)])?;
        self.few(&it.path, "stops on a way", MOST_STOPS)?;
        if it.path.is_empty() {
            return self.wrong(text, format!("{:?} has no path", it.name));
        }
        let mut path: Vec<Stop> = Vec::with_capacity(it.path.len());
        for stop in &it.path {
            let s = stop.get_ref();
            self.check(stop, &[("second", s.second, 0.0, MOST_SECONDS)])?;
            if path.last().is_some_and(|last| last.second >= s.second) {
                return self.wrong(stop, format!("second {} is not after the stop before", s.second));
            }
            let (at, stance, area) = (self.place(stop, &s.at)?, s.stance, s.area.clone());
            path.push(Stop { second: s.second, at, stance, in_cover: s.cover, area, reachable: s.reachable });
        }
        Ok(Prowler { id, name: it.name.clone(), height: it.height, guise: it.guise.clone(), path })
    }
}

impl Scene {
    /// Reads a scene; what is wrong is told with its line.
    ///
    /// ```
    /// use wold_senses::rehearsal::Scene;
    /// let text = "seconds = 5\nhour = 12\n[[watcher]]\nname = 'Asa'\nat = [0, 0]\n[[sound]]\nsecond = 1\nwatcher = 'Bo'\npriority = 2\nat = [1, 1]";
    /// assert_eq!(Scene::parse(text).unwrap_err().to_string(), "line 6: there is no watcher \"Bo\"");
    /// ```
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let file: File = settings::read(text)?;
        let reader = Reader { text };
        within("seconds", file.seconds, 0.05..=MOST_SECONDS)?;
        within("hour", file.hour, 0.0..=24.0)?;
        within("earshot", file.earshot, 0.0..=1000.0)?;
        within("rays", file.rays as f64, PARTS as f64..=MOST_RAYS as f64)?;
        for (thing, share) in [
            ("moon", file.moon),
            ("clouds", file.clouds),
            ("rain", file.rain),
            ("fog", file.fog),
            ("open", file.open),
        ] {
            within(thing, share, 0.0..=1.0)?;
        }
        reader.few(&file.wall, "walls", MOST_WALLS)?;
        reader.few(&file.lamp, "lamps", MOST_OTHERS)?;
        reader.few(&file.watcher, "watchers", MOST_WATCHERS)?;
        reader.few(&file.target, "targets", MOST_TARGETS)?;
        reader.few(&file.thing, "things", MOST_OTHERS)?;
        let sky =
            Sky { clouds: file.clouds, rain: file.rain, fog: file.fog, ..Sky::at_hour(file.hour, file.moon) };
        let mut scene = Self {
            name: file.name.clone(),
            seconds: file.seconds,
            sky,
            open: file.open,
            rays: file.rays,
            seed: file.seed,
            earshot: file.earshot,
            walls: Vec::new(),
            lamps: Vec::new(),
            guards: Vec::new(),
            prowlers: Vec::new(),
            things: Vec::new(),
            occasions: Vec::new(),
        };
        scene.add_ground(&reader, &file)?;
        let names = scene.add_people(&reader, &file)?;
        scene.add_occasions(&reader, &file, &names)?;
        scene.check_work()?;
        Ok(scene)
    }

    fn add_ground(&mut self, reader: &Reader<'_>, file: &File) -> Result<(), SettingsError> {
        for text in &file.wall {
            let it = text.get_ref();
            reader
                .check(text, &[("height", it.height, 0.0, 1000.0), ("bottom", it.bottom, -1000.0, 1000.0)])?;
            let (from, to) = (reader.level(text, &it.from)?, reader.level(text, &it.to)?);
            self.walls.push(Wall { from, to, bottom: it.bottom, top: it.bottom + it.height });
        }
        for text in &file.lamp {
            let it = text.get_ref();
            reader.check(text, &[("reach", it.reach, 0.1, 1000.0), ("strength", it.strength, 0.0, 10.0)])?;
            let at = reader.place(text, &it.at)?;
            if let Some(name) = &it.name {
                self.add_thing(reader, text, name, "lamp", at, Some(self.lamps.len()))?;
            }
            self.lamps.push(Lamp { at, reach: it.reach, strength: it.strength });
        }
        for text in &file.thing {
            let it = text.get_ref();
            self.add_thing(reader, text, &it.name, &it.kind, reader.place(text, &it.at)?, None)?;
        }
        Ok(())
    }

    fn add_thing<S>(
        &mut self,
        reader: &Reader<'_>,
        text: &Spanned<S>,
        name: &str,
        kind: &str,
        at: DVec3,
        lamp: Option<usize>,
    ) -> Result<(), SettingsError> {
        if self.things.iter().any(|thing| thing.name == name) {
            return reader.wrong(text, format!("there are two things called {name:?}"));
        }
        self.things.push(Thing { name: name.to_owned(), kind: kind.to_owned(), at, lamp });
        Ok(())
    }

    /// Watchers and targets; gives the watchers' names.
    fn add_people(
        &mut self,
        reader: &Reader<'_>,
        file: &File,
    ) -> Result<BTreeMap<String, EntityId>, SettingsError> {
        let (mut watchers, mut all) = (BTreeMap::new(), BTreeMap::new());
        let mut next = 0;
        let mut number = || {
            next += 1;
            EntityId(next)
        };
        for text in &file.watcher {
            let guard = reader.guard(text, number())?;
            watchers.insert(guard.name.clone(), guard.id);
            if all.insert(guard.name.clone(), guard.id).is_some() {
                return reader.wrong(text, format!("there are two called {:?}", guard.name));
            }
            self.guards.push(guard);
        }
        for text in &file.target {
            let prowler = reader.prowler(text, number())?;
            if all.insert(prowler.name.clone(), prowler.id).is_some() {
                return reader.wrong(text, format!("there are two called {:?}", prowler.name));
            }
            self.prowlers.push(prowler);
        }
        for (guard, text) in self.guards.iter_mut().zip(&file.watcher) {
            for name in &text.get_ref().knows {
                let Some(id) = all.get(name) else {
                    return reader.wrong(text, format!("there is nobody called {name:?}"));
                };
                guard.knows.insert(*id);
            }
        }
        Ok(watchers)
    }

    fn add_occasions(
        &mut self,
        reader: &Reader<'_>,
        file: &File,
        names: &BTreeMap<String, EntityId>,
    ) -> Result<(), SettingsError> {
        let all = [file.change.len(), file.sound.len(), file.told.len(), file.talk.len(), file.death.len()];
        if all.iter().any(|count| *count > MOST_OTHERS) {
            return settings::wrong("what happens", format!("more than {MOST_OTHERS} of a kind"));
        }
        let mut found = Vec::new();
        for text in &file.change {
            let it = text.get_ref();
            let Some(thing) = self.things.iter().position(|thing| thing.name == it.thing) else {
                return reader.wrong(text, format!("there is no thing or lamp {:?}", it.thing));
            };
            let by = it.by.as_ref().map(|name| reader.named(text, names, name)).transpose()?;
            reader.check(text, &[("second", it.second, 0.0, MOST_SECONDS)])?;
            found.push((it.second, Occasion::Change { thing, to: Condition(it.to), by }));
        }
        for text in &file.sound {
            let it = text.get_ref();
            let (who, at) = (reader.named(text, names, &it.watcher)?, reader.level(text, &it.at)?);
            reader.check(text, &[("second", it.second, 0.0, MOST_SECONDS)])?;
            found.push((it.second, Occasion::Sound { who, priority: it.priority, at }));
        }
        for text in &file.told {
            let it = text.get_ref();
            reader.check(text, &[("second", it.second, 0.0, MOST_SECONDS)])?;
            found.push((it.second, Occasion::Told(reader.named(text, names, &it.watcher)?)));
        }
        for text in &file.talk {
            let it = text.get_ref();
            reader.check(text, &[("second", it.second, 0.0, MOST_SECONDS)])?;
            let members = it.members.iter().map(|name| reader.named(text, names, name));
            let members = members.collect::<Result<Vec<_>, _>>()?;
            if members.len() < 2 {
                return reader.wrong(text, "a talk needs two members at least");
            }
            found.push((it.second, Occasion::Talk(members)));
        }
        for text in &file.death {
            let it = text.get_ref();
            reader.check(text, &[("second", it.second, 0.0, MOST_SECONDS)])?;
            found.push((it.second, Occasion::Death(reader.named(text, names, &it.who)?)));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.occasions = found;
        Ok(())
    }

    /// Refuses a scene that would take for ever.
    fn check_work(&self) -> Result<(), SettingsError> {
        let (guards, prowlers) = (self.guards.len(), self.prowlers.len());
        let looks = (guards * prowlers * PARTS).min(self.rays);
        let rays =
            looks + self.lamps.len() * (prowlers + self.things.len()) + guards * (self.things.len() + guards);
        let work = self.seconds * TICKS_PER_SECOND as f64 * rays as f64 * (self.walls.len() + 10) as f64;
        if work > MOST_WORK {
            let times = work / MOST_WORK;
            return settings::wrong(
                "scene",
                format!("{times:.1} times too large: fewer seconds, walls, people or rays"),
            );
        }
        Ok(())
    }
}
