//! `wold way path`: one way on a map, perhaps drawn.

use super::read;
use super::scen::{Algorithm, Finder};
use crate::commands::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_ways::tiles::movingai::parse_map;
use wold_ways::tiles::sight;
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
    /// Write a picture.
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
        let answer = Finder::new(&map, self.algorithm).find(&map, (fx, fy), (tx, ty));
        let (route, note) = match answer.outcome {
            Outcome::Complete(route) => (route, "complete".to_owned()),
            Outcome::Partial(route, why) => (route, why.to_string()),
            Outcome::Unreachable(why) => bail!("{}: from {fx},{fy} to {tx},{ty}: {why}", self.map.display()),
            Outcome::OutOfBudget => bail!("the search had no budget"),
        };
        let turns: Vec<(i32, i32)> = route.cells.iter().map(|cell| map.place(*cell)).collect();
        if let Some(path) = &self.png {
            draw(&map, &turns, self.algorithm, path)?;
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

/// Ground light, walls dark, the way blue, ends orange: readable without telling red from green.
fn draw(map: &TileMap, turns: &[(i32, i32)], algorithm: Algorithm, path: &std::path::Path) -> Result<()> {
    let (width, height) = (map.width(), map.height());
    let mut pixels = Vec::with_capacity(map.len() * 3);
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            pixels.extend(if map.is_open(x, y) { [236, 232, 220] } else { [60, 64, 72] });
        }
    }
    let mut paint = |x: i32, y: i32, colour: [u8; 3]| {
        let at = (y as usize * width as usize + x as usize) * 3;
        pixels[at..at + 3].copy_from_slice(&colour);
    };
    let blue = [0, 114, 178];
    if algorithm == Algorithm::Theta {
        for leg in turns.windows(2) {
            sight::walk(leg[0], leg[1], |x, y| {
                paint(x, y, blue);
                true
            });
        }
    } else {
        let cells: Vec<_> = turns.iter().filter_map(|&(x, y)| map.cell(x, y)).collect();
        for cell in map.fill_in(&cells) {
            let (x, y) = map.place(cell);
            paint(x, y, blue);
        }
    }
    for &(x, y) in turns.first().into_iter().chain(turns.last()) {
        paint(x, y, [230, 159, 0]);
    }
    output::write_png(path, width, height, &pixels)
}
