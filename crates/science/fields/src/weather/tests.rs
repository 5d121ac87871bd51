use super::*;
use crate::engine::{Cell, Engine, Event, TilePos};
use std::f32::consts::PI;
use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_space::grid::Rim;

/// Land with hills: noise, blurred five times, stretched to the full range.
pub(crate) fn hills(width: usize, height: usize, seed: u64) -> Vec<f32> {
    crate::land::noise(width, height, 5, Seed(seed))
}

fn engine_with(lattice: Lattice, width: usize, height: usize, rim: Rim, rules: WeatherRules) -> Engine {
    let layout = Layout::whole(lattice, width as u32, height as u32, rim).expect("a fine size");
    Engine::new(layout, vec![Box::new(Weather::new(rules).expect("fine rules"))]).expect("fine systems")
}

fn weather_on(lattice: Lattice, width: usize, height: usize, rim: Rim, land: &[f32]) -> Engine {
    let mut engine = engine_with(lattice, width, height, rim, WeatherRules::default());
    engine.fill("altitude", TilePos::default(), land).expect("as many heights as cells");
    engine
}

/// Steps until the winds turn by less than 1 together; the step at which they do.
fn settle(engine: &mut Engine, most: u64) -> Option<u64> {
    (1..=most).find(|_| {
        engine.step(&[]);
        engine.delta("weather") < 1.0
    })
}

#[test]
fn the_gradient_of_the_example_points_north_west() {
    let mut engine = engine_with(Lattice::Square, 3, 3, Rim::Bounded, WeatherRules::default());
    // Rows from the south.
    let land = [40.0, 85.0, 90.0, 30.0, 50.0, 75.0, 20.0, 10.0, 60.0];
    engine.fill("altitude", TilePos::default(), &land).expect("nine heights");
    engine.step(&[]);
    let slope = engine.book().need("slope").expect("declared");
    let middle = Cell::new(1, 1);
    let angle = engine.get_layer(slope, middle).expect("inside");
    let steepness = engine.get_layer(slope.second(), middle).expect("inside");
    let (west, north) = (-steepness * libm::cosf(angle), steepness * libm::sinf(angle));
    assert!((west - 108.64).abs() < 0.01 && (north - 110.35).abs() < 0.01, "{west} {north}");
    assert!(((PI - angle).to_degrees() - 45.45).abs() < 0.01, "{}", (PI - angle).to_degrees());
}

#[test]
fn wind_and_rain_conserve_moisture_on_every_lattice() {
    for lattice in [Lattice::Square, Lattice::Square4, Lattice::Square8, Lattice::Hex, Lattice::Triangle] {
        for rim in [Rim::Torus, Rim::Bounded] {
            let (w, h) = (70, 36);
            let mut engine = weather_on(lattice, w, h, rim, &hills(w, h, 3));
            let mut draws = Stream::named(Seed(1), "moisture", &[]);
            let wet: Vec<f32> = (0..w * h).map(|_| draws.range(0.0, 10.0) as f32).collect();
            engine.fill("moisture", TilePos::default(), &wet).expect("as many as cells");
            let before = engine.total("moisture").expect("declared");
            for _ in 0..200 {
                engine.step(&[]);
            }
            let after = engine.total("moisture").expect("declared");
            assert!((after - before).abs() < before * 1e-5, "{lattice:?} {rim:?}: {before} became {after}");
            let field = engine.field("moisture").expect("declared");
            assert!(field.iter().all(|m| *m >= 0.0 && m.is_finite()));
        }
    }
}

#[test]
fn the_fast_way_is_the_plain_way() {
    for rim in [Rim::Torus, Rim::Bounded] {
        let (w, h) = (150, 40);
        let mut fast = weather_on(Lattice::Square, w, h, rim, &hills(w, h, 5));
        // A custom set of the same shape goes the plain way; a wider strip exercises the seams.
        let half = WeatherRules::default().membership.all_or_nothing().expect("does not overlap");
        let semicircle = (-20..=20_i32).map(|i| {
            let x = half * i as f32 / 20.0;
            (x, if i.abs() == 20 { 0.0 } else { (half * half - x * x).sqrt() / half })
        });
        let membership = crate::flow::Membership::Custom(crate::fuzzy::Set::Points(semicircle.collect()));
        let mut plain =
            engine_with(Lattice::Square, w, h, rim, WeatherRules { membership, ..WeatherRules::default() });
        plain.fill("altitude", TilePos::default(), &hills(w, h, 5)).expect("as many");
        for engine in [&mut fast, &mut plain] {
            for y in 0..h as i64 {
                engine.set("moisture", Cell::new(y * 3 % w as i64, y), 100.0).expect("inside");
            }
            engine.set("hold", Cell::new(9, 9), 1.0).expect("inside");
        }
        for step in 0..60 {
            fast.step(&[]);
            plain.step(&[]);
            for (name, tolerance) in [("wind", 2e-4), ("moisture", 2e-3)] {
                let pairs =
                    fast.field(name).expect("declared").into_iter().zip(plain.field(name).expect("declared"));
                for (i, (a, b)) in pairs.enumerate() {
                    let off =
                        if name == "wind" { crate::angle::shift_from(a, b).abs() } else { (a - b).abs() };
                    assert!(off <= tolerance, "{rim:?} {name} at {i} after {step}: {a} or {b}");
                }
            }
        }
    }
}

#[test]
fn winds_come_to_rest_on_random_land_within_3000_steps() {
    for seed in 1..=3 {
        let mut engine = weather_on(Lattice::Square, 63, 51, Rim::Torus, &hills(63, 51, seed));
        let at = settle(&mut engine, 3_000);
        assert!(at.is_some(), "seed {seed}: {}", engine.delta("weather"));
    }
    let mut bounded = weather_on(Lattice::Square, 63, 51, Rim::Bounded, &hills(63, 51, 1));
    assert!(settle(&mut bounded, 3_000).is_some(), "{}", bounded.delta("weather"));
    let mut hex = weather_on(Lattice::Hex, 63, 52, Rim::Torus, &hills(63, 52, 1));
    assert!(settle(&mut hex, 3_000).is_some(), "{}", hex.delta("weather"));
}

#[test]
fn a_patch_wakes_the_wind_and_it_rests_again_within_150_steps() {
    let mut engine = weather_on(Lattice::Square, 63, 51, Rim::Torus, &hills(63, 51, 1));
    settle(&mut engine, 3_000).expect("comes to rest");
    engine.announce(Event::new("patch", DVec2::new(30.0, 20.0)).sized(4.0, 3_000.0)).expect("known");
    engine.step(&[]);
    assert!(engine.delta("weather") > 1.0, "{}", engine.delta("weather"));
    assert!(settle(&mut engine, 149).is_some(), "{}", engine.delta("weather"));
}
