//! `wold sim weather`.

use super::ground::{Ground, Land};
use super::picture::{self, Picture};
use super::{check_steps, rules};
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Instant;
use wold_fields::climate::Climate;
use wold_fields::ecology::Ecology;
use wold_fields::engine::{Engine, Event, LIMIT, System, TilePos};
use wold_fields::stencil::Lattice;
use wold_fields::weather::Weather as WeatherSystem;
use wold_space::DVec2;

/// Wind, moisture and rain over land.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold sim weather --random 63x51 --seed 1 --steps 3000 --json\n  \
                  wold sim weather --dem dem.asc --steps 800 --png wind.png --gif wind.gif\n  \
                  wold sim weather --climate --steps 720 --event storm:100:20,20,8,30,40 --csv year.csv")]
pub struct Weather {
    #[command(flatten)]
    ground: Ground,
    /// How much of the way from the wind around to the slope the wind aims for, 0 to 1.
    #[arg(long)]
    alpha: Option<f32>,
    /// How much of the way to its aim the wind turns in a step, above 0 to 1.
    #[arg(long)]
    gamma: Option<f32>,
    /// How many steps.
    #[arg(long, default_value_t = 3000)]
    steps: u64,
    /// Raise the land at a step: STEP:X,Y,R.
    #[arg(long)]
    patch: Vec<String>,
    /// Anything else that happens: KIND:STEP:X,Y,R,STRENGTH,SPAN with KIND tornado, storm, earthquake, flood, drought, fell or wildfire.
    #[arg(long)]
    event: Vec<String>,
    /// Seasons, clouds, snow, soil and plants as well.
    #[arg(long)]
    climate: bool,
    /// A file of constants.
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Write a picture: land in grey, moisture in blue, wind as arrows.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Write an animation of 60 frames.
    #[arg(long)]
    gif: Option<PathBuf>,
    /// Write one line per step: step, delta_mask, moisture and, with --climate, more.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Plot what the CSV holds, each column between its own least and greatest value.
    #[arg(long)]
    plot: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// How high a patch is raised.
const PATCH_HEIGHT: f32 = 3_000.0;
/// What the means over all cells are taken of with a climate.
const CLIMATE: [&str; 7] = ["warmth", "cloud", "soil", "flood", "snow", "ice", "vegetation"];

impl Weather {
    /// Runs the weather and shows it.
    pub fn run(self) -> Result<()> {
        check_steps(self.steps)?;
        let land = self.ground.land()?;
        let mut engine = self.engine(&land)?;
        for text in &self.patch {
            let raised = patch(text)?;
            inside(&raised, &land).with_context(|| format!("--patch {text}"))?;
            engine.announce(raised)?;
        }
        for text in &self.event {
            let happens = event(text)?;
            inside(&happens, &land).with_context(|| format!("--event {text}"))?;
            engine.announce(happens)?;
        }
        let cells = (land.width * land.height) as f64;
        let bar = output::progress(self.steps, "weather");
        let mut deltas = Map::new();
        let mut converged = None;
        let mut frames = Vec::new();
        let mut csv = csv_head(self.climate);
        let every = (self.steps / 60).max(1);
        let mut spent = std::time::Duration::ZERO;
        let mut landmark = 1;
        for step in 1..=self.steps {
            let start = Instant::now();
            engine.step(&[]);
            spent += start.elapsed();
            let delta = engine.delta("weather");
            if delta < 1.0 && converged.is_none() {
                converged = Some(step);
            }
            if step == landmark || step == self.steps {
                deltas.insert(step.to_string(), json!(delta));
                landmark *= if step == landmark { 10 } else { 1 };
            }
            if self.csv.is_some() || self.plot.is_some() {
                csv.push_str(&self.csv_line(&engine, step, delta, cells)?);
            }
            if self.gif.is_some() && step % every == 0 {
                frames.push(draw(&engine, &land)?);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some(path) = &self.png {
            draw(&engine, &land)?.write(path)?;
        }
        if let Some(path) = &self.gif {
            picture::write_gif(path, &frames)?;
        }
        if let Some(path) = &self.csv {
            output::write_whole(path, csv.as_bytes())?;
        }
        if let Some(path) = &self.plot {
            picture::plot(&csv).write(path)?;
        }
        let moisture = engine.total("moisture")?;
        let ns = spent.as_secs_f64() * 1e9 / (cells * self.steps as f64);
        let (awake, _) = engine.awake("weather");
        if self.json {
            return output::print_json(&json!({
                "width": land.width, "height": land.height, "steps": self.steps, "delta_mask": Value::Object(deltas),
                "converged_at": converged, "moisture_total": moisture, "ns_per_cell_step": ns, "awake_cells": awake,
                "hash": format!("{:016x}", engine.hash()),
            }));
        }
        let rest =
            converged.map_or("not yet at rest".to_owned(), |step| format!("at rest since step {step}"));
        output::print(&format!(
            "{} by {} cells, {} steps: {rest}; moisture {moisture:.1}; {ns:.1} ns a cell and step\n",
            land.width, land.height, self.steps
        ))
    }

    fn engine(&self, land: &Land) -> Result<Engine> {
        let mut rules = rules(self.rules.as_ref())?;
        rules.weather.alpha = self.alpha.unwrap_or(rules.weather.alpha);
        rules.weather.gamma = self.gamma.unwrap_or(rules.weather.gamma);
        let mut systems: Vec<Box<dyn System>> = vec![Box::new(WeatherSystem::new(rules.weather)?)];
        if self.climate {
            let sea = rules.climate.sea_level;
            systems.push(Box::new(Climate::new(rules.climate)?));
            systems.push(Box::new(Ecology::new(rules.ecology, sea)?));
        }
        let mut engine = Engine::new(land.layout, systems)?;
        engine.fill("altitude", TilePos::default(), &land.heights)?;
        // Water lies in the lowest fifth of the land.
        let mut sorted = land.heights.clone();
        sorted.sort_by(f32::total_cmp);
        let shore = sorted[sorted.len() / 5];
        let lakes = land.heights.iter().filter(|h| **h <= shore).count();
        // All of it together fits into one cell, so that none is lost to the limit where it gathers.
        let depth = 0.8 * LIMIT / lakes as f32;
        let wet: Vec<f32> = land.heights.iter().map(|h| if *h <= shore { depth } else { 0.0 }).collect();
        engine.fill("moisture", TilePos::default(), &wet)?;
        Ok(engine)
    }

    fn csv_line(&self, engine: &Engine, step: u64, delta: f64, cells: f64) -> Result<String> {
        let mut line = format!("{step},{delta:.6},{:.3}", engine.total("moisture")?);
        if self.climate {
            for name in CLIMATE {
                line.push_str(&format!(",{:.4}", engine.total(name)? / cells));
            }
        }
        Ok(line + "\n")
    }
}

fn csv_head(climate: bool) -> String {
    let more: String =
        if climate { CLIMATE.iter().map(|name| format!(",{name}")).collect() } else { String::new() };
    format!("step,delta_mask,moisture{more}\n")
}

/// Land in grey, moisture in blue, wind as arrows; snow white where a climate is.
fn draw(engine: &Engine, land: &Land) -> Result<Picture> {
    let (heights, moisture, wind) =
        (picture::shares(&land.heights), engine.field("moisture")?, engine.field("wind")?);
    let snow = engine.field("snow").unwrap_or_default();
    let mean = (moisture.iter().sum::<f32>() / moisture.len() as f32).max(1e-6);
    let scale = picture::scale_for(land.width);
    let shifted = land.layout.lattice == Lattice::Hex;
    let mut drawn = Picture::new(land.width, land.height, scale, shifted, |i| {
        let grey = 40.0 + 170.0 * heights[i];
        let wet = (moisture[i] / (moisture[i] + 2.0 * mean)).clamp(0.0, 1.0);
        let white = snow.get(i).map_or(0.0, |s| s / (s + 5.0));
        let blue = [30.0, 110.0, 210.0];
        std::array::from_fn(|c| {
            let wetted = grey + (blue[c] - grey) * wet;
            wetted + (250.0 - wetted) * white
        })
    });
    drawn.arrows(&wind, land.width, scale, (24 / scale).max(3));
    Ok(drawn)
}

/// Makes sure that something happens on the land.
fn inside(event: &Event, land: &Land) -> Result<()> {
    let (x, y) = (event.place.x, event.place.y);
    let on = (0.0..=land.width as f64).contains(&x) && (0.0..=land.height as f64).contains(&y);
    ensure!(on, "{x},{y} is outside the land of {} by {} cells", land.width, land.height);
    Ok(())
}

/// Reads `STEP:X,Y,R`.
fn patch(text: &str) -> Result<Event> {
    let wrong = || format!("--patch {text:?} is not STEP:X,Y,R");
    let (step, place) = text.split_once(':').with_context(wrong)?;
    let step: u64 = step.parse().with_context(wrong)?;
    let numbers = numbers(place).with_context(wrong)?;
    let &[x, y, radius] = numbers.as_slice() else { anyhow::bail!(wrong()) };
    Ok(Event::new("patch", DVec2::new(x, y)).sized(radius as f32, PATCH_HEIGHT).at(step))
}

/// Reads `KIND:STEP:X,Y,R,STRENGTH,SPAN`.
fn event(text: &str) -> Result<Event> {
    let wrong = || format!("--event {text:?} is not KIND:STEP:X,Y,R,STRENGTH,SPAN");
    let (kind, rest) = text.split_once(':').with_context(wrong)?;
    let (step, place) = rest.split_once(':').with_context(wrong)?;
    let step: u64 = step.parse().with_context(wrong)?;
    let numbers = numbers(place).with_context(wrong)?;
    let &[x, y, radius, strength, span] = numbers.as_slice() else { anyhow::bail!(wrong()) };
    ensure!((0.0..=1e9).contains(&span), "{}", wrong());
    Ok(Event::new(kind, DVec2::new(x, y)).sized(radius as f32, strength as f32).at(step).lasting(span as u32))
}

fn numbers(text: &str) -> Result<Vec<f64>> {
    let number = |word: &str| {
        let value = word.trim().parse::<f64>().ok().filter(|v| v.is_finite());
        value.with_context(|| format!("{word:?} is not a finite number"))
    };
    text.split(',').map(number).collect()
}
