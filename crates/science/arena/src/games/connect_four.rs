//! Connect four: seven columns of six; four in a row, column or diagonal win.
//!
//! Positions are two bitboards with seven bits a column, the seventh always empty: adding the bottom row to the
//! occupied squares carries into the lowest free square of each column, and a line of four is two shifts
//! (J. Tromp's and P. Pons's layout). All wins of a side are found at once as a mask of squares, which lets perft
//! count two plies without walking them.

use crate::notation::{Board, Cell, Notation, PositionError, read_rows};
use crate::{Rules, Side, Turn};
use wold_chance::{Stream, mix};

/// Columns.
pub const WIDTH: usize = 7;
/// Squares in a column.
pub const HEIGHT: usize = 6;
/// Bits in a column.
const STRIDE: usize = HEIGHT + 1;

const BOTTOM: u64 = {
    let mut bits = 0;
    let mut column = 0;
    while column < WIDTH {
        bits |= 1 << (column * STRIDE);
        column += 1;
    }
    bits
};
const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);
const TOP: u64 = BOTTOM << (HEIGHT - 1);
/// Squares of a column.
const COLUMN: u64 = (1 << HEIGHT) - 1;

/// The rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Stones of the side that moves next.
    mine: u64,
    /// All stones.
    all: u64,
    /// Who moves next: the parity of the stones, kept because counting them takes longer.
    to_move: Side,
}

/// A column, 0 at the left.
pub type Column = u8;

impl State {
    fn theirs(self) -> u64 {
        self.mine ^ self.all
    }

    /// The lowest free square of each column.
    fn playable(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    fn after(self, square: u64) -> Self {
        Self { mine: self.theirs(), all: self.all | square, to_move: self.to_move.other() }
    }

    /// Stones of a side.
    fn stones(self, side: Side) -> u64 {
        if self.to_move == side { self.mine } else { self.theirs() }
    }
}

/// Whether these stones hold a line of four.
const fn has_four(stones: u64) -> bool {
    let mut found = 0;
    let directions = [1, STRIDE - 1, STRIDE, STRIDE + 1];
    let mut i = 0;
    while i < 4 {
        let pairs = stones & (stones >> directions[i]);
        found |= pairs & (pairs >> (2 * directions[i]));
        i += 1;
    }
    found != 0
}

/// Squares that would complete a line of four with these stones, occupied or not.
fn completing(stones: u64) -> u64 {
    // Upwards only three below count; in the other directions the hole may be anywhere in the line.
    let mut wins = (stones << 1) & (stones << 2) & (stones << 3);
    for d in [STRIDE - 1, STRIDE, STRIDE + 1] {
        let right_two = (stones << d) & (stones << (2 * d));
        wins |= right_two & (stones << (3 * d));
        wins |= right_two & (stones >> d);
        let left_two = (stones >> d) & (stones >> (2 * d));
        wins |= left_two & (stones << d);
        wins |= left_two & (stones >> (3 * d));
    }
    wins & BOARD
}

/// Columns from the middle outwards: lines of four mostly pass the middle.
const ORDER: [u8; WIDTH] = [3, 2, 4, 1, 5, 0, 6];

impl Rules for ConnectFour {
    type State = State;
    type Move = Column;
    type Undo = ();

    fn start(&self) -> State {
        State { mine: 0, all: 0, to_move: Side::First }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Of(state.to_move)
    }

    fn result(&self, state: &State) -> Option<i32> {
        if has_four(state.theirs()) {
            return Some(-state.to_move.sign());
        }
        (state.all == BOARD).then_some(0)
    }

    fn moves(&self, state: &State, out: &mut Vec<Column>) {
        if has_four(state.theirs()) {
            return;
        }
        let free = state.all & TOP;
        out.extend(ORDER.iter().filter(|&&c| free & (1 << (c as usize * STRIDE + HEIGHT - 1)) == 0));
    }

    fn apply(&self, state: &mut State, column: &Column) {
        let square = state.playable() & (COLUMN << (*column as usize * STRIDE));
        *state = state.after(square);
    }

    fn cancel(&self, state: &mut State, column: &Column, _undo: ()) {
        let stones = state.all & (COLUMN << (*column as usize * STRIDE));
        let last = 1 << (63 - stones.leading_zeros());
        *state =
            State { mine: state.theirs() & !last, all: state.all & !last, to_move: state.to_move.other() };
    }

    fn hash(&self, state: &State) -> u64 {
        // Stones of one side plus the lowest free squares name a position without doubt.
        mix(state.mine + state.all + BOTTOM)
    }

    fn canonical_hash(&self, state: &State) -> u64 {
        let key = |s: State| s.mine + s.all + BOTTOM;
        let mirrored = State { mine: mirror(state.mine), all: mirror(state.all), to_move: state.to_move };
        mix(key(*state).min(key(mirrored)))
    }

    fn evaluate(&self, state: &State) -> i32 {
        let (first, second) = (state.stones(Side::First), state.stones(Side::Second));
        let open = |stones: u64| (completing(stones) & !state.all).count_ones() as i32;
        let middle = COLUMN << (3 * STRIDE);
        let centre = |stones: u64| (stones & middle).count_ones() as i32;
        10 * (open(first) - open(second)) + 2 * (centre(first) - centre(second))
    }

    fn loud_moves(&self, state: &State, out: &mut Vec<Column>) {
        if has_four(state.theirs()) {
            return;
        }
        // Winning now, or stopping a win, is never quiet.
        let urgent = (completing(state.mine) | completing(state.theirs())) & state.playable();
        out.extend(ORDER.iter().filter(|&&c| urgent & (COLUMN << (c as usize * STRIDE)) != 0));
    }

    fn has_urgent_moves(&self) -> bool {
        true
    }

    fn urgent_move(&self, state: &State) -> Option<Column> {
        if has_four(state.theirs()) {
            return None;
        }
        let playable = state.playable();
        let wins = completing(state.mine) & playable;
        let urgent = if wins != 0 { wins } else { completing(state.theirs()) & playable };
        (urgent != 0).then(|| (urgent.trailing_zeros() as usize / STRIDE) as Column)
    }

    fn move_index(&self, state: &State, column: &Column) -> usize {
        (state.playable() & (COLUMN << (*column as usize * STRIDE))).trailing_zeros() as usize
    }

    fn is_legal(&self, state: &State, column: &Column) -> bool {
        (*column as usize) < WIDTH
            && !has_four(state.theirs())
            && state.playable() & (COLUMN << (*column as usize * STRIDE)) != 0
    }

    fn count_moves(&self, state: &State) -> usize {
        if has_four(state.theirs()) { 0 } else { state.playable().count_ones() as usize }
    }

    fn count_ahead(&self, state: &State, plies: u32) -> Option<u64> {
        let playable = state.playable();
        match plies {
            1 => Some(self.count_moves(state) as u64),
            2 if has_four(state.theirs()) => Some(0),
            2 => {
                // Every move that does not win leaves as many columns, less one if it fills its own.
                let quiet = playable & !completing(state.mine);
                let filling = (quiet & TOP).count_ones();
                Some(u64::from(quiet.count_ones() * playable.count_ones() - filling))
            }
            _ => None,
        }
    }

    fn random_playout(&self, state: &mut State, most: u32, stream: &mut Stream) -> f64 {
        if has_four(state.theirs()) {
            return self.margin(state);
        }
        let mut draws = 0;
        for ply in 0..most {
            // Two moves from one draw: 32 bits spread over at most seven columns.
            draws = if ply % 2 == 0 { stream.next_u64() } else { draws >> 32 };
            let mut playable = state.playable();
            if playable == 0 {
                return 0.0;
            }
            let nth = ((draws & 0xffff_ffff) * u64::from(playable.count_ones())) >> 32;
            for _ in 0..nth {
                playable &= playable - 1;
            }
            *state = state.after(playable & playable.wrapping_neg());
            if has_four(state.theirs()) {
                return f64::from(-state.to_move.sign());
            }
        }
        self.margin(state)
    }
}

fn mirror(bits: u64) -> u64 {
    (0..WIDTH).fold(0, |mirrored, column| {
        let squares = (bits >> (column * STRIDE)) & COLUMN;
        mirrored | squares << ((WIDTH - 1 - column) * STRIDE)
    })
}

impl Notation for ConnectFour {
    fn board(&self, state: &State) -> Board {
        let cells = (0..HEIGHT).rev().flat_map(|row| (0..WIDTH).map(move |column| (column, row)));
        let cells = cells.map(|(column, row)| {
            let bit = 1 << (column * STRIDE + row);
            let owner = [Side::First, Side::Second].into_iter().find(|&side| state.stones(side) & bit != 0);
            Cell { owner, text: String::new() }
        });
        Board { width: WIDTH, cells: cells.collect(), notes: Vec::new() }
    }

    fn name_move(&self, _state: &State, column: &Column) -> String {
        (column + 1).to_string()
    }

    fn squares(&self, state: &State, column: &Column) -> Vec<usize> {
        let stones = (state.all >> (*column as usize * STRIDE) & COLUMN).count_ones() as usize;
        vec![(HEIGHT - 1 - stones.min(HEIGHT - 1)) * WIDTH + *column as usize]
    }

    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let ([first, second], mover) = read_rows(text, WIDTH, HEIGHT, |column, row| column * STRIDE + row)?;
        let all = first | second;
        let wrong = |why: &str| Err(PositionError(why.into()));
        if (all + BOTTOM) & all != 0 {
            return wrong("a stone hangs in the air");
        }
        let (x, o) = (first.count_ones(), second.count_ones());
        let to_move = match x.checked_sub(o) {
            Some(0) => Side::First,
            Some(1) => Side::Second,
            _ => return wrong(&format!("{x} stones of x and {o} of o: x begins and they alternate")),
        };
        if mover.is_some_and(|said| said != to_move) {
            return wrong("by the number of stones the other side is to move");
        }
        let (mine, theirs) = if to_move == Side::First { (first, second) } else { (second, first) };
        if has_four(mine) {
            return wrong("the side to move has won already");
        }
        if has_four(theirs) && !last_stone_ends_it(theirs, all) {
            return wrong("two lines of four that no single stone can complete");
        }
        Ok(State { mine, all, to_move })
    }
}

/// Whether some topmost stone of the winner completes all its lines.
fn last_stone_ends_it(winner: u64, all: u64) -> bool {
    (0..WIDTH).any(|column| {
        let stones = all & (COLUMN << (column * STRIDE));
        stones != 0 && {
            let top = 1 << (63 - stones.leading_zeros());
            winner & top != 0 && !has_four(winner & !top)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::perft::perft;

    #[test]
    fn keeps_the_contract() {
        conformance::check(&ConnectFour, conformance::Extent { games: 300, ..Default::default() });
    }

    #[test]
    fn perft_counts_what_the_literature_counts() {
        let known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646];
        for (depth, &count) in known.iter().enumerate() {
            assert_eq!(perft(&ConnectFour, &ConnectFour.start(), depth as u32), count, "depth {depth}");
        }
    }

    #[test]
    fn mirrored_positions_share_a_canonical_hash() {
        let game = |columns: &[u8]| {
            let mut state = ConnectFour.start();
            crate::rules::replay(&ConnectFour, &mut state, columns.iter().copied()).expect("legal");
            state
        };
        let (left, right) = (game(&[0, 1, 1, 6]), game(&[6, 5, 5, 0]));
        assert_ne!(ConnectFour.hash(&left), ConnectFour.hash(&right));
        assert_eq!(ConnectFour.canonical_hash(&left), ConnectFour.canonical_hash(&right));
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let reads = |text: &str| ConnectFour.read_position(text);
        let empty = "......./......./......./......./.......";
        assert!(reads(&format!("{empty}/...x...")).is_ok());
        let why = |text: &str| reads(text).expect_err(text).0;
        assert!(why(&format!("{empty}/..xx...")).contains("alternate"));
        assert!(why("......./......./......./......./...x.../.......").contains("air"));
        assert!(why("......./......./......./......./......./......").contains("6 squares"));
        assert!(why(&format!("{empty}/xxxx.oo")).contains("stones"));
        assert!(why("......./......./......./o....../ooo..../xxxxoox").contains("stones"));
        assert!(why("......./......./......./......./ooo..../xxxx... x").contains("other side"));
    }

    #[test]
    fn playouts_end_with_a_result_and_agree_with_slow_ones() {
        let mut stream = Stream::named(wold_chance::Seed(5), "playout", &[]);
        let mut sum = 0.0;
        for _ in 0..4000 {
            let mut state = ConnectFour.start();
            let margin = ConnectFour.random_playout(&mut state, 100, &mut stream);
            assert_eq!(Some(margin as i32), ConnectFour.result(&state));
            sum += margin;
        }
        // Random play wins about 55.6 % for the first and 44.2 % for the second player.
        assert!((sum / 4000.0 - 0.114).abs() < 0.05, "{}", sum / 4000.0);
    }
}
