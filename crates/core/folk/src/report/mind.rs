//! A mind laid open.

use super::Point;
use serde::Serialize;
use std::collections::BTreeMap;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// All a mind lets be seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindReport {
    /// Whose it is.
    pub name: String,
    /// What it lives from.
    pub trade: String,
    /// How human it is.
    pub profile: String,
    /// The time as it knows it, in hours since the midnight before the world began.
    pub hour: f64,
    /// Where it lives, once it has chosen.
    pub home: Option<Point>,
    /// What it decided last.
    pub decision: Option<MindDecision>,
    /// What it needs.
    pub needs: Vec<MindNeed>,
    /// The chart of what it is up to besides its trade.
    pub chart: String,
    /// Where in the chart it is.
    pub states: Vec<String>,
    /// Whom it suspects of what, the likeliest of a case first.
    pub suspects: Vec<MindSuspect>,
    /// How it last chose among sellers, the best first.
    pub shops: Vec<MindShop>,
    /// Whom it thinks most or least of.
    pub respects: Vec<MindRespect>,
    /// What it remembers, newest first.
    pub rumours: Vec<MindRumour>,
    /// What it did with the last tales it heard, newest first.
    pub verdicts: Vec<MindVerdict>,
    /// Where it thinks others are, and what they carry, the surest first.
    pub beliefs: Vec<MindBelief>,
    /// What it noticed and decided last, and why, newest first.
    pub diary: Vec<MindEntry>,
}

/// What a mind believes of somebody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindBelief {
    /// Of whom.
    pub name: String,
    /// Where they are, if it is that.
    pub at: Option<Point>,
    /// What they carry, if it is that.
    pub has: Option<String>,
    /// Seen, heard, told or inferred.
    pub evidence: String,
    /// Who told.
    pub by: Option<String>,
    /// How many seconds ago.
    pub age: f64,
    /// How sure it is now, from 0 to 1.
    pub sure: f64,
}

/// A line of a mind's diary.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindEntry {
    /// How many seconds ago.
    pub age: f64,
    /// In words.
    pub text: String,
}

/// What a mind decided to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindDecision {
    /// What.
    pub doing: String,
    /// Where.
    pub at: String,
    /// How much it presses.
    pub score: f64,
    /// Whether the day's plan says so.
    pub planned: bool,
}

/// A need.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindNeed {
    /// Which.
    pub name: String,
    /// How great it is.
    pub level: f64,
    /// How much it is felt.
    pub score: f64,
}

/// Somebody suspected of something.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindSuspect {
    /// Who.
    pub name: String,
    /// Of what, in words.
    pub of: String,
    /// On which day.
    pub day: u32,
    /// How far it must be believed.
    pub belief: f64,
    /// How far it may be.
    pub plausibility: f64,
    /// The account that says most against them.
    pub evidence: Evidence,
    /// Through whom that came, if it was told.
    pub path: Vec<String>,
}

/// How somebody came by what speaks against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// It saw the deed.
    Seen,
    /// It saw them near.
    Near,
    /// It was told.
    Told,
    /// There is none.
    None,
}

/// A seller and how it was marked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindShop {
    /// Who sells.
    pub name: String,
    /// All put together.
    pub score: f64,
    /// By what it was judged.
    pub marks: BTreeMap<String, f64>,
}

/// What a mind thinks of somebody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindRespect {
    /// Of whom.
    pub name: String,
    /// From 0 to 1.
    pub respect: f64,
}

/// Something it remembers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindRumour {
    /// The same in every mind that knows of the matter.
    pub key: String,
    /// In words.
    pub text: String,
    /// Whether it is that it is not so.
    pub denied: bool,
    /// Seen or done, not told.
    pub seen: bool,
    /// Through whom it came, the witness first.
    pub path: Vec<String>,
    /// How much it matters.
    pub priority: f64,
    /// When it was learnt, in hours since the midnight before the world began.
    pub hour: f64,
    /// How often it was told on.
    pub tellings: u32,
    /// Whether it is told on.
    pub spreads: bool,
    /// The less of the respects for teller and witness.
    pub trust: f64,
    /// Whose respect it changed.
    pub changes: Vec<RespectChange>,
}

/// What a rumour did to the respect for somebody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RespectChange {
    /// For whom.
    pub name: String,
    /// By how much.
    pub by: f64,
}

/// What became of a tale.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindVerdict {
    /// What was said.
    pub said: String,
    /// What it made of it.
    pub verdict: String,
}

/// How and where a mind learnt of a matter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Lesson {
    /// Who learnt it.
    pub name: String,
    /// Where, in metres east.
    pub x: f64,
    /// And north.
    pub y: f64,
    /// When, in hours since the midnight before the world began.
    pub hour: f64,
    /// Who told; null for whoever saw it.
    pub from: Option<String>,
    /// Whether it learnt that it is not so.
    pub denied: bool,
}
