//! What looking ahead does wrong, measured.
//!
//! * [`horizon`]: the move and value each depth gives, with and without quiescence: a loss that a deeper look sees is pushed beyond
//!   the last ply as long as possible.
//! * [`last_player`]: mean values at odd and even depths: who moves last looks better, so odd and even values do not compare.
//! * [`pathology`]: on uniform trees with independent leaves a deeper look may choose worse (Nau); on trees whose leaves depend
//!   on the way to them it does not.

use super::engine::{AlphaBeta, Config};
use crate::budget::Budget;
use crate::rules::random_move;
use crate::{Ending, Rules};
use wold_chance::{Seed, Stream};

/// What one depth says.
#[derive(Clone, Debug, PartialEq)]
pub struct Look<M> {
    /// Plies.
    pub depth: u32,
    /// The move, without quiescence and with it.
    pub chosen: [Option<M>; 2],
    /// The value for the side to move, likewise.
    pub value: [f64; 2],
}

/// Looks at a position depth by depth, up to `deepest` or until the value is known.
pub fn horizon<R: Rules>(rules: &R, state: &R::State, deepest: u32) -> Vec<Look<R::Move>> {
    let mut looks = Vec::new();
    let engines = [0, 6].map(|quiescence| {
        AlphaBeta::new(rules.clone(), state.clone(), Config { quiescence, ..Config::default() })
    });
    let [mut short, mut quiet] = engines;
    for depth in 1..=deepest {
        let answers = [short.run(&Budget::depth(depth)).clone(), quiet.run(&Budget::depth(depth)).clone()];
        let known = answers.iter().all(|answer| answer.ending == Ending::Complete);
        let [a, b] = answers;
        looks.push(Look { depth, chosen: [a.best().cloned(), b.best().cloned()], value: [a.value, b.value] });
        if known {
            break;
        }
    }
    looks
}

/// The mean value for First over random positions, depth by depth, without quiescence; positions are `plies` random moves from
/// the start.
pub fn last_player<R: Rules>(rules: &R, deepest: u32, positions: u64, plies: u32, seed: Seed) -> Vec<f64> {
    let mut sums = vec![0.0; deepest as usize];
    let mut counted = 0u32;
    for number in 0..positions {
        let mut stream = Stream::named(seed, "last player", &[number]);
        let mut state = rules.start();
        let mut scratch = Vec::new();
        for _ in 0..plies {
            if let Some(chosen) = random_move(rules, &state, &mut scratch, &mut stream) {
                rules.apply(&mut state, &chosen);
            }
        }
        let Some(side) = rules.turn(&state).side() else { continue };
        if rules.result(&state).is_some() {
            continue;
        }
        counted += 1;
        let config = Config { quiescence: 0, ..Config::default() };
        let mut engine = AlphaBeta::new(rules.clone(), state, config);
        for depth in 1..=deepest {
            let value = engine.run(&Budget::depth(depth)).value;
            sums[depth as usize - 1] += f64::from(side.sign()) * value;
        }
    }
    sums.iter().map(|sum| sum / f64::from(counted.max(1))).collect()
}

/// How leaves of the trees come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Each alone: won or lost by a draw.
    Independent,
    /// By the sum of steps of ±1 on the way down: neighbours are alike.
    Incremental,
}

/// The share of right choices by depth, on random uniform trees of two branches. A choice is right if it leads to a child whose
/// true value is the best; positions at the last ply looked at are valued by the share of won leaves below them. Trees
/// whose children are worth the same say nothing and are left out.
#[must_use]
pub fn pathology(leaves: Leaves, height: u32, trees: u64, seed: Seed) -> Vec<f64> {
    // Won for First so often that the value of a tall tree stays open: p = 1 − (1 − p²)².
    const GOLDEN_SHARE: f64 = 0.618_033_988_749_895;
    let mut right = vec![0u64; height as usize];
    let mut counted = 0u64;
    for number in 0..trees {
        let mut stream = Stream::named(seed, "pathology", &[number]);
        let won: Vec<bool> = match leaves {
            Leaves::Independent => (0..1 << height).map(|_| stream.chance(GOLDEN_SHARE)).collect(),
            Leaves::Incremental => walks(height, &mut stream).into_iter().map(|sum| sum > 0).collect(),
        };
        let tree = Layers::over(&won);
        let (left, middle) = (tree.value(1, 0, height), tree.value(1, 1, height));
        if left == middle {
            continue;
        }
        counted += 1;
        for depth in 1..=height {
            let (a, b) = (tree.value(1, 0, depth), tree.value(1, 1, depth));
            // A tie is decided by a coin.
            let picks_left = if a == b { stream.chance(0.5) } else { a > b };
            right[depth as usize - 1] += u64::from(picks_left == (left > middle));
        }
    }
    right.iter().map(|&count| count as f64 / counted.max(1) as f64).collect()
}

fn walks(height: u32, stream: &mut Stream) -> Vec<i32> {
    let mut sums = vec![0];
    for _ in 0..height {
        sums = sums
            .iter()
            .flat_map(|&sum| [sum, sum])
            .map(|sum| sum + if stream.chance(0.5) { 1 } else { -1 })
            .collect();
    }
    sums
}

/// A complete binary tree: for every node the share of won leaves below it, layer by layer from the root.
struct Layers(Vec<Vec<f64>>);

impl Layers {
    fn over(won: &[bool]) -> Self {
        let mut layers = vec![won.iter().map(|&won| f64::from(u8::from(won))).collect::<Vec<f64>>()];
        while layers[layers.len() - 1].len() > 1 {
            let below = &layers[layers.len() - 1];
            layers.push(below.chunks(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect());
        }
        layers.reverse();
        Self(layers)
    }

    /// Minimax with the last ply at `depth`; First chooses at the root.
    fn value(&self, layer: u32, index: usize, depth: u32) -> f64 {
        if layer >= depth {
            return self.0[layer as usize][index];
        }
        let (a, b) = (self.value(layer + 1, 2 * index, depth), self.value(layer + 1, 2 * index + 1, depth));
        if layer.is_multiple_of(2) { a.max(b) } else { a.min(b) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::breakthrough::Breakthrough;
    use crate::games::noughts::Noughts;
    use crate::notation::Notation;

    #[test]
    fn deeper_is_worse_with_independent_leaves_and_better_with_incremental_ones() {
        let height = 10;
        let alone = pathology(Leaves::Independent, height, 4000, Seed(1));
        let alike = pathology(Leaves::Incremental, height, 4000, Seed(1));
        // The last plies see the truth itself; the plies between tell the difference.
        assert!(alone[7] < alone[0] - 0.05, "{alone:?}");
        assert!(alike[7] > alike[0] + 0.02, "{alike:?}");
        assert_eq!((alone[9], alike[9]), (1.0, 1.0), "the whole tree is never wrong");
    }

    #[test]
    fn whoever_moves_last_looks_better() {
        let means = last_player(&Breakthrough, 4, 30, 8, Seed(2));
        // First to move at even plies: odd depths end with First's move.
        assert!(means[0] > means[1] && means[2] > means[1] && means[2] > means[3], "{means:?}");
    }

    #[test]
    fn the_horizon_hides_the_fork_from_a_short_look() {
        let game = Noughts::new(3, 3).expect("fits");
        let state = game.read_position("x../.o./..x").expect("can be");
        let looks = horizon(&game, &state, 9);
        let corner = |look: &Look<u8>| look.chosen[0].is_some_and(|square| square % 2 == 0);
        assert!(corner(&looks[0]), "one ply ahead falls for it");
        let last = looks.last().expect("it looked");
        assert!(!corner(last) && last.value[0] == 0.0, "the whole tree does not");
    }
}
