//! What a system is, what it is told, and what it may write.

use super::property::{Book, LayerId, Property};
use super::region::{REGION_COLUMNS, REGION_ROWS, Report};
use super::tile::{Cells, Rect};
use super::yard::Yard;
use super::{EngineError, Layout};
use serde::{Deserialize, Serialize};
use wold_space::DVec2;

/// Something an outside agent caused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What kind, like `earthquake`; one that a system of the engine names.
    pub kind: String,
    /// The step at which it happens; the next one if that has passed.
    pub at: u64,
    /// Where, in cells from the first cell's south-western corner.
    pub place: DVec2,
    /// How far it reaches, in cells.
    pub radius: f32,
    /// How strong it is; the unit is the kind's.
    pub strength: f32,
    /// For how many steps it lasts, where the kind lasts.
    pub span: u32,
    /// Whom or what it concerns, where the kind asks: a group, a good.
    pub subject: u32,
}

impl Event {
    /// An event of this kind at a place, happening in the next step, of reach 1 and strength 1.
    #[must_use]
    pub fn new(kind: &str, place: DVec2) -> Self {
        Self { kind: kind.to_owned(), at: 0, place, radius: 1.0, strength: 1.0, span: 1, subject: 0 }
    }

    /// The same, reaching this far and this strong.
    #[must_use]
    pub fn sized(self, radius: f32, strength: f32) -> Self {
        Self { radius, strength, ..self }
    }

    /// The same about somebody or something.
    #[must_use]
    pub fn about(self, subject: u32) -> Self {
        Self { subject, ..self }
    }

    /// The same at a later step.
    #[must_use]
    pub fn at(self, step: u64) -> Self {
        Self { at: step, ..self }
    }

    /// The same, lasting some steps.
    #[must_use]
    pub fn lasting(self, span: u32) -> Self {
        Self { span, ..self }
    }
}

/// Somebody on the move: news, goods and respect travel with them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Traveller {
    /// Where, in cells from the first cell's south-western corner.
    pub at: DVec2,
    /// How far they go in a step, in cells.
    pub velocity: DVec2,
    /// Whether they keep the law.
    pub guard: bool,
}

/// A system: a plug-in that names its properties, procedures and events.
///
/// Each step the engine calls [`System::prepare`] once, then [`System::step`] for every rectangle of cells that is awake, from
/// several threads and in any order. `step` reads the state before the step and writes the state after it, so
/// that all cells and all systems move at once. It must write every moving layer of its own in the whole rectangle.
pub trait System: Send + Sync {
    /// Its name, unique in an engine.
    fn name(&self) -> &'static str;

    /// The properties it owns.
    fn properties(&self) -> Vec<Property>;

    /// What it does each step, in order.
    fn procedures(&self) -> &'static [&'static str];

    /// The kinds of events it takes.
    fn events(&self) -> &'static [&'static str] {
        &[]
    }

    /// Looks up its layers, and those of systems that joined before it.
    ///
    /// # Errors
    /// When a property that it needs is missing.
    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError>;

    /// Layers of others that it reads while it steps: their changes wake it.
    fn listens(&self) -> Vec<LayerId> {
        Vec::new()
    }

    /// Layers it derives from others, computed only after one of these was changed from outside.
    fn derived(&self) -> Option<Derived> {
        None
    }

    /// Computes its derived layers for a tile; `out` has one array per layer, rim included.
    fn derive(&self, _cells: &Cells<'_>, _out: &mut [Vec<f32>]) {}

    /// Takes events and travellers before the cells move.
    fn prepare(&mut self, _yard: &mut Yard<'_>) {}

    /// Whether every cell moves in this step whatever happened before, like with the seasons.
    fn stirs(&self, _step: u64) -> bool {
        false
    }

    /// The greatest change of a cell at which it still counts as at rest.
    fn rest(&self) -> f32 {
        0.0
    }

    /// Moves the cells of a rectangle.
    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>);

    /// Called when all cells have moved.
    fn finish(&mut self) {}

    /// What it keeps besides cells.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes back what [`System::save`] gave.
    ///
    /// # Errors
    /// When the bytes are not such.
    fn load(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        if bytes.is_empty() { Ok(()) } else { Err(EngineError::Snapshot("a system's state")) }
    }
}

/// What is derived from what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The layers computed; still ones of the system's own.
    pub layers: Vec<LayerId>,
    /// The layers they are computed from.
    pub from: Vec<LayerId>,
}

/// Where a system writes the state after the step: a rectangle of a tile.
#[derive(Debug)]
pub struct Window<'a> {
    /// The cells to write.
    pub rect: Rect,
    pub(super) first_row: usize,
    pub(super) stride: usize,
    pub(super) layers: Vec<&'a mut [f32]>,
    pub(super) reports: &'a mut [Report],
    pub(super) region_columns: usize,
}

impl Window<'_> {
    /// Row `y` of `N` of the system's moving layers, counted in the order it declared them; only the rectangle's columns.
    pub fn rows<const N: usize>(&mut self, layers: [usize; N], y: usize) -> [&mut [f32]; N] {
        let start = (y - self.first_row) * self.stride + 1;
        let Rect { x0, x1, .. } = self.rect;
        let rows = self.layers.get_disjoint_mut(layers).expect("a system asks for its own layers, each once");
        rows.map(|layer| &mut layer[start + x0..start + x1])
    }

    /// Hands on the rectangle in blocks of at most one region, so that tables over one stay in a near cache.
    pub fn blocks(&mut self, mut work: impl FnMut(&mut Self)) {
        let whole = self.rect;
        for y0 in (whole.y0..whole.y1).step_by(REGION_ROWS) {
            for x0 in (whole.x0..whole.x1).step_by(REGION_COLUMNS) {
                let (x1, y1) = ((x0 + REGION_COLUMNS).min(whole.x1), (y0 + REGION_ROWS).min(whole.y1));
                self.rect = Rect { x0, x1, y0, y1 };
                work(self);
            }
        }
        self.rect = whole;
    }

    /// Tells how row `y` changed: `counted` is summed (see [`Report::delta`]), `changed` searched for its greatest. Both begin
    /// at the rectangle's first column.
    #[inline(always)]
    pub fn report(&mut self, y: usize, counted: &[f32], changed: &[f32]) {
        let row = (y / REGION_ROWS - self.first_row / REGION_ROWS) * self.region_columns;
        let first = self.rect.x0 / REGION_COLUMNS;
        let pieces = counted.chunks(REGION_COLUMNS).zip(changed.chunks(REGION_COLUMNS));
        for (column, (counted, changed)) in pieces.enumerate() {
            let report = &mut self.reports[row + first + column];
            report.delta += f64::from(lane_sum(counted));
            report.change = report.change.max(lane_max(changed));
        }
    }
}

/// Lanes of a sum or search: the order of additions is fixed, and a compiler may use vectors of up to this length.
const LANES: usize = 16;

/// Joins values lane by lane, then lanes in halves.
#[inline(always)]
fn lane_fold(values: &[f32], join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = join(*lane, *value);
        }
    }
    for (lane, value) in lanes.iter_mut().zip(rest) {
        *lane = join(*lane, *value);
    }
    for half in [8, 4, 2, 1] {
        for i in 0..half {
            lanes[i] = join(lanes[i], lanes[i + half]);
        }
    }
    lanes[0]
}

#[inline(always)]
fn lane_sum(values: &[f32]) -> f32 {
    lane_fold(values, |a, b| a + b)
}

#[inline(always)]
fn lane_max(values: &[f32]) -> f32 {
    lane_fold(values, |a, b| if b > a { b } else { a })
}
