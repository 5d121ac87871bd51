//! `wold way scen`: a whole scenario, every length checked.

use super::{mean_and_p99, read};
use crate::commands::output;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use wold_space::CellIndex;
use wold_ways::jump::{JumpTable, Jumper};
use wold_ways::regions::{PartitionConfig, Regions, Within};
use wold_ways::search::{Plan, Search};
use wold_ways::tiles::movingai::{check_size, parse_map, parse_scen, same_length};
use wold_ways::tiles::{Theta, TileMap, sight};
use wold_ways::{Answer, Budget, Route};

/// How ways are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Algorithm {
    /// A* over tiles.
    Astar,
    /// Jump point search.
    Jps,
    /// Jump point search with a table prepared first.
    #[value(name = "jps+")]
    JpsPlus,
    /// Ways at any angle; right if every leg is in sight and all are no longer than the way over tiles.
    Theta,
    /// By regions first and tiles then; right if no more than 1.15 times as long as the shortest way.
    Regions,
}

/// How much longer than the shortest a way by regions may be.
const BOUND: f64 = 1.15;

/// Solve all queries of a Moving AI scenario and check their lengths.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold way scen --map brc202d.map --scen brc202d.map.scen --algorithm jps --json"
)]
pub struct Scen {
    /// The map.
    #[arg(long)]
    map: PathBuf,
    /// The scenario.
    #[arg(long)]
    scen: PathBuf,
    /// How to search.
    #[arg(long, value_enum, default_value = "jps")]
    algorithm: Algorithm,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Searchers of every kind, with what they prepared.
pub struct Finder {
    algorithm: Algorithm,
    jumper: Jumper,
    search: Search,
    theta: Theta,
    table: Option<JumpTable>,
    regions: Option<(Regions, Within)>,
}

impl Finder {
    /// Prepares what the algorithm needs.
    pub fn new(map: &TileMap, algorithm: Algorithm) -> Self {
        let table = (algorithm == Algorithm::JpsPlus).then(|| JumpTable::new(map));
        let regions = (algorithm == Algorithm::Regions)
            .then(|| (Regions::new(map, |_, _| 0, PartitionConfig::default()), Within::new()));
        Self { algorithm, jumper: Jumper::new(), search: Search::new(), theta: Theta::new(), table, regions }
    }

    /// Finds one way.
    pub fn find(&mut self, map: &TileMap, from: (i32, i32), to: (i32, i32)) -> Answer<Route> {
        let budget = &mut Budget::unlimited();
        if let Some((regions, within)) = &mut self.regions {
            return within.find(map, regions, (from, to), BOUND, budget);
        }
        match (self.algorithm, &self.table) {
            (Algorithm::Astar, _) => match map.check_ends(from, to) {
                Ok((from, to)) => self.search.find(map, from, to, Plan::AStar, budget),
                Err(reason) => Answer::refused(reason),
            },
            (Algorithm::Theta, _) => self.theta.find(map, from, to, budget),
            (_, Some(table)) => self.jumper.find_with(map, table, from, to, budget),
            (_, None) => self.jumper.find(map, from, to, budget),
        }
    }
}

/// Whether every leg of a way at any angle is in sight from its beginning, and the legs add up to its length.
fn is_straight(map: &TileMap, route: &Route) -> bool {
    let mut length = 0.0;
    let in_sight = route.cells.windows(2).all(|leg| {
        let ((ax, ay), (bx, by)) = (map.place(leg[0]), map.place(leg[1]));
        length += f64::from(ax - bx).hypot(f64::from(ay - by));
        sight::clear(map, (ax, ay), (bx, by))
    });
    in_sight && (length - route.length).abs() < 1e-6 * length.max(1.0)
}

/// A tile a search noted, and the one it was reached from.
pub type Branch = (CellIndex, CellIndex);

impl Finder {
    /// What the last search looked at.
    pub fn tree(&self, map: &TileMap) -> Vec<Branch> {
        match self.algorithm {
            Algorithm::Astar => self.search.tree(),
            Algorithm::Theta => self.theta.tree(),
            Algorithm::Jps | Algorithm::JpsPlus => self.jumper.tree(map),
            // What it looked at is spread over many short searches.
            Algorithm::Regions => Vec::new(),
        }
    }
}

impl Scen {
    /// Runs all queries.
    pub fn run(self) -> Result<()> {
        let map = parse_map(&read(&self.map)?).with_context(|| self.map.display().to_string())?;
        let queries = parse_scen(&read(&self.scen)?).with_context(|| self.scen.display().to_string())?;
        check_size(&queries, &map).with_context(|| self.scen.display().to_string())?;
        let start = Instant::now();
        let mut finder = Finder::new(&map, self.algorithm);
        let prepared = start.elapsed().as_secs_f64() * 1e3;
        let bar = output::progress(queries.len() as u64, "solving");
        let (mut times, mut wrong) = (Vec::with_capacity(queries.len()), 0u64);
        for query in &queries {
            let start = Instant::now();
            let found = finder.find(&map, query.from, query.to);
            times.push(start.elapsed().as_secs_f64() * 1e6);
            let right = found.found().is_some_and(|route| match self.algorithm {
                Algorithm::Theta => is_straight(&map, &route) && route.length <= query.optimal + 1e-4,
                Algorithm::Regions => route.length <= query.optimal * BOUND + 1e-4,
                _ => same_length(route.length, query.optimal),
            });
            wrong += u64::from(!right);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let (mean, p99) = mean_and_p99(times);
        if self.json {
            return output::print_json(&json!({
                "queries": queries.len(), "wrong_lengths": wrong, "mean_us": mean, "p99_us": p99, "preprocess_ms": prepared,
            }));
        }
        output::print(&format!(
            "{} queries, {wrong} wrong lengths, mean {mean:.1} µs, 99 % within {p99:.1} µs, prepared in {prepared:.1} ms\n",
            queries.len()
        ))
    }
}
