//! `wold history analyse` and `train`: what a written war tells about movement.

use super::played;
use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use wold_chance::Seed;
use wold_conquero::Map;
use wold_conquero::science::features::{Moves, chooser_table, learned_table};
use wold_conquero::science::learn::{GROWTH, Model};
use wold_conquero::science::plots::plots;
use wold_conquero::science::validation::{Folds, Validation};
use wold_conquero::science::{Journeys, Log, MovementTree, Shapes};

/// The longest log read.
pub const LONGEST_LOG: u64 = 1 << 30;

/// The log and the map it was written on.
#[derive(Args)]
struct Source {
    /// The log, written by `wold play conquero --log`, or the folder of a world in which Conquero was played.
    log: PathBuf,
    /// The map instead of the classic one.
    #[arg(long)]
    map: Option<PathBuf>,
}

impl Source {
    fn read(&self) -> Result<(Map, Log)> {
        if self.log.is_dir() {
            let (map, text) = played::war_of(&self.log)?;
            let log = Log::parse(&text, &map).with_context(|| self.log.display().to_string())?;
            return Ok((map, log));
        }
        let map = match &self.map {
            Some(path) => Map::parse(&input::text(path, input::SETTINGS)?)
                .with_context(|| path.display().to_string())?,
            None => Map::classic(),
        };
        let log = Log::parse(&input::text(&self.log, LONGEST_LOG)?, &map)
            .with_context(|| self.log.display().to_string())?;
        Ok((map, log))
    }
}

/// Count events, moves, rests and what heuristics foresaw in a written war; write tables to learn from.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold play conquero --bots simple:4,simple:4 --minutes 68 --games 1 --log war.log\n  \
                        wold history analyse war.log --features moves.csv --plots pictures --json\n  \
                        wold history analyse wold-data        a war that was played in a world"
)]
pub struct Analyse {
    #[command(flatten)]
    source: Source,
    /// Write one row for each move: neighbour, heuristics, class.
    #[arg(long, value_name = "CSV")]
    moves: Option<PathBuf>,
    /// Write one row for each move: the whole war as the mover saw it, and where it went.
    #[arg(long, value_name = "CSV")]
    features: Option<PathBuf>,
    /// Draw the shapes of all ways, laid over each other.
    #[arg(long, value_name = "SVG")]
    shapes: Option<PathBuf>,
    /// Draw all of it into a folder: what happened when, where moves went, heuristics, rests and ways.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Analyse {
    /// Reads, counts and prints.
    pub fn run(self) -> Result<()> {
        let (map, log) = self.source.read()?;
        let journeys = Journeys::of(&log, &map);
        if let Some(path) = &self.moves {
            output::write_whole(path, chooser_table(&journeys, &map).as_bytes())?;
        }
        if let Some(path) = &self.features {
            output::write_whole(path, learned_table(&log, &journeys, &map, Moves::All).as_bytes())?;
        }
        if let Some(path) = &self.shapes {
            output::write_whole(path, Shapes::of(&log, &journeys, &map).svg().as_bytes())?;
        }
        if let Some(folder) = &self.plots {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            for (name, svg) in plots(&log, &journeys, &map) {
                output::write_whole(&folder.join(name), svg.as_bytes())?;
            }
            let ways = Shapes::of(&log, &journeys, &map).svg();
            output::write_whole(&folder.join("ways.svg"), ways.as_bytes())?;
        }
        let figures = journeys.figures(&map);
        if self.json {
            return output::print_json(&json!(figures));
        }
        let counts = figures.counts;
        let classes: Vec<String> =
            figures.classes.iter().enumerate().map(|(class, count)| format!("{class}: {count}")).collect();
        output::print(&format!(
            "{} updates, {} captures, {} hits, {} deaths\n{} moves, {:.1} % to a neighbour, {:.1} % foreseen by a \
             heuristic\nclasses {}\nstayed {:.1} s on average, deviation {:.1} s\n",
            counts.updates,
            counts.captures,
            counts.hurts,
            counts.kills,
            figures.moves,
            100.0 * figures.neighbours,
            100.0 * figures.foreseen,
            classes.join(", "),
            figures.stay_mean,
            figures.stay_deviation
        ))
    }
}

/// Grow a tree from a written war, for bots to follow.
#[derive(Args)]
#[command(after_help = "Example:\n  wold history train war.log --model learned --out learned.toml\n  \
                        wold play conquero --bots learned:4,random:4 --tree learned.toml")]
pub struct Train {
    #[command(flatten)]
    source: Source,
    /// What to learn: which heuristic to follow, or where to go from all that is seen.
    #[arg(long, value_enum, default_value_t = ModelKind::Chooser)]
    model: ModelKind,
    /// Where the tree is written.
    #[arg(long, value_name = "TOML")]
    out: PathBuf,
    /// Into how many parts the moves are dealt for cross validation: a tree of all others is asked about each. 0: none.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(0..=100))]
    folds: u16,
    /// How the parts are dealt.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModelKind {
    Chooser,
    Learned,
}

impl Train {
    /// Reads, grows and writes.
    pub fn run(self) -> Result<()> {
        let (map, log) = self.source.read()?;
        let journeys = Journeys::of(&log, &map);
        let (model, table) = match self.model {
            ModelKind::Chooser => (Model::Chooser, chooser_table(&journeys, &map)),
            ModelKind::Learned => (Model::Learned, learned_table(&log, &journeys, &map, Moves::Gains)),
        };
        let nothing = || format!("{} holds nothing to learn from", self.source.log.display());
        let tree = MovementTree::grow(model, &map, &table).with_context(nothing)?;
        let validation = self.validate(model, &table).with_context(nothing)?;
        output::write_whole(&self.out, toml::to_string(&tree)?.as_bytes())?;
        // The first line names the columns.
        let (moves, learned_from) = (journeys.moves.len(), table.lines().count() - 1);
        if self.json {
            return output::print_json(&json!({
                "model": model, "moves": moves, "learned_from": learned_from, "leaves": tree.tree.leaves(),
                "validation": validation,
            }));
        }
        output::print(&format!(
            "{learned_from} of {moves} moves made a tree of {} leaves: {}\n{}",
            tree.tree.leaves(),
            self.out.display(),
            validation.map_or_else(String::new, |validation| told(&validation))
        ))
    }

    /// Cross validation of trees like the one that is written.
    fn validate(&self, model: Model, table: &str) -> Result<Option<Validation>> {
        if self.folds == 0 {
            return Ok(None);
        }
        let cases = model.cases(table)?;
        let count = usize::from(self.folds);
        ensure!(count > 1, "--folds 1: a part has no others to learn from");
        let folds = Folds::new(&cases, count, Seed(self.seed))
            .with_context(|| format!("--folds {count}: there are only {} moves", cases.rows.len()))?;
        let bar = output::progress(count as u64, "validating");
        let answers: Vec<(usize, String)> = (0..count)
            .into_par_iter()
            .flat_map_iter(|fold| {
                let answers = folds.hold_out(fold, GROWTH);
                bar.inc(1);
                answers
            })
            .collect();
        bar.finish_and_clear();
        Ok(Some(folds.judge(count, &answers)))
    }
}

/// A validation in lines.
fn told(validation: &Validation) -> String {
    let mut text = format!(
        "{} folds: {:.1} % right about moves not seen (always {}: {:.1} %), mean recall {:.1} %\n",
        validation.folds,
        100.0 * validation.accuracy,
        validation.majority,
        100.0 * validation.majority_accuracy,
        100.0 * validation.mean_recall
    );
    for one in &validation.classes {
        text += &format!(
            "  {:>3}: {:>5} moves, said {:>5} times, recall {:>5.1} %\n",
            one.class,
            one.cases,
            one.said,
            100.0 * one.recall
        );
    }
    text
}
