//! Filling the rims of tiles from what lies beyond them.

use super::property::LayerId;
use super::region::Regions;
use super::tile::{Tile, TilePos};
use super::{Engine, Extent};
use std::collections::BTreeMap;

const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl Engine {
    /// Brings the rims of all moving layers up to date, from tiles in which they may have changed since the last step.
    pub(super) fn exchange_moved(&mut self) {
        let moving = std::mem::take(&mut self.moving);
        self.exchange_from(|tile| {
            let stirred = |regions: &Regions| regions.awake.contains(&true) || regions.loud.contains(&true);
            let systems = tile.regions.iter().zip(&moving).filter(|(regions, _)| stirred(regions));
            systems.flat_map(|(_, layers)| layers.iter().copied()).collect()
        });
        self.moving = moving;
    }

    /// Brings the rims of these layers up to date.
    pub(super) fn exchange(&mut self, layers: &[LayerId]) {
        self.exchange_from(|_| layers.to_vec());
    }

    /// Brings rims up to date by the layers of each tile that are worth telling. What is not loaded leaves the rim as it was last known.
    fn exchange_from(&mut self, told: impl Fn(&Tile) -> Vec<LayerId>) {
        if matches!(self.layout.extent, Extent::Whole { .. }) {
            let torus = self.layout.beside(TilePos::default(), 1, 0).is_some();
            if torus && let Some(tile) = self.tiles.get_mut(&TilePos::default()) {
                tile.mark();
                for layer in told(tile) {
                    wrap(&mut tile.now[layer.slot()], tile.width, tile.height);
                }
            }
            return;
        }
        let (side, stride) = (self.layout.tile_size().0, self.layout.tile_size().0 + 2);
        let telling: BTreeMap<TilePos, Vec<LayerId>> =
            self.tiles.iter().map(|(pos, tile)| (*pos, told(tile))).collect();
        let positions: Vec<TilePos> = self.tiles.keys().copied().collect();
        for pos in positions {
            // Taken out, so that the tiles around can be read while it is written.
            let Some(mut now) = self.tiles.get_mut(&pos).map(|tile| std::mem::take(&mut tile.now)) else {
                continue;
            };
            let mut changed = false;
            for (dx, dy) in AROUND {
                let Some(beside) = self.layout.beside(pos, dx, dy) else { continue };
                let Some((there, layers)) = self.tiles.get(&beside).zip(telling.get(&beside)) else {
                    continue;
                };
                // From the neighbour's outermost cells into this tile's rim.
                let span = |d: i32| match d {
                    -1 => (side, 1, 0),
                    1 => (1, 1, side + 1),
                    _ => (1, side, 1),
                };
                let ((from_x, columns, to_x), (from_y, rows, to_y)) = (span(dx), span(dy));
                for layer in layers {
                    let (from, to) = (&there.now[layer.slot()], &mut now[layer.slot()]);
                    for row in 0..rows {
                        let (from_at, to_at) =
                            ((from_y + row) * stride + from_x, (to_y + row) * stride + to_x);
                        let (from, to) = (&from[from_at..from_at + columns], &mut to[to_at..to_at + columns]);
                        changed |= from.iter().zip(&*to).any(|(a, b)| a.to_bits() != b.to_bits());
                        to.copy_from_slice(from);
                    }
                }
            }
            if let Some(tile) = self.tiles.get_mut(&pos) {
                tile.now = now;
                if changed {
                    tile.mark();
                }
            }
        }
    }

    /// Puts nothing around a tile: no wind and nothing to flow, until its neighbours are known.
    pub(super) fn empty_rim(&mut self, pos: TilePos) {
        let Some(tile) = self.tiles.get_mut(&pos) else { return };
        let (width, height, stride) = (tile.width, tile.height, tile.stride());
        for layer in tile.now.iter_mut().chain(&mut tile.next).filter(|layer| !layer.is_empty()) {
            layer[..stride].fill(0.0);
            layer[(height + 1) * stride..].fill(0.0);
            for y in 1..=height {
                layer[y * stride] = 0.0;
                layer[y * stride + width + 1] = 0.0;
            }
        }
    }
}

/// Copies the rim of one buffer to another.
pub(super) fn copy_rim(from: &[f32], to: &mut [f32], width: usize, height: usize) {
    let stride = width + 2;
    let last = (height + 1) * stride;
    to[..stride].copy_from_slice(&from[..stride]);
    to[last..].copy_from_slice(&from[last..]);
    for y in 1..=height {
        let (west, east) = (y * stride, y * stride + width + 1);
        (to[west], to[east]) = (from[west], from[east]);
    }
}

/// The rim of a torus: the other side.
fn wrap(layer: &mut [f32], width: usize, height: usize) {
    let stride = width + 2;
    for y in 1..=height {
        let row = &mut layer[y * stride..(y + 1) * stride];
        row[0] = row[width];
        row[width + 1] = row[1];
    }
    layer.copy_within(height * stride..(height + 1) * stride, 0);
    layer.copy_within(stride..2 * stride, (height + 1) * stride);
}
