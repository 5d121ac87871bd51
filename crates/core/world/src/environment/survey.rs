//! Which cells there are: tiles come with the land that is loaded, and go when nobody has been near for long.
//!
//! A tile of four by four chunks comes when the first of its chunks is needed. Each chunk is surveyed once, when it is first
//! needed: how high and wet its four cells are, what grows there, who lives there. Chunks of a tile that nobody
//! has come near yet take the mean height of the others. Only what is needed counts, which bodies decide, and never what happens to be loaded.
//!
//! However far people walk, at most [`MOST_REMEMBERED`] tiles beyond those needed are kept; the longest deserted go first.

use super::engines::{CELL_METRES, TILE_CELLS};
use super::{AIR, Environment, Fields};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wold_fields::engine::{Cell, Engine, TilePos};
use wold_land::{Land, Plot};
use wold_lore::Good;
use wold_lore::land::{Chunk, Ecosystem};
use wold_space::{ChunkPos, DVec2, TICKS_PER_SECOND, Tick, Vec2};

/// Cells along the side of a chunk, and chunks along the side of a tile.
const CELLS_A_CHUNK: i64 = 2;
const CHUNKS_A_TILE: i32 = TILE_CELLS as i32 / CELLS_A_CHUNK as i32;

/// Tiles nobody is near that are remembered at most: four square kilometres.
pub(super) const MOST_REMEMBERED: usize = 256;

/// Depth in metres in which fish swim.
const SWUM: f32 = 0.2;

/// What is known about a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    /// When it was last needed.
    needed: Tick,
    /// Which of its chunks were surveyed, one bit each, row by row.
    surveyed: u16,
}

fn tile_of(pos: ChunkPos) -> TilePos {
    TilePos { x: pos.x.div_euclid(CHUNKS_A_TILE), y: pos.y.div_euclid(CHUNKS_A_TILE) }
}

fn bit_of(pos: ChunkPos) -> u16 {
    1 << (pos.y.rem_euclid(CHUNKS_A_TILE) * CHUNKS_A_TILE + pos.x.rem_euclid(CHUNKS_A_TILE))
}

impl Environment {
    /// Brings the tiles in line with the chunks that are needed.
    pub(super) fn survey(&mut self, needed: &BTreeSet<ChunkPos>, land: &Land, now: Tick, minutes: f64) {
        let Some(fields) = &mut self.fields else { return };
        let mut fresh = BTreeSet::new();
        for &pos in needed {
            let tile = tile_of(pos);
            let note = self.notes.entry(tile).or_insert_with(|| {
                fields.nature.load_tile(tile);
                fields.society.load_tile(tile);
                fresh.insert(tile);
                Note::default()
            });
            note.needed = now;
            if note.surveyed & bit_of(pos) == 0
                && let Some(plot) = land.plot(pos)
            {
                note.surveyed |= bit_of(pos);
                for (east, north) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    fields.survey(plot, east, north);
                }
            }
        }
        for tile in fresh {
            level(&mut fields.nature, tile, self.notes[&tile].surveyed);
        }
        let longest = (minutes.max(0.0) * 60.0) as u64 * TICKS_PER_SECOND;
        let deserted = self.notes.iter().filter(|(_, note)| note.needed < now);
        let mut deserted: Vec<(Tick, TilePos)> = deserted.map(|(tile, note)| (note.needed, *tile)).collect();
        deserted.sort_unstable();
        let surplus = deserted.len().saturating_sub(MOST_REMEMBERED);
        let surplus: BTreeSet<TilePos> = deserted[..surplus].iter().map(|(_, tile)| *tile).collect();
        self.notes.retain(|tile, note| {
            let keep = now.since(note.needed) <= longest && !surplus.contains(tile);
            if !keep {
                fields.nature.unload_tile(*tile);
                fields.society.unload_tile(*tile);
            }
            keep
        });
    }
}

/// Gives the cells of chunks that were not surveyed the mean height of the others.
fn level(nature: &mut Engine, tile: TilePos, surveyed: u16) {
    let side = i64::from(TILE_CELLS);
    let corner = Cell::new(i64::from(tile.x) * side, i64::from(tile.y) * side);
    let known = |x: i64, y: i64| {
        surveyed & 1 << (y / CELLS_A_CHUNK * i64::from(CHUNKS_A_TILE) + x / CELLS_A_CHUNK) != 0
    };
    let cells = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let at = |(x, y): (i64, i64)| Cell::new(corner.x + x, corner.y + y);
    let heights: Vec<f32> = cells()
        .filter(|(x, y)| known(*x, *y))
        .filter_map(|place| nature.get("altitude", at(place)).ok())
        .collect();
    let mean = heights.iter().sum::<f32>() / heights.len().max(1) as f32;
    for place in cells().filter(|(x, y)| !known(*x, *y)) {
        // The tile was just loaded and a mean of finite numbers is one: this cannot fail.
        let _ = nature.set("altitude", at(place), mean);
    }
}

/// How densely an ecosystem is grown over, without its trees.
fn cover(ecosystem: Ecosystem) -> f32 {
    match ecosystem {
        Ecosystem::Forest | Ecosystem::Pinewood | Ecosystem::Marsh => 0.6,
        Ecosystem::Meadow | Ecosystem::Heath | Ecosystem::Farmland => 0.5,
        Ecosystem::Steppe | Ecosystem::Tundra => 0.3,
        Ecosystem::Town => 0.2,
        _ => 0.05,
    }
}

impl Fields {
    /// Reads one of a chunk's four cells off the land.
    fn survey(&mut self, plot: &Plot, east: i64, north: i64) {
        let chunk = &plot.chunk;
        let cell = Cell::new(
            i64::from(chunk.pos.x) * CELLS_A_CHUNK + east,
            i64::from(chunk.pos.y) * CELLS_A_CHUNK + north,
        );
        let side = CELL_METRES as f32;
        let corner = Vec2::new(east as f32, north as f32) * side;
        let middle = corner + side / 2.0;
        let inside = |at: Vec2| at.cmpge(corner).all() && at.cmplt(corner + side).all();
        let placed = |at: DVec2| inside((at - chunk.pos.origin()).as_vec2());

        let height = chunk.height(middle);
        let depth = chunk.water(middle).map_or(0.0, |surface| surface - height);
        let vertex = (middle / 2.0).as_uvec2();
        let damp = chunk.moisture[vertex.y as usize * wold_lore::land::LATTICE + vertex.x as usize];
        let growths = || {
            let standing = chunk.growths.iter().enumerate();
            let standing = standing.filter(|(i, _)| !plot.changes.gone.contains(&(*i as u16)));
            standing.map(|(_, growth)| growth).filter(|growth| inside(growth.local()))
        };
        let trees = growths().filter(|growth| growth.kind.is_tree()).count() as f32;
        let wet = wet_share(chunk, corner, side);
        let houses = chunk.houses.iter().filter(|house| placed(house.corner)).count() as f32;

        let natural = [
            // A river or lake counts as sea: it gives moisture, and floods run into it.
            ("altitude", if depth > 0.0 { -depth } else { height.max(0.1) }),
            ("soil", f32::from(damp) / 255.0),
            ("moisture", AIR),
            ("vegetation", (cover(chunk.ecosystem(middle)) + trees * 0.06).min(1.0)),
            ("water", wet),
            ("fish", wet * self.rules.ecology.most_fish),
        ];
        // What a house uses up in a day, and what it has in store when the world begins: two days' worth. What comes later is made by hand.
        let a_day = [houses * 3.5, houses * 0.5, houses * 0.05, houses * 0.05];
        let stocks = a_day.map(|pieces| 2.0 * pieces);
        for (name, value) in natural {
            set(&mut self.nature, name, cell, value);
        }
        for (number, good) in Good::ALL.iter().map(|good| good.label()).enumerate() {
            set(&mut self.society, &format!("need.{good}"), cell, a_day[number] / self.day_steps);
            set(&mut self.society, &format!("stock.{good}"), cell, stocks[number]);
        }
    }
}

/// How much of a cell is under water in which fish can swim.
fn wet_share(chunk: &Chunk, corner: Vec2, side: f32) -> f32 {
    const STEPS: u8 = 8;
    let at = |step: u8| (f32::from(step) + 0.5) * side / f32::from(STEPS);
    let points = (0..STEPS).flat_map(|x| (0..STEPS).map(move |y| corner + Vec2::new(at(x), at(y))));
    let deep = |at: &Vec2| chunk.water(*at).is_some_and(|surface| surface - chunk.height(*at) > SWUM);
    points.filter(deep).count() as f32 / f32::from(STEPS * STEPS)
}

fn set(engine: &mut Engine, name: &str, cell: Cell, value: f32) {
    engine.set(name, cell, value).expect("the tile is loaded, the property declared and the land finite");
}
