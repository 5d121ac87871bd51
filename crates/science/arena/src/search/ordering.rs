//! Which move to try first: the remembered one, then killers, then history, then the game's own order.
//!
//! A *killer* cut a sibling at the same ply; *history* counts cuts by [`Rules::move_index`] wherever they happened, deep ones
//! more, and is halved between depths so that it forgets.

use crate::{Rules, Side};

/// Distinct moves that history keeps apart.
const HISTORY: usize = 4096;

/// What was good before.
pub struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    /// Empty until the first cut.
    history: Vec<[i32; 2]>,
}

impl<M: Clone + PartialEq> Ordering<M> {
    /// Nothing remembered.
    #[must_use]
    pub fn new() -> Self {
        Self { killers: Vec::new(), history: Vec::new() }
    }

    /// Forgets half.
    pub fn fade(&mut self) {
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
    }

    /// A move cut this position.
    pub fn cut<R: Rules<Move = M>>(
        &mut self,
        rules: &R,
        state: &R::State,
        side: Side,
        ply: usize,
        depth: u32,
        chosen: &M,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize_with(ply + 1, Default::default);
        }
        let killers = &mut self.killers[ply];
        if killers[0].as_ref() != Some(chosen) {
            killers.swap(0, 1);
            killers[0] = Some(chosen.clone());
        }
        self.history.resize(HISTORY, [0; 2]);
        let count = &mut self.history[rules.move_index(state, chosen) % HISTORY][side.index()];
        *count = (*count + (depth * depth) as i32).min(1 << 20);
    }

    /// How soon to try a move: greater is sooner.
    pub fn rank<R: Rules<Move = M>>(
        &self,
        rules: &R,
        state: &R::State,
        side: Side,
        ply: usize,
        chosen: &M,
    ) -> i32 {
        match self.killers.get(ply) {
            Some([Some(killer), _]) if killer == chosen => return 1 << 22,
            Some([_, Some(killer)]) if killer == chosen => return 1 << 21,
            _ => {}
        }
        self.history.get(rules.move_index(state, chosen) % HISTORY).map_or(0, |counts| counts[side.index()])
    }
}

impl<M: Clone + PartialEq> Default for Ordering<M> {
    fn default() -> Self {
        Self::new()
    }
}
