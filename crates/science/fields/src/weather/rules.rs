//! The numbers of the weather.

use crate::engine::EngineError;
use crate::flow::Membership;
use serde::{Deserialize, Serialize};

/// How the wind bends and carries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherRules {
    /// How much of the way from the wind around to the slope the wind aims for, 0 to 1.
    pub alpha: f32,
    /// How much of the way to its aim the wind turns in a step, above 0 to 1.
    pub gamma: f32,
    /// The share of its moisture a cell loses along the wind in a step.
    pub wind_share: f32,
    /// The share it loses down the slope.
    pub rain_share: f32,
    /// The first wind: its angle in radians.
    pub wind_angle: f32,
    /// The first wind: its speed.
    pub wind_speed: f32,
    /// How directions grade a flow.
    pub membership: Membership,
    /// The greatest turn (in radians) or change of moisture at which a region falls asleep; 0 alters no result.
    pub rest: f32,
    /// A tornado's: how far towards the middle its winds point, in radians from the circle.
    pub spiral: f32,
    /// Cells a tornado wanders in a step.
    pub tornado_pace: f32,
}

impl WeatherRules {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first number out of its range.
    pub fn check(&self) -> Result<(), EngineError> {
        let rule = |what: &str, must, value: f32, fine: bool| match fine {
            true => Ok(()),
            false => Err(EngineError::Rule { what: what.to_owned(), must, value: f64::from(value) }),
        };
        let unit = 0.0..=1.0;
        rule("alpha", "0 to 1", self.alpha, unit.contains(&self.alpha))?;
        rule("gamma", "above 0 and up to 1", self.gamma, self.gamma > 0.0 && self.gamma <= 1.0)?;
        rule("wind_share", "0 to 1", self.wind_share, unit.contains(&self.wind_share))?;
        let both = self.wind_share + self.rain_share;
        rule(
            "rain_share",
            "0 to 1, with wind_share at most 1",
            self.rain_share,
            self.rain_share >= 0.0 && both <= 1.0,
        )?;
        rule("wind_angle", "-π to π", self.wind_angle, self.wind_angle.abs() <= std::f32::consts::PI)?;
        rule("wind_speed", "0 to 5000", self.wind_speed, (0.0..=5_000.0).contains(&self.wind_speed))?;
        rule("rest", "0 to 1", self.rest, unit.contains(&self.rest))?;
        rule("spiral", "0 to π/2", self.spiral, (0.0..=std::f32::consts::FRAC_PI_2).contains(&self.spiral))?;
        rule("tornado_pace", "0 to 1", self.tornado_pace, unit.contains(&self.tornado_pace))?;
        rule("membership", "a set that reaches somewhere", f32::NAN, self.membership.is_sound())
    }
}

impl Default for WeatherRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().weather
    }
}
