//! What a game must say about itself to be searched.
//!
//! Two sides with opposed interests; values are what [`Side::First`] gets. A side may make several moves in a row (a
//! turn of many actions), and chance may have turns of its own, whose moves come with probabilities. Hidden
//! information is out of scope; simultaneous choice has its own room, [`crate::games::dilemma`].

use std::fmt::Debug;
use wold_chance::Stream;

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Who begins; values are given from its view.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// +1 for the first, -1 for the second: turns a value for First into one for this side and back.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Who decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This side moves.
    Of(Side),
    /// Dice fall: see [`Rules::outcomes`].
    Chance,
}

impl Turn {
    /// The side, unless it is chance.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Of(side) => Some(side),
            Self::Chance => None,
        }
    }
}

/// A game.
///
/// What must hold, and what [`crate::conformance`] checks: a game that is over has no moves, one that is not has at
/// least one; `cancel` undoes `apply`; equal states have equal hashes; the first player's payoff lies in
/// [`payoffs`](Rules::payoffs); chance's probabilities are positive and add up to one.
///
/// ```
/// use wold_arena::games::noughts::Noughts;
/// use wold_arena::{Rules, Side, Turn};
/// let game = Noughts::new(3, 3)?;
/// let mut state = game.start();
/// assert_eq!(game.turn(&state), Turn::Of(Side::First));
/// let undo = game.apply(&mut state, &4);
/// assert_eq!(game.count_moves(&state), 8);
/// game.cancel(&mut state, &4, undo);
/// assert_eq!(state, game.start());
/// # Ok::<(), wold_arena::games::GameError>(())
/// ```
pub trait Rules: Clone + Send + Sync {
    /// All that the rest of the game depends on.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// One decision.
    type Move: Clone + PartialEq + Debug + Send + Sync;
    /// What `cancel` needs besides the move.
    type Undo;

    /// The first position.
    fn start(&self) -> Self::State;

    /// Who decides in a position that is not over.
    fn turn(&self, state: &Self::State) -> Turn;

    /// What First gets, once the game is over.
    fn result(&self, state: &Self::State) -> Option<i32>;

    /// Appends the moves, most promising first where the game knows; none when it is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Makes a move, which must be legal.
    fn apply(&self, state: &mut Self::State, chosen: &Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn cancel(&self, state: &mut Self::State, chosen: &Self::Move, undo: Self::Undo);

    /// A key that differs between positions.
    fn hash(&self, state: &Self::State) -> u64;

    /// A key that is the same for positions that mirror each other; values must be the same too.
    fn canonical_hash(&self, state: &Self::State) -> u64 {
        self.hash(state)
    }

    /// The least and the greatest First can get.
    fn payoffs(&self) -> (i32, i32) {
        (-1, 1)
    }

    /// A guess at how the game stands for First, well inside ±[`EVALUATION_LIMIT`](crate::search::EVALUATION_LIMIT).
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// How the game ended or stands for First as a share of the greatest possible margin, in -1..=1.
    fn margin(&self, state: &Self::State) -> f64 {
        let (low, high) = self.payoffs();
        let middle = f64::from(low + high) / 2.0;
        let half = f64::from(high - low) / 2.0;
        self.result(state).map_or(0.0, |payoff| (f64::from(payoff) - middle) / half)
    }

    /// Appends chance's moves with their probabilities, on chance's turn.
    fn outcomes(&self, _state: &Self::State, _out: &mut Vec<(Self::Move, f64)>) {}

    /// Appends moves a quiet evaluation must not stop before, such as captures.
    fn loud_moves(&self, _state: &Self::State, _out: &mut Vec<Self::Move>) {}

    /// The move anybody makes without thinking: one that wins at once, else one that stops the opponent from doing so.
    fn urgent_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// Whether [`urgent_move`](Rules::urgent_move) ever names one.
    fn has_urgent_moves(&self) -> bool {
        false
    }

    /// A number that is the same for moves alike in different positions, so that searches can remember what was good.
    fn move_index(&self, _state: &Self::State, _chosen: &Self::Move) -> usize {
        0
    }

    /// Whether a move may be made.
    fn is_legal(&self, state: &Self::State, chosen: &Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.contains(chosen)
    }

    /// How many moves there are.
    fn count_moves(&self, state: &Self::State) -> usize {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.len()
    }

    /// Move number `n` of the list, for searches that look at one child at a time.
    fn nth_move(&self, state: &Self::State, n: usize) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().nth(n)
    }

    /// How many positions lie exactly `plies` below, if the game can count them without walking there.
    fn count_ahead(&self, state: &Self::State, plies: u32) -> Option<u64> {
        (plies == 1).then(|| self.count_moves(state) as u64)
    }

    /// Plays random moves to the end, or for `most` moves, and returns the last position's [`margin`](Rules::margin).
    fn random_playout(&self, state: &mut Self::State, most: u32, stream: &mut Stream) -> f64 {
        let mut moves = Vec::new();
        for _ in 0..most {
            if self.result(state).is_some() {
                break;
            }
            let Some(chosen) = random_move(self, state, &mut moves, stream) else { break };
            self.apply(state, &chosen);
        }
        self.margin(state)
    }
}

/// A move by chance: by its probabilities on chance's turn, else each equally likely. `None` when the game is over.
pub fn random_move<R: Rules>(
    rules: &R,
    state: &R::State,
    scratch: &mut Vec<R::Move>,
    stream: &mut Stream,
) -> Option<R::Move> {
    if rules.turn(state) == Turn::Chance {
        return draw_outcome(rules, state, stream).map(|(_, fallen)| fallen);
    }
    scratch.clear();
    rules.moves(state, scratch);
    stream.pick(scratch).cloned()
}

/// One of chance's moves by its probability, with its number.
pub fn draw_outcome<R: Rules>(rules: &R, state: &R::State, stream: &mut Stream) -> Option<(usize, R::Move)> {
    let mut outcomes = Vec::new();
    rules.outcomes(state, &mut outcomes);
    let mut left = stream.unit();
    let last = outcomes.len().checked_sub(1)?;
    for (index, (fallen, probability)) in outcomes.into_iter().enumerate() {
        left -= probability;
        // Rounding may leave a sliver after the last.
        if left < 0.0 || index == last {
            return Some((index, fallen));
        }
    }
    None
}

/// Plays a list of moves; an illegal one is named by its number.
pub fn replay<R: Rules>(
    rules: &R,
    state: &mut R::State,
    moves: impl IntoIterator<Item = R::Move>,
) -> Result<(), usize> {
    for (number, chosen) in moves.into_iter().enumerate() {
        if rules.result(state).is_some() || !rules.is_legal(state, &chosen) {
            return Err(number);
        }
        rules.apply(state, &chosen);
    }
    Ok(())
}
