//! Every technique by its name.

use super::reports::{Belief, Manner, Reports};
use super::snapshots::Snapshots;
use super::throws::{Gathering, Throws};
use super::turns::Turns;
use super::watch::{Conditions, Technique};
use super::world::World;
use super::yard::Yard;
use wold_wire::parcel::Patience;
use wold_wire::reckoning::{Convergence, Order};

/// Seconds of playing back late beyond what the link takes: two ticks, so that one may be lost.
const BUFFER: f64 = 0.1;
/// Seconds a parcel waits.
const TIMEOUT: f64 = 0.1;
/// Letters a parcel waits for.
const QUORUM: usize = 6;

/// How a technique is set up.
#[derive(Clone, Copy)]
pub enum Kind {
    Raw,
    Late,
    Grained,
    Coded,
    Reports(Manner),
    Throws(Gathering),
    Turns,
    World,
}

const fn reckoned(belief: Belief, convergence: Convergence) -> Kind {
    Kind::Reports(Manner { belief, convergence, walls: false, patience: None })
}

const fn parcels(patience: Patience) -> Kind {
    let (belief, convergence) = (Belief::Order(Order::First), Convergence::Cubic);
    Kind::Reports(Manner { belief, convergence, walls: false, patience: Some(patience) })
}

const PLACE: Belief = Belief::Order(Order::Zero);
const VELOCITY: Belief = Belief::Order(Order::First);
const FORCE: Belief = Belief::Order(Order::Second);

/// All of them; the first is what the others are compared with.
pub const ALL: [(&str, Kind); 25] = [
    ("snapshots-raw", Kind::Raw),
    ("snapshots-interpolated", Kind::Late),
    ("snapshots-quantised", Kind::Grained),
    ("snapshots-range-coded", Kind::Coded),
    ("reckoning-0-snap", reckoned(PLACE, Convergence::Snap)),
    ("reckoning-0-linear", reckoned(PLACE, Convergence::Linear)),
    ("reckoning-0-cubic", reckoned(PLACE, Convergence::Cubic)),
    ("reckoning-1-snap", reckoned(VELOCITY, Convergence::Snap)),
    ("reckoning-1-linear", reckoned(VELOCITY, Convergence::Linear)),
    ("reckoning-1-cubic", reckoned(VELOCITY, Convergence::Cubic)),
    ("reckoning-2-snap", reckoned(FORCE, Convergence::Snap)),
    ("reckoning-2-linear", reckoned(FORCE, Convergence::Linear)),
    ("reckoning-2-cubic", reckoned(FORCE, Convergence::Cubic)),
    ("history-snap", reckoned(Belief::Places, Convergence::Snap)),
    ("history-linear", reckoned(Belief::Places, Convergence::Linear)),
    ("history-cubic", reckoned(Belief::Places, Convergence::Cubic)),
    ("habits-cubic", reckoned(Belief::Habits, Convergence::Cubic)),
    (
        "habits-walls",
        Kind::Reports(Manner {
            belief: Belief::Habits,
            convergence: Convergence::Cubic,
            walls: true,
            patience: None,
        }),
    ),
    ("parcels-timeout", parcels(Patience::Timeout(TIMEOUT))),
    ("parcels-quorum", parcels(Patience::Quorum(QUORUM))),
    ("parcels-hybrid", parcels(Patience::Both(TIMEOUT, QUORUM))),
    ("filter-return", Kind::Throws(Gathering::Return)),
    ("filter-hold", Kind::Throws(Gathering::Hold)),
    ("lockstep", Kind::Turns),
    ("world", Kind::World),
];

/// Techniques whose name is, or begins with, what was asked for.
pub fn named(wanted: &str) -> Vec<(&'static str, Kind)> {
    let fits = |name: &str| {
        wanted == "all"
            || name == wanted
            || name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('-'))
    };
    ALL.into_iter().filter(|(name, _)| fits(name)).collect()
}

impl Kind {
    /// Both its ends, ready to begin.
    pub fn begin<'a>(self, yard: &'a Yard, conditions: &Conditions) -> Box<dyn Technique + 'a> {
        let late = conditions.one_way() + BUFFER;
        match self {
            Self::Raw => Box::new(Snapshots::raw()),
            Self::Late => Box::new(Snapshots::late(late)),
            Self::Grained => Box::new(Snapshots::grained(late)),
            Self::Coded => Box::new(Snapshots::coded(late)),
            Self::Reports(manner) => Box::new(Reports::new(manner, yard)),
            Self::Throws(gathering) => Box::new(Throws::new(gathering, late)),
            Self::World => Box::new(World::new(conditions)),
            Self::Turns => Box::new(Turns::new(conditions, yard)),
        }
    }
}
