//! Taking centres: alone, by road, for the whole team.

use super::front::Front;
use wold_conquero::plugin::Happening;
use wold_conquero::plugin::news::{Captured, WATCH};
use wold_conquero::{CentreId, TeamId};
use wold_space::DVec2;
use wold_wire::network::LinkConfig;

/// Within a ring and without, in units of the map.
const BESIDE: DVec2 = DVec2::new(0.0, -12.0);
const OUTSIDE: DVec2 = DVec2::new(0.0, -45.0);

fn captures(heard: &[Happening]) -> usize {
    heard.iter().filter(|one| matches!(one, Happening::Captured(_))).count()
}

/// The first player takes a centre, from what the second is told of its ring to the end, in the seconds of the rules.
fn takes_its_time(front: &mut Front, number: u16) {
    front.until(2.0, |front| front.told(1, number).taker.is_some());
    let (taker, share) = (front.told(1, number).taker, front.told(1, number).share);
    assert_eq!(taker, Some(TeamId(0)));
    let seconds = front.until(5.0, |front| front.told(0, number).owner.is_some());
    let expected = 4.0 * (1.0 - f64::from(share) / 255.0);
    assert!((seconds - expected).abs() < 0.5, "{seconds} s after {share} of 255");
}

#[test]
fn who_walks_into_a_ring_alone_takes_it_in_four_seconds_and_all_are_told() {
    let links = [LinkConfig::TOWN, LinkConfig::COUNTRY, LinkConfig::LAN];
    let mut front = Front::with_players("teams=2 members=2", &links);
    let watcher = front.enter("Watcher", LinkConfig::CONTINENT);
    front.run(0.5);
    let (home, number) = (front.centre(10), 10);
    front.put(0, home + OUTSIDE);
    front.run(5.0);
    assert_eq!(front.owner(number), None, "outside the ring nothing is taken");
    for who in 0..4 {
        front.heard(who);
    }
    front.walk(0, home + BESIDE);
    takes_its_time(&mut front, number);
    front.run(0.5);
    assert_eq!(front.owner(number), Some(TeamId(0)));
    for who in 0..4 {
        assert_eq!(captures(&front.heard(who)), 1, "guest {who} heard of it once");
        assert_eq!(front.levels(who), [3.5, 3.5, 1.0, 1.0], "size 25 lifts the whole team, and nobody else");
    }
    let told = front.standing(watcher, 0);
    assert_eq!((told.kills, told.deaths, told.captures), (0, 0, 1));
}

#[test]
fn anybody_else_in_the_ring_contests_it_and_the_clock_begins_anew() {
    let mut front = Front::with_players("teams=2 members=2", &[LinkConfig::TOWN; 3]);
    let home = front.centre(1);
    let aside = DVec2::new(15.0, 0.0);
    front.put(1, home + OUTSIDE);
    front.put(2, home + OUTSIDE + aside);
    front.put(0, home - BESIDE);
    let contest = |front: &mut Front, by: &str| {
        front.until(2.0, |front| front.told(0, 1).contested);
        front.heard(0);
        front.run(8.0);
        assert!(front.told(0, 1).contested && front.told(0, 1).taker.is_none(), "{by}");
        assert_eq!((front.owner(1), captures(&front.heard(0))), (None, 0), "{by} is one too many");
    };
    front.walk(1, home + BESIDE);
    contest(&mut front, "a foe");
    front.walk(2, home + BESIDE + aside / 2.0);
    front.walk(1, home + OUTSIDE);
    contest(&mut front, "a friend");
    front.walk(2, home + OUTSIDE + aside);
    front.until(2.0, |front| !front.told(0, 1).contested);
    takes_its_time(&mut front, 1);
    assert_eq!(front.wish(1, WATCH, &[]), wold_wire::Outcome::Done);
    front.put(1, home + BESIDE);
    assert!(!front.told(0, 1).contested, "who watches is in nobody's way");
}

#[test]
fn only_what_a_road_joins_to_ones_land_can_be_taken() {
    let mut front = Front::with_players("teams=2 members=1", &[LinkConfig::TOWN]);
    let mut visit = |number: u16| {
        front.put(0, front.centre(number) + BESIDE);
        front.run(5.5);
        front.owner(number).is_some()
    };
    assert!(visit(20), "who holds nothing takes anything");
    assert!(!visit(1), "1 is no neighbour of 20");
    assert!(visit(23), "23 is");
    assert!(visit(1), "and 1 is a neighbour of 23");
}

#[test]
fn what_one_team_takes_from_another_lifts_the_one_and_lowers_the_other() {
    let mut front = Front::with_players("teams=2 members=2", &[LinkConfig::TOWN; 3]);
    let home = front.centre(10);
    front.put(2, home);
    front.run(4.5);
    assert_eq!(front.levels(1), [3.5, 3.5, 1.0, 1.0]);
    front.put(2, DVec2::new(600.0, 990.0));
    front.heard(2);
    front.put(1, home);
    front.run(4.5);
    assert_eq!(front.levels(2), [1.0, 1.0, 3.5, 3.5], "nobody falls below level 1");
    let (agent, from) = (front.agent(1), Some(TeamId(0)));
    assert!(front.heard(2).contains(&Happening::Captured(Captured { agent, centre: CentreId(9), from })));
}
