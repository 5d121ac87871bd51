//! Speech: it goes the way of all sounds ([`crate::noise`]), words are lost on a long one, and in a din ears take in only so much.

use super::meant::meant;
use super::{Decision, Doer, Done, record};
use crate::books::Post;
use crate::clock::Now;
use crate::crowd::Crowd;
use crate::ground::Ground;
use crate::justice;
use crate::noise::{self, Made, Noises};
use crate::parts::{Guard, Pace, SteeredBy};
use crate::register::wedding;
use crate::vigil::{Alarm, alarm};
use crate::watching::{Agora, Aloud};
use bevy_ecs::prelude::*;
use std::sync::Arc;
use wold_chance::Stream;
use wold_lore::act::{Call, Meaning};
use wold_lore::intent::LONGEST_SPEECH;
use wold_lore::sense::Sound;
use wold_lore::{Deed, SpeechAct};
use wold_senses::awareness::Stimulus;
use wold_senses::hearing::words;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND};
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
    let name = crate::guise::name(world, doer.entity);
    let said = Said { speaker: doer.id, name, loudness, text, act };
    // Everybody hears themselves; others as far as their ears keep up.
    if let Some(own) = world.get::<SteeredBy>(doer.entity).map(|by| by.0) {
        let message = said.heard(None);
        world.resource_mut::<Post>().send(own, message);
    }
    tell_onlookers(world, doer, &said);
    let law_listens = carry(world, doer, &said);
    if let Some(act) = &said.act {
        justice::hear(world, doer.id, act, law_listens);
        wedding::hear(world, doer.entity, act);
    }
    record(world, doer.id, Deed::Say, None, doer.place);
    Ok(Done::quietly())
}

/// What is not whispered, under the open sky, is public.
fn tell_onlookers(world: &mut World, doer: &Doer, said: &Said) {
    let land = &world.resource::<Ground>().land;
    if said.loudness == Loudness::Whisper || land.house_at(doer.place, doer.level).is_some() {
        return;
    }
    let reach = world.resource::<Noises>().radius(Sound::of(said.loudness));
    let aloud = Aloud { place: doer.place, reach, message: said.heard(None) };
    world.resource_mut::<Agora>().0.push(aloud);
}

/// Words on their way.
struct Said {
    speaker: EntityId,
    name: String,
    loudness: Loudness,
    text: String,
    act: Option<Arc<SpeechAct>>,
}

impl Said {
    /// What is heard of it: everything, or the words that were understood, and then not what was meant by them.
    fn heard(&self, understood: Option<String>) -> FromHost {
        let muffled = understood.is_some();
        FromHost::Heard {
            speaker: self.speaker,
            name: self.name.clone(),
            loudness: self.loudness,
            text: understood.unwrap_or_else(|| self.text.clone()),
            act: self.act.clone().filter(|_| !muffled),
            muffled,
        }
    }
}

/// Where something is amiss, if that is what is meant: nothing if it is not, no place if none is named.
fn alarming(act: &SpeechAct) -> Option<Option<DVec2>> {
    let Meaning::Hunt(hunt) = &act.meaning else { return None };
    let place = hunt.place.map(|[east, north]| DVec2::new(f64::from(east), f64::from(north)));
    matches!(hunt.call, Call::Alarm | Call::Lost | Call::Found).then_some(place)
}

/// Tells everybody in earshot. Who understands an alarm is on edge by it. Who sees the speaker understands every word; who does not, as many as the way of the sound leaves, and who understands none hears a noise.
/// Returns whether a guard understood it all.
fn carry(world: &mut World, doer: &Doer, said: &Said) -> bool {
    let sound = Sound::of(said.loudness);
    let made = Made { sound, place: doer.place, level: doer.level, by: Some(doer.id) };
    let told = said.act.as_ref().and_then(|act| alarming(act)).map(|place| place.unwrap_or(doer.place));
    let (seed, now) = (world.resource::<Ground>().seed(), world.resource::<Now>().0);
    let mut law_listens = world.get::<Guard>(doer.entity).is_some();
    world.resource_scope::<Noises, _>(|world, mut noises| {
        let caught = noise::ears::listen(world, &noises.sounds, &made, None, true);
        noises.trace(now, &made, &caught);
        let clear = noises.sounds.rows().clear_share;
        for one in caught {
            let share = if one.way.is_some() { words::share(one.loudness, clear) } else { 1.0 };
            let luck = Stream::named(seed, "words", &[doer.id.0, one.ear.id.0, now.0]);
            let message = match words::understood(&said.text, share, &luck) {
                _ if share >= 1.0 => {
                    law_listens |= justice::is_guard(world, one.ear.id);
                    said.heard(None)
                }
                Some(understood) => said.heard(Some(understood)),
                None => noise::message(&noises.sounds, sound, &one),
            };
            if world.resource_mut::<Crowd>().has_ear(one.ear.guest) {
                world.resource_mut::<Post>().send(one.ear.guest, message);
                if let Some(place) = told.filter(|_| share >= 1.0) {
                    let (stimulus, place) = (Stimulus::Told, Some(place));
                    alarm(world, one.ear.id, Alarm { stimulus, about: None, place, why: None });
                }
            }
        }
    });
    law_listens
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Act, Command};
    use crate::{Origin, Realm};
    use wold_space::GuestId;
    use wold_wire::Intent;

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
