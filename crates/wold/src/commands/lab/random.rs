//! `wold lab random`: numbers from a generator.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::json;
use wold_chance::generator::{Generator, Recipe};
use wold_chance::lcg::Lcg;

/// Draw numbers from a generator.
#[derive(Args)]
#[command(after_help = "Example: wold lab random --generator lcg:16807 --seed 1 --count 10000 --json")]
pub struct Random {
    /// stream, pcg, secret, middle-square, patchwork, counter, randu, lcg:A or lcg:A,C,M.
    #[arg(long, default_value = "stream")]
    generator: String,
    /// Where it starts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many numbers.
    #[arg(long, default_value_t = 10)]
    count: u64,
    /// Numbers to skip first.
    #[arg(long, default_value_t = 0)]
    skip: u64,
    /// For a linear congruential generator: where this many parallel blocks start, instead of numbers.
    #[arg(long)]
    blocks: Option<u64>,
    /// Print a JSON object with a summary and the last number.
    #[arg(long)]
    json: bool,
}

/// The most numbers drawn in one go.
const MOST: u64 = 100_000_000;
/// The most numbers a JSON object lists.
const LISTED: usize = 100;

impl Random {
    /// Draws and prints.
    pub fn run(self) -> Result<()> {
        ensure!((1..=MOST).contains(&self.count), "a count of {} is not between 1 and {MOST}", self.count);
        ensure!(self.skip <= MOST, "skipping {} is more than {MOST}", self.skip);
        let recipe: Recipe = self.generator.parse()?;
        let mut generator = recipe.start(self.seed)?;
        if let Some(blocks) = self.blocks {
            return self.list_blocks(&generator, blocks);
        }
        match &mut generator {
            Generator::Lcg(lcg) => lcg.jump(self.skip),
            Generator::Stream(stream) => stream.jump(self.skip),
            Generator::Pcg(pcg) => pcg.jump(self.skip),
            other => {
                for _ in 0..self.skip {
                    other.draw();
                }
            }
        }
        if !self.json {
            let mut left = self.count;
            while left > 0 {
                let batch = left.min(4096);
                let lines: Vec<String> = (0..batch).map(|_| format!("{}\n", generator.draw())).collect();
                output::print(&lines.concat())?;
                left -= batch;
            }
            return Ok(());
        }
        let (mut first, mut last) = (Vec::new(), 0);
        for _ in 0..self.count {
            last = generator.draw();
            if first.len() < LISTED {
                first.push(last);
            }
        }
        let mut value = json!({
            "generator": self.generator, "seed": self.seed, "skip": self.skip, "count": self.count,
            "first": first, "last": last,
        });
        if let Generator::Lcg(lcg) = &generator {
            value["full_period"] = json!(lcg.has_full_period());
            value["schrage"] = json!(lcg.schrage());
        }
        output::print_json(&value)
    }

    fn list_blocks(&self, generator: &Generator, blocks: u64) -> Result<()> {
        let Generator::Lcg(lcg) = generator else {
            anyhow::bail!("only linear congruential generators have blocks")
        };
        ensure!((1..=100_000).contains(&blocks), "{blocks} blocks are not between 1 and 100000");
        // Without increment 0 is left out of the period.
        let period = lcg.modulus() - u64::from(lcg.increment() == 0);
        let starts: Vec<u64> = lcg.blocks(period, blocks).iter().map(Lcg::state).collect();
        if self.json {
            return output::print_json(&json!({
                "generator": self.generator, "seed": self.seed, "length": period / blocks, "starts": starts,
            }));
        }
        output::print(&starts.iter().map(|s| format!("{s}\n")).collect::<String>())
    }
}
