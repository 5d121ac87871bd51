//! Tactics: where to stand, whom to fight, when to strike, and why.
//!
//! * [`ground`]: what questions are asked on: who is about, who sees what, how far one walks, storey by storey.
//! * [`scene`]: a small text map with people, cover, spots and areas; what can be seen and walked.
//! * [`influence`]: where each side may soon be and what it can hit; fields over grids, points and graphs; territory, history, avenues.
//! * [`query`]: questions for places, as text; answers that explain themselves and spare rays.
//! * [`cover`]: what hides from whom, and ways that use it.
//! * [`claims`]: who has taken what, for how long.
//! * [`stage`]: many may surround, few may strike.
//! * [`petri`]: nets that hand out what is scarce.
//! * [`combat`]: who would win.
//! * [`goals`]: which regions are worth an attack.

pub mod claims;
pub mod combat;
pub mod cover;
pub mod goals;
pub mod ground;
pub mod influence;
pub mod petri;
pub mod query;
pub mod scene;
pub mod stage;

pub(crate) use wold_space::text::line_at;

/// The README's example runs as a test.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
