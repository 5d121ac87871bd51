//! The adaptation engine: properties on a grid that evolve by local rules.
//!
//! The state after a step is a pure function of the state before, of the events of the step and of who is on the move. All
//! cells move at once: systems read one buffer and write another. [`Engine`] holds the cells, [`System`] is a plug-in;
//! several share one grid and one loop.
//!
//! * [`Layout`]: squares, hexagons or triangles; one rectangle, bounded or a torus, or a patchwork of tiles that come and go.
//! * [`Property`], [`Book`]: named scalars and vectors.
//! * [`System`], [`Event`], [`Traveller`], [`Yard`], [`Window`]: what a plug-in does and is told.
//! * [`region`]: parts that sleep until something touches them.
//! * [`snapshot`]: the whole state as bytes and as one number; [`delta`]: what changed, in few bits, for those who watch.
//!
//! Deterministic: for the same input the same bits, however many threads there are.

pub mod delta;
mod layout;
mod property;
pub mod region;
mod rim;
pub mod snapshot;
mod step;
mod sweep;
mod system;
mod tile;
mod yard;

pub use layout::{Extent, Layout, MOST_CELLS};
pub use property::{Book, Kind, LIMIT, LayerId, Property};
pub use sweep::{Here, sweep};
pub use system::{Derived, Event, System, Traveller, Window};
pub use tile::{Cell, Cells, Rect, TilePos};
pub use yard::{DiscCell, Yard};

use region::Regions;
use std::collections::BTreeMap;
use tile::Tile;
use wold_space::grid::{GridError, Rim};

/// What an engine refuses.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum EngineError {
    #[error("{width} by {height} cells are too many, or their sides are odd where they must be even")]
    Size { width: u32, height: u32 },
    #[error(transparent)]
    Grid(#[from] GridError),
    #[error("{0:?} is declared twice")]
    Twice(String),
    #[error("there is no property {0:?}")]
    NoProperty(String),
    #[error("no system takes events of the kind {0:?}")]
    NoEvent(String),
    #[error("a value of {0:?} is not a finite number")]
    NotANumber(String),
    #[error("cell {},{} is outside or not loaded", .0.x, .0.y)]
    Outside(Cell),
    #[error("{given} values for {wanted} cells")]
    Count { given: usize, wanted: usize },
    #[error("{what} must be {must}, not {value}")]
    Rule { what: String, must: &'static str, value: f64 },
    #[error("systems can join only before the first tile is loaded")]
    Late,
    #[error("the snapshot is damaged or of another engine: {0}")]
    Snapshot(&'static str),
}

/// The cells and the systems that move them.
///
/// ```
/// use wold_fields::engine::{Cell, Engine, Layout};
/// use wold_fields::stencil::Lattice;
/// use wold_fields::weather::{Weather, WeatherRules};
/// use wold_space::grid::Rim;
///
/// let layout = Layout::whole(Lattice::Square, 32, 24, Rim::Torus)?;
/// let mut engine = Engine::new(layout, vec![Box::new(Weather::new(WeatherRules::default())?)])?;
/// engine.set("altitude", Cell::new(5, 7), 900.0)?;
/// engine.set("moisture", Cell::new(5, 7), 100.0)?;
/// for _ in 0..50 {
///     engine.step(&[]);
/// }
/// assert!(engine.delta("weather") > 0.0, "the wind still turns around the hill");
/// assert!((engine.total("moisture")? - 100.0).abs() < 1e-2, "wind and rain carry, and lose nothing");
/// # Ok::<(), wold_fields::engine::EngineError>(())
/// ```
pub struct Engine {
    layout: Layout,
    book: Book,
    systems: Vec<Box<dyn System>>,
    tiles: BTreeMap<TilePos, Tile>,
    step: u64,
    /// While a step is under way, how many of its tiles have moved.
    under_way: Option<usize>,
    events: Vec<Event>,
    /// The systems to wake when a layer is changed from outside.
    listeners: Vec<Vec<usize>>,
    /// For each system, those that wake it: itself and those it listens to.
    heeds: Vec<Vec<usize>>,
    moving: Vec<Vec<LayerId>>,
    /// What each tile's derived layers were computed from, by system.
    derived_from: BTreeMap<TilePos, Vec<u64>>,
    /// Whether a tile came or went.
    borders_changed: bool,
    /// Tiles that ever came.
    came: u64,
}

impl Engine {
    /// An engine with these systems. A whole begins loaded, a patchwork empty.
    ///
    /// # Errors
    /// When two systems own one property, or one that a system needs is missing.
    pub fn new(layout: Layout, mut systems: Vec<Box<dyn System>>) -> Result<Self, EngineError> {
        let mut book = Book::default();
        for (owner, system) in systems.iter_mut().enumerate() {
            for property in system.properties() {
                book.enter(property, owner)?;
            }
        }
        for system in &mut systems {
            system.bind(&book, &layout)?;
        }
        let mut listeners = vec![Vec::new(); book.layer_count()];
        let mut heeds = vec![Vec::new(); systems.len()];
        for (index, system) in systems.iter().enumerate() {
            heeds[index].push(index);
            let derived = system.derived().map(|d| d.from).unwrap_or_default();
            for layer in system.listens().into_iter().chain(derived) {
                listeners[layer.slot()].push(index);
                heeds[index].extend(book.owner_of(layer));
            }
            heeds[index].sort_unstable();
            heeds[index].dedup();
        }
        for (slot, listening) in listeners.iter_mut().enumerate() {
            listening.extend(book.owner_of(LayerId(slot as u16)));
            listening.sort_unstable();
            listening.dedup();
        }
        let moving = (0..systems.len()).map(|owner| book.moving(owner)).collect();
        let mut engine = Self {
            layout,
            book,
            systems,
            tiles: BTreeMap::new(),
            step: 0,
            under_way: None,
            events: Vec::new(),
            listeners,
            heeds,
            moving,
            derived_from: BTreeMap::new(),
            borders_changed: true,
            came: 0,
        };
        if let Extent::Whole { .. } = layout.extent {
            engine.load_tile(TilePos::default());
        }
        Ok(engine)
    }

    /// How the cells lie.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All properties.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// How many steps were made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// The systems' names and what each does in a step.
    pub fn systems(&self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        self.systems.iter().map(|system| (system.name(), system.procedures()))
    }

    /// The kinds of events its systems take.
    pub fn event_kinds(&self) -> impl Iterator<Item = &'static str> {
        self.systems.iter().flat_map(|system| system.events().iter().copied())
    }

    /// Loads a tile of a patchwork with initial values; does nothing if it is there. Its neighbours wake.
    pub fn load_tile(&mut self, pos: TilePos) {
        if self.tiles.contains_key(&pos) {
            return;
        }
        self.complete();
        let (width, height) = self.layout.tile_size();
        let cells = (width + 2) * (height + 2);
        let initial = self.book.initial();
        let now: Vec<Vec<f32>> = initial.iter().map(|value| vec![*value; cells]).collect();
        let mut next = vec![Vec::new(); initial.len()];
        for layer in self.moving.iter().flatten() {
            next[layer.slot()].clone_from(&now[layer.slot()]);
        }
        let origin = Cell::new(i64::from(pos.x) * width as i64, i64::from(pos.y) * height as i64);
        let tile = Tile {
            width,
            height,
            origin,
            closed: [false; 4],
            now,
            next,
            regions: vec![Regions::new(width, height); self.systems.len()],
            changes: vec![1; initial.len()],
            still_changed: true,
            stamp: [self.came, 0],
        };
        self.came += 1;
        self.tiles.insert(pos, tile);
        self.empty_rim(pos);
        self.mend_borders(pos);
    }

    /// Forgets a tile. Its neighbours keep what they last knew of it. Returns whether it was there.
    pub fn unload_tile(&mut self, pos: TilePos) -> bool {
        self.complete();
        let was = self.tiles.remove(&pos).is_some();
        if was {
            self.derived_from.remove(&pos);
            self.mend_borders(pos);
        }
        was
    }

    /// The loaded tiles, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = TilePos> {
        self.tiles.keys().copied()
    }

    /// The tile a cell lies in.
    #[must_use]
    pub fn tile_of(&self, cell: Cell) -> Option<TilePos> {
        self.layout.locate(cell).map(|(pos, ..)| pos)
    }

    /// Says which edges are closed, around a tile that came or went.
    fn mend_borders(&mut self, pos: TilePos) {
        self.borders_changed = true;
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let near: Vec<TilePos> = around.filter_map(|(dx, dy)| self.layout.beside(pos, dx, dy)).collect();
        for there in near {
            let closed = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| {
                let beyond = self.layout.beside(there, dx, dy);
                !beyond.is_some_and(|p| self.tiles.contains_key(&p))
            });
            if let Some(tile) = self.tiles.get_mut(&there) {
                // What is derived depends on which edges are open.
                self.derived_from.remove(&there);
                tile.closed = closed;
                tile.regions.iter_mut().for_each(|r| r.loud.fill(true));
            }
        }
        if matches!(self.layout.extent, Extent::Whole { rim: Rim::Bounded, .. })
            && let Some(tile) = self.tiles.get_mut(&pos)
        {
            tile.closed = [true; 4];
        }
    }

    /// Announces an event; it happens in the step it names, or in the next.
    ///
    /// # Errors
    /// When no system takes its kind, or a number is not one.
    pub fn announce(&mut self, event: Event) -> Result<(), EngineError> {
        if !self.systems.iter().any(|system| system.events().contains(&event.kind.as_str())) {
            return Err(EngineError::NoEvent(event.kind));
        }
        if !(event.place.is_finite() && event.radius.is_finite() && event.strength.is_finite()) {
            return Err(EngineError::NotANumber(event.kind));
        }
        self.events.push(event);
        Ok(())
    }

    /// The events that were announced and have not happened yet.
    #[must_use]
    pub fn announced(&self) -> &[Event] {
        &self.events
    }

    /// Sets a scalar, or the first number of a vector, at a cell.
    ///
    /// # Errors
    /// When there is no such property or cell, or the value is not a number.
    pub fn set(&mut self, property: &str, cell: Cell, value: f32) -> Result<(), EngineError> {
        let layer = self.book.need(property)?;
        self.set_layer(layer, cell, value)
    }

    /// Sets a layer at a cell.
    ///
    /// # Errors
    /// When the cell is not loaded, or the value is not a number.
    pub fn set_layer(&mut self, layer: LayerId, cell: Cell, value: f32) -> Result<(), EngineError> {
        self.complete();
        yard::set(&mut self.tiles, &self.layout, &self.book, &self.listeners, layer, cell, value)
    }

    /// The value of a scalar, or the first number of a vector, at a cell.
    ///
    /// # Errors
    /// When there is no such property or cell.
    pub fn get(&self, property: &str, cell: Cell) -> Result<f32, EngineError> {
        self.get_layer(self.book.need(property)?, cell)
    }

    /// The value of a layer at a cell.
    ///
    /// # Errors
    /// When the cell is not loaded.
    pub fn get_layer(&self, layer: LayerId, cell: Cell) -> Result<f32, EngineError> {
        let (pos, x, y) = self.layout.locate(cell).ok_or(EngineError::Outside(cell))?;
        let tile = self.tiles.get(&pos).ok_or(EngineError::Outside(cell))?;
        Ok(tile.now[layer.slot()][tile.slot(x, y)])
    }

    /// Fills a scalar (or the first number of a vector) of a tile, row by row from the south.
    ///
    /// # Errors
    /// When there is no such property or tile, the count is wrong, or a value is not a number.
    pub fn fill(&mut self, property: &str, pos: TilePos, values: &[f32]) -> Result<(), EngineError> {
        let layer = self.book.need(property)?;
        let (width, height) = self.layout.tile_size();
        if values.len() != width * height {
            return Err(EngineError::Count { given: values.len(), wanted: width * height });
        }
        let corner = Cell::new(i64::from(pos.x) * width as i64, i64::from(pos.y) * height as i64);
        for (index, value) in values.iter().enumerate() {
            let cell = Cell::new(corner.x + (index % width) as i64, corner.y + (index / width) as i64);
            self.set_layer(layer, cell, *value)?;
        }
        Ok(())
    }

    /// A layer of a tile, row by row from the south, without its rim.
    #[must_use]
    pub fn layer(&self, layer: LayerId, pos: TilePos) -> Option<Vec<f32>> {
        let tile = self.tiles.get(&pos)?;
        let rows = tile.now[layer.slot()].chunks(tile.stride()).skip(1).take(tile.height);
        Some(rows.flat_map(|row| row[1..=tile.width].iter().copied()).collect())
    }

    /// The first layer of a property over a whole.
    ///
    /// # Errors
    /// When there is no such property.
    pub fn field(&self, property: &str) -> Result<Vec<f32>, EngineError> {
        let layer = self.book.need(property)?;
        Ok(self.tiles.keys().filter_map(|pos| self.layer(layer, *pos)).flatten().collect())
    }

    /// The sum of a property over all cells, in double precision.
    ///
    /// # Errors
    /// When there is no such property.
    pub fn total(&self, property: &str) -> Result<f64, EngineError> {
        Ok(self.field(property)?.iter().map(|v| f64::from(*v)).sum())
    }

    /// What a system counted in the last step, summed over all cells, like the angles by which winds turned.
    #[must_use]
    pub fn delta(&self, system: &str) -> f64 {
        let Some(index) = self.systems.iter().position(|s| s.name() == system) else { return 0.0 };
        self.tiles.values().flat_map(|tile| &tile.regions[index].reports).map(|report| report.delta).sum()
    }

    /// Wakes everything.
    pub fn wake_all(&mut self) {
        self.complete();
        for regions in self.tiles.values_mut().flat_map(|tile| &mut tile.regions) {
            regions.loud.fill(true);
        }
    }

    /// How many cells a system will compute in the next step, and how many there are.
    #[must_use]
    pub fn awake(&self, system: &str) -> (usize, usize) {
        let Some(index) = self.systems.iter().position(|s| s.name() == system) else { return (0, 0) };
        let cells = |tile: &Tile| tile.width * tile.height;
        let awake = |tile: &Tile| {
            let regions = &tile.regions[index];
            let size = |i: usize| {
                let r = regions.rect(i, tile.width, tile.height);
                (r.x1 - r.x0) * (r.y1 - r.y0)
            };
            (0..regions.awake.len())
                .filter(|i| regions.awake[*i] || regions.loud[*i])
                .map(size)
                .sum::<usize>()
        };
        (self.tiles.values().map(awake).sum(), self.tiles.values().map(cells).sum())
    }
}

#[cfg(test)]
mod tests;
