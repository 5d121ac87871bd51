//! Houses by the floor algorithm.
//!
//! Storey by storey: fill the plan with random rectangles; cut it by the storey below; take a few rooms away again;
//! merge what is too small to be a room; choose stairs; set doors until every room is reached; then windows, furniture
//! and a roof. What comes out always holds: every room is reached from the street door, no room hangs over empty
//! space, stairs have a free foot and head and meet the next storey ([`inspect`] checks all of it).

mod doors;
mod furnish;
mod inspect;
mod plan;
mod rooms;
mod sketch;
mod stairs;

pub use inspect::{Flaw, inspect};
pub use sketch::ascii;

use glam::DVec2;
use plan::{Plan, Tile, step};
use wold_chance::Stream;
use wold_lore::land::{EdgeKind, Floor, House, Roof, RoomUse};

/// What a house is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A family lives in it.
    Home,
    /// A large taproom below, bedrooms above.
    Inn,
    /// A workshop with hearth and anvil.
    Smithy,
}

/// What the builder is told.
#[derive(Clone, Debug, PartialEq)]
pub struct HouseBrief {
    /// What it is for.
    pub purpose: Purpose,
    /// South-west corner in the world, on whole metres.
    pub corner: DVec2,
    /// Tiles east, at least [`HouseBrief::SMALLEST`].
    pub width: u8,
    /// Tiles north, at least [`HouseBrief::SMALLEST`].
    pub depth: u8,
    /// Height of the ground floor in 1/32 m.
    pub base: i16,
    /// Quarter turns of the side that faces the street, 0 east.
    pub front: u8,
    /// Storeys wanted; fewer are built where no stairs fit.
    pub storeys: u8,
}

impl HouseBrief {
    /// The shortest side a house can have, in metres.
    pub const SMALLEST: u8 = 5;
    /// The longest side a house can have, in metres.
    pub const LARGEST: u8 = 28;

    /// A two-storey home of ordinary size at the origin, facing south.
    #[must_use]
    pub fn home() -> Self {
        Self {
            purpose: Purpose::Home,
            corner: DVec2::ZERO,
            width: 9,
            depth: 8,
            base: 0,
            front: 3,
            storeys: 2,
        }
    }
}

/// Builds a house. Sides outside the allowed sizes are brought to the nearest.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_genesis::house::{HouseBrief, build, inspect};
/// let house = build(&HouseBrief::home(), &mut Stream::named(Seed(7), "house", &[]));
/// assert_eq!(inspect(&house), Ok(()));
/// ```
#[must_use]
pub fn build(brief: &HouseBrief, stream: &mut Stream) -> House {
    let side = |v: u8| v.clamp(HouseBrief::SMALLEST, HouseBrief::LARGEST);
    let (width, depth) = (side(brief.width), side(brief.depth));
    let entry = entry_tile(brief, width, depth, stream);
    let storeys = raise(brief, width, depth, entry, stream);

    let mut floors = Vec::new();
    for (level, storey) in storeys.iter().enumerate() {
        let home_room = if level == 0 { storey.plan.at(entry) } else { storey.plan.at(storey.arrival()) };
        let uses = furnish::uses(brief.purpose, level, home_room, &storey.plan, stream);
        let mut edges = doors::edges(storey, home_room, stream);
        if level == 0 {
            doors::open_front(&mut edges, entry, brief.front);
        }
        doors::glaze(&mut edges, &storey.plan, stream);
        let furniture = furnish::furnish(storey, &uses, &edges, stream);
        floors.push(Floor { rooms: storey.plan.rooms.clone(), uses, edges, stairs: storey.up, furniture });
    }
    let roof = match (width > depth + 1, depth > width + 1) {
        (true, _) => Roof::GableEast,
        (_, true) => Roof::GableNorth,
        _ => *stream.pick(&[Roof::Hip, Roof::GableEast, Roof::GableNorth]).expect("three roofs are offered"),
    };
    let facade = stream.below(8) as u8;
    House { corner: brief.corner, width, depth, base: brief.base, floors, roof, facade }
}

/// The street door of a house: the tile inside it and the tile in front of it, from the house's corner.
#[must_use]
pub fn street_door(house: &House) -> Option<((i32, i32), (i32, i32))> {
    let ground = house.floors.first()?;
    ground.edges.iter().filter(|e| e.kind == EdgeKind::Door).find_map(|e| {
        let (a, b) = plan::beside(e);
        match (house.room(0, a.0, a.1), house.room(0, b.0, b.1)) {
            (0, r) if r != 0 => Some((b, a)),
            (r, 0) if r != 0 => Some((a, b)),
            _ => None,
        }
    })
}

/// One storey while it is being built.
struct Storey {
    plan: Plan,
    up: Option<wold_lore::land::Stairs>,
    down: Option<wold_lore::land::Stairs>,
}

impl Storey {
    /// Tiles nobody can stand on: under the flight up and over the well of the flight from below.
    fn blocked(&self) -> Vec<Tile> {
        self.up.iter().chain(&self.down).flat_map(wold_lore::land::Stairs::tiles).collect()
    }

    /// Tiles that must stay free: where flights begin and end.
    fn landings(&self) -> Vec<Tile> {
        self.up.iter().map(stairs::foot_landing).chain(self.down.iter().map(stairs::head_landing)).collect()
    }

    /// Where one arrives from below.
    fn arrival(&self) -> Tile {
        self.down.as_ref().map_or((0, 0), stairs::head_landing)
    }
}

/// The tile just inside the street door: near the middle of the front.
fn entry_tile(brief: &HouseBrief, width: u8, depth: u8, stream: &mut Stream) -> Tile {
    let (w, d) = (i32::from(width), i32::from(depth));
    let along = if brief.front.is_multiple_of(2) { d } else { w };
    let place = (along / 2 + stream.below(3) as i32 - 1).clamp(1, along - 2);
    match brief.front & 3 {
        0 => (w - 1, place),
        1 => (place, d - 1),
        2 => (0, place),
        _ => (place, 0),
    }
}

/// All storeys, from the ground up.
fn raise(brief: &HouseBrief, width: u8, depth: u8, entry: Tile, stream: &mut Stream) -> Vec<Storey> {
    let whole = Plan::full(width, depth);
    let hall = rooms::hall(brief.purpose, entry, brief.front, &whole, stream);
    let mut ground = rooms::divide(&whole, Some(hall), brief.purpose, stream);
    let keep = ground.at(entry);
    let doorstep = step(entry, brief.front);
    rooms::take_away(&mut ground, keep, 1, |tile| front_side(tile, doorstep, brief.front), stream);
    let mut storeys = vec![Storey { plan: ground, up: None, down: None }];
    while storeys.len() < usize::from(brief.storeys) {
        let top = storeys.last_mut().expect("the ground floor exists");
        let reserved = if top.down.is_none() { vec![entry] } else { Vec::new() };
        let Some((flight, above)) = stairs::raise(top, &reserved, brief.purpose, stream) else { break };
        top.up = Some(flight);
        storeys.push(Storey { plan: above, up: None, down: Some(flight) });
    }
    storeys
}

/// Whether a tile lies in the row behind the street front: those stay, so that the street sees a whole facade.
fn front_side(tile: Tile, doorstep: Tile, front: u8) -> bool {
    let row = step(doorstep, (front + 2) & 3);
    if front.is_multiple_of(2) { tile.0 == row.0 } else { tile.1 == row.1 }
}

/// The letter of a room's use in plans.
#[must_use]
pub fn letter(room: RoomUse) -> char {
    match room {
        RoomUse::Hall => 'h',
        RoomUse::Kitchen => 'k',
        RoomUse::Parlour => 'p',
        RoomUse::Bedroom => 'b',
        RoomUse::Store => 's',
        RoomUse::Workshop => 'w',
        RoomUse::Taproom => 't',
    }
}

#[cfg(test)]
mod tests;
