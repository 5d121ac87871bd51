//! `wold way path`: one way on a map, perhaps drawn.

use super::canvas::{Canvas, Colour, END, GROUND, LOOKED_AT, WALL, WAY};
use super::read;
use super::scen::{Algorithm, Branch, Finder};
use crate::commands::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use wold_space::DVec2;
use wold_ways::tiles::movingai::parse_map;
use wold_ways::{Outcome, tiles::TileMap};

/// Find one way on a Moving AI map.
#[derive(Args)]
#[command(after_help = "Example:\n  wold way path --map arena.map --from 1,11 --to 40,30 --png way.png")]
pub struct PathCommand {
    /// The map.
    #[arg(long)]
    map: PathBuf,
    /// The first tile, X,Y.
    #[arg(long)]
    from: String,
    /// The last tile, X,Y.
    #[arg(long)]
    to: String,
    /// How to search.
    #[arg(long, value_enum, default_value = "jps")]
    algorithm: Algorithm,
    /// Write a picture of the map, what the search looked at, and the way.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl PathCommand {
    /// Finds the way and shows it.
    pub fn run(self) -> Result<()> {
        let map = parse_map(&read(&self.map)?).with_context(|| self.map.display().to_string())?;
        let [fx, fy] = output::pair::<i32>(&self.from, ',')?;
        let [tx, ty] = output::pair::<i32>(&self.to, ',')?;
        let mut finder = Finder::new(&map, self.algorithm);
        let answer = finder.find(&map, (fx, fy), (tx, ty));
        let (route, note) = match answer.outcome {
            Outcome::Complete(route) => (route, "complete".to_owned()),
            Outcome::Partial(route, why) => (route, why.to_string()),
            Outcome::Unreachable(why) => bail!("{}: from {fx},{fy} to {tx},{ty}: {why}", self.map.display()),
            Outcome::OutOfBudget => bail!("the search had no budget"),
        };
        let turns: Vec<(i32, i32)> = route.cells.iter().map(|cell| map.place(*cell)).collect();
        if let Some(path) = &self.png {
            draw(&map, &finder.tree(&map), &turns, self.algorithm == Algorithm::Theta, path)?;
        }
        if self.json {
            return output::print_json(&json!({
                "length": route.length, "expansions": answer.expansions, "outcome": note, "turns": turns,
            }));
        }
        let turns: Vec<String> = turns.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let (length, expansions) = (route.length, answer.expansions);
        output::print(&format!("length {length:.5} ({note}), {expansions} expansions: {}\n", turns.join(" ")))
    }
}

/// The map, the search's tree, and the way.
fn draw(map: &TileMap, tree: &[Branch], turns: &[(i32, i32)], straight: bool, path: &Path) -> Result<()> {
    let scale = (1_100 / map.width().max(map.height())).clamp(1, 16);
    let mut canvas = Canvas::new(map.width() * scale, map.height() * scale, WALL);
    for (x, y) in (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| (x, y))) {
        if map.is_open(x as i32, y as i32) {
            for (dx, dy) in (0..scale).flat_map(|dy| (0..scale).map(move |dx| (dx, dy))) {
                canvas.set(i64::from(x * scale + dx), i64::from(y * scale + dy), GROUND);
            }
        }
    }
    let scale = f64::from(scale);
    let centre = |(x, y): (i32, i32)| DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5) * scale;
    // Legs over tiles run diagonally first; those at any angle are straight.
    let mut leg = |from: (i32, i32), to: (i32, i32), straight: bool, radius: f64, colour: Colour| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let diagonal = if straight { 0 } else { dx.abs().min(dy.abs()) };
        let bend = (from.0 + diagonal * dx.signum(), from.1 + diagonal * dy.signum());
        canvas.line(centre(from), centre(bend), radius, colour);
        canvas.line(centre(bend), centre(to), radius, colour);
    };
    for &(tile, parent) in tree {
        leg(map.place(parent), map.place(tile), straight, 0.5, LOOKED_AT);
    }
    for pair in turns.windows(2) {
        leg(pair[0], pair[1], straight, (scale / 4.0).max(1.5), WAY);
    }
    for &end in turns.first().into_iter().chain(turns.last()) {
        canvas.disc(centre(end), (scale / 2.0).max(4.0), END);
    }
    canvas.write(path)
}
