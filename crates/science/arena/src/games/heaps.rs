//! Games with heaps of matches.
//!
//! * [`Division`]: split a heap into two unequal ones; who cannot move loses. With [`Division::by_factors`] equal halves
//!   k, k are allowed if k shares a prime factor with the number of the turn, counted from 0 (0 shares all).
//! * [`Taking`]: take matches from one heap, any number (Nim) or at most `most` (One-Two-Three Nim); who takes the last
//!   match wins. [`Taking::evaluate`] is perfect: by the exclusive or of the heaps, each modulo `most + 1`.

use super::{GameError, sized};
use crate::notation::{Board, Cell, Notation, PositionError};
use crate::{Rules, Side, Turn};
use wold_chance::mix;

/// The most matches in a heap.
pub(crate) const MOST_MATCHES: u8 = 100;
/// The most heaps.
const MOST_HEAPS: usize = 20;

fn hash_heaps(heaps: &[u8], more: u64) -> u64 {
    heaps.iter().fold(mix(more ^ 0x68_65_61_70), |key, &heap| mix(key ^ u64::from(heap)))
}

fn parity(turn: u32) -> Side {
    if turn.is_multiple_of(2) { Side::First } else { Side::Second }
}

/// Heaps, largest first, and how many turns were taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// Matches in each heap, largest first.
    pub heaps: Vec<u8>,
    /// Turns taken.
    pub turn: u32,
}

impl Heaps {
    fn sort(&mut self) {
        self.heaps.sort_unstable_by(|a, b| b.cmp(a));
    }

    fn board(&self, note: &str) -> Board {
        Board {
            width: self.heaps.len().max(1),
            cells: self.heaps.iter().map(|heap| Cell::plain(heap.to_string())).collect(),
            notes: vec![note.to_string()],
        }
    }
}

/// Division Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    matches: u8,
    by_factors: bool,
}

/// A heap, and the larger of the two it becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// Matches in the heap.
    pub heap: u8,
    /// Matches in the larger part.
    pub larger: u8,
}

impl Division {
    /// One heap; equal halves are never allowed.
    pub fn new(matches: u8) -> Result<Self, GameError> {
        sized("matches", matches.into(), 1, MOST_MATCHES.into())?;
        Ok(Self { matches, by_factors: false })
    }

    /// Factor Division Nim.
    pub fn by_factors(matches: u8) -> Result<Self, GameError> {
        Ok(Self { by_factors: true, ..Self::new(matches)? })
    }

    fn may_halve(self, half: u8, turn: u32) -> bool {
        self.by_factors && gcd(u32::from(half), turn) > 1
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Rules for Division {
    type State = Heaps;
    type Move = Split;
    type Undo = Heaps;

    fn start(&self) -> Heaps {
        Heaps { heaps: vec![self.matches], turn: 0 }
    }

    fn turn(&self, state: &Heaps) -> Turn {
        Turn::Of(parity(state.turn))
    }

    fn result(&self, state: &Heaps) -> Option<i32> {
        (self.count_moves(state) == 0).then(|| -parity(state.turn).sign())
    }

    fn moves(&self, state: &Heaps, out: &mut Vec<Split>) {
        let mut last = 0;
        for &heap in &state.heaps {
            if heap == last {
                continue;
            }
            last = heap;
            for larger in (heap / 2 + 1..heap).rev() {
                out.push(Split { heap, larger });
            }
            if heap % 2 == 0 && self.may_halve(heap / 2, state.turn) {
                out.push(Split { heap, larger: heap / 2 });
            }
        }
    }

    fn apply(&self, state: &mut Heaps, split: &Split) -> Heaps {
        let before = state.clone();
        if let Some(heap) = state.heaps.iter_mut().find(|heap| **heap == split.heap) {
            *heap = split.larger;
            state.heaps.push(split.heap - split.larger);
        }
        state.sort();
        state.turn += 1;
        before
    }

    fn cancel(&self, state: &mut Heaps, _split: &Split, before: Heaps) {
        *state = before;
    }

    fn hash(&self, state: &Heaps) -> u64 {
        // Without factors only the side to move matters, with them the number of the turn.
        hash_heaps(&state.heaps, u64::from(if self.by_factors { state.turn } else { state.turn % 2 }))
    }
}

impl Notation for Division {
    fn board(&self, state: &Heaps) -> Board {
        state.board("split a heap into two unequal ones")
    }

    fn name_move(&self, _state: &Heaps, split: &Split) -> String {
        format!("{}={}+{}", split.heap, split.larger, split.heap - split.larger)
    }
}

/// Nim and One-Two-Three Nim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taking {
    heaps: Vec<u8>,
    most: u8,
}

/// How many matches to take from a heap of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// Matches in the heap.
    pub heap: u8,
    /// Matches to take.
    pub matches: u8,
}

impl Taking {
    /// Nim: any number from one heap.
    pub fn nim(heaps: &[u8]) -> Result<Self, GameError> {
        Self::at_most(heaps, MOST_MATCHES)
    }

    /// One-Two-Three Nim: one heap, at most three at a time.
    pub fn one_two_three(matches: u8) -> Result<Self, GameError> {
        Self::at_most(&[matches], 3)
    }

    /// Heaps of which at most `most` may be taken at a time.
    pub fn at_most(heaps: &[u8], most: u8) -> Result<Self, GameError> {
        sized("heaps", heaps.len() as u64, 1, MOST_HEAPS as u64)?;
        sized("matches to take", most.into(), 1, MOST_MATCHES.into())?;
        for &heap in heaps {
            sized("matches", heap.into(), 1, MOST_MATCHES.into())?;
        }
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Self { heaps, most })
    }
}

impl Rules for Taking {
    type State = Heaps;
    type Move = Take;
    type Undo = Heaps;

    fn start(&self) -> Heaps {
        Heaps { heaps: self.heaps.clone(), turn: 0 }
    }

    fn turn(&self, state: &Heaps) -> Turn {
        Turn::Of(parity(state.turn))
    }

    fn result(&self, state: &Heaps) -> Option<i32> {
        state.heaps.is_empty().then(|| -parity(state.turn).sign())
    }

    fn moves(&self, state: &Heaps, out: &mut Vec<Take>) {
        let mut last = 0;
        for &heap in &state.heaps {
            if heap != last {
                out.extend((1..=heap.min(self.most)).map(|matches| Take { heap, matches }));
            }
            last = heap;
        }
    }

    fn apply(&self, state: &mut Heaps, take: &Take) -> Heaps {
        let before = state.clone();
        if let Some(heap) = state.heaps.iter_mut().find(|heap| **heap == take.heap) {
            *heap -= take.matches;
        }
        state.heaps.retain(|&heap| heap > 0);
        state.sort();
        state.turn += 1;
        before
    }

    fn cancel(&self, state: &mut Heaps, _take: &Take, before: Heaps) {
        *state = before;
    }

    fn hash(&self, state: &Heaps) -> u64 {
        hash_heaps(&state.heaps, u64::from(state.turn % 2))
    }

    fn evaluate(&self, state: &Heaps) -> i32 {
        let sum = state.heaps.iter().fold(0, |sum, heap| sum ^ (heap % (self.most + 1)));
        let mover = parity(state.turn).sign();
        if sum == 0 { -mover } else { mover }
    }
}

impl Notation for Taking {
    fn board(&self, state: &Heaps) -> Board {
        state.board("who takes the last match wins")
    }

    fn name_move(&self, _state: &Heaps, take: &Take) -> String {
        format!("{}-{}", take.heap, take.matches)
    }

    fn read_position(&self, text: &str) -> Result<Heaps, PositionError> {
        let heaps: Result<Vec<u8>, _> =
            text.split([',', ' ']).filter(|t| !t.is_empty()).map(str::parse).collect();
        let heaps = heaps.map_err(|_| PositionError(format!("{text:?} is not numbers joined by commas")))?;
        if heaps.len() > MOST_HEAPS || heaps.iter().any(|heap| !(1..=MOST_MATCHES).contains(heap)) {
            return Err(PositionError(format!(
                "heaps must be 1 to {MOST_MATCHES} matches, at most {MOST_HEAPS}"
            )));
        }
        let mut state = Heaps { heaps, turn: 0 };
        state.sort();
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use crate::search::solve::value_of;

    #[test]
    fn heaps_keep_the_contract() {
        for matches in [1, 2, 7, 12] {
            conformance::check(&Division::new(matches).expect("fits"), conformance::Extent::default());
            conformance::check(&Division::by_factors(matches).expect("fits"), conformance::Extent::default());
        }
        conformance::check(&Taking::nim(&[3, 4, 5]).expect("fits"), conformance::Extent::default());
        conformance::check(&Taking::one_two_three(13).expect("fits"), conformance::Extent::default());
    }

    #[test]
    fn division_nim_is_won_and_lost_as_tabled() {
        let outcome = |n: u8| {
            let game = Division::new(n).expect("fits");
            value_of(&game, &game.start()).value
        };
        let signs: String = (1..=20).map(|n| if outcome(n) > 0 { '+' } else { '-' }).collect();
        assert_eq!(signs, "--+-++-++-+++++++++-");
    }

    #[test]
    fn the_graph_of_seven_matches_is_the_printed_one() {
        let game = Division::new(7).expect("fits");
        let plies: [&[(&[u8], i32)]; 6] = [
            &[(&[7], -1)],
            &[(&[6, 1], -1), (&[5, 2], -1), (&[4, 3], -1)],
            &[(&[5, 1, 1], 1), (&[4, 2, 1], -1), (&[3, 3, 1], -1), (&[3, 2, 2], 1)],
            &[(&[4, 1, 1, 1], 1), (&[3, 2, 1, 1], -1), (&[2, 2, 2, 1], 1)],
            &[(&[3, 1, 1, 1, 1], 1), (&[2, 2, 1, 1, 1], -1)],
            &[(&[2, 1, 1, 1, 1, 1], 1)],
        ];
        let mut ply = vec![game.start()];
        let mut leaves = Vec::new();
        for (number, printed) in plies.iter().enumerate() {
            let mut found: Vec<Vec<u8>> = ply.iter().map(|state| state.heaps.clone()).collect();
            found.sort_unstable_by(|a, b| b.cmp(a));
            let expected: Vec<Vec<u8>> = printed.iter().map(|(heaps, _)| heaps.to_vec()).collect();
            assert_eq!(found, expected, "ply {number}");
            for (heaps, value) in *printed {
                let state = Heaps { heaps: heaps.to_vec(), turn: number as u32 };
                assert_eq!(value_of(&game, &state).value, *value, "{heaps:?}");
                if let Some(result) = game.result(&state) {
                    leaves.push((parity(state.turn), result));
                }
            }
            let mut next: Vec<Heaps> = Vec::new();
            for state in &ply {
                let mut splits = Vec::new();
                game.moves(state, &mut splits);
                for split in &splits {
                    let mut after = state.clone();
                    game.apply(&mut after, split);
                    if !next.contains(&after) {
                        next.push(after);
                    }
                }
            }
            ply = next;
        }
        assert!(ply.is_empty());
        leaves.sort_unstable();
        assert_eq!(leaves, [(Side::First, -1), (Side::Second, 1), (Side::Second, 1)]);
    }

    #[test]
    fn factors_of_the_turn_turn_seven_into_a_win() {
        let game = Division::by_factors(7).expect("fits");
        let value = |larger: u8| {
            let mut state = game.start();
            game.apply(&mut state, &Split { heap: 7, larger });
            value_of(&game, &state).value
        };
        assert_eq!(value_of(&game, &game.start()).value, 1);
        assert_eq!([value(6), value(5), value(4)], [1, 1, -1]);
    }

    #[test]
    fn eight_matches_are_won_by_seven_and_one() {
        let game = Division::new(8).expect("fits");
        let solved = value_of(&game, &game.start());
        assert_eq!((solved.value, solved.line[0]), (1, Split { heap: 8, larger: 7 }));
    }

    #[test]
    fn taking_is_lost_exactly_where_the_evaluation_says() {
        for n in 1..=16 {
            let game = Taking::one_two_three(n).expect("fits");
            let solved = value_of(&game, &game.start());
            assert_eq!(solved.value, if n % 4 == 0 { -1 } else { 1 });
            assert_eq!(solved.value, game.evaluate(&game.start()));
            if n % 4 != 0 {
                let winning: Vec<u8> = (1..=3.min(n)).filter(|take| (n - take) % 4 == 0).collect();
                assert_eq!(winning, [solved.line[0].matches], "{n} matches");
            }
        }
        for (heaps, value) in [([1, 2, 3], -1), ([1, 2, 4], 1), ([3, 4, 5], 1), ([2, 4, 6], -1)] {
            let game = Taking::nim(&heaps).expect("fits");
            assert_eq!(value_of(&game, &game.start()).value, value, "{heaps:?}");
            assert_eq!(game.evaluate(&game.start()), value, "{heaps:?}");
        }
    }

    #[test]
    fn impossible_heaps_are_refused() {
        assert!(Division::new(0).is_err());
        assert!(Taking::nim(&[]).is_err());
        assert!(Taking::nim(&[101]).is_err());
        let game = Taking::nim(&[3]).expect("fits");
        assert!(game.read_position("3,x").is_err());
        assert!(game.read_position("0").is_err());
    }
}
