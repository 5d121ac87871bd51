//! Single elimination: who loses is out.
//!
//! n players need n - 1 matches in ⌈lg n⌉ rounds; byes are only in the first. No ties. Players rank by the round they
//! lost in; those who lost in the same round share a rank, so only the champion's place is earned against everybody.
//!
//! A [`Cup`] may be drawn anew each round, so that the best left meets the worst left, and may go on after or beside the
//! main bracket: those who lost to the champion play for the second place ([`Beside::RunnerUp`], at most ⌈lg n⌉ of them),
//! or those who lost their first match play a cup of their own ([`Beside::Consolation`]).

use crate::format::{Bout, Format, Player, Settled};
use crate::seeding::{Seeding, seat};
use crate::table::{Tally, ranks_by};
use serde::{Deserialize, Serialize};
use wold_chance::Seed;

/// How a cup is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Cup {
    /// Who sits where.
    pub seeding: Seeding,
    /// Only so many of the best keep their places, the rest is drawn; all of them by default.
    pub placed: Option<u32>,
    /// Whether seats are given anew each round.
    pub reseed: bool,
    /// What else is played.
    pub beside: Beside,
}

/// What is played beside the main bracket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beside {
    /// Nothing.
    #[default]
    Nothing,
    /// A cup for the second place among those the champion beat.
    RunnerUp,
    /// A cup among those who lost their first match.
    Consolation,
}

impl Cup {
    /// A plain cup with this seeding.
    #[must_use]
    pub const fn seeded(seeding: Seeding) -> Self {
        Self { seeding, placed: None, reseed: false, beside: Beside::Nothing }
    }
}

/// A running cup.
#[derive(Clone, Debug)]
pub struct Single {
    cup: Cup,
    seed: Seed,
    seats: Vec<Option<Player>>,
    /// The bracket beside the main one, once it is known who is in it.
    side: Option<Vec<Option<Player>>>,
    /// What is known of each player.
    paths: Vec<Path>,
    round: u32,
}

/// A player's way through the cup.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// The round the player went out in, counted from 1; infinite for those still in.
    out: f64,
    /// The same in the bracket beside; infinite for those who are not in it.
    side_out: f64,
    lost_to: Option<Player>,
    won: bool,
}

impl Single {
    /// Seats the players.
    #[must_use]
    pub fn new(cup: Cup, players: usize, seed: Seed) -> Self {
        let fresh = Path { out: f64::INFINITY, side_out: f64::INFINITY, lost_to: None, won: false };
        let mut single =
            Self { cup, seed, seats: Vec::new(), side: None, paths: vec![fresh; players], round: 0 };
        single.seats = single.seated(&(0..players as u32).map(Player).collect::<Vec<_>>());
        single
    }

    /// Gives seats to those who are left, the best first.
    fn seated(&self, left: &[Player]) -> Vec<Option<Player>> {
        let placed = self.cup.placed.map_or(left.len(), |placed| placed as usize);
        seat(self.cup.seeding, left, placed, self.seed.child("contest.cup", &[self.round.into()]))
    }

    fn settle_main(&mut self, bouts: &[Settled]) {
        self.seats = bouts.iter().map(Settled::winner).collect();
        for settled in bouts {
            for side in [settled.bout.home, settled.bout.away].into_iter().flatten() {
                let played = settled.bout.players().is_some();
                let path = &mut self.paths[side.index()];
                if settled.winner() == Some(side) {
                    path.won |= played;
                } else {
                    path.out = f64::from(self.round);
                    path.lost_to = settled.winner();
                }
            }
        }
        if self.cup.reseed && self.seats.len() > 1 {
            let mut left: Vec<Player> = self.seats.iter().flatten().copied().collect();
            left.sort_unstable();
            self.seats = self.seated(&left);
        }
    }

    fn settle_side(&mut self, bouts: &[Settled]) {
        for settled in bouts {
            for side in [settled.bout.home, settled.bout.away].into_iter().flatten() {
                if settled.winner() != Some(side) {
                    self.paths[side.index()].side_out = f64::from(self.round);
                }
            }
        }
        self.side = Some(bouts.iter().map(Settled::winner).collect());
    }

    /// Seats the bracket beside the main one as soon as it is known who plays in it.
    fn open_side(&mut self) {
        let over = self.seats.len() < 2;
        let members: Vec<Player> = match self.cup.beside {
            Beside::RunnerUp if over => {
                let champion = self.seats.first().copied().flatten();
                let mut beaten = self.those(|path| champion.is_some() && path.lost_to == champion);
                beaten.sort_by(|a, b| self.paths[b.index()].out.total_cmp(&self.paths[a.index()].out));
                beaten
            }
            // Whoever rested in the first round has a first match in the second.
            Beside::Consolation if over || self.round == 2 => {
                self.those(|path| path.out.is_finite() && !path.won)
            }
            _ => return,
        };
        let all = members.len();
        self.side = Some(seat(Seeding::Standard, &members, all, self.seed));
    }

    fn those(&self, wanted: impl Fn(&Path) -> bool) -> Vec<Player> {
        let of = |(player, path): (usize, &Path)| wanted(path).then_some(Player(player as u32));
        self.paths.iter().enumerate().filter_map(of).collect()
    }
}

impl Format for Single {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        let beside = self.side.as_deref().unwrap_or_default();
        [pairs(&self.seats), pairs(beside)].concat()
    }

    fn settle(&mut self, round: &[Settled]) {
        self.round += 1;
        let (main, beside) = round.split_at(self.seats.len() / 2);
        if !main.is_empty() {
            self.settle_main(main);
        }
        if self.side.is_none() {
            self.open_side();
        } else if !beside.is_empty() {
            self.settle_side(beside);
        }
    }

    fn ties(&self) -> bool {
        false
    }

    fn ranks(&self, _tallies: &[Tally]) -> Vec<u32> {
        let second = match (self.cup.beside, self.side.as_deref()) {
            (Beside::RunnerUp, Some([winner])) => *winner,
            _ => None,
        };
        let key = |(player, path): (usize, &Path)| {
            let earned = second == Some(Player(player as u32));
            // Above all who lost, below the champion, who never did.
            vec![if earned { f64::MAX } else { path.out }, path.side_out]
        };
        ranks_by(&self.paths.iter().enumerate().map(key).collect::<Vec<_>>())
    }
}

/// Neighbours of a bracket meet.
pub(crate) fn pairs(seats: &[Option<Player>]) -> Vec<Bout> {
    seats.chunks_exact(2).map(|pair| Bout { home: pair[0], away: pair[1] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contest, Plan, Report};

    fn play(cup: Cup, players: usize) -> Contest {
        let mut contest = Contest::new(Plan::SingleElimination(cup), players, 1, Seed(3)).expect("a cup");
        while let Some(game) = contest.next().first().copied() {
            let better = if game.home < game.away { Report::Home } else { Report::Away };
            contest.report(game.id, better).expect("open");
        }
        contest
    }

    #[test]
    fn a_cup_for_the_second_place_finds_the_second_best_whatever_the_draw() {
        for players in 2..=40 {
            let cup = Cup { beside: Beside::RunnerUp, ..Cup::seeded(Seeding::Random) };
            let contest = play(cup, players);
            let places = contest.standings();
            assert_eq!((places[0].player, places[1].player), (Player(0), Player(1)), "{players}");
            assert_eq!((places[0].rank, places[1].rank), (0, 1), "{players}");
            let most = (players - 1) as u32 + players.next_power_of_two().ilog2() - 1;
            assert!(contest.matches() <= most, "{players}: {} matches", contest.matches());
        }
    }

    #[test]
    fn a_consolation_cup_gives_everybody_a_second_match_or_a_bye() {
        for players in 2..=40 {
            let cup = Cup { beside: Beside::Consolation, ..Cup::default() };
            let contest = play(cup, players);
            assert_eq!(contest.standings()[0].player, Player(0));
            let lone = players < 4;
            for place in contest.standings() {
                let tally = place.tally;
                assert!(lone || tally.wins + tally.losses + tally.byes >= 2, "{players}: {place:?}");
                assert!(tally.losses <= 2);
            }
        }
    }

    #[test]
    fn reseeding_lets_the_best_left_meet_the_worst_left() {
        let cup = Cup { reseed: true, ..Cup::seeded(Seeding::Ordered) };
        let mut contest = Contest::new(Plan::SingleElimination(cup), 8, 1, Seed(1)).expect("a cup");
        // The last of the list wins its first match, all others go by the list.
        for game in contest.next() {
            let upset = game.home == Player(7) || game.away == Player(7);
            let better = game.home < game.away;
            contest.report(game.id, if better != upset { Report::Home } else { Report::Away }).expect("open");
        }
        let met: Vec<_> = contest.next().iter().map(|game| (game.home.0, game.away.0)).collect();
        assert_eq!(met, [(1, 7), (2, 3)]);
    }

    #[test]
    fn only_the_placed_keep_their_seats() {
        let seats = |seed| {
            let cup = Cup { placed: Some(4), ..Cup::default() };
            Single::new(cup, 32, Seed(seed)).seats
        };
        let plain = Single::new(Cup::default(), 32, Seed(1)).seats;
        for player in (0..4).map(Player) {
            let at = |seats: &[Option<Player>]| seats.iter().position(|&seat| seat == Some(player));
            assert_eq!(at(&seats(1)), at(&plain));
            assert_eq!(at(&seats(2)), at(&plain));
        }
        assert_ne!(seats(1), seats(2));
    }
}
