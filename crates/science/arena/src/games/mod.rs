//! The games.
//!
//! | file | game | what it shows |
//! |---|---|---|
//! | [`noughts`] | noughts and crosses on n × n, k in a row | symmetry, exact node counts |
//! | [`heaps`] | Division Nim, Factor Division Nim, Nim, One-Two-Three Nim | solved games |
//! | [`connect_four`] | connect four | bitboards, bulk counting |
//! | [`breakthrough`] | breakthrough | bitboards, fast playouts |
//! | [`othello`] | othello | passes, margins |
//! | [`diced`] | Diced and Copper noughts and crosses | chance, endless games |
//! | [`flipflop`] | n²-Pile Flipflop | hidden depth in piles |
//! | [`dilemma`] | iterated prisoner's dilemma | simultaneous, not zero-sum |
//! | [`tree`] | trees written out by hand | test vectors |
//! | [`skirmish`] | squads of up to 16 units, 12 orders each | turns far too wide to list |
//! | [`muster`] | economy and combat with units as data | portfolios |

pub mod breakthrough;
pub mod connect_four;
pub mod diced;
pub mod dilemma;
pub mod flipflop;
pub mod heaps;
pub mod muster;
pub mod noughts;
pub mod othello;
pub mod skirmish;
pub mod tree;

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// A size outside what the game supports.
    #[error("{what} {given} is not between {least} and {most}")]
    Size {
        /// What was given.
        what: &'static str,
        /// How much of it.
        given: u64,
        /// The least supported.
        least: u64,
        /// The most supported.
        most: u64,
    },
}

pub(crate) fn sized(what: &'static str, given: u64, least: u64, most: u64) -> Result<(), GameError> {
    if (least..=most).contains(&given) {
        return Ok(());
    }
    Err(GameError::Size { what, given, least, most })
}
