//! Weather: wind bends around the land and carries moisture; rain runs downhill.
//!
//! Properties: `altitude` (set from outside), `slope` (derived: points downhill), `wind` (angle and speed), `hold` (1 where the wind is a control point
//! and never turns), `moisture`.
//!
//! * **gradDev**: with `avg` the direction of the sum of the winds of a cell and its neighbours, the wind aims at `avg + α · shift(avg, slope)` and
//!   turns towards its aim by γ of the way. Where the sum has no length the cell's own angle stands for it; where the land
//!   is level there is no bend.
//! * **moisturewind**: a share of the moisture flows along the wind; **rain**: another share flows down the slope (see [`crate::flow`]).
//!
//! Events: `patch` (land is raised, strength in the middle), `earthquake` (raised on one side of a fault, lowered on the other),
//! `tornado` (a spiral of wind that wanders, for its span), `storm` (fast wet wind, for its span).
//!
//! After Lanctot, *Adaptive virtual environments in multi-player computer games* (2005), sections 3.2 and 4.1.

mod anywhere;
mod events;
mod kernel;
mod rules;

pub use rules::WeatherRules;

use crate::angle::direction;
use crate::engine::{
    Book, Cells, Derived, EngineError, LIMIT, LayerId, Layout, Property, System, Window, Yard,
};
use crate::stencil::{Lattice, Stencil};
use events::Doings;

/// The angle of a slope that is none.
pub const LEVEL: f32 = 8.0;

/// The layers of the weather.
#[derive(Clone, Copy, Debug)]
struct Layers {
    altitude: LayerId,
    slope: LayerId,
    angle: LayerId,
    speed: LayerId,
    hold: LayerId,
    moisture: LayerId,
    /// What a climate adds to the moisture, if there is one.
    exchange: Option<LayerId>,
}

/// The weather of an engine.
pub struct Weather {
    rules: WeatherRules,
    layers: Option<Layers>,
    stencil: Stencil,
    /// Half the width of the memberships, where the fast way is exact.
    fast: Option<f32>,
    doings: Doings,
}

impl Weather {
    /// Weather by these rules.
    ///
    /// # Errors
    /// When a number is out of its range.
    pub fn new(rules: WeatherRules) -> Result<Self, EngineError> {
        rules.check()?;
        let stencil = Stencil::new(Lattice::Square);
        Ok(Self { rules, layers: None, stencil, fast: None, doings: Doings::default() })
    }

    fn at(&self) -> &Layers {
        self.layers.as_ref().expect("an engine binds its systems before it uses them")
    }
}

/// Less than this is nothing: numbers that shrink for ever would end as those that processors are slow with, and nothing could sleep.
const NOTHING: f32 = 1e-20;

/// A scalar kept within the limits.
#[inline(always)]
fn limit(value: f32) -> f32 {
    let value = if value.abs() < NOTHING { 0.0 } else { value };
    let value = if value > LIMIT { LIMIT } else { value };
    if value < -LIMIT { -LIMIT } else { value }
}

impl System for Weather {
    fn name(&self) -> &'static str {
        "weather"
    }

    fn properties(&self) -> Vec<Property> {
        vec![
            Property::scalar("altitude", 0.0).still(),
            Property::polar("slope", LEVEL, 0.0).still(),
            Property::polar("wind", self.rules.wind_angle, self.rules.wind_speed).turning(),
            Property::scalar("hold", 0.0).still(),
            Property::scalar("moisture", 0.0),
        ]
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["gradDev", "moisturewind", "rain"]
    }

    fn events(&self) -> &'static [&'static str] {
        &["patch", "earthquake", "tornado", "storm"]
    }

    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError> {
        let wind = book.need("wind")?;
        self.layers = Some(Layers {
            altitude: book.need("altitude")?,
            slope: book.need("slope")?,
            angle: wind,
            speed: wind.second(),
            hold: book.need("hold")?,
            moisture: book.need("moisture")?,
            exchange: book.find("exchange"),
        });
        self.stencil = Stencil::new(layout.lattice);
        self.fast = self.rules.membership.all_or_nothing().filter(|_| layout.lattice == Lattice::Square);
        Ok(())
    }

    fn listens(&self) -> Vec<LayerId> {
        self.at().exchange.into_iter().collect()
    }

    fn derived(&self) -> Option<Derived> {
        let at = self.at();
        Some(Derived { layers: vec![at.slope, at.slope.second()], from: vec![at.altitude] })
    }

    fn derive(&self, cells: &Cells<'_>, out: &mut [Vec<f32>]) {
        let altitude = cells.layer(self.at().altitude);
        for y in 0..cells.height {
            for x in 0..cells.width {
                let slot = cells.slot(x, y);
                let (east, north) = gradient(&self.stencil, cells, altitude, x, y);
                let steepness = (east * east + north * north).sqrt();
                out[0][slot] = if steepness > 0.0 { direction(east, north) } else { LEVEL };
                out[1][slot] = steepness;
            }
        }
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let at = *self.at();
        self.doings.prepare(&self.rules, &at, yard);
    }

    fn rest(&self) -> f32 {
        self.rules.rest
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        match self.fast {
            Some(half) => kernel::step(&self.rules, half, self.at(), cells, out),
            None => anywhere::step(&self.rules, &self.stencil, self.at(), cells, out),
        }
    }

    fn save(&self) -> Vec<u8> {
        self.doings.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        self.doings = Doings::load(bytes)?;
        Ok(())
    }
}

/// The gradient of a layer at a cell: the sum over its neighbours of (own value - theirs) in their direction. Points downhill.
#[must_use]
pub fn gradient(stencil: &Stencil, cells: &Cells<'_>, layer: &[f32], x: usize, y: usize) -> (f32, f32) {
    let slot = cells.slot(x, y);
    let ways = stencil.near(cells.origin.x + x as i64, cells.origin.y + y as i64);
    let open = ways.iter().filter(|way| cells.open(x, y, way.dx, way.dy));
    open.fold((0.0, 0.0), |(east, north), way| {
        let there = slot as isize + way.dy as isize * cells.stride as isize + way.dx as isize;
        let fall = layer[slot] - layer[there as usize];
        (east + fall * way.east, north + fall * way.north)
    })
}

#[cfg(test)]
mod tests;
