//! Shortest ways by brute force: a graph of all corners that see each other.
//!
//! A shortest way over a flat mesh turns only at corners of its border. Whether two points see each other is found by walking the
//! polygons between them. Takes the square of the number of corners in memory and much more in time; it is there to check
//! faster searches, and works on meshes with one floor only.

use super::NavMesh;
use crate::Budget;
use crate::search::{Links, Spread};
use wold_space::{CellIndex, DVec2};

/// Lengths of shortest ways over one mesh.
#[derive(Clone, Debug)]
pub struct Visible<'a> {
    mesh: &'a NavMesh,
    corners: Vec<DVec2>,
    links: Links,
}

impl<'a> Visible<'a> {
    /// Joins all corners of the border that see each other.
    #[must_use]
    pub fn new(mesh: &'a NavMesh) -> Self {
        let turning = (0..mesh.vertices.len()).filter(|&v| mesh.turning[v]);
        let corners: Vec<DVec2> = turning.map(|v| mesh.flat(v as u32)).collect();
        let mut links = Links::new(corners.len() + 2);
        for (i, &a) in corners.iter().enumerate() {
            for (j, &b) in corners.iter().enumerate().skip(i + 1) {
                if sees(mesh, a, b) {
                    links.join(CellIndex(i as u32), CellIndex(j as u32), a.distance(b));
                }
            }
        }
        Self { mesh, corners, links }
    }

    /// The length of the shortest way between two points, if there is one.
    #[must_use]
    pub fn length(&self, from: DVec2, to: DVec2) -> Option<f64> {
        if from == to {
            return Some(0.0);
        }
        let n = self.corners.len() as u32;
        let mut links = self.links.clone();
        for (extra, point) in [(n, from), (n + 1, to)] {
            for (i, &corner) in self.corners.iter().enumerate() {
                if corner == point {
                    links.join(CellIndex(extra), CellIndex(i as u32), f64::MIN_POSITIVE);
                } else if sees(self.mesh, point, corner) {
                    links.join(CellIndex(extra), CellIndex(i as u32), point.distance(corner));
                }
            }
        }
        if sees(self.mesh, from, to) {
            links.join(CellIndex(n), CellIndex(n + 1), from.distance(to));
        }
        let mut spread = Spread::new(&links, &[CellIndex(n)], f64::INFINITY);
        spread.run_to(&links, &[CellIndex(n + 1)], &mut Budget::unlimited());
        spread.cost(CellIndex(n + 1))
    }
}

/// Whether the straight line between two points stays on the mesh.
#[must_use]
pub fn sees(mesh: &NavMesh, from: DVec2, to: DVec2) -> bool {
    // The pieces of the line within each polygon must cover all of it.
    let through = to - from;
    let mut pieces: Vec<(f64, f64)> = mesh
        .polygons()
        .filter_map(|id| {
            let (mut enter, mut leave) = (0.0f64, 1.0f64);
            let corners = &mesh.polygons[id.slot()].corners;
            for i in 0..corners.len() {
                let a = mesh.flat(corners[i]);
                let edge = mesh.flat(corners[(i + 1) % corners.len()]) - a;
                let (start, rise) =
                    (edge.perp_dot(from - a) / edge.length(), edge.perp_dot(through) / edge.length());
                let touch = 1e-9;
                if rise.abs() < 1e-12 {
                    if start < -touch {
                        return None;
                    }
                } else if rise > 0.0 {
                    enter = enter.max((-touch - start) / rise);
                } else {
                    leave = leave.min((-touch - start) / rise);
                }
            }
            (leave >= enter).then_some((enter, leave))
        })
        .collect();
    pieces.sort_by(|a, b| a.0.total_cmp(&b.0));
    let reached =
        pieces.iter().fold(
            0.0,
            |reached: f64, (enter, leave)| {
                if *enter <= reached + 1e-9 { reached.max(*leave) } else { reached }
            },
        );
    reached >= 1.0 - 1e-9
}
