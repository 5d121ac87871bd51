//! Makes one chunk.

use crate::climate::Habitat;
use crate::flora::{self, Table};
use crate::genesis::Inner;
use crate::scatter::Dart;
use crate::town::Town;
use glam::{DVec2, Vec2};
use std::sync::Arc;
use wold_chance::{Stream, mix};
use wold_space::land::{
    Chunk, DRY, Ecosystem, Growth, GrowthKind, HEIGHT_STEPS_PER_METRE, LATTICE, Sprout, VERTEX_METRES,
    VERTICES,
};
use wold_space::{CHUNK_METRES, ChunkPos};

/// Vertices along one side with one more beyond each edge, for slopes.
const WIDE: usize = LATTICE + 2;

pub(crate) fn chunk(world: &Inner, pos: ChunkPos) -> Chunk {
    let origin = pos.origin();
    let towns = world.towns_near(pos.centre(), CHUNK_METRES);
    let heights = heights(world, origin, &towns);
    let mut chunk = Chunk::meadow(pos);
    let around = surroundings(world, origin);
    for index in 0..VERTICES {
        let (i, j) = (index % LATTICE, index / LATTICE);
        let point = origin + DVec2::new(i as f64, j as f64) * f64::from(VERTEX_METRES);
        let at = |di: usize, dj: usize| heights[(j + dj) * WIDE + i + di];
        let height = at(1, 1);
        let slope = Vec2::new(at(2, 1) - at(0, 1), at(1, 2) - at(1, 0)).length() / (2.0 * VERTEX_METRES);
        let relative = height - around.at(point - origin);
        let wet = if height < 3.0 { 0.4 } else { 0.0 };
        let moisture = world.climate.moisture(point, relative, wet);
        let paving = towns.iter().map(|t| t.paving(point)).fold(0.0, f32::max);
        let in_town = towns.iter().any(|t| t.bounds.grown(2).holds(point));
        let water = (height < 0.0).then_some(0.0);
        let habitat =
            Habitat { height, relative, slope, moisture, warmth: world.climate.warmth(point, height) };
        chunk.heights[index] = to_steps(height);
        chunk.water[index] = water.map_or(DRY, to_steps);
        chunk.moisture[index] = (moisture * 255.0) as u8;
        chunk.road[index] = (paving * 255.0) as u8;
        chunk.ecosystems[index] = match water {
            Some(_) => Ecosystem::Sea,
            None if in_town => Ecosystem::Town,
            None => world.climate.ecosystem(point, habitat),
        };
    }
    plant(world, &mut chunk, &towns);
    settle(&mut chunk, &towns);
    chunk
}

/// Heights of the chunk's vertices and of one more row around them.
fn heights(world: &Inner, origin: DVec2, towns: &[Arc<Town>]) -> Vec<f32> {
    (0..WIDE * WIDE)
        .map(|index| {
            let step = DVec2::new((index % WIDE) as f64 - 1.0, (index / WIDE) as f64 - 1.0);
            world.height(origin + step * f64::from(VERTEX_METRES), towns)
        })
        .collect()
}

/// Mean heights of the land around, on the four corners of a chunk.
struct Surroundings([f32; 4]);

impl Surroundings {
    fn at(&self, local: DVec2) -> f32 {
        let (u, v) = ((local.x / CHUNK_METRES) as f32, (local.y / CHUNK_METRES) as f32);
        let [sw, se, nw, ne] = self.0;
        let (south, north) = (sw + (se - sw) * u, nw + (ne - nw) * u);
        south + (north - south) * v
    }
}

fn surroundings(world: &Inner, origin: DVec2) -> Surroundings {
    Surroundings([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| {
        let corner = origin + DVec2::new(x, y) * CHUNK_METRES;
        let ring = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
        ring.iter().map(|&(dx, dy)| world.land.ground(corner + DVec2::new(dx, dy) * 64.0).height).sum::<f32>()
            / 4.0
    }))
}

/// Plants, stones and what lies near them.
fn plant(world: &Inner, chunk: &mut Chunk, towns: &[Arc<Town>]) {
    let origin = chunk.pos.origin();
    let key = [chunk.pos.x as u64, chunk.pos.y as u64];
    let mut stream = Stream::named(world.seed, "sprouts", &key);
    let layers: [(_, fn(Ecosystem) -> Table, f64); 2] =
        [(&world.large, flora::large, 1.6), (&world.small, flora::small, 0.6)];
    for (scatter, table, margin) in layers {
        for Dart { at, bits } in scatter.within(origin, CHUNK_METRES) {
            let local = (at - origin).as_vec2();
            if chunk.water(local).is_some() || towns.iter().any(|t| t.built(at, margin)) {
                continue;
            }
            let standing = towns.iter().flat_map(|t| &t.standing);
            let Some(kind) = table(chunk.ecosystem(local)).choose(bits) else { continue };
            if kind.trunk_radius() > 0.0 && standing.clone().any(|s| s.at.distance_squared(at) < 6.0) {
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

/// Puts the parts of towns that lie in the chunk into it.
fn settle(chunk: &mut Chunk, towns: &[Arc<Town>]) {
    let pos = chunk.pos;
    for town in towns {
        for standing in town.standing.iter().filter(|s| ChunkPos::of(s.at) == pos) {
            let local = (standing.at - pos.origin()).as_vec2();
            chunk.growths.push(growth(standing.kind, local, standing.size, standing.turn));
        }
        for &(kind, at) in town.lying.iter().filter(|(_, at)| ChunkPos::of(*at) == pos) {
            chunk.sprouts.push(Sprout { kind, at: to_places((at - pos.origin()).as_vec2()) });
        }
        chunk.houses.extend(town.houses.iter().filter(|h| ChunkPos::of(h.corner) == pos).cloned());
        chunk.places.extend(town.places.iter().filter(|p| ChunkPos::of(p.at) == pos).cloned());
    }
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
    [local.x, local.y].map(|v| ((v * 128.0) as u16).min(4095))
}
