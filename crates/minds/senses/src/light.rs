//! How lit a place is.
//!
//! light = open · sky + Σ lamps, held to 0..1. The sky is the brighter of sun and moon above starlight, dimmed by clouds, rain and fog; `open` says how much of it
//! reaches the place (1 under the sky, 0 in a windowless room). A lamp or fire gives strength · (1 - distance / reach)² within its reach, which fog shortens; one behind a wall
//! gives nothing, and who has a world says which. More of anything that shines is never darker.

use crate::settings::{SettingsError, within};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Weights of what shines and dims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lighting {
    /// The light of the stars alone.
    pub stars: f64,
    /// What a full moon at its height adds.
    pub moon: f64,
    /// What the sun at its height adds; full day is reached well before.
    pub sun: f64,
    /// The share full clouds take.
    pub clouds: f64,
    /// The share the heaviest rain takes.
    pub rain: f64,
    /// The share the thickest fog takes, of the sky and of lamps' reach.
    pub fog: f64,
}

impl Default for Lighting {
    fn default() -> Self {
        Self { stars: 0.05, moon: 0.2, sun: 2.0, clouds: 0.5, rain: 0.3, fog: 0.6 }
    }
}

impl Lighting {
    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), SettingsError> {
        for (thing, value) in [("stars", self.stars), ("moon", self.moon), ("sun", self.sun)] {
            within(&format!("lighting, {thing}"), value, 0.0..=10.0)?;
        }
        for (thing, value) in [("clouds", self.clouds), ("rain", self.rain), ("fog", self.fog)] {
            within(&format!("lighting, {thing}"), value, 0.0..=0.99)?;
        }
        Ok(())
    }
}

/// The sky at some time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sky {
    /// The sine of the sun's height; below 0 it has set.
    pub sun: f64,
    /// The sine of the moon's height.
    pub moon: f64,
    /// How full the moon is, 0 to 1.
    pub phase: f64,
    /// Clouds, 0 to 1.
    pub clouds: f64,
    /// Rain, 0 to 1.
    pub rain: f64,
    /// Fog, 0 to 1.
    pub fog: f64,
}

impl Sky {
    /// A clear sky at an hour of a day of equal halves; the moon stands opposite the sun.
    ///
    /// ```
    /// use wold_senses::light::Sky;
    /// assert!((Sky::at_hour(12.0, 1.0).sun - 1.0).abs() < 1e-9);
    /// assert!(Sky::at_hour(0.0, 1.0).moon > 0.9);
    /// ```
    #[must_use]
    pub fn at_hour(hour: f64, phase: f64) -> Self {
        let sun = libm::sin((hour - 6.0) / 12.0 * std::f64::consts::PI);
        Self { sun, moon: -sun, phase, clouds: 0.0, rain: 0.0, fog: 0.0 }
    }

    /// The light it sheds on open ground.
    #[must_use]
    pub fn light(&self, lighting: &Lighting) -> f64 {
        let up = |height: f64| height.clamp(0.0, 1.0);
        let shine = (up(self.sun) * lighting.sun).max(up(self.moon) * up(self.phase) * lighting.moon);
        let dims = |amount: f64, share: f64| 1.0 - up(amount) * share;
        let weather = dims(self.clouds, lighting.clouds)
            * dims(self.rain, lighting.rain)
            * dims(self.fog, lighting.fog);
        (lighting.stars + shine.min(1.0)).min(1.0) * weather
    }
}

/// Something that shines: a lantern, a hearth, a burning house.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lamp {
    /// Where.
    pub at: DVec3,
    /// How far it shines, in metres.
    pub reach: f64,
    /// The light right beside it.
    pub strength: f64,
}

impl Lamp {
    /// What it adds at a place that nothing shades from it.
    #[must_use]
    pub fn light(&self, place: DVec3, sky: &Sky, lighting: &Lighting) -> f64 {
        let reach = self.reach * (1.0 - sky.fog.clamp(0.0, 1.0) * lighting.fog);
        let near = 1.0 - self.at.distance(place) / reach;
        if reach > 0.0 && near > 0.0 { self.strength.max(0.0) * near * near } else { 0.0 }
    }
}

/// The light at a place: of the sky, as far as the place is open to it, and of the lamps that shine on it.
///
/// ```
/// use glam::DVec3;
/// use wold_senses::light::{Lamp, Lighting, Sky, light_at};
/// let (night, lighting) = (Sky::at_hour(0.0, 0.0), Lighting::default());
/// let lantern = Lamp { at: DVec3::new(0.0, 0.0, 2.0), reach: 8.0, strength: 0.9 };
/// let near = light_at(DVec3::new(1.0, 0.0, 1.0), 1.0, &night, &[lantern], &lighting);
/// let far = light_at(DVec3::new(9.0, 0.0, 1.0), 1.0, &night, &[lantern], &lighting);
/// assert!(near > 0.5 && far < 0.1);
/// ```
#[must_use]
pub fn light_at<'l>(
    place: DVec3,
    open: f64,
    sky: &Sky,
    lamps: impl IntoIterator<Item = &'l Lamp>,
    lighting: &Lighting,
) -> f64 {
    let lamps: f64 = lamps.into_iter().map(|lamp| lamp.light(place, sky, lighting)).sum();
    (open.clamp(0.0, 1.0) * sky.light(lighting) + lamps).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn noon_is_bright_a_cloudy_night_dark_and_the_moon_between() {
        let lighting = Lighting::default();
        let light = |sky: Sky| light_at(DVec3::ZERO, 1.0, &sky, &[], &lighting);
        let cloudy = Sky { clouds: 1.0, ..Sky::at_hour(0.0, 0.0) };
        assert_eq!(light(Sky::at_hour(12.0, 0.0)), 1.0);
        assert!(light(cloudy) < 0.03);
        assert!((light(Sky::at_hour(0.0, 1.0)) - 0.25).abs() < 1e-9);
        assert_eq!(
            light_at(DVec3::ZERO, 0.0, &Sky::at_hour(12.0, 0.0), &[], &lighting),
            0.0,
            "a cellar at noon"
        );
    }

    proptest! {
        #[test]
        fn weather_never_brightens_lamps_never_darken_and_all_stays_in_bounds(
            hour in 0.0f64..24.0, phase in 0.0f64..1.0, clouds in 0.0f64..1.0, rain in 0.0f64..1.0, fog in 0.0f64..1.0,
            lamps in prop::collection::vec((-20.0f64..20.0, 0.1f64..15.0, 0.0f64..2.0), 0..6),
        ) {
            let lighting = Lighting::default();
            let lamps: Vec<Lamp> = lamps.into_iter()
                .map(|(x, reach, strength)| Lamp { at: DVec3::new(x, 0.0, 2.0), reach, strength }).collect();
            let sky = Sky { clouds, rain, fog, ..Sky::at_hour(hour, phase) };
            let light = light_at(DVec3::ZERO, 1.0, &sky, &lamps, &lighting);
            prop_assert!((0.0..=1.0).contains(&light));
            prop_assert!(light_at(DVec3::ZERO, 1.0, &Sky::at_hour(hour, phase), &lamps, &lighting) >= light);
            prop_assert!(light_at(DVec3::ZERO, 1.0, &sky, &[], &lighting) <= light);
            prop_assert!(light_at(DVec3::ZERO, 0.3, &sky, &lamps, &lighting) <= light);
        }
    }
}
