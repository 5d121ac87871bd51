//! The open ground of one chunk, cut into areas.
//!
//! Contract: a piece depends on its chunk, on what people changed there, and on the houses of the chunks west, south and south-west of it, which reach in; on nothing else: it is the same whoever cuts it
//! and whatever else they hold. Walls people built part ground from ground, and their doors and windows join it; what is so large that nobody can stand on its tile (a boulder, a stall, an old oak) is solid
//! until it is gone. A piece is cut again when an earthquake moved its land, or any of these came or went; a trunk one walks around divides nothing, whether it stands or not.

use crate::plots::{Land, Plot};
use crate::{Measures, places::YARD};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wold_lore::land::{Chunk, EdgeKind, EdgeSide, House, LATTICE, VERTEX_METRES};
use wold_senses::places::tiles::{Between, Square, Tile, TileConfig, survey_walled};
use wold_senses::places::{Area, AreaId, AreaKind, Choke};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, DVec3, Vec2};

/// Tiles along the side of a chunk.
pub(super) const SIDE: i32 = CHUNK_METRES as i32;
/// A road covers a vertex from this share (of 255) on.
const ROAD: u8 = 128;
/// Open ground reaches so far below its lowest and above its highest point: as high as windows are.
const BELOW: f64 = 2.0;
const ABOVE: f64 = 20.0;

/// The areas of a chunk's open ground, and the houses that begin in it.
#[derive(Clone, Debug)]
pub struct Piece {
    pub(super) chunk: Arc<Chunk>,
    /// The chunks it was cut from.
    cut_from: [Arc<Chunk>; 4],
    /// What people built in it, and the version of its changes they are of.
    built: BTreeMap<Built, EdgeKind>,
    version: u32,
    /// Tiles on which something stands that leaves no room.
    solid: BTreeSet<Square>,
    pub(super) areas: Vec<Area>,
    pub(super) chokes: Vec<Choke>,
    /// The area of each tile, row by row from the south.
    tiles: Box<[Option<AreaId>]>,
}

/// An edge people built on: its tile and which side of it.
type Built = (u8, u8, EdgeSide);

/// The chunks whose land and houses decide how a chunk is cut: itself first.
fn sources(pos: ChunkPos) -> [ChunkPos; 4] {
    [(0, 0), (-1, 0), (0, -1), (-1, -1)].map(|(dx, dy)| ChunkPos { x: pos.x + dx, y: pos.y + dy })
}

impl Piece {
    /// Whether all the land is there that decides how a chunk is cut.
    pub fn can_be_cut(pos: ChunkPos, is_there: impl Fn(ChunkPos) -> bool) -> bool {
        sources(pos).into_iter().all(is_there)
    }

    /// Cuts a chunk; nothing if its land, or that from where houses reach in, is not held.
    #[must_use]
    pub fn cut(land: &Land, pos: ChunkPos) -> Option<Self> {
        let [own, west, south, corner] = sources(pos).map(|pos| land.plot(pos));
        let plots: [&Plot; 4] = [own?, west?, south?, corner?];
        let chunk = &plots[0].chunk;
        let origin = pos.origin();
        let houses: Vec<&House> = plots
            .iter()
            .flat_map(|plot| &plot.chunk.houses)
            .filter(|house| {
                let (from, to) = ends(house);
                (from - YARD).cmple(origin + CHUNK_METRES).all() && (to + YARD).cmpge(origin).all()
            })
            .collect();
        let measures = Measures::default();
        let squares = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        let changes = &plots[0].changes;
        let solid = solid(plots[0], &measures);
        let made: Vec<Tile> = squares
            .clone()
            .map(|at| if solid.contains(&at) { Tile::Wall } else { tile(chunk, &measures, &houses, at) })
            .collect();
        let heights = squares.clone().map(|at| f64::from(chunk.height(middle(at))));
        let (lowest, highest) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), height| {
            (low.min(height), high.max(height))
        });
        let config = TileConfig {
            origin: origin.extend(0.0),
            heights: (BELOW - lowest, highest + ABOVE),
            most_tiles: (SIDE * SIDE) as u32,
            wide: 6,
            ..TileConfig::default()
        };
        let tile = |x: i32, y: i32| made[(y * SIDE + x) as usize];
        let thin = |from: Square, to: Square| standing(&changes.built, to, from.0 != to.0);
        let mut outside =
            survey_walled(SIDE as u32, SIDE as u32, tile, thin, &config).expect("a chunk has a size");
        let tiles = squares.map(|(x, y)| outside.area(x, y)).collect();
        let put = |at: &mut DVec3| at.z = f64::from(chunk.height((at.truncate() - origin).as_vec2()));
        outside.areas.iter_mut().for_each(|area| put(&mut area.centre));
        for choke in &mut outside.chokes {
            put(&mut choke.at);
            choke.nodes.iter_mut().flatten().for_each(put);
        }
        let cut_from = plots.map(|plot| plot.chunk.clone());
        Some(Self {
            chunk: chunk.clone(),
            cut_from,
            built: changes.built.clone(),
            version: changes.version,
            solid,
            areas: outside.areas,
            chokes: outside.chokes,
            tiles,
        })
    }

    /// Whether the land is still as it was when this was cut.
    #[must_use]
    pub fn is_fresh(&self, land: &Land) -> bool {
        // Who made a chunk for itself, or lifted it, holds the same land by another name.
        let is_same = |chunk: &Arc<Chunk>| {
            land.plot(chunk.pos).is_some_and(|plot| Arc::ptr_eq(&plot.chunk, chunk) || plot.chunk == *chunk)
        };
        let is_left = |plot: &Plot| {
            plot.changes.version == self.version
                || (plot.changes.built == self.built && solid(plot, &Measures::default()) == self.solid)
        };
        self.cut_from.iter().all(is_same) && land.plot(self.pos()).is_some_and(is_left)
    }

    /// What people built between a tile and the one west of it, or south.
    pub(super) fn between(&self, tile: Square, west: bool) -> Option<Between> {
        standing(&self.built, tile, west)
    }

    /// Which chunk it is.
    #[must_use]
    pub fn pos(&self) -> ChunkPos {
        self.chunk.pos
    }

    /// The area of a tile of the open ground, among those of this piece.
    pub(super) fn area(&self, (x, y): (i32, i32)) -> Option<AreaId> {
        self.tiles[(y * SIDE + x) as usize]
    }

    /// Where one stands on a tile.
    pub(super) fn stand(&self, tile: (i32, i32)) -> DVec3 {
        let local = middle(tile);
        (self.chunk.pos.origin() + local.as_dvec2()).extend(f64::from(self.chunk.height(local)))
    }
}

/// What people built between a tile and the one west of it, or south.
fn standing(built: &BTreeMap<Built, EdgeKind>, (x, y): Square, west: bool) -> Option<Between> {
    let side = if west { EdgeSide::West } else { EdgeSide::South };
    built.get(&(x as u8, y as u8, side)).map(|kind| match kind {
        EdgeKind::Door => Between::Door,
        EdgeKind::Window => Between::Window,
        EdgeKind::Wall => Between::Wall,
    })
}

/// The tiles of a chunk on which something stands, other than a house, that leaves a body no room.
fn solid(plot: &Plot, measures: &Measures) -> BTreeSet<Square> {
    let standing = plot.chunk.growths.iter().enumerate().filter(|(index, growth)| {
        growth.trunk_radius() > 0.0 && !plot.changes.gone.contains(&(*index as u16))
    });
    let mut solid = BTreeSet::new();
    for (_, growth) in standing {
        let (at, reach) = (growth.local(), growth.trunk_radius() + measures.clearance);
        let (low, high) = ((at - reach).floor().as_ivec2(), (at + reach).floor().as_ivec2());
        for (x, y) in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| (x, y))) {
            let far = (at - middle((x, y))).abs() + 0.5;
            if far.length_squared() < reach * reach && (0..SIDE).contains(&x) && (0..SIDE).contains(&y) {
                solid.insert((x, y));
            }
        }
    }
    solid
}

fn middle((x, y): (i32, i32)) -> Vec2 {
    Vec2::new(x as f32 + 0.5, y as f32 + 0.5)
}

/// A house's south-western and north-eastern corner.
pub(super) fn ends(house: &House) -> (DVec2, DVec2) {
    (house.corner, house.corner + DVec2::new(f64::from(house.width), f64::from(house.depth)))
}

fn tile(chunk: &Chunk, measures: &Measures, houses: &[&House], tile: (i32, i32)) -> Tile {
    let local = middle(tile);
    let at = chunk.pos.origin() + local.as_dvec2();
    let height = chunk.height(local);
    let rise = |way: Vec2| chunk.height(local + way / 2.0) - chunk.height(local - way / 2.0);
    let (east, north) = (rise(Vec2::X), rise(Vec2::Y));
    let steep = east * east + north * north > measures.steep * measures.steep;
    let deep = chunk.water(local).is_some_and(|surface| surface - height > measures.wade);
    if steep || deep || houses.iter().any(|house| house.covers(0, at)) {
        return Tile::Wall;
    }
    let beside = houses.iter().any(|house| {
        let (from, to) = ends(house);
        at.clamp(from, to).distance(at) <= YARD
    });
    Tile::Ground(match () {
        () if is_road(chunk, local) => AreaKind::Street,
        () if beside => AreaKind::Yard,
        () => AreaKind::Open,
    })
}

fn is_road(chunk: &Chunk, local: Vec2) -> bool {
    let at = (local / VERTEX_METRES).round();
    chunk.road.get(at.y as usize * LATTICE + at.x as usize).is_some_and(|road| *road >= ROAD)
}
