//! Climate: warmth by season and height, evaporation, clouds, rain and snow, soil, floods and ice. Needs [`crate::weather::Weather`] beside it.
//!
//! Properties: `warmth` (°C), `cloud` (0 to 1), `soil` (0 dry to 1 soaked), `flood` (water on the ground), `snow`, `ice` (0 to 1, on the sea),
//! `exchange` (what the air gains or loses; the weather adds it to its moisture in the next step).
//!
//! Each step, at a cell of height `h` above the sea:
//! * **season**: warmth moves by `inertia` of the way to `mean + swing · sin(2π · step / year) - lapse · h`.
//! * **clouds**: warm air holds more: `capacity = hold · (1 + warm_hold · warmth)`, at least a tenth of `hold`, and less the higher it lies;
//!   `cloud = moisture / capacity`.
//! * **rain**: `fall` of what is above the capacity falls; as snow below 0 °C.
//! * **evaporation**: the sea gives `sea_gives` times how warm it is and how clear the sky, ice none; soil gives `soil_gives` times its moisture, more
//!   where plants stand (`vegetation`, if an ecology is there): a felled forest gives less, and the land downwind dries.
//! * **thaw**, **seep**: snow melts above 0 °C into the soil; what the soil cannot hold floods; floods flow downhill by `runoff` and seep into the soil.
//! * **sink**: on flat soaked ground neither helps: there a flood goes by `sink` into the ground water, from which springs come, and by `flood_gives`,
//!   as warm and clear as it is, into the air, which gains what the flood loses.
//! * **springs**: below `table` ground water wets the soil by `springs` of the way there: without it land that rain seldom reaches would dry out for ever.
//! * **ice** grows on the sea below the freezing point and melts above.
//!
//! Events: `flood` (water on the ground), `drought` (air and soil dry out by the strength, for its span).

use crate::engine::{
    Book, Cells, EngineError, Event, Here, LayerId, Layout, Property, System, Window, Yard, sweep,
};
use crate::flow::{Membership, Spread};
use crate::stencil::{Lattice, Stencil};
use serde::{Deserialize, Serialize};

/// The numbers of the climate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ClimateRules {
    pub sea_level: f32,
    pub year: u32,
    pub mean: f32,
    pub swing: f32,
    pub lapse: f32,
    pub inertia: f32,
    pub hold: f32,
    pub warm_hold: f32,
    pub fall: f32,
    pub sea_gives: f32,
    pub soil_gives: f32,
    pub soil_depth: f32,
    pub plants_give: f32,
    pub table: f32,
    pub springs: f32,
    pub thaw: f32,
    pub runoff: f32,
    pub seep: f32,
    pub sink: f32,
    pub flood_gives: f32,
    pub freeze: f32,
}

impl ClimateRules {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first number out of its range.
    pub fn check(&self) -> Result<(), EngineError> {
        let rule = |what: &str, must, value: f32, fine: bool| match fine {
            true => Ok(()),
            false => Err(EngineError::Rule { what: what.to_owned(), must, value: f64::from(value) }),
        };
        rule("year", "1 or more", self.year as f32, self.year > 0)?;
        rule("hold", "above 0", self.hold, self.hold > 0.0)?;
        rule("soil_depth", "above 0", self.soil_depth, self.soil_depth > 0.0)?;
        let shares = [
            ("inertia", self.inertia),
            ("fall", self.fall),
            ("soil_gives", self.soil_gives),
            ("table", self.table),
            ("springs", self.springs),
            ("runoff", self.runoff),
            ("seep", self.seep),
            ("sink", self.sink),
            ("flood_gives", self.flood_gives),
            ("freeze", self.freeze),
        ];
        for (what, value) in shares {
            rule(what, "0 to 1", value, (0.0..=1.0).contains(&value))?;
        }
        let amounts = [
            ("sea_gives", self.sea_gives),
            ("plants_give", self.plants_give),
            ("thaw", self.thaw),
            ("lapse", self.lapse),
            ("warm_hold", self.warm_hold),
        ];
        for (what, value) in amounts {
            rule(what, "0 or more", value, value >= 0.0)?;
        }
        Ok(())
    }

    /// Warmth at sea level in a step.
    #[must_use]
    pub fn sea_warmth(&self, step: u64) -> f32 {
        let phase = (step % u64::from(self.year)) as f64 / f64::from(self.year);
        self.mean + self.swing * libm::sin(std::f64::consts::TAU * phase) as f32
    }

    /// The moisture that air of this warmth can hold at an altitude.
    #[must_use]
    pub fn capacity(&self, warmth: f32, altitude: f32) -> f32 {
        let high = 1.0 / (1.0 + (altitude - self.sea_level).max(0.0) / 2_000.0);
        (self.hold * (1.0 + self.warm_hold * warmth) * high).max(self.hold * 0.1)
    }

    /// What falls in a step from air with this much moisture, as rain or, below 0 °C, as snow.
    #[must_use]
    pub fn falling(&self, moisture: f32, warmth: f32, altitude: f32) -> f32 {
        self.fall * (moisture - self.capacity(warmth, altitude)).max(0.0)
    }

    /// The height above which it freezes in a step: the snow line.
    #[must_use]
    pub fn snow_line(&self, step: u64) -> f32 {
        self.sea_level + self.sea_warmth(step) / self.lapse.max(1e-9)
    }
}

impl Default for ClimateRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().climate
    }
}

#[derive(Clone, Copy, Debug)]
struct Layers {
    own: [LayerId; 7],
    altitude: LayerId,
    slope: LayerId,
    moisture: LayerId,
    vegetation: Option<LayerId>,
}

/// The climate of an engine.
pub struct Climate {
    rules: ClimateRules,
    stencil: Stencil,
    membership: Membership,
    layers: Option<Layers>,
    droughts: Vec<(Event, u32)>,
}

/// Less water than this is none.
const DRY: f32 = 1e-3;

const OWN: [&str; 7] = ["warmth", "cloud", "soil", "flood", "snow", "ice", "exchange"];

impl Climate {
    /// A climate by these rules.
    ///
    /// # Errors
    /// When a number is out of its range.
    pub fn new(rules: ClimateRules) -> Result<Self, EngineError> {
        rules.check()?;
        let (stencil, membership) = (Stencil::new(Lattice::Square), Membership::default());
        Ok(Self { rules, stencil, membership, layers: None, droughts: Vec::new() })
    }

    fn at(&self) -> &Layers {
        self.layers.as_ref().expect("an engine binds its systems before it uses them")
    }
}

impl System for Climate {
    fn name(&self) -> &'static str {
        "climate"
    }

    fn properties(&self) -> Vec<Property> {
        let initial = [self.rules.mean, 0.0, 0.3, 0.0, 0.0, 0.0, 0.0];
        OWN.iter().zip(initial).map(|(name, value)| Property::scalar(name, value)).collect()
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["season", "clouds", "rain", "evaporation", "thaw", "seep", "sink", "springs", "ice"]
    }

    fn events(&self) -> &'static [&'static str] {
        &["flood", "drought"]
    }

    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError> {
        let mut own = [book.need("warmth")?; 7];
        for (layer, name) in own.iter_mut().zip(OWN) {
            *layer = book.need(name)?;
        }
        self.stencil = Stencil::new(layout.lattice);
        self.layers = Some(Layers {
            own,
            altitude: book.need("altitude")?,
            slope: book.need("slope")?,
            moisture: book.need("moisture")?,
            vegetation: book.find("vegetation"),
        });
        Ok(())
    }

    fn listens(&self) -> Vec<LayerId> {
        [self.at().moisture].into_iter().chain(self.at().vegetation).collect()
    }

    fn stirs(&self, _: u64) -> bool {
        self.rules.swing != 0.0
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let [.., flood, _, _, _] = self.at().own;
        let (soil, moisture) = (self.at().own[2], self.at().moisture);
        let events = yard.events;
        for event in events {
            match event.kind.as_str() {
                "flood" => {
                    for spot in yard.disc(event.place, event.radius) {
                        yard.add(flood, spot.cell, event.strength * (1.0 - spot.far));
                    }
                }
                "drought" if self.droughts.len() < 64 => self.droughts.push((event.clone(), event.span)),
                _ => {}
            }
        }
        for (event, left) in &mut self.droughts {
            *left = left.saturating_sub(1);
            let keep = 1.0 - event.strength.clamp(0.0, 1.0);
            for spot in yard.disc(event.place, event.radius) {
                for layer in [soil, moisture] {
                    let value = yard.get(layer, spot.cell).unwrap_or(0.0);
                    yard.set(layer, spot.cell, value * keep);
                }
            }
        }
        self.droughts.retain(|(_, left)| *left > 0);
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        let (rules, at) = (&self.rules, *self.at());
        let sea_warmth = rules.sea_warmth(cells.step);
        out.blocks(|out| {
            let spread = Spread::new(&self.stencil, cells, out.rect);
            let flood = at.own[3];
            let sent = (!spread.is_bare(flood)).then(|| {
                spread.map(|_, slot, ways| {
                    let (amount, slope) = (cells.layer(flood)[slot], cells.layer(at.slope)[slot]);
                    if amount == 0.0 || slope > 4.0 {
                        return [0.0; 8];
                    }
                    self.membership.shares(slope, ways).map(|share| rules.runoff * share * amount)
                })
            });
            sweep(cells, out, at.own, |here| {
                let flow = sent.as_ref().map_or(0.0, |sent| spread.gain(sent, here));
                self.moved(cells, &at, sea_warmth, here, flow)
            });
        });
    }

    fn save(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.droughts).expect("plain data in memory can always be written")
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        self.droughts =
            postcard::from_bytes(bytes).map_err(|_| EngineError::Snapshot("its droughts cannot be read"))?;
        Ok(())
    }
}

impl Climate {
    fn moved(&self, cells: &Cells<'_>, at: &Layers, sea_warmth: f32, here: Here, flow: f32) -> [f32; 7] {
        let rules = &self.rules;
        let get = |layer: LayerId| cells.layer(layer)[here.slot];
        let [warmth, _, soil, flood, snow, ice, _] = at.own.map(get);
        let (moisture, plants) = (get(at.moisture), at.vegetation.map_or(0.0, get));
        let height = (get(at.altitude) - rules.sea_level).max(0.0);
        let sea = get(at.altitude) < rules.sea_level;

        let warmth = warmth + rules.inertia * (sea_warmth - rules.lapse * height - warmth);
        let cloud = (moisture / rules.capacity(warmth, get(at.altitude))).clamp(0.0, 1.0);
        let fallen = rules.falling(moisture, warmth, get(at.altitude));
        let warm = ((warmth + 10.0) / 40.0).clamp(0.0, 1.0);
        let dryness = warm * (1.0 - cloud);
        if sea {
            let ice = (ice - rules.freeze * (warmth + 2.0).clamp(-1.0, 1.0)).clamp(0.0, 1.0);
            return [warmth, cloud, 1.0, 0.0, 0.0, ice, rules.sea_gives * dryness * (1.0 - ice) - fallen];
        }
        let (rain, new_snow) = if warmth < 0.0 { (0.0, fallen) } else { (fallen, 0.0) };
        let thawed = (rules.thaw * warmth.max(0.0)).min(snow);
        let seeping = rules.seep * flood;
        let given = rules.soil_gives * dryness * soil * (1.0 + rules.plants_give * plants);
        let risen = rules.springs * (rules.table - soil).max(0.0);
        let wet = soil + risen + (rain + thawed + seeping) / rules.soil_depth - given;
        let spilt = (wet - 1.0).max(0.0) * rules.soil_depth;
        let dried = rules.flood_gives * dryness * flood;
        let flood = (flood - seeping - rules.sink * flood - dried + spilt + flow).max(0.0);
        // A film nobody sees would keep a region awake for ever.
        let flood = if flood < DRY { 0.0 } else { flood };
        let exchange = given * rules.soil_depth + dried - fallen;
        [warmth, cloud, wet.clamp(0.0, 1.0), flood, snow + new_snow - thawed, 0.0, exchange]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Engine, TilePos};
    use crate::land;
    use crate::weather::{Weather, WeatherRules};
    use wold_chance::Seed;
    use wold_space::DVec2;
    use wold_space::grid::Rim;

    fn world(rules: ClimateRules) -> Engine {
        let layout = Layout::whole(Lattice::Square, 48, 40, Rim::Torus).expect("a fine size");
        let weather = Weather::new(WeatherRules::default()).expect("fine rules");
        let climate = Climate::new(rules).expect("fine rules");
        let mut engine =
            Engine::new(layout, vec![Box::new(weather), Box::new(climate)]).expect("fine systems");
        let hills = land::noise(48, 40, 5, Seed(7));
        engine.fill("altitude", TilePos::default(), &hills).expect("as many as cells");
        engine
    }

    fn mean(engine: &Engine, name: &str) -> f64 {
        engine.total(name).expect("declared") / (48.0 * 40.0)
    }

    #[test]
    fn the_sea_wets_the_land_and_winter_whitens_the_heights() {
        let rules = ClimateRules::default();
        let year = rules.year;
        let mut engine = world(rules);
        let (mut most_snow, mut least_snow) = (0.0_f64, f64::MAX);
        for step in 0..2 * year {
            engine.step(&[]);
            if step > year {
                most_snow = most_snow.max(mean(&engine, "snow"));
                least_snow = least_snow.min(mean(&engine, "snow"));
            }
        }
        assert!(mean(&engine, "moisture") > 0.1, "the sea fed the air: {}", mean(&engine, "moisture"));
        assert!(most_snow > least_snow, "snow comes and goes: {least_snow} to {most_snow}");
        for (property, _) in engine.book().iter() {
            let field = engine.field(&property.name).expect("declared");
            assert!(field.iter().all(|v| v.is_finite()), "{}", property.name);
        }
        let peak = engine.field("altitude").expect("declared");
        let top = peak.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).expect("cells").0;
        let low = peak.iter().position(|h| *h > 0.0 && *h < 200.0).expect("a coast");
        let warmth = engine.field("warmth").expect("declared");
        assert!(warmth[top] < warmth[low], "it is colder above");
    }

    #[test]
    fn a_flood_on_flat_soaked_ground_is_gone_within_two_days_and_the_air_has_what_it_gave() {
        // A day of a world with the default settings: 24 minutes, a step a second.
        let day = 24 * 60;
        let layout = Layout::whole(Lattice::Square, 16, 16, Rim::Torus).expect("a fine size");
        let weather = Weather::new(WeatherRules::default()).expect("fine rules");
        let rules = ClimateRules { swing: 0.0, ..ClimateRules::default() };
        let climate = Climate::new(rules.clone()).expect("fine rules");
        let mut engine =
            Engine::new(layout, vec![Box::new(weather), Box::new(climate)]).expect("fine systems");
        let all = |value: f32| vec![value; 256];
        for (name, value) in [("altitude", 5.0), ("soil", 1.0), ("moisture", 4.0), ("flood", 0.0)] {
            engine.fill(name, TilePos::default(), &all(value)).expect("as many as cells");
        }
        engine.step(&[]);
        engine.announce(Event::new("flood", DVec2::new(8.0, 8.0)).sized(4.0, 65.0)).expect("known");
        engine.step(&[]);
        let deepest =
            |engine: &Engine| engine.field("flood").expect("declared").into_iter().fold(0.0_f32, f32::max);
        let (before, moist) = (deepest(&engine), engine.total("moisture").expect("declared"));
        assert!(before > 30.0, "a flood: {before}");
        engine.step(&[]);
        let risen = engine.total("exchange").expect("declared");
        engine.step(&[]);
        let gained = engine.total("moisture").expect("declared") - moist;
        assert!(risen > 0.0 && gained > 0.0, "the air takes up {risen}, and has {gained} more");
        (0..2 * day).for_each(|_| engine.step(&[]));
        assert!(deepest(&engine) < 0.5, "{} after two days, {before} at first", deepest(&engine));
    }

    #[test]
    fn floods_run_down_and_droughts_dry() {
        let mut engine = world(ClimateRules::default());
        let heights = engine.field("altitude").expect("declared");
        let land = heights.iter().position(|h| *h > 800.0).expect("land") as i64;
        let (cell, place) =
            (Cell::new(land % 48, land / 48), DVec2::new((land % 48) as f64, (land / 48) as f64));
        engine.announce(Event::new("flood", place).sized(2.0, 40.0)).expect("known");
        engine.step(&[]);
        let wet = engine.get("flood", cell).expect("inside");
        assert!(wet > 1.0);
        (0..200).for_each(|_| engine.step(&[]));
        assert!(engine.get("flood", cell).expect("inside") < wet / 2.0);
        let before = engine.get("soil", cell).expect("inside");
        engine.announce(Event::new("drought", place).sized(3.0, 0.2).lasting(30)).expect("known");
        (0..30).for_each(|_| engine.step(&[]));
        assert!(engine.get("soil", cell).expect("inside") < before / 2.0);
    }
}
