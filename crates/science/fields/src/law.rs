//! Law: crime that was seen, guards that are drawn to it, and what they deter. Needs [`crate::traffic::Traffic`] beside it.
//!
//! Properties: `crime` (how unsafe a place is held to be), `watch` (how well guarded).
//!
//! Each step:
//! * **witness**: a `crime` event counts by its strength times the travellers within `sight`, `unseen` of it where there are none.
//! * **guard**: each guard adds 1 to the watch of its cell; the watch fades by `watch_fades` and spreads.
//! * **fear**: `spreads` of the crime goes evenly to the neighbours, `told` of it goes along with the traffic; it fades by `fades`, and faster
//!   by `deters` times the watch.
//!
//! Guards are drawn up the field ([`pull`]) as their fuzzy rules say ([`LawRules::controller`]); who would do harm asks [`temptation`].

use crate::angle::direction;
use crate::engine::{
    Book, Cell, Cells, Engine, EngineError, LayerId, Layout, Property, System, Window, Yard, sweep,
};
use crate::flow::{Membership, Spread};
use crate::fuzzy::Controller;
use crate::stencil::{Lattice, Stencil, Way};
use serde::{Deserialize, Serialize};
use wold_space::DVec2;

/// The numbers of the law.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct LawRules {
    pub sight: f32,
    pub unseen: f32,
    pub fades: f32,
    pub spreads: f32,
    pub told: f32,
    pub deters: f32,
    pub watch_fades: f32,
    pub guards: String,
}

impl LawRules {
    /// Checks the ranges and the guards' rules.
    ///
    /// # Errors
    /// Names the first number out of its range.
    pub fn check(&self) -> Result<(), EngineError> {
        let rule = |what: &str, must, value: f32, fine: bool| match fine {
            true => Ok(()),
            false => Err(EngineError::Rule { what: what.to_owned(), must, value: f64::from(value) }),
        };
        let shares = [
            ("unseen", self.unseen),
            ("fades", self.fades),
            ("spreads", self.spreads),
            ("watch_fades", self.watch_fades),
        ];
        for (what, value) in shares {
            rule(what, "0 to 1", value, (0.0..=1.0).contains(&value))?;
        }
        let gone = self.spreads + self.told;
        rule("told", "0 to 1, with spreads at most 1", self.told, self.told >= 0.0 && gone <= 1.0)?;
        rule("sight", "0 to 100", self.sight, (0.0..=100.0).contains(&self.sight))?;
        rule("deters", "0 or more", self.deters, self.deters >= 0.0)?;
        self.controller().map(|_| ())
    }

    /// What guards do: inputs `here` and `near` (crime where they stand and on the worst cell beside), `tired` (steps on duty);
    /// actions `stand`, `pursue`, `patrol` and `rest`.
    ///
    /// # Errors
    /// When the rules are malformed.
    pub fn controller(&self) -> Result<Controller, EngineError> {
        let malformed = |error: crate::fuzzy::FuzzyError| EngineError::Rule {
            what: format!("guards ({error})"),
            must: "fuzzy rules",
            value: error.line as f64,
        };
        Controller::parse(&self.guards).map_err(malformed)
    }
}

impl Default for LawRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().law
    }
}

/// The law of an engine.
pub struct Law {
    rules: LawRules,
    stencil: Stencil,
    membership: Membership,
    own: Option<[LayerId; 2]>,
    traffic: Option<LayerId>,
}

impl Law {
    /// Law by these rules.
    ///
    /// # Errors
    /// When a number is out of its range.
    pub fn new(rules: LawRules) -> Result<Self, EngineError> {
        rules.check()?;
        let (stencil, membership) = (Stencil::new(Lattice::Square), Membership::default());
        Ok(Self { rules, stencil, membership, own: None, traffic: None })
    }

    fn own(&self) -> [LayerId; 2] {
        self.own.expect("an engine binds its systems before it uses them")
    }

    /// What of an amount leaves the cell at `slot` each way: evenly, and with the traffic.
    fn leaving(&self, cells: &Cells<'_>, amount: f32, told: f32, slot: usize, ways: &[Way]) -> [f32; 8] {
        let mut leaving = [0.0; 8];
        if amount == 0.0 {
            return leaving;
        }
        leaving[..ways.len()].fill(self.rules.spreads * amount / ways.len() as f32);
        if let Some(traffic) = self.traffic {
            let (east, north) = (cells.layer(traffic)[slot], cells.layer(traffic.second())[slot]);
            if east * east + north * north > 1e-12 {
                let shares = self.membership.shares(direction(east, north), ways);
                leaving.iter_mut().zip(shares).for_each(|(l, share)| *l += told * share * amount);
            }
        }
        leaving
    }
}

/// Below this, crime and watch are forgotten, so that quiet places can sleep.
const FORGOTTEN: f32 = 1e-3;

impl System for Law {
    fn name(&self) -> &'static str {
        "law"
    }

    fn properties(&self) -> Vec<Property> {
        vec![Property::scalar("crime", 0.0), Property::scalar("watch", 0.0)]
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["witness", "guard", "fear"]
    }

    fn events(&self) -> &'static [&'static str] {
        &["crime"]
    }

    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError> {
        self.stencil = Stencil::new(layout.lattice);
        self.own = Some([book.need("crime")?, book.need("watch")?]);
        self.traffic = Some(book.need("traffic")?);
        Ok(())
    }

    fn listens(&self) -> Vec<LayerId> {
        self.traffic.into_iter().flat_map(|layer| [layer, layer.second()]).collect()
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let [crime, watch] = self.own();
        let (events, travellers) = (yard.events, yard.travellers);
        for event in events.iter().filter(|event| event.kind == "crime") {
            let sight = f64::from(self.rules.sight);
            let seen = travellers.iter().filter(|t| (t.at - event.place).length() <= sight).count();
            let weight = if seen == 0 { self.rules.unseen } else { seen as f32 };
            if let Some(cell) = yard.cell_at(event.place) {
                yard.add(crime, cell, event.strength.max(0.0) * weight);
            }
        }
        for guard in travellers.iter().filter(|t| t.guard) {
            if let Some(cell) = yard.cell_at(guard.at) {
                yard.add(watch, cell, 1.0);
            }
        }
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        let [crime, watch] = self.own();
        let kept = |value: f32| if value < FORGOTTEN { 0.0 } else { value };
        out.blocks(|out| {
            let spread = Spread::new(&self.stencil, cells, out.rect);
            let leaving = |layer: LayerId, told: f32| {
                let amounts = cells.layer(layer);
                (!spread.is_bare(layer))
                    .then(|| spread.map(|_, slot, ways| self.leaving(cells, amounts[slot], told, slot, ways)))
            };
            let (fear, guard) = (leaving(crime, self.rules.told), leaving(watch, 0.0));
            sweep(cells, out, [crime, watch], |here| {
                let (unsafe_, guarded) = (cells.layer(crime)[here.slot], cells.layer(watch)[here.slot]);
                let gained =
                    |sent: &Option<Vec<[f32; 8]>>| sent.as_ref().map_or(0.0, |sent| spread.gain(sent, here));
                let fades = (self.rules.fades + self.rules.deters * guarded).min(1.0);
                [
                    kept((unsafe_ + gained(&fear)).max(0.0) * (1.0 - fades)),
                    kept((guarded + gained(&guard)).max(0.0) * (1.0 - self.rules.watch_fades)),
                ]
            });
        });
    }
}

/// Where guards at a cell are drawn: up the field of crime, at most of length 1.
///
/// # Errors
/// When there is no law or the cell is not loaded.
pub fn pull(engine: &Engine, cell: Cell) -> Result<DVec2, EngineError> {
    let here = engine.get("crime", cell)?;
    let mut sum = DVec2::ZERO;
    for dy in -1..=1_i64 {
        for dx in -1..=1_i64 {
            if let Ok(there) = engine.get("crime", Cell::new(cell.x + dx, cell.y + dy)) {
                sum += DVec2::new(dx as f64, dy as f64) * f64::from(there - here);
            }
        }
    }
    Ok(sum.clamp_length_max(1.0))
}

/// How tempting harm is at a cell, 0 to 1: the less, the better it is watched.
///
/// # Errors
/// When there is no law or the cell is not loaded.
pub fn temptation(engine: &Engine, cell: Cell) -> Result<f32, EngineError> {
    Ok(1.0 / (1.0 + engine.get("watch", cell)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Event, Traveller};
    use crate::traffic::{Traffic, TrafficRules};
    use wold_space::grid::Rim;

    fn town() -> Engine {
        let layout = Layout::whole(Lattice::Square, 32, 32, Rim::Bounded).expect("a fine size");
        let traffic = Traffic::new(TrafficRules::default()).expect("fine rules");
        let law = Law::new(LawRules::default()).expect("fine rules");
        Engine::new(layout, vec![Box::new(traffic), Box::new(law)]).expect("fine systems")
    }

    fn standing(x: f64, guard: bool) -> Traveller {
        Traveller { at: DVec2::new(x, 16.5), velocity: DVec2::ZERO, guard }
    }

    #[test]
    fn deeds_count_by_who_saw_them_and_guards_are_drawn_there() {
        let deed = Event::new("crime", DVec2::new(16.5, 16.5)).sized(0.0, 100.0);
        let after = |watchers: &[Traveller]| {
            let mut engine = town();
            engine.announce(deed.clone()).expect("known");
            engine.step(watchers);
            engine
        };
        let (seen, unseen) = (after(&[standing(15.0, false), standing(18.0, false)]), after(&[]));
        let total = |engine: &Engine| engine.total("crime").expect("declared");
        assert!(total(&seen) > 5.0 * total(&unseen));
        let drawn = pull(&seen, Cell::new(15, 16)).expect("inside");
        assert!(drawn.x > 0.5 && drawn.y.abs() < 0.5, "{drawn}");
    }

    #[test]
    fn where_guards_stand_crime_fades_and_tempts_less() {
        let run = |guards: &[Traveller]| {
            let mut engine = town();
            engine.announce(Event::new("crime", DVec2::new(16.5, 16.5)).sized(0.0, 500.0)).expect("known");
            (0..40).for_each(|_| engine.step(guards));
            engine
        };
        let (guarded, alone) = (run(&[standing(16.5, true)]), run(&[]));
        let place = Cell::new(16, 16);
        let crime = |engine: &Engine| engine.get("crime", place).expect("inside");
        assert!(crime(&guarded) < crime(&alone) / 2.0);
        assert!(temptation(&guarded, place).expect("inside") < temptation(&alone, place).expect("inside"));
        let rules = LawRules::default();
        let controller = rules.controller().expect("well formed");
        assert_eq!(controller.decide(&[0.0, 90.0, 10.0]), Some("pursue"));
        assert_eq!(controller.decide(&[0.0, 0.0, 10.0]), Some("patrol"));
        let broken = LawRules { guards: "if".into(), ..rules };
        assert!(broken.check().is_err());
    }
}
