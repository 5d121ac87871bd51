//! `wold sim search`: a group that looks for somebody.

use super::picture::{LINES, Picture, scale_for};
use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_chance::Seed;
use wold_senses::places::tiles::Tile;
use wold_senses::search::SpotState;
use wold_senses::search::trial::{Board, Manner, Scene, Trial, run};
use wold_space::DVec3;

/// A group that looks for somebody on a scene, against walking at random.
#[derive(Args)]
#[command(
    after_help = "Coverage is the share of open ground that somebody has seen. Two manners are compared with the coordinator in the same run, with the same legs and eyes: a random walk, and wandering from \
                  any tile to any other. The measure is the time until 80 % are covered; who does not get there counts with the whole time.\nPicture: areas tinted, doors and windows ringed; spots \
                  orange unsearched, blue in progress, green searched; ways of searchers; the hider red.\nExample: wold sim search worlds/searches/house.toml --seed 3 --png house.png\nExample: wold sim search worlds/searches/alleys.toml --runs 10000"
)]
pub struct Search {
    /// The scene.
    scene: PathBuf,
    /// What chance grows from; with several runs, of the first.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many searches of each manner.
    #[arg(long, default_value_t = 1)]
    runs: u64,
    /// Draw how the first search ended.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The most runs.
const MOST_RUNS: u64 = 1_000_000;
/// The share of the ground whose time is measured.
const ENOUGH: f64 = 0.8;
const MANNERS: [(Manner, &str); 3] = [
    (Manner::Coordinated, "coordinated"),
    (Manner::RandomWalk, "random walk"),
    (Manner::Wandering, "wandering"),
];

/// What is kept of one run.
struct Brief {
    coverage: Vec<f64>,
    time: f64,
    reached: bool,
    found: Option<f64>,
    doubled: u64,
}

/// Many runs of one manner.
struct Summary {
    name: &'static str,
    coverage: Vec<f64>,
    time: f64,
    reached: u64,
    found: u64,
    found_after: Option<f64>,
    doubled: u64,
}

impl Search {
    /// Runs and prints.
    pub fn run(self) -> Result<()> {
        ensure!((1..=MOST_RUNS).contains(&self.runs), "--runs must be 1 to {MOST_RUNS}, not {}", self.runs);
        let named = || self.scene.display().to_string();
        let scene = Scene::parse(&input::text(&self.scene, input::SETTINGS)?).with_context(named)?;
        let board = Board::new(&scene).with_context(named)?;
        let bar = output::progress(self.runs * MANNERS.len() as u64, "searching");
        let summaries: Vec<Summary> = MANNERS
            .iter()
            .map(|&(manner, name)| {
                let briefs: Vec<Brief> = (0..self.runs)
                    .into_par_iter()
                    .map(|i| {
                        let trial = run(&scene, &board, manner, Seed(self.seed.wrapping_add(i)));
                        bar.inc(1);
                        brief(&scene, &trial)
                    })
                    .collect();
                summary(name, &briefs)
            })
            .collect();
        bar.finish_and_clear();
        let first = run(&scene, &board, Manner::Coordinated, Seed(self.seed));
        if let Some(path) = &self.png {
            draw(&scene, &board, &first).write(path)?;
        }
        if self.json {
            output::print_json(&self.to_json(&scene, &board, &first, &summaries))
        } else {
            output::print(&self.told(&scene, &board, &first, &summaries))
        }
    }

    fn told(&self, scene: &Scene, board: &Board, first: &Trial, summaries: &[Summary]) -> String {
        let places = board.places();
        let mut out = format!(
            "{}: {} open tiles, {} areas, {} chokes, {} searchers, {} runs of {} s\n",
            scene.name,
            board.open().len(),
            places.areas().len(),
            places.chokes().len(),
            scene.searchers.len(),
            self.runs,
            scene.seconds
        );
        out += &format!("{:<12}{:>9}{:>9}{:>9}\n", "seconds", "ours", "walk", "wander");
        let every = (summaries[0].coverage.len() / 12).max(1);
        for second in (0..summaries[0].coverage.len()).step_by(every) {
            let row: Vec<String> =
                summaries.iter().map(|s| format!("{:>8.1}%", s.coverage[second] * 100.0)).collect();
            out += &format!("{second:<12}{}\n", row.concat());
        }
        for summary in summaries {
            let after = summary.found_after.map_or(String::new(), |after| format!(", after {after:.1} s"));
            out += &format!(
                "{}: {:.0} % covered after {:.1} s ({} of {} runs got there); found in {} runs{after}; two on one spot: {}\n",
                summary.name,
                ENOUGH * 100.0,
                summary.time,
                summary.reached,
                self.runs,
                summary.found,
                summary.doubled
            );
        }
        out += &format!(
            "{:.2} times as fast as a random walk\n",
            summaries[1].time / summaries[0].time.max(1.0)
        );
        let [open, under_way, searched] = states(first);
        out += &format!(
            "spots of the first: {open} unsearched, {under_way} in progress, {searched} searched; {} rays\n",
            first.pool.rays()
        );
        if self.runs == 1 {
            for entry in &first.log {
                out += &format!("{entry}\n");
            }
        }
        out
    }

    fn to_json(&self, scene: &Scene, board: &Board, first: &Trial, summaries: &[Summary]) -> Value {
        let manners: serde_json::Map<String, Value> = summaries
            .iter()
            .map(|s| {
                let of = json!({
                    "coverage": s.coverage, "seconds_to_80": s.time, "reached": s.reached,
                    "found": s.found, "found_after": s.found_after, "doubled": s.doubled,
                });
                (s.name.to_owned(), of)
            })
            .collect();
        let [open, under_way, searched] = states(first);
        json!({
            "scene": scene.name,
            "runs": self.runs,
            "seconds": scene.seconds,
            "areas": board.places().areas().len(),
            "chokes": board.places().chokes().len(),
            "manners": manners,
            "factor": summaries[1].time / summaries[0].time.max(1.0),
            "spots": { "unsearched": open, "in_progress": under_way, "searched": searched },
            "rays": first.pool.rays(),
            "ended": first.ended,
            "log": first.log.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}

fn states(trial: &Trial) -> [usize; 3] {
    let mut counts = [0; 3];
    for spot in trial.pool.spots() {
        counts[match spot.state {
            SpotState::Unsearched => 0,
            SpotState::InProgress(_) => 1,
            SpotState::Searched => 2,
        }] += 1;
    }
    counts
}

fn brief(scene: &Scene, trial: &Trial) -> Brief {
    let time = trial.time_to(ENOUGH);
    Brief {
        coverage: trial.coverage.clone(),
        time: time.unwrap_or(scene.seconds),
        reached: time.is_some(),
        found: trial.found,
        doubled: trial.doubled,
    }
}

/// The means of many runs, summed in their order so that threads change nothing.
fn summary(name: &'static str, briefs: &[Brief]) -> Summary {
    let n = briefs.len().max(1) as f64;
    let seconds = briefs.first().map_or(0, |brief| brief.coverage.len());
    let coverage = (0..seconds).map(|second| briefs.iter().map(|b| b.coverage[second]).sum::<f64>() / n);
    let found: Vec<f64> = briefs.iter().filter_map(|brief| brief.found).collect();
    Summary {
        name,
        coverage: coverage.collect(),
        time: briefs.iter().map(|brief| brief.time).sum::<f64>() / n,
        reached: briefs.iter().filter(|brief| brief.reached).count() as u64,
        found: found.len() as u64,
        found_after: (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64),
        doubled: briefs.iter().map(|brief| brief.doubled).sum(),
    }
}

fn draw(scene: &Scene, board: &Board, trial: &Trial) -> Picture {
    let (width, height) = (scene.size().0 as usize, scene.size().1 as usize);
    let pixels = scale_for(width).max(8) * 2;
    let places = board.places();
    let mut picture = Picture::new(width, height, pixels, false, |cell| {
        let (x, y) = ((cell % width) as i32, (cell / width) as i32);
        match scene.tile(x, y) {
            Tile::Wall => [60.0, 56.0, 52.0],
            Tile::Door => [150.0, 110.0, 70.0],
            Tile::Window => [140.0, 190.0, 220.0],
            Tile::Ground(_) => {
                let area = places.area_at(board.middle((x, y))).map_or(0, |area| area.0);
                let tint = LINES[area as usize % LINES.len()];
                tint.map(|part| 0.25 * f32::from(part) + 180.0)
            }
        }
    });
    let metre = pixels as f64 / scene.side;
    let point = |at: DVec3| ((at.x * metre) as f32, (at.y * metre) as f32);
    for (i, path) in trial.paths.iter().enumerate() {
        for pair in path.windows(2) {
            picture.line(point(pair[0]), point(pair[1]), LINES[i % LINES.len()]);
        }
    }
    let disc = |picture: &mut Picture, at: DVec3, share: f64, colour: [u8; 3]| {
        picture.disc((at.x * metre, at.y * metre), share * pixels as f64, colour);
    };
    for choke in places.chokes() {
        disc(&mut picture, choke.at, 0.3, [40, 40, 40]);
        disc(&mut picture, choke.at, 0.2, [245, 245, 245]);
    }
    for spot in trial.pool.spots() {
        let colour = match spot.state {
            SpotState::Unsearched => [230, 159, 0],
            SpotState::InProgress(_) => [0, 114, 178],
            SpotState::Searched => [0, 158, 115],
        };
        disc(&mut picture, spot.at, 0.32, [20, 20, 20]);
        disc(&mut picture, spot.at, 0.25, colour);
    }
    for (i, path) in trial.paths.iter().enumerate() {
        if let Some(&start) = path.first() {
            disc(&mut picture, start, 0.42, LINES[i % LINES.len()]);
        }
    }
    disc(&mut picture, board.middle(scene.hider), 0.45, [200, 30, 30]);
    disc(&mut picture, board.middle(scene.last_seen), 0.25, [200, 30, 30]);
    picture
}
