//! A map that orders itself: cases that are alike end up near each other.
//!
//! Contract: a rectangle of cells with one vector each; every case pulls the likest cell and, less, its neighbours on the map; pull
//! and neighbourhood shrink linearly with time. No labels are used. Cost: rounds × cases × cells.

use wold_chance::Stream;

/// How a map is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SomConfig {
    /// Cells across. Default 6.
    pub width: usize,
    /// Cells down. Default 6.
    pub height: usize,
    /// Times all cases are seen. Default 40.
    pub rounds: usize,
    /// Pull at the start. Default 0.5.
    pub rate: f64,
}

impl Default for SomConfig {
    fn default() -> Self {
        Self { width: 6, height: 6, rounds: 40, rate: 0.5 }
    }
}

/// A self-organising map.
#[derive(Clone, Debug, PartialEq)]
pub struct Som {
    width: usize,
    cells: Vec<Vec<f64>>,
}

impl Som {
    /// Makes a map of the cases, which all have the same length.
    ///
    /// ```
    /// use wold_chance::{Seed, Stream};
    /// use wold_mind::learn::Som;
    /// let mut stream = Stream::named(Seed(1), "map", &[]);
    /// let cases: Vec<Vec<f64>> = (0..60).map(|n| vec![f64::from(n % 2), stream.unit() * 0.1]).collect();
    /// let map = Som::of(&cases, Default::default(), &mut stream);
    /// assert_ne!(map.place(&[0.0, 0.05]), map.place(&[1.0, 0.05]));
    /// ```
    #[must_use]
    pub fn of(cases: &[Vec<f64>], config: SomConfig, stream: &mut Stream) -> Self {
        let (width, height) = (config.width.max(1), config.height.max(1));
        let cells = (0..width * height).map(|_| stream.pick(cases).cloned().unwrap_or_default()).collect();
        let mut map = Self { width, cells };
        let all = (config.rounds * cases.len()).max(1);
        let mut order: Vec<usize> = (0..cases.len()).collect();
        let mut seen = 0;
        for _ in 0..config.rounds {
            stream.shuffle(&mut order);
            for &at in &order {
                let left = 1.0 - seen as f64 / all as f64;
                map.pull(&cases[at], config.rate * left, (width.max(height) as f64 / 2.0 * left).max(0.5));
                seen += 1;
            }
        }
        map
    }

    fn pull(&mut self, case: &[f64], rate: f64, reach: f64) {
        let (x, y) = self.place(case);
        for (number, cell) in self.cells.iter_mut().enumerate() {
            let (dx, dy) =
                ((number % self.width).abs_diff(x) as f64, (number / self.width).abs_diff(y) as f64);
            let near = libm::exp(-(dx * dx + dy * dy) / (2.0 * reach * reach));
            cell.iter_mut().zip(case).for_each(|(value, wanted)| *value += rate * near * (wanted - *value));
        }
    }

    /// Where a case belongs: column and row of the likest cell.
    #[must_use]
    pub fn place(&self, case: &[f64]) -> (usize, usize) {
        let far = |cell: &Vec<f64>| cell.iter().zip(case).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let best = (0..self.cells.len()).min_by(|&a, &b| far(&self.cells[a]).total_cmp(&far(&self.cells[b])));
        let best = best.unwrap_or(0);
        (best % self.width, best / self.width)
    }

    /// The vector of a cell.
    #[must_use]
    pub fn cell(&self, x: usize, y: usize) -> &[f64] {
        &self.cells[y * self.width + x]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    #[test]
    fn neighbours_on_the_map_are_alike() {
        let mut stream = Stream::named(Seed(3), "som tests", &[]);
        let cases: Vec<Vec<f64>> = (0..400).map(|_| vec![stream.unit(), stream.unit()]).collect();
        let map = Som::of(&cases, SomConfig::default(), &mut stream);
        let far = |a: &[f64], b: &[f64]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let (mut near, mut across) = (0.0, 0.0);
        for i in 0..5 {
            for j in 0..6 {
                near += far(map.cell(i, j), map.cell(i + 1, j)) / 30.0;
                across += far(map.cell(i, j), map.cell(5 - i, 5 - j)) / 30.0;
            }
        }
        assert!(near * 2.0 < across, "{near} {across}");
    }
}
