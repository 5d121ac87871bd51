use super::*;
use crate::fixtures::welcome;
use std::sync::Arc;
use wold_lore::land::{Chunk, ThingKind};
use wold_lore::{Deed, Owner};
use wold_space::{DVec2, EntityId, Tick};
use wold_wire::herald::{Circles, Crier, Field, Kind, Manifest, Policy, Told};
use wold_wire::message::Saw;
use wold_wire::{
    Card, ChunkChanges, EntityKind, EntityState, FromHost, Gait, Loudness, Outcome, OwnState, Seq, Snapshot,
};

fn inside() -> Guest {
    let mut guest = Guest::admitted(GuestConfig { view: 2, ping_steps: 0, ..Default::default() });
    guest.take(welcome(100, 2));
    guest
}

fn snapshot(tick: u64, place: DVec2) -> Snapshot {
    let own = OwnState { place, stamina: 255, health: 255, ..Default::default() };
    Snapshot { tick: Tick(tick), own, ..Default::default() }
}

fn packets(ups: &[Up]) -> Vec<&SteeringPacket> {
    ups.iter()
        .filter_map(|up| match up {
            Up::Steering(packet) => Some(packet),
            Up::Message(_) => None,
        })
        .collect()
}

#[test]
fn hello_comes_first_and_nothing_else_before_the_welcome() {
    let config = GuestConfig { seed: Some(7), ..Default::default() };
    let mut guest = Guest::new(Login::Guest { name: "Ada".into() }, config);
    guest.wish(Intent::Strike(EntityId(1)));
    let first = guest.step();
    assert!(matches!(&first[..], [Up::Message(FromGuest::Hello(hello))] if hello.seed == Some(7)));
    assert!(guest.step().is_empty());
}

#[test]
fn whoever_is_turned_away_keeps_the_reason_and_falls_silent() {
    let mut guest = Guest::new(Login::Guest { name: "Ada".into() }, GuestConfig::default());
    guest.step();
    let reason = wold_wire::message::TurnedAway::Full;
    guest.take(Down::Message(FromHost::TurnedAway { reason, text: "no room".into() }));
    assert_eq!(*guest.known().standing(), Standing::TurnedAway { reason, text: "no room".into() });
    assert!(guest.step().is_empty());
}

#[test]
fn steering_is_repeated_until_it_is_applied() {
    let mut guest = inside();
    guest.take(Down::Snapshot(snapshot(101, DVec2::splat(5.0))));
    for n in 0..10i8 {
        guest.steer(Steering { east: n, north: 0, heading: 0, gait: Gait::Walk });
        let ups = guest.step();
        let packet = packets(&ups)[0];
        assert_eq!(packet.newest, Seq(n as u16 + 1));
        assert_eq!(packet.steerings.len(), usize::from(n as u8 + 1).min(REPEATED));
        assert_eq!(packet.steerings.last().map(|s| s.east), Some(n));
    }
    let mut told = snapshot(112, DVec2::splat(5.0));
    told.own.steering = Some(Seq(10));
    guest.take(Down::Snapshot(told));
    assert_eq!(packets(&guest.step())[0].steerings.len(), 1, "only the new one is unsettled");
}

#[test]
fn others_go_on_between_snapshots() {
    let mut guest = inside();
    let card = Card { id: EntityId(9), kind: EntityKind::HUMAN, name: "Bob".into(), look: 0 };
    let state = EntityState { speed: 32, ..Default::default() };
    let mut first = snapshot(101, DVec2::splat(5.0));
    first.entered.push((Arc::new(card), state));
    guest.take(Down::Snapshot(first));
    for _ in 0..10 {
        guest.step();
    }
    let known = guest.known();
    let bob = &known.entities()[&EntityId(9)];
    assert!((known.place_of(bob).x - 1.0).abs() < 1e-9, "half a second at two metres a second");
    let mut gone = snapshot(111, DVec2::splat(5.0));
    gone.left.push(EntityId(9));
    guest.take(Down::Snapshot(gone));
    assert!(guest.known().entities().is_empty());
}

#[test]
fn far_land_is_forgotten_and_reported() {
    let mut guest = inside();
    for x in 0..40 {
        let land = Arc::new(Chunk::meadow(ChunkPos { x, y: 0 }));
        guest.take(Down::Message(FromHost::Chunk { land, changes: ChunkChanges::default() }));
    }
    guest.take(Down::Snapshot(snapshot(101, DVec2::splat(5.0))));
    let ups = guest.step();
    let dropped: Vec<usize> = ups
        .iter()
        .filter_map(|up| match up {
            Up::Message(FromGuest::Dropped(chunks)) => Some(chunks.len()),
            _ => None,
        })
        .collect();
    assert_eq!(guest.known().land().len(), 5, "two rings in view and two to spare, on one side");
    assert_eq!(dropped, [35]);
}

#[test]
fn answers_are_found_by_their_number_and_memory_is_bounded() {
    let mut guest = inside();
    let number = guest.wish(Intent::Hold { slot: 3 });
    assert!(guest.step().contains(&Up::Message(FromGuest::Do { number, intent: Intent::Hold { slot: 3 } })));
    for n in 0..500 {
        let name = "Bob".to_owned();
        let text = format!("{n}");
        let loudness = Loudness::Talk;
        guest.take(Down::Message(FromHost::Heard {
            speaker: EntityId(9),
            name,
            loudness,
            text,
            act: None,
            muffled: false,
        }));
        guest.take(Down::Message(FromHost::Notice("hm".into())));
        guest.take(Down::Message(FromHost::Answer { number: number + n, outcome: Outcome::Done }));
    }
    assert_eq!(guest.known().answer(number + 499), Some(&Outcome::Done));
    assert!(guest.known().answer(number).is_none(), "old answers are forgotten");
    assert_eq!(guest.known().lines().len(), 64);
    assert_eq!(guest.known().lines().back().map(|line| line.text.as_str()), Some("499"));
    assert_eq!(guest.known().notices().len(), 64);
}

struct Goal {
    by: u16,
}

wold_wire::told! { Goal = "test/goal" { by: Field::count() } }

#[test]
fn what_happens_in_games_waits_until_asked_for_and_is_bounded() {
    let manifest = Manifest { kinds: vec![Kind::of::<Goal>(Policy::Passing, 1)] };
    let mut guest = Guest::admitted(GuestConfig::default());
    let Down::Message(FromHost::Welcome(mut welcome)) = welcome(1, 3) else { panic!("a welcome") };
    welcome.manifest = Arc::new(manifest.clone());
    guest.take(Down::Message(FromHost::Welcome(welcome)));
    let mut crier = Crier::new(manifest, Vec::new()).expect("sound");
    for n in 0..300_u16 {
        crier.begin(Tick(n.into()));
        crier.call(0, Goal { by: n }.row(&Goal::fields()), Circles::EVERYBODY);
        crier.finish();
        for letter in crier.letters(Circles::EVERYBODY, Circles::EVERYBODY) {
            guest.take(Down::Message(FromHost::Told { letter }));
        }
    }
    guest.take(Down::Message(FromHost::Told { letter: vec![255; 9] }));
    let calls = guest.calls();
    let heard: Vec<u16> = calls
        .iter()
        .filter_map(|call| guest.known().herald().heard::<Goal>(call))
        .map(|goal| goal.by)
        .collect();
    assert_eq!((heard.len(), heard[0], heard[255]), (256, 44, 299), "the oldest are forgotten first");
    assert!(guest.calls().is_empty(), "told once");
}

#[test]
fn names_stay_known_out_of_view_and_owners_only_as_long_as_the_thing_is_seen() {
    let mut guest = inside();
    let (bo, apple) = (EntityId(7), EntityId(8));
    let card = |id, kind, name: &str| {
        (Arc::new(Card { id, kind, name: name.into(), look: 0 }), EntityState::default())
    };
    let mut first = snapshot(101, DVec2::ZERO);
    first.entered =
        vec![card(bo, EntityKind::HUMAN, "Bo"), card(apple, EntityKind::Thing(ThingKind::Apple), "")];
    guest.take(Down::Snapshot(first));
    guest.take(Down::Message(FromHost::Whose { thing: apple, owner: Some(Owner::Person(bo)) }));
    assert_eq!(guest.known().owners().get(&apple), Some(&Owner::Person(bo)));
    let mut later = snapshot(102, DVec2::ZERO);
    later.left = vec![bo, apple];
    guest.take(Down::Snapshot(later));
    let saw = Saw {
        doer: Some(bo),
        deed: Deed::Find,
        object: None,
        thing: Some(ThingKind::Coin),
        whose: None,
        place: DVec2::ZERO,
    };
    guest.take(Down::Message(FromHost::Saw(saw.clone())));
    assert_eq!((guest.known().name_of(bo), guest.known().name_of(apple)), (Some("Bo"), None));
    assert!(guest.known().owners().is_empty());
    assert_eq!(guest.known().deeds().iter().map(|seen| &seen.saw).collect::<Vec<_>>(), [&saw]);
}
