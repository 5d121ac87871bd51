//! Shortest ways by brute force: a graph of all corners that see each other.
//!
//! A shortest way over a flat mesh turns only at corners of its border. Whether two points see each other is found by following
//! the line from polygon to polygon across shared edges, so that nothing slips through where ground touches in a point only. Takes
//! the square of the number of corners in memory and much more in time; it is there to check faster searches, and works on
//! meshes with one floor only.

use super::{NavMesh, PolygonId, Spot};
use crate::Budget;
use crate::search::{Links, Spread};
use wold_space::{CellIndex, DVec2};

/// A point, and the polygons a line may leave it by.
#[derive(Clone, Debug)]
struct Eye {
    at: DVec2,
    fan: Vec<PolygonId>,
}

/// Lengths of shortest ways over one mesh.
#[derive(Clone, Debug)]
pub struct Visible<'a> {
    mesh: &'a NavMesh,
    corners: Vec<Eye>,
    links: Links,
}

impl<'a> Visible<'a> {
    /// Joins all corners of the border that see each other.
    #[must_use]
    pub fn new(mesh: &'a NavMesh) -> Self {
        let mut fans = vec![Vec::new(); mesh.vertices.len()];
        for id in mesh.polygons() {
            for &corner in &mesh.polygons[id.slot()].corners {
                fans[corner as usize].push(id);
            }
        }
        let corners: Vec<Eye> = fans
            .into_iter()
            .enumerate()
            .filter(|(vertex, _)| mesh.notches[*vertex].is_some())
            .map(|(vertex, fan)| Eye { at: mesh.flat(vertex as u32), fan })
            .collect();
        let mut links = Links::new(corners.len() + 2);
        for (i, a) in corners.iter().enumerate() {
            for (j, b) in corners.iter().enumerate().skip(i + 1) {
                if meets(mesh, a, b) {
                    join(&mut links, i, j, a.at.distance(b.at));
                }
            }
        }
        Self { mesh, corners, links }
    }

    /// The length of the shortest way between two places, if there is one.
    #[must_use]
    pub fn length(&self, from: Spot, to: Spot) -> Option<f64> {
        let n = self.corners.len();
        let mut links = self.links.clone();
        let ends = [from, to].map(|spot| Eye { at: spot.point.truncate(), fan: self.mesh.around(spot) });
        for (extra, eye) in ends.iter().enumerate() {
            for (i, corner) in self.corners.iter().enumerate() {
                if meets(self.mesh, eye, corner) {
                    join(&mut links, n + extra, i, eye.at.distance(corner.at));
                }
            }
        }
        if meets(self.mesh, &ends[0], &ends[1]) {
            join(&mut links, n, n + 1, ends[0].at.distance(ends[1].at));
        }
        let goal = CellIndex(n as u32 + 1);
        let mut spread = Spread::new(&links, &[CellIndex(n as u32)], f64::INFINITY);
        spread.run_to(&links, &[goal], &mut Budget::unlimited());
        spread.cost(goal)
    }
}

/// A point may lie on a corner; links have lengths above zero.
fn join(links: &mut Links, a: usize, b: usize, length: f64) {
    links.join(CellIndex(a as u32), CellIndex(b as u32), length.max(f64::MIN_POSITIVE));
}

/// Whether the straight line between two points stays on the mesh.
#[must_use]
pub fn sees(mesh: &NavMesh, from: DVec2, to: DVec2) -> bool {
    let eye = |at: DVec2| Eye { at, fan: mesh.under(at) };
    meets(mesh, &eye(from), &eye(to))
}

fn meets(mesh: &NavMesh, from: &Eye, to: &Eye) -> bool {
    // From each polygon on the line to those across its edges whose piece of the line touches its own.
    let mut reached: Vec<(PolygonId, f64, f64)> = Vec::new();
    for &id in &from.fan {
        reached.extend(piece(mesh, id, from.at, to.at).map(|(enter, leave)| (id, enter, leave)));
    }
    let mut i = 0;
    while i < reached.len() {
        let (id, enter, leave) = reached[i];
        if leave >= 1.0 - NEAR && to.fan.contains(&id) {
            return true;
        }
        for next in mesh.neighbours(id) {
            if reached.iter().any(|(known, ..)| *known == next) {
                continue;
            }
            if let Some((after, end)) = piece(mesh, next, from.at, to.at)
                && after.max(enter) <= leave.min(end) + NEAR
            {
                reached.push((next, after, end));
            }
        }
        i += 1;
    }
    false
}

/// How near things must be to touch.
const NEAR: f64 = 1e-9;

/// The part of a line that lies within a polygon, as parameters between 0 and 1.
fn piece(mesh: &NavMesh, id: PolygonId, from: DVec2, to: DVec2) -> Option<(f64, f64)> {
    let through = to - from;
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    let corners = &mesh.polygons[id.slot()].corners;
    for i in 0..corners.len() {
        let a = mesh.flat(corners[i]);
        let edge = mesh.flat(corners[(i + 1) % corners.len()]) - a;
        let (start, rise) = (edge.perp_dot(from - a) / edge.length(), edge.perp_dot(through) / edge.length());
        if rise.abs() < 1e-12 {
            if start < -NEAR {
                return None;
            }
        } else if rise > 0.0 {
            enter = enter.max((-NEAR - start) / rise);
        } else {
            leave = leave.min((-NEAR - start) / rise);
        }
    }
    (leave >= enter).then_some((enter, leave))
}
