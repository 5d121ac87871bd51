//! Queries on ground that is not a scene: storeys, fields, claims, words of one's own, numbers given late, and many who come by in turn.

use super::*;
use crate::ground::{Ground, Point};
use crate::scene::{Cover, Entity, Roles, Scene};
use glam::DVec2;
use std::sync::Arc;
use wold_chance::{Seed, Stream};

fn luck() -> Stream {
    Stream::named(Seed(4), "ground tests", &[])
}

fn entity(faction: &str, at: DVec2, storey: u8) -> Entity {
    Entity {
        name: faction.into(),
        faction: faction.into(),
        kind: String::new(),
        at,
        storey,
        forward: DVec2::X,
        speed: 1.0,
        range: 1.0,
        strength: 1.0,
        destination: None,
    }
}

/// A tower of three storeys, 10 m wide; floors hide, the stairs are in the middle, blood was spilt in the west.
struct Tower {
    people: Vec<Entity>,
    roles: Roles,
}

impl Tower {
    fn new() -> Self {
        let people = vec![entity("own", DVec2::new(4.0, 5.0), 0), entity("foe", DVec2::new(6.0, 5.0), 0)];
        Self { people, roles: Roles { target: Some(1), ..Roles::default() } }
    }
}

impl Ground for Tower {
    fn entities(&self) -> &[Entity] {
        &self.people
    }
    fn roles(&self) -> &Roles {
        &self.roles
    }
    fn covers(&self) -> &[Cover] {
        &[]
    }
    fn stands(&self, at: Point) -> bool {
        at.storey < 3 && at.at.cmpge(DVec2::ZERO).all() && at.at.cmplt(DVec2::splat(10.0)).all()
    }
    fn sees(&self, from: Point, to: Point) -> bool {
        from.storey == to.storey
    }
    fn walk(&self, to: Point) -> f64 {
        let stairs = DVec2::splat(5.0);
        match to.storey {
            0 => self.people[0].at.distance(to.at),
            up => self.people[0].at.distance(stairs) + 5.0 * f64::from(up) + stairs.distance(to.at),
        }
    }
    fn value(&self, field: &str, at: Point) -> Option<f64> {
        (field == "deaths").then(|| f64::from(u8::from(at.at.x < 5.0)))
    }
    fn storeys(&self, _: DVec2) -> std::ops::RangeInclusive<u8> {
        0..=2
    }
    fn is_claimed(&self, at: Point) -> bool {
        at.storey == 1
    }
}

fn ask(text: &str, ground: &dyn Ground) -> Answer {
    Query::parse(text).expect("a sound query").run(ground, &luck())
}

const UPSTAIRS: &str = "[[option]]
[option.generation]
grid_around_puppet = 9
[option.parameters]
floors = true
[option.conditions]
visible_from_target = false
[option.weights]
pathDistance = -1";

#[test]
fn who_is_seen_on_its_own_storey_hides_on_the_next() {
    let best = ask(UPSTAIRS, &Tower::new()).results[0];
    assert_eq!((best.storey, best.at), (1, DVec2::splat(5.0)), "at the head of the stairs");
    let flat = ask(&UPSTAIRS.replace("floors = true", ""), &Tower::new());
    assert!(flat.results.is_empty(), "without floors there is nowhere to hide");
    let same = UPSTAIRS
        .replace("visible_from_target = false", "sameStorey_the_target = true\nmax_storeys_to_puppet = 0");
    assert_eq!(ask(&same, &Tower::new()).results[0].storey, 0);
}

#[test]
fn claims_and_fields_are_criteria_and_a_field_that_is_missing_is_an_error() {
    let free =
        UPSTAIRS.replace("visible_from_target = false", "visible_from_target = false\nclaimed = false");
    let best = ask(&free, &Tower::new()).results[0];
    assert_eq!(best.storey, 2, "the first floor is taken");
    let clean = UPSTAIRS.replace("pathDistance = -1", "influence_from_deaths = -100\npathDistance = -1");
    assert!(ask(&clean, &Tower::new()).results[0].at.x >= 5.0);
    let odd = UPSTAIRS.replace("pathDistance = -1", "influence_from_moons = 1");
    let refused = ask(&odd, &Tower::new()).tried[0].refused.clone();
    assert_eq!(refused.map(|why| why.0), Some("there is no field \"moons\" here".into()));
}

#[test]
fn a_scene_knows_the_influence_of_both_sides() {
    let scene = Scene::parse("map = '''\n..........\n'''\npuppet='a'\ntarget='b'\n[[entity]]\nname='a'\nat=[5.5,0.5]\nfaction='a'\n[[entity]]\nname='b'\nat=[9.5,0.5]\nfaction='b'\nrange=4").expect("sound");
    let text = "[[option]]\n[option.generation]\ngrid_around_puppet = 4\n[option.conditions]\nmax_influence_from_enemyThreat = 0\n[option.weights]\ndistance_from_puppet = -1";
    let best = ask(text, &scene).results[0];
    assert_eq!(best.at, DVec2::new(5.5, 0.5), "out of its reach, and no step too many");
}

#[test]
fn cones_and_arcs_lie_towards_something_and_their_middle_is_a_candidate() {
    let scene = Scene::parse(&format!(
        "map = '''\n{}\n'''\npuppet='a'\ntarget='b'\n[[entity]]\nname='a'\nat=[10.0,10.0]\n[[entity]]\nname='b'\nat=[10.0,18.0]",
        vec![".".repeat(21); 21].join("\n")
    ))
    .expect("sound");
    let angle = |at: DVec2| (at - DVec2::splat(10.0)).angle_to(DVec2::Y).abs().to_degrees();
    let cone = ask(
        "[[option]]\n[option.generation]\ncone_to_target_around_puppet = 6\n[option.parameters]\ndegrees = 60",
        &scene,
    );
    let made = &cone.tried[0].candidates;
    assert!(made.len() > 20 && made.iter().all(|c| c.at == DVec2::splat(10.0) || angle(c.at) <= 30.0 + 1e-9));
    let arc = ask(
        "[[option]]\ngenerator = { kind = \"arc\", around = \"puppet\", towards = \"target->puppet\", to = 5, degrees = 90 }\ntests = [{ distance = \"target\", weight = 1 }]",
        &scene,
    );
    let made = &arc.tried[0].candidates;
    assert!(
        made.iter()
            .all(|c| angle(c.at) >= 135.0 - 1e-9 && (c.at.distance(DVec2::splat(10.0)) - 5.0).abs() < 1e-9)
    );
    assert!(
        arc.results[0].at.distance(DVec2::new(10.0, 5.0)) < 1e-9,
        "straight away from it: {:?}",
        arc.results
    );
    for wrong in [
        "kind = \"cone\", around = \"puppet\", to = 5",
        "kind = \"ring\", around = \"puppet\", to = 5, degrees = 9",
    ] {
        let text = format!(
            "[[option]]\ngenerator = {{ {wrong} }}\ntests = [{{ distance = \"target\", weight = 1 }}]"
        );
        assert!(Query::parse(&text).is_err(), "{wrong}");
    }
}

#[test]
fn numbers_are_given_when_the_query_is_asked_and_checked_then_too() {
    let text = "[parameters]\nreach = 5\nfear = 1\n[[option]]\n[option.generation]\ngrid_around_puppet = \"$reach\"\n[option.weights]\ndistance_from_puppet = \"$fear\"";
    let none = Lexicon::default();
    let with =
        |name: &str, value: f64| Query::parse_with(text, &none, &Values::from([(name.to_owned(), value)]));
    assert_eq!(Query::parse(text).expect("sound").options[0].generators[0].radius, 5.0);
    assert_eq!(with("reach", 7.0).expect("sound").options[0].generators[0].radius, 7.0);
    for (name, value) in [("reach", -1.0), ("reach", 1e9), ("fear", f64::NAN), ("moon", 1.0)] {
        assert!(with(name, value).is_err(), "{name} = {value}");
    }
    assert_eq!(Query::parse(&text.replace("\"$fear\"", "\"$hope\"")).unwrap_err().line, 8);
}

#[test]
fn words_of_a_game_make_and_measure_places() {
    let mut words = Lexicon::default();
    words.measure("height", Scale::Range(0.0, 2.0), |_, candidate| f64::from(candidate.storey)).expect("new");
    words
        .source("landings", |_, around| {
            let at = around.centre.at;
            (0..3).map(|storey| Candidate { at, storey, what: What::Open }).collect()
        })
        .expect("new");
    for taken in ["height", "grid", "target", "choke", "two words", ""] {
        assert!(words.measure(taken, Scale::Truth, |_, _| 0.0).is_err(), "{taken:?}");
    }
    let text = "[[option]]\n[option.generation]\nlandings_around_puppet = 5\n[option.conditions]\nmin_height = 1\n[option.weights]\nheight = -1";
    let query = Query::parse_with(text, &words, &Values::new()).expect("sound");
    assert_eq!(query.run(&Tower::new(), &luck()).results[0].storey, 1);
    assert_eq!(query, query.clone());
}

#[test]
fn who_comes_by_shares_the_tick_and_the_first_is_never_starved() {
    let query = Arc::new(Query::parse(UPSTAIRS).expect("sound"));
    let tower = Tower::new();
    let whole = query.run(&tower, &luck());
    let mut scheduler = Scheduler::new(16, Rays::AtOnce);
    for who in 0..40 {
        scheduler.ask(AskerId(who), query.clone(), luck(), None, 0);
    }
    let (mut answered, mut served_in) = (Vec::new(), Vec::new());
    for now in 1..2000 {
        // The first comes last: the others would eat everything.
        for who in (0..40).rev() {
            if let Some((waited, answer)) = scheduler.serve(AskerId(who), now, &tower) {
                assert_eq!(answer, whole, "however often it stopped");
                answered.push(who);
                served_in.push(waited);
            }
        }
        if scheduler.is_empty() {
            break;
        }
    }
    assert_eq!(answered.len(), 40);
    assert!(!scheduler.waits(AskerId(3)) && scheduler.serve(AskerId(3), 3000, &tower).is_none());
    scheduler.ask(AskerId(1), query.clone(), luck(), None, 5000);
    scheduler.ask(AskerId(2), query.clone(), luck(), None, 5000);
    assert!(scheduler.serve(AskerId(2), 5001, &tower).is_none());
    assert!((5002..5400).any(|now| scheduler.serve(AskerId(2), now, &tower).is_some()));
    scheduler.ask(AskerId(3), query, luck(), None, 5400);
    let _ = scheduler.serve(AskerId(3), 5400, &tower);
    assert!(!scheduler.waits(AskerId(1)), "who never came by is forgotten");
}
