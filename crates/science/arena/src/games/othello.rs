//! Othello: a stone turns the opponent's stones that it encloses in any of eight directions; who cannot turn any must
//! pass; when neither can, most stones win.
//!
//! Two bitboards, bit 0 at a1; the squares a side can play are found for all directions by shifting and masking
//! (Dumb7Fill). The margin is the difference in stones over 64.

use crate::notation::{Board, Cell, Notation, PositionError, read_rows, square_name};
use crate::{Rules, Side, Turn};
use wold_chance::mix;

const SIZE: usize = 8;
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The move of who has no other.
pub const PASS: u8 = 64;

/// The rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Othello;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    stones: [u64; 2],
    to_move: Side,
}

/// One step in each direction, with what must not wrap around.
const DIRECTIONS: [(i32, u64); 8] =
    [(8, !0), (-8, !0), (1, NOT_A), (-1, NOT_H), (9, NOT_A), (-9, NOT_H), (7, NOT_H), (-7, NOT_A)];

fn step(bits: u64, (by, keep): (i32, u64)) -> u64 {
    (if by > 0 { bits << by } else { bits >> -by }) & keep
}

fn playable(mine: u64, theirs: u64) -> u64 {
    let free = !(mine | theirs);
    DIRECTIONS.iter().fold(0, |found, &direction| {
        let mut run = step(mine, direction) & theirs;
        for _ in 0..5 {
            run |= step(run, direction) & theirs;
        }
        found | step(run, direction) & free
    })
}

fn turned(mine: u64, theirs: u64, stone: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |all, &direction| {
        let mut run = step(stone, direction) & theirs;
        for _ in 0..5 {
            run |= step(run, direction) & theirs;
        }
        all | if step(run, direction) & mine != 0 { run } else { 0 }
    })
}

impl State {
    fn sides(&self) -> (u64, u64) {
        (self.stones[self.to_move.index()], self.stones[self.to_move.other().index()])
    }

    fn difference(&self) -> i32 {
        self.stones[0].count_ones() as i32 - self.stones[1].count_ones() as i32
    }
}

impl Rules for Othello {
    type State = State;
    type Move = u8;
    type Undo = State;

    fn start(&self) -> State {
        State { stones: [1 << 28 | 1 << 35, 1 << 27 | 1 << 36], to_move: Side::First }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Of(state.to_move)
    }

    fn result(&self, state: &State) -> Option<i32> {
        let (mine, theirs) = state.sides();
        let over = playable(mine, theirs) == 0 && playable(theirs, mine) == 0;
        over.then(|| state.difference().signum())
    }

    fn margin(&self, state: &State) -> f64 {
        f64::from(state.difference()) / 64.0
    }

    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        let (mine, theirs) = state.sides();
        let squares = playable(mine, theirs);
        if squares == 0 {
            if playable(theirs, mine) != 0 {
                out.push(PASS);
            }
            return;
        }
        for mut part in [squares & CORNERS, squares & !CORNERS] {
            while part != 0 {
                out.push(part.trailing_zeros() as u8);
                part &= part - 1;
            }
        }
    }

    fn apply(&self, state: &mut State, square: &u8) -> State {
        let before = *state;
        let (mine, theirs) = state.sides();
        if *square != PASS {
            let stone = 1 << square;
            let turned = turned(mine, theirs, stone);
            state.stones[state.to_move.index()] = mine | stone | turned;
            state.stones[state.to_move.other().index()] = theirs & !turned;
        }
        state.to_move = state.to_move.other();
        before
    }

    fn cancel(&self, state: &mut State, _square: &u8, before: State) {
        *state = before;
    }

    fn hash(&self, state: &State) -> u64 {
        mix(mix(state.stones[0]) ^ state.stones[1].rotate_left(1) ^ state.to_move.index() as u64)
    }

    fn canonical_hash(&self, state: &State) -> u64 {
        // Of the eight symmetries the half turn alone: one instruction a board.
        let half_turn = State { stones: state.stones.map(u64::reverse_bits), to_move: state.to_move };
        self.hash(state).min(self.hash(&half_turn))
    }

    fn move_index(&self, _state: &State, square: &u8) -> usize {
        *square as usize
    }

    fn evaluate(&self, state: &State) -> i32 {
        let [first, second] = state.stones;
        let corners = (first & CORNERS).count_ones() as i32 - (second & CORNERS).count_ones() as i32;
        let freedom =
            playable(first, second).count_ones() as i32 - playable(second, first).count_ones() as i32;
        100 * corners + 10 * freedom + state.difference()
    }
}

impl Notation for Othello {
    fn board(&self, state: &State) -> Board {
        let cells = (0..SIZE).rev().flat_map(|row| (0..SIZE).map(move |column| row * SIZE + column));
        let cell = |square: usize| Cell {
            owner: [Side::First, Side::Second]
                .into_iter()
                .find(|s| state.stones[s.index()] >> square & 1 != 0),
            text: String::new(),
        };
        let notes = vec![format!("{} : {}", state.stones[0].count_ones(), state.stones[1].count_ones())];
        Board { width: SIZE, cells: cells.map(cell).collect(), notes }
    }

    fn name_move(&self, _state: &State, square: &u8) -> String {
        match *square {
            PASS => "pass".into(),
            square => square_name(square as usize % SIZE, square as usize / SIZE),
        }
    }

    fn squares(&self, _state: &State, square: &u8) -> Vec<usize> {
        match *square {
            PASS => vec![],
            square => vec![(SIZE - 1 - square as usize / SIZE) * SIZE + square as usize % SIZE],
        }
    }

    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let (stones, mover) = read_rows(text, SIZE, SIZE, |column, row| row * SIZE + column)?;
        let Some(to_move) = mover else {
            return Err(PositionError("say who moves: end with a space and x or o".into()));
        };
        let middle = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;
        if (stones[0] | stones[1]) & middle != middle {
            return Err(PositionError("the four middle squares are never empty".into()));
        }
        Ok(State { stones, to_move })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::perft::perft;

    #[test]
    fn keeps_the_contract() {
        conformance::check(&Othello, conformance::Extent { games: 40, ..Default::default() });
    }

    #[test]
    fn perft_counts_what_the_literature_counts() {
        let known = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
        for (depth, &count) in known.iter().enumerate() {
            assert_eq!(perft(&Othello, &Othello.start(), depth as u32), count, "depth {depth}");
        }
    }
}
