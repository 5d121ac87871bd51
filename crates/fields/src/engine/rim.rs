//! Filling the rims of tiles from what lies beyond them.

use super::property::LayerId;
use super::tile::TilePos;
use super::{Engine, Extent};

const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl Engine {
    /// Brings the rims of these layers up to date. What is not loaded leaves the rim as it was last known.
    pub(super) fn exchange(&mut self, layers: &[LayerId]) {
        if matches!(self.layout.extent, Extent::Whole { .. }) {
            let torus = self.layout.beside(TilePos::default(), 1, 0).is_some();
            if torus && let Some(tile) = self.tiles.get_mut(&TilePos::default()) {
                for layer in layers {
                    wrap(&mut tile.now[layer.slot()], tile.width, tile.height);
                }
            }
            return;
        }
        let (side, stride) = (self.layout.tile_size().0, self.layout.tile_size().0 + 2);
        let positions: Vec<TilePos> = self.tiles.keys().copied().collect();
        for pos in positions {
            for (dx, dy) in AROUND {
                let Some(there) = self.layout.beside(pos, dx, dy) else { continue };
                if !self.tiles.contains_key(&there) {
                    continue;
                }
                // From the neighbour's outermost cells into this tile's rim.
                let span = |d: i32| match d {
                    -1 => (side..side + 1, 0),
                    1 => (1..2, side + 1),
                    _ => (1..side + 1, 1),
                };
                let ((from_x, to_x), (from_y, to_y)) = (span(dx), span(dy));
                for layer in layers {
                    for (i, y) in from_y.clone().enumerate() {
                        let from = y * stride + from_x.start;
                        let piece: Vec<f32> =
                            self.tiles[&there].now[layer.slot()][from..from + from_x.len()].to_vec();
                        let to = (to_y + i) * stride + to_x;
                        let tile = self.tiles.get_mut(&pos).expect("the position was just listed");
                        tile.now[layer.slot()][to..to + piece.len()].copy_from_slice(&piece);
                    }
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
