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

    /// Lays a colour over one pixel, `cover` of it opaque.
    fn blend(&mut self, x: i64, y: i64, colour: Colour, cover: f64) {
        if (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y) {
            let slot = (y as usize * self.width as usize + x as usize) * 3;
            for (under, over) in self.pixels[slot..slot + 3].iter_mut().zip(colour) {
                let mixed = f64::from(*under) + (f64::from(over) - f64::from(*under)) * cover;
                *under = mixed.round() as u8;
            }
        }
    }

    /// A filled circle.
    pub fn disc(&mut self, at: DVec2, radius: f64, colour: Colour) {
        self.line(at, at, radius, colour);
    }

    /// A straight line as thick as two radii, with round ends and smooth edges.
    pub fn line(&mut self, from: DVec2, to: DVec2, radius: f64, colour: Colour) {
        let way = to - from;
        // Column by column along the longer side: each touches few pixels, however long the line is.
        let steep = way.y.abs() > way.x.abs();
        let turned = |v: DVec2| if steep { DVec2::new(v.y, v.x) } else { v };
        let (start, slope) = (turned(from), turned(way));
        let slope = if slope.x == 0.0 { 0.0 } else { slope.y / slope.x };
        let reach = radius + 1.0;
        let (low, high) =
            (turned(from).x.min(turned(to).x) - reach, turned(from).x.max(turned(to).x) + reach);
        let end = f64::from(self.width.max(self.height));
        for major in low.clamp(0.0, end) as i64..=high.clamp(0.0, end) as i64 {
            // Two radii at most: the slope is one at the steepest.
            let middle = start.y + (major as f64 + 0.5 - start.x) * slope;
            for minor in (middle - 2.0 * reach).floor() as i64..=(middle + 2.0 * reach).ceil() as i64 {
                let (x, y) = if steep { (minor, major) } else { (major, minor) };
                let pixel = DVec2::new(x as f64 + 0.5, y as f64 + 0.5);
                let share = ((pixel - from).dot(way) / way.length_squared().max(1e-9)).clamp(0.0, 1.0);
                let cover = radius + 0.5 - pixel.distance(from + way * share);
                if cover > 0.0 {
                    self.blend(x, y, colour, cover.min(1.0));
                }
            }
        }
    }

    /// Writes it as a PNG.
    pub fn write(&self, path: &Path) -> Result<()> {
        output::write_png(path, self.width, self.height, &self.pixels)
    }
}
