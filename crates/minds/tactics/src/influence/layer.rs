//! Layers: influence summed over a grid.
//!
//! Cells hold fixed-point numbers of 1/65536. Sums are therefore exact: the order of stamps does not matter, and taking away what was added leaves
//! nothing, and the range is beyond what any crowd adds up to. Stamps are clipped at the borders. Friends and enemies belong in
//! layers of their own: a difference could not tell contested ground from empty.

use super::Template;

const ONE: f32 = 65536.0;

/// Added to a small number, it leaves the nearest whole number in the lower bits: the quickest way from f32 to i32, and one the compiler vectorises.
const WHOLE: f32 = 12_582_912.0;
/// The greatest magnitude for which that is exact: 64 × 65536 is 2²².
const SMALL: f32 = 63.0;

/// The nearest fixed-point number, for values up to [`SMALL`].
#[inline]
fn small(value: f32) -> i32 {
    ((value * ONE + WHOLE).to_bits() as i32).wrapping_sub(WHOLE.to_bits() as i32)
}

/// The same for any value, truncated.
#[inline]
fn large(value: f32) -> i64 {
    (value * ONE) as i64
}

/// A grid of sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    width: i32,
    height: i32,
    cells: Vec<i64>,
}

impl Layer {
    /// An empty layer.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self { width: width as i32, height: height as i32, cells: vec![0; width as usize * height as usize] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.cells.fill(0);
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| *cell == 0)
    }

    /// The sum at a cell; `None` outside.
    #[must_use]
    pub fn get(&self, x: i32, y: i32) -> Option<f32> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| self.cells[(y * self.width + x) as usize] as f32 / ONE)
    }

    /// Adds to a cell; outside, nothing happens.
    pub fn add(&mut self, x: i32, y: i32, value: f32) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            let cell = &mut self.cells[(y * self.width + x) as usize];
            *cell =
                cell.saturating_add(if value.abs() <= SMALL { small(value).into() } else { large(value) });
        }
    }

    /// Adds a template, `magnitude` times, about a cell. The opposite magnitude takes it away again.
    pub fn stamp(&mut self, template: &Template, (x, y): (i32, i32), magnitude: f32) {
        let half = template.half();
        let (left, right) = ((x - half).max(0), (x + half).min(self.width - 1));
        let (south, north) = ((y - half).max(0), (y + half).min(self.height - 1));
        if left > right {
            return;
        }
        for row in south..=north {
            let start = (row * self.width) as usize;
            let cells = &mut self.cells[start + left as usize..=start + right as usize];
            let values = &template.row(row - y)[(left - x + half) as usize..];
            if magnitude.abs() <= SMALL {
                // Plain sums are added several at a time; four thousand million stamps of this size would have to lie on one cell to wrap.
                cells
                    .iter_mut()
                    .zip(values)
                    .for_each(|(cell, value)| *cell = cell.wrapping_add(small(value * magnitude).into()));
            } else {
                cells
                    .iter_mut()
                    .zip(values)
                    .for_each(|(cell, value)| *cell = cell.saturating_add(large(value * magnitude)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::influence::Falloff;

    #[test]
    fn a_crowd_on_one_tile_adds_up_and_can_be_taken_away_again() {
        let mut layer = Layer::new(5, 5);
        let near = Template::new(2.0, Falloff::Power(1.0));
        (0..399).for_each(|_| layer.stamp(&near, (2, 2), 100.0));
        assert_eq!(layer.get(2, 2), Some(39_900.0));
        (0..399).for_each(|_| layer.stamp(&near, (2, 2), -100.0));
        assert!(layer.is_empty());
    }
}
