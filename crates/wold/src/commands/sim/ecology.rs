//! `wold sim ecology`.

use super::ground::{Ground, Land};
use super::{check_steps, people, picture, rules};
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_chance::{Seed, Stream};
use wold_fields::climate::Climate;
use wold_fields::ecology::Ecology as EcologySystem;
use wold_fields::engine::{Engine, Event, System, TilePos};
use wold_fields::travel::{Atlas, Walkers};
use wold_fields::weather::Weather;
use wold_space::DVec2;

/// Plants, grazers and hunters, bound to the weather.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold sim ecology --random 96x72 --steps 2000 --csv life.csv --png plants.png\n  \
                  wold sim ecology --map conquero --movement chooser --agents 80 --png felled.png"
)]
pub struct Ecology {
    #[command(flatten)]
    ground: Ground,
    #[command(flatten)]
    foragers: Foragers,
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

/// People who live off the land, if any.
#[derive(Args)]
struct Foragers {
    /// People go about between these places, fell and hunt: `conquero` for its 24 places, or a number of random ones.
    #[arg(long)]
    map: Option<String>,
    /// How many people.
    #[arg(long, default_value_t = 80, requires = "map")]
    agents: usize,
    /// How they choose where to go: random, simple or chooser.
    #[arg(long, default_value = "random", requires = "map")]
    movement: String,
    /// The chance that one of them fells or hunts in a step.
    #[arg(long, default_value_t = 0.02, requires = "map")]
    takes: f64,
}

/// What one of them takes of the plants or animals around, and how far around in cells.
const TAKEN: f32 = 0.5;
const REACH: f32 = 1.5;

impl Foragers {
    fn set_out(&self, land: &Land, seed: Seed) -> Result<Option<(Atlas, Walkers)>> {
        let Some(map) = &self.map else { return Ok(None) };
        ensure!(self.agents <= 100_000, "--agents must be at most 100000, not {}", self.agents);
        ensure!((0.0..=1.0).contains(&self.takes), "--takes must be 0 to 1, not {}", self.takes);
        let atlas = people::atlas(map, DVec2::new(land.width as f64, land.height as f64), seed)?;
        let movement = self.movement.parse().map_err(anyhow::Error::msg)?;
        let walkers = Walkers::new(atlas.clone(), movement, self.agents, 1.0, seed);
        Ok(Some((atlas, walkers)))
    }

    /// Walks on, and takes from where it is.
    fn live(&self, walkers: &mut Walkers, engine: &mut Engine, seed: Seed, step: u64) -> Result<()> {
        walkers.step();
        let mut draws = Stream::named(seed, "foragers", &[step]);
        for traveller in walkers.travellers() {
            if draws.chance(self.takes) {
                let deed = if draws.chance(0.5) { "fell" } else { "cull" };
                engine.announce(Event::new(deed, traveller.at).sized(REACH, TAKEN))?;
            }
        }
        Ok(())
    }
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
        let seed = Seed(self.ground.seed);
        let mut foragers = self.foragers.set_out(&land, seed)?;
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
            if let Some((_, walkers)) = &mut foragers {
                self.foragers.live(walkers, &mut engine, seed, step)?;
            }
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
            let green = engine.field("vegetation")?;
            let at = |place: DVec2| green[place.y as usize * land.width + place.x as usize];
            let places = foragers.map(|(atlas, _)| atlas.places.iter().map(|p| json!(at(p.at))).collect());
            return output::print_json(&json!({
                "agents": places.as_ref().map_or(0, |_| self.foragers.agents), "movement": places.as_ref().map(|_| &self.foragers.movement),
                "at_places": places.unwrap_or(Value::Null), "width": land.width, "height": land.height, "steps": self.steps, "vegetation": mean("vegetation")?,
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
