//! `wold world draw`: a map as a PNG.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use std::path::PathBuf;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_genesis::draw::{self, Layer, View};
use wold_space::DVec2;

/// Draw a map as a PNG.
#[derive(Args)]
#[command(after_help = "Example: wold world draw --seed 42 --area 4096 --png out.png --layer all")]
pub struct Draw {
    /// The world's seed.
    #[arg(long)]
    seed: u64,
    /// Metres along a side.
    #[arg(long, default_value_t = 4096.0)]
    area: f64,
    /// Pixels along a side.
    #[arg(long, default_value_t = 1024)]
    size: u32,
    /// The middle of the map in metres, as X,Y; where people start if not given.
    #[arg(long, allow_hyphen_values = true)]
    at: Option<String>,
    /// What to show.
    #[arg(long, value_enum, default_value_t = LayerName::All)]
    layer: LayerName,
    /// Where to write the picture.
    #[arg(long)]
    png: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum LayerName {
    Height,
    Ecosystem,
    Moisture,
    Towns,
    All,
}

impl Draw {
    /// Draws row by row on all cores.
    pub fn run(self) -> Result<()> {
        ensure!(
            (16.0..=200_000.0).contains(&self.area),
            "an area of {} m is not between 16 and 200000",
            self.area
        );
        ensure!(
            (16..=8192).contains(&self.size),
            "a size of {} pixels is not between 16 and 8192",
            self.size
        );
        let world = Genesis::new(Seed(self.seed));
        let centre = match &self.at {
            Some(text) => DVec2::from_array(output::pair(text, ',')?),
            None => world.start(),
        };
        ensure!(
            centre.is_finite() && centre.abs().max_element() < 8e6,
            "{centre} m lies beyond the world's edge"
        );
        let layer = match self.layer {
            LayerName::Height => Layer::Height,
            LayerName::Ecosystem => Layer::Ecosystem,
            LayerName::Moisture => Layer::Moisture,
            LayerName::Towns => Layer::Towns,
            LayerName::All => Layer::All,
        };
        let view = View {
            corner: centre - self.area / 2.0,
            scale: self.area / f64::from(self.size),
            width: self.size,
            height: self.size,
        };
        let bar = output::progress(u64::from(self.size), "drawing");
        let rows: Vec<Vec<u8>> = (0..self.size)
            .into_par_iter()
            .map(|row| {
                let pixels = draw::row(&world, &view, layer, row);
                bar.inc(1);
                pixels
            })
            .collect();
        bar.finish_and_clear();
        output::write_png(&self.png, self.size, self.size, &rows.concat())
    }
}
