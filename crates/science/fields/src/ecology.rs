//! Ecology: plants, grazers and hunters, bound to the weather; fish in the water and birds where plants are.
//!
//! Properties: `vegetation` (0 bare to 1 dense), `grazers`, `hunters`, `fish`, `birds` (heads per cell), `water` (how much of a cell on land is a river or a pond, 0 to 1).
//!
//! Each step, with `wet` the soil's moisture and `warm` from 0 at `frost` to 1 at 20 °C (both 0.6 where no climate is):
//! * **growth**: `vegetation += growth · wet · warm · vegetation · (1 - vegetation)`, and a little seed from around.
//! * **grazing**: a grazer eats `bite · vegetation / (vegetation + half_full)`; herds grow by `thrive` of what they eat and shrink by `grazers_die`.
//! * **hunting**: a hunter takes `kill · grazers / (grazers + hunt_half)`; packs grow by `feast` of it and shrink by `hunters_die`
//!   (Rosenzweig & MacArthur's predator and prey).
//! * **roaming**: of the grazers up to `roam` moves to greener neighbours, the more the greener, and `stray` anywhere; hunters follow
//!   grazers likewise. Roaming neither makes nor loses animals.
//! * **stocks**: fish and birds grow towards what a cell bears: `fish += fish_grow · fish · (1 - fish / bears) + fish_come · (bears - fish)`, where `bears` is `most_fish` below
//!   the sea and `most_fish · water` on land; birds likewise, with `most_birds · vegetation` on land and 0 below the sea.
//!
//! Events: `fell` (plants are taken by the strength), `wildfire` (all burns within), `plant`, `cull` (animals are taken by the strength).

use crate::engine::{Book, Cells, EngineError, Here, LayerId, Layout, Property, System, Window, Yard, sweep};
use crate::flow::Spread;
use crate::stencil::{Lattice, Stencil, Way};
use serde::{Deserialize, Serialize};

/// The numbers of the ecology.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct EcologyRules {
    pub growth: f32,
    pub seed: f32,
    pub frost: f32,
    pub bite: f32,
    pub half_full: f32,
    pub thrive: f32,
    pub grazers_die: f32,
    pub kill: f32,
    pub hunt_half: f32,
    pub feast: f32,
    pub hunters_die: f32,
    pub roam: f32,
    pub stray: f32,
    pub first_plants: f32,
    pub first_grazers: f32,
    pub first_hunters: f32,
    pub most_fish: f32,
    pub fish_grow: f32,
    pub fish_come: f32,
    pub most_birds: f32,
    pub birds_grow: f32,
    pub birds_come: f32,
}

impl EcologyRules {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first number out of its range.
    pub fn check(&self) -> Result<(), EngineError> {
        let rule = |what: &str, must, value: f32, fine: bool| match fine {
            true => Ok(()),
            false => Err(EngineError::Rule { what: what.to_owned(), must, value: f64::from(value) }),
        };
        let shares = [
            ("growth", self.growth),
            ("seed", self.seed),
            ("bite", self.bite),
            ("thrive", self.thrive),
            ("grazers_die", self.grazers_die),
            ("kill", self.kill),
            ("feast", self.feast),
            ("hunters_die", self.hunters_die),
            ("stray", self.stray),
            ("first_plants", self.first_plants),
            ("fish_grow", self.fish_grow),
            ("fish_come", self.fish_come),
            ("birds_grow", self.birds_grow),
            ("birds_come", self.birds_come),
        ];
        for (what, value) in shares {
            rule(what, "0 to 1", value, (0.0..=1.0).contains(&value))?;
        }
        rule(
            "roam",
            "0 to 1, with stray at most 1",
            self.roam,
            self.roam >= 0.0 && self.roam + self.stray <= 1.0,
        )?;
        rule("half_full", "above 0", self.half_full, self.half_full > 0.0)?;
        rule("hunt_half", "above 0", self.hunt_half, self.hunt_half > 0.0)?;
        rule("frost", "below 20", self.frost, self.frost < 20.0)?;
        rule("first_grazers", "0 or more", self.first_grazers, self.first_grazers >= 0.0)?;
        rule("first_hunters", "0 or more", self.first_hunters, self.first_hunters >= 0.0)?;
        rule("most_fish", "0 or more", self.most_fish, self.most_fish >= 0.0)?;
        rule("most_birds", "0 or more", self.most_birds, self.most_birds >= 0.0)
    }
}

impl Default for EcologyRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().ecology
    }
}

#[derive(Clone, Copy, Debug)]
struct Layers {
    own: [LayerId; 5],
    water: LayerId,
    soil: Option<LayerId>,
    warmth: Option<LayerId>,
    altitude: Option<LayerId>,
}

/// The ecology of an engine.
pub struct Ecology {
    rules: EcologyRules,
    sea_level: f32,
    stencil: Stencil,
    layers: Option<Layers>,
}

/// Moisture and warmth where no climate is.
const MILD: f32 = 0.6;

impl Ecology {
    /// An ecology by these rules; nothing lives below `sea_level`.
    ///
    /// # Errors
    /// When a number is out of its range.
    pub fn new(rules: EcologyRules, sea_level: f32) -> Result<Self, EngineError> {
        rules.check()?;
        Ok(Self { rules, sea_level, stencil: Stencil::new(Lattice::Square), layers: None })
    }

    fn at(&self) -> &Layers {
        self.layers.as_ref().expect("an engine binds its systems before it uses them")
    }

    /// The animals of layer `herd` that leave the cell at `slot` along each way: towards more of `food`, and astray. Each way depends
    /// on the two cells it joins alone, so that both agree about it wherever they are kept.
    fn leaving(
        &self,
        cells: &Cells<'_>,
        at: &Layers,
        [herd, food]: [LayerId; 2],
        slot: usize,
        ways: &[Way],
    ) -> [f32; 8] {
        let (heads, food) = (cells.layer(herd)[slot], cells.layer(food));
        let mut leaving = [0.0; 8];
        if heads == 0.0 {
            return leaving;
        }
        let each = 1.0 / ways.len() as f32;
        for (share, way) in leaving.iter_mut().zip(ways) {
            let there = (slot as isize + way.dy as isize * cells.stride as isize + way.dx as isize) as usize;
            // From a rim cell some ways lead beyond what is kept; nobody asks for these.
            let Some(beyond) = food.get(there) else { continue };
            let dry = at.altitude.is_none_or(|altitude| cells.layer(altitude)[there] >= self.sea_level);
            let more = (beyond - food[slot]).max(0.0);
            let towards = self.rules.roam * more / (more + self.rules.half_full);
            *share = if dry { heads * each * (towards + self.rules.stray) } else { 0.0 };
        }
        leaving
    }

    fn moved(&self, cells: &Cells<'_>, at: &Layers, here: Here, [came, followed]: [f32; 2]) -> [f32; 5] {
        let rules = &self.rules;
        let get = |layer: LayerId| cells.layer(layer)[here.slot];
        let [plants, grazers, hunters, fish, birds] = at.own.map(get);
        if at.altitude.is_some_and(|altitude| get(altitude) < self.sea_level) {
            let fish = restocked(fish, rules.most_fish, [rules.fish_grow, rules.fish_come]);
            return [0.0, 0.0, 0.0, fish, 0.0];
        }
        let wet = at.soil.map_or(MILD, get);
        let warm =
            at.warmth.map_or(MILD, |w| ((get(w) - rules.frost) / (20.0 - rules.frost)).clamp(0.0, 1.0));
        let grown = wet * warm * (rules.growth * plants * (1.0 - plants) + rules.seed * (1.0 - plants));
        let wanted = rules.bite * plants / (plants + rules.half_full) * grazers;
        let eaten = wanted.min(plants);
        let taken = (rules.kill * grazers / (grazers + rules.hunt_half) * hunters).min(grazers);
        [
            (plants + grown - eaten).clamp(0.0, 1.0),
            (grazers + rules.thrive * eaten * HEADS_PER_PASTURE - rules.grazers_die * grazers - taken + came)
                .max(0.0),
            (hunters + rules.feast * taken - rules.hunters_die * hunters + followed).max(0.0),
            restocked(fish, rules.most_fish * get(at.water), [rules.fish_grow, rules.fish_come]),
            restocked(birds, rules.most_birds * plants, [rules.birds_grow, rules.birds_come]),
        ]
    }
}

/// A stock a step later, where the cell bears so much of it.
fn restocked(stock: f32, bears: f32, [grow, come]: [f32; 2]) -> f32 {
    if bears <= 0.0 {
        return 0.0;
    }
    (stock + grow * stock * (1.0 - stock / bears) + come * (bears - stock)).clamp(0.0, bears.max(stock))
}

/// Grazers that a whole cell of plants turns into.
const HEADS_PER_PASTURE: f32 = 10.0;

impl System for Ecology {
    fn name(&self) -> &'static str {
        "ecology"
    }

    fn properties(&self) -> Vec<Property> {
        vec![
            Property::scalar("vegetation", self.rules.first_plants),
            Property::scalar("grazers", self.rules.first_grazers),
            Property::scalar("hunters", self.rules.first_hunters),
            Property::scalar("fish", self.rules.most_fish),
            Property::scalar("birds", self.rules.most_birds * self.rules.first_plants),
            Property::scalar("water", 0.0).still(),
        ]
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["growth", "grazing", "hunting", "roaming", "stocks"]
    }

    fn events(&self) -> &'static [&'static str] {
        &["fell", "wildfire", "plant", "cull"]
    }

    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError> {
        self.stencil = Stencil::new(layout.lattice);
        self.layers = Some(Layers {
            own: [
                book.need("vegetation")?,
                book.need("grazers")?,
                book.need("hunters")?,
                book.need("fish")?,
                book.need("birds")?,
            ],
            water: book.need("water")?,
            soil: book.find("soil"),
            warmth: book.find("warmth"),
            altitude: book.find("altitude"),
        });
        Ok(())
    }

    fn listens(&self) -> Vec<LayerId> {
        let at = self.at();
        [at.soil, at.warmth, at.altitude, Some(at.water)].into_iter().flatten().collect()
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let [plants, grazers, hunters, fish, birds] = self.at().own;
        let events = yard.events;
        for event in events {
            for spot in yard.disc(event.place, event.radius) {
                let cell = spot.cell;
                let keep = 1.0 - event.strength.clamp(0.0, 1.0);
                let mut scale = |layer, keep: f32| {
                    let value = yard.get(layer, cell).unwrap_or(0.0);
                    yard.set(layer, cell, value * keep);
                };
                match event.kind.as_str() {
                    "fell" => scale(plants, keep),
                    "wildfire" => {
                        [plants, grazers, hunters, birds].into_iter().for_each(|layer| scale(layer, 0.02));
                    }
                    "cull" => {
                        [grazers, hunters, fish, birds].into_iter().for_each(|layer| scale(layer, keep));
                    }
                    "plant" => {
                        let green = yard.get(plants, cell).unwrap_or(0.0) + event.strength;
                        yard.set(plants, cell, green.clamp(0.0, 1.0));
                    }
                    _ => {}
                }
            }
        }
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        let at = *self.at();
        let [green, herd, pack, ..] = at.own;
        out.blocks(|out| {
            let spread = Spread::new(&self.stencil, cells, out.rect);
            let [herds, packs] = [[herd, green], [pack, herd]].map(|[animals, food]| {
                spread.map(|_, slot, ways| self.leaving(cells, &at, [animals, food], slot, ways))
            });
            sweep(cells, out, at.own, |here| {
                self.moved(cells, &at, here, [spread.gain(&herds, here), spread.gain(&packs, here)])
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Engine, Event};
    use wold_space::DVec2;
    use wold_space::grid::Rim;

    fn meadow(rules: EcologyRules) -> Engine {
        let layout = Layout::whole(Lattice::Square, 40, 30, Rim::Torus).expect("a fine size");
        let ecology = Ecology::new(rules, 0.0).expect("fine rules");
        Engine::new(layout, vec![Box::new(ecology)]).expect("fine systems")
    }

    #[test]
    fn predator_and_prey_rise_and_fall_and_none_dies_out() {
        let mut engine = meadow(EcologyRules::default());
        engine.announce(Event::new("cull", DVec2::new(9.0, 9.0)).sized(6.0, 0.9)).expect("known");
        let mut herds = Vec::new();
        for _ in 0..3_000 {
            engine.step(&[]);
            herds.push(engine.total("grazers").expect("declared"));
        }
        let late = &herds[1_000..];
        let (lo, hi) = late.iter().fold((f64::MAX, 0.0_f64), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
        assert!(lo > 10.0, "grazers live on: {lo}");
        assert!(hi > lo * 1.05, "they rise and fall: {lo} to {hi}");
        assert!(engine.total("hunters").expect("declared") > 1.0);
        assert!(engine.field("vegetation").expect("declared").iter().all(|v| (0.0..=1.0).contains(v)));
    }

    #[test]
    fn life_bound_to_a_climate_settles_into_the_same_year_over_and_over() {
        use crate::climate::{Climate, ClimateRules};
        use crate::engine::TilePos;
        use crate::weather::{Weather, WeatherRules};
        let layout = Layout::whole(Lattice::Square, 32, 24, Rim::Torus).expect("a fine size");
        let climate = ClimateRules::default();
        let year = climate.year;
        let systems: Vec<Box<dyn System>> = vec![
            Box::new(Weather::new(WeatherRules::default()).expect("fine rules")),
            Box::new(Climate::new(climate).expect("fine rules")),
            Box::new(Ecology::new(EcologyRules::default(), 0.0).expect("fine rules")),
        ];
        let mut engine = Engine::new(layout, systems).expect("fine systems");
        let hills: Vec<f32> =
            crate::land::noise(32, 24, 5, wold_chance::Seed(1)).iter().map(|h| h * 0.15).collect();
        engine.fill("altitude", TilePos::default(), &hills).expect("as many as cells");
        let names = ["soil", "vegetation", "grazers", "hunters"];
        let mut years: Vec<[f64; 4]> = Vec::new();
        for _ in 0..13 {
            let mut sums = [0.0; 4];
            for _ in 0..year {
                engine.step(&[]);
                for (sum, name) in sums.iter_mut().zip(names) {
                    *sum += engine.total(name).expect("declared");
                }
            }
            years.push(sums);
        }
        for (i, name) in names.iter().enumerate() {
            let (before, after) = (years[9][i], years[12][i]);
            assert!(after > 0.0 && (after / before - 1.0).abs() < 0.15, "{name}: {before} became {after}");
        }
    }

    #[test]
    fn fish_swim_in_water_alone_and_what_is_taken_comes_back_by_and_by() {
        use crate::engine::TilePos;
        use crate::weather::{Weather, WeatherRules};
        let layout = Layout::whole(Lattice::Square, 8, 4, Rim::Torus).expect("a fine size");
        let rules = EcologyRules::default();
        let systems: Vec<Box<dyn System>> = vec![
            Box::new(Weather::new(WeatherRules::default()).expect("fine rules")),
            Box::new(Ecology::new(rules.clone(), 0.0).expect("fine rules")),
        ];
        let mut engine = Engine::new(layout, systems).expect("fine systems");
        let river: Vec<f32> = (0..32).map(|at| if at % 8 < 2 { -1.0 } else { 1.0 }).collect();
        engine.fill("altitude", TilePos::default(), &river).expect("as many as cells");
        engine.step(&[]);
        let at = |engine: &Engine, name: &str, x: i64| engine.get(name, Cell::new(x, 1)).expect("inside");
        assert_eq!([at(&engine, "fish", 1), at(&engine, "birds", 1)], [rules.most_fish, 0.0]);
        assert!(at(&engine, "fish", 4) == 0.0 && at(&engine, "birds", 4) > 0.0);
        engine.set("fish", Cell::new(1, 1), 0.0).expect("inside");
        engine.step(&[]);
        let soon = at(&engine, "fish", 1);
        assert!(soon < rules.most_fish * 0.05, "{soon}");
        (0..2_000).for_each(|_| engine.step(&[]));
        assert!(at(&engine, "fish", 1) > rules.most_fish * 0.9);
    }

    #[test]
    fn roaming_neither_makes_nor_loses_animals() {
        let still = EcologyRules {
            thrive: 0.0,
            grazers_die: 0.0,
            kill: 0.0,
            hunters_die: 0.0,
            bite: 0.0,
            growth: 0.0,
            seed: 0.0,
            ..EcologyRules::default()
        };
        let mut engine = meadow(still);
        engine.announce(Event::new("fell", DVec2::new(20.0, 15.0)).sized(8.0, 0.9)).expect("known");
        engine.step(&[]);
        let before = engine.total("grazers").expect("declared");
        (0..100).for_each(|_| engine.step(&[]));
        let after = engine.total("grazers").expect("declared");
        assert!((after - before).abs() < before * 1e-4, "{before} became {after}");
        let at = |x| engine.get("grazers", Cell::new(x, 15)).expect("inside");
        assert!(at(12) < at(11) / 2.0, "they left the felled wood for the green beside it");
    }
}
