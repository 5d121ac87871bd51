//! `wold query`: questions for places, on scenes.

mod picture;
mod sneak;

use crate::commands::{input, output};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use wold_chance::{Seed, Stream};
use wold_tactics::query::{Answer, Asking, Candidate, Fate, Lexicon, OptionReport, Query, Values, What};
use wold_tactics::scene::Scene;

/// Ask for places on a scene, and learn why.
#[derive(Args)]
pub struct QueryCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a query on a scene.
    Run(Run),
    /// Check queries; says what is wrong and where.
    Check(Check),
    /// Find a way across a scene that keeps out of sight, and what that costs.
    Sneak(sneak::Sneak),
}

impl QueryCommand {
    /// Runs the chosen subcommand.
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Run(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Sneak(command) => command.run(),
        }
    }
}

fn read(path: &Path) -> Result<String> {
    input::text(path, input::SETTINGS)
}

fn read_query(path: &Path, values: &Values) -> Result<Query> {
    Query::parse_with(&read(path)?, &Lexicon::default(), values).with_context(|| path.display().to_string())
}

/// Reads `reach=12`.
fn setting(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("write a name, = and a number")?;
    let value = value.parse().map_err(|_| format!("{value:?} is no number"))?;
    Ok((name.to_owned(), value))
}

/// Rays one question may cast: about a minute's work.
const MOST_RAYS: u64 = 50_000_000;
/// Rays between two looks at how far it is.
const SLICE: u32 = 250_000;

/// Rays it would take to test every candidate of every option, and what is near or about all others besides.
fn most_rays(query: &Query, scene: &Scene) -> u64 {
    query.options.iter().map(|option| option.most_rays(scene)).sum()
}

/// Runs a query slice by slice, showing how far it is.
fn ask(query: &Query, scene: &Scene, luck: Stream) -> Result<Answer> {
    let bar = output::progress(most_rays(query, scene).min(MOST_RAYS), "rays");
    let mut asking = Asking::new(query, luck);
    let mut cast = 0;
    while cast <= MOST_RAYS {
        // One test may take as many rays as there are hostiles.
        let most = SLICE.max(scene.entities.len() as u32);
        let mut left = most;
        if asking.advance(scene, &mut left) {
            bar.finish_and_clear();
            return asking.into_answer().context("a query that ends has an answer");
        }
        cast += u64::from(most - left);
        bar.set_position(cast);
    }
    bar.finish_and_clear();
    bail!("the query needs more than {MOST_RAYS} rays: ask for fewer candidates, or among fewer entities")
}

#[derive(Args)]
#[command(
    after_help = "Example: wold query run worlds/queries/cover-compromised.toml --scene worlds/scenes/yard.toml --png cover.png"
)]
struct Run {
    /// The query.
    query: PathBuf,
    /// The scene.
    #[arg(long)]
    scene: PathBuf,
    /// Give a parameter of the query a value.
    #[arg(long, value_name = "NAME=NUMBER", value_parser = setting)]
    set: Vec<(String, f64)>,
    /// Test everything instead of only what may matter.
    #[arg(long)]
    brute_force: bool,
    /// The seed of chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw the scene and what became of every candidate: white won, green passed, red failed, blue was not examined to the end.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Run {
    fn run(self) -> Result<()> {
        let query = read_query(&self.query, &self.set.iter().cloned().collect())?;
        let scene = Scene::parse(&read(&self.scene)?).with_context(|| self.scene.display().to_string())?;
        let luck = Stream::named(Seed(self.seed), "query", &[]);
        let answer = if self.brute_force {
            let most = most_rays(&query, &scene);
            ensure!(
                most <= MOST_RAYS,
                "{most} rays to test everything are more than {MOST_RAYS}: without --brute-force it takes fewer"
            );
            query.run_exhaustively(&scene, &luck)
        } else {
            ask(&query, &scene, luck)?
        };
        if let Some(path) = &self.png {
            picture::draw(&scene, &answer).write(path)?;
        }
        if self.json {
            output::print_json(&to_json(&query, &scene, &answer))
        } else {
            output::print(&to_text(&query, &scene, &answer))
        }
    }
}

/// What stands behind a candidate, in words.
fn what(scene: &Scene, what: What) -> String {
    match what {
        What::Open => "open".into(),
        What::Cover(i) => format!("cover {i}"),
        What::Rail(i) => format!("rail {i}"),
        What::Entity(i) => scene.entities[i].name.clone(),
        What::Spot(i) => format!("{} {i}", scene.spots[i].kind),
    }
}

/// How many failed each criterion.
fn failures(query: &Query, option: usize, report: &OptionReport) -> Vec<(String, usize)> {
    let criteria = query.options[option].criteria.iter().enumerate();
    criteria
        .map(|(i, criterion)| {
            let failed = report.fates.iter().filter(|fate| **fate == Fate::Failed(i)).count();
            (criterion.text().to_owned(), failed)
        })
        .filter(|(_, failed)| *failed > 0)
        .collect()
}

fn fate(query: &Query, option: usize, candidate: &Candidate, fate: Fate) -> Value {
    let at = [candidate.at.x, candidate.at.y];
    match fate {
        Fate::Failed(i) => json!({ "at": at, "failed": query.options[option].criteria[i].text() }),
        Fate::Passed(min, max) => json!({ "at": at, "passed": [min, max] }),
        Fate::Partial(min, max) => json!({ "at": at, "partial": [min, max] }),
    }
}

fn to_json(query: &Query, scene: &Scene, answer: &Answer) -> Value {
    let results: Vec<Value> = answer
        .results
        .iter()
        .map(|place| {
            json!({
                "at": [place.at.x, place.at.y],
                "what": what(scene, place.what),
                "candidate": place.candidate,
                "score": [place.min, place.max],
            })
        })
        .collect();
    let options: Vec<Value> = answer
        .tried
        .iter()
        .enumerate()
        .map(|(i, report)| {
            let candidates: Vec<Value> =
                report.candidates.iter().zip(&report.fates).map(|(c, f)| fate(query, i, c, *f)).collect();
            json!({
                "name": report.name,
                "refused": report.refused.as_ref().map(ToString::to_string),
                "candidates": candidates,
                "cheap_tests": report.effort.cheap,
                "expensive_tests": report.effort.expensive,
                "expensive_tests_avoided": report.effort.avoided,
            })
        })
        .collect();
    json!({
        "query": query.name,
        "scene": scene.name,
        "option": answer.option.map(|i| &query.options[i].name),
        "winner": results.first(),
        "results": results,
        "failure_signal": answer.failure_signal,
        "options": options,
    })
}

fn to_text(query: &Query, scene: &Scene, answer: &Answer) -> String {
    let mut out = String::new();
    for (i, report) in answer.tried.iter().enumerate() {
        match &report.refused {
            Some(reason) => out += &format!("{}: not tried, {reason}\n", report.name),
            None => {
                let effort = report.effort;
                out += &format!(
                    "{}: {} candidates, {} cheap tests, {} expensive, {} avoided\n",
                    report.name,
                    report.candidates.len(),
                    effort.cheap,
                    effort.expensive,
                    effort.avoided
                );
                for (text, failed) in failures(query, i, report) {
                    out += &format!("  {failed} failed {text}\n");
                }
            }
        }
    }
    for place in &answer.results {
        out += &format!("({:.2}, {:.2}) {}, score ", place.at.x, place.at.y, what(scene, place.what));
        out += &if place.min == place.max {
            format!("{:.4}\n", place.min)
        } else {
            format!("{:.4} to {:.4}\n", place.min, place.max)
        };
    }
    if answer.results.is_empty() {
        let signal = answer.failure_signal.as_deref().unwrap_or("none");
        out += &format!("no place; signal: {signal}\n");
    }
    out
}

#[derive(Args)]
#[command(after_help = "Example: wold query check worlds/queries/*.toml")]
struct Check {
    /// The queries.
    #[arg(required = true)]
    queries: Vec<PathBuf>,
    /// Print a JSON object per query.
    #[arg(long)]
    json: bool,
}

impl Check {
    fn run(self) -> Result<()> {
        // All are read before the first line is printed: a refusal says nothing else.
        let queries =
            self.queries.iter().map(|path| read_query(path, &Values::new())).collect::<Result<Vec<_>>>()?;
        for (query, path) in queries.iter().zip(&self.queries) {
            let criteria: usize = query.options.iter().map(|option| option.criteria.len()).sum();
            let options = query.options.len();
            if self.json {
                let file = path.display().to_string();
                output::print_json(
                    &json!({ "file": file, "name": query.name, "options": options, "criteria": criteria }),
                )?;
            } else {
                output::print(&format!("{}: {options} options, {criteria} criteria\n", path.display()))?;
            }
        }
        Ok(())
    }
}
