//! Which thrown matches would help whom.
//!
//! Given who really beats whom and a format, every single match is thrown in turn, in thought, and the contest is played
//! again: a fix is a match whose giving away by one player improves the place of somebody else, who is then an ally worth
//! watching. A place is how many others end as high or higher, so being first alone is better than sharing it. Supports any format. Coalitions that throw several matches are not searched.

use crate::desk::{Contest, ContestError, MatchId, Report};
use crate::format::{Outcome, Player};
use crate::plan::Plan;
use serde::Serialize;
use wold_chance::Seed;

/// A match worth throwing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// The match.
    pub thrown: MatchId,
    /// Who would lose it on purpose.
    pub by: Player,
    /// To whom.
    pub to: Player,
    /// Whose place that improves.
    pub helps: Player,
    /// With honest play, how many others end as high or higher.
    pub honest: u32,
    /// The same after the fix.
    pub fixed: u32,
}

/// All fixes of a contest in which `real` says how a match between two ends when both try.
pub fn fixes(
    plan: Plan,
    players: usize,
    seed: Seed,
    real: impl Fn(Player, Player) -> Outcome,
) -> Result<Vec<Fix>, ContestError> {
    let (honest, played) = play(plan, players, seed, &real, None)?;
    let mut found = Vec::new();
    for (id, home, away) in played {
        for (by, to) in [(home, away), (away, home)] {
            let lost = |winner| if winner == home { Outcome::Home } else { Outcome::Away };
            if real(home, away) == lost(to) {
                continue;
            }
            let (fixed, _) = play(plan, players, seed, &real, Some((id, lost(to))))?;
            let helped = (0..players).filter(|&p| p != by.index() && fixed[p] < honest[p]);
            found.extend(helped.map(|p| Fix {
                thrown: id,
                by,
                to,
                helps: Player(p as u32),
                honest: honest[p],
                fixed: fixed[p],
            }));
        }
    }
    Ok(found)
}

type Places = Vec<u32>;
type Meetings = Vec<(MatchId, Player, Player)>;

/// Plays to the end and gives the place of every player and the matches; one of them may be fixed.
fn play(
    plan: Plan,
    players: usize,
    seed: Seed,
    real: &impl Fn(Player, Player) -> Outcome,
    fixed: Option<(MatchId, Outcome)>,
) -> Result<(Places, Meetings), ContestError> {
    let mut contest = Contest::new(plan, players, 1, seed)?;
    let mut played = Vec::new();
    while let Some(game) = contest.next().first().copied() {
        let outcome = match fixed {
            Some((id, outcome)) if id == game.id => outcome,
            _ => real(game.home, game.away),
        };
        played.push((game.id, game.home, game.away));
        contest.report(game.id, Report::from(outcome))?;
    }
    let standings = contest.standings();
    let mut places = vec![0; players];
    for shared in standings.chunk_by(|a, b| a.rank == b.rank) {
        for place in shared {
            places[place.player.index()] = place.rank + shared.len() as u32 - 1;
        }
    }
    Ok((places, played))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::Start;
    use crate::round_robin::Schedule;
    use crate::table::{Scoring, TieBreaks};

    #[test]
    fn a_colluder_who_throws_a_match_of_a_climb_makes_the_other_win() {
        // On the ladder from the top: c1, p1, p0, c0. Both colluders beat p0, who beats p1, who beats both.
        let (c1, p1, p0, c0) = (0, 1, 2, 3);
        let beats = [(c0, p0), (c1, p0), (p0, p1), (p1, c0), (p1, c1)];
        let real = |home: Player, away: Player| {
            if beats.contains(&(away.0, home.0)) { Outcome::Away } else { Outcome::Home }
        };
        let plan = Plan::HillClimbing { start: Start::Conservative };
        let (honest, _) = play(plan, 4, Seed(1), &real, None).expect("a climb");
        assert_eq!(honest[p1 as usize], 0, "with honest play p1 wins");
        let found = fixes(plan, 4, Seed(1), real).expect("a climb");
        let wanted = found.iter().find(|fix| fix.by == Player(c0) && fix.helps == Player(c1));
        assert_eq!(wanted.map(|fix| (fix.thrown, fix.to, fix.fixed)), Some((MatchId(0), Player(p0), 0)));
    }

    #[test]
    fn where_all_are_equal_a_gift_of_one_match_lifts_a_colluder_over_the_honest() {
        // 0, 1 and 2 always draw; if 2 gives its match to 1, they have 2, 3 and 1 points.
        let plan = Plan::RoundRobin {
            schedule: Schedule::Normalised,
            scoring: Scoring::default(),
            tie_breaks: TieBreaks::new(&[]).expect("none"),
        };
        let found = fixes(plan, 3, Seed(1), |_, _| Outcome::Tie).expect("a robin");
        let gift =
            found.iter().find(|fix| fix.by == Player(2) && fix.to == Player(1) && fix.helps == Player(1));
        assert_eq!(gift.map(|fix| (fix.honest, fix.fixed)), Some((2, 0)));
    }
}
