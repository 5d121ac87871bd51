//! What the houses of the first town are called: by who lives there.
//!
//! Contract: houses are counted from the town's middle, as those do who live in them; who lives in which is read from the world's register of the moment. A house nobody lives in keeps the name on the map.

use std::collections::BTreeMap;
use wold_genesis::{Genesis, people};
use wold_lore::land::PlaceKind;
use wold_space::DVec2;
use wold_world::Realm;

/// Metres about the middle of a town whose houses are its own.
const TOWN_METRES: f64 = 260.0;
/// Metres within which the town is looked for.
const REGION_METRES: f64 = 4000.0;

/// The houses of the first town.
pub struct Houses(Vec<DVec2>);

impl Houses {
    /// Those of the town where people arrive.
    pub fn of(genesis: &Genesis) -> Self {
        let start = genesis.start();
        let towns = genesis.towns_near(start, REGION_METRES);
        let middle = towns.iter().map(|town| town.centre);
        let middle = middle.min_by(|a, b| a.distance(start).total_cmp(&b.distance(start))).unwrap_or(start);
        let places = genesis.places_near(middle, TOWN_METRES).into_iter();
        let mut houses: Vec<DVec2> =
            places.filter(|place| place.kind == PlaceKind::Home).map(|place| place.at).collect();
        houses.sort_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)));
        Self(houses)
    }

    /// What the house there is called, by the name most of its people bear.
    pub fn name(&self, realm: &Realm, at: DVec2) -> Option<String> {
        let number = self.0.iter().position(|house| house.distance(at) < 0.5)?;
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, life) in realm.parish().living() {
            if life.town == 0 && usize::from(life.house) % self.0.len() == number {
                *names.entry(people::family(name)?).or_default() += 1;
            }
        }
        let (name, many) = names.into_iter().max_by_key(|(_, many)| *many)?;
        Some(if many > 1 { format!("the {}' house", plural(name)) } else { format!("{name}'s house") })
    }
}

/// A family, by its name.
fn plural(name: &str) -> String {
    let hissing = name.ends_with('s') || name.ends_with("sh") || name.ends_with("ch");
    format!("{name}{}", if hissing { "es" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_called_by_its_name() {
        assert_eq!(["Miller", "Ash", "Birch", "Moss"].map(plural), ["Millers", "Ashes", "Birches", "Mosses"]);
    }
}
