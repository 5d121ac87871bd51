//! The description of what a world's games tell.
//!
//! Contract: a manifest that [`Manifest::check`] accepts can be coded by: every field has room for its range, what is predicted is predicted by a number of the same row, and no name
//! stands twice. Descriptions come from games on the one end and from a host that may be anybody's on the other, so both ends check.

use super::told::Told;
use crate::form::{Bit, Byte, List, Maybe, Named, Number, Part, Signed, Text, choices, record};
use std::collections::BTreeSet;
use wold_lore::vocabulary;

/// Most kinds of a world.
pub const MOST_KINDS: usize = 64;
/// Most fields of a kind: a change says by one bit each which are in it.
pub const MOST_FIELDS: usize = 32;
/// Longest name of a kind or field.
pub const LONGEST_TITLE: usize = 48;

vocabulary! {
    /// When what is known of a row is told anew.
    Policy, "policy" {
        /// The fields that changed, whenever they did.
        Delta = 0 "delta",
        /// Never: a row is told once to whoever may know it.
        Once = 1 "once",
        /// Like delta, but a field that is predicted is told only when the prediction is off.
        Reckoned = 2 "reckoned",
        /// It is no row that stands but something that happens: told to whoever is there, and nobody is told later.
        Passing = 3 "passing",
    }
}

/// What a field can hold, and how finely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Yes or no.
    Flag,
    /// A whole number.
    Whole {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
    },
    /// A number in equal steps.
    Real {
        /// The least.
        least: i32,
        /// The greatest.
        most: i32,
        /// Steps of one unit.
        steps: u32,
    },
    /// A whole number without a bound worth telling, below 2^53.
    Count,
    /// A body or a thing.
    Id,
    /// Letters.
    Letters {
        /// Bytes of them at most.
        most: u8,
    },
}

impl Extent {
    /// The greatest code of a number with a range.
    pub(super) fn span(self) -> Option<u64> {
        match self {
            Self::Flag => Some(1),
            Self::Whole { least, most } => u64::try_from(i64::from(most) - i64::from(least)).ok(),
            Self::Real { least, most, steps } => {
                let units = u64::try_from(i64::from(most) - i64::from(least)).ok()?;
                units.checked_mul(steps.into())
            }
            Self::Count | Self::Id | Self::Letters { .. } => None,
        }
    }

    /// Whether it can be gone by, or go by another.
    const fn is_number(self) -> bool {
        matches!(self, Self::Whole { .. } | Self::Real { .. })
    }
}

/// By what a field goes on between two reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// The field that holds what it gains in a second.
    pub by: String,
    /// Of its steps, how many it may be off before it is told anew.
    pub slack: u32,
}

/// One field of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is called.
    pub name: String,
    /// What it can hold.
    pub extent: Extent,
    /// Whether it can hold nothing.
    pub optional: bool,
    /// How it goes on by itself, if it does.
    pub predicted: Option<Prediction>,
}

impl Field {
    const fn new(extent: Extent) -> Self {
        Self { name: String::new(), extent, optional: false, predicted: None }
    }

    /// Yes or no.
    #[must_use]
    pub const fn flag() -> Self {
        Self::new(Extent::Flag)
    }

    /// A whole number between these, both possible.
    #[must_use]
    pub const fn whole(least: i32, most: i32) -> Self {
        Self::new(Extent::Whole { least, most })
    }

    /// A number between these in so many steps a unit; others become the nearest there is.
    #[must_use]
    pub const fn real(least: i32, most: i32, steps: u32) -> Self {
        Self::new(Extent::Real { least, most, steps })
    }

    /// A whole number from 0 on.
    #[must_use]
    pub const fn count() -> Self {
        Self::new(Extent::Count)
    }

    /// A body or a thing.
    #[must_use]
    pub const fn id() -> Self {
        Self::new(Extent::Id)
    }

    /// Letters, at most so many bytes; what is longer is cut.
    #[must_use]
    pub const fn letters(most: u8) -> Self {
        Self::new(Extent::Letters { most })
    }

    /// The same, or nothing.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        Self { optional: true, ..self }
    }

    /// The same, going on by another field's worth a second; it may be `slack` steps off before it is told anew. Means something in a kind that is [`Policy::Reckoned`].
    #[must_use]
    pub fn going_by(self, field: &str, slack: u32) -> Self {
        Self { predicted: Some(Prediction { by: field.into(), slack }), ..self }
    }

    /// The same by a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }
}

/// A kind of row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it is called: the game, a slash, and what it is.
    pub name: String,
    /// When it is told anew.
    pub policy: Policy,
    /// Ticks from one look at whether it changed to the next.
    pub every: u8,
    /// Its fields in order.
    pub fields: Vec<Field>,
}

impl Kind {
    /// The kind of a type's rows.
    #[must_use]
    pub fn of<T: Told>(policy: Policy, every: u8) -> Self {
        Self { name: T::NAME.into(), policy, every: every.max(1), fields: T::fields() }
    }
}

/// Everything a world's games tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// All kinds; letters name them by their place here.
    pub kinds: Vec<Kind>,
}

/// Why a manifest is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadManifest {
    /// There are too many kinds.
    #[error("{0} kinds are told, and {MOST_KINDS} can be")]
    Kinds(usize),
    /// A kind has too many fields.
    #[error("{0:?} has {1} fields, and can have {MOST_FIELDS}")]
    Fields(String, usize),
    /// A name is empty or too long.
    #[error("{0:?} is no name: one has 1 to {LONGEST_TITLE} bytes")]
    Name(String),
    /// A name stands twice.
    #[error("{0:?} stands twice")]
    Twice(String),
    /// A range is empty, or needs more than 32 bits.
    #[error("{kind:?}: the range of {field:?} is empty or needs more than 32 bits")]
    Range {
        /// In which kind.
        kind: String,
        /// Of which field.
        field: String,
    },
    /// Something is predicted that is no number, or by no number.
    #[error("{kind:?}: {field:?} cannot go by {by:?}: both must be numbers with a range, and never nothing")]
    Prediction {
        /// In which kind.
        kind: String,
        /// Which field.
        field: String,
        /// By which other.
        by: String,
    },
}

impl Manifest {
    /// Whether it can be coded by.
    pub fn check(&self) -> Result<(), BadManifest> {
        if self.kinds.len() > MOST_KINDS {
            return Err(BadManifest::Kinds(self.kinds.len()));
        }
        let mut names = BTreeSet::new();
        for kind in &self.kinds {
            checked_name(&kind.name)?;
            if !names.insert(&kind.name) {
                return Err(BadManifest::Twice(kind.name.clone()));
            }
            kind.check()?;
        }
        Ok(())
    }

    /// The bits by which a letter names a kind.
    pub(super) fn kind_bits(&self) -> u32 {
        self.kinds.len().next_power_of_two().trailing_zeros()
    }

    /// Where a kind of that name stands.
    #[must_use]
    pub fn number_of(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }
}

fn checked_name(name: &str) -> Result<(), BadManifest> {
    if (1..=LONGEST_TITLE).contains(&name.len()) { Ok(()) } else { Err(BadManifest::Name(name.into())) }
}

impl Kind {
    fn check(&self) -> Result<(), BadManifest> {
        if self.fields.len() > MOST_FIELDS {
            return Err(BadManifest::Fields(self.name.clone(), self.fields.len()));
        }
        let mut names = BTreeSet::new();
        for field in &self.fields {
            checked_name(&field.name)?;
            if !names.insert(&field.name) {
                return Err(BadManifest::Twice(format!("{}: {}", self.name, field.name)));
            }
            let ranged = matches!(field.extent, Extent::Whole { .. } | Extent::Real { .. });
            let span = field.extent.span();
            if ranged && !span.is_some_and(|span| (1..1 << 32).contains(&span)) {
                return Err(BadManifest::Range { kind: self.name.clone(), field: field.name.clone() });
            }
            if let Some(prediction) = &field.predicted {
                let by = self.fields.iter().find(|other| other.name == prediction.by);
                let steady = |field: &Field| field.extent.is_number() && !field.optional;
                if !(steady(field) && by.is_some_and(|by| steady(by) && by.predicted.is_none())) {
                    let (kind, field, by) = (self.name.clone(), field.name.clone(), prediction.by.clone());
                    return Err(BadManifest::Prediction { kind, field, by });
                }
            }
        }
        Ok(())
    }

    /// For each field, the one it goes by and by how much it may be off; nothing where fields are not reckoned.
    pub(super) fn rates(&self) -> Vec<Option<(usize, f64)>> {
        let rate = |field: &Field| {
            let prediction = field.predicted.as_ref().filter(|_| self.policy == Policy::Reckoned)?;
            let by = self.fields.iter().position(|other| other.name == prediction.by)?;
            let steps =
                if let Extent::Real { steps, .. } = field.extent { f64::from(steps.max(1)) } else { 1.0 };
            Some((by, f64::from(prediction.slack) / steps))
        };
        self.fields.iter().map(rate).collect()
    }
}

choices! { Extent, "extent", "[extent](#extents)", 3;
    ;0 Flag {}
    ;1 Whole { least: Signed, most: Signed }
    ;2 Real { least: Signed, most: Signed, steps: Number }
    ;3 Count {}
    ;4 Id {}
    ;5 Letters { most: Byte }
}

record! { Prediction, "[prediction](#what-games-tell)" { by: Text<LONGEST_TITLE>, slack: Number } }

record! { Field, "[field](#what-games-tell)" {
    name: Text<LONGEST_TITLE>,
    extent: Part<Extent>,
    optional: Bit,
    predicted: Maybe<Part<Prediction>>,
} }

record! { Kind, "[kind](#what-games-tell)" {
    name: Text<LONGEST_TITLE>,
    policy: Named<Policy, 2>,
    every: Byte,
    fields: List<Part<Field>, MOST_FIELDS, 13>,
} }

record! { Manifest, "[manifest](#what-games-tell)" { kinds: List<Part<Kind>, MOST_KINDS, 26> } }
