//! Areas and the chokes between them.
//!
//! An area is a piece of ground that one oversees from anywhere in it, more or less: a room, a yard, a stretch of street. It is made of boxes, so that any point
//! of the world can be asked which area it is in. A choke is where one gets, or at least sees and hears, from one area into another: a door, a window, a gap, a flight of
//! stairs. Two areas may share several. On each side of a choke there is at least one place to stand that sees it; the first is the nearest, the others are to fall back to.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_space::{CellIndex, DVec3};
use wold_ways::search::Links;

/// The number of an area within its [`Places`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AreaId(pub u32);

/// The number of a choke within its [`Places`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChokeId(pub u32);

impl AreaId {
    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn place(self) -> CellIndex {
        CellIndex(self.0)
    }
}

impl ChokeId {
    pub(crate) fn slot(self) -> usize {
        self.0 as usize
    }
}

/// What an area is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// Walls about it.
    Room,
    /// The open ground beside a house.
    Yard,
    /// Where people pass.
    Street,
    /// Open land.
    Open,
    /// Above the others' heads: a roof, a balcony.
    Roof,
}

impl AreaKind {
    /// In one word.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Room => "room",
            Self::Yard => "yard",
            Self::Street => "street",
            Self::Open => "open",
            Self::Roof => "roof",
        }
    }
}

/// What a choke is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChokeKind {
    /// Can be shut.
    Door,
    /// Can be looked and heard through, not walked, and be shut.
    Window,
    /// A passage that nothing shuts.
    Gap,
    /// A flight to another storey.
    Stairs,
}

impl ChokeKind {
    /// In one word.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Door => "door",
            Self::Window => "window",
            Self::Gap => "gap",
            Self::Stairs => "stairs",
        }
    }
}

/// A box along the axes, both corners within.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The lowest, south-western corner.
    pub low: DVec3,
    /// The highest, north-eastern one.
    pub high: DVec3,
}

impl Block {
    /// Whether a point is in it or on its skin.
    #[must_use]
    pub fn contains(&self, at: DVec3) -> bool {
        self.low.cmple(at).all() && at.cmple(self.high).all()
    }

    /// Whether two boxes share more than skin.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (high - low).cmpgt(DVec3::splat(1e-6)).all()
    }

    /// Metres from a point to its nearest point.
    #[must_use]
    pub fn apart(&self, at: DVec3) -> f64 {
        at.clamp(self.low, self.high).distance(at)
    }
}

/// A piece of ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// What it is called in reasons and faults.
    pub name: String,
    /// What it is.
    pub kind: AreaKind,
    /// Square metres of ground.
    pub size: f64,
    /// How many should be in it at once to search or fight.
    pub most: u32,
    /// Somewhere in its middle.
    pub centre: DVec3,
    /// What it is made of.
    pub shape: Vec<Block>,
}

impl Area {
    /// Whether a point is in it.
    #[must_use]
    pub fn contains(&self, at: DVec3) -> bool {
        self.shape.iter().any(|block| block.contains(at))
    }
}

/// Where two areas meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Choke {
    /// What it is called in reasons and faults.
    pub name: String,
    /// What it is.
    pub kind: ChokeKind,
    /// Its middle.
    pub at: DVec3,
    /// Metres across.
    pub width: f64,
    /// Whether one can walk through.
    pub walkable: bool,
    /// The areas on its two sides.
    pub sides: [AreaId; 2],
    /// Where to stand on each side to watch it, the nearest first.
    pub nodes: [Vec<DVec3>; 2],
}

impl Choke {
    /// The area beyond it, seen from one of its sides.
    #[must_use]
    pub fn beyond(&self, from: AreaId) -> Option<AreaId> {
        match self.sides {
            [a, b] if a == from => Some(b),
            [a, b] if b == from => Some(a),
            _ => None,
        }
    }

    /// The places to stand on the side of an area.
    #[must_use]
    pub fn nodes_in(&self, area: AreaId) -> &[DVec3] {
        match self.sides {
            [a, _] if a == area => &self.nodes[0],
            [_, b] if b == area => &self.nodes[1],
            _ => &[],
        }
    }
}

/// Why areas and chokes cannot be put together at all. What merely looks wrong is a [`super::Fault`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacesError {
    /// More than there can be.
    #[error("{0} {1} are more than {2}")]
    TooMany(usize, &'static str, usize),
    /// A choke leads to an area that there is not.
    #[error("{0} leads to area {1}, which is not there")]
    NoSuchArea(String, u32),
    /// A number that is none, or a size below nothing.
    #[error("{0} has a place or a size that is no number")]
    Number(String),
}

/// Boxes are looked up by squares of so many metres.
const SQUARE: f64 = 8.0;

/// Areas joined by chokes.
///
/// ```
/// use wold_senses::places::tiles::{TileConfig, from_drawing};
/// let places = from_drawing(&["#######", "#..#..#", "#..+..#", "#..#..#", "#######"], &TileConfig::default())?;
/// assert_eq!((places.areas().len(), places.chokes().len()), (2, 1));
/// assert!(places.check().is_empty());
/// # Ok::<(), wold_senses::places::PlacesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Places {
    areas: Vec<Area>,
    chokes: Vec<Choke>,
    /// The chokes of each area, by rising number.
    around: Vec<Vec<ChokeId>>,
    squares: BTreeMap<(i32, i32), Vec<AreaId>>,
}

impl Places {
    /// The most areas.
    const MOST_AREAS: usize = 1 << 16;
    /// The most chokes.
    pub const MOST_CHOKES: usize = 1 << 18;

    /// Puts areas and chokes together.
    pub fn new(areas: Vec<Area>, chokes: Vec<Choke>) -> Result<Self, PlacesError> {
        for (count, what, most) in
            [(areas.len(), "areas", Self::MOST_AREAS), (chokes.len(), "chokes", Self::MOST_CHOKES)]
        {
            if count > most {
                return Err(PlacesError::TooMany(count, what, most));
            }
        }
        let mut squares: BTreeMap<(i32, i32), Vec<AreaId>> = BTreeMap::new();
        for (i, area) in areas.iter().enumerate() {
            let fine = |b: &Block| b.low.is_finite() && b.high.is_finite() && b.low.abs().max_element() < 1e7;
            if !(area.centre.is_finite() && area.size >= 0.0 && area.shape.iter().all(fine)) {
                return Err(PlacesError::Number(area.name.clone()));
            }
            for block in &area.shape {
                let (first, last) = (square(block.low), square(block.high));
                for key in (first.1..=last.1).flat_map(|y| (first.0..=last.0).map(move |x| (x, y))) {
                    let listed = squares.entry(key).or_default();
                    if listed.last() != Some(&AreaId(i as u32)) {
                        listed.push(AreaId(i as u32));
                    }
                }
            }
        }
        let mut around = vec![Vec::new(); areas.len()];
        for (i, choke) in chokes.iter().enumerate() {
            if !choke.at.is_finite() || !choke.nodes.iter().flatten().all(|at| at.is_finite()) {
                return Err(PlacesError::Number(choke.name.clone()));
            }
            for (nth, side) in choke.sides.iter().enumerate() {
                let Some(list) = around.get_mut(side.slot()) else {
                    return Err(PlacesError::NoSuchArea(choke.name.clone(), side.0));
                };
                if nth == 0 || choke.sides[0] != *side {
                    list.push(ChokeId(i as u32));
                }
            }
        }
        Ok(Self { areas, chokes, around, squares })
    }

    /// All areas; an [`AreaId`] counts along them.
    #[must_use]
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// All chokes; a [`ChokeId`] counts along them.
    #[must_use]
    pub fn chokes(&self) -> &[Choke] {
        &self.chokes
    }

    /// An area by its number.
    #[must_use]
    pub fn area(&self, id: AreaId) -> Option<&Area> {
        self.areas.get(id.slot())
    }

    /// A choke by its number.
    #[must_use]
    pub fn choke(&self, id: ChokeId) -> Option<&Choke> {
        self.chokes.get(id.slot())
    }

    /// The numbers of all areas.
    pub fn area_ids(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.areas.len() as u32).map(AreaId)
    }

    /// The chokes of an area.
    #[must_use]
    pub fn chokes_of(&self, area: AreaId) -> &[ChokeId] {
        self.around.get(area.slot()).map_or(&[], Vec::as_slice)
    }

    /// The chokes between two areas.
    pub fn between(&self, a: AreaId, b: AreaId) -> impl Iterator<Item = ChokeId> + '_ {
        self.chokes_of(a).iter().copied().filter(move |c| self.chokes[c.slot()].beyond(a) == Some(b))
    }

    /// The area a point is in. In a doorway, which is in both, it is the one with the lower number.
    #[must_use]
    pub fn area_at(&self, at: DVec3) -> Option<AreaId> {
        if !at.is_finite() {
            return None;
        }
        let listed = self.squares.get(&square(at))?;
        listed.iter().copied().find(|id| self.areas[id.slot()].contains(at))
    }

    /// The area a point is in or, if in none, the nearest within `reach` metres.
    #[must_use]
    pub fn area_near(&self, at: DVec3, reach: f64) -> Option<AreaId> {
        self.area_at(at).or_else(|| {
            let apart = |id: &AreaId| {
                let blocks = self.areas[id.slot()].shape.iter();
                blocks.map(|block| block.apart(at)).fold(f64::INFINITY, f64::min)
            };
            let near =
                self.listed_near(at, reach).map(|id| (apart(&id), id)).filter(|(far, _)| *far <= reach);
            near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, id)| id)
        })
    }

    fn listed_near(&self, at: DVec3, reach: f64) -> impl Iterator<Item = AreaId> + '_ {
        // A reach beyond a few squares would list the world; nobody asks for more.
        let reach = if at.is_finite() { reach.clamp(0.0, 4.0 * SQUARE) } else { -1.0 };
        let (first, last) = (square(at - reach), square(at + reach));
        let keys = (first.1..=last.1).flat_map(move |y| (first.0..=last.0).map(move |x| (x, y)));
        keys.filter_map(|key| self.squares.get(&key)).flatten().copied()
    }

    /// Pairs of areas whose boxes lie near enough to each other to be compared.
    pub(super) fn neighbours_in_space(&self) -> Vec<(AreaId, AreaId)> {
        let mut pairs = Vec::new();
        for listed in self.squares.values() {
            for (i, &a) in listed.iter().enumerate() {
                pairs.extend(listed[i + 1..].iter().map(|&b| (a.min(b), a.max(b))));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Areas joined where one can walk, as a graph for [`wold_ways`]: the same numbers, the distance of middles as cost.
    #[must_use]
    pub fn links(&self) -> Links {
        let mut links = Links::new(self.areas.len());
        for choke in self.chokes.iter().filter(|choke| choke.walkable) {
            let [a, b] = choke.sides;
            let far = self.areas[a.slot()].centre.distance(self.areas[b.slot()].centre);
            if a != b && !links.from(a.place()).iter().any(|(to, _)| *to == b.place()) {
                links.join(a.place(), b.place(), far.max(1.0));
            }
        }
        links
    }
}

fn square(at: DVec3) -> (i32, i32) {
    ((at.x / SQUARE).floor() as i32, (at.y / SQUARE).floor() as i32)
}
