//! Guests that do not play by the rules gain nothing.

use wold_lore::land::ThingKind;
use wold_space::EntityId;
use wold_stage::town::{Town, towards};
use wold_stage::village::{APPLE_AT, village};
use wold_wire::network::LinkConfig;
use wold_wire::{Acks, Gait, Intent, Refusal, Seq, Steering, SteeringPacket, Target, Up};

const ADA: usize = 0;
const BOB: usize = 1;

fn two(seed: u64) -> Town {
    let mut town = Town::new(village(seed));
    town.join("Ada", LinkConfig::LAN);
    town.join("Bob", LinkConfig::LAN);
    town.gather();
    town
}

fn packet(newest: u16, steerings: Vec<Steering>) -> Up {
    Up::Steering(SteeringPacket { acks: Acks::default(), newest: Seq(newest), steerings })
}

#[test]
fn replayed_steering_moves_nobody() {
    let mut town = two(1);
    let run = towards(0.0, Gait::Run);
    town.guest(ADA).steer(run);
    town.run(0.5);
    town.guest(ADA).steer(Steering::default());
    town.run(1.0);
    let before = town.truth(ADA).place;
    let newest = town.known(ADA).footing().unsettled(1).0;
    for back in 1..200u16 {
        town.slip(ADA, packet(newest.0.wrapping_sub(back % 100 + 10), vec![run; 8]));
        town.tick();
    }
    assert!(town.truth(ADA).place.distance(before) < 1e-6);
}

#[test]
fn many_steerings_in_one_tick_are_not_many_steps() {
    let mut town = two(2);
    let run = towards(0.0, Gait::Run);
    let before = town.truth(ADA).place;
    let mut number = town.known(ADA).footing().unsettled(1).0.0.wrapping_add(100);
    for _ in 0..40 {
        for _ in 0..8 {
            number = number.wrapping_add(8);
            town.slip(ADA, packet(number, vec![run; 8]));
        }
        town.tick();
    }
    let way = town.truth(ADA).place.distance(before);
    assert!((9.0..11.1).contains(&way), "two seconds at 5.5 m/s, but {way} m");
}

#[test]
fn steering_beyond_full_speed_is_full_speed() {
    let mut town = two(3);
    let wild = Steering { east: i8::MIN, north: i8::MIN, heading: 0, gait: Gait::Run };
    let before = town.truth(ADA).place;
    town.guest(ADA).steer(wild);
    town.run(2.0);
    let way = town.truth(ADA).place.distance(before);
    assert!(way < 11.1, "{way}");
}

#[test]
fn slots_that_do_not_exist_are_empty() {
    let mut town = two(4);
    let bob = town.body(BOB);
    for slot in [0, 7, 8, 200, 255] {
        for intent in
            [Intent::Drop { slot }, Intent::Use { slot, on: Target::Nothing }, Intent::Give { slot, to: bob }]
        {
            assert_eq!(town.refusal(ADA, intent.clone()), Some(Refusal::EmptySlot), "{intent:?}");
        }
    }
    assert_eq!(town.refusal(ADA, Intent::Hold { slot: 8 }), Some(Refusal::EmptySlot));
}

#[test]
fn what_others_carry_cannot_be_taken_and_what_does_not_exist_neither() {
    let mut town = two(5);
    let apple = town.fetch(BOB, ThingKind::Apple, APPLE_AT);
    let beside = town.truth(BOB).place + wold_space::DVec2::new(1.0, 0.0);
    town.walk(ADA, beside);
    let (bob, before) = (town.body(BOB), town.known(BOB).bag().to_owned());
    assert_eq!(town.refusal(ADA, Intent::Take(apple)), Some(Refusal::NothingThere));
    assert_eq!(town.refusal(ADA, Intent::Take(bob)), Some(Refusal::NoUse));
    for id in [0, 1 << 40, u64::MAX] {
        assert_eq!(town.refusal(ADA, Intent::Take(EntityId(id))), Some(Refusal::NothingThere));
        assert_eq!(town.refusal(ADA, Intent::Strike(EntityId(id))), Some(Refusal::NothingThere));
    }
    assert_eq!(*town.known(BOB).bag(), before);
}

#[test]
fn acknowledging_what_was_never_sent_changes_nothing() {
    let mut town = two(6);
    let forged = |newest| {
        Up::Steering(SteeringPacket {
            acks: Acks { newest: Some(Seq(newest)), before: u32::MAX },
            newest: Seq(0),
            steerings: Vec::new(),
        })
    };
    town.guest(BOB).steer(towards(45.0, Gait::Walk));
    for n in 0..60u16 {
        town.slip(ADA, forged(n.wrapping_mul(1091).wrapping_add(20_000)));
        town.tick();
    }
    town.guest(BOB).steer(Steering::default());
    town.run(3.0);
    let seen = town.sees(ADA, BOB).expect("in view");
    assert!(seen.distance(town.truth(BOB).place) < 0.06);
}
