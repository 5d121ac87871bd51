//! Turns, tried: inhabitants and humans about one victim.

use crate::hamlet::Yard;
use crate::turns::Turns;
use wold_lore::Part;
use wold_lore::land::ThingKind;
use wold_space::{DVec2, EntityId};
use wold_wire::{FromHost, Intent, Outcome, Refusal};

const VICTIM: u64 = 1;
const SCENE: DVec2 = DVec2::new(2.0, 22.0);

/// A victim in the open and so many others about it, within an arm's length.
fn about(humans: &[u64], others: u64) -> Yard {
    let people: Vec<(u64, bool)> =
        (1..=others + 1).map(|n| (n, n == VICTIM || humans.contains(&n))).collect();
    let mut yard = Yard::new(12.0, &people);
    yard.put(VICTIM, SCENE, 0);
    for n in 2..=others + 1 {
        yard.put(n, SCENE + DVec2::from_angle(n as f64) * 1.5, 0);
    }
    yard
}

/// What became of somebody's blow at the victim.
fn strike(yard: &mut Yard, who: u64) -> Outcome {
    let victim = yard.body(VICTIM);
    yard.mail.clear();
    yard.wish(who, Intent::Strike(victim));
    let answer = yard.mail.iter().find_map(|(to, message)| match message {
        FromHost::Answer { outcome, .. } if *to == who => Some(outcome.clone()),
        _ => None,
    });
    answer.expect("every wish is answered")
}

fn parts(yard: &Yard, who: u64) -> Vec<Part> {
    let of = |(to, message): &(u64, FromHost)| match message {
        FromHost::Part { part, .. } if *to == who => Some(*part),
        _ => None,
    };
    yard.mail.iter().filter_map(of).collect()
}

#[test]
fn two_fists_fall_at_once_and_the_third_is_refused_until_an_arm_is_back() {
    let mut yard = about(&[], 3);
    assert_eq!(strike(&mut yard, 2), Outcome::Done);
    assert_eq!(strike(&mut yard, 3), Outcome::Done);
    assert_eq!(strike(&mut yard, 4), Outcome::Refused(Refusal::NotYourTurn));
    yard.pass(0.5);
    assert_eq!(strike(&mut yard, 4), Outcome::Done);
}

#[test]
fn humans_are_never_refused_and_count() {
    let mut yard = about(&[2, 3, 4], 4);
    for human in [2, 3, 4] {
        assert_eq!(strike(&mut yard, human), Outcome::Done, "{human}");
    }
    assert_eq!(strike(&mut yard, 5), Outcome::Refused(Refusal::NotYourTurn), "an inhabitant waits for them");
}

#[test]
fn an_axe_weighs_more_than_a_fist() {
    let mut yard = about(&[], 3);
    for who in [2, 3] {
        yard.grant(who, ThingKind::Axe);
        let bag = yard.realm.part::<crate::parts::Bag>(yard.body(who)).copied().expect("a bag");
        let is_axe = |id: EntityId| {
            yard.realm.part::<crate::parts::Thing>(id).is_some_and(|thing| thing.kind == ThingKind::Axe)
        };
        let slot = bag.slots.iter().position(|slot| slot.is_some_and(is_axe)).expect("granted") as u8;
        yard.wish(who, Intent::Hold { slot });
    }
    assert_eq!(strike(&mut yard, 2), Outcome::Done);
    assert_eq!(strike(&mut yard, 4), Outcome::Done, "there is room for a fist beside an axe");
    yard.pass(1.5);
    assert_eq!(strike(&mut yard, 2), Outcome::Done);
    assert_eq!(strike(&mut yard, 3), Outcome::Refused(Refusal::NotYourTurn), "two axes are too much");
}

#[test]
fn who_closes_in_is_told_its_part_and_nobody_else_is() {
    let mut yard = about(&[], 6);
    yard.mail.clear();
    let victim = yard.body(VICTIM);
    for who in 2..=7 {
        yard.wish(who, Intent::Close { foe: victim });
    }
    yard.pass(0.5);
    let last: Vec<Part> = (2..=7).map(|who| *parts(&yard, who).last().expect("it is told")).collect();
    assert_eq!(last.iter().filter(|part| **part == Part::Strike).count(), 2, "{last:?}");
    assert_eq!(last.iter().filter(|part| **part == Part::Stand).count(), 2, "{last:?}");
    assert_eq!(last.iter().filter(|part| **part == Part::Leave).count(), 2, "{last:?}");
    assert!(parts(&yard, VICTIM).is_empty());
    let circle = yard.realm.turns().circle(victim).expect("it is fought");
    assert_eq!(circle.slots.iter().flatten().count(), 4);
}

#[test]
fn turns_are_saved_and_go_on_as_they_were() {
    let mut yard = about(&[6], 5);
    let victim = yard.body(VICTIM);
    (2..=6).for_each(|who| drop(yard.wish(who, Intent::Close { foe: victim })));
    strike(&mut yard, 6);
    let saved = yard.realm.save();
    let before = yard.realm.turns().clone();
    assert_ne!(before, Turns::default());
    yard.pass(3.0);
    let hash = yard.realm.hash();
    assert_ne!(*yard.realm.turns(), before);
    yard.realm.restore(&saved).expect("its own state");
    yard.pass(3.0);
    assert_eq!(yard.realm.hash(), hash);
    yard.pass(20.0);
    assert!(yard.realm.turns().is_idle(), "nobody means it any more: nothing is left of it");
}

#[test]
fn who_cannot_see_a_foe_gets_no_part_and_a_world_without_turns_refuses_nobody() {
    let mut yard = about(&[], 4);
    yard.put(2, crate::hamlet::BEHIND, 0);
    yard.mail.clear();
    let victim = yard.body(VICTIM);
    yard.wish(2, Intent::Close { foe: victim });
    assert!(yard.mail.iter().any(|(to, message)| *to == 2
        && matches!(message, FromHost::Answer { outcome: Outcome::Refused(Refusal::NothingThere), .. })));
    assert_eq!(yard.realm.turns().circle(victim), None);
    yard.realm.ecs_mut().resource_mut::<crate::WorldConfig>().fights.turns = false;
    for who in [3, 4, 5] {
        assert_eq!(strike(&mut yard, who), Outcome::Done);
    }
}
