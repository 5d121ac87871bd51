//! `wold play`: board games and engines.

mod bench;
mod conquero;
mod contest;
mod ladder;
mod parlour;
mod perft;
mod solve;
mod study;
mod terminal;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wold_arena::games::muster::units::UnitSet;
use wold_arena::table::{GAMES, Table, open};
use wold_arena::{Budget, Clock};

const EXAMPLES: &str = "Examples:
  wold play connect-four --b mcts:2000           you against the machine
  wold play othello --a alphabeta:5 --b mcts:500  watch two engines
  wold play solve noughts --json                 the exact value
  wold play conquero --bots tactician:4,simple:4 --games 20
  wold play gong --peers 4 --link continent      2n-Gong in lockstep over a bad network
  wold play match connect-four --a mcts:1000 --b alphabeta:6 --games 200

Games take numbers after a colon (noughts:4,3); `wold play games` lists them.";

/// Play board games, solve them, and let engines meet.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub struct Play {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    terminal: terminal::Terminal,
}

#[derive(Subcommand)]
enum Command {
    /// List the games.
    Games(Games),
    /// Find the exact value of a game or a position.
    Solve(solve::Solve),
    /// Count move sequences of a length.
    Perft(perft::Perft),
    /// Let two engines meet, mirrored, with a confidence interval.
    Match(contest::Contest),
    /// Everybody against everybody: the table of the portfolio game's players.
    Ladder(ladder::Ladder),
    /// Let teams of bots fight for command centres.
    Conquero(conquero::Conquero),
    /// Let bots play 2n-Gong, alone or in lockstep over a network in a box.
    Gong(parlour::Parlour),
    /// Let bots play Amaze, two teams in a maze.
    Amaze(parlour::Parlour),
    /// Let bots guess numbers.
    Guess(parlour::Parlour),
    /// Let bots play Pong, two who see each other late.
    Pong(parlour::Parlour),
    /// Measure searches on this machine.
    Bench(bench::Bench),
    /// Show what looking ahead does wrong: the horizon, odd and even depths, pathology.
    Study(study::Study),
}

/// List the games.
#[derive(Args)]
struct Games {
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Games {
    fn run(&self) -> Result<()> {
        if self.json {
            let games: Vec<Value> =
                GAMES.iter().map(|game| json!({ "name": game.name, "about": game.about })).collect();
            return super::output::print_json(&json!({ "games": games }));
        }
        let lines: Vec<String> =
            GAMES.iter().map(|game| format!("{:15} {}\n", game.name, game.about)).collect();
        super::output::print(&lines.concat())
    }
}

impl Play {
    /// Runs the chosen subcommand, or a game in the terminal.
    pub fn run(self) -> Result<()> {
        match self.command {
            None => self.terminal.run(),
            Some(Command::Games(games)) => games.run(),
            Some(Command::Solve(solve)) => solve.run(),
            Some(Command::Perft(perft)) => perft.run(),
            Some(Command::Match(contest)) => contest.run(),
            Some(Command::Ladder(ladder)) => ladder.run(),
            Some(Command::Conquero(conquero)) => conquero.run(),
            Some(Command::Gong(parlour)) => parlour.run("gong"),
            Some(Command::Amaze(parlour)) => parlour.run("amaze"),
            Some(Command::Guess(parlour)) => parlour.run("guess"),
            Some(Command::Pong(parlour)) => parlour.run("pong"),
            Some(Command::Bench(bench)) => bench.run(),
            Some(Command::Study(study)) => study.run(),
        }
    }
}

/// The clock searches are given.
fn clock() -> Clock {
    let birth = Instant::now();
    Arc::new(move || birth.elapsed())
}

/// So long by the wall clock.
fn seconds(limit: f64) -> Result<Budget> {
    anyhow::ensure!((0.0..=86_400.0).contains(&limit), "{limit} seconds are not between 0 and 86400");
    Ok(Budget::time(Duration::from_secs_f64(limit), clock()))
}

/// Reads units from a file, if one is given.
fn units(path: Option<&Path>) -> Result<Option<UnitSet>> {
    let Some(path) = path else { return Ok(None) };
    let text = super::input::text(path, super::input::SETTINGS)?;
    UnitSet::read(&text).map(Some).map_err(|error| anyhow::anyhow!("{}, {error}", path.display()))
}

/// Opens a game, at a position and after moves if they are given.
fn table(game: &str, position: Option<&str>, moves: Option<&str>) -> Result<Box<dyn Table>> {
    let mut table = open(game, None)?;
    if let Some(text) = position {
        table.set_position(text)?;
    }
    for (number, name) in moves.into_iter().flat_map(|list| list.split([',', ' '])).enumerate() {
        if !name.is_empty() {
            table.play(name).with_context(|| format!("move {}", number + 1))?;
        }
    }
    Ok(table)
}
