//! Games and the searches that play them: exact first, then strong.
//!
//! What a game is:
//! * [`rules`]: the contract between a game and a search; [`conformance`] checks it; [`perft`] counts.
//! * [`games`]: from Nim to connect four, dice, wide turns and a game of economy and combat.
//! * [`notation`]: names of moves, boards and positions for people.
//!
//! How to play it:
//! * [`search`]: minimax, alpha-beta and what grew from it; chance; exact values.
//! * [`mcts`]: Monte Carlo tree search.
//! * [`turns`]: turns of many actions: by action sets, whole at random, or by a portfolio of partial players.
//! * [`budget`], [`answer`]: what a search may spend, and what it says.
//!
//! Who plays:
//! * [`players`]: engines by name, matches, ladders.
//! * [`table`]: any game with any engine behind one face, for programs and pages.

pub mod answer;
pub mod budget;
pub mod conformance;
pub mod games;
pub mod mcts;
pub mod notation;
pub mod perft;
pub mod players;
pub mod rules;
pub mod search;
pub mod table;
pub mod turns;
pub mod zobrist;

pub use answer::{Answer, Candidate, Stats};
pub use budget::{Budget, Clock, Ending, Limit};
pub use notation::Notation;
pub use rules::{Rules, Side, Turn};
