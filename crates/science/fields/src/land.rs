//! Random land to try fields on.

use wold_chance::{Seed, Stream};

use crate::engine::LIMIT;

/// Heights from uniform noise, blurred `blurs` times over the nine cells around (wrapping at the edges) and stretched to
/// the full range of a scalar, row by row from the south.
#[must_use]
pub fn noise(width: usize, height: usize, blurs: u32, seed: Seed) -> Vec<f32> {
    let mut draws = Stream::named(seed, "land", &[]);
    let mut land: Vec<f32> = (0..width * height).map(|_| draws.range(-1.0, 1.0) as f32).collect();
    for _ in 0..blurs {
        land = blur(&land, width, height);
    }
    stretch(&mut land);
    land
}

/// Each cell the mean of the nine around it; simultaneous, so that what is symmetric stays so.
#[must_use]
pub fn blur(land: &[f32], width: usize, height: usize) -> Vec<f32> {
    let at = |x: usize, y: usize| land[y % height * width + x % width];
    let mean = |x: usize, y: usize| {
        let row = |y: usize| at(x + width - 1, y) + at(x, y) + at(x + 1, y);
        (row(y + height - 1) + row(y) + row(y + 1)) / 9.0
    };
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| mean(x, y)).collect()
}

/// Stretches values so that they fill the range of a scalar; level land stays at 0.
pub fn stretch(land: &mut [f32]) {
    let (lo, hi) = land.iter().fold((f32::MAX, f32::MIN), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
    let scale = if hi > lo { 2.0 * LIMIT / (hi - lo) } else { 0.0 };
    land.iter_mut()
        .for_each(|v| *v = ((*v - lo) * scale - if hi > lo { LIMIT } else { 0.0 }).clamp(-LIMIT, LIMIT));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blurring_one_block_is_symmetric() {
        let (w, h) = (21, 21);
        let mut land = vec![0.0; w * h];
        (9..12).for_each(|y| (9..12).for_each(|x| land[y * w + x] = 90.0));
        for _ in 0..4 {
            land = blur(&land, w, h);
        }
        for y in 0..h {
            for x in 0..w {
                let here = land[y * w + x];
                let mirrored = [land[y * w + w - 1 - x], land[(h - 1 - y) * w + x], land[x * w + y]];
                assert!(mirrored.iter().all(|m| (m - here).abs() < 1e-4), "{x},{y}");
            }
        }
        let total: f32 = land.iter().sum();
        assert!((total - 810.0).abs() < 0.01);
    }

    #[test]
    fn random_land_fills_the_range() {
        let land = noise(63, 51, 5, Seed(1));
        let (lo, hi) = land.iter().fold((f32::MAX, f32::MIN), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
        assert!((lo + LIMIT).abs() < 1.0 && (hi - LIMIT).abs() < 1.0, "{lo} to {hi}");
        let mut level = vec![3.0; 9];
        stretch(&mut level);
        assert_eq!(level, [0.0; 9]);
    }
}
