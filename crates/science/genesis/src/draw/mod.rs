//! Maps of a world, as plain RGB pixels; plans of houses, height maps and trees too.
//!
//! The same drawing serves the program's `world draw` and a page's minimap. Rows are independent, so a caller may draw
//! them in any order or at once.

mod plans;

pub use plans::{height_map, house_plan, tree};

use crate::Genesis;
use crate::noise::{mix_between, smoothstep};
use crate::survey::{MapPoint, Survey};
use glam::{DVec2, Vec3};
use wold_lore::land::Ecosystem;

/// What a map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Heights as tints, with shaded relief.
    Height,
    /// Ecosystems in plain colours.
    Ecosystem,
    /// Moisture of the soil.
    Moisture,
    /// Towns and roads on a pale ground.
    Towns,
    /// Everything, with shaded relief.
    All,
}

/// A window on the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// South-west corner in metres.
    pub corner: DVec2,
    /// Metres per pixel.
    pub scale: f64,
    /// Pixels wide.
    pub width: u32,
    /// Pixels high.
    pub height: u32,
}

impl View {
    /// The place of a pixel's middle; row 0 is the northernmost.
    #[must_use]
    pub fn place(&self, x: u32, row: u32) -> DVec2 {
        let up = f64::from(self.height - 1 - row.min(self.height - 1));
        self.corner + DVec2::new(f64::from(x) + 0.5, up + 0.5) * self.scale
    }
}

/// One row of a map, three bytes a pixel, from the west.
#[must_use]
pub fn row(world: &Genesis, view: &View, layer: Layer, row: u32) -> Vec<u8> {
    let survey = Survey::new(world, view.scale);
    row_of(view, layer, row, |point| survey.at(point))
}

/// The same of any land: `look` says what a point is like.
#[must_use]
pub fn row_of(view: &View, layer: Layer, row: u32, look: impl Fn(DVec2) -> MapPoint) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(view.width as usize * 3);
    for x in 0..view.width {
        let spot = look(view.place(x, row));
        let colour = paint(&spot, layer).clamp(Vec3::ZERO, Vec3::ONE) * 255.0;
        pixels.extend([colour.x as u8, colour.y as u8, colour.z as u8]);
    }
    pixels
}

/// The colour of bare soil of a moisture from 0 to 1, 0 to 1 a channel.
#[must_use]
pub fn soil(ecosystem: Ecosystem, moisture: f32) -> Vec3 {
    match ecosystem {
        Ecosystem::Snow | Ecosystem::Rock | Ecosystem::Beach | Ecosystem::Desert => colour(ecosystem),
        _ => Vec3::new(0.86, 0.8, 0.5).lerp(Vec3::new(0.36, 0.55, 0.3), moisture),
    }
}

fn paint(spot: &MapPoint, layer: Layer) -> Vec3 {
    let light = shade(spot);
    match layer {
        Layer::Height => tint(spot.height) * light,
        Layer::Ecosystem => colour(spot.ecosystem),
        Layer::Moisture => rgb(0xf2e9d0).lerp(rgb(0x1f5f8b), spot.moisture),
        Layer::Towns => {
            let pale = match spot.water {
                Some(_) => rgb(0xbcd3df),
                None => rgb(0xf1ede3) * mix_between(1.0, light, 0.5),
            };
            let built = if spot.house { rgb(0x8c3b2a) } else { rgb(0x6b5a48) };
            if spot.house { built } else { pale.lerp(built, spot.road) }
        }
        Layer::All => {
            if let Some(level) = spot.water {
                let deep = smoothstep(0.0, 28.0, level - spot.height);
                let shallow = if spot.ecosystem == Ecosystem::Sea { rgb(0x6fb4c4) } else { rgb(0x5f9fc0) };
                return shallow.lerp(rgb(0x28527f), deep.max(0.12));
            }
            if spot.house {
                return rgb(0x9a4632);
            }
            let ground = colour(spot.ecosystem).lerp(spot.soil, 0.45) * light;
            ground.lerp(rgb(0xcdb48b) * mix_between(1.0, light, 0.5), spot.road * 0.9)
        }
    }
}

/// Light from the north-west.
fn shade(spot: &MapPoint) -> f32 {
    if spot.water.is_some() {
        return 1.0;
    }
    let normal = Vec3::new(-spot.slope.x, -spot.slope.y, 0.8).normalize();
    let sun = Vec3::new(-0.58, 0.58, 0.57);
    (0.45 + 0.92 * normal.dot(sun).max(0.0)).min(1.14)
}

/// Tints by height: blue below the sea, green plains, brown uplands, white crests.
fn tint(height: f32) -> Vec3 {
    const TINTS: [(f32, u32); 9] = [
        (-90.0, 0x1d3f6b),
        (-12.0, 0x4a86b0),
        (-0.01, 0x9cc9d6),
        (0.0, 0xd9d3a3),
        (8.0, 0x8fb56b),
        (60.0, 0xb9c07a),
        (150.0, 0xb08d5c),
        (280.0, 0x8a7768),
        (430.0, 0xfafafa),
    ];
    let upper = TINTS.iter().position(|&(at, _)| height <= at).unwrap_or(TINTS.len() - 1).max(1);
    let ((h0, c0), (h1, c1)) = (TINTS[upper - 1], TINTS[upper]);
    rgb(c0).lerp(rgb(c1), ((height - h0) / (h1 - h0)).clamp(0.0, 1.0))
}

/// The colour of an ecosystem, 0 to 1 a channel.
#[must_use]
pub fn colour(ecosystem: Ecosystem) -> Vec3 {
    rgb(match ecosystem {
        Ecosystem::Sea => 0x3f7ea6,
        Ecosystem::Beach => 0xe3d3a0,
        Ecosystem::Meadow => 0xa3c168,
        Ecosystem::Forest => 0x4f8a45,
        Ecosystem::Pinewood => 0x3f6f55,
        Ecosystem::Heath => 0xa58a9a,
        Ecosystem::Marsh => 0x6f8f6a,
        Ecosystem::Steppe => 0xcfc07a,
        Ecosystem::Desert => 0xe6c88a,
        Ecosystem::Rock => 0x9a938a,
        Ecosystem::Tundra => 0xb7b39a,
        Ecosystem::Snow => 0xf6f8fb,
        Ecosystem::Farmland => 0xd8b85a,
        Ecosystem::Town => 0xb9a88a,
        Ecosystem::Lake => 0x4f93bd,
        Ecosystem::River => 0x4f93bd,
    })
}

pub(crate) fn rgb(hex: u32) -> Vec3 {
    Vec3::new((hex >> 16 & 255) as f32, (hex >> 8 & 255) as f32, (hex & 255) as f32) / 255.0
}
