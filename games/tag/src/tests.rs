use super::*;
use wold_space::GuestId;
use wold_wire::{Intent, Outcome};
use wold_world::{Act, Command, Decree, Origin, Realm, TickReport};

fn realm() -> Realm {
    Realm::new(Origin { rules: vec![Box::new(Tag)], ..Origin::meadow(1) })
}

fn command(guest: u64, act: Act) -> Command {
    Command { guest: GuestId(guest), number: 1, act }
}

fn enter(guest: u64, name: &str) -> Command {
    command(guest, Act::Enter { name: name.into(), human: true, look: 0 })
}

fn word(guest: u64, text: &str) -> Command {
    command(guest, Act::Intent(Intent::Game { verb: SLASH, payload: text.into() }))
}

/// Puts a guest's body somewhere on the meadow.
fn put(realm: &Realm, guest: u64, x: i32) -> Command {
    let who = realm.body_of(GuestId(guest)).expect("in the world");
    command(0, Act::Decree(Decree::Move { who, to: [x * 128, 0] }))
}

fn outcome(report: &TickReport, guest: u64) -> Option<&Outcome> {
    report.mail.iter().filter(|mail| mail.to == GuestId(guest)).find_map(|mail| match &mail.message {
        FromHost::Answer { outcome, .. } => Some(outcome),
        _ => None,
    })
}

fn who_is_it(realm: &mut Realm) -> Option<EntityId> {
    standings(realm.ecs_mut()).iter().find(|one| one.player.it).map(|one| one.id)
}

/// Ada and Bob play, twenty metres apart.
fn two() -> (Realm, EntityId, EntityId) {
    let mut realm = realm();
    realm.step(vec![enter(1, "Ada"), enter(2, "Bob"), enter(3, "Cid")]);
    let apart = vec![put(&realm, 1, 0), put(&realm, 2, 20), put(&realm, 3, 0)];
    realm.step(apart);
    realm.step(vec![word(1, "join"), word(2, "join")]);
    let (ada, bob) = (realm.body_of(GuestId(1)).expect("in"), realm.body_of(GuestId(2)).expect("in"));
    (realm, ada, bob)
}

#[test]
fn a_touch_passes_it_on_and_cannot_be_returned_at_once() {
    let (mut realm, ada, bob) = two();
    realm.step(vec![]);
    assert_eq!(who_is_it(&mut realm), Some(ada), "the first begins; who does not play is not caught");
    let near = vec![put(&realm, 2, 1)];
    let report = realm.step(near);
    assert_eq!(who_is_it(&mut realm), Some(bob));
    let signs = [ada, bob].map(|who| realm.part::<Sign>(who).map(|sign| sign.text.as_str()));
    assert_eq!(signs, [None, Some("it")], "all who see them see it");
    let told: Vec<&FromHost> = report.mail.iter().map(|mail| &mail.message).collect();
    assert!(told.contains(&&FromHost::Notice("You are it!".into())));
    assert!(told.contains(&&FromHost::Notice("Bob is it.".into())));
    for _ in 0..SAFE - 2 {
        realm.step(vec![]);
    }
    assert_eq!(who_is_it(&mut realm), Some(bob), "she is safe for a while");
    for _ in 0..4 {
        realm.step(vec![]);
    }
    assert_eq!(who_is_it(&mut realm), Some(ada));
}

#[test]
fn words_are_answered_and_others_refused() {
    let (mut realm, ..) = two();
    let report = realm.step(vec![word(1, "score"), word(2, "join"), word(3, "fly")]);
    assert_eq!(outcome(&report, 1), Some(&Outcome::Told("Ada 1, Bob 0".into())));
    assert_eq!(outcome(&report, 2), Some(&Outcome::Refused(Refusal::NoUse)));
    assert_eq!(outcome(&report, 3), Some(&Outcome::Refused(Refusal::UnknownVerb)));
    let mut bytes = word(3, "");
    bytes.act = Act::Intent(Intent::Game { verb: SLASH, payload: vec![0xff, 0xfe] });
    let report = realm.step(vec![bytes]);
    assert_eq!(outcome(&report, 3), Some(&Outcome::Refused(Refusal::UnknownVerb)));
}

#[test]
fn whoever_leaves_ends_the_game_for_a_last_player() {
    let (mut realm, ..) = two();
    realm.step(vec![word(2, "leave")]);
    realm.step(vec![]);
    assert_eq!(who_is_it(&mut realm), None);
}

#[test]
fn the_game_is_saved_hashed_and_the_same_every_time() {
    let (mut realm, ..) = two();
    let (mut twin, ..) = two();
    assert_eq!(realm.hash(), twin.hash());
    let mut restored = self::realm();
    restored.restore(&realm.save()).expect("our own state");
    let near = vec![put(&realm, 2, 1)];
    for one in [&mut realm, &mut twin, &mut restored] {
        one.step(near.clone());
    }
    assert_eq!(realm.hash(), twin.hash());
    assert_eq!(realm.hash(), restored.hash());
    assert_eq!(who_is_it(&mut restored), who_is_it(&mut realm));
}
