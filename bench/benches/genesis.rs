//! Genesis beside the crate `noise`, and against its limits: `cargo bench --bench genesis`.
//!
//! Every measurement is the best of several rounds, so that a busy machine disturbs it least, and checks its result.

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
const ROUNDS: usize = 5;

/// The best time of several rounds.
fn best(mut work: impl FnMut()) -> Duration {
    (0..ROUNDS)
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
    let peer = Fbm::<Perlin>::new(1).set_octaves(OCTAVES);
    let peer_time = best(|| {
        let sum: f64 = lattice(DVec2::ZERO, 0.01).map(|p| peer.get([p.x, p.y])).sum();
        assert!(black_box(sum).is_finite());
    });

    let land = Elevation::new(Seed(42));
    // Wide steps cross sea, plains and mountains alike.
    let land_time = best(|| {
        let sum: f32 = lattice(DVec2::ZERO, 97.0).map(|p| land.at(p)).sum();
        assert!(black_box(sum).is_finite());
    });

    let world = Genesis::new(Seed(42));
    let around = world.start() - DVec2::splat(1_000.0);
    let height_time = best(|| {
        let sum: f32 = lattice(around, 4.0).map(|p| world.height(p)).sum();
        assert!(black_box(sum) > 0.0, "a town stands above the sea");
    });

    let centre = ChunkPos::of(world.start());
    let chunks: Vec<ChunkPos> = centre.around(16).take(1_000).collect();
    let start = Instant::now();
    let fresh = Genesis::new(Seed(42));
    let houses: usize = chunks.iter().map(|&pos| fresh.chunk(pos).houses.len()).sum();
    let chunk_time = start.elapsed() / chunks.len() as u32;
    assert!(houses > 10, "the chunks hold a town");

    let start = Instant::now();
    let fresh = Genesis::new(Seed(42));
    let view = View { corner: fresh.start() - DVec2::splat(2_048.0), scale: 4.0, width: 1_024, height: 1_024 };
    let rows: Vec<Vec<u8>> = (0..view.height).into_par_iter().map(|r| row(&fresh, &view, Layer::All, r)).collect();
    let draw_time = start.elapsed();
    assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), 1_024 * 1_024 * 3);

    println!("noise 0.9 Fbm<Perlin>, {OCTAVES} octaves   {:8.1} ns a point", per_point(peer_time));
    println!("bare land, {OCTAVES} octaves               {:8.1} ns a point", per_point(land_time));
    println!("finished ground (Genesis::height)   {:8.1} ns a point", per_point(height_time));
    let ratio = |time: Duration| peer_time.as_secs_f64() / time.as_secs_f64();
    println!("points per second against the peer: bare land x{:.2}, finished ground x{:.2}", ratio(land_time), ratio(height_time));
    println!("chunk, mean of 1,000 from cold      {chunk_time:8.1?}   (limit 3 ms)");
    println!("map of 4,096 m in 1,024 pixels      {draw_time:8.1?}   (limit 10 s)");
}
