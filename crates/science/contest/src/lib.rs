//! Contest: who meets whom, who leads, who won.
//!
//! * [`desk`]: [`Contest`], the desk where results are handed in: series, ties, no-shows, withdrawals, undoing a wrong
//!   report; the whole contest as one serialisable value.
//! * [`league`]: a contest among people and programs with names, as it is announced, kept and shown; [`draw`]: its pictures.
//! * [`format`](mod@format): the trait [`Format`], all that a new kind of tournament has to say; [`plan`]: the kinds there are, by name.
//! * Rank adjustment: [`ladder`] (hill climbing, ladder seasons, the ladder match), [`pyramid`] (king of the hill, seasons), [`club`] (a ladder without
//!   end: declines, revenge, people who come and go).
//! * Elimination: [`seeding`], [`single`], [`double`], [`lot`] (random selection and pairing), [`pools`] before a cup.
//! * Scoring: [`table`] (points), [`round_robin`], [`swiss`].
//! * [`odds`]: best-of-m series and simulated tournaments; [`results`], [`rating`]: tables of results and ratings from them.
//! * [`matchmaking`]: who of those who wait should meet; [`integrity`]: collusion, thrown matches, hidden strength.

pub mod club;
pub mod desk;
pub mod double;
pub mod draw;
pub mod format;
pub mod integrity;
pub mod ladder;
pub mod league;
pub mod lot;
pub mod matchmaking;
pub mod odds;
pub mod plan;
pub mod pools;
pub mod pyramid;
pub mod rating;
pub mod results;
pub mod round_robin;
pub mod seeding;
pub mod single;
pub mod swiss;
pub mod table;

#[cfg(test)]
mod conformance;

pub use desk::{Contest, ContestError, Line, MatchId, Open, Place, Report};
pub use format::{Bout, Format, Outcome, Player, Settled};
pub use plan::Plan;
