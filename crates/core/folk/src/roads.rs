//! Ways from town to town: over the roads of the world's map, which every guest may know, since it follows from the seed.
//!
//! Towns are the places of a graph, roads its ways; the shortest chain of roads is found by Dijkstra's search, and its middle lines are
//! the trail. Getting from the trail's one point to the next is the [`Guide`](super::guide::Guide)'s work.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_lore::land::PlaceKind;
use wold_space::{CellIndex, DVec2};
use wold_ways::Budget;
use wold_ways::search::{Links, Plan, Search};

/// Metres between two points of a trail, at least.
const STRIDE: f64 = 12.0;
/// Metres around both ends in which roads are looked for.
const DETOUR: f64 = 1500.0;

/// Banks remembered.
const MOST_BANKS: usize = 256;

/// A world's towns and roads.
#[derive(Clone)]
pub struct RoadMap {
    genesis: Genesis,
    /// Where banks were found: a whole town asks for the same.
    banks: Arc<Mutex<Banks>>,
}

/// The nearest bank by place and radius, in metres.
type Banks = BTreeMap<[i64; 3], Option<DVec2>>;

impl std::fmt::Debug for RoadMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RoadMap").field("seed", &self.genesis.seed()).finish()
    }
}

impl RoadMap {
    /// The map of a seed's world.
    #[must_use]
    pub fn of(seed: Seed) -> Self {
        Self { genesis: Genesis::new(seed), banks: Arc::default() }
    }

    /// The market squares of towns within `radius` of a place, nearest first.
    #[must_use]
    pub fn towns(&self, at: DVec2, radius: f64) -> Vec<DVec2> {
        let mut towns: Vec<DVec2> =
            self.genesis.towns_near(at, radius).iter().map(|town| town.centre).collect();
        towns.sort_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)));
        towns
    }

    /// The market squares of the towns people settle, at most so many: the one the world begins in, then the next by road.
    #[must_use]
    pub fn settled(&self, most: usize) -> Vec<DVec2> {
        self.genesis.settled(most)
    }

    /// The named places within `radius` of a place.
    #[must_use]
    pub fn places(&self, at: DVec2, radius: f64) -> Vec<(PlaceKind, DVec2)> {
        self.genesis.places_near(at, radius).into_iter().map(|place| (place.kind, place.at)).collect()
    }

    /// The nearest bank of a river, a lake or the sea within `radius` of a place.
    #[must_use]
    pub fn bank(&self, at: DVec2, radius: f64) -> Option<DVec2> {
        let key = [at.x, at.y, radius].map(|metres| libm::floor(metres) as i64);
        let known = || self.banks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bank) = known().get(&key) {
            return *bank;
        }
        // From the corner of the square metre, so that it does not matter who asks first.
        let [x, y, radius] = key.map(|metres| metres as f64);
        let bank = self.genesis.bank_near(DVec2::new(x, y), radius);
        let mut known = known();
        if known.len() >= MOST_BANKS {
            known.clear();
        }
        known.insert(key, bank);
        bank
    }

    /// Points along the roads from one town's square to another's, which is the last; `None` if no chain of roads joins them.
    #[must_use]
    pub fn trail(&self, from: DVec2, to: DVec2) -> Option<Vec<DVec2>> {
        let middle = (from + to) / 2.0;
        let roads = self.genesis.roads_near(middle, from.distance(to) / 2.0 + DETOUR);
        let mut towns: BTreeMap<[i32; 2], (CellIndex, DVec2)> = BTreeMap::new();
        for road in &roads {
            for (town, gate) in road.ends.iter().zip([road.line.first(), road.line.last()]) {
                let number = CellIndex(towns.len() as u32);
                towns.entry(*town).or_insert((number, *gate?));
            }
        }
        let mut links = Links::new(towns.len());
        let mut between = BTreeMap::new();
        for road in &roads {
            let [a, b] = road.ends.map(|town| towns[&town].0);
            let length: f64 = road.line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            links.join(a, b, length);
            between.insert((a, b), (road, false));
            between.insert((b, a), (road, true));
        }
        let nearest = |place: DVec2| {
            let gates = towns.values().map(|(number, gate)| (gate.distance_squared(place), *number));
            gates.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, number)| number)
        };
        let budget = &mut Budget::unlimited();
        let chain =
            Search::new().find(&links, nearest(from)?, nearest(to)?, Plan::Dijkstra, budget).complete()?;
        let mut trail: Vec<DVec2> = Vec::new();
        for pair in chain.cells.windows(2) {
            let &(road, backwards) = between.get(&(pair[0], pair[1]))?;
            let mut line = road.line.clone();
            if backwards {
                line.reverse();
            }
            for point in line {
                if trail.last().is_none_or(|last| last.distance(point) >= STRIDE) {
                    trail.push(point);
                }
            }
        }
        trail.push(to);
        Some(trail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_leads_from_square_to_square_in_small_steps() {
        let map = RoadMap::of(Seed(42));
        let towns = map.towns(DVec2::ZERO, 3000.0);
        assert!(towns.len() > 2, "there are towns to go to");
        let trail = map.trail(towns[0], towns[1]).expect("neighbours are joined by a road");
        assert_eq!(trail.last(), Some(&towns[1]));
        assert!(trail[0].distance(towns[0]) < 200.0, "it begins at the gate of town");
        assert!(trail.windows(2).all(|pair| pair[0].distance(pair[1]) < 200.0));
    }
}
