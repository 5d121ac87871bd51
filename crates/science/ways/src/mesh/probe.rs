//! Straight lines and near walls.
//!
//! A wall is an edge with nothing behind it, or ground the agent's [`Filter`] keeps it off. [`NavMesh::raycast`] walks from polygon to polygon along a line seen
//! from above and costs by the polygons it crosses; [`NavMesh::wall`] spreads over polygons nearer than the nearest wall so far. Both stay on the floor
//! they begin on.

use super::{Filter, NavMesh, PolygonId, Spot};
use std::collections::BTreeSet;
use wold_space::DVec2;

/// How far a straight walk gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it ends: its goal, or at a wall.
    pub end: Spot,
    /// The wall's direction out of the ground, of length 1; `None` if the goal was reached.
    pub wall: Option<DVec2>,
}

/// The nearest wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The nearest point of it.
    pub at: Spot,
    /// How far that is, seen from above.
    pub distance: f64,
}

/// Points this near to an edge are on it.
const ON: f64 = 1e-9;

impl NavMesh {
    /// The edges of a polygon: both ends, and what an agent can enter across.
    fn edges<'a>(
        &'a self,
        id: PolygonId,
        filter: &'a Filter,
    ) -> impl Iterator<Item = (DVec2, DVec2, Option<PolygonId>)> + 'a {
        let polygon = &self.polygons[id.slot()];
        let corner = |at: usize| self.flat(polygon.corners[at % polygon.corners.len()]);
        polygon.across.iter().enumerate().map(move |(edge, across)| {
            let next = across.filter(|next| filter.on(self, *next).is_some());
            (corner(edge), corner(edge + 1), next)
        })
    }

    /// Walks straight towards a point until a wall is in the way.
    ///
    /// ```
    /// use wold_space::{DVec2, DVec3};
    /// use wold_ways::mesh::{Filter, NavMesh, Stance};
    /// let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    /// let mesh = NavMesh::new(corners.to_vec(), vec![(vec![0, 1, 2, 3], Stance::Stand)])?;
    /// let from = mesh.locate(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    /// let ray = mesh.raycast(from, DVec2::new(9.0, 1.0), &Filter::default());
    /// assert_eq!((ray.end.point, ray.wall), (DVec3::new(4.0, 1.0, 0.0), Some(DVec2::X)));
    /// # Ok::<(), wold_ways::mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn raycast(&self, from: Spot, to: DVec2, filter: &Filter) -> Ray {
        let start = from.point.truncate();
        let way = to - start;
        let (mut here, mut along) = (from.polygon, 0.0);
        // A line through a corner may pass polygons without length; it comes to none twice.
        let mut passed = BTreeSet::from([here]);
        loop {
            // Out of a convex polygon there is one way ahead: the nearest edge the line leaves by.
            let mut out: Option<(f64, DVec2, Option<PolygonId>)> = None;
            for (a, b, next) in self.edges(here, filter) {
                let outward = (a - b).perp().normalize_or_zero();
                let speed = way.dot(outward);
                if speed <= ON {
                    continue;
                }
                let at = ((a - start).dot(outward) / speed).max(along);
                let fresh = next.filter(|next| !passed.contains(next));
                let better = out.as_ref().is_none_or(|(least, _, known)| {
                    at < least - ON || at < least + ON && known.is_none() && fresh.is_some()
                });
                if better {
                    out = Some((at, outward, fresh));
                }
            }
            let ends = |share: f64, wall: Option<DVec2>| {
                let at = start + way * share;
                Ray { end: Spot { polygon: here, point: at.extend(self.height_at(here, at)) }, wall }
            };
            match out {
                Some((at, _, Some(next))) if at < 1.0 => {
                    passed.insert(next);
                    (here, along) = (next, at);
                }
                Some((at, outward, None)) if at < 1.0 => return ends(at, Some(outward)),
                _ => return ends(1.0, None),
            }
        }
    }

    /// The nearest wall within a reach, seen from above.
    #[must_use]
    pub fn wall(&self, from: Spot, reach: f64, filter: &Filter) -> Option<Wall> {
        let start = from.point.truncate();
        let mut best: Option<Wall> = None;
        let mut open = vec![from.polygon];
        let mut seen = BTreeSet::from([from.polygon]);
        while let Some(here) = open.pop() {
            for (a, b, next) in self.edges(here, filter) {
                let share = ((start - a).dot(b - a) / a.distance_squared(b)).clamp(0.0, 1.0);
                let near = a.lerp(b, share);
                let distance = near.distance(start);
                if distance > best.map_or(reach, |wall| wall.distance) {
                    continue;
                }
                match next {
                    Some(next) if seen.insert(next) => open.push(next),
                    Some(_) => {}
                    None => {
                        let at = Spot { polygon: here, point: near.extend(self.height_at(here, near)) };
                        best = Some(Wall { at, distance });
                    }
                }
            }
        }
        best
    }
}
