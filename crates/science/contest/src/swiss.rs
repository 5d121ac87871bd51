//! Swiss: a fixed number of rounds, each against somebody with a like score.
//!
//! A round is the perfect matching of least cost, by Edmonds' blossom algorithm. The cost compares, in this order:
//! rematches and second byes; the squared distance in score groups (a bye counts as distance to the lowest group); how far
//! a pair is from half a score group apart on the entry list; a draw from the seed. So a rematch happens only if every
//! pairing has one. Up to [`Swiss::DENSE`] players all pairs are weighed and the optimum is exact; above, each player
//! looks at those near in the standings and near the ideal opponent, at more if that leaves somebody without, at all in the
//! end: rematches are still avoided whenever possible, the distance in scores is then nearly least.
//!
//! Unlike the Dutch rules of FIDE there are no colours, and no floating history beyond the score.

use crate::format::{Bout, Format, Player, Settled};
use crate::table::{Meetings, Scoring, Tally, TieBreaks, count};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::{Seed, Stream};

/// A unit of each part of the cost outweighs all sums of the parts below it, for up to [`Swiss::MOST_PLAYERS`] players.
const SLIDE: i128 = 1 << 28;
const GROUP: i128 = 1 << 52;
const REMATCH: i128 = 1 << 88;

/// A running Swiss tournament.
#[derive(Clone, Debug)]
pub struct Swiss {
    scoring: Scoring,
    tie_breaks: TieBreaks,
    rounds: u32,
    round: u32,
    seed: Seed,
    tallies: Vec<Tally>,
    meetings: Meetings,
    met: BTreeMap<(usize, usize), u32>,
}

/// What pairing needs to know: who plays, best first.
struct Sheet<'a> {
    /// Players in the order of standings.
    order: Vec<usize>,
    /// The score group of each place, 0 is best.
    group: Vec<usize>,
    /// The size of each place's group.
    size: Vec<usize>,
    met: &'a BTreeMap<(usize, usize), u32>,
    byes: Vec<u32>,
    noise: Stream,
}

impl Sheet<'_> {
    /// The cost of pairing two places; the place after the last is the bye.
    fn cost(&self, a: usize, b: usize) -> i128 {
        let n = self.order.len();
        let (a, b) = (a.min(b), a.max(b));
        let draw = i128::from(self.noise.nth((a * (n + 1) + b) as u64) >> 48);
        if b == n {
            let lowest = self.group[n - 1];
            let distance = (lowest - self.group[a]) as i128;
            let slide = (n - 1 - a) as i128;
            return i128::from(self.byes[a]) * REMATCH + distance * distance * GROUP + slide * SLIDE + draw;
        }
        let distance = (self.group[b] - self.group[a]) as i128;
        let slide = if distance == 0 { (b - a).abs_diff(self.size[a].div_ceil(2)) as i128 } else { 0 };
        i128::from(self.times(a, b)) * REMATCH + distance * distance * GROUP + slide * SLIDE + draw
    }

    fn times(&self, a: usize, b: usize) -> u32 {
        let n = self.order.len();
        if a.max(b) == n {
            return self.byes[a.min(b)];
        }
        let (p, q) = (self.order[a], self.order[b]);
        self.met.get(&(p.min(q), p.max(q))).copied().unwrap_or(0)
    }

    /// All pairs of places, or those within `reach` of each other and of the ideal opponent that have not met.
    fn edges(&self, places: usize, reach: Option<usize>) -> BTreeSet<(usize, usize)> {
        let mut edges = BTreeSet::new();
        for a in 0..places {
            let Some(reach) = reach else {
                edges.extend((a + 1..places).map(|b| (a, b)));
                continue;
            };
            let half = self.size.get(a).map_or(0, |size| size.div_ceil(2));
            let near = a + 1..(a + 1 + reach).min(places);
            let ideal = (a + half).saturating_sub(reach / 2).max(a + 1)..(a + half + reach / 2).min(places);
            edges.extend(near.chain(ideal).filter(|&b| self.times(a, b) == 0).map(|b| (a, b)));
        }
        edges
    }

    /// The cheapest matching that leaves nobody out, if these edges have one.
    fn matching(&self, places: usize, edges: &BTreeSet<(usize, usize)>) -> Option<Vec<(usize, usize)>> {
        let mut graph = UnGraph::<(), i128>::with_capacity(places, edges.len());
        let nodes: Vec<_> = (0..places).map(|_| graph.add_node(())).collect();
        for &(a, b) in edges {
            graph.add_edge(nodes[a], nodes[b], -self.cost(a, b));
        }
        let found = max_weight_matching(
            &graph,
            true,
            |edge| Ok::<_, std::convert::Infallible>(*edge.weight()),
            false,
        );
        let Ok(found) = found;
        let mut pairs: Vec<(usize, usize)> = found.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        (pairs.len() * 2 == places).then_some(pairs)
    }
}

impl Swiss {
    /// The most players a Swiss tournament takes.
    pub const MOST_PLAYERS: usize = 4096;
    /// Up to so many players, every possible pair is weighed.
    pub const DENSE: usize = 128;

    /// Starts before the first round.
    #[must_use]
    pub fn new(scoring: Scoring, tie_breaks: TieBreaks, players: usize, rounds: u32, seed: Seed) -> Self {
        Self {
            scoring,
            tie_breaks,
            rounds: if players > 1 { rounds } else { 0 },
            round: 0,
            seed,
            tallies: vec![Tally::default(); players],
            meetings: Meetings::default(),
            met: BTreeMap::new(),
        }
    }

    fn sheet(&self, gone: &[bool]) -> Sheet<'_> {
        let points: Vec<f64> = self.tallies.iter().map(|tally| self.scoring.points(tally)).collect();
        let mut order: Vec<usize> = (0..points.len()).filter(|&p| !gone[p]).collect();
        order.sort_by(|&a, &b| points[b].total_cmp(&points[a]));
        let (mut group, mut size) = (Vec::new(), Vec::new());
        for (number, members) in order.chunk_by(|&a, &b| points[a].total_cmp(&points[b]).is_eq()).enumerate()
        {
            group.extend(members.iter().map(|_| number));
            size.extend(members.iter().map(|_| members.len()));
        }
        let byes = order.iter().map(|&p| self.tallies[p].byes).collect();
        let noise = Stream::named(self.seed, "contest.swiss", &[self.round.into()]);
        Sheet { order, group, size, met: &self.met, byes, noise }
    }
}

impl Format for Swiss {
    fn pair(&self, gone: &[bool]) -> Vec<Bout> {
        let sheet = self.sheet(gone);
        let n = sheet.order.len();
        if self.round >= self.rounds || n < 2 {
            return Vec::new();
        }
        let places = n + n % 2;
        let reaches = [12, 48].into_iter().filter(|_| n > Self::DENSE).map(Some).chain([None]);
        let pairs = reaches.into_iter().find_map(|reach| sheet.matching(places, &sheet.edges(places, reach)));
        let player = |place: usize| sheet.order.get(place).map(|&p| Player(p as u32));
        let pairs = pairs.unwrap_or_default();
        pairs.into_iter().map(|(a, b)| Bout { home: player(a), away: player(b) }).collect()
    }

    fn settle(&mut self, round: &[Settled]) {
        for settled in round {
            count(&mut self.tallies, settled);
            if let Some((home, away)) = settled.bout.players() {
                let (p, q) = (home.index(), away.index());
                *self.met.entry((p.min(q), p.max(q))).or_default() += 1;
            }
        }
        self.meetings.note(round);
        self.round += 1;
    }

    fn ties(&self) -> bool {
        true
    }

    fn ranks(&self, tallies: &[Tally]) -> Vec<u32> {
        let points: Vec<f64> = tallies.iter().map(|tally| self.scoring.points(tally)).collect();
        self.meetings.ranks(&points, self.tie_breaks)
    }

    /// A newcomer has no points and plays from the next round on.
    fn enter(&mut self) -> bool {
        self.tallies.push(Tally::default());
        true
    }

    fn points(&self, tallies: &[Tally]) -> Option<Vec<f64>> {
        Some(tallies.iter().map(|tally| self.scoring.points(tally)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Outcome;

    /// The least cost of all perfect matchings of these places.
    fn exhaustive(sheet: &Sheet<'_>, free: &[usize]) -> i128 {
        let Some((&first, rest)) = free.split_first() else { return 0 };
        (0..rest.len())
            .map(|i| {
                let mut left = rest.to_vec();
                let partner = left.remove(i);
                sheet.cost(first, partner) + exhaustive(sheet, &left)
            })
            .min()
            .unwrap_or(0)
    }

    #[test]
    fn each_round_is_the_cheapest_of_all_pairings() {
        for n in 2..=9 {
            for seed in 0..6 {
                // More rounds than there are opponents, so that rematches become unavoidable.
                let mut swiss = Swiss::new(Scoring::SWISS, TieBreaks::SWISS, n, 12, Seed(seed));
                let mut luck = Stream::named(Seed(seed), "test", &[n as u64]);
                let gone = vec![false; n];
                for _ in 0..12 {
                    let sheet = swiss.sheet(&gone);
                    let places = n + n % 2;
                    let found = sheet.matching(places, &sheet.edges(places, None)).expect("a complete graph");
                    let cost: i128 = found.iter().map(|&(a, b)| sheet.cost(a, b)).sum();
                    assert_eq!(cost, exhaustive(&sheet, &(0..places).collect::<Vec<_>>()), "{n} {seed}");
                    let outcomes = [Outcome::Home, Outcome::Away, Outcome::Tie];
                    let settled: Vec<Settled> = swiss
                        .pair(&gone)
                        .into_iter()
                        .map(|bout| Settled {
                            bout,
                            outcome: if bout.away.is_none() {
                                Outcome::Home
                            } else {
                                outcomes[luck.below(3) as usize]
                            },
                        })
                        .collect();
                    swiss.settle(&settled);
                }
            }
        }
    }

    #[test]
    fn the_first_round_pairs_the_upper_half_with_the_lower() {
        let swiss = Swiss::new(Scoring::default(), TieBreaks::SWISS, 8, 3, Seed(1));
        let expected: Vec<Bout> = (0..4).map(|p| Bout::of(Player(p), Player(p + 4))).collect();
        assert_eq!(swiss.pair(&[false; 8]), expected);
    }

    #[test]
    fn many_players_never_meet_twice_in_ten_rounds() {
        let n = 301;
        let mut swiss = Swiss::new(Scoring::SWISS, TieBreaks::SWISS, n, 10, Seed(3));
        for _ in 0..10 {
            let bouts = swiss.pair(&vec![false; n]);
            assert_eq!(bouts.len(), n.div_ceil(2));
            let home = |bout: Bout| Settled { bout, outcome: Outcome::Home };
            swiss.settle(&bouts.into_iter().map(home).collect::<Vec<_>>());
        }
        assert!(swiss.met.values().all(|&times| times == 1));
        assert!(swiss.tallies.iter().all(|tally| tally.byes <= 1));
    }
}
