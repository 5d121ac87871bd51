//! Points that keep their distance, over the whole plane.
//!
//! Each cell of a square lattice throws one dart with a priority; a dart stays if no dart of higher priority lies within
//! the radius. That is a Poisson-disc pattern (no two points closer than the radius) which any part of the plane can
//! compute alone: a dart's fate depends on the 24 cells around it and on nothing else.

use glam::DVec2;
use wold_chance::{Seed, mix};

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
    pub at: DVec2,
    /// Random bits of its own.
    pub bits: u64,
}

impl Scatter {
    /// One dart per square of `cell` metres, none closer than `radius` to another; the radius may be at most twice the
    /// cell and is cut to that.
    #[must_use]
    pub fn new(seed: Seed, cell: f64, radius: f64) -> Self {
        Self { salt: mix(seed.0), cell, radius: radius.min(2.0 * cell) }
    }

    /// All points in the square from `lo` with this side, cell by cell from the south-west.
    #[must_use]
    pub fn within(&self, lo: DVec2, side: f64) -> Vec<Dart> {
        let first = (lo / self.cell).floor();
        let last = ((lo + side) / self.cell).floor();
        let (x0, y0) = (first.x as i64 - 2, first.y as i64 - 2);
        let (width, depth) = ((last.x as i64 + 3 - x0) as usize, (last.y as i64 + 3 - y0) as usize);
        let thrown: Vec<Dart> = (0..width * depth)
            .map(|i| self.throw(x0 + (i % width) as i64, y0 + (i / width) as i64))
            .collect();
        let mut kept = Vec::new();
        for j in 2..depth.saturating_sub(2) {
            for i in 2..width.saturating_sub(2) {
                let dart = thrown[j * width + i];
                let inside = dart.at.cmpge(lo).all() && dart.at.cmplt(lo + side).all();
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
        let at = DVec2::new(x as f64 + along(place), y as f64 + along(place >> 32)) * self.cell;
        Dart { at, bits }
    }

    fn crowded(&self, thrown: &[Dart], width: usize, i: usize, j: usize) -> bool {
        let dart = &thrown[j * width + i];
        (j - 2..=j + 2).flat_map(|y| (i - 2..=i + 2).map(move |x| y * width + x)).any(|other| {
            let other = &thrown[other];
            other.bits > dart.bits && other.at.distance_squared(dart.at) < self.radius * self.radius
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_points_are_closer_than_the_radius_and_halves_agree_with_the_whole() {
        let scatter = Scatter::new(Seed(4), 3.0, 4.0);
        let whole = scatter.within(DVec2::new(-50.0, -50.0), 100.0);
        assert!(whole.len() > 200, "{}", whole.len());
        for (i, a) in whole.iter().enumerate() {
            assert!(whole[i + 1..].iter().all(|b| a.at.distance(b.at) >= 4.0));
        }
        let quarters: usize = [(-50.0, -50.0), (0.0, -50.0), (-50.0, 0.0), (0.0, 0.0)]
            .into_iter()
            .map(|(x, y)| scatter.within(DVec2::new(x, y), 50.0).iter().filter(|d| whole.contains(d)).count())
            .sum();
        assert_eq!(quarters, whole.len());
    }
}
