//! What a look costs: lines of sight in a town, eight to a body, on one core.
//!
//! `cargo bench --bench sight` prints how many a second and asserts the limit: 200,000. That the answers are right is asserted against the same lines asked one by one, from the other end.

use std::hint::black_box;
use std::time::Instant;
use wold_chance::{Seed, Stream};
use wold_genesis::Genesis;
use wold_land::{Land, Point, Shades};
use wold_space::{ChunkPos, DVec2};
use wold_wire::{ChunkChanges, Pose};

/// Lines of sight a second that one core must do.
const LIMIT: f64 = 200_000.0;
/// Looks asked, and lines in a look.
const LOOKS: usize = 40_000;
const PARTS: usize = 8;

fn main() {
    let genesis = Genesis::new(Seed(42));
    let start = genesis.start();
    let mut land = Land::default();
    for pos in ChunkPos::of(start).around(3) {
        land.put(std::sync::Arc::new(genesis.chunk(pos)), ChunkChanges::default());
    }
    let looks = looks(&land, start);
    // What houses and ground hide is found when somebody first looks.
    let warm = ask(&land, &looks[..1_000]);
    assert!(warm > 0);
    let began = Instant::now();
    let seen = black_box(ask(&land, &looks));
    let rate = (LOOKS * PARTS) as f64 / began.elapsed().as_secs_f64();
    println!("{rate:.0} lines of sight a second, {} % of them clear", 100 * seen / (LOOKS * PARTS));
    assert!(rate >= LIMIT, "{rate:.0} lines a second are fewer than {LIMIT}");
    let back = looks.iter().flat_map(|(eyes, parts)| parts.iter().map(|part| land.sees(*part, *eyes)));
    assert_eq!(back.filter(|clear| *clear).count(), seen, "who sees is seen");
    let share = 100 * seen / (LOOKS * PARTS);
    assert!((5..95).contains(&share), "a town hides some and shows some: {share} %");
}

/// Pairs of people up to 30 m from each other: the eyes of one, points of the other's body.
fn looks(land: &Land, start: DVec2) -> Vec<(Point, [Point; PARTS])> {
    let mut stream = Stream::named(Seed(9), "looks", &[]);
    (0..LOOKS)
        .map(|_| {
            let mut off = |far: f64| DVec2::new(stream.range(-far, far), stream.range(-far, far));
            let from = start + off(40.0);
            let to = from + off(20.0);
            let foot = land.figure(to, 0, Pose::Lying).eyes;
            let part = |n: usize| Point { place: foot.place, height: foot.height + n as f64 * 0.2 };
            (land.eyes(from, 0, Pose::Standing), std::array::from_fn(part))
        })
        .collect()
}

/// How many lines are clear, asked look by look.
fn ask(land: &Land, looks: &[(Point, [Point; PARTS])]) -> usize {
    let clear = looks.iter().map(|(eyes, parts)| {
        let shades = Shades::between(land, *eyes, parts[0]);
        parts.iter().filter(|part| shades.sees(*eyes, **part)).count()
    });
    clear.sum()
}
