//! Influence, tried.

use super::{Falloff, Influence, Layer, Reach, Recipe, Template, WorkingMap};
use crate::scene::Scene;
use proptest::prelude::*;

fn sum(radius: f64, power: f64) -> f64 {
    let template = Template::new(radius, Falloff::Power(power));
    let half = template.half();
    let cells = (-half..=half).flat_map(|y| (-half..=half).map(move |x| (x, y)));
    cells.map(|(x, y)| f64::from(template.at(x, y))).sum()
}

#[test]
fn falloffs_are_one_at_the_centre_and_none_at_the_rim() {
    for (power, distance, expected) in
        [(1.0, 5.0, 0.5), (2.0, 5.0, 0.75), (4.0, 5.0, 0.9375), (4.0, 8.0, 0.5904)]
    {
        assert!((Falloff::Power(power).at(distance, 0.0, 10.0) - expected).abs() < 1e-12);
    }
    let catapult = Falloff::Ring(6.0);
    assert_eq!([0.0, 6.0, 8.0, 10.0].map(|d| catapult.at(d, 0.0, 10.0)), [0.0, 1.0, 0.5, 0.0]);
}

#[test]
fn templates_sum_to_what_they_should() {
    for (radius, power, expected) in
        [(10.0, 1.0, 104.643450), (8.0, 1.0, 66.972175), (30.0, 4.0, 1884.774612), (5.0, 1.0, 26.053153)]
    {
        assert!((sum(radius, power) - expected).abs() < 1e-4, "radius {radius}: {}", sum(radius, power));
    }
    let ten = Template::new(10.0, Falloff::Power(1.0));
    let nonzero =
        (-10..=10).flat_map(|y| (-10..=10).map(move |x| (x, y))).filter(|(x, y)| ten.at(*x, *y) > 0.0);
    assert_eq!((ten.side(), nonzero.count()), (21, 305));
    assert_eq!(Template::new(30.0, Falloff::Power(4.0)).side(), 61);
}

/// Units at (row from the top, column) of a square of seven, steps along the axes.
fn seven(strength: f32, units: &[(i32, i32)]) -> Vec<Vec<i32>> {
    let mut layer = Layer::new(7, 7);
    let template = Template::new(f64::from(strength), Falloff::Steps);
    units.iter().for_each(|(row, column)| layer.stamp(&template, (*column, *row), strength));
    let value = |x, y| layer.get(x, y).expect("inside");
    (0..7).map(|y| (0..7).map(|x| (value(x, y) + 0.01).floor() as i32).collect()).collect()
}

#[test]
fn units_on_tiles_add_up() {
    let one = seven(5.0, &[(3, 1)]);
    assert_eq!((&one[3], &one[0]), (&vec![4, 5, 4, 3, 2, 1, 0], &vec![1, 2, 1, 0, 0, 0, 0]));
    let three = seven(5.0, &[(2, 1), (3, 1), (4, 1)]);
    let expected = [
        [3, 6, 3, 1, 0, 0, 0],
        [6, 9, 6, 3, 1, 0, 0],
        [9, 12, 9, 6, 3, 1, 0],
        [10, 13, 10, 7, 4, 1, 0],
        [9, 12, 9, 6, 3, 1, 0],
        [6, 9, 6, 3, 1, 0, 0],
        [3, 6, 3, 1, 0, 0, 0],
    ];
    assert_eq!(three, expected.map(|row| row.to_vec()));
    let enemies = seven(8.0, &[(3, 5), (5, 6)]);
    let expected = [
        [0, 1, 2, 3, 5, 7, 7],
        [1, 2, 3, 5, 7, 9, 9],
        [2, 3, 5, 7, 9, 11, 11],
        [3, 5, 7, 9, 11, 13, 13],
        [3, 5, 7, 9, 11, 13, 13],
        [3, 5, 7, 9, 11, 13, 13],
        [1, 3, 5, 7, 9, 11, 11],
    ];
    assert_eq!(enemies, expected.map(|row| row.to_vec()));
}

/// A corridor: who stands where, of which faction, with which range and speed.
fn corridor(people: &[(&str, i32, &str, f64, f64)]) -> Scene {
    let mut text = format!("map = '{}'\npuppet = 'me'\n", ".".repeat(16));
    for (name, x, faction, range, speed) in people {
        text += &format!(
            "[[entity]]\nname = '{name}'\nat = [{x}.5, 0.5]\nfaction = '{faction}'\nrange = {range}\nspeed = {speed}\n"
        );
    }
    Scene::parse(&text).expect("sound")
}

fn cook(scene: &Scene, recipe: &str) -> WorkingMap {
    Influence::of(scene, Reach::Straight).cook(scene, &Recipe::parse(recipe).expect("sound"))
}

#[test]
fn a_front_is_where_both_sides_threaten_and_others_do_not_crowd() {
    // The asker's own range and speed make interest reach ten cells; its own threat is taken out.
    let scene =
        corridor(&[("me", 2, "a", 9.0, 1.0), ("ally", 3, "a", 5.0, 1.0), ("enemy", 7, "b", 5.0, 1.0)]);
    let front = "enemy_threat * (ally_threat - own_threat)";
    assert_eq!(cook(&scene, &format!("{front} * interest")).highest().map(|(cell, _)| cell.0), Some(4));
    // The same by hand, with somebody at 4 who threatens nobody.
    let row = |centre: i32, radius: f64, power: f64| {
        let template = Template::new(radius, Falloff::Power(power));
        map(&(0..16).map(|x| Some(template.at(x - centre, 0))).collect::<Vec<_>>(), false)
    };
    let mut interest = row(2, 10.0, 1.0);
    interest.masked = true;
    interest.cells.iter_mut().for_each(|cell| *cell = cell.filter(|value| *value > 0.0));
    let front = row(7, 5.0, 4.0).times(&row(3, 5.0, 4.0)).normalise();
    let spread = front.plus(&row(4, 3.0, 1.0).scale(-0.5)).times(&interest);
    assert_eq!(spread.highest().map(|(cell, _)| cell.0), Some(5));
}

#[test]
fn two_agents_add_up_between_them() {
    let scene = corridor(&[("me", 2, "a", 9.0, 1.0), ("b", 4, "b", 1.0, 8.0), ("c", 8, "b", 1.0, 8.0)]);
    assert!((cook(&scene, "enemy_prox").get((6, 0)).expect("inside") - 1.5).abs() < 1e-4);
}

#[test]
fn taking_oneself_out_is_exact_even_after_moving() {
    let mut scene = corridor(&[("me", 5, "a", 4.0, 5.0), ("enemy", 9, "b", 5.0, 1.0)]);
    let influence = Influence::of(&scene, Reach::Straight);
    scene.entities[0].at.x += 2.0;
    let rest = influence.cook(&scene, &Recipe::parse("ally_prox - own_prox").expect("sound"));
    assert!(rest.cells.iter().flatten().all(|value| *value == 0.0));
}

#[test]
fn walls_stop_what_is_seen_and_walked() {
    let text = "map = '''\n.....\n..#..\n.a#b.\n..#..\n'''\npuppet = 'a'\n[[entity]]\nname = 'a'\nglyph = 'a'\nfaction = 'a'\n[[entity]]\nname = 'b'\nglyph = 'b'\nfaction = 'b'\nspeed = 4";
    let scene = Scene::parse(text).expect("sound");
    let at = |reach| {
        let map = Influence::of(&scene, reach).cook(&scene, &Recipe::parse("enemy_prox").expect("sound"));
        map.get((1, 1)).expect("inside")
    };
    assert_eq!(at(Reach::Straight), 0.5);
    assert_eq!(at(Reach::Seen), 0.0);
    assert_eq!(at(Reach::Walked), 0.0, "round the wall it is farther than a second");
}

fn map(values: &[Option<f32>], masked: bool) -> WorkingMap {
    WorkingMap { corner: (0, 0), side: values.len(), cells: values.to_vec(), masked }
}

#[test]
fn maps_are_normalised_between_their_bounds() {
    let at = |values: &[f32], i: usize| {
        map(&values.iter().copied().map(Some).collect::<Vec<_>>(), false).normalise().cells[i]
            .expect("inside")
    };
    assert!((at(&[0.0, 0.7, 1.4], 1) - 0.5).abs() < 1e-6);
    assert!((at(&[0.2, 0.7, 1.4], 1) - 0.4167).abs() < 1e-4);
    assert_eq!(at(&[0.3, 0.3], 0), 0.0);
    let inverse = map(&[Some(2.0), Some(0.0)], false).inverse();
    assert_eq!(inverse.cells, [Some(0.0), Some(1.0)], "nothing becomes negative");
}

#[test]
fn what_is_of_no_interest_never_wins() {
    let interest = map(&[Some(1.0), Some(0.1), None], true);
    let wanted = map(&[Some(-0.2), Some(-0.5), Some(9.0)], false).times(&interest);
    assert_eq!(wanted.highest().map(|(cell, _)| cell.0), Some(0), "not the rim, where less is taken away");
    assert_eq!(wanted.cells[2], None);
}

#[test]
fn bad_recipes_are_refused_with_their_place() {
    for (text, at, reason) in [
        ("", 1, "missing"),
        ("enemy_prox *", 13, "missing"),
        ("moon", 1, "unknown map"),
        ("(enemy_prox", 12, "closing"),
        ("enemy_prox interest", 12, "not expected"),
        ("inverse enemy_prox", 9, "parenthesis"),
        ("1.2.3", 1, "no number"),
    ] {
        let error = Recipe::parse(text).expect_err(text);
        assert!(error.at == at && error.reason.contains(reason), "{text}: {error}");
    }
    assert!(Recipe::parse(&"(".repeat(5000)).is_err());
}

proptest! {
    #[test]
    fn what_is_added_and_removed_leaves_nothing(
        stamps in prop::collection::vec((-5i32..25, -5i32..25, 1.0f64..12.0, -5.0f32..5.0), 0..20)
    ) {
        let mut layer = Layer::new(20, 20);
        for (x, y, radius, magnitude) in &stamps {
            layer.stamp(&Template::new(*radius, Falloff::Power(2.0)), (*x, *y), *magnitude);
        }
        for (x, y, radius, magnitude) in stamps.iter().rev() {
            layer.stamp(&Template::new(*radius, Falloff::Power(2.0)), (*x, *y), -*magnitude);
        }
        prop_assert!(layer.is_empty());
    }
}

#[test]
fn ranges_are_honoured_across_the_largest_level() {
    let row = ".".repeat(600);
    let scene = Scene::parse(&format!(
        "puppet = 'ada'\nmap = '''\n{row}\n'''\n[[entity]]\nname = 'ada'\nat = [0.5, 0.5]\nfaction = 'a'\nrange = 9999\n\
         [[entity]]\nname = 'gun'\nat = [599.5, 0.5]\nfaction = 'b'\nrange = 1000\n"
    ))
    .expect("sound");
    let map = Influence::of(&scene, Reach::Straight)
        .cook(&scene, &Recipe::parse("enemy_threat").expect("a recipe"));
    let at = |x: i32| f64::from(map.get((x, 0)).expect("in the window"));
    assert!((at(0) - (1.0 - libm::pow(0.599, 4.0))).abs() < 1e-4, "{}", at(0));
    assert!((at(599) - 1.0).abs() < 1e-4);
}
