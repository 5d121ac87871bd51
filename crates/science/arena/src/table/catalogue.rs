//! The games by name.

use super::seat::{Maker, Seat};
use super::{Table, TableError};
use crate::games::breakthrough::Breakthrough;
use crate::games::connect_four::ConnectFour;
use crate::games::diced::{Diced, MOST_SIDES};
use crate::games::flipflop::Flipflop;
use crate::games::heaps::{Division, MOST_MATCHES, Taking};
use crate::games::muster::Muster;
use crate::games::muster::units::UnitSet;
use crate::games::noughts::Noughts;
use crate::games::othello::Othello;
use crate::games::skirmish::{Attrition, Skirmish};
use crate::games::{GameError, sized, skirmish};
use crate::mcts::playout::AbstractPlayout;
use crate::players::engine::{Engine, EngineError};
use crate::players::thinking::{chance_thinking, turn_thinking};
use crate::players::{Contender, Thinking};
use crate::turns::habit::HabitPlayout;
use wold_chance::Seed;

/// A game that can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name, and after a colon its numbers.
    pub name: &'static str,
    /// What it is, with its numbers' meaning and defaults.
    pub about: &'static str,
}

const fn listed(name: &'static str, about: &'static str) -> Listed {
    Listed { name, about }
}

/// The games.
pub const GAMES: [Listed; 12] = [
    listed("noughts", "noughts and crosses, :SIZE,LINE (3,3)"),
    listed("connect-four", "connect four"),
    listed("breakthrough", "breakthrough on 8 x 8"),
    listed("othello", "othello"),
    listed("division-nim", "split a heap unequally, :MATCHES (7)"),
    listed("factor-nim", "halves are allowed by the turn's factors, :MATCHES (7)"),
    listed("nim", "take from one heap, :HEAP,HEAP,... (1,2,3)"),
    listed("one-two-three", "take one to three, :MATCHES (9)"),
    listed("copper", "noughts and crosses with dice, :SIZE,LINE,SIDES (3,3,2)"),
    listed("flipflop", "piles that turn over, :SIZE (3)"),
    listed("skirmish", "squads with twelve orders a unit, :UNITS (8)"),
    listed("portfolio", "Muster: economy and combat with units as data, :SEED (1)"),
];

fn numbers(game: &str, text: &str) -> Result<Vec<u64>, TableError> {
    let parts: Result<Vec<u64>, _> = text.split(',').filter(|t| !t.is_empty()).map(str::parse).collect();
    parts.map_err(|_| TableError::Setup {
        game: game.into(),
        reason: format!(
            "{:?} is not whole numbers joined by commas",
            text.chars().take(40).collect::<String>()
        ),
    })
}

/// A small number as the game takes it; one that does not fit is named as it was given.
fn small(what: &'static str, number: u64, most: u8) -> Result<u8, GameError> {
    sized(what, number, 1, most.into())?;
    Ok(number as u8)
}

/// Opens a game by name, such as `noughts:4,3`. `units` replaces the units of the portfolio game.
pub fn open(text: &str, units: Option<&UnitSet>) -> Result<Box<dyn Table>, TableError> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let given = numbers(name, rest)?;
    let number = |index: usize, usual: u64| given.get(index).copied().unwrap_or(usual);
    let most = match name {
        "nim" => 20,
        "copper" => 3,
        "noughts" => 2,
        "connect-four" | "breakthrough" | "othello" => 0,
        _ => 1,
    };
    let setup = |reason: String| TableError::Setup { game: name.chars().take(40).collect(), reason };
    if GAMES.iter().any(|listed| listed.name == name) && given.len() > most {
        return Err(setup(format!("{} numbers; it takes {most}", given.len())));
    }
    let fits = |error: GameError| setup(error.to_string());
    let matches = |number: u64| small("matches", number, MOST_MATCHES).map_err(fits);
    Ok(match name {
        "noughts" => seat(Noughts::new(number(0, 3) as usize, number(1, 3) as usize).map_err(fits)?, false),
        "connect-four" => seat(ConnectFour, false),
        "breakthrough" => seat(Breakthrough, false),
        "othello" => seat(Othello, false),
        "division-nim" => seat(Division::new(matches(number(0, 7))?).map_err(fits)?, false),
        "factor-nim" => seat(Division::by_factors(matches(number(0, 7))?).map_err(fits)?, false),
        "nim" => {
            let heaps = if given.is_empty() { vec![1, 2, 3] } else { given.clone() };
            let heaps = heaps.into_iter().map(matches).collect::<Result<Vec<u8>, _>>()?;
            seat(Taking::nim(&heaps).map_err(fits)?, false)
        }
        "one-two-three" => seat(Taking::one_two_three(matches(number(0, 9))?).map_err(fits)?, false),
        "copper" => {
            let (size, line) = (number(0, 3) as usize, number(1, 3) as usize);
            let sides = small("sides of the die", number(2, 2), MOST_SIDES).map_err(fits)?;
            seat(Diced::new(size, line, sides).map_err(fits)?, true)
        }
        "flipflop" => seat(Flipflop::new(number(0, 3) as usize).map_err(fits)?, false),
        "skirmish" => seat(Skirmish::new(number(0, 8) as usize).map_err(fits)?, false),
        "portfolio" => {
            let units = units.cloned().unwrap_or_else(UnitSet::own);
            let seed = number(0, 1);
            let maker: Maker<Muster> =
                Box::new(move |pair| Muster::new(&units, Seed(seed).child("game", &[pair])));
            Box::new(Seat::new(maker, false))
        }
        other => {
            let names: Vec<&str> = GAMES.iter().map(|listed| listed.name).collect();
            return Err(TableError::NoGame(other.chars().take(40).collect(), names.join(", ")));
        }
    })
}

fn seat<G: Contender>(game: G, has_chance: bool) -> Box<dyn Table> {
    Box::new(Seat::new(Box::new(move |_| game.clone()), has_chance))
}

impl Contender for Noughts {
    /// All of the theory's, for escapes here are narrow.
    fn exploration(&self) -> f64 {
        crate::mcts::Config::default().exploration
    }
}

impl Contender for ConnectFour {}
impl Contender for Breakthrough {}
impl Contender for Othello {}
impl Contender for Division {}
impl Contender for Taking {}
impl Contender for Flipflop {}

impl Contender for Diced {
    fn thinking(
        &self,
        state: &Self::State,
        engine: &Engine,
        seed: Seed,
    ) -> Result<Box<dyn Thinking<Self::Move>>, EngineError> {
        chance_thinking(self, state, engine, seed)
    }

    fn engines(&self) -> Vec<String> {
        ["expecti:2", "mcts:5000", "mcts:500", "random"].map(String::from).to_vec()
    }
}

impl Contender for Skirmish {
    fn thinking(
        &self,
        state: &skirmish::State,
        engine: &Engine,
        seed: Seed,
    ) -> Result<Box<dyn Thinking<Self::Move>>, EngineError> {
        let then = AbstractPlayout(Attrition { units: self.units() });
        let playout = HabitPlayout { rules: *self, turns: 2, random: 0.2, then };
        turn_thinking(self, state, engine, seed, &playout)
    }

    fn engines(&self) -> Vec<String> {
        ["hierarchical:2000", "hierarchical:300", "flat:2000", "random"].map(String::from).to_vec()
    }
}
