//! Keeping the land around everybody loaded, and waking what sprouts there.
//!
//! Land a ring or two beyond what is needed is announced to the source when somebody comes into a chunk, so that it can be made before anybody is there.

use crate::books::LandBook;
use crate::doors::Doors;
use crate::fauna::Animal;
use crate::parts::{Away, Body};
use crate::slumber;
use crate::source::ChunkSource;
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_land::Land;
use wold_lore::land::Chunk;
use wold_space::{ChunkPos, DVec2, GuestId};
use wold_wire::ChunkChanges;

/// The loaded land and where more comes from. Not state: it can always be made again from the seed and the books.
#[derive(Resource)]
pub struct Ground {
    /// What is loaded.
    pub land: Land,
    source: Arc<dyn ChunkSource>,
    seed: Seed,
    start: DVec2,
    /// The chunks people are in; what is needed are these and those around them.
    centres: BTreeSet<ChunkPos>,
    needed: BTreeSet<ChunkPos>,
}

/// Rings of chunks loaded and awake around every body.
pub const AWAKE_RINGS: i32 = 2;
/// Rings beyond those that are announced to the source.
const AHEAD_RINGS: i32 = 2;
/// Loaded chunks nobody needs are dropped once there are this many more than needed.
const SPARE_CHUNKS: usize = 256;
/// Newcomers arrive within this many metres of the start.
const ARRIVAL_METRES: f64 = 14.0;
/// Where newcomers to another town than the first arrive, from its middle.
const BESIDE: DVec2 = DVec2::new(5.0, 0.0);

impl Ground {
    /// Land from a source, with newcomers arriving near `start`.
    #[must_use]
    pub fn new(source: Arc<dyn ChunkSource>, seed: Seed, start: DVec2) -> Self {
        let ground = Self {
            land: Land::default(),
            source,
            seed,
            start,
            centres: BTreeSet::new(),
            needed: BTreeSet::new(),
        };
        ground.announce([ChunkPos::of(start)]);
        ground
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

    /// Where a newcomer to the how-manieth town arrives: near its middle, on free dry ground if a few tries find some; where the source knows of no such town, near the start.
    #[must_use]
    pub fn arrival(&self, guest: GuestId, town: u16) -> DVec2 {
        let square = if town == 0 { None } else { self.source.square(town) };
        let Some(square) = square else { return near(&self.land, self.start, self.seed, guest) };
        // Nobody need be there yet.
        let mut land = Land::default();
        for pos in ChunkPos::of(square).around(1) {
            land.put(self.source.chunk(pos), ChunkChanges::default());
        }
        // The well stands in the very middle.
        near(&land, square + BESIDE, self.seed, guest)
    }

    /// Loads chunks with their changes, those that are not loaded, on as many threads as there are.
    fn load_all(&mut self, needed: &BTreeSet<ChunkPos>, book: &LandBook, doors: &Doors) {
        let missing: Vec<ChunkPos> =
            needed.iter().copied().filter(|pos| self.land.plot(*pos).is_none()).collect();
        let made: Vec<Arc<Chunk>> = missing.par_iter().map(|pos| self.source.chunk(*pos)).collect();
        for chunk in made {
            let (pos, changes) = (chunk.pos, book.changes.get(&chunk.pos).cloned().unwrap_or_default());
            self.land.put(chunk, changes);
            self.land.set_doors(pos, doors.open(pos));
        }
    }

    /// Tells the source what will be needed once somebody is in these chunks and walks on, the nearest first.
    fn announce(&self, centres: impl IntoIterator<Item = ChunkPos>) {
        let mut soon: Vec<(u32, ChunkPos)> = Vec::new();
        for centre in centres {
            let around = centre.around(AWAKE_RINGS + AHEAD_RINGS);
            let missing = around.filter(|pos| self.land.plot(*pos).is_none());
            soon.extend(missing.map(|pos| (pos.rings_to(centre), pos)));
        }
        soon.sort_unstable();
        let soon: Vec<ChunkPos> = soon.into_iter().map(|(_, pos)| pos).collect();
        if !soon.is_empty() {
            self.source.expect(&soon);
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
        self.centres.clear();
        self.needed.clear();
    }
}

/// A free dry spot near a place, if a few tries find one.
fn near(land: &Land, start: DVec2, seed: Seed, guest: GuestId) -> DVec2 {
    let mut stream = Stream::named(seed, "arrival", &[guest.0]);
    let mut obstacles = Vec::new();
    for _ in 0..16 {
        let offset = DVec2::new(
            stream.range(-ARRIVAL_METRES, ARRIVAL_METRES),
            stream.range(-ARRIVAL_METRES, ARRIVAL_METRES),
        );
        let place = start + offset;
        obstacles.clear();
        land.obstacles(place, 0, 0.6, &mut obstacles);
        if obstacles.is_empty() && land.depth(place) <= 0.0 && land.house_at(place, 0).is_none() {
            return place;
        }
    }
    start
}

/// Loads the chunks around everybody and lets each one's things sprout when it is first reached.
pub(crate) fn keep_loaded(world: &mut World) {
    let mut bodies = world.query_filtered::<&Body, (Without<Away>, Without<Animal>)>();
    let mut centres: BTreeSet<ChunkPos> = bodies.iter(world).map(|body| ChunkPos::of(body.0.place)).collect();
    centres.insert(ChunkPos::of(world.resource::<Ground>().start));
    if world.resource::<Ground>().centres == centres {
        return;
    }
    let needed: BTreeSet<ChunkPos> = centres.iter().flat_map(|pos| pos.around(AWAKE_RINGS)).collect();
    world.resource_scope::<Ground, _>(|world, mut ground| {
        ground.announce(centres.difference(&ground.centres).copied());
        ground.load_all(&needed, world.resource::<LandBook>(), world.resource::<Doors>());
        if ground.land.len() > needed.len() + SPARE_CHUNKS {
            let idle: Vec<ChunkPos> =
                ground.land.plots().map(|plot| plot.chunk.pos).filter(|pos| !needed.contains(pos)).collect();
            for pos in idle {
                ground.land.forget(pos);
            }
        }
        for &pos in &needed {
            slumber::wake(world, ground.seed, &ground.land.plot(pos).expect("just loaded").chunk);
        }
        slumber::note_idle(world, &needed);
        (ground.centres, ground.needed) = (centres, needed);
    });
}
