//! Fights laid open: circles with their slots, who waits, what is claimed, why everybody did what it did, and what is remembered of places.

use super::searches::SearchReport;
use super::{Key, Point};
use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Fights: circles and nets as the world keeps them, all else as the host's household tells it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FightsReport {
    /// Circles about those who are attacked.
    pub circles: Vec<Circle>,
    /// Everybody who fights.
    pub fighters: Vec<Fighter>,
    /// Places and foes somebody has taken.
    pub claims: Vec<Claim>,
    /// What happened where.
    pub history: FightHistory,
    /// Nets in use.
    pub nets: Vec<NetReport>,
    /// Searches for those who got away.
    pub searches: Vec<SearchReport>,
}

/// The circle about somebody who is attacked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Circle {
    /// Who is attacked.
    pub id: Key,
    /// Where, in metres east.
    pub x: f64,
    /// And north.
    pub y: f64,
    /// Metres outside which those without a slot stay.
    pub outer: f64,
    /// The places about the foe.
    pub slots: Vec<Slot>,
    /// Who waits for one.
    pub waiting: Vec<Waiting>,
    /// What the foe can still take of fighters about it.
    pub grid_left: u32,
    /// What it can still take of blows.
    pub attack_left: u32,
}

/// A place in a circle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Slot {
    /// Metres east.
    pub x: f64,
    /// Metres north.
    pub y: f64,
    /// Who has it.
    pub by: Option<Key>,
    /// Whether that one strikes.
    pub striking: bool,
}

/// Somebody who waits its turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Waiting {
    /// Who.
    pub id: Key,
    /// Where it waits, in metres east.
    pub x: f64,
    /// And north.
    pub y: f64,
}

/// Somebody who fights.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Fighter {
    /// Who.
    pub id: Key,
    /// Why it did what it did last.
    pub why: String,
    /// Against whom.
    pub foe: Option<Key>,
    /// How it thinks it will go.
    pub odds: Option<OddsReport>,
    /// The last question for places that it asked.
    pub query: Option<FightQuery>,
}

/// How somebody thinks a fight will go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct OddsReport {
    /// To win, from 0 to 1.
    pub chance: f64,
    /// How many are on its side.
    pub ours: usize,
    /// How many on the other.
    pub theirs: usize,
}

/// A question for places and its answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FightQuery {
    /// What for.
    pub name: String,
    /// The option that answered.
    pub option: Option<String>,
    /// Those who were not to see it.
    pub eyes: Vec<Point>,
    /// Everything that was thought of.
    pub candidates: Vec<Candidate>,
    /// Outlines that hide, end to end.
    pub walls: Vec<[f64; 4]>,
    /// The way that was chosen.
    pub way: Option<WayReport>,
}

/// A place somebody thought of, what became of it and by which condition it failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Candidate {
    /// Metres east.
    pub x: f64,
    /// Metres north.
    pub y: f64,
    /// What became of it.
    pub fate: CandidateFate,
    /// The condition it failed.
    pub why: Option<String>,
    /// The option that brought it up.
    pub option: String,
}

/// What became of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum CandidateFate {
    /// It was taken.
    Won,
    /// It would have done.
    Passed,
    /// It failed a condition.
    Failed,
    /// It was not looked at to the end.
    Partial,
}

/// A way somebody chose, from where it was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct WayReport {
    /// Where it turns.
    pub corners: Vec<Point>,
    /// How long it is.
    pub metres: f64,
    /// How many metres of it are in sight.
    pub exposed: f64,
}

/// A place or a foe somebody has taken for itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Claim {
    /// Who.
    pub by: Key,
    /// The place, if it is one.
    pub place: Option<Point>,
    /// The foe, if it is one.
    pub foe: Option<Key>,
}

/// What is remembered of places.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FightHistory {
    /// Metres along the side of a cell.
    pub cell: f64,
    /// Cells where people fell: the south-western corner, and how much.
    pub deaths: Vec<[f64; 3]>,
    /// Cells where fighters went, the same way.
    pub traffic: Vec<[f64; 3]>,
    /// What each faction knows of places.
    pub factions: Vec<FactionReport>,
}

/// What a faction knows of places: cells, each by its south-western corner and how much.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FactionReport {
    /// Which faction: the bent of its people.
    pub name: String,
    /// Where its people went.
    pub own: Vec<[f64; 3]>,
    /// Where they saw foes.
    pub foes: Vec<[f64; 3]>,
    /// Where they fell.
    pub lost: Vec<[f64; 3]>,
}

/// A net that hands out something scarce, drawn with its tokens.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NetReport {
    /// What it hands out.
    pub name: String,
    /// Where, in metres east.
    pub x: f64,
    /// And north.
    pub y: f64,
    /// Who has it.
    pub has: Vec<Key>,
    /// Who waits for it.
    pub waiting: Vec<Key>,
    /// How many had it so far.
    pub served: u64,
    /// The net as a drawing.
    pub svg: String,
}
