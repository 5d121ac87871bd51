//! n²-Pile Flipflop (Smed and Hakonen, exercise 4-20).
//!
//! On n × n squares lie piles, each begun by a neutral token. FLIP and FLOP have 5n tokens and ⌈√n⌉ fixed ones each. A
//! turn puts one token on a pile without a fixed one; the topmost token controls its pile. Then along the eight lines
//! from it every pile is turned over, until a pile the mover controls, a fixed token of the opponent, or the edge. When
//! a player has no token left or there is no pile to put it on, whoever controls more piles wins.

use super::{GameError, sized};
use crate::notation::{Board, Cell, Notation, square_name};
use crate::{Rules, Side, Turn};
use wold_chance::mix;

/// A token in a pile: nobody's or a side's.
type Token = Option<Side>;

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flipflop {
    n: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pile {
    /// From the bottom.
    tokens: Vec<Token>,
    fixed: bool,
}

impl Pile {
    fn control(&self) -> Token {
        self.tokens.last().copied().flatten()
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    piles: Vec<Pile>,
    tokens: [u8; 2],
    fixed: [u8; 2],
    to_move: Side,
}

/// Puts a token on a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Put {
    /// The pile, row by row from the top.
    pub pile: u8,
    /// It is a fixed one.
    pub fixed: bool,
}

impl Flipflop {
    /// A board of n × n piles, n from 1 to 6.
    pub fn new(n: usize) -> Result<Self, GameError> {
        sized("board size", n as u64, 1, 6)?;
        Ok(Self { n })
    }

    fn turn_over(self, state: &mut State, from: usize) {
        let mover = state.to_move;
        let n = self.n as i32;
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (mut row, mut column) = (from as i32 / n + down, from as i32 % n + right);
            while (0..n).contains(&row) && (0..n).contains(&column) {
                let pile = &mut state.piles[(row * n + column) as usize];
                if pile.control() == Some(mover) || pile.fixed {
                    break;
                }
                pile.tokens.reverse();
                row += down;
                column += right;
            }
        }
    }

    fn controlled(state: &State, side: Side) -> i32 {
        state.piles.iter().filter(|pile| pile.control() == Some(side)).count() as i32
    }

    fn lead(state: &State) -> i32 {
        Self::controlled(state, Side::First) - Self::controlled(state, Side::Second)
    }
}

impl Rules for Flipflop {
    type State = State;
    type Move = Put;
    type Undo = State;

    fn start(&self) -> State {
        let fixed = (1..).find(|root| root * root >= self.n).unwrap_or(1) as u8;
        State {
            piles: vec![Pile { tokens: vec![None], fixed: false }; self.n * self.n],
            tokens: [5 * self.n as u8; 2],
            fixed: [fixed; 2],
            to_move: Side::First,
        }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Of(state.to_move)
    }

    fn result(&self, state: &State) -> Option<i32> {
        let out = (0..2).any(|side| state.tokens[side] + state.fixed[side] == 0);
        let stuck = state.piles.iter().all(|pile| pile.fixed);
        (out || stuck).then(|| Self::lead(state).signum())
    }

    fn margin(&self, state: &State) -> f64 {
        f64::from(Self::lead(state)) / (self.n * self.n) as f64
    }

    fn moves(&self, state: &State, out: &mut Vec<Put>) {
        if self.result(state).is_some() {
            return;
        }
        let mover = state.to_move.index();
        for (pile, _) in state.piles.iter().enumerate().filter(|(_, pile)| !pile.fixed) {
            for (fixed, left) in [(false, state.tokens[mover]), (true, state.fixed[mover])] {
                if left > 0 {
                    out.push(Put { pile: pile as u8, fixed });
                }
            }
        }
    }

    fn apply(&self, state: &mut State, put: &Put) -> State {
        let before = state.clone();
        let mover = state.to_move;
        let store = if put.fixed { &mut state.fixed } else { &mut state.tokens };
        store[mover.index()] -= 1;
        let pile = &mut state.piles[put.pile as usize];
        pile.tokens.push(Some(mover));
        pile.fixed = put.fixed;
        self.turn_over(state, put.pile as usize);
        state.to_move = mover.other();
        before
    }

    fn cancel(&self, state: &mut State, _put: &Put, before: State) {
        *state = before;
    }

    fn hash(&self, state: &State) -> u64 {
        let token = |t: &Token| t.map_or(0, |side| 1 + side.index() as u64);
        let mut key = mix(state.to_move.index() as u64 + 0x66_6c_69_70);
        for pile in &state.piles {
            key = mix(key ^ (pile.tokens.len() as u64 * 2 + u64::from(pile.fixed)));
            // Thirty-two tokens of two bits to the word.
            for part in pile.tokens.chunks(32) {
                key = mix(key ^ part.iter().fold(0, |word, t| word << 2 | token(t)));
            }
        }
        let stores = [state.tokens[0], state.tokens[1], state.fixed[0], state.fixed[1]];
        mix(key ^ u64::from(u32::from_le_bytes(stores)))
    }

    fn evaluate(&self, state: &State) -> i32 {
        let fixed = state.fixed.map(i32::from);
        10 * Self::lead(state) + 4 * (fixed[0] - fixed[1])
    }
}

impl Notation for Flipflop {
    fn board(&self, state: &State) -> Board {
        let cell = |pile: &Pile| Cell {
            owner: pile.control(),
            text: format!("{}{}", pile.tokens.len(), if pile.fixed { "!" } else { "" }),
        };
        let store = |side: usize| format!("{} tokens and {} fixed", state.tokens[side], state.fixed[side]);
        let notes = vec![format!("FLIP has {}", store(0)), format!("FLOP has {}", store(1))];
        Board { width: self.n, cells: state.piles.iter().map(cell).collect(), notes }
    }

    fn name_move(&self, _state: &State, put: &Put) -> String {
        let square = square_name(put.pile as usize % self.n, self.n - 1 - put.pile as usize / self.n);
        if put.fixed { square + "!" } else { square }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::search::solve::value_of;

    #[test]
    fn keeps_the_contract() {
        for n in 1..=4 {
            let game = Flipflop::new(n).expect("fits");
            conformance::check(&game, conformance::Extent { games: 10, ..Default::default() });
        }
    }

    #[test]
    fn flip_wins_on_one_square_by_its_fixed_token() {
        let game = Flipflop::new(1).expect("fits");
        let solved = value_of(&game, &game.start());
        assert_eq!((solved.value, solved.line), (1, vec![Put { pile: 0, fixed: true }]));
    }

    #[test]
    fn lines_turn_piles_over_until_an_own_or_fixed_one() {
        let game = Flipflop::new(3).expect("fits");
        let mut state = game.start();
        let play = |state: &mut State, pile: u8, fixed: bool| {
            game.apply(state, &Put { pile, fixed });
        };
        play(&mut state, 0, false);
        assert_eq!(state.piles[0].control(), Some(Side::First));
        // FLOP beside it turns FLIP's pile over: the neutral token comes up.
        play(&mut state, 1, false);
        assert_eq!(state.piles[0].control(), None);
        assert_eq!(state.piles[1].control(), Some(Side::Second));
        // FLIP from the corner below: the line upwards turns 0 back to FLIP.
        play(&mut state, 6, false);
        assert_eq!(state.piles[0].control(), Some(Side::First));
        // A fixed token of FLOP stops FLIP's lines for ever.
        play(&mut state, 3, true);
        assert_eq!(state.piles[0].control(), None);
        play(&mut state, 6, false);
        assert_eq!((state.piles[3].control(), state.piles[0].control()), (Some(Side::Second), None));
    }
}
