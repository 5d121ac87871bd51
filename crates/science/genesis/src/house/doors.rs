//! Walls between rooms, doors until every room is reached, windows to the outside.

use super::Storey;
use super::plan::{Plan, Tile, beside, step};
use wold_chance::Stream;
use wold_lore::land::{Edge, EdgeKind, EdgeSide};

/// Every edge between different rooms or a room and the outside, with doors so that each room is reached from
/// `home_room`.
pub(super) fn edges(storey: &Storey, home_room: u8, stream: &mut Stream) -> Vec<Edge> {
    let plan = &storey.plan;
    let blocked = storey.blocked();
    let mut edges = walls(plan);
    let mut order: Vec<usize> = (0..edges.len()).filter(|&i| can_open(plan, &blocked, &edges[i])).collect();
    stream.shuffle(&mut order);

    let mut reached = vec![false; usize::from(plan.count()) + 1];
    reached[usize::from(home_room)] = true;
    let rooms_of = |edge: &Edge| {
        let (a, b) = beside(edge);
        (usize::from(plan.at(a)), usize::from(plan.at(b)))
    };
    // Each round opens one door from what is reached into what is not.
    while let Some(&i) = order.iter().find(|&&i| {
        let (a, b) = rooms_of(&edges[i]);
        reached[a] != reached[b]
    }) {
        let (a, b) = rooms_of(&edges[i]);
        edges[i].kind = EdgeKind::Door;
        (reached[a], reached[b]) = (true, true);
    }
    // Now and then a second way round.
    if stream.chance(0.4) {
        let joined: Vec<(usize, usize)> =
            edges.iter().filter(|e| e.kind == EdgeKind::Door).map(|e| sorted(rooms_of(e))).collect();
        if let Some(&i) = order.iter().find(|&&i| !joined.contains(&sorted(rooms_of(&edges[i])))) {
            edges[i].kind = EdgeKind::Door;
        }
    }
    edges
}

/// Whether doors could join all rooms while nobody can stand on the blocked tiles.
pub(super) fn can_join(plan: &Plan, blocked: &[Tile]) -> bool {
    let mut reached = vec![false; usize::from(plan.count()) + 1];
    let Some(first) = reached.get_mut(1) else { return false };
    *first = true;
    let open: Vec<(usize, usize)> = walls(plan)
        .iter()
        .filter(|e| can_open(plan, blocked, e))
        .map(|e| {
            let (a, b) = beside(e);
            (usize::from(plan.at(a)), usize::from(plan.at(b)))
        })
        .collect();
    while let Some(&(a, b)) = open.iter().find(|&&(a, b)| reached[a] != reached[b]) {
        (reached[a], reached[b]) = (true, true);
    }
    reached[1..].iter().all(|&r| r)
}

/// Sets the street door.
pub(super) fn open_front(edges: &mut [Edge], entry: Tile, front: u8) {
    let doorstep = step(entry, front);
    for edge in edges {
        let (a, b) = beside(edge);
        if (a, b) == (entry, doorstep) || (a, b) == (doorstep, entry) {
            edge.kind = EdgeKind::Door;
        }
    }
}

/// Sets windows into outer walls, never two side by side.
pub(super) fn glaze(edges: &mut [Edge], plan: &Plan, stream: &mut Stream) {
    for i in 0..edges.len() {
        let (a, b) = beside(&edges[i]);
        let outer = (plan.at(a) == 0) != (plan.at(b) == 0);
        let before = edges.iter().any(|other| {
            other.kind != EdgeKind::Wall
                && other.side == edges[i].side
                && match other.side {
                    EdgeSide::South => other.y == edges[i].y && other.x.abs_diff(edges[i].x) == 1,
                    EdgeSide::West => other.x == edges[i].x && other.y.abs_diff(edges[i].y) == 1,
                }
        });
        if outer && !before && edges[i].kind == EdgeKind::Wall && stream.chance(0.62) {
            edges[i].kind = EdgeKind::Window;
        }
    }
}

/// All edges as walls, row by row, the southern side of a tile before its western one.
fn walls(plan: &Plan) -> Vec<Edge> {
    let mut edges = Vec::new();
    for y in 0..=i32::from(plan.depth) {
        for x in 0..=i32::from(plan.width) {
            for (side, other) in [(EdgeSide::South, (x, y - 1)), (EdgeSide::West, (x - 1, y))] {
                if plan.at((x, y)) != plan.at(other) {
                    edges.push(Edge { x: x as u8, y: y as u8, side, kind: EdgeKind::Wall });
                }
            }
        }
    }
    edges
}

/// A door needs a room and somewhere to stand on both sides.
fn can_open(plan: &Plan, blocked: &[Tile], edge: &Edge) -> bool {
    let (a, b) = beside(edge);
    plan.at(a) != 0 && plan.at(b) != 0 && !blocked.contains(&a) && !blocked.contains(&b)
}

fn sorted((a, b): (usize, usize)) -> (usize, usize) {
    (a.min(b), a.max(b))
}
