//! `wold way crowd`: many walkers ask for ways at once, and are answered within a budget per tick.

use super::read;
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_chance::quasi::r2;
use wold_ways::jump::Jumper;
use wold_ways::tiles::TileMap;
use wold_ways::tiles::movingai::parse_map;
use wold_ways::{Budget, Dispatcher, Outcome};

/// Answer a crowd of walkers within a budget.
#[derive(Args)]
#[command(after_help = "Example:\n  wold way crowd --map town.map --count 1000 --steps 50000 --bound 1.25")]
pub struct Crowd {
    /// The map.
    #[arg(long)]
    map: PathBuf,
    /// How many ask, spread evenly over the open tiles.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// Steps of search that a tick may spend.
    #[arg(long, default_value_t = 50_000)]
    steps: u64,
    /// How much longer than the shortest a way may be.
    #[arg(long, default_value_t = 1.0)]
    bound: f64,
    /// Ticks after which somebody who waits is given the best way known so far.
    #[arg(long, default_value_t = 10)]
    patience: u32,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The most who ask.
const MOST: u64 = 1_000_000;

/// The `number`-th of a crowd spread evenly over a map: the first open tile at or behind its point of an even sequence.
fn tile(map: &TileMap, number: u64) -> (i32, i32) {
    let [x, y] = r2(number);
    let (width, height) = (map.width() as i32, map.height() as i32);
    let start = ((y * f64::from(height)) as i32).min(height - 1) * width
        + ((x * f64::from(width)) as i32).min(width - 1);
    let tiles = (0..width * height).map(|step| (start + step) % (width * height));
    let mut open = tiles.map(|tile| (tile % width, tile / width)).filter(|&(x, y)| map.is_open(x, y));
    open.next().unwrap_or((0, 0))
}

impl Crowd {
    /// Asks, waits, and tells how it went.
    pub fn run(self) -> Result<()> {
        ensure!((1..=MOST).contains(&self.count), "--count is 1 to {MOST}");
        ensure!((1.0..=100.0).contains(&self.bound), "--bound is 1 to 100");
        ensure!(self.steps > 0, "--steps is 1 or more");
        let map = parse_map(&read(&self.map)?).with_context(|| self.map.display().to_string())?;
        let questions: Vec<_> =
            (0..self.count).map(|n| (tile(&map, 2 * n + 1), tile(&map, 2 * n + 2))).collect();
        let mut office = Dispatcher::new(self.patience).within(self.bound);
        for &(from, to) in &questions {
            office.ask(from, to);
        }
        let (mut ticks, mut spent, mut whole, mut partial, mut nowhere, mut length) =
            (0_u64, 0, 0_u64, 0_u64, 0_u64, 0.0);
        let mut reached = Vec::new();
        while office.waiting() > 0 {
            let mut budget = Budget::steps(self.steps);
            for (ticket, answer) in office.tick(&map, &mut budget) {
                match answer.outcome {
                    Outcome::Complete(route) => {
                        whole += 1;
                        length += route.length;
                        reached.push(ticket.0 as usize);
                    }
                    Outcome::Partial(..) => partial += 1,
                    Outcome::Unreachable(_) | Outcome::OutOfBudget => nowhere += 1,
                }
            }
            ticks += 1;
            spent += budget.spent();
        }
        let (mut jumper, mut free) = (Jumper::new(), Budget::unlimited());
        let shortest: f64 = reached
            .iter()
            .filter_map(|&number| questions.get(number))
            .filter_map(|&(from, to)| jumper.find(&map, from, to, &mut free).complete())
            .map(|route| route.length)
            .sum();
        let longer = if shortest > 0.0 { (length / shortest - 1.0) * 100.0 } else { 0.0 };
        if self.json {
            return output::print_json(&json!({
                "asked": self.count, "ticks": ticks, "steps": spent, "whole": whole, "partial": partial,
                "unreachable": nowhere, "longer_percent": longer, "steps_of_shortest": free.spent(),
            }));
        }
        output::print(&format!(
            "{} asked: {whole} whole ways, {partial} partial, {nowhere} without a way, in {ticks} ticks and {spent} steps; {longer:.2} % longer than the shortest, which take {} steps\n",
            self.count,
            free.spent()
        ))
    }
}
