//! Gradient noise over the whole plane.
//!
//! Classic Perlin noise in two dimensions: a hashed gradient at each lattice point, quintic fade, value and slope
//! together. Lattice coordinates are split off in 64 bits before anything is rounded to `f32`, so that the ground is as
//! smooth 500,000 km from the origin as at it; the noise crates at hand take `f32` coordinates and turn into stairs
//! there. Values lie in [-1, 1]; only IEEE basic operations are used, so every machine computes the same.

use glam::{DVec2, Vec2};
use wold_chance::{Seed, mix};

/// Sixteen directions, every 22.5 degrees, starting half a step off the axes so that no ridge lines up with them.
const GRADIENTS: [Vec2; 16] = {
    const A: f32 = 0.980_785_25;
    const B: f32 = 0.831_469_6;
    const C: f32 = 0.555_570_24;
    const D: f32 = 0.195_090_32;
    [
        Vec2::new(A, D),
        Vec2::new(B, C),
        Vec2::new(C, B),
        Vec2::new(D, A),
        Vec2::new(-D, A),
        Vec2::new(-C, B),
        Vec2::new(-B, C),
        Vec2::new(-A, D),
        Vec2::new(-A, -D),
        Vec2::new(-B, -C),
        Vec2::new(-C, -B),
        Vec2::new(-D, -A),
        Vec2::new(D, -A),
        Vec2::new(C, -B),
        Vec2::new(B, -C),
        Vec2::new(A, -D),
    ]
};

/// The largest value of the sum of four unit gradients is the square root of one half: this stretches it to 1.
const STRETCH: f32 = std::f32::consts::SQRT_2;

/// One octave: noise of a given wavelength.
#[derive(Clone, Copy, Debug)]
pub struct Octave {
    salt: u64,
    per_metre: f64,
}

/// Value of the noise and its slope per wavelength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// In [-1, 1].
    pub value: f32,
    /// How the value changes over one wavelength east and north.
    pub slope: Vec2,
}

impl Octave {
    /// Noise whose features are `wavelength` metres apart.
    #[must_use]
    pub fn new(seed: Seed, wavelength: f64) -> Self {
        Self { salt: mix(seed.0), per_metre: 1.0 / wavelength }
    }

    /// The noise at a point, in [-1, 1].
    #[must_use]
    #[inline]
    pub fn at(&self, point: DVec2) -> f32 {
        let (corners, f) = self.corners(point);
        let (u, v) = (fade(f.x), fade(f.y));
        let south = corners[0] + (corners[1] - corners[0]) * u;
        let north = corners[2] + (corners[3] - corners[2]) * u;
        (south + (north - south) * v) * STRETCH
    }

    /// The noise and its slope at a point.
    #[must_use]
    #[inline(always)]
    pub fn sample(&self, point: DVec2) -> Sample {
        let (cell, f) = self.split(point);
        let g = self.gradients(cell);
        let d = dots(&g, f);
        let (u, v) = (fade(f.x), fade(f.y));
        let (du, dv) = (fade_slope(f.x), fade_slope(f.y));
        let (a, b, c) = (d[1] - d[0], d[2] - d[0], d[0] - d[1] - d[2] + d[3]);
        let slope = g[0]
            + (g[1] - g[0]) * u
            + (g[2] - g[0]) * v
            + (g[0] - g[1] - g[2] + g[3]) * (u * v)
            + Vec2::new(du * (a + c * v), dv * (b + c * u));
        Sample { value: (d[0] + a * u + b * v + c * u * v) * STRETCH, slope: slope * STRETCH }
    }

    #[inline]
    fn corners(&self, point: DVec2) -> ([f32; 4], Vec2) {
        let (cell, f) = self.split(point);
        (dots(&self.gradients(cell), f), f)
    }

    /// The lattice cell and the place in it.
    #[inline]
    fn split(&self, point: DVec2) -> ([u64; 2], Vec2) {
        let scaled = point * self.per_metre;
        let ((cx, fx), (cy, fy)) = (floor(scaled.x), floor(scaled.y));
        ([cx, cy], Vec2::new(fx, fy))
    }

    #[inline]
    fn gradients(&self, cell: [u64; 2]) -> [Vec2; 4] {
        const EAST: u64 = 0x9e37_79b9_7f4a_7c15;
        const NORTH: u64 = 0xc2b2_ae3d_27d4_eb4f;
        let x = cell[0].wrapping_mul(EAST);
        let y = cell[1].wrapping_mul(NORTH).wrapping_add(self.salt);
        let pick = |x: u64, y: u64| {
            // Both halves are well mixed by their odd factors already; one more round keeps rows from repeating.
            let h = x ^ y;
            GRADIENTS[((h ^ (h >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 60) as usize]
        };
        let (x1, y1) = (x.wrapping_add(EAST), y.wrapping_add(NORTH));
        [pick(x, y), pick(x1, y), pick(x, y1), pick(x1, y1)]
    }
}

/// The whole part as wrapping bits, and what is left of it, in [0, 1].
///
/// Adding 1.5 · 2^52 leaves no bits for a fraction, so the sum is rounded to a whole number whose bits count up by one
/// from cell to cell. Half a step less rounds down instead; an odd whole number may be given to the cell below it, with
/// a rest of 1, where the noise is the same. No call to the C library and no slow conversion, which the oldest x86 would
/// need for `f64::floor`.
#[inline]
fn floor(v: f64) -> (u64, f32) {
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    let rounded = (v - 0.5) + WHOLE;
    (rounded.to_bits().wrapping_sub(WHOLE.to_bits()), (v - (rounded - WHOLE)) as f32)
}

#[inline]
fn dots(g: &[Vec2; 4], f: Vec2) -> [f32; 4] {
    let (x1, y1) = (f.x - 1.0, f.y - 1.0);
    [
        g[0].x * f.x + g[0].y * f.y,
        g[1].x * x1 + g[1].y * f.y,
        g[2].x * f.x + g[2].y * y1,
        g[3].x * x1 + g[3].y * y1,
    ]
}

#[inline]
fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

#[inline]
fn fade_slope(t: f32) -> f32 {
    30.0 * t * t * (t * (t - 2.0) + 1.0)
}

/// 0 below `lo`, 1 above `hi`, smooth between.
#[must_use]
#[inline]
pub fn smoothstep(lo: f32, hi: f32, v: f32) -> f32 {
    let t = ((v - lo) / (hi - lo)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// `a` at 0, `b` at 1.
#[must_use]
#[inline]
pub fn mix_between(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Stream;

    #[test]
    fn values_stay_within_one_and_use_the_range() {
        let octave = Octave::new(Seed(3), 10.0);
        let mut stream = Stream::named(Seed(1), "points", &[]);
        let (mut lo, mut hi) = (0.0f32, 0.0f32);
        for _ in 0..50_000 {
            let value = octave.at(DVec2::new(stream.range(-1e4, 1e4), stream.range(-1e4, 1e4)));
            lo = lo.min(value);
            hi = hi.max(value);
        }
        assert!((-1.0..-0.8).contains(&lo) && (0.8..=1.0).contains(&hi), "{lo} {hi}");
    }

    #[test]
    fn the_slope_is_that_of_the_value() {
        let octave = Octave::new(Seed(3), 1.0);
        let mut stream = Stream::named(Seed(2), "points", &[]);
        for _ in 0..1_000 {
            let p = DVec2::new(stream.range(-50.0, 50.0), stream.range(-50.0, 50.0));
            let sample = octave.sample(p);
            assert!((sample.value - octave.at(p)).abs() < 1e-5);
            let h = 1e-3;
            let east = (octave.at(p + DVec2::X * h) - octave.at(p - DVec2::X * h)) / (2.0 * h as f32);
            let north = (octave.at(p + DVec2::Y * h) - octave.at(p - DVec2::Y * h)) / (2.0 * h as f32);
            assert!(sample.slope.distance(Vec2::new(east, north)) < 2e-2, "{sample:?} {east} {north}");
        }
    }

    #[test]
    fn far_from_the_origin_it_is_as_smooth_as_at_it() {
        let octave = Octave::new(Seed(3), 64.0);
        let far = DVec2::new(5.0e8, -5.0e8);
        for i in 0..1_000 {
            let p = far + DVec2::new(f64::from(i) * 0.1, 0.0);
            assert!((octave.at(p + DVec2::X * 0.1) - octave.at(p)).abs() < 0.01);
        }
    }
}
