//! Marked ground, and what each kind of agent makes of it.
//!
//! An [`Area`] is a rectangle with [`Flags`]. [`NavMesh::with_areas`] cuts the polygons along its borders, so that a polygon is marked altogether or not at
//! all, and keeps neighbours joined by giving them the new corners, too. A [`Filter`] says what an agent may enter and what a metre costs it there: at
//! least as much as elsewhere, so that straight lines stay admissible as estimates. Cost: every border looks at every polygon once. Not supported: areas
//! of other shapes, and areas of one floor only.

use super::navmesh::area as area_of;
use super::{MeshError, NavMesh, PolygonId, Stance};
use std::collections::BTreeMap;
use wold_space::{DVec2, DVec3};

/// What ground is like, several at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flags(pub u8);

impl Flags {
    /// Mud, brambles, snow.
    pub const SLOW: Self = Self(1);
    /// For those who live in water as on land, and for nobody else.
    pub const AMPHIBIOUS: Self = Self(2);
    /// High grass, shade: who goes there is hardly seen.
    pub const CONCEALED: Self = Self(4);
    /// Where one is in danger.
    pub const UNSAFE: Self = Self(8);
    /// All of them by name.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("slow", Self::SLOW),
        ("amphibious", Self::AMPHIBIOUS),
        ("concealed", Self::CONCEALED),
        ("unsafe", Self::UNSAFE),
    ];

    /// Whether all of the others are among these.
    #[must_use]
    pub fn has(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Both together.
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

/// A rectangle of marked ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its south-west corner.
    pub low: DVec2,
    /// Its north-east corner.
    pub high: DVec2,
    /// What it is like.
    pub flags: Flags,
}

/// What an agent makes of marked ground. Factors below 1 count as 1.
///
/// ```
/// use wold_ways::mesh::{Filter, Flags};
/// let frog = Filter { amphibious: true, ..Filter::default() };
/// assert_eq!(frog.factor(Flags::AMPHIBIOUS.with(Flags::SLOW)), Some(2.0));
/// assert_eq!(Filter::default().factor(Flags::AMPHIBIOUS), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// How many times a metre of slow ground costs another. Default 2.
    pub slow: f64,
    /// The same for unsafe ground. Default 1.
    pub danger: f64,
    /// The same for ground that does not conceal. Default 1.
    pub open: f64,
    /// Whether amphibious ground may be entered. Default no.
    pub amphibious: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self { slow: 2.0, danger: 1.0, open: 1.0, amphibious: false }
    }
}

impl Filter {
    /// How many times a metre of such ground costs a plain one; `None` if it is not to be entered.
    #[must_use]
    pub fn factor(&self, flags: Flags) -> Option<f64> {
        if flags.has(Flags::AMPHIBIOUS) && !self.amphibious {
            return None;
        }
        let when = |is: bool, factor: f64| if is { factor.max(1.0) } else { 1.0 };
        Some(
            when(flags.has(Flags::SLOW), self.slow)
                * when(flags.has(Flags::UNSAFE), self.danger)
                * when(!flags.has(Flags::CONCEALED), self.open),
        )
    }

    /// What a metre on a polygon costs beside its stance; `None` if it is not to be entered.
    pub(super) fn on(&self, mesh: &NavMesh, polygon: PolygonId) -> Option<f64> {
        self.factor(mesh.flags(polygon))
    }
}

/// Corners this near to a border lie on it.
const ON: f64 = 1e-6;

impl NavMesh {
    /// The same ground with areas marked; where they overlap it is like all of them.
    pub fn with_areas(self, areas: &[Area]) -> Result<Self, MeshError> {
        if areas.is_empty() {
            return Ok(self);
        }
        let waters = self.waters.clone();
        let mut vertices = self.vertices.clone();
        let mut pieces: Vec<(Vec<u32>, Stance, Flags)> =
            self.polygons.iter().map(|p| (p.corners.clone(), p.stance, p.flags)).collect();
        for area in areas {
            // Along x below and above, then along y; each border is where the distance is 0.
            let borders = [(0, area.low.x), (0, area.high.x), (1, area.low.y), (1, area.high.y)];
            for (axis, at) in borders {
                pieces = cut(pieces, &mut vertices, area, |point: DVec3| point[axis] - at);
            }
            for (corners, _, flags) in &mut pieces {
                let sum: DVec2 = corners.iter().map(|&v| vertices[v as usize].truncate()).sum();
                let middle = sum / corners.len() as f64;
                if area.low.cmple(middle).all() && middle.cmple(area.high).all() {
                    *flags = flags.with(area.flags);
                }
            }
        }
        let flags: Vec<Flags> = pieces.iter().map(|(_, _, flags)| *flags).collect();
        let outlines = pieces.into_iter().map(|(corners, stance, _)| (corners, stance)).collect();
        Ok(Self::new(vertices, outlines)?.with_waters(waters).with_flags(flags))
    }
}

type Pieces = Vec<(Vec<u32>, Stance, Flags)>;

/// Cuts whatever touches the area along one border; what is beside it gets the new corners on its edges.
fn cut(pieces: Pieces, vertices: &mut Vec<DVec3>, area: &Area, side: impl Fn(DVec3) -> f64) -> Pieces {
    let mut fresh: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut made = Vec::with_capacity(pieces.len());
    for (corners, stance, flags) in pieces {
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for &corner in &corners {
            let at = vertices[corner as usize].truncate();
            (low, high) = (low.min(at), high.max(at));
        }
        let touches = low.cmplt(area.high).all() && area.low.cmplt(high).all();
        let (mut below, mut above): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            let (from, to) = (side(vertices[a as usize]), side(vertices[b as usize]));
            if from <= ON {
                below.push(a);
            }
            if from >= -ON {
                above.push(a);
            }
            if touches && from.abs() > ON && to.abs() > ON && (from < 0.0) != (to < 0.0) {
                let new = *fresh.entry((a.min(b), a.max(b))).or_insert_with(|| {
                    vertices.push(vertices[a as usize].lerp(vertices[b as usize], from / (from - to)));
                    vertices.len() as u32 - 1
                });
                below.push(new);
                above.push(new);
            }
        }
        let halves = touches && [&below, &above].into_iter().all(|half| is_ground(half, vertices));
        if halves {
            made.extend([(below, stance, flags), (above, stance, flags)]);
        } else {
            made.push((corners, stance, flags));
        }
    }
    // A polygon that was not cut may share a cut edge.
    for (corners, _, _) in &mut made {
        let many = corners.len();
        let edge = |i: usize| (corners[i], corners[(i + 1) % many]);
        *corners = (0..many)
            .flat_map(|i| {
                let (a, b) = edge(i);
                [Some(a), fresh.get(&(a.min(b), a.max(b))).copied()]
            })
            .flatten()
            .collect();
    }
    made
}

/// Whether corners enclose ground, not a line.
fn is_ground(corners: &[u32], vertices: &[DVec3]) -> bool {
    let flat: Vec<DVec2> = corners.iter().map(|&v| vertices[v as usize].truncate()).collect();
    corners.len() >= 3 && area_of(&flat) > ON * ON
}
