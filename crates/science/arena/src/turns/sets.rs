//! A level of the tree for each action set.

use super::{ActionSets, SetId};
use crate::{Rules, Turn};
use std::sync::Arc;
use wold_chance::{Seed, Stream};

/// Which set is decided first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SetOrder {
    /// As the game ranks them.
    #[default]
    Importance,
    /// As given; sets not named come last, by importance.
    Given(Arc<[SetId]>),
    /// A different one in each position, scattered by its hash: for sets that have no order.
    Scattered,
}

/// The game seen one action set at a time.
#[derive(Clone, Debug)]
pub struct BySets<R> {
    /// The game.
    pub rules: R,
    /// Which set comes first.
    pub order: SetOrder,
    /// Sets where habit is good enough are not searched.
    pub settle_obvious: bool,
}

impl<R: ActionSets> BySets<R> {
    /// By importance, every set searched.
    #[must_use]
    pub fn new(rules: R) -> Self {
        Self { rules, order: SetOrder::Importance, settle_obvious: false }
    }

    /// The set decided next.
    pub fn next_set(&self, state: &R::State) -> Option<SetId> {
        let mut sets = Vec::new();
        self.rules.open_sets(state, &mut sets);
        match &self.order {
            SetOrder::Importance => sets.first().copied(),
            SetOrder::Given(order) => {
                order.iter().find(|set| sets.contains(set)).or_else(|| sets.first()).copied()
            }
            SetOrder::Scattered => {
                let mut stream = Stream::named(Seed(self.rules.hash(state)), "set", &[]);
                stream.pick(&sets).copied()
            }
        }
    }
}

impl<R: ActionSets> Rules for BySets<R> {
    type State = R::State;
    type Move = R::Move;
    type Undo = R::Undo;

    fn start(&self) -> R::State {
        self.rules.start()
    }

    fn turn(&self, state: &R::State) -> Turn {
        self.rules.turn(state)
    }

    fn result(&self, state: &R::State) -> Option<i32> {
        self.rules.result(state)
    }

    fn moves(&self, state: &R::State, out: &mut Vec<R::Move>) {
        let Some(set) = self.next_set(state) else { return };
        if self.settle_obvious && self.rules.is_obvious(state, set) {
            let mut stream = Stream::named(Seed(self.rules.hash(state)), "habit", &[]);
            out.push(self.rules.habit(state, set, &mut stream));
        } else {
            self.rules.options(state, set, out);
        }
    }

    fn apply(&self, state: &mut R::State, action: &R::Move) -> R::Undo {
        self.rules.apply(state, action)
    }

    fn cancel(&self, state: &mut R::State, action: &R::Move, undo: R::Undo) {
        self.rules.cancel(state, action, undo);
    }

    fn hash(&self, state: &R::State) -> u64 {
        self.rules.hash(state)
    }

    fn payoffs(&self) -> (i32, i32) {
        self.rules.payoffs()
    }

    fn evaluate(&self, state: &R::State) -> i32 {
        self.rules.evaluate(state)
    }

    fn margin(&self, state: &R::State) -> f64 {
        self.rules.margin(state)
    }

    fn is_legal(&self, state: &R::State, action: &R::Move) -> bool {
        self.rules.is_legal(state, action)
    }
}
