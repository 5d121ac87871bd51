//! Crafts: work that makes things out of things. What crafts a world knows is in its file; what one is made of is said here.

use crate::being::Being;
use crate::land::ThingKind;
use crate::vocabulary;
use crate::vocabulary::Word;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Longest name of a craft, in bytes.
pub const LONGEST_CRAFT: usize = 24;
/// Crafts a world knows at most.
pub const MOST_CRAFTS: usize = 64;
/// Kinds of things a craft takes at most, and gives.
pub const MOST_PORTIONS: usize = 4;

vocabulary! {
    /// What must be within an arm's reach to work at a craft, or a few steps away.
    Workplace, "workplace" {
        Anywhere = 0 "anywhere",
        /// A fire in a house.
        Hearth = 1 "hearth",
        Anvil = 2 "anvil",
        Table = 3 "table",
        Barrel = 4 "barrel",
        /// Any tree.
        Tree = 5 "tree",
        /// Ripe wheat: it is cut.
        Wheat = 6 "ripe wheat",
        /// A spot where wheat was cut: it is sown again.
        Stubble = 7 "stubble",
        /// The bank of a river, a lake or the sea in which fish swim.
        Water = 8 "water",
        /// A boulder, a vein of ore or the mouth of a mine.
        Rock = 9 "rock",
        /// Grass or heath under the open sky.
        Pasture = 10 "pasture",
        /// Under the open sky, a few steps from a house.
        Yard = 11 "yard",
        /// A sheep that has wool, and is nobody's or one's own.
        Sheep = 12 "sheep",
        /// A cow that has milk, likewise.
        Cow = 13 "cow",
        /// A hen that has laid, likewise.
        Hen = 14 "hen",
    }
}

impl Workplace {
    /// The animal that must be there, if it is one.
    #[must_use]
    pub const fn animal(self) -> Option<Being> {
        match self {
            Self::Sheep => Some(Being::Sheep),
            Self::Cow => Some(Being::Cow),
            Self::Hen => Some(Being::Hen),
            _ => None,
        }
    }
}

/// So many of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portion {
    /// Of what.
    pub kind: ThingKind,
    /// How many.
    pub count: u8,
}

/// Work that makes things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub struct Craft {
    /// What people call it: "bake".
    pub name: String,
    /// What must be near.
    pub at: Workplace,
    /// What it uses up.
    pub takes: Vec<Portion>,
    /// What it makes.
    pub gives: Vec<Portion>,
    /// Minutes of the world's clock that it takes who has the tool; twice as long without.
    pub minutes: u32,
    /// What helps, and wears out by it.
    pub tool: Option<ThingKind>,
}

impl Craft {
    /// Whether it makes such things.
    #[must_use]
    pub fn makes(&self, kind: ThingKind) -> bool {
        self.gives.iter().any(|portion| portion.kind == kind)
    }

    /// Whether somebody who has so many of each kind has what it takes.
    ///
    /// ```
    /// use wold_lore::craft::{Craft, Portion, Workplace};
    /// use wold_lore::land::ThingKind;
    /// let takes = vec![Portion { kind: ThingKind::Flour, count: 6 }];
    /// let bake = Craft { name: "bake".into(), at: Workplace::Hearth, takes, gives: vec![], minutes: 30, tool: None };
    /// assert!(bake.is_supplied(|_| 6) && !bake.is_supplied(|_| 5));
    /// ```
    #[must_use]
    pub fn is_supplied(&self, has: impl Fn(ThingKind) -> u32) -> bool {
        self.takes.iter().all(|portion| has(portion.kind) >= u32::from(portion.count))
    }
}

/// What is wrong with a craft in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CraftError {
    /// Nobody knows such a thing or place.
    #[error("the craft {craft:?} names {word:?}, which is no {what}")]
    Unknown {
        /// Which craft.
        craft: String,
        /// The word.
        word: String,
        /// What it should be.
        what: &'static str,
    },
    /// A number or a name is out of its range.
    #[error("the craft {craft:?}: {what}")]
    Range {
        /// Which craft.
        craft: String,
        /// What is wrong.
        what: &'static str,
    },
}

/// A craft as files have it: by the names people use.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    name: String,
    at: String,
    #[serde(default)]
    takes: BTreeMap<String, u8>,
    #[serde(default)]
    gives: BTreeMap<String, u8>,
    minutes: u32,
    #[serde(default)]
    tool: Option<String>,
}

fn called<W: Word>(craft: &str, word: &str) -> Result<W, CraftError> {
    let found = W::WORDS.iter().find(|it| it.called() == word).copied();
    found.ok_or_else(|| CraftError::Unknown { craft: craft.into(), word: word.into(), what: W::WHAT })
}

impl TryFrom<Text> for Craft {
    type Error = CraftError;

    fn try_from(text: Text) -> Result<Self, CraftError> {
        let wrong = |what| CraftError::Range { craft: text.name.clone(), what };
        if !(1..=LONGEST_CRAFT).contains(&text.name.len()) {
            return Err(wrong("its name has 1 to 24 bytes"));
        }
        if !(1..=10_000).contains(&text.minutes) {
            return Err(wrong("it takes 1 to 10000 minutes"));
        }
        let portions = |from: &BTreeMap<String, u8>| {
            if from.len() > MOST_PORTIONS || from.values().any(|count| !(1..=60).contains(count)) {
                return Err(wrong("it takes and gives at most four kinds, 1 to 60 of each"));
            }
            let portion =
                |(kind, &count): (&String, &u8)| Ok(Portion { kind: called(&text.name, kind)?, count });
            from.iter().map(portion).collect()
        };
        let (takes, gives) = (portions(&text.takes)?, portions(&text.gives)?);
        let tool = text.tool.as_deref().map(|tool| called(&text.name, tool)).transpose()?;
        Ok(Self {
            at: called(&text.name, &text.at)?,
            takes,
            gives,
            minutes: text.minutes,
            tool,
            name: text.name,
        })
    }
}

impl From<Craft> for Text {
    fn from(craft: Craft) -> Self {
        let portions =
            |from: &[Portion]| from.iter().map(|it| (it.kind.label().to_owned(), it.count)).collect();
        Self {
            at: craft.at.label().to_owned(),
            takes: portions(&craft.takes),
            gives: portions(&craft.gives),
            minutes: craft.minutes,
            tool: craft.tool.map(|tool| tool.label().to_owned()),
            name: craft.name,
        }
    }
}
