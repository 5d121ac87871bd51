//! `wold mind learn`: nets, maps and hidden states from cases.

use super::read;
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};
use wold_chance::{Seed, Stream};
use wold_mind::learn::{Hmm, Net, NetConfig, Som, SomConfig};

/// Trains a small net, draws up a self-organising map, or learns hidden states.
#[derive(Args)]
pub struct Learn {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train a net on CSV of numbers: the last column, within 0 to 1, is wanted.
    #[command(after_help = "Example: wold mind learn net xor.csv --hidden 4")]
    Net(NetArgs),
    /// Put the rows of CSV of numbers onto a map where like is near like.
    #[command(after_help = "Example: wold mind learn som troops.csv --size 5")]
    Som(SomArgs),
    /// Learn what is behind a series of letters, and label each.
    #[command(after_help = "Example: wold mind learn hmm --series sswwsswwrrrrrr --states 2")]
    Hmm(HmmArgs),
}

#[derive(Args)]
struct NetArgs {
    /// The cases.
    cases: PathBuf,
    /// Units in the middle.
    #[arg(long, default_value_t = 6)]
    hidden: usize,
    /// Times all cases are seen.
    #[arg(long, default_value_t = 2_000)]
    rounds: usize,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct SomArgs {
    /// The cases.
    cases: PathBuf,
    /// Cells across and down.
    #[arg(long, default_value_t = 6)]
    size: usize,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct HmmArgs {
    /// What was seen, a letter each.
    #[arg(long)]
    series: String,
    /// Hidden states.
    #[arg(long, default_value_t = 2)]
    states: usize,
    /// Steps of learning.
    #[arg(long, default_value_t = 100)]
    rounds: usize,
    /// The seed of the first guess.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Learn {
    /// Runs the chosen subcommand.
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Net(net) => net.run(),
            Command::Som(som) => som.run(),
            Command::Hmm(hmm) => hmm.run(),
        }
    }
}

/// Times all cases are seen, at most.
const MOST_ROUNDS: usize = 1_000_000;
/// Weights changed, or chances added, at most: some minutes.
const MOST_WORK: usize = 100_000_000_000;

/// Refuses what would take hours.
fn check_work(rounds: usize, each: usize) -> Result<()> {
    let most = MOST_WORK / each.max(1);
    ensure!(rounds <= most, "--rounds {rounds} would take too long for so much to learn; at most {most}");
    Ok(())
}

/// Rows of numbers; a first line that is none is a header.
fn numbers(path: &Path) -> Result<Vec<Vec<f64>>> {
    let text = read(path)?;
    let mut rows: Vec<Vec<f64>> = Vec::new();
    // A header has words in it; "nan" is a number of a kind, and refused as one.
    let is_header = |line: &str| line.split(',').any(|cell| cell.trim().parse::<f64>().is_err());
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}: line {}", path.display(), number + 1);
        let cells = line.split(',').map(|cell| {
            let value = cell.trim().parse::<f64>().ok().filter(|v| v.is_finite());
            value.with_context(|| format!("{}: {:?} is not a number", place(), cell.trim()))
        });
        match cells.collect::<Result<Vec<f64>>>() {
            Err(_) if number == 0 && is_header(line) => {}
            row => {
                let row = row?;
                let width = rows.first().map_or(row.len(), Vec::len);
                ensure!(row.len() == width, "{}: {} columns, not {width}", place(), row.len());
                rows.push(row);
            }
        }
    }
    ensure!(!rows.is_empty(), "{}: there are no cases", path.display());
    Ok(rows)
}

impl NetArgs {
    fn run(self) -> Result<()> {
        let rows = numbers(&self.cases)?;
        ensure!(rows[0].len() >= 2, "{}: a case has at least two columns", self.cases.display());
        ensure!((1..=256).contains(&self.hidden), "1 to 256 units, not {}", self.hidden);
        ensure!(
            (1..=MOST_ROUNDS).contains(&self.rounds),
            "--rounds is 1 to {MOST_ROUNDS}, not {}",
            self.rounds
        );
        check_work(self.rounds, rows.len() * self.hidden * (rows[0].len() + 1))?;
        let cases: Vec<(Vec<f64>, Vec<f64>)> =
            rows.into_iter().map(|mut row| (row.drain(..row.len() - 1).collect(), row)).collect();
        let mut stream = Stream::named(Seed(self.seed), "net", &[]);
        let mut net = Net::new(&[cases[0].0.len(), self.hidden, 1], &mut stream);
        let bar = output::progress(self.rounds as u64, "training");
        let mut error = 0.0;
        for _ in 0..self.rounds {
            error = net.train(&cases, NetConfig { rounds: 1, ..NetConfig::default() }, &mut stream);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let answers: Vec<f64> = cases.iter().map(|(x, _)| net.answer(x)[0]).collect();
        if self.json {
            return output::print_json(&json!({ "error": error, "answers": answers }));
        }
        let lines: String =
            cases.iter().zip(&answers).map(|((x, y), a)| format!("{x:?} {:.3} {a:.3}\n", y[0])).collect();
        output::print(&format!("{lines}mean squared error {error:.6}\n"))
    }
}

impl SomArgs {
    fn run(self) -> Result<()> {
        let rows = numbers(&self.cases)?;
        ensure!((1..=64).contains(&self.size), "1 to 64 cells, not {}", self.size);
        let mut stream = Stream::named(Seed(self.seed), "som", &[]);
        let map = Som::of(
            &rows,
            SomConfig { width: self.size, height: self.size, ..SomConfig::default() },
            &mut stream,
        );
        let places: Vec<(usize, usize)> = rows.iter().map(|row| map.place(row)).collect();
        if self.json {
            return output::print_json(&json!({ "places": places }));
        }
        output::print(
            &rows.iter().zip(places).map(|(row, (x, y))| format!("{x},{y} {row:?}\n")).collect::<String>(),
        )
    }
}

impl HmmArgs {
    fn run(self) -> Result<()> {
        let mut letters: Vec<char> = self.series.chars().collect();
        letters.sort_unstable();
        letters.dedup();
        ensure!(
            (1..=MOST_ROUNDS).contains(&self.rounds),
            "--rounds is 1 to {MOST_ROUNDS}, not {}",
            self.rounds
        );
        ensure!(
            !letters.is_empty() && (1..=32).contains(&self.states),
            "a series and 1 to 32 states are needed"
        );
        let series: Vec<usize> =
            self.series.chars().map(|c| letters.binary_search(&c).unwrap_or(0)).collect();
        let mut stream = Stream::named(Seed(self.seed), "hmm", &[]);
        let mut row = |n: usize| {
            let raw: Vec<f64> = (0..n).map(|_| stream.range(0.5, 1.0)).collect();
            let sum: f64 = raw.iter().sum();
            raw.into_iter().map(|v| v / sum).collect::<Vec<_>>()
        };
        let start = row(self.states);
        let moves = (0..self.states).map(|_| row(self.states)).collect();
        let shows = (0..self.states).map(|_| row(letters.len())).collect();
        let mut model = Hmm::new(start, moves, shows)?;
        check_work(self.rounds, series.len() * self.states * self.states)?;
        let mut likelihood = 0.0;
        let bar = output::progress(self.rounds as u64, "learning");
        for _ in 0..self.rounds {
            likelihood = model.learn(&series)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let (states, _) = model.viterbi(&series)?;
        if self.json {
            return output::print_json(&json!({ "states": states, "log_likelihood": likelihood }));
        }
        let labels: String = states.iter().map(|&s| char::from_digit(s as u32, 36).unwrap_or('?')).collect();
        output::print(&format!("{}\n{labels}\nlog likelihood {likelihood:.4}\n", self.series))
    }
}
