//! How many wild animals there are: bodies drawn from the ecology's numbers.
//!
//! Contract: the ecology owns the number. Over the chunks of a tile that somebody needs, the bodies of a kind are those its heads amount to, in the cells it lives on: `floor(heads · fauna / heads a body + lot)`, where the
//! lot of a tile and kind is drawn once, from the seed. Every few seconds a tile has its turn: bodies that are too few come, where nobody stands, beside others of their kind; of those that are too many the one farthest
//! from people goes, if nobody is near. Who is killed takes its heads along ([`lose`]): what is hunted out stays away until the ecology has grown new ones by its own rules.

use super::{Animal, Livestock, bring};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::environment::{CELL_METRES, Environment, TILE_CELLS, cell_of};
use crate::ground::Ground;
use crate::nature::{self, Element, Nature};
use crate::parts::{Away, Body, Fallen, Id, Person};
use crate::realm::despawn;
use bevy_ecs::prelude::*;
use std::collections::BTreeMap;
use wold_chance::Stream;
use wold_fields::engine::{Cell, TilePos};
use wold_lore::Being;
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId};

/// How often a place to come to is tried for.
const TRIES: u32 = 6;
/// Depth in metres at which fish swim.
const SWUM: f32 = 0.32;

fn tile_of(chunk: ChunkPos) -> TilePos {
    let side = TILE_CELLS as i32 * CELL_METRES as i32 / CHUNK_METRES as i32;
    TilePos { x: chunk.x.div_euclid(side), y: chunk.y.div_euclid(side) }
}

/// A cell and its middle.
type Spot = (Cell, DVec2);

/// The cells of these chunks a kind lives on.
fn grounds(world: &World, chunks: &[ChunkPos], nature: &Nature) -> Vec<Spot> {
    let land = &world.resource::<Ground>().land;
    let mut found = Vec::new();
    for plot in chunks.iter().filter_map(|pos| land.plot(*pos)) {
        for (east, north) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
            let middle = DVec2::new(east, north) * CHUNK_METRES;
            let fits = match nature.element {
                // A river may run beside the middle of its cell: its stock is what counts.
                Element::Water => true,
                Element::Land | Element::Air => {
                    nature.lives_on.contains(&plot.chunk.ecosystem(middle.as_vec2()))
                }
            };
            if fits {
                let place = plot.chunk.pos.origin() + middle;
                found.push((cell_of(place), place));
            }
        }
    }
    found
}

/// How many bodies of a kind there should be on these grounds; nothing where no ecology is.
fn wanted(world: &World, tile: TilePos, grounds: &[Spot], nature: &Nature) -> Option<usize> {
    let (environment, stock) = (world.resource::<Environment>(), nature.stock.as_ref()?);
    let mut heads = 0.0;
    for (cell, _) in grounds {
        heads += f64::from(environment.heads(stock, *cell)?);
    }
    let richness = world.resource::<WorldConfig>().fauna;
    let seed = world.resource::<Ground>().seed();
    let key = [tile.x as u64, tile.y as u64, nature.being as u64];
    let lot = Stream::named(seed, "wild", &key).unit();
    let bodies = heads * richness / nature.heads;
    // Where there is not a single head there is no lot to draw.
    Some(if bodies < 0.05 { 0 } else { (bodies + lot).floor() as usize })
}

/// Lets wild animals come and go in the tiles whose turn it is.
pub(crate) fn balance(world: &mut World) {
    let now = world.resource::<Now>().0;
    if world.resource::<WorldConfig>().fauna <= 0.0 {
        return;
    }
    let coming = nature::common().coming;
    let every = nature::ticks(coming.turn_seconds);
    let turn = |tile: &TilePos| {
        let number = i64::from(tile.x) * 7 + i64::from(tile.y) * 31;
        (now.0 + number.rem_euclid(every as i64) as u64).is_multiple_of(every)
    };
    let mut tiles: BTreeMap<TilePos, Vec<ChunkPos>> = BTreeMap::new();
    for &chunk in world.resource::<Ground>().needed() {
        let tile = tile_of(chunk);
        if turn(&tile) {
            tiles.entry(tile).or_default().push(chunk);
        }
    }
    if tiles.is_empty() {
        return;
    }
    let mut people = world.query_filtered::<&Body, (With<Person>, Without<Away>)>();
    let people: Vec<DVec2> = people.iter(world).map(|body| body.0.place).collect();
    let mut animals = world.query_filtered::<(&Id, &Animal, &Body), (Without<Fallen>, Without<Livestock>)>();
    let mut bodies: BTreeMap<(TilePos, Being), Vec<(EntityId, DVec2, ChunkPos)>> = BTreeMap::new();
    for (id, animal, body) in animals.iter(world) {
        let chunk = ChunkPos::of(body.0.place);
        let tile = tile_of(chunk);
        if tiles.get(&tile).is_some_and(|chunks| chunks.contains(&chunk)) {
            bodies.entry((tile, animal.being)).or_default().push((id.0, body.0.place, animal.home));
        }
    }
    for (tile, chunks) in tiles {
        for nature in nature::all().iter().filter(|nature| nature.stock.is_some()) {
            let mut here = bodies.remove(&(tile, nature.being)).unwrap_or_default();
            here.sort_unstable_by_key(|(id, ..)| *id);
            let grounds = grounds(world, &chunks, nature);
            let Some(wanted) = wanted(world, tile, &grounds, nature) else { continue };
            if here.len() > wanted + coming.slack || wanted == 0 && !here.is_empty() {
                go(world, &here, &people);
            } else if here.len() < wanted {
                come(world, tile, nature, &grounds, here, wanted, &people);
            }
        }
    }
}

fn nearest(people: &[DVec2], place: DVec2) -> f64 {
    people.iter().map(|at| at.distance(place)).fold(f64::MAX, f64::min)
}

/// The one farthest from people goes, if nobody is near.
fn go(world: &mut World, here: &[(EntityId, DVec2, ChunkPos)], people: &[DVec2]) {
    let far = |place: DVec2| nearest(people, place);
    let last = here.iter().max_by(|a, b| far(a.1).total_cmp(&far(b.1)));
    if let Some((id, place, _)) =
        last.filter(|(_, place, _)| far(*place) > nature::common().coming.goes_metres)
    {
        debug_assert!(place.is_finite());
        despawn(world, *id);
    }
}

fn come(
    world: &mut World,
    tile: TilePos,
    nature: &Nature,
    grounds: &[Spot],
    mut here: Vec<(EntityId, DVec2, ChunkPos)>,
    wanted: usize,
    people: &[DVec2],
) {
    let (seed, now) = (world.resource::<Ground>().seed(), world.resource::<Now>().0);
    let key = [tile.x as u64, tile.y as u64, nature.being as u64, now.0];
    let mut stream = Stream::named(seed, "comes", &key);
    // Where there are none of it none come from: most of all, fish out of dry ground.
    let (environment, stock) = (world.resource::<Environment>(), nature.stock.as_deref().unwrap_or_default());
    let has_some = |cell: Cell| environment.heads(stock, cell).is_some_and(|heads| heads > 0.05);
    let grounds: Vec<Spot> = grounds.iter().copied().filter(|(cell, _)| has_some(*cell)).collect();
    while here.len() < wanted {
        // A flock is filled before another begins.
        let leader = (!here.len().is_multiple_of(nature.flock)).then(|| here.last().copied()).flatten();
        let Some(place) = spot(world, nature, &grounds, leader.map(|it| it.1), people, &mut stream) else {
            return;
        };
        let home = leader.map_or(ChunkPos::of(place), |(_, _, home)| home);
        let animal = bring(world, nature.being, place, home);
        here.push((world.get::<Id>(animal).expect("just brought").0, place, home));
    }
}

/// A place where one can come; nothing if a few tries find none.
fn spot(
    world: &World,
    nature: &Nature,
    grounds: &[Spot],
    leader: Option<DVec2>,
    people: &[DVec2],
    stream: &mut Stream,
) -> Option<DVec2> {
    let (ground, coming) = (world.resource::<Ground>(), nature::common().coming);
    for _ in 0..TRIES {
        let (middle, reach) = match leader {
            Some(leader) => (leader, coming.beside_metres),
            None => (stream.pick(grounds)?.1, CELL_METRES * 0.5),
        };
        let place = middle + DVec2::new(stream.range(-reach, reach), stream.range(-reach, reach));
        let depth = ground.land.depth(place);
        let fits = match nature.element {
            Element::Water => depth > SWUM,
            Element::Land | Element::Air => depth <= 0.0 && ground.land.house_at(place, 0).is_none(),
        };
        let held = ground.needed().contains(&ChunkPos::of(place));
        if fits && held && nearest(people, place) > coming.comes_metres {
            return Some(place);
        }
    }
    None
}

/// Somebody of a kind died at a place: its heads leave the ecology, from there and from the ground of its kind about it.
pub(super) fn lose(world: &mut World, being: Being, place: DVec2) {
    let nature = nature::of(being);
    let Some(stock) = &nature.stock else { return };
    let tile = tile_of(ChunkPos::of(place));
    let needed = world.resource::<Ground>().needed();
    let chunks: Vec<ChunkPos> = needed.iter().copied().filter(|chunk| tile_of(*chunk) == tile).collect();
    let mut cells = grounds(world, &chunks, nature);
    cells.sort_by(|a, b| a.1.distance(place).total_cmp(&b.1.distance(place)));
    let cells: Vec<Cell> = cells.into_iter().map(|(cell, _)| cell).collect();
    let heads = nature.heads / world.resource::<WorldConfig>().fauna.max(1e-3);
    world.resource_mut::<Environment>().take_heads(stock, &cells, heads as f32);
}
