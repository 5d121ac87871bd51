//! Pools into a bracket: small round robins first, then a cup among the best of each.
//!
//! The entry list is dealt like a snake (0 1 2 3, 7 6 5 4, 8 ...), so pools are about equally strong. Each pool plays a
//! round robin; points still level after its tie-breaks are split by lot. The first `advance` of every pool go into the cup:
//! all firsts by points, then the seconds in the order of the pools of the firsts, and so on, so that in the standard
//! seeding of two from each pool nobody meets the same opponent again in the first match.

use crate::format::{Bout, Format, Player, Settled};
use crate::round_robin::{RoundRobin, Schedule};
use crate::single::{Cup, Single};
use crate::table::{Scoring, Tally, TieBreaks, count, ranks_by};
use serde::{Deserialize, Serialize};
use wold_chance::{Seed, Stream};

/// How pools are made and played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Draw {
    /// How many pools.
    pub pools: u32,
    /// How many of each go on.
    pub advance: u32,
    /// Points in the pools.
    pub scoring: Scoring,
    /// What decides between equal points in the pools.
    pub tie_breaks: TieBreaks,
    /// The cup that follows.
    pub cup: Cup,
}

impl Default for Draw {
    fn default() -> Self {
        Self {
            pools: 4,
            advance: 2,
            scoring: Scoring::default(),
            tie_breaks: TieBreaks::ROBIN,
            cup: Cup::default(),
        }
    }
}

/// Running pools, or the cup that followed them.
#[derive(Clone, Debug)]
pub struct Pools {
    draw: Draw,
    seed: Seed,
    players: usize,
    pools: Vec<Pool>,
    cup: Option<Stage>,
}

/// A format among some of the players, who are numbered from 0 within it.
#[derive(Clone, Debug)]
struct Stage {
    members: Vec<Player>,
    single: Single,
}

#[derive(Clone, Debug)]
struct Pool {
    members: Vec<Player>,
    robin: RoundRobin,
    tallies: Vec<Tally>,
    /// Bouts of the running round.
    running: usize,
}

impl Pools {
    /// Deals the players; there must be at least `advance` for every pool.
    #[must_use]
    pub fn new(draw: Draw, players: usize, seed: Seed) -> Self {
        let count = draw.pools as usize;
        let mut members = vec![Vec::new(); count];
        for entry in 0..players {
            let (row, column) = (entry / count, entry % count);
            let pool = if row % 2 == 0 { column } else { count - 1 - column };
            members[pool].push(Player(entry as u32));
        }
        let pool = |members: Vec<Player>| {
            let robin = RoundRobin::new(Schedule::Normalised, draw.scoring, draw.tie_breaks, members.len());
            let running = robin.pair(&[]).len();
            Pool { tallies: vec![Tally::default(); members.len()], robin, members, running }
        };
        let mut pools =
            Self { draw, seed, players, pools: members.into_iter().map(pool).collect(), cup: None };
        pools.open_cup_if_due();
        pools
    }

    fn open_cup_if_due(&mut self) {
        if self.pools.iter().any(|pool| pool.running > 0) {
            return;
        }
        let tables: Vec<Vec<(f64, Player)>> =
            self.pools.iter().enumerate().map(|(number, pool)| self.table(number, pool)).collect();
        let mut order: Vec<usize> = (0..tables.len()).collect();
        order.sort_by(|&a, &b| tables[b][0].0.total_cmp(&tables[a][0].0));
        let mut members = Vec::new();
        for row in 0..self.draw.advance as usize {
            let mut order = order.clone();
            // With an odd number of pools the first and the second of the middle one would meet.
            if row % 2 == 1 && order.len() % 2 == 1 && order.len() > 1 {
                let middle = order.len() / 2;
                order.swap(middle, middle + 1);
            }
            members.extend(order.iter().filter_map(|&pool| tables[pool].get(row)).map(|&(_, player)| player));
        }
        let single = Single::new(self.draw.cup, members.len(), self.seed.child("contest.pools.cup", &[]));
        self.cup = Some(Stage { members, single });
    }

    /// Points and players of a pool, best first, what is level drawn by lot.
    fn table(&self, number: usize, pool: &Pool) -> Vec<(f64, Player)> {
        let ranks = pool.robin.ranks(&pool.tallies);
        let mut places: Vec<usize> = (0..pool.members.len()).collect();
        Stream::named(self.seed, "contest.pools.lot", &[number as u64]).shuffle(&mut places);
        places.sort_by_key(|&place| ranks[place]);
        let line = |place: usize| (self.draw.scoring.points(&pool.tallies[place]), pool.members[place]);
        places.into_iter().map(line).collect()
    }
}

/// Members of a part by their number within it, as players of the whole.
fn outward(members: &[Player], bout: Bout) -> Bout {
    let out = |side: Option<Player>| side.map(|player| members[player.index()]);
    Bout { home: out(bout.home), away: out(bout.away) }
}

/// The other way.
fn inward(members: &[Player], settled: &Settled) -> Settled {
    let inn = |side: Option<Player>| {
        let place = side.and_then(|player| members.iter().position(|&member| member == player));
        place.map(|place| Player(place as u32))
    };
    let bout = Bout { home: inn(settled.bout.home), away: inn(settled.bout.away) };
    Settled { bout, outcome: settled.outcome }
}

impl Format for Pools {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        if let Some(stage) = &self.cup {
            return stage.single.pair(&[]).into_iter().map(|bout| outward(&stage.members, bout)).collect();
        }
        let bouts = |pool: &Pool| {
            let bouts = pool.robin.pair(&[]);
            bouts.into_iter().map(|bout| outward(&pool.members, bout)).collect::<Vec<_>>()
        };
        self.pools.iter().flat_map(bouts).collect()
    }

    fn settle(&mut self, round: &[Settled]) {
        if let Some(stage) = &mut self.cup {
            let within: Vec<Settled> = round.iter().map(|one| inward(&stage.members, one)).collect();
            stage.single.settle(&within);
            return;
        }
        let mut rest = round;
        for pool in &mut self.pools {
            let (own, others) = rest.split_at(pool.running);
            rest = others;
            if own.is_empty() {
                continue;
            }
            let within: Vec<Settled> = own.iter().map(|one| inward(&pool.members, one)).collect();
            for settled in &within {
                count(&mut pool.tallies, settled);
            }
            pool.robin.settle(&within);
            pool.running = pool.robin.pair(&[]).len();
        }
        self.open_cup_if_due();
    }

    fn ties(&self) -> bool {
        self.cup.is_none()
    }

    /// By the cup, then by the rank in the pool.
    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        let mut keys = vec![vec![f64::NEG_INFINITY, 0.0]; self.players];
        for pool in &self.pools {
            for (member, rank) in pool.members.iter().zip(pool.robin.ranks(&pool.tallies)) {
                keys[member.index()][1] = -f64::from(rank);
            }
        }
        if let Some(stage) = &self.cup {
            for (member, rank) in stage.members.iter().zip(stage.single.ranks(&[])) {
                keys[member.index()] = vec![-f64::from(rank), 0.0];
            }
        }
        ranks_by(&keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contest, Plan, Report};

    #[test]
    fn four_pools_of_four_play_24_matches_and_a_cup_of_eight_without_a_rematch_at_its_start() {
        let mut contest = Contest::new(Plan::Pools(Draw::default()), 16, 1, Seed(2)).expect("pools");
        let mut met = std::collections::BTreeSet::new();
        let mut rounds = Vec::new();
        while !contest.finished() {
            let games = contest.next();
            rounds.push(games.len());
            for game in games {
                let pair = (game.home.min(game.away), game.home.max(game.away));
                assert!(rounds.len() > 4 || met.insert(pair), "{pair:?} meet twice before the semi-finals");
                let better = if game.home < game.away { Report::Home } else { Report::Away };
                contest.report(game.id, better).expect("open");
            }
        }
        assert_eq!(rounds, [8, 8, 8, 4, 2, 1]);
        let places = contest.standings();
        assert_eq!((places[0].player, places[1].player), (Player(0), Player(1)));
        assert!(places[8].rank == 8, "those who went on stand before those who did not");
    }

    #[test]
    fn an_odd_number_of_pools_keeps_old_opponents_apart_too() {
        let draw = Draw { pools: 3, ..Draw::default() };
        let mut pools = Pools::new(draw, 9, Seed(1));
        while pools.cup.is_none() {
            let bouts = pools.pair(&[]);
            let settled = bouts.into_iter().map(|bout| Settled {
                bout,
                outcome: if bout.away.is_none() || bout.home < bout.away {
                    crate::Outcome::Home
                } else {
                    crate::Outcome::Away
                },
            });
            let settled: Vec<Settled> = settled.collect();
            pools.settle(&settled);
        }
        let members = &pools.cup.as_ref().expect("open").members;
        let pool_of = |player: Player| pools.pools.iter().position(|pool| pool.members.contains(&player));
        for i in 0..3 {
            assert_ne!(pool_of(members[i]), pool_of(members[5 - i]));
        }
    }
}
