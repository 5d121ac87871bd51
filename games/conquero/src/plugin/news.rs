//! What the game says to its guests, and they to it.
//!
//! All news is sent under one topic as postcard bytes of [`News`]; wishes are verbs with small payloads. Who plays is told what
//! their team sees: their own, and foes near any of them or near a centre they hold. Who only watches is told everything.

use crate::map::CentreId;
use crate::war::{AgentId, TeamId};
use serde::{Deserialize, Serialize};

/// The topic of all news.
pub const TOPIC: u16 = 0x0c00;
/// Wants to play; the payload may name a team.
pub const JOIN: u16 = 0x0c01;
/// Wants to watch.
pub const WATCH: u16 = 0x0c02;
/// Swings; the payload is the direction in 1/256 turn, or empty for straight ahead.
pub const SWING: u16 = 0x0c03;
/// Says something to the team; the payload is UTF-8.
pub const TALK: u16 = 0x0c04;
/// Points a place out to the team; the payload is two little-endian f32, metres of the world.
pub const PING: u16 = 0x0c05;
/// Wants to be told the setting and who plays.
pub const BRIEF: u16 = 0x0c06;

/// Anything the game says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// Where and by which rules.
    Setting(Setting),
    /// Who plays; told when it changes.
    Roster(Vec<Member>),
    /// How it stands; several times a second.
    State(State),
    /// What happened.
    Happened(Vec<Happening>),
    /// Somebody of the team says something.
    Talk {
        /// By which name.
        name: String,
        /// The words.
        text: String,
    },
    /// Somebody of the team points a place out, in metres of the world.
    Ping {
        /// By which name.
        name: String,
        /// Where.
        at: [f32; 2],
    },
    /// Which agent the guest leads; none of those who watch.
    Role(Option<AgentId>),
}

/// Where and by which rules. Lengths are in units of the map unless metres are named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The map's name.
    pub map: String,
    /// Its size.
    pub extent: [f32; 2],
    /// Its south-west corner in metres of the world.
    pub corner: [f32; 2],
    /// Metres of a unit.
    pub metres: f32,
    /// Places and sizes of the centres.
    pub centres: Vec<([f32; 2], f32)>,
    /// Their names.
    pub names: Vec<String>,
    /// The roads between them.
    pub roads: Vec<(CentreId, CentreId)>,
    /// How many teams.
    pub teams: u8,
    /// Seconds of a round; 0 without end.
    pub seconds: f32,
    /// Rounds of a series; 0 without end.
    pub rounds: u32,
    /// Whether holding everything ends a round.
    pub conquest: bool,
    /// Who is nearer than this to a centre is near it.
    pub near: f32,
    /// Seconds a capture takes.
    pub capture: f32,
    /// Length of a swing at level 0, and more for each level.
    pub reach: [f32; 2],
    /// Seconds between two swings.
    pub pause: f32,
    /// Seconds until the dead come back.
    pub respawn: f32,
}

/// Somebody on a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// On which.
    pub team: TeamId,
    /// The number of the body that plays it; 0 while nobody does.
    pub body: u64,
    /// What they are called.
    pub name: String,
    /// Whether a human leads it.
    pub human: bool,
}

/// How it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Steps of the war.
    pub step: u64,
    /// Seconds left of the round, or of the pause after it; none without end.
    pub left: Option<u32>,
    /// Rounds played before this one.
    pub round: u32,
    /// Whether the round is over and the next not begun.
    pub pause: bool,
    /// Size times seconds of each team.
    pub scores: Vec<u32>,
    /// Rounds each team won.
    pub wins: Vec<u32>,
    /// The centres.
    pub centres: Vec<CentreState>,
    /// The agents, in the order of the roster.
    pub agents: Vec<AgentState>,
}

/// What is known of a centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CentreState {
    /// Who holds it.
    pub owner: Option<TeamId>,
    /// Who is taking it and how much of it is done, of 255.
    pub taking: Option<(TeamId, u8)>,
    /// Whether several are near it, so that nobody can take it.
    pub contested: bool,
}

/// What is known of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentState {
    /// Whether it is there.
    pub presence: Presence,
    /// Its level in tenths.
    pub level: u16,
    /// Kills, deaths, captures.
    pub feats: [u16; 3],
}

/// Whether an agent is there, and where.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Presence {
    /// Nobody leads it.
    Absent,
    /// Alive, but out of sight.
    Hidden,
    /// Alive and seen.
    Seen {
        /// Where, in units of the map.
        at: [f32; 2],
        /// Which way it looks, in 1/256 turn.
        heading: u8,
        /// Hit points left, of 255.
        life: u8,
        /// Stamina left, of 255.
        stamina: u8,
    },
    /// Dead, back in so many steps.
    Dead {
        /// Steps.
        steps: u16,
    },
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// A centre was taken.
    Capture {
        /// By whom.
        agent: AgentId,
        /// Which.
        centre: CentreId,
        /// From whom.
        from: Option<TeamId>,
    },
    /// Somebody was hit.
    Hurt {
        /// By whom.
        by: AgentId,
        /// Who.
        agent: AgentId,
        /// How much.
        damage: u32,
    },
    /// Somebody died.
    Kill {
        /// By whom.
        by: AgentId,
        /// Who.
        agent: AgentId,
    },
    /// Somebody came back.
    Respawn {
        /// Who.
        agent: AgentId,
    },
    /// A round is over.
    RoundOver {
        /// Who won it.
        winner: Option<TeamId>,
        /// Whether it was the last of its series.
        last: bool,
    },
    /// A round begins.
    RoundBegins,
}

impl News {
    /// As a guest gets it.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("news always encodes")
    }

    /// What those bytes say.
    pub fn decode(bytes: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(bytes)
    }
}
