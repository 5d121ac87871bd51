//! Least-cost paths over the land.
//!
//! A* on a lattice of 32 m with sixteen directions. A step costs its length times a factor that grows with the square
//! of the slope; water costs a bridge. The straight distance never overestimates, so the path is the cheapest there is.

use super::Gate;
use crate::country::STRAY;
use crate::land::{Ground, Land};
use crate::memo::Lattice;
use crate::noise::Octave;
use crate::rect::Rect;
use glam::DVec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Metres between lattice points.
const STEP: f64 = 32.0;
/// Metres from a gate to where the search begins.
const LEAD: f64 = 28.0;
/// The search gives up after this many points.
const PATIENCE: usize = 24_000;

type Cell = [i32; 2];

const WAYS: [Cell; 16] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
    [2, 1],
    [1, 2],
    [-1, 2],
    [-2, 1],
    [-2, -1],
    [-1, -2],
    [1, -2],
    [2, -1],
];

/// The points of the cheapest way between two gates, or `None` if there is none worth building.
pub(super) fn find(land: &Land, gates: [Gate; 2], avoid: &[Rect], wander: &Octave) -> Option<Vec<DVec2>> {
    let leads = gates.map(|g| g.at + g.out * LEAD);
    let cells = leads.map(|p| [(p.x / STEP).round() as i32, (p.y / STEP).round() as i32]);
    let place = |cell: Cell| DVec2::new(f64::from(cell[0]), f64::from(cell[1])) * STEP;
    let goal = place(cells[1]);
    let (lo, hi) = (leads[0].min(leads[1]) - STRAY, leads[0].max(leads[1]) + STRAY);
    let mut seen: Lattice<Cell, Ground> = Lattice::default();
    let mut costs: Lattice<Cell, (f64, Cell)> = Lattice::default();
    costs.insert(cells[0], (0.0, cells[0]));
    // Costs are compared as whole centimetres, so that the order is total and the same everywhere.
    let centimetres = |cost: f64| (cost * 100.0) as u64;
    let mut open = BinaryHeap::from([Reverse((centimetres(place(cells[0]).distance(goal)), cells[0]))]);
    let mut closed = 0;
    while let Some(Reverse((estimate, cell))) = open.pop() {
        let (cost, _) = costs[&cell];
        if estimate > centimetres(cost + place(cell).distance(goal)) {
            continue;
        }
        if cell == cells[1] {
            return Some(retrace(&costs, cells, gates, leads, place));
        }
        closed += 1;
        if closed > PATIENCE {
            return None;
        }
        let here = *seen.entry(cell).or_insert_with(|| land.survey(place(cell)));
        for way in WAYS {
            let next = [cell[0] + way[0], cell[1] + way[1]];
            let (from, to) = (place(cell), place(next));
            let blocked = |p: DVec2| avoid.iter().any(|r| r.grown(10).holds(p));
            let astray = to.cmplt(lo).any() || to.cmpgt(hi).any();
            if astray || next != cells[1] && (blocked(to) || blocked((from + to) / 2.0)) {
                continue;
            }
            let there = *seen.entry(next).or_insert_with(|| land.survey(to));
            // Soft ground here, a stand of oaks there: what no map shows still bends a road.
            let soft = 1.35 + 0.35 * f64::from(wander.at(to));
            let paid = cost + step_cost(&here, &there, from.distance(to)) * soft;
            if costs.get(&next).is_none_or(|&(known, _)| paid < known - 1e-9) {
                costs.insert(next, (paid, cell));
                open.push(Reverse((centimetres(paid + to.distance(goal)), next)));
            }
        }
    }
    None
}

fn step_cost(from: &Ground, to: &Ground, length: f64) -> f64 {
    let level = |g: &Ground| f64::from(g.water.map_or(g.height, |w| w.max(g.height)));
    let slope = (level(to) - level(from)).abs() / length;
    let toll = match to.water {
        None => 1.0 + f64::from(to.wet) * 0.6,
        Some(level) if level > 0.0 && !to.lake => 5.0,
        Some(_) => 30.0,
    };
    length * (1.0 + 10.0 * slope + 90.0 * slope * slope) * toll
}

fn retrace(
    costs: &Lattice<Cell, (f64, Cell)>,
    cells: [Cell; 2],
    gates: [Gate; 2],
    leads: [DVec2; 2],
    place: impl Fn(Cell) -> DVec2,
) -> Vec<DVec2> {
    let mut line = vec![gates[1].at, leads[1]];
    let mut cell = costs[&cells[1]].1;
    while cell != cells[0] {
        line.push(place(cell));
        cell = costs[&cell].1;
    }
    line.extend([leads[0], gates[0].at]);
    line.reverse();
    line
}
