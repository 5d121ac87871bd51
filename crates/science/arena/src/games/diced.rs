//! Diced noughts and crosses: a mark must be won by dice.
//!
//! On m × m squares with an n-sided die and ℓ in a row to win, a player distributes n marks over empty squares and casts
//! the die for each of them: the square is taken with probability marks/n. With one side this is the ordinary game;
//! with two it is Copper noughts and crosses: one square for certain, or a coin each for two squares.
//!
//! A throw may take nothing, so games have no longest length: search it with a depth, or take the fixed point of
//! [`crate::search::fixed_point`].

use super::noughts::Noughts;
use super::{GameError, sized};
use crate::notation::{Board, Cell, Notation, square_name};
use crate::{Rules, Side, Turn};
use wold_chance::mix;

/// The most sides of the die.
pub(crate) const MOST_SIDES: u8 = 4;

/// The rules.
#[derive(Clone, Debug)]
pub struct Diced {
    board: Noughts,
    sides: u8,
}

/// A position: marks, who moves or whose dice fall, and what was bet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    marks: [u64; 2],
    to_move: Side,
    /// Squares and marks on them; empty unless dice are about to fall.
    bet: Vec<(u8, u8)>,
}

impl State {
    /// A side's marks, row by row from the top.
    #[must_use]
    pub fn marks(&self, side: Side) -> u64 {
        self.marks[side.index()]
    }
}

/// What a player or the dice do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Marks on squares, in the order of squares.
    Bet(Vec<(u8, u8)>),
    /// The squares the dice gave, one bit each.
    Fall(u64),
}

impl Diced {
    /// A board of m × m, ℓ in a row win, a die of `sides` sides.
    pub fn new(m: usize, line: usize, sides: u8) -> Result<Self, GameError> {
        sized("board size", m as u64, 1, 4)?;
        sized("sides of the die", sides.into(), 1, MOST_SIDES.into())?;
        Ok(Self { board: Noughts::new(m, line)?, sides })
    }

    /// Copper noughts and crosses: 3 × 3 with a coin.
    #[must_use]
    pub fn copper() -> Self {
        Self { board: Noughts::new(3, 3).expect("3 x 3 is a board"), sides: 2 }
    }

    fn bets(&self, free: u64) -> Vec<Vec<(u8, u8)>> {
        let squares: Vec<u8> = (0..64).filter(|square| free & (1 << square) != 0).collect();
        let mut found = Vec::new();
        distribute(&squares, self.sides, &mut Vec::new(), &mut found);
        found
    }
}

/// All ways to put `marks` marks on squares, each a list of squares with at least one mark, fewest squares first.
fn distribute(squares: &[u8], marks: u8, bet: &mut Vec<(u8, u8)>, found: &mut Vec<Vec<(u8, u8)>>) {
    for (index, &square) in squares.iter().enumerate() {
        bet.push((square, marks));
        found.push(bet.clone());
        bet.pop();
        for some in 1..marks {
            bet.push((square, some));
            distribute(&squares[index + 1..], marks - some, bet, found);
            bet.pop();
        }
    }
    if bet.is_empty() {
        found.sort_by_key(Vec::len);
    }
}

impl Rules for Diced {
    type State = State;
    type Move = Deed;
    type Undo = State;

    fn start(&self) -> State {
        State { marks: [0; 2], to_move: Side::First, bet: Vec::new() }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.bet.is_empty() { Turn::Of(state.to_move) } else { Turn::Chance }
    }

    fn result(&self, state: &State) -> Option<i32> {
        if !state.bet.is_empty() {
            return None;
        }
        let last = state.to_move.other();
        if self.board.has_line(state.marks(last)) {
            return Some(last.sign());
        }
        (state.marks[0] | state.marks[1] == self.board.board_mask()).then_some(0)
    }

    fn moves(&self, state: &State, out: &mut Vec<Deed>) {
        if !state.bet.is_empty() {
            let mut outcomes = Vec::new();
            self.outcomes(state, &mut outcomes);
            out.extend(outcomes.into_iter().map(|(deed, _)| deed));
        } else if self.result(state).is_none() {
            let free = self.board.board_mask() & !(state.marks[0] | state.marks[1]);
            out.extend(self.bets(free).into_iter().map(Deed::Bet));
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Deed, f64)>) {
        for taken in 0u32..1 << state.bet.len() {
            let mut squares = 0;
            let mut probability = 1.0;
            for (die, &(square, marks)) in state.bet.iter().enumerate() {
                let hit = f64::from(marks) / f64::from(self.sides);
                let is_taken = taken >> die & 1 != 0;
                probability *= if is_taken { hit } else { 1.0 - hit };
                squares |= u64::from(is_taken) << square;
            }
            if !state.bet.is_empty() && probability > 0.0 {
                out.push((Deed::Fall(squares), probability));
            }
        }
    }

    fn apply(&self, state: &mut State, deed: &Deed) -> State {
        let before = state.clone();
        match deed {
            // Every mark on one square: no dice are needed.
            Deed::Bet(bet) if bet.len() == 1 => {
                state.marks[state.to_move.index()] |= 1 << bet[0].0;
                state.to_move = state.to_move.other();
            }
            Deed::Bet(bet) => state.bet.clone_from(bet),
            Deed::Fall(squares) => {
                state.marks[state.to_move.index()] |= squares;
                state.to_move = state.to_move.other();
                state.bet.clear();
            }
        }
        before
    }

    fn cancel(&self, state: &mut State, _deed: &Deed, before: State) {
        *state = before;
    }

    fn hash(&self, state: &State) -> u64 {
        let bet = state.bet.iter().fold(0u64, |key, &(square, marks)| {
            mix(key ^ (u64::from(square) << 8 | u64::from(marks)).wrapping_add(1))
        });
        mix(mix(state.marks[0]) ^ state.marks[1].rotate_left(1) ^ state.to_move.index() as u64 ^ bet)
    }

    fn canonical_hash(&self, state: &State) -> u64 {
        if !state.bet.is_empty() {
            return self.hash(state);
        }
        let marks = self.board.least_key(state.marks);
        self.hash(&State { marks, to_move: state.to_move, bet: Vec::new() })
    }

    fn evaluate(&self, state: &State) -> i32 {
        self.board.open_lines(state.marks[1]) - self.board.open_lines(state.marks[0])
    }
}

impl Notation for Diced {
    fn board(&self, state: &State) -> Board {
        let cell = |square: usize| {
            let marks = state.bet.iter().find(|(on, _)| *on as usize == square);
            match (state.marks[0] >> square & 1, state.marks[1] >> square & 1, marks) {
                (1, ..) => Cell::of(Side::First, "X"),
                (_, 1, _) => Cell::of(Side::Second, "O"),
                (_, _, Some((_, marks))) => Cell::plain(format!("{marks}/{}", self.sides)),
                _ => Cell::empty(),
            }
        };
        let n = self.board.size();
        Board { width: n, cells: (0..n * n).map(cell).collect(), notes: Vec::new() }
    }

    fn name_move(&self, _state: &State, deed: &Deed) -> String {
        let n = self.board.size();
        let name = |square: u8| square_name(square as usize % n, n - 1 - square as usize / n);
        match deed {
            Deed::Bet(bet) if bet.len() == 1 => name(bet[0].0),
            Deed::Bet(bet) => {
                let parts: Vec<String> =
                    bet.iter().map(|&(square, marks)| format!("{}:{marks}", name(square))).collect();
                parts.join("+")
            }
            Deed::Fall(0) => "nothing".into(),
            Deed::Fall(squares) => {
                let taken: Vec<String> =
                    (0..(n * n) as u8).filter(|s| squares >> s & 1 != 0).map(name).collect();
                format!("got:{}", taken.join("+"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn keeps_the_contract() {
        for (m, line, sides) in [(3, 3, 1), (3, 3, 2), (2, 2, 3), (2, 2, 4)] {
            let game = Diced::new(m, line, sides).expect("fits");
            conformance::check(&game, conformance::Extent { games: 20, moves: 60 });
        }
    }

    #[test]
    fn copper_begins_with_nine_certain_moves_and_thirty_six_bets() {
        let game = Diced::copper();
        let mut deeds = Vec::new();
        game.moves(&game.start(), &mut deeds);
        let certain = deeds.iter().filter(|deed| matches!(deed, Deed::Bet(bet) if bet.len() == 1)).count();
        assert_eq!((certain, deeds.len()), (9, 9 + 36));
        let mut state = game.start();
        game.apply(&mut state, &Deed::Bet(vec![(0, 1), (4, 1)]));
        let mut outcomes = Vec::new();
        game.outcomes(&state, &mut outcomes);
        assert_eq!(outcomes.len(), 4);
        assert!(outcomes.iter().all(|(_, probability)| *probability == 0.25));
    }

    #[test]
    fn a_die_of_four_gives_a_square_with_the_share_of_its_marks() {
        let game = Diced::new(2, 2, 4).expect("fits");
        let mut state = game.start();
        game.apply(&mut state, &Deed::Bet(vec![(0, 3), (3, 1)]));
        let mut outcomes = Vec::new();
        game.outcomes(&state, &mut outcomes);
        let of = |squares: u64| outcomes.iter().find(|(d, _)| *d == Deed::Fall(squares)).expect("can fall").1;
        assert_eq!([of(0b1001), of(1), of(0b1000), of(0)], [3.0 / 16.0, 9.0 / 16.0, 1.0 / 16.0, 3.0 / 16.0]);
    }

    #[test]
    fn with_one_side_it_is_the_ordinary_game() {
        let game = Diced::new(3, 3, 1).expect("fits");
        assert_eq!(crate::perft::distinct(&game), (5_478, 765));
    }
}
