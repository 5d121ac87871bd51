//! `wold world terrain`: bounded height maps.

use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_chance::Seed;
use wold_genesis::draw;
use wold_genesis::heightmap::raster::Raster;
use wold_genesis::heightmap::{HeightMap, Recipe};

/// Make a bounded height map, or read one measured on Earth.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  wold world terrain --generator diamond-square --size 257 --seed 1 --png map.png\n  \
                        wold world terrain --raster dem.asc --halve 1 --csv"
)]
pub struct Terrain {
    /// simple, limited, particles, faults, hills or diamond-square.
    #[arg(long, default_value = "diamond-square", conflicts_with = "raster")]
    generator: String,
    /// An ESRI ASCII raster to read instead.
    #[arg(long)]
    raster: Option<PathBuf>,
    /// Cells along a side, or WIDTHxHEIGHT.
    #[arg(long, default_value = "257")]
    size: String,
    /// What it grows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Blur this many times.
    #[arg(long, default_value_t = 0)]
    blur: u32,
    /// Halve this many times, by means.
    #[arg(long, default_value_t = 0)]
    halve: u32,
    /// Stretch to fill 0 to 256.
    #[arg(long)]
    stretch: bool,
    /// Write a picture.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    /// Print rows of numbers, the northernmost first.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// The greatest height of generated maps.
const TOP: f64 = 256.0;
/// The longest raster read, in bytes.
const LONGEST: u64 = 1 << 30;

impl Terrain {
    /// Makes the map and shows it.
    pub fn run(self) -> Result<()> {
        ensure!(self.blur <= 100 && self.halve <= 16, "at most 100 blurs and 16 halvings");
        let mut map = self.make()?;
        for _ in 0..self.blur {
            map = map.blurred();
        }
        for _ in 0..self.halve {
            map = map.halved();
        }
        if self.stretch {
            map = map.stretched(TOP);
        }
        if let Some(path) = &self.png {
            let pixels = draw::height_map(&map);
            output::write_png(path, map.width as u32, map.height as u32, &pixels)?;
        }
        if self.json {
            return output::print_json(
                &json!({ "width": map.width, "height": map.height, "heights": map.cells }),
            );
        }
        if self.csv {
            let rows = map.cells.chunks(map.width).rev();
            let lines: Vec<String> = rows
                .map(|row| row.iter().map(|h| format!("{h:.3}")).collect::<Vec<_>>().join(",") + "\n")
                .collect();
            return output::print(&lines.concat());
        }
        let (lo, hi) = map.bounds();
        output::print(&format!("{} by {} cells from {lo:.2} to {hi:.2}\n", map.width, map.height))
    }

    fn make(&self) -> Result<HeightMap> {
        if let Some(path) = &self.raster {
            let text = input::text(path, LONGEST)?;
            return Raster::parse(&text).and_then(|r| r.to_map()).with_context(|| path.display().to_string());
        }
        let recipe: Recipe = self.generator.parse()?;
        let [width, height] = match self.size.parse::<usize>() {
            Ok(side) => [side, side],
            Err(_) => output::pair(&self.size, 'x')?,
        };
        Ok(HeightMap::generate(recipe, width, height, TOP, Seed(self.seed))?)
    }
}
