//! Whose ears a sound reaches, and by which way.
//!
//! Contract: nobody hears a sound beyond its radius along the way it takes ([`wold_senses::hearing`]): straight for who sees its maker, else through doors, windows and gaps of the areas about it, which shut
//! windows and fences make longer. Rain and wind take their share of every radius; a sound a player made is heard at a share of it by who is off that player's screen and far. Where somebody is on no area (in
//! deep water, on a cliff) a sound out of sight counts for twice as far. Nobody hears themselves.

use super::{HearingConfig, Made};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd;
use crate::environment::Environment;
use crate::ground::Ground;
use crate::parts::{Body, Id, Person, SteeredBy};
use crate::quarters;
use crate::registry::Roll;
use crate::vigil::Vigil;
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use wold_land::places::{Fences, Joined};
use wold_land::{Land, Shades};
use wold_lore::Pose;
use wold_senses::hearing::{Air, Hearing, Listener, Screens, Sound, Sounds, Weather, hear};
use wold_senses::places::ChokeKind;
use wold_space::{DVec2, DVec3, EntityId, GuestId};
use wold_wire::state::{course_vector, turn_to_byte};

/// Somebody in earshot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ear {
    pub(crate) id: EntityId,
    pub(crate) guest: GuestId,
    pub(crate) human: bool,
    pub(crate) place: DVec2,
    level: u8,
}

/// How somebody heard a sound.
#[derive(Clone, Debug)]
pub(crate) struct Caught {
    pub(crate) ear: Ear,
    /// 1 beside it to 0 at the edge of hearing.
    pub(crate) loudness: f64,
    /// How it came there; nothing for who sees its maker.
    pub(crate) way: Option<Way>,
}

/// The way of a sound to somebody who does not see its maker.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Its corners, from where it was made to who hears it.
    pub(crate) points: Vec<DVec3>,
    /// Where it seems to come from.
    pub(crate) from: DVec3,
    /// Whether it came through something shut or over a fence.
    pub(crate) muffled: bool,
}

impl Caught {
    /// Where it seems to come from, in 1/256 turn, and how far off that is.
    pub(crate) fn towards(&self) -> (u8, f64) {
        let from = self.way.as_ref().map_or(self.ear.place, |way| way.from.truncate());
        let off = from - self.ear.place;
        (turn_to_byte(libm::atan2(off.y, off.x) / std::f64::consts::TAU), off.length())
    }
}

/// What a player's screen shows of those who listen.
struct Screen(BTreeSet<EntityId>);

impl Screens for Screen {
    fn shows(&self, _: EntityId, who: EntityId) -> bool {
        self.0.contains(&who)
    }
}

/// Who hears a sound, by the ids of their bodies. Those who see its maker are among them if they are asked for.
pub(crate) fn listen(
    world: &mut World,
    sounds: &Sounds,
    made: &Made,
    radius: Option<f64>,
    with_seeing: bool,
) -> Vec<Caught> {
    let kind = sounds.kind(made.sound.label()).expect("every sound has a row");
    let full = radius.unwrap_or(sounds.row(kind).radius);
    let ears = ears(world, made, full);
    if ears.is_empty() {
        return Vec::new();
    }
    let (seeing, unseeing) = part(world, made, full, &ears);
    if unseeing.is_empty() && !with_seeing {
        return Vec::new();
    }
    let weather = weather(world, &world.resource::<WorldConfig>().hearing, made.place);
    let reach = full * sounds.left_by(weather);
    let within = |ear: &&Ear| ear.place.distance_squared(made.place) <= reach * reach;
    let mut caught: Vec<Caught> = Vec::new();
    if with_seeing {
        let loudness = |ear: &Ear| 1.0 - ear.place.distance(made.place) / reach;
        let near = seeing.iter().filter(within);
        caught.extend(near.map(|ear| Caught { ear: *ear, loudness: loudness(ear), way: None }));
    }
    let unseeing: Vec<Ear> = unseeing.iter().filter(within).copied().collect();
    if unseeing.is_empty() {
        return caught;
    }
    let here = quarters::about(world, made.place, reach);
    let land = &world.resource::<Ground>().land;
    let maker = made.by.and_then(|by| world.resource::<Roll>().0.get(&by)).copied();
    let by_player = maker.is_some_and(|maker| world.get::<Person>(maker).is_some_and(|person| person.human));
    let at = stand(land, made.place, made.level);
    let sound =
        Sound { kind, at, tick: world.resource::<Now>().0, by: made.by, by_player, radius: Some(full) };
    let screen = Screen(match maker.filter(|_| by_player) {
        Some(maker) => on_screen(world, maker, &unseeing, sounds.rows().screen_degrees),
        None => BTreeSet::new(),
    });
    let listeners: Vec<Listener> = unseeing
        .iter()
        .map(|ear| Listener { who: ear.id, at: stand(land, ear.place, ear.level), ears: 1.0 })
        .collect();
    if let Some(here) = &here {
        let (fences, shut) = (Fences(land), here.shut(land));
        let air =
            Air { places: &here.places, shut: &shut, walls: Some(&fences), muffling: sounds.rows().muffling };
        let hearing = Hearing { sounds, air, weather, screens: &screen };
        let (heard, _) = hear(&hearing, &sound, &listeners);
        caught.extend(heard.into_iter().filter_map(|heard| {
            let ear = *unseeing.iter().find(|ear| ear.id == heard.who)?;
            let way = way(here, at, &heard.why.path, stand(land, ear.place, ear.level));
            Some(Caught { ear, loudness: heard.loudness, way: Some(way) })
        }));
    }
    let is_placed = |at: DVec3| here.as_ref().is_some_and(|here| here.places.area_near(at, 1.0).is_some());
    let lost = !is_placed(at);
    for (ear, listener) in
        unseeing.iter().zip(&listeners).filter(|(_, listener)| lost || !is_placed(listener.at))
    {
        let metres = 2.0 * at.distance(listener.at);
        if metres <= reach && !caught.iter().any(|one| one.ear.id == ear.id) {
            let way = Way { points: vec![at, listener.at], from: at, muffled: true };
            caught.push(Caught { ear: *ear, loudness: 1.0 - metres / reach, way: Some(way) });
        }
    }
    caught.sort_by_key(|one| one.ear.id);
    caught
}

/// How hard it rains and blows at a place, as ears mind it.
fn weather(world: &World, config: &HearingConfig, place: DVec2) -> Weather {
    let Some(weather) = world.resource::<Environment>().weather(place) else { return Weather::default() };
    // Snow falls without a sound.
    let falling = if weather.warmth > 0.0 { f64::from(weather.falling) } else { 0.0 };
    let blowing = f64::from(weather.wind.length()) - config.breeze;
    Weather { rain: falling / config.pouring, wind: blowing / (config.gale - config.breeze).max(1.0) }
}

/// Everybody within reach as the crow flies.
fn ears(world: &mut World, made: &Made, reach: f64) -> Vec<Ear> {
    let about = crowd::near(world, made.place, reach);
    let ear = |entity: Entity| {
        let other = world.entity(entity);
        let (id, guest) = (other.get::<Id>()?.0, other.get::<SteeredBy>()?.0);
        let body = other.get::<Body>().expect("the crowd is made of bodies").0;
        let hears = made.by != Some(id) && body.place.distance_squared(made.place) <= reach * reach;
        let human = other.get::<Person>().is_some_and(|person| person.human);
        hears.then_some(Ear { id, guest, human, place: body.place, level: body.level })
    };
    about.into_iter().filter_map(ear).collect()
}

/// Those who see the maker, and those who do not.
fn part(world: &World, made: &Made, reach: f64, ears: &[Ear]) -> (Vec<Ear>, Vec<Ear>) {
    let (land, vigil) = (&world.resource::<Ground>().land, world.resource::<Vigil>());
    let shades = Shades::around(land, made.place, reach);
    let stood = |ear: &Ear| land.eyes(ear.place, ear.level, Pose::Standing);
    let sees = |ear: &Ear| {
        let hidden = made.by.is_some_and(|by| !ear.human && vigil.hides(by, ear.id));
        !hidden && shades.sees(stood(ear), land.eyes(made.place, made.level, Pose::Standing))
    };
    ears.iter().copied().partition(sees)
}

/// Who of some is in plain sight of a player and before them.
fn on_screen(world: &World, player: Entity, ears: &[Ear], degrees: f64) -> BTreeSet<EntityId> {
    let Some(body) = world.get::<Body>(player).map(|body| body.0) else { return BTreeSet::new() };
    let (cos, sin) = course_vector(body.heading);
    let ahead = DVec2::new(f64::from(cos), f64::from(sin)).normalize_or_zero();
    let least = libm::cos(degrees.to_radians() / 2.0);
    let land = &world.resource::<Ground>().land;
    let shows = |ear: &&Ear| {
        let way = (ear.place - body.place).normalize_or_zero();
        let stood = land.eyes(ear.place, ear.level, Pose::Standing);
        way.dot(ahead) >= least && land.sees(land.eyes(body.place, body.level, body.pose), stood)
    };
    ears.iter().filter(shows).map(|ear| ear.id).collect()
}

fn stand(land: &Land, place: DVec2, level: u8) -> DVec3 {
    place.extend(f64::from(land.standing_height(place, level)))
}

/// A sound seems to come from the door, window or stairs it last came through; across open ground, from where it was made.
fn way(here: &Joined, from: DVec3, path: &wold_senses::hearing::SoundPath, to: DVec3) -> Way {
    let chokes = || path.chokes.iter().filter_map(|id| here.places.choke(*id));
    let came_in = chokes().rev().find(|choke| choke.kind != ChokeKind::Gap).map_or(from, |choke| choke.at);
    let points = std::iter::once(from).chain(chokes().map(|choke| choke.at)).chain([to]).collect();
    Way { points, from: came_in, muffled: path.muffled > 0.0 }
}
