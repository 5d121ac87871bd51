//! Links that are missing or wrong.
//!
//! Contract: [`Places::check`] needs nothing but the areas and chokes. [`Places::check_steps`] is told where bodies can step and finds the areas one walks between although no
//! choke says so. A place without a fault may still be wrong in ways that only its maker knows.

use super::{Area, AreaId, Choke, Places};
use std::collections::BTreeMap;
use std::fmt;
use wold_space::DVec3;

/// What is wrong, by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// Both sides of a choke are the same area.
    OneArea {
        /// The choke.
        choke: String,
        /// The area.
        area: String,
    },
    /// Nothing leads to an area.
    NoChoke {
        /// The area.
        area: String,
    },
    /// Two areas share ground, but no choke joins them.
    Overlap {
        /// One area.
        a: String,
        /// The other.
        b: String,
    },
    /// A choke has nowhere to stand on one side.
    NoNode {
        /// The choke.
        choke: String,
        /// The area on that side.
        area: String,
    },
    /// A place to stand is not in the area it is for.
    NodeOutside {
        /// The choke.
        choke: String,
        /// The area it should be in.
        area: String,
        /// Where it is.
        at: DVec3,
    },
    /// One can step from one area to another where no choke joins them.
    MissingLink {
        /// The area left.
        a: String,
        /// The area entered.
        b: String,
        /// Where.
        at: DVec3,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneArea { choke, area } => write!(f, "{choke}: both sides are {area}"),
            Self::NoChoke { area } => write!(f, "{area}: nothing leads there"),
            Self::Overlap { a, b } => write!(f, "{a} and {b} overlap, but nothing joins them"),
            Self::NoNode { choke, area } => write!(f, "{choke}: nowhere to stand in {area}"),
            Self::NodeOutside { choke, area, at } => {
                write!(f, "{choke}: the place to stand at {:.1}, {:.1} is not in {area}", at.x, at.y)
            }
            Self::MissingLink { a, b, at } => {
                write!(f, "one steps from {a} to {b} at {:.1}, {:.1}, but nothing joins them", at.x, at.y)
            }
        }
    }
}

impl Places {
    /// Everything that looks wrong.
    #[must_use]
    pub fn check(&self) -> Vec<Fault> {
        let chokes = self.chokes().iter().flat_map(|choke| self.faults_of(choke));
        let lonely = self.area_ids().filter(|id| self.chokes_of(*id).is_empty() && self.areas().len() > 1);
        let lonely = lonely.map(|id| Fault::NoChoke { area: self.name(id) });
        let shared = self.neighbours_in_space().into_iter().filter(|&(a, b)| {
            let (of, other): (&Area, &Area) = (&self.areas()[a.slot()], &self.areas()[b.slot()]);
            let overlap = of.shape.iter().any(|block| other.shape.iter().any(|o| block.overlaps(o)));
            overlap && self.between(a, b).next().is_none()
        });
        let shared = shared.map(|(a, b)| Fault::Overlap { a: self.name(a), b: self.name(b) });
        chokes.chain(lonely).chain(shared).collect()
    }

    fn name(&self, id: AreaId) -> String {
        self.areas()[id.slot()].name.clone()
    }

    fn faults_of(&self, choke: &Choke) -> Vec<Fault> {
        let mut faults = Vec::new();
        let named = || choke.name.clone();
        if choke.sides[0] == choke.sides[1] {
            faults.push(Fault::OneArea { choke: named(), area: self.name(choke.sides[0]) });
        }
        for (side, nodes) in choke.sides.iter().zip(&choke.nodes) {
            if nodes.is_empty() {
                faults.push(Fault::NoNode { choke: named(), area: self.name(*side) });
            }
            for &at in nodes.iter().filter(|at| !self.areas()[side.slot()].contains(**at)) {
                faults.push(Fault::NodeOutside { choke: named(), area: self.name(*side), at });
            }
        }
        faults
    }

    /// Pairs of areas one can step between although no walkable choke joins them, each told once. `steps` are pairs of points a body can go between.
    #[must_use]
    pub fn check_steps(&self, steps: impl IntoIterator<Item = (DVec3, DVec3)>) -> Vec<Fault> {
        let mut missing: BTreeMap<(AreaId, AreaId), DVec3> = BTreeMap::new();
        for (from, to) in steps {
            let (Some(a), Some(b)) = (self.area_at(from), self.area_at(to)) else { continue };
            // A doorway is in both areas; whoever stands there is in either.
            let shared =
                |id: AreaId| self.areas()[id.slot()].contains(from) && self.areas()[id.slot()].contains(to);
            let joined = || self.between(a, b).any(|id| self.chokes()[id.slot()].walkable);
            if a != b && !shared(a) && !shared(b) && !joined() {
                missing.entry((a.min(b), a.max(b))).or_insert(from);
            }
        }
        let fault = |((a, b), at)| Fault::MissingLink { a: self.name(a), b: self.name(b), at };
        missing.into_iter().map(fault).collect()
    }
}
