//! Keeping the land around everybody loaded, and waking what sprouts there.

use crate::books::LandBook;
use crate::land::{ChunkSource, Land};
use crate::parts::{Away, Body, Lies, Thing};
use crate::realm::spawn;
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_space::{ChunkPos, DVec2, GuestId};

/// The loaded land and where more comes from. Not state: it can always be made again from the seed and the books.
#[derive(Resource)]
pub struct Ground {
    /// What is loaded.
    pub land: Land,
    source: Arc<dyn ChunkSource>,
    seed: Seed,
    start: DVec2,
    needed: BTreeSet<ChunkPos>,
}

/// Rings of chunks loaded and awake around every body.
pub const AWAKE_RINGS: i32 = 2;
/// Loaded chunks nobody needs are dropped once there are this many more than needed.
const SPARE_CHUNKS: usize = 256;
/// Newcomers arrive within this many metres of the start.
const ARRIVAL_METRES: f64 = 14.0;

impl Ground {
    /// Land from a source, with newcomers arriving near `start`.
    #[must_use]
    pub fn new(source: Arc<dyn ChunkSource>, seed: Seed, start: DVec2) -> Self {
        Self { land: Land::default(), source, seed, start, needed: BTreeSet::new() }
    }

    /// Where people begin.
    #[must_use]
    pub fn start(&self) -> DVec2 {
        self.start
    }

    /// The world's seed.
    pub(crate) fn seed(&self) -> Seed {
        self.seed
    }

    /// The chunks around everybody: which they are follows from where bodies are, and from nothing else.
    pub(crate) fn needed(&self) -> &BTreeSet<ChunkPos> {
        &self.needed
    }

    /// Where a newcomer arrives: near the start, on free dry ground if a few tries find some.
    #[must_use]
    pub fn arrival(&self, guest: GuestId) -> DVec2 {
        let mut stream = Stream::named(self.seed, "arrival", &[guest.0]);
        let mut obstacles = Vec::new();
        for _ in 0..16 {
            let offset = DVec2::new(
                stream.range(-ARRIVAL_METRES, ARRIVAL_METRES),
                stream.range(-ARRIVAL_METRES, ARRIVAL_METRES),
            );
            let place = self.start + offset;
            obstacles.clear();
            self.land.obstacles(place, 0, 0.6, &mut obstacles);
            if obstacles.is_empty() && self.land.depth(place) <= 0.0 && self.land.house_at(place, 0).is_none()
            {
                return place;
            }
        }
        self.start
    }

    /// Loads a chunk with its changes, if it is not loaded.
    pub fn load(&mut self, pos: ChunkPos, book: &LandBook) {
        if self.land.plot(pos).is_none() {
            let changes = book.changes.get(&pos).cloned().unwrap_or_default();
            self.land.put(self.source.chunk(pos), changes);
        }
    }

    /// Where chunks come from.
    #[must_use]
    pub fn source(&self) -> Arc<dyn ChunkSource> {
        self.source.clone()
    }

    /// Drops everything loaded; for when the books were replaced.
    pub fn forget_all(&mut self) {
        self.land = Land::default();
        self.needed.clear();
    }
}

/// Loads the chunks around every body and lets each one's things sprout when it is first reached.
pub(crate) fn keep_loaded(world: &mut World) {
    let mut bodies = world.query_filtered::<&Body, Without<Away>>();
    let mut centres: BTreeSet<ChunkPos> = bodies.iter(world).map(|body| ChunkPos::of(body.0.place)).collect();
    centres.insert(ChunkPos::of(world.resource::<Ground>().start));
    let needed: BTreeSet<ChunkPos> = centres.iter().flat_map(|pos| pos.around(AWAKE_RINGS)).collect();
    if world.resource::<Ground>().needed == needed {
        return;
    }
    world.resource_scope::<Ground, _>(|world, mut ground| {
        let book = world.resource::<LandBook>();
        for &pos in &needed {
            ground.load(pos, book);
        }
        if ground.land.len() > needed.len() + SPARE_CHUNKS {
            let idle: Vec<ChunkPos> =
                ground.land.plots().map(|plot| plot.chunk.pos).filter(|pos| !needed.contains(pos)).collect();
            for pos in idle {
                ground.land.forget(pos);
            }
        }
        for &pos in &needed {
            if !world.resource_mut::<LandBook>().awake.insert(pos) {
                continue;
            }
            let chunk = ground.land.plot(pos).expect("just loaded").chunk.clone();
            for sprout in &chunk.sprouts {
                let local = DVec2::new(f64::from(sprout.at[0]), f64::from(sprout.at[1])) / 128.0;
                let lies = Lies { place: pos.origin() + local, level: 0 };
                spawn(world, (Thing { kind: sprout.kind, lit: false }, lies));
            }
        }
        ground.needed = needed;
    });
}
