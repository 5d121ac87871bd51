//! A picture to draw on, and colours that can be told apart without telling red from green.

use crate::commands::output;
use anyhow::Result;
use std::path::Path;
use wold_space::DVec2;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// Open ground.
pub const GROUND: Colour = [240, 237, 228];
/// What nobody walks on.
pub const WALL: Colour = [60, 64, 72];
/// What a search looked at.
pub const LOOKED_AT: Colour = [232, 186, 96];
/// The way found.
pub const WAY: Colour = [0, 114, 178];
/// Its ends.
pub const END: Colour = [213, 94, 0];

/// Pixels; `x` runs right, `y` down, in pixels from the upper left corner.
pub struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Canvas {
    /// All of one colour.
    pub fn new(width: u32, height: u32, colour: Colour) -> Self {
        Self { width, height, pixels: colour.repeat(width as usize * height as usize) }
    }

    /// Colours one pixel; outside nothing happens.
    pub fn set(&mut self, x: i64, y: i64, colour: Colour) {
        if (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y) {
            let slot = (y as usize * self.width as usize + x as usize) * 3;
            self.pixels[slot..slot + 3].copy_from_slice(&colour);
        }
    }

    /// A filled circle.
    pub fn disc(&mut self, at: DVec2, radius: f64, colour: Colour) {
        let reach = radius.ceil() as i64;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                if (dx * dx + dy * dy) as f64 <= radius * radius {
                    self.set(at.x as i64 + dx, at.y as i64 + dy, colour);
                }
            }
        }
    }

    /// A straight line as thick as two radii.
    pub fn line(&mut self, from: DVec2, to: DVec2, radius: f64, colour: Colour) {
        let steps = (to - from).abs().max_element().ceil().clamp(1.0, 1e5) as u32;
        for i in 0..=steps {
            self.disc(from.lerp(to, f64::from(i) / f64::from(steps)), radius, colour);
        }
    }

    /// Writes it as a PNG.
    pub fn write(&self, path: &Path) -> Result<()> {
        output::write_png(path, self.width, self.height, &self.pixels)
    }
}
