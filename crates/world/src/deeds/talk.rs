//! Speech: it carries as far as its loudness, half as far through walls.

use super::{Decision, Doer, Done, record};
use crate::books::{DeedKind, Post};
use crate::clock::Now;
use crate::ground::Ground;
use crate::parts::{Away, Body, Pace, Person, SteeredBy};
use bevy_ecs::prelude::*;
use wold_space::{GuestId, TICKS_PER_SECOND};
use wold_wire::intent::LONGEST_SPEECH;
use wold_wire::text::one_line;
use wold_wire::{FromHost, Loudness, Refusal};

/// Sentences somebody may say in a breath.
const TALKATIVE: u8 = 5;

pub(super) fn say(world: &mut World, doer: &Doer, text: &str, loudness: Loudness) -> Decision {
    let text = one_line(text);
    if text.is_empty() {
        return Err(Refusal::NoUse);
    }
    if text.len() > LONGEST_SPEECH {
        return Err(Refusal::TooLong);
    }
    pace_talk(world, doer)?;
    let name = world.get::<Person>(doer.entity).map(|person| person.name.clone()).unwrap_or_default();
    for guest in listeners(world, doer, loudness.reach()) {
        let (name, text) = (name.clone(), text.clone());
        let message = FromHost::Heard { speaker: doer.id, name, loudness, text };
        world.resource_mut::<Post>().send(guest, message);
    }
    record(world, doer.id, DeedKind::Say, None, doer.place);
    Ok(Done::quietly())
}

fn pace_talk(world: &mut World, doer: &Doer) -> Result<(), Refusal> {
    let now = world.resource::<Now>().0;
    let mut pace = world.get_mut::<Pace>(doer.entity).expect("every doer has a pace");
    let seconds = now.since(pace.talk_since) / TICKS_PER_SECOND;
    if seconds > 0 {
        pace.talk = pace.talk.saturating_sub(seconds.min(255) as u8);
        pace.talk_since = now;
    }
    if pace.talk >= TALKATIVE {
        return Err(Refusal::TooOften);
    }
    pace.talk += 1;
    Ok(())
}

/// Guests whose bodies hear something said at the doer's place, by guest.
fn listeners(world: &mut World, doer: &Doer, reach: f64) -> Vec<GuestId> {
    let mut bodies = world.query_filtered::<(&Body, &SteeredBy), Without<Away>>();
    let land = &world.resource::<Ground>().land;
    let mut guests: Vec<GuestId> = bodies
        .iter(world)
        .filter(|(body, _)| {
            let distance = body.0.place.distance(doer.place);
            let muffled = body.0.level != doer.level || !land.in_sight(doer.place, body.0.place, doer.level);
            distance <= if muffled { reach / 2.0 } else { reach }
        })
        .map(|(_, by)| by.0)
        .collect();
    guests.sort_unstable();
    guests
}
