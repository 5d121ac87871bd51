//! Words that others add: measures and generators of a game's own.
//!
//! A query is read with a [`Lexicon`]; a word that is not among the built-in ones is looked up there. So a game can score places by what it alone knows, without a line changed here. A word is letters
//! and digits; built-in words cannot be taken.

use super::{Candidate, Scale, words};
use crate::ground::{Ground, Point};
use std::collections::BTreeMap;
use std::sync::Arc;

type Measuring = dyn Fn(&dyn Ground, &Candidate) -> f64 + Send + Sync;
type Making = dyn Fn(&dyn Ground, Around) -> Vec<Candidate> + Send + Sync;

/// Where and how densely a generator is to make candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Around {
    /// Round what.
    pub centre: Point,
    /// How far, in metres.
    pub radius: f64,
    /// The distance of neighbours, in metres.
    pub spacing: f64,
}

/// A measure of a game's own. Equal by name.
#[derive(Clone)]
pub struct OwnMeasure {
    pub(super) name: String,
    pub(super) scale: Scale,
    pub(super) of: Arc<Measuring>,
}

/// A generator of a game's own. Equal by name.
#[derive(Clone)]
pub struct OwnSource {
    pub(super) name: String,
    pub(super) make: Arc<Making>,
}

macro_rules! known_by_name {
    ($($of:ty),*) => {$(
        impl std::fmt::Debug for $of {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.name)
            }
        }

        impl PartialEq for $of {
            fn eq(&self, other: &Self) -> bool {
                self.name == other.name
            }
        }
    )*};
}
known_by_name!(OwnMeasure, OwnSource);

/// Why a word cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LexiconError {
    /// Words are letters and digits.
    #[error("{0:?} is no word: letters and digits only, a letter first")]
    NoWord(String),
    /// It means something already.
    #[error("{0:?} is a word already")]
    Taken(String),
}

/// Words beyond the built-in ones.
///
/// ```
/// use std::sync::Arc;
/// use wold_tactics::query::{Lexicon, Query, Scale};
/// let mut words = Lexicon::default();
/// words.measure("eastness", Scale::Range(0.0, 100.0), |_, candidate| candidate.at.x).unwrap();
/// let text = "[[option]]\n[option.generation]\ngrid_around_puppet = 5\n[option.weights]\neastness = 1";
/// assert!(Query::parse(text).is_err() && Query::parse_with(text, &words, &Default::default()).is_ok());
/// assert!(words.measure("distance", Scale::Truth, |_, _| 0.0).is_err(), "that is taken");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    measures: BTreeMap<String, OwnMeasure>,
    sources: BTreeMap<String, OwnSource>,
}

impl Lexicon {
    fn check(&self, name: &str) -> Result<(), LexiconError> {
        let letters = name.chars().all(|c| c.is_ascii_alphanumeric());
        if !letters || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(LexiconError::NoWord(name.to_owned()));
        }
        if words::is_built_in(name) || self.measures.contains_key(name) || self.sources.contains_key(name) {
            return Err(LexiconError::Taken(name.to_owned()));
        }
        Ok(())
    }

    /// Adds a measure: what it gives at a candidate, cheaply, and how that becomes 0 to 1. [`Scale::Truth`] says yes (not 0) or no.
    ///
    /// # Errors
    /// If the name is no word or taken.
    pub fn measure(
        &mut self,
        name: &str,
        scale: Scale,
        of: impl Fn(&dyn Ground, &Candidate) -> f64 + Send + Sync + 'static,
    ) -> Result<(), LexiconError> {
        self.check(name)?;
        self.measures.insert(name.to_owned(), OwnMeasure { name: name.to_owned(), scale, of: Arc::new(of) });
        Ok(())
    }

    /// Adds a generator, written `<name>_around_<object>`.
    ///
    /// # Errors
    /// If the name is no word or taken.
    pub fn source(
        &mut self,
        name: &str,
        make: impl Fn(&dyn Ground, Around) -> Vec<Candidate> + Send + Sync + 'static,
    ) -> Result<(), LexiconError> {
        self.check(name)?;
        self.sources.insert(name.to_owned(), OwnSource { name: name.to_owned(), make: Arc::new(make) });
        Ok(())
    }

    pub(super) fn find_measure(&self, name: &str) -> Option<OwnMeasure> {
        self.measures.get(name).cloned()
    }

    pub(super) fn find_source(&self, name: &str) -> Option<OwnSource> {
        self.sources.get(name).cloned()
    }
}
