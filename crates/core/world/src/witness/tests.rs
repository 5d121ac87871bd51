use crate::hamlet::{AT_WINDOW, DOOR, STREET, Yard};
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_space::{ChunkPos, DVec2};
use wold_wire::{FromHost, Gait, Intent};

const OWNER: u64 = 1;
const THIEF: u64 = 2;
const IN_THE_STREET: u64 = 3;
const BEHIND_THE_HOUSE: u64 = 4;
const UPSTAIRS: u64 = 5;
const BEFORE_THE_DOOR: u64 = 6;

/// A loaf of the owner's lies in the room behind the window, the thief stands over it and others are about.
fn room() -> Yard {
    let people = [OWNER, THIEF, IN_THE_STREET, BEHIND_THE_HOUSE, UPSTAIRS, BEFORE_THE_DOOR];
    let mut yard = Yard::new(12.0, &people.map(|guest| (guest, guest == THIEF)));
    yard.put(OWNER, AT_WINDOW, 0);
    yard.grant(OWNER, ThingKind::Bread);
    yard.wish(OWNER, Intent::Drop { slot: 0 });
    for (guest, place, level) in [
        (OWNER, DVec2::new(90.0, 90.0), 0),
        (THIEF, AT_WINDOW, 0),
        (IN_THE_STREET, STREET, 0),
        (BEHIND_THE_HOUSE, DVec2::new(12.0, 2.0), 0),
        (UPSTAIRS, DVec2::new(9.5, 10.0), 1),
        (BEFORE_THE_DOOR, DVec2::new(3.0, 11.0), 0),
    ] {
        yard.put(guest, place, level);
    }
    yard.pass(0.1);
    yard
}

fn theft(yard: &mut Yard) -> Vec<u64> {
    let world = yard.realm.ecs_mut();
    let mut things = world.query::<(&crate::parts::Id, &crate::parts::Lies)>();
    let loaf = things.iter(world).map(|(id, _)| id.0).next().expect("it lies there");
    let report = yard.wish(THIEF, Intent::Take(loaf));
    let theft = report.deeds.iter().find(|deed| deed.kind == Deed::Steal).expect("it is the owner's");
    let guests = [OWNER, THIEF, IN_THE_STREET, BEHIND_THE_HOUSE, UPSTAIRS, BEFORE_THE_DOOR];
    guests.into_iter().filter(|guest| theft.seen_by.contains(&yard.body(*guest))).collect()
}

#[test]
fn a_theft_is_seen_through_the_window_by_exactly_one() {
    let mut yard = room();
    assert_eq!(theft(&mut yard), [IN_THE_STREET]);
    let aware = |to: &u64, message: &FromHost| matches!(message, FromHost::Aware(_)) && *to == IN_THE_STREET;
    assert!(yard.mail.iter().any(|(to, message)| aware(to, message)), "and alarms them");
}

#[test]
fn an_open_door_shows_the_theft_to_who_stands_before_it() {
    let mut yard = room();
    yard.put(BEFORE_THE_DOOR, DVec2::new(6.6, 9.5), 0);
    yard.wish(BEFORE_THE_DOOR, Intent::Door { chunk: ChunkPos { x: 0, y: 0 }, door: DOOR });
    yard.put(BEFORE_THE_DOOR, DVec2::new(5.2, 5.1), 0);
    assert_eq!(theft(&mut yard), [IN_THE_STREET, BEFORE_THE_DOOR]);
}

#[test]
fn who_looks_the_other_way_does_not_see_a_theft_and_turns_to_a_blow() {
    let mut yard = room();
    yard.face(IN_THE_STREET, DVec2::new(0.0, 1.0), Gait::Walk);
    yard.pass(0.1);
    assert_eq!(theft(&mut yard), [0_u64; 0]);
    yard.put(THIEF, STREET + DVec2::new(10.0, 6.0), 0);
    yard.put(OWNER, STREET + DVec2::new(10.6, 6.0), 0);
    yard.face(IN_THE_STREET, DVec2::new(-1.0, 0.0), Gait::Walk);
    yard.pass(0.1);
    let victim = yard.body(OWNER);
    let report = yard.wish(THIEF, Intent::Strike(victim));
    let blow = report.deeds.iter().find(|deed| deed.kind == Deed::Strike).expect("they stand side by side");
    assert!(blow.seen_by.contains(&yard.body(IN_THE_STREET)));
}
