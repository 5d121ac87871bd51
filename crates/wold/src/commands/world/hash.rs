//! `wold world hash`: one number for a piece of the world.

use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use wold_chance::Seed;
use wold_genesis::{Genesis, digest};
use wold_space::ChunkPos;

/// Print one number for a piece of the world; equal on every machine and for any number of threads.
#[derive(Args)]
#[command(after_help = "Example: wold world hash --seed 42 --area -8,-8,8,8 --threads 2")]
pub struct Hash {
    /// The world's seed.
    #[arg(long)]
    seed: u64,
    /// Chunks from and to, both included, as X0,Y0,X1,Y1.
    #[arg(long, allow_hyphen_values = true, default_value = "-8,-8,8,8")]
    area: String,
    /// Threads to use; as many as there are cores if not given.
    #[arg(long)]
    threads: Option<usize>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The most chunks hashed in one go.
const MOST: i64 = 1 << 20;

impl Hash {
    /// Makes the chunks and folds their digests.
    pub fn run(self) -> Result<()> {
        let parts: Vec<i32> = self
            .area
            .split(',')
            .map(|part| part.trim().parse().with_context(|| format!("{part:?} is not a whole number")))
            .collect::<Result<_>>()?;
        let [x0, y0, x1, y1] = parts[..] else { anyhow::bail!("{:?} is not X0,Y0,X1,Y1", self.area) };
        ensure!(x0 <= x1 && y0 <= y1, "{:?} runs backwards", self.area);
        let inside = [x0, y0, x1, y1].iter().all(|v| v.unsigned_abs() < ChunkPos::LIMIT.unsigned_abs());
        ensure!(inside, "{:?} reaches beyond the world's edge", self.area);
        let count = (i64::from(x1) - i64::from(x0) + 1) * (i64::from(y1) - i64::from(y0) + 1);
        ensure!(count <= MOST, "{count} chunks are more than {MOST}");
        let given = self.threads;
        ensure!(
            given.is_none_or(|n| (1..=256).contains(&n)),
            "--threads must be 1 to 256, not {}",
            given.unwrap_or(0)
        );
        // None given is as many as there are cores, which the pool calls 0.
        let threads = given.unwrap_or(0);
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
        let world = Genesis::new(Seed(self.seed));
        let number =
            pool.install(|| digest::area(&world, ChunkPos { x: x0, y: y0 }, ChunkPos { x: x1, y: y1 }));
        if self.json {
            output::print_json(
                &json!({ "seed": self.seed, "chunks": count, "hash": format!("{number:016x}") }),
            )
        } else {
            output::print(&format!("{number:016x}\n"))
        }
    }
}
