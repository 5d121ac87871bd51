//! `wold way flock`: a flock in motion.

use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_ways::motion::flock::{Boid, Flock, FlockConfig, Update};

/// Let a flock fly.
#[derive(Args)]
#[command(after_help = "Example:\n  wold way flock --count 1000 --steps 500 --gif flock.gif")]
pub struct FlockCommand {
    /// How many boids.
    #[arg(long, default_value_t = 1_000)]
    count: usize,
    /// How many steps.
    #[arg(long, default_value_t = 500)]
    steps: u32,
    /// What their places come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Each sees those already moved, instead of the state before the step.
    #[arg(long)]
    sequential: bool,
    /// Weight of keeping the distance.
    #[arg(long, default_value_t = 1.0)]
    separation: f64,
    /// Weight of heading the same way.
    #[arg(long, default_value_t = 0.3)]
    alignment: f64,
    /// Weight of staying together.
    #[arg(long, default_value_t = 0.1)]
    cohesion: f64,
    /// How many of the nearest mates give the heading.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..))]
    mates: u8,
    /// Fly without fence and pillars.
    #[arg(long)]
    open: bool,
    /// Write an animation.
    #[arg(long)]
    gif: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Points closer together than a boid flies past, around the square of that side, and in a few pillars.
fn fence(extent: f64) -> Vec<DVec2> {
    const GAP: f64 = 4.0;
    let posts = (extent / GAP).ceil() as u32;
    let along = |i: u32| extent * f64::from(i) / f64::from(posts);
    let sides = (0..=posts).flat_map(|i| {
        let at = along(i);
        [DVec2::new(at, 0.0), DVec2::new(at, extent), DVec2::new(0.0, at), DVec2::new(extent, at)]
    });
    let pillars = [(0.25, 0.3), (0.7, 0.25), (0.45, 0.6), (0.8, 0.75), (0.15, 0.8)];
    sides.chain(pillars.map(|(x, y)| DVec2::new(x, y) * extent)).collect()
}

/// The side of a frame in pixels, and how many frames at most.
const SIDE: u16 = 480;
const FRAMES: u32 = 200;
/// Room between the fence and where boids begin.
const MARGIN: f64 = 12.0;

impl FlockCommand {
    /// Flies and shows.
    pub fn run(self) -> Result<()> {
        ensure!((1..=1_000_000).contains(&self.count), "a flock has between 1 and 1000000 boids");
        ensure!(self.steps <= 1_000_000, "at most 1000000 steps");
        for weight in [self.separation, self.alignment, self.cohesion] {
            ensure!(weight.abs() <= 1e3, "{weight}: a weight is a number between -1000 and 1000");
        }
        let mut draws = Stream::named(Seed(self.seed), "flock places", &[]);
        // Sparse enough that each sees a few dozen.
        let extent = (self.count as f64).sqrt() * 12.0 + 2.0 * MARGIN;
        let mut place = || Boid {
            position: DVec2::new(draws.unit(), draws.unit()) * (extent - 2.0 * MARGIN) + MARGIN,
            velocity: DVec2::new(draws.unit() - 0.5, draws.unit() - 0.5),
        };
        let boids: Vec<Boid> = (0..self.count).map(|_| place()).collect();
        let update = if self.sequential { Update::Sequential } else { Update::Concurrent };
        let (separation, alignment, cohesion) = (self.separation, self.alignment, self.cohesion);
        let mates = usize::from(self.mates);
        let config = FlockConfig { separation, alignment, cohesion, mates, update, ..FlockConfig::default() };
        let mut flock = Flock::new(boids, config, Seed(self.seed));
        if !self.open {
            flock.obstacles = fence(extent);
        }
        let every = self.steps.div_ceil(FRAMES).max(1);
        let mut frames = Vec::new();
        let bar = output::progress(u64::from(self.steps), "flying");
        let mut spent = 0.0;
        for step in 0..self.steps {
            let start = Instant::now();
            flock.step();
            spent += start.elapsed().as_secs_f64();
            if self.gif.is_some() && step % every == 0 {
                frames.push(frame(&flock, extent));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some(path) = &self.gif {
            output::write_whole(path, &animate(&frames)?)?;
        }
        let headings: DVec2 = flock.boids.iter().map(|b| b.velocity.normalize_or_zero()).sum();
        let order = headings.length() / self.count as f64;
        let rate = f64::from(self.steps) / spent.max(1e-9);
        if self.json {
            return output::print_json(&json!({
                "count": self.count, "steps": self.steps, "steps_per_second": rate, "order": order,
            }));
        }
        output::print(&format!(
            "{} boids, {} steps at {rate:.0} per second, order {order:.3}\n",
            self.count, self.steps
        ))
    }
}

/// The square that the flock began in, with what it avoids and each boid as a dart with a tail.
fn frame(flock: &Flock, extent: f64) -> Vec<u8> {
    const EDGE: f64 = 6.0;
    let scale = (f64::from(SIDE) - 2.0 * EDGE) / extent;
    let mut pixels = vec![0u8; usize::from(SIDE) * usize::from(SIDE)];
    let mut paint = |at: DVec2, colour: u8| {
        if at.min_element() >= 0.0 && at.max_element() < f64::from(SIDE) {
            pixels[(usize::from(SIDE) - 1 - at.y as usize) * usize::from(SIDE) + at.x as usize] = colour;
        }
    };
    let seen = |place: DVec2| place * scale + EDGE;
    for &obstacle in &flock.obstacles {
        for (dx, dy) in (-2i32..=2).flat_map(|dy| (-2i32..=2).map(move |dx| (dx, dy))) {
            if dx * dx + dy * dy <= 5 {
                paint(seen(obstacle) + DVec2::new(dx.into(), dy.into()), 3);
            }
        }
    }
    for boid in &flock.boids {
        let (at, back) = (seen(boid.position), -boid.velocity.normalize_or_zero());
        for i in 3..=6 {
            paint(at + back * f64::from(i), 2);
        }
        for (i, side) in (0..6).flat_map(|i| [(i, -0.5), (i, 0.5)]) {
            paint(at + back * f64::from(i) * 0.5 + back.perp() * side, 1);
        }
    }
    pixels
}

fn animate(frames: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Paper, dart, tail, what is avoided.
    let palette = [0xf7, 0xf4, 0xea, 0x00, 0x72, 0xb2, 0x9c, 0xc3, 0xdc, 0xd5, 0x5e, 0x00];
    let mut encoder =
        gif::Encoder::new(&mut bytes, SIDE, SIDE, &palette).context("cannot begin the animation")?;
    encoder.set_repeat(gif::Repeat::Infinite).context("cannot begin the animation")?;
    for pixels in frames {
        let mut frame = gif::Frame::from_indexed_pixels(SIDE, SIDE, pixels.as_slice(), None);
        frame.delay = 5;
        encoder.write_frame(&frame).context("cannot write a frame")?;
    }
    drop(encoder);
    Ok(bytes)
}
