//! `wold play conquero`: bots at war, without a world around them.

use crate::commands::history::played;
use crate::commands::{input, output};
use anyhow::{Context, Error, Result, anyhow, ensure};
use clap::Args;
use clap::builder::PossibleValuesParser;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use wold_arena::players::score::Tally;
use wold_chance::Seed;
use wold_conquero::bots::{self, Kind, Skill};
use wold_conquero::science::LogWriter;
use wold_conquero::{Event, Map, Match, MatchConfig, MatchResult, Rulebook};

const EXAMPLES: &str = "Examples:
  wold play conquero --bots tactician:4,simple:4 --minutes 10 --games 20 --json
  wold play conquero --bots simple:4,simple:4,simple:4,simple:4,simple:4 --minutes 68

Sides change from game to game, so no team has the luck of its place. The same seed gives the same games.";

/// Let teams of bots fight for command centres, faster than real time, with win rates.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Conquero {
    /// The teams: KIND:MEMBERS, parted by commas; kinds are random, simple, chooser, learned, experiment and
    /// tactician.
    #[arg(long, default_value = "tactician:4,simple:4")]
    bots: String,
    /// The time limit of a game.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// How many games.
    #[arg(long, default_value_t = 20)]
    games: u32,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How good the bots are with their hands.
    #[arg(long, default_value = "fair", value_parser = PossibleValuesParser::new(Skill::NAMES))]
    skill: String,
    /// A map instead of the classic one.
    #[arg(long)]
    map: Option<PathBuf>,
    /// Rules instead of the usual ones.
    #[arg(long)]
    rules: Option<PathBuf>,
    /// A tree that choosers or the learned follow, grown by `wold history train`. Can be given for each.
    #[arg(long, value_name = "TOML")]
    tree: Vec<PathBuf>,
    /// A war that bots of the kind experiment repeat: a log, or a world's folder.
    #[arg(long, value_name = "LOG")]
    replay: Option<PathBuf>,
    /// Write the first game down, for `wold history analyse` and `train`.
    #[arg(long, value_name = "LOG")]
    log: Option<PathBuf>,
    /// Steps between two places of everybody in that log; there are 20 in a second.
    #[arg(long, default_value_t = 4)]
    log_every: u64,
    /// Go on after one team holds everything.
    #[arg(long)]
    endless: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// A team as it was asked for.
struct Team {
    name: String,
    kind: Kind,
    members: usize,
}

/// Counts over all games of one team.
#[derive(Clone, Copy, Default)]
struct Record {
    wins: u32,
    score: f64,
}

impl Record {
    /// Games won, and those not won.
    fn wins_of(&self, games: u32) -> Tally {
        Tally { wins: self.wins, draws: 0, losses: games - self.wins }
    }
}

impl Conquero {
    /// Plays all games and prints.
    pub fn run(&self) -> Result<()> {
        ensure!((1..=1_000_000).contains(&self.games), "{} games are not 1 to 1000000", self.games);
        ensure!(
            self.minutes > 0.0 && self.minutes <= 10_000.0,
            "{} minutes are not 0 to 10000",
            self.minutes
        );
        let teams = self.teams()?;
        let config = self.config()?;
        bots::check(teams.iter().map(|team| team.kind), &config.school).map_err(Error::msg)?;
        let bar = output::progress(self.games.into(), "games");
        let start = Instant::now();
        let play = |game: u32| -> Result<MatchResult> {
            // Teams change places from game to game; the result is turned back.
            let turned = game as usize % teams.len();
            let seated: Vec<Vec<Kind>> = (0..teams.len())
                .map(|seat| &teams[(seat + turned) % teams.len()])
                .map(|t| vec![t.kind; t.members])
                .collect();
            let seed = Seed(self.seed).child("conquero.game", &[game.into()]);
            let fight = Match::new(&MatchConfig { teams: seated, ..config.clone() }, seed)?;
            let mut result = match &self.log {
                Some(path) if game == 0 => self.write_down(fight, path)?,
                _ => fight.play(),
            };
            result.scores.rotate_right(turned);
            let unturn = |team: wold_conquero::TeamId| (team.0 as usize + turned) % teams.len();
            result.winner = result.winner.map(|team| wold_conquero::TeamId(unturn(team) as u8));
            bar.inc(1);
            Ok(result)
        };
        let results: Vec<MatchResult> = (0..self.games).into_par_iter().map(play).collect::<Result<_>>()?;
        bar.finish_and_clear();
        self.print(&teams, &results, start.elapsed().as_secs_f64())
    }

    /// Plays and writes a log beside.
    fn write_down(&self, mut game: Match, path: &std::path::Path) -> Result<MatchResult> {
        let mut writer = LogWriter::new(&game.war, self.log_every);
        while let Some(events) = game.step().map(<[Event]>::to_vec) {
            writer.note(&game.war, &events);
        }
        output::write_whole(path, writer.finish().as_bytes())?;
        Ok(game.result())
    }

    fn teams(&self) -> Result<Vec<Team>> {
        let asked = bots::teams(&self.bots).map_err(|reason| anyhow!("--bots: {reason}"))?;
        ensure!(asked.len() >= 2, "--bots {}: a war needs two teams at least", self.bots);
        let team = |(kind, members): (Kind, usize)| Team { name: kind.name().into(), kind, members };
        let mut teams: Vec<Team> = asked.into_iter().map(team).collect();
        for at in 0..teams.len() {
            if teams.iter().filter(|other| other.kind == teams[at].kind).count() > 1 {
                teams[at].name = format!("{} {}", teams[at].kind.name(), at + 1);
            }
        }
        Ok(teams)
    }

    fn config(&self) -> Result<MatchConfig> {
        let map = match &self.map {
            Some(path) => Map::parse(&input::text(path, input::SETTINGS)?)
                .with_context(|| path.display().to_string())?,
            None => Map::classic(),
        };
        let rules = match &self.rules {
            Some(path) => {
                let parsed = Rulebook::parse(&input::text(path, input::SETTINGS)?);
                parsed.map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?
            }
            None => Rulebook::default(),
        };
        Ok(MatchConfig {
            school: played::school(&self.tree, self.replay.as_deref(), &map)?,
            map: Arc::new(map),
            rules: Arc::new(rules),
            skill: self.skill.parse().map_err(Error::msg)?,
            minutes: self.minutes,
            conquest_ends: !self.endless,
            teams: Vec::new(),
        })
    }

    fn print(&self, teams: &[Team], results: &[MatchResult], seconds: f64) -> Result<()> {
        let mut records = vec![Record::default(); teams.len()];
        for result in results {
            for (record, score) in records.iter_mut().zip(&result.scores) {
                record.score += score / results.len() as f64;
            }
            if let Some(winner) = result.winner {
                records[winner.0 as usize].wins += 1;
            }
        }
        let played: f64 = results.iter().map(|result| result.seconds).sum();
        let speed = played / seconds.max(1e-9);
        let mean = |count: fn(&MatchResult) -> u32| {
            results.iter().map(|result| f64::from(count(result))).sum::<f64>() / results.len() as f64
        };
        let (captures, hurts, kills) = (mean(|r| r.captures), mean(|r| r.hurts), mean(|r| r.kills));
        if self.json {
            let lines: Vec<Value> = teams
                .iter()
                .zip(&records)
                .map(|(team, record)| {
                    let (low, high) = record.wins_of(self.games).interval();
                    json!({
                        "team": team.name, "members": team.members, "wins": record.wins,
                        "win_rate": f64::from(record.wins) / f64::from(self.games), "interval": [low, high],
                        "mean_score": record.score,
                    })
                })
                .collect();
            return output::print_json(&json!({
                "games": self.games, "minutes": self.minutes, "seed": self.seed, "teams": lines,
                "captures": captures, "hurts": hurts, "kills": kills, "times_real_time": speed,
            }));
        }
        let mut text = String::new();
        for (team, record) in teams.iter().zip(&records) {
            let (low, high) = record.wins_of(self.games).interval();
            text += &format!(
                "{:<14} {:>4} of {} won ({:.0} to {:.0} %, 95 % sure), mean score {:.0}\n",
                team.name,
                record.wins,
                self.games,
                100.0 * low,
                100.0 * high,
                record.score
            );
        }
        text += &format!(
            "a game: {captures:.0} captures, {hurts:.0} hits, {kills:.0} deaths; {speed:.0} times as fast as real time\n"
        );
        output::print(&text)
    }
}
