//! What eyes must do, whatever the world.

use super::*;
use crate::awareness::Awareness;
use crate::detect::Notice;
use glam::{DVec2, DVec3};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wold_space::{EntityId, Tick};

fn guard(id: u64, x: f64, y: f64, degrees: f64) -> Watcher {
    let turn = degrees.to_radians();
    Watcher {
        id: EntityId(id),
        eyes: DVec3::new(x, y, 1.7),
        facing: DVec2::new(libm::cos(turn), libm::sin(turn)),
        state: Awareness::Unaware,
        knows: BTreeSet::new(),
    }
}

fn thief(id: u64, x: f64, y: f64) -> Target {
    Target {
        id: EntityId(id),
        place: DVec3::new(x, y, 0.0),
        height: 1.75,
        facing: DVec2::NEG_X,
        stance: Stance::Standing,
        motion: Motion::Walking,
        in_cover: false,
        guise: None,
        light: 1.0,
    }
}

/// A wall across the way at x, up to a height.
fn wall(x: f64, height: f64) -> impl Fn(Ray) -> bool {
    move |ray: Ray| {
        let share = (x - ray.from.x) / (ray.to.x - ray.from.x);
        !(0.0..=1.0).contains(&share) || ray.from.z + (ray.to.z - ray.from.z) * share > height
    }
}

/// The tick at which each pair was first perceived.
fn perceived(
    sight: &Sight,
    watchers: &[Watcher],
    targets: &[Target],
    rays: &dyn Rays,
    budget: Budget,
    ticks: u64,
) -> BTreeMap<(EntityId, EntityId), u64> {
    let (mut lookout, mut found) = (Lookout::default(), BTreeMap::new());
    for t in 0..ticks {
        for change in lookout.tick(Tick(t), sight, watchers, targets, rays, budget) {
            if change.to == Notice::Perceived {
                found.entry((change.watcher, change.target)).or_insert(t);
            }
        }
        assert!(lookout.rays() <= budget.looks() * PARTS);
    }
    found
}

fn alone(sight: &Sight, watcher: &Watcher, target: &Target, rays: &dyn Rays) -> Option<u64> {
    let found = perceived(
        sight,
        std::slice::from_ref(watcher),
        std::slice::from_ref(target),
        rays,
        Budget::new(8),
        2000,
    );
    found.values().next().copied()
}

#[test]
fn stances_ask_for_their_parts_and_cover_for_more_than_two() {
    let sight = Sight::default();
    let needed = |stance, in_cover| sight.needed(&Target { stance, in_cover, ..thief(2, 1.0, 0.0) });
    let stances = [Stance::Standing, Stance::Crouched, Stance::Lying, Stance::Seated];
    assert_eq!(stances.map(|stance| needed(stance, false)), [2, 2, 3, 2]);
    assert_eq!(stances.map(|stance| needed(stance, true)), [3, 3, 3, 3]);
}

#[test]
fn two_parts_over_a_wall_betray_who_stands_but_not_who_is_in_cover() {
    let sight = Sight::default();
    // Of somebody two metres behind a wall of 1.3 m the head and the chest show.
    let (watcher, behind) = (guard(1, 0.0, 0.0, 0.0), Target { height: 1.75, ..thief(2, 8.0, 0.0) });
    let low = wall(7.0, 1.3);
    let mut lookout = Lookout::default();
    lookout.tick(
        Tick(0),
        &sight,
        std::slice::from_ref(&watcher),
        std::slice::from_ref(&behind),
        &low,
        Budget::new(8),
    );
    let gaze = lookout.gaze(EntityId(1), EntityId(2)).expect("in a shape");
    assert_eq!(gaze.why.parts.count(), 2, "{:?}", gaze.why);
    assert!(gaze.why.parts.has(Part::Head) && gaze.why.parts.has(Part::Chest));
    assert!(alone(&sight, &watcher, &behind, &low).is_some());
    let covered = Target { in_cover: true, ..behind.clone() };
    assert_eq!(alone(&sight, &watcher, &covered, &low), None);
    let crouched = Target { stance: Stance::Crouched, ..behind };
    assert_eq!(alone(&sight, &watcher, &crouched, &low), None);
}

#[test]
fn the_coffin_widens_and_then_narrows() {
    let sight = Sight::default();
    let coffin = sight.shape.iter().find(|shape| shape.name == "coffin").expect("shipped");
    let widths: Vec<f64> = [0.0, 10.0, 20.0, 30.0, 40.0].map(|ahead| coffin.half_width(ahead)).into();
    assert_eq!(widths, [0.5, 3.75, 7.0, 4.5, 2.0]);
    let inside = |x: f64, y: f64| coffin.seconds(DVec3::ZERO, DVec2::X, DVec3::new(x, y, 0.0)).is_some();
    assert!(inside(20.0, 6.9) && !inside(35.0, 6.9) && !inside(5.0, 6.9) && !inside(-1.0, 0.0));
}

#[test]
fn time_is_linear_between_least_and_most() {
    let sight = Sight::default();
    for shape in &sight.shape {
        let at = |share: f64| {
            shape.seconds(DVec3::ZERO, DVec2::X, DVec3::X * (shape.reach * share)).expect("straight ahead")
        };
        assert_eq!((at(0.0), at(1.0)), (shape.least, shape.most), "{}", shape.name);
        assert!((at(0.25) - (shape.least + 0.25 * (shape.most - shape.least))).abs() < 1e-9);
    }
}

#[test]
fn a_guards_coat_deceives_strangers_from_afar() {
    let sight = Sight::default();
    let coat = sight.guise_named("guard's coat");
    let open = |_: Ray| true;
    let dressed = |x: f64| Target { guise: coat, ..thief(2, x, 0.0) };
    let stranger = guard(1, 0.0, 0.0, 0.0);
    let friend = Watcher { knows: BTreeSet::from([EntityId(2)]), ..stranger.clone() };
    assert_eq!(alone(&sight, &stranger, &dressed(8.0), &open), None);
    assert_eq!(sight.consider(&stranger, &dressed(8.0)), Err(Unseen::TakenFor(GuiseId(1))));
    let near = alone(&sight, &stranger, &dressed(3.0), &open).expect("seen through");
    assert!(near > alone(&sight, &stranger, &thief(2, 3.0, 0.0), &open).expect("seen"));
    let known = alone(&sight, &friend, &dressed(8.0), &open);
    assert_eq!(known, alone(&sight, &stranger, &thief(2, 8.0, 0.0), &open));
}

#[test]
fn who_is_on_edge_sees_sooner_and_who_runs_is_seen_sooner() {
    let sight = Sight::default();
    let seconds = |state, motion| {
        let (watcher, target) =
            (Watcher { state, ..guard(1, 0.0, 0.0, 0.0) }, Target { motion, ..thief(2, 9.0, 0.0) });
        sight.consider(&watcher, &target).expect("in the cone").seconds
    };
    for states in Awareness::ALL.windows(2) {
        assert!(seconds(states[1], Motion::Walking) < seconds(states[0], Motion::Walking));
    }
    assert!(seconds(Awareness::Unaware, Motion::Running) < seconds(Awareness::Unaware, Motion::Walking));
    assert!(seconds(Awareness::Unaware, Motion::Walking) < seconds(Awareness::Unaware, Motion::Still));
}

#[test]
fn the_meter_shown_is_the_meter_that_decides() {
    let (sight, mut lookout) = (Sight::default(), Lookout::default());
    let (watcher, target) = (guard(1, 0.0, 0.0, 0.0), thief(2, 10.0, 0.0));
    let open = |_: Ray| true;
    let mut risen = 0.0;
    for t in 0..60 {
        let changes = lookout.tick(
            Tick(t),
            &sight,
            std::slice::from_ref(&watcher),
            std::slice::from_ref(&target),
            &open,
            Budget::new(8),
        );
        let shown = lookout.meter(watcher.id, target.id);
        let seconds = sight.consider(&watcher, &target).expect("in the cone").seconds;
        risen = f64::min(1.0, risen + 0.05 / seconds);
        assert!((shown - risen).abs() < 1e-9);
        for change in changes {
            assert_eq!(change.value, shown);
            assert_eq!(change.why.seconds, Some(seconds));
        }
        let full = shown >= 1.0;
        let gaze = lookout.gaze(watcher.id, target.id).expect("there");
        assert_eq!(gaze.meter.notice() == Notice::Perceived, full);
    }
    assert_eq!(lookout.meter(watcher.id, target.id), 1.0);
}

#[test]
fn who_left_is_told_so_and_forgotten_in_the_end() {
    let (sight, mut lookout) = (Sight::default(), Lookout::default());
    let (watcher, target) = ([guard(1, 0.0, 0.0, 0.0)], [thief(2, 5.0, 0.0)]);
    let open = |_: Ray| true;
    for t in 0..40 {
        lookout.tick(Tick(t), &sight, &watcher, &target, &open, Budget::new(8));
    }
    let lost: Vec<_> =
        (40..400).flat_map(|t| lookout.tick(Tick(t), &sight, &watcher, &[], &open, Budget::new(8))).collect();
    assert_eq!(lost.iter().map(|c| c.to).collect::<Vec<_>>(), [Notice::SawSomething, Notice::Nothing]);
    assert!(lost.iter().all(|change| change.why.unseen == Some(Unseen::OutsideShapes)));
    assert_eq!(lookout.iter().count(), 0);
}

#[test]
fn nobody_starves_while_newcomers_keep_coming() {
    let (sight, mut lookout) = (Sight::default(), Lookout::default());
    let watcher = [guard(1, 0.0, 0.0, 0.0)];
    let open = |_: Ray| true;
    let first_look =
        |lookout: &Lookout, id: u64| lookout.gaze(EntityId(1), EntityId(id)).map(|s| s.why.unseen);
    // One look a tick and, from the start, one newcomer a tick with a smaller id than everybody before.
    for t in 0..100 {
        let targets: Vec<_> = (0..=t)
            .map(|i| thief(1000 - i, 5.0 + 0.01 * i as f64, 0.0))
            .chain([thief(2000, 6.0, 0.0)])
            .collect();
        lookout.tick(Tick(t), &sight, &watcher, &targets, &open, Budget::new(8));
        if t > 0 {
            assert_eq!(
                first_look(&lookout, 2000),
                Some(None),
                "looked at in its turn at tick 1, seen ever since"
            );
        }
    }
}

fn pairs() -> impl Strategy<Value = (Vec<Watcher>, Vec<Target>)> {
    let watchers = prop::collection::vec((-12.0f64..12.0, -12.0f64..12.0, 0.0f64..360.0), 1..8);
    let targets = prop::collection::vec((-12.0f64..12.0, -12.0f64..12.0, 0usize..4, any::<bool>()), 1..8);
    (watchers, targets).prop_map(|(watchers, targets)| {
        let watchers =
            watchers.into_iter().enumerate().map(|(i, (x, y, turn))| guard(i as u64, x, y, turn)).collect();
        let targets = targets.into_iter().enumerate().map(|(i, (x, y, stance, in_cover))| {
            let stance = [Stance::Standing, Stance::Crouched, Stance::Lying, Stance::Seated][stance];
            Target { stance, in_cover, ..thief(100 + i as u64, x, y) }
        });
        (watchers, targets.collect())
    })
}

proptest! {
    #[test]
    fn farther_along_any_way_is_never_sooner(
        turn in 0.0f64..360.0, rise in -0.6f64..0.6, near in 0.0f64..45.0, more in 0.0f64..20.0,
    ) {
        let sight = Sight::default();
        let turn = turn.to_radians();
        let way = DVec3::new(libm::cos(turn), libm::sin(turn), rise).normalize();
        let time = |metres: f64| {
            quickest(&sight.shape, DVec3::ZERO, DVec2::X, way * metres).map_or(f64::INFINITY, |(_, s)| s)
        };
        prop_assert!(time(near) <= time(near + more) + 1e-12);
    }

    #[test]
    fn the_shortest_time_of_all_shapes_counts(x in -45.0f64..45.0, y in -45.0f64..45.0, z in -5.0f64..5.0) {
        let (sight, place) = (Sight::default(), DVec3::new(x, y, z));
        let found = quickest(&sight.shape, DVec3::ZERO, DVec2::X, place);
        let all: Vec<_> = sight.shape.iter().map(|s| s.seconds(DVec3::ZERO, DVec2::X, place)).collect();
        match found {
            Some((shape, seconds)) => {
                prop_assert_eq!(all[usize::from(shape.0)], Some(seconds));
                prop_assert!(all.iter().flatten().all(|other| *other >= seconds));
            }
            None => prop_assert!(all.iter().all(Option::is_none)),
        }
    }

    #[test]
    fn more_light_is_never_later(dim in 0.0f64..1.0, more in 0.0f64..1.0, x in 0.5f64..39.0) {
        let sight = Sight::default();
        let time = |light: f64| {
            let target = Target { light, ..thief(2, x, 0.0) };
            alone(&sight, &guard(1, 0.0, 0.0, 0.0), &target, &|_: Ray| true).unwrap_or(u64::MAX)
        };
        prop_assert!(time((dim + more).min(1.0)) <= time(dim));
    }

    #[test]
    fn a_budget_delays_by_no_more_than_its_wait_and_changes_nobody(
        (watchers, targets) in pairs(), wall_at in -12.0f64..12.0, rays in 8usize..120, order in any::<u64>(),
    ) {
        let sight = Sight::default();
        let walls = wall(wall_at, 1.2);
        let (plenty, little) = (Budget::new(100_000), Budget::new(rays));
        let at_once = perceived(&sight, &watchers, &targets, &walls, plenty, 400);
        let in_turn = perceived(&sight, &watchers, &targets, &walls, little, 400 + 64);
        prop_assert_eq!(at_once.keys().collect::<Vec<_>>(), in_turn.keys().collect::<Vec<_>>());
        let wait = (watchers.len() * targets.len()).div_ceil(little.looks()) as u64;
        for (pair, tick) in &at_once {
            prop_assert!((*tick..=*tick + wait).contains(&in_turn[pair]), "{:?}: {} then {}", pair, tick, in_turn[pair]);
        }
        let (mut shuffled, mut mixed) = (watchers.clone(), targets.clone());
        let mut luck = wold_chance::Stream::named(wold_chance::Seed(order), "order", &[]);
        luck.shuffle(&mut shuffled);
        luck.shuffle(&mut mixed);
        prop_assert_eq!(perceived(&sight, &shuffled, &mixed, &walls, little, 400 + 64), in_turn);
    }
}
