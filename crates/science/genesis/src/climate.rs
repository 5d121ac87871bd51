//! Warmth and rain, and the ecosystem that follows from them.
//!
//! An ecosystem is decided from height, height relative to the land around (valleys are wetter than ridges), slope,
//! moisture and warmth. The measures are shaken by fine noise before they are judged, so that neighbouring ecosystems
//! reach into each other instead of meeting along a line.

use crate::noise::{Octave, smoothstep};
use glam::DVec2;
use wold_chance::Seed;
use wold_lore::land::Ecosystem;

/// What an ecosystem is judged by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habitat {
    /// Metres over the sea.
    pub height: f32,
    /// Metres above the mean of the land around.
    pub relative: f32,
    /// Metres of rise per metre.
    pub slope: f32,
    /// 0 dry to 1 soaked.
    pub moisture: f32,
    /// 0 polar to 1 hot.
    pub warmth: f32,
}

/// The weather of many years.
#[derive(Clone, Debug)]
pub struct Climate {
    warmth: [Octave; 2],
    rain: [Octave; 3],
    shake: [Octave; 2],
}

impl Climate {
    /// The climate of this seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        let octave =
            |domain: &str, i: u64, wavelength: f64| Octave::new(seed.child(domain, &[i]), wavelength);
        Self {
            warmth: [octave("warmth", 0, 21_000.0), octave("warmth", 1, 4_700.0)],
            rain: [octave("rain", 0, 7_600.0), octave("rain", 1, 2_100.0), octave("rain", 2, 560.0)],
            shake: [octave("shake", 0, 38.0), octave("shake", 1, 11.0)],
        }
    }

    /// Warmth of the ground, 0 polar to 1 hot: by region, colder with height. The land around the origin is mild.
    #[must_use]
    pub fn warmth(&self, point: DVec2, height: f32) -> f32 {
        let far = smoothstep(1_500.0, 7_000.0, point.length() as f32);
        let [wide, near] = &self.warmth;
        let region = 0.58 + (wide.at(point) * 0.42 + near.at(point) * 0.1) * (0.25 + 0.75 * far);
        (region - height.max(0.0) * 0.00125).clamp(0.0, 1.0)
    }

    /// Moisture of the soil, 0 dry to 1 soaked: rain by region, more in hollows, less on ridges, and `wet` from open
    /// water near by (0 none to 1 at the bank).
    #[must_use]
    pub fn moisture(&self, point: DVec2, relative: f32, wet: f32) -> f32 {
        let [wide, mid, fine] = &self.rain;
        let rain = 0.52 + wide.at(point) * 0.42 + mid.at(point) * 0.18 + fine.at(point) * 0.08;
        (rain - (relative * 0.022).clamp(-0.22, 0.22) + wet * 0.35).clamp(0.0, 1.0)
    }

    /// The ecosystem of a dry spot.
    #[must_use]
    pub fn ecosystem(&self, point: DVec2, habitat: Habitat) -> Ecosystem {
        let shake = self.shake[0].at(point) * 0.6 + self.shake[1].at(point) * 0.4;
        let Habitat { height, relative, slope, moisture, warmth } = habitat;
        let (moist, warm) = (moisture + shake * 0.09, warmth + shake * 0.05);
        let steep = slope + shake * 0.12;
        match () {
            () if height + shake * 1.6 < 2.2 && steep < 0.5 => Ecosystem::Beach,
            () if warm < 0.1 => Ecosystem::Snow,
            () if steep > 0.85 => Ecosystem::Rock,
            () if warm < 0.24 && steep > 0.45 => Ecosystem::Rock,
            () if warm < 0.26 => Ecosystem::Tundra,
            () if moist > 0.82 && relative < 0.6 && steep < 0.18 => Ecosystem::Marsh,
            () if warm > 0.72 && moist < 0.3 => Ecosystem::Desert,
            () if moist < 0.33 => Ecosystem::Steppe,
            () if warm < 0.42 && moist > 0.4 => Ecosystem::Pinewood,
            () if moist > 0.54 => Ecosystem::Forest,
            () if relative > 2.5 && moist < 0.46 => Ecosystem::Heath,
            () => Ecosystem::Meadow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(habitat: Habitat) -> Ecosystem {
        // A lattice point of both shaking octaves: the noise is nothing there.
        Climate::new(Seed(1)).ecosystem(DVec2::ZERO, habitat)
    }

    #[test]
    fn each_measure_decides_something() {
        let mild = Habitat { height: 30.0, relative: 0.0, slope: 0.05, moisture: 0.48, warmth: 0.6 };
        assert_eq!(judged(mild), Ecosystem::Meadow);
        assert_eq!(judged(Habitat { height: 1.0, ..mild }), Ecosystem::Beach);
        assert_eq!(judged(Habitat { relative: 4.0, moisture: 0.4, ..mild }), Ecosystem::Heath);
        assert_eq!(judged(Habitat { slope: 1.2, ..mild }), Ecosystem::Rock);
        assert_eq!(judged(Habitat { moisture: 0.7, ..mild }), Ecosystem::Forest);
        assert_eq!(judged(Habitat { moisture: 0.9, ..mild }), Ecosystem::Marsh);
        assert_eq!(judged(Habitat { moisture: 0.2, warmth: 0.9, ..mild }), Ecosystem::Desert);
        assert_eq!(judged(Habitat { warmth: 0.35, moisture: 0.6, ..mild }), Ecosystem::Pinewood);
        assert_eq!(judged(Habitat { warmth: 0.05, ..mild }), Ecosystem::Snow);
    }
}
