//! Game trees written out by hand, for test vectors and for studies of search itself.
//!
//! A node is a leaf with a value for First, a choice of a side, or a chance. Sides need not alternate.

use crate::{Rules, Side, Turn};
use std::sync::Arc;
use wold_chance::{Stream, mix};

/// A tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// The game ends with this value for First.
    Leaf(i32),
    /// A side chooses.
    Choice(Side, Vec<Tree>),
    /// Chance chooses, with these probabilities.
    Chance(Vec<(f64, Tree)>),
}

impl Tree {
    /// First chooses.
    #[must_use]
    pub fn max(children: impl Into<Vec<Tree>>) -> Self {
        Self::Choice(Side::First, children.into())
    }

    /// Second chooses.
    #[must_use]
    pub fn min(children: impl Into<Vec<Tree>>) -> Self {
        Self::Choice(Side::Second, children.into())
    }

    /// Chance chooses among equally likely children.
    #[must_use]
    pub fn even(children: impl Into<Vec<Tree>>) -> Self {
        let children = children.into();
        let share = 1.0 / children.len() as f64;
        Self::Chance(children.into_iter().map(|child| (share, child)).collect())
    }

    /// Alternating choices with leaves from a list, `branching` children each, First at the top.
    #[must_use]
    pub fn uniform(branching: usize, leaves: &[i32]) -> Self {
        let mut level: Vec<Tree> = leaves.iter().map(|&value| Tree::Leaf(value)).collect();
        let mut depth = 0;
        let mut size = leaves.len();
        while size > 1 {
            size /= branching.max(2);
            depth += 1;
        }
        for ply in (0..depth).rev() {
            let side = if ply % 2 == 0 { Side::First } else { Side::Second };
            level = level.chunks(branching).map(|part| Tree::Choice(side, part.to_vec())).collect();
        }
        level.pop().unwrap_or(Tree::Leaf(0))
    }

    /// A random tree of at most `depth` levels, up to `branching` children a node, leaves within `±range`; one node in
    /// four is chance's if `with_chance`.
    pub fn random(depth: u32, branching: u64, range: i32, with_chance: bool, stream: &mut Stream) -> Self {
        Self::grow(depth, branching, range, with_chance, Side::First, stream)
    }

    fn grow(depth: u32, branching: u64, range: i32, chance: bool, side: Side, stream: &mut Stream) -> Self {
        if depth == 0 || stream.chance(0.1) {
            return Self::Leaf(stream.below(2 * range as u64 + 1) as i32 - range);
        }
        let count = 1 + stream.below(branching);
        let is_chance = chance && stream.chance(0.25);
        let next = if is_chance { side } else { side.other() };
        let children: Vec<Tree> =
            (0..count).map(|_| Self::grow(depth - 1, branching, range, chance, next, stream)).collect();
        if !is_chance {
            return Self::Choice(side, children);
        }
        let weights: Vec<f64> = children.iter().map(|_| 1.0 + stream.below(4) as f64).collect();
        let sum: f64 = weights.iter().sum();
        Self::Chance(weights.into_iter().map(|weight| weight / sum).zip(children).collect())
    }

    fn child(&self, index: usize) -> &Tree {
        match self {
            Self::Leaf(_) => self,
            Self::Choice(_, children) => &children[index],
            Self::Chance(children) => &children[index].1,
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Choice(_, children) => children.len(),
            Self::Chance(children) => children.len(),
        }
    }

    fn range(&self) -> (i32, i32) {
        match self {
            Self::Leaf(value) => (*value, *value),
            _ => (0..self.count())
                .map(|index| self.child(index).range())
                .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
                .unwrap_or((0, 0)),
        }
    }
}

/// The game of walking down a tree.
#[derive(Clone, Debug)]
pub struct TreeGame {
    tree: Arc<Tree>,
    range: (i32, i32),
}

impl TreeGame {
    /// Leaves' own range.
    #[must_use]
    pub fn new(tree: Tree) -> Self {
        let (low, high) = tree.range();
        Self { tree: Arc::new(tree), range: (low, high.max(low + 1)) }
    }

    /// Says that leaves lie in this range, though none may reach it.
    #[must_use]
    pub fn within(tree: Tree, low: i32, high: i32) -> Self {
        Self { tree: Arc::new(tree), range: (low, high) }
    }

    fn at(&self, path: &Path) -> &Tree {
        path.0.iter().fold(&self.tree, |tree, &index| tree.child(index as usize))
    }
}

/// Where one stands: the children taken from the root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path(pub Vec<u16>);

impl Rules for TreeGame {
    type State = Path;
    type Move = u16;
    type Undo = ();

    fn start(&self) -> Path {
        Path(Vec::new())
    }

    fn turn(&self, path: &Path) -> Turn {
        match self.at(path) {
            Tree::Choice(side, _) => Turn::Of(*side),
            Tree::Leaf(_) => Turn::Of(Side::First),
            Tree::Chance(_) => Turn::Chance,
        }
    }

    fn result(&self, path: &Path) -> Option<i32> {
        match self.at(path) {
            Tree::Leaf(value) => Some(*value),
            _ => None,
        }
    }

    fn moves(&self, path: &Path, out: &mut Vec<u16>) {
        out.extend(0..self.at(path).count() as u16);
    }

    fn outcomes(&self, path: &Path, out: &mut Vec<(u16, f64)>) {
        if let Tree::Chance(children) = self.at(path) {
            out.extend(children.iter().enumerate().map(|(index, (share, _))| (index as u16, *share)));
        }
    }

    fn apply(&self, path: &mut Path, child: &u16) {
        path.0.push(*child);
    }

    fn cancel(&self, path: &mut Path, _child: &u16, _undo: ()) {
        path.0.pop();
    }

    fn hash(&self, path: &Path) -> u64 {
        path.0.iter().fold(1, |key, &index| mix(key ^ (u64::from(index) + 1) << 32))
    }

    fn payoffs(&self) -> (i32, i32) {
        self.range
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;
    use wold_chance::Seed;

    #[test]
    fn random_trees_keep_the_contract() {
        for seed in 0..20 {
            let mut stream = Stream::named(Seed(seed), "tree", &[]);
            let tree = Tree::max([Tree::random(5, 4, 9, true, &mut stream), Tree::Leaf(3)]);
            conformance::check(&TreeGame::within(tree, -9, 9), conformance::Extent { games: 5, moves: 10 });
        }
    }
}
