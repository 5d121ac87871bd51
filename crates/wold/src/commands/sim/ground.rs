//! The land a simulation runs on.

use crate::commands::input;
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::PathBuf;
use wold_chance::Seed;
use wold_fields::engine::{LIMIT, Layout};
use wold_fields::land;
use wold_fields::stencil::Lattice;
use wold_genesis::heightmap::raster::Raster;
use wold_space::grid::Rim;

/// Which land.
#[derive(Args)]
pub struct Ground {
    /// An ESRI ASCII raster of heights.
    #[arg(long, conflicts_with = "random")]
    dem: Option<PathBuf>,
    /// Random land of WIDTHxHEIGHT cells.
    #[arg(long, default_value = "63x51")]
    random: String,
    /// What random land grows from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Hexagons instead of squares; a torus of them has an even number of rows, so an odd last row is doubled.
    #[arg(long)]
    hex: bool,
    /// End at the border instead of wrapping round.
    #[arg(long)]
    bounded: bool,
}

/// Land laid out for an engine.
pub struct Land {
    pub layout: Layout,
    pub width: usize,
    pub height: usize,
    /// Heights row by row from the south.
    pub heights: Vec<f32>,
    /// The raster it was read from, if it was.
    pub measured: bool,
}

/// The longest raster read, in bytes.
const LONGEST: u64 = 1 << 30;

impl Ground {
    /// Makes or reads the land.
    pub fn land(&self) -> Result<Land> {
        let (width, mut height, mut heights) = match &self.dem {
            Some(path) => {
                let map = Raster::parse(&input::text(path, LONGEST)?).and_then(|raster| raster.to_map());
                let map = map.with_context(|| path.display().to_string())?;
                let clamped = map.cells.iter().map(|h| (*h as f32).clamp(-LIMIT, LIMIT)).collect();
                (map.width, map.height, clamped)
            }
            None => {
                let [width, height] = output::pair::<usize>(&self.random, 'x')?;
                let cells = width.checked_mul(height).unwrap_or(0);
                ensure!(
                    (1..=1 << 24).contains(&cells),
                    "--random must have 1 to 16777216 cells, not {}",
                    self.random
                );
                (width, height, land::noise(width, height, 5, Seed(self.seed)))
            }
        };
        if self.hex && !self.bounded && height % 2 == 1 {
            heights.extend_from_within((height - 1) * width..);
            height += 1;
        }
        let lattice = if self.hex { Lattice::Hex } else { Lattice::Square };
        let rim = if self.bounded { Rim::Bounded } else { Rim::Torus };
        let layout = Layout::whole(lattice, width as u32, height as u32, rim)?;
        Ok(Land { layout, width, height, heights, measured: self.dem.is_some() })
    }
}
