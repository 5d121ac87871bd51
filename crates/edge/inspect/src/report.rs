//! What is answered.

use serde::Serialize;
use std::collections::BTreeMap;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use wold_folk::layers::Mark;
use wold_folk::report::fights::FightsReport;
use wold_folk::report::mind::{Lesson, MindReport};
use wold_folk::report::{Key, Point};

/// An answer, or the state of things, which is told by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Report {
    /// Who and what is where.
    State(StateReport),
    /// An entity laid open.
    Entity(EntityReport),
    /// A field.
    Field(FieldReport),
    /// A layer of influence.
    Influence(InfluenceReport),
    /// Areas, and what is heard and amiss there.
    Places(PlacesReport),
    /// What telling a guest costs.
    Meter(MeterReport),
    /// What a guest's character takes note of.
    Interest(InterestReport),
    /// A mind.
    Mind {
        /// Whose.
        id: Key,
        /// None if it keeps its mind to itself.
        mind: Option<MindReport>,
    },
    /// A rumour's way through all minds.
    Spread(SpreadReport),
    /// What everybody lets be marked.
    Layer(LayerReport),
    /// It is done, or will be with the next tick.
    Done,
    /// It is not done, and why.
    Error {
        /// In words.
        text: String,
    },
    /// Something to know.
    Notice {
        /// In words.
        text: String,
    },
}

impl Report {
    /// It cannot be, for a reason.
    pub fn error(why: impl std::fmt::Display) -> Self {
        Self::Error { text: why.to_string() }
    }
}

/// Who and what is where.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StateReport {
    /// The world's tick.
    pub tick: u64,
    /// Whether it stands still.
    pub paused: bool,
    /// 0 midnight to 1.
    pub time_of_day: f64,
    /// Everybody and everything.
    pub entities: Vec<EntityDot>,
    /// Who looks for those who hide, and what they see of them.
    pub looks: Vec<LookLine>,
    /// Everybody who is connected.
    pub guests: Vec<GuestRow>,
    /// The ticks since the state was told last.
    pub ticks: Vec<TickTime>,
    /// Of whom was selected last.
    pub plan: Option<PlanLine>,
    /// Circles and nets of the whole world, and what the host's own inhabitants tell of their fights; null before the first.
    pub fights: Option<FightsReport>,
}

/// Somebody or something on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EntityDot {
    /// Which.
    pub id: Key,
    /// "human", "inhabitant", or what kind of animal or thing it is.
    pub kind: String,
    /// What it is called.
    pub name: String,
    /// Metres east.
    pub x: f64,
    /// Metres north.
    pub y: f64,
    /// On which storey.
    pub level: u8,
    /// Where it faces, in 1/256 turn anticlockwise from east.
    pub heading: u8,
    /// How it holds itself.
    pub pose: String,
    /// From 0 to 1.
    pub health: f64,
    /// How nearly somebody who sneaks is noticed, from 0 to 1; null for who does not.
    pub noticed: Option<f64>,
    /// How much on edge they are; null for who is not.
    pub aware: Option<String>,
    /// Whose body it is, if somebody who is connected has it.
    pub guest: Option<Key>,
}

/// One watcher's look at one who hides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LookLine {
    /// Who looks.
    pub watcher: Key,
    /// Who hides.
    pub target: Key,
    /// How much on edge the watcher is.
    pub state: String,
    /// Where the two are, in metres.
    pub ends: [[f64; 2]; 2],
    /// The meter, from 0 to 1.
    pub meter: f64,
    /// What the watcher makes of it.
    pub notice: String,
    /// The shape that counts; null outside of all.
    pub shape: Option<ShapeLine>,
    /// Parts of the body.
    pub parts: Vec<PartDot>,
    /// Why the meter stands there, in words.
    pub why: String,
}

/// A shape of somebody's eyes, on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ShapeLine {
    /// What it is called.
    pub name: String,
    /// Seconds it takes at the eyes.
    pub least: f64,
    /// Seconds it takes at its end.
    pub most: f64,
    /// Its rim, in metres.
    pub rim: Vec<[f64; 2]>,
}

/// A part of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PartDot {
    /// Where, in metres.
    pub at: [f64; 2],
    /// Whether it was in sight at the last look.
    pub seen: bool,
}

/// Somebody who is connected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GuestRow {
    /// Its number.
    pub id: Key,
    /// Its name.
    pub name: String,
    /// Whether a human.
    pub human: bool,
    /// Its body, once it has one.
    pub entity: Option<Key>,
    /// How it is connected.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub line: LineReport,
    /// How many entities it perceives.
    pub perceives: usize,
    /// Records of entities it was sent.
    pub updates: u64,
    /// Snapshots that did not reach it.
    pub lost: u64,
}

/// How somebody is connected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LineReport {
    /// From where.
    pub address: String,
    /// By what.
    pub transport: String,
    /// Bytes it sent since it came.
    pub bytes_in: u64,
    /// Bytes it was sent.
    pub bytes_out: u64,
    /// Datagrams dropped in either direction.
    pub dropped: u64,
}

impl Default for LineReport {
    /// Of somebody who lives in the host's own process.
    fn default() -> Self {
        let (address, transport) = ("in process".to_owned(), "memory".to_owned());
        Self { address, transport, bytes_in: 0, bytes_out: 0, dropped: 0 }
    }
}

/// What a guest's character takes note of, and why of nothing else.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct InterestReport {
    /// Its body.
    pub id: Key,
    /// Where it is, in metres.
    pub at: [f64; 2],
    /// The corners of the cells that are looked through, in metres.
    pub cells: [[f64; 2]; 2],
    /// How far it notices and is noticed.
    pub rings: Vec<RingLine>,
    /// Everybody and everything about it, the nearest first.
    pub others: Vec<InterestLine>,
}

/// How far somebody notices or is noticed in a medium.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RingLine {
    /// Sight, hearing, speech or smell.
    pub medium: String,
    /// What happens within it, in words.
    pub what: String,
    /// How far.
    pub metres: f64,
}

/// Somebody a guest may be told of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct InterestLine {
    /// Who or what.
    pub id: Key,
    /// Where, in metres.
    pub at: [f64; 2],
    /// Whether the guest is told of it.
    pub told: bool,
    /// Why, or why not, in words.
    pub why: String,
}

/// What telling a guest costs, by the five numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MeterReport {
    /// Its body.
    pub id: Key,
    /// Its name.
    pub name: String,
    /// Over how many seconds it was counted.
    pub seconds: f64,
    /// Milliseconds from telling to hearing that it was heard; null before the first time.
    pub round_trip_ms: Option<f64>,
    /// First all remedies together, then one after the other; none for who lives in the host's own process.
    pub techniques: Vec<TechniqueRow>,
}

/// What one remedy does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TechniqueRow {
    /// What it is called.
    pub technique: String,
    /// What it does, in words.
    pub what: String,
    /// Without it.
    pub before: FiveNumbers,
    /// With it.
    pub after: FiveNumbers,
}

/// What information costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FiveNumbers {
    /// Messages a second.
    pub messages: f64,
    /// Guests to whom news of an entity goes.
    pub destinations: f64,
    /// Bytes of each message.
    pub bytes: f64,
    /// One over the seconds from the tick to the guest: larger is sooner.
    pub timeliness: f64,
    /// States looked at, compared and coded for each message.
    pub work: f64,
}

/// What a tick cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TickTime {
    /// Which.
    pub tick: u64,
    /// Whole time in milliseconds.
    pub total_ms: f64,
    /// Milliseconds by stage.
    pub stages: BTreeMap<String, f64>,
    /// Whether it began more than one step after it was due.
    pub late: bool,
}

/// Where a walker means to go.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlanLine {
    /// Who.
    pub id: Key,
    /// The corners ahead, the next one first; null if it tells nobody.
    pub corners: Option<Vec<Point>>,
}

/// An entity laid open.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct EntityReport {
    /// Which.
    pub id: Key,
    /// What it is made of, by name.
    pub components: BTreeMap<String, String>,
    /// What it wished for lately, newest first.
    pub commands: Vec<CommandLine>,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CommandLine {
    /// Of which tick.
    pub tick: u64,
    /// In words.
    pub text: String,
}

/// A field with every tile of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FieldReport {
    /// Which.
    pub name: String,
    /// Of what kind its values are.
    pub kind: FieldKind,
    /// Every field there is.
    pub names: Vec<String>,
    /// Every kind of event.
    pub events: Vec<String>,
    /// Cells along a tile's side.
    pub side: u32,
    /// Metres along a cell's side.
    pub cell_metres: f64,
    /// All tiles.
    pub tiles: Vec<FieldTile>,
}

/// What a field's values are. A vector is polar (angle, length) or cartesian (east, north).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum FieldKind {
    Scalar,
    Polar,
    Cartesian,
}

/// A tile of cells, row by row from the south.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FieldTile {
    /// Tiles east.
    pub x: i32,
    /// Tiles north.
    pub y: i32,
    /// A number for each cell.
    pub values: Vec<f32>,
    /// The other number of a vector.
    pub second: Option<Vec<f32>>,
}

/// A layer of influence about a fighter: tiles of a metre, row by row from the south.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct InfluenceReport {
    /// Which.
    pub layer: String,
    /// Every layer there is.
    pub layers: Vec<String>,
    /// About whom; null if nobody fights.
    pub of: Option<String>,
    /// Who is on its side.
    pub own: Vec<String>,
    /// Who is on the other.
    pub theirs: Vec<String>,
    /// The south-western corner of the first tile.
    pub corner: Point,
    /// Tiles along a side.
    pub side: u32,
    /// A number for each tile; null where the layer says nothing.
    pub values: Vec<Option<f32>>,
}

/// A rumour's way through all minds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SpreadReport {
    /// Which, by the key a mind gives it.
    pub matter: String,
    /// How many minds were asked.
    pub minds: usize,
    /// Who learnt of it, in that order.
    pub steps: Vec<SpreadStep>,
}

/// Somebody learnt of a matter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SpreadStep {
    /// Who.
    pub id: Key,
    /// How.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub lesson: Lesson,
}

/// What everybody lets be marked on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LayerReport {
    /// Under which name.
    pub layer: String,
    /// By whom and what.
    pub marks: Vec<MindMark>,
}

/// Somebody's mark.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MindMark {
    /// Whose.
    pub id: Key,
    /// What it shows.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub mark: Mark,
}

/// Areas about a place, and what is heard and amiss there.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlacesReport {
    /// What areas are made of.
    pub areas: Vec<AreaBox>,
    /// What leads from one to another.
    pub chokes: Vec<ChokeMark>,
    /// What was heard lately by who did not see it.
    pub noises: Vec<NoiseMark>,
    /// What is not as it was left.
    pub amiss: Vec<AmissMark>,
}

/// A piece of an area.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AreaBox {
    /// Of which.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Its south-western corner.
    pub low: Point,
    /// Its north-eastern one.
    pub high: Point,
}

/// A door, window, gap or flight of stairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ChokeMark {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// Its middle.
    pub at: Point,
}

/// A noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct NoiseMark {
    /// When.
    pub tick: u64,
    /// What.
    pub sound: String,
    /// Where it was made.
    pub at: Point,
    /// Who heard it.
    pub heard: Vec<HeardWay>,
}

/// The way of a noise to somebody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct HeardWay {
    /// To whom.
    pub by: Key,
    /// How loud it was there, from 0 to 1.
    pub loudness: f64,
    /// Its corners, from where it was made on.
    pub corners: Vec<Point>,
}

/// Something amiss.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AmissMark {
    /// What.
    pub what: String,
    /// Where.
    pub at: Point,
    /// Since which tick.
    pub since: u64,
}
