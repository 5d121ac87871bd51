//! A game in the terminal.

use super::{clock, seconds, table};
use crate::commands::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::io::BufRead;
use std::time::Duration;
use wold_arena::players::Engine;
use wold_arena::table::{Table, ending_words, side_name};
use wold_arena::{Budget, Side, Turn};
use wold_chance::Seed;

/// Who plays a side.
#[derive(Clone, Debug)]
enum Player {
    Human,
    Engine(Engine),
}

fn player(text: &str) -> Result<Player> {
    if text == "human" { Ok(Player::Human) } else { Ok(Player::Engine(text.parse()?)) }
}

/// A game in the terminal.
#[derive(Args)]
pub struct Terminal {
    /// The game, such as connect-four or noughts:4,3.
    #[arg(required = true)]
    game: Option<String>,
    /// Who begins: human or an engine.
    #[arg(long, default_value = "human")]
    a: String,
    /// The other: human or an engine.
    #[arg(long)]
    b: Option<String>,
    /// Begin from this position.
    #[arg(long)]
    position: Option<String>,
    /// Seconds an engine may think about a move, at most.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Terminal {
    /// Plays to the end, or until somebody quits.
    pub fn run(&self) -> Result<()> {
        let game = self.game.as_deref().context("name a game; `wold play games` lists them")?;
        let mut table = table(game, self.position.as_deref(), None)?;
        let usual = table.engines().into_iter().nth(1).unwrap_or_else(|| "random".into());
        let players =
            [player(&self.a).context("--a")?, player(self.b.as_deref().unwrap_or(&usual)).context("--b")?];
        seconds(self.seconds)?;
        let mut input = std::io::stdin().lock().lines();
        loop {
            output::print(&table.board().draw())?;
            let Some(turn) = table.turn() else { break };
            let Turn::Of(side) = turn else {
                if let Some(fallen) = table.roll(Seed(self.seed)) {
                    output::print(&format!("dice: {fallen}\n"))?;
                }
                continue;
            };
            match &players[side.index()] {
                Player::Engine(engine) => self.think(&mut *table, engine, side)?,
                Player::Human => {
                    if !ask(&mut *table, side, &mut input)? {
                        return output::print("the game is left\n");
                    }
                }
            }
        }
        output::print(&format!("{}\n", ending_words(table.result().unwrap_or(0))))
    }

    fn think(&self, table: &mut dyn Table, engine: &Engine, side: Side) -> Result<()> {
        let seed = Seed(self.seed).child("move", &[table.history().len() as u64]);
        let mut thinking = table.think(engine, seed)?;
        let clock = clock();
        let limit = Duration::from_secs_f64(self.seconds);
        while clock() < limit {
            let slice = Budget::time(limit.saturating_sub(clock()), clock.clone());
            if !thinking.step(&slice) {
                break;
            }
        }
        let thought = thinking.thought();
        if thought.moves.is_empty() {
            bail!("{engine} finds no move");
        }
        output::print(&format!(
            "{} ({engine}): {}\n  {}\n",
            side_name(side),
            thought.moves.join(" "),
            thought.why
        ))?;
        for chosen in &thought.moves {
            table.play(chosen)?;
        }
        Ok(())
    }
}

/// Asks until a legal move comes; false when the person leaves.
fn ask(
    table: &mut dyn Table,
    side: Side,
    input: &mut impl Iterator<Item = std::io::Result<String>>,
) -> Result<bool> {
    loop {
        output::print(&format!("{}, your move (? lists them, quit leaves): ", side_name(side)))?;
        let Some(line) = input.next() else { return Ok(false) };
        let line = line.context("cannot read stdin")?;
        match line.trim() {
            "" => {}
            "quit" | "q" => return Ok(false),
            "?" => {
                let names: Vec<String> = table.legal().into_iter().map(|legal| legal.name).collect();
                output::print(&format!("{}\n", names.join(" ")))?;
            }
            name => match table.play(name) {
                Ok(()) => return Ok(true),
                Err(error) => output::print(&format!("{error}\n"))?,
            },
        }
    }
}
