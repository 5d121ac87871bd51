//! Joining polygons across shared edges, and what follows from it: where shortest ways may turn, and what hangs together.
//!
//! A vertex may be where two pieces of ground touch in a point only, as tiles do at diagonal walls. Nobody fits through a point,
//! so such a vertex is taken apart into one for each fan of polygons around it. After that the polygons round a vertex are joined edge
//! by edge, and a vertex on the border has exactly two border edges (unless floors cross there).

use super::navmesh::{MeshError, NavMesh, PolygonId};
use wold_space::DVec2;

/// The border of the mesh at a vertex where shortest ways may turn: the ground takes more than half a turn around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notch {
    /// Where the border leads, ground on its left.
    pub out: DVec2,
    /// Where the border comes from, ground on its right when walked back.
    pub back: DVec2,
}

impl Notch {
    /// Between two border edges; nothing where the ground takes half a turn or less.
    fn new(out: DVec2, back: DVec2) -> Option<Self> {
        let (turn, size) = (out.perp_dot(back), out.length() * back.length());
        // A wall without width has ground all round its end.
        let slit = turn.abs() <= STRAIGHT * size && out.dot(back) > 0.0;
        (turn < -STRAIGHT * size || slit).then_some(Self { out, back })
    }

    /// Whether a line that arrives in a direction can turn left (`side` 1) or right (`side` -1) here and be taut: all that is not
    /// ground must lie on that side of it.
    fn holds(&self, along: DVec2, side: f64) -> bool {
        [self.out, self.back]
            .iter()
            .all(|border| side * along.perp_dot(*border) >= -STRAIGHT * along.length() * border.length())
    }
}

/// Sines of angles below this are straight lines.
const STRAIGHT: f64 = 1e-9;

impl NavMesh {
    /// Finds all that follows from the polygons' corners.
    pub(super) fn join(&mut self) -> Result<(), MeshError> {
        self.join_edges()?;
        self.split_pinches();
        self.find_notches();
        self.find_islands();
        Ok(())
    }

    fn join_edges(&mut self) -> Result<(), MeshError> {
        let mut edges: Vec<(u32, u32, u32, u32)> = Vec::new();
        for (id, polygon) in self.polygons.iter().enumerate() {
            let n = polygon.corners.len();
            for i in 0..n {
                let (a, b) = (polygon.corners[i], polygon.corners[(i + 1) % n]);
                edges.push((a.min(b), a.max(b), id as u32, i as u32));
            }
        }
        edges.sort_unstable();
        for group in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let runs_up = |edge: &(u32, u32, u32, u32)| {
                self.polygons[edge.2 as usize].corners[edge.3 as usize] == edge.0
            };
            match group {
                [one, two] if runs_up(one) != runs_up(two) => {
                    self.polygons[one.2 as usize].across[one.3 as usize] = Some(PolygonId(two.2));
                    self.polygons[two.2 as usize].across[two.3 as usize] = Some(PolygonId(one.2));
                }
                [one, two, ..] => return Err(MeshError::Overlap(one.2 as usize, two.2 as usize)),
                [_] | [] => {}
            }
        }
        Ok(())
    }

    /// Gives each fan of polygons round a vertex a vertex of its own.
    fn split_pinches(&mut self) {
        let mut around: Vec<Vec<PolygonId>> = vec![Vec::new(); self.vertices.len()];
        for id in self.polygons() {
            for &corner in &self.polygons[id.slot()].corners {
                around[corner as usize].push(id);
            }
        }
        for (vertex, mut rest) in around.into_iter().enumerate() {
            let vertex = vertex as u32;
            let mut first = true;
            while let Some(seed) = rest.pop() {
                let mut fan = vec![seed];
                let mut i = 0;
                while i < fan.len() {
                    let polygon = &self.polygons[fan[i].slot()];
                    let n = polygon.corners.len();
                    for edge in 0..n {
                        if polygon.corners[edge] != vertex && polygon.corners[(edge + 1) % n] != vertex {
                            continue;
                        }
                        if let Some(next) = polygon.across[edge]
                            && let Some(at) = rest.iter().position(|id| *id == next)
                        {
                            fan.push(rest.swap_remove(at));
                        }
                    }
                    i += 1;
                }
                if !std::mem::take(&mut first) {
                    let own = self.vertices.len() as u32;
                    self.vertices.push(self.vertices[vertex as usize]);
                    for id in fan {
                        for corner in &mut self.polygons[id.slot()].corners {
                            if *corner == vertex {
                                *corner = own;
                            }
                        }
                    }
                }
            }
        }
    }

    fn find_notches(&mut self) {
        let mut out = vec![None; self.vertices.len()];
        let mut back = vec![None; self.vertices.len()];
        for polygon in &self.polygons {
            let n = polygon.corners.len();
            for edge in (0..n).filter(|&edge| polygon.across[edge].is_none()) {
                let (a, b) = (polygon.corners[edge], polygon.corners[(edge + 1) % n]);
                let along = self.flat(b) - self.flat(a);
                out[a as usize] = Some(along);
                back[b as usize] = Some(-along);
            }
        }
        self.notches = out.into_iter().zip(back).map(|(out, back)| Notch::new(out?, back?)).collect();
    }

    fn find_islands(&mut self) {
        const NONE: u32 = u32::MAX;
        self.islands = vec![NONE; self.polygons.len()];
        let mut waiting = Vec::new();
        for seed in self.polygons() {
            if self.islands[seed.slot()] != NONE {
                continue;
            }
            self.islands[seed.slot()] = seed.0;
            waiting.push(seed);
            while let Some(here) = waiting.pop() {
                for next in self.polygons[here.slot()].across.iter().flatten() {
                    if self.islands[next.slot()] == NONE {
                        self.islands[next.slot()] = seed.0;
                        waiting.push(*next);
                    }
                }
            }
        }
    }

    /// Whether one can get from one polygon to another over the mesh alone.
    #[must_use]
    pub fn are_joined(&self, a: PolygonId, b: PolygonId) -> bool {
        self.islands[a.slot()] == self.islands[b.slot()]
    }

    /// Whether a line from `root` that turns left (`side` 1) or right (`side` -1) at a vertex can be taut.
    pub(crate) fn may_turn(&self, vertex: u32, root: DVec2, side: f64) -> bool {
        self.notches[vertex as usize].is_some_and(|notch| notch.holds(self.flat(vertex) - root, side))
    }
}
