//! Which child a simulation goes to.

use super::playout::Playout;
use super::{Expansion, Mcts, Selection};
use crate::rules::draw_outcome;
use crate::{Rules, Side};
use wold_chance::{Stream, mix};

impl<R: Rules, P: Playout<R::State>> Mcts<R, P> {
    /// The child chance gives, added to the tree when it falls for the first time; `None` when the tree is full.
    pub(super) fn fallen_child(&mut self, at: u32, state: &R::State, stream: &mut Stream) -> Option<u32> {
        let (_, fallen) = draw_outcome(&self.rules, state, stream)?;
        let known =
            self.tree.children(at).find(|&c| self.tree.nodes[c as usize].chosen.as_ref() == Some(&fallen));
        known.or_else(|| self.has_room().then(|| self.tree.add(at, fallen)))
    }

    /// The child a side chooses, after whatever expansion is due; `None` when the tree is full.
    pub(super) fn chosen_child(&mut self, at: u32, state: &R::State, side: Side) -> Option<u32> {
        if !self.tree.nodes[at as usize].complete && self.has_room() {
            self.tree.nodes[at as usize].side = Some(side);
            if let Some(child) = self.expand(at, state) {
                return Some(child);
            }
        }
        if self.tree.nodes[at as usize].count == 0 {
            return None;
        }
        match self.config.selection {
            Selection::Remembered if self.tree.nodes[at as usize].complete => self.remembered(at, side),
            _ => self.exact(at, side),
        }
    }

    fn has_room(&self) -> bool {
        self.tree.nodes.len() < self.config.most_nodes
    }

    /// Adds children as the expansion says; the one to visit, if it is a new one that must be tried alone.
    fn expand(&mut self, at: u32, state: &R::State) -> Option<u32> {
        let count = self.tree.nodes[at as usize].count as usize;
        match self.config.expansion {
            Expansion::Eager => {
                let mut moves = Vec::new();
                self.rules.moves(state, &mut moves);
                for chosen in moves {
                    let child = self.tree.add(at, chosen);
                    if self.config.solver {
                        self.look_for_an_end(child, state);
                    }
                }
                self.tree.nodes[at as usize].complete = true;
                None
            }
            Expansion::Lazy { random } => {
                let total = self.rules.count_moves(state);
                if count + 1 >= total {
                    self.tree.nodes[at as usize].complete = true;
                }
                let number = if random { scattered(count, total, self.rules.hash(state)) } else { count };
                let chosen = self.rules.nth_move(state, number)?;
                Some(self.tree.add(at, chosen))
            }
            Expansion::Widening { factor, power } => {
                let visits = f64::from(self.tree.nodes[at as usize].visits);
                let earned = libm::ceil(factor * libm::pow(visits, power)).max(1.0);
                if count as f64 >= earned {
                    return None;
                }
                match self.rules.nth_move(state, count) {
                    Some(chosen) => Some(self.tree.add(at, chosen)),
                    None => {
                        self.tree.nodes[at as usize].complete = true;
                        None
                    }
                }
            }
        }
    }

    /// Whether the game ends with a child, seen before it is ever visited: a win on the move is never overlooked.
    fn look_for_an_end(&mut self, child: u32, state: &R::State) {
        if let Some(chosen) = &self.tree.nodes[child as usize].chosen {
            let mut after = state.clone();
            self.rules.apply(&mut after, chosen);
            self.tree.nodes[child as usize].proven = self.rules.result(&after);
        }
    }

    /// The child with the greatest bound; those below the least number of visits come first, fewest visits first.
    fn exact(&self, at: u32, side: Side) -> Option<u32> {
        let parent = &self.tree.nodes[at as usize];
        let sign = f64::from(side.sign());
        let bonus = self.bonus(parent.visits);
        let mut best = (f64::NEG_INFINITY, None);
        let mut fewest = (self.config.min_visits, None);
        for child in self.tree.children(at) {
            let node = &self.tree.nodes[child as usize];
            let bound = match node.proven {
                Some(payoff) => sign * self.felt(self.margin_of(payoff)),
                None => {
                    if node.visits < fewest.0 {
                        fewest = (node.visits, Some(child));
                    }
                    let visits = f64::from(node.visits);
                    sign * node.sum / visits + bonus / visits.sqrt()
                }
            };
            if bound > best.0 {
                best = (bound, Some(child));
            }
        }
        fewest.1.or(best.1)
    }

    /// C · √ln N, to be divided by √n.
    fn bonus(&self, visits: u32) -> f64 {
        self.exploration() * libm::log(f64::from(visits.max(1))).sqrt()
    }

    fn bound(&self, child: u32, side: Side, bonus: f64) -> f64 {
        let node = &self.tree.nodes[child as usize];
        let sign = f64::from(side.sign());
        match node.proven {
            Some(payoff) => sign * self.felt(self.margin_of(payoff)),
            None => sign * node.sum / f64::from(node.visits) + bonus / f64::from(node.visits).sqrt(),
        }
    }

    /// The front of the remembered order, after the child taken last has been placed anew.
    fn remembered(&mut self, at: u32, side: Side) -> Option<u32> {
        let order = self.tree.nodes[at as usize].order as usize;
        let bonus = self.bonus(self.tree.nodes[at as usize].visits);
        if order == 0 {
            let untried = self
                .tree
                .children(at)
                .any(|c| self.tree.nodes[c as usize].visits < self.config.min_visits.max(1));
            if untried {
                return self.exact(at, side);
            }
            let mut sorted: Vec<(f64, u32)> =
                self.tree.children(at).map(|c| (self.bound(c, side, bonus), c)).collect();
            sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
            self.tree.nodes[at as usize].order = self.tree.orders.len() as u32;
            let front = sorted.first().map(|&(_, child)| child);
            self.tree.orders.push(sorted);
            return front;
        }
        let last = self.tree.orders[order].first()?.1;
        let placed = self.bound(last, side, bonus);
        let sorted = &mut self.tree.orders[order];
        let place = sorted[1..].partition_point(|&(bound, _)| bound > placed);
        sorted[..=place].rotate_left(1);
        sorted[place] = (placed, last);
        sorted.first().map(|&(_, child)| child)
    }
}

/// The `n`th of `total` in an order that depends on the key: a step that shares no factor with the total visits all.
fn scattered(n: usize, total: usize, key: u64) -> usize {
    if total <= 2 {
        return n;
    }
    let key = mix(key);
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut step = 1 + (key >> 32) as usize % (total - 1);
    while gcd(step, total) != 1 {
        step = 1 + step % (total - 1);
    }
    ((key & 0xffff_ffff) as usize % total + n * step) % total
}
