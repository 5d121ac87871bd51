//! Rivers and lakes.
//!
//! * `drainage`: which way water runs and how much of it.
//! * `course`: the bends of a river between drainage nodes.
//!
//! What lies around a point is gathered by tiles of 512 m, so that a height costs a few distances. Rivers cut their
//! valleys into the land: the ground falls to the bank over a breadth that grows with the cut, so that gorges form in
//! high land and wide floors in low. Lakes fill the hollows that nothing drains.

mod course;
mod drainage;

pub(crate) use course::Reach;

use crate::buckets::{BUCKET, Buckets, TRACT_METRES, tract_of};
use crate::elevation::Elevation;
use crate::memo::Memo;
use crate::noise::{Octave, mix_between, smoothstep};
use course::{End, course};
use drainage::{BREACH, Drain, Drainage, NodeId, SPACING};
use glam::DVec2;
use std::sync::Arc;
use wold_chance::{Seed, Stream};

/// How far a river bends the land at most, in metres from its bank.
const WIDEST_VALLEY: f32 = 130.0;
/// Nodes that must drain through a node before a river is seen there.
const SPRING: u32 = 22;
/// How far below its node the surface of a river lies, in metres.
const CUT: f32 = 1.0;

/// A lake in a hollow that nothing drains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lake {
    /// Its middle.
    pub at: DVec2,
    /// Height of its surface in metres.
    pub level: f32,
    /// Mean radius in metres.
    pub radius: f32,
    /// Depth in the middle in metres.
    pub depth: f32,
}

/// All waters of a world.
#[derive(Debug)]
pub(crate) struct Waters {
    seed: Seed,
    elevation: Elevation,
    drainage: Drainage,
    shore: Octave,
    winding: [Octave; 4],
    tiles: Memo<[i32; 2], Tile>,
}

/// The waters that touch one tile.
#[derive(Debug)]
pub(crate) struct Tile {
    reaches: Buckets<Reach>,
    lakes: Buckets<Lake>,
    shore: Octave,
}

/// What water does to a point of the land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wetting {
    /// Height of the ground with valleys cut.
    pub height: f32,
    /// Surface of a river or lake over it.
    pub water: Option<f32>,
    /// Whether that is a lake.
    pub lake: bool,
    /// 1 at the bank, 0 far from water.
    pub wet: f32,
}

impl Waters {
    pub fn new(seed: Seed, elevation: Elevation) -> Self {
        Self {
            seed,
            drainage: Drainage::new(seed.child("nodes", &[]), elevation.clone()),
            elevation,
            shore: Octave::new(seed.child("shore", &[]), 70.0),
            winding: std::array::from_fn(|i| {
                Octave::new(seed.child("winding", &[i as u64]), if i < 2 { 330.0 } else { 105.0 })
            }),
            tiles: Memo::new(2048),
        }
    }

    /// The tile that holds a point.
    pub fn tile(&self, point: DVec2) -> Arc<Tile> {
        let key = tract_of(point);
        self.tiles.get(key, || self.gather(key))
    }

    fn gather(&self, key: [i32; 2]) -> Tile {
        let origin = DVec2::new(f64::from(key[0]), f64::from(key[1])) * TRACT_METRES;
        // A course reaches half a link from its node, and the longest link crosses BREACH squares both ways.
        let margin = (f64::from(BREACH) + 1.0) * SPACING * 0.75 + f64::from(WIDEST_VALLEY) + BUCKET + 120.0;
        let first = ((origin - margin) / SPACING).floor();
        let last = ((origin + TRACT_METRES + margin) / SPACING).floor();
        let mut tile = Tile { reaches: Buckets::new(key), lakes: Buckets::new(key), shore: self.shore };
        for id in (first.y as i32..=last.y as i32)
            .flat_map(|y| (first.x as i32..=last.x as i32).map(move |x| [x, y]))
        {
            for reach in self.courses(id) {
                tile.take_reach(reach);
            }
            if let Some(lake) = self.lake(id) {
                tile.take_lake(lake);
            }
        }
        tile
    }

    fn is_river(&self, id: NodeId) -> bool {
        self.drainage.flow(id) >= SPRING
    }

    /// Surface of the water at a node if it bears a river; never below the sea.
    fn level(&self, id: NodeId) -> f32 {
        (self.drainage.node(id).height - CUT).max(0.0)
    }

    fn end(&self, id: NodeId) -> End {
        let flow = self.drainage.flow(id) as f32;
        let half = (0.9 + 0.3 * flow.sqrt()).min(13.0);
        End { at: self.drainage.node(id).at, level: self.level(id), half }
    }

    /// All reaches of the river through one node.
    fn courses(&self, id: NodeId) -> Vec<Reach> {
        if !self.is_river(id) {
            return Vec::new();
        }
        let here = self.end(id);
        let middle = |a: End, b: End| End {
            at: (a.at + b.at) / 2.0,
            level: (a.level + b.level) / 2.0,
            half: (a.half + b.half) / 2.0,
        };
        let out = match self.drainage.drain(id) {
            Drain::To(next) => {
                let end = self.end(next);
                middle(
                    here,
                    if matches!(self.drainage.drain(next), Drain::Sea) {
                        End { half: here.half * 1.5, ..end }
                    } else {
                        end
                    },
                )
            }
            Drain::Lake | Drain::Sea => here,
        };
        let feeders: Vec<NodeId> =
            self.drainage.feeders(id).into_iter().filter(|&f| self.is_river(f)).collect();
        let ground = |p: DVec2| self.elevation.at(p);
        let meander = |p: DVec2| self.meander(p);
        if feeders.is_empty() {
            let spring = End { half: 0.6, ..here };
            return course(spring, middle(spring, out), out, ground, meander);
        }
        feeders.iter().flat_map(|&f| course(middle(self.end(f), here), here, out, ground, meander)).collect()
    }

    /// Where a straight river winds to. The same push for all that is near, so that courses still meet.
    fn meander(&self, point: DVec2) -> DVec2 {
        let [a, b, c, d] = self.winding.each_ref().map(|octave| f64::from(octave.at(point)));
        point + DVec2::new(a, b) * 74.0 + DVec2::new(c, d) * 17.0
    }

    fn lake(&self, id: NodeId) -> Option<Lake> {
        if self.drainage.drain(id) != Drain::Lake {
            return None;
        }
        let flow = self.drainage.flow(id) as f32;
        let mut stream = Stream::named(self.seed, "lake", &id.map(|v| v as u64));
        let radius = (22.0 + 7.0 * flow.sqrt()).min(120.0) * stream.range(0.8, 1.2) as f32;
        Some(Lake {
            at: self.meander(self.drainage.node(id).at),
            level: self.level(id),
            radius,
            depth: 1.5 + radius * 0.05,
        })
    }
}

impl Tile {
    fn take_reach(&mut self, reach: Reach) {
        let about = f64::from(reach.half[0].max(reach.half[1]) + WIDEST_VALLEY);
        self.reaches.put(reach, reach.from.min(reach.to) - about, reach.from.max(reach.to) + about);
    }

    fn take_lake(&mut self, lake: Lake) {
        let about = f64::from(lake.radius * LAKE_REACH);
        self.lakes.put(lake, lake.at - about, lake.at + about);
    }

    /// Cuts valleys into the land at a point within the tile or a bucket's breadth of it.
    pub fn wet(&self, point: DVec2, land: f32) -> Wetting {
        let mut out = Wetting { height: land, water: None, lake: false, wet: 0.0 };
        self.wet_by_rivers(point, land, &mut out);
        for lake in self.lakes.at(point) {
            self.wet_by_lake(lake, point, &mut out);
        }
        out
    }

    fn wet_by_rivers(&self, point: DVec2, land: f32, out: &mut Wetting) {
        let (mut lowest, mut highest) = (f32::MAX, f32::MIN);
        let mut stream: Option<(f32, f32, f32)> = None;
        for reach in self.reaches.at(point) {
            let (distance, level, half) = reach.nearest(point);
            let bank = distance - half;
            if bank < 0.0 {
                let inside = distance / half;
                if stream.is_none_or(|(best, ..)| inside < best) {
                    stream = Some((inside, level, half));
                }
                continue;
            }
            let breadth = (10.0 + 2.4 * (land - level).abs()).min(WIDEST_VALLEY);
            if bank >= breadth {
                continue;
            }
            let shaped = mix_between(level + 0.3, land, smoothstep(0.0, breadth, bank));
            lowest = lowest.min(shaped);
            highest = highest.max(shaped);
            out.wet = out.wet.max(1.0 - bank / 70.0);
        }
        if let Some((inside, level, half)) = stream {
            let bed = level - (0.35 + 0.16 * half) * (1.0 - inside * inside);
            out.wet = 1.0;
            // A river that has reached the sea is part of it.
            if land < 0.0 {
                out.height = land.min(bed);
            } else {
                out.height = bed;
                out.water = Some(level);
            }
        } else if lowest < land {
            out.height = lowest;
        } else if highest > land && land >= 0.0 {
            out.height = highest;
        }
    }

    fn wet_by_lake(&self, lake: &Lake, point: DVec2, out: &mut Wetting) {
        let away = point.distance(lake.at) as f32;
        if away > lake.radius * LAKE_REACH {
            return;
        }
        let share = away / (lake.radius * (1.0 + 0.28 * self.shore.at(point)));
        if share < 1.0 {
            out.height =
                out.height.min(lake.level - lake.depth * (1.0 - share * share)).min(lake.level - 0.05);
            out.water = Some(lake.level);
            out.lake = true;
            out.wet = 1.0;
        } else if out.water.is_none() {
            let rim = lake.level + 0.3;
            out.height = mix_between(rim, out.height, smoothstep(1.0, 2.2, share));
            out.wet = out.wet.max(1.0 - (share - 1.0) * 1.2);
        }
    }
}

/// How many radii a lake bends the land around it.
const LAKE_REACH: f32 = 3.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn waters() -> Waters {
        Waters::new(Seed(5), Elevation::new(Seed(42)))
    }

    #[test]
    fn tiles_agree_along_their_edges() {
        let waters = waters();
        for i in 0..200 {
            let y = f64::from(i) * 13.0 - 1_000.0;
            let edge = DVec2::new(TRACT_METRES * 2.0, y);
            let land = waters.elevation.at(edge);
            let west = waters.tile(edge - DVec2::X);
            let east = waters.tile(edge);
            assert_eq!(west.wet(edge, land), east.wet(edge, land));
        }
    }

    #[test]
    fn rivers_are_found_and_their_beds_lie_below_their_surface() {
        let waters = waters();
        let mut wet = 0;
        for (x, y) in (-60..60).flat_map(|y| (-60..60).map(move |x| (x, y))) {
            let point = DVec2::new(f64::from(x), f64::from(y)) * 37.0;
            let found = waters.tile(point).wet(point, waters.elevation.at(point));
            if let Some(level) = found.water {
                wet += 1;
                assert!(found.height <= level);
            }
        }
        assert!(wet > 20, "{wet} wet points");
    }

    #[test]
    fn levels_never_rise_downstream() {
        let waters = waters();
        for id in (-30..30).flat_map(|y| (-30..30).map(move |x| [x, y])).filter(|&id| waters.is_river(id)) {
            for reach in waters.courses(id) {
                assert!(reach.levels[1] <= reach.levels[0]);
            }
            if let Drain::To(next) = waters.drainage.drain(id) {
                assert!(waters.is_river(next), "a river does not vanish");
                assert!(waters.level(next) <= waters.level(id));
            }
        }
    }
}
