//! `wold sim reputation`, `economy` and `law`: what travels with people.

use super::models::Models;
use super::{check_steps, picture, rules};
use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wold_chance::{Seed, Stream};
use wold_conquero::Map;
use wold_fields::economy::Economy as EconomySystem;
use wold_fields::engine::{Cell, Engine, Event, LIMIT, Layout, System, Traveller};
use wold_fields::fuzzy::Controller;
use wold_fields::law::{self, Law as LawSystem};
use wold_fields::reputation::{Reputation as ReputationSystem, ReputationRules};
use wold_fields::rules::FieldRules;
use wold_fields::stencil::Lattice;
use wold_fields::traffic::Traffic;
use wold_fields::travel::tree::Tree;
use wold_fields::travel::{Atlas, Movement, Walkers};
use wold_space::DVec2;
use wold_space::grid::Rim;

/// Who goes where, and what is written.
#[derive(Args)]
struct Crowd {
    /// `conquero` for its 24 places, or a number of random ones.
    #[arg(long, default_value = "conquero")]
    map: String,
    /// Cells: WIDTHxHEIGHT.
    #[arg(long, default_value = "120x100")]
    size: String,
    /// How many agents.
    #[arg(long, default_value_t = 80)]
    agents: usize,
    /// How they choose where to go: random, simple or chooser.
    #[arg(long, default_value = "random")]
    movement: String,
    /// A decision tree for the chooser, as C4.5 prints it: lines like "|   distance <= 0.1: 4".
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// How many steps.
    #[arg(long, default_value_t = 3000)]
    steps: u64,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of constants.
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Write a picture of the field.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Write one line of sums per step.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Plot what the CSV holds, each column between its own least and greatest value.
    #[arg(long)]
    plot: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// A crowd ready to go.
struct Stage {
    width: usize,
    height: usize,
    atlas: Atlas,
    walkers: Walkers,
    rules: FieldRules,
}

impl Crowd {
    fn stage(&self) -> Result<Stage> {
        check_steps(self.steps)?;
        ensure!(self.agents <= 100_000, "--agents must be at most 100000, not {}", self.agents);
        let [width, height] = output::pair::<usize>(&self.size, 'x')?;
        let fine = (4..=4_096).contains(&width) && (4..=4_096).contains(&height);
        ensure!(fine, "--size must be 4x4 to 4096x4096, not {}", self.size);
        let extent = DVec2::new(width as f64, height as f64);
        let atlas = atlas(&self.map, extent, Seed(self.seed))?;
        let mut movement: Movement = self.movement.parse().map_err(anyhow::Error::msg)?;
        if let Some(path) = &self.tree {
            ensure!(matches!(movement, Movement::Chooser(_)), "--tree is for --movement chooser alone");
            let text = input::text(path, input::SETTINGS)?;
            let tree = Tree::parse(&text).map_err(|error| anyhow::anyhow!("{}, {error}", path.display()))?;
            movement = Movement::Chooser(tree);
        }
        let walkers = Walkers::new(atlas.clone(), movement, self.agents, 1.0, Seed(self.seed));
        Ok(Stage { width, height, atlas, walkers, rules: rules(self.rules.as_ref())? })
    }

    /// Steps the engine, `before` each step, and reports.
    fn run(
        &self,
        stage: &mut Stage,
        engine: &mut Engine,
        sums: &[&str],
        shown: &str,
        mut before: impl FnMut(&mut Engine, &mut Vec<Traveller>, u64) -> Result<()>,
    ) -> Result<()> {
        let bar = output::progress(self.steps, "steps");
        let mut csv = format!("step,{}\n", sums.join(","));
        let mut spent = Duration::ZERO;
        for step in 0..self.steps {
            stage.walkers.step();
            let mut travellers = stage.walkers.travellers();
            before(engine, &mut travellers, step)?;
            let start = Instant::now();
            engine.step(&travellers);
            spent += start.elapsed();
            if self.csv.is_some() || self.plot.is_some() {
                let values = sums.iter().map(|name| Ok(format!("{:.3}", engine.total(name)?)));
                csv.push_str(&format!("{},{}\n", step + 1, values.collect::<Result<Vec<_>>>()?.join(",")));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some(path) = &self.png {
            picture::of_field(engine, shown, stage.width, stage.height)?.write(path)?;
        }
        if let Some(path) = &self.csv {
            output::write_whole(path, csv.as_bytes())?;
        }
        if let Some(path) = &self.plot {
            picture::plot(&csv).write(path)?;
        }
        self.report(stage, engine, sums, shown, spent)
    }

    fn report(
        &self,
        stage: &Stage,
        engine: &Engine,
        sums: &[&str],
        shown: &str,
        spent: Duration,
    ) -> Result<()> {
        let ms = spent.as_secs_f64() * 1e3 / self.steps as f64;
        let field = engine.field(shown)?;
        let at = |place: DVec2| field[place.y as usize * stage.width + place.x as usize];
        if self.json {
            let totals = sums.iter().map(|name| Ok(((*name).to_owned(), json!(engine.total(name)?))));
            let places: Vec<Value> = stage.atlas.places.iter().map(|p| json!(at(p.at))).collect();
            return output::print_json(&json!({
                "width": stage.width, "height": stage.height, "agents": self.agents, "movement": self.movement,
                "steps": self.steps, "totals": Value::Object(totals.collect::<Result<_>>()?), "at_places": places,
                "places_show": shown, "ms_per_step": ms, "hash": format!("{:016x}", engine.hash()),
            }));
        }
        let mut text = format!("{} steps of {} agents, {ms:.3} ms a step\n", self.steps, self.agents);
        for name in sums {
            text.push_str(&format!("{name} in all: {:.1}\n", engine.total(name)?));
        }
        output::print(&text)
    }
}

/// The places of `conquero`, or as many random ones as `map` says.
pub(super) fn atlas(map: &str, extent: DVec2, seed: Seed) -> Result<Atlas> {
    if map == "conquero" {
        return Ok(Map::classic().atlas().over(extent));
    }
    let count = map.parse::<usize>();
    let count = count.ok().with_context(|| format!("--map {map:?} is neither conquero nor a number"))?;
    ensure!((1..=1_000).contains(&count), "--map must have 1 to 1000 places, not {count}");
    Ok(Atlas::random(count, extent, seed))
}

/// Word of mouth over a torus of cells.
pub fn field_engine(rules: &FieldRules, [width, height]: [usize; 2]) -> Result<Engine> {
    let layout = Layout::whole(Lattice::Square, width as u32, height as u32, Rim::Torus)?;
    let traffic = Traffic::new(rules.traffic.clone())?;
    let reputation = ReputationSystem::new(rules.reputation.clone())?;
    Ok(Engine::new(layout, vec![Box::new(traffic), Box::new(reputation)])?)
}

fn engine(stage: &Stage, system: Box<dyn System>) -> Result<Engine> {
    let layout = Layout::whole(Lattice::Square, stage.width as u32, stage.height as u32, Rim::Torus)?;
    let traffic = Traffic::new(stage.rules.traffic.clone())?;
    Ok(Engine::new(layout, vec![Box::new(traffic), system])?)
}

fn cell_of(place: DVec2) -> Cell {
    Cell::new(place.x as i64, place.y as i64)
}

/// Word of mouth, carried by agents between places.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold sim reputation --map conquero --movement simple --agents 80 --steps 5000 --png repute.png\n  \
                  wold sim reputation --compare war.log --models random,simple,chooser,tactician"
)]
pub struct Reputation {
    #[command(flatten)]
    crowd: Crowd,
    #[command(flatten)]
    models: Models,
}

impl Reputation {
    /// Runs it and shows it.
    pub fn run(self) -> Result<()> {
        let mut stage = self.crowd.stage()?;
        if let Some(log) = self.models.log() {
            ensure!(self.crowd.map == "conquero", "--compare is for --map conquero alone");
            let size = [stage.width, stage.height];
            return self.models.run(log, &stage.rules, size, self.crowd.seed, self.crowd.json);
        }
        let rules = stage.rules.reputation.clone();
        let mut engine = field_engine(&stage.rules, [stage.width, stage.height])?;
        let seed = Seed(self.crowd.seed);
        self.crowd.run(
            &mut stage,
            &mut engine,
            &["word.0", "repute.0"],
            "repute.0",
            |engine, travellers, step| {
                for event in deeds(&rules, travellers, seed, step) {
                    engine.announce(event)?;
                }
                Ok(())
            },
        )
    }
}

/// The deeds that agents of a simulation do in a step (repEvent), spread evenly over the groups.
pub fn deeds(rules: &ReputationRules, travellers: &[Traveller], seed: Seed, step: u64) -> Vec<Event> {
    let mut draws = Stream::named(seed, "deeds", &[step]);
    let mut events = Vec::new();
    for traveller in travellers {
        if draws.chance(rules.deed_chance) {
            let sign = if draws.chance(rules.good_chance) { 1.0 } else { -1.0 };
            let severity = (draws.range(0.0, f64::from(LIMIT)) * sign) as f32;
            let group = draws.below(u64::from(rules.groups)) as u32;
            events.push(Event::new("deed", traveller.at).sized(0.0, severity).about(group));
        }
    }
    events
}

/// Goods and prices, carried by agents between places.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold sim economy --map conquero --movement simple --fire 1500:8 --csv prices.csv --png price.png"
)]
pub struct Economy {
    #[command(flatten)]
    crowd: Crowd,
    /// Burn the stocks and fields of a place at a step: STEP:PLACE.
    #[arg(long)]
    fire: Option<String>,
}

impl Economy {
    /// Runs it and shows it.
    pub fn run(self) -> Result<()> {
        let mut stage = self.crowd.stage()?;
        let goods = stage.rules.economy.goods.clone();
        let mut engine = engine(&stage, Box::new(EconomySystem::new(stage.rules.economy.clone())?))?;
        // Every place needs everything by its size, and makes one good in plenty.
        let scale = goods.len() as f32 * 1.5;
        for (number, place) in stage.atlas.places.iter().enumerate() {
            for (index, good) in goods.iter().enumerate() {
                let need = place.size as f32 * 0.01;
                engine.set(&format!("need.{good}"), cell_of(place.at), need)?;
                if number % goods.len() == index {
                    engine.set(&format!("yield.{good}"), cell_of(place.at), need * scale)?;
                }
            }
        }
        if let Some(text) = &self.fire {
            let [step, place] = output::pair::<u64>(text, ':')?;
            let burnt = stage.atlas.places.get(place.saturating_sub(1) as usize);
            let burnt = burnt.with_context(|| format!("--fire: there is no place {place}"))?;
            for good in 0..goods.len() as u32 {
                engine.announce(Event::new("fire", burnt.at).sized(1.0, 0.95).at(step).about(good))?;
            }
        }
        let names: Vec<String> = goods.iter().map(|good| format!("stock.{good}")).collect();
        let sums: Vec<&str> = names.iter().map(String::as_str).collect();
        let shown = format!("price.{}", goods[0]);
        self.crowd.run(&mut stage, &mut engine, &sums, &shown, |_, _, _| Ok(()))
    }
}

/// Crime, guards and deterrence among agents.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold sim law --map conquero --guards 12 --steps 3000 --csv crime.csv --png crime.png"
)]
pub struct Law {
    #[command(flatten)]
    crowd: Crowd,
    /// How many guards.
    #[arg(long, default_value_t = 12)]
    guards: usize,
    /// The chance that an agent is tempted to a crime in a step.
    #[arg(long, default_value_t = 0.002)]
    tempted: f64,
}

/// A guard of the simulation.
struct Guard {
    at: DVec2,
    home: DVec2,
    on_duty: f32,
}

impl Law {
    /// Runs it and shows it.
    pub fn run(self) -> Result<()> {
        ensure!((0.0..=1.0).contains(&self.tempted), "--tempted must be 0 to 1, not {}", self.tempted);
        ensure!(self.guards <= 10_000, "--guards must be at most 10000, not {}", self.guards);
        let mut stage = self.crowd.stage()?;
        let controller = stage.rules.law.controller()?;
        let mut engine = engine(&stage, Box::new(LawSystem::new(stage.rules.law.clone())?))?;
        let places = &stage.atlas.places;
        let mut guards: Vec<Guard> = (0..self.guards)
            .map(|i| Guard {
                at: places[i % places.len()].at,
                home: places[i % places.len()].at,
                on_duty: 0.0,
            })
            .collect();
        let (seed, extent) = (Seed(self.crowd.seed), stage.atlas.extent);
        self.crowd.run(&mut stage, &mut engine, &["crime", "watch"], "crime", |engine, travellers, step| {
            let mut draws = Stream::named(seed, "crimes", &[step]);
            for traveller in travellers.iter() {
                if draws.chance(self.tempted) {
                    let dares = law::temptation(engine, cell_of(traveller.at))?;
                    if draws.chance(f64::from(dares)) {
                        engine.announce(Event::new("crime", traveller.at).sized(0.0, 20.0))?;
                    }
                }
            }
            for guard in &mut guards {
                let velocity = guard.decide(engine, &controller, &mut draws)?;
                guard.at = (guard.at + velocity).clamp(DVec2::ZERO, extent - DVec2::splat(1e-6));
                travellers.push(Traveller { at: guard.at, velocity, guard: true });
            }
            Ok(())
        })
    }
}

impl Guard {
    /// Where the guard goes in this step, by its fuzzy rules.
    fn decide(&mut self, engine: &Engine, controller: &Controller, draws: &mut Stream) -> Result<DVec2> {
        let cell = cell_of(self.at);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Cell::new(cell.x + dx, cell.y + dy)));
        let near = around.filter_map(|c| engine.get("crime", c).ok()).fold(0.0, f32::max);
        let here = engine.get("crime", cell)?;
        self.on_duty += 1.0;
        let homeward = (self.home - self.at).clamp_length_max(1.0);
        Ok(match controller.decide(&[here, near, self.on_duty]) {
            Some("pursue") => law::pull(engine, cell)?,
            Some("stand") => DVec2::ZERO,
            Some("rest") => {
                if homeward.length() < 0.5 {
                    self.on_duty = 0.0;
                }
                homeward
            }
            _ => {
                let angle = draws.range(0.0, std::f64::consts::TAU);
                DVec2::new(angle.cos(), angle.sin()) * 0.7 + homeward * 0.1
            }
        })
    }
}
