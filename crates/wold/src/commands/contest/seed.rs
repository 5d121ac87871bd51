//! `wold contest seed`: brackets.

use super::format::SeedingKind;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::json;
use wold_contest::Player;
use wold_contest::seeding::{Seeding, bracket};

/// Fill a bracket: neighbours meet in the first round.
#[derive(Args)]
#[command(after_help = "Example:\n  wold contest seed --kind standard --players 16 --json")]
pub struct Seed {
    /// Which seeding.
    #[arg(long, value_enum, default_value_t = SeedingKind::Standard)]
    kind: SeedingKind,
    /// How many players, numbered from 0, best first.
    #[arg(long)]
    players: usize,
    /// What a random seeding grows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object; a seat without a player is null.
    #[arg(long)]
    json: bool,
}

impl Seed {
    /// Computes and prints.
    pub fn run(self) -> Result<()> {
        ensure!((1..=1_000_000).contains(&self.players), "{} players are not 1 to 1000000", self.players);
        let seeding = Seeding::from(self.kind);
        let seats = bracket(seeding, self.players, wold_chance::Seed(self.seed));
        if self.json {
            return output::print_json(&json!({ "kind": seeding, "players": self.players, "seats": seats }));
        }
        let name = |seat: &Option<Player>| seat.map_or("bye".into(), |player| player.to_string());
        let lines = seats.chunks(2).map(|pair| pair.iter().map(name).collect::<Vec<_>>().join(" - ") + "\n");
        output::print(&lines.collect::<String>())
    }
}
