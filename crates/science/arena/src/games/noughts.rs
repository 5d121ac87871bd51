//! Noughts and crosses on n × n squares, k in a row to win.
//!
//! Positions carry a Zobrist hash that moves keep up to date; the canonical hash is the least over the board's eight
//! symmetries. The evaluation counts open lines: those on which the opponent has no mark, First's less Second's.

use super::{GameError, sized};
use crate::notation::{Board, Cell, Notation, PositionError, read_rows, square_name};
use crate::zobrist::Zobrist;
use crate::{Rules, Side, Turn};
use std::sync::Arc;

/// In which order moves are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Row by row.
    RowMajor,
    /// Squares on the most lines first: centre, corners, edges on 3 × 3.
    #[default]
    MostLines,
}

#[derive(Debug)]
struct Geometry {
    n: usize,
    k: usize,
    lines: Vec<u64>,
    order: Vec<u8>,
    symmetries: [Vec<u8>; 8],
    keys: Zobrist,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Noughts {
    geometry: Arc<Geometry>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    marks: [u64; 2],
    to_move: Side,
    hash: u64,
}

impl State {
    /// A side's marks, one bit a square, row by row from the top.
    #[must_use]
    pub fn marks(&self, side: Side) -> u64 {
        self.marks[side.index()]
    }
}

/// A square, row by row from the top.
pub type Square = u8;

impl Noughts {
    /// A board of n × n where k in a row win; n from 1 to 8.
    pub fn new(n: usize, k: usize) -> Result<Self, GameError> {
        Self::ordered(n, k, Order::MostLines)
    }

    /// The same with moves in a certain order.
    pub fn ordered(n: usize, k: usize, order: Order) -> Result<Self, GameError> {
        sized("board size", n as u64, 1, 8)?;
        sized("line length", k as u64, 1, n as u64)?;
        let lines = lines(n, k);
        let mut squares: Vec<u8> = (0..(n * n) as u8).collect();
        if order == Order::MostLines {
            let through = |square: u8| lines.iter().filter(|&&line| line & (1 << square) != 0).count();
            squares.sort_by_key(|&square| std::cmp::Reverse(through(square)));
        }
        let symmetries = std::array::from_fn(|s| {
            let turned = |square: usize| {
                let (mut column, mut row) = (square % n, square / n);
                if s & 1 != 0 {
                    column = n - 1 - column;
                }
                if s & 2 != 0 {
                    row = n - 1 - row;
                }
                if s & 4 != 0 { (column * n + row) as u8 } else { (row * n + column) as u8 }
            };
            (0..n * n).map(turned).collect()
        });
        let keys = Zobrist::new("noughts", 2 * n * n);
        Ok(Self { geometry: Arc::new(Geometry { n, k, lines, order: squares, symmetries, keys }) })
    }

    /// Squares along one edge.
    #[must_use]
    pub fn size(&self) -> usize {
        self.geometry.n
    }

    /// All squares of the board.
    #[must_use]
    pub fn board_mask(&self) -> u64 {
        let squares = self.geometry.n * self.geometry.n;
        u64::MAX >> (64 - squares)
    }

    /// Whether these marks hold a line.
    #[must_use]
    pub fn has_line(&self, marks: u64) -> bool {
        self.geometry.lines.iter().any(|&line| line & !marks == 0)
    }

    /// Lines on which `theirs` has no mark.
    #[must_use]
    pub fn open_lines(&self, theirs: u64) -> i32 {
        self.geometry.lines.iter().filter(|&&line| line & theirs == 0).count() as i32
    }

    /// The least key of marks over the symmetries of the board.
    pub(crate) fn least_key(&self, marks: [u64; 2]) -> [u64; 2] {
        let turn = |symmetry: &Vec<u8>| {
            marks.map(|mut left| {
                let mut turned = 0;
                while left != 0 {
                    turned |= 1 << symmetry[left.trailing_zeros() as usize];
                    left &= left - 1;
                }
                turned
            })
        };
        self.geometry.symmetries.iter().map(turn).min().expect("there are eight symmetries")
    }

    fn key(&self, side: Side, square: Square) -> u64 {
        self.geometry.keys.key(side.index() * self.geometry.n * self.geometry.n + square as usize)
    }
}

fn lines(n: usize, k: usize) -> Vec<u64> {
    let mut lines = Vec::new();
    for row in 0..n as i32 {
        for column in 0..n as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let end = (row + down * (k as i32 - 1), column + right * (k as i32 - 1));
                let fits = |x: i32| (0..n as i32).contains(&x);
                if fits(end.0) && fits(end.1) {
                    let square = |step: i32| (row + down * step) * n as i32 + column + right * step;
                    lines.push((0..k as i32).fold(0u64, |line, step| line | 1 << square(step)));
                }
            }
        }
    }
    // One in a row is the same line in every direction.
    lines.sort_unstable();
    lines.dedup();
    lines
}

impl Rules for Noughts {
    type State = State;
    type Move = Square;
    type Undo = ();

    fn start(&self) -> State {
        State { marks: [0; 2], to_move: Side::First, hash: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Of(state.to_move)
    }

    fn result(&self, state: &State) -> Option<i32> {
        let last = state.to_move.other();
        if self.has_line(state.marks(last)) {
            return Some(last.sign());
        }
        (state.marks[0] | state.marks[1] == self.board_mask()).then_some(0)
    }

    fn moves(&self, state: &State, out: &mut Vec<Square>) {
        if self.result(state).is_none() {
            let taken = state.marks[0] | state.marks[1];
            out.extend(self.geometry.order.iter().filter(|&&square| taken & (1 << square) == 0));
        }
    }

    fn apply(&self, state: &mut State, square: &Square) {
        state.marks[state.to_move.index()] |= 1 << square;
        state.hash ^= self.key(state.to_move, *square) ^ self.geometry.keys.side_to_move();
        state.to_move = state.to_move.other();
    }

    fn cancel(&self, state: &mut State, square: &Square, _undo: ()) {
        state.to_move = state.to_move.other();
        state.marks[state.to_move.index()] &= !(1 << square);
        state.hash ^= self.key(state.to_move, *square) ^ self.geometry.keys.side_to_move();
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash
    }

    fn canonical_hash(&self, state: &State) -> u64 {
        let [first, second] = self.least_key(state.marks);
        wold_chance::mix(wold_chance::mix(first) ^ second.rotate_left(1) ^ state.to_move.index() as u64)
    }

    fn has_urgent_moves(&self) -> bool {
        true
    }

    fn urgent_move(&self, state: &State) -> Option<Square> {
        let (mine, theirs) = (state.marks(state.to_move), state.marks(state.to_move.other()));
        let gap = |ours: u64, others: u64| {
            let holes =
                self.geometry.lines.iter().filter(|&&line| line & others == 0).map(|line| line & !ours);
            holes.filter(|hole| hole.is_power_of_two()).map(|hole| hole.trailing_zeros() as Square).min()
        };
        if self.has_line(theirs) { None } else { gap(mine, theirs).or_else(|| gap(theirs, mine)) }
    }

    fn move_index(&self, _state: &State, square: &Square) -> usize {
        *square as usize
    }

    fn evaluate(&self, state: &State) -> i32 {
        self.open_lines(state.marks[1]) - self.open_lines(state.marks[0])
    }
}

impl Notation for Noughts {
    fn board(&self, state: &State) -> Board {
        let cell = |square: usize| match (state.marks[0] >> square & 1, state.marks[1] >> square & 1) {
            (1, _) => Cell::of(Side::First, "X"),
            (_, 1) => Cell::of(Side::Second, "O"),
            _ => Cell::empty(),
        };
        let n = self.geometry.n;
        let notes =
            if self.geometry.k == n { vec![] } else { vec![format!("{} in a row win", self.geometry.k)] };
        Board { width: n, cells: (0..n * n).map(cell).collect(), notes }
    }

    fn name_move(&self, _state: &State, square: &Square) -> String {
        let n = self.geometry.n;
        square_name(*square as usize % n, n - 1 - *square as usize / n)
    }

    fn squares(&self, _state: &State, square: &Square) -> Vec<usize> {
        vec![*square as usize]
    }

    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let n = self.geometry.n;
        let (marks, mover) = read_rows(text, n, n, |column, row| (n - 1 - row) * n + column)?;
        let wrong = |why: String| Err(PositionError(why));
        let (x, o) = (marks[0].count_ones(), marks[1].count_ones());
        let to_move = match x.checked_sub(o) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => return wrong(format!("{x} marks of x and {o} of o: x begins and they alternate")),
        };
        if mover.is_some_and(|said| said != to_move) {
            return wrong("by the number of marks the other side is to move".into());
        }
        if self.has_line(marks[to_move.index()]) {
            return wrong("the side to move has won already".into());
        }
        let mut state = State { marks, to_move, hash: 0 };
        for side in [Side::First, Side::Second] {
            for square in (0..(n * n) as u8).filter(|square| marks[side.index()] & (1 << square) != 0) {
                state.hash ^= self.key(side, square);
            }
        }
        if to_move == Side::Second {
            state.hash ^= self.geometry.keys.side_to_move();
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::perft::{distinct, whole_tree};

    #[test]
    fn keeps_the_contract() {
        for (n, k) in [(1, 1), (3, 3), (4, 3), (5, 4), (8, 5)] {
            conformance::check(&Noughts::new(n, k).expect("fits"), conformance::Extent::default());
        }
    }

    #[test]
    fn the_tree_has_549946_positions_and_765_are_different() {
        let game = Noughts::new(3, 3).expect("fits");
        assert_eq!(whole_tree(&game, &game.start()), (549_946, 255_168));
        assert_eq!(distinct(&game), (5_478, 765));
    }

    #[test]
    fn there_are_three_first_moves_and_twelve_replies_up_to_symmetry() {
        let game = Noughts::new(3, 3).expect("fits");
        let classes = |state: &State| {
            let mut squares = Vec::new();
            game.moves(state, &mut squares);
            let keys: std::collections::BTreeMap<u64, Square> = squares
                .into_iter()
                .map(|square| {
                    let mut after = *state;
                    game.apply(&mut after, &square);
                    (game.canonical_hash(&after), square)
                })
                .collect();
            keys.into_values().collect::<Vec<_>>()
        };
        let firsts = classes(&game.start());
        let mut replies: Vec<usize> = firsts
            .iter()
            .map(|square| {
                let mut after = game.start();
                game.apply(&mut after, square);
                classes(&after).len()
            })
            .collect();
        replies.sort_unstable();
        assert_eq!(replies, [2, 5, 5]);
    }

    #[test]
    fn open_lines_are_counted_for_both() {
        let game = Noughts::new(3, 3).expect("fits");
        assert_eq!(game.evaluate(&game.read_position("xo./.../...").expect("can be")), 6 - 5);
        assert_eq!(game.evaluate(&game.read_position("x../.o./...").expect("can be")), 4 - 5);
    }

    #[test]
    fn one_ply_of_looking_ahead_falls_for_the_fork() {
        let game = Noughts::new(3, 3).expect("fits");
        let best_reply = |text: &str| {
            let state = game.read_position(text).expect("can be");
            let mut squares = Vec::new();
            game.moves(&state, &mut squares);
            let valued = squares.into_iter().map(|square| {
                let mut after = state;
                game.apply(&mut after, &square);
                (game.evaluate(&after), square)
            });
            valued.min().expect("there are replies")
        };
        assert_eq!(best_reply("x../.../..."), (-1, 4), "the centre");
        let (value, square) = best_reply("x../.o./..x");
        assert!(value == -1 && [2, 6].contains(&square), "a corner, which loses to a fork");
    }

    #[test]
    fn a_position_read_hashes_like_one_played() {
        let game = Noughts::new(3, 3).expect("fits");
        let mut played = game.start();
        for square in [4, 0, 8] {
            game.apply(&mut played, &square);
        }
        assert_eq!(game.read_position("o../.x./..x"), Ok(played));
    }

    #[test]
    fn boards_that_do_not_fit_and_positions_that_cannot_be_are_refused() {
        assert_eq!(
            Noughts::new(9, 3).map(|_| ()).expect_err("too large").to_string(),
            "board size 9 is not between 1 and 8"
        );
        let game = Noughts::new(3, 3).expect("fits");
        for text in ["xxx/.../...", "xxx/oo./o..", "x./../..", "x../.../..q", "xo./.../... o", "xxx/ooo/..."]
        {
            assert!(game.read_position(text).is_err(), "{text}");
        }
    }
}
