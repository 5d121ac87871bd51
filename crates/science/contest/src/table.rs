//! Points and the order they give.

use crate::format::{Outcome, Player, Settled};
use serde::{Deserialize, Serialize};

/// What the desk counted of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Bouts won, by play or because the other side was absent.
    pub wins: u32,
    /// Bouts lost.
    pub losses: u32,
    /// Bouts tied.
    pub ties: u32,
    /// Rounds without an opponent.
    pub byes: u32,
}

/// Points for a win, a tie, a loss and a bye.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// For a win.
    pub win: f64,
    /// For a tie.
    pub tie: f64,
    /// For a loss.
    pub loss: f64,
    /// For a bye.
    pub bye: f64,
}

impl Default for Scoring {
    fn default() -> Self {
        Self { win: 2.0, tie: 1.0, loss: 0.0, bye: 0.0 }
    }
}

impl Scoring {
    /// One point for a win or a bye, half for a tie.
    pub const SWISS: Self = Self { win: 1.0, tie: 0.5, loss: 0.0, bye: 1.0 };

    /// The points of a tally.
    #[must_use]
    pub fn points(&self, tally: &Tally) -> f64 {
        self.win * f64::from(tally.wins)
            + self.tie * f64::from(tally.ties)
            + self.loss * f64::from(tally.losses)
            + self.bye * f64::from(tally.byes)
    }

    /// Whether all four are numbers, so that points can be compared.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        [self.win, self.tie, self.loss, self.bye].iter().all(|points| points.is_finite())
    }
}

/// What decides between equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Results among those with the same points.
    HeadToHead,
    /// The points of all opponents.
    Buchholz,
    /// The points of the beaten and half the points of the tied.
    SonnebornBerger,
    /// The place on the entry list, which is by rating where there is one.
    Rating,
}

/// Up to four tie-breaks, the first to differ decides; written as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<TieBreak>", into = "Vec<TieBreak>")]
pub struct TieBreaks([Option<TieBreak>; 4]);

impl TieBreaks {
    /// Those of round robins.
    pub const ROBIN: Self = Self([Some(TieBreak::HeadToHead), Some(TieBreak::SonnebornBerger), None, None]);
    /// Those of Swiss tournaments.
    pub const SWISS: Self = Self([Some(TieBreak::Buchholz), Some(TieBreak::SonnebornBerger), None, None]);

    /// These, in this order.
    ///
    /// ```
    /// use wold_contest::table::{TieBreak, TieBreaks};
    /// assert!(TieBreaks::new(&[TieBreak::Buchholz, TieBreak::Rating]).is_ok());
    /// assert!(TieBreaks::new(&[TieBreak::Buchholz; 5]).is_err());
    /// ```
    pub fn new(list: &[TieBreak]) -> Result<Self, TooManyTieBreaks> {
        let mut breaks = [None; 4];
        let places = breaks.get_mut(..list.len()).ok_or(TooManyTieBreaks(list.len()))?;
        for (place, &tie_break) in places.iter_mut().zip(list) {
            *place = Some(tie_break);
        }
        Ok(Self(breaks))
    }
}

impl TryFrom<Vec<TieBreak>> for TieBreaks {
    type Error = TooManyTieBreaks;

    fn try_from(list: Vec<TieBreak>) -> Result<Self, TooManyTieBreaks> {
        Self::new(&list)
    }
}

impl From<TieBreaks> for Vec<TieBreak> {
    fn from(breaks: TieBreaks) -> Self {
        breaks.0.into_iter().flatten().collect()
    }
}

/// More tie-breaks than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} tie-breaks are more than 4")]
pub struct TooManyTieBreaks(usize);

/// Counts one outcome.
pub(crate) fn count(tallies: &mut [Tally], settled: &Settled) {
    let Some((home, away)) = settled.bout.players() else {
        if let Some(resting) = settled.bout.home.or(settled.bout.away) {
            tallies[resting.index()].byes += 1;
        }
        return;
    };
    let mut add = |player: Player, won: Option<bool>| {
        let tally = &mut tallies[player.index()];
        match won {
            Some(true) => tally.wins += 1,
            Some(false) => tally.losses += 1,
            None => tally.ties += 1,
        }
    };
    let (first, second) = match settled.outcome {
        Outcome::Home => (Some(true), Some(false)),
        Outcome::Away => (Some(false), Some(true)),
        Outcome::Tie => (None, None),
        Outcome::Neither => (Some(false), Some(false)),
    };
    add(home, first);
    add(away, second);
}

/// Ranks by keys compared one after the other, larger is better; equal keys share a rank.
#[must_use]
pub fn ranks_by(keys: &[Vec<f64>]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    let compare = |a: usize, b: usize| {
        let pairs = keys[b].iter().zip(&keys[a]);
        pairs.map(|(x, y)| x.total_cmp(y)).find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
    };
    order.sort_by(|&a, &b| compare(a, b));
    let mut ranks = vec![0; keys.len()];
    for place in 1..order.len() {
        let tied = compare(order[place - 1], order[place]).is_eq();
        ranks[order[place]] = if tied { ranks[order[place - 1]] } else { place as u32 };
    }
    ranks
}

/// Who met whom and what each made of it, for tie-breaks.
#[derive(Clone, Debug, Default)]
pub struct Meetings(Vec<Settled>);

impl Meetings {
    /// Notes a round.
    pub fn note(&mut self, round: &[Settled]) {
        self.0.extend(round.iter().filter(|settled| settled.bout.players().is_some()));
    }

    /// Every bout so far that was no bye.
    #[must_use]
    pub fn all(&self) -> &[Settled] {
        &self.0
    }

    /// The points of all opponents added up (Buchholz).
    #[must_use]
    pub fn buchholz(&self, points: &[f64]) -> Vec<f64> {
        self.gather(points, |_, points| points)
    }

    /// The points of the beaten and half the points of the tied opponents (Sonneborn-Berger).
    #[must_use]
    pub fn sonneborn_berger(&self, points: &[f64]) -> Vec<f64> {
        self.gather(points, |share, points| share * points)
    }

    /// Wins, ties counting half, against those with the same points (head to head).
    #[must_use]
    pub fn head_to_head(&self, points: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; points.len()];
        self.each(|player, opponent, share| {
            if points[player.index()].total_cmp(&points[opponent.index()]).is_eq() {
                sums[player.index()] += share;
            }
        });
        sums
    }

    /// Ranks by points, then by the tie-breaks in their order.
    #[must_use]
    pub fn ranks(&self, points: &[f64], breaks: TieBreaks) -> Vec<u32> {
        let column = |tie_break: TieBreak| match tie_break {
            TieBreak::HeadToHead => self.head_to_head(points),
            TieBreak::Buchholz => self.buchholz(points),
            TieBreak::SonnebornBerger => self.sonneborn_berger(points),
            TieBreak::Rating => (0..points.len()).map(|entry| -(entry as f64)).collect(),
        };
        let columns: Vec<Vec<f64>> =
            std::iter::once(points.to_vec()).chain(breaks.0.into_iter().flatten().map(column)).collect();
        let key = |player: usize| columns.iter().map(|column| column[player]).collect();
        ranks_by(&(0..points.len()).map(key).collect::<Vec<_>>())
    }

    fn gather(&self, points: &[f64], worth: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; points.len()];
        self.each(|player, opponent, share| sums[player.index()] += worth(share, points[opponent.index()]));
        sums
    }

    fn each(&self, mut visit: impl FnMut(Player, Player, f64)) {
        for settled in &self.0 {
            let Some((home, away)) = settled.bout.players() else { continue };
            let (first, second) = match settled.outcome {
                Outcome::Home => (1.0, 0.0),
                Outcome::Away => (0.0, 1.0),
                Outcome::Tie => (0.5, 0.5),
                Outcome::Neither => (0.0, 0.0),
            };
            visit(home, away, first);
            visit(away, home, second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Bout;

    #[test]
    fn tie_breaks_follow_their_definitions() {
        let bout = |home, away, outcome| Settled { bout: Bout::of(Player(home), Player(away)), outcome };
        let mut meetings = Meetings::default();
        meetings.note(&[bout(0, 1, Outcome::Home), bout(1, 2, Outcome::Tie), bout(2, 0, Outcome::Home)]);
        let points = [2.0, 1.0, 3.0];
        assert_eq!(meetings.buchholz(&points), [4.0, 5.0, 3.0]);
        assert_eq!(meetings.sonneborn_berger(&points), [1.0, 1.5, 2.5]);
        assert_eq!(meetings.head_to_head(&[2.0, 2.0, 3.0]), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn tie_breaks_decide_in_their_order() {
        let bout = |home, away, outcome| Settled { bout: Bout::of(Player(home), Player(away)), outcome };
        let mut meetings = Meetings::default();
        meetings.note(&[bout(1, 0, Outcome::Home), bout(0, 2, Outcome::Home), bout(1, 2, Outcome::Tie)]);
        let points = [2.0, 2.0, 1.0];
        let ranks = |list: &[TieBreak]| meetings.ranks(&points, TieBreaks::new(list).expect("few"));
        assert_eq!(ranks(&[]), [0, 0, 2]);
        assert_eq!(ranks(&[TieBreak::HeadToHead]), [1, 0, 2]);
        assert_eq!(ranks(&[TieBreak::Buchholz, TieBreak::Rating]), [0, 1, 2]);
    }

    #[test]
    fn equal_keys_share_a_rank_and_the_next_skips() {
        assert_eq!(ranks_by(&[vec![1.0], vec![3.0], vec![1.0], vec![0.0]]), [1, 0, 1, 3]);
    }
}
