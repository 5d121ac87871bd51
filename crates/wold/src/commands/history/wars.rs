//! `wold history analyse` and `train`: what a written war tells about movement.

use super::played;
use crate::commands::{input, output};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use wold_conquero::Map;
use wold_conquero::science::features::{chooser_table, learned_table};
use wold_conquero::science::learn::Model;
use wold_conquero::science::plots::plots;
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
            let (map, text) = played::war_of(&self.log, played::PLACES_EVERY)?;
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
            output::write_whole(path, learned_table(&log, &journeys, &map).as_bytes())?;
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
            ModelKind::Learned => (Model::Learned, learned_table(&log, &journeys, &map)),
        };
        let tree = MovementTree::grow(model, &map, &table)
            .with_context(|| format!("{} holds nothing to learn from", self.source.log.display()))?;
        output::write_whole(&self.out, toml::to_string(&tree)?.as_bytes())?;
        if self.json {
            return output::print_json(&json!({
                "model": model, "moves": journeys.moves.len(), "leaves": tree.tree.leaves(),
            }));
        }
        output::print(&format!(
            "{} moves made a tree of {} leaves: {}\n",
            journeys.moves.len(),
            tree.tree.leaves(),
            self.out.display()
        ))
    }
}
