//! Who is missed: somebody who was about is dead, and who kept them company out of sight no longer hears them.
//!
//! Contract: by [`wold_senses::vanished`]. Whoever was within earshot of somebody for a while before they fell, still is, and does not see them lie there, wonders after some seconds of silence, and is told whom
//! they miss and where these were last. Each wonders about one at a time, and then not again for long. Company is kept as the crow flies; in the end earshot is by the way of sounds ([`crate::noise`]).
//!
//! Cost: a second's note is a copy of everybody's place and nothing more; all else is by who falls. None of it is state: after a restart nobody is missed who fell in the seconds before.

use crate::amiss::eighths;
use crate::books::Post;
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::noise::{Made, Noises, ears};
use crate::parts::{Away, Body, Fallen, Id, Person, SteeredBy};
use crate::registry::Roll;
use crate::vigil::{Alarm, alarm};
use bevy_ecs::prelude::*;
use std::collections::{BTreeMap, VecDeque};
use wold_lore::sense::Sound;
use wold_senses::awareness::Stimulus;
use wold_senses::vanished::{Absence, Earshot, Missed, Vanished};
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND, Tick};
use wold_wire::FromHost;

/// Where everybody was, and whose fate is not known yet.
#[derive(Resource, Default)]
pub(crate) struct Company {
    /// Once a second, the oldest first.
    trail: VecDeque<(Tick, Vec<(EntityId, DVec2)>)>,
    fallen: BTreeMap<EntityId, Fate>,
    /// Until when somebody does not wonder.
    rest: BTreeMap<EntityId, Tick>,
}

/// Somebody who fell.
struct Fate {
    place: DVec2,
    level: u8,
    until: Tick,
    vanished: Vanished,
    /// Who kept them company.
    near: Vec<EntityId>,
}

/// Notes where everybody is, and tells who misses whom.
pub(crate) fn keep(world: &mut World) {
    world.resource_scope::<Company, _>(|world, mut company| {
        let (config, now) = (world.resource::<WorldConfig>(), world.resource::<Now>().0);
        let absence = config.hearing.absence();
        let reach = world.resource::<Noises>().radius(Sound::Speech);
        company.rest.retain(|_, until| now < *until);
        company.take_fallen(world, &absence, reach, now);
        let missed = company.listen(world, &absence, reach, now);
        for (missed, place) in missed {
            company.rest.insert(missed.by, Tick(now.0 + ticks(absence.rest)));
            tell(world, &missed, place);
        }
        if now.0.is_multiple_of(TICKS_PER_SECOND) {
            company.note(world, &absence, now);
        }
    });
}

fn ticks(seconds: f64) -> u64 {
    (seconds * TICKS_PER_SECOND as f64) as u64
}

impl Company {
    fn note(&mut self, world: &mut World, absence: &Absence, now: Tick) {
        let mut bodies =
            world.query_filtered::<(&Id, &Body), (With<Person>, Without<Away>, Without<Fallen>)>();
        let places = bodies.iter(world).map(|(id, body)| (id.0, body.0.place)).collect();
        self.trail.push_back((now, places));
        while self
            .trail
            .front()
            .is_some_and(|(then, _)| now.since(*then) > ticks(absence.company) + TICKS_PER_SECOND)
        {
            self.trail.pop_front();
        }
    }

    /// Whoever fell in this tick: those who kept them company are found in the trail.
    fn take_fallen(&mut self, world: &mut World, absence: &Absence, reach: f64, now: Tick) {
        let mut query = world.query_filtered::<(&Id, &Body, &Fallen), (With<Person>, Without<Away>)>();
        let fell: Vec<(EntityId, DVec2, u8)> = query
            .iter(world)
            .filter(|(.., fallen)| fallen.since == now)
            .map(|(id, body, _)| (id.0, body.0.place, body.0.level))
            .collect();
        for (who, place, level) in fell {
            let mut vanished = Vanished::default();
            let mut near = Vec::new();
            for (then, places) in self.trail.iter().filter(|(then, _)| *then < now) {
                let Some((_, at)) = places.iter().find(|(other, _)| *other == who) else { continue };
                let is_near = |(other, there): &&(EntityId, DVec2)| {
                    *other != who && there.distance_squared(*at) <= reach * reach
                };
                near = places.iter().filter(is_near).map(|(other, _)| *other).collect();
                near.sort_unstable();
                vanished.tick(absence, *then, &pairs(&near, who, true));
            }
            // They were heard until the tick before.
            vanished.tick(absence, Tick(now.0.saturating_sub(1)), &pairs(&near, who, true));
            let until = Tick(now.0 + ticks(absence.silence) + TICKS_PER_SECOND);
            self.fallen.insert(who, Fate { place, level, until, vanished, near });
        }
    }

    /// Who misses somebody by now.
    fn listen(
        &mut self,
        world: &mut World,
        absence: &Absence,
        reach: f64,
        now: Tick,
    ) -> Vec<(Missed, DVec2)> {
        let mut all = Vec::new();
        for (who, fate) in &mut self.fallen {
            let there = |id: &EntityId| {
                let entity = *world.resource::<Roll>().0.get(id)?;
                let body = world.get::<Body>(entity)?.0;
                let is_about = world.get::<Fallen>(entity).is_none() && world.get::<Away>(entity).is_none();
                Some(is_about && body.place.distance_squared(fate.place) <= reach * reach)
            };
            fate.near.retain(|id| there(id) == Some(true));
            let missed = fate.vanished.tick(absence, now, &pairs(&fate.near, *who, false));
            if missed.is_empty() {
                continue;
            }
            // Who sees them lie there misses nobody, and nor does who could not have heard them.
            let made = Made { sound: Sound::Speech, place: fate.place, level: fate.level, by: Some(*who) };
            let heard = world.resource_scope::<Noises, _>(|world, noises| {
                ears::listen(world, &noises.sounds, &made, None, false)
            });
            let unseen = missed.into_iter().filter(|missed| heard.iter().any(|one| one.ear.id == missed.by));
            all.extend(unseen.filter(|missed| !self.rest.contains_key(&missed.by)).map(|m| (m, fate.place)));
        }
        self.fallen.retain(|_, fate| now < fate.until && !fate.near.is_empty());
        all
    }
}

fn pairs(near: &[EntityId], other: EntityId, sounds: bool) -> Vec<Earshot> {
    near.iter().map(|&listener| Earshot { listener, other, sounds }).collect()
}

fn tell(world: &mut World, missed: &Missed, place: DVec2) {
    let Some(&entity) = world.resource::<Roll>().0.get(&missed.by) else { return };
    let inhabitant = world.get::<Person>(entity).is_some_and(|person| !person.human);
    let Some(guest) = world.get::<SteeredBy>(entity).map(|by| by.0).filter(|_| inhabitant) else { return };
    let (chunk, east, north) = eighths(place);
    let message = FromHost::Missed { who: missed.who, chunk, east, north };
    world.resource_mut::<Post>().send(guest, message);
    let alarmed =
        Alarm { stimulus: Stimulus::Missed, about: Some(missed.who), place: Some(place), why: None };
    alarm(world, missed.by, alarmed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Realm;
    use crate::noise::tests::{CORNER, put, realm};
    use crate::parts::Vitals;
    use wold_space::GuestId;

    /// Ann is in one room and Bo in the next; Bo dies after some seconds, and Ann leaves after some. When Ann misses Bo, in seconds since both were there.
    fn missed(dies: u64, leaves: Option<u64>) -> Vec<f64> {
        let mut realm: Realm = realm(2, 0);
        put(&mut realm, 1, CORNER + DVec2::new(9.0, 5.0));
        put(&mut realm, 2, CORNER + DVec2::new(6.0, 5.0));
        // Places are noted on the full second.
        while !realm.now().0.is_multiple_of(TICKS_PER_SECOND) {
            realm.step(Vec::new());
        }
        let (begun, bo) = (realm.now(), realm.body_of(GuestId(2)).expect("in"));
        let mut when = Vec::new();
        for second in 0..30 {
            if second == dies {
                let entity = realm.ecs().resource::<Roll>().0[&bo];
                *realm.ecs_mut().get_mut::<Vitals>(entity).expect("flesh") =
                    Vitals { health: 0.0, hunger: 1.0 };
            }
            if Some(second) == leaves {
                put(&mut realm, 1, CORNER + DVec2::new(60.0, 5.0));
            }
            while (realm.now().0 - begun.0) < (second + 1) * TICKS_PER_SECOND {
                let report = realm.step(Vec::new());
                let told = report.mail.iter().filter(|mail| mail.to == GuestId(1));
                let told =
                    told.filter(|mail| matches!(mail.message, FromHost::Missed { who, .. } if who == bo));
                when.extend(told.map(|_| Tick(report.tick.0 - begun.0).seconds()));
            }
        }
        when
    }

    #[test]
    fn a_friend_who_dies_next_door_is_missed_five_seconds_later_by_who_is_still_there() {
        let when = missed(12, None);
        // Bo falls within the thirteenth second: what kills him here does so on the full one.
        assert!(matches!(when[..], [at] if (17.0..=18.1).contains(&at)), "{when:?}");
        assert_eq!(missed(12, Some(15)), [0.0; 0], "who has left wonders about nobody");
        assert_eq!(missed(8, None), [0.0; 0], "eight seconds together are too few");
    }
}
