//! Swings, dice, death and return.

use super::front::Front;
use wold_conquero::Rulebook;
use wold_conquero::plugin::Happening;
use wold_conquero::plugin::news::{Hurt, Killed, SWING};
use wold_space::DVec2;
use wold_wire::network::LinkConfig;
use wold_wire::{Gesture, Outcome, Pose, Refusal};

/// East, and how far a foe stands that a swing reaches.
const EAST: u8 = 0;
const REACHED: DVec2 = DVec2::new(14.0, 0.0);
/// Somewhere without centres and trees.
const SPOT: DVec2 = DVec2::new(886.0, 600.0);

/// The first player hits at the second every so many seconds; gives the damage of each hit, as the second was told.
fn beat(front: &mut Front, swings: u32, until_dead: bool) -> Vec<u32> {
    let (by, agent) = (front.agent(0), front.agent(1));
    let mut hits = Vec::new();
    for _ in 0..swings {
        assert_eq!(front.wish(0, SWING, &[EAST]), Outcome::Done, "there is breath for a swing every 1.4 s");
        front.run(1.4);
        for one in front.heard(1) {
            match one {
                Happening::Hurt(Hurt { by: b, agent: a, damage }) if (b, a) == (by, agent) => {
                    hits.push(damage);
                }
                Happening::Killed(Killed { agent: a, .. }) if a == agent && until_dead => return hits,
                _ => {}
            }
        }
    }
    hits
}

#[test]
fn damage_keeps_to_the_dice_and_everybody_sees_the_wounds() {
    let mut front = Front::with_players("teams=2 members=1", &[LinkConfig::TOWN; 2]);
    front.put(0, SPOT);
    front.put(1, SPOT + REACHED);
    assert_eq!(front.wish(0, SWING, &[128]), Outcome::Done);
    front.run(1.4);
    assert!(!front.heard(1).iter().any(|one| matches!(one, Happening::Hurt(_))), "its back was turned");
    assert_eq!(front.wish(0, SWING, &[EAST]), Outcome::Done);
    assert_eq!(front.wish(0, SWING, &[EAST]), Outcome::Refused(Refusal::TooOften));
    front.run(1.4);
    front.heard(1);
    let hits = beat(&mut front, 12, true);
    let rules = Rulebook::default().combat;
    let most = rules.damage_sides - 1;
    assert!(hits.len() >= 4, "three in four swings get through armour: {hits:?}");
    assert!(hits.iter().all(|hit| (1..=most).contains(hit)), "one die of 8 less one of 4: {hits:?}");
    let body = front.town.body(1);
    let seen = front.town.known(0).entities()[&body].state;
    let own = front.town.known(1).own().health;
    assert!(seen.health < 255 && seen.health.abs_diff(own) <= 2, "{} and {own}", seen.health);
    assert_eq!(seen.gesture & 15, Gesture::Hurt as u8, "one sees them flinch");
}

#[test]
fn who_falls_loses_a_level_lies_for_three_seconds_and_comes_back_elsewhere() {
    let mut front = Front::with_players("teams=2 members=1", &[LinkConfig::TOWN; 2]);
    let rich = front.centre(10);
    front.put(1, rich);
    front.run(4.5);
    assert_eq!(front.standing(0, 1).level, 3.5);
    front.put(0, SPOT);
    front.put(1, SPOT + REACHED);
    beat(&mut front, 200, true);
    let body = front.town.body(1);
    front.until(1.0, |front| front.standing(1, 1).back.is_some());
    assert_eq!(front.town.known(0).entities()[&body].state.pose, Pose::Fallen, "all see them lie");
    assert!(front.town.known(1).is_fallen());
    assert_eq!((front.standing(0, 1).level, front.standing(0, 0).kills), (2.5, 1));
    assert_eq!(front.wish(1, SWING, &[EAST]), Outcome::Refused(Refusal::Dead));
    let before = front.town.truth(1).place;
    front.until(3.0, |front| front.whereabouts(1, 1).is_some());
    front.run(0.5);
    assert!(!front.town.known(1).is_fallen());
    assert!(front.town.known(1).place().distance(before) > 2.0, "somewhere else");
    assert_eq!(front.town.known(1).own().health, 255, "and whole");
    assert_eq!(front.wish(1, SWING, &[EAST]), Outcome::Done);
}
