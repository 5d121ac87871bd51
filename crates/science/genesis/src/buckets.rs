//! What is near a point of a tract, found in one look.

use glam::DVec2;

/// Side of a tract in metres: the square for which waters, roads and towns are gathered at once.
pub(crate) const TRACT_METRES: f64 = 512.0;
/// Side of a bucket; one row of buckets more lies beyond each edge of the tract.
pub(crate) const BUCKET: f64 = 64.0;
const ACROSS: i32 = (TRACT_METRES / BUCKET) as i32 + 2;

/// Which tract holds a point.
pub(crate) fn tract_of(point: DVec2) -> [i32; 2] {
    [point.x, point.y].map(|v| (v / TRACT_METRES).floor() as i32)
}

/// Things of a tract by the ground they touch, in the order they were put in.
#[derive(Clone, Debug)]
pub(crate) struct Buckets<T> {
    origin: DVec2,
    things: Vec<T>,
    cells: Vec<Vec<u16>>,
}

impl<T> Buckets<T> {
    pub fn new(tract: [i32; 2]) -> Self {
        let origin = DVec2::new(f64::from(tract[0]), f64::from(tract[1])) * TRACT_METRES;
        Self { origin, things: Vec::new(), cells: vec![Vec::new(); (ACROSS * ACROSS) as usize] }
    }

    /// Keeps a thing that matters within the box from `lo` to `hi`, if that touches the tract.
    pub fn put(&mut self, thing: T, lo: DVec2, hi: DVec2) {
        let cell = |v: f64| ((v / BUCKET).floor() + 1.0).clamp(-1.0, f64::from(ACROSS)) as i32;
        let (lo, hi) = (lo - self.origin, hi - self.origin);
        let index = self.things.len() as u16;
        let mut any = false;
        for y in cell(lo.y).max(0)..=cell(hi.y).min(ACROSS - 1) {
            for x in cell(lo.x).max(0)..=cell(hi.x).min(ACROSS - 1) {
                self.cells[(y * ACROSS + x) as usize].push(index);
                any = true;
            }
        }
        if any {
            self.things.push(thing);
        }
    }

    /// What matters at a point within the tract or one bucket of it.
    #[inline]
    pub fn at(&self, point: DVec2) -> impl Iterator<Item = &T> + Clone {
        let cell = (point - self.origin) * (1.0 / BUCKET) + 1.0;
        let index = |v: f64| (v as i32).clamp(0, ACROSS - 1);
        let held = &self.cells[(index(cell.y) * ACROSS + index(cell.x)) as usize];
        held.iter().map(|&i| &self.things[usize::from(i)])
    }
}
