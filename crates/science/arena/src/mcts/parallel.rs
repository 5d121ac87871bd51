//! More than one thread.
//!
//! * [`many_trees`]: so many trees from the same root with seeds of their own, their root visits added up. The number of trees, not
//!   of threads, decides the result: it is the same on every machine.
//! * [`one_tree`]: threads share a tree; walking down and remembering happen under a lock, playouts beside it. Who comes first is
//!   chance, so results differ from run to run. Worth it where playouts are long.

use super::playout::Playout;
use super::{Config, Mcts};
use crate::Rules;
use crate::answer::{Answer, Candidate};
use crate::budget::{Budget, Ending, Meter};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};
use wold_chance::Stream;

/// Searches `trees` trees, each with the whole budget, on as many threads.
pub fn many_trees<R, P>(
    rules: &R,
    state: &R::State,
    config: &Config,
    playout: &P,
    trees: u64,
    budget: &Budget,
) -> Answer<R::Move>
where
    R: Rules,
    P: Playout<R::State> + Clone + Send + Sync,
{
    let search = |number: u64| {
        let seed = config.seed.child("tree", &[number]);
        let mut mcts =
            Mcts::new(rules.clone(), state.clone(), Config { seed, ..config.clone() }, playout.clone());
        mcts.run(budget);
        mcts.answer()
    };
    let answers: Vec<Answer<R::Move>> = (0..trees.max(1)).into_par_iter().map(search).collect();
    merge(answers)
}

/// Adds up what the trees say of each move; a tree that is certain decides.
fn merge<M: Clone + PartialEq>(answers: Vec<Answer<M>>) -> Answer<M> {
    let certain = answers.iter().position(|answer| answer.ending == Ending::Complete);
    let mut candidates: Vec<Candidate<M>> = Vec::new();
    for candidate in answers.iter().flat_map(|answer| &answer.candidates) {
        match candidates.iter_mut().find(|known| known.chosen == candidate.chosen) {
            Some(known) => {
                let visits = known.visits + candidate.visits;
                let sum = known.value * known.visits as f64 + candidate.value * candidate.visits as f64;
                known.value = if visits == 0 { 0.0 } else { sum / visits as f64 };
                known.visits = visits;
            }
            None => candidates.push(candidate.clone()),
        }
    }
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    let iterations = answers.iter().map(|answer| answer.stats.iterations).sum();
    let nodes = answers.iter().map(|answer| answer.stats.nodes).sum();
    let leading = certain.or_else(|| {
        let best = &candidates.first()?.chosen;
        answers.iter().position(|answer| answer.best() == Some(best))
    });
    let mut merged = answers.into_iter().nth(leading.unwrap_or(0)).expect("there is at least one tree");
    if certain.is_none() {
        if let Some(best) = candidates.first() {
            merged.value = best.value;
            if merged.best() != Some(&best.chosen) {
                merged.line = vec![best.chosen.clone()];
            }
        }
        merged.candidates = candidates;
    }
    merged.stats.iterations = iterations;
    merged.stats.nodes = nodes;
    merged
}

/// Runs a budget on one tree with `threads` threads, which share it. A virtual loss keeps them apart.
pub fn one_tree<R, P>(search: &mut Mcts<R, P>, threads: u64, budget: &Budget)
where
    R: Rules,
    P: Playout<R::State> + Clone + Send,
{
    if !matches!(search.ending, Ending::Partial(_)) {
        return;
    }
    let lent = std::mem::replace(&mut search.config.virtual_loss, 1.0);
    let stream = search.stream.clone();
    search.stream.jump(1 << 32);
    let playout = search.playout.clone();
    let shared = Mutex::new((&mut *search, Meter::new(budget)));
    let workers: Vec<(P, Stream)> =
        (0..threads.max(1)).map(|number| (playout.clone(), stream.split(number))).collect();
    rayon::scope(|scope| {
        for (mut playout, mut stream) in workers {
            let shared = &shared;
            scope.spawn(move |_| work(shared, &mut playout, &mut stream));
        }
    });
    search.config.virtual_loss = lent;
    if search.tree.nodes[0].proven.is_some() {
        search.ending = Ending::Complete;
    }
}

fn work<R, P>(shared: &Mutex<(&mut Mcts<R, P>, Meter<'_>)>, playout: &mut P, stream: &mut Stream)
where
    R: Rules,
    P: Playout<R::State>,
{
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let mut path = Vec::new();
    loop {
        let end = {
            let (search, meter) = &mut *lock();
            if search.tree.nodes[0].proven.is_some() || !meter.iteration() {
                return;
            }
            let end = search.descend(stream, &mut path);
            meter.nodes += path.len() as u64;
            end
        };
        let margin = end.map(|state| playout.play(state, stream));
        let (search, _) = &mut *lock();
        let reward = margin.map_or_else(|certain| certain, |margin| search.felt(margin));
        search.record(&path, reward);
    }
}
