use super::*;
use crate::books::{Entry, Ledger};
use crate::command::{Act, Command};
use crate::parts::Body;
use crate::realm::{Origin, Realm};
use wold_lore::Deed;
use wold_lore::Good;
use wold_lore::land::ThingKind;
use wold_space::GuestId;
use wold_wire::{Gait, Intent, Steering};

fn command(guest: u64, act: Act) -> Command {
    Command { guest: GuestId(guest), number: 0, act }
}

fn meadow(people: u64) -> Realm {
    let mut realm = Realm::new(Origin::meadow(3));
    let enter = |n| command(n, Act::Enter { name: format!("Person {n}"), human: true, look: 0 });
    realm.step((1..=people).map(enter).collect());
    (0..40).for_each(|_| drop(realm.step(vec![])));
    realm
}

fn place(realm: &Realm, guest: u64) -> DVec2 {
    let id = realm.body_of(GuestId(guest)).expect("in");
    let world = realm.ecs();
    world.get::<Body>(world.resource::<crate::registry::Roll>().0[&id]).expect("a body").0.place
}

fn environment(realm: &Realm) -> &Environment {
    realm.ecs().resource::<Environment>()
}

/// Does something in the next tick, as if a game had done it.
fn commit(realm: &mut Realm, doer: u64, kind: Deed, object: Option<EntityId>) {
    let doer_id = realm.body_of(GuestId(doer)).expect("in");
    let deed = Entry { object, ..Entry::new(doer_id, kind, place(realm, doer)) };
    realm.ecs_mut().resource_mut::<Ledger>().0.push(deed);
}

#[test]
fn deeds_touch_the_fields_where_they_are_done() {
    let mut realm = meadow(2);
    let here = place(&realm, 1);
    let before = environment(&realm).weather(here).expect("awake");
    let victim = realm.body_of(GuestId(2));
    commit(&mut realm, 1, Deed::Fell, None);
    commit(&mut realm, 1, Deed::Kill, victim);
    (0..20).for_each(|_| drop(realm.step(vec![])));
    let after = environment(&realm).weather(here).expect("awake");
    assert!(after.vegetation < before.vegetation * 0.95 && after.soil < before.soil * 0.95, "{after:?}");
    assert!(environment(&realm).crime(here) > 0.0);
    let murderer = realm.body_of(GuestId(1)).expect("in");
    assert_eq!(environment(&realm).regard(murderer, here), 0.0, "nobody but the victim saw it");
}

#[test]
fn what_is_seen_is_told_and_the_least_known_make_room() {
    let mut realm = meadow(12);
    let here = place(&realm, 1);
    for doer in 1..=12 {
        // The later, the more is told of them.
        for _ in 0..doer {
            commit(&mut realm, doer, Deed::Give, None);
        }
        (0..20).for_each(|_| drop(realm.step(vec![])));
    }
    (0..400).for_each(|_| drop(realm.step(vec![])));
    let regard = |n| environment(&realm).regard(realm.body_of(GuestId(n)).expect("in"), place(&realm, n));
    assert!(regard(12) > 0.0, "generous: {}", regard(12));
    assert_eq!(regard(1), 0.0, "forgotten");
    assert!(environment(&realm).prices(here).is_some());
}

#[test]
fn using_up_raises_the_price_here() {
    let run = |buying: bool| {
        let mut realm = meadow(1);
        let here = place(&realm, 1);
        let cell = cell_of(here);
        {
            let world = realm.ecs_mut();
            let mut environment = world.resource_mut::<Environment>();
            let fields = environment.fields.as_mut().expect("on");
            fields.society.set("need.food", cell, 0.05).expect("loaded");
            fields.society.set("stock.food", cell, 12.0).expect("loaded");
        }
        for _ in 0..8 {
            if buying {
                let doer = realm.body_of(GuestId(1)).expect("in");
                let deed = Entry::new(doer, Deed::Spend, here).with(ThingKind::Flour).pieces(3);
                realm.ecs_mut().resource_mut::<Ledger>().0.push(deed);
            }
            (0..20).for_each(|_| drop(realm.step(vec![])));
        }
        environment(&realm).prices(here).expect("awake")[0]
    };
    assert!(run(true) > run(false) * 1.0005, "{} against {}", run(true), run(false));
    assert_eq!(Good::of(ThingKind::Bread), Some(Good::Food));
}

#[test]
fn theft_moves_the_price_and_adds_to_crime_and_what_is_found_in_the_wild_does_neither() {
    let run = |deed: Option<Deed>| {
        let mut realm = meadow(3);
        let here = place(&realm, 1);
        {
            let world = realm.ecs_mut();
            let mut environment = world.resource_mut::<Environment>();
            let fields = environment.fields.as_mut().expect("on");
            fields.society.set("need.food", cell_of(here), 0.05).expect("loaded");
            fields.society.set("stock.food", cell_of(here), 12.0).expect("loaded");
        }
        for _ in 0..8 {
            if let Some(kind) = deed {
                let doer = realm.body_of(GuestId(1)).expect("in");
                let entry = Entry::new(doer, kind, here).with(ThingKind::Bread);
                realm.ecs_mut().resource_mut::<Ledger>().0.push(entry);
            }
            (0..20).for_each(|_| drop(realm.step(vec![])));
        }
        let thief = realm.body_of(GuestId(1)).expect("in");
        let environment = environment(&realm);
        (
            environment.prices(here).expect("awake")[0],
            environment.crime(here),
            environment.regard(thief, here),
        )
    };
    let (calm, robbed, wild) = (run(None), run(Some(Deed::Steal)), run(Some(Deed::Take)));
    assert_eq!(wild, calm, "what was nobody's was in nobody's stock");
    assert!(robbed.0 > calm.0 * 1.02, "{} against {}", robbed.0, calm.0);
    assert!(robbed.1 > 8.0 && calm.1 == 0.0, "crime: {}", robbed.1);
    assert!(robbed.2 < 0.0, "and the thief is spoken ill of: {}", robbed.2);
    assert_eq!(Deed::Steal.account().trade, Some("theft"));
}

#[test]
fn a_restored_environment_goes_on_while_people_run_about() {
    let mut realm = meadow(3);
    let run = |n: u64, east: i8, north: i8| {
        let steering = Steering { east, north, heading: 0, gait: Gait::Run };
        command(n, Act::Intent(Intent::Move(steering)))
    };
    realm.step(vec![run(1, 127, 0), run(2, -127, 30), run(3, 0, -127)]);
    for part in 0..4 {
        (0..137).for_each(|_| drop(realm.step(vec![])));
        let saved = realm.save();
        let mut twin = Realm::new(Origin::meadow(3));
        twin.restore(&saved).expect("our own snapshot");
        assert!(twin.save() == saved, "part {part}: what was saved is what is held");
        (0..137).for_each(|_| drop(twin.step(vec![])));
        (0..137).for_each(|_| drop(realm.step(vec![])));
        assert_eq!(twin.hash(), realm.hash(), "part {part}");
    }
    assert!(environment(&realm).notes.len() > 6, "tiles came along");
}

#[test]
fn a_world_without_fields_says_nothing() {
    let mut origin = Origin::meadow(3);
    origin.config.environment.enabled = false;
    let mut realm = Realm::new(origin);
    (0..40).for_each(|_| drop(realm.step(vec![])));
    assert!(environment(&realm).engines().is_none());
    assert_eq!(environment(&realm).weather(DVec2::ZERO), None);
    let saved = realm.save();
    realm.restore(&saved).expect("our own snapshot");
    let mut with = Realm::new(Origin::meadow(3));
    with.restore(&saved).expect("fields begin anew");
    (0..40).for_each(|_| drop(with.step(vec![])));
    assert!(environment(&with).weather(DVec2::new(16.0, 16.0)).is_some());
}

#[test]
fn operators_edit_cells_and_start_events_by_decree() {
    use crate::command::Decree;
    let mut realm = meadow(1);
    let here = place(&realm, 1);
    let cell = cell_of(here);
    let cell = [cell.x as i32, cell.y as i32];
    let decree = |decree| command(0, Act::Decree(decree));
    let flood = Decree::Befall { kind: "flood".into(), cell, radius: 2, strength: 9_000, span: 1 };
    let crime = Decree::SetField { property: "crime".into(), cell, value: 40_000 };
    let nonsense = Decree::Befall { kind: "frogs".into(), cell, radius: 2, strength: 1, span: 1 };
    let nowhere = Decree::SetField { property: "hope".into(), cell: [1 << 30, 0], value: 1 };
    realm.step([flood, crime, nonsense, nowhere].map(decree).to_vec());
    assert_eq!(environment(&realm).crime(here), 40.0);
    (0..20).for_each(|_| drop(realm.step(vec![])));
    assert!(environment(&realm).weather(here).expect("awake").flood > 1.0);
}

#[test]
fn only_who_stands_at_a_stall_is_told_prices() {
    use crate::replication::Feeling;
    use wold_lore::land::{Chunk, Growth, GrowthKind};
    use wold_space::ChunkPos;

    struct Market;
    impl crate::ChunkSource for Market {
        fn chunk(&self, pos: ChunkPos) -> std::sync::Arc<Chunk> {
            let mut chunk = Chunk::meadow(pos);
            if (pos.x, pos.y) == (0, 0) {
                let at = [16 * 128, 16 * 128];
                chunk.growths.push(Growth { kind: GrowthKind::Stall, at, size: 128, turn: 0 });
            }
            std::sync::Arc::new(chunk)
        }
    }
    let origin = Origin { source: std::sync::Arc::new(Market), ..Origin::meadow(3) };
    let mut realm = Realm::new(origin);
    realm.step(vec![command(1, Act::Enter { name: "Ann".into(), human: true, look: 0 })]);
    (0..40).for_each(|_| drop(realm.step(vec![])));
    let ann = realm.body_of(GuestId(1)).expect("in");
    let mut feeling = Feeling::default();
    let mut told = |at: DVec2| feeling.news(&realm, ann, at);
    let there = told(DVec2::new(16.0, 18.5)).expect("all is new").here;
    assert_eq!(there.prices.map(|prices| prices.len()), Some(Good::ALL.len()));
    assert!((10.0..14.0).contains(&there.celsius()), "spring: {}", there.celsius());
    assert_eq!(told(DVec2::new(16.0, 18.5)), None, "nothing new");
    let away = told(DVec2::new(16.0, 24.0)).expect("no prices any more is news");
    assert_eq!(away.here.prices, None);
    assert!(away.changes.iter().all(Vec::is_empty), "the square stays, and so does what was told of it");
}

#[test]
fn an_earthquake_moves_the_ground_under_everybodys_feet() {
    use crate::command::Decree;
    use crate::ground::Ground;
    let mut realm = meadow(2);
    let here = place(&realm, 1);
    let height = |realm: &Realm, at: DVec2| realm.ecs().resource::<Ground>().land.height(at);
    assert_eq!(height(&realm, here), 0.0);
    let cell = cell_of(here);
    let cell = [cell.x as i32, cell.y as i32];
    let quake = Decree::Befall { kind: "earthquake".into(), cell, radius: 4, strength: 6_000, span: 1 };
    realm.step(vec![command(0, Act::Decree(quake))]);
    let mut told = std::collections::BTreeSet::new();
    for _ in 0..20 {
        told.extend(realm.step(vec![]).changed_chunks);
    }
    let around: Vec<DVec2> = (-6..=6)
        .flat_map(|x| (-6..=6).map(move |y| here + DVec2::new(f64::from(x), f64::from(y)) * 8.0))
        .collect();
    let heights: Vec<f32> = around.iter().map(|at| height(&realm, *at)).collect();
    let (low, high) = heights.iter().fold((0.0_f32, 0.0_f32), |(l, h), v| (l.min(*v), h.max(*v)));
    assert!(low < -0.5 && high > 0.5, "one side sank, the other rose: {low} to {high}");
    assert!(told.len() > 4, "guests are told of each chunk: {told:?}");
    for at in &around {
        let step = DVec2::new(0.01, 0.01);
        let (a, b) = (height(&realm, *at - step), height(&realm, *at + step));
        assert!((a - b).abs() < 0.1, "no cliff within a chunk nor between two at {at}");
    }
    let saved = realm.save();
    let mut twin = Realm::new(Origin::meadow(3));
    twin.restore(&saved).expect("our own snapshot");
    realm.step(vec![]);
    twin.step(vec![]);
    assert_eq!(twin.hash(), realm.hash());
    let again: Vec<f32> = around.iter().map(|at| height(&twin, *at)).collect();
    assert_eq!(again, heights, "and it stays so");
}

#[test]
fn a_worlds_file_can_change_the_rules_of_its_fields() {
    let config = |text: &str| toml::from_str::<WorldConfig>(text).expect("well formed");
    let fierce = config("[environment.rules.law]\ndeters = 0.5\n[environment.rules.climate]\nmean = 30.0\n");
    let rules = engines::rules(&fierce);
    assert_eq!((rules.law.deters, rules.climate.mean), (0.5, 30.0));
    assert_eq!(rules.law.fades, engines::rules(&WorldConfig::default()).law.fades);
    let stored = serde_json::to_string(&fierce).expect("plain data");
    assert_eq!(serde_json::from_str::<WorldConfig>(&stored).expect("what was stored"), fierce);
}
