//! `wold mind optimise`: five optimisers on two problems.

use crate::commands::output;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::json;
use wold_chance::{Seed, Stream};
use wold_mind::optimise::{Balance, Objective, Peaks, named};

/// Lets optimisers balance troops or climb peaks.
#[derive(Args)]
#[command(after_help = "Example: wold mind optimise --method swarm --problem balance --evaluations 5000")]
pub struct Optimise {
    /// hill, annealing, tabu, genetic, swarm, or all.
    #[arg(long, default_value = "all")]
    method: String,
    /// balance (troops that should be even) or peaks (a landscape with a trap; the best is 1).
    #[arg(long, default_value = "balance")]
    problem: String,
    /// Solutions each may look at.
    #[arg(long, default_value_t = 5_000)]
    evaluations: usize,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Optimise {
    /// Searches and prints.
    pub fn run(self) -> Result<()> {
        let objective: Box<dyn Objective> = match self.problem.as_str() {
            "balance" => Box::new(Balance::default()),
            "peaks" => Box::new(Peaks),
            other => bail!("there is no problem {other:?}: balance or peaks"),
        };
        ensure!((1..=10_000_000).contains(&self.evaluations), "1 to 10000000 evaluations");
        let methods: Vec<&str> = match self.method.as_str() {
            "all" => vec!["hill", "annealing", "tabu", "genetic", "swarm"],
            one => vec![one],
        };
        let (mut results, mut out) = (Vec::new(), String::new());
        for method in methods {
            let optimiser = named(method).with_context(|| {
                format!("there is no method {method:?}: hill, annealing, tabu, genetic, swarm or all")
            })?;
            let mut stream = Stream::named(Seed(self.seed), method, &[]);
            let found = optimiser.optimise(&*objective, self.evaluations, &mut stream);
            out += &format!("{method:>10} {:.6} {:.3?}\n", found.score, found.solution);
            results.push(json!({
                "method": method, "score": found.score, "solution": found.solution, "evaluations": found.evaluations,
            }));
        }
        if self.json { output::print_json(&json!({ "results": results })) } else { output::print(&out) }
    }
}
