//! Why everything was done: records, and the same in words.

use super::gaps::Look;
use super::score::Score;
use super::spots::SpotId;
use super::terms::{Leaving, Mode, Outcome};
use crate::places::ChokeId;
use std::fmt;
use wold_space::{DVec3, EntityId, Tick};

/// How a spot was found empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleared {
    /// Somebody stood there.
    Reached,
    /// Somebody saw it in passing.
    Seen,
    /// Nobody got there in time.
    GivenUp,
}

/// Something that happened in a search, and its reason.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The search began; the moment for a line and a gesture.
    Begins {
        /// How it is done.
        mode: Mode,
        /// Whether somebody was lost from sight, else something was heard.
        lost: bool,
    },
    /// Somebody joined.
    Joins,
    /// The first moments are over: from now on only the last known place counts.
    Forgets {
        /// That place.
        place: DVec3,
    },
    /// Goes to look, and says so.
    Announces {
        /// Where.
        place: DVec3,
        /// Metres away.
        metres: f64,
    },
    /// Answers one who announced.
    Acknowledges {
        /// Whom.
        to: EntityId,
    },
    /// Covers the investigators.
    Covers {
        /// The choke it watches, if one was free.
        choke: Option<ChokeId>,
    },
    /// Is not needed and goes back to what it did.
    LosesInterest,
    /// Is where it was to look, or sees it.
    Arrives,
    /// Nobody got there in time.
    NobodyArrived,
    /// Investigator is back.
    Returns,
    /// Was not heard of again: its place is a new stimulus.
    Missing {
        /// Its last place.
        place: DVec3,
    },
    /// The wide phase begins, for all.
    Sweeps {
        /// Spots there are.
        spots: usize,
    },
    /// Spots were made.
    Spots {
        /// How many new ones.
        made: usize,
        /// In how wide a circle.
        radius: f64,
        /// Of how many candidates.
        candidates: usize,
    },
    /// Was given a spot.
    Takes {
        /// Which.
        spot: SpotId,
        /// Its score.
        score: Score,
        /// The next best, if there was one.
        second: Option<(SpotId, f64)>,
    },
    /// A spot is empty.
    Clears {
        /// Which.
        spot: SpotId,
        /// How it is known.
        how: Cleared,
    },
    /// A spot is free again.
    Frees {
        /// Which.
        spot: SpotId,
    },
    /// Looks into an opening.
    Looks {
        /// How.
        look: Look,
        /// Where it begins.
        mouth: DVec3,
    },
    /// All spots were used up: more were made in the same circle.
    LargerPool,
    /// All spots were used up: the one searched longest ago is open again.
    Reopens {
        /// Which.
        spot: SpotId,
        /// Seconds since it was searched.
        seconds: f64,
    },
    /// All spots were used up: the circle is wider.
    Widens {
        /// Metres.
        radius: f64,
    },
    /// Will give up soon.
    GivesUp {
        /// Whether time is up, else there are no spots.
        time: bool,
    },
    /// Left.
    Leaves {
        /// Why.
        why: Leaving,
    },
    /// It is over.
    Ends {
        /// How.
        outcome: Outcome,
    },
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// When.
    pub tick: Tick,
    /// Who, if it concerns one.
    pub who: Option<EntityId>,
    /// What and why.
    pub event: Event,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:6.2} s ", self.tick.seconds())?;
        if let Some(who) = self.who {
            write!(f, "{} ", who.0)?;
        }
        let point = |at: &DVec3| format!("{:.1}, {:.1}", at.x, at.y);
        match &self.event {
            Event::Begins { mode, lost } => {
                write!(
                    f,
                    "search begins, {}: {}",
                    mode.label(),
                    if *lost { "lost from sight" } else { "something was noticed" }
                )
            }
            Event::Joins => write!(f, "joins"),
            Event::Forgets { place } => write!(f, "only the last known place counts now: {}", point(place)),
            Event::Announces { place, metres } => {
                write!(f, "goes to look at {}, {metres:.1} m away", point(place))
            }
            Event::Acknowledges { to } => write!(f, "acknowledges {}", to.0),
            Event::Covers { choke: Some(choke) } => write!(f, "covers, watching choke {}", choke.0),
            Event::Covers { choke: None } => write!(f, "covers"),
            Event::LosesInterest => write!(f, "loses interest: one is enough"),
            Event::Arrives => write!(f, "sees the place: nobody"),
            Event::NobodyArrived => write!(f, "nobody got there in time"),
            Event::Returns => write!(f, "is back"),
            Event::Missing { place } => write!(f, "was not heard of again; last at {}", point(place)),
            Event::Sweeps { spots } => write!(f, "all sweep now: {spots} spots"),
            Event::Spots { made, radius, candidates } => {
                write!(f, "{made} spots made of {candidates} candidates within {radius:.1} m")
            }
            Event::Takes { spot, score, second } => {
                write!(
                    f,
                    "takes spot {}: {:.1} = {:.1} estimate + {:.1} walk + {:.1} truth + {:.1} dread - {:.1} prior - {:.1} apart",
                    spot.0,
                    score.total(),
                    score.estimate,
                    score.own,
                    score.truth,
                    score.dread,
                    score.prior,
                    score.apart
                )?;
                second.map_or(Ok(()), |(spot, total)| write!(f, "; next {} with {total:.1}", spot.0))
            }
            Event::Clears { spot, how } => {
                let how = match how {
                    Cleared::Reached => "stood there",
                    Cleared::Seen => "saw it",
                    Cleared::GivenUp => "did not get there in time",
                };
                write!(f, "clears spot {}: {how}", spot.0)
            }
            Event::Frees { spot } => write!(f, "leaves spot {} to others", spot.0),
            Event::Looks { look, mouth } => {
                let how = match look {
                    Look::WalkOver => "walks over to",
                    Look::Turn => "turns to",
                    Look::Glance => "glances into",
                };
                write!(f, "{how} an opening at {}", point(mouth))
            }
            Event::LargerPool => write!(f, "no spot left: a larger pool"),
            Event::Reopens { spot, seconds } => {
                write!(f, "no spot left: {} again, searched {seconds:.0} s ago", spot.0)
            }
            Event::Widens { radius } => write!(f, "no spot left: wider, {radius:.1} m"),
            Event::GivesUp { time: true } => write!(f, "gives up soon: time is up"),
            Event::GivesUp { time: false } => write!(f, "gives up soon: no spot left"),
            Event::Leaves { why } => write!(f, "leaves: {}", why.label()),
            Event::Ends { outcome } => write!(f, "search ends: {}", outcome.label()),
        }
    }
}
