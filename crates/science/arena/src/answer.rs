//! What a search says: the move, the whole line, how sure it is, and what it cost.

use crate::Ending;

/// One of the moves looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub chosen: M,
    /// Its value for the side to move.
    pub value: f64,
    /// Simulations or positions spent on it.
    pub visits: u64,
    /// Its value is exact.
    pub proven: bool,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Positions visited, the root among them.
    pub nodes: u64,
    /// Positions whose value was read off rather than searched.
    pub leaves: u64,
    /// Simulations.
    pub iterations: u64,
    /// Plies of the last finished depth, or of the deepest simulation's tree part.
    pub depth: u32,
    /// Branches cut.
    pub cuts: u64,
    /// Positions answered by the transposition table.
    pub table_hits: u64,
    /// Searches that had to be repeated with a wider window.
    pub repeats: u64,
}

/// The answer of any search. All values are for the side to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// The best line; its first move is the one to make. Empty only if the game is over.
    pub line: Vec<M>,
    /// Its value.
    pub value: f64,
    /// The true value lies here; equal when it is known.
    pub bounds: (f64, f64),
    /// How the search ended.
    pub ending: Ending,
    /// The moves at the root, best first.
    pub candidates: Vec<Candidate<M>>,
    /// What it cost.
    pub stats: Stats,
}

impl<M> Answer<M> {
    /// The move to make.
    #[must_use]
    pub fn best(&self) -> Option<&M> {
        self.line.first()
    }

    /// The value is exact.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.bounds.0 >= self.bounds.1
    }

    /// The same answer with moves of another kind.
    pub fn map<N>(self, mut change: impl FnMut(M) -> N) -> Answer<N> {
        Answer {
            line: self.line.into_iter().map(&mut change).collect(),
            value: self.value,
            bounds: self.bounds,
            ending: self.ending,
            candidates: self
                .candidates
                .into_iter()
                .map(|c| Candidate {
                    chosen: change(c.chosen),
                    value: c.value,
                    visits: c.visits,
                    proven: c.proven,
                })
                .collect(),
            stats: self.stats,
        }
    }

    /// Why this move: one paragraph for people, with moves named by `name`.
    pub fn explain(&self, mut name: impl FnMut(&M) -> String) -> String {
        let Some(best) = self.candidates.first() else {
            return match self.best() {
                Some(best) => format!("{}: nothing else was looked at ({}).", name(best), self.ending),
                None => "No move: the game is over.".into(),
            };
        };
        let sure = if best.proven { "is proven to be worth" } else { "looks worth" };
        let mut words =
            format!("{} {sure} {:+.2} after {} visits", name(&best.chosen), best.value, best.visits);
        if let Some(second) = self.candidates.get(1) {
            words += &format!("; next is {} at {:+.2}", name(&second.chosen), second.value);
        }
        if self.line.len() > 1 {
            let expected: Vec<String> = self.line[1..].iter().take(6).map(&mut name).collect();
            words += &format!("; expected then: {}", expected.join(" "));
        }
        words + "."
    }
}
