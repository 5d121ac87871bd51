//! Worlds that must never change: one number each for the chunks around the start of ten seeds.

use wold_chance::Seed;
use wold_genesis::{Genesis, digest};
use wold_space::ChunkPos;

const GOLDEN: [(u64, u64); 10] = [
    (0, 0x66c3_0c41_8e87_8d70),
    (1, 0xba2b_d032_da34_c68a),
    (2, 0x00e9_3515_5403_abe9),
    (3, 0x301c_286c_53e9_b130),
    (5, 0x2261_3f17_5ef9_82af),
    (7, 0x45db_2582_fc36_e717),
    (42, 0x261b_8e82_b4b1_6fc9),
    (1_234, 0x83e9_f047_2478_d3c4),
    (99_999, 0x66b0_f9c6_a32b_a544),
    (u64::MAX, 0x0724_34c3_a86b_c115),
];

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
