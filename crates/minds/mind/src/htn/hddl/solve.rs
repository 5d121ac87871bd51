//! Plans for problems.
//!
//! Contract. A position is a state and a list of tasks still to do; the first task is carried out, or replaced by the subtasks of a method whose
//! condition holds. No position is looked at twice, so no search loops in place. Two searches take turns with growing shares of the budget: depth
//! first in the order of the domain's text, with a bound on the number of open tasks that grows (for domains written to be run that way, and because a
//! recursion to the left would never come back); and best first by [`super::guess`], which goes straight in domains that leave the choice
//! open, and knows many positions that lead nowhere. Both are deterministic. The plan is not the shortest.

use super::ground::{Ground, State};
use super::guess::Guess;
use super::join::TooMuch;
use super::model::{Problem, Term, Tuple, What};
use super::split::Cut;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a problem is to be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveConfig {
    /// Positions to look at; default a million. One that is estimated counts as ten.
    pub steps: u64,
    /// Steps for filling variables in; default 20 million.
    pub grounding: u64,
}

impl Default for SolveConfig {
    fn default() -> Self {
        Self { steps: 1_000_000, grounding: 20_000_000 }
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Solved {
    /// A plan.
    Plan(Solution),
    /// There is none.
    Unsolvable,
    /// The steps are used up.
    OutOfBudget,
    /// With all variables filled in the problem is too big.
    TooBig,
}

/// A plan and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Tasks, the whole problem first; those of a method in the order they are done.
    pub(crate) tree: Vec<Done>,
    /// Positions that were looked at.
    pub steps: u64,
}

/// A task of a plan.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Done {
    pub what: What,
    pub args: Tuple,
    /// By which method with which values, and its subtasks; None for a primitive.
    pub by: Option<(usize, Tuple, Vec<usize>)>,
}

const NIL: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    method: u32,
    state: u32,
    tasks: u32,
}

/// Positions, with states and lists of tasks stored once.
struct Board<'a> {
    ground: &'a Ground,
    states: Vec<State>,
    state_of: FxHashMap<State, u32>,
    /// A list's first task, the rest, and its length.
    lists: Vec<(u32, u32, u32)>,
    list_of: FxHashMap<(u32, u32), u32>,
    nodes: Vec<Node>,
}

impl<'a> Board<'a> {
    fn new(ground: &'a Ground) -> Self {
        Self {
            ground,
            states: Vec::new(),
            state_of: FxHashMap::default(),
            lists: Vec::new(),
            list_of: FxHashMap::default(),
            nodes: Vec::new(),
        }
    }

    fn state(&mut self, state: State) -> u32 {
        if let Some(&known) = self.state_of.get(&state) {
            return known;
        }
        let number = self.states.len() as u32;
        self.state_of.insert(state.clone(), number);
        self.states.push(state);
        number
    }

    fn list(&mut self, first: u32, rest: u32) -> u32 {
        let length = if rest == NIL { 1 } else { self.lists[rest as usize].2 + 1 };
        *self.list_of.entry((first, rest)).or_insert_with(|| {
            self.lists.push((first, rest, length));
            self.lists.len() as u32 - 1
        })
    }

    fn length(&self, list: u32) -> u32 {
        if list == NIL { 0 } else { self.lists[list as usize].2 }
    }

    fn tasks(&self, list: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        std::iter::successors((list != NIL).then_some(list), |&at| {
            Some(self.lists[at as usize].1).filter(|&rest| rest != NIL)
        })
        .map(|at| self.lists[at as usize].0)
    }

    fn root(&mut self) -> u32 {
        let state = self.state(self.ground.init.clone());
        let tasks = self.list(self.ground.top, NIL);
        self.nodes.push(Node { parent: NIL, method: NIL, state, tasks });
        self.nodes.len() as u32 - 1
    }

    /// Carries primitives out until a compound task stands first or nothing is left. None if one cannot be carried out.
    fn carry_out(&mut self, mut state: u32, mut tasks: u32) -> Option<(u32, u32)> {
        let ground = self.ground;
        while tasks != NIL {
            let (first, rest, _) = self.lists[tasks as usize];
            let Some(action) = ground.actions.get(first as usize) else { break };
            let before = &self.states[state as usize];
            if !action.when.passes(before) {
                return None;
            }
            let after = action.apply(before);
            state = self.state(after);
            tasks = rest;
        }
        Some((state, tasks))
    }

    /// The positions after one, in the order of the text. Positions with one way on are passed through.
    fn after(&mut self, node: u32, into: &mut Vec<u32>) {
        into.clear();
        let ground = self.ground;
        let Node { state, tasks, .. } = self.nodes[node as usize];
        let (first, rest, _) = self.lists[tasks as usize];
        for &method in &ground.methods_of[first as usize] {
            let way = &ground.methods[method as usize];
            if !way.when.passes(&self.states[state as usize]) {
                continue;
            }
            let list = way.subtasks.iter().rev().fold(rest, |list, &task| self.list(task, list));
            if let Some((state, tasks)) = self.carry_out(state, list) {
                self.nodes.push(Node { parent: node, method, state, tasks });
                into.push(self.nodes.len() as u32 - 1);
            }
        }
    }

    fn is_end(&self, node: u32) -> bool {
        let Node { state, tasks, .. } = self.nodes[node as usize];
        tasks == NIL && self.ground.goal_possible && self.ground.goal.passes(&self.states[state as usize])
    }

    /// The methods on the way to a position.
    fn methods_to(&self, mut node: u32) -> Vec<u32> {
        let mut methods = Vec::new();
        while self.nodes[node as usize].method != NIL {
            methods.push(self.nodes[node as usize].method);
            node = self.nodes[node as usize].parent;
        }
        methods.reverse();
        methods
    }
}

enum Turn {
    End(Vec<u32>),
    Exhausted,
    Pause,
}

/// Depth first, as the domain is written.
struct Deep<'a> {
    board: Board<'a>,
    open: Vec<u32>,
    seen: FxHashSet<(u32, u32)>,
    bound: u32,
    /// Something was left out because of the bound.
    is_cut: bool,
}

impl<'a> Deep<'a> {
    fn new(ground: &'a Ground, bound: u32) -> Self {
        let mut board = Board::new(ground);
        let open = vec![board.root()];
        Self { board, open, seen: FxHashSet::default(), bound, is_cut: false }
    }

    fn run(&mut self, steps: u64, spent: &mut u64) -> Turn {
        let mut next = Vec::new();
        let end = *spent + steps;
        while *spent < end {
            let Some(node) = self.open.pop() else { return Turn::Exhausted };
            let Node { state, tasks, .. } = self.board.nodes[node as usize];
            if tasks == NIL || !self.seen.insert((state, tasks)) {
                continue;
            }
            *spent += 1;
            self.board.after(node, &mut next);
            *spent += next.len() as u64 / WAYS_A_STEP;
            if let Some(&node) = next.iter().find(|&&node| self.board.is_end(node)) {
                return Turn::End(self.board.methods_to(node));
            }
            for &node in next.iter().rev() {
                if self.board.length(self.board.nodes[node as usize].tasks) > self.bound {
                    self.is_cut = true;
                } else {
                    self.open.push(node);
                }
            }
        }
        Turn::Pause
    }
}

/// Best first, by an estimate.
struct Best<'a> {
    board: Board<'a>,
    guess: Guess,
    open: BinaryHeap<(Reverse<u32>, u32)>,
    seen: FxHashSet<(u32, u32)>,
    /// Positions that are estimated when their turn comes, and stand where the one before them stood.
    later: FxHashSet<u32>,
}

/// So many ways on from a position cost as much as a step.
const WAYS_A_STEP: u64 = 16;
/// What an estimate costs in steps.
const ESTIMATE: u64 = 10;
/// More ways on than these are estimated when their turn comes.
const MOST_WAYS: usize = 64;

impl<'a> Best<'a> {
    fn new(ground: &'a Ground) -> Self {
        let mut board = Board::new(ground);
        let root = board.root();
        let open = BinaryHeap::from([(Reverse(0), root)]);
        Self {
            board,
            guess: Guess::new(ground),
            open,
            seen: FxHashSet::default(),
            later: FxHashSet::default(),
        }
    }

    fn estimate(&mut self, node: u32) -> Option<u32> {
        let Node { state, tasks, .. } = self.board.nodes[node as usize];
        let (board, guess) = (&self.board, &mut self.guess);
        guess.steps_left(&board.states[state as usize], board.tasks(tasks), &board.ground.goal.holds)
    }

    fn run(&mut self, steps: u64, spent: &mut u64) -> Turn {
        let (mut next, mut ways) = (Vec::new(), Vec::new());
        let end = *spent + steps;
        while *spent < end {
            let Some((Reverse(left), node)) = self.open.pop() else { return Turn::Exhausted };
            *spent += 1;
            if self.later.remove(&node) {
                *spent += ESTIMATE;
                match self.estimate(node) {
                    Some(own) if own > left => {
                        self.open.push((Reverse(own), node));
                        continue;
                    }
                    Some(_) => {}
                    None => continue,
                }
            }
            self.board.after(node, &mut next);
            *spent += next.len() as u64 / WAYS_A_STEP;
            ways.clear();
            for &node in &next {
                if self.board.is_end(node) {
                    return Turn::End(self.board.methods_to(node));
                }
                let Node { state, tasks, .. } = self.board.nodes[node as usize];
                if tasks != NIL && self.seen.insert((state, tasks)) {
                    ways.push(node);
                }
            }
            // No choice and no longer list: no need to estimate, the next ones are.
            let length = self.board.length(self.board.nodes[node as usize].tasks);
            let only =
                ways.len() == 1 && self.board.length(self.board.nodes[ways[0] as usize].tasks) <= length;
            let many = ways.len() > MOST_WAYS;
            for &node in &ways {
                if only || many {
                    // Of one or many ways none is estimated now; of many, each is in its turn.
                    self.open.push((Reverse(if many { left } else { 0 }), node));
                    if many {
                        self.later.insert(node);
                    }
                    continue;
                }
                *spent += ESTIMATE;
                if let Some(left) = self.estimate(node) {
                    self.open.push((Reverse(left), node));
                }
            }
        }
        Turn::Pause
    }
}

impl Problem {
    /// Looks for a plan. `progress` is told the steps spent now and then.
    pub fn solve(&self, config: SolveConfig, progress: &mut dyn FnMut(u64)) -> Solved {
        let cut = Cut::new(self);
        let ground = match Ground::new(&cut.problem, config.grounding) {
            Ok(ground) => ground,
            Err(TooMuch) => return Solved::TooBig,
        };
        if !ground.goal_possible || ground.methods_of[ground.top as usize].is_empty() {
            return Solved::Unsolvable;
        }
        let mut spent = 0;
        let mut bound = 32;
        let (mut deep, mut best) = (Deep::new(&ground, bound), Best::new(&ground));
        let mut share = 2_000;
        while spent < config.steps {
            progress(spent);
            match best.run((share * ESTIMATE).min(config.steps - spent), &mut spent) {
                Turn::End(methods) => return Solved::Plan(self.solution(&cut, &ground, &methods, spent)),
                Turn::Exhausted => return Solved::Unsolvable,
                Turn::Pause => {}
            }
            progress(spent);
            match deep.run(share.min(config.steps.saturating_sub(spent)), &mut spent) {
                Turn::End(methods) => return Solved::Plan(self.solution(&cut, &ground, &methods, spent)),
                Turn::Exhausted if !deep.is_cut => return Solved::Unsolvable,
                Turn::Exhausted => {
                    bound *= 2;
                    deep = Deep::new(&ground, bound);
                }
                Turn::Pause => {}
            }
            share = (share * 2).min(200_000);
        }
        Solved::OutOfBudget
    }

    /// The tree that methods in their order make.
    fn solution(&self, cut: &Cut, ground: &Ground, methods: &[u32], steps: u64) -> Solution {
        let mut methods = methods.iter();
        let mut tree = vec![Done { what: What::Task(self.top), args: Tuple::default(), by: None }];
        let mut open = vec![(ground.top, 0)];
        while let Some((task, at)) = open.pop() {
            if (task as usize) < ground.actions.len() {
                continue;
            }
            let Some(&number) = methods.next() else { break };
            let method = &ground.methods[number as usize];
            let lifted = &cut.problem.domain.methods[method.method];
            let first = tree.len();
            for (subtask, &number) in lifted.subtasks.iter().zip(&method.subtasks) {
                let value = |term| match term {
                    Term::Var(variable) => method.values[variable],
                    Term::Object(object) => object,
                };
                let args: Tuple = subtask.args.iter().map(|&term| value(term)).collect();
                debug_assert!(
                    ground.actions.get(number as usize).is_none_or(|ground| What::Action(ground.action)
                        == subtask.what
                        && ground.args == args)
                );
                tree.push(Done { what: subtask.what, args, by: None });
            }
            let subtasks: Vec<usize> = (first..tree.len()).collect();
            open.extend(method.subtasks.iter().copied().zip(subtasks.iter().copied()).rev());
            tree[at].by = Some((method.method, method.values.clone(), subtasks));
        }
        Solution { tree: cut.whole(self, &tree), steps }
    }
}
