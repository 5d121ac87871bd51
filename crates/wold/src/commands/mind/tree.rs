//! `wold mind tree`: decision trees.

use super::{read, setting};
use crate::commands::output;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};
use wold_mind::learn::{Cases, Tree, TreeConfig};

/// Grows, shows and applies decision trees.
#[derive(Args)]
#[command(name = "tree")]
pub struct TreeCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Grow a tree from cases.
    Train(Train),
    /// Print a tree.
    Show(Show),
    /// Let a tree decide.
    Apply(Apply),
}

/// Grows a tree from cases.
#[derive(Args)]
#[command(
    after_help = "Example: wold mind tree train crates/minds/mind/data/reason/days.csv --target play --out days.json"
)]
struct Train {
    /// The cases, CSV with a header.
    cases: PathBuf,
    /// The column to learn.
    #[arg(long)]
    target: String,
    /// Save the tree here.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Do not prune.
    #[arg(long)]
    wild: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Prints a tree.
#[derive(Args)]
#[command(after_help = "Example: wold mind tree show days.json")]
struct Show {
    /// The tree.
    tree: PathBuf,
}

/// Lets a tree decide.
#[derive(Args)]
#[command(after_help = "Example: wold mind tree apply days.json --set outlook=sunny --set humidity=70")]
struct Apply {
    /// The tree.
    tree: PathBuf,
    /// A column's value: NAME=VALUE. May be given several times.
    #[arg(long)]
    set: Vec<String>,
    /// Cases to decide instead, CSV with a header; with --target how many are right is counted.
    #[arg(long)]
    cases: Option<PathBuf>,
    /// The column that holds the truth.
    #[arg(long, requires = "cases")]
    target: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl TreeCommand {
    /// Runs the chosen subcommand.
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Train(train) => train.run(),
            Command::Show(show) => output::print(&load(&show.tree)?.text()),
            Command::Apply(apply) => apply.run(),
        }
    }
}

fn load(path: &Path) -> Result<Tree> {
    serde_json::from_str(&read(path)?).with_context(|| format!("{} is no tree", path.display()))
}

fn right(tree: &Tree, cases: &Cases) -> usize {
    let column = |name: &str| cases.names.iter().position(|n| n == name);
    let is_right = |row: &&Vec<String>| {
        Some(tree.decide(|name| column(name).map(|at| row[at].clone()))) == row.last().map(String::as_str)
    };
    cases.rows.iter().filter(is_right).count()
}

impl Train {
    fn run(self) -> Result<()> {
        let place = || self.cases.display().to_string();
        let cases = Cases::parse(&read(&self.cases)?, &self.target).with_context(place)?;
        let tree = Tree::grow(&cases, TreeConfig { prunes: !self.wild, ..TreeConfig::default() });
        if let Some(path) = &self.out {
            output::write_whole(path, serde_json::to_string_pretty(&tree)?.as_bytes())?;
        }
        let (right, all) = (right(&tree, &cases), cases.rows.len());
        if self.json {
            return output::print_json(
                &json!({ "tree": tree, "leaves": tree.leaves(), "right": right, "cases": all }),
            );
        }
        output::print(&format!("{}{right} of {all} cases right, {} leaves\n", tree.text(), tree.leaves()))
    }
}

impl Apply {
    fn run(self) -> Result<()> {
        let tree = load(&self.tree)?;
        if let Some(path) = &self.cases {
            let text = read(path)?;
            let first =
                text.lines().next().unwrap_or("").split(',').next_back().unwrap_or("").trim().to_owned();
            let target = self.target.clone().unwrap_or(first);
            let cases = Cases::parse(&text, &target).with_context(|| path.display().to_string())?;
            let column = |name: &str| cases.names.iter().position(|n| n == name);
            let decided: Vec<&str> = cases
                .rows
                .iter()
                .map(|row| tree.decide(|name| column(name).map(|at| row[at].clone())))
                .collect();
            let right = self.target.is_some().then(|| right(&tree, &cases));
            if self.json {
                return output::print_json(
                    &json!({ "decisions": decided, "right": right, "cases": decided.len() }),
                );
            }
            let mut out = decided.join("\n") + "\n";
            right.into_iter().for_each(|n| out += &format!("{n} of {} right\n", decided.len()));
            return output::print(&out);
        }
        let known = self.set.iter().map(|text| setting(text)).collect::<Result<Vec<_>>>()?;
        let value = |name: &str| known.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
        let decision = tree.decide(value);
        if self.json {
            output::print_json(&json!({ "decision": decision }))
        } else {
            output::print(&format!("{decision}\n"))
        }
    }
}
