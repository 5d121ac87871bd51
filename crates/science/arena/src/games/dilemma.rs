//! The prisoner's dilemma, once and again: both choose at the same time, and their interests are not opposed, so
//! minimax does not apply. What can be said instead: what each choice costs, which strategies do well together, and
//! the best answer to a strategy one knows.
//!
//! Costs in months of prison: both silent 6 each; one confesses: 0 for it, 120 for the other; both confess 60 each.

use wold_chance::Stream;

/// What a prisoner does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Stays silent.
    Cooperate,
    /// Confesses.
    Defect,
}

use Choice::{Cooperate, Defect};

/// Months for the one who does `mine` while the other does `theirs`.
#[must_use]
pub const fn months(mine: Choice, theirs: Choice) -> u32 {
    match (mine, theirs) {
        (Cooperate, Cooperate) => 6,
        (Cooperate, Defect) => 120,
        (Defect, Cooperate) => 0,
        (Defect, Defect) => 60,
    }
}

/// A rule for the iterated game; it remembers everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Silent always.
    Cooperator,
    /// Confesses always.
    Defector,
    /// Does what the other did last; begins silent.
    TitForTat,
    /// Confesses only after the other did twice in a row.
    TitForTwoTats,
    /// Silent until the other confesses once.
    Grudger,
    /// Repeats what went well (6 months or none), changes what did not.
    Pavlov,
    /// A coin each time.
    Random,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Cooperator,
        Self::Defector,
        Self::TitForTat,
        Self::TitForTwoTats,
        Self::Grudger,
        Self::Pavlov,
        Self::Random,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cooperator => "cooperator",
            Self::Defector => "defector",
            Self::TitForTat => "tit-for-tat",
            Self::TitForTwoTats => "tit-for-two-tats",
            Self::Grudger => "grudger",
            Self::Pavlov => "pavlov",
            Self::Random => "random",
        }
    }

    /// What it does after these rounds, each (own, other's).
    pub fn choose(self, rounds: &[(Choice, Choice)], stream: &mut Stream) -> Choice {
        let theirs = |back: usize| rounds.len().checked_sub(back).map(|index| rounds[index].1);
        match self {
            Self::Cooperator => Cooperate,
            Self::Defector => Defect,
            Self::TitForTat => theirs(1).unwrap_or(Cooperate),
            Self::TitForTwoTats if theirs(1) == Some(Defect) && theirs(2) == Some(Defect) => Defect,
            Self::TitForTwoTats => Cooperate,
            Self::Grudger if rounds.iter().any(|round| round.1 == Defect) => Defect,
            Self::Grudger => Cooperate,
            Self::Pavlov => match rounds.last() {
                None => Cooperate,
                Some(&(mine, Cooperate)) => mine,
                Some(&(Cooperate, Defect)) => Defect,
                Some(&(Defect, Defect)) => Cooperate,
            },
            Self::Random if stream.chance(0.5) => Cooperate,
            Self::Random => Defect,
        }
    }
}

/// Plays rounds and returns the months of both.
pub fn play(a: Strategy, b: Strategy, rounds: u32, stream: &mut Stream) -> (u32, u32) {
    let (mut seen_a, mut seen_b) = (Vec::new(), Vec::new());
    let mut sum = (0, 0);
    for _ in 0..rounds {
        let (x, y) = (a.choose(&seen_a, stream), b.choose(&seen_b, stream));
        sum = (sum.0 + months(x, y), sum.1 + months(y, x));
        seen_a.push((x, y));
        seen_b.push((y, x));
    }
    sum
}

/// The choices that cost least against a strategy that does not draw, over so many rounds, and what they cost. Looks at
/// every sequence: at most 20 rounds.
#[must_use]
pub fn best_answer(to: Strategy, rounds: u32) -> Option<(u32, Vec<Choice>)> {
    if to == Strategy::Random || rounds > 20 {
        return None;
    }
    let mut stream = Stream::named(wold_chance::Seed(0), "unused", &[]);
    let cost = |plan: u32, stream: &mut Stream| {
        let mut seen = Vec::new();
        (0..rounds).fold(0, |sum, round| {
            let mine = if plan >> round & 1 == 0 { Cooperate } else { Defect };
            let theirs = to.choose(&seen, stream);
            seen.push((theirs, mine));
            sum + months(mine, theirs)
        })
    };
    let (least, plan) = (0..1u32 << rounds).map(|plan| (cost(plan, &mut stream), plan)).min()?;
    let choices = (0..rounds).map(|round| if plan >> round & 1 == 0 { Cooperate } else { Defect }).collect();
    Some((least, choices))
}

/// Pairs of choices of one round from which neither gains by changing alone.
#[must_use]
pub fn equilibria() -> Vec<(Choice, Choice)> {
    let both = [Cooperate, Defect];
    let stays = |mine, theirs| both.iter().all(|&other| months(mine, theirs) <= months(other, theirs));
    both.iter().flat_map(|&a| both.map(|b| (a, b))).filter(|&(a, b)| stays(a, b) && stays(b, a)).collect()
}

/// Every strategy against every one, itself included: months a round, fewest first.
pub fn tournament(rounds: u32, stream: &mut Stream) -> Vec<(Strategy, f64)> {
    let mut table: Vec<(Strategy, f64)> = Strategy::ALL
        .iter()
        .map(|&a| {
            let sum: u32 = Strategy::ALL.iter().map(|&b| play(a, b, rounds, stream).0).sum();
            (a, f64::from(sum) / f64::from(rounds.max(1)) / Strategy::ALL.len() as f64)
        })
        .collect();
    table.sort_by(|a, b| a.1.total_cmp(&b.1));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    #[test]
    fn confessing_is_the_only_equilibrium_and_worse_for_both_than_silence() {
        assert_eq!(equilibria(), [(Defect, Defect)]);
        assert!(months(Cooperate, Cooperate) < months(Defect, Defect));
    }

    #[test]
    fn a_known_end_is_betrayed_in_the_last_round_only() {
        let (cost, choices) = best_answer(Strategy::TitForTat, 8).expect("it does not draw");
        assert_eq!(choices, [vec![Cooperate; 7], vec![Defect]].concat());
        assert_eq!(cost, 7 * 6);
        assert_eq!(best_answer(Strategy::Defector, 3), Some((180, vec![Defect; 3])));
        assert_eq!(best_answer(Strategy::Cooperator, 3), Some((0, vec![Defect; 3])));
        assert_eq!(best_answer(Strategy::Random, 3), None);
    }

    #[test]
    fn two_who_answer_in_kind_stay_silent_for_ever() {
        let mut stream = Stream::named(Seed(1), "dilemma", &[]);
        for pair in [Strategy::TitForTat, Strategy::Grudger, Strategy::Pavlov] {
            assert_eq!(play(pair, Strategy::TitForTat, 50, &mut stream), (300, 300));
        }
        assert_eq!(play(Strategy::TitForTat, Strategy::Defector, 10, &mut stream), (120 + 9 * 60, 9 * 60));
    }

    #[test]
    fn the_tournament_names_every_strategy_once() {
        let mut stream = Stream::named(Seed(2), "dilemma", &[]);
        let table = tournament(200, &mut stream);
        assert_eq!(table.len(), 7);
        assert!(table.windows(2).all(|pair| pair[0].1 <= pair[1].1));
    }
}
