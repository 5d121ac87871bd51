//! `wold mind bayes`: ask a network.

use super::{read, setting};
use crate::commands::output;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Map, json};
use std::path::PathBuf;
use wold_mind::bayes::{Counts, Network};

/// Asks a Bayesian network, or teaches it.
#[derive(Args)]
#[command(
    after_help = "Example: wold mind bayes crates/minds/mind/data/reason/guard.bif --given noise=yes --query intruder"
)]
pub struct Bayes {
    /// The network, a BIF file.
    network: PathBuf,
    /// What is known: VARIABLE=VALUE. May be given several times, or joined by commas.
    #[arg(long, value_delimiter = ',')]
    given: Vec<String>,
    /// What is asked; all variables if absent.
    #[arg(long)]
    query: Option<String>,
    /// Learn the tables anew from these cases first: CSV with one column per variable.
    #[arg(long)]
    learn: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Bayes {
    /// Asks and prints.
    pub fn run(self) -> Result<()> {
        let text = read(&self.network)?;
        let mut network = Network::parse(&text).with_context(|| self.network.display().to_string())?;
        if let Some(path) = &self.learn {
            learn(&mut network, &read(path)?).with_context(|| path.display().to_string())?;
        }
        let given = self.given.iter().map(|text| setting(text)).collect::<Result<Vec<_>>>()?;
        let given: Vec<(&str, &str)> = given.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let asked: Vec<String> = match self.query {
            Some(query) => vec![query],
            None => network.nodes().iter().map(|node| node.name.clone()).collect(),
        };
        let (mut answers, mut out) = (Map::new(), String::new());
        for name in asked {
            let answer = network.query(&name, &given)?;
            out += &format!("{name}:");
            answer.iter().for_each(|(value, chance)| out += &format!(" {value} {chance:.6}"));
            out += "\n";
            let values: Map<_, _> =
                answer.iter().map(|(value, chance)| ((*value).to_owned(), json!(chance))).collect();
            answers.insert(name, values.into());
        }
        if self.json { output::print_json(&json!({ "answers": answers })) } else { output::print(&out) }
    }
}

fn learn(network: &mut Network, text: &str) -> Result<()> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or("").split(',').map(str::trim).collect();
    let columns = network
        .nodes()
        .iter()
        .map(|node| {
            names
                .iter()
                .position(|n| *n == node.name)
                .with_context(|| format!("there is no column {:?}", node.name))
        })
        .collect::<Result<Vec<_>>>()?;
    let mut counts = Counts::new(network, 1.0);
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let case = network
            .nodes()
            .iter()
            .zip(&columns)
            .map(|(node, &column)| Ok(network.value(&node.name, cells.get(column).copied().unwrap_or(""))?.1))
            .collect::<Result<Vec<_>>>()
            .with_context(|| format!("line {}", number + 2))?;
        counts.add(&case)?;
    }
    counts.teach(network);
    Ok(())
}
