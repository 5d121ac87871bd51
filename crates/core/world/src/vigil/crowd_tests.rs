//! More eyes and more who sneak than there are rays for in a tick.

use super::*;
use crate::command::{Act, Command};
use crate::realm::{Origin, Realm};
use wold_wire::{Gait, Intent, Steering};

const HERE: DVec2 = DVec2::new(16.0, 16.0);

/// Inhabitants in rows who look east at noon, and players before their eyes, out of the nearest circle, who begin to sneak at once.
fn crowd(watchers: u64, sneakers: u64) -> Realm {
    let mut origin = Origin::meadow(1);
    origin.config.first_hour = 12.0;
    let mut realm = Realm::new(origin);
    let everybody = 1..=watchers + sneakers;
    let enter = |guest: u64| {
        let act = Act::Enter { name: format!("P{guest}"), human: guest > watchers, look: 0 };
        Command { guest: GuestId(guest), number: 0, act }
    };
    realm.step(everybody.clone().map(enter).collect());
    for guest in everybody.clone() {
        let entity = realm.ecs().resource::<Roll>().0[&realm.body_of(GuestId(guest)).expect("in")];
        let row = (guest % 20) as f64 * 1.2;
        let place = match guest > watchers {
            true => HERE + DVec2::new(14.0, 8.0 + (guest % 4) as f64 * 2.0),
            false => HERE + DVec2::new((guest / 20) as f64 * 1.5, row),
        };
        realm.ecs_mut().get_mut::<Body>(entity).expect("bodies").0.place = place;
    }
    let steer = |guest: u64| {
        let gait = if guest > watchers { Gait::Sneak } else { Gait::Walk };
        let steering = Steering { east: 0, north: 0, heading: 0, gait };
        Command { guest: GuestId(guest), number: 1, act: Act::Intent(Intent::Move(steering)) }
    };
    realm.step(everybody.map(steer).collect());
    realm
}

/// Rays that were cast in the last tick, for beginners and meters together.
fn cast(realm: &Realm) -> u32 {
    RAYS - realm.ecs().resource::<Eyesight>().rays.left(realm.ecs().resource::<Now>().0.0)
}

#[test]
fn more_looks_than_rays_are_shared_out_in_turns_whatever_the_number_of_threads() {
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut realm = crowd(60, 4);
            let (mut hashes, mut most, mut mail) = (Vec::new(), 0, Vec::new());
            for _ in 0..200 {
                mail.extend(realm.step(Vec::new()).mail);
                most = most.max(cast(&realm));
                hashes.push(realm.hash());
            }
            let pairs = realm.ecs().resource::<Vigil>().lookout.iter().count();
            (hashes, mail, most, pairs)
        })
    };
    let alone = play(1);
    assert_eq!(alone.2, RAYS, "the quota is used, and not exceeded");
    assert!(alone.3 > RAYS as usize / 8, "more want to look than can in a tick: {}", alone.3);
    assert!(alone == play(4), "threads change nothing");
}

#[test]
fn who_begins_to_sneak_where_many_do_waits_plain_to_all_until_every_eye_had_its_look() {
    const SNEAKERS: u64 = 12;
    let mut realm = crowd(60, SNEAKERS);
    let body = |realm: &Realm, guest: u64| realm.body_of(GuestId(guest)).expect("in");
    let thieves: Vec<EntityId> = (61..=60 + SNEAKERS).map(|guest| body(&realm, guest)).collect();
    let mut begun = Vec::new();
    for _ in 0..SNEAKERS {
        let vigil = realm.vigil();
        assert!(cast(&realm) <= RAYS, "looks at who begins come out of the quota: {}", cast(&realm));
        begun.push(thieves.iter().filter(|thief| vigil.is_hiding(**thief)).count());
        realm.step(Vec::new());
    }
    assert!((1..SNEAKERS as usize).contains(&begun[0]), "not all at once: {begun:?}");
    assert_eq!(begun.last(), Some(&(SNEAKERS as usize)), "but all in time: {begun:?}");
    // Who stands in the middle of the first row has all of them before their eyes.
    let watcher = body(&realm, 10);
    assert!(thieves.iter().all(|thief| !realm.vigil().hides(*thief, watcher)), "and nobody was fooled");
}
