//! A league: a contest among named people and programs, as it is announced, kept and shown.
//!
//! A [`Announcement`] is what somebody writes down; a [`League`] is the running thing, one serialisable value: names beside
//! the desk's numbers. Results come in by name. Whoever plays the matches is not known here; an entrant may carry the name
//! of an engine, for whoever does. A refused call changes nothing.

use crate::desk::{Contest, ContestError, MatchId, Open, Report};
use crate::format::{Outcome, Player};
use crate::plan::Plan;
use crate::rating::{Book, Rating, System};
use crate::results::Game;
use crate::table::Tally;
use serde::{Deserialize, Serialize};
use wold_chance::Seed;

/// The longest name of a league or an entrant, in characters.
pub const LONGEST_NAME: usize = 40;

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// A name that nobody else has in this league.
    pub name: String,
    /// The engine that plays for this name; nobody's if a person does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

/// A league before it begins.
///
/// ```
/// use wold_contest::league::{Announcement, League};
/// let text = r#"{ "name": "cup", "format": { "format": "single-elimination" },
///                 "players": [{ "name": "ada" }, { "name": "bob" }] }"#;
/// let announced: Announcement = serde_json::from_str(text)?;
/// let league = League::open(announced)?;
/// assert_eq!(league.open_matches().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Announcement {
    /// What it is called.
    pub name: String,
    /// The kind of tournament.
    pub format: Plan,
    /// Games of a series.
    #[serde(default = "one")]
    pub best_of: u32,
    /// What all draws grow from.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// The game the engines play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How entrants are rated.
    #[serde(default = "glicko2")]
    pub rating: System,
    /// Who plays, the best first where the format seeds by it.
    pub players: Vec<Entrant>,
}

const fn one() -> u32 {
    1
}

const fn first_seed() -> u64 {
    1
}

const fn glicko2() -> System {
    System::Glicko2
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeagueError {
    /// Not a name.
    #[error("{0:?} is no name: 1 to {LONGEST_NAME} characters, none of them a control character")]
    Name(String),
    /// Two of one name.
    #[error("{0:?} is named twice")]
    Twice(String),
    /// Nobody of that name.
    #[error("{0:?} is not in the league")]
    Unknown(String),
    /// Somebody against themselves.
    #[error("{0:?} cannot play against themselves")]
    SelfPlay(String),
    /// The two have no match to play now.
    #[error("{0:?} and {1:?} have no open match")]
    NoMatch(String, String),
    /// The two have no match that could be taken back.
    #[error("{0:?} and {1:?} have no result to undo")]
    NoResult(String, String),
    /// The desk refuses.
    #[error(transparent)]
    Desk(#[from] ContestError),
}

/// A running league.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Kept")]
pub struct League {
    announcement: Announcement,
    /// Those who came after it began.
    late: Vec<Entrant>,
    contest: Contest,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    announcement: Announcement,
    late: Vec<Entrant>,
    contest: Contest,
}

impl TryFrom<Kept> for League {
    type Error = LeagueError;

    fn try_from(kept: Kept) -> Result<Self, LeagueError> {
        let league = Self { announcement: kept.announcement, late: kept.late, contest: kept.contest };
        check_names(&league.announcement, &league.late)?;
        if league.contest.players() != league.entrants().count() {
            return Err(LeagueError::Desk(ContestError::UnknownPlayer(Player(
                league.entrants().count() as u32
            ))));
        }
        Ok(league)
    }
}

fn check_names(announcement: &Announcement, late: &[Entrant]) -> Result<(), LeagueError> {
    let mut known = std::collections::HashSet::new();
    check_name(&announcement.name)?;
    for entrant in announcement.players.iter().chain(late) {
        check_name(&entrant.name)?;
        if !known.insert(&entrant.name) {
            return Err(LeagueError::Twice(entrant.name.clone()));
        }
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), LeagueError> {
    let short = (1..=LONGEST_NAME).contains(&name.chars().count());
    if short && name.trim() == name && !name.chars().any(char::is_control) {
        Ok(())
    } else {
        Err(LeagueError::Name(name.chars().take(LONGEST_NAME).collect()))
    }
}

/// A match that waits, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// The desk's name of it.
    pub id: MatchId,
    /// The round, from 0.
    pub round: u32,
    /// The side named first.
    pub home: String,
    /// The other side.
    pub away: String,
    /// Games each side has won so far.
    pub won: [u32; 2],
}

/// A line of the standings, by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// 0 is best; equals share one.
    pub rank: u32,
    /// Who.
    pub name: String,
    /// The engine that plays for this name.
    pub engine: Option<String>,
    /// Points, if the format scores.
    pub points: Option<f64>,
    /// Wins, losses, ties and byes.
    pub tally: Tally,
    /// Whether the entrant withdrew.
    pub withdrawn: bool,
    /// The rating from this league's matches alone.
    pub rating: Rating,
}

/// A point of a rating curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Matches rated so far in the league.
    pub after: u32,
    /// The rating then.
    pub rating: f64,
    /// How sure.
    pub uncertainty: Option<f64>,
}

impl League {
    /// Opens a league.
    pub fn open(announcement: Announcement) -> Result<Self, LeagueError> {
        check_names(&announcement, &[])?;
        let Announcement { format, best_of, seed, .. } = announcement;
        let contest = Contest::new(format, announcement.players.len(), best_of, Seed(seed))?;
        Ok(Self { announcement, late: Vec::new(), contest })
    }

    /// How it was announced.
    #[must_use]
    pub fn announcement(&self) -> &Announcement {
        &self.announcement
    }

    /// The desk.
    #[must_use]
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// Everybody who ever entered, by number.
    pub fn entrants(&self) -> impl Iterator<Item = &Entrant> {
        self.announcement.players.iter().chain(&self.late)
    }

    /// Somebody by number.
    #[must_use]
    pub fn entrant(&self, player: Player) -> &Entrant {
        let early = self.announcement.players.len();
        self.announcement.players.get(player.index()).unwrap_or_else(|| &self.late[player.index() - early])
    }

    /// The number of a name.
    pub fn player(&self, name: &str) -> Result<Player, LeagueError> {
        let place = self.entrants().position(|entrant| entrant.name == name);
        place.map(|place| Player(place as u32)).ok_or_else(|| LeagueError::Unknown(name.into()))
    }

    /// Takes somebody in.
    pub fn enter(&mut self, entrant: Entrant) -> Result<Player, LeagueError> {
        check_name(&entrant.name)?;
        if self.player(&entrant.name).is_ok() {
            return Err(LeagueError::Twice(entrant.name));
        }
        let player = self.contest.enter()?;
        self.late.push(entrant);
        Ok(player)
    }

    /// Lets somebody go.
    pub fn withdraw(&mut self, name: &str) -> Result<(), LeagueError> {
        let player = self.player(name)?;
        Ok(self.contest.withdraw(player)?)
    }

    /// The matches that wait for a result.
    #[must_use]
    pub fn open_matches(&self) -> Vec<Waiting> {
        let name = |player| self.entrant(player).name.clone();
        let waiting = |game: Open| Waiting {
            id: game.id,
            round: game.round,
            home: name(game.home),
            away: name(game.away),
            won: game.won,
        };
        self.contest.next().into_iter().map(waiting).collect()
    }

    /// Takes the result of one game of a match by its number.
    pub fn report(&mut self, id: MatchId, report: Report) -> Result<(), LeagueError> {
        Ok(self.contest.report(id, report)?)
    }

    /// Takes the result of one game of the open match between two, or who did not come to it, as seen by the first named.
    pub fn report_between(
        &mut self,
        home: &str,
        away: &str,
        report: impl Into<Report>,
    ) -> Result<MatchId, LeagueError> {
        let report = report.into();
        let (first, second) = self.two(home, away)?;
        let open = self.contest.next();
        let same = open.iter().find(|game| (game.home, game.away) == (first, second));
        let turned = open.iter().find(|game| (game.home, game.away) == (second, first));
        let (id, report) = match (same, turned) {
            (Some(game), _) => (game.id, report),
            (None, Some(game)) => (game.id, report.turned()),
            (None, None) => return Err(LeagueError::NoMatch(home.into(), away.into())),
        };
        self.contest.report(id, report)?;
        Ok(id)
    }

    /// Takes back the latest result between two.
    pub fn undo_between(&mut self, home: &str, away: &str) -> Result<MatchId, LeagueError> {
        let (first, second) = self.two(home, away)?;
        let between = |bout: &crate::Bout| {
            bout.players().is_some_and(|pair| pair == (first, second) || pair == (second, first))
        };
        let lines = self.contest.sheet();
        let reported = |line: &&crate::Line| line.outcome.is_some() || line.won != [0, 0];
        let latest = lines.iter().rev().filter(reported).find(|line| between(&line.bout));
        let id = latest.and_then(|line| line.id);
        let id = id.ok_or_else(|| LeagueError::NoResult(home.into(), away.into()))?;
        self.contest.undo(id)?;
        Ok(id)
    }

    fn two(&self, home: &str, away: &str) -> Result<(Player, Player), LeagueError> {
        if home == away {
            return Err(LeagueError::SelfPlay(home.into()));
        }
        Ok((self.player(home)?, self.player(away)?))
    }

    /// Every match that was decided by play, in the order of the sheet.
    #[must_use]
    pub fn games(&self) -> Vec<Game> {
        let decided = self.contest.sheet().into_iter().filter_map(|line| {
            let (home, away) = line.bout.players()?;
            if line.won == [0, 0] && line.outcome != Some(Outcome::Tie) {
                return None;
            }
            Some(Game::new(home.index(), away.index(), line.outcome?))
        });
        decided.collect()
    }

    /// Everybody, best first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let mut book = Book::new(self.announcement.rating, self.contest.players());
        book.play_all(&self.games(), |_, _| {});
        let line = |place: crate::Place| {
            let entrant = self.entrant(place.player).clone();
            Standing {
                rank: place.rank,
                name: entrant.name,
                engine: entrant.engine,
                points: place.points,
                tally: place.tally,
                withdrawn: place.withdrawn,
                rating: book.rating(place.player.index()),
            }
        };
        self.contest.standings().into_iter().map(line).collect()
    }

    /// The rating of everybody over the league, by number.
    #[must_use]
    pub fn curves(&self) -> Vec<Vec<Point>> {
        let mut book = Book::new(self.announcement.rating, self.contest.players());
        let point = |book: &Book, player: usize, after: u32| {
            let Rating { rating, uncertainty, .. } = book.rating(player);
            Point { after, rating, uncertainty }
        };
        let mut curves: Vec<Vec<Point>> =
            (0..self.contest.players()).map(|player| vec![point(&book, player, 0)]).collect();
        let mut after = 0;
        book.play_all(&self.games(), |book, game| {
            after += 1;
            for player in [game.home, game.away] {
                curves[player].push(point(book, player, after));
            }
        });
        curves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::single::Cup;

    fn league(names: &[&str]) -> Result<League, LeagueError> {
        let players = names.iter().map(|&name| Entrant { name: name.into(), engine: None }).collect();
        League::open(Announcement {
            name: "cup".into(),
            format: Plan::SingleElimination(Cup::default()),
            best_of: 1,
            seed: 1,
            game: None,
            rating: System::Elo,
            players,
        })
    }

    #[test]
    fn results_come_in_by_name_and_from_either_side() {
        let mut cup = league(&["ada", "bob", "cyd", "dan"]).expect("a cup");
        cup.report_between("dan", "ada", Outcome::Away).expect("ada meets dan");
        cup.report_between("bob", "cyd", Outcome::Away).expect("bob meets cyd");
        assert_eq!(
            cup.open_matches().iter().map(|m| (m.home.as_str(), m.away.as_str())).collect::<Vec<_>>(),
            [("ada", "cyd")]
        );
        cup.report_between("ada", "cyd", Outcome::Home).expect("the final");
        assert_eq!(cup.standings()[0].name, "ada");
        assert_eq!(cup.standings()[0].rating.matches, 2);
        assert_eq!(cup.curves()[0].len(), 3);
        let id = cup.undo_between("cyd", "ada").expect("the final can be undone");
        assert_eq!(cup.open_matches()[0].id, id);
    }

    #[test]
    fn what_cannot_be_is_refused_by_name_and_changes_nothing() {
        assert_eq!(league(&["ada", "ada"]).err(), Some(LeagueError::Twice("ada".into())));
        assert_eq!(league(&["ada", ""]).err(), Some(LeagueError::Name(String::new())));
        assert_eq!(league(&["ada", "b\nb"]).err(), Some(LeagueError::Name("b\nb".into())));
        let mut cup = league(&["ada", "bob", "cyd", "dan"]).expect("a cup");
        let before = serde_json::to_string(&cup).expect("a value");
        let refused = [
            cup.report_between("ada", "eve", Outcome::Home).unwrap_err().to_string(),
            cup.report_between("ada", "ada", Outcome::Home).unwrap_err().to_string(),
            cup.report_between("ada", "bob", Outcome::Home).unwrap_err().to_string(),
            cup.report_between("ada", "dan", Outcome::Tie).unwrap_err().to_string(),
            cup.undo_between("ada", "dan").unwrap_err().to_string(),
            cup.withdraw("eve").unwrap_err().to_string(),
        ];
        assert_eq!(
            refused,
            [
                "\"eve\" is not in the league",
                "\"ada\" cannot play against themselves",
                "\"ada\" and \"bob\" have no open match",
                "match 0 cannot end in a tie: it needs a tie-break",
                "\"ada\" and \"dan\" have no result to undo",
                "\"eve\" is not in the league",
            ]
        );
        assert_eq!(serde_json::to_string(&cup).expect("a value"), before);
    }

    #[test]
    fn who_did_not_come_is_reported_from_either_side_and_no_game_is_rated() {
        let mut cup = league(&["ada", "bob", "cyd", "dan"]).expect("a cup");
        cup.report_between("dan", "ada", Report::AwayAbsent).expect("ada did not come");
        cup.report_between("bob", "cyd", Report::AwayAbsent).expect("cyd did not come");
        let open = cup.open_matches();
        assert_eq!((open[0].home.as_str(), open[0].away.as_str()), ("dan", "bob"));
        assert!(cup.games().is_empty());
    }

    #[test]
    fn a_league_is_kept_and_read_back_with_its_late_entries() {
        let mut cup = league(&["ada", "bob", "cyd"]).expect("a cup");
        cup.enter(Entrant { name: "dan".into(), engine: Some("mcts:100".into()) }).expect("not begun");
        cup.report_between("ada", "dan", Outcome::Home).expect("they meet");
        assert!(cup.enter(Entrant { name: "eve".into(), engine: None }).is_err(), "a cup has begun");
        let text = serde_json::to_string(&cup).expect("a value");
        let read: League = serde_json::from_str(&text).expect("what was kept can be read");
        assert_eq!(read.standings(), cup.standings());
        assert!(serde_json::from_str::<League>(&text.replace("\"dan\"", "\"ada\"")).is_err());
    }
}
