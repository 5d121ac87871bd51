//! Noises: what people and animals do is heard by who does not see it.
//!
//! Contract: whoever does something loud makes a sound ([`make`]); at the end of the tick each is carried to the ears about it ([`ears`]). Who sees the maker is told nothing: they see it. Who does not
//! is told what it sounds like, where it seems to come from and how loud it is, and only if it is loud how far off; of a tick's noises a guest is told the few that matter most. People who play get the same,
//! unless the world says otherwise ([`HearingConfig::captions`]).
//!
//! Cost: by sounds, and by who is within their radius. Steps are listened for once a second; who sneaks makes none.

mod config;
pub(crate) mod ears;
mod steps;

pub use config::{HearingConfig, SoundChange};

use crate::books::Post;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd::Crowd;
use crate::parts::Body;
use crate::registry::Roll;
use crate::vigil::{Alarm, alarm};
use bevy_ecs::prelude::*;
use ears::Caught;
use std::collections::{BTreeMap, VecDeque};
use wold_lore::sense::Sound;
use wold_senses::awareness::Stimulus;
use wold_senses::hearing::Sounds;
use wold_space::{DVec2, DVec3, EntityId, GuestId, Tick};
use wold_wire::FromHost;

/// Noises one guest is told in a tick.
const NOISES_A_TICK: usize = 3;
/// Noises kept for who looks on.
const TRACES: usize = 48;

/// A sound that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Made {
    pub(crate) sound: Sound,
    pub(crate) place: DVec2,
    pub(crate) level: u8,
    pub(crate) by: Option<EntityId>,
}

/// The sounds of the tick, and how they are heard. Not state: nothing in the world comes of a sound but what guests make of it.
#[derive(Resource, Default)]
pub struct Noises {
    pub(crate) sounds: Sounds,
    made: Vec<(Made, Option<f64>)>,
    lately: VecDeque<Trace>,
}

/// A noise that somebody heard, for who looks on.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// When.
    pub tick: Tick,
    /// What.
    pub sound: Sound,
    /// Where it was made.
    pub place: DVec2,
    /// Who heard it without seeing its maker, how loud, and the corners of its way there.
    pub heard: Vec<(EntityId, f64, Vec<DVec3>)>,
}

impl Noises {
    /// With the rows of a world.
    pub(crate) fn new(config: &WorldConfig) -> Self {
        Self { sounds: config.hearing.rows(), ..Self::default() }
    }

    /// Noises somebody heard lately, the oldest first.
    pub fn lately(&self) -> impl Iterator<Item = &Trace> {
        self.lately.iter()
    }

    /// Metres at which a sound is just heard in the open.
    pub(crate) fn radius(&self, sound: Sound) -> f64 {
        self.sounds.kind(sound.label()).map_or(0.0, |kind| self.sounds.row(kind).radius)
    }
}

/// Somebody makes a sound where they are.
pub(crate) fn make(world: &mut World, sound: Sound, by: EntityId) {
    let body = world.resource::<Roll>().0.get(&by).and_then(|entity| world.get::<Body>(*entity));
    if let Some(body) = body.map(|body| body.0) {
        let made = Made { sound, place: body.place, level: body.level, by: Some(by) };
        world.resource_mut::<Noises>().made.push((made, None));
    }
}

/// Carries the tick's sounds to everybody's ears.
pub(crate) fn carry(world: &mut World) {
    world.resource_scope::<Noises, _>(|world, mut noises| {
        steps::listen_for(world, &mut noises);
        let made = std::mem::take(&mut noises.made);
        if made.is_empty() {
            return;
        }
        // Everybody moved since the tick's commands were decided.
        world.resource_mut::<Crowd>().stir();
        let mut told: BTreeMap<GuestId, Vec<(u8, FromHost)>> = BTreeMap::new();
        for (made, radius) in made {
            let caught = ears::listen(world, &noises.sounds, &made, radius, false);
            if !caught.is_empty() {
                tell(world, &noises.sounds, made.sound, &caught, &mut told);
                unsettle(world, &noises.sounds, made.sound, &caught);
                noises.trace(world.resource::<Now>().0, &made, &caught);
            }
        }
        for (guest, mut heard) in told {
            // The first of equals stays first.
            heard.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
            for (_, message) in heard.into_iter().take(NOISES_A_TICK) {
                world.resource_mut::<Post>().send(guest, message);
            }
        }
    });
}

/// What sounds like a fight or a break-in puts inhabitants on edge who do not see what it is; work and footsteps do not.
fn unsettle(world: &mut World, sounds: &Sounds, sound: Sound, caught: &[Caught]) {
    let row = sounds.kind(sound.label()).map(|kind| sounds.row(kind)).filter(|row| row.hostile);
    let Some(priority) = row.map(|row| row.priority) else { return };
    for one in caught.iter().filter(|one| !one.ear.human) {
        let place = one.way.as_ref().map_or(one.ear.place, |way| way.from.truncate());
        let stimulus = Stimulus::Heard(priority);
        alarm(world, one.ear.id, Alarm { stimulus, about: None, place: Some(place), why: None });
    }
}

/// Adds what each makes of a sound to what it is told.
fn tell(
    world: &World,
    sounds: &Sounds,
    sound: Sound,
    caught: &[Caught],
    into: &mut BTreeMap<GuestId, Vec<(u8, FromHost)>>,
) {
    let captions = world.resource::<WorldConfig>().hearing.captions;
    let row = sounds.kind(sound.label()).map(|kind| sounds.row(kind));
    let priority = row.map_or(0, |row| row.priority);
    for one in caught.iter().filter(|one| captions || !one.ear.human) {
        into.entry(one.ear.guest).or_default().push((priority, message(sounds, sound, one)));
    }
}

/// What somebody is told of a sound whose maker they do not see.
pub(crate) fn message(sounds: &Sounds, sound: Sound, caught: &Caught) -> FromHost {
    let (turn, metres) = caught.towards();
    let tells = caught.loudness >= sounds.rows().clear_share;
    FromHost::Noise {
        sound,
        turn,
        metres: if tells { libm::ceil(metres).clamp(1.0, 255.0) as u8 } else { 0 },
        loudness: libm::ceil(caught.loudness.clamp(0.0, 1.0) * 255.0) as u8,
        muffled: caught.way.as_ref().is_some_and(|way| way.muffled),
    }
}

impl Noises {
    pub(crate) fn trace(&mut self, tick: Tick, made: &Made, caught: &[Caught]) {
        let heard = caught.iter().filter_map(|one| {
            let way = one.way.as_ref()?;
            Some((one.ear.id, one.loudness, way.points.clone()))
        });
        let heard: Vec<_> = heard.collect();
        if heard.is_empty() {
            return;
        }
        if self.lately.len() >= TRACES {
            self.lately.pop_front();
        }
        self.lately.push_back(Trace { tick, sound: made.sound, place: made.place, heard });
    }
}

#[cfg(test)]
pub(crate) mod tests;
