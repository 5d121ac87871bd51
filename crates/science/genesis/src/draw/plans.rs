//! Plans of houses, height maps and trees as RGB pixels.

use super::rgb;
use crate::heightmap::HeightMap;
use crate::plant::Plant;
use glam::Vec3;
use wold_lore::land::{EdgeKind, EdgeSide, House, RoomUse, Stairs};

/// A picture being painted; row 0 is the top.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Vec3>,
}

impl Canvas {
    fn new(width: usize, height: usize, ground: u32) -> Self {
        Self { width, height, pixels: vec![rgb(ground); width * height] }
    }

    /// Fills a rectangle given from the lower left.
    fn fill(&mut self, x: usize, y: usize, wide: usize, high: usize, colour: u32) {
        for row in y..(y + high).min(self.height) {
            for column in x..(x + wide).min(self.width) {
                self.pixels[(self.height - 1 - row) * self.width + column] = rgb(colour);
            }
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0) as u8;
        self.pixels.iter().flat_map(|p| [byte(p.x), byte(p.y), byte(p.z)]).collect()
    }
}

/// All storeys of a house side by side, `tile` pixels a metre: width, height and pixels.
#[must_use]
pub fn house_plan(house: &House, tile: u32) -> (u32, u32, Vec<u8>) {
    let tile = tile.clamp(4, 64) as usize;
    let (wide, high) = ((usize::from(house.width) + 2) * tile, (usize::from(house.depth) + 2) * tile);
    let mut canvas = Canvas::new(wide * house.floors.len().max(1), high, 0xdfe6d2);
    for (level, floor) in house.floors.iter().enumerate() {
        let at = |x: i32, y: i32| ((x + 1) as usize * tile + level * wide, (y + 1) as usize * tile);
        for y in 0..i32::from(house.depth) {
            for x in 0..i32::from(house.width) {
                let room = house.room(level as u8, x, y);
                if let Some(&use_) = usize::from(room).checked_sub(1).and_then(|r| floor.uses.get(r)) {
                    let (px, py) = at(x, y);
                    canvas.fill(px, py, tile, tile, room_colour(use_));
                }
            }
        }
        let below = level.checked_sub(1).and_then(|l| house.floors[l].stairs);
        for (x, y) in below.iter().flat_map(Stairs::tiles) {
            let (px, py) = at(x, y);
            canvas.fill(px + 2, py + 2, tile - 4, tile - 4, 0x5c5247);
        }
        for (i, (x, y)) in floor.stairs.iter().flat_map(Stairs::tiles).enumerate() {
            let (px, py) = at(x, y);
            let tread = 0x6b4f35 + 0x10_1010 * i.min(6) as u32;
            canvas.fill(px + 2, py + 2, tile - 4, tile - 4, tread);
        }
        for piece in &floor.furniture {
            let (px, py) = at(i32::from(piece.x), i32::from(piece.y));
            let inset = tile / 5;
            canvas.fill(
                px + inset,
                py + inset,
                tile - 2 * inset,
                tile - 2 * inset,
                0x8a5a33 + 0x07_0b11 * piece.kind as u32,
            );
        }
        let thick = (tile / 6).max(2);
        for edge in &floor.edges {
            let (px, py) = at(i32::from(edge.x), i32::from(edge.y));
            let colour = match edge.kind {
                EdgeKind::Wall => 0x3b332c,
                EdgeKind::Door => 0xc98b4a,
                EdgeKind::Window => 0x8fc4dd,
            };
            match edge.side {
                EdgeSide::South => canvas.fill(px, py - thick / 2, tile, thick, colour),
                EdgeSide::West => canvas.fill(px - thick / 2, py, thick, tile, colour),
            }
        }
    }
    (canvas.width as u32, canvas.height as u32, canvas.bytes())
}

fn room_colour(use_: RoomUse) -> u32 {
    match use_ {
        RoomUse::Hall => 0xe9dcc0,
        RoomUse::Kitchen => 0xe8c39e,
        RoomUse::Parlour => 0xd9c9e0,
        RoomUse::Bedroom => 0xbfd3e6,
        RoomUse::Store => 0xcfcabd,
        RoomUse::Workshop => 0xc9b3a2,
        RoomUse::Taproom => 0xe6cf8f,
    }
}

/// A height map as grey relief with the north up, one pixel a cell.
#[must_use]
pub fn height_map(map: &HeightMap) -> Vec<u8> {
    let (lo, hi) = map.bounds();
    let span = (hi - lo).max(1e-9);
    (0..map.height as isize)
        .rev()
        .flat_map(|y| (0..map.width as isize).map(move |x| (x, y)))
        .flat_map(|(x, y)| {
            let here = (map.at(x, y) - lo) / span;
            let slope = (map.at(x - 1, y) - map.at(x + 1, y) + map.at(x, y + 1) - map.at(x, y - 1)) / span;
            let light = (0.95 - slope * 1.6).clamp(0.5, 1.35) as f32;
            let colour = rgb(0x2f4858).lerp(rgb(0xf2e8cf), here as f32) * light;
            [colour.x, colour.y, colour.z].map(|v| (v.clamp(0.0, 1.0) * 255.0) as u8)
        })
        .collect()
}

/// A tree from the side: width, height and pixels.
#[must_use]
pub fn tree(tree: &Plant, size: u32) -> (u32, u32, Vec<u8>) {
    let side = size.clamp(32, 2048) as usize;
    let top = tree.branches.iter().map(|b| b.ends[1].z).fold(1.0, f32::max) + 1.0;
    let scale = side as f32 / (top * 1.15);
    let mut canvas = Canvas::new(side, side, 0xe8eef0);
    let place = |p: Vec3| ((side as f32 / 2.0 + p.x * scale), p.z * scale + side as f32 * 0.04);
    canvas.fill(0, 0, side, side / 24, 0x9db86a);
    for branch in &tree.branches {
        let steps = ((branch.ends[0].distance(branch.ends[1]) * scale) as usize).max(1);
        for i in 0..=steps {
            let t = i as f32 / steps as f32;
            let (x, y) = place(branch.ends[0].lerp(branch.ends[1], t));
            let thick = ((branch.radii[0] + (branch.radii[1] - branch.radii[0]) * t) * 2.0 * scale).max(1.0);
            let corner = |v: f32| (v - thick / 2.0).max(0.0) as usize;
            canvas.fill(corner(x), corner(y), thick.ceil() as usize, thick.ceil() as usize, 0x6b4a2f);
        }
    }
    let tuft = (scale * 0.32).max(2.0);
    for (i, leaf) in tree.leaves.iter().enumerate() {
        let (x, y) = place(*leaf);
        let corner = |v: f32| (v - tuft / 2.0).max(0.0) as usize;
        let green = [0x4f8a45, 0x5f9a4f, 0x6fa858][i % 3];
        canvas.fill(corner(x), corner(y), tuft as usize, tuft as usize, green);
    }
    (side as u32, side as u32, canvas.bytes())
}
