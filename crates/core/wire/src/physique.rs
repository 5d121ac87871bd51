//! What bodies can do: told in the welcome, because whoever predicts its own steps must count with the world's numbers.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::form::sections;
use serde::{Deserialize, Serialize};

/// What bodies can do; the same for everybody, and for those who predict them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Physique {
    /// Walking speed on level ground in m/s. Default 2.2.
    pub walk: f32,
    /// Running speed in m/s. Default 5.5.
    pub run: f32,
    /// Sneaking speed in m/s. Default 1.1.
    pub sneak: f32,
    /// Swimming speed in m/s. Default 1.4.
    pub swim: f32,
    /// Largest change of velocity in m/s². Default 24.
    pub acceleration: f32,
    /// Radius in metres. Default 0.35.
    pub radius: f32,
    /// Rise over run that nobody climbs. Default 1.1.
    pub steepest: f32,
    /// Depth in metres from which one swims. Default 0.9.
    pub swim_depth: f32,
    /// Share of breath a second of running takes. Default 0.05.
    pub breath_spent: f32,
    /// Share of breath a second of anything else gives back. Default 0.09.
    pub breath_regained: f32,
}

impl Default for Physique {
    fn default() -> Self {
        Self {
            walk: 2.2,
            run: 5.5,
            sneak: 1.1,
            swim: 1.4,
            acceleration: 24.0,
            radius: 0.35,
            steepest: 1.1,
            swim_depth: 0.9,
            breath_spent: 0.05,
            breath_regained: 0.09,
        }
    }
}

impl Physique {
    fn parts(&mut self) -> [&mut f32; 10] {
        [
            &mut self.walk,
            &mut self.run,
            &mut self.sneak,
            &mut self.swim,
            &mut self.acceleration,
            &mut self.radius,
            &mut self.steepest,
            &mut self.swim_depth,
            &mut self.breath_spent,
            &mut self.breath_regained,
        ]
    }

    /// Whether every number is one a body could have: finite, none negative, none absurd.
    #[must_use]
    pub fn is_sound(mut self) -> bool {
        self.parts().into_iter().all(|part| (0.0..=1000.0).contains(part))
    }
}

sections! {
    Physique = "[physique](#coming-in)": "floats: walk, run, sneak, swim, acceleration, radius, steepest, swim depth, breath spent, breath regained"
}

impl Coded for Physique {
    fn write(&self, w: &mut BitWriter) {
        let mut physique = *self;
        for part in physique.parts() {
            w.bits(u64::from(part.to_bits()), 32);
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let mut physique = Self::default();
        for part in physique.parts() {
            let bits = r.bits(32)?;
            *part = f32::from_bits(bits as u32);
            if !(0.0..=1000.0).contains(part) {
                return Err(Malformed::OutOfRange { field: "physique", value: bits });
            }
        }
        Ok(physique)
    }
}
