//! Published vectors and what must hold of every map.

use super::generators::{fault, hill_height, midpoints, square_side};
use super::*;

const NAMES: [&str; 6] = ["simple", "limited", "particles", "faults", "hills", "diamond-square"];

fn recipe(name: &str) -> Recipe {
    match name.parse().expect("a known name") {
        // Ten million grains are for pictures.
        Recipe::Particles { grain, repose, .. } => Recipe::Particles { count: 20_000, grain, repose },
        // Four hundred hills would fill a small map to the brim.
        Recipe::Hills { radius, size, .. } => Recipe::Hills { count: 6, radius, size },
        other => other,
    }
}

#[test]
fn every_generator_fills_any_size_within_bounds_and_repeats() {
    for name in NAMES {
        for (width, height) in [(1, 1), (2, 1), (3, 7), (64, 33), (65, 65), (100, 60)] {
            let map = HeightMap::generate(recipe(name), width, height, 256.0, Seed(3)).expect("valid");
            assert_eq!(map.cells.len(), width * height);
            assert!(map.cells.iter().all(|h| (0.0..=256.0).contains(h)), "{name} {width}x{height}");
            assert_eq!(map, HeightMap::generate(recipe(name), width, height, 256.0, Seed(3)).expect("valid"));
        }
        let other = HeightMap::generate(recipe(name), 40, 40, 256.0, Seed(4)).expect("valid");
        assert_ne!(
            other,
            HeightMap::generate(recipe(name), 40, 40, 256.0, Seed(3)).expect("valid"),
            "{name}"
        );
    }
}

#[test]
fn limited_random_binds_every_column() {
    let map = HeightMap::generate(recipe("limited"), 50, 50, 256.0, Seed(1)).expect("valid");
    for y in 1..50 {
        assert!((map.at(0, y) - map.at(0, y - 1)).abs() <= 32.0);
    }
}

#[test]
fn grains_lie_no_steeper_than_their_repose_and_none_is_lost() {
    let map = HeightMap::generate(
        Recipe::Particles { count: 30_000, grain: 1.0, repose: 4.0 },
        40,
        30,
        1e9,
        Seed(2),
    )
    .expect("valid");
    assert!((map.cells.iter().sum::<f64>() - 30_000.0).abs() < 1e-6);
    for (x, y) in (0..30).flat_map(|y| (0..40).map(move |x| (x, y))) {
        let here = map.at(x, y);
        assert!((here - map.at(x + 1, y)).abs() <= 4.0 && (here - map.at(x, y + 1)).abs() <= 4.0);
    }
}

#[test]
fn one_fault_lifts_one_side() {
    let mut map = HeightMap::flat(5, 5, 128.0).expect("small");
    fault(&mut map, 256.0, 2.0, [[0.0, 0.0], [4.0, 4.0]]);
    for (x, y) in (0..5).flat_map(|y| (0..5).map(move |x| (x, y))) {
        assert_eq!(map.at(x, y), if y > x { 130.0 } else { 126.0 });
    }
}

#[test]
fn a_hill_has_the_published_profile() {
    for (squared, expected) in
        [(0.0, 16.0), (256.0, 13.656_85), (512.0, 8.0), (768.0, 2.343_15), (1024.0, 0.0)]
    {
        assert!((hill_height(squared, 32.0, 16.0) - expected).abs() < 1e-5);
    }
}

#[test]
fn midpoints_without_chance_give_the_published_square() {
    let mut map = HeightMap::flat(5, 5, f64::NAN).expect("small");
    midpoints(&mut map, [0.0; 4], 128.0, 1.0, |d| d);
    let expected = [
        [0.0, 208.0, 192.0, 208.0, 0.0],
        [208.0, 192.0, 240.0, 192.0, 208.0],
        [192.0, 240.0, 128.0, 240.0, 192.0],
        [208.0, 192.0, 240.0, 192.0, 208.0],
        [0.0, 208.0, 192.0, 208.0, 0.0],
    ];
    assert_eq!(map.cells, expected.concat());
}

#[test]
fn midpoints_write_every_cell_once() {
    for n in [3, 5, 9, 17] {
        let mut map = HeightMap::flat(n, n, f64::NAN).expect("small");
        let mut written = 0;
        midpoints(&mut map, [0.0; 4], 1.0, 1.0, |d| {
            written += 1;
            d
        });
        assert!(map.cells.iter().all(|h| !h.is_nan()));
        assert_eq!(written, n * n - 4);
    }
    assert_eq!([1, 2, 3, 4, 257, 258].map(square_side), [2, 2, 3, 5, 257, 513]);
}

#[test]
fn halving_takes_means_and_an_odd_edge_takes_three() {
    let map = HeightMap { width: 5, height: 2, cells: (0..10).map(f64::from).collect() };
    let half = map.halved();
    assert_eq!((half.width, half.height), (2, 1));
    assert_eq!(half.cells, [3.0, 5.5]);
}

#[test]
fn filters_smooth_and_fill_the_range() {
    let rough = HeightMap::generate(Recipe::Simple, 30, 30, 256.0, Seed(1)).expect("valid");
    let spread = |m: &HeightMap| m.bounds().1 - m.bounds().0;
    let smooth = rough.blurred().blurred();
    assert!(spread(&smooth) < spread(&rough));
    assert_eq!(smooth.stretched(100.0).bounds(), (0.0, 100.0));
    assert_eq!(HeightMap::flat(3, 3, 7.0).expect("small").stretched(5.0).bounds(), (0.0, 0.0));
}

#[test]
fn nonsense_is_refused() {
    let make = |recipe, w, h, top| HeightMap::generate(recipe, w, h, top, Seed(1));
    assert!(matches!(make(Recipe::Simple, 0, 5, 1.0), Err(HeightMapError::Size { .. })));
    assert!(matches!(make(Recipe::Simple, usize::MAX, 2, 1.0), Err(HeightMapError::Size { .. })));
    assert!(matches!(make(Recipe::Simple, 1 << 20, 1 << 20, 1.0), Err(HeightMapError::Size { .. })));
    assert!(make(Recipe::Simple, 5, 5, -1.0).is_err());
    assert!(make(Recipe::Particles { count: 1, grain: 4.0, repose: 1.0 }, 5, 5, 9.0).is_err());
    assert!("dunes".parse::<Recipe>().is_err());
}
