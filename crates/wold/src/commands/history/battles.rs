//! `wold history battles`: the fights of a world, and what they teach about who would win.

use super::replayed;
use crate::commands::output;
use anyhow::ensure;
use clap::Args;
use serde_json::json;
use std::ops::ControlFlow;
use std::path::PathBuf;
use wold_host::store::open_history;
use wold_live::Battles;
use wold_live::battles::TYPES;
use wold_tactics::combat::{FitConfig, Model, Portfolio, write_battles};

/// Battles of a context below which those of others are learned from, too.
const FULL: usize = 100;
/// What is believed before anything is learned: that numbers count as Lanchester has it.
const EXPONENT: f64 = 1.56;
/// What is believed where nothing was learned of a context.
const FIRST: &str = "open";

/// List a world's fights from its ledger, and learn from them what fighters are worth.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  wold history battles wold-data\n  wold history battles wold-data other-world --fit odds.toml\n  \
                        wold history battles wold-data --fit wold-data/queries/odds.toml   its people go by it at once"
)]
pub struct Fights {
    /// Folders of worlds.
    #[arg(required = true)]
    dirs: Vec<PathBuf>,
    /// Write weights and exponents with their intervals, by context, for fighters to go by.
    #[arg(long, value_name = "FILE")]
    fit: Option<PathBuf>,
    /// Write the battles as a table.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Fights {
    /// Replays, counts and learns.
    pub fn run(self) -> anyhow::Result<()> {
        let (mut all, mut undecided, mut table) = (Vec::new(), 0, None);
        for dir in &self.dirs {
            let store = open_history(dir)?;
            let mut battles = Battles::default();
            let (realm, _) = replayed(&*store, &mut |realm, _, report| {
                battles.hear(realm, &report.deeds);
                ControlFlow::Continue(())
            })?;
            let (decided, others) = battles.finish();
            all.extend(decided);
            undecided += others;
            let flesh = &realm.config().flesh;
            let axe = f64::from(flesh.axe) / f64::from(flesh.fist).max(1e-3);
            table.get_or_insert(Model { exponent: EXPONENT, weights: vec![1.0, axe.clamp(0.01, 100.0)] });
        }
        if let Some(path) = &self.csv {
            output::write_whole(path, write_battles(&all, &TYPES).as_bytes())?;
        }
        let contexts: std::collections::BTreeSet<String> =
            all.iter().map(|battle| battle.context.clone()).chain([FIRST.to_owned()]).collect();
        let base = table.unwrap_or(Model { exponent: EXPONENT, weights: vec![1.0; TYPES.len()] });
        let mut portfolio = Portfolio::new(base, FULL, FitConfig::default());
        all.iter().for_each(|battle| portfolio.note(battle.clone()));
        for context in &contexts {
            portfolio.learn(context);
        }
        if let Some(path) = &self.fit {
            ensure!(!all.is_empty(), "nothing can be learned: no fight was decided");
            let from = match self.dirs.as_slice() {
                [one] => one.display().to_string(),
                many => format!("of {} worlds", many.len()),
            };
            let head = format!("# Learned from {} battles by `wold history battles` {from}.\n", all.len());
            output::write_whole(path, (head + &portfolio.write(&TYPES, FIRST)).as_bytes())?;
        }
        if self.json {
            let learned: Vec<_> = portfolio
                .contexts()
                .map(|(name, fitted)| {
                    json!({"context": name, "battles": fitted.battles, "exponent": fitted.model.exponent,
                           "exponent_between": fitted.exponent, "weights": fitted.model.weights, "between": fitted.intervals})
                })
                .collect();
            return output::print_json(
                &json!({"battles": all.len(), "undecided": undecided, "types": TYPES, "learned": learned}),
            );
        }
        let mut out = format!("{} battles decided, {undecided} not\n", all.len());
        for (name, fitted) in portfolio.contexts() {
            let own = all.iter().filter(|battle| battle.context == name).count();
            out += &format!(
                "{name}: {own} of its own, {} learned from; exponent {:.2}",
                fitted.battles, fitted.model.exponent
            );
            for (at, kind) in TYPES.iter().enumerate() {
                out += &format!(", {kind} {:.2}", fitted.model.weights[at]);
                if let Some((low, high)) = fitted.intervals.get(at) {
                    out += &format!(" ({low:.2} to {high:.2})");
                }
            }
            out.push('\n');
        }
        output::print(&out)
    }
}
