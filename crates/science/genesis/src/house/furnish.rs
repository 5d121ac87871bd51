//! What rooms are for and what stands in them.

use super::plan::{Plan, Tile, beside, step};
use super::{Purpose, Storey};
use wold_chance::Stream;
use wold_lore::land::{Edge, EdgeKind, Furniture, FurnitureKind, RoomUse};

/// What each room is for, by house, storey and size; `home_room` is the one entered first.
pub(super) fn uses(
    purpose: Purpose,
    level: usize,
    home_room: u8,
    plan: &Plan,
    stream: &mut Stream,
) -> Vec<RoomUse> {
    let count = plan.count();
    let mut by_size: Vec<u8> = (1..=count).filter(|&r| r != home_room).collect();
    by_size.sort_by_key(|&r| std::cmp::Reverse(plan.tiles_of(r).len()));
    let mut uses = vec![RoomUse::Hall; usize::from(count)];
    let entered = match (purpose, level) {
        (Purpose::Inn, 0) => RoomUse::Taproom,
        (Purpose::Smithy, 0) => RoomUse::Workshop,
        _ => RoomUse::Hall,
    };
    if home_room > 0 {
        uses[usize::from(home_room) - 1] = entered;
    }
    for (rank, &room) in by_size.iter().enumerate() {
        let small = plan.tiles_of(room).len() < 9;
        uses[usize::from(room) - 1] = match (level, rank) {
            (0, 0) => RoomUse::Kitchen,
            (0, 1) if !small && purpose == Purpose::Home => RoomUse::Parlour,
            (0, 1) => RoomUse::Store,
            (0, _) if small || stream.chance(0.4) => RoomUse::Store,
            (0, _) => RoomUse::Bedroom,
            (_, r) if r > 0 && small && stream.chance(0.5) => RoomUse::Store,
            _ => RoomUse::Bedroom,
        };
    }
    // Somebody has to sleep somewhere: a house of one storey gives up its parlour for it.
    let single = level == 0 && purpose == Purpose::Home && !uses.contains(&RoomUse::Bedroom);
    if single && let Some(room) = uses.iter_mut().find(|u| **u == RoomUse::Parlour) {
        *room = RoomUse::Bedroom;
    }
    uses
}

/// Puts furniture against walls, never before a door or at a flight's end, never so that a room is cut in two.
pub(super) fn furnish(
    storey: &Storey,
    uses: &[RoomUse],
    edges: &[Edge],
    stream: &mut Stream,
) -> Vec<Furniture> {
    let plan = &storey.plan;
    let blocked = storey.blocked();
    let mut free_of_furniture = storey.landings();
    free_of_furniture
        .extend(edges.iter().filter(|e| e.kind == EdgeKind::Door).flat_map(|e| <[Tile; 2]>::from(beside(e))));
    let mut placed: Vec<Furniture> = Vec::new();
    for (index, &use_) in uses.iter().enumerate() {
        let room = index as u8 + 1;
        let mut floor: Vec<Tile> = plan.tiles_of(room).into_iter().filter(|t| !blocked.contains(t)).collect();
        for &(kind, by_wall) in wanted(use_) {
            let mut spots = floor.clone();
            stream.shuffle(&mut spots);
            let spot = spots.into_iter().find(|&tile| {
                let walls = (0..4).filter(|&q| plan.at(step(tile, q)) != room).count();
                let suits = match kind {
                    FurnitureKind::Chair => placed.iter().any(|f| {
                        f.kind == FurnitureKind::Table && beside_tile((i32::from(f.x), i32::from(f.y)), tile)
                    }),
                    _ => !by_wall || walls > 0,
                };
                let rest: Vec<Tile> = floor.iter().copied().filter(|&t| t != tile).collect();
                suits && !free_of_furniture.contains(&tile) && rest.len() >= 3 && Plan::connected(&rest)
            });
            let Some(tile) = spot else { continue };
            floor.retain(|&t| t != tile);
            placed.push(Furniture {
                kind,
                x: tile.0 as u8,
                y: tile.1 as u8,
                quarter: facing(plan, room, tile, stream),
            });
        }
    }
    placed
}

/// Away from the wall behind it.
fn facing(plan: &Plan, room: u8, tile: Tile, stream: &mut Stream) -> u8 {
    let backed: Vec<u8> = (0..4u8)
        .filter(|&q| plan.at(step(tile, (q + 2) & 3)) != room && plan.at(step(tile, q)) == room)
        .collect();
    stream.pick(&backed).copied().unwrap_or_else(|| stream.below(4) as u8)
}

fn beside_tile(a: Tile, b: Tile) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

/// Pieces in the order of their importance, and whether they stand against a wall.
fn wanted(use_: RoomUse) -> &'static [(FurnitureKind, bool)] {
    use FurnitureKind as F;
    match use_ {
        RoomUse::Hall => &[(F::Chest, true), (F::Shelf, true)],
        RoomUse::Kitchen => {
            &[(F::Hearth, true), (F::Table, false), (F::Chair, false), (F::Barrel, true), (F::Shelf, true)]
        }
        RoomUse::Parlour => &[(F::Table, false), (F::Chair, false), (F::Chair, false), (F::Shelf, true)],
        RoomUse::Bedroom => &[(F::Bed, true), (F::Chest, true), (F::Bed, true), (F::Shelf, true)],
        RoomUse::Store => &[(F::Barrel, true), (F::Barrel, true), (F::Chest, true), (F::Shelf, true)],
        RoomUse::Workshop => {
            &[(F::Hearth, true), (F::Anvil, false), (F::Barrel, true), (F::Shelf, true), (F::Chest, true)]
        }
        RoomUse::Taproom => &[
            (F::Counter, true),
            (F::Hearth, true),
            (F::Barrel, true),
            (F::Table, false),
            (F::Chair, false),
            (F::Chair, false),
            (F::Table, false),
            (F::Chair, false),
            (F::Chair, false),
            (F::Table, false),
            (F::Chair, false),
            (F::Barrel, true),
        ],
    }
}
