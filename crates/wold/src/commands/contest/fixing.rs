//! `wold contest fixing`: which thrown matches would help whom.

use super::format::FormatOptions;
use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_chance::Seed;
use wold_contest::integrity::fixing::fixes;
use wold_contest::results::Results;
use wold_contest::{Outcome, Player};

/// Find matches worth throwing: with who really beats whom, play every contest in which one match is given away.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    wold contest fixing strengths.csv --format hill-climbing --start conservative\n\n\
    The table (home, away, result) says who beats whom when both try; pairs it does not name draw. Players enter in the \
    order they appear.")]
pub struct Fixing {
    /// Who really beats whom.
    results: PathBuf,
    #[command(flatten)]
    format: FormatOptions,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Fixing {
    /// Reads, tries every match and prints.
    pub fn run(self) -> Result<()> {
        let bytes = input::bytes(&self.results, input::TABLE)?;
        let real = Results::parse(&bytes).with_context(|| self.results.display().to_string())?;
        let players = real.names.len();
        ensure!((2..=64).contains(&players), "{players} players are not 2 to 64");
        let between = |home: Player, away: Player| {
            let of = |game: &&wold_contest::results::Game| {
                (game.home, game.away) == (home.index(), away.index())
                    || (game.away, game.home) == (home.index(), away.index())
            };
            match real.games.iter().rev().find(of) {
                None => Outcome::Tie,
                Some(game) if game.home == home.index() => game.outcome,
                Some(game) => game.outcome.turned(),
            }
        };
        let plan = self.format.plan(players);
        let found = fixes(plan, players, Seed(self.seed), between)?;
        let name = |player: Player| &real.names[player.index()];
        if self.json {
            let lines: Vec<Value> = found
                .iter()
                .map(|fix| {
                    json!({
                        "match": fix.thrown, "by": name(fix.by), "to": name(fix.to), "helps": name(fix.helps),
                        "honest": fix.honest, "fixed": fix.fixed,
                    })
                })
                .collect();
            return output::print_json(&json!({ "plan": plan, "players": real.names, "fixes": lines }));
        }
        let line = |fix: &wold_contest::integrity::fixing::Fix| {
            format!(
                "if {} loses to {} on purpose (match {}), {} rises from place {} to {}\n",
                name(fix.by),
                name(fix.to),
                fix.thrown,
                name(fix.helps),
                fix.honest + 1,
                fix.fixed + 1
            )
        };
        let text: String = found.iter().map(line).collect();
        output::print(if text.is_empty() { "no single thrown match helps anybody else\n" } else { &text })
    }
}
