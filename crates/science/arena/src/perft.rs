//! Counting positions: the classic check that moves are generated and undone right.
//!
//! `perft(d)` is the number of move sequences of exactly `d` plies; a game that is over has none. The last plies are
//! counted in bulk by [`Rules::count_ahead`].

use crate::Rules;

/// How far ahead games are asked to count without walking.
const MOST_AHEAD: u32 = 2;

/// Move sequences of exactly `depth` plies from here.
///
/// ```
/// use wold_arena::{Rules, games::connect_four::ConnectFour, perft::perft};
/// assert_eq!(perft(&ConnectFour, &ConnectFour.start(), 8), 5_673_234);
/// ```
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32) -> u64 {
    let mut state = state.clone();
    count(rules, &mut state, depth, &mut Vec::new())
}

fn count<R: Rules>(rules: &R, state: &mut R::State, depth: u32, moves: &mut Vec<R::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.result(state).is_some() {
        return 0;
    }
    if depth <= MOST_AHEAD
        && let Some(known) = rules.count_ahead(state, depth)
    {
        return known;
    }
    let from = moves.len();
    rules.moves(state, moves);
    let mut total = 0;
    for index in from..moves.len() {
        let chosen = moves[index].clone();
        let undo = rules.apply(state, &chosen);
        total += count(rules, state, depth - 1, moves);
        rules.cancel(state, &chosen, undo);
    }
    moves.truncate(from);
    total
}

/// The size of the whole tree below a position: every position, the root among them, and the leaves alone.
pub fn whole_tree<R: Rules>(rules: &R, state: &R::State) -> (u64, u64) {
    let mut state = state.clone();
    let mut moves = Vec::new();
    walk(rules, &mut state, &mut moves)
}

fn walk<R: Rules>(rules: &R, state: &mut R::State, moves: &mut Vec<R::Move>) -> (u64, u64) {
    if rules.result(state).is_some() {
        return (1, 1);
    }
    let from = moves.len();
    rules.moves(state, moves);
    let mut sum = (1, 0);
    for index in from..moves.len() {
        let chosen = moves[index].clone();
        let undo = rules.apply(state, &chosen);
        let below = walk(rules, state, moves);
        rules.cancel(state, &chosen, undo);
        sum = (sum.0 + below.0, sum.1 + below.1);
    }
    moves.truncate(from);
    sum
}

/// Distinct positions that can be reached: all of them, and those that differ even up to symmetry.
pub fn distinct<R: Rules>(rules: &R) -> (usize, usize) {
    let mut seen = std::collections::HashSet::new();
    let mut classes = std::collections::HashSet::new();
    let mut open = vec![rules.start()];
    let mut moves = Vec::new();
    seen.insert(rules.hash(&open[0]));
    while let Some(state) = open.pop() {
        classes.insert(rules.canonical_hash(&state));
        if rules.result(&state).is_some() {
            continue;
        }
        moves.clear();
        rules.moves(&state, &mut moves);
        for chosen in &moves {
            let mut next = state.clone();
            rules.apply(&mut next, chosen);
            if seen.insert(rules.hash(&next)) {
                open.push(next);
            }
        }
    }
    (seen.len(), classes.len())
}
