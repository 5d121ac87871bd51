//! Wells: many are thirsty, one has the bucket.

use std::collections::BTreeSet;
use wold_chance::Seed;
use wold_folk::Neighbour;
use wold_folk::VillagerConfig;
use wold_mind::living::Need;
use wold_space::{DVec2, EntityId};
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::village;
use wold_tactics::petri::Colour;

const WELL: DVec2 = DVec2::new(12.0, 18.0);

#[test]
fn three_thirsty_neighbours_draw_one_after_another_and_all_drink() {
    let mut town = Town::new(village(4));
    let names = ["Asa", "Bo", "Cy"];
    let all: Vec<Who> = names.iter().map(|name| town.join_locally(name)).collect();
    town.gather();
    let mut minds: Vec<Soul> = Vec::new();
    for (number, who) in all.iter().enumerate() {
        town.walk(*who, WELL + DVec2::new(2.5, number as f64 * 1.2 - 1.2));
    }
    for (who, name) in all.iter().zip(names) {
        let habits = VillagerConfig { spread: 0.0, range: 2.0, travel: 0.0, ..Default::default() };
        let mind = Neighbour::new(Seed(3), name, habits).of_trade("smith");
        let soul = Soul::new(mind);
        soul.open().mindset_mut().needs.set(Need::Thirst, 1.0);
        town.animate_with(*who, soul.clone());
        minds.push(soul);
    }
    let bodies: Vec<EntityId> = all.iter().map(|who| town.body(*who)).collect();
    let (mut waited, mut had) = (0, BTreeSet::new());
    for tick in 0..1200 {
        town.run(0.05);
        for well in town.steward().realm().turns().wells().iter() {
            let has: Vec<EntityId> =
                bodies.iter().copied().filter(|who| well.arbiter().has(Colour(who.0))).collect();
            assert!(has.len() <= 1, "tick {tick}: one bucket: {has:?}");
            had.extend(has);
            waited = waited.max(well.users().count().saturating_sub(1));
        }
    }
    assert_eq!(had.len(), 3, "everybody had it");
    assert!(waited >= 1, "and somebody had to wait");
    for mind in minds {
        let thirst = mind.open().mindset().needs.level(Need::Thirst);
        assert!(thirst < 0.5, "it drank: {thirst}");
    }
    let busy = town.steward().realm().turns().wells().iter().any(|well| well.users().count() > 0);
    assert!(!busy, "nobody holds on to it");
}
