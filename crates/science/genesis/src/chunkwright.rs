//! Makes one chunk.

use crate::flora::{self, Table};
use crate::genesis::Inner;
use crate::town::Standing;
use crate::tract::{Tract, Worked};
use glam::{DVec2, Vec2};
use wold_chance::scatter::Dart;
use wold_chance::{Stream, mix};
use wold_lore::land::{
    Chunk, DRY, Ecosystem, Growth, GrowthKind, HEIGHT_STEPS_PER_METRE, LATTICE, Sprout, VERTEX_METRES,
    VERTICES,
};
use wold_space::{CHUNK_METRES, ChunkPos};

/// Vertices along one side with one more beyond each edge, for slopes.
const WIDE: usize = LATTICE + 2;

pub(crate) fn chunk(world: &Inner, pos: ChunkPos) -> Chunk {
    let origin = pos.origin();
    let tract = world.tract(pos.centre());
    let worked = worked(world, &tract, origin);
    let mut chunk = Chunk::meadow(pos);
    for index in 0..VERTICES {
        let (i, j) = (index % LATTICE, index / LATTICE);
        let point = origin + DVec2::new(i as f64, j as f64) * f64::from(VERTEX_METRES);
        let at = |di: usize, dj: usize| &worked[(j + dj) * WIDE + i + di];
        let rise = |a: &Worked, b: &Worked| (a.ground.height - b.ground.height) / (2.0 * VERTEX_METRES);
        let slope = Vec2::new(rise(at(2, 1), at(0, 1)), rise(at(1, 2), at(1, 0))).length();
        let here = at(1, 1);
        let (ecosystem, moisture) = tract.life(&world.climate, point, here, slope);
        chunk.heights[index] = to_steps(here.ground.height);
        chunk.water[index] = here.ground.water.map_or(DRY, to_steps);
        chunk.moisture[index] = (moisture * 255.0) as u8;
        chunk.road[index] = (here.road * 255.0) as u8;
        chunk.ecosystems[index] = ecosystem;
    }
    plant(world, &tract, &mut chunk);
    settle(&tract, &mut chunk);
    chunk
}

/// The ground at the chunk's vertices and at one more row around them.
fn worked(world: &Inner, tract: &Tract, origin: DVec2) -> Vec<Worked> {
    (0..WIDE * WIDE)
        .map(|index| {
            let step = DVec2::new((index % WIDE) as f64 - 1.0, (index / WIDE) as f64 - 1.0);
            tract.ground(&world.country.land, origin + step * f64::from(VERTEX_METRES))
        })
        .collect()
}

/// Plants, stones and what lies near them.
fn plant(world: &Inner, tract: &Tract, chunk: &mut Chunk) {
    let origin = chunk.pos.origin();
    let key = [chunk.pos.x as u64, chunk.pos.y as u64];
    let mut stream = Stream::named(world.country.seed, "sprouts", &key);
    let standing: Vec<DVec2> = standing(tract).map(|s| s.at).filter(|&at| near(chunk.pos, at, 4.0)).collect();
    let small: fn(Ecosystem) -> Table = flora::small;
    for (scatter, table, margin) in [(&world.large, flora::large as _, 1.6), (&world.small, small, 0.6)] {
        for Dart { at, bits } in scatter.within(origin.to_array(), CHUNK_METRES) {
            let at = DVec2::from_array(at);
            let local = (at - origin).as_vec2();
            let Some(kind) = table(chunk.ecosystem(local)).choose(bits) else { continue };
            let on_road = paved(chunk, local, kind.trunk_radius());
            if on_road || chunk.water(local).is_some() || tract.towns.iter().any(|t| t.built(at, margin)) {
                continue;
            }
            if kind.trunk_radius() > 0.0 && standing.iter().any(|s| s.distance_squared(at) < 6.0) {
                continue;
            }
            let look = mix(bits);
            chunk.growths.push(growth(kind, local, 96 + (look & 63) as u8, (look >> 8) as u8));
            let Some((thing, likely)) = flora::found_near(kind) else { continue };
            for _ in 0..3 {
                let turn = stream.range(0.0, std::f64::consts::TAU);
                let off =
                    Vec2::new(libm::cos(turn) as f32, libm::sin(turn) as f32) * stream.range(0.7, 1.6) as f32;
                let spot = local + off;
                if stream.chance(likely / 2.0) && inside(spot) && chunk.water(spot).is_none() {
                    chunk.sprouts.push(Sprout { kind: thing, at: to_places(spot) });
                }
            }
        }
    }
}

/// Whether the road lies within a trunk's reach of a spot.
fn paved(chunk: &Chunk, local: Vec2, trunk: f32) -> bool {
    let reach = 1.0 + trunk;
    let (lo, hi) = ((local - reach) / VERTEX_METRES, (local + reach) / VERTEX_METRES);
    let last = (LATTICE - 1) as f32;
    let span = |a: f32, b: f32| a.floor().clamp(0.0, last) as usize..=b.ceil().clamp(0.0, last) as usize;
    span(lo.y, hi.y).any(|j| span(lo.x, hi.x).any(|i| chunk.road[j * LATTICE + i] > 60))
}

fn standing(tract: &Tract) -> impl Iterator<Item = &Standing> {
    let towns = tract.towns.iter().flat_map(|t| &t.standing);
    towns.chain(tract.hinterlands.iter().flat_map(|h| &h.standing))
}

fn near(pos: ChunkPos, at: DVec2, margin: f64) -> bool {
    let local = at - pos.origin();
    local.cmpge(DVec2::splat(-margin)).all() && local.cmplt(DVec2::splat(CHUNK_METRES + margin)).all()
}

/// Puts what people built in the chunk into it.
fn settle(tract: &Tract, chunk: &mut Chunk) {
    let pos = chunk.pos;
    let local = |at: DVec2| (at - pos.origin()).as_vec2();
    for standing in standing(tract).filter(|s| ChunkPos::of(s.at) == pos) {
        if chunk.water(local(standing.at)).is_none() {
            chunk.growths.push(growth(standing.kind, local(standing.at), standing.size, standing.turn));
        }
    }
    let lying =
        tract.towns.iter().flat_map(|t| &t.lying).chain(tract.hinterlands.iter().flat_map(|h| &h.lying));
    for &(kind, at) in lying.filter(|(_, at)| ChunkPos::of(*at) == pos) {
        chunk.sprouts.push(Sprout { kind, at: to_places(local(at)) });
    }
    let houses = tract.towns.iter().flat_map(|t| &t.houses);
    chunk.houses.extend(houses.filter(|h| ChunkPos::of(h.corner) == pos).cloned());
    let named = tract.towns.iter().flat_map(|t| &t.places);
    let named = named.chain(tract.hinterlands.iter().flat_map(|h| &h.places)).chain(&tract.bridges);
    chunk.places.extend(named.filter(|p| ChunkPos::of(p.at) == pos).cloned());
}

fn growth(kind: GrowthKind, local: Vec2, size: u8, turn: u8) -> Growth {
    Growth { kind, at: to_places(local), size, turn }
}

fn inside(local: Vec2) -> bool {
    let far = CHUNK_METRES as f32;
    local.cmpge(Vec2::ZERO).all() && local.cmplt(Vec2::splat(far)).all()
}

/// Metres as the whole steps a chunk stores.
pub(crate) fn to_steps(metres: f32) -> i16 {
    (metres * HEIGHT_STEPS_PER_METRE).round() as i16
}

fn to_places(local: Vec2) -> [u16; 2] {
    wold_lore::measure::to_spot(local.as_dvec2())
}
