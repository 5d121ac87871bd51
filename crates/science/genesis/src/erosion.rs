//! Hydraulic erosion that any part of the plane can compute alone.
//!
//! Rain falls on every other 4 m cell. Each drop runs downhill over the bare land for at most 20 cells, picks up soil where it
//! runs fast and drops it where it slows. Drops do not see each other's traces, so what one drop does depends on its
//! starting cell alone, and the change of the ground at a point is the sum over all drops that can reach it: the same
//! sum whichever tile asks, in whole numbers so that no order of addition can change it. What is given up is
//! deep feedback (a gully that catches ever more water); rivers, which have it, are cut by the drainage instead.

use crate::buckets::{TRACT_METRES, tract_of};
use crate::elevation::Elevation;
use crate::memo::Memo;
use glam::{DVec2, Vec2};
use std::sync::Arc;
use wold_chance::{Seed, mix};

/// Metres between cells.
const CELL: f64 = 4.0;
/// Cells along a tile.
const CELLS: i32 = (TRACT_METRES / CELL) as i32;
/// Steps a drop lives.
const LIFE: i32 = 20;
/// Cells kept beyond a tile so that its rim can be interpolated.
const RIM: i32 = 2;
/// Cells around a tile whose drops may reach it.
const MARGIN: i32 = LIFE + RIM + 1;
/// Metres are counted in these fractions.
const GRAIN: f32 = 65_536.0;
/// The ground never sinks or rises by more, in metres.
const DEEPEST: f32 = 3.5;
const HIGHEST: f32 = 1.2;

/// The traces of rain.
#[derive(Debug)]
pub(crate) struct Erosion {
    salt: u64,
    elevation: Elevation,
    tiles: Memo<[i32; 2], Tile>,
}

/// Change of the ground over one tile in metres, by cells.
#[derive(Debug)]
pub(crate) struct Tile {
    origin: DVec2,
    change: Vec<f32>,
}

impl Erosion {
    pub fn new(seed: Seed, elevation: Elevation) -> Self {
        Self { salt: mix(seed.0), elevation, tiles: Memo::new(512) }
    }

    /// The tile that holds a point.
    pub fn tile(&self, point: DVec2) -> Arc<Tile> {
        let key = tract_of(point);
        self.tiles.get(key, || self.rain(key))
    }

    fn rain(&self, key: [i32; 2]) -> Tile {
        let origin = DVec2::new(f64::from(key[0]), f64::from(key[1])) * TRACT_METRES;
        let side = (CELLS + 2 * MARGIN + 1) as usize;
        let corner = origin - DVec2::splat(f64::from(MARGIN) * CELL);
        let heights: Vec<f32> = (0..side * side)
            .map(|i| self.elevation.at(corner + DVec2::new((i % side) as f64, (i / side) as f64) * CELL))
            .collect();
        let mut moved = vec![0i32; side * side];
        // Bits of a drop come from its cell in the world, not in the tile.
        let first = [key[0] * CELLS - MARGIN, key[1] * CELLS - MARGIN];
        for (x, y) in (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| (x, y))) {
            let (wx, wy) = (first[0].wrapping_add(x as i32), first[1].wrapping_add(y as i32));
            if (wx ^ wy) & 1 == 1 {
                continue;
            }
            let bits = mix(self.salt ^ mix(wx as u64).wrapping_add(mix(wy as u64 ^ 0x2a17)));
            let place = Vec2::new((bits & 0xffff) as f32 / 65_536.0, (bits >> 16 & 0xffff) as f32 / 65_536.0);
            run(&heights, side, x, y, place, &mut moved);
        }
        let kept = (CELLS + 2 * RIM + 1) as usize;
        let skip = (MARGIN - RIM) as usize;
        let change = (0..kept * kept)
            .map(|i| {
                let at = (i / kept + skip) * side + i % kept + skip;
                (moved[at] as f32 / GRAIN).clamp(-DEEPEST, HIGHEST)
            })
            .collect();
        Tile { origin, change }
    }
}

/// Lets one drop run; writes what it takes and leaves.
fn run(heights: &[f32], side: usize, x: usize, y: usize, place: Vec2, moved: &mut [i32]) {
    // Places are kept relative to the drop's own cell, so that rounding is the same whichever tile asks.
    const OFFSET: f32 = 64.0;
    let mut at = place + OFFSET;
    let (mut way, mut speed, mut soil) = (Vec2::ZERO, 0.6f32, 0.0f32);
    let (mut index, mut f) = (y * side + x, place);
    let (mut height, mut slope) = surface(heights, side, index, f);
    // Steps are one cell long, so a drop never leaves the margin that every tile in reach keeps around itself; only
    // the drops of the outermost ring, which reach no tile, stop at the edge of what is known.
    for _ in 0..LIFE {
        way = way * 0.3 - slope;
        let length = way.length_squared();
        if length < 1e-9 {
            return;
        }
        way *= 1.0 / length.sqrt();
        at += way;
        let (cx, cy) = (at.x as u32, at.y as u32);
        let next_f = at - Vec2::new(cx as f32, cy as f32);
        let (tx, ty) = ((x + cx as usize).wrapping_sub(64), (y + cy as usize).wrapping_sub(64));
        if tx >= side - 1 || ty >= side - 1 {
            return;
        }
        let next = ty * side + tx;
        let (below, next_slope) = surface(heights, side, next, next_f);
        let fall = height - below;
        let carries = fall * speed * 0.9;
        let change = if fall < 0.0 {
            soil.min(-fall)
        } else if soil > carries {
            (soil - carries) * 0.25
        } else {
            -((carries - soil) * 0.06).min(fall)
        };
        soil -= change;
        put(moved, side, index, f, change);
        speed = (speed * speed + fall.max(-0.3) * 0.6).max(1e-4).sqrt().min(3.0);
        (index, f, height, slope) = (next, next_f, below, next_slope);
    }
}

/// Height and slope inside a cell.
fn surface(heights: &[f32], side: usize, index: usize, f: Vec2) -> (f32, Vec2) {
    let (sw, se, nw, ne) =
        (heights[index], heights[index + 1], heights[index + side], heights[index + side + 1]);
    let (south, north) = (sw + (se - sw) * f.x, nw + (ne - nw) * f.x);
    let slope =
        Vec2::new((se - sw) * (1.0 - f.y) + (ne - nw) * f.y, (nw - sw) * (1.0 - f.x) + (ne - se) * f.x);
    (south + (north - south) * f.y, slope)
}

/// Shares a change among the corners of a cell.
fn put(moved: &mut [i32], side: usize, index: usize, f: Vec2, change: f32) {
    let shares = [
        (0, (1.0 - f.x) * (1.0 - f.y)),
        (1, f.x * (1.0 - f.y)),
        (side, (1.0 - f.x) * f.y),
        (side + 1, f.x * f.y),
    ];
    for (step, share) in shares {
        moved[index + step] = moved[index + step].wrapping_add((change * share * GRAIN) as i32);
    }
}

impl Tile {
    /// Change of the ground at a point within the tile or a cell of it, in metres: cubic between cells, so that no
    /// crease shows on the 2 m ground.
    pub fn at(&self, point: DVec2) -> f32 {
        let side = (CELLS + 2 * RIM + 1) as usize;
        let local = ((point - self.origin) / CELL).as_vec2() + Vec2::splat(RIM as f32);
        let far = (side - 3) as f32;
        let (cx, cy) = (local.x.clamp(1.0, far) as usize, local.y.clamp(1.0, far) as usize);
        let f = Vec2::new(local.x - cx as f32, local.y - cy as f32);
        let (wx, wy) = (weights(f.x), weights(f.y));
        let mut sum = 0.0;
        for (j, wy) in wy.iter().enumerate() {
            let row = (cy + j - 1) * side + cx - 1;
            let line: f32 = wx.iter().zip(&self.change[row..row + 4]).map(|(w, v)| w * v).sum();
            sum += line * wy;
        }
        sum
    }
}

/// Uniform cubic B-spline weights.
fn weights(t: f32) -> [f32; 4] {
    let u = 1.0 - t;
    [
        u * u * u / 6.0,
        (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
        (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0,
        t * t * t / 6.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_agree_along_their_edges() {
        let erosion = Erosion::new(Seed(1), Elevation::new(Seed(42)));
        let edge = TRACT_METRES * 3.0;
        let (west, east) = (erosion.tile(DVec2::new(edge - 1.0, 5.0)), erosion.tile(DVec2::new(edge, 5.0)));
        let mut changed = 0;
        for i in 0..100 {
            let point = DVec2::new(edge, 2.0 + f64::from(i) * 5.0);
            assert!((west.at(point) - east.at(point)).abs() < 1e-6, "{point}");
            changed += i32::from(west.at(point).abs() > 0.02);
        }
        assert!(changed > 10, "rain left {changed} traces");
    }

    #[test]
    fn soil_is_moved_not_made() {
        let erosion = Erosion::new(Seed(1), Elevation::new(Seed(42)));
        let tile = erosion.tile(DVec2::new(20_000.0, 3_000.0));
        let (lo, hi) = tile.change.iter().fold((0.0f32, 0.0f32), |(lo, hi), &c| (lo.min(c), hi.max(c)));
        assert!((-DEEPEST..-0.02).contains(&lo) && hi <= HIGHEST, "{lo} {hi}");
    }
}
