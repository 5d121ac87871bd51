//! Kin: what people are to each other, and how far in life somebody is.

use crate::act::Name;
use crate::vocabulary;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

vocabulary! {
    /// How far in life somebody is, as one sees it.
    #[derive(Default)]
    Stage, "stage of life" {
        #[default]
        Grown = 0 "grown",
        Child = 1 "a child",
        Old = 2 "old",
    }
}

/// Where a stage stands in the number that chooses somebody's looks: below how they are dressed; what is below is their own.
pub(crate) const STAGE_SHIFT: u32 = 28;

impl Stage {
    /// The years at which one takes up a trade.
    pub const GROWN_YEARS: u16 = 14;
    /// The years from which one is old.
    pub const OLD_YEARS: u16 = 60;

    /// How far in life somebody of so many years is.
    #[must_use]
    pub fn at(years: u16) -> Self {
        match years {
            0..Self::GROWN_YEARS => Self::Child,
            Self::GROWN_YEARS..Self::OLD_YEARS => Self::Grown,
            _ => Self::Old,
        }
    }

    /// The looks of somebody who is so far in life.
    ///
    /// ```
    /// use wold_lore::{Guise, Stage};
    /// let look = Guise::Coat.look(Stage::Old.look(u32::MAX));
    /// assert_eq!((Stage::in_look(look), Guise::in_look(look)), (Stage::Old, Guise::Coat));
    /// ```
    #[must_use]
    pub fn look(self, own: u32) -> u32 {
        (self as u32) << STAGE_SHIFT | own & ((1 << STAGE_SHIFT) - 1)
    }

    /// How far in life somebody is who looks so.
    #[must_use]
    pub fn in_look(look: u32) -> Self {
        Self::ALL.get((look >> STAGE_SHIFT & 3) as usize).copied().unwrap_or_default()
    }
}

vocabulary! {
    /// What somebody is to another.
    Kinship, "kinship" {
        Mother = 0 "mother",
        Father = 1 "father",
        Wife = 2 "wife",
        Husband = 3 "husband",
        Daughter = 4 "daughter",
        Son = 5 "son",
        Sister = 6 "sister",
        Brother = 7 "brother",
        Grandmother = 8 "grandmother",
        Grandfather = 9 "grandfather",
        Granddaughter = 10 "granddaughter",
        Grandson = 11 "grandson",
        Aunt = 12 "aunt",
        Uncle = 13 "uncle",
        Niece = 14 "niece",
        Nephew = 15 "nephew",
        Cousin = 16 "cousin",
        /// Nobody's kin, but under the same roof.
        Housemate = 17 "housemate",
    }
}

impl Kinship {
    /// How near it is: 3 parents, children and spouses, 2 brothers and sisters, 1 all other kin, 0 none.
    ///
    /// ```
    /// use wold_lore::Kinship;
    /// assert!(Kinship::Wife.closeness() > Kinship::Brother.closeness());
    /// ```
    #[must_use]
    pub fn closeness(self) -> u8 {
        match self {
            Self::Mother | Self::Father | Self::Wife | Self::Husband | Self::Daughter | Self::Son => 3,
            Self::Sister | Self::Brother => 2,
            Self::Housemate => 0,
            _ => 1,
        }
    }

    /// Whether it is a marriage.
    #[must_use]
    pub fn is_wedlock(self) -> bool {
        matches!(self, Self::Wife | Self::Husband)
    }
}

/// How the people of a world are shared out among its towns on the first day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settle {
    /// The share of the people of one town who live in the next one by road instead. Default 0.2.
    pub neighbours: f64,
    /// How many people there must be for that; fewer stay together. Default 40.
    pub least: u32,
}

impl Default for Settle {
    fn default() -> Self {
        Self { neighbours: 0.2, least: 40 }
    }
}

impl Settle {
    /// How many of so many people of one town live next door.
    ///
    /// ```
    /// use wold_lore::kin::Settle;
    /// assert_eq!([20, 40, 60].map(|people| Settle::default().next_door(people)), [0, 8, 12]);
    /// ```
    #[must_use]
    pub fn next_door(&self, people: usize) -> usize {
        let enough = people >= self.least as usize;
        if enough { (people as f64 * self.neighbours.clamp(0.0, 1.0)).round() as usize } else { 0 }
    }
}

/// The ages of those who may keep the law.
pub const GUARD_YEARS: std::ops::Range<u16> = 18..55;

/// Whether one more inhabitant of a town, who makes their number `people`, fills a vacancy among its `guards`, one for every so many.
///
/// ```
/// use wold_lore::kin::guard_is_wanted;
/// assert!(!guard_is_wanted(9, 0, 10) && guard_is_wanted(10, 0, 10) && !guard_is_wanted(10, 1, 10));
/// assert!(guard_is_wanted(25, 1, 10) && !guard_is_wanted(100, 0, 0));
/// ```
#[must_use]
pub fn guard_is_wanted(people: usize, guards: usize, guard_every: usize) -> bool {
    guard_every > 0 && people / guard_every > guards
}

/// The most relatives somebody is told of.
pub const MOST_RELATIVES: usize = 32;

/// One of somebody's family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relative {
    /// What they are called.
    pub name: Name,
    /// What they are to whom it is told.
    pub kinship: Kinship,
    /// Their age in years; what it was, of the dead.
    pub years: u16,
    /// The day they died, if they are dead.
    pub died: Option<u32>,
    /// Where they lie: east and north, in whole metres.
    pub grave: Option<[i32; 2]>,
}

impl Relative {
    /// Whether they live.
    #[must_use]
    pub fn lives(&self) -> bool {
        self.died.is_none()
    }
}

/// What somebody knows of itself and its family from growing up here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kin {
    /// Its age in years.
    pub years: u16,
    /// The how-manieth nearest town it lives in.
    pub town: u16,
    /// Which house of that town, the one nearest to its middle being 0.
    pub house: u16,
    /// Its family and whoever else lives in the house, the nearest first. At most [`MOST_RELATIVES`].
    pub relatives: Vec<Relative>,
}

impl Kin {
    /// What somebody is to it.
    #[must_use]
    pub fn to(&self, name: &str) -> Option<&Relative> {
        self.relatives.iter().find(|relative| relative.name == *name)
    }

    /// Its spouse, if they live.
    #[must_use]
    pub fn spouse(&self) -> Option<&Relative> {
        self.relatives.iter().find(|relative| relative.kinship.is_wedlock() && relative.lives())
    }

    /// How far in life it is.
    #[must_use]
    pub fn stage(&self) -> Stage {
        Stage::at(self.years)
    }
}

/// Who is to be let in of those who live in a world, as its register has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Residents {
    /// Everybody who ever lived there by name, and whether they live and walk.
    pub people: BTreeMap<String, bool>,
    /// How many it was founded with who walk.
    pub settled: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_grows_up_at_fourteen_and_is_old_at_sixty() {
        let stages = [0, 13, 14, 59, 60, 99].map(Stage::at);
        use Stage::{Child, Grown, Old};
        assert_eq!(stages, [Child, Child, Grown, Grown, Old, Old]);
    }
}
