//! Players of Muster as data: a portfolio and a way to choose among its turns.

use super::engine::{Engine, EngineError};
use super::thinking::{Decided, Simulating, Thinking, WholeTurnSearch, not_here, plain_thinking};
use crate::Rules;
use crate::answer::Answer;
use crate::budget::{Budget, Ending};
use crate::games::muster::habits::Habit;
use crate::games::muster::units::DataError;
use crate::games::muster::{Deed, Muster, Phase, State};
use crate::mcts::{self, Mcts};
use crate::search::engine::{self, AlphaBeta};
use crate::turns::WholeTurn;
use crate::turns::portfolio::{Portfolio, PortfolioTurns, SymmetricPlayout};
use serde::Deserialize;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_space::text::line_at;

/// How a player chooses among its portfolio's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choose {
    /// Any legal action, portfolio or not.
    RandomMoves,
    /// Any of the turns.
    RandomTurn,
    /// Alpha-beta over turns.
    AlphaBeta,
    /// Monte Carlo search over turns.
    Uct,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// Its name.
    pub name: String,
    /// How it chooses.
    pub choose: Choose,
    /// Turns looked ahead by alpha-beta.
    #[serde(default = "two")]
    pub depth: u32,
    /// Simulations of Monte Carlo search.
    #[serde(default = "hundred")]
    pub iterations: u64,
    /// Partial players of the defence phase.
    #[serde(default)]
    pub defence: Vec<Habit>,
    /// Of the ability phase.
    #[serde(default)]
    pub ability: Vec<Habit>,
    /// Of the buy phase.
    #[serde(default)]
    pub buy: Vec<Habit>,
    /// Of the breach phase.
    #[serde(default)]
    pub breach: Vec<Habit>,
}

const fn two() -> u32 {
    2
}

const fn hundred() -> u64 {
    100
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    player: Vec<toml::Spanned<Difficulty>>,
}

const OWN: &str = include_str!("../../data/players.toml");
/// Plays on at the edge of a search, for both sides.
const SCRIPT: [Habit; 4] = [Habit::CheapestLoss, Habit::LeaveBlock, Habit::BuyBalanced, Habit::KillCost];
/// Actions of a playout at most.
const LONGEST_PLAYOUT: u32 = 2_000;

impl Difficulty {
    /// The players that come with the game, weakest first.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn own() -> Vec<Self> {
        Self::read(OWN).expect("the game's own players are sound")
    }

    /// Reads players.
    pub fn read(text: &str) -> Result<Vec<Self>, DataError> {
        let file: File = toml::from_str(text).map_err(|error| DataError::of(text, &error))?;
        let mut players: Vec<Self> = Vec::new();
        for spanned in file.player {
            let line = line_at(text, spanned.span().start);
            let player = spanned.into_inner();
            let wrong =
                |reason: String| Err(DataError { line, reason: format!("{}: {reason}", player.name) });
            if players.iter().any(|other| other.name == player.name) {
                return wrong("is there twice".into());
            }
            for (phase, habits) in player.phases() {
                if let Some(stray) = habits.iter().find(|habit| habit.phase() != phase) {
                    return wrong(format!("{stray:?} does not belong to {phase:?}"));
                }
                if habits.is_empty() && player.choose != Choose::RandomMoves {
                    return wrong(format!("nobody plays {phase:?}"));
                }
            }
            if player.depth > 6 || player.iterations > 1_000_000 {
                return wrong("looks too far: depth 6 and 1000000 iterations are the most".into());
            }
            players.push(player);
        }
        Ok(players)
    }

    fn phases(&self) -> [(Phase, &[Habit]); 4] {
        [
            (Phase::Defence, &self.defence),
            (Phase::Ability, &self.ability),
            (Phase::Buy, &self.buy),
            (Phase::Breach, &self.breach),
        ]
    }

    /// Its portfolio.
    #[must_use]
    pub fn portfolio(&self) -> Portfolio<Habit> {
        Portfolio::new(self.phases().map(|(_, habits)| habits.to_vec()).to_vec())
    }

    /// The game as its search sees it.
    #[must_use]
    pub fn turns(&self, game: &Muster) -> PortfolioTurns<Muster, Habit> {
        PortfolioTurns { rules: game.clone(), portfolio: Arc::new(self.portfolio()), judge: judge(game) }
    }

    /// Sets it to think about a position.
    #[must_use]
    pub fn thinking(&self, game: &Muster, state: &State, seed: Seed) -> Box<dyn Thinking<Deed>> {
        match self.choose {
            Choose::RandomMoves => {
                plain_thinking(game, state, &Engine::Random, seed, 0.0).expect("random plays every game")
            }
            Choose::RandomTurn => {
                let mut stream = Stream::named(seed, "random turn", &[game.hash(state)]);
                let turns = self.portfolio().turns(game, state);
                let turn = stream.pick(&turns).cloned();
                Box::new(Decided(Answer {
                    ending: if turn.is_some() { Ending::Complete } else { Ending::Over },
                    line: turn.into_iter().collect(),
                    value: 0.0,
                    bounds: (-1.0, 1.0),
                    candidates: Vec::new(),
                    stats: crate::Stats::default(),
                }))
            }
            Choose::AlphaBeta => {
                let config = engine::Config { table_bits: 12, quiescence: 0, ..engine::Config::default() };
                let search = AlphaBeta::new(self.turns(game), *state, config);
                Box::new(TurnDeepening { search, depth: self.depth })
            }
            Choose::Uct => {
                let config = mcts::Config { exploration: 0.5, seed, ..mcts::Config::default() };
                let search = Mcts::new(self.turns(game), *state, config, judge(game));
                Box::new(WholeTurnSearch(Simulating { search, left: self.iterations }))
            }
        }
    }
}

fn judge(game: &Muster) -> SymmetricPlayout<Muster, Habit> {
    SymmetricPlayout { rules: game.clone(), script: Arc::new(SCRIPT), most: LONGEST_PLAYOUT }
}

/// Alpha-beta over whole turns.
struct TurnDeepening {
    search: AlphaBeta<PortfolioTurns<Muster, Habit>>,
    depth: u32,
}

impl Thinking<Deed> for TurnDeepening {
    fn step(&mut self, slice: &Budget) -> bool {
        let budget = Budget { depth: Some(self.depth), ..slice.clone() };
        let answer = self.search.run(&budget);
        matches!(answer.ending, Ending::Partial(limit) if limit != crate::Limit::Depth)
    }

    fn answer(&self) -> Answer<WholeTurn<Deed>> {
        self.search.answer().clone()
    }
}

impl super::Contender for Muster {
    fn thinking(
        &self,
        state: &State,
        engine: &Engine,
        seed: Seed,
    ) -> Result<Box<dyn Thinking<Deed>>, EngineError> {
        match engine {
            Engine::Random => plain_thinking(self, state, engine, seed, 0.0),
            Engine::Level(name) => {
                let players = Difficulty::own();
                let player = players.iter().find(|player| player.name.eq_ignore_ascii_case(name));
                player.map(|player| player.thinking(self, state, seed)).ok_or_else(|| {
                    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
                    not_here(engine, &format!("{} do", names.join(", ")))
                })
            }
            Engine::Mcts(iterations) | Engine::Hierarchical(iterations) => {
                let master = Difficulty::own().pop().expect("there are players");
                Ok(Difficulty { iterations: *iterations, ..master }.thinking(self, state, seed))
            }
            Engine::AlphaBeta(depth) => {
                let master = Difficulty::own().pop().expect("there are players");
                let player = Difficulty { choose: Choose::AlphaBeta, depth: *depth, ..master };
                Ok(player.thinking(self, state, seed))
            }
            other => Err(not_here(other, "levels such as Master, mcts and alphabeta do")),
        }
    }

    fn engines(&self) -> Vec<String> {
        Difficulty::own().into_iter().rev().map(|player| player.name).collect()
    }
}
