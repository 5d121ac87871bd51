//! `wold sim senses`: who is noticed, when and why.

use super::picture::{Picture, colour};
use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use wold_senses::detect::Notice;
use wold_senses::rehearsal::{Scene, Timeline, Tuning, What, play};
use wold_senses::vision::{Ray, Rays, Sight, quickest};
use wold_space::{DVec2, DVec3};

/// Who is noticed, when and why: a scene of watchers and those who would not be seen.
#[derive(Args)]
#[command(
    after_help = "The timeline tells every change of a meter with its reason, of a watcher's state with its cause, and what is said.\nThe picture: the lighter a place, the sooner somebody there is perceived; black discs watch, yellow ones shine, white parts of a body are in sight, red ones hidden.\nExample: wold sim senses worlds/senses/lantern.toml --png lantern.png\nExample: wold sim senses worlds/senses/harvest.toml --json"
)]
pub struct Senses {
    /// The scene.
    scene: PathBuf,
    /// Shapes, stances, light and meters other than the usual ones.
    #[arg(long)]
    sight: Option<PathBuf>,
    /// Draw walls, shapes and the parts of bodies.
    #[arg(long)]
    png: Option<PathBuf>,
    /// The second that is drawn; by default that in which somebody is first perceived, else the middle.
    #[arg(long, requires = "png")]
    at: Option<f64>,
    /// Print a JSON object, with all meters twice a second.
    #[arg(long)]
    json: bool,
}

impl Senses {
    /// Plays and prints.
    pub fn run(self) -> Result<()> {
        let named = || self.scene.display().to_string();
        let scene = Scene::parse(&input::text(&self.scene, input::SETTINGS)?).with_context(named)?;
        let mut tuning = Tuning::default();
        if let Some(path) = &self.sight {
            let text = input::text(path, input::SETTINGS)?;
            tuning.sight = Sight::parse(&text).with_context(|| path.display().to_string())?;
        }
        scene.suits(&tuning.sight).with_context(named)?;
        let most = scene.seconds;
        ensure!(
            self.at.is_none_or(|at| (0.0..=most).contains(&at)),
            "--at must be 0 to {most}, the seconds of the scene"
        );
        let timeline = play(&scene, &tuning);
        if let Some(path) = &self.png {
            let at = self.at.or_else(|| first_perceived(&timeline)).unwrap_or(most / 2.0);
            draw(&scene, &tuning.sight, at).write(path)?;
        }
        if self.json {
            return output::print_json(&object(&scene, &tuning.sight, &timeline)?);
        }
        let mut out = String::new();
        for entry in &timeline.entries {
            out += &entry.told(&scene, &tuning.sight);
            out.push('\n');
        }
        for (who, state) in &timeline.end {
            out += &format!("in the end {:12} {}\n", scene.name_of(*who), state.label());
        }
        out += &format!("{} rays, at most {} in a tick\n", timeline.rays, timeline.most_rays);
        output::print(&out)
    }
}

fn first_perceived(timeline: &Timeline) -> Option<f64> {
    let perceived = |what: &What| matches!(what, What::Meter(change) if change.to == Notice::Perceived);
    timeline.entries.iter().find(|entry| perceived(&entry.what)).map(|entry| entry.tick.seconds())
}

fn object(scene: &Scene, sight: &Sight, timeline: &Timeline) -> Result<Value> {
    let mut entries = Vec::with_capacity(timeline.entries.len());
    for entry in &timeline.entries {
        entries.push(json!({
            "second": entry.tick.seconds(),
            "who": scene.name_of(entry.who),
            "what": serde_json::to_value(&entry.what)?,
            "told": entry.told(scene, sight).trim_start(),
        }));
    }
    let meters = timeline.samples.iter().map(|sample| {
        json!({
            "second": sample.tick.seconds(),
            "watcher": scene.name_of(sample.watcher),
            "target": scene.name_of(sample.target),
            "state": sample.state,
            "meter": sample.meter,
        })
    });
    let end = timeline.end.iter().map(|(who, state)| (scene.name_of(*who).to_owned(), json!(state)));
    Ok(json!({
        "scene": scene.name,
        "seconds": scene.seconds,
        "timeline": entries,
        "meters": meters.collect::<Vec<_>>(),
        "end": end.collect::<serde_json::Map<_, _>>(),
        "rays": timeline.rays,
        "most_rays": timeline.most_rays,
    }))
}

/// Cells of the longer side of a picture at most, and pixels of the whole about.
const MOST_CELLS: f64 = 200.0;
const PIXELS: f64 = 800.0;
/// Metres of ground shown about the scene.
const MARGIN: f64 = 4.0;
/// Walls a picture may ask of all its cells for all watchers.
const MOST_WORK: f64 = 2e8;
/// How high above the ground it is looked for somebody.
const CHEST: f64 = 1.2;
/// Longer times are drawn alike.
const LONG: f64 = 6.0;
const GROUND: [f32; 3] = [200.0, 196.0, 184.0];
const WALL: [u8; 3] = [70, 66, 62];
const PATH: [u8; 3] = [120, 80, 40];

fn draw(scene: &Scene, sight: &Sight, second: f64) -> Picture {
    let (low, high) = scene.bounds();
    let (low, high) = (low - MARGIN, high + MARGIN);
    let span = high - low;
    let work = (scene.guards.len().max(1) * (scene.walls.len() + 1)) as f64;
    let cells = MOST_CELLS.min((MOST_WORK / work).sqrt()).max(8.0);
    let metres = (span.max_element() / cells).max(0.1);
    let count = |metres_across: f64| ((metres_across / metres).ceil() as usize).max(1);
    let (width, height) = (count(span.x), count(span.y));
    let scale = ((PIXELS / width.max(height) as f64) as usize).clamp(1, 12);
    let mut picture = Picture::new(width, height, scale, false, |cell| {
        let at = low + DVec2::new((cell % width) as f64 + 0.5, (cell / width) as f64 + 0.5) * metres;
        let place = at.extend(CHEST);
        let times = scene.guards.iter().filter_map(|guard| {
            let (_, seconds) = quickest(&sight.shape, guard.eyes, guard.facing, place)?;
            scene.is_clear(Ray { from: guard.eyes, to: place }).then_some(seconds)
        });
        times.min_by(f64::total_cmp).map_or(GROUND, |seconds| colour(1.0 - (seconds / LONG) as f32))
    });
    let pixel = |at: DVec2| (at - low) / metres * scale as f64;
    let point = |at: DVec2| (pixel(at).x as f32, pixel(at).y as f32);
    let mut line = |from: DVec2, to: DVec2, colour| picture.line(point(from), point(to), colour);
    for prowler in &scene.prowlers {
        for leg in prowler.path.windows(2) {
            line(leg[0].at.truncate(), leg[1].at.truncate(), PATH);
        }
    }
    for wall in &scene.walls {
        // Three lines side by side make a wall one sees.
        let beside = (wall.to - wall.from).perp().normalize_or_zero() * metres / scale as f64;
        for side in [-1.0, 0.0, 1.0] {
            line(wall.from + beside * side, wall.to + beside * side, WALL);
        }
    }
    for guard in &scene.guards {
        let eyes = guard.eyes.truncate();
        line(eyes, eyes + guard.facing * 1.5, [0; 3]);
    }
    let mut disc = |at: DVec3, radius: f64, colour| {
        let at = pixel(at.truncate());
        picture.disc((at.x, at.y), radius, colour);
    };
    for lamp in &scene.lamps {
        disc(lamp.at, 4.0, [240, 200, 0]);
    }
    for guard in &scene.guards {
        disc(guard.eyes, 5.0, [0; 3]);
    }
    for prowler in &scene.prowlers {
        let moment = prowler.at(second);
        for part in moment.stop.stance.parts(moment.place, prowler.height, moment.facing) {
            let seen = scene.guards.iter().any(|guard| {
                quickest(&sight.shape, guard.eyes, guard.facing, part).is_some()
                    && scene.is_clear(Ray { from: guard.eyes, to: part })
            });
            disc(part, 2.5, if seen { [255; 3] } else { [200, 30, 30] });
        }
    }
    picture
}
