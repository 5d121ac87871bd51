//! Round robin: everybody meets everybody once.
//!
//! Let m be n if n is odd, else n - 1. Players 0 ... m - 1 stand on a circle; in each of the m rounds one of them has no
//! partner: this one rests, or meets player n - 1 if n is even. In the straight schedule the indices of a match of round
//! r add up to 2r modulo m, in the normalised one to r. So who meets whom when is answered without a table:
//! [`round_of`], [`opponent`], [`resting`] cost O(1) for any n.

use crate::format::{Bout, Format, Player, Settled};
use crate::table::{Meetings, Scoring, Tally, TieBreaks};
use serde::{Deserialize, Serialize};

/// Which of the two schedules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// In round r, player r has no partner on the circle.
    Straight,
    /// In round r, the indices of a match add up to r.
    #[default]
    Normalised,
}

/// The players on the circle.
const fn circle(players: usize) -> usize {
    if players % 2 == 1 { players } else { players.saturating_sub(1) }
}

/// Rounds of a round robin.
#[must_use]
pub const fn rounds(players: usize) -> usize {
    if players < 2 { 0 } else { circle(players) }
}

/// What the indices of a match of this round add up to, modulo the circle.
fn sum(schedule: Schedule, players: usize, round: usize) -> usize {
    match schedule {
        Schedule::Straight => 2 * round % circle(players),
        Schedule::Normalised => round,
    }
}

/// Who has no partner on the circle in this round: rests if n is odd, else meets player n - 1.
#[must_use]
pub fn resting(schedule: Schedule, players: usize, round: usize) -> usize {
    let m = circle(players);
    // The player p with 2p = sum; (m + 1)/2 is the inverse of 2.
    sum(schedule, players, round) * m.div_ceil(2) % m
}

/// Whom a player meets in a round; `None` if the player rests.
///
/// ```
/// use wold_contest::round_robin::{Schedule, opponent, round_of};
/// let round = round_of(Schedule::Normalised, 10_000, 17, 4_711);
/// assert_eq!(opponent(Schedule::Normalised, 10_000, 17, round), Some(4_711));
/// ```
#[must_use]
pub fn opponent(schedule: Schedule, players: usize, player: usize, round: usize) -> Option<usize> {
    let m = circle(players);
    let alone = resting(schedule, players, round);
    if player == m {
        return Some(alone);
    }
    if player == alone {
        return (m < players).then_some(m);
    }
    Some((sum(schedule, players, round) + m - player) % m)
}

/// The round in which two different players meet.
#[must_use]
pub fn round_of(schedule: Schedule, players: usize, p: usize, q: usize) -> usize {
    let m = circle(players);
    let total = match (p == m, q == m) {
        (true, _) => 2 * q % m,
        (_, true) => 2 * p % m,
        _ => (p + q) % m,
    };
    match schedule {
        Schedule::Straight => total * m.div_ceil(2) % m,
        Schedule::Normalised => total,
    }
}

/// The matches of a round, the resting player's match with player n - 1 last.
#[must_use]
pub fn matches(schedule: Schedule, players: usize, round: usize) -> Vec<(usize, usize)> {
    let m = circle(players);
    let alone = resting(schedule, players, round);
    let total = sum(schedule, players, round);
    let around = (1..=m / 2).map(|k| (alone + k) % m).map(|p| (p, (total + m - p) % m));
    around.chain((m < players).then_some((m, alone))).collect()
}

/// A running round robin.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    schedule: Schedule,
    scoring: Scoring,
    tie_breaks: TieBreaks,
    players: usize,
    round: usize,
    meetings: Meetings,
}

impl RoundRobin {
    /// Starts before the first round.
    #[must_use]
    pub fn new(schedule: Schedule, scoring: Scoring, tie_breaks: TieBreaks, players: usize) -> Self {
        Self { schedule, scoring, tie_breaks, players, round: 0, meetings: Meetings::default() }
    }
}

impl Format for RoundRobin {
    fn pair(&self, _gone: &[bool]) -> Vec<Bout> {
        if self.round >= rounds(self.players) {
            return Vec::new();
        }
        let player = |index: usize| Player(index as u32);
        let met = matches(self.schedule, self.players, self.round).into_iter();
        let rest = (self.players % 2 == 1).then(|| resting(self.schedule, self.players, self.round));
        met.map(|(p, q)| Bout::of(player(p), player(q))).chain(rest.map(|p| Bout::bye(player(p)))).collect()
    }

    fn settle(&mut self, round: &[Settled]) {
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

    fn points(&self, tallies: &[Tally]) -> Option<Vec<f64>> {
        Some(tallies.iter().map(|tally| self.scoring.points(tally)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Schedule::{Normalised, Straight};

    fn text(schedule: Schedule, players: usize, round: usize) -> String {
        let pairs: Vec<String> =
            matches(schedule, players, round).iter().map(|(p, q)| format!("{p}-{q}")).collect();
        pairs.join(" ")
    }

    #[test]
    fn seven_players_in_the_straight_schedule() {
        let known = [
            "1-6 2-5 3-4",
            "2-0 3-6 4-5",
            "3-1 4-0 5-6",
            "4-2 5-1 6-0",
            "5-3 6-2 0-1",
            "6-4 0-3 1-2",
            "0-5 1-4 2-3",
        ];
        for (round, line) in known.iter().enumerate() {
            assert_eq!(text(Straight, 7, round), *line);
            assert_eq!(resting(Straight, 7, round), round);
        }
    }

    #[test]
    fn seven_players_in_the_normalised_schedule() {
        let known = [
            "1-6 2-5 3-4",
            "5-3 6-2 0-1",
            "2-0 3-6 4-5",
            "6-4 0-3 1-2",
            "3-1 4-0 5-6",
            "0-5 1-4 2-3",
            "4-2 5-1 6-0",
        ];
        for (round, line) in known.iter().enumerate() {
            assert_eq!(text(Normalised, 7, round), *line);
            assert_eq!(resting(Normalised, 7, round), [0, 4, 1, 5, 2, 6, 3][round]);
        }
    }

    #[test]
    fn eight_players_in_the_normalised_schedule() {
        assert_eq!(text(Normalised, 8, 0), "1-6 2-5 3-4 7-0");
        assert_eq!(text(Normalised, 8, 1), "5-3 6-2 0-1 7-4");
        assert_eq!(text(Normalised, 8, 2), "2-0 3-6 4-5 7-1");
    }

    #[test]
    fn everybody_meets_everybody_once_and_queries_agree() {
        for schedule in [Straight, Normalised] {
            for n in 2..=64 {
                let mut met = vec![0; n * n];
                for round in 0..rounds(n) {
                    let pairs = matches(schedule, n, round);
                    assert_eq!(pairs.len(), n / 2);
                    for (p, q) in pairs {
                        met[p * n + q] += 1;
                        met[q * n + p] += 1;
                        assert_eq!(round_of(schedule, n, p, q), round);
                        assert_eq!(round_of(schedule, n, q, p), round);
                        assert_eq!(opponent(schedule, n, p, round), Some(q));
                        assert_eq!(opponent(schedule, n, q, round), Some(p));
                    }
                    if n % 2 == 1 {
                        assert_eq!(opponent(schedule, n, resting(schedule, n, round), round), None);
                    }
                }
                for p in 0..n {
                    assert!((0..n).all(|q| met[p * n + q] == u32::from(p != q)), "{schedule:?} {n} {p}");
                }
            }
        }
    }
}
