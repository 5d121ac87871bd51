//! Trees grown from tables, for bots to follow.
//!
//! A tree file is TOML with the kind of table it was grown from, the map, the tree, and where those went who ended at each of its
//! leaves. *Chooser*: every neighbour is shown to the tree, its classes vote for the heuristics, and the heuristic drawn by
//! votes chooses among the neighbours. *Learned*: the tree is asked with all 232 numbers and leads to a leaf; a goal is drawn by how
//! many of those who ended there went to it, among the centres that may be taken. Where none of these may, the branch
//! above is asked, and so on to the root. (A leaf's foremost goal alone would be named again and again, whether it may be
//! taken or not, and the bot would stand there for nothing.)

use super::features::Features;
use super::journeys::heuristics;
use crate::map::{CentreId, Map};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use wold_chance::Stream;
use wold_chance::weights::Weights;
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

impl Model {
    /// The table's cases.
    pub fn cases(self, table: &str) -> Result<Cases, CasesError> {
        Cases::parse(
            table,
            match self {
                Self::Chooser => "y",
                Self::Learned => "goal",
            },
        )
    }
}

/// How trees are grown from tables.
pub const GROWTH: TreeConfig = TreeConfig { least: 2, prunes: true, deepest: 64 };

/// A tree that says where to go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementTree {
    /// What it was grown from.
    pub model: Model,
    /// The map it was grown on.
    pub map: String,
    /// For each leaf, in their order, how many went where; only for the learned. Trees of an older program have none.
    #[serde(default)]
    pub votes: Vec<Vec<(CentreId, u32)>>,
    /// The tree.
    pub tree: Tree,
}

impl MovementTree {
    /// Grows a tree from the table of a model.
    pub fn grow(model: Model, map: &Map, table: &str) -> Result<Self, CasesError> {
        let cases = model.cases(table)?;
        let tree = Tree::grow(&cases, GROWTH);
        let votes = if model == Model::Learned { votes(&tree, &cases) } else { Vec::new() };
        Ok(Self { model, map: map.name.clone(), votes, tree })
    }

    /// Where to go next, to a centre that may be taken if the tree knows of one.
    pub fn next(
        &self,
        map: &Map,
        from: CentreId,
        seen: impl FnOnce() -> Vec<f64>,
        may_take: impl Fn(CentreId) -> bool,
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
                let said = path(&self.tree, value).into_iter().rev().find_map(|leaves| {
                    let wanted = |id: CentreId| id != from && id.index() < map.centres.len() && may_take(id);
                    self.draw(leaves, wanted, luck)
                });
                // Nothing may be taken, or nobody ever did: a neighbour will do.
                said.or_else(|| luck.pick(&map.roads[from.index()]).copied()).unwrap_or(from)
            }
        }
    }

    /// A goal of those who ended at some leaves.
    fn draw(
        &self,
        leaves: Range<usize>,
        wanted: impl Fn(CentreId) -> bool,
        luck: &mut Stream,
    ) -> Option<CentreId> {
        let mut goals: BTreeMap<CentreId, u64> = BTreeMap::new();
        for &(goal, count) in self.votes.get(leaves)?.iter().flatten().filter(|(goal, _)| wanted(*goal)) {
            *goals.entry(goal).or_insert(0) += u64::from(count);
        }
        let (goals, counts): (Vec<CentreId>, Vec<u64>) = goals.into_iter().unzip();
        Some(goals[Weights::new(&counts).ok()?.choose(luck)])
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
        let drawn = Weights::new(&votes).map(|weights| weights.choose(luck));
        let Ok(which) = drawn else { return luck.pick(near).copied().unwrap_or(from) };
        let value = |id: &CentreId| heuristics(map, from, *id)[which];
        near.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b))).unwrap_or(from)
    }
}

/// The leaves under every branch on the way to a case's leaf, from the root on; leaves count from 0 in the order of the branches.
fn path(tree: &Tree, value: impl Fn(&str) -> Option<String>) -> Vec<Range<usize>> {
    let (mut at, mut first, mut way) = (tree, 0, Vec::new());
    loop {
        way.push(first..first + at.leaves());
        at = match at {
            Tree::Leaf { .. } => return way,
            Tree::Value { column, branches, default } => {
                let known = value(column).filter(|known| branches.contains_key(known));
                let taken = known.as_ref().unwrap_or(default);
                first +=
                    branches.range::<String, _>(..taken).map(|(_, branch)| branch.leaves()).sum::<usize>();
                let Some(next) = branches.get(taken) else { return way };
                next
            }
            Tree::Above { column, threshold, below, above, missing_above } => {
                let known = value(column).and_then(|known| known.parse::<f64>().ok());
                if known.map_or(*missing_above, |known| known > *threshold) {
                    first += below.leaves();
                    above
                } else {
                    below
                }
            }
        };
    }
}

/// How many went where, by leaf.
fn votes(tree: &Tree, cases: &Cases) -> Vec<Vec<(CentreId, u32)>> {
    let mut votes: Vec<BTreeMap<CentreId, u32>> = vec![BTreeMap::new(); tree.leaves()];
    let columns: BTreeMap<&str, usize> =
        cases.names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    for row in &cases.rows {
        let number = row.last().and_then(|goal| goal.parse::<u16>().ok()).and_then(|n| n.checked_sub(1));
        let way = path(tree, |name| columns.get(name).map(|&at| row[at].clone()));
        if let (Some(goal), Some(leaf)) = (number, way.last()) {
            *votes[leaf.start].entry(CentreId(goal)).or_insert(0) += 1;
        }
    }
    votes.into_iter().map(|goals| goals.into_iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::features::{Moves, chooser_table, learned_table};
    use super::super::log::tests::written;
    use super::super::{Journeys, Log};
    use super::*;
    use crate::bots::{Kind, Schooling};
    use crate::{Match, MatchConfig, TeamId};
    use std::sync::Arc;
    use wold_chance::Seed;

    #[test]
    fn trees_grown_from_a_log_lead_bots_to_real_centres() {
        let map = Map::classic();
        let log = Log::parse(&written(Kind::Simple, 8.0), &map).expect("a log");
        let journeys = Journeys::of(&log, &map);
        let tables = [
            (Model::Chooser, chooser_table(&journeys, &map)),
            (Model::Learned, learned_table(&log, &journeys, &map, Moves::Gains)),
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
                let to = read.next(&map, from, || seen.seen_by(0, from, &map, 20.0), |_| true, &mut luck);
                assert_ne!(to, from);
                assert!(to.index() < 24);
            }
        }
    }

    /// Games of five minutes won by the first kind, on seeds no war here was written with, sides changed every other game.
    fn won(school: &Schooling, a: Kind, b: Kind, games: u64) -> u64 {
        (0..games)
            .filter(|&game| {
                let own = TeamId((game % 2) as u8);
                let kinds = if own == TeamId(0) { [a, b] } else { [b, a] };
                let config = MatchConfig {
                    teams: kinds.map(|kind| vec![kind; 4]).to_vec(),
                    school: school.clone(),
                    minutes: 5.0,
                    ..MatchConfig::default()
                };
                Match::new(&config, Seed(1000 + game)).expect("a match").play().winner == Some(own)
            })
            .count() as u64
    }

    #[test]
    fn a_tree_grown_from_a_small_war_beats_random_and_simple_movers() {
        let map = Map::classic();
        let log = Log::parse(&written(Kind::Tactician, 8.0), &map).expect("a log");
        let table = learned_table(&log, &Journeys::of(&log, &map), &map, Moves::Gains);
        let tree = MovementTree::grow(Model::Learned, &map, &table).expect("cases");
        let school = Schooling { learned: Some(Arc::new(tree)), ..Schooling::default() };
        // 10 of 12 would be chance only twice in a hundred.
        for other in [Kind::Random, Kind::Simple] {
            let won = won(&school, Kind::Learned, other, 12);
            assert!(won >= 10, "the learned won {won} of 12 against {other:?}");
        }
    }

    #[test]
    fn a_goal_that_cannot_be_taken_is_not_named_while_another_is_left() {
        let map = Map::classic();
        let log = Log::parse(&written(Kind::Simple, 8.0), &map).expect("a log");
        let table = learned_table(&log, &Journeys::of(&log, &map), &map, Moves::All);
        let tree = MovementTree::grow(Model::Learned, &map, &table).expect("cases");
        assert_eq!(tree.votes.len(), tree.tree.leaves());
        let voted: u32 = tree.votes.iter().flatten().map(|(_, count)| count).sum();
        assert_eq!(voted as usize, table.lines().count() - 1, "every move ends at a leaf");
        let mut luck = Stream::named(Seed(2), "test", &[]);
        let seen = Features { places: vec![None; 12], owners: vec![None; 24], teams: log.teams.clone() };
        let known: Vec<CentreId> =
            map.ids().filter(|id| tree.votes.iter().flatten().any(|(goal, _)| goal == id)).collect();
        for from in map.ids() {
            for &only in known.iter().filter(|id| **id != from) {
                let numbers = || seen.seen_by(0, from, &map, 20.0);
                assert_eq!(tree.next(&map, from, numbers, |id| id == only, &mut luck), only);
            }
        }
    }
}
