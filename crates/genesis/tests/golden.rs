//! Worlds that must never change: one number each for the chunks around the start of ten seeds.

use wold_chance::Seed;
use wold_genesis::{Genesis, digest};
use wold_space::ChunkPos;

const GOLDEN: [(u64, u64); 10] =
    [(0, 0), (1, 0), (2, 0), (3, 0), (5, 0), (7, 0), (42, 0), (1_234, 0), (99_999, 0), (u64::MAX, 0)];

fn around_start(seed: u64) -> u64 {
    let world = Genesis::new(Seed(seed));
    let ChunkPos { x, y } = ChunkPos::of(world.start());
    digest::area(&world, ChunkPos { x: x - 2, y: y - 2 }, ChunkPos { x: x + 2, y: y + 2 })
}

#[test]
fn ten_worlds_are_what_they_were() {
    let found: Vec<(u64, u64)> = GOLDEN.iter().map(|&(seed, _)| (seed, around_start(seed))).collect();
    assert_eq!(found, GOLDEN.to_vec());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
        pool.install(|| around_start(42))
    };
    assert_eq!(hash(1), hash(4));
}

#[test]
fn other_seeds_are_other_worlds() {
    let mut hashes: Vec<u64> = GOLDEN.iter().map(|&(_, hash)| hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), GOLDEN.len());
}
