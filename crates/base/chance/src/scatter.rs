//! Points that keep their distance, over the whole plane.
//!
//! Each cell of a square lattice throws one dart with a priority; a dart stays if no dart of higher priority lies within
//! the radius. That is a Poisson-disc pattern (no two points closer than the radius) which any part of the plane can
//! compute alone: a dart's fate depends on the 24 cells around it and on nothing else.

use crate::{Seed, mix};

/// A pattern of points.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    salt: u64,
    cell: f64,
    radius: f64,
}

/// A point that stayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dart {
    /// Where.
    pub at: [f64; 2],
    /// Random bits of its own.
    pub bits: u64,
}

impl Scatter {
    /// One dart per square of `cell`, none closer than `radius` to another; the radius may be at most twice the cell
    /// and is cut to that.
    #[must_use]
    pub fn new(seed: Seed, cell: f64, radius: f64) -> Self {
        Self { salt: mix(seed.0), cell, radius: radius.min(2.0 * cell) }
    }

    /// All points in the square from `lo` with this side, cell by cell from the south-west.
    #[must_use]
    pub fn within(&self, lo: [f64; 2], side: f64) -> Vec<Dart> {
        let cell = |v: f64| (v / self.cell).floor() as i64;
        let first = lo.map(|v| cell(v) - 2);
        let [width, depth] = [0, 1].map(|i| (cell(lo[i] + side) + 3 - first[i]) as usize);
        let thrown: Vec<Dart> = (0..width * depth)
            .map(|i| self.throw(first[0] + (i % width) as i64, first[1] + (i / width) as i64))
            .collect();
        let mut kept = Vec::new();
        for j in 2..depth.saturating_sub(2) {
            for i in 2..width.saturating_sub(2) {
                let dart = thrown[j * width + i];
                let inside = (0..2).all(|k| dart.at[k] >= lo[k] && dart.at[k] < lo[k] + side);
                if inside && !self.crowded(&thrown, width, i, j) {
                    kept.push(dart);
                }
            }
        }
        kept
    }

    fn throw(&self, x: i64, y: i64) -> Dart {
        let bits = mix(mix(self.salt ^ (x as u64)).wrapping_add(mix(y as u64 ^ 0x5ca7_7e12)));
        let place = mix(bits ^ 0xda27);
        let along = |half: u64| (half & 0xffff_ffff) as f64 / (1u64 << 32) as f64;
        Dart {
            at: [(x as f64 + along(place)) * self.cell, (y as f64 + along(place >> 32)) * self.cell],
            bits,
        }
    }

    fn crowded(&self, thrown: &[Dart], width: usize, i: usize, j: usize) -> bool {
        let dart = &thrown[j * width + i];
        (j - 2..=j + 2).flat_map(|y| (i - 2..=i + 2).map(move |x| y * width + x)).any(|other| {
            let other = &thrown[other];
            other.bits > dart.bits && distance_squared(other.at, dart.at) < self.radius * self.radius
        })
    }
}

fn distance_squared(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_points_are_closer_than_the_radius_and_halves_agree_with_the_whole() {
        let scatter = Scatter::new(Seed(4), 3.0, 4.0);
        let whole = scatter.within([-50.0, -50.0], 100.0);
        assert!(whole.len() > 200, "{}", whole.len());
        for (i, a) in whole.iter().enumerate() {
            assert!(whole[i + 1..].iter().all(|b| distance_squared(a.at, b.at) >= 16.0));
        }
        let quarters: usize = [[-50.0, -50.0], [0.0, -50.0], [-50.0, 0.0], [0.0, 0.0]]
            .into_iter()
            .map(|lo| scatter.within(lo, 50.0).iter().filter(|d| whole.contains(d)).count())
            .sum();
        assert_eq!(quarters, whole.len());
    }
}
