//! Queries, tried.

use super::heap::{Judge, Progress, Scored, Search, Step, exhaust};
use super::{Answer, Candidate, Fate, Measure, Object, Query, What};
use crate::scene::Scene;
use glam::DVec2;
use wold_chance::{Seed, Stream};

fn luck(seed: u64) -> Stream {
    Stream::named(Seed(seed), "query tests", &[])
}

fn scene(name: &str) -> Scene {
    let path = format!("{}/../../../worlds/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    Scene::parse(&std::fs::read_to_string(path).expect("shipped")).expect("shipped scenes are sound")
}

fn query(name: &str) -> Query {
    let path = format!("{}/../../../worlds/queries/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    Query::parse(&std::fs::read_to_string(path).expect("shipped")).expect("shipped queries are sound")
}

fn ask(name: &str) -> (Scene, Answer) {
    let yard = scene("yard");
    let answer = query(name).run(&yard, &luck(1));
    (yard, answer)
}

/// Values by table.
struct Table {
    values: Vec<Vec<f64>>,
}

impl Judge for Table {
    fn passes(&mut self, step: usize, candidate: usize) -> bool {
        self.values[candidate][step] < 0.7
    }

    fn value(&mut self, step: usize, candidate: usize) -> f64 {
        self.values[candidate][step]
    }
}

fn best(search: &mut Search, judge: &mut Table) -> Option<Scored> {
    loop {
        match search.step(judge) {
            Progress::Found(scored) => return Some(scored),
            Progress::Empty => return None,
            Progress::Working | Progress::Failed(..) => {}
        }
    }
}

fn open_scene(puppet: DVec2, target: DVec2) -> Scene {
    let row = ".".repeat(60);
    let rows = vec![row; 20].join("\n");
    Scene::parse(&format!(
        "map = '''\n{rows}\n'''\npuppet = 'a'\ntarget = 'b'\n[[entity]]\nname = 'a'\nat = [{}, {}]\n[[entity]]\nname = 'b'\nat = [{}, {}]\nfaction = 'b'",
        puppet.x, puppet.y, target.x, target.y
    ))
    .expect("a sound scene")
}

#[test]
fn directness_is_the_share_of_the_walk_that_comes_nearer() {
    let scene = open_scene(DVec2::ZERO, DVec2::new(50.0, 0.0));
    let of = |at| {
        let candidate = Candidate { at, storey: 0, what: What::Open };
        Measure::Directness(Object::Target).of(&scene, &candidate, 0.0).expect("there is a target")
    };
    assert!((of(DVec2::new(5.75, 8.1815)) - 0.5).abs() < 1e-4);
    assert_eq!(of(DVec2::ZERO), 0.0, "who stays comes no nearer");
    assert!((of(DVec2::new(10.0, 0.0)) - 1.0).abs() < 1e-12);
}

#[test]
fn a_weight_is_skipped_only_if_it_cannot_matter() {
    let (first, second) = (2.0 / 3.0, 1.0 / 3.0);
    for (other, tests) in [(0.4, 0), (0.5, 1)] {
        let mut judge = Table { values: vec![vec![0.0], vec![0.0]] };
        let mut search = Search::new(&[Step::Weight(second)], [(0, first), (1, first * other)]);
        let found = best(&mut search, &mut judge).expect("one");
        assert_eq!((found.candidate, found.min), (0, first));
        assert_eq!(search.tests(), tests, "with {other} for the other");
    }
}

#[test]
fn a_negative_weight_narrows_its_interval_from_below() {
    let steps = [Step::Weight(-10.0)];
    let mut judge = Table { values: vec![vec![0.3], vec![0.3]] };
    let mut search = Search::new(&steps, [(0, 0.0), (1, 0.0)]);
    assert_eq!(search.open().next(), Some((Scored { candidate: 0, min: -10.0, max: 0.0 }, false)));
    let found = best(&mut search, &mut judge).expect("one");
    assert_eq!(found, Scored { candidate: 0, min: -3.0, max: -3.0 }, "a tie goes to the first");
}

#[test]
fn none_one_or_two_candidates_are_enough() {
    let steps = [Step::Condition, Step::Weight(1.0)];
    for (count, expected) in [(0, None), (1, Some(0)), (2, Some(1))] {
        let mut judge = Table { values: vec![vec![0.0, 0.2], vec![0.0, 0.4]] };
        let mut search = Search::new(&steps, (0..count).map(|i| (i, 0.0)));
        assert_eq!(best(&mut search, &mut judge).map(|found| found.candidate), expected);
    }
}

/// A random problem: steps, base scores and values, some on a coarse scale so that ties happen.
fn problem(seed: u64) -> (Vec<Step>, Vec<(usize, f64)>, Table) {
    let mut luck = luck(seed);
    let points = luck.below(60) as usize;
    let mut steps = vec![Step::Condition, Step::Condition];
    steps.extend((0..3).map(|_| Step::Weight(luck.range(-10.0, 10.0))));
    luck.shuffle(&mut steps);
    let coarse = luck.chance(0.3);
    let mut draw = || if coarse { luck.below(3) as f64 / 2.0 } else { luck.unit() };
    let values = (0..points).map(|_| (0..5).map(|_| draw()).collect()).collect();
    let started = (0..points).map(|i| (i, draw())).collect();
    (steps, started, Table { values })
}

#[test]
fn lazy_equals_exhaustive_with_half_the_tests() {
    let (mut lazy, mut all) = (0, 0);
    for seed in 0..10_000 {
        let (steps, started, mut judge) = problem(seed);
        let (passed, _, tests) = exhaust(&steps, started.clone(), &mut judge);
        let mut search = Search::new(&steps, started);
        let found = best(&mut search, &mut judge);
        assert_eq!(found.map(|f| f.candidate), passed.first().map(|f| f.candidate), "seed {seed}");
        if let (Some(found), Some(true_best)) = (found, passed.first()) {
            assert!(found.min <= true_best.max && true_best.max <= found.max, "seed {seed}");
        }
        lazy += search.tests();
        all += tests;
    }
    assert!(lazy * 2 <= all, "{lazy} of {all}");
}

#[test]
fn the_n_best_come_in_the_order_of_exhaustive_evaluation() {
    for seed in 0..1000 {
        let (steps, started, mut judge) = problem(seed);
        let (passed, ..) = exhaust(&steps, started.clone(), &mut judge);
        let mut search = Search::new(&steps, started);
        let found: Vec<usize> =
            std::iter::from_fn(|| best(&mut search, &mut judge)).map(|found| found.candidate).collect();
        assert_eq!(found, passed.iter().map(|found| found.candidate).collect::<Vec<_>>(), "seed {seed}");
    }
}

#[test]
fn a_pause_after_any_test_changes_nothing() {
    for seed in 0..50 {
        let (steps, started, mut judge) = problem(seed);
        let expected = best(&mut Search::new(&steps, started.clone()), &mut judge);
        let mut search = Search::new(&steps, started);
        loop {
            // What is parked is all there is: a copy goes on as the original would.
            assert_eq!(best(&mut search.clone(), &mut judge), expected, "seed {seed}");
            match search.step(&mut judge) {
                Progress::Found(_) | Progress::Empty => break,
                Progress::Working | Progress::Failed(..) => {}
            }
        }
    }
}

#[test]
fn every_shipped_query_answers_as_if_everything_had_been_tested() {
    let folder = format!("{}/../../../worlds/queries", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("shipped")
        .map(|entry| entry.expect("listed").path().file_stem().expect("named").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 13, "{names:?}");
    for name in names {
        for place in ["yard", "ambush"] {
            let (scene, query) = (scene(place), query(&name));
            for seed in 0..20 {
                let lazy = query.run(&scene, &luck(seed));
                let all = query.run_exhaustively(&scene, &luck(seed));
                let at = |answer: &Answer| answer.results.iter().map(|r| r.candidate).collect::<Vec<_>>();
                assert_eq!((lazy.option, at(&lazy)), (all.option, at(&all)), "{name} in {place}");
                for (lazy, all) in lazy.tried.iter().zip(&all.tried) {
                    let (lazy, all) = (lazy.effort, all.effort);
                    assert_eq!(lazy.expensive + lazy.avoided, all.expensive.max(lazy.expensive), "{name}");
                }
            }
        }
    }
}

#[test]
fn compromised_cover_is_left_for_hard_cover_that_is_far_enough() {
    let (yard, answer) = ask("cover-compromised");
    let place = answer.results[0];
    assert_eq!(answer.option, Some(0));
    assert!(place.at.distance(yard.puppet().at) >= 5.0);
    let What::Cover(cover) = place.what else { panic!("{place:?} is no cover") };
    assert!(!yard.covers[cover].soft && yard.covers[cover].claimed_by.is_none());
}

#[test]
fn the_next_option_is_tried_when_one_has_no_place() {
    let mut yard = scene("yard");
    yard.covers.clear();
    yard.roles.current = None;
    let answer = query("cover-compromised").run(&yard, &luck(1));
    assert_eq!(answer.option, Some(1));
    assert_eq!(answer.tried.len(), 2);
    let target = yard.entities[yard.roles.target.expect("set")].at;
    assert!(!yard.sees(target, answer.results[0].at), "there is open ground out of sight");
    assert!(
        answer.tried[1].effort.avoided > answer.tried[1].effort.expensive,
        "{:?}",
        answer.tried[1].effort
    );
}

#[test]
fn who_wants_out_of_sight_goes_to_the_nearest_such_place() {
    let (yard, answer) = ask("out-of-sight");
    let (place, target) = (answer.results[0], yard.entities[yard.roles.target.expect("set")].at);
    assert!(!yard.sees(target, place.at));
    let nearer = answer.tried[0].candidates.iter().filter(|candidate| !yard.sees(target, candidate.at));
    let least = nearer.map(|candidate| candidate.at.distance(yard.puppet().at)).fold(f64::MAX, f64::min);
    assert!((place.at.distance(yard.puppet().at) - least).abs() < 1e-9);
}

#[test]
fn directness_advances_retreats_flanks_and_zigzags() {
    let directness = |name: &str, object| {
        let (yard, answer) = ask(name);
        let place = answer.results.first().unwrap_or_else(|| panic!("{name} finds a place"));
        let candidate = Candidate { at: place.at, storey: 0, what: place.what };
        Measure::Directness(object).of(&yard, &candidate, 0.0).expect("there")
    };
    assert!(directness("advance", Object::ReferencePoint) >= 0.5);
    assert!(directness("retreat", Object::ReferencePoint) <= -0.5);
    assert!(directness("flank", Object::Target).abs() <= 0.1);
    assert!(directness("zigzag", Object::Target) >= 0.5);
}

#[test]
fn a_squad_stays_together_and_a_mate_keeps_out_of_the_line_of_fire() {
    let (yard, answer) = ask("squad");
    assert!(answer.results[0].at.distance(yard.squad_centre().expect("a squad")) <= 10.0);
    let (yard, answer) = ask("squadmate");
    let place = answer.results[0];
    let candidate = Candidate { at: place.at, storey: 0, what: place.what };
    assert_eq!(Measure::CrossesLineOfFire(Object::Player).of(&yard, &candidate, 0.0), Ok(0.0));
    assert!(Measure::CameraCenter.of(&yard, &candidate, 0.0).expect("a player") >= 0.0);
}

#[test]
fn a_trunk_hides_on_the_far_side_and_slides_round() {
    let text = "map = '''\n.......\n...T...\n.......\n'''\npuppet = 'a'\ntarget = 'b'\n[[entity]]\nname = 'a'\nat = [0.5, 0.5]\n[[entity]]\nname = 'b'\nat = [6.5, 1.5]";
    let hide = "[[option]]\n[option.generation]\nhidespots_from_target_around_puppet = 9";
    let query = Query::parse(hide).expect("sound");
    let mut scene = Scene::parse(text).expect("sound");
    assert_eq!(query.run(&scene, &luck(1)).results[0].at, DVec2::new(2.5, 1.5));
    scene.entities[1].at = DVec2::new(3.5, 0.5);
    assert_eq!(query.run(&scene, &luck(1)).results[0].at, DVec2::new(3.5, 2.5));
}

#[test]
fn a_missing_target_is_an_error_that_falls_through() {
    let mut yard = scene("yard");
    yard.roles.target = None;
    let answer = query("cover-compromised").run(&yard, &luck(1));
    assert_eq!(answer.results, []);
    assert_eq!(answer.failure_signal.as_deref(), Some("no_cover"));
    let reasons: Vec<String> =
        answer.tried.iter().filter_map(|t| t.refused.as_ref()).map(ToString::to_string).collect();
    assert_eq!(reasons, ["asa has no Target", "asa has no Target"]);
}

#[test]
fn a_failed_candidate_names_the_condition() {
    let (_, answer) = ask("cover-compromised");
    let query = query("cover-compromised");
    let named: Vec<&str> = answer.tried[0]
        .fates
        .iter()
        .filter_map(|fate| match fate {
            Fate::Failed(i) => Some(query.options[0].criteria[*i].text()),
            Fate::Passed(..) | Fate::Partial(..) => None,
        })
        .collect();
    assert!(named.contains(&"min_distance_from_puppet"), "{named:?}");
}

#[test]
fn recipes_in_tests_do_what_they_are_for() {
    let (yard, answer) = ask("orbit");
    let target = yard.entities[yard.roles.target.expect("set")].at;
    let distance = answer.results[0].at.distance(target);
    assert!((5.0..=9.0).contains(&distance), "{distance}");
    let walk: Vec<usize> =
        (0..30).map(|seed| query("random-walk").run(&yard, &luck(seed)).results[0].candidate).collect();
    assert!(walk.iter().any(|place| *place != walk[0]), "chance chooses among the better ones");
}

/// Degrees between neighbours about a place, the least.
fn least_gap(about: DVec2, places: &[DVec2]) -> f64 {
    let mut bearings: Vec<f64> =
        places.iter().map(|at| libm::atan2(at.y - about.y, at.x - about.x).to_degrees()).collect();
    bearings.sort_by(f64::total_cmp);
    let next = |i: usize| bearings.get(i + 1).copied().unwrap_or(bearings[0] + 360.0);
    (0..bearings.len()).map(|i| next(i) - bearings[i]).fold(360.0, f64::min)
}

#[test]
fn four_surrounders_come_from_four_sides() {
    let (mut ambush, surround) = (scene("ambush"), query("surround"));
    let target = ambush.entities[5].at;
    for thug in 0..4 {
        ambush.roles.puppet = thug;
        ambush.entities[thug].destination = Some(surround.run(&ambush, &luck(1)).results[0].at);
    }
    let places: Vec<DVec2> = ambush.entities[..4].iter().filter_map(|thug| thug.destination).collect();
    assert!(least_gap(target, &places) > 60.0, "{places:?}");
    assert!(places.iter().all(|at| ambush.sees(*at, target)));
}

#[test]
fn four_who_come_from_one_side_and_ask_as_they_go_end_more_than_sixty_degrees_apart_and_stay() {
    let surround = query("surround");
    for (seed, sequential) in (0..12).flat_map(|seed| [(seed, false), (seed, true)]) {
        let mut luck = luck(seed);
        let row = ".".repeat(40);
        let mut text =
            format!("puppet = 't0'\ntarget = 'v'\nmap = \"\"\"\n{}\"\"\"\n", format!("{row}\n").repeat(40));
        for thug in 0..4 {
            let at = (luck.range(4.0, 14.0), luck.range(15.0, 25.0));
            text += &format!("[[entity]]\nname = 't{thug}'\nat = [{}, {}]\nfaction = 'thugs'\n", at.0, at.1);
        }
        text += "[[entity]]\nname = 'v'\nat = [20.5, 20.5]\n";
        let mut open = Scene::parse(&text).expect("sound");
        let target = open.entities[4].at;
        for step in 0..200 {
            for thug in 0..4 {
                let there = open.entities[thug].destination == Some(open.entities[thug].at);
                if sequential && !there && open.entities[thug].destination.is_some() {
                    continue;
                }
                open.roles.puppet = thug;
                open.entities[thug].destination = Some(surround.run(&open, &luck).results[0].at);
            }
            for thug in &mut open.entities[..4] {
                let to = thug.destination.expect("asked for");
                assert!(step < 150 || thug.at == to, "seed {seed}: nobody runs about for ever");
                thug.at = thug.at.move_towards(to, 0.3);
            }
        }
        let places: Vec<DVec2> = open.entities[..4].iter().map(|thug| thug.at).collect();
        let least = least_gap(target, &places);
        assert!(least > 60.0, "seed {seed}, sequential {sequential}: {least}");
    }
}

#[test]
fn entities_spots_rails_and_areas_are_candidates() {
    let yard = scene("yard");
    let run = |text: &str| Query::parse(text).expect("sound").run(&yard, &luck(1)).results[0];
    let thug = run(
        "[[option]]\n[option.generation]\nentities_thug_around_puppet = 99\n[option.weights]\ndistance_from_puppet = -1",
    );
    assert_eq!(thug.what, What::Entity(3));
    let door = run("[[option]]\n[option.generation]\ndoorway_around_puppet = 99");
    assert_eq!(door.what, What::Spot(0));
    let rail = run(
        "[[option]]\n[option.generation]\nrails_around_puppet = 99\n[option.weights]\ndistance_from_puppet = -1",
    );
    assert_eq!((rail.what, rail.at), (What::Rail(0), DVec2::new(14.5, 8.5)));
    let house = run(
        "[[option]]\n[option.generation]\ngrid_around_puppet = 20\n[option.parameters]\narea = 'house'\n[option.conditions]\nreachable = true\n[option.weights]\npathDistance = -1",
    );
    assert!(yard.areas[0].contains(house.at));
}

#[test]
fn a_ring_prefers_no_direction_and_a_grid_does() {
    let scene = open_scene(DVec2::new(30.5, 10.5), DVec2::new(1.5, 1.5));
    let outermost = |kind: &str| {
        let text =
            format!("results = 1000\n[[option]]\n{kind}\ntests = [{{ distance = 'puppet', min = 7.9 }}]");
        let answer = Query::parse(&text).expect("sound").run(&scene, &luck(1));
        let mut sectors = [0.0; 8];
        for place in &answer.results {
            let to = place.at - scene.puppet().at;
            let turn = libm::atan2(to.y, to.x) / std::f64::consts::TAU + 1.0 + 1.0 / 16.0;
            sectors[(turn * 8.0) as usize % 8] += 1.0;
        }
        let mean = sectors.iter().sum::<f64>() / 8.0;
        sectors.iter().map(|n| (n - mean) * (n - mean) / mean).sum::<f64>()
    };
    let ring = outermost("generator = { kind = 'ring', around = 'puppet', from = 8, to = 8, spacing = 0.5 }");
    let grid = outermost("generator = { kind = 'grid', around = 'puppet', to = 8 }");
    assert!(ring < 2.2 && grid > 14.07, "chi square with 7 degrees of freedom: ring {ring}, grid {grid}");
}

#[test]
fn candidates_equally_far_but_for_rounding_are_equal() {
    let scene = open_scene(DVec2::new(30.5, 10.5), DVec2::new(1.5, 1.5));
    let text = "results = 1000\n[[option]]\ngenerator = { kind = 'ring', around = 'puppet', from = 5, to = 5 }\n\
                tests = [{ distance = 'puppet', weight = 10 }]";
    let answer = Query::parse(text).expect("sound").run(&scene, &luck(1));
    assert!(answer.results.len() > 8);
    assert!(answer.results.iter().all(|place| place.max == answer.results[0].max), "{:?}", answer.results);
}

#[test]
fn malformed_queries_are_refused_with_line_and_reason() {
    let words = |generation: &str, conditions: &str, weights: &str| {
        format!(
            "[[option]]\n[option.generation]\n{generation}\n[option.conditions]\n{conditions}\n[option.weights]\n{weights}"
        )
    };
    let (grid, fine) = ("grid_around_puppet = 10", "");
    let tests = |test: &str| {
        format!(
            "[[option]]\ngenerator = {{ kind = 'ring', around = 'puppet', to = 5 }}\ntests = [\n{test}\n]"
        )
    };
    let cases: Vec<(String, usize, &str)> = vec![
        (String::new(), 1, "at least one"),
        ("[[option]".into(), 1, ""),
        ("colour = 1".into(), 1, "unknown key \"colour\""),
        (words(fine, fine, fine), 1, "generates nothing"),
        (words("grid = 10", fine, fine), 3, "_around_"),
        (words("grid_around_moon = 10", fine, fine), 3, "unknown object \"moon\""),
        (words("hidespots_around_puppet = 10", fine, fine), 3, "whom to hide from"),
        (words("pits_around_puppet = 10", fine, fine), 3, "unknown generator \"pits\""),
        (words("grid_around_puppet = 0", fine, fine), 3, "above 0"),
        (words("grid_around_puppet = nan", fine, fine), 3, "must be a number from"),
        (words(grid, fine, "softCover = inf"), 7, "must be a number from -1e12 to 1e12"),
        (words(grid, fine, "softCover = 1.7e308"), 7, "must be a number from -1e12 to 1e12"),
        (words("grid_around_puppet = 5000", fine, fine), 1, "candidates"),
        (words(grid, "distance_from_puppet = 5", fine), 5, "needs min_ or max_"),
        (words(grid, "min_distance_from_puppet = true", fine), 5, "must be a number"),
        (words(grid, "visible_from_target = 1", fine), 5, "true or false"),
        (words(grid, "min_visible_from_target = 1", fine), 5, "yes or no"),
        (words(grid, "min_distance_of_puppet = 1", fine), 5, "none of from, to, at, the"),
        (words(grid, "min_distance_puppet = 1", fine), 5, "must stand before"),
        (words(grid, "min_distance = 1", fine), 5, "needs an object"),
        (words(grid, "softCover_from_target = true", fine), 5, "takes no object"),
        (words(grid, "min_distance_from_puppet_now = 1", fine), 5, "too many"),
        (words(grid, "min = 1", fine), 5, "limits nothing"),
        (words(grid, fine, "min_distance_from_puppet = 1"), 7, "is a condition"),
        (words(grid, fine, "shiny = 1"), 7, "unknown criterion \"shiny\""),
        (words(grid, fine, "softCover = 'much'"), 7, "must be a number"),
        (tests("{ distance = 'puppet' }"), 4, "neither weight"),
        (tests("{ distance = 'moon', weight = 1 }"), 4, "unknown object"),
        (tests("{ distance = 'puppet', weight = 1, curve = 'wavy' }"), 4, "unknown curve"),
        (tests("{ distance = 'puppet', weight = 1, range = [3, 2] }"), 4, "is empty"),
        (tests("{ dot = ['up'], weight = 1 }"), 4, "two directions"),
        (tests("{ measure = 'visible_from_target', min = 1 }"), 4, "yes or no"),
        (tests("{ weight = 1 }"), 4, "a test needs"),
    ];
    for (text, line, reason) in cases {
        let error = Query::parse(&text).expect_err(&text);
        assert!(error.line == line && error.reason.contains(reason), "{text}\n{error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        let _ = Query::parse(&text);
        let _ = Scene::parse(&text);
    }

    #[test]
    fn sight_is_mutual(a in (0.0f64..30.0, 0.0f64..17.0), b in (0.0f64..30.0, 0.0f64..17.0)) {
        let yard = scene("yard");
        let (a, b) = (DVec2::from(a), DVec2::from(b));
        proptest::prop_assert_eq!(yard.sees(a, b), yard.sees(b, a));
    }
}
