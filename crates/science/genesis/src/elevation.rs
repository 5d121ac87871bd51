//! The shape of the land before water and people touched it.
//!
//! Height in metres over the sea as a sum of three scales, each a function of the point alone:
//! * continents: three octaves of noise from 26 km down, their coasts bent by domain warping, turned into sea floor,
//!   shelf, plain and upland;
//! * mountains: six ridged octaves from 3.4 km down where a mask of ranges allows, each octave damped where the ones
//!   before it are steep, so that sharp crests stand over smooth valleys as on eroded land;
//! * hills: five damped octaves from 640 m down, gentle in some parts and rough in others.
//!
//! Around the origin lies a homeland: never sea and never high mountains, so that every world has a place to start.

use crate::noise::{Octave, mix_between, smoothstep};
use glam::{DVec2, Vec2};
use wold_chance::Seed;

/// Octaves of noise that one height takes, for comparison with other noise.
pub const OCTAVES: usize = 4 + 3 + 1 + 6 + 1 + 5;

/// No land rises above this, in metres.
pub const HIGHEST: f32 = 600.0;

/// Radius of the homeland around the origin in metres.
const HOMELAND: f32 = 3_000.0;

/// The bare shape of the land.
#[derive(Clone, Debug)]
pub struct Elevation {
    warp: [Octave; 4],
    continent: [Octave; 3],
    ranges: Octave,
    mountains: [Octave; 6],
    roughness: Octave,
    hills: [Octave; 5],
}

impl Elevation {
    /// The land of this seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self {
            warp: std::array::from_fn(|i| {
                Octave::new(seed.child("warp", &[i as u64]), if i < 2 { 9_000.0 } else { 2_300.0 })
            }),
            continent: layers(seed, "continent", 26_000.0),
            ranges: Octave::new(seed.child("ranges", &[]), 11_000.0),
            mountains: layers(seed, "mountains", 3_400.0),
            roughness: Octave::new(seed.child("roughness", &[]), 4_100.0),
            hills: layers(seed, "hills", 640.0),
        }
    }

    /// Height of the bare land in metres over the sea.
    #[must_use]
    pub fn at(&self, point: DVec2) -> f32 {
        let bent = self.bend(point);
        let home = self.home(point);
        let continent = self.continent(bent) * (1.0 - home) + mix_between(0.0, 0.24, home);
        let base = base_height(continent);
        let ashore = smoothstep(-0.02, 0.12, continent);

        let ranges =
            smoothstep(-0.05, 0.62, self.ranges.at(bent) + (continent - 0.2) * 0.3) * ashore * (1.0 - home);
        let peaks = if ranges > 0.0 { self.peaks(point.lerp(bent, 0.3)) * ranges } else { 0.0 };

        let rough = smoothstep(-0.4, 0.6, self.roughness.at(point)) * (1.0 - 0.7 * home);
        let swell = mix_between(5.0, 26.0, rough) * mix_between(0.35, 1.0, ashore);
        let hills = damped(&self.hills, point, 0.5).value * swell;
        let height = base + peaks + hills;
        soften_top(height)
    }

    /// How far inland a point is: negative at sea, about 0.5 in the heart of a continent.
    #[must_use]
    pub fn inland(&self, point: DVec2) -> f32 {
        let home = self.home(point);
        self.continent(self.bend(point)) * (1.0 - home) + 0.24 * home
    }

    fn home(&self, point: DVec2) -> f32 {
        1.0 - smoothstep(HOMELAND * 0.4, HOMELAND, point.length() as f32)
    }

    fn bend(&self, point: DVec2) -> DVec2 {
        let wide = DVec2::new(f64::from(self.warp[0].at(point)), f64::from(self.warp[1].at(point)));
        let fine = DVec2::new(f64::from(self.warp[2].at(point)), f64::from(self.warp[3].at(point)));
        point + wide * 2_600.0 + fine * 520.0
    }

    fn continent(&self, bent: DVec2) -> f32 {
        let [a, b, c] = &self.continent;
        0.08 + a.at(bent) * 0.62 + b.at(bent) * 0.3 + c.at(bent) * 0.14
    }

    /// Crests of a range, in metres above its foot. Bent less than the coasts: stretched crests look combed.
    fn peaks(&self, bent: DVec2) -> f32 {
        let (mut sum, mut weight, mut slope) = (0.0, 1.0, Vec2::ZERO);
        for octave in &self.mountains {
            let sample = octave.sample(bent);
            let ridge = 1.0 - sample.value.abs();
            slope += sample.slope * weight * 0.5;
            sum += ridge * ridge * weight / (1.0 + slope.length_squared());
            weight *= 0.48;
        }
        (sum - 0.28) * 360.0
    }
}

/// A damped fractal sum: value in about [-1, 1].
struct Damped {
    value: f32,
}

/// Octaves that fade where the ones before are steep: flat valley floors, detail on the heights.
fn damped(octaves: &[Octave], point: DVec2, gain: f32) -> Damped {
    let (mut sum, mut weight, mut slope) = (0.0, 1.0, Vec2::ZERO);
    for octave in octaves {
        let sample = octave.sample(point);
        slope += sample.slope * weight * 0.6;
        sum += sample.value * weight / (1.0 + slope.length_squared());
        weight *= gain;
    }
    Damped { value: sum }
}

fn layers<const N: usize>(seed: Seed, domain: &str, longest: f64) -> [Octave; N] {
    std::array::from_fn(|i| {
        // A lacunarity a little over two keeps lattice lines of different octaves from meeting.
        let shrink = libm::pow(2.03, i as f64);
        Octave::new(seed.child(domain, &[i as u64]), longest / shrink)
    })
}

/// Continental profile: sea floor, shelf, beach, plain, upland.
fn base_height(continent: f32) -> f32 {
    const PROFILE: [(f32, f32); 8] = [
        (-1.2, -90.0),
        (-0.35, -55.0),
        (-0.12, -14.0),
        (-0.015, -3.0),
        (0.02, 2.5),
        (0.1, 10.0),
        (0.35, 34.0),
        (1.2, 110.0),
    ];
    let c = continent.clamp(PROFILE[0].0, PROFILE[7].0);
    let upper = PROFILE.iter().position(|&(at, _)| c <= at).unwrap_or(7).max(1);
    let ((c0, h0), (c1, h1)) = (PROFILE[upper - 1], PROFILE[upper]);
    mix_between(h0, h1, (c - c0) / (c1 - c0))
}

/// Keeps the highest crests below [`HIGHEST`] without a flat top.
fn soften_top(height: f32) -> f32 {
    const FROM: f32 = 360.0;
    if height <= FROM {
        return height;
    }
    let over = height - FROM;
    FROM + over * (HIGHEST - FROM) / (over + (HIGHEST - FROM))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Stream;

    #[test]
    fn worlds_have_sea_plains_and_mountains() {
        let land = Elevation::new(Seed(42));
        let mut stream = Stream::named(Seed(0), "points", &[]);
        let heights: Vec<f32> = (0..20_000)
            .map(|_| land.at(DVec2::new(stream.range(-1e5, 1e5), stream.range(-1e5, 1e5))))
            .collect();
        let share = |f: &dyn Fn(f32) -> bool| heights.iter().filter(|h| f(**h)).count() as f32 / 20_000.0;
        assert!((0.2..0.6).contains(&share(&|h| h < 0.0)), "sea {}", share(&|h| h < 0.0));
        assert!(share(&|h| h > 150.0) > 0.03, "mountains {}", share(&|h| h > 150.0));
        assert!(heights.iter().all(|h| (-200.0..=HIGHEST).contains(h)));
    }

    #[test]
    fn the_homeland_is_dry_in_every_world() {
        for seed in 0..50 {
            let land = Elevation::new(Seed(seed));
            for step in 0..16 {
                let turn = f64::from(step) / 16.0 * std::f64::consts::TAU;
                let p = DVec2::new(libm::cos(turn), libm::sin(turn)) * 800.0;
                assert!(land.at(p) > 1.0, "seed {seed}");
            }
        }
    }
}
