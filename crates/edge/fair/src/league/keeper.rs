//! The leagues of a world: kept in its folder, one file each, and changed by one thing at a time.
//!
//! A league is first announced and takes entries, then begins. A change is written down before anybody sees it. Between
//! two people the loser's word settles a game at once, and so does the same word of both; a winner's claim, that the other side did not
//! come among them, waits for the other side or the operator. Whoever has a match to play is called, once for each match.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use wold_contest::league::{Announcement, Entrant, League, Waiting};
use wold_contest::{MatchId, Report, draw};

/// Bytes of a league's file.
const LONGEST: u64 = 1 << 28;
/// Leagues of one world.
const MOST_LEAGUES: usize = 200;
/// Entrants of one league.
pub const MOST_ENTRANTS: usize = 256;

/// A league from its announcement on.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    /// People may enter.
    Announced(Announcement),
    /// It is being played, or over.
    Running(Box<League>),
}

#[derive(Clone, Serialize, Deserialize)]
struct Entry {
    stage: Stage,
    /// What one side said of an open match, as seen by the home side.
    claims: BTreeMap<u32, (String, Report)>,
    /// Matches whose players were called.
    called: BTreeSet<u32>,
}

/// Why something is refused, in words for whoever asked.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such league.
    #[error("there is no league {0:?}")]
    NoLeague(String),
    /// It is not the time for that.
    #[error("{0}")]
    Untimely(&'static str),
    /// The league refuses.
    #[error(transparent)]
    League(#[from] wold_contest::league::LeagueError),
    /// Only one's own matches can be reported.
    #[error("{0:?} does not play in that match")]
    Foreign(String),
    /// The folder cannot be written.
    #[error("the league cannot be written down: {0}")]
    Disk(String),
}

/// Somebody who should come to play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Who.
    pub name: String,
    /// What they are told.
    pub words: String,
}

/// All leagues of a world.
pub struct Keeper {
    folder: PathBuf,
    leagues: BTreeMap<String, Entry>,
}

impl Keeper {
    /// Reads what is kept; a file that cannot be read is left alone and said.
    pub fn open(folder: PathBuf) -> Self {
        let mut leagues = BTreeMap::new();
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for file in files.take(4 * MOST_LEAGUES) {
            let path = file.path();
            let Some(id) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".json")) else {
                continue;
            };
            let read = wold_files::read(&path, LONGEST).map_err(|error| error.to_string());
            match read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| error.to_string())) {
                Ok(entry) => drop(leagues.insert(id.to_owned(), entry)),
                Err(error) => tracing::warn!("{} is no league: {error}", path.display()),
            }
        }
        Self { folder, leagues }
    }

    /// A line for each league.
    pub fn list(&self) -> Vec<Value> {
        let line = |(id, entry): (&String, &Entry)| {
            let (announced, players, state) = match &entry.stage {
                Stage::Announced(announced) => (announced, announced.players.len(), "open"),
                Stage::Running(league) => {
                    let state = if league.contest().finished() { "over" } else { "running" };
                    (league.announcement(), league.contest().players(), state)
                }
            };
            json!({
                "id": id, "name": announced.name, "format": announced.format.name(), "players": players,
                "state": state,
            })
        };
        self.leagues.iter().map(line).collect()
    }

    /// All about one league.
    pub fn show(&self, id: &str) -> Result<Value, Refused> {
        let entry = self.entry(id)?;
        Ok(match &entry.stage {
            Stage::Announced(announced) => json!({
                "id": id, "name": announced.name, "format": announced.format.name(), "state": "open",
                "best_of": announced.best_of, "game": announced.game,
                "entrants": announced.players, "standings": [], "open": [], "sheet": null, "ratings": null,
            }),
            Stage::Running(league) => {
                let announced = league.announcement();
                let open: Vec<Value> = league
                    .open_matches()
                    .into_iter()
                    .map(|game| {
                        let claim = entry.claims.get(&game.id.0);
                        let mut line = json!(game);
                        line["claim"] =
                            json!(claim.map(|(by, outcome)| json!({ "by": by, "outcome": outcome })));
                        line
                    })
                    .collect();
                json!({
                    "id": id, "name": announced.name, "format": announced.format.name(),
                    "state": if league.contest().finished() { "over" } else { "running" },
                    "best_of": announced.best_of, "game": announced.game,
                    "entrants": league.entrants().collect::<Vec<_>>(),
                    "standings": league.standings(), "open": open,
                    "sheet": draw::sheet(league), "ratings": draw::curves(league),
                })
            }
        })
    }

    /// Announces a league and gives its name in addresses.
    pub fn announce(&mut self, announced: Announcement) -> Result<String, Refused> {
        if self.leagues.len() >= MOST_LEAGUES {
            return Err(Refused::Untimely("there are too many leagues"));
        }
        if announced.players.len() > MOST_ENTRANTS {
            return Err(Refused::Untimely("these are too many entrants"));
        }
        let mut id: String = announced
            .name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        while self.leagues.contains_key(&id) || id.trim_matches('-').is_empty() {
            id.push('x');
        }
        // The same checks as for a league that begins, with company so that any format can be tried.
        let mut tried = announced.clone();
        tried.players.extend(
            (0..64 - tried.players.len().min(64))
                .map(|n| Entrant { name: format!("\u{b7}{n}"), engine: None }),
        );
        if let Err(error) = League::open(tried) {
            use wold_contest::{ContestError, league::LeagueError};
            // Whether the number suits is seen when it begins.
            if !matches!(error, LeagueError::Desk(ContestError::Players { .. })) {
                return Err(error.into());
            }
        }
        let entry =
            Entry { stage: Stage::Announced(announced), claims: BTreeMap::new(), called: BTreeSet::new() };
        self.put(&id, entry)?;
        Ok(id)
    }

    /// Takes somebody in.
    pub fn enter(&mut self, id: &str, entrant: Entrant) -> Result<(), Refused> {
        self.change(id, |entry| {
            match &mut entry.stage {
                Stage::Announced(announced) => {
                    if announced.players.len() >= MOST_ENTRANTS {
                        return Err(Refused::Untimely("the league is full"));
                    }
                    if announced.players.iter().any(|other| other.name == entrant.name) {
                        return Err(wold_contest::league::LeagueError::Twice(entrant.name).into());
                    }
                    announced.players.push(entrant);
                }
                Stage::Running(league) => drop(league.enter(entrant)?),
            }
            Ok(())
        })
    }

    /// Lets somebody go.
    pub fn withdraw(&mut self, id: &str, name: &str) -> Result<(), Refused> {
        self.change(id, |entry| {
            match &mut entry.stage {
                Stage::Announced(announced) => {
                    let before = announced.players.len();
                    announced.players.retain(|entrant| entrant.name != name);
                    if announced.players.len() == before {
                        return Err(wold_contest::league::LeagueError::Unknown(name.into()).into());
                    }
                }
                Stage::Running(league) => league.withdraw(name)?,
            }
            Ok(())
        })
    }

    /// Begins to play.
    pub fn begin(&mut self, id: &str) -> Result<(), Refused> {
        self.change(id, |entry| {
            let Stage::Announced(announced) = &entry.stage else {
                return Err(Refused::Untimely("the league has begun"));
            };
            entry.stage = Stage::Running(Box::new(League::open(announced.clone())?));
            Ok(())
        })
    }

    /// Takes the operator's word, or an engine's game, for a result.
    pub fn decide(&mut self, id: &str, home: &str, away: &str, report: Report) -> Result<(), Refused> {
        self.change(id, |entry| {
            let league = running(entry)?;
            let game = league.report_between(home, away, report)?;
            entry.claims.remove(&game.0);
            Ok(())
        })
    }

    /// Takes what `by`, who plays in it, says of a match; `true` if that settles the game.
    pub fn claim(&mut self, id: &str, game: MatchId, by: &str, report: Report) -> Result<bool, Refused> {
        let mut settled = false;
        self.change(id, |entry| {
            let league = running(entry)?;
            let open = league.open_matches().into_iter().find(|open| open.id == game);
            let open = open.ok_or(Refused::Untimely("that match is not open"))?;
            if by != open.home && by != open.away {
                return Err(Refused::Foreign(by.into()));
            }
            let lost = if by == open.home { report } else { report.turned() }.is_lost_by_home();
            let agreed =
                entry.claims.get(&game.0).is_some_and(|(other, said)| other != by && *said == report);
            if lost || agreed {
                running(entry)?.report(game, report)?;
                entry.claims.remove(&game.0);
                settled = true;
            } else {
                entry.claims.insert(game.0, (by.into(), report));
            }
            Ok(())
        })?;
        Ok(settled)
    }

    /// Takes back the latest result between two.
    pub fn undo(&mut self, id: &str, home: &str, away: &str) -> Result<(), Refused> {
        self.change(id, |entry| {
            let game = running(entry)?.undo_between(home, away)?;
            entry.claims.remove(&game.0);
            entry.called.remove(&game.0);
            Ok(())
        })
    }

    /// People with a match to play who were not called yet.
    pub fn calls(&mut self, id: &str) -> Vec<Call> {
        let mut calls = Vec::new();
        let noted = self.change(id, |entry| {
            let league = running(entry)?;
            let announced = league.announcement().name.clone();
            let people: BTreeSet<String> = league
                .entrants()
                .filter(|entrant| entrant.engine.is_none())
                .map(|entrant| entrant.name.clone())
                .collect();
            for Waiting { id, home, away, .. } in league.open_matches() {
                if !entry.called.insert(id.0) {
                    continue;
                }
                for (own, other) in [(&home, &away), (&away, &home)] {
                    let words = format!("{announced}: your match against {other} waits. See /league.");
                    calls.extend(people.contains(own).then(|| Call { name: own.clone(), words }));
                }
            }
            Ok(())
        });
        // What could not be noted is called again later, which does less harm than not at all.
        if noted.is_err() {
            calls.clear();
        }
        calls
    }

    /// A running league that has a match between two engines, for whoever plays those.
    pub fn engines_wait(&self) -> Option<(String, League)> {
        self.leagues.iter().find_map(|(id, entry)| {
            let Stage::Running(league) = &entry.stage else { return None };
            let engine = |player| league.entrant(player).engine.is_some();
            let waits = league.contest().next().iter().any(|game| engine(game.home) && engine(game.away));
            waits.then(|| (id.clone(), (**league).clone()))
        })
    }

    fn entry(&self, id: &str) -> Result<&Entry, Refused> {
        self.leagues.get(id).ok_or_else(|| Refused::NoLeague(id.chars().take(60).collect()))
    }

    /// Changes a copy, writes it down, and only then keeps it.
    fn change(
        &mut self,
        id: &str,
        work: impl FnOnce(&mut Entry) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let mut entry = self.entry(id)?.clone();
        work(&mut entry)?;
        self.put(id, entry)
    }

    fn put(&mut self, id: &str, entry: Entry) -> Result<(), Refused> {
        let disk = |error: String| Refused::Disk(error);
        std::fs::create_dir_all(&self.folder).map_err(|error| disk(error.to_string()))?;
        let bytes = serde_json::to_vec(&entry).map_err(|error| disk(error.to_string()))?;
        let path = self.folder.join(format!("{id}.json"));
        wold_files::write_whole(&path, &bytes).map_err(|error| disk(error.to_string()))?;
        self.leagues.insert(id.to_owned(), entry);
        Ok(())
    }
}

fn running(entry: &mut Entry) -> Result<&mut League, Refused> {
    match &mut entry.stage {
        Stage::Running(league) => Ok(league),
        Stage::Announced(_) => Err(Refused::Untimely("the league has not begun")),
    }
}
