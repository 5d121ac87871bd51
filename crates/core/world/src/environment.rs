//! Fields in the world: weather, climate, ecology, word of mouth, trade and law over the land that is awake.
//!
//! Cells of 16 m in tiles of four by four chunks. Three engines share the tiles, nature and the air on one slow clock, society on another, each at ticks of its own
//! ([`EnvironmentConfig`]); deeds are their events, bodies their travellers. Everything here is state: saved, restored, hashed, and
//! the same for every number of threads.
//!
//! * `engines`: which systems there are, and their constants.
//! * `survey`: tiles that come and go with the land.
//! * `events`: what people do to fields.
//! * `quake`: ground that moves with the altitude of fields.
//! * `smells`: what smells, and the wind that carries it.
//! * `senses`: what a place is like, as its people feel it.
//!
//! At the edge of what is loaded the air is that of the country beyond: what blows out is lost, what blows in is as moist as [`AIR`].

mod config;
mod engines;
mod events;
mod quake;
mod senses;
mod smells;
mod survey;
#[cfg(test)]
mod tests;

pub use config::EnvironmentConfig;
pub use engines::{CELL_METRES, TILE_CELLS};
pub use senses::Weather;
pub(crate) use senses::cell_of;

use crate::clock::Now;
use crate::config::WorldConfig;
use crate::deeds::change_land;
use crate::ground::Ground;
use crate::registry::{Blob, Kept};
use crate::tally::{InParts, Parts};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use survey::Note;
use wold_chance::{Seed, Stream};
use wold_fields::engine::{Cell, Engine, EngineError, Event, TilePos};
use wold_fields::reputation::groups::Groups;
use wold_fields::rules::FieldRules;
use wold_lore::land::Lift;
use wold_space::time::STEP_SECONDS;
use wold_space::{ChunkPos, DVec2, EntityId};

/// Moisture of the air of the country beyond.
pub const AIR: f32 = 4.0;
/// How much of the way to it the air at an edge goes in a step.
const BLOWN: f32 = 0.2;
/// Ticks over which a step of an engine is spread, so that no tick pays for all of it.
const PARTS: u32 = 5;

/// The engines.
struct Fields {
    rules: FieldRules,
    nature: Engine,
    society: Engine,
    air: Engine,
    /// Steps of society in a day.
    day_steps: f32,
}

impl Fields {
    fn new(config: &WorldConfig) -> Self {
        let rules = engines::rules(config);
        let checked = "the constants fit whatever the settings are";
        let (nature, society) =
            (engines::nature(&rules).expect(checked), engines::society(&rules).expect(checked));
        let air = engines::air(&rules).expect(checked);
        let day_steps = engines::day_steps(config) as f32;
        Self { rules, nature, society, air, day_steps }
    }
}

/// The environment of a world.
#[derive(Resource, Default)]
pub struct Environment {
    /// None where it is switched off, and between reading a snapshot and [`Environment::wake`].
    fields: Option<Fields>,
    asleep: Option<Saved>,
    notes: BTreeMap<TilePos, Note>,
    groups: Groups,
    /// Who is talked about, by the number of their fields.
    renowned: Vec<Option<EntityId>>,
}

#[derive(Default, Serialize, Deserialize)]
struct Saved {
    nature: Blob,
    society: Blob,
    notes: BTreeMap<TilePos, Note>,
    groups: Groups,
    renowned: Vec<Option<EntityId>>,
    /// Last, because snapshots of before there were smells end here.
    #[serde(deserialize_with = "or_empty")]
    air: Blob,
}

/// Something at the end of a snapshot that older ones do not have.
fn or_empty<'de, D: Deserializer<'de>>(from: D) -> Result<Blob, D::Error> {
    Ok(Blob::deserialize(from).unwrap_or_default())
}

impl Serialize for Environment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if let Some(saved) = &self.asleep {
            return saved.serialize(to);
        }
        let blob = |pick: fn(&Fields) -> &Engine| {
            Blob(self.fields.as_ref().map(|fields| pick(fields).snapshot()).unwrap_or_default())
        };
        let (nature, society, air) = (blob(|f| &f.nature), blob(|f| &f.society), blob(|f| &f.air));
        let (notes, groups, renowned) = (self.notes.clone(), self.groups.clone(), self.renowned.clone());
        Saved { nature, society, notes, groups, renowned, air }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Environment {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self { asleep: Some(Saved::deserialize(from)?), ..Self::default() })
    }
}

impl InParts for Environment {
    fn parts(&self, parts: &mut Parts<'_>) {
        for (name, engine) in self.engines().into_iter().flatten().zip(*b"nsa").map(|(e, n)| (n, e)) {
            for (tile, stamp) in engine.stamps() {
                let [x, y] = [tile.x.to_le_bytes(), tile.y.to_le_bytes()];
                let key = [&[name][..], &x, &y].concat();
                parts.part(&key, Some(stamp), |bytes| engine.layer_bytes(tile, bytes));
            }
            parts.part(&[name], None, |bytes| engine.frame_bytes(bytes));
        }
        let rest = (&self.notes, &self.groups, &self.renowned);
        parts.part(b"rest", None, |bytes| {
            bytes.extend(postcard::to_stdvec(&rest).expect("plain state always encodes"));
        });
    }
}

impl Kept for Environment {
    const NAME: &'static str = "environment";
}

impl Environment {
    /// A new environment; without fields if it is switched off.
    #[must_use]
    pub fn new(config: &WorldConfig) -> Self {
        if !config.environment.enabled {
            return Self::default();
        }
        let fields = Fields::new(config);
        let renowned = vec![None; fields.rules.reputation.groups as usize];
        Self { fields: Some(fields), renowned, ..Self::default() }
    }

    /// Sets the engines going again after a snapshot was read. One taken under other settings begins anew.
    pub(crate) fn wake(&mut self, config: &WorldConfig) -> Result<(), EngineError> {
        let Some(saved) = self.asleep.take() else { return Ok(()) };
        *self = Self::new(config);
        if let Some(fields) = &mut self.fields
            && self.renowned.len() == saved.renowned.len()
        {
            // A world from before some good had a price, or fish were counted: people and things are what they were; weather, animals, and what is said of and
            // paid for things begin anew.
            if fields.society.is_of_others(&saved.society.0) || fields.nature.is_of_others(&saved.nature.0) {
                return Ok(());
            }
            fields.nature.restore(&saved.nature.0)?;
            fields.society.restore(&saved.society.0)?;
            if !saved.air.0.is_empty() {
                fields.air.restore(&saved.air.0)?;
            }
            let Saved { notes, groups, renowned, .. } = saved;
            (self.notes, self.groups, self.renowned) = (notes, groups, renowned);
        }
        Ok(())
    }

    /// The engine of weather, climate and ecology, that of traffic, reputation, economy and law, and that of smells; none where switched off.
    #[must_use]
    pub fn engines(&self) -> Option<[&Engine; 3]> {
        self.fields.as_ref().map(|fields| [&fields.nature, &fields.society, &fields.air])
    }

    /// Sets a field, as an operator decrees; what is not loaded or not there stays as it is.
    pub(crate) fn edit(&mut self, property: &str, [x, y]: [i32; 2], value: f32) {
        let Some(fields) = &mut self.fields else { return };
        let cell = Cell::new(x.into(), y.into());
        // The inspector checks before it decrees; by the time of the tick a tile may have gone, and nothing is to be done.
        for engine in [&mut fields.nature, &mut fields.society, &mut fields.air] {
            if engine.set(property, cell, value).is_ok() {
                return;
            }
        }
    }

    /// Lets something befall a place, as an operator decrees.
    pub(crate) fn befall(&mut self, kind: &str, [x, y]: [i32; 2], radius: f32, strength: f32, span: u32) {
        let Some(fields) = &mut self.fields else { return };
        let middle = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        fields.happen(Event::new(kind, middle).sized(radius, strength).lasting(span));
    }

    /// Begins a step of nature; returns the chunks it lifted.
    fn step_nature(&mut self, config: &EnvironmentConfig, seed: Seed) -> Vec<(ChunkPos, Lift)> {
        let Some(fields) = &mut self.fields else { return Vec::new() };
        fields.blow(&self.notes);
        let minutes = f64::from(config.nature_ticks) * STEP_SECONDS / 60.0;
        let mut draws = Stream::named(seed, "storm", &[fields.nature.steps()]);
        let stormy = config.storm_minutes > 0.0 && draws.chance((minutes / config.storm_minutes).min(1.0));
        let tiles: Vec<TilePos> = self.notes.keys().copied().collect();
        if let Some(tile) = draws.pick(&tiles).filter(|_| stormy) {
            let within = DVec2::new(draws.unit(), draws.unit());
            let place = (DVec2::new(tile.x.into(), tile.y.into()) + within) * f64::from(TILE_CELLS);
            let (radius, strength) = (draws.range(4.0, 9.0) as f32, draws.range(1.0, 3.0) as f32);
            let span = 40 + draws.below(100) as u32;
            fields.happen(Event::new("storm", place).sized(radius, strength).lasting(span));
        }
        let before = fields.about_to_shake();
        fields.nature.begin(&[]);
        before.map(|before| fields.shaken(&before)).unwrap_or_default()
    }
}

impl Fields {
    /// Mixes the air at the edges with that of the country beyond.
    fn blow(&mut self, notes: &BTreeMap<TilePos, Note>) {
        let moisture = self.nature.book().need("moisture").expect("the weather declares it");
        let side = i64::from(TILE_CELLS);
        let last = side - 1;
        for tile in notes.keys() {
            let corner = Cell::new(i64::from(tile.x) * side, i64::from(tile.y) * side);
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if notes.contains_key(&TilePos { x: tile.x + dx, y: tile.y + dy }) {
                    continue;
                }
                for along in 0..side {
                    let across = |d: i32| match d {
                        -1 => 0,
                        1 => last,
                        _ => along,
                    };
                    let cell = Cell::new(corner.x + across(dx), corner.y + across(dy));
                    if let Ok(moist) = self.nature.get_layer(moisture, cell) {
                        // Between two finite numbers lies a finite number: this cannot fail.
                        let _ = self.nature.set_layer(moisture, cell, moist + BLOWN * (AIR - moist));
                    }
                }
            }
        }
    }
}

/// Takes the tick's deeds and moves the engines that are due.
pub(crate) fn run(world: &mut World) {
    let config = world.resource::<WorldConfig>().environment.clone();
    if !config.enabled {
        return;
    }
    let now = world.resource::<Now>().0;
    // One, two and three quarters into their rounds, so that they meet neither each other nor the hash of the second.
    let since = |every: u32, quarter: u64| {
        let every = u64::from(every.max(1));
        (now.0 + every - every * quarter / 4) % every
    };
    let (nature, air) = (since(config.nature_ticks, 1), since(config.nature_ticks, 3));
    let society = since(config.society_ticks, 2);
    world.resource_scope::<Environment, _>(|world, mut environment| {
        events::take_deeds(world, &mut environment);
        if nature == 0 {
            let ground = world.resource::<Ground>();
            environment.survey(ground.needed(), &ground.land, now, config.remember_minutes);
            for (chunk, more) in environment.step_nature(&config, ground.seed()) {
                change_land(world, chunk, |changes| quake::add(&mut changes.lift, &more));
            }
        }
        if air == 0 {
            let sources = smells::sources(world);
            environment.step_air(sources);
        }
        let Some(fields) = &mut environment.fields else { return };
        if society == 0 {
            let travellers = events::travellers(world, f64::from(config.society_ticks) * STEP_SECONDS);
            fields.society.begin(&travellers);
        }
        let part = |since: u64, every: u32| (since as u32 + 1, PARTS.min(every.max(1)));
        let (part_now, parts) = part(nature, config.nature_ticks);
        fields.nature.advance(part_now, parts);
        let (part_now, parts) = part(air, config.nature_ticks);
        fields.air.advance(part_now, parts);
        let (part_now, parts) = part(society, config.society_ticks);
        fields.society.advance(part_now, parts);
    });
}
