//! What the hash of a world costs after people have been everywhere: `cargo bench --bench hash`.
//!
//! Somebody is sent over 17,500 chunks, each with things lying about, and a crowd walks around the start. The tick with the hash is timed beside those
//! without, and beside the same hash computed anew; both must be equal. With `--test` the way is shorter.

use std::sync::Arc;
use std::time::Instant;
use wold_lore::land::{Chunk, Sprout, ThingKind};
use wold_space::{ChunkPos, DVec2, GuestId, TICKS_PER_SECOND};
use wold_wire::state::STEPS_PER_METRE;
use wold_wire::{Gait, Intent, Steering};
use wold_world::registry::Roll;
use wold_world::{Act, ChunkSource, Command, Decree, Origin, Realm};

/// A heath with berries and herbs everywhere.
struct Heath;

impl ChunkSource for Heath {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        let sprout = |kind, at| Sprout { kind, at };
        chunk.sprouts = vec![sprout(ThingKind::Berries, [900, 300]), sprout(ThingKind::Herb, [3000, 3500])];
        Arc::new(chunk)
    }
}

fn command(guest: u64, act: Act) -> Command {
    Command { guest: GuestId(guest), number: 0, act }
}

fn milliseconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let (leaps, seconds) = if test { (20, 2) } else { (700, 30) };
    let mut realm = Realm::new(Origin { source: Arc::new(Heath), ..Origin::meadow(7) });
    let enter = |n| command(n, Act::Enter { name: format!("Person {n}"), human: false, look: 0 });
    realm.step((1..=60).map(enter).collect());
    let walk = |n: u64| {
        let (east, north) = ((n * 53 % 200) as i8, (n * 31 % 200) as i8);
        command(n, Act::Intent(Intent::Move(Steering { east, north, heading: 0, gait: Gait::Sneak })))
    };
    realm.step((2..=60).map(walk).collect());
    let mut explored = 0;
    let who = realm.body_of(GuestId(1)).expect("in");
    for leap in 1..=leaps {
        let to = DVec2::new(2_000.0 + 160.0 * f64::from(leap), 16.0) * STEPS_PER_METRE;
        let to = [to.x as i32, to.y as i32];
        realm.step(vec![command(0, Act::Decree(Decree::Move { who, to }))]);
        (0..4).for_each(|_| drop(realm.step(vec![])));
        explored += 25;
    }
    let (mut hashing, mut plain, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..seconds * TICKS_PER_SECOND {
        let mut hash = None;
        let time = milliseconds(|| hash = realm.step(vec![]).hash);
        let Some(hash) = hash else {
            plain.push(time);
            continue;
        };
        hashing.push(time);
        whole.push(milliseconds(|| assert_eq!(realm.hash(), hash, "what changed and everything agree")));
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let entities = realm.ecs().resource::<Roll>().0.len();
    assert!(entities < 8_000, "{entities} entities are left of {explored} chunks");
    println!(
        "{explored} chunks explored, {entities} entities: tick with the hash {:.2} ms (most {:.2}), without {:.2} ms, hash anew {:.2} ms, snapshot {} KiB",
        median(&mut hashing),
        hashing.last().copied().unwrap_or_default(),
        median(&mut plain),
        median(&mut whole),
        realm.save().len() / 1024
    );
}
