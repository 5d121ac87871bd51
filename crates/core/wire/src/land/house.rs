//! Houses on the wire.

use super::{read_offset, write_offset};
use crate::bits::{BitReader, BitWriter, Malformed};
use wold_lore::land::{
    Edge, EdgeKind, EdgeSide, Floor, Furniture, FurnitureKind, House, Roof, RoomUse, Stairs,
};
use wold_space::ChunkPos;

const MOST_FLOORS: u64 = 7;
const MOST_ROOMS: u64 = 255;
const MOST_EDGES: u64 = 8192;
const MOST_FURNITURE: u64 = 1024;

const USES: [RoomUse; 7] = [
    RoomUse::Hall,
    RoomUse::Kitchen,
    RoomUse::Parlour,
    RoomUse::Bedroom,
    RoomUse::Store,
    RoomUse::Workshop,
    RoomUse::Taproom,
];
const FURNITURE: [FurnitureKind; 9] = [
    FurnitureKind::Table,
    FurnitureKind::Chair,
    FurnitureKind::Bed,
    FurnitureKind::Hearth,
    FurnitureKind::Chest,
    FurnitureKind::Shelf,
    FurnitureKind::Anvil,
    FurnitureKind::Barrel,
    FurnitureKind::Counter,
];
const ROOFS: [Roof; 4] = [Roof::Flat, Roof::GableEast, Roof::GableNorth, Roof::Hip];

fn one_of<T: Copy>(all: &[T], field: &'static str, value: u64) -> Result<T, Malformed> {
    all.get(value as usize).copied().ok_or(Malformed::OutOfRange { field, value })
}

pub(super) fn edge_kind(value: u64) -> Result<EdgeKind, Malformed> {
    one_of(&[EdgeKind::Wall, EdgeKind::Door, EdgeKind::Window], "edge", value)
}

pub(super) fn write(w: &mut BitWriter, pos: ChunkPos, house: &House) {
    write_offset(w, pos, house.corner);
    w.byte(house.width);
    w.byte(house.depth);
    w.signed_bits(i32::from(house.base), 16);
    w.bits(house.roof as u64, 2);
    w.byte(house.facade);
    w.number(house.floors.len() as u64, 3);
    for floor in &house.floors {
        write_floor(w, floor);
    }
}

fn write_floor(w: &mut BitWriter, floor: &Floor) {
    w.number(floor.uses.len() as u64, 7);
    for &room_use in &floor.uses {
        w.bits(room_use as u64, 3);
    }
    let mut start = 0;
    while start < floor.rooms.len() {
        let room = floor.rooms[start];
        let run = floor.rooms[start..].iter().take_while(|&&r| r == room).count();
        w.number(u64::from(room), 3);
        w.number(run as u64 - 1, 3);
        start += run;
    }
    w.number(floor.edges.len() as u64, 7);
    for edge in &floor.edges {
        w.bits(u64::from(edge.x), 6);
        w.bits(u64::from(edge.y), 6);
        w.bits(edge.side as u64, 1);
        w.bits(edge.kind as u64, 2);
    }
    w.bit(floor.stairs.is_some());
    if let Some(stairs) = floor.stairs {
        w.bits(u64::from(stairs.x), 6);
        w.bits(u64::from(stairs.y), 6);
        w.bits(u64::from(stairs.quarter & 3), 2);
        w.bits(u64::from(stairs.length & 15), 4);
    }
    w.number(floor.furniture.len() as u64, 7);
    for piece in &floor.furniture {
        w.bits(piece.kind as u64, 4);
        w.bits(u64::from(piece.x), 6);
        w.bits(u64::from(piece.y), 6);
        w.bits(u64::from(piece.quarter & 3), 2);
    }
}

pub(super) fn read(r: &mut BitReader, pos: ChunkPos) -> Result<House, Malformed> {
    let corner = read_offset(r, pos)?;
    let (width, depth) = (side(r)?, side(r)?);
    let base = r.signed_bits(16)? as i16;
    let roof = one_of(&ROOFS, "roof", r.bits(2)?)?;
    let facade = r.byte()?;
    let floors = (0..r.number_below(3, "floors", MOST_FLOORS + 1)?)
        .map(|_| read_floor(r, usize::from(width) * usize::from(depth)))
        .collect::<Result<_, _>>()?;
    Ok(House { corner, width, depth, base, floors, roof, facade })
}

/// A side of the plan: 63 tiles at most, so that tile numbers fit six bits.
fn side(r: &mut BitReader) -> Result<u8, Malformed> {
    match r.byte()? {
        tiles @ 1..=63 => Ok(tiles),
        value => Err(Malformed::OutOfRange { field: "house side", value: u64::from(value) }),
    }
}

fn read_floor(r: &mut BitReader, tiles: usize) -> Result<Floor, Malformed> {
    let uses = (0..r.count("rooms", 3, MOST_ROOMS)?)
        .map(|_| one_of(&USES, "room use", r.bits(3)?))
        .collect::<Result<Vec<_>, _>>()?;
    let mut rooms = Vec::with_capacity(tiles);
    while rooms.len() < tiles {
        let room = r.number_below(3, "room", uses.len() as u64 + 1)? as u8;
        let run = r.number_below(3, "room run", (tiles - rooms.len()) as u64)? as usize + 1;
        rooms.resize(rooms.len() + run, room);
    }
    let edges = (0..r.count("edges", 15, MOST_EDGES)?)
        .map(|_| {
            Ok(Edge {
                x: r.bits(6)? as u8,
                y: r.bits(6)? as u8,
                side: if r.bit()? { EdgeSide::West } else { EdgeSide::South },
                kind: edge_kind(r.bits(2)?)?,
            })
        })
        .collect::<Result<_, Malformed>>()?;
    let stairs = if r.bit()? {
        Some(Stairs {
            x: r.bits(6)? as u8,
            y: r.bits(6)? as u8,
            quarter: r.bits(2)? as u8,
            length: r.bits(4)? as u8,
        })
    } else {
        None
    };
    let furniture = (0..r.count("furniture", 18, MOST_FURNITURE)?)
        .map(|_| {
            Ok(Furniture {
                kind: one_of(&FURNITURE, "furniture", r.bits(4)?)?,
                x: r.bits(6)? as u8,
                y: r.bits(6)? as u8,
                quarter: r.bits(2)? as u8,
            })
        })
        .collect::<Result<_, Malformed>>()?;
    Ok(Floor { rooms, uses, edges, stairs, furniture })
}
