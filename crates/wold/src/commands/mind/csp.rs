//! `wold mind csp`: n queens and monkey puzzles.

use super::read;
use crate::commands::output;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use wold_mind::csp::{Monkey, Queens, Solutions, count, first};

/// Solves n queens or a monkey puzzle.
#[derive(Args)]
#[command(
    after_help = "Example: wold mind csp queens:8\n         wold mind csp monkey crates/minds/mind/data/reason/monkey.txt"
)]
pub struct Csp {
    /// `queens:N`, or `monkey` with a file.
    puzzle: String,
    /// The tiles of a monkey puzzle.
    file: Option<PathBuf>,
    /// Choices to try before giving up.
    #[arg(long, default_value_t = 50_000_000)]
    choices: u64,
    /// Stop at the first solution.
    #[arg(long)]
    first: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Boards kept to find those that differ.
const MOST_BOARDS: usize = 100_000;

impl Csp {
    /// Solves and prints.
    pub fn run(self) -> Result<()> {
        if let Some(n) = self.puzzle.strip_prefix("queens:") {
            let n: usize = n.parse().with_context(|| format!("{n:?} is not a number"))?;
            ensure!((1..=64).contains(&n), "a board has 1 to 64 columns, not {n}");
            let (mut different, mut all) = (BTreeSet::new(), true);
            let queens = Queens(n);
            let found = if self.first {
                first(&queens, self.choices)
            } else {
                count(&queens, self.choices, &mut |board| {
                    if different.len() < MOST_BOARDS {
                        different.insert(queens.standing(board));
                    } else {
                        all &= different.contains(&queens.standing(board));
                    }
                })
            };
            return self.print(&found, (!self.first).then_some((different.len(), all)), n);
        }
        if self.puzzle != "monkey" {
            bail!("there is no puzzle {:?}: queens:N or monkey FILE", self.puzzle);
        }
        let path = self.file.as_ref().context("a monkey puzzle needs a file of tiles")?;
        let puzzle = Monkey::parse(&read(path)?).with_context(|| path.display().to_string())?;
        let found =
            if self.first { first(&puzzle, self.choices) } else { count(&puzzle, self.choices, &mut |_| {}) };
        self.print(&found, None, puzzle.size().0)
    }

    fn print(&self, found: &Solutions, different: Option<(usize, bool)>, width: usize) -> Result<()> {
        if self.json {
            return output::print_json(&json!({
                "solutions": found.count, "different": different.map(|(n, _)| n), "first": found.first,
                "choices": found.choices,
                // A search for the first alone did not see all; neither did one whose boards were not all kept.
                "complete": found.is_complete && different.is_none_or(|(_, all)| all),
            }));
        }
        let mut out = format!("{} solutions", found.count);
        if let Some((n, all)) = different {
            out += &format!(", {}{n} essentially different", if all { "" } else { "more than " });
        }
        out += &format!(", {} choices{}\n", found.choices, if found.is_complete { "" } else { ", gave up" });
        for row in found.first.iter().flat_map(|first| first.chunks(width.max(1))) {
            out += &row.iter().map(|value| format!("{value:>3}")).collect::<String>();
            out += "\n";
        }
        output::print(&out)
    }
}
