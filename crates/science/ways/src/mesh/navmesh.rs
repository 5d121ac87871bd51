//! The mesh: convex polygons that share whole edges.
//!
//! `x` and `y` span the plane, `z` is height. Every polygon runs anticlockwise seen from above and is convex there (straight angles
//! are allowed). Two polygons are joined where they share an edge in opposite directions, not where they touch in a point, so floors
//! above each other stay apart. Points are found by a grid of buckets.

use super::join::Notch;
use super::{Flags, Stance};
use crate::Reason;
use wold_space::{DVec2, DVec3};

/// The number of a polygon within its mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PolygonId(pub u32);

impl PolygonId {
    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }
}

/// A point on the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The polygon it lies in.
    pub polygon: PolygonId,
    /// Where.
    pub point: DVec3,
}

/// What is wrong with a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// A coordinate that is no number, or too far away.
    #[error("vertex {0} is not within a million metres of the origin")]
    Vertex(usize),
    /// A polygon with too few corners.
    #[error("polygon {polygon} has {corners} corners")]
    Corners {
        /// Which.
        polygon: usize,
        /// How many.
        corners: usize,
    },
    /// A corner that is no vertex.
    #[error("polygon {polygon} names vertex {vertex}, which does not exist")]
    NoVertex {
        /// Which.
        polygon: usize,
        /// The number.
        vertex: u32,
    },
    /// A polygon without area.
    #[error("polygon {0} has no area")]
    Flat(usize),
    /// A polygon that bends inwards.
    #[error("polygon {0} is not convex")]
    Concave(usize),
    /// An edge with more than two polygons, or two on the same side.
    #[error("polygons {0} and {1} lie on the same side of an edge")]
    Overlap(usize, usize),
    /// Nothing to walk on.
    #[error("the mesh has no polygons")]
    Empty,
}

#[derive(Clone, Debug)]
pub(crate) struct Polygon {
    /// Anticlockwise from above.
    pub corners: Vec<u32>,
    /// Across the edge from corner i to corner i + 1.
    pub across: Vec<Option<PolygonId>>,
    pub stance: Stance,
    pub flags: Flags,
}

/// Convex polygons, and which of them touch.
#[derive(Clone, Debug)]
pub struct NavMesh {
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) polygons: Vec<Polygon>,
    /// Where shortest ways may turn, by vertex.
    pub(crate) notches: Vec<Option<Notch>>,
    /// By polygon: the same number where one can get from one to the other.
    pub(super) islands: Vec<u32>,
    pub(super) waters: Vec<Water>,
    buckets: Buckets,
    version: u64,
}

/// Standing water over a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Water {
    /// Its south-west corner.
    pub low: DVec2,
    /// Its north-east corner.
    pub high: DVec2,
    /// The height of its surface.
    pub level: f64,
}

/// Which polygons may be at a place.
#[derive(Clone, Debug)]
struct Buckets {
    origin: DVec2,
    side: f64,
    width: usize,
    height: usize,
    polygons: Vec<Vec<PolygonId>>,
}

/// Points this near to a polygon count as on it: the rounding of files with few digits.
const TOUCH: f64 = 1e-9;
const FAR: f64 = 1e6;

impl NavMesh {
    /// Checks and joins polygons given by their corners.
    pub fn new(vertices: Vec<DVec3>, polygons: Vec<(Vec<u32>, Stance)>) -> Result<Self, MeshError> {
        if let Some(wrong) = vertices.iter().position(|v| !(v.is_finite() && v.abs().max_element() <= FAR)) {
            return Err(MeshError::Vertex(wrong));
        }
        if polygons.is_empty() {
            return Err(MeshError::Empty);
        }
        let mut checked = Vec::with_capacity(polygons.len());
        for (polygon, (mut corners, stance)) in polygons.into_iter().enumerate() {
            if corners.len() < 3 {
                return Err(MeshError::Corners { polygon, corners: corners.len() });
            }
            if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertices.len()) {
                return Err(MeshError::NoVertex { polygon, vertex });
            }
            let flat: Vec<DVec2> = corners.iter().map(|&v| vertices[v as usize].truncate()).collect();
            let area = area(&flat);
            if area.abs() < 1e-12 {
                return Err(MeshError::Flat(polygon));
            }
            if area < 0.0 {
                corners.reverse();
            }
            let flat: Vec<DVec2> = corners.iter().map(|&v| vertices[v as usize].truncate()).collect();
            if !is_convex(&flat) {
                return Err(MeshError::Concave(polygon));
            }
            let (across, flags) = (vec![None; corners.len()], Flags::default());
            checked.push(Polygon { across, corners, stance, flags });
        }
        let mut mesh = Self {
            vertices,
            polygons: checked,
            notches: Vec::new(),
            islands: Vec::new(),
            waters: Vec::new(),
            buckets: Buckets::none(),
            version: 0,
        };
        mesh.version = mesh.fingerprint();
        mesh.join()?;
        mesh.buckets = Buckets::new(&mesh);
        Ok(mesh)
    }

    /// A number that meshes of other corners or polygons do not share (FNV-1a), so that paused searches notice another mesh.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    fn fingerprint(&self) -> u64 {
        let corners = self.vertices.iter().flat_map(|v| v.to_array().map(f64::to_bits));
        let outlines = self.polygons.iter().flat_map(|polygon| {
            let end = u64::MAX - (polygon.stance as u64 + (u64::from(polygon.flags.0) << 8));
            polygon.corners.iter().map(|corner| u64::from(*corner)).chain([end])
        });
        corners.chain(outlines).fold(0xcbf2_9ce4_8422_2325, |hash, word| {
            let mixed: u64 = hash ^ word;
            mixed.wrapping_mul(0x0100_0000_01b3).rotate_left(23)
        })
    }

    /// Whether both ends of a way are places of this mesh, and not of one before it.
    pub(super) fn check_ends(&self, from: Spot, to: Spot) -> Result<(), Reason> {
        let outside = |spot: Spot| spot.polygon.slot() >= self.len() || !spot.point.is_finite();
        match () {
            () if outside(from) => Err(Reason::StartOutside),
            () if outside(to) => Err(Reason::GoalOutside),
            () => Ok(()),
        }
    }

    /// The same mesh under water.
    #[must_use]
    pub fn with_waters(self, waters: Vec<Water>) -> Self {
        Self { waters, ..self }
    }

    /// The same polygons with flags, in their order.
    pub(super) fn with_flags(mut self, flags: Vec<Flags>) -> Self {
        self.polygons.iter_mut().zip(flags).for_each(|(polygon, flags)| polygon.flags = flags);
        self.version = self.fingerprint();
        self
    }

    /// What a polygon's ground is like.
    #[must_use]
    pub fn flags(&self, id: PolygonId) -> Flags {
        self.polygons[id.slot()].flags
    }

    /// The highest water surface over a point, if there is any.
    #[must_use]
    pub fn surface(&self, point: DVec2) -> Option<f64> {
        let over = |w: &&Water| w.low.cmple(point).all() && point.cmple(w.high).all();
        self.waters.iter().filter(over).map(|w| w.level).max_by(f64::total_cmp)
    }

    /// How many polygons there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.polygons.len()
    }

    /// A mesh always has polygons; here because [`NavMesh::len`] is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// The corners of a polygon, anticlockwise from above.
    pub fn corners(&self, id: PolygonId) -> impl Iterator<Item = DVec3> + '_ {
        self.polygons[id.slot()].corners.iter().map(|&v| self.vertices[v as usize])
    }

    /// How one moves on a polygon.
    #[must_use]
    pub fn stance(&self, id: PolygonId) -> Stance {
        self.polygons[id.slot()].stance
    }

    /// The polygons that share an edge with this one.
    pub fn neighbours(&self, id: PolygonId) -> impl Iterator<Item = PolygonId> + '_ {
        self.polygons[id.slot()].across.iter().flatten().copied()
    }

    /// All polygons.
    pub fn polygons(&self) -> impl Iterator<Item = PolygonId> + use<> {
        (0..self.polygons.len() as u32).map(PolygonId)
    }

    /// The area of the mesh seen from above, of polygons of one stance or of all.
    #[must_use]
    pub fn area(&self, stance: Option<Stance>) -> f64 {
        let of = |id: PolygonId| area(&self.corners(id).map(DVec3::truncate).collect::<Vec<_>>());
        self.polygons().filter(|&id| stance.is_none_or(|s| s == self.stance(id))).map(of).sum()
    }

    /// All polygons that hold a point seen from above, its border included.
    #[must_use]
    pub fn under(&self, point: DVec2) -> Vec<PolygonId> {
        let near = self.buckets.at(point);
        near.iter().copied().filter(|&id| self.holds(id, point, TOUCH)).collect()
    }

    /// The polygons a place belongs to: its own and, on an edge or a corner, those joined to it there.
    #[must_use]
    pub fn around(&self, spot: Spot) -> Vec<PolygonId> {
        let mut all = vec![spot.polygon];
        let mut i = 0;
        while i < all.len() {
            for next in self.neighbours(all[i]) {
                if !all.contains(&next) && self.holds(next, spot.point.truncate(), TOUCH) {
                    all.push(next);
                }
            }
            i += 1;
        }
        all
    }

    fn holds(&self, id: PolygonId, point: DVec2, touch: f64) -> bool {
        let corners = &self.polygons[id.slot()].corners;
        (0..corners.len()).all(|i| {
            let a = self.flat(corners[i]);
            let edge = self.flat(corners[(i + 1) % corners.len()]) - a;
            edge.perp_dot(point - a) >= -touch * edge.length().max(1.0)
        })
    }

    pub(crate) fn flat(&self, vertex: u32) -> DVec2 {
        self.vertices[vertex as usize].truncate()
    }

    /// The height of a polygon at a point: on the plane through its corners, as nearly as they have one.
    #[must_use]
    pub fn height_at(&self, id: PolygonId, point: DVec2) -> f64 {
        let corners = &self.polygons[id.slot()].corners;
        let a = self.vertices[corners[0] as usize];
        // The triangle of the fan from the first corner that holds the point, or the last.
        for i in 1..corners.len() - 1 {
            let (b, c) = (self.vertices[corners[i] as usize], self.vertices[corners[i + 1] as usize]);
            let (ab, ac) = (b.truncate() - a.truncate(), c.truncate() - a.truncate());
            let whole = ab.perp_dot(ac);
            if whole <= 1e-12 {
                continue;
            }
            let ap = point - a.truncate();
            let (v, w) = (ap.perp_dot(ac) / whole, ab.perp_dot(ap) / whole);
            if i == corners.len() - 2 || ab.perp_dot(ap) >= 0.0 && ac.perp_dot(ap) <= 0.0 {
                return a.z + v * (b.z - a.z) + w * (c.z - a.z);
            }
        }
        a.z
    }

    /// The place on the mesh nearest in height among those right under or over a point.
    #[must_use]
    pub fn locate(&self, point: DVec3) -> Option<Spot> {
        let spots = self.under(point.truncate()).into_iter().map(|polygon| {
            let z = self.height_at(polygon, point.truncate());
            Spot { polygon, point: point.truncate().extend(z) }
        });
        spots.min_by(|a, b| (a.point.z - point.z).abs().total_cmp(&(b.point.z - point.z).abs()))
    }

    /// The nearest place on the mesh no further than `reach`, for points beside it.
    #[must_use]
    pub fn nearest(&self, point: DVec3, reach: f64) -> Option<Spot> {
        if let Some(spot) = self.locate(point).filter(|s| (s.point.z - point.z).abs() <= reach) {
            return Some(spot);
        }
        let flat = point.truncate();
        let mut best: Option<(f64, Spot)> = None;
        for polygon in self.polygons() {
            let corners = &self.polygons[polygon.slot()].corners;
            let on = if self.holds(polygon, flat, TOUCH) {
                flat
            } else {
                let edges = (0..corners.len()).map(|i| {
                    let (a, b) = (self.flat(corners[i]), self.flat(corners[(i + 1) % corners.len()]));
                    let t = ((flat - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                    a.lerp(b, t)
                });
                edges.min_by(|p, q| p.distance(flat).total_cmp(&q.distance(flat))).unwrap_or(flat)
            };
            let spot = Spot { polygon, point: on.extend(self.height_at(polygon, on)) };
            let apart = spot.point.distance(point);
            if apart <= reach && best.is_none_or(|(least, _)| apart < least) {
                best = Some((apart, spot));
            }
        }
        best.map(|(_, spot)| spot)
    }
}

/// Twice the signed area, halved: positive if anticlockwise.
pub(crate) fn area(corners: &[DVec2]) -> f64 {
    let n = corners.len();
    (0..n).map(|i| corners[i].perp_dot(corners[(i + 1) % n])).sum::<f64>() / 2.0
}

/// Whether an anticlockwise polygon nowhere turns right, and goes round once.
pub(crate) fn is_convex(corners: &[DVec2]) -> bool {
    let n = corners.len();
    let size = corners.iter().map(|c| (*c - corners[0]).length_squared()).fold(0.0, f64::max);
    let turns_left = (0..n).all(|i| {
        let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
        (b - a).perp_dot(c - b) >= -1e-9 * size
    });
    // A star turns left everywhere, too; its fan from the first corner folds over.
    let fan: f64 =
        (1..n - 1).map(|i| (corners[i] - corners[0]).perp_dot(corners[i + 1] - corners[0]).abs()).sum();
    turns_left && (fan / 2.0 - area(corners)).abs() <= 1e-6 * size
}

impl Buckets {
    fn none() -> Self {
        Self { origin: DVec2::ZERO, side: 1.0, width: 0, height: 0, polygons: Vec::new() }
    }

    fn new(mesh: &NavMesh) -> Self {
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for vertex in mesh.polygons.iter().flat_map(|p| &p.corners) {
            low = low.min(mesh.flat(*vertex));
            high = high.max(mesh.flat(*vertex));
        }
        let extent = high - low;
        // About one bucket per polygon, whatever the shape of the mesh.
        let side =
            (extent.x * extent.y / mesh.len() as f64).sqrt().max(extent.max_element() / 1024.0).max(1e-6);
        let (width, height) = ((extent.x / side) as usize + 1, (extent.y / side) as usize + 1);
        let mut new = Self { origin: low, side, width, height, polygons: vec![Vec::new(); width * height] };
        for id in mesh.polygons() {
            let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
            for corner in mesh.corners(id) {
                low = low.min(corner.truncate());
                high = high.max(corner.truncate());
            }
            let (low, high) = (new.slot(low - TOUCH), new.slot(high + TOUCH));
            for y in low.1..=high.1 {
                for x in low.0..=high.0 {
                    new.polygons[y * width + x].push(id);
                }
            }
        }
        new
    }

    /// The bucket of a point, the nearest one for points outside.
    fn slot(&self, point: DVec2) -> (usize, usize) {
        let at = ((point - self.origin) / self.side).max(DVec2::ZERO);
        ((at.x as usize).min(self.width - 1), (at.y as usize).min(self.height - 1))
    }

    fn at(&self, point: DVec2) -> &[PolygonId] {
        if !point.is_finite() {
            return &[];
        }
        let (x, y) = self.slot(point);
        &self.polygons[y * self.width + x]
    }
}
