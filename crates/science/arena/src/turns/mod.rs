//! Turns of many actions.
//!
//! A *turn* is all a side does before the other may act; an *action* is an independent part of it; an *action set* holds the
//! options of one part: the orders one unit can get. Twelve options for each of sixteen units make 12^16 turns: no search can
//! list them.
//!
//! * [`sets::BySets`]: a level of the tree for each action set instead of one for the whole turn. Two options in each of three sets are
//!   8 flat children, or levels of 2, 4 and 8. Pays only where turns are combinations.
//! * [`whole::WholeTurns`]: whole turns, drawn one at a time: the flat way.
//! * [`hierarchical::TurnSearch`]: searches by sets and always gives a whole legal turn, however early it is stopped.
//! * [`habit`]: playouts by what anybody would do.
//! * [`portfolio`]: turns made by partial players, phase by phase.

pub mod habit;
pub mod hierarchical;
pub mod portfolio;
pub mod sets;
pub mod whole;

use crate::{Rules, Turn};
use wold_chance::Stream;

/// One part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub u16);

/// A game whose turns are made of independent actions, one from each set, in any order.
pub trait ActionSets: Rules {
    /// Appends the sets without an action yet in this turn, most important first.
    fn open_sets(&self, state: &Self::State, out: &mut Vec<SetId>);

    /// Appends the options of an open set that are legal now, at least one.
    fn options(&self, state: &Self::State, set: SetId, out: &mut Vec<Self::Move>);

    /// The set an action belongs to.
    fn set_of(&self, action: &Self::Move) -> SetId;

    /// A small number for the option, the same in every position.
    fn option_index(&self, action: &Self::Move) -> usize;

    /// The number of the turn: changes exactly when the other side may act.
    fn turn_number(&self, state: &Self::State) -> u32;

    /// What anybody would do with this set by habit; always legal.
    fn habit(&self, state: &Self::State, set: SetId, stream: &mut Stream) -> Self::Move;

    /// Habit is good enough: nothing to search here.
    fn is_obvious(&self, _state: &Self::State, _set: SetId) -> bool {
        false
    }
}

/// All actions of a turn, in order.
pub type WholeTurn<M> = Vec<M>;

/// Whether the same side still acts in the same turn as when `turn_number` was `number`.
pub(crate) fn same_turn<R: ActionSets>(rules: &R, state: &R::State, number: u32) -> bool {
    rules.result(state).is_none() && rules.turn_number(state) == number && rules.turn(state) != Turn::Chance
}

/// Makes a whole legal turn of what was planned.
///
/// Planned actions are taken in order while they are legal; one that no longer is, and every set without a plan, gets the legal
/// option with the best `average`, and where none is known, habit decides.
pub fn complete_turn<R: ActionSets>(
    rules: &R,
    state: &R::State,
    planned: &[R::Move],
    average: &dyn Fn(&R::Move) -> Option<f64>,
    stream: &mut Stream,
) -> WholeTurn<R::Move> {
    let number = rules.turn_number(state);
    let mut state = state.clone();
    let mut turn = Vec::new();
    let mut sets = Vec::new();
    let mut options = Vec::new();
    let mut plan = planned.iter();
    while same_turn(rules, &state, number) {
        sets.clear();
        rules.open_sets(&state, &mut sets);
        let Some(&first) = sets.first() else { break };
        let (wanted, set) = match plan.next() {
            Some(action) if sets.contains(&rules.set_of(action)) => (Some(action), rules.set_of(action)),
            Some(_) => continue,
            None => (None, first),
        };
        options.clear();
        rules.options(&state, set, &mut options);
        let chosen = wanted.filter(|action| options.contains(action)).cloned().or_else(|| {
            let known = options.iter().filter_map(|option| Some((average(option)?, option)));
            known.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, option)| option.clone())
        });
        let chosen = chosen.unwrap_or_else(|| rules.habit(&state, set, stream));
        rules.apply(&mut state, &chosen);
        turn.push(chosen);
    }
    turn
}
