//! `wold lab random-tests`: ten tests of randomness.

use crate::commands::output;
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use wold_chance::generator::Recipe;
use wold_chance::trials::{Finding, run_all};

/// Run ten tests of randomness on a generator.
#[derive(Args)]
#[command(after_help = "Example: wold lab random-tests --generator randu")]
pub struct RandomTests {
    /// stream, pcg, secret, middle-square, patchwork, counter, randu, lcg:A or lcg:A,C,M.
    #[arg(long, default_value = "stream")]
    generator: String,
    /// Where it starts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl RandomTests {
    /// Runs the tests and prints what they found.
    pub fn run(self) -> Result<()> {
        let recipe: Recipe = self.generator.parse()?;
        let findings = run_all(recipe, self.seed)?;
        if self.json {
            let tests: Vec<Value> = findings
                .iter()
                .map(|f| json!({ "test": f.test, "statistic": f.statistic, "p": f.p, "passed": f.passed() }))
                .collect();
            let passed = findings.iter().all(Finding::passed);
            return output::print_json(
                &json!({ "generator": self.generator, "seed": self.seed, "passed": passed, "tests": tests }),
            );
        }
        let lines: Vec<String> = findings
            .iter()
            .map(|f| {
                let verdict = if f.passed() { "pass" } else { "FAIL" };
                let sure = f.p.map_or("merit".to_owned(), |p| format!("p {p:.6}"));
                format!("{:18} {:14.4}  {sure:10}  {verdict}\n", f.test, f.statistic)
            })
            .collect();
        output::print(&lines.concat())
    }
}
