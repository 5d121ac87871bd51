//! Trees grown from tables, for bots to follow.
//!
//! A tree file is TOML with the kind of table it was grown from, the map, and the tree. *Chooser*: every neighbour is shown to
//! the tree, its classes vote for the heuristics, and the heuristic drawn by votes chooses among the neighbours. *Learned*: the
//! tree is asked with all 232 numbers and names the centre.

use super::features::Features;
use super::journeys::heuristics;
use crate::map::{CentreId, Map};
use serde::{Deserialize, Serialize};
use wold_chance::Stream;
use wold_mind::learn::{Cases, CasesError, Tree, TreeConfig};

/// Which table a tree was grown from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// The heuristics' classes.
    Chooser,
    /// The whole war.
    Learned,
}

/// A tree that says where to go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementTree {
    /// What it was grown from.
    pub model: Model,
    /// The map it was grown on.
    pub map: String,
    /// The tree.
    pub tree: Tree,
}

impl MovementTree {
    /// Grows a tree from the table of a model.
    pub fn grow(model: Model, map: &Map, table: &str) -> Result<Self, CasesError> {
        let target = match model {
            Model::Chooser => "y",
            Model::Learned => "goal",
        };
        let cases = Cases::parse(table, target)?;
        let tree = Tree::grow(&cases, TreeConfig { deepest: 64, ..TreeConfig::default() });
        Ok(Self { model, map: map.name.clone(), tree })
    }

    /// Where to go next.
    pub fn next(
        &self,
        map: &Map,
        from: CentreId,
        seen: impl FnOnce() -> Vec<f64>,
        luck: &mut Stream,
    ) -> CentreId {
        match self.model {
            Model::Chooser => self.vote(map, from, luck),
            Model::Learned => {
                let numbers = seen();
                let names = Features::names(map);
                let value = |name: &str| {
                    let at = names.iter().position(|other| other == name)?;
                    numbers.get(at).map(ToString::to_string)
                };
                let said =
                    self.tree.decide(value).parse::<u16>().ok().and_then(|number| number.checked_sub(1));
                let goal = said.filter(|id| usize::from(*id) < map.centres.len()).map(CentreId);
                // A tree that names where one is, or nothing at all, leaves the choice to the neighbours.
                goal.filter(|&goal| goal != from)
                    .or_else(|| luck.pick(&map.roads[from.index()]).copied())
                    .unwrap_or(from)
            }
        }
    }

    fn vote(&self, map: &Map, from: CentreId, luck: &mut Stream) -> CentreId {
        let near = &map.roads[from.index()];
        let mut votes = [0_u64; 3];
        for &to in near {
            let [h1, h2, h4] = heuristics(map, from, to);
            let value = |name: &str| {
                let number = match name {
                    "N" => 1.0,
                    "h1" => h1,
                    "h2" => h2,
                    "h4" => h4,
                    _ => return None,
                };
                Some(number.to_string())
            };
            let class: u8 = self.tree.decide(value).parse().unwrap_or(0);
            for (which, votes) in votes.iter_mut().enumerate() {
                *votes += u64::from(class >> which & 1);
            }
        }
        let drawn = wold_chance::weights::Weights::new(&votes).map(|weights| weights.choose(luck));
        let Ok(which) = drawn else { return luck.pick(near).copied().unwrap_or(from) };
        let value = |id: &CentreId| heuristics(map, from, *id)[which];
        near.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(from)
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::{chooser_table, learned_table};
    use super::super::log::tests::written;
    use super::super::{Journeys, Log};
    use super::*;
    use crate::bots::Kind;
    use wold_chance::Seed;

    #[test]
    fn trees_grown_from_a_log_lead_bots_to_real_centres() {
        let map = Map::classic();
        let log = Log::parse(&written(Kind::Simple, 8.0), &map).expect("a log");
        let journeys = Journeys::of(&log, &map);
        let tables = [
            (Model::Chooser, chooser_table(&journeys, &map)),
            (Model::Learned, learned_table(&log, &journeys, &map)),
        ];
        let mut luck = Stream::named(Seed(1), "test", &[]);
        let seen = Features { places: vec![None; 12], owners: vec![None; 24], teams: log.teams.clone() };
        for (model, table) in tables {
            let tree = MovementTree::grow(model, &map, &table).expect("cases");
            assert!(tree.tree.leaves() > 1, "{model:?} learned nothing");
            let text = toml::to_string(&tree).expect("a file");
            let read: MovementTree = toml::from_str(&text).expect("read back");
            assert_eq!(read.tree.leaves(), tree.tree.leaves());
            for from in map.ids() {
                let to = read.next(&map, from, || seen.seen_by(0, from, &map, 20.0), &mut luck);
                assert_ne!(to, from);
                assert!(to.index() < 24);
            }
        }
    }
}
