//! One number for a piece of the world: equal worlds have equal digests, and a changed blade of grass changes it.

use crate::Genesis;
use rayon::prelude::*;
use wold_chance::mix;
use wold_lore::land::{Chunk, Edge, Floor, House};
use wold_space::ChunkPos;

/// Folds whole numbers into one.
#[derive(Clone, Copy, Debug)]
struct Folder(u64);

impl Folder {
    fn put(&mut self, value: u64) {
        self.0 = mix(self.0.rotate_left(23) ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    fn put_text(&mut self, text: &str) {
        self.put(text.len() as u64);
        text.bytes().for_each(|b| self.put(u64::from(b)));
    }
}

/// The digest of all a chunk holds.
#[must_use]
pub fn chunk(chunk: &Chunk) -> u64 {
    let mut folder = Folder(0x5eed);
    folder.put(chunk.pos.x as u64);
    folder.put(chunk.pos.y as u64);
    for i in 0..chunk.heights.len() {
        folder.put(
            u64::from(chunk.heights[i] as u16)
                | u64::from(chunk.water[i] as u16) << 16
                | u64::from(chunk.ecosystems[i] as u8) << 32
                | u64::from(chunk.moisture[i]) << 40
                | u64::from(chunk.road[i]) << 48,
        );
    }
    folder.put(chunk.growths.len() as u64);
    for growth in &chunk.growths {
        folder.put(
            place(growth.at)
                | u64::from(growth.kind as u8) << 32
                | u64::from(growth.size) << 40
                | u64::from(growth.turn) << 48,
        );
    }
    folder.put(chunk.sprouts.len() as u64);
    for sprout in &chunk.sprouts {
        folder.put(place(sprout.at) | u64::from(sprout.kind as u8) << 32);
    }
    folder.put(chunk.houses.len() as u64);
    for house in &chunk.houses {
        put_house(&mut folder, house);
    }
    folder.put(chunk.places.len() as u64);
    for spot in &chunk.places {
        folder.put(spot.kind as u64);
        folder.put_text(&spot.name);
        folder.put(spot.at.x.to_bits());
        folder.put(spot.at.y.to_bits());
    }
    folder.0
}

/// The digest of all chunks from `lo` to `hi`, both included, row by row. Chunks are made on all threads of the current
/// pool; their number changes nothing.
#[must_use]
pub fn area(world: &Genesis, lo: ChunkPos, hi: ChunkPos) -> u64 {
    let chunks: Vec<ChunkPos> =
        (lo.y..=hi.y).flat_map(|y| (lo.x..=hi.x).map(move |x| ChunkPos { x, y })).collect();
    let digests: Vec<u64> = chunks.par_iter().map(|&pos| chunk(&world.chunk(pos))).collect();
    let mut folder = Folder(world.seed().0);
    digests.into_iter().for_each(|d| folder.put(d));
    folder.0
}

fn place(at: [u16; 2]) -> u64 {
    u64::from(at[0]) | u64::from(at[1]) << 16
}

fn put_house(folder: &mut Folder, house: &House) {
    folder.put(house.corner.x.to_bits());
    folder.put(house.corner.y.to_bits());
    folder.put(
        u64::from(house.width)
            | u64::from(house.depth) << 8
            | u64::from(house.base as u16) << 16
            | u64::from(house.roof as u8) << 32
            | u64::from(house.facade) << 40,
    );
    folder.put(house.floors.len() as u64);
    for Floor { rooms, uses, edges, stairs, furniture } in &house.floors {
        folder.put(rooms.len() as u64);
        rooms.iter().for_each(|&r| folder.put(u64::from(r)));
        folder.put(uses.len() as u64);
        uses.iter().for_each(|&u| folder.put(u as u64));
        folder.put(edges.len() as u64);
        for Edge { x, y, side, kind } in edges {
            folder.put(u64::from(*x) | u64::from(*y) << 8 | (*side as u64) << 16 | (*kind as u64) << 24);
        }
        folder.put(stairs.map_or(u64::MAX, |s| {
            u64::from(s.x) | u64::from(s.y) << 8 | u64::from(s.quarter) << 16 | u64::from(s.length) << 24
        }));
        folder.put(furniture.len() as u64);
        for piece in furniture {
            folder.put(
                u64::from(piece.x)
                    | u64::from(piece.y) << 8
                    | (piece.kind as u64) << 16
                    | u64::from(piece.quarter) << 24,
            );
        }
    }
}
