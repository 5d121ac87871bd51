//! `wold mind fuzzy`: decide by fuzzy rules.

use super::{read, setting};
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Map, json};
use std::path::PathBuf;
use wold_fields::fuzzy::Controller;

/// Decides by fuzzy rules.
#[derive(Args)]
#[command(
    after_help = "Example: wold mind fuzzy crates/minds/mind/data/reason/student.fuzzy --set slept=5 --set ate=13 --set minutes=12"
)]
pub struct Fuzzy {
    /// The rules.
    rules: PathBuf,
    /// An input: NAME=NUMBER. May be given several times.
    #[arg(long)]
    set: Vec<String>,
    /// An output whose centre of gravity is wanted.
    #[arg(long)]
    output: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Fuzzy {
    /// Decides and prints.
    pub fn run(self) -> Result<()> {
        let rules =
            Controller::parse(&read(&self.rules)?).with_context(|| self.rules.display().to_string())?;
        let names: Vec<String> = rules.inputs().map(str::to_owned).collect();
        let mut values = vec![f32::NAN; names.len()];
        for text in &self.set {
            let (name, value) = setting(text)?;
            let at = names
                .iter()
                .position(|n| *n == name)
                .with_context(|| format!("there is no input {name:?}"))?;
            values[at] = value
                .parse()
                .ok()
                .filter(|v: &f32| v.is_finite())
                .with_context(|| format!("{value:?} is not a number"))?;
        }
        let missing: Vec<&str> = names
            .iter()
            .zip(&values)
            .filter(|(_, value)| value.is_nan())
            .map(|(name, _)| name.as_str())
            .collect();
        ensure!(
            missing.is_empty(),
            "nothing is known of {}: --set {}=NUMBER",
            missing.join(", "),
            missing[0]
        );
        let (scores, decision) = (rules.scores(&values), rules.decide(&values));
        let centre = match &self.output {
            None => None,
            Some(name) => {
                Some(rules.output(name, &values).with_context(|| format!("no rule speaks about {name:?}"))?)
            }
        };
        if self.json {
            let scores: Map<_, _> =
                scores.iter().map(|(name, score)| ((*name).to_owned(), json!(score))).collect();
            return output::print_json(&json!({ "scores": scores, "decision": decision, "output": centre }));
        }
        let mut out: String = scores.iter().map(|(name, score)| format!("{score:.4} {name}\n")).collect();
        out += &format!("decision: {}\n", decision.unwrap_or("none"));
        centre.into_iter().for_each(|c| out += &format!("output: {c:.4}\n"));
        output::print(&out)
    }
}
