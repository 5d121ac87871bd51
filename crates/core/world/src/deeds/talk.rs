//! Speech: it carries as far as its loudness, half as far through walls, and in a din ears take in only so much.

use super::meant::meant;
use super::{Decision, Doer, Done, record};
use crate::books::Post;
use crate::clock::Now;
use crate::crowd::{self, Crowd};
use crate::ground::Ground;
use crate::parts::{Body, Pace, Person, SteeredBy};
use bevy_ecs::prelude::*;
use std::sync::Arc;
use wold_land::Shades;
use wold_lore::intent::LONGEST_SPEECH;
use wold_lore::{Deed, SpeechAct};
use wold_space::{DVec2, GuestId, TICKS_PER_SECOND};
use wold_wire::text::one_line;
use wold_wire::{FromHost, Loudness, Refusal};

/// Sentences somebody may say in a breath.
const TALKATIVE: u8 = 5;

pub(super) fn say(
    world: &mut World,
    doer: &Doer,
    text: &str,
    loudness: Loudness,
    act: Option<SpeechAct>,
) -> Decision {
    let text = one_line(text);
    if text.is_empty() {
        return Err(Refusal::NoUse);
    }
    if text.len() > LONGEST_SPEECH {
        return Err(Refusal::TooLong);
    }
    pace_talk(world, doer)?;
    let act = meant(world, doer, &text, act).map(Arc::new);
    let name = world.get::<Person>(doer.entity).map(|person| person.name.clone()).unwrap_or_default();
    let own = world.get::<SteeredBy>(doer.entity).map(|by| by.0);
    for guest in listeners(world, doer, loudness.reach()) {
        // Everybody hears themselves; others as far as their ears keep up.
        if Some(guest) != own && !world.resource_mut::<Crowd>().has_ear(guest) {
            continue;
        }
        let (name, text, act) = (name.clone(), text.clone(), act.clone());
        let message = FromHost::Heard { speaker: doer.id, name, loudness, text, act };
        world.resource_mut::<Post>().send(guest, message);
    }
    record(world, doer.id, Deed::Say, None, doer.place);
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

/// Guests whose bodies hear something said at the doer's place, by the ids of their bodies.
fn listeners(world: &mut World, doer: &Doer, reach: f64) -> Vec<GuestId> {
    let about = crowd::near(world, doer.place, reach);
    let ear = |entity: Entity| {
        let body = world.get::<Body>(entity).expect("the crowd is made of bodies").0;
        Some((world.get::<SteeredBy>(entity)?.0, body.place, body.level))
    };
    let ears: Vec<_> = about.into_iter().filter_map(ear).collect();
    let land = &world.resource::<Ground>().land;
    let shades = Shades::around(land, doer.place, reach);
    within_earshot(doer, reach, &ears, |place, level| shades.sees(doer.place, doer.level, place, level))
}

/// Whose ears a voice reaches: far if nothing is in the way, half as far if something is. Only those in between need a look.
fn within_earshot(
    doer: &Doer,
    reach: f64,
    ears: &[(GuestId, DVec2, u8)],
    mut is_clear: impl FnMut(DVec2, u8) -> bool,
) -> Vec<GuestId> {
    let hears = |&&(_, place, level): &&(GuestId, DVec2, u8)| {
        let distance = place.distance(doer.place);
        distance <= reach / 2.0 || (distance <= reach && is_clear(place, level))
    };
    ears.iter().filter(hears).map(|(guest, ..)| *guest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Act, Command};
    use crate::{Origin, Realm};
    use wold_space::EntityId;
    use wold_wire::Intent;

    #[test]
    fn a_voice_asks_for_a_line_of_sight_only_where_walls_decide() {
        let place = DVec2::new(16.0, 16.0);
        let doer = Doer { entity: Entity::PLACEHOLDER, id: EntityId(1), place, level: 0 };
        let ears: Vec<_> = (0..400).map(|n| (GuestId(n), place + DVec2::new(n as f64, 0.0), 0)).collect();
        let mut rays = 0;
        let open = within_earshot(&doer, 30.0, &ears, |_, _| {
            rays += 1;
            true
        });
        assert_eq!((open.len(), rays), (31, 15), "sixteen hear anyway, all beyond thirty metres do not");
        assert_eq!(within_earshot(&doer, 30.0, &ears, |_, _| false).len(), 16);
    }

    #[test]
    fn in_a_din_everybody_hears_themselves_and_a_few_lines_more() {
        let mut realm = Realm::new(Origin::meadow(3));
        let command = |guest: u64, act: Act| Command { guest: GuestId(guest), number: 1, act };
        let enter = |n| command(n, Act::Enter { name: format!("Person {n}"), human: true, look: 0 });
        realm.step((1..=40).map(enter).collect());
        let shout = |n| {
            let text = format!("I am {n}!");
            command(n, Act::Intent(Intent::Say { text, loudness: Loudness::Shout, act: None }))
        };
        let report = realm.step((1..=40).map(shout).collect());
        for guest in 1..=40 {
            let heard: Vec<&str> = report
                .mail
                .iter()
                .filter(|letter| letter.to == GuestId(guest))
                .filter_map(|letter| match &letter.message {
                    FromHost::Heard { text, .. } => Some(text.as_str()),
                    _ => None,
                })
                .collect();
            assert!((12..=13).contains(&heard.len()), "guest {guest} heard {} lines", heard.len());
            assert!(heard.contains(&format!("I am {guest}!").as_str()));
        }
    }
}
