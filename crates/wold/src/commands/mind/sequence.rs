//! `wold mind sequence`: predict and imitate.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Map, json};
use wold_chance::{Seed, Stream};
use wold_mind::sequence::Sequences;

/// Predicts or imitates a sequence.
#[derive(Args)]
#[command(after_help = "Example: wold mind sequence --learn JJHJJHJJH --order 2 --produce 12")]
pub struct Sequence {
    /// What was seen, a letter per event.
    #[arg(long)]
    learn: String,
    /// What happened just now; the end of what was seen if absent.
    #[arg(long)]
    after: Option<String>,
    /// Longest context.
    #[arg(long, default_value_t = 3)]
    order: usize,
    /// How many events to make in the same manner.
    #[arg(long, default_value_t = 0)]
    produce: usize,
    /// The seed of what is made.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Sequence {
    /// Learns, predicts, prints.
    pub fn run(self) -> Result<()> {
        let after = self.after.as_deref().unwrap_or(&self.learn);
        let mut letters: Vec<char> = self.learn.chars().chain(after.chars()).collect();
        letters.sort_unstable();
        letters.dedup();
        ensure!(!self.learn.is_empty() && letters.len() <= 256, "1 to 256 different letters can be learnt");
        ensure!(self.order <= 64 && self.produce <= 1_000_000, "at most order 64 and a million events");
        let code = |text: &str| -> Vec<u8> {
            text.chars().map(|c| letters.binary_search(&c).unwrap_or(0) as u8).collect()
        };
        let mut model = Sequences::new(letters.len(), self.order);
        model.learn(&code(&self.learn));
        let mut past = code(after);
        let chances = model.predict(&past);
        let mut stream = Stream::named(Seed(self.seed), "sequence", &[]);
        let mut made = String::new();
        for _ in 0..self.produce {
            let next = model.produce(&past, &mut stream);
            past.push(next);
            made.push(letters[usize::from(next)]);
        }
        if self.json {
            let next: Map<_, _> =
                letters.iter().zip(&chances).map(|(l, p)| (l.to_string(), json!(p))).collect();
            return output::print_json(&json!({ "next": next, "made": made }));
        }
        let mut out: String = letters.iter().zip(&chances).map(|(l, p)| format!("{l} {p:.4}\n")).collect();
        if !made.is_empty() {
            out += &format!("{made}\n");
        }
        output::print(&out)
    }
}
