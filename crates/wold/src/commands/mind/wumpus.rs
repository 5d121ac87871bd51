//! `wold mind wumpus`: many hunts.

use crate::commands::output;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::json;
use wold_chance::{Seed, Stream};
use wold_mind::wumpus::{Cave, HuntRules, Hunter, MapConfig, MapHunter, OddsHunter, Shape, Tally, hunt};

/// Hunts the wumpus many times.
#[derive(Args)]
#[command(after_help = "Example: wold mind wumpus --games 20000 --seed 1 --shoot 2 --visited 2")]
pub struct Wumpus {
    /// Hunts.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The hunter: maps (of influence) or odds.
    #[arg(long, default_value = "maps")]
    hunter: String,
    /// Influence of the wumpus from which the hunter with maps shoots.
    #[arg(long, default_value_t = 2.0)]
    shoot: f64,
    /// What a visit multiplies the repulsion of a room by.
    #[arg(long, default_value_t = 2.0)]
    visited: f64,
    /// Go for the least visited room every so many turns; 0 for never.
    #[arg(long, default_value_t = 0)]
    escape_after: u32,
    /// The cave: dodecahedron, grid:N, torus:N or moebius:N.
    #[arg(long, default_value = "dodecahedron")]
    cave: String,
    /// Wumpus and bats move each turn.
    #[arg(long)]
    stirs: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Wumpus {
    fn shape(&self) -> Result<Shape> {
        if self.cave == "dodecahedron" {
            return Ok(Shape::Dodecahedron);
        }
        let known =
            || format!("there is no cave {:?}: dodecahedron, grid:N, torus:N or moebius:N", self.cave);
        let (kind, size) = self.cave.split_once(':').with_context(known)?;
        let size: usize = size.parse().with_context(known)?;
        ensure!((3..=20).contains(&size), "a cave is 3 to 20 rooms wide, not {size}");
        match kind {
            "grid" => Ok(Shape::Grid(size)),
            "torus" => Ok(Shape::Torus(size)),
            "moebius" => Ok(Shape::Moebius(size)),
            _ => bail!(known()),
        }
    }

    /// Hunts and prints.
    pub fn run(self) -> Result<()> {
        let doors = self.shape()?.doors();
        ensure!((1..=10_000_000).contains(&self.games), "1 to 10000000 games");
        ensure!(self.shoot > 0.0 && self.visited >= 1.0, "--shoot must be above 0 and --visited at least 1");
        if !matches!(self.hunter.as_str(), "maps" | "odds") {
            bail!("there is no hunter {:?}: maps or odds", self.hunter);
        }
        let rules = HuntRules { stirs: self.stirs, ..HuntRules::default() };
        let config = MapConfig {
            shoot: self.shoot,
            visited: self.visited,
            escape_after: self.escape_after,
            fades: self.stirs,
        };
        let bar = output::progress(self.games, "hunting");
        let mut tally = Tally::default();
        for game in 0..self.games {
            let mut stream = Stream::named(Seed(self.seed), "wumpus", &[game]);
            let mut cave = Cave::random(doors.clone(), 2, 2, &mut stream);
            let mut hunter: Box<dyn Hunter> = match self.hunter.as_str() {
                "odds" => Box::new(OddsHunter::new(doors.len())),
                _ => Box::new(MapHunter::new(doors.len(), config)),
            };
            tally.count(hunt(&mut cave, &mut *hunter, rules, &mut stream, &mut |_, _| {}));
            if game % 256 == 0 {
                bar.set_position(game);
            }
        }
        bar.finish_and_clear();
        let rate = |n: u64| n as f64 / self.games as f64;
        if self.json {
            return output::print_json(&json!({
                "games": self.games, "won": rate(tally.won), "eaten": rate(tally.eaten), "fell": rate(tally.fell),
                "stuck": rate(tally.stuck),
            }));
        }
        output::print(&format!(
            "won {:.4}, eaten {:.4}, fell {:.4}, stuck {:.4} of {} hunts\n",
            rate(tally.won),
            rate(tally.eaten),
            rate(tally.fell),
            rate(tally.stuck),
            self.games
        ))
    }
}
