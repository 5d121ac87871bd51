//! `wold contest collusion`: who plays together too often and profits too much.

use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_chance::Seed;
use wold_contest::integrity::poker::{self, Style};
use wold_contest::integrity::tables::{self, Record};
use wold_contest::integrity::{FalseAlarms, false_alarms, pairs, sandbag};
use wold_contest::results::Results;

/// Pairs with fewer shared tables are not judged.
const LEAST_TABLES: u32 = 20;

const EXAMPLES: &str = "Examples:
  wold contest collusion results.csv                 columns home, away, result: matches handed over, hidden strength
  wold contest collusion tables.csv --json           columns table, player, profit: pairs who profit together
  wold contest collusion --simulate passive          what such a test can see, and what it cannot

An alarm is no proof. With --honest N the same schedule is played N times by honest players of the same strength: the
share of seasons with an alarm is what to expect of the innocent.";

/// Look for collusion in a table of results, or simulate it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Collusion {
    /// The table.
    #[arg(required_unless_present = "simulate")]
    results: Option<PathBuf>,
    /// The share of alarms that may be false.
    #[arg(long, default_value_t = 0.05)]
    q: f64,
    /// Honest seasons played for comparison.
    #[arg(long, default_value_t = 50)]
    honest: u32,
    /// Instead of reading, play seasons of a card game with two partners of this kind and say how often they are named.
    #[arg(long, value_enum, conflicts_with = "results")]
    simulate: Option<StyleKind>,
    /// Tables of a simulated season.
    #[arg(long, default_value_t = 10_000)]
    tables: u32,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StyleKind {
    Honest,
    Active,
    Passive,
}

impl Collusion {
    /// Reads or simulates, judges and prints.
    pub fn run(self) -> Result<()> {
        ensure!(self.q > 0.0 && self.q < 1.0, "--q {} is not between 0 and 1", self.q);
        ensure!(self.honest <= 10_000, "--honest {} is more than 10000", self.honest);
        if let Some(kind) = self.simulate {
            return self.simulated(kind);
        }
        let path = self.results.as_ref().context("no table is named")?;
        let bytes = input::bytes(path, input::TABLE)?;
        let shown = || path.display().to_string();
        if Record::fits(&bytes) {
            return self.tables(&Record::parse(&bytes).with_context(shown)?);
        }
        self.pairs(&Results::parse(&bytes).with_context(shown)?)
    }

    fn pairs(&self, results: &Results) -> Result<()> {
        let (players, name) = (results.names.len(), |player: usize| &results.names[player]);
        let watch = pairs::Watch { q: self.q, ..pairs::Watch::default() };
        let found = pairs::look(players, &results.games, &watch);
        let rises = sandbag::look(players, &results.games, self.q, Seed(self.seed));
        let bar = output::progress(self.honest.into(), "honest seasons");
        let honest = pairs::honest(players, &results.games, &watch, self.honest, Seed(self.seed));
        bar.finish_and_clear();
        let named: Vec<Value> = found
            .iter()
            .filter(|s| s.excess || s.coplay)
            .map(|s| {
                let mut line = json!(s);
                line["winner"] = json!(name(s.winner));
                line["giver"] = json!(name(s.giver));
                line
            })
            .collect();
        let risen: Vec<Value> = rises
            .iter()
            .filter(|rise| rise.alarm)
            .map(|rise| {
                let mut line = json!(rise);
                line["player"] = json!(name(rise.player));
                line
            })
            .collect();
        if self.json {
            return output::print_json(&json!({
                "matches": results.games.len(), "players": players, "pairs_judged": found.len(), "q": self.q,
                "pairs": named, "rises": risen, "honest": honest,
            }));
        }
        let mut text = format!("{} pairs judged\n", found.len());
        for s in found.iter().filter(|s| s.excess || s.coplay) {
            let why = match (s.excess, s.coplay) {
                (true, true) => "takes too much and meets too often",
                (true, false) => "takes too much",
                _ => "meets too often",
            };
            text += &format!(
                "{} from {}: {why}; {} games ({:.1} by chance, p = {:.2e}), {} points ({:.1} by strength, p = {:.2e})\n",
                name(s.winner),
                name(s.giver),
                s.games,
                s.games_expected,
                s.games_probability,
                s.taken,
                s.taken_expected,
                s.taken_probability
            );
        }
        for rise in rises.iter().filter(|rise| rise.alarm) {
            text += &format!(
                "{} becomes better after {} games: from {:+.2} to {:+.2} spreads a game (p = {:.3})\n",
                name(rise.player),
                rise.after_games,
                rise.before,
                rise.after,
                rise.probability
            );
        }
        if named.is_empty() && risen.is_empty() {
            text += "nobody stands out\n";
        }
        output::print(&(text + &said(honest)))
    }

    fn tables(&self, record: &Record) -> Result<()> {
        let found = tables::look(record.names.len(), &record.tables, LEAST_TABLES, self.q);
        let alarms: Vec<_> = found.iter().filter(|company| company.alarm).collect();
        let named = |company: &tables::Company| {
            let mut line = json!(company);
            line["first"] = json!(record.names[company.first]);
            line["second"] = json!(record.names[company.second]);
            line
        };
        if self.json {
            let pairs: Vec<Value> = alarms.iter().map(|company| named(company)).collect();
            return output::print_json(&json!({
                "tables": record.tables.len(), "players": record.names.len(), "pairs_judged": found.len(),
                "q": self.q, "pairs": pairs,
            }));
        }
        let mut text = format!("{} tables, {} pairs judged\n", record.tables.len(), found.len());
        for c in &alarms {
            text += &format!(
                "{} and {}: {} tables together ({:.1} by chance), {:+.2} a table together ({:+.2} apart, p = {:.2e})\n",
                record.names[c.first],
                record.names[c.second],
                c.tables,
                c.tables_expected,
                c.profit,
                c.profit_expected,
                c.profit_probability
            );
        }
        if alarms.is_empty() {
            text += "nobody stands out\n";
        }
        output::print(&text)
    }

    fn simulated(&self, kind: StyleKind) -> Result<()> {
        const PLAYERS: usize = 24;
        ensure!((4..=1_000_000).contains(&self.tables), "--tables {} is not 4 to 1000000", self.tables);
        let style = match kind {
            StyleKind::Honest => Style::Honest,
            StyleKind::Active => Style::Active,
            StyleKind::Passive => Style::Passive,
        };
        let bar = output::progress(self.honest.into(), "seasons");
        let mut others = 0;
        let caught = false_alarms(self.honest, |season| {
            let seed = Seed(self.seed).child("contest.collusion", &[season.into()]);
            let played = poker::season(PLAYERS, self.tables, style, seed);
            let found = tables::look(PLAYERS, &played, LEAST_TABLES, self.q);
            let partners = |c: &&tables::Company| (c.first, c.second) == (0, 1);
            others += found.iter().filter(|c| c.alarm && !partners(c)).count();
            bar.inc(1);
            u32::from(found.iter().any(|c| c.alarm && partners(&c)))
        });
        bar.finish_and_clear();
        if self.json {
            return output::print_json(&json!({
                "seasons": caught.seasons, "tables": self.tables, "partners_named": caught.with_alarm,
                "innocent_pairs_named": others,
            }));
        }
        output::print(&format!(
            "partners named in {} of {} seasons of {} tables, innocent pairs named {others} times\n",
            caught.with_alarm, caught.seasons, self.tables
        ))
    }
}

fn said(honest: FalseAlarms) -> String {
    if honest.seasons == 0 {
        return String::new();
    }
    format!(
        "with honest players of the same strength: an alarm in {} of {} seasons\n",
        honest.with_alarm, honest.seasons
    )
}
