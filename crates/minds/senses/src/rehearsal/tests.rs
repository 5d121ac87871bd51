//! Scenes as they are shipped, and as they are refused.

use super::*;
use crate::awareness::Awareness;
use crate::detect::Notice;
use crate::group::Order;
use crate::vision::Sight;
use glam::DVec3;

const LANTERN: &str = include_str!("../../../../../worlds/senses/lantern.toml");
const HARVEST: &str = include_str!("../../../../../worlds/senses/harvest.toml");
const ROOF: &str = include_str!("../../../../../worlds/senses/roof.toml");

fn played(text: &str) -> (Scene, Timeline) {
    let scene = Scene::parse(text).expect("a shipped scene");
    let timeline = play(&scene, &Tuning::default());
    (scene, timeline)
}

/// What is told of somebody, in words.
fn told(scene: &Scene, timeline: &Timeline, who: &str) -> Vec<String> {
    let sight = Sight::default();
    let of = timeline.entries.iter().filter(|entry| scene.name_of(entry.who) == who);
    of.map(|entry| entry.told(scene, &sight)).collect()
}

fn perceived(scene: &Scene, timeline: &Timeline, who: &str) -> Vec<f64> {
    let of = timeline.entries.iter().filter(|entry| scene.name_of(entry.who) == who);
    let meters = of.filter(|entry| matches!(&entry.what, What::Meter(c) if c.to == Notice::Perceived));
    meters.map(|entry| entry.tick.seconds()).collect()
}

#[test]
fn the_thief_is_seen_in_the_lantern_light_and_not_before() {
    let (scene, timeline) = played(LANTERN);
    let seen = perceived(&scene, &timeline, "Asa");
    assert!(seen.len() == 1 && seen[0] > 16.0 && seen[0] < 25.0, "{:#?}", told(&scene, &timeline, "Asa"));
    assert!(timeline.most_rays <= 64);
    let dark = LANTERN.replace("strength = 0.9", "strength = 0.0");
    let (scene, timeline) = played(&dark);
    assert_eq!(perceived(&scene, &timeline, "Asa"), [0.0; 0], "without the lantern nobody is");
}

#[test]
fn a_pebble_is_talked_away_and_a_second_costs_a_life_that_is_missed() {
    let (scene, timeline) = played(HARVEST);
    let asa = told(&scene, &timeline, "Asa").join("\n");
    for line in ["Did you hear that?", "Go and have a look.", "Are you all right over there?"] {
        assert!(asa.contains(line), "{line}: {asa}");
    }
    assert!(asa.contains("unaware -> searching: was told"), "{asa}");
    assert_eq!(timeline.end.len(), 2, "the dead are in no state");
    let look = |who: &str| {
        let orders =
            timeline.entries.iter().filter(|e| matches!(e.what, What::Order(Order::Investigate { .. })));
        orders.filter(|e| scene.name_of(e.who) == who).map(|e| e.tick.seconds()).collect::<Vec<_>>()
    };
    assert_eq!((look("Bo"), look("Asa")), (vec![22.0], vec![34.0]), "eight seconds after Bo died");
    let cel = told(&scene, &timeline, "Cel").join("\n");
    assert!(cel.contains("gate is not as it was; goes to look"), "{cel}");
    assert!(cel.contains("unaware -> suspicious: a thing was not as it was left"), "{cel}");
}

#[test]
fn stones_at_the_roof_end_in_a_retreat_and_are_not_tried_again() {
    let (scene, timeline) = played(ROOF);
    let all: Vec<String> =
        timeline.entries.iter().map(|entry| entry.told(&scene, &Sight::default())).collect();
    let orders = |wanted: fn(&Order) -> bool| {
        let entries = timeline.entries.iter();
        entries.filter(|e| matches!(&e.what, What::Order(order) if wanted(order))).count()
    };
    assert_eq!(orders(|order| matches!(order, Order::Throw { .. })), 1, "{all:#?}");
    assert!(orders(|order| matches!(order, Order::FallBack { .. })) >= 2, "{all:#?}");
    assert!(all.iter().any(|line| line.contains("makes of it: seen on an unreachable roof")), "{all:#?}");
    assert_eq!(play(&scene, &Tuning::default()), timeline, "the same again");
}

#[test]
fn the_last_sample_is_the_meter_and_every_change_says_why() {
    let (_, timeline) = played(LANTERN);
    assert!(!timeline.samples.is_empty());
    for entry in &timeline.entries {
        if let What::Meter(change) = &entry.what {
            assert_eq!(change.why.seconds.is_none(), change.why.unseen.is_some());
            let sample = timeline
                .samples
                .iter()
                .find(|s| s.tick == change.tick && (s.watcher, s.target) == (change.watcher, change.target));
            assert!(sample.is_none_or(|sample| sample.meter == change.value));
        }
    }
}

#[test]
fn a_prowler_goes_from_stop_to_stop() {
    let scene = Scene::parse(LANTERN).expect("shipped");
    let wil = &scene.prowlers[0];
    assert_eq!(wil.at(0.0).place, DVec3::new(34.0, 4.5, 0.0));
    assert_eq!(wil.at(5.0).place, DVec3::new(26.5, 4.5, 0.0));
    assert!(wil.at(5.0).facing.x < -0.9);
    assert_eq!(wil.at(12.0).motion, crate::vision::Motion::Still);
    assert_eq!(wil.at(26.0).motion, crate::vision::Motion::Running);
    assert_eq!(wil.at(99.0).place, DVec3::new(19.0, 4.5, 0.0));
}

#[test]
fn bad_scenes_are_refused_in_one_line_with_the_line() {
    let head = "seconds = 5\nhour = 12\n[[watcher]]\nname = 'Asa'\nat = [0, 0]\n";
    for (more, said) in [
        ("facing = 'east'", "line 6: "),
        ("[[watcher]]\nname = 'Asa'\nat = [1, 1]", "line 6: there are two called \"Asa\""),
        ("[[wall]]\nfrom = [0, 0]\nto = [nan, 1]", "line 6: a coordinate is not within"),
        ("[[wall]]\nfrom = [0, 0]\nto = [1, 1]\nheight = -2", "line 6: height: -2 is not 0 to 1000"),
        ("[[target]]\nname = 'W'\npath = []", "line 6: \"W\" has no path"),
        (
            "[[target]]\nname = 'W'\npath = [\n{ second = 1, at = [0, 0] },\n{ second = 1, at = [0, 1] }]",
            "line 10: second 1 is not after the stop before",
        ),
        ("[[change]]\nsecond = 1\nthing = 'gate'\nto = 1", "line 6: there is no thing or lamp \"gate\""),
        ("[[talk]]\nmembers = ['Asa']", "line 6: a talk needs two members at least"),
        ("[[death]]\nsecond = 1\nwho = 'Bo'", "line 6: there is no watcher \"Bo\""),
        ("knows = ['Bo']", "line 3: there is nobody called \"Bo\""),
        ("moons = 3", "line 6: unknown field `moons`"),
    ] {
        let error = Scene::parse(&format!("{head}{more}")).expect_err(more).to_string();
        assert!(error.starts_with(said) && !error.contains('\n'), "{error}");
    }
    assert!(Scene::parse(&head.replace("seconds = 5", "seconds = 1e9")).is_err());
    assert!(Scene::parse(&head.replace("hour = 12", "hour = inf")).is_err());
}

#[test]
fn a_scene_that_would_take_for_ever_is_refused() {
    let mut text = "seconds = 3600\nhour = 12\nrays = 1000000\n".to_owned();
    for i in 0..100 {
        text += &format!("[[watcher]]\nname = 'w{i}'\nat = [0, {i}]\n");
        text += &format!("[[wall]]\nfrom = [1, {i}]\nto = [2, {i}]\n");
    }
    for i in 0..40 {
        text += &format!("[[target]]\nname = 't{i}'\npath = [{{ second = 0, at = [0, 0] }}]\n");
    }
    let error = Scene::parse(&text).expect_err("too large").to_string();
    assert!(error.contains("times too large"), "{error}");
}

#[test]
fn an_unknown_guise_is_refused() {
    let scene = Scene::parse(&LANTERN.replace("\"hood\"", "\"wings\"")).expect("it can be read");
    let error = scene.suits(&Sight::default()).expect_err("no such guise").to_string();
    assert_eq!(error, "target \"Wil\": there is no guise \"wings\"; there are \"hood\", \"guard's coat\"");
}

#[test]
fn everybody_is_calm_again_in_the_end() {
    let quiet = LANTERN.replace("seconds = 40", "seconds = 200");
    let (_, timeline) = played(&quiet);
    assert!(timeline.end.iter().all(|(_, state)| *state == Awareness::Unaware), "{:?}", timeline.end);
}
