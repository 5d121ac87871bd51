//! Rooms: rectangles until the plan is full, some taken away, small ones merged.

use super::Purpose;
use super::plan::{Plan, Tile, step};
use wold_chance::Stream;

/// A rectangle of tiles, both corners included.
pub(super) type Block = (Tile, Tile);

/// A room smaller than this is merged with its neighbour.
const SMALLEST_ROOM: usize = 6;

/// The room behind the street door: deep enough for stairs, and most of the ground floor in an inn or a smithy.
pub(super) fn hall(purpose: Purpose, entry: Tile, front: u8, whole: &Plan, stream: &mut Stream) -> Block {
    let inward = (front + 2) & 3;
    let (w, d) = (i32::from(whole.width), i32::from(whole.depth));
    let reach = if front.is_multiple_of(2) { w } else { d };
    let across = if front.is_multiple_of(2) { d } else { w };
    let (deep, left, right) = match purpose {
        Purpose::Home => (5.min(reach), 1, stream.below(2) as i32),
        Purpose::Inn => ((reach * 2 / 3).max(5), across / 3, across / 2),
        Purpose::Smithy => ((reach * 2 / 3).max(4), across / 3, across / 3),
    };
    let mut far = entry;
    for _ in 1..deep {
        far = step(far, inward);
    }
    let (side_a, side_b) =
        if front.is_multiple_of(2) { ((0, -left), (0, right)) } else { ((-left, 0), (right, 0)) };
    let xs = [entry.0 + side_a.0, entry.0 + side_b.0, far.0];
    let ys = [entry.1 + side_a.1, entry.1 + side_b.1, far.1];
    let bound = |vs: [i32; 3], most: i32| {
        let lo = vs.into_iter().min().unwrap_or(0).clamp(0, most);
        let hi = vs.into_iter().max().unwrap_or(0).clamp(0, most);
        (lo, hi)
    };
    let ((x0, x1), (y0, y1)) = (bound(xs, w - 1), bound(ys, d - 1));
    ((x0, y0), (x1, y1))
}

/// Fills the rectangle with rooms, the block `first` being one of them, and cuts it by the storey below.
pub(super) fn divide(below: &Plan, first: Option<Block>, purpose: Purpose, stream: &mut Stream) -> Plan {
    let mut plan = Plan { rooms: vec![0; below.rooms.len()], ..below.clone() };
    let mut next = 1;
    if let Some(block) = first {
        paint(&mut plan, block, next);
        next += 1;
    }
    let longest = if purpose == Purpose::Home { 4 } else { 5 };
    // Mirrored at random, so that odd corners do not always end up in the north-east.
    let (mirror_x, mirror_y) = (stream.chance(0.5), stream.chance(0.5));
    let (w, d) = (i32::from(plan.width), i32::from(plan.depth));
    let turned = |(x, y): Tile| (if mirror_x { w - 1 - x } else { x }, if mirror_y { d - 1 - y } else { y });
    for corner in below.tiles() {
        if plan.at(turned(corner)) != 0 {
            continue;
        }
        let (wide, deep) = (2 + stream.below(longest) as i32, 2 + stream.below(longest) as i32);
        let free = |plan: &Plan, tile: Tile| tile.0 < w && tile.1 < d && plan.at(turned(tile)) == 0;
        let run = (0..wide).take_while(|&i| free(&plan, (corner.0 + i, corner.1))).count() as i32;
        let rise = (0..deep)
            .take_while(|&j| (0..run).all(|i| free(&plan, (corner.0 + i, corner.1 + j))))
            .count() as i32;
        for (i, j) in (0..rise).flat_map(|j| (0..run).map(move |i| (i, j))) {
            plan.set(turned((corner.0 + i, corner.1 + j)), next);
        }
        next += 1;
    }
    for tile in below.tiles() {
        if below.at(tile) == 0 {
            plan.set(tile, 0);
        }
    }
    merge_small(&mut plan);
    plan
}

/// Takes up to `most` rooms away that touch the outside; `keep` and rooms with a tile in `fixed` stay, and what is left
/// hangs together.
pub(super) fn take_away(
    plan: &mut Plan,
    keep: u8,
    most: u64,
    fixed: impl Fn(Tile) -> bool,
    stream: &mut Stream,
) {
    let kept = plan.tiles_of(keep);
    for _ in 0..stream.below(most + 1) {
        let Some(&anchor) = kept.first() else { return };
        let keep = plan.at(anchor);
        let mut candidates: Vec<u8> = (1..=plan.count())
            .filter(|&room| room != keep)
            .filter(|&room| {
                let tiles = plan.tiles_of(room);
                let outer = |t: &Tile| (0..4).any(|q| plan.at(step(*t, q)) == 0);
                tiles.iter().any(outer)
                    && !tiles.iter().any(|&t| fixed(t))
                    && tiles.len() <= plan.rooms.len() / 4
            })
            .collect();
        stream.shuffle(&mut candidates);
        for room in candidates {
            let mut less = plan.clone();
            for tile in plan.tiles_of(room) {
                less.set(tile, 0);
            }
            if less.whole() {
                less.renumber();
                *plan = less;
                break;
            }
        }
    }
}

/// Merges rooms that are too small or only one tile wide into the neighbour they share most wall with.
fn merge_small(plan: &mut Plan) {
    plan.renumber();
    loop {
        let narrow = |tiles: &[Tile]| {
            let span = |f: fn(&Tile) -> i32| {
                let (lo, hi) =
                    tiles.iter().map(f).fold((i32::MAX, i32::MIN), |(lo, hi), v| (lo.min(v), hi.max(v)));
                hi - lo
            };
            span(|t| t.0) < 1 || span(|t| t.1) < 1
        };
        let small = (1..=plan.count()).find_map(|room| {
            let tiles = plan.tiles_of(room);
            if tiles.len() >= SMALLEST_ROOM && !narrow(&tiles) {
                return None;
            }
            let mut shared = vec![0usize; usize::from(plan.count()) + 1];
            for &tile in &tiles {
                for quarter in 0..4 {
                    let other = plan.at(step(tile, quarter));
                    if other != 0 && other != room {
                        shared[usize::from(other)] += 1;
                    }
                }
            }
            let (into, walls) = shared.iter().enumerate().max_by_key(|&(i, n)| (n, usize::MAX - i))?;
            (*walls > 0).then_some((tiles, into as u8))
        });
        let Some((tiles, into)) = small else { return };
        for tile in tiles {
            plan.set(tile, into);
        }
        plan.renumber();
    }
}

fn paint(plan: &mut Plan, ((x0, y0), (x1, y1)): Block, room: u8) {
    for (x, y) in (y0..=y1).flat_map(|y| (x0..=x1).map(move |x| (x, y))) {
        plan.set((x, y), room);
    }
}
