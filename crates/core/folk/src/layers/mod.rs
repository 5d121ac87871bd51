//! Layers: what each mind lets be marked on the operator's map, by name.
//!
//! A layer is a file of this folder with one function from what a mind holds to a [`Mark`], and an entry in [`LAYERS`]. The page asks for a layer by its name while
//! it is shown, and gets the mark of everybody who has one.

mod beliefs;
mod homes;
mod searches;
mod wants;

use crate::Glimpse;
use crate::report::Point;
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What a mind shows of itself in a layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Mark {
    /// Of what kind it is; a page gives each kind a colour.
    pub kind: String,
    /// How strong it is, from 0 to 1.
    pub strength: f64,
    /// Where it is, if not where its owner is.
    pub at: Option<Point>,
    /// Whom it is about, by name, if it is about somebody.
    pub about: Option<String>,
}

/// Something that minds let be marked.
pub struct Layer {
    /// By which name it is asked for.
    pub name: &'static str,
    /// What a mind shows, if anything.
    pub of: fn(&Glimpse) -> Option<Mark>,
}

/// Every layer there is.
pub const LAYERS: &[Layer] = &[homes::LAYER, wants::LAYER, beliefs::LAYER, searches::LAYER];

/// What a mind shows in a layer; nothing if it has nothing to show, or nobody offers such a layer.
#[must_use]
pub fn mark(layer: &str, mind: &Glimpse) -> Option<Mark> {
    let layer = LAYERS.iter().find(|one| one.name == layer)?;
    (layer.of)(mind)
}
