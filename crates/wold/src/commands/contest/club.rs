//! `wold contest club`: a ladder that never ends.

use crate::commands::{input, output};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use wold_contest::Outcome;
use wold_contest::club::{Club, ClubRules};

const EXAMPLES: &str = "Examples:
  wold contest club ladder.json --enter ada --enter bob --enter cyd
  wold contest club ladder.json --challenge cyd,ada,won
  wold contest club ladder.json --challenge bob,ada,declined
  wold contest club ladder.json --split second.json        and --join second.json brings them together again

What is asked for is done in this order: join, enter, challenge, leave, split; all of it or nothing.";

/// Keep a club's ladder in a file: challenges, declines, people who come and go.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct KeepClub {
    /// The ladder; a new one if there is no such file.
    file: PathBuf,
    /// Take somebody in, at the bottom.
    #[arg(long, value_name = "NAME")]
    enter: Vec<String>,
    /// A challenge and what became of it: won, lost, tied or declined.
    #[arg(long, value_name = "CHALLENGER,HOLDER,RESULT")]
    challenge: Vec<String>,
    /// Let somebody go.
    #[arg(long, value_name = "NAME")]
    leave: Vec<String>,
    /// Take another ladder in, rank by rank in turn.
    #[arg(long, value_name = "FILE")]
    join: Option<PathBuf>,
    /// Put every second rank into a new ladder.
    #[arg(long, value_name = "FILE")]
    split: Option<PathBuf>,
    /// Rules of a new ladder: how many ranks up one may challenge.
    #[arg(long, default_value_t = ClubRules::default().reach)]
    reach: usize,
    /// Rules of a new ladder: winners push everybody between down, instead of swapping.
    #[arg(long)]
    push: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

fn read(path: &Path) -> Result<Club> {
    let bytes = input::bytes(path, input::SETTINGS)?;
    serde_json::from_slice(&bytes).with_context(|| format!("{} is no ladder", path.display()))
}

impl KeepClub {
    /// Does what is asked and prints the ladder.
    pub fn run(self) -> Result<()> {
        let mut club = match self.file.exists() {
            true => read(&self.file)?,
            false => Club::new(ClubRules { reach: self.reach, push: self.push, ..ClubRules::default() }, [])?,
        };
        if let Some(path) = &self.join {
            club = club.join(read(path)?)?;
        }
        for name in &self.enter {
            club.enter(name.clone())?;
        }
        for text in &self.challenge {
            challenge(&mut club, text).with_context(|| format!("--challenge {text}"))?;
        }
        for name in &self.leave {
            club.leave(name)?;
        }
        if let Some(path) = &self.split {
            let (own, other) = club.split();
            club = own;
            output::write_whole(path, &serde_json::to_vec(&other)?)?;
        }
        output::write_whole(&self.file, &serde_json::to_vec(&club)?)?;
        if self.json {
            return output::print_json(&json!({ "ranks": club.names().collect::<Vec<_>>() }));
        }
        let line =
            |(rank, name): (usize, Option<&str>)| format!("{:>4}. {}\n", rank + 1, name.unwrap_or("–"));
        output::print(&club.names().enumerate().map(line).collect::<String>())
    }
}

fn challenge(club: &mut Club, text: &str) -> Result<()> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let [challenger, holder, result] = parts[..] else { bail!("CHALLENGER,HOLDER,RESULT is wanted") };
    // The holder is at home.
    let outcome = match result {
        "won" => Outcome::Away,
        "lost" => Outcome::Home,
        "tied" => Outcome::Tie,
        "declined" => {
            club.decline(challenger, holder)?;
            return Ok(());
        }
        _ => bail!("{result:?} is no result: won, lost, tied or declined"),
    };
    Ok(club.report(challenger, holder, outcome)?)
}
