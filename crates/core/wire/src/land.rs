//! Land on the wire: a chunk as genesis made it, and what people changed since.
//!
//! Heights and moisture are predicted from three neighbours (west + south − south-west) and the differences Rice-coded
//! with the parameter that suits the chunk; ecosystems, water and roads go as runs. A typical chunk takes about
//! a kilobyte.

mod changes;
mod doors;
mod house;

pub use changes::{Built, ChunkChanges};

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::form::sections;
use crate::intent::{read_chunk_pos, write_chunk_pos};
use std::sync::Arc;
use wold_lore::land::{
    Chunk, DRY, Ecosystem, Growth, GrowthKind, LATTICE, Place, PlaceKind, Sprout, ThingKind, VERTICES,
};
use wold_space::{ChunkPos, DVec2};

const MOST_GROWTHS: u64 = 2048;
const MOST_HOUSES: u64 = 32;
const MOST_SPROUTS: u64 = 256;
const MOST_PLACES: u64 = 64;
const LONGEST_NAME: usize = 64;

sections! {
    Arc<Chunk> = "[land](#land)": "position; heights, moisture as planes: bits4 k, first zigzag bits17, rest rice(k) of west + south - south-west; water runs of option signed7; \
        ecosystems runs bits5; roads runs byte; runs: value, number3 of vertices less one; growths: kind bits6, x bits12, y bits12, size byte, turn byte; \
        houses: offset, width byte, depth byte, base sbits16, roof bits2, facade byte, number3 floors: uses bits3; tiles runs of room number3, number3 less one; \
        edges x bits6, y bits6, side bit, kind bits2; option of stairs x bits6, y bits6, quarter bits2, length bits4; furniture kind bits4, x bits6, y bits6, quarter bits2; \
        sprouts: kind bits6, x bits12, y bits12; places: kind bits6, offset, name text; offset: signed7 × 2 in 1/128 m; lists: number7 of them"
}

impl Coded for Arc<Chunk> {
    fn write(&self, w: &mut BitWriter) {
        write_chunk(w, self);
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(Self::new(read_chunk(r)?))
    }
}

/// Writes a chunk.
pub fn write_chunk(w: &mut BitWriter, chunk: &Chunk) {
    write_chunk_pos(w, chunk.pos);
    write_plane(w, |i| i32::from(chunk.heights[i]));
    write_plane(w, |i| i32::from(chunk.moisture[i]));
    write_runs(
        w,
        |i| chunk.water[i],
        |w, level| {
            w.bit(level != DRY);
            if level != DRY {
                w.signed(i64::from(level), 7);
            }
        },
    );
    write_runs(w, |i| chunk.ecosystems[i], |w, kind| w.bits(kind as u64, 5));
    write_runs(w, |i| chunk.road[i], BitWriter::byte);
    w.number(chunk.growths.len() as u64, 7);
    for growth in &chunk.growths {
        w.bits(growth.kind as u64, 6);
        write_spot(w, growth.at);
        w.byte(growth.size);
        w.byte(growth.turn);
    }
    w.number(chunk.houses.len() as u64, 7);
    for h in &chunk.houses {
        house::write(w, chunk.pos, h);
    }
    w.number(chunk.sprouts.len() as u64, 7);
    for sprout in &chunk.sprouts {
        w.bits(sprout.kind as u64, 6);
        write_spot(w, sprout.at);
    }
    w.number(chunk.places.len() as u64, 7);
    for place in &chunk.places {
        w.bits(place.kind as u64, 6);
        write_offset(w, chunk.pos, place.at);
        w.text(&place.name);
    }
}

/// Reads a chunk.
pub fn read_chunk(r: &mut BitReader) -> Result<Chunk, Malformed> {
    let mut chunk = Chunk::meadow(read_chunk_pos(r)?);
    read_plane(r, |i, value| {
        chunk.heights[i] = i16::try_from(value)
            .map_err(|_| Malformed::OutOfRange { field: "height", value: value as u64 })?;
        Ok(())
    })?;
    read_plane(r, |i, value| {
        chunk.moisture[i] = u8::try_from(value)
            .map_err(|_| Malformed::OutOfRange { field: "moisture", value: value as u64 })?;
        Ok(())
    })?;
    read_runs(r, &mut chunk.water[..], |r| {
        if !r.bit()? {
            return Ok(DRY);
        }
        let level = r.signed(7)?;
        i16::try_from(level).map_err(|_| Malformed::OutOfRange { field: "water", value: level as u64 })
    })?;
    read_runs(r, &mut chunk.ecosystems[..], |r| Ok(Ecosystem::try_from(r.bits(5)? as u8)?))?;
    // A path would fix the reader's lifetime; the closure leaves it open.
    #[allow(clippy::redundant_closure_for_method_calls)]
    read_runs(r, &mut chunk.road[..], |r| r.byte())?;
    for _ in 0..r.count("growths", 46, MOST_GROWTHS)? {
        chunk.growths.push(Growth {
            kind: GrowthKind::try_from(r.bits(6)? as u8)?,
            at: read_spot(r)?,
            size: r.byte()?,
            turn: r.byte()?,
        });
    }
    for _ in 0..r.count("houses", 64, MOST_HOUSES)? {
        chunk.houses.push(house::read(r, chunk.pos)?);
    }
    for _ in 0..r.count("sprouts", 30, MOST_SPROUTS)? {
        chunk.sprouts.push(Sprout { kind: ThingKind::try_from(r.bits(6)? as u8)?, at: read_spot(r)? });
    }
    for _ in 0..r.count("places", 30, MOST_PLACES)? {
        chunk.places.push(Place {
            kind: PlaceKind::try_from(r.bits(6)? as u8)?,
            at: read_offset(r, chunk.pos)?,
            name: r.text("place name", LONGEST_NAME)?,
        });
    }
    Ok(chunk)
}

fn write_spot(w: &mut BitWriter, at: [u16; 2]) {
    w.bits(u64::from(at[0] & 4095), 12);
    w.bits(u64::from(at[1] & 4095), 12);
}

fn read_spot(r: &mut BitReader) -> Result<[u16; 2], Malformed> {
    Ok([r.bits(12)? as u16, r.bits(12)? as u16])
}

/// A point near the chunk, to 1/128 m.
fn write_offset(w: &mut BitWriter, pos: ChunkPos, at: DVec2) {
    let local = at - pos.origin();
    w.signed(i64::from(crate::state::metres_to_steps(local.x)), 7);
    w.signed(i64::from(crate::state::metres_to_steps(local.y)), 7);
}

fn read_offset(r: &mut BitReader, pos: ChunkPos) -> Result<DVec2, Malformed> {
    let mut axis = || {
        let steps = r.signed(7)?;
        if steps.unsigned_abs() > 1 << 20 {
            return Err(Malformed::OutOfRange { field: "offset", value: steps.unsigned_abs() });
        }
        Ok(steps as f64 / crate::state::STEPS_PER_METRE)
    };
    Ok(pos.origin() + DVec2::new(axis()?, axis()?))
}

/// The value a vertex most likely has, from those already sent.
fn plane_guess(values: &[i32; VERTICES], i: usize) -> i32 {
    let (column, row) = (i % LATTICE, i / LATTICE);
    match (column, row) {
        (0, 0) => 0,
        (0, _) => values[i - LATTICE],
        (_, 0) => values[i - 1],
        _ => values[i - 1] + values[i - LATTICE] - values[i - LATTICE - 1],
    }
}

fn zigzag(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)) as u32
}

fn unzigzag(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

fn write_plane(w: &mut BitWriter, value: impl Fn(usize) -> i32) {
    let values: [i32; VERTICES] = std::array::from_fn(value);
    let errors: [u32; VERTICES] = std::array::from_fn(|i| zigzag(values[i] - plane_guess(&values, i)));
    let cost =
        |k: u32| -> u64 { errors[1..].iter().map(|&e| u64::from((e >> k).min(56)) + 1 + u64::from(k)).sum() };
    let k = (0..12).min_by_key(|&k| cost(k)).expect("the range is not empty");
    w.bits(u64::from(k), 4);
    w.bits(u64::from(errors[0]), 17);
    for &error in &errors[1..] {
        w.rice(error, k);
    }
}

fn read_plane(
    r: &mut BitReader,
    mut put: impl FnMut(usize, i32) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    let k = r.bits(4)? as u32;
    let mut values = [0i32; VERTICES];
    for i in 0..VERTICES {
        let error = if i == 0 { r.bits(17)? as u32 } else { r.rice(k)? };
        let value = i64::from(plane_guess(&values, i)) + i64::from(unzigzag(error));
        if value.abs() > 1 << 17 {
            return Err(Malformed::OutOfRange { field: "lattice value", value: value as u64 });
        }
        values[i] = value as i32;
        put(i, values[i])?;
    }
    Ok(())
}

fn write_runs<T: PartialEq + Copy>(
    w: &mut BitWriter,
    value: impl Fn(usize) -> T,
    mut put: impl FnMut(&mut BitWriter, T),
) {
    let mut start = 0;
    while start < VERTICES {
        let run = (start..VERTICES).take_while(|&i| value(i) == value(start)).count();
        put(w, value(start));
        w.number(run as u64 - 1, 3);
        start += run;
    }
}

fn read_runs<T: Copy>(
    r: &mut BitReader,
    into: &mut [T],
    mut get: impl FnMut(&mut BitReader) -> Result<T, Malformed>,
) -> Result<(), Malformed> {
    let mut start = 0;
    while start < into.len() {
        let value = get(r)?;
        let run = r.number_below(3, "run", (into.len() - start) as u64)? as usize + 1;
        into[start..start + run].fill(value);
        start += run;
    }
    Ok(())
}

#[cfg(test)]
#[path = "land_tests.rs"]
mod tests;
