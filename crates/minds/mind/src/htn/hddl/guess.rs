//! How far from the end: an estimate.
//!
//! Contract. Deletions and the order of tasks are ignored. A primitive costs one, needs its facts, gives its facts and itself; a method costs
//! one, needs its facts and its subtasks, gives its task. Costs of needs are added up; from what is cheapest that way a plan is taken apart, and
//! the estimate is the number of primitives and methods in it. None means that there is no way even so, so there is none at all (negative and
//! disjunctive conditions are ignored, which only makes more possible). After the relaxed composition of Höller, Bercher, Behnke and Biundo (2018).

use super::ground::{Ground, is_set};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NEVER: u32 = u32::MAX;

pub(crate) struct Guess {
    facts: usize,
    /// What each operation needs and gives; operations are actions, then methods.
    needs: Vec<Vec<u32>>,
    gives: Vec<Vec<u32>>,
    needed_by: Vec<Vec<u32>>,
    free: Vec<u32>,
    cost: Vec<u32>,
    by: Vec<u32>,
    open: Vec<u32>,
    sum: Vec<u32>,
    marked: Vec<bool>,
    listed: Vec<bool>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Guess {
    pub fn new(ground: &Ground) -> Self {
        let facts = ground.facts;
        let task = |task: u32| facts as u32 + task;
        let (mut needs, mut gives) = (Vec::new(), Vec::new());
        for (number, action) in ground.actions.iter().enumerate() {
            needs.push(action.when.holds.clone());
            let mut given: Vec<u32> =
                action.changes.iter().flat_map(|change| change.adds.iter().copied()).collect();
            given.push(task(number as u32));
            gives.push(given);
        }
        for method in &ground.methods {
            let mut needed = method.when.holds.clone();
            needed.extend(method.subtasks.iter().map(|&subtask| task(subtask)));
            needed.sort_unstable();
            needed.dedup();
            needs.push(needed);
            gives.push(vec![task(method.task)]);
        }
        let count = facts + ground.methods_of.len();
        let mut needed_by = vec![Vec::new(); count];
        for (operation, needed) in needs.iter().enumerate() {
            for &one in needed {
                needed_by[one as usize].push(operation as u32);
            }
        }
        let free =
            (0..needs.len() as u32).filter(|&operation| needs[operation as usize].is_empty()).collect();
        Self {
            facts,
            free,
            cost: vec![NEVER; count],
            by: vec![NEVER; count],
            open: vec![0; needs.len()],
            sum: vec![0; needs.len()],
            marked: vec![false; count],
            listed: vec![false; count],
            heap: BinaryHeap::new(),
            needs,
            gives,
            needed_by,
        }
    }

    /// The estimate for a state, tasks to do and facts to hold in the end.
    pub fn steps_left(
        &mut self,
        state: &[u64],
        tasks: impl Iterator<Item = u32> + Clone,
        goal: &[u32],
    ) -> Option<u32> {
        self.cost.fill(NEVER);
        self.sum.fill(1);
        for (open, needs) in self.open.iter_mut().zip(&self.needs) {
            *open = needs.len() as u32;
        }
        self.heap.clear();
        for fact in (0..self.facts as u32).filter(|&fact| is_set(state, fact)) {
            self.cost[fact as usize] = 0;
            self.by[fact as usize] = NEVER;
            self.heap.push(Reverse((0, fact)));
        }
        for at in 0..self.free.len() {
            self.fire(self.free[at], 1);
        }
        while let Some(Reverse((cost, one))) = self.heap.pop() {
            if cost > self.cost[one as usize] {
                continue;
            }
            for at in 0..self.needed_by[one as usize].len() {
                let operation = self.needed_by[one as usize][at];
                let place = operation as usize;
                self.sum[place] = self.sum[place].saturating_add(cost);
                self.open[place] -= 1;
                if self.open[place] == 0 {
                    self.fire(operation, self.sum[place]);
                }
            }
        }
        self.take_apart(tasks, goal)
    }

    fn fire(&mut self, operation: u32, cost: u32) {
        for at in 0..self.gives[operation as usize].len() {
            let given = self.gives[operation as usize][at];
            if cost < self.cost[given as usize] {
                self.cost[given as usize] = cost;
                self.by[given as usize] = operation;
                self.heap.push(Reverse((cost, given)));
            }
        }
    }

    fn take_apart(&mut self, tasks: impl Iterator<Item = u32> + Clone, goal: &[u32]) -> Option<u32> {
        self.marked.fill(false);
        self.listed.fill(false);
        let (mut wanted, mut count) = (goal.to_vec(), 0_u32);
        for task in tasks {
            let one = self.facts as u32 + task;
            // The same task twice has to be done twice.
            if std::mem::replace(&mut self.listed[one as usize], true) {
                count += 1;
            } else {
                wanted.push(one);
            }
        }
        if wanted.iter().any(|&one| self.cost[one as usize] == NEVER) {
            return None;
        }
        while let Some(one) = wanted.pop() {
            if std::mem::replace(&mut self.marked[one as usize], true) || self.cost[one as usize] == 0 {
                continue;
            }
            let by = self.by[one as usize];
            // An operation that gives several wanted things counts once: all it gives is there with it.
            for &given in &self.gives[by as usize] {
                if self.by[given as usize] == by {
                    self.marked[given as usize] = true;
                }
            }
            count += 1;
            wanted.extend(self.needs[by as usize].iter().filter(|&&need| !self.marked[need as usize]));
        }
        Some(count)
    }
}
