//! Pictures of fields: colours, arrows, animations.

use crate::commands::output;
use anyhow::{Context, Result};
use std::path::Path;
use wold_fields::engine::Engine;

/// A picture of a field, north up.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

/// A few colours from low to high that colour-blind people can tell apart (after viridis).
const SCALE: [[f32; 3]; 5] =
    [[68.0, 1.0, 84.0], [59.0, 82.0, 139.0], [33.0, 145.0, 140.0], [94.0, 201.0, 98.0], [253.0, 231.0, 37.0]];

/// The colour of a share of 0 to 1.
pub fn colour(share: f32) -> [f32; 3] {
    let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f32;
    let (low, part) = ((at as usize).min(SCALE.len() - 2), at.fract());
    let part = if at >= (SCALE.len() - 1) as f32 { 1.0 } else { part };
    std::array::from_fn(|i| SCALE[low][i] + (SCALE[low + 1][i] - SCALE[low][i]) * part)
}

impl Picture {
    /// Draws one colour per cell, each `scale` pixels wide; odd rows shifted by half a cell where `shifted`.
    pub fn new(
        width: usize,
        height: usize,
        scale: usize,
        shifted: bool,
        cell: impl Fn(usize) -> [f32; 3],
    ) -> Self {
        let mut pixels = vec![0; width * scale * height * scale * 3];
        for py in 0..height * scale {
            let y = height - 1 - py / scale;
            for px in 0..width * scale {
                let shift = if shifted && y % 2 == 1 { scale / 2 } else { 0 };
                let x = (px + width * scale - shift) / scale % width;
                let at = (py * width * scale + px) * 3;
                for (pixel, value) in pixels[at..at + 3].iter_mut().zip(cell(y * width + x)) {
                    *pixel = value as u8;
                }
            }
        }
        Self { width: width * scale, height: height * scale, pixels }
    }

    /// Draws a line from one point to another, pixels from the south-western corner.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), colour: [u8; 3]) {
        let steps = ((to.0 - from.0).abs().max((to.1 - from.1).abs()).ceil() as usize).max(1);
        for step in 0..=steps {
            let t = step as f32 / steps as f32;
            let (x, y) = (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
            if x >= 0.0 && y >= 0.0 && (x as usize) < self.width && (y as usize) < self.height {
                let at = ((self.height - 1 - y as usize) * self.width + x as usize) * 3;
                self.pixels[at..at + 3].copy_from_slice(&colour);
            }
        }
    }

    /// Draws an arrow every `every` cells along an angle.
    pub fn arrows(&mut self, angles: &[f32], columns: usize, scale: usize, every: usize) {
        let reach = (every * scale) as f32 * 0.4;
        let rows = angles.len() / columns;
        for y in (every / 2..rows).step_by(every) {
            for x in (every / 2..columns).step_by(every) {
                let angle = angles[y * columns + x];
                let way = |angle: f32| (reach * angle.cos(), reach * angle.sin());
                let middle = ((x as f32 + 0.5) * scale as f32, (y as f32 + 0.5) * scale as f32);
                let (dx, dy) = way(angle);
                let tip = (middle.0 + dx, middle.1 + dy);
                self.line((middle.0 - dx, middle.1 - dy), tip, WHITE);
                for barb in [2.6, -2.6] {
                    let (bx, by) = way(angle + barb);
                    self.line(tip, (tip.0 + bx * 0.6, tip.1 + by * 0.6), WHITE);
                }
            }
        }
    }

    /// Fills a disc, pixels from the south-western corner.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64, colour: [u8; 3]) {
        let reach = |at: f64, most: usize| {
            let from = (at - radius).floor().clamp(0.0, most as f64) as usize;
            from..(at + radius).ceil().clamp(0.0, most as f64) as usize
        };
        for py in reach(y, self.height) {
            for px in reach(x, self.width) {
                let (dx, dy) = (px as f64 + 0.5 - x, py as f64 + 0.5 - y);
                if dx * dx + dy * dy <= radius * radius {
                    let at = ((self.height - 1 - py) * self.width + px) * 3;
                    self.pixels[at..at + 3].copy_from_slice(&colour);
                }
            }
        }
    }

    /// Writes it as a PNG.
    pub fn write(&self, path: &Path) -> Result<()> {
        output::write_png(path, self.width as u32, self.height as u32, &self.pixels)
    }
}

/// The share of each value between the least and the greatest of a field; all 0 for a level one.
pub fn shares(field: &[f32]) -> Vec<f32> {
    let (lo, hi) = field.iter().fold((f32::MAX, f32::MIN), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
    let scale = if hi > lo { 1.0 / (hi - lo) } else { 0.0 };
    field.iter().map(|v| (v - lo) * scale).collect()
}

/// Pixels per cell that make a picture about 640 wide.
pub fn scale_for(width: usize) -> usize {
    (640 / width).clamp(1, 12)
}

/// A field in the colours of the scale.
pub fn of_field(engine: &Engine, name: &str, width: usize, height: usize) -> Result<Picture> {
    let shares = shares(&engine.field(name)?);
    Ok(Picture::new(width, height, scale_for(width), false, |i| colour(shares[i])))
}

const WHITE: [u8; 3] = [255; 3];

/// Colours of the lines of a plot that colour-blind people can tell apart (after Okabe and Ito).
pub const LINES: [[u8; 3]; 8] = [
    [0, 158, 115],
    [0, 114, 178],
    [213, 94, 0],
    [230, 159, 0],
    [86, 180, 233],
    [204, 121, 167],
    [0, 0, 0],
    [150, 150, 150],
];

/// Plots the columns of a table written as CSV over its first, each between its own least and greatest value.
pub fn plot(csv: &str) -> Picture {
    let (width, height) = (640, 220);
    let mut plot = Picture::new(width, height, 1, false, |_| [250.0; 3]);
    let rows: Vec<Vec<f32>> =
        csv.lines().skip(1).map(|line| line.split(',').map(|v| v.parse().unwrap_or(0.0)).collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    for column in 1..columns {
        let shares = shares(&rows.iter().map(|row| row[column]).collect::<Vec<_>>());
        let point = |i: usize| {
            let across = i as f32 / (shares.len() - 1).max(1) as f32;
            (across * (width - 1) as f32, 10.0 + shares[i] * (height - 21) as f32)
        };
        for i in 1..shares.len() {
            plot.line(point(i - 1), point(i), LINES[(column - 1) % LINES.len()]);
        }
    }
    plot
}

/// Writes an animation, repeated for ever.
pub fn write_gif(path: &Path, frames: &[Picture]) -> Result<()> {
    let Some(first) = frames.first() else { return Ok(()) };
    let (width, height) = (first.width as u16, first.height as u16);
    let mut bytes = Vec::new();
    {
        let mut encoder =
            gif::Encoder::new(&mut bytes, width, height, &[]).context("cannot encode a GIF of this size")?;
        encoder.set_repeat(gif::Repeat::Infinite).context("cannot encode the GIF")?;
        for picture in frames {
            let mut frame = gif::Frame::from_rgb_speed(width, height, &picture.pixels, 10);
            frame.delay = 8;
            encoder.write_frame(&frame).context("cannot encode the GIF")?;
        }
    }
    output::write_whole(path, &bytes)
}
