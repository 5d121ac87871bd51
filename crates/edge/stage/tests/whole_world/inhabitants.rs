//! Inhabitants live the same life over memory and over a network.

use wold_folk::VillagerConfig;
use wold_lore::land::ThingKind;
use wold_space::DVec2;
use wold_stage::town::{Town, Who};
use wold_stage::village::{grown, village};
use wold_wire::network::LinkConfig;

type Enter = fn(&mut Town, &str) -> Who;

const BY_MEMORY: Enter = |town, name| town.join_locally(name);
const BY_WIRE: Enter = |town, name| town.join(name, LinkConfig::COUNTRY);

/// What a crowd did: metres walked by each, things said, whether anybody sat down, food taken.
struct Diary {
    walked: Vec<f64>,
    said: usize,
    sat: bool,
    took: usize,
}

fn live(mut town: Town, enter: Enter, count: usize, seconds: u32) -> Diary {
    let habits = VillagerConfig { spread: 25.0, range: 25.0, rest: 6.0, silence: 4.0, ..Default::default() };
    for n in 0..count {
        let name = format!("Villager {n}");
        let who = enter(&mut town, &name);
        town.animate(who, &name, habits);
    }
    town.gather();
    let mut walked = vec![0.0; count];
    let mut places: Vec<DVec2> = (0..count).map(|who| town.truth(who).place).collect();
    let mut sat = false;
    let mut said = 0;
    for _ in 0..seconds * 2 {
        town.run(0.5);
        for who in 0..count {
            let body = town.truth(who);
            walked[who] += body.place.distance(places[who]);
            places[who] = body.place;
            sat |= body.pose == wold_wire::Pose::Sitting;
        }
        said = said.max(town.known(0).lines().len());
    }
    let food = [ThingKind::Apple, ThingKind::Mushroom, ThingKind::Bread, ThingKind::Berries];
    let took = (0..count)
        .map(|who| town.known(who).bag().iter().flatten().filter(|slot| food.contains(&slot.kind)).count())
        .sum();
    Diary { walked, said, sat, took }
}

fn check(diary: &Diary) {
    let total: f64 = diary.walked.iter().sum();
    let lazy = diary.walked.iter().filter(|&&way| way < 5.0).count();
    assert!(total > 30.0 * diary.walked.len() as f64, "they walk about: {:?}", diary.walked);
    assert!(lazy * 10 <= diary.walked.len(), "hardly anybody is stuck: {:?}", diary.walked);
    assert!(diary.said >= 3, "they talk: {}", diary.said);
    assert!(diary.sat, "they rest");
}

#[test]
fn inhabitants_walk_talk_rest_and_gather_food_over_memory() {
    let diary = live(Town::new(village(21)), BY_MEMORY, 10, 60);
    check(&diary);
    assert!(diary.took > 0, "they pick up food");
}

#[test]
fn inhabitants_walk_talk_rest_and_gather_food_over_a_network() {
    let diary = live(Town::new(village(21)), BY_WIRE, 10, 60);
    check(&diary);
    assert!(diary.took > 0, "they pick up food");
}

#[test]
fn inhabitants_find_their_way_about_a_grown_town() {
    check(&live(Town::new(grown(42)), BY_MEMORY, 12, 60));
}
