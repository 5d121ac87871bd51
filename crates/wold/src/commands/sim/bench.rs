//! `wold sim bench`: how long a step takes at the sizes of the tables in the literature. The procedures of weather are one pass, so they are timed together.

use super::people::deeds;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::time::Instant;
use wold_chance::Seed;
use wold_conquero::Map;
use wold_fields::engine::{Engine, Layout, System, TilePos};
use wold_fields::land;
use wold_fields::reputation::Reputation;
use wold_fields::rules::FieldRules;
use wold_fields::stencil::Lattice;
use wold_fields::traffic::Traffic;
use wold_fields::travel::{Movement, Walkers};
use wold_fields::weather::Weather;
use wold_space::DVec2;
use wold_space::grid::Rim;

/// Time weather and reputation at several sizes.
#[derive(Args)]
#[command(after_help = "Example:\n  wold sim bench --steps 200 --threads 1")]
pub struct Bench {
    /// Steps per size; the best of five such runs counts.
    #[arg(long, default_value_t = 100)]
    steps: u32,
    /// Threads, 1 to 256.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Sizes of the literature's tables, and one more.
const WEATHER: [(u32, u32); 4] = [(63, 51), (127, 102), (255, 204), (1_024, 1_024)];
const REPUTATION: [(u32, usize); 4] = [(50, 20), (100, 40), (200, 80), (800, 320)];
const ROUNDS: usize = 5;

impl Bench {
    /// Times everything and prints two tables.
    pub fn run(self) -> Result<()> {
        ensure!((1..=100_000).contains(&self.steps), "--steps must be 1 to 100000, not {}", self.steps);
        ensure!((1..=256).contains(&self.threads), "--threads must be 1 to 256, not {}", self.threads);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let (weather, reputation) = pool.install(|| -> Result<_> {
            let weather = WEATHER.iter().map(|(w, h)| self.weather(*w, *h)).collect::<Result<Vec<_>>>()?;
            let reputation =
                REPUTATION.iter().map(|(side, n)| self.reputation(*side, *n)).collect::<Result<Vec<_>>>()?;
            Ok((weather, reputation))
        })?;
        if self.json {
            return output::print_json(&json!({ "weather": weather, "reputation": reputation }));
        }
        let mut text = String::from("weather            ms/step   ns/cell\n");
        for row in &weather {
            let (w, h) = (&row["width"], &row["height"]);
            text.push_str(&format!(
                "{:<16} {:>9.4} {:>9.2}\n",
                format!("{w}x{h}"),
                number(row, "ms"),
                number(row, "ns_per_cell")
            ));
        }
        text.push_str("\nreputation         ms/step   agents ms\n");
        for row in &reputation {
            let name = format!("{0}x{0}/{1}", row["side"], row["agents"]);
            text.push_str(&format!(
                "{name:<16} {:>9.4} {:>11.4}\n",
                number(row, "ms"),
                number(row, "movement_ms")
            ));
        }
        output::print(&text)
    }

    fn weather(&self, width: u32, height: u32) -> Result<Value> {
        let layout = Layout::whole(Lattice::Square, width, height, Rim::Torus)?;
        let mut engine = Engine::new(layout, vec![Box::new(Weather::new(FieldRules::default().weather)?)])?;
        let (w, h) = (width as usize, height as usize);
        engine.fill("altitude", TilePos::default(), &land::noise(w, h, 5, Seed(1)))?;
        engine.fill("moisture", TilePos::default(), &vec![10.0; w * h])?;
        let mut best = f64::MAX;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for _ in 0..self.steps {
                engine.wake_all();
                engine.step(&[]);
            }
            best = best.min(start.elapsed().as_secs_f64() * 1e3 / f64::from(self.steps));
        }
        Ok(
            json!({ "width": width, "height": height, "ms": best, "ns_per_cell": best * 1e6 / (w * h) as f64 }),
        )
    }

    fn reputation(&self, side: u32, agents: usize) -> Result<Value> {
        let rules = FieldRules::default();
        let layout = Layout::whole(Lattice::Square, side, side, Rim::Torus)?;
        let systems: Vec<Box<dyn System>> = vec![
            Box::new(Traffic::new(rules.traffic)?),
            Box::new(Reputation::new(rules.reputation.clone())?),
        ];
        let mut engine = Engine::new(layout, systems)?;
        let atlas = Map::classic().atlas().over(DVec2::splat(f64::from(side)));
        let mut walkers = Walkers::new(atlas, Movement::Random, agents, 1.0, Seed(1));
        let (mut best, mut movement) = (f64::MAX, f64::MAX);
        for round in 0..ROUNDS {
            let (mut spent, mut walked) = (0.0, 0.0);
            for step in 0..self.steps {
                let start = Instant::now();
                walkers.step();
                let travellers = walkers.travellers();
                walked += start.elapsed().as_secs_f64();
                let key = round as u64 * u64::from(self.steps) + u64::from(step);
                for event in deeds(&rules.reputation, &travellers, Seed(1), key) {
                    engine.announce(event)?;
                }
                let start = Instant::now();
                engine.step(&travellers);
                spent += start.elapsed().as_secs_f64();
            }
            best = best.min(spent * 1e3 / f64::from(self.steps));
            movement = movement.min(walked * 1e3 / f64::from(self.steps));
        }
        Ok(json!({ "side": side, "agents": agents, "ms": best, "movement_ms": movement }))
    }
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or(f64::NAN)
}
