//! What games tell of their own: kinds of rows that a game registers, described once and coded by that description on both ends.
//!
//! A game tells *rows*: a score, a flag, who is it. Each row is of a [`Kind`] and has a key; its [`Field`]s say their range and precision and, if they move, by which other field. All
//! kinds of a world are its [`Manifest`], which every guest is told with its welcome, so that no reader knows a game beforehand.
//!
//! * [`manifest`]: the description. [`value`]: one field's contents. [`told`]: how a Rust type becomes a row, declared by [`told!`](crate::told).
//! * [`crier`]: the host's end: what stands, what of it is told, and to whom. [`hearer`]: a guest's.
//!
//! Letters travel reliably and in order ([`crate::FromHost::Told`]), so what a change is measured against is simply what was told before: nothing is acknowledged, and everybody who may know a row
//! has been told the same of it. Whoever comes late is told the row as it was last told, not as it is, and from then on reads the same changes.
//!
//! ```
//! use wold_space::Tick;
//! use wold_wire::herald::{Circles, Crier, Ear, Field, Hearer, Kind, Manifest, Policy, Told, Whom};
//! struct Score { points: u32 }
//! wold_wire::told! { Score = "quiz/score" { points: Field::whole(0, 1000) } }
//!
//! let manifest = Manifest { kinds: vec![Kind::of::<Score>(Policy::Delta, 1)] };
//! let mut crier = Crier::new(manifest.clone(), vec![Whom::Circles])?;
//! crier.begin(Tick(1));
//! crier.post(0, 7, Score { points: 12 }.row(&manifest.kinds[0].fields), Circles::EVERYBODY);
//! crier.finish();
//! let mut hearer = Hearer::new(manifest)?;
//! for letter in crier.letters(Circles::NONE, Circles::EVERYBODY) {
//!     hearer.take(&letter)?;
//! }
//! assert_eq!(hearer.row::<Score>(7).map(|score| score.points), Some(12));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod crier;
pub mod hearer;
pub mod manifest;
pub mod told;
pub mod value;

pub use crier::{Circles, Crier, Ear, Whom};
pub use hearer::{Call, Hearer};
pub use manifest::{BadManifest, Extent, Field, Kind, Manifest, Policy, Prediction};
pub use told::Told;
pub use value::{Quantity, Row, Value};

#[cfg(test)]
mod tests;
