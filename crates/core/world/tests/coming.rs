//! Coming and going: money and offices are the town's, bodies are their owners'.

use bevy_ecs::prelude::Entity;
use wold_lore::land::ThingKind;
use wold_space::{EntityId, GuestId};
use wold_wire::Intent;
use wold_world::bearer::{TokenHash, Whose};
use wold_world::parts::{Bag, Guard, Thing};
use wold_world::stacks::amount;
use wold_world::treasury::Treasury;
use wold_world::{Act, Arriving, Command, Origin, Realm};

fn command(guest: u64, act: Act) -> Command {
    Command { guest: GuestId(guest), number: 0, act }
}

fn inhabitant(guest: u64) -> Command {
    arrive(guest, &format!("Folk {guest}"), false, Whose::Guest(GuestId(guest)))
}

fn arrive(guest: u64, name: &str, human: bool, whose: Whose) -> Command {
    let token = TokenHash::of(&[guest as u8; 16]);
    command(guest, Act::Arrive(Arriving { name: name.into(), human, look: 0, whose, token }))
}

fn leave(guest: u64, keep: bool) -> Command {
    command(guest, Act::Leave { keep })
}

fn coins(realm: &mut Realm) -> usize {
    let mut things = realm.ecs_mut().query::<(Entity, &Thing)>();
    let coins = things.iter(realm.ecs()).filter(|(_, thing)| thing.kind == ThingKind::Coin);
    coins.map(|(entity, _)| amount(realm.ecs(), entity) as usize).sum::<usize>()
}

fn body(realm: &Realm, guest: u64) -> EntityId {
    realm.body_of(GuestId(guest)).expect("it is here")
}

#[test]
fn whoever_comes_and_goes_makes_no_money() {
    let mut realm = Realm::new(Origin::meadow(4));
    for guest in 1..=20 {
        realm.step(vec![inhabitant(guest)]);
        // One piece at a time.
        let drops = (0..8).map(|_| command(guest, Act::Intent(Intent::Drop { slot: 0 }))).collect();
        realm.step(drops);
        realm.step(vec![leave(guest, false)]);
    }
    let purse = usize::from(realm.config().purse);
    let town = realm.ecs().resource::<Treasury>().coins as usize;
    assert_eq!(
        coins(&mut realm) + town,
        purse,
        "the first purse is the town's again, and no second was filled"
    );
}

#[test]
fn a_purse_that_was_given_back_is_given_again() {
    let mut realm = Realm::new(Origin::meadow(4));
    realm.step(vec![inhabitant(1), inhabitant(2)]);
    let all = coins(&mut realm);
    realm.step(vec![leave(1, false)]);
    assert!(coins(&mut realm) < all);
    realm.step(vec![inhabitant(3)]);
    assert_eq!(coins(&mut realm), all);
    let bag = realm.part::<Bag>(body(&realm, 3)).expect("it has a bag");
    assert!(bag.slots.iter().flatten().count() > 0);
}

#[test]
fn offices_are_filled_by_vacancy_and_not_by_coming_often() {
    let mut realm = Realm::new(Origin::meadow(4));
    for guest in 1..=9 {
        realm.step(vec![inhabitant(guest)]);
    }
    let is_guard = |realm: &Realm, guest| realm.part::<Guard>(body(realm, guest)).is_some();
    realm.step(vec![inhabitant(10)]);
    assert!(is_guard(&realm, 10), "ten people have one guard");
    for guest in 11..=18 {
        realm.step(vec![inhabitant(guest)]);
        assert!(!is_guard(&realm, guest));
        realm.step(vec![leave(guest, false)]);
    }
}

#[test]
fn a_body_that_waits_is_its_owners_whatever_others_call_themselves() {
    let mut realm = Realm::new(Origin::meadow(4));
    let account = |key: &str| Whose::Account(key.into());
    realm.step(vec![arrive(1, "Ada", true, account("ada")), arrive(2, "Bo", true, Whose::Guest(GuestId(2)))]);
    let (ada, bo) = (body(&realm, 1), body(&realm, 2));
    realm.step(vec![leave(1, true), leave(2, true)]);
    realm.step(vec![
        arrive(3, "Ada", true, Whose::Guest(GuestId(3))),
        arrive(4, "Bo", true, account("bo")),
        command(5, Act::Enter { name: "Bo".into(), human: false, look: 0 }),
    ]);
    for stranger in 3..=5 {
        assert!(![ada, bo].contains(&body(&realm, stranger)), "a name proves nothing");
    }
    realm.step(vec![arrive(6, "ADA", true, account("ada")), arrive(2, "Bo", true, Whose::Guest(GuestId(2)))]);
    assert_eq!((body(&realm, 6), body(&realm, 2)), (ada, bo));
}
