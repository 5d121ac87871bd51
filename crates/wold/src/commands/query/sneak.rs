//! `wold query sneak`: a way across a scene that keeps out of sight.
//!
//! What cannot be seen through stands two metres and a half high and everything else is flat; eyes are those of everybody of another faction. Beside the way that
//! keeps out of sight the shortest one is told, to see what hiding costs.

use super::{picture, read};
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_space::{CellIndex, DVec2, DVec3};
use wold_tactics::cover::{CoverField, CoverMapConfig, Covered, Enemy, outline};
use wold_tactics::scene::Scene;
use wold_ways::Budget;
use wold_ways::search::{Plan, Search};

/// Metres that walls and trees are high, eyes above the ground, and what of a walker is to be hidden.
const WALL: f64 = 2.5;
const EYE: f64 = 1.6;
const CHEST: f64 = 1.0;
/// What is at least this much higher than the ground beside it hides somebody.
const LEAST: f64 = 0.6;

/// Find a way that keeps out of sight.
#[derive(Args)]
#[command(
    after_help = "Example: wold query sneak worlds/scenes/yard.toml --to 27.5,15.5 --bias 10 --png sneak.png"
)]
pub(super) struct Sneak {
    /// The scene; its puppet is who sneaks, everybody of another faction watches.
    scene: PathBuf,
    /// Where to, in metres from the south-western corner. Default: the scene's reference.
    #[arg(long, value_name = "X,Y")]
    to: Option<String>,
    /// What a metre in somebody's sight costs, against one out of it; from 1.
    #[arg(long, default_value_t = 5.0)]
    bias: f64,
    /// Metres between two places to hide behind the same wall.
    #[arg(long, default_value_t = 2.0)]
    spacing: f64,
    /// Draw the scene: red the shortest way, green the one out of sight, blue the places to hide.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// A way and what of it is seen, in metres.
struct Way {
    places: Vec<DVec2>,
    metres: f64,
    seen: f64,
}

impl Sneak {
    pub(super) fn run(self) -> Result<()> {
        let scene = Scene::parse(&read(&self.scene)?).with_context(|| self.scene.display().to_string())?;
        let to = match &self.to {
            Some(text) => output::pair::<f64>(text, ',').context("--to")?.into(),
            None => scene.roles.reference.context("the scene has no reference: say where with --to X,Y")?,
        };
        ensure!((1.0..=1e6).contains(&self.bias), "--bias must be from 1 to a million");
        ensure!((0.1..=1e3).contains(&self.spacing), "--spacing must be from 0.1 to 1000 metres");
        ensure!(scene.stands(to), "nobody can stand at ({}, {})", to.x, to.y);
        let field = cover(&scene);
        let shortest = way(&scene, &field, to, 1.0)?;
        let hidden = way(&scene, &field, to, self.bias)?;
        let hides: Vec<DVec2> =
            field.hide_spots(self.spacing, |at| scene.stands(at)).iter().map(|cover| cover.at).collect();
        let rails = field.rails(self.spacing, |at| scene.stands(at)).len();
        if let Some(path) = &self.png {
            picture::ways(&scene, &shortest.places, &hidden.places, &hides).write(path)?;
        }
        if self.json {
            let told = |way: &Way| -> Value {
                let places: Vec<[f64; 2]> = way.places.iter().map(DVec2::to_array).collect();
                json!({ "metres": way.metres, "seen": way.seen, "places": places })
            };
            let hides: Vec<[f64; 2]> = hides.iter().map(DVec2::to_array).collect();
            return output::print_json(&json!({
                "scene": scene.name, "shortest": told(&shortest), "hidden": told(&hidden), "hides": hides, "rails": rails,
            }));
        }
        let line =
            |name: &str, way: &Way| format!("{name}: {:.1} m, {:.1} m of it seen\n", way.metres, way.seen);
        output::print(&format!(
            "{}{}{} places to hide, {rails} stretches to hide along\n",
            line("shortest", &shortest),
            line("out of sight", &hidden),
            hides.len()
        ))
    }
}

fn eyes(scene: &Scene) -> Vec<DVec3> {
    scene.hostiles().map(|entity| entity.at.extend(EYE)).collect()
}

/// What hides on the scene. Each who watches keeps the panels that matter where it stands.
fn cover(scene: &Scene) -> CoverField {
    let top = |x: i32, y: i32| if scene.is_clear(x, y) { 0.0 } else { WALL };
    let panels = outline(scene.tiles(), scene.side, LEAST, top);
    CoverField::new(panels, eyes(scene), CoverMapConfig { size: 64, ..CoverMapConfig::default() })
}

fn way(scene: &Scene, field: &CoverField, to: DVec2, bias: f64) -> Result<Way> {
    let map = scene.ground();
    let place = |cell: CellIndex| scene.middle(map.place(cell));
    // Ways on the map are counted in tiles, what is seen in metres.
    let bias = 1.0 + (bias - 1.0) / scene.side;
    let enemies: Vec<Enemy> = eyes(scene).into_iter().map(|eye| Enemy { eye, bias }).collect();
    let graph = Covered::new(map, field, &enemies, |cell| place(cell).extend(CHEST), |_| false, 0.0);
    let (from, to) = map
        .check_ends(scene.tile(scene.puppet().at), scene.tile(to))
        .map_err(|reason| anyhow::anyhow!("there is no way: {reason}"))?;
    let found = Search::new().find(&graph, from, to, Plan::AStar, &mut Budget::unlimited());
    let route = found.complete().context("there is no way")?;
    let places: Vec<DVec2> = route.cells.iter().map(|cell| place(*cell)).collect();
    let metres = places.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    Ok(Way { places, metres, seen: graph.exposed(&route.cells) })
}
