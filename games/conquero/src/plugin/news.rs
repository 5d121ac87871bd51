//! What the game says to its guests, and they to it.
//!
//! It tells rows by [`wold_wire::herald`]: what stands as rows of its own kinds, what happens as calls; `dispatch` says to whom. Wishes are verbs with small payloads. Lengths are in units of
//! the map unless metres are named.

use crate::map::CentreId;
use crate::war::{AgentId, TeamId};
use wold_wire::herald::{Extent, Field, Policy, Quantity, Value};
use wold_wire::told;
use wold_world::Registry;
use wold_world::herald::Telling;

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
/// Asked to be told the setting, when that had to be asked for; logs of worlds still hold it.
pub const BRIEF: u16 = 0x0c06;

/// Where and by which rules; one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The map's name.
    pub map: String,
    /// Its size from west to east.
    pub width: f64,
    /// Its size from south to north.
    pub height: f64,
    /// Its south-west corner, metres of the world east.
    pub east: f64,
    /// And north.
    pub north: f64,
    /// Metres of a unit.
    pub metres: f64,
    /// How many teams.
    pub teams: u8,
    /// Seconds of a round; 0 without end.
    pub seconds: f64,
    /// Rounds of a series; 0 without end.
    pub rounds: u32,
    /// Whether holding everything ends a round.
    pub conquest: bool,
    /// Who is nearer than this to a centre is near it.
    pub near: f64,
    /// Seconds a capture takes.
    pub capture: f64,
    /// Length of a swing at level 0.
    pub reach: f64,
    /// And more for each level.
    pub reach_per_level: f64,
    /// Seconds between two swings.
    pub pause: f64,
    /// Seconds until the dead come back.
    pub respawn: f64,
}

/// A place on the map or a length there.
const fn length() -> Field {
    Field::real(0, 65_535, 100)
}

/// Metres of the world.
const fn metres() -> Field {
    Field::real(-8_400_000, 8_400_000, 100)
}

const fn seconds() -> Field {
    Field::real(0, 10_000_000, 100)
}

const fn team() -> Field {
    Field::whole(0, 31)
}

told! { Setting = "conquero/setting" {
    map: Field::letters(64),
    width: length(),
    height: length(),
    east: metres(),
    north: metres(),
    metres: Field::real(0, 100, 10_000),
    teams: team(),
    seconds: seconds(),
    rounds: Field::count(),
    conquest: Field::flag(),
    near: length(),
    capture: seconds(),
    reach: length(),
    reach_per_level: length(),
    pause: seconds(),
    respawn: seconds(),
} }

/// A centre, by its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// How far east.
    pub x: f64,
    /// How far north.
    pub y: f64,
    /// What it is worth.
    pub size: f64,
    /// What it is called.
    pub name: String,
}

told! { Place = "conquero/centre" { x: length(), y: length(), size: length(), name: Field::letters(96) } }

/// A road between two centres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road {
    /// From which.
    pub a: CentreId,
    /// To which.
    pub b: CentreId,
}

told! { Road = "conquero/road" { a: Field::whole(0, 511), b: Field::whole(0, 511) } }

/// How the rounds go; one row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The tick in which the war's step was 0.
    pub zero: u64,
    /// Seconds left of the round, or of the pause after it; none without end.
    pub left: Option<u32>,
    /// Rounds played before this one.
    pub round: u32,
    /// Whether the round is over and the next not begun.
    pub pause: bool,
}

told! { Round = "conquero/round" {
    zero: Field::count(),
    left: Field::count().or_nothing(),
    round: Field::count(),
    pause: Field::flag(),
} }

/// A team, by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Size times seconds.
    pub score: u32,
    /// Rounds won.
    pub wins: u32,
}

told! { Tally = "conquero/team" { score: Field::count(), wins: Field::count() } }

/// How a centre stands, by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Who holds it.
    pub owner: Option<TeamId>,
    /// Who is taking it.
    pub taker: Option<TeamId>,
    /// How much of that is done, of 255.
    pub share: u8,
    /// Whether several are near it, so that nobody can take it.
    pub contested: bool,
}

told! { Hold = "conquero/hold" {
    owner: team().or_nothing(),
    taker: team().or_nothing(),
    share: Field::whole(0, 255),
    contested: Field::flag(),
} }

/// Somebody on a team, by the agent's number.
#[derive(Clone, Debug, PartialEq, Eq)]
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

told! { Member = "conquero/member" {
    team: team(),
    body: Field::id(),
    name: Field::letters(32),
    human: Field::flag(),
} }

/// How an agent stands, by its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Whether it is alive.
    pub alive: bool,
    /// The step in which it comes back, if it is dead; nothing if nobody leads it either.
    pub back: Option<u64>,
    /// Its level.
    pub level: f64,
    /// Whom it killed.
    pub kills: u32,
    /// How often it was killed.
    pub deaths: u32,
    /// Centres taken.
    pub captures: u32,
}

told! { Standing = "conquero/standing" {
    alive: Field::flag(),
    back: Field::count().or_nothing(),
    level: Field::real(0, 1000, 10),
    kills: Field::count(),
    deaths: Field::count(),
    captures: Field::count(),
} }

/// Where somebody alive is, by the agent's number: known to those who see them.
#[derive(Clone, Debug, PartialEq)]
pub struct Whereabouts {
    /// How far east.
    pub x: f64,
    /// How far north.
    pub y: f64,
    /// Units a second east.
    pub vx: f64,
    /// And north.
    pub vy: f64,
    /// Which way it looks, in 1/256 turn.
    pub heading: u8,
    /// Hit points left, of 255.
    pub life: u8,
    /// Stamina left, of [`FULL_STAMINA`].
    pub stamina: u8,
}

/// Stamina is told in so many steps: it changes all the time.
pub const FULL_STAMINA: u8 = 63;
/// Steps of a tenth of a unit that somebody may be off before they are told anew: four tenths of a metre.
const SLACK: u32 = 20;

told! { Whereabouts = "conquero/whereabouts" {
    x: Field::real(-1000, 66_000, 10).going_by("vx", SLACK),
    y: Field::real(-1000, 66_000, 10).going_by("vy", SLACK),
    vx: Field::real(-200, 200, 4),
    vy: Field::real(-200, 200, 4),
    heading: Field::whole(0, 255),
    life: Field::whole(0, 255),
    stamina: Field::whole(0, FULL_STAMINA as i32),
} }

/// A centre was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// By whom.
    pub agent: AgentId,
    /// Which.
    pub centre: CentreId,
    /// From whom.
    pub from: Option<TeamId>,
}

told! { Captured = "conquero/captured" {
    agent: Field::count(),
    centre: Field::whole(0, 511),
    from: team().or_nothing(),
} }

/// Somebody was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hurt {
    /// By whom.
    pub by: AgentId,
    /// Who.
    pub agent: AgentId,
    /// How much.
    pub damage: u32,
}

told! { Hurt = "conquero/hurt" { by: Field::count(), agent: Field::count(), damage: Field::count() } }

/// Somebody died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Killed {
    /// By whom.
    pub by: AgentId,
    /// Who.
    pub agent: AgentId,
}

told! { Killed = "conquero/killed" { by: Field::count(), agent: Field::count() } }

/// Somebody came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Risen {
    /// Who.
    pub agent: AgentId,
}

told! { Risen = "conquero/risen" { agent: Field::count() } }

/// A round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundOver {
    /// Who won it.
    pub winner: Option<TeamId>,
    /// Whether it was the last of its series.
    pub last: bool,
}

told! { RoundOver = "conquero/over" { winner: team().or_nothing(), last: Field::flag() } }

/// A round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundBegins {}

told! { RoundBegins = "conquero/begins" {} }

/// Somebody of the team says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Talk {
    /// By which name.
    pub name: String,
    /// The words.
    pub text: String,
}

told! { Talk = "conquero/talk" { name: Field::letters(32), text: Field::letters(255) } }

/// Somebody of the team points a place out, in metres of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Ping {
    /// By which name.
    pub name: String,
    /// How far east.
    pub east: f64,
    /// How far north.
    pub north: f64,
}

told! { Ping = "conquero/ping" { name: Field::letters(32), east: metres(), north: metres() } }

macro_rules! numbers {
    ($($id:ident),+) => {
        $(impl Quantity for $id {
            fn value(&self, extent: Extent) -> Value {
                self.0.value(extent)
            }

            fn of(value: &Value, extent: Extent) -> Option<Self> {
                Quantity::of(value, extent).map(Self)
            }
        })+
    };
}

numbers!(TeamId, AgentId, CentreId);

/// Registers all of it.
pub(super) fn register(registry: &mut Registry) {
    let (once, passing) = (Telling::by(Policy::Once), Telling::by(Policy::Passing));
    registry.replicate_posts::<Setting>(once);
    registry.replicate_posts::<Place>(once);
    registry.replicate_posts::<Road>(once);
    registry.replicate_posts::<Round>(Telling::by(Policy::Delta).every(4));
    registry.replicate_posts::<Tally>(Telling::by(Policy::Delta).every(4));
    registry.replicate_posts::<Hold>(Telling::by(Policy::Delta).every(4));
    registry.replicate_posts::<Member>(Telling::by(Policy::Delta));
    registry.replicate_posts::<Standing>(Telling::by(Policy::Delta));
    registry.replicate_posts::<Whereabouts>(Telling::by(Policy::Reckoned).every(2));
    registry.replicate_posts::<Captured>(passing);
    registry.replicate_posts::<Hurt>(passing);
    registry.replicate_posts::<Killed>(passing);
    registry.replicate_posts::<Risen>(passing);
    registry.replicate_posts::<RoundOver>(passing);
    registry.replicate_posts::<RoundBegins>(passing);
    registry.replicate_posts::<Talk>(passing);
    registry.replicate_posts::<Ping>(passing);
}
