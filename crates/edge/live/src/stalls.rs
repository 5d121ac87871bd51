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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_lore::land::Chunk;
    use wold_space::{ChunkPos, GuestId};
    use wold_world::command::{Act, Command};
    use wold_world::{ChunkSource, Origin};

    /// A meadow with two towns on it.
    struct TwoTowns;

    impl ChunkSource for TwoTowns {
        fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
            Arc::new(Chunk::meadow(pos))
        }

        fn square(&self, town: u16) -> Option<DVec2> {
            (town < 2).then(|| DVec2::new(16.0 + f64::from(town) * 1500.0, 16.0))
        }
    }

    #[test]
    fn what_is_asked_in_a_town_is_the_mean_of_its_dealers_hour_by_hour() {
        let mut realm = Realm::new(Origin { source: Arc::new(TwoTowns), ..Origin::meadow(3) });
        let enter = |guest: u64| Command {
            guest: GuestId(guest),
            number: 0,
            act: Act::Enter { name: format!("Folk {guest}"), human: false, look: 0 },
        };
        realm.step((1..=3).map(enter).collect());
        let stand = |realm: &mut Realm, guest: u64, east: f64, asks: &[(ThingKind, u16)]| {
            let id = realm.body_of(GuestId(guest)).expect("in");
            let entity = realm.ecs().resource::<Roll>().0[&id];
            realm.ecs_mut().get_mut::<Body>(entity).expect("in").0.place = DVec2::new(east, 16.0);
            let stand = Stand { asks: asks.iter().copied().collect(), bids: BTreeMap::new() };
            realm.ecs_mut().entity_mut(entity).insert(stand);
        };
        use ThingKind as T;
        let (mut stalls, mut curves) = (Stalls::default(), Curves::default());
        stand(&mut realm, 1, 20.0, &[(T::Bread, 10), (T::Log, 7)]);
        stand(&mut realm, 2, 40.0, &[(T::Bread, 14)]);
        stand(&mut realm, 3, 1490.0, &[(T::Bread, 30)]);
        stalls.look(&realm, 1.0, &mut curves);
        stand(&mut realm, 1, 20.0, &[]);
        stand(&mut realm, 2, 40.0, &[(T::Bread, 20)]);
        stand(&mut realm, 3, 1490.0, &[]);
        stalls.look(&realm, 1.5, &mut curves);
        let asked = |town, hours, [mean, least, most]: [f64; 3]| Asked {
            town,
            hours,
            price: Price { mean, least, most },
        };
        let report = stalls.report();
        let bread = [asked(1, 2, [16.0, 12.0, 20.0]), asked(2, 1, [30.0; 3])];
        assert_eq!(report["bread"], bread, "an hour in which nobody offers it counts for nothing");
        assert_eq!(report["log"], [asked(1, 1, [7.0; 3])]);
        assert_eq!(curves.by_name["bread asked in town 1"], [(1.0, 12.0), (1.5, 20.0)]);
    }
}
