//! Genesis beside the crate `noise`, and against its limits: `cargo bench --bench genesis`.
//!
//! Points are timed as the best of several rounds, so that a busy machine disturbs them least; every result is checked.
//! With `--test` everything runs once and small.

use noise::{Fbm, MultiFractal, NoiseFn, Perlin};
use rayon::prelude::*;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_genesis::draw::{Layer, View, row};
use wold_genesis::elevation::{Elevation, OCTAVES};
use wold_space::{ChunkPos, DVec2};

const POINTS: u32 = 200_000;

/// The best time of several rounds.
fn best(rounds: usize, mut work: impl FnMut()) -> Duration {
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .expect("there is at least one round")
}

/// A lattice of points from `lo`, `step` metres apart.
fn lattice(lo: DVec2, step: f64) -> impl Iterator<Item = DVec2> {
    (0..POINTS).map(move |i| lo + DVec2::new(f64::from(i % 500), f64::from(i / 500)) * step)
}

fn per_point(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9 / f64::from(POINTS)
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let (rounds, chunks, pixels) = if test { (1, 20, 64) } else { (7, 1_000, 1_024) };
    let peer = Fbm::<Perlin>::new(1).set_octaves(OCTAVES);
    let peer_time = best(rounds, || {
        let sum: f64 = lattice(DVec2::ZERO, 0.01).map(|p| peer.get([p.x, p.y])).sum();
        assert!(black_box(sum).is_finite());
    });

    let land = Elevation::new(Seed(42));
    // Wide steps cross sea, plains and mountains alike.
    let land_time = best(rounds, || {
        let sum: f32 = lattice(DVec2::ZERO, 97.0).map(|p| land.at(p)).sum();
        assert!(black_box(sum).is_finite());
    });

    let world = Genesis::new(Seed(42));
    let around = world.start() - DVec2::splat(1_000.0);
    let height_time = best(rounds, || {
        let sum: f32 = lattice(around, 4.0).map(|p| world.height(p)).sum();
        assert!(black_box(sum) > 0.0, "a town stands above the sea");
    });

    let centre = ChunkPos::of(world.start());
    let chunks: Vec<ChunkPos> = centre.around(16).skip(if test { 500 } else { 40 }).take(chunks).collect();
    let start = Instant::now();
    let fresh = Genesis::new(Seed(42));
    let houses: usize = chunks.iter().map(|&pos| fresh.chunk(pos).houses.len()).sum();
    let chunk_time = start.elapsed() / chunks.len() as u32;
    assert!(houses > 0, "the chunks hold a town");

    let start = Instant::now();
    let fresh = Genesis::new(Seed(42));
    let view = View {
        corner: fresh.start() - DVec2::splat(2_048.0),
        scale: 4_096.0 / f64::from(pixels),
        width: pixels,
        height: pixels,
    };
    let rows: Vec<Vec<u8>> =
        (0..view.height).into_par_iter().map(|r| row(&fresh, &view, Layer::All, r)).collect();
    let draw_time = start.elapsed();
    assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), (pixels * pixels * 3) as usize);

    println!("noise 0.9 Fbm<Perlin>, {OCTAVES} octaves   {:8.1} ns a point", per_point(peer_time));
    println!("bare land, {OCTAVES} octaves               {:8.1} ns a point", per_point(land_time));
    println!("finished ground (Genesis::height)   {:8.1} ns a point", per_point(height_time));
    let ratio = |time: Duration| peer_time.as_secs_f64() / time.as_secs_f64();
    println!(
        "points per second against the peer: bare land x{:.2}, finished ground x{:.2}",
        ratio(land_time),
        ratio(height_time)
    );
    println!("chunk, mean of {} from cold     {chunk_time:8.1?}   (limit 3 ms)", chunks.len());
    println!("map of 4,096 m in {pixels} pixels       {draw_time:8.1?}   (limit 10 s)");
}
