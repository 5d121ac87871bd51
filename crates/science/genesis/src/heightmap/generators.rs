//! The six generators.
//!
//! Corrections to the printed algorithms: the first column of limited random is bound to its neighbour like every other
//! cell; grains look at their neighbours in random order (a fixed one piles to one side) and stay on the map; a fault
//! needs two different points; midpoints are displaced by a fresh draw each and down to the last cell; any size is cut from
//! the next square of 2^k + 1.

use super::{HeightMap, HeightMapError, Recipe};
use wold_chance::Stream;

pub(super) fn generate(
    recipe: Recipe,
    mut map: HeightMap,
    top: f64,
    stream: &mut Stream,
) -> Result<HeightMap, HeightMapError> {
    check(recipe)?;
    match recipe {
        Recipe::Simple => map.cells.iter_mut().for_each(|h| *h = stream.unit() * top),
        Recipe::Limited { step } => limited(&mut map, top, step, stream),
        Recipe::Particles { count, grain, repose } => particles(&mut map, top, count, grain, repose, stream),
        Recipe::Faults { count, step } => {
            map.cells.fill(top / 2.0);
            for _ in 0..count {
                let line = two_points(&map, stream);
                fault(&mut map, top, step, line);
            }
        }
        Recipe::Hills { count, radius, size } => {
            for _ in 0..count {
                let centre = [stream.unit() * map.width as f64, stream.unit() * map.height as f64];
                hill(&mut map, top, radius, size, centre);
            }
        }
        Recipe::DiamondSquare { spread, smoothness } => {
            let side = square_side(map.width.max(map.height));
            let mut square = HeightMap::flat(side, side, 0.0)?;
            let corners = std::array::from_fn(|_| stream.unit() * top);
            midpoints(&mut square, corners, spread, smoothness, |d| d * stream.range(-1.0, 1.0));
            for (index, cell) in map.cells.iter_mut().enumerate() {
                *cell = square.cells[index / map.width * side + index % map.width].clamp(0.0, top);
            }
        }
    }
    Ok(map)
}

fn check(recipe: Recipe) -> Result<(), HeightMapError> {
    let positive = |what, value: f64| {
        if value > 0.0 && value.is_finite() {
            Ok(())
        } else {
            Err(HeightMapError::Parameter { what, must: "above 0", value })
        }
    };
    match recipe {
        Recipe::Simple => Ok(()),
        Recipe::Limited { step } | Recipe::Faults { step, .. } => positive("the step", step),
        Recipe::Particles { grain, repose, .. } => {
            positive("the grain", grain)?;
            if repose >= grain {
                Ok(())
            } else {
                Err(HeightMapError::Parameter { what: "the repose", must: "at least a grain", value: repose })
            }
        }
        Recipe::Hills { radius, size, .. } => positive("the radius", radius).and(positive("the size", size)),
        Recipe::DiamondSquare { spread, smoothness } => {
            positive("the spread", spread).and(positive("the smoothness", smoothness))
        }
    }
}

fn limited(map: &mut HeightMap, top: f64, step: f64, stream: &mut Stream) {
    for index in 0..map.cells.len() {
        let (x, y) = (index % map.width, index / map.width);
        let west = (x > 0).then(|| map.cells[index - 1]);
        let south = (y > 0).then(|| map.cells[index - map.width]);
        let near = match (west, south) {
            (Some(a), Some(b)) => f64::midpoint(a, b),
            (Some(a), None) | (None, Some(a)) => a,
            (None, None) => stream.unit() * top,
        };
        map.cells[index] = (near + step * (stream.unit() - 0.5)).clamp(0.0, top);
    }
}

fn particles(map: &mut HeightMap, top: f64, count: u64, grain: f64, repose: f64, stream: &mut Stream) {
    let (width, height) = (map.width, map.height);
    let mut walker = [stream.below(width as u64) as usize, stream.below(height as u64) as usize];
    for _ in 0..count {
        let mut bits = stream.next_u64();
        let mut at = walker;
        loop {
            let here = map.cells[at[1] * width + at[0]];
            let size = grain.min(top - here);
            // One of the 24 orders of the four neighbours would need five bits a step; a random first is enough.
            let first = bits & 3;
            bits = bits.rotate_right(2);
            let lower = (0..4).map(|k| (first + k) & 3).find_map(|way| {
                let next = neighbour(at, way, width, height)?;
                (here + size - map.cells[next[1] * width + next[0]] > repose).then_some(next)
            });
            match lower {
                Some(next) => at = next,
                None => {
                    map.cells[at[1] * width + at[0]] += size;
                    break;
                }
            }
        }
        // A step that would leave the map is not taken.
        walker = neighbour(walker, bits >> 62, width, height).unwrap_or(walker);
    }
}

fn neighbour(at: [usize; 2], way: u64, width: usize, height: usize) -> Option<[usize; 2]> {
    let next = match way & 3 {
        0 => [at[0] + 1, at[1]],
        1 => [at[0].checked_sub(1)?, at[1]],
        2 => [at[0], at[1] + 1],
        _ => [at[0], at[1].checked_sub(1)?],
    };
    (next[0] < width && next[1] < height).then_some(next)
}

/// Two different cells; on a map of one cell a point beside it.
fn two_points(map: &HeightMap, stream: &mut Stream) -> [[f64; 2]; 2] {
    let mut point = || [stream.below(map.width as u64) as f64, stream.below(map.height as u64) as f64];
    let first = point();
    for _ in 0..64 {
        let second = point();
        if second != first {
            return [first, second];
        }
    }
    [first, [first[0] + 1.0, first[1]]]
}

pub(super) fn fault(map: &mut HeightMap, top: f64, step: f64, [[x0, y0], [x1, y1]]: [[f64; 2]; 2]) {
    for (index, cell) in map.cells.iter_mut().enumerate() {
        let (x, y) = ((index % map.width) as f64, (index / map.width) as f64);
        let side = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
        *cell = if side > 0.0 { (*cell + step).min(top) } else { (*cell - step).max(0.0) };
    }
}

/// Height a hill adds at a squared distance from its middle.
pub(super) fn hill_height(squared: f64, radius: f64, size: f64) -> f64 {
    let share = squared / (radius * radius);
    if share < 1.0 { size / 2.0 * (1.0 + libm::cos(std::f64::consts::PI * share)) } else { 0.0 }
}

fn hill(map: &mut HeightMap, top: f64, radius: f64, size: f64, centre: [f64; 2]) {
    let span = |c: f64, side: usize| {
        ((c - radius).floor().max(0.0) as usize)..((c + radius).ceil().max(0.0) as usize + 1).min(side)
    };
    for y in span(centre[1], map.height) {
        for x in span(centre[0], map.width) {
            let (dx, dy) = (x as f64 - centre[0], y as f64 - centre[1]);
            let cell = &mut map.cells[y * map.width + x];
            *cell = (*cell + hill_height(dx * dx + dy * dy, radius, size)).min(top);
        }
    }
}

/// The smallest 2^k + 1 that is at least this.
pub(super) fn square_side(side: usize) -> usize {
    side.saturating_sub(1).max(1).next_power_of_two() + 1
}

/// Diamond-square on a square of 2^k + 1; `displace` turns the round's displacement into one draw's. Every cell but the
/// corners is written exactly once. A border point counts its inner neighbour twice.
pub(super) fn midpoints(
    map: &mut HeightMap,
    corners: [f64; 4],
    spread: f64,
    smoothness: f64,
    mut displace: impl FnMut(f64) -> f64,
) {
    let last = map.width - 1;
    let set = |map: &mut HeightMap, x: usize, y: usize, h: f64| {
        let width = map.width;
        map.cells[y * width + x] = h;
    };
    for ((x, y), h) in [(0, 0), (last, 0), (0, last), (last, last)].into_iter().zip(corners) {
        set(map, x, y, h);
    }
    let (mut step, mut d) = (last, spread);
    while step >= 2 {
        let half = step / 2;
        let at = |map: &HeightMap, x: usize, y: usize| map.cells[y * map.width + x];
        for y in (half..last).step_by(step) {
            for x in (half..last).step_by(step) {
                let sum = at(map, x - half, y - half)
                    + at(map, x + half, y - half)
                    + at(map, x - half, y + half)
                    + at(map, x + half, y + half);
                set(map, x, y, displace(d) + sum / 4.0);
            }
        }
        for y in (0..=last).step_by(half) {
            let shift = if (y / half).is_multiple_of(2) { half } else { 0 };
            for x in (shift..=last).step_by(step) {
                let west = if x >= half { x - half } else { x + half };
                let east = if x + half <= last { x + half } else { x - half };
                let south = if y >= half { y - half } else { y + half };
                let north = if y + half <= last { y + half } else { y - half };
                let sum = at(map, west, y) + at(map, east, y) + at(map, x, south) + at(map, x, north);
                set(map, x, y, displace(d) + sum / 4.0);
            }
        }
        step = half;
        d *= libm::pow(2.0, -smoothness);
    }
}
