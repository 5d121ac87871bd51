//! Stairs, and the storey they lead to.

use super::plan::{Plan, Tile, step};
use super::{Purpose, Storey, doors, rooms};
use wold_chance::Stream;
use wold_lore::land::Stairs;

/// Tiles a flight covers: three metres up over four metres can be walked.
const FLIGHT: u8 = 4;
/// How many places for stairs are tried before the house stays as low as it is.
const TRIES: usize = 24;

/// The tile before the foot.
pub(super) fn foot_landing(stairs: &Stairs) -> Tile {
    step((i32::from(stairs.x), i32::from(stairs.y)), (stairs.quarter + 2) & 3)
}

/// The tile beyond the head, on the storey above.
pub(super) fn head_landing(stairs: &Stairs) -> Tile {
    let (dx, dy) = stairs.direction();
    let n = i32::from(stairs.length);
    (i32::from(stairs.x) + dx * n, i32::from(stairs.y) + dy * n)
}

/// Chooses a flight up from `storey` and divides the storey above; `None` where nothing fits.
pub(super) fn raise(
    storey: &Storey,
    reserved: &[Tile],
    purpose: Purpose,
    stream: &mut Stream,
) -> Option<(Stairs, Plan)> {
    let plan = &storey.plan;
    let blocked = storey.blocked();
    let taken: Vec<Tile> = storey.landings().into_iter().chain(reserved.iter().copied()).collect();
    let mut places: Vec<Stairs> = Vec::new();
    for (x, y) in plan.tiles() {
        for (quarter, length) in (0..4u8).flat_map(|q| [(q, FLIGHT), (q, FLIGHT - 1)]) {
            let flight = Stairs { x: x as u8, y: y as u8, quarter, length };
            if fits(plan, &flight, &blocked, &taken) {
                places.push(flight);
            }
        }
    }
    stream.shuffle(&mut places);
    // Along a wall and gently rising first; the shuffle decides among equals.
    places
        .sort_by_key(|flight| std::cmp::Reverse(walls_beside(plan, flight) + usize::from(flight.length) * 2));
    places.into_iter().take(TRIES).find_map(|flight| {
        let closed: Vec<Tile> = blocked.iter().copied().chain(flight.tiles()).collect();
        if !doors::can_join(plan, &closed) {
            return None;
        }
        let mut above = rooms::divide(plan, Some(well_room(plan, &flight)), purpose, stream);
        let keep = above.at(head_landing(&flight));
        rooms::take_away(&mut above, keep, 2, |_| false, stream);
        well_is_open(&above, &flight).then_some((flight, above))
    })
}

/// Whether the flight and its foot lie in one room, its head comes out over a room, neither stands on what is blocked or
/// taken, and the room can still be walked through.
fn fits(plan: &Plan, flight: &Stairs, blocked: &[Tile], taken: &[Tile]) -> bool {
    let foot = foot_landing(flight);
    let room = plan.at(foot);
    if room == 0 || blocked.contains(&foot) || plan.at(head_landing(flight)) == 0 {
        return false;
    }
    let strip: Vec<Tile> = flight.tiles().collect();
    if strip.iter().any(|t| plan.at(*t) != room || blocked.contains(t) || taken.contains(t)) {
        return false;
    }
    let floor: Vec<Tile> =
        plan.tiles_of(room).into_iter().filter(|t| !strip.contains(t) && !blocked.contains(t)).collect();
    floor.len() >= 4 && Plan::connected(&floor)
}

/// How many tile sides of the flight lie against a wall.
fn walls_beside(plan: &Plan, flight: &Stairs) -> usize {
    let sides = [(flight.quarter + 1) & 3, (flight.quarter + 3) & 3];
    let room = plan.at(foot_landing(flight));
    flight.tiles().map(|t| sides.iter().filter(|&&q| plan.at(step(t, q)) != room).count().min(1)).sum()
}

/// The block of the storey above that holds the well, the head and a tile's breadth beside them.
fn well_room(plan: &Plan, flight: &Stairs) -> rooms::Block {
    let head = head_landing(flight);
    let beyond = step(head, flight.quarter);
    let beyond = if plan.at(beyond) == 0 { head } else { beyond };
    let foot = (i32::from(flight.x), i32::from(flight.y));
    let (mut lo, mut hi) =
        ((foot.0.min(beyond.0), foot.1.min(beyond.1)), (foot.0.max(beyond.0), foot.1.max(beyond.1)));
    if flight.quarter.is_multiple_of(2) {
        (lo.1, hi.1) = (lo.1 - 1, hi.1 + 1);
    } else {
        (lo.0, hi.0) = (lo.0 - 1, hi.0 + 1);
    }
    let most = (i32::from(plan.width) - 1, i32::from(plan.depth) - 1);
    ((lo.0.max(0), lo.1.max(0)), (hi.0.min(most.0), hi.1.min(most.1)))
}

/// Whether the well and the head lie in one room above that can still be walked through.
fn well_is_open(above: &Plan, flight: &Stairs) -> bool {
    let room = above.at(head_landing(flight));
    let strip: Vec<Tile> = flight.tiles().collect();
    if room == 0 || strip.iter().any(|&t| above.at(t) != room) {
        return false;
    }
    let floor: Vec<Tile> = above.tiles_of(room).into_iter().filter(|t| !strip.contains(t)).collect();
    floor.len() >= 2 && Plan::connected(&floor) && doors::can_join(above, &strip)
}
