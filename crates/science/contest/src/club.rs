//! A club's ladder: one that never ends, where people come, challenge, decline and go.
//!
//! A challenge goes at most [`ClubRules::reach`] ranks up. A challenger who wins takes the rank: the two swap, or everybody
//! between moves down one ([`ClubRules::push`]); a tie or a loss changes nothing. A holder may decline, but after so many
//! declined challenges in a row counts as beaten. After so many matches in a row between the same two neither may ask
//! the other again before somebody else was played. Who leaves makes a [`Vacancy`]. Two ladders join by taking turns, the
//! longer one's tail last, so that equal ranks of both count the same; one splits into its even and its odd ranks.

use crate::format::Outcome;
use serde::{Deserialize, Serialize};

/// What a club allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClubRules {
    /// How many ranks up one may challenge.
    pub reach: usize,
    /// Declined challenges in a row that count as a loss.
    pub declines: u32,
    /// Matches in a row between the same two.
    pub rematches: u32,
    /// Whether a winner pushes everybody between down one, instead of swapping.
    pub push: bool,
    /// What happens to the rank of somebody who leaves.
    pub vacancy: Vacancy,
}

impl Default for ClubRules {
    fn default() -> Self {
        Self { reach: 2, declines: 3, rematches: 2, push: false, vacancy: Vacancy::CloseUp }
    }
}

/// What happens to a rank that became free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vacancy {
    /// Everybody below moves up one.
    #[default]
    CloseUp,
    /// The last of the ladder takes it.
    LastFills,
    /// It stays free until somebody within reach claims it.
    StayFree,
}

/// A ladder and what its members last did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Club {
    /// What it allows.
    pub rules: ClubRules,
    /// Members by rank; a free rank has none.
    ranks: Vec<Option<Member>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Member {
    name: String,
    /// Challenges declined in a row.
    declined: u32,
    /// The last opponent and matches with them in a row.
    last: Option<(String, u32)>,
}

/// Why a club refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClubError {
    /// Nobody of that name.
    #[error("{0:?} is no member")]
    Unknown(String),
    /// Two of one name.
    #[error("{0:?} is a member already")]
    Twice(String),
    /// Too far up, or down.
    #[error("{challenger:?} cannot challenge {holder:?}: only {reach} ranks up")]
    Reach {
        /// Who asks.
        challenger: String,
        /// Who is asked.
        holder: String,
        /// What is allowed.
        reach: usize,
    },
    /// Too often in a row.
    #[error("{0:?} and {1:?} have met often enough: play somebody else first")]
    Rematch(String, String),
    /// The rank is not free, or too far.
    #[error("rank {0} is not free within reach")]
    NotFree(usize),
    /// The club is full.
    #[error("a club has at most {MOST_MEMBERS} ranks")]
    Full,
}

/// The most ranks of a club.
pub const MOST_MEMBERS: usize = 10_000;

impl Club {
    /// A ladder in this order.
    pub fn new(rules: ClubRules, names: impl IntoIterator<Item = String>) -> Result<Self, ClubError> {
        let mut club = Self { rules, ranks: Vec::new() };
        names.into_iter().try_for_each(|name| club.enter(name))?;
        Ok(club)
    }

    /// Names by rank, the best first; a free rank is `None`.
    pub fn names(&self) -> impl Iterator<Item = Option<&str>> {
        self.ranks.iter().map(|member| member.as_ref().map(|member| member.name.as_str()))
    }

    /// The rank of a member, from 0.
    pub fn rank(&self, name: &str) -> Result<usize, ClubError> {
        self.names().position(|other| other == Some(name)).ok_or_else(|| ClubError::Unknown(name.into()))
    }

    /// Takes somebody in, at the bottom.
    pub fn enter(&mut self, name: String) -> Result<(), ClubError> {
        if self.rank(&name).is_ok() {
            return Err(ClubError::Twice(name));
        }
        if self.ranks.len() >= MOST_MEMBERS {
            return Err(ClubError::Full);
        }
        self.ranks.push(Some(Member { name, declined: 0, last: None }));
        Ok(())
    }

    /// Lets somebody go.
    pub fn leave(&mut self, name: &str) -> Result<(), ClubError> {
        let rank = self.rank(name)?;
        match self.rules.vacancy {
            Vacancy::CloseUp => drop(self.ranks.remove(rank)),
            Vacancy::LastFills => drop(self.ranks.swap_remove(rank)),
            Vacancy::StayFree => self.ranks[rank] = None,
        }
        while matches!(self.ranks.last(), Some(None)) {
            self.ranks.pop();
        }
        Ok(())
    }

    /// Moves a member up to a free rank within reach.
    pub fn claim(&mut self, name: &str, rank: usize) -> Result<(), ClubError> {
        let own = self.rank(name)?;
        let free = matches!(self.ranks.get(rank), Some(None));
        if !free || rank > own || own - rank > self.rules.reach {
            return Err(ClubError::NotFree(rank));
        }
        self.ranks.swap(own, rank);
        while matches!(self.ranks.last(), Some(None)) {
            self.ranks.pop();
        }
        Ok(())
    }

    /// Whether a challenge is allowed; the ranks of both, challenger first.
    pub fn may_challenge(&self, challenger: &str, holder: &str) -> Result<(usize, usize), ClubError> {
        let (low, high) = (self.rank(challenger)?, self.rank(holder)?);
        let reach = self.rules.reach;
        if low <= high || low - high > reach {
            return Err(ClubError::Reach { challenger: challenger.into(), holder: holder.into(), reach });
        }
        let often = |rank: usize, other: &str| {
            self.member(rank)
                .last
                .as_ref()
                .is_some_and(|(name, times)| name == other && *times >= self.rules.rematches)
        };
        if often(low, holder) || often(high, challenger) {
            return Err(ClubError::Rematch(challenger.into(), holder.into()));
        }
        Ok((low, high))
    }

    /// Takes the outcome of a challenge, the holder being home.
    ///
    /// ```
    /// use wold_contest::Outcome;
    /// use wold_contest::club::{Club, ClubRules};
    /// let mut club = Club::new(ClubRules::default(), ["ada", "bob", "cyd"].map(String::from))?;
    /// club.report("cyd", "ada", Outcome::Away)?;
    /// assert_eq!(club.rank("cyd")?, 0);
    /// # Ok::<(), wold_contest::club::ClubError>(())
    /// ```
    pub fn report(&mut self, challenger: &str, holder: &str, outcome: Outcome) -> Result<(), ClubError> {
        let (low, high) = self.may_challenge(challenger, holder)?;
        for (rank, other) in [(low, holder), (high, challenger)] {
            let member = self.member_mut(rank);
            member.declined = 0;
            member.last = match member.last.take() {
                Some((name, times)) if name == other => Some((name, times + 1)),
                _ => Some((other.into(), 1)),
            };
        }
        if outcome == Outcome::Away {
            self.raise(low, high);
        }
        Ok(())
    }

    /// The holder declines; `true` if that was once too often and counts as a loss.
    pub fn decline(&mut self, challenger: &str, holder: &str) -> Result<bool, ClubError> {
        let (low, high) = self.may_challenge(challenger, holder)?;
        let most = self.rules.declines;
        let member = self.member_mut(high);
        member.declined += 1;
        let lost = member.declined >= most;
        if lost {
            member.declined = 0;
            self.raise(low, high);
        }
        Ok(lost)
    }

    /// Both ladders as one, rank by rank in turn, this one's first.
    pub fn join(self, other: Self) -> Result<Self, ClubError> {
        let mut joined = Self { rules: self.rules, ranks: Vec::new() };
        let (mut a, mut b) = (self.ranks.into_iter(), other.ranks.into_iter());
        loop {
            let (first, second) = (a.next(), b.next());
            if first.is_none() && second.is_none() {
                return Ok(joined);
            }
            for member in [first, second].into_iter().flatten().flatten() {
                if joined.rank(&member.name).is_ok() {
                    return Err(ClubError::Twice(member.name));
                }
                if joined.ranks.len() >= MOST_MEMBERS {
                    return Err(ClubError::Full);
                }
                joined.ranks.push(Some(member));
            }
        }
    }

    /// The even and the odd ranks as ladders of their own.
    #[must_use]
    pub fn split(self) -> (Self, Self) {
        let rules = self.rules;
        let mut parts = (Self { rules, ranks: Vec::new() }, Self { rules, ranks: Vec::new() });
        for (rank, member) in self.ranks.into_iter().enumerate() {
            let part = if rank % 2 == 0 { &mut parts.0 } else { &mut parts.1 };
            part.ranks.push(member);
        }
        parts
    }

    fn raise(&mut self, low: usize, high: usize) {
        if self.rules.push {
            self.ranks[high..=low].rotate_right(1);
        } else {
            self.ranks.swap(low, high);
        }
    }

    fn member(&self, rank: usize) -> &Member {
        self.ranks[rank].as_ref().expect("a rank found by name is taken")
    }

    fn member_mut(&mut self, rank: usize) -> &mut Member {
        self.ranks[rank].as_mut().expect("a rank found by name is taken")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn club(rules: ClubRules, names: &str) -> Club {
        Club::new(rules, names.chars().map(String::from)).expect("different names")
    }

    fn order(club: &Club) -> String {
        club.names().map(|name| name.unwrap_or("-")).collect()
    }

    #[test]
    fn a_winner_swaps_or_pushes_everybody_between_down() {
        let mut swapped = club(ClubRules::default(), "abcd");
        swapped.report("c", "a", Outcome::Away).expect("two ranks up");
        assert_eq!(order(&swapped), "cbad");
        let mut pushed = club(ClubRules { push: true, ..ClubRules::default() }, "abcd");
        pushed.report("c", "a", Outcome::Away).expect("two ranks up");
        assert_eq!(order(&pushed), "cabd");
        for outcome in [Outcome::Home, Outcome::Tie] {
            pushed.report("d", "b", outcome).expect("a neighbour");
            assert_eq!(order(&pushed), "cabd");
        }
        assert!(matches!(pushed.report("d", "c", Outcome::Away), Err(ClubError::Reach { .. })));
        assert!(matches!(pushed.report("c", "a", Outcome::Away), Err(ClubError::Reach { .. })));
    }

    #[test]
    fn declining_too_often_in_a_row_is_losing() {
        let mut club = club(ClubRules::default(), "abc");
        assert!(!club.decline("b", "a").expect("allowed"));
        assert!(!club.decline("c", "a").expect("allowed"));
        club.report("b", "a", Outcome::Home).expect("at last a match");
        for lost in [false, false, true] {
            assert_eq!(club.decline("b", "a"), Ok(lost), "a match starts the count again");
        }
        assert_eq!(order(&club), "bac");
    }

    #[test]
    fn the_same_two_meet_only_so_often_in_a_row() {
        let mut club = club(ClubRules::default(), "abc");
        for _ in 0..2 {
            club.report("b", "a", Outcome::Home).expect("allowed");
        }
        assert_eq!(club.report("b", "a", Outcome::Home), Err(ClubError::Rematch("b".into(), "a".into())));
        club.report("c", "b", Outcome::Home).expect("somebody else");
        assert!(club.report("b", "a", Outcome::Home).is_err(), "a has not played anybody else yet");
        club.report("c", "a", Outcome::Home).expect("somebody else");
        club.report("b", "a", Outcome::Home).expect("both have");
    }

    #[test]
    fn a_free_rank_is_closed_filled_or_claimed() {
        let left = |vacancy| {
            let mut club = club(ClubRules { vacancy, ..ClubRules::default() }, "abcde");
            club.leave("b").expect("a member");
            club
        };
        assert_eq!(order(&left(Vacancy::CloseUp)), "acde");
        assert_eq!(order(&left(Vacancy::LastFills)), "aecd");
        let mut free = left(Vacancy::StayFree);
        assert_eq!(order(&free), "a-cde");
        assert_eq!(free.claim("e", 1), Err(ClubError::NotFree(1)));
        free.claim("d", 1).expect("two ranks up");
        assert_eq!(order(&free), "adc-e");
        free.leave("e").expect("a member");
        assert_eq!(order(&free), "adc");
        assert_eq!(free.leave("z"), Err(ClubError::Unknown("z".into())));
    }

    #[test]
    fn ladders_join_by_turns_and_split_again() {
        let (a, b) = (club(ClubRules::default(), "abc"), club(ClubRules::default(), "xyzw"));
        let joined = a.clone().join(b).expect("different names");
        assert_eq!(order(&joined), "axbyczw");
        let (even, odd) = joined.clone().split();
        assert_eq!((order(&even), order(&odd)), ("abcw".into(), "xyz".into()));
        assert_eq!(joined.join(a), Err(ClubError::Twice("a".into())));
    }
}
