//! What shakes the weather: patches, earthquakes, tornadoes, storms.

use super::{Layers, WeatherRules};
use crate::engine::{Cell, DiscCell, EngineError, Event, LayerId, Yard};
use serde::{Deserialize, Serialize};
use std::f32::consts::FRAC_PI_2;
use wold_chance::{Seed, Stream};
use wold_space::DVec2;

/// Where the wind is not its own master: a tornado or a storm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Gale {
    event: Event,
    /// Steps left.
    left: u32,
    /// Where it goes, in radians.
    heading: f64,
    /// What its cells were before: hold and speed.
    before: Vec<(Cell, f32, f32)>,
}

/// What is going on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Doings {
    gales: Vec<Gale>,
}

/// The most gales at a time; further ones are not taken.
const MOST_GALES: usize = 64;

impl Doings {
    pub fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("plain data in memory can always be written")
    }

    pub fn load(bytes: &[u8]) -> Result<Self, EngineError> {
        postcard::from_bytes(bytes).map_err(|_| EngineError::Snapshot("its gales cannot be read"))
    }

    pub fn prepare(&mut self, rules: &WeatherRules, at: &Layers, yard: &mut Yard<'_>) {
        let events = yard.events;
        for event in events {
            match event.kind.as_str() {
                "patch" => raise(at.altitude, yard, event, |_| 1.0),
                "earthquake" => quake(at.altitude, yard, event),
                "tornado" | "storm" if self.gales.len() < MOST_GALES => {
                    let mut draws = Stream::named(Seed(0), "gale", &[yard.step, self.gales.len() as u64]);
                    let heading = draws.range(-std::f64::consts::PI, std::f64::consts::PI);
                    self.gales.push(Gale { event: event.clone(), left: event.span, heading, before: vec![] });
                }
                _ => {}
            }
        }
        // The last to come is the first to let go, so that overlapping gales give back what they found.
        for gale in self.gales.iter_mut().rev() {
            for (cell, hold, speed) in gale.before.drain(..).rev() {
                yard.set(at.hold, cell, hold);
                yard.set(at.speed, cell, speed);
            }
        }
        self.gales.retain(|gale| gale.left > 0);
        for (number, gale) in self.gales.iter_mut().enumerate() {
            gale.left -= 1;
            gale.blow(rules, at, yard, number as u64);
        }
    }
}

impl Gale {
    fn blow(&mut self, rules: &WeatherRules, at: &Layers, yard: &mut Yard<'_>, number: u64) {
        let tornado = self.event.kind == "tornado";
        if tornado {
            let mut draws = Stream::named(Seed(0), "gale.turn", &[yard.step, number]);
            self.heading += draws.range(-0.3, 0.3);
            let pace = f64::from(rules.tornado_pace);
            self.event.place += DVec2::new(libm::cos(self.heading), libm::sin(self.heading)) * pace;
        }
        let middle = self.event.place;
        for DiscCell { cell, off, far } in yard.disc(middle, self.event.radius) {
            let hold = yard.get(at.hold, cell).unwrap_or(0.0);
            let speed = yard.get(at.speed, cell).unwrap_or(0.0);
            self.before.push((cell, hold, speed));
            if tornado {
                let outward = if off.length() < 1e-9 { 0.0 } else { libm::atan2(off.y, off.x) as f32 };
                yard.set(at.angle, cell, outward + FRAC_PI_2 + rules.spiral);
                yard.set(at.speed, cell, self.event.strength);
                yard.set(at.hold, cell, 1.0);
            } else {
                let here = 1.0 - far;
                yard.set(at.speed, cell, speed + self.event.strength * here);
                yard.add(at.moisture, cell, self.event.strength * here);
            }
        }
    }
}

/// Raises the land: by the event's strength in the middle, by nothing at its rim.
fn raise(altitude: LayerId, yard: &mut Yard<'_>, event: &Event, side: impl Fn(DVec2) -> f32) {
    for DiscCell { cell, off, far } in yard.disc(event.place, event.radius) {
        yard.add(altitude, cell, event.strength * (1.0 - far) * side(off));
    }
}

/// Raises one side of a fault through the middle and lowers the other; where the fault runs is drawn.
fn quake(altitude: LayerId, yard: &mut Yard<'_>, event: &Event) {
    let mut draws = Stream::named(Seed(u64::from(event.subject)), "quake", &[yard.step]);
    let fault = draws.range(0.0, std::f64::consts::PI);
    let across = DVec2::new(-libm::sin(fault), libm::cos(fault));
    raise(altitude, yard, event, |off| if off.dot(across) >= 0.0 { 1.0 } else { -1.0 });
}
