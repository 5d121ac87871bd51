//! What dealers ask, thing by thing and town by town.
//!
//! Contract: looked at once an hour, each thing's price is the mean of what everybody who offers it in that town asks at that moment; an hour in which nobody does counts for nothing. Whoever offers
//! something counts to the town whose square is nearest.

use crate::report::{Asked, Curves, Price};
use std::collections::BTreeMap;
use wold_lore::land::ThingKind;
use wold_space::DVec2;
use wold_world::Realm;
use wold_world::parts::Body;
use wold_world::registry::Roll;
use wold_world::stand::Stand;

/// Towns told apart at most.
const MOST_TOWNS: u16 = 4;

/// What was asked so far.
#[derive(Debug, Default)]
pub(crate) struct Stalls {
    squares: Vec<DVec2>,
    asked: BTreeMap<(ThingKind, usize), Vec<f64>>,
}

impl Stalls {
    /// Looks at every stall.
    pub(crate) fn look(&mut self, realm: &Realm, time: f64, curves: &mut Curves) {
        if self.squares.is_empty() {
            let source = realm.source();
            self.squares = (0..MOST_TOWNS).map_while(|town| source.square(town)).collect();
        }
        let world = realm.ecs();
        let mut now: BTreeMap<(ThingKind, usize), Vec<f64>> = BTreeMap::new();
        for entity in world.resource::<Roll>().0.values() {
            let (Some(stand), Some(body)) = (world.get::<Stand>(*entity), world.get::<Body>(*entity)) else {
                continue;
            };
            let town = self.town(body.0.place);
            for (kind, coins) in &stand.asks {
                now.entry((*kind, town)).or_default().push(f64::from(*coins));
            }
        }
        for ((kind, town), asks) in now {
            let mean = asks.iter().sum::<f64>() / asks.len() as f64;
            self.asked.entry((kind, town)).or_default().push(mean);
            curves.add(&format!("{} asked in town {}", kind.label(), town + 1), time, mean);
        }
    }

    /// What it comes to: for each thing, what was asked in each town.
    pub(crate) fn report(&self) -> BTreeMap<&'static str, Vec<Asked>> {
        let mut report: BTreeMap<&'static str, Vec<Asked>> = BTreeMap::new();
        for ((kind, town), asks) in &self.asked {
            let asked = Asked { town: town + 1, hours: asks.len(), price: Price::of(asks) };
            report.entry(kind.label()).or_default().push(asked);
        }
        report
    }

    fn town(&self, place: DVec2) -> usize {
        let far = |square: &DVec2| square.distance_squared(place);
        let nearest = self.squares.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1)));
        nearest.map_or(0, |(town, _)| town)
    }
}
