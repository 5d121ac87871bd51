//! How far it is to walk from one place to all others.
//!
//! Contract: over the open points of one sheet (open ground with ground floors, or one storey), in straight and slanting steps of half a metre that cut no corner; a slanting step counts as 7 to 5 of a
//! straight one. Cost: every point once.

use wold_land::walkable::Sheet;
use wold_space::DVec2;

/// Straight and slanting steps, as 5 to 7.
const STRAIGHT: u32 = 5;
const SLANT: u32 = 7;
const STEP_METRES: f64 = 0.5 / STRAIGHT as f64;

/// How far it is from a place to every point of a sheet one can walk to, in fifths of half a metre: Dijkstra with buckets.
#[derive(Clone, Debug)]
pub(crate) struct Flood {
    width: i32,
    cost: Vec<u32>,
}

impl Flood {
    /// From nowhere to nowhere.
    pub fn nowhere(sheet: &Sheet) -> Self {
        let map = sheet.map();
        Self { width: map.width() as i32, cost: vec![u32::MAX; map.width() as usize * map.height() as usize] }
    }

    /// From a place; nowhere if nobody can stand there.
    pub fn over(sheet: &Sheet, from: DVec2) -> Self {
        let map = sheet.map();
        let mut flood = Self::nowhere(sheet);
        let Some(start) = sheet.tile_near(from) else { return flood };
        let mut buckets: [Vec<(i32, i32)>; SLANT as usize + 1] = Default::default();
        *flood.at(start) = 0;
        buckets[0].push(start);
        let (mut cost, mut idle) = (0_u32, 0);
        while idle <= SLANT {
            let here = std::mem::take(&mut buckets[(cost % (SLANT + 1)) as usize]);
            idle = if here.is_empty() { idle + 1 } else { 0 };
            for at in here {
                if *flood.at(at) != cost {
                    continue;
                }
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let next = (at.0 + dx, at.1 + dy);
                    let far = cost + if dx != 0 && dy != 0 { SLANT } else { STRAIGHT };
                    if map.can_step(at.0, at.1, dx, dy) && far < *flood.at(next) {
                        *flood.at(next) = far;
                        buckets[(far % (SLANT + 1)) as usize].push(next);
                    }
                }
            }
            cost += 1;
        }
        flood
    }

    fn at(&mut self, (x, y): (i32, i32)) -> &mut u32 {
        &mut self.cost[(y * self.width + x) as usize]
    }

    /// Metres to a tile; nothing where one does not get.
    pub fn metres(&self, (x, y): (i32, i32)) -> Option<f64> {
        let cost = self.cost[(y * self.width + x) as usize];
        (cost != u32::MAX).then(|| f64::from(cost) * STEP_METRES)
    }
}
