//! The stage, tried.

use super::*;
use glam::DVec2;
use wold_chance::{Seed, Stream};

const PLAYER: FighterId = FighterId(0);
const SOLDIER: KindId = KindId(1);
const TROLL: KindId = KindId(2);

fn slot_of(stage: &StageManager, who: u64) -> Option<u8> {
    match stage.part(FighterId(who)) {
        Some(Part::Slot { slot, .. }) => Some(slot),
        _ => None,
    }
}

fn stage_with(at: DVec2) -> StageManager {
    let mut stage = StageManager::new(StageConfig::default());
    stage.owner(PLAYER, at, 0);
    stage
}

#[test]
fn a_soldier_and_a_troll_fill_the_stage_and_the_lunge_is_too_much() {
    let mut stage = stage_with(DVec2::ZERO);
    let ask = |stage: &mut StageManager, now| {
        stage.ask(FighterId(1), SOLDIER, 4, PLAYER, DVec2::new(3.0, 0.0), now);
        stage.ask(FighterId(2), TROLL, 8, PLAYER, DVec2::new(0.0, 3.0), now + 1);
        stage.ask(FighterId(3), SOLDIER, 4, PLAYER, DVec2::new(-9.0, 0.0), now + 2);
    };
    ask(&mut stage, 0);
    stage.update(2);
    assert_eq!((slot_of(&stage, 1), slot_of(&stage, 2)), (Some(0), Some(2)));
    let Some(Part::Wait { at }) = stage.part(FighterId(3)) else { panic!("the second soldier waits") };
    assert!(at.length() > stage.config().outer, "outside the circle");
    assert_eq!(stage.view(PLAYER).expect("a stage").grid_left, 0);
    let (charge, lunge, swing) = (Attack::new(1, 6, 20), Attack::new(2, 5, 20), Attack::new(3, 3, 20));
    assert_eq!(stage.begin(FighterId(2), charge, 2), Ok(()));
    assert_eq!(stage.attack_left(PLAYER), 4);
    assert_eq!(stage.begin(FighterId(1), lunge, 2), Err(Refusal::TooHeavy { weight: 5, left: 4 }));
    assert_eq!(stage.begin(FighterId(1), swing, 2), Ok(()));
    assert_eq!(stage.attack_left(PLAYER), 1);
    assert_eq!(stage.begin(FighterId(3), swing, 2), Err(Refusal::NoSlot));
    assert_eq!(stage.begin(FighterId(1), swing, 3), Err(Refusal::Busy));
}

#[test]
fn who_is_inside_robs_who_is_outside_but_never_a_locked_slot() {
    for locked in [false, true] {
        let mut stage = StageManager::new(StageConfig { grid_capacity: 4, ..StageConfig::default() });
        stage.owner(PLAYER, DVec2::ZERO, 0);
        let (first, second) = (DVec2::new(3.0, 0.0), DVec2::new(20.0, 0.0));
        stage.ask(FighterId(1), SOLDIER, 4, PLAYER, first, 0);
        stage.ask(FighterId(2), SOLDIER, 4, PLAYER, second, 0);
        stage.update(0);
        assert!(slot_of(&stage, 1).is_some());
        if locked {
            assert_eq!(stage.begin(FighterId(1), Attack::new(0, 1, 100), 0), Ok(()));
        }
        // The player rolls over to the other one.
        stage.owner(PLAYER, DVec2::new(18.0, 0.0), 0);
        stage.update(1);
        assert_eq!(slot_of(&stage, 1).is_some(), locked);
        assert_eq!(slot_of(&stage, 2).is_some(), !locked);
    }
}

#[test]
fn turns_rotate_so_that_all_get_to_strike() {
    let mut stage =
        StageManager::new(StageConfig { grid_capacity: 8, attack_capacity: 1, ..StageConfig::default() });
    stage.owner(PLAYER, DVec2::ZERO, 0);
    let mut strikes = [0; 5];
    for now in 0..400 {
        for who in 0..5 {
            let at = DVec2::from_angle(who as f64).rotate(DVec2::X) * 4.0;
            stage.ask(FighterId(who + 1), SOLDIER, 4, PLAYER, at, now);
        }
        stage.update(now);
        for who in 0..5 {
            strikes[who as usize] +=
                u32::from(stage.begin(FighterId(who + 1), Attack::new(0, 1, 10), now).is_ok());
        }
    }
    assert!(strikes.iter().all(|n| (6..=10).contains(n)), "{strikes:?}");
}

#[test]
fn a_heavy_one_is_not_starved_by_many_light_ones() {
    let mut stage = stage_with(DVec2::ZERO);
    let mut charged = false;
    for now in 0..2000 {
        for who in 1..=4 {
            stage.ask(FighterId(who), SOLDIER, 4, PLAYER, DVec2::from_angle(who as f64) * 3.0, now);
        }
        stage.ask(FighterId(9), TROLL, 8, PLAYER, DVec2::new(5.0, 5.0), now);
        stage.update(now);
        for who in 1..=4 {
            let _ = stage.begin(FighterId(who), Attack::new(0, 3, 7), now);
        }
        charged |= stage.begin(FighterId(9), Attack::new(1, 6, 20), now).is_ok();
    }
    assert!(charged);
}

#[test]
fn cool_downs_hold_for_one_for_a_kind_and_for_all() {
    for (cool, refused) in
        [([50, 0, 0], [true, false, false]), ([0, 50, 0], [true, true, false]), ([0, 0, 50], [true; 3])]
    {
        let mut stage = stage_with(DVec2::ZERO);
        let kinds = [SOLDIER, SOLDIER, TROLL];
        let ask = |stage: &mut StageManager, now: u64| {
            for (who, kind) in kinds.into_iter().enumerate() {
                stage.ask(
                    FighterId(who as u64 + 1),
                    kind,
                    4,
                    PLAYER,
                    DVec2::from_angle(who as f64 * 2.0) * 3.0,
                    now,
                );
            }
            stage.update(now);
        };
        let blast = Attack { cool, ..Attack::new(7, 2, 5) };
        ask(&mut stage, 0);
        assert_eq!(stage.begin(FighterId(1), blast, 0), Ok(()));
        ask(&mut stage, 10);
        let after: Vec<bool> = (1..=3)
            .map(|who| stage.begin(FighterId(who), blast, 10) == Err(Refusal::Cooling { until: 50 }))
            .collect();
        assert_eq!(after, refused, "{cool:?}");
    }
}

#[test]
fn difficulty_is_two_numbers() {
    let mut stage = stage_with(DVec2::ZERO);
    stage.set_difficulty(PLAYER, Difficulty { grid: 0.5, attack: 2.0 });
    for who in 1..=6 {
        stage.ask(FighterId(who), SOLDIER, 3, PLAYER, DVec2::new(3.0, who as f64), 0);
    }
    stage.update(0);
    assert_eq!((1..=6).filter(|who| slot_of(&stage, *who).is_some()).count(), 2, "6 of 12");
    assert_eq!(stage.attack_left(PLAYER), 20);
    assert_eq!(Difficulty { grid: f64::NAN, attack: -1.0 }.capacities(stage.config()), (12, 0));
}

#[test]
fn small_moves_change_no_slot_and_walls_have_none() {
    let mut stage = StageManager::new(StageConfig::default());
    // All but east and north are walls.
    stage.owner(PLAYER, DVec2::ZERO, !0b101);
    for who in 1..=3 {
        stage.ask(FighterId(who), SOLDIER, 4, PLAYER, DVec2::new(3.0, 3.0 + 0.01 * who as f64), 0);
    }
    stage.update(0);
    let before: Vec<_> = (1..=3).map(|who| slot_of(&stage, who)).collect();
    assert_eq!(before.iter().flatten().filter(|slot| [0, 2].contains(*slot)).count(), 2, "{before:?}");
    for who in 1..=3 {
        stage.ask(FighterId(who), SOLDIER, 4, PLAYER, DVec2::new(3.0, 3.04 - 0.01 * who as f64), 1);
    }
    stage.update(1);
    assert_eq!((1..=3).map(|who| slot_of(&stage, who)).collect::<Vec<_>>(), before);
}

#[test]
fn who_is_too_near_without_a_slot_leaves_and_waiters_stand_before_free_slots() {
    let mut stage = StageManager::new(StageConfig { grid_capacity: 4, ..StageConfig::default() });
    stage.owner(PLAYER, DVec2::ZERO, 0);
    for (who, at) in [(1, DVec2::new(2.0, 0.0)), (2, DVec2::new(2.5, 0.0)), (3, DVec2::new(-8.0, 0.0))] {
        stage.ask(FighterId(who), SOLDIER, 4, PLAYER, at, 0);
    }
    stage.update(0);
    let Some(Part::Leave { at: out }) = stage.part(FighterId(2)) else { panic!("too near") };
    let Some(Part::Wait { at: behind }) = stage.part(FighterId(3)) else { panic!("waits") };
    assert!(out.length() > 4.5 && behind.length() > 4.5 && out.distance(behind) > 2.0);
    assert!(behind.x < 0.0, "behind the player: a flank nobody planned");
}

#[test]
fn capacity_is_never_exceeded_in_ten_thousand_random_ticks_with_deaths() {
    let mut luck = Stream::named(Seed(3), "stage", &[]);
    let mut stage = StageManager::new(StageConfig::default());
    let weight = |who: u64| [2, 4, 4, 8, 3][who as usize % 5];
    let (mut struck, mut full) = (0, 0);
    for now in 0..10_000_u64 {
        for owner in 0..2 {
            stage.owner(
                FighterId(owner),
                DVec2::new(luck.range(-3.0, 3.0), 12.0 * owner as f64),
                luck.below(256) as u8 & 0x18,
            );
        }
        for who in 10..22 {
            if luck.chance(0.9) {
                let at = DVec2::new(luck.range(-9.0, 9.0), luck.range(-9.0, 21.0));
                stage.ask(FighterId(who), SOLDIER, weight(who), FighterId(luck.below(20) / 19), at, now);
            }
            if luck.chance(0.01) {
                stage.gone(FighterId(who));
            }
        }
        if luck.chance(0.001) {
            stage.gone(FighterId(luck.below(2)));
        }
        stage.update(now);
        for who in 10..22 {
            let attack = Attack {
                cool: [30, 5, 0],
                ..Attack::new(luck.below(3) as u16, 1 + luck.below(6) as u32, 1 + luck.below(25))
            };
            struck += u32::from(stage.begin(FighterId(who), attack, now).is_ok());
        }
        for owner in 0..2 {
            let Some(view) = stage.view(FighterId(owner)) else { continue };
            let held: Vec<FighterId> = view.slots.iter().flatten().map(|(id, _)| *id).collect();
            let grid: u32 = held.iter().map(|id| weight(id.0)).sum();
            assert!(grid <= 12 && view.grid_left == 12 - grid, "tick {now}: {view:?}");
            let mut once = held.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), held.len(), "nobody has two slots");
            full += u32::from(view.attack_left == 0);
        }
    }
    assert!(struck > 1000 && full > 100, "the stage was busy: {struck} strikes, {full} times full");
}

#[test]
fn who_comes_second_comes_from_behind_the_eyes_of_one_who_is_busy() {
    let deal = |facing: DVec2| {
        let mut stage = StageManager::new(StageConfig::default());
        stage.owner(PLAYER, DVec2::ZERO, 0);
        stage.faces(PLAYER, facing);
        stage.ask(FighterId(1), SOLDIER, 3, PLAYER, DVec2::new(2.6, 0.0), 0);
        stage.update(0);
        assert_eq!(slot_of(&stage, 1), Some(0), "alone it takes the shortest way, eyes or not");
        stage.ask(FighterId(2), SOLDIER, 3, PLAYER, DVec2::new(7.0, 0.5), 5);
        stage.update(5);
        assert_eq!(slot_of(&stage, 1), Some(0), "the first stays where it is");
        slot_of(&stage, 2).expect("there is room for two")
    };
    assert_eq!(deal(DVec2::X), 4, "behind its back");
    assert!([2, 6].contains(&deal(DVec2::ZERO)), "where it looks nobody knows: the next free side");
}

#[test]
fn who_has_the_face_keeps_it_and_wherever_the_second_comes_from_it_stands_in_the_back() {
    for turn in 0..64 {
        let facing = DVec2::from_angle(f64::from(turn) * 0.1);
        for (bearing, far) in [(0.0, 6.0), (0.3, 3.0), (1.2, 2.7), (-1.6, 2.7), (-0.4, 12.0), (3.0, 5.0)] {
            let mut stage = stage_with(DVec2::ZERO);
            stage.faces(PLAYER, facing);
            for now in 0..40 {
                // Who has the face has just struck: its slot is dealt anew.
                stage.ask(FighterId(1), SOLDIER, 3, PLAYER, facing * 1.2, now);
                stage.ask(
                    FighterId(2),
                    SOLDIER,
                    3,
                    PLAYER,
                    facing.rotate(DVec2::from_angle(bearing)) * far,
                    now,
                );
                stage.update(now);
                let ahead = |who| direction(slot_of(&stage, who).expect("room").into()).dot(facing);
                assert!(ahead(1) > 0.3, "turn {turn}, bearing {bearing}: the first at {}", ahead(1));
                assert!(ahead(2) < -0.3, "turn {turn}, bearing {bearing}: the second at {}", ahead(2));
                let _ = stage.begin(FighterId(1), Attack::new(0, 5, 6), now);
            }
        }
    }
}

#[test]
fn a_victim_that_gives_up_its_own_fight_keeps_the_count_of_its_circle() {
    let mut stage = stage_with(DVec2::ZERO);
    for who in 1..=3 {
        stage.ask(FighterId(who), SOLDIER, 4, PLAYER, DVec2::from_angle(who as f64 * 2.0) * 2.6, 0);
    }
    stage.owner(FighterId(1), DVec2::from_angle(2.0) * 2.6, 0);
    stage.ask(PLAYER, SOLDIER, 4, FighterId(1), DVec2::ZERO, 0);
    stage.update(0);
    let blow = Attack::new(0, 5, 30);
    assert_eq!((stage.begin(FighterId(1), blow, 0), stage.begin(FighterId(2), blow, 0)), (Ok(()), Ok(())));
    stage.leave(PLAYER);
    stage.update(1);
    assert_eq!(stage.attack_left(PLAYER), 0, "both blows are still on their way");
    assert_eq!(stage.begin(FighterId(3), blow, 1), Err(Refusal::TooHeavy { weight: 5, left: 0 }));
    assert_eq!(stage.view(FighterId(1)), None, "nobody is about its foe any more");
}

#[test]
fn who_asks_nobody_counts_and_a_blow_that_fell_gives_no_second() {
    let mut stage = stage_with(DVec2::ZERO);
    let blow = Attack::new(0, 6, 30);
    for who in 1..=2 {
        stage.ask(FighterId(who), SOLDIER, 4, PLAYER, DVec2::new(2.6, who as f64), 0);
    }
    stage.update(0);
    stage.strikes_anyway(FighterId(1), blow, 0);
    assert!(!stage.has_turn(FighterId(1), PLAYER, 0), "it struck already");
    assert_eq!(stage.begin(FighterId(2), blow, 0), Err(Refusal::TooHeavy { weight: 6, left: 4 }));
    stage.ask(FighterId(2), SOLDIER, 4, PLAYER, DVec2::new(2.6, 0.0), 30);
    stage.update(30);
    assert_eq!(stage.begin(FighterId(2), blow, 30), Ok(()));
    assert!(stage.has_turn(FighterId(2), PLAYER, 30) && !stage.has_turn(FighterId(2), FighterId(1), 30));
    stage.struck(FighterId(2), 8, 31);
    assert!(!stage.has_turn(FighterId(2), PLAYER, 31) && stage.attack_left(PLAYER) == 4, "the arm is out");
    stage.update(39);
    assert_eq!(stage.attack_left(PLAYER), 10);
}
