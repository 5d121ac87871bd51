//! Which way water runs.
//!
//! Drainage nodes lie 128 m apart, each in the lowest of a few spots of its square. A node drains to its steepest lower
//! neighbour; a hollow drains to the nearest lower node within six squares, as if its water had cut through the rim;
//! a hollow without one is the bottom of a lake, and a node below the sea drains no further. Every link leads to a
//! strictly lower node, so water runs downhill all the way and every river ends in a lake or the sea. A diagonal link
//! is only taken to the lowest corner of its square, so links between neighbours never cross.
//!
//! The flow of a node is the number of nodes that drain through it. It is counted exactly: the whole land upstream is
//! walked, however far it reaches, and remembered by tiles.

use crate::elevation::Elevation;
use crate::memo::{Lattice, Memo};
use glam::DVec2;
use std::sync::{Arc, Mutex, PoisonError};
use wold_chance::{Seed, mix};

/// Metres between drainage nodes.
pub(super) const SPACING: f64 = 128.0;
/// Nodes along the side of a tile.
const TILE: i32 = 16;
/// How many squares around a hollow is searched for lower ground.
pub(super) const BREACH: i32 = 6;
/// Spots weighed for a node.
const SPOTS: u64 = 4;

/// A drainage node by its square.
pub(super) type NodeId = [i32; 2];

/// Where a node is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    pub at: DVec2,
    pub height: f32,
}

/// Where the water of a node goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drain {
    To(NodeId),
    Lake,
    Sea,
}

#[derive(Debug)]
pub(super) struct Drainage {
    salt: u64,
    elevation: Elevation,
    nodes: Memo<[i32; 2], Vec<Node>>,
    drains: Memo<[i32; 2], DrainTile>,
    flows: Mutex<Flows>,
}

#[derive(Debug)]
struct DrainTile {
    drains: Vec<Drain>,
    /// Links longer than to a neighbour, as (from, to).
    breaches: Vec<(NodeId, NodeId)>,
}

impl Drainage {
    pub fn new(seed: Seed, elevation: Elevation) -> Self {
        Self {
            salt: mix(seed.0),
            elevation,
            nodes: Memo::new(4096),
            drains: Memo::new(4096),
            flows: Mutex::new(Flows::default()),
        }
    }

    pub fn node(&self, id: NodeId) -> Node {
        let (tile, index) = locate(id);
        self.node_tile(tile)[index]
    }

    pub fn drain(&self, id: NodeId) -> Drain {
        let (tile, index) = locate(id);
        self.drain_tile(tile).drains[index]
    }

    /// How many nodes drain through this one, itself included.
    pub fn flow(&self, id: NodeId) -> u32 {
        // Counting under the lock lets threads that ask for the same river share the work.
        let mut flows = self.flows.lock().unwrap_or_else(PoisonError::into_inner);
        flows.get(id).unwrap_or_else(|| Walker::new(self).flow(id, &mut flows))
    }

    /// The nodes that drain straight into this one, in the order of their ids.
    pub fn feeders(&self, id: NodeId) -> Vec<NodeId> {
        Walker::new(self).feeders(id)
    }

    fn node_tile(&self, tile: [i32; 2]) -> Arc<Vec<Node>> {
        self.nodes.get(tile, || ids(tile).map(|id| self.settle(id)).collect())
    }

    /// The lowest of a few spots in the node's square.
    fn settle(&self, id: NodeId) -> Node {
        let bits = mix(self.salt ^ mix(id[0] as u64).wrapping_add(mix(id[1] as u64 ^ 0xd2a1)));
        let mut best: Option<Node> = None;
        for spot in 0..SPOTS {
            let draw = mix(bits.wrapping_add(spot));
            let along = |half: u64| 0.1 + 0.8 * (half & 0xffff_ffff) as f64 / (1u64 << 32) as f64;
            let place =
                DVec2::new(f64::from(id[0]) + along(draw), f64::from(id[1]) + along(draw >> 32)) * SPACING;
            let height = self.elevation.at(place);
            if best.is_none_or(|b| height < b.height) {
                best = Some(Node { at: place, height });
            }
        }
        best.expect("at least one spot is weighed")
    }

    fn drain_tile(&self, tile: [i32; 2]) -> Arc<DrainTile> {
        self.drains.get(tile, || {
            let mut patch = Patch::new(self);
            let mut breaches = Vec::new();
            let drains = ids(tile)
                .map(|id| {
                    let drain = patch.drain(id);
                    if let Drain::To(to) = drain
                        && (0..2).any(|i| to[i].abs_diff(id[i]) > 1)
                    {
                        breaches.push((id, to));
                    }
                    drain
                })
                .collect();
            DrainTile { drains, breaches }
        })
    }
}

/// Flows counted so far, by tiles; 0 is not counted yet. Forgetting them costs time only.
#[derive(Debug, Default)]
struct Flows {
    tiles: Lattice<[i32; 2], Vec<u32>>,
}

impl Flows {
    /// Tiles remembered before all are forgotten.
    const MOST: usize = 8192;

    fn get(&self, id: NodeId) -> Option<u32> {
        let (tile, index) = locate(id);
        self.tiles.get(&tile).map(|flows| flows[index]).filter(|&flow| flow > 0)
    }

    fn set(&mut self, id: NodeId, flow: u32) {
        let (tile, index) = locate(id);
        self.tiles.entry(tile).or_insert_with(|| vec![0; (TILE * TILE) as usize])[index] = flow;
    }
}

/// Node heights around one tile, fetched once.
struct Patch<'a> {
    drainage: &'a Drainage,
    held: Vec<([i32; 2], Arc<Vec<Node>>)>,
}

impl<'a> Patch<'a> {
    fn new(drainage: &'a Drainage) -> Self {
        Self { drainage, held: Vec::new() }
    }

    fn node(&mut self, id: NodeId) -> Node {
        let (tile, index) = locate(id);
        if let Some((_, nodes)) = self.held.iter().find(|(held, _)| *held == tile) {
            return nodes[index];
        }
        let nodes = self.drainage.node_tile(tile);
        let node = nodes[index];
        self.held.push((tile, nodes));
        node
    }

    fn drain(&mut self, id: NodeId) -> Drain {
        let here = self.node(id);
        if here.height < 0.0 {
            return Drain::Sea;
        }
        let mut steepest: Option<(f64, NodeId)> = None;
        for [dx, dy] in RING {
            let to = [id[0] + dx, id[1] + dy];
            let there = self.node(to);
            if there.height >= here.height {
                continue;
            }
            if dx != 0 && dy != 0 {
                let sides = [self.node([id[0] + dx, id[1]]).height, self.node([id[0], id[1] + dy]).height];
                if sides.iter().any(|&side| side <= there.height) {
                    continue;
                }
            }
            let fall = f64::from(here.height - there.height) / here.at.distance(there.at);
            if steepest.is_none_or(|(best, _)| fall > best) {
                steepest = Some((fall, to));
            }
        }
        if let Some((_, to)) = steepest {
            return Drain::To(to);
        }
        self.breach(id, here).map_or(Drain::Lake, Drain::To)
    }

    /// The nearest lower node beyond the rim of a hollow.
    fn breach(&mut self, id: NodeId, here: Node) -> Option<NodeId> {
        let mut nearest: Option<(f64, NodeId)> = None;
        for (dx, dy) in (-BREACH..=BREACH).flat_map(|dy| (-BREACH..=BREACH).map(move |dx| (dx, dy))) {
            let to = [id[0] + dx, id[1] + dy];
            let there = self.node(to);
            if there.height >= here.height {
                continue;
            }
            let away = here.at.distance(there.at);
            if nearest.is_none_or(|(best, _)| away < best) {
                nearest = Some((away, to));
            }
        }
        nearest.map(|(_, to)| to)
    }
}

/// Walks upstream, holding on to the tiles it passes.
struct Walker<'a> {
    drainage: &'a Drainage,
    held: Lattice<[i32; 2], Arc<DrainTile>>,
}

impl<'a> Walker<'a> {
    fn new(drainage: &'a Drainage) -> Self {
        Self { drainage, held: Lattice::default() }
    }

    fn tile(&mut self, tile: [i32; 2]) -> &DrainTile {
        self.held.entry(tile).or_insert_with(|| self.drainage.drain_tile(tile))
    }

    fn feeders(&mut self, id: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        for [dx, dy] in RING {
            let from = [id[0] + dx, id[1] + dy];
            let (tile, index) = locate(from);
            if self.tile(tile).drains[index] == Drain::To(id) {
                found.push(from);
            }
        }
        let tile_of = |v: i32| v.div_euclid(TILE);
        for y in tile_of(id[1] - BREACH)..=tile_of(id[1] + BREACH) {
            for x in tile_of(id[0] - BREACH)..=tile_of(id[0] + BREACH) {
                found.extend(
                    self.tile([x, y]).breaches.iter().filter(|(_, to)| *to == id).map(|(from, _)| *from),
                );
            }
        }
        found.sort_unstable();
        found
    }

    /// Counts without recursion: rivers are longer than stacks are deep.
    fn flow(&mut self, id: NodeId, flows: &mut Flows) -> u32 {
        if flows.tiles.len() > Flows::MOST {
            flows.tiles.clear();
        }
        let mut path: Vec<(NodeId, Vec<NodeId>)> = vec![(id, self.feeders(id))];
        let mut counted = 0;
        while let Some((node, feeders)) = path.last() {
            if let Some(upstream) = feeders.iter().copied().find(|&f| flows.get(f).is_none()) {
                let next = self.feeders(upstream);
                path.push((upstream, next));
            } else {
                counted = 1 + feeders.iter().filter_map(|&f| flows.get(f)).sum::<u32>();
                flows.set(*node, counted);
                path.pop();
            }
        }
        counted
    }
}

const RING: [[i32; 2]; 8] = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

fn locate(id: NodeId) -> ([i32; 2], usize) {
    let inside = id.map(|v| v.rem_euclid(TILE) as usize);
    (id.map(|v| v.div_euclid(TILE)), inside[1] * TILE as usize + inside[0])
}

fn ids(tile: [i32; 2]) -> impl Iterator<Item = NodeId> {
    (0..TILE).flat_map(move |y| (0..TILE).map(move |x| [tile[0] * TILE + x, tile[1] * TILE + y]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drainage() -> Drainage {
        Drainage::new(Seed(5), Elevation::new(Seed(42)))
    }

    #[test]
    fn water_runs_downhill_all_the_way_to_a_lake_or_the_sea() {
        let drainage = drainage();
        for start in (-40..40).step_by(7).flat_map(|y| (-40..40).step_by(7).map(move |x| [x, y])) {
            let mut id = start;
            for _ in 0..10_000 {
                match drainage.drain(id) {
                    Drain::To(next) => {
                        assert!(drainage.node(next).height < drainage.node(id).height);
                        assert!(drainage.flow(next) > drainage.flow(id), "rivers grow downstream");
                        id = next;
                    }
                    Drain::Lake | Drain::Sea => break,
                }
            }
            assert!(!matches!(drainage.drain(id), Drain::To(_)), "{start:?} runs for ever");
        }
    }

    #[test]
    fn flow_is_one_more_than_that_of_the_feeders() {
        let drainage = drainage();
        for id in (0..20).flat_map(|y| (0..20).map(move |x| [x, y])) {
            let fed: u32 = drainage.feeders(id).iter().map(|&f| drainage.flow(f)).sum();
            assert_eq!(drainage.flow(id), 1 + fed);
        }
    }

    #[test]
    fn links_between_neighbours_never_cross() {
        let drainage = drainage();
        for (x, y) in (-20..20).flat_map(|y| (-20..20).map(move |x| (x, y))) {
            let rising = drainage.drain([x, y]) == Drain::To([x + 1, y + 1])
                || drainage.drain([x + 1, y + 1]) == Drain::To([x, y]);
            let falling = drainage.drain([x + 1, y]) == Drain::To([x, y + 1])
                || drainage.drain([x, y + 1]) == Drain::To([x + 1, y]);
            assert!(!(rising && falling));
        }
    }
}
