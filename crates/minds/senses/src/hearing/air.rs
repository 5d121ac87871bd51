//! How far a sound is.
//!
//! Contract: within an area a sound goes straight. Between areas it goes through chokes, walkable or not, by the way that is shortest with its muffling (Dijkstra over chokes, see
//! [`Places::reach`]): shut doors and windows add metres. A wall lets nothing through unless the asker knows how many walls lie between two points ([`Walls`]); then the straight
//! line through them, at some metres each, is tried as well. Fences on the legs of the way add metres, too. Where nothing muffles the distance is a metric and never less than the straight line. Not
//! covered: echoes, how much of a choke is ajar, and a longer way that would avoid a fence.

use super::rows::Muffling;
use crate::places::{AreaId, Choke, ChokeId, ChokeKind, Places, Reach};
use std::collections::BTreeSet;
use wold_space::DVec3;

/// Knows how many walls lie between points.
pub trait Walls {
    /// How many walls the straight line passes; nothing if no sound gets through at all.
    fn between(&self, from: DVec3, to: DVec3) -> Option<u32>;

    /// How many fences stand on a straight line in the open: they muffle, whether they part the ground or not.
    fn fences(&self, _from: DVec3, _to: DVec3) -> u32 {
        0
    }
}

/// What sounds travel through.
#[derive(Clone, Copy)]
pub struct Air<'a> {
    /// Areas and chokes.
    pub places: &'a Places,
    /// Doors and windows that are shut.
    pub shut: &'a BTreeSet<ChokeId>,
    /// Walls, where somebody knows them.
    pub walls: Option<&'a dyn Walls>,
    /// What each adds.
    pub muffling: Muffling,
}

/// The way a sound took.
#[derive(Clone, Debug, PartialEq)]
pub struct SoundPath {
    /// The areas it passed, both ends included.
    pub areas: Vec<AreaId>,
    /// The chokes it passed.
    pub chokes: Vec<ChokeId>,
    /// Walls it went straight through; then it passed no choke.
    pub walls: u32,
    /// Metres it went.
    pub metres: f64,
    /// Metres that what it passed added.
    pub muffled: f64,
}

impl SoundPath {
    /// Metres it seems to have gone.
    #[must_use]
    pub(crate) fn heard_metres(&self) -> f64 {
        self.metres + self.muffled
    }
}

/// Points this near to an area are taken for points of it: somebody leaning in a window.
const LEANING: f64 = 1.0;

impl Air<'_> {
    fn adds(&self, id: ChokeId, choke: &Choke) -> f64 {
        match choke.kind {
            _ if !self.shut.contains(&id) => 0.0,
            ChokeKind::Door => self.muffling.closed_door,
            ChokeKind::Window => self.muffling.closed_window,
            ChokeKind::Gap | ChokeKind::Stairs => 0.0,
        }
    }

    /// A sound at a point, as far as `limit` metres: one search for all its listeners.
    #[must_use]
    pub fn from(&self, at: DVec3, limit: f64) -> Option<(AreaId, Reach)> {
        let area = self.places.area_near(at, LEANING)?;
        Some((area, self.places.reach(at, area, limit, |id, choke| Some(self.adds(id, choke)))))
    }

    /// The way of a sound from where it was made to a listener.
    #[must_use]
    pub fn path(&self, from: DVec3, to: DVec3) -> Option<SoundPath> {
        let reach = self.from(from, f64::INFINITY);
        self.path_in(reach.as_ref(), from, to)
    }

    /// The same with the search already made.
    #[must_use]
    pub(super) fn path_in(
        &self,
        from_area: Option<&(AreaId, Reach)>,
        from: DVec3,
        to: DVec3,
    ) -> Option<SoundPath> {
        let to_area = self.places.area_near(to, LEANING);
        let open = from_area.zip(to_area).and_then(|((_, reach), area)| reach.to(self.places, to, area));
        let open = open.map(|path| SoundPath {
            muffled: path.added + f64::from(self.fences(from, &path.chokes, to)) * self.muffling.fence,
            areas: path.areas,
            chokes: path.chokes,
            walls: 0,
            metres: path.metres,
        });
        let ends: Vec<AreaId> = from_area.map(|(area, _)| *area).into_iter().chain(to_area).collect();
        let through = self.walls.and_then(|walls| walls.between(from, to)).map(|walls| SoundPath {
            areas: ends,
            chokes: Vec::new(),
            walls,
            metres: from.distance(to),
            muffled: f64::from(walls) * self.muffling.wall
                + f64::from(self.fences(from, &[], to)) * self.muffling.fence,
        });
        match (open, through) {
            (Some(open), Some(through)) if through.heard_metres() < open.heard_metres() => Some(through),
            (None, through) => through,
            (open, _) => open,
        }
    }

    /// Fences on the legs of a way.
    fn fences(&self, from: DVec3, chokes: &[ChokeId], to: DVec3) -> u32 {
        let Some(walls) = self.walls else { return 0 };
        let between = chokes.iter().filter_map(|id| self.places.choke(*id)).map(|choke| choke.at);
        let mut last = from;
        let legs = between.chain([to]).map(|next| walls.fences(std::mem::replace(&mut last, next), next));
        legs.sum()
    }

    /// Metres from one point to another as sound goes, without muffling; nothing where none gets.
    #[must_use]
    pub fn distance(&self, from: DVec3, to: DVec3) -> Option<f64> {
        let none = BTreeSet::new();
        let open = Air { places: self.places, shut: &none, walls: None, muffling: self.muffling };
        Some(open.path(from, to)?.metres)
    }
}
