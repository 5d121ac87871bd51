//! Deeds: what the world writes into its ledger when somebody has done something.

use serde::{Deserialize, Serialize};

/// Something that was done. Numbers never change once given; new ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Deed {
    Enter = 0,
    Leave = 1,
    Say = 2,
    Take = 3,
    Drop = 4,
    Give = 5,
    Eat = 6,
    Fell = 7,
    Build = 8,
    Raze = 9,
    Strike = 10,
    Kill = 11,
    Heal = 12,
    Starve = 13,
}

/// A number that is no deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no deed with number {0}")]
pub struct NoSuchDeed(pub u8);

impl Deed {
    /// All of them, by number.
    pub const ALL: [Self; 14] = [
        Self::Enter,
        Self::Leave,
        Self::Say,
        Self::Take,
        Self::Drop,
        Self::Give,
        Self::Eat,
        Self::Fell,
        Self::Build,
        Self::Raze,
        Self::Strike,
        Self::Kill,
        Self::Heal,
        Self::Starve,
    ];

    /// What people call it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Enter => "enters",
            Self::Leave => "leaves",
            Self::Say => "speaks",
            Self::Take => "takes",
            Self::Drop => "drops",
            Self::Give => "gives",
            Self::Eat => "eats",
            Self::Fell => "fells",
            Self::Build => "builds",
            Self::Raze => "razes",
            Self::Strike => "strikes",
            Self::Kill => "kills",
            Self::Heal => "heals",
            Self::Starve => "starves",
        }
    }
}

impl TryFrom<u8> for Deed {
    type Error = NoSuchDeed;

    fn try_from(number: u8) -> Result<Self, NoSuchDeed> {
        Self::ALL.get(usize::from(number)).copied().ok_or(NoSuchDeed(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_numbered_without_a_gap() {
        for (number, deed) in Deed::ALL.into_iter().enumerate() {
            assert_eq!(deed as usize, number);
            assert_eq!(Deed::try_from(number as u8), Ok(deed));
        }
        assert_eq!(Deed::try_from(Deed::ALL.len() as u8), Err(NoSuchDeed(Deed::ALL.len() as u8)));
    }
}
