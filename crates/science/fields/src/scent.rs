//! Scent: what smells, and where the wind carries it.
//!
//! Properties: one for each of [`SMELLS`] (`smell.smoke` and so on), and `breeze`, the wind as a vector by parts, of which 1 is as much as carries at all; it is set from outside.
//!
//! Each step:
//! * **reek**: a `smell` event adds its strength to the smell it is about, in its cell.
//! * **drift**: `spreads` of a smell goes evenly to the neighbours, up to `carried` of it along with the breeze; it fades by `fades`.

use crate::angle::direction;
use crate::engine::{Book, Cells, EngineError, LayerId, Layout, Property, System, Window, Yard, sweep};
use crate::flow::{Membership, Spread};
use crate::stencil::{Lattice, Stencil, Way};
use serde::{Deserialize, Serialize};

/// What can be smelt, by number.
pub const SMELLS: [&str; 4] = ["smoke", "food", "animals", "carrion"];

/// The numbers of scent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScentRules {
    pub fades: f32,
    pub spreads: f32,
    pub carried: f32,
}

impl ScentRules {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first number out of its range.
    pub fn check(&self) -> Result<(), EngineError> {
        let rule = |what: &str, must, value: f32, fine: bool| match fine {
            true => Ok(()),
            false => Err(EngineError::Rule { what: what.to_owned(), must, value: f64::from(value) }),
        };
        rule("fades", "0 to 1", self.fades, (0.0..=1.0).contains(&self.fades))?;
        rule("spreads", "0 to 1", self.spreads, (0.0..=1.0).contains(&self.spreads))?;
        let gone = self.spreads + self.carried;
        rule("carried", "0 to 1, with spreads at most 1", self.carried, self.carried >= 0.0 && gone <= 1.0)
    }
}

impl Default for ScentRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().scent
    }
}

/// The smells of an engine.
pub struct Scent {
    rules: ScentRules,
    stencil: Stencil,
    membership: Membership,
    own: Option<[LayerId; SMELLS.len()]>,
    breeze: Option<LayerId>,
}

impl Scent {
    /// Scent by these rules.
    ///
    /// # Errors
    /// When a number is out of its range.
    pub fn new(rules: ScentRules) -> Result<Self, EngineError> {
        rules.check()?;
        let (stencil, membership) = (Stencil::new(Lattice::Square), Membership::default());
        Ok(Self { rules, stencil, membership, own: None, breeze: None })
    }

    fn own(&self) -> [LayerId; SMELLS.len()] {
        self.own.expect("an engine binds its systems before it uses them")
    }

    /// What of an amount leaves the cell at `slot` each way: evenly, and with the breeze.
    fn leaving(&self, cells: &Cells<'_>, amount: f32, slot: usize, ways: &[Way]) -> [f32; 8] {
        let mut leaving = [0.0; 8];
        if amount == 0.0 {
            return leaving;
        }
        leaving[..ways.len()].fill(self.rules.spreads * amount / ways.len() as f32);
        if let Some(breeze) = self.breeze {
            let (east, north) = (cells.layer(breeze)[slot], cells.layer(breeze.second())[slot]);
            let strength = east * east + north * north;
            if strength > 1e-12 {
                let carried = self.rules.carried * amount * strength.sqrt().min(1.0);
                let shares = self.membership.shares(direction(east, north), ways);
                leaving.iter_mut().zip(shares).for_each(|(l, share)| *l += carried * share);
            }
        }
        leaving
    }
}

/// Below this a smell is gone, so that clean air can sleep.
const GONE: f32 = 1e-3;

impl System for Scent {
    fn name(&self) -> &'static str {
        "scent"
    }

    fn properties(&self) -> Vec<Property> {
        let smells = SMELLS.iter().map(|name| Property::scalar(&format!("smell.{name}"), 0.0));
        smells.chain([Property::cartesian("breeze").still()]).collect()
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["reek", "drift"]
    }

    fn events(&self) -> &'static [&'static str] {
        &["smell"]
    }

    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError> {
        self.stencil = Stencil::new(layout.lattice);
        let [smoke, food, animals, carrion] = SMELLS.map(|name| book.need(&format!("smell.{name}")));
        self.own = Some([smoke?, food?, animals?, carrion?]);
        self.breeze = Some(book.need("breeze")?);
        Ok(())
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let own = self.own();
        for event in yard.events.iter().filter(|event| event.kind == "smell") {
            let layer = own.get(event.subject as usize);
            if let (Some(layer), Some(cell)) = (layer, yard.cell_at(event.place)) {
                yard.add(*layer, cell, event.strength.max(0.0));
            }
        }
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        let own = self.own();
        let kept = |value: f32| if value < GONE { 0.0 } else { value };
        out.blocks(|out| {
            let spread = Spread::new(&self.stencil, cells, out.rect);
            let leaving = own.map(|layer| {
                let amounts = cells.layer(layer);
                (!spread.is_bare(layer))
                    .then(|| spread.map(|_, slot, ways| self.leaving(cells, amounts[slot], slot, ways)))
            });
            sweep(cells, out, own, |here| {
                std::array::from_fn(|smell| {
                    let gained = leaving[smell].as_ref().map_or(0.0, |sent| spread.gain(sent, here));
                    kept((cells.layer(own[smell])[here.slot] + gained).max(0.0) * (1.0 - self.rules.fades))
                })
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

    fn air(breeze: f32) -> Engine {
        let layout = Layout::whole(Lattice::Square, 32, 32, Rim::Bounded).expect("a fine size");
        let scent = Scent::new(ScentRules::default()).expect("fine rules");
        let mut engine = Engine::new(layout, vec![Box::new(scent)]).expect("a fine system");
        for cell in (0..32).flat_map(|y| (0..32).map(move |x| Cell::new(x, y))) {
            engine.set("breeze", cell, breeze).expect("inside");
        }
        engine
    }

    fn smoke(engine: &mut Engine, steps: usize) {
        for _ in 0..steps {
            engine.announce(Event::new("smell", DVec2::splat(16.5)).sized(0.0, 1.0)).expect("known");
            engine.step(&[]);
        }
    }

    #[test]
    fn smoke_is_carried_with_the_wind_and_not_against_it() {
        let mut engine = air(1.0);
        smoke(&mut engine, 40);
        let at = |x: i64| engine.get("smell.smoke", Cell::new(x, 16)).expect("inside");
        assert!(at(20) > 4.0 * at(12), "{} and {}", at(20), at(12));
        assert_eq!(engine.total("smell.carrion"), Ok(0.0));
    }

    #[test]
    fn what_no_longer_smells_is_gone_before_long() {
        let mut engine = air(0.0);
        smoke(&mut engine, 5);
        assert!(engine.total("smell.smoke").expect("declared") > 1.0);
        (0..400).for_each(|_| engine.step(&[]));
        assert_eq!(engine.total("smell.smoke"), Ok(0.0));
    }

    #[test]
    fn more_than_all_of_a_smell_cannot_leave() {
        assert!(ScentRules { spreads: 0.7, carried: 0.5, fades: 0.1 }.check().is_err());
        assert!(ScentRules { fades: f32::NAN, ..ScentRules::default() }.check().is_err());
    }
}
