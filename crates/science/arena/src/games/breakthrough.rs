//! Breakthrough: two rows of pawns each on 8 × 8; they step forward or diagonally forward and capture diagonally. Who
//! reaches the last row, or takes everything, wins. There are no draws.
//!
//! Positions are two bitboards, bit 0 at a1. The targets of all pawns in one direction are one shift, so a random move
//! is a count, a draw and the selection of a bit; playouts never list moves.

use crate::notation::{Board, Cell, Notation, PositionError, read_rows, square_name};
use crate::{Rules, Side, Turn};
use wold_chance::{Stream, mix};

/// Squares along one edge.
pub const SIZE: usize = 8;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;

/// The rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakthrough;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pawns: [u64; 2],
    to_move: Side,
}

/// A pawn's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where it stands, a1 = 0, b1 = 1 and so on.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// Squares pawns can reach: straight on, towards file a, towards file h.
#[derive(Clone, Copy)]
struct Targets {
    ahead: u64,
    left: u64,
    right: u64,
}

impl State {
    #[inline]
    fn targets(&self) -> Targets {
        let [first, second] = self.pawns;
        let free = !(first | second);
        match self.to_move {
            Side::First => Targets {
                ahead: (first << 8) & free,
                left: ((first & !FILE_A) << 7) & !first,
                right: ((first & !FILE_H) << 9) & !first,
            },
            Side::Second => Targets {
                ahead: (second >> 8) & free,
                left: ((second & !FILE_A) >> 9) & !second,
                right: ((second & !FILE_H) >> 7) & !second,
            },
        }
    }

    fn step_to(&self, to: u32, sideways: i32) -> Step {
        let back = if self.to_move == Side::First { -8 } else { 8 };
        Step { from: (to as i32 + back - sideways) as u8, to: to as u8 }
    }

    #[inline]
    fn winner(&self) -> Option<Side> {
        // Only the side that moved last can have won.
        match self.to_move {
            Side::Second => (self.pawns[0] & ROW_8 != 0 || self.pawns[1] == 0).then_some(Side::First),
            Side::First => (self.pawns[1] & ROW_1 != 0 || self.pawns[0] == 0).then_some(Side::Second),
        }
    }

    #[inline]
    fn step(&mut self, from_bit: u64, to_bit: u64) {
        let mover = self.to_move.index();
        self.pawns[mover] ^= from_bit | to_bit;
        self.pawns[1 - mover] &= !to_bit;
        self.to_move = self.to_move.other();
    }
}

/// The `n`th set bit, from the lowest, alone.
#[inline]
fn nth_bit(mut bits: u64, n: u32) -> u64 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits & bits.wrapping_neg()
}

fn push_steps(state: &State, mut to: u64, sideways: i32, out: &mut Vec<Step>) {
    while to != 0 {
        out.push(state.step_to(to.trailing_zeros(), sideways));
        to &= to - 1;
    }
}

impl Rules for Breakthrough {
    type State = State;
    type Move = Step;
    type Undo = bool;

    fn start(&self) -> State {
        State { pawns: [ROW_1 | ROW_1 << 8, ROW_8 | ROW_8 >> 8], to_move: Side::First }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Of(state.to_move)
    }

    fn result(&self, state: &State) -> Option<i32> {
        state.winner().map(Side::sign)
    }

    fn moves(&self, state: &State, out: &mut Vec<Step>) {
        if state.winner().is_some() {
            return;
        }
        let targets = state.targets();
        let goal = ROW_1 | ROW_8;
        let theirs = state.pawns[state.to_move.other().index()];
        // Wins, then captures, then the rest.
        for squares in [goal, theirs & !goal, !theirs & !goal] {
            push_steps(state, targets.left & squares, -1, out);
            push_steps(state, targets.right & squares, 1, out);
            push_steps(state, targets.ahead & squares, 0, out);
        }
    }

    fn apply(&self, state: &mut State, step: &Step) -> bool {
        let captures = state.pawns[state.to_move.other().index()] >> step.to & 1 != 0;
        state.step(1 << step.from, 1 << step.to);
        captures
    }

    fn cancel(&self, state: &mut State, step: &Step, captured: bool) {
        state.to_move = state.to_move.other();
        let mover = state.to_move.index();
        state.pawns[mover] ^= 1 << step.from | 1 << step.to;
        state.pawns[1 - mover] |= u64::from(captured) << step.to;
    }

    fn hash(&self, state: &State) -> u64 {
        mix(mix(state.pawns[0]) ^ state.pawns[1] ^ (state.to_move.index() as u64).wrapping_neg())
    }

    fn canonical_hash(&self, state: &State) -> u64 {
        let mirror = |bits: u64| bits.reverse_bits().swap_bytes();
        let mirrored = State { pawns: state.pawns.map(mirror), to_move: state.to_move };
        self.hash(state).min(self.hash(&mirrored))
    }

    fn evaluate(&self, state: &State) -> i32 {
        let [first, second] = state.pawns;
        let mut value = 10 * (first.count_ones() as i32 - second.count_ones() as i32);
        for row in 0..8 {
            // Each row nearer the goal is worth more than the one before.
            let worth = [0, 0, 1, 2, 4, 7, 14, 0];
            value += worth[row] * ((first >> (8 * row)) & 0xff).count_ones() as i32;
            value -= worth[7 - row] * ((second >> (8 * row)) & 0xff).count_ones() as i32;
        }
        value
    }

    fn loud_moves(&self, state: &State, out: &mut Vec<Step>) {
        if state.winner().is_some() {
            return;
        }
        let targets = state.targets();
        let loud = state.pawns[state.to_move.other().index()] | ROW_1 | ROW_8;
        push_steps(state, targets.left & loud, -1, out);
        push_steps(state, targets.right & loud, 1, out);
        push_steps(state, targets.ahead & loud, 0, out);
    }

    fn has_urgent_moves(&self) -> bool {
        true
    }

    fn urgent_move(&self, state: &State) -> Option<Step> {
        let targets = state.targets();
        let goal = if state.to_move == Side::First { ROW_8 } else { ROW_1 };
        let theirs = state.pawns[state.to_move.other().index()];
        // A pawn one step from our home row must be taken now.
        let threat = theirs & if state.to_move == Side::First { ROW_1 << 8 } else { ROW_8 >> 8 };
        let mut found = Vec::new();
        for squares in [goal, threat] {
            push_steps(state, targets.left & squares, -1, &mut found);
            push_steps(state, targets.right & squares, 1, &mut found);
            push_steps(state, targets.ahead & squares, 0, &mut found);
            if state.winner().is_none() && !found.is_empty() {
                return found.first().copied();
            }
        }
        None
    }

    fn move_index(&self, _state: &State, step: &Step) -> usize {
        step.from as usize * 64 + step.to as usize
    }

    fn count_moves(&self, state: &State) -> usize {
        if state.winner().is_some() {
            return 0;
        }
        let targets = state.targets();
        (targets.ahead.count_ones() + targets.left.count_ones() + targets.right.count_ones()) as usize
    }

    fn random_playout(&self, state: &mut State, most: u32, stream: &mut Stream) -> f64 {
        let mut draws = 0;
        for ply in 0..most {
            if let Some(winner) = state.winner() {
                return f64::from(winner.sign());
            }
            draws = if ply % 2 == 0 { stream.next_u64() } else { draws >> 32 };
            let targets = state.targets();
            let (ahead, left) = (targets.ahead.count_ones(), targets.left.count_ones());
            let count = ahead + left + targets.right.count_ones();
            let n = (((draws & 0xffff_ffff) * u64::from(count)) >> 32) as u32;
            // A shift by 8 straight back, and by one more or less along the diagonals.
            let (to, back) = if n < ahead {
                (nth_bit(targets.ahead, n), 8)
            } else if n < ahead + left {
                (nth_bit(targets.left, n - ahead), if state.to_move == Side::First { 7 } else { 9 })
            } else {
                let back = if state.to_move == Side::First { 9 } else { 7 };
                (nth_bit(targets.right, n - ahead - left), back)
            };
            let from = if state.to_move == Side::First { to >> back } else { to << back };
            state.step(from, to);
        }
        self.margin(state)
    }
}

impl Notation for Breakthrough {
    fn board(&self, state: &State) -> Board {
        let cells = (0..SIZE).rev().flat_map(|row| (0..SIZE).map(move |column| row * SIZE + column));
        let cell = |square: usize| Cell {
            owner: [Side::First, Side::Second]
                .into_iter()
                .find(|s| state.pawns[s.index()] >> square & 1 != 0),
            text: String::new(),
        };
        Board { width: SIZE, cells: cells.map(cell).collect(), notes: Vec::new() }
    }

    fn name_move(&self, state: &State, step: &Step) -> String {
        let name = |square: u8| square_name(square as usize % SIZE, square as usize / SIZE);
        let captures = state.pawns[state.to_move.other().index()] >> step.to & 1 != 0;
        format!("{}{}{}", name(step.from), if captures { "x" } else { "-" }, name(step.to))
    }

    fn squares(&self, _state: &State, step: &Step) -> Vec<usize> {
        [step.from, step.to]
            .map(|square| (SIZE - 1 - square as usize / SIZE) * SIZE + square as usize % SIZE)
            .to_vec()
    }

    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let (pawns, mover) = read_rows(text, SIZE, SIZE, |column, row| row * SIZE + column)?;
        let Some(to_move) = mover else {
            return Err(PositionError("say who moves: end with a space and x or o".into()));
        };
        if pawns.iter().any(|side| side.count_ones() > 16) {
            return Err(PositionError("a side has more than 16 pawns".into()));
        }
        let state = State { pawns, to_move };
        let waiting = State { to_move: to_move.other(), ..state };
        if waiting.winner().is_some() {
            return Err(PositionError("the side to move has won already".into()));
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::perft::perft;

    #[test]
    fn keeps_the_contract() {
        conformance::check(&Breakthrough, conformance::Extent { games: 60, ..Default::default() });
    }

    /// Steps square by square, without any bit tricks.
    fn plain_steps(state: &State) -> Vec<Step> {
        let at = |side: Side, square: i32| state.pawns[side.index()] >> square & 1 != 0;
        let mut steps = Vec::new();
        for from in 0..64 {
            if !at(state.to_move, from) {
                continue;
            }
            for sideways in -1..=1 {
                let (row, column) = (from / 8 + state.to_move.sign(), from % 8 + sideways);
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    continue;
                }
                let to = row * 8 + column;
                let free = !at(Side::First, to) && !at(Side::Second, to);
                if free || (sideways != 0 && at(state.to_move.other(), to)) {
                    steps.push(Step { from: from as u8, to: to as u8 });
                }
            }
        }
        steps
    }

    #[test]
    fn bitboards_find_the_steps_that_squares_find() {
        for seed in 0..50 {
            let mut stream = Stream::named(wold_chance::Seed(seed), "steps", &[]);
            let mut state = Breakthrough.start();
            while Breakthrough.result(&state).is_none() {
                let mut fast = Vec::new();
                Breakthrough.moves(&state, &mut fast);
                let mut slow = plain_steps(&state);
                let key = |s: &Step| (s.from, s.to);
                fast.sort_by_key(key);
                slow.sort_by_key(key);
                assert_eq!(fast, slow);
                let chosen = *stream.pick(&fast).expect("not over");
                Breakthrough.apply(&mut state, &chosen);
            }
        }
    }

    #[test]
    fn perft_of_the_first_plies() {
        let counts: Vec<u64> = (0..=4).map(|d| perft(&Breakthrough, &Breakthrough.start(), d)).collect();
        assert_eq!(counts, [1, 22, 484, 11_132, 256_036]);
    }

    #[test]
    fn a_playout_steps_only_as_the_rules_allow() {
        let mut stream = Stream::named(wold_chance::Seed(3), "playout", &[]);
        let mut state = Breakthrough.start();
        while Breakthrough.result(&state).is_none() {
            let legal: Vec<State> = plain_steps(&state)
                .iter()
                .map(|step| {
                    let mut after = state;
                    Breakthrough.apply(&mut after, step);
                    after
                })
                .collect();
            Breakthrough.random_playout(&mut state, 1, &mut stream);
            assert!(legal.contains(&state));
        }
    }
}
