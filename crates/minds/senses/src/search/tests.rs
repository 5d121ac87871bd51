use super::occupancy::Occupancy;
use super::trial::{Board, Manner, Scene, SceneError, run};
use super::*;
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::{Seed, Stream};
use wold_space::{DVec2, DVec3, EntityId, Tick};

fn shipped(name: &str) -> Scene {
    let path = format!("{}/../../../worlds/searches/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    Scene::parse(&std::fs::read_to_string(path).expect("shipped")).expect("sound")
}

fn drawn(map: &str) -> Board {
    let text = format!("seconds = 60\nmap = \"\"\"\n{map}\n\"\"\"\n");
    Board::new(&Scene::parse(&text).expect("sound")).expect("fits")
}

/// Two rooms off a hall; the hider's room is the eastern one.
fn rooms() -> Board {
    drawn(
        "###############
#......#......#
#...o..#..o...#
#......#....H.#
###+#######+###
#1............#
#.............#
###############",
    )
}

fn at(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

fn luck(seed: u64) -> Stream {
    Stream::named(Seed(seed), "tests", &[])
}

fn report(who: u64, place: DVec3) -> Report {
    Report { who: EntityId(who), at: place, facing: DVec2::X }
}

fn setting(board: &Board) -> Setting<'_> {
    Setting { ground: board, places: Some(board.places()), truth: None }
}

fn events(search: &Coordinator) -> Vec<&Event> {
    search.log().iter().map(|entry| &entry.event).collect()
}

#[test]
fn the_true_place_is_known_for_two_to_three_seconds_and_then_the_last_one() {
    let board = rooms();
    for seed in 0..20 {
        let lost = Trigger::Lost { at: at(1.5, 2.5) };
        let mut search = Coordinator::new(SearchConfig::default(), lost, Tick(0), luck(seed));
        search.join(report(1, at(9.5, 1.5)), Tick(0));
        let mut frozen = None;
        for tick in 0..100 {
            // It runs into a wall of the room's end and stays there: nobody thinks it runs on.
            let truth = at((1.5 + 0.2 * tick as f64).min(13.5), 2.5);
            let before = search.estimate();
            search.step(
                Tick(tick),
                &[report(1, at(9.5, 1.5))],
                &Setting { truth: Some(truth), ..setting(&board) },
            );
            if search.estimate() == truth && truth != before {
                assert!(frozen.is_none());
            } else if frozen.is_none() && search.estimate() != truth {
                frozen = Some(tick);
            }
        }
        let seconds = Tick(frozen.expect("it is forgotten")).seconds();
        assert!((2.0..=3.05).contains(&seconds), "{seconds}");
    }
}

#[test]
fn a_noise_is_looked_at_by_one_who_says_so_and_is_answered() {
    let board = rooms();
    let noise = Trigger::Stimulus { at: at(12.5, 5.5), hostile: false };
    let mut search = Coordinator::new(SearchConfig::default(), noise, Tick(0), luck(1));
    for (who, x) in [(1, 2.5), (2, 4.5), (3, 6.5)] {
        search.join(report(who, at(x, 1.5)), Tick(0));
    }
    search.step(Tick(0), &[], &setting(&board));
    assert_eq!(
        search.task(EntityId(3)),
        Task::Investigate { to: at(12.5, 5.5), run: false },
        "the nearest, walking"
    );
    assert_eq!((search.task(EntityId(1)), search.task(EntityId(2))), (Task::Resume, Task::Resume));
    assert!(events(&search).contains(&&Event::Acknowledges { to: EntityId(3) }));
    let told = events(&search).iter().filter(|event| ***event == Event::LosesInterest).count();
    assert_eq!(told, 2);
    // It gets there, looks, comes home: nothing there.
    search.step(Tick(20), &[report(3, at(12.5, 5.5))], &setting(&board));
    assert_eq!(search.task(EntityId(3)), Task::LookAround);
    search.step(Tick(100), &[report(3, at(12.5, 5.5))], &setting(&board));
    assert_eq!(search.task(EntityId(3)), Task::Return { to: at(6.5, 1.5) });
    search.step(Tick(200), &[report(3, at(6.5, 1.5))], &setting(&board));
    assert_eq!(search.phase(), Phase::Over(Outcome::NothingThere));
}

#[test]
fn who_does_not_come_back_is_a_new_stimulus() {
    let board = rooms();
    let noise = Trigger::Stimulus { at: at(12.5, 5.5), hostile: false };
    let config = SearchConfig { patience_seconds: 20.0, ..SearchConfig::default() };
    let mut search = Coordinator::new(config, noise, Tick(0), luck(1));
    search.join(report(1, at(2.5, 1.5)), Tick(0));
    search.join(report(2, at(6.5, 1.5)), Tick(0));
    search.step(Tick(0), &[], &setting(&board));
    search.step(Tick(40), &[report(2, at(10.5, 2.5))], &setting(&board));
    search.step(Tick(399), &[], &setting(&board));
    let missing = |search: &Coordinator| {
        let gone = search.log().iter().filter(|entry| matches!(entry.event, Event::Missing { .. }));
        gone.filter_map(|entry| entry.who).collect::<Vec<_>>()
    };
    assert!(missing(&search).is_empty(), "there is time yet");
    search.step(Tick(401), &[], &setting(&board));
    assert_eq!(missing(&search), [EntityId(2)]);
    search.step(Tick(402), &[], &setting(&board));
    assert_eq!(search.task(EntityId(1)), Task::Investigate { to: at(10.5, 2.5), run: false });
}

#[test]
fn an_enemy_is_sought_by_three_while_the_others_cover_and_one_arrival_moves_all() {
    let board = rooms();
    let lost = Trigger::Stimulus { at: at(12.5, 5.5), hostile: true };
    let mut search = Coordinator::new(SearchConfig::default(), lost, Tick(0), luck(1));
    let all: Vec<Report> = (0..6).map(|i| report(i + 1, at(2.5 + i as f64, 1.5))).collect();
    for one in &all {
        search.join(*one, Tick(0));
    }
    search.step(Tick(0), &all, &setting(&board));
    let tasks: Vec<Task> = all.iter().map(|one| search.task(one.who)).collect();
    let go = tasks.iter().filter(|task| matches!(task, Task::Investigate { run: true, .. })).count();
    let cover = tasks.iter().filter(|task| matches!(task, Task::Cover { stand: Some(_), .. })).count();
    assert_eq!((go, cover), (3, 3));
    assert!(!search.pool().spots().is_empty(), "spots are made at once");
    search.leave(EntityId(6), Leaving::Died, Tick(1));
    search.step(Tick(2), &all, &setting(&board));
    let go = all.iter().filter(|one| matches!(search.task(one.who), Task::Investigate { .. })).count();
    assert_eq!(go, 3, "one who covered steps in");
    let mut there = all.clone();
    there[4].at = at(11.5, 4.5);
    search.step(Tick(60), &there, &setting(&board));
    assert_eq!(search.phase(), Phase::Sweep, "for all");
    search.step(Tick(65), &there, &setting(&board));
    let moved =
        all.iter().filter(|one| matches!(search.task(one.who), Task::Search { .. } | Task::Wait)).count();
    assert_eq!(moved, 5);
}

#[test]
fn spots_are_hidden_from_the_estimate_corners_first() {
    let board = rooms();
    let fight = Trigger::Stimulus { at: at(4.5, 1.5), hostile: true };
    let config = SearchConfig { pool: 4, ..SearchConfig::default() };
    let mut search = Coordinator::new(config, fight, Tick(0), luck(3));
    search.join(report(1, at(12.5, 1.5)), Tick(0));
    search.step(Tick(0), &[], &setting(&board));
    assert_eq!(search.pool().spots().len(), 4);
    let covers: Vec<DVec3> =
        board.candidates(at(4.5, 1.5), 15.0).iter().filter(|c| c.cover).map(|c| c.at).collect();
    for spot in search.pool().spots() {
        assert!(!board.sees(at(4.5, 1.5), spot.at) && covers.contains(&spot.at), "{spot:?}");
        assert_eq!(spot.state, SpotState::Unsearched);
    }
}

/// Open ground on which nobody sees anything, that counts its rays.
#[derive(Default)]
struct Fog(Cell<u32>);

impl Ground for Fog {
    fn sees(&self, _: DVec3, _: DVec3) -> bool {
        self.0.set(self.0.get() + 1);
        false
    }
    fn candidates(&self, around: DVec3, radius: f64) -> Vec<Candidate> {
        let side = radius as i32;
        let tiles = (-side..=side).flat_map(|y| (-side..=side).map(move |x| (f64::from(x), f64::from(y))));
        tiles.map(|(x, y)| Candidate { at: around + at(x, y), cover: false }).collect()
    }
    fn depth(&self, _: DVec3, _: DVec2, _: f64) -> f64 {
        0.0
    }
}

#[test]
fn rays_wait_their_turn_one_a_spot_in_one_to_two_seconds() {
    let fog = Fog::default();
    let fight = Trigger::Stimulus { at: at(0.0, 0.0), hostile: true };
    let config =
        SearchConfig { narrow_seconds: 0.05, view: 360.0, sight: 100.0, rays: 5, ..SearchConfig::default() };
    let mut search = Coordinator::new(config, fight, Tick(0), luck(1));
    let watchers = [report(1, at(-9.0, 0.0)), report(2, at(9.0, 0.0))];
    for one in watchers {
        search.join(one, Tick(0));
    }
    let ground = Setting { ground: &fog, places: None, truth: None };
    for tick in 0..4 {
        search.step(Tick(tick), &watchers, &ground);
    }
    let (spots, mut cast) = (search.pool().spots().len() as u32, fog.0.get());
    assert_eq!(spots, 24);
    let start = cast;
    for tick in 4..204 {
        search.step(Tick(tick), &watchers, &ground);
        assert!(fog.0.get() - cast <= 5, "no more in a step than the budget");
        cast = fog.0.get();
    }
    // Ten seconds: each spot five to ten times, whoever looks.
    assert!((spots * 5..=spots * 11).contains(&(cast - start)), "{} rays", cast - start);
}

/// A search of few spots by one who is wherever it is sent at once.
fn used_up(stale_seconds: f64) -> Coordinator {
    let board = rooms();
    let fight = Trigger::Stimulus { at: at(4.5, 1.5), hostile: true };
    let config = SearchConfig {
        pool: 2,
        larger_pool: 3,
        radius: 7.0,
        stale_seconds,
        near: 20.0,
        ..SearchConfig::default()
    };
    let mut search = Coordinator::new(config, fight, Tick(0), luck(5));
    search.join(report(1, at(4.5, 1.5)), Tick(0));
    let mut here = report(1, at(4.5, 1.5));
    for tick in 0..2800 {
        if let Task::Search { to, .. } | Task::Peek { to, .. } = search.task(EntityId(1)) {
            here.at = to;
        }
        search.step(Tick(tick), &[here], &setting(&board));
    }
    search
}

#[test]
fn when_spots_are_used_up_there_is_a_larger_pool_then_old_ones_then_a_wider_circle() {
    let position =
        |search: &Coordinator, wanted: fn(&Event) -> bool| events(search).into_iter().position(wanted);
    let larger = |event: &Event| matches!(event, Event::LargerPool);
    let again = |event: &Event| matches!(event, Event::Reopens { .. });
    let wider = |event: &Event| matches!(event, Event::Widens { .. });
    let soon = used_up(0.1);
    assert!(position(&soon, larger).expect("first") < position(&soon, again).expect("then old ones"));
    assert_eq!(position(&soon, wider), None, "there is always an old one");
    assert_eq!(soon.phase(), Phase::Over(Outcome::TimeUp));
    let late = used_up(1000.0);
    assert!(position(&late, larger).expect("first") < position(&late, wider).expect("nothing is old"));
    assert_eq!(position(&late, again), None);
    assert_eq!(late.phase(), Phase::Over(Outcome::UsedUp));
}

#[test]
fn time_is_up_for_all_but_they_go_one_by_one() {
    let scene = shipped("courtyard");
    let trial = run(&scene, &Board::new(&scene).expect("fits"), Manner::Coordinated, Seed(4));
    let left = trial.log.iter().filter(|entry| entry.event == Event::Leaves { why: Leaving::GaveUp });
    let left: Vec<f64> = left.map(|entry| entry.tick.seconds()).collect();
    assert_eq!(left.len(), scene.searchers.len());
    assert!(left.windows(2).all(|pair| pair[1] - pair[0] >= 1.0), "{left:?}");
    assert_eq!(trial.ended, left.last().copied());
}

#[test]
fn an_alley_beside_the_way_is_noticed_before_one_passes_it() {
    let board = drawn(
        "############
#####.######
#####.######
#####.######
#1........H#
############",
    );
    let config = gaps::GapConfig::default();
    let [left, right] = gaps::beside(&board, at(4.0, 1.5), DVec2::X, &config);
    let gap = left.expect("the alley to the north");
    assert_eq!((gap.mouth, gap.way, right), (at(5.5, 1.5), DVec2::Y, None));
    assert_eq!(gaps::beside(&board, at(2.0, 1.5), DVec2::X, &config), [None, None]);
    assert_eq!(
        gaps::beside(&board, at(4.0, 1.5), DVec2::ZERO, &config),
        [None, None],
        "who stands looks where it likes"
    );
    let mut luck = luck(1);
    let drawn: Vec<gaps::Look> = (0..30).map(|_| gaps::Look::drawn(&mut luck)).collect();
    for look in [gaps::Look::WalkOver, gaps::Look::Turn, gaps::Look::Glance] {
        assert!(drawn.contains(&look));
    }
}

#[test]
fn numbers_out_of_range_are_refused_by_name() {
    let fair = SearchConfig::default();
    let wrong = SearchConfig { widen: 0.5, ..fair }.check().expect_err("too small");
    assert_eq!(wrong.to_string(), "widen must be 1 to 10, not 0.5");
    assert!(SearchConfig { radius: f64::NAN, ..fair }.check().is_err());
}

#[test]
fn shipped_scenes_are_sound_and_searched_at_least_twice_as_fast_as_by_random_walk() {
    for name in ["house", "alleys", "courtyard"] {
        let scene = shipped(name);
        let board = Board::new(&scene).expect("fits");
        assert_eq!(board.places().check(), Vec::new(), "{name}");
        let mean = |manner: Manner| {
            let times = (0..8).map(|seed| {
                let trial = run(&scene, &board, manner, Seed(seed));
                assert_eq!(trial.doubled, 0);
                trial.time_to(0.8).unwrap_or(scene.seconds)
            });
            times.sum::<f64>() / 8.0
        };
        let (ours, random) = (mean(Manner::Coordinated), mean(Manner::RandomWalk));
        assert!(random >= 2.0 * ours, "{name}: {ours} s against {random} s to see 80 %");
    }
}

#[test]
fn the_same_seed_searches_the_same_way() {
    let scene = shipped("house");
    let board = Board::new(&scene).expect("fits");
    let (one, two) = (
        run(&scene, &board, Manner::Coordinated, Seed(9)),
        run(&scene, &board, Manner::Coordinated, Seed(9)),
    );
    assert_eq!((one.log, one.coverage), (two.log, two.coverage));
    let other = run(&scene, &board, Manner::Coordinated, Seed(10));
    assert_ne!(one.paths, other.paths);
}

#[test]
fn bad_scenes_are_refused_with_their_line() {
    let wrong = |text: &str| Scene::parse(text).expect_err("wrong").to_string();
    assert_eq!(
        wrong("seconds = 9\nmap = \"\"\"\n1H.\n..\n\"\"\""),
        "line 4: 2 tiles, not 3 as in the first row"
    );
    assert_eq!(wrong("seconds = 9\nmap = \"\"\"\n1H?\n\"\"\""), "line 3: '?' is no tile");
    assert_eq!(wrong("seconds = 9\nmap = \"1H1\""), "line 2: '1' stands twice");
    assert_eq!(wrong("seconds = 9\nmap = \"1..\""), "the map shows no hider: H");
    assert_eq!(wrong("seconds = 0\nmap = \"1H\""), "seconds must be 1 to 3600, not 0");
    assert!(wrong("seconds = 9\nmap = \"1H\"\nmoon = 3").starts_with("line 3: unknown field"));
    assert_eq!(
        wrong("seconds = 9\nmap = \"1H\"\n[search]\nradius = -1.0"),
        "search: radius must be 0.1 to 500, not -1"
    );
    let wide = format!("seconds = 9\nmap = \"1H{}\"", ".".repeat(70));
    assert!(matches!(Scene::parse(&wide), Err(SceneError::Map(2, _))));
}

/// A search with people who come, go and die at random, walking to where they are sent.
fn random_search(seed: u64, hostile: bool) -> (Coordinator, Result<(), String>) {
    let board = rooms();
    let mut luck = luck(seed);
    let config = SearchConfig { limit_seconds: 40.0, pool: 8, larger_pool: 12, ..SearchConfig::default() };
    let trigger = Trigger::Stimulus { at: at(12.5, 5.5), hostile };
    let mut search = Coordinator::new(config, trigger, Tick(0), luck.split(7));
    let mut people: BTreeMap<EntityId, DVec3> = BTreeMap::new();
    let mut next = 1;
    for step in 0..600 {
        let now = Tick(step * 4);
        if people.len() < 8 && luck.chance(if step < 4 { 1.0 } else { 0.02 }) {
            let place = at(1.5 + luck.below(12) as f64, 1.5 + luck.below(2) as f64);
            if search.join(report(next, place), now) {
                people.insert(EntityId(next), place);
            }
            next += 1;
        }
        if luck.chance(0.02) {
            let who = people.keys().nth(luck.below(people.len() as u64 + 1) as usize).copied();
            if let Some(who) = who {
                people.remove(&who);
                match luck.below(3) {
                    0 => search.leave(who, Leaving::Died, now),
                    1 => search.leave(who, Leaving::CalledAway, now),
                    // Nobody noticed.
                    _ => {}
                }
            }
        }
        let reports: Vec<Report> =
            people.iter().map(|(&who, &place)| Report { who, at: place, facing: DVec2::Y }).collect();
        search.step(now, &reports, &setting(&board));
        let mut taken: BTreeSet<SpotId> = BTreeSet::new();
        for who in search.searchers().collect::<Vec<_>>() {
            if let Task::Search { spot, .. } = search.task(who) {
                if !taken.insert(spot) {
                    return (search, Err(format!("{spot:?} is taken twice")));
                }
                let state = search.pool().spots()[spot.0 as usize].state;
                if state != SpotState::InProgress(who) {
                    return (search, Err(format!("{who:?} is on {spot:?}, which is {state:?}")));
                }
            }
        }
        let held = search.pool().spots().iter().filter(|spot| matches!(spot.state, SpotState::InProgress(_)));
        let peeking = search.searchers().filter(|&who| matches!(search.task(who), Task::Peek { .. })).count();
        if !matches!(search.phase(), Phase::Over(_)) && held.count() != taken.len() + peeking {
            return (search, Err("a spot is held by nobody".into()));
        }
        for (who, place) in &mut people {
            let to = match search.task(*who) {
                Task::Search { to, .. }
                | Task::Investigate { to, .. }
                | Task::Return { to }
                | Task::Peek { to, .. } => to,
                _ => continue,
            };
            let (Some(from), Some(to)) = (board.number(*place), board.number(to)) else { continue };
            if let Some(step) = board.next(from, to) {
                *place = board.middle(board.open()[step]);
            }
        }
    }
    (search, Ok(()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_spot_is_given_twice_and_every_search_ends(seed in any::<u64>(), hostile in any::<bool>()) {
        let (search, fine) = random_search(seed, hostile);
        prop_assert_eq!(fine, Ok(()));
        prop_assert!(matches!(search.phase(), Phase::Over(_)), "after {} entries", search.log().len());
    }

    #[test]
    fn the_likelihood_of_all_areas_is_always_one(seed in any::<u64>()) {
        let board = rooms();
        let places = board.places();
        let mut luck = luck(seed);
        let any = |luck: &mut Stream| crate::places::AreaId(luck.below(places.areas().len() as u64) as u32);
        let mut occupancy = Occupancy::at(places, any(&mut luck), 1.5);
        for _ in 0..50 {
            if luck.chance(0.7) {
                occupancy.spread(places, luck.range(0.0, 5.0));
            } else {
                let (area, share) = (any(&mut luck), luck.unit());
                let before = occupancy.of(area);
                occupancy.seen(places, area, if luck.chance(0.3) { 1.0 } else { share });
                prop_assert!(occupancy.of(area) <= before + 1e-9 || before > 1.0 - 1e-6);
            }
            prop_assert!((occupancy.total() - 1.0).abs() < 1e-9);
            prop_assert!(places.area_ids().all(|area| occupancy.of(area) >= 0.0));
        }
    }
}
