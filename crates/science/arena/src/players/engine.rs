//! Engines by name.

use std::str::FromStr;

/// Which search plays, and how much it may spend on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Any legal move.
    Random,
    /// Minimax without cuts, so many plies.
    Minimax(u32),
    /// The playing engine, so many plies.
    AlphaBeta(u32),
    /// Principal variation search around the evaluation, so many plies.
    Pvs(u32),
    /// Staged search, so many plies in the first stage.
    Staged(u32),
    /// Expectiminimax with Star2, so many plies.
    Expecti(u32),
    /// Monte Carlo tree search, so many simulations.
    Mcts(u64),
    /// Monte Carlo tree search that adds children one at a time, at random.
    Lazy(u64),
    /// Monte Carlo tree search that remembers the order of children.
    Remembered(u64),
    /// Two Monte Carlo trees, each with so many simulations, whose roots are added up.
    Trees(u64),
    /// One Monte Carlo tree grown by two threads; differs from run to run.
    Threads(u64),
    /// Monte Carlo search by action sets, so many simulations.
    Hierarchical(u64),
    /// Monte Carlo search of whole turns, so many simulations.
    Flat(u64),
    /// A named player of the game.
    Level(String),
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// It cannot be read.
    #[error(
        "{0:?} is no engine; there are random, minimax:DEPTH, alphabeta:DEPTH, pvs:DEPTH, staged:DEPTH, expecti:DEPTH, mcts:SIMULATIONS, lazy:…, remembered:…, trees:…, threads:…, hierarchical:SIMULATIONS, flat:SIMULATIONS and levels"
    )]
    Unknown(String),
    /// Its number is out of bounds.
    #[error("{engine}: {given} is not between 0 and {most}")]
    Amount {
        /// The engine.
        engine: String,
        /// What was given.
        given: String,
        /// The most allowed.
        most: u64,
    },
    /// The game does not have it.
    #[error("{engine} does not play this game; {hint}")]
    NotHere {
        /// The engine.
        engine: String,
        /// What does.
        hint: String,
    },
}

/// Plies at most.
const DEEPEST: u64 = 60;
/// Plies at most without cuts, where each multiplies the time by all moves.
const DEEPEST_PLAIN: u64 = 10;
/// Plies at most with cuts but without a table, all in one step.
const DEEPEST_CUT: u64 = 12;
/// Simulations at most of a search that is not interrupted.
const MOST_AT_ONCE: u64 = 100_000;
/// Plies at most through chance.
const DEEPEST_CHANCE: u64 = 4;
/// Simulations at most.
const MOST_SIMULATIONS: u64 = 100_000_000;

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        let (name, amount) = text.split_once(':').map_or((text, None), |(name, amount)| (name, Some(amount)));
        let number = |usual: u64, most: u64| match amount {
            None => Ok(usual),
            Some(given) => given.parse().ok().filter(|n| *n <= most).ok_or_else(|| EngineError::Amount {
                engine: name.into(),
                given: given.into(),
                most,
            }),
        };
        let depth = |usual: u64, most: u64| number(usual, most).map(|depth| depth as u32);
        let simulations = || number(1_000, MOST_SIMULATIONS);
        Ok(match name {
            "random" => Self::Random,
            "minimax" => Self::Minimax(depth(4, DEEPEST_PLAIN)?),
            "alphabeta" => Self::AlphaBeta(depth(6, DEEPEST)?),
            "pvs" => Self::Pvs(depth(5, DEEPEST_CUT)?),
            "staged" => Self::Staged(depth(4, DEEPEST_CUT)?),
            "expecti" => Self::Expecti(depth(2, DEEPEST_CHANCE)?),
            "mcts" => Self::Mcts(simulations()?),
            "lazy" => Self::Lazy(simulations()?),
            "remembered" => Self::Remembered(simulations()?),
            "trees" => Self::Trees(number(1_000, MOST_AT_ONCE)?),
            "threads" => Self::Threads(simulations()?),
            "hierarchical" => Self::Hierarchical(simulations()?),
            "flat" => Self::Flat(simulations()?),
            level if amount.is_none() && !level.is_empty() && level.chars().all(char::is_alphanumeric) => {
                Self::Level(level.into())
            }
            _ => return Err(EngineError::Unknown(text.chars().take(40).collect())),
        })
    }
}

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Minimax(depth) => write!(f, "minimax:{depth}"),
            Self::AlphaBeta(depth) => write!(f, "alphabeta:{depth}"),
            Self::Expecti(depth) => write!(f, "expecti:{depth}"),
            Self::Pvs(depth) => write!(f, "pvs:{depth}"),
            Self::Staged(depth) => write!(f, "staged:{depth}"),
            Self::Mcts(n) => write!(f, "mcts:{n}"),
            Self::Lazy(n) => write!(f, "lazy:{n}"),
            Self::Remembered(n) => write!(f, "remembered:{n}"),
            Self::Trees(n) => write!(f, "trees:{n}"),
            Self::Threads(n) => write!(f, "threads:{n}"),
            Self::Hierarchical(n) => write!(f, "hierarchical:{n}"),
            Self::Flat(n) => write!(f, "flat:{n}"),
            Self::Level(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_and_written_alike() {
        for text in [
            "random",
            "minimax:3",
            "alphabeta:6",
            "expecti:2",
            "pvs:5",
            "staged:4",
            "mcts:1000",
            "lazy:10",
            "remembered:10",
            "trees:10",
            "threads:10",
            "hierarchical:5",
            "flat:7",
            "Master",
        ] {
            assert_eq!(text.parse::<Engine>().map(|engine| engine.to_string()), Ok(text.to_string()));
        }
        assert_eq!("mcts".parse(), Ok(Engine::Mcts(1_000)));
        for text in
            ["", "mcts:-1", "mcts:x", "alphabeta:61", "who am i", "Master:3", "mcts:99999999999999999999"]
        {
            assert!(text.parse::<Engine>().is_err(), "{text}");
        }
    }
}
