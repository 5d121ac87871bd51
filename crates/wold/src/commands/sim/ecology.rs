//! `wold sim ecology`.

use super::ground::Ground;
use super::{check_steps, picture, rules};
use crate::commands::output;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_fields::climate::Climate;
use wold_fields::ecology::Ecology as EcologySystem;
use wold_fields::engine::{Engine, System, TilePos};
use wold_fields::weather::Weather;

/// Plants, grazers and hunters, bound to the weather.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold sim ecology --random 96x72 --steps 2000 --csv life.csv --png plants.png"
)]
pub struct Ecology {
    #[command(flatten)]
    ground: Ground,
    /// How many steps.
    #[arg(long, default_value_t = 2000)]
    steps: u64,
    /// A file of constants.
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Write a picture of the plants.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Write one line per step: step, vegetation, grazers, hunters, soil, warmth (means over all cells).
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Plot what the CSV holds, each column between its own least and greatest value.
    #[arg(long)]
    plot: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Of the full range of heights.
const HILLS: f32 = 0.15;
const SHOWN: [&str; 5] = ["vegetation", "grazers", "hunters", "soil", "warmth"];

impl Ecology {
    /// Runs the ecology and shows it.
    pub fn run(self) -> Result<()> {
        check_steps(self.steps)?;
        let mut land = self.ground.land()?;
        let mut rules = rules(self.rules.as_ref())?;
        if land.measured {
            // What was measured on Earth lies above its own sea.
            rules.climate.sea_level = land.heights.iter().copied().fold(f32::MAX, f32::min);
        } else {
            // Random land fills the range of heights; life needs hills rather than the highest mountains.
            land.heights.iter_mut().for_each(|height| *height *= HILLS);
        }
        let sea = rules.climate.sea_level;
        let systems: Vec<Box<dyn System>> = vec![
            Box::new(Weather::new(rules.weather)?),
            Box::new(Climate::new(rules.climate)?),
            Box::new(EcologySystem::new(rules.ecology, sea)?),
        ];
        let mut engine = Engine::new(land.layout, systems)?;
        engine.fill("altitude", TilePos::default(), &land.heights)?;
        engine.fill("moisture", TilePos::default(), &vec![20.0; land.heights.len()])?;
        let cells = land.heights.len() as f64;
        let bar = output::progress(self.steps, "ecology");
        let mut csv = format!("step,{}\n", SHOWN.join(","));
        for step in 1..=self.steps {
            engine.step(&[]);
            if self.csv.is_some() || self.plot.is_some() {
                let means = SHOWN.iter().map(|name| Ok(format!("{:.5}", engine.total(name)? / cells)));
                csv.push_str(&format!("{step},{}\n", means.collect::<Result<Vec<_>>>()?.join(",")));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some(path) = &self.png {
            picture::of_field(&engine, "vegetation", land.width, land.height)?.write(path)?;
        }
        if let Some(path) = &self.csv {
            output::write_whole(path, csv.as_bytes())?;
        }
        if let Some(path) = &self.plot {
            picture::plot(&csv).write(path)?;
        }
        let mean = |name: &str| -> Result<f64> { Ok(engine.total(name)? / cells) };
        if self.json {
            return output::print_json(&json!({
                "width": land.width, "height": land.height, "steps": self.steps, "vegetation": mean("vegetation")?,
                "grazers": mean("grazers")?, "hunters": mean("hunters")?, "soil": mean("soil")?,
                "warmth": mean("warmth")?, "hash": format!("{:016x}", engine.hash()),
            }));
        }
        output::print(&format!(
            "{} steps: vegetation {:.3}, grazers {:.3}, hunters {:.3} a cell\n",
            self.steps,
            mean("vegetation")?,
            mean("grazers")?,
            mean("hunters")?
        ))
    }
}
