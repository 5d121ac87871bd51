//! Records how a hundred people move in a town, for whoever replays it: `cargo run --release -p wold-stage --example motion > bench/peers/motion.txt`.
//!
//! Three hundred come in on one square and spread for half a minute; then those hundred who are nearest its middle are followed for twenty seconds. The first line has
//! how many they are and for how many ticks, then each has a line as it is at first: x y course speed heading pose. Then a line a tick: for each in turn a
//! letter if they went on as predicted, `a` to `i` for errors of -1 to 1 in x and y (`e` for none), or all six numbers between spaces.

use std::collections::BTreeMap;
use wold_folk::VillagerConfig;
use wold_space::EntityId;
use wold_stage::town::Town;
use wold_stage::village::grown;
use wold_wire::EntityState;

const GUESTS: usize = 300;
const FOLLOWED: usize = 100;
const SETTLE_SECONDS: f64 = 30.0;
const TICKS: usize = 400;

fn states(town: &Town) -> BTreeMap<EntityId, EntityState> {
    let all = town.steward().replicator().all();
    all.map(|(card, state)| (card.id, state.tidied())).collect()
}

fn whole(state: &EntityState) -> String {
    let EntityState { x, y, course, speed, heading, pose, .. } = state;
    format!("{x} {y} {course} {speed} {heading} {}", *pose as u8)
}

fn line(before: &EntityState, now: &EntityState) -> String {
    let guess = before.predicted(1);
    let (dx, dy) = (now.x - guess.x, now.y - guess.y);
    let same = EntityState { x: guess.x, y: guess.y, ..*now } == EntityState { pose: now.pose, ..guess }
        && now.pose == before.pose;
    if same && dx.abs() <= 1 && dy.abs() <= 1 {
        return char::from(b'a' + ((dx + 1) * 3 + dy + 1) as u8).to_string();
    }
    format!(" {} ", whole(now))
}

fn main() {
    let mut town = Town::new(grown(42));
    let habits = VillagerConfig { spread: 130.0, travel: 0.0, ..Default::default() };
    for n in 0..GUESTS {
        let name = format!("Villager {n}");
        let who = town.join_locally(&name);
        town.animate(who, &name, habits);
    }
    town.run(SETTLE_SECONDS);
    let middle = town.truth(0).place;
    let mut people: Vec<usize> = (0..GUESTS).collect();
    people.sort_by(|&a, &b| {
        let far = |who| town.truth(who).place.distance(middle);
        far(a).total_cmp(&far(b))
    });
    let ids: Vec<EntityId> = people[..FOLLOWED].iter().map(|&who| town.body(who)).collect();
    // What cannot be seen here, such as health and what is in the hand, is left as it is.
    let plain = |state: &EntityState| EntityState { level: 0, gesture: 0, held: 0, health: 255, ..*state };
    let follow = |town: &Town| -> Vec<EntityState> {
        let all = states(town);
        ids.iter().map(|id| plain(&all[id])).collect()
    };
    let mut before = follow(&town);
    println!("{FOLLOWED} {TICKS}");
    before.iter().for_each(|state| println!("{}", whole(state)));
    for _ in 0..TICKS {
        town.tick();
        let now = follow(&town);
        let lines: String = before.iter().zip(&now).map(|(before, now)| line(before, now)).collect();
        println!("{lines}");
        before = now;
    }
}
