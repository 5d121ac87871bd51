//! Where systems meet events and travellers: the cells before they move.

use super::property::{Book, Kind, LIMIT, LayerId};
use super::system::{Event, Traveller};
use super::tile::{Cell, Tile, TilePos};
use super::{EngineError, Layout};
use crate::angle;
use std::collections::BTreeMap;
use wold_space::DVec2;

/// What a system sees and may change before the cells move.
pub struct Yard<'a> {
    /// How many steps were made before this one.
    pub step: u64,
    /// The events of this step, those of other systems among them.
    pub events: &'a [Event],
    /// Who is on the move.
    pub travellers: &'a [Traveller],
    /// How the cells lie.
    pub layout: &'a Layout,
    pub(super) book: &'a Book,
    pub(super) tiles: &'a mut BTreeMap<TilePos, Tile>,
    pub(super) listeners: &'a [Vec<usize>],
}

impl Yard<'_> {
    /// The cell of a place, if it is loaded.
    #[must_use]
    pub fn cell_at(&self, place: DVec2) -> Option<Cell> {
        let cell = self.layout.cell_at(place)?;
        self.layout.locate(cell).filter(|(pos, ..)| self.tiles.contains_key(pos)).map(|_| cell)
    }

    /// The value of a layer; `None` where nothing is loaded.
    #[must_use]
    pub fn get(&self, layer: LayerId, cell: Cell) -> Option<f32> {
        let (pos, x, y) = self.layout.locate(cell)?;
        let tile = self.tiles.get(&pos)?;
        Some(tile.now[layer.slot()][tile.slot(x, y)])
    }

    /// Sets a layer's value and wakes what depends on it. Scalars and lengths are clamped, angles brought into `[-π, π]`; what
    /// is not a number is not taken. Nothing happens where nothing is loaded.
    pub fn set(&mut self, layer: LayerId, cell: Cell, value: f32) {
        // Systems compute what they set from checked numbers; an overflow on the way must not spread.
        let _ = set(self.tiles, self.layout, self.book, self.listeners, layer, cell, value);
    }

    /// Adds to a layer's value, like [`Yard::set`].
    pub fn add(&mut self, layer: LayerId, cell: Cell, amount: f32) {
        if let Some(value) = self.get(layer, cell) {
            self.set(layer, cell, value + amount);
        }
    }

    /// Wakes what depends on a layer around a cell, as if it had changed there.
    pub fn wake(&mut self, layer: LayerId, cell: Cell) {
        let Some((pos, x, y)) = self.layout.locate(cell) else { return };
        if let Some(tile) = self.tiles.get_mut(&pos) {
            for system in &self.listeners[layer.slot()] {
                tile.regions[*system].touch(x, y);
            }
        }
    }

    /// The loaded cells within `radius` of a place, the cell of the place itself always among them. At most 1,024 cells are
    /// looked at in each direction.
    #[must_use]
    pub fn disc(&self, place: DVec2, radius: f32) -> Vec<DiscCell> {
        let middle = place.floor();
        if !(middle.is_finite() && middle.abs().max_element() < 1e15) {
            return Vec::new();
        }
        let centre = Cell::new(middle.x as i64, middle.y as i64);
        let reach = (radius.clamp(0.0, 1_024.0)).ceil() as i64;
        let from = self.layout.centre(centre);
        let mut spots = Vec::new();
        for y in centre.y - reach..=centre.y + reach {
            for x in centre.x - reach..=centre.x + reach {
                let off = self.layout.centre(Cell::new(x, y)) - from;
                let length = off.length() as f32;
                let Some(cell) = self.layout.wrap(Cell::new(x, y)) else { continue };
                let loaded = self.layout.locate(cell).is_some_and(|(pos, ..)| self.tiles.contains_key(&pos));
                if loaded && (length <= radius || length == 0.0) {
                    let far = if radius > 0.0 { (length / radius).min(1.0) } else { 0.0 };
                    spots.push(DiscCell { cell, off, far });
                }
            }
        }
        // A disc wider than a torus meets itself.
        spots.sort_by(|a, b| a.cell.cmp(&b.cell).then(a.far.total_cmp(&b.far)));
        spots.dedup_by_key(|spot| spot.cell);
        spots
    }
}

/// A cell of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscCell {
    /// Which cell.
    pub cell: Cell,
    /// Its centre seen from that of the middle cell, in widths of a cell.
    pub off: DVec2,
    /// Its distance as a share of the radius: 0 in the middle, 1 at the rim.
    pub far: f32,
}

/// Sets one number and wakes who depends on it.
pub(super) fn set(
    tiles: &mut BTreeMap<TilePos, Tile>,
    layout: &Layout,
    book: &Book,
    listeners: &[Vec<usize>],
    layer: LayerId,
    cell: Cell,
    value: f32,
) -> Result<(), EngineError> {
    let missing = || EngineError::NoProperty(format!("layer {}", layer.slot()));
    let (property, first, _) = book.of_layer(layer).ok_or_else(missing)?;
    if !value.is_finite() {
        return Err(EngineError::NotANumber(property.name.clone()));
    }
    let value = match (property.kind, layer == *first) {
        (Kind::Polar, true) => angle::normal(value),
        (Kind::Polar, false) => value.clamp(0.0, LIMIT),
        _ => value.clamp(-LIMIT, LIMIT),
    };
    let (pos, x, y) = layout.locate(cell).ok_or(EngineError::Outside(cell))?;
    let tile = tiles.get_mut(&pos).ok_or(EngineError::Outside(cell))?;
    let slot = tile.slot(x, y);
    if tile.now[layer.slot()][slot] != value {
        tile.now[layer.slot()][slot] = value;
        tile.mark();
        tile.changes[layer.slot()] += 1;
        tile.still_changed |= layer.slot() - first.slot() >= property.moving;
        for system in &listeners[layer.slot()] {
            tile.regions[*system].touch(x, y);
        }
    }
    Ok(())
}
