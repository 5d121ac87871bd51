//! Living: `cargo bench --bench living`.
//!
//! Two thousand neighbours, each a guest of its own with thirty others in sight, live at 20 Hz on one core: needs, charts, senses, talk, legs.
//! The figure is the time of a tick for all of them; the best of several rounds, so that a busy machine disturbs it least. That they really live is
//! checked: they decide, walk and speak. With `--test` a few live for a moment.

use std::sync::Arc;
use std::time::Instant;
use wold_chance::Seed;
use wold_folk::{Inhabitant, Neighbour, VillagerConfig, Window};
use wold_guest::{Guest, GuestConfig};
use wold_land::places::Atlas;
use wold_lore::land::{Chunk, Place, PlaceKind};
use wold_mind::gossip::{Actions, BeingId, Matter};
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, Tick};
use wold_wire::state::metres_to_steps;
use wold_wire::{
    Card, ChunkChanges, Down, EntityKind, EntityState, FromGuest, FromHost, Intent, OwnState, Physique, Seq,
    Snapshot, Up, Welcome,
};

/// Others each of them sees.
const COMPANY: usize = 30;
/// Milliseconds asked for.
const ASKED: f64 = 25.0;

struct Life {
    guest: Guest,
    inhabitant: Inhabitant,
    window: Window,
    /// The last steering it sent.
    steered: Option<Seq>,
}

fn land() -> Vec<Arc<Chunk>> {
    let square = (-2..=2).flat_map(|y| (-2..=2).map(move |x| ChunkPos { x, y }));
    square
        .map(|pos| {
            let mut chunk = Chunk::meadow(pos);
            let kinds =
                [PlaceKind::Home, PlaceKind::Inn, PlaceKind::Market, PlaceKind::Well, PlaceKind::Field];
            let kind = kinds[(pos.x + pos.y).unsigned_abs() as usize % kinds.len()];
            chunk.places.push(Place { kind, name: "a place".into(), at: pos.origin() + DVec2::splat(16.0) });
            Arc::new(chunk)
        })
        .collect()
}

fn standing(id: usize) -> EntityState {
    let angle = id as f64 * 0.7;
    let at = DVec2::from_angle(angle) * (2.0 + 0.3 * id as f64);
    EntityState { x: metres_to_steps(at.x), y: metres_to_steps(at.y), ..EntityState::default() }
}

fn life(number: usize, land: &[Arc<Chunk>], actions: &Actions, atlas: &Atlas) -> Life {
    let name = format!("Neighbour {number}");
    let mut mind = Neighbour::new(Seed(1), &name, VillagerConfig::default());
    // Everybody of a household can be looked into.
    let window = mind.window();
    {
        let inner = mind.mindset_mut();
        let hit = actions.named("hit").expect("listed");
        for n in 0..24 {
            let (a, b) = (format!("Other {n}"), format!("Other {}", n + 1));
            let (a, b): (BeingId, BeingId) = (inner.names.learn(&a), inner.names.learn(&b));
            inner.memory.witness(actions, Matter::deed(a, hit, Some(b), 1), None, 9.0);
        }
    }
    let mut guest = Guest::admitted(GuestConfig { view: 2, ping_steps: 0, ..Default::default() });
    guest.take(Down::Message(FromHost::Welcome(Welcome {
        guest: GuestId(1),
        body: EntityId(1),
        seed: 1,
        tick: Tick(0),
        token: [0; 16],
        operator: false,
        view: 2,
        world: String::new(),
        physique: Physique::default(),
        decided: 0,
        manifest: Arc::default(),
    })));
    for chunk in land {
        guest.take(Down::Message(FromHost::Chunk { land: chunk.clone(), changes: ChunkChanges::default() }));
    }
    let inhabitant = Inhabitant::new(mind, number as u64).reading(atlas.clone());
    Life { guest, inhabitant, window, steered: None }
}

/// What an honest host on a perfect line would tell: others stand, and one's own body is where it was predicted.
fn snapshot(life: &Life, tick: u64, first: bool) -> Down {
    let card = |n: usize| {
        let (id, name) = (EntityId(100 + n as u64), format!("Other {n}"));
        Arc::new(Card { id, kind: EntityKind::INHABITANT, name, look: 0 })
    };
    let others = 0..COMPANY;
    let (entered, updated) = if first {
        (others.map(|n| (card(n), standing(n))).collect(), Vec::new())
    } else {
        (Vec::new(), others.map(|n| (EntityId(100 + n as u64), standing(n))).collect())
    };
    let motion = life.guest.known().footing().motion();
    let own = OwnState {
        steering: life.steered,
        place: motion.place,
        velocity: motion.velocity.as_dvec2(),
        pose: motion.pose,
        health: 255,
        stamina: 255,
        ..OwnState::default()
    };
    Down::Snapshot(Snapshot { tick: Tick(tick), own, entered, updated, left: Vec::new() })
}

/// Milliseconds of the mean tick of so many for so many ticks.
fn live(count: usize, ticks: u64) -> f64 {
    let (land, actions) = (land(), Actions::deeds());
    // A household walks by one map of places.
    let atlas = Atlas::default();
    let mut lives: Vec<Life> = (0..count).map(|n| life(n, &land, &actions, &atlas)).collect();
    for life in &mut lives {
        let news = snapshot(life, 1, true);
        life.guest.take(news);
    }
    let (mut spoken, mut spent) = (0_u64, 0.0);
    for tick in 2..2 + ticks {
        // What the host does to tell them is the host's: only living is measured.
        let news: Vec<Down> = lives.iter().map(|life| snapshot(life, tick, false)).collect();
        let start = Instant::now();
        for (life, news) in lives.iter_mut().zip(news) {
            life.guest.take(news);
            life.inhabitant.live(&mut life.guest);
            for up in life.guest.step() {
                if let Up::Steering(packet) = &up {
                    life.steered = Some(packet.newest);
                }
                let says = matches!(up, Up::Message(FromGuest::Do { intent: Intent::Say { .. }, .. }));
                spoken += u64::from(says);
            }
        }
        spent += start.elapsed().as_secs_f64();
    }
    // Asked once, they publish at the next thought.
    lives.iter().for_each(|life| drop(life.window.look()));
    for life in &mut lives {
        (0..20).for_each(|_| {
            life.inhabitant.live(&mut life.guest);
            drop(life.guest.step());
        });
    }
    let decided = lives.iter().filter(|life| life.window.look().decision.is_some());
    assert!(decided.count() * 10 >= count * 9, "they decide");
    assert!(spoken > 0 || ticks < 100, "they talk");
    spent * 1e3 / ticks as f64
}

fn main() {
    let small = std::env::args().any(|argument| argument == "--test");
    let (count, ticks, rounds) = if small { (20, 120, 1) } else { (2000, 400, 3) };
    let tick = (0..rounds).map(|_| live(count, ticks)).fold(f64::INFINITY, f64::min);
    println!(
        "{count} neighbours with {COMPANY} others in sight each: {tick:.2} ms a tick (asked for 2,000: {ASKED})"
    );
}
