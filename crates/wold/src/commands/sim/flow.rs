//! `wold sim flow`: threat that has no grid and flows round corners.

use super::picture::{Picture, colour, scale_for};
use crate::commands::input;
use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_space::DVec2;
use wold_tactics::influence::points::{Flow, FlowConfig, Tree};
use wold_tactics::influence::{Field, Negative, PointSource};
use wold_tactics::scene::Scene;

/// Steps ahead, at most, and tiles from a point to the ring it splits into.
const MOST: u32 = 1000;
const RING: f64 = 2.0;

/// The threat of foes on a scene as points that flow round walls: where they would press in a while.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold sim flow worlds/scenes/yard.toml --steps 8 --png flow.png\n  wold sim flow worlds/scenes/ambush.toml --steps 0 --within 6 --json"
)]
pub struct FlowCommand {
    /// The scene.
    scene: PathBuf,
    /// How many steps it flows: in each a foe's threat splits into a ring two tiles away.
    #[arg(long, default_value_t = 8)]
    steps: u32,
    /// Metres about who asks within which the places of most and least threat are looked for.
    #[arg(long, default_value_t = 10.0)]
    within: f64,
    /// Draw it on the scene; a white disc marks the place of least threat, a yellow one who asks.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl FlowCommand {
    /// Lets it flow and prints.
    pub fn run(self) -> Result<()> {
        ensure!(self.steps <= MOST, "--steps is 0 to {MOST}, not {}", self.steps);
        ensure!((0.0..=4096.0).contains(&self.within), "--within is 0 to 4096 metres, not {}", self.within);
        let named = || self.scene.display().to_string();
        let scene = Scene::parse(&input::text(&self.scene, 4 << 20)?).with_context(named)?;
        // Crumbs are kept: what comes round three corners is little, and what is asked for here.
        let config = FlowConfig { spacing: RING * scene.side, least: 1e-9, ..FlowConfig::default() };
        let mut flow = Flow::new(config);
        scene.hostiles().for_each(|foe| flow.add(PointSource::new(foe.at, foe.range, foe.strength)));
        let ahead = flow.ahead(self.steps, |from, to| scene.stands(to) && scene.sees(from, to));
        let (points, tree) = (ahead.sources().len(), ahead.tree());
        let here = scene.puppet().at;
        let most = tree.best_in(here, self.within);
        let least = Negative(&tree).best_in(here, self.within).map(|(at, value)| (at, -value));
        if let Some(path) = &self.png {
            draw(&scene, &tree, least.map(|(at, _)| at)).write(path)?;
        }
        if self.json {
            let end = |(at, value): (DVec2, f64)| json!({ "at": [at.x, at.y], "value": value });
            return output::print_json(&json!({
                "scene": scene.name, "steps": self.steps, "points": points,
                "here": tree.sample(here), "most": most.map(end), "least": least.map(end),
            }));
        }
        let mut out = format!("{points} points; here {:.4}\n", tree.sample(here));
        for (name, end) in [("most", most), ("least", least)] {
            if let Some((at, value)) = end {
                out += &format!("{name} {value:.4} at {:.1}, {:.1}\n", at.x, at.y);
            }
        }
        output::print(&out)
    }
}

fn draw(scene: &Scene, tree: &Tree, least: Option<DVec2>) -> Picture {
    let (width, height) = (scene.tiles().0 as usize, scene.tiles().1 as usize);
    let pixels = scale_for(width) * 2;
    let tile = |cell: usize| ((cell % width) as i32, (cell / width) as i32);
    let values: Vec<f32> =
        (0..width * height).map(|cell| tree.sample(scene.middle(tile(cell))) as f32).collect();
    let highest = values.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let mut picture = Picture::new(width, height, pixels, false, |cell| {
        let (x, y) = tile(cell);
        if scene.is_clear(x, y) { colour(values[cell] / highest) } else { [70.0, 66.0, 62.0] }
    });
    let metre = pixels as f64 / scene.side;
    let mut mark = |at: DVec2, radius: f64, colour: [u8; 3]| {
        picture.disc((at.x * metre, at.y * metre), radius * pixels as f64, colour);
    };
    scene.entities.iter().for_each(|entity| mark(entity.at, 0.25, [0; 3]));
    mark(scene.puppet().at, 0.3, [240, 200, 0]);
    least.into_iter().for_each(|at| mark(at, 0.35, [255; 3]));
    picture
}
