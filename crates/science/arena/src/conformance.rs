//! What every game must keep to. A game's tests call [`check`]; games of your own can do the same.

use crate::rules::random_move;
use crate::{Rules, Turn};
use wold_chance::{Seed, Stream};

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Random games played.
    pub games: u64,
    /// Moves of a game at most; a game that takes longer is not said to be endless.
    pub moves: u32,
}

impl Default for Extent {
    fn default() -> Self {
        Self { games: 40, moves: 400 }
    }
}

/// Plays random games and checks the contract of [`Rules`] in every position.
///
/// # Panics
/// If the game breaks it; the message says what and where.
pub fn check<R: Rules>(rules: &R, extent: Extent) {
    let (low, high) = rules.payoffs();
    assert!(low < high, "payoffs {low}..{high} leave nothing to play for");
    for game in 0..extent.games {
        let mut stream = Stream::named(Seed(game), "conformance", &[]);
        let mut state = rules.start();
        let mut scratch = Vec::new();
        for ply in 0..extent.moves {
            position(rules, &state, ply);
            let Some(chosen) = random_move(rules, &state, &mut scratch, &mut stream) else { break };
            rules.apply(&mut state, &chosen);
        }
    }
}

fn position<R: Rules>(rules: &R, state: &R::State, ply: u32) {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let margin = rules.margin(state);
    assert!((-1.0..=1.0).contains(&margin), "ply {ply}: margin {margin} of {state:?}");
    if let Some(payoff) = rules.result(state) {
        let (low, high) = rules.payoffs();
        assert!((low..=high).contains(&payoff), "ply {ply}: payoff {payoff} is not in {low}..={high}");
        assert!(moves.is_empty(), "ply {ply}: the game is over and has moves: {state:?}");
        return;
    }
    assert!(!moves.is_empty(), "ply {ply}: no moves, and the game is not over: {state:?}");
    let limit = crate::search::EVALUATION_LIMIT;
    assert!(rules.evaluate(state).abs() < limit, "ply {ply}: the evaluation looks like a win");
    assert_eq!(rules.count_moves(state), moves.len(), "ply {ply}: moves counted and listed");
    if let Some(ahead) = rules.count_ahead(state, 2) {
        assert_eq!(ahead, count_two(rules, state, &moves), "ply {ply}: counted two ahead");
    }
    chance(rules, state, &moves, ply);
    for (n, chosen) in moves.iter().enumerate() {
        assert!(rules.is_legal(state, chosen), "ply {ply}: {chosen:?} is listed and not legal");
        assert!(!moves[..n].contains(chosen), "ply {ply}: {chosen:?} is listed twice");
        assert_eq!(rules.nth_move(state, n).as_ref(), Some(chosen), "ply {ply}: move number {n}");
        let mut after = state.clone();
        let undo = rules.apply(&mut after, chosen);
        assert_ne!(after, *state, "ply {ply}: {chosen:?} changes nothing");
        assert_ne!(rules.hash(&after), rules.hash(state), "ply {ply}: {chosen:?} keeps the hash");
        rules.cancel(&mut after, chosen, undo);
        assert_eq!(after, *state, "ply {ply}: {chosen:?} is not taken back");
        assert_eq!(rules.hash(&after), rules.hash(state), "ply {ply}: the hash is not taken back");
    }
    assert_eq!(rules.nth_move(state, moves.len()), None, "ply {ply}: there is no such move");
    if let Some(urgent) = rules.urgent_move(state) {
        assert!(moves.contains(&urgent), "ply {ply}: the urgent {urgent:?} is no move");
    }
    let mut loud = Vec::new();
    rules.loud_moves(state, &mut loud);
    assert!(loud.iter().all(|l| moves.contains(l)), "ply {ply}: a loud move is no move");
}

fn chance<R: Rules>(rules: &R, state: &R::State, moves: &[R::Move], ply: u32) {
    let mut outcomes = Vec::new();
    rules.outcomes(state, &mut outcomes);
    if rules.turn(state) != Turn::Chance {
        return;
    }
    let sum: f64 = outcomes.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-9, "ply {ply}: probabilities add up to {sum}");
    assert!(outcomes.iter().all(|(_, p)| *p > 0.0), "ply {ply}: an outcome cannot happen");
    let fallen: Vec<&R::Move> = outcomes.iter().map(|(m, _)| m).collect();
    assert_eq!(fallen, moves.iter().collect::<Vec<_>>(), "ply {ply}: moves and outcomes differ");
}

fn count_two<R: Rules>(rules: &R, state: &R::State, moves: &[R::Move]) -> u64 {
    moves
        .iter()
        .map(|chosen| {
            let mut after = state.clone();
            rules.apply(&mut after, chosen);
            if rules.result(&after).is_some() { 0 } else { rules.count_moves(&after) as u64 }
        })
        .sum()
}
