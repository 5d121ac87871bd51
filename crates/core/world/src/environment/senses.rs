//! What a place is like, as its people feel it.

use super::Environment;
use super::engines::CELL_METRES;
use wold_fields::engine::{Cell, Engine};
use wold_fields::reputation::groups::CharacterId;
use wold_lore::sense::Smell;
use wold_lore::{Channel, Good};
use wold_space::{DVec2, EntityId, Vec2};
use wold_wire::surroundings::{CELLS, Here, PRICED_GOODS, SIDE, Surroundings};

/// The weather of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weather {
    /// Where the wind blows to, as long as it is strong.
    pub wind: Vec2,
    /// °C.
    pub warmth: f32,
    /// How clouded the sky is, 0 to 1.
    pub cloud: f32,
    /// What falls in a step; snow below 0 °C.
    pub falling: f32,
    /// How wet the soil is, 0 to 1.
    pub soil: f32,
    /// Water standing on the ground.
    pub flood: f32,
    /// Snow lying.
    pub snow: f32,
    /// How densely plants grow, 0 to 1.
    pub vegetation: f32,
}

/// The cell of a place given in metres.
pub(crate) fn cell_of(place: DVec2) -> Cell {
    let at = (place / CELL_METRES).floor();
    Cell::new(at.x as i64, at.y as i64)
}

impl Environment {
    fn read(engine: &Engine, name: &str, cell: Cell) -> Option<f32> {
        engine.get(name, cell).ok()
    }

    /// The weather at a place; none where nobody is near.
    #[must_use]
    pub fn weather(&self, place: DVec2) -> Option<Weather> {
        let fields = self.fields.as_ref()?;
        let (nature, cell) = (&fields.nature, cell_of(place));
        let get = |name: &str| Self::read(nature, name, cell);
        let wind = nature.book().find("wind")?;
        let (angle, speed) =
            (nature.get_layer(wind, cell).ok()?, nature.get_layer(wind.second(), cell).ok()?);
        let warmth = get("warmth")?;
        Some(Weather {
            wind: Vec2::new(libm::cosf(angle), libm::sinf(angle)) * speed,
            warmth,
            cloud: get("cloud")?,
            falling: fields.rules.climate.falling(get("moisture")?, warmth, get("altitude")?),
            soil: get("soil")?,
            flood: get("flood")?,
            snow: get("snow")?,
            vegetation: get("vegetation")?,
        })
    }

    /// How deep snow lies at a place.
    pub(crate) fn snow(&self, place: DVec2) -> f32 {
        let fields = self.fields.as_ref();
        fields.and_then(|fields| Self::read(&fields.nature, "snow", cell_of(place))).unwrap_or(0.0)
    }

    /// How somebody is regarded at a place: 0 by whom nobody has heard there, good above, bad below.
    #[must_use]
    pub fn regard(&self, who: EntityId, place: DVec2) -> f32 {
        let fields = self.fields.as_ref();
        let regard = fields.map(|f| self.groups.regard(CharacterId(who.0), &f.society, cell_of(place)));
        regard.and_then(Result::ok).unwrap_or(0.0)
    }

    /// What each [`Good`] costs at a place.
    #[must_use]
    pub fn prices(&self, place: DVec2) -> Option<[f32; PRICED_GOODS]> {
        let society = &self.fields.as_ref()?.society;
        let mut prices = [0.0; PRICED_GOODS];
        for (price, good) in prices.iter_mut().zip(Good::ALL) {
            *price = Self::read(society, &format!("price.{}", good.label()), cell_of(place))?;
        }
        Some(prices)
    }

    /// What somebody can know about the square around them whose south-western corner is a cell: how it is there, how they are
    /// regarded, at a stall what things cost, and as a guard how unsafe each cell is held to be. What is not loaded is as nothing.
    #[must_use]
    pub fn surroundings(
        &self,
        who: EntityId,
        place: DVec2,
        corner: [i32; 2],
        at_stall: bool,
        on_duty: bool,
    ) -> Option<Surroundings> {
        let weather = self.weather(place)?;
        let fields = self.fields.as_ref()?;
        let byte = |value: f32| value.round().clamp(0.0, 255.0) as u8;
        let turn = libm::atan2f(weather.wind.y, weather.wind.x) / std::f32::consts::TAU;
        let cents = |prices: [f32; PRICED_GOODS]| prices.map(|p| (p * 100.0).round() as u16);
        let here = Here {
            wind_turn: (turn * 256.0).round() as i32 as u8,
            wind_speed: byte(weather.wind.length()),
            warmth: byte((weather.warmth + 64.0) * 2.0),
            regard: (self.regard(who, place) * 2.0).round().clamp(-127.0, 127.0) as i8,
            prices: self.prices(place).filter(|_| at_stall).map(cents),
            duty: on_duty,
            smells: self.smells(place).map(Smell::level),
        };
        let mut surroundings = Surroundings { corner, here, ..Surroundings::default() };
        let book = fields.nature.book();
        let names = ["cloud", "soil", "flood", "snow", "vegetation", "moisture", "warmth", "altitude"];
        let layers = names.map(|name| book.find(name).expect("weather, climate and ecology declare it"));
        let crime = fields.society.book().find("crime").expect("the law declares it");
        for index in 0..CELLS {
            let (east, north) = ((index % SIDE) as i64, (index / SIDE) as i64);
            let cell = Cell::new(i64::from(corner[0]) + east, i64::from(corner[1]) + north);
            let mut values = [0.0; 8];
            for (value, layer) in values.iter_mut().zip(layers) {
                *value = fields.nature.get_layer(layer, cell).unwrap_or(0.0);
            }
            let [cloud, soil, flood, snow, vegetation, moisture, warmth, altitude] = values;
            let falling = fields.rules.climate.falling(moisture, warmth, altitude);
            let reported = fields.society.get_layer(crime, cell).ok().filter(|_| on_duty).unwrap_or(0.0);
            for &channel in Channel::ALL {
                let value = match channel {
                    Channel::Cloud => cloud,
                    Channel::Falling => falling,
                    Channel::Soil => soil,
                    Channel::Flood => flood,
                    Channel::Snow => snow,
                    Channel::Vegetation => vegetation,
                    Channel::Crime => reported,
                };
                surroundings.channels[channel as usize].0[index] = channel.step(value);
            }
        }
        Some(surroundings)
    }

    /// How many heads of a stock a cell has; nothing where nobody is near.
    #[must_use]
    pub fn heads(&self, stock: &str, cell: Cell) -> Option<f32> {
        Self::read(&self.fields.as_ref()?.nature, stock, cell)
    }

    /// Takes heads of a stock from cells, the first first, until it has them or none are left; says how many it got.
    pub(crate) fn take_heads(&mut self, stock: &str, cells: &[Cell], heads: f32) -> f32 {
        let Some(fields) = &mut self.fields else { return 0.0 };
        let mut left = heads;
        for &cell in cells {
            let Some(there) = Self::read(&fields.nature, stock, cell).filter(|there| *there > 0.0) else {
                continue;
            };
            let taken = there.min(left);
            // The cell is loaded and the rest finite: this cannot fail.
            let _ = fields.nature.set(stock, cell, there - taken);
            left -= taken;
            if left <= 0.0 {
                break;
            }
        }
        heads - left
    }

    /// How unsafe a place is held to be.
    #[must_use]
    pub fn crime(&self, place: DVec2) -> f32 {
        let fields = self.fields.as_ref();
        fields.and_then(|f| Self::read(&f.society, "crime", cell_of(place))).unwrap_or(0.0)
    }
}
