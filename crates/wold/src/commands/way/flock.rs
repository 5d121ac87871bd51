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
    /// Write an animation.
    #[arg(long)]
    gif: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The side of a frame in pixels, and how many frames at most.
const SIDE: u16 = 480;
const FRAMES: u32 = 200;

impl FlockCommand {
    /// Flies and shows.
    pub fn run(self) -> Result<()> {
        ensure!((1..=1_000_000).contains(&self.count), "a flock has between 1 and 1000000 boids");
        ensure!(self.steps <= 1_000_000, "at most 1000000 steps");
        let mut draws = Stream::named(Seed(self.seed), "flock places", &[]);
        // Sparse enough that each sees a few dozen.
        let extent = (self.count as f64).sqrt() * 12.0;
        let mut place = || Boid {
            position: DVec2::new(draws.unit(), draws.unit()) * extent,
            velocity: DVec2::new(draws.unit() - 0.5, draws.unit() - 0.5),
        };
        let boids: Vec<Boid> = (0..self.count).map(|_| place()).collect();
        let update = if self.sequential { Update::Sequential } else { Update::Concurrent };
        let mut flock = Flock::new(boids, FlockConfig { update, ..FlockConfig::default() }, Seed(self.seed));
        let every = self.steps.div_ceil(FRAMES).max(1);
        let mut frames = Vec::new();
        let bar = output::progress(u64::from(self.steps), "flying");
        let mut spent = 0.0;
        for step in 0..self.steps {
            let start = Instant::now();
            flock.step();
            spent += start.elapsed().as_secs_f64();
            if self.gif.is_some() && step % every == 0 {
                frames.push(frame(&flock));
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

/// The flock around its middle, as far as most of it reaches.
fn frame(flock: &Flock) -> Vec<u8> {
    let n = flock.boids.len() as f64;
    let centre = flock.boids.iter().map(|b| b.position).sum::<DVec2>() / n;
    let spread =
        (flock.boids.iter().map(|b| b.position.distance_squared(centre)).sum::<f64>() / n).sqrt().max(1.0);
    let scale = f64::from(SIDE) / (5.0 * spread);
    let mut pixels = vec![0u8; usize::from(SIDE) * usize::from(SIDE)];
    let mut paint = |at: DVec2, colour: u8| {
        if at.min_element() >= 0.0 && at.max_element() < f64::from(SIDE) {
            pixels[(usize::from(SIDE) - 1 - at.y as usize) * usize::from(SIDE) + at.x as usize] = colour;
        }
    };
    // A dot with a tail against its heading.
    for boid in &flock.boids {
        let (at, back) =
            ((boid.position - centre) * scale + f64::from(SIDE) / 2.0, -boid.velocity.normalize_or_zero());
        for i in 1..=4 {
            paint(at + back * f64::from(i), 2);
        }
        for off in [DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE] {
            paint(at + off, 1);
        }
    }
    pixels
}

fn animate(frames: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Paper, dot, tail.
    let palette = [0xf7, 0xf4, 0xea, 0x00, 0x72, 0xb2, 0x9c, 0xc3, 0xdc];
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
