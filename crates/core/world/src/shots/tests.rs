use super::Rewinds;
use crate::books::Entry;
use crate::hamlet::{BEFORE, Yard};
use crate::parts::{Bag, CarriedBy, Lies, Thing, Vitals};
use crate::registry::Roll;
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Owner};
use wold_space::{DVec2, EntityId, Tick};
use wold_wire::{FromHost, Gait, Intent, Outcome, Refusal, Target};

const ANN: u64 = 1;
const BOB: u64 = 2;
const CID: u64 = 3;
const HERE: DVec2 = DVec2::new(30.0, 30.0);
const THERE: DVec2 = DVec2::new(50.0, 30.0);

/// Ann with a bow in her hand and some arrows, Bob 20 m to the east, Cid beside the way and looking on; at noon.
fn range() -> Yard {
    let mut yard = Yard::new(12.0, &[(ANN, true), (BOB, false), (CID, true)]);
    yard.put(ANN, HERE, 0);
    yard.put(BOB, THERE, 0);
    yard.put(CID, DVec2::new(40.0, 36.0), 0);
    for kind in [ThingKind::Bow, ThingKind::Arrow, ThingKind::Arrow, ThingKind::Arrow, ThingKind::Stone] {
        yard.grant(ANN, kind);
    }
    hold(&mut yard, ThingKind::Bow);
    yard.face(ANN, DVec2::X, Gait::Walk);
    yard.face(BOB, -DVec2::X, Gait::Walk);
    yard
}

fn hold(yard: &mut Yard, kind: ThingKind) {
    let world = yard.realm.ecs();
    let bag = *world.get::<Bag>(yard.entity(ANN)).expect("a bag");
    let is_it = |id: &Option<EntityId>| {
        id.is_some_and(|id| {
            world.get::<Thing>(world.resource::<Roll>().0[&id]).is_some_and(|it| it.kind == kind)
        })
    };
    let slot = bag.slots.iter().position(is_it).expect("granted") as u8;
    yard.wish(ANN, Intent::Hold { slot });
}

/// Ann shoots; what was done in the two seconds after it, and what she was answered.
fn shoot(yard: &mut Yard, at: Target, seen: Tick) -> (Vec<Entry>, Outcome) {
    let report = yard.wish(ANN, Intent::Shoot { at, seen });
    let answer = report.mail.iter().find_map(|mail| match &mail.message {
        FromHost::Answer { outcome, .. } if mail.to.0 == ANN => Some(outcome.clone()),
        _ => None,
    });
    let mut deeds = report.deeds;
    for _ in 0..40 {
        deeds.extend(yard.step(Vec::new()).deeds);
    }
    (deeds, answer.expect("wishes are answered"))
}

fn at(yard: &Yard, guest: u64) -> Target {
    Target::Entity(yard.body(guest))
}

fn health(yard: &Yard, guest: u64) -> f32 {
    yard.realm.part::<Vitals>(yard.body(guest)).expect("flesh").health
}

fn landings(yard: &Yard, guest: u64) -> Vec<Option<EntityId>> {
    let landed = |(to, message): &(u64, FromHost)| match message {
        FromHost::Landed(landed) if *to == guest => Some(landed.hit),
        _ => None,
    };
    yard.mail.iter().filter_map(landed).collect()
}

#[test]
fn an_arrow_flies_from_the_bag_to_whom_it_hits_and_is_a_blow_from_afar() {
    let mut yard = range();
    let (ann, bob) = (yard.body(ANN), yard.body(BOB));
    let seen = yard.realm.now();
    let mark = at(&yard, BOB);
    let (deeds, answer) = shoot(&mut yard, mark, seen);
    assert_eq!(answer, Outcome::Done);
    let kinds: Vec<Deed> = deeds.iter().map(|deed| deed.kind).filter(|kind| *kind != Deed::Spend).collect();
    assert_eq!(kinds, [Deed::Shoot, Deed::Strike]);
    let hit = deeds.iter().find(|deed| deed.kind == Deed::Strike).expect("just seen");
    assert_eq!((hit.doer, hit.object, hit.thing), (ann, Some(bob), Some(ThingKind::Arrow)));
    assert!(hit.seen_by.contains(&bob) && hit.seen_by.contains(&yard.body(CID)), "{:?}", hit.seen_by);
    assert!(health(&yard, BOB) < 0.75);
    for guest in [ANN, BOB, CID] {
        assert_eq!(landings(&yard, guest), [Some(bob)], "{guest} saw it");
    }
    assert_eq!(yard.realm.rewinds().recent.back().map(|shot| shot.hit), Some(Some(bob)));
    // It lies there and is still hers, or is broken.
    let world = yard.realm.ecs_mut();
    let mut lying = world.query::<(&crate::parts::Id, &Thing, &Lies)>();
    let arrow = lying.iter(world).find(|(_, thing, _)| thing.kind == ThingKind::Arrow);
    match arrow.map(|(id, _, lies)| (id.0, lies.place)) {
        Some((id, place)) => {
            assert!(place.distance(THERE) < 1.0 && yard.realm.part::<CarriedBy>(id).is_none());
            assert_eq!(yard.realm.owner_of(id), Some(Owner::Person(ann)));
        }
        None => assert!(deeds.iter().any(|deed| deed.kind == Deed::Spend)),
    }
}

#[test]
fn who_is_hit_from_behind_does_not_learn_by_whom() {
    let mut yard = range();
    yard.face(BOB, DVec2::X, Gait::Walk);
    let (bob, seen) = (yard.body(BOB), yard.realm.now());
    let mark = at(&yard, BOB);
    let (deeds, _) = shoot(&mut yard, mark, seen);
    let hit = deeds.iter().find(|deed| deed.kind == Deed::Strike).expect("he stands");
    assert!(!hit.seen_by.contains(&bob), "{:?}", hit.seen_by);
    let told = yard.mail.iter().find_map(|(to, message)| match message {
        FromHost::Saw(saw) if *to == BOB && saw.deed == Deed::Strike => Some(saw.doer),
        _ => None,
    });
    assert_eq!(told, Some(None), "he is hit, and knows no more");
}

#[test]
fn walls_the_ground_and_empty_hands_let_nothing_through() {
    let mut yard = range();
    let seen = yard.realm.now();
    yard.put(ANN, BEFORE, 0);
    yard.put(BOB, DVec2::new(10.0, 11.5), 0);
    let mark = at(&yard, BOB);
    let (deeds, answer) = shoot(&mut yard, mark, seen);
    assert_eq!((deeds.len(), answer), (0, Outcome::Refused(Refusal::NothingThere)), "behind a wall");
    yard.face(ANN, DVec2::X, Gait::Walk);
    let (deeds, answer) = shoot(&mut yard, Target::Nothing, seen);
    assert_eq!(answer, Outcome::Done);
    assert!(deeds.iter().all(|deed| deed.kind != Deed::Strike) && health(&yard, BOB) == 1.0, "{deeds:?}");
    let ends: Vec<f64> = yard
        .mail
        .iter()
        .filter_map(|(to, message)| match message {
            FromHost::Landed(landed) if *to == ANN => Some(landed.end.x),
            _ => None,
        })
        .collect();
    assert!(ends.len() == 1 && (7.0..8.2).contains(&ends[0]), "at the wall: {ends:?}");
    let entity = yard.entity(ANN);
    yard.realm.ecs_mut().get_mut::<Bag>(entity).expect("a bag").held = None;
    let (_, answer) = shoot(&mut yard, Target::Nothing, seen);
    assert_eq!(answer, Outcome::Refused(Refusal::NeedsTool));
}

#[test]
fn a_stone_is_thrown_from_the_hand() {
    let mut yard = range();
    hold(&mut yard, ThingKind::Stone);
    yard.put(BOB, DVec2::new(40.0, 30.0), 0);
    let (mark, seen) = (at(&yard, BOB), yard.realm.now());
    let (deeds, answer) = shoot(&mut yard, mark, seen);
    let hit = deeds.iter().find(|deed| deed.kind == Deed::Strike).expect("he stands");
    assert_eq!((answer, hit.thing), (Outcome::Done, Some(ThingKind::Stone)));
    let (_, answer) = shoot(&mut yard, mark, seen);
    assert_eq!(answer, Outcome::Refused(Refusal::NeedsTool), "it was her only one");
}

/// Cid stands two steps before Ann, and walks out of the way; she shoots at Bob, having seen a tick so long ago.
fn through_cid(rewind: bool, ago: u64) -> (bool, super::Rewind, u64) {
    let mut yard = range();
    let mut config = yard.realm.config().clone();
    config.shots.rewind = rewind;
    yard.realm.ecs_mut().insert_resource(config);
    yard.put(CID, HERE + DVec2::X * 1.4, 0);
    yard.pass(1.0);
    yard.put(CID, HERE + DVec2::new(1.4, 6.0), 0);
    yard.pass(0.1);
    let mark = at(&yard, BOB);
    let seen = Tick(yard.realm.now().0.saturating_sub(ago));
    let (deeds, _) = shoot(&mut yard, mark, seen);
    let cid = yard.body(CID);
    let hit = deeds.iter().any(|deed| deed.kind == Deed::Strike && deed.object == Some(cid));
    let rewinds = yard.realm.rewinds();
    (hit, *rewinds.recent.back().expect("a shot"), rewinds.cut)
}

#[test]
fn a_shot_is_held_against_what_the_shooter_saw_within_bounds_and_every_claim_is_noted() {
    let (hit, shot, cut) = through_cid(true, 4);
    assert!(hit, "he stood there when she let fly, as she saw it");
    assert_eq!((shot.claimed, shot.granted, cut), (4, 4, 0));
    let (hit, shot, cut) = through_cid(true, 0);
    assert!(!hit, "she saw him step aside");
    assert_eq!((shot.claimed, shot.granted, cut), (0, 0, 0));
    let (_, shot, cut) = through_cid(true, 15);
    assert_eq!((shot.claimed, shot.granted, cut), (15, 6, 1), "nobody sees so late");
    let told = Rewinds { shots: 1, cut, recent: [shot].into() }.of(shot.by).expect("a shot");
    assert!(told.contains("saw 15 ticks ago, 6 granted"), "{told}");
    let (hit, shot, _) = through_cid(false, 4);
    assert!(!hit && shot.granted == 0, "a world can do without");
}

#[test]
fn a_flight_that_is_restored_in_the_middle_ends_as_the_one_that_went_on() {
    let mut yard = range();
    yard.steer(BOB, DVec2::Y, Gait::Walk);
    yard.pass(0.5);
    let (mark, seen) = (at(&yard, BOB), yard.realm.now());
    yard.wish(ANN, Intent::Shoot { at: mark, seen: Tick(seen.0 - 2) });
    yard.pass(0.2);
    let mut twin = range();
    twin.realm.restore(&yard.realm.save()).expect("our own bytes");
    assert_eq!(twin.realm.hash(), yard.realm.hash());
    for _ in 0..40 {
        yard.realm.step(Vec::new());
        twin.realm.step(Vec::new());
        assert_eq!(twin.realm.hash(), yard.realm.hash());
    }
    assert!(health(&yard, BOB) < 1.0, "who walks straight on is led");
}
