//! `wold contest run`: a league from its announcement to its champion.

use crate::commands::{input, output};
use crate::games::GAMES;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_contest::league::{Announcement, Entrant, League};
use wold_contest::results::Results;
use wold_contest::{Report, draw};
use wold_fair::{Hall, play_open};

const EXAMPLES: &str = "Examples:
  wold contest run worlds/leagues/four-in-a-row.toml           engines play, two cores at a time
  wold contest run cup.toml --report ada,bob,home              hand in a result
  wold contest run cup.toml --report ada,bob,away-absent       bob did not come
  wold contest run cup.toml --results results.csv --svg b.svg  hand in a table, draw the bracket

The state is kept beside the announcement (cup.toml.state.json) after every match; the same command goes on from there.";

/// Run a league: engines play their matches, people's results are handed in.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Run {
    /// The announcement: name, format, players (see worlds/leagues/).
    announcement: PathBuf,
    /// Where the state is kept; beside the announcement by default.
    #[arg(long)]
    state: Option<PathBuf>,
    /// Hand in a game: HOME,AWAY,RESULT with home, away or tie, or who did not come: home-absent, away-absent or both-absent. Can be given
    /// several times.
    #[arg(long, value_name = "HOME,AWAY,RESULT")]
    report: Vec<String>,
    /// Hand in a table with the columns home, away and result. All of it is taken or nothing.
    #[arg(long, value_name = "CSV")]
    results: Option<PathBuf>,
    /// Take back the latest result between two: HOME,AWAY.
    #[arg(long, value_name = "HOME,AWAY")]
    undo: Vec<String>,
    /// Take in somebody late: NAME or NAME=ENGINE.
    #[arg(long, value_name = "NAME[=ENGINE]")]
    enter: Vec<String>,
    /// Let somebody go.
    #[arg(long, value_name = "NAME")]
    withdraw: Vec<String>,
    /// Draw all rounds.
    #[arg(long, value_name = "SVG")]
    svg: Option<PathBuf>,
    /// Draw the ratings.
    #[arg(long, value_name = "SVG")]
    ratings: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Run {
    /// Opens or resumes, takes what is handed in, lets engines play, and prints.
    pub fn run(self) -> Result<()> {
        let text = input::text(&self.announcement, input::SETTINGS)?;
        let announced: Announcement = input::settings(&self.announcement, &text)?;
        let state = self.state.clone().unwrap_or_else(|| {
            let mut path = self.announcement.clone().into_os_string();
            path.push(".state.json");
            path.into()
        });
        let mut league = self.resume(&state, announced)?;
        let hall = Hall::new(&league, GAMES)?;
        self.hand_in(&mut league)?;
        output::write_whole(&state, &serde_json::to_vec(&league)?)?;
        let bar = output::progress(0, "matches");
        while play_open(&hall, &mut league, |league| {
            bar.inc(1);
            output::write_whole(&state, &serde_json::to_vec(league)?)
        })? {}
        bar.finish_and_clear();
        for (path, drawn) in [(&self.svg, draw::sheet(&league)), (&self.ratings, draw::curves(&league))] {
            if let Some(path) = path {
                output::write_whole(path, drawn.as_bytes())?;
            }
        }
        self.print(&league)
    }

    fn resume(&self, state: &std::path::Path, announced: Announcement) -> Result<League> {
        if !state.exists() {
            return League::open(announced).with_context(|| self.announcement.display().to_string());
        }
        // A state that is there but cannot be read is not begun anew over it.
        let bytes = input::bytes(state, input::TABLE)?;
        let league: League =
            serde_json::from_slice(&bytes).with_context(|| format!("{} is damaged", state.display()))?;
        ensure!(
            *league.announcement() == announced,
            "{} is the state of another announcement; remove it or name another --state",
            state.display()
        );
        Ok(league)
    }

    fn hand_in(&self, league: &mut League) -> Result<()> {
        for text in &self.undo {
            let (home, away) = text.split_once(',').context("--undo takes HOME,AWAY")?;
            league.undo_between(home.trim(), away.trim()).with_context(|| format!("--undo {text}"))?;
        }
        for text in &self.enter {
            let (name, engine) =
                text.split_once('=').map_or((text.as_str(), None), |(n, e)| (n, Some(e.into())));
            league.enter(Entrant { name: name.into(), engine }).with_context(|| format!("--enter {text}"))?;
        }
        if let Some(path) = &self.results {
            let bytes = input::bytes(path, input::TABLE)?;
            take_table(league, &bytes).with_context(|| path.display().to_string())?;
        }
        for text in &self.report {
            let ([home, away], report) = read_report(text).with_context(|| format!("--report {text}"))?;
            league.report_between(&home, &away, report).with_context(|| format!("--report {text}"))?;
        }
        for name in &self.withdraw {
            league.withdraw(name).with_context(|| format!("--withdraw {name}"))?;
        }
        Ok(())
    }

    fn print(&self, league: &League) -> Result<()> {
        let announced = league.announcement();
        let contest = league.contest();
        if self.json {
            return output::print_json(&json!({
                "name": announced.name, "format": announced.format, "players": contest.players(),
                "finished": contest.finished(), "rounds": contest.rounds(), "matches": contest.matches(),
                "open": league.open_matches(), "standings": league.standings(),
            }));
        }
        let mut text = format!(
            "{}: {}, {} players, {} matches played\n",
            announced.name,
            announced.format.name(),
            contest.players(),
            contest.matches()
        );
        for place in league.standings() {
            let points = place.points.map_or(String::new(), |points| format!("  {points} points"));
            let gone = if place.withdrawn { "  withdrew" } else { "" };
            text += &format!(
                "{:>4}. {:<24}{points}  {}-{}-{}  {:.0}{gone}\n",
                place.rank + 1,
                place.name,
                place.tally.wins,
                place.tally.ties,
                place.tally.losses,
                place.rating.rating
            );
        }
        for game in league.open_matches() {
            text += &format!("waits: {} against {} (round {})\n", game.home, game.away, game.round + 1);
        }
        output::print(&text)
    }
}

/// Reads `HOME,AWAY,RESULT`, names as in CSV.
fn read_report(text: &str) -> Result<([String; 2], Report)> {
    const USAGE: &str = "HOME,AWAY,RESULT with home, away, tie, home-absent, away-absent or both-absent";
    let (names, said) = text.rsplit_once(',').context(USAGE)?;
    let absent = match said.trim() {
        "home-absent" => Some(Report::HomeAbsent),
        "away-absent" => Some(Report::AwayAbsent),
        "both-absent" => Some(Report::BothAbsent),
        _ => None,
    };
    let said = if absent.is_some() { "tie" } else { said };
    let read = Results::parse(format!("home,away,result\n{names},{said}\n").as_bytes());
    let Results { names, games, .. } = read.map_err(|error| {
        // There is one row, and nobody has seen it.
        let reason = error.to_string();
        anyhow::anyhow!("{}", reason.split_once(": ").map_or(USAGE, |(_, reason)| reason))
    })?;
    let game = games.first().context(USAGE)?;
    Ok(([names[game.home].clone(), names[game.away].clone()], absent.unwrap_or(game.outcome.into())))
}

/// Takes a whole table of results, or none of it.
fn take_table(league: &mut League, bytes: &[u8]) -> Result<()> {
    let results = Results::parse(bytes)?;
    let mut tried = league.clone();
    for (number, game) in results.games.iter().enumerate() {
        let (home, away) = (&results.names[game.home], &results.names[game.away]);
        tried
            .report_between(home, away, game.outcome)
            .with_context(|| format!("row {}", results.rows[number]))?;
    }
    *league = tried;
    Ok(())
}
