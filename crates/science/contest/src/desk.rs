//! The desk: where results are handed in.
//!
//! A [`Contest`] is its plan, the number of players, a seed and the log of what was reported; the rest follows from
//! these by replay. So a saved contest is checked when it is read, and undoing a report means replaying without it:
//! this is refused if anything reported later stood on it. A refused call leaves the contest as it was.
//!
//! A match is a series: each report is one game, ended when one side has won (m + 1)/2 of m. A no-show loses the whole
//! series. Who withdraws loses the open series and all later ones.

use crate::format::{Bout, Format, Outcome, Player, Settled};
use crate::plan::Plan;
use crate::table::{Tally, count};
use serde::{Deserialize, Serialize};
use wold_chance::Seed;

/// A match of a contest, counted from 0 in the order matches are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MatchId(pub u32);

impl std::fmt::Display for MatchId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A match that waits for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// Its name.
    pub id: MatchId,
    /// The round it belongs to, from 0.
    pub round: u32,
    /// The side named first.
    pub home: Player,
    /// The other side.
    pub away: Player,
    /// Games each side has won so far.
    pub won: [u32; 2],
}

/// A bout on the sheet of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The round it belongs to, from 0.
    pub round: u32,
    /// Its name; a bye has none.
    pub id: Option<MatchId>,
    /// Who meets.
    pub bout: Bout,
    /// Games each side has won.
    pub won: [u32; 2],
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
}

/// What is reported of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// The home side won.
    Home,
    /// The away side won.
    Away,
    /// A tie.
    Tie,
    /// The home side did not come.
    HomeAbsent,
    /// The away side did not come.
    AwayAbsent,
    /// Neither side came.
    #[serde(alias = "neither")]
    BothAbsent,
}

impl Report {
    /// The same, seen from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Home => Self::Away,
            Self::Away => Self::Home,
            Self::HomeAbsent => Self::AwayAbsent,
            Self::AwayAbsent => Self::HomeAbsent,
            Self::Tie | Self::BothAbsent => self,
        }
    }

    /// Whether it says that the home side lost, or did not come while the other did.
    #[must_use]
    pub const fn is_lost_by_home(self) -> bool {
        matches!(self, Self::Away | Self::HomeAbsent)
    }
}

impl From<Outcome> for Report {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Home => Self::Home,
            Outcome::Away => Self::Away,
            Outcome::Tie => Self::Tie,
            Outcome::Neither => Self::BothAbsent,
        }
    }
}

/// A line of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Place {
    /// 0 is best; equals share one.
    pub rank: u32,
    /// Who.
    pub player: Player,
    /// Points, if the format scores.
    pub points: Option<f64>,
    /// Wins, losses, ties and byes.
    pub tally: Tally,
    /// Whether the player withdrew.
    pub withdrawn: bool,
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestError {
    /// The number of players does not suit the format.
    #[error("{players} players do not suit {format}: {reason}")]
    Players {
        /// How many.
        players: usize,
        /// The format's name.
        format: &'static str,
        /// What it needs.
        reason: &'static str,
    },
    /// An option of the plan is out of bounds.
    #[error("{option} {reason}")]
    Option {
        /// Which one.
        option: &'static str,
        /// What it needs.
        reason: &'static str,
    },
    /// No match of this name was announced yet.
    #[error("match {0} is unknown")]
    UnknownMatch(MatchId),
    /// The match already has its result.
    #[error("match {0} is finished")]
    FinishedMatch(MatchId),
    /// The match must have a winner.
    #[error("match {0} cannot end in a tie: it needs a tie-break")]
    TieRefused(MatchId),
    /// No such player.
    #[error("player {0} is unknown")]
    UnknownPlayer(Player),
    /// The player is gone already.
    #[error("player {0} has withdrawn")]
    Withdrawn(Player),
    /// Nothing was reported of the match, so there is nothing to undo.
    #[error("match {0} has no report to undo")]
    NothingToUndo(MatchId),
    /// Later reports stand on this one; undo them first.
    #[error("match {undone} cannot be undone: the report of match {later} stands on it")]
    StoodOn {
        /// The match to undo.
        undone: MatchId,
        /// A later match.
        later: MatchId,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Event {
    Game {
        id: MatchId,
        home: Player,
        away: Player,
        report: Report,
    },
    Withdrawal {
        player: Player,
    },
    /// Before anything was reported: everything is paired anew.
    Entry,
    /// Once it had begun, and so it stays even if all reports before it are undone: nothing is paired anew.
    LateEntry,
}

/// What a contest is made of; everything else is replayed from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    plan: Plan,
    players: usize,
    best_of: u32,
    seed: Seed,
    log: Vec<Event>,
}

/// A bout of the running round.
#[derive(Clone, Debug)]
struct Seat {
    bout: Bout,
    id: Option<MatchId>,
    won: [u32; 2],
    outcome: Option<Outcome>,
}

impl Seat {
    const fn line(&self, round: u32) -> Line {
        Line { round, id: self.id, bout: self.bout, won: self.won, outcome: self.outcome }
    }
}

/// A tournament under way.
///
/// ```
/// use wold_chance::Seed;
/// use wold_contest::{Contest, Plan, Report};
///
/// let mut cup = Contest::new(Plan::SingleElimination(Default::default()), 5, 1, Seed(1))?;
/// while let Some(game) = cup.next().first().copied() {
///     let better = if game.home < game.away { Report::Home } else { Report::Away };
///     cup.report(game.id, better)?;
/// }
/// assert_eq!(cup.standings()[0].player.0, 0);
/// # Ok::<(), wold_contest::ContestError>(())
/// ```
#[derive(Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Contest {
    saved: Saved,
    format: Box<dyn Format>,
    round: u32,
    seats: Vec<Seat>,
    /// The seats of this round's matches, in the order of their names.
    named_seats: Vec<usize>,
    /// Bouts of this round without an outcome.
    waiting: usize,
    /// Matches named so far.
    named: u32,
    gone: Vec<bool>,
    tallies: Vec<Tally>,
    matches: u32,
    /// The bouts of earlier rounds.
    past: Vec<Line>,
}

impl Clone for Contest {
    fn clone(&self) -> Self {
        Self::try_from(self.saved.clone()).expect("a contest's own log can be replayed")
    }
}

impl From<Contest> for Saved {
    fn from(contest: Contest) -> Self {
        contest.saved
    }
}

impl TryFrom<Saved> for Contest {
    type Error = ContestError;

    fn try_from(saved: Saved) -> Result<Self, ContestError> {
        let mut contest = Self::new(saved.plan, saved.players, saved.best_of, saved.seed)?;
        for event in saved.log {
            match event {
                Event::Game { id, home, away, report } => {
                    let seat = contest.seat_of(id);
                    if seat.is_some_and(|at| contest.seats[at].bout != Bout::of(home, away)) {
                        return Err(ContestError::UnknownMatch(id));
                    }
                    contest.report(id, report)?;
                }
                Event::Withdrawal { player } => contest.withdraw(player)?,
                Event::Entry => {
                    contest.enter()?;
                }
                Event::LateEntry => {
                    contest.enter_late()?;
                }
            }
        }
        Ok(contest)
    }
}

impl Contest {
    /// The most players of a contest.
    pub const MOST_PLAYERS: usize = 100_000;

    /// Opens a contest in series of `best_of` games, an odd number.
    pub fn new(plan: Plan, players: usize, best_of: u32, seed: Seed) -> Result<Self, ContestError> {
        if best_of.is_multiple_of(2) || best_of > 999 {
            return Err(ContestError::Option { option: "best-of", reason: "must be odd and at most 999" });
        }
        let format = plan.start(players, seed)?;
        let mut contest = Self {
            saved: Saved { plan, players, best_of, seed, log: Vec::new() },
            format,
            round: 0,
            seats: Vec::new(),
            named_seats: Vec::new(),
            waiting: 0,
            named: 0,
            gone: vec![false; players],
            tallies: vec![Tally::default(); players],
            matches: 0,
            past: Vec::new(),
        };
        contest.open_round();
        Ok(contest)
    }

    /// The matches that wait for a result; none if the contest is over.
    #[must_use]
    pub fn next(&self) -> Vec<Open> {
        self.seats.iter().filter(|seat| seat.outcome.is_none()).filter_map(|seat| self.show(seat)).collect()
    }

    /// Who rests in the running round.
    #[must_use]
    pub fn resting(&self) -> Vec<Player> {
        let byes = self.seats.iter().filter(|seat| seat.bout.players().is_none());
        byes.filter_map(|seat| seat.bout.home.or(seat.bout.away)).collect()
    }

    /// Whether no match is left.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.seats.is_empty()
    }

    /// Rounds completed.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.round
    }

    /// Matches with a result, walkovers aside.
    #[must_use]
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// Takes the result of one game.
    pub fn report(&mut self, id: MatchId, report: Report) -> Result<(), ContestError> {
        let at = self.seat_of(id).filter(|&at| self.seats[at].outcome.is_none());
        let Some(at) = at else {
            let known = id.0 < self.named;
            return Err(if known { ContestError::FinishedMatch(id) } else { ContestError::UnknownMatch(id) });
        };
        let (needed, ties) = (self.saved.best_of.div_ceil(2), self.ties());
        let seat = &mut self.seats[at];
        seat.outcome = match report {
            Report::Tie if !ties => return Err(ContestError::TieRefused(id)),
            Report::Tie => Some(Outcome::Tie),
            Report::HomeAbsent => Some(Outcome::Away),
            Report::AwayAbsent => Some(Outcome::Home),
            Report::BothAbsent => Some(Outcome::Neither),
            Report::Home | Report::Away => {
                let (side, outcome) =
                    if report == Report::Home { (0, Outcome::Home) } else { (1, Outcome::Away) };
                seat.won[side] += 1;
                (seat.won[side] == needed).then_some(outcome)
            }
        };
        let (home, away) = seat.bout.players().expect("a named match has two sides");
        let settled = seat.outcome.is_some();
        self.saved.log.push(Event::Game { id, home, away, report });
        self.matches += u32::from(settled);
        self.waiting -= usize::from(settled);
        self.close_round_if_settled();
        Ok(())
    }

    /// Takes in one more player, the last of the entry list. Before anything was reported every format starts anew with
    /// them; later only those that can go on with one more do, from the next round on.
    ///
    /// ```
    /// use wold_chance::Seed;
    /// use wold_contest::{Contest, Plan};
    /// let mut cup = Contest::new(Plan::SingleElimination(Default::default()), 3, 1, Seed(1))?;
    /// assert_eq!(cup.enter()?.0, 3);
    /// assert_eq!(cup.next().len(), 2);
    /// # Ok::<(), wold_contest::ContestError>(())
    /// ```
    pub fn enter(&mut self) -> Result<Player, ContestError> {
        if !self.saved.log.iter().all(|event| *event == Event::Entry) {
            return self.enter_late();
        }
        let newcomer = Player(self.gone.len() as u32);
        let Saved { plan, best_of, seed, .. } = self.saved;
        let fresh = Self::new(plan, self.gone.len() + 1, best_of, seed)?;
        let saved = std::mem::replace(self, fresh).saved;
        self.saved = saved;
        self.saved.log.push(Event::Entry);
        Ok(newcomer)
    }

    fn enter_late(&mut self) -> Result<Player, ContestError> {
        let newcomer = Player(self.gone.len() as u32);
        let unfit = |reason| ContestError::Players {
            players: self.gone.len() + 1,
            format: self.saved.plan.name(),
            reason,
        };
        if self.gone.len() >= self.saved.plan.most_players() {
            return Err(unfit("that is more than it takes"));
        }
        if self.finished() || !self.format.enter() {
            return Err(unfit("it takes nobody once it has begun"));
        }
        self.gone.push(false);
        self.tallies.push(Tally::default());
        self.saved.log.push(Event::LateEntry);
        Ok(newcomer)
    }

    /// How many players there are, those who withdrew among them.
    #[must_use]
    pub fn players(&self) -> usize {
        self.gone.len()
    }

    /// The kind of tournament.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.saved.plan
    }

    /// Games of a series.
    #[must_use]
    pub fn best_of(&self) -> u32 {
        self.saved.best_of
    }

    /// Whether a match of the running round may end in a tie.
    #[must_use]
    pub fn ties(&self) -> bool {
        self.format.ties() && self.saved.best_of == 1
    }

    /// Every bout of every round so far, byes and walkovers too.
    #[must_use]
    pub fn sheet(&self) -> Vec<Line> {
        let running = self.seats.iter().map(|seat| seat.line(self.round));
        self.past.iter().copied().chain(running).collect()
    }

    /// Lets a player leave: the open match and all later ones are lost.
    pub fn withdraw(&mut self, player: Player) -> Result<(), ContestError> {
        match self.gone.get(player.index()) {
            None => return Err(ContestError::UnknownPlayer(player)),
            Some(true) => return Err(ContestError::Withdrawn(player)),
            Some(false) => self.gone[player.index()] = true,
        }
        for seat in &mut self.seats {
            if seat.outcome.is_none() {
                seat.outcome = walkover(&seat.bout, &self.gone);
                self.waiting -= usize::from(seat.outcome.is_some());
            }
        }
        self.saved.log.push(Event::Withdrawal { player });
        self.close_round_if_settled();
        Ok(())
    }

    /// Takes back all that was reported of a match, unless later reports stand on it.
    pub fn undo(&mut self, id: MatchId) -> Result<(), ContestError> {
        let is_of = |event: &Event| matches!(event, Event::Game { id: other, .. } if *other == id);
        let first = self.saved.log.iter().position(is_of).ok_or(if id.0 < self.named {
            ContestError::NothingToUndo(id)
        } else {
            ContestError::UnknownMatch(id)
        })?;
        let mut saved = self.saved.clone();
        saved.log.retain(|event| !is_of(event));
        let later = saved.log[first..].iter().rev().find_map(|event| match event {
            Event::Game { id, .. } => Some(*id),
            Event::Withdrawal { .. } | Event::Entry | Event::LateEntry => None,
        });
        *self = Self::try_from(saved)
            .map_err(|_| ContestError::StoodOn { undone: id, later: later.unwrap_or(id) })?;
        Ok(())
    }

    /// All players, best first; equals in the order of entry.
    #[must_use]
    pub fn standings(&self) -> Vec<Place> {
        let ranks = self.format.ranks(&self.tallies);
        let points = self.format.points(&self.tallies);
        let mut places: Vec<Place> = (0..self.gone.len())
            .map(|i| Place {
                rank: ranks[i],
                player: Player(i as u32),
                points: points.as_ref().map(|points| points[i]),
                tally: self.tallies[i],
                withdrawn: self.gone[i],
            })
            .collect();
        places.sort_by_key(|place| place.rank);
        places
    }

    fn show(&self, seat: &Seat) -> Option<Open> {
        let (home, away) = seat.bout.players()?;
        Some(Open { id: seat.id?, round: self.round, home, away, won: seat.won })
    }

    fn close_round_if_settled(&mut self) {
        while !self.seats.is_empty() && self.waiting == 0 {
            self.past.extend(self.seats.iter().map(|seat| seat.line(self.round)));
            let settled: Vec<Settled> = self
                .seats
                .drain(..)
                .filter_map(|seat| Some(Settled { bout: seat.bout, outcome: seat.outcome? }))
                .collect();
            for one in &settled {
                count(&mut self.tallies, one);
            }
            self.format.settle(&settled);
            self.round += 1;
            self.name_bouts();
        }
    }

    fn open_round(&mut self) {
        self.name_bouts();
        self.close_round_if_settled();
    }

    fn name_bouts(&mut self) {
        self.named_seats.clear();
        for bout in self.format.pair(&self.gone) {
            let outcome = walkover(&bout, &self.gone);
            let id = bout.players().map(|_| MatchId(self.named));
            if id.is_some() {
                self.named += 1;
                self.named_seats.push(self.seats.len());
            }
            self.waiting += usize::from(outcome.is_none());
            self.seats.push(Seat { bout, id, won: [0; 2], outcome });
        }
    }

    /// Where a match of this round is.
    fn seat_of(&self, id: MatchId) -> Option<usize> {
        let before = self.named as usize - self.named_seats.len();
        self.named_seats.get((id.0 as usize).checked_sub(before)?).copied()
    }
}

/// The outcome of a bout in which a side is missing, if one is.
fn walkover(bout: &Bout, gone: &[bool]) -> Option<Outcome> {
    let there = |side: Option<Player>| side.is_some_and(|player| !gone[player.index()]);
    match (there(bout.home), there(bout.away)) {
        (true, true) => None,
        (true, false) => Some(Outcome::Home),
        (false, true) => Some(Outcome::Away),
        (false, false) => Some(Outcome::Neither),
    }
}

#[cfg(test)]
#[path = "desk_tests.rs"]
mod tests;
