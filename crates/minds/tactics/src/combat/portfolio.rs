//! A model per context, usable from the first battle.
//!
//! Each context (a map, a siege, an opponent) has an estimator of its own. While it has fewer than `full` battles of its own, it is padded with battles of
//! other contexts up to that number, the latest first; each own battle replaces one of them.

use super::battle::Battle;
use super::fit::{FitConfig, Fitted};
use super::model::Model;
use std::collections::BTreeMap;

/// Models by context.
///
/// ```
/// use wold_tactics::combat::{FitConfig, Model, Portfolio};
/// let portfolio = Portfolio::new(Model { exponent: 1.56, weights: vec![1.0] }, 200, FitConfig::default());
/// assert_eq!(portfolio.model("siege").exponent, 1.56, "nothing is known yet: the static one");
/// ```
#[derive(Clone, Debug)]
pub struct Portfolio {
    base: Model,
    full: usize,
    config: FitConfig,
    battles: Vec<Battle>,
    fitted: BTreeMap<String, Fitted>,
}

/// Battles kept per portfolio.
const MOST_BATTLES: usize = 20_000;

impl Portfolio {
    /// A portfolio that begins with a static model; contexts are padded up to `full` battles.
    #[must_use]
    pub fn new(base: Model, full: usize, config: FitConfig) -> Self {
        Self { base, full, config, battles: Vec::new(), fitted: BTreeMap::new() }
    }

    /// What others have learned, by context; the first is believed where nothing was.
    pub(super) fn learned(contexts: Vec<(String, Fitted)>) -> Self {
        let base = contexts
            .first()
            .map_or_else(|| Model { exponent: 1.0, weights: Vec::new() }, |(_, first)| first.model.clone());
        let mut portfolio = Self::new(base, 0, FitConfig::default());
        portfolio.fitted = contexts.into_iter().collect();
        portfolio
    }

    /// What was learned so far, by context.
    pub fn contexts(&self) -> impl Iterator<Item = (&str, &Fitted)> {
        self.fitted.iter().map(|(name, fitted)| (name.as_str(), fitted))
    }

    /// Takes note of a battle; [`learn`](Self::learn) makes use of it.
    pub fn note(&mut self, battle: Battle) {
        if self.battles.len() >= MOST_BATTLES {
            self.battles.remove(0);
        }
        self.battles.push(battle);
    }

    /// What a context would learn from: its own battles, and others' while there are few.
    #[must_use]
    pub fn lessons(&self, context: &str) -> Vec<Battle> {
        let (own, others): (Vec<&Battle>, Vec<&Battle>) =
            self.battles.iter().partition(|battle| battle.context == context);
        let padding = self.full.saturating_sub(own.len());
        own.into_iter().chain(others.into_iter().rev().take(padding)).cloned().collect()
    }

    /// Learns a context anew.
    pub fn learn(&mut self, context: &str) -> &Fitted {
        let fitted = self.base.fit(&self.lessons(context), self.config);
        self.fitted.entry(context.to_owned()).insert_entry(fitted).into_mut()
    }

    /// The model of a context; before it has learned, the static one.
    #[must_use]
    pub fn model(&self, context: &str) -> &Model {
        self.fitted.get(context).map_or(&self.base, |fitted| &fitted.model)
    }
}
