//! What a place is like, as its people feel it.

use super::Environment;
use super::engines::{CELL_METRES, GOODS};
use wold_fields::engine::{Cell, Engine};
use wold_fields::reputation::groups::CharacterId;
use wold_space::{DVec2, EntityId, Vec2};

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
pub(super) fn cell_of(place: DVec2) -> Cell {
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

    /// How somebody is regarded at a place: 0 by whom nobody has heard there, good above, bad below.
    #[must_use]
    pub fn regard(&self, who: EntityId, place: DVec2) -> f32 {
        let fields = self.fields.as_ref();
        let regard = fields.map(|f| self.groups.regard(CharacterId(who.0), &f.society, cell_of(place)));
        regard.and_then(Result::ok).unwrap_or(0.0)
    }

    /// What each of the [`GOODS`] costs at a place.
    #[must_use]
    pub fn prices(&self, place: DVec2) -> Option<[f32; GOODS.len()]> {
        let society = &self.fields.as_ref()?.society;
        let mut prices = [0.0; GOODS.len()];
        for (price, (good, _)) in prices.iter_mut().zip(GOODS) {
            *price = Self::read(society, &format!("price.{good}"), cell_of(place))?;
        }
        Some(prices)
    }

    /// How unsafe a place is held to be.
    #[must_use]
    pub fn crime(&self, place: DVec2) -> f32 {
        let fields = self.fields.as_ref();
        fields.and_then(|f| Self::read(&f.society, "crime", cell_of(place))).unwrap_or(0.0)
    }
}
