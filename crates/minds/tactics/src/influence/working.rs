//! Working maps: a small window in which layers are combined.
//!
//! Each cell has a value and may be outside: beyond the level, or beyond what is of interest. Cells outside never win. A product with a map of
//! interest first lifts the other side so that nothing inside is negative; otherwise a negative cell would rise towards 0 at the rim and win.

/// A window of values.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkingMap {
    /// The cell of the south-western corner.
    pub corner: (i32, i32),
    /// Cells per row and column.
    pub side: usize,
    /// Row by row, from the south; `None` is outside.
    pub cells: Vec<Option<f32>>,
    /// Whether cells are outside because they are of no interest.
    pub masked: bool,
}

impl WorkingMap {
    fn map(mut self, change: impl Fn(f32) -> f32) -> Self {
        self.cells.iter_mut().flatten().for_each(|value| *value = change(*value));
        self
    }

    fn bounds(&self) -> Option<(f32, f32)> {
        self.cells.iter().flatten().fold(None, |bounds, &value| {
            let (low, high) = bounds.unwrap_or((value, value));
            Some((f32::min(low, value), f32::max(high, value)))
        })
    }

    /// The least becomes 0, the greatest 1; a level map becomes 0.
    #[must_use]
    pub fn normalise(self) -> Self {
        match self.bounds() {
            Some((low, high)) if high > low => self.map(|value| (value - low) / (high - low)),
            _ => self.map(|_| 0.0),
        }
    }

    /// 1 − v, after scaling down a map that exceeds 1, so that nothing becomes negative by it.
    #[must_use]
    pub fn inverse(self) -> Self {
        let scale = self.bounds().map_or(1.0, |(_, high)| high.max(1.0));
        self.map(|value| 1.0 - value / scale)
    }

    /// Every value plus a number.
    #[must_use]
    pub fn plus_number(self, number: f32) -> Self {
        self.map(|value| value + number)
    }

    /// Every value times a number.
    #[must_use]
    pub fn scale(self, by: f32) -> Self {
        self.map(|value| value * by)
    }

    fn zip(mut self, other: &Self, join: impl Fn(f32, f32) -> f32) -> Self {
        for (mine, theirs) in self.cells.iter_mut().zip(&other.cells) {
            *mine = mine.zip(*theirs).map(|(a, b)| join(a, b));
        }
        self.masked |= other.masked;
        self
    }

    /// Cell by cell.
    #[must_use]
    pub fn plus(self, other: &Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    /// Cell by cell; with a map of interest, lifted first.
    #[must_use]
    pub fn times(self, other: &Self) -> Self {
        match (self.masked, other.masked) {
            (false, true) => self.lifted(other).zip(other, |a, b| a * b),
            (true, false) => {
                let other = other.clone().lifted(&self);
                self.zip(&other, |a, b| a * b)
            }
            _ => self.zip(other, |a, b| a * b),
        }
    }

    /// Raised so that no cell that is inside the mask is negative.
    fn lifted(self, mask: &Self) -> Self {
        let inside =
            self.cells.iter().zip(&mask.cells).filter_map(|(value, mask)| value.filter(|_| mask.is_some()));
        let low = inside.fold(0.0, f32::min);
        self.map(|value| value - low)
    }

    /// The cell with the greatest value, and it; the first of equals.
    #[must_use]
    pub fn highest(&self) -> Option<((i32, i32), f32)> {
        self.best(|value| value)
    }

    /// The cell with the least value, and it; the first of equals.
    #[must_use]
    pub fn lowest(&self) -> Option<((i32, i32), f32)> {
        self.best(|value| -value)
    }

    fn best(&self, rank: impl Fn(f32) -> f32) -> Option<((i32, i32), f32)> {
        let mut best: Option<(usize, f32)> = None;
        for (i, value) in self.cells.iter().enumerate().filter_map(|(i, value)| Some((i, (*value)?))) {
            if best.is_none_or(|(_, least)| rank(value) > rank(least)) {
                best = Some((i, value));
            }
        }
        best.map(|(i, value)| (self.cell(i), value))
    }

    fn cell(&self, i: usize) -> (i32, i32) {
        (self.corner.0 + (i % self.side) as i32, self.corner.1 + (i / self.side) as i32)
    }

    /// The value at a cell of the level.
    #[must_use]
    pub fn get(&self, (x, y): (i32, i32)) -> Option<f32> {
        let (dx, dy) = (usize::try_from(x - self.corner.0).ok()?, usize::try_from(y - self.corner.1).ok()?);
        if dx < self.side && dy < self.side { self.cells[dy * self.side + dx] } else { None }
    }
}
