//! A problem with all variables filled in: only what can be reached from the state to begin with and from the tasks to do.
//!
//! Contract. First everything that can come about when nothing is ever deleted and nothing is forbidden, together with the tasks that can be
//! done that way ([`super::join`]); then of that, only what the problem's tasks lead to; both again until nothing falls away. Facts that never
//! change and facts nobody asks for are left out of states. What is left has at least all plans of the problem.

use super::formulas::Numbering;
use super::join::{Joiner, Rule, TooMuch};
use super::model::{Effect, Formula, Object, Problem, Term, Tuple, What};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// A condition on a state.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Test {
    pub holds: Vec<u32>,
    pub fails: Vec<u32>,
    /// Each of these must hold as well.
    pub rest: Vec<Clause>,
}

/// A condition that is no single fact.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Clause {
    Is(u32, bool),
    And(Vec<Clause>),
    Or(Vec<Clause>),
}

/// A state: one bit for each fact.
pub(crate) type State = Box<[u64]>;

pub(crate) fn is_set(state: &[u64], fact: u32) -> bool {
    state[fact as usize / 64] >> (fact % 64) & 1 == 1
}

impl Clause {
    fn holds(&self, state: &[u64]) -> bool {
        match self {
            Self::Is(fact, wanted) => is_set(state, *fact) == *wanted,
            Self::And(parts) => parts.iter().all(|part| part.holds(state)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(state)),
        }
    }
}

impl Test {
    pub fn passes(&self, state: &[u64]) -> bool {
        self.holds.iter().all(|&fact| is_set(state, fact))
            && !self.fails.iter().any(|&fact| is_set(state, fact))
            && self.rest.iter().all(|clause| clause.holds(state))
    }
}

/// What a primitive does when its test passes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Change {
    pub when: Test,
    pub adds: Vec<u32>,
    pub deletes: Vec<u32>,
}

#[derive(Debug, Clone)]
pub(crate) struct GroundAction {
    pub action: usize,
    pub args: Tuple,
    pub when: Test,
    /// The first always happens.
    pub changes: Vec<Change>,
}

impl GroundAction {
    /// The state after it.
    pub fn apply(&self, state: &[u64]) -> State {
        let mut after: State = state.into();
        let happening: Vec<&Change> =
            self.changes.iter().filter(|change| change.when.passes(state)).collect();
        for &fact in happening.iter().flat_map(|change| &change.deletes) {
            after[fact as usize / 64] &= !(1 << (fact % 64));
        }
        for &fact in happening.iter().flat_map(|change| &change.adds) {
            after[fact as usize / 64] |= 1 << (fact % 64);
        }
        after
    }
}

#[derive(Debug, Clone)]
pub(crate) struct GroundMethod {
    pub method: usize,
    pub values: Tuple,
    pub task: u32,
    pub when: Test,
    pub subtasks: Vec<u32>,
}

/// A problem without variables. Tasks below the number of actions are those actions.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    pub facts: usize,
    pub init: State,
    pub goal: Test,
    /// False if no state at all can be a goal.
    pub goal_possible: bool,
    pub actions: Vec<GroundAction>,
    pub methods: Vec<GroundMethod>,
    /// Methods by task, as the domain lists them.
    pub methods_of: Vec<Vec<u32>>,
    pub top: u32,
}

pub(super) struct Tables {
    pub objects_of: Vec<Vec<Object>>,
    pub is_of: Vec<Vec<bool>>,
    /// Steps left for going through all objects of quantifiers.
    left: Cell<u64>,
}

impl Tables {
    /// Takes a step; false when none is left.
    pub fn spend(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }
}

fn tables(problem: &Problem, most: u64) -> Result<Tables, TooMuch> {
    let domain = &problem.domain;
    let kinds = domain.types.len();
    if (kinds * domain.objects.len()) as u64 > most {
        return Err(TooMuch);
    }
    let below: Vec<Vec<bool>> =
        (0..kinds).map(|kind| (0..kinds).map(|above| domain.is_below(kind, above)).collect()).collect();
    let is_of: Vec<Vec<bool>> = (0..kinds)
        .map(|kind| domain.objects.iter().map(|(_, own)| own.iter().any(|&own| below[own][kind])).collect())
        .collect();
    let objects = |row: &Vec<bool>| (0..row.len() as u32).filter(|&object| row[object as usize]).collect();
    Ok(Tables { objects_of: is_of.iter().map(objects).collect(), is_of, left: Cell::new(most) })
}

pub(super) fn resolve(term: Term, values: &[Object]) -> Object {
    match term {
        Term::Var(variable) => values[variable],
        Term::Object(object) => object,
    }
}

pub(super) fn resolve_all(terms: &[Term], values: &[Object]) -> Tuple {
    terms.iter().map(|&term| resolve(term, values)).collect()
}

/// What of a condition is a list of facts and equalities.
fn split(formula: &Formula, body: &mut Vec<(usize, Vec<Term>)>, equal: &mut Vec<(Term, Term, bool)>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| split(part, body, equal)),
        Formula::Atom(predicate, args) => body.push((*predicate, args.clone())),
        Formula::Equal(a, b) => equal.push((*a, *b, true)),
        Formula::Not(inner) => {
            if let Formula::Equal(a, b) = **inner {
                equal.push((a, b, false));
            }
        }
        _ => {}
    }
}

/// All values of an effect's own variables, after the action's.
fn spread(effect: &Effect, args: &[Object], count: usize, tables: &Tables, then: &mut dyn FnMut(&[Object])) {
    let mut values = args.to_vec();
    values.resize(count.max(args.len()), 0);
    spread_from(&effect.variables, &mut values, tables, then);
}

fn spread_from(
    variables: &[(usize, usize)],
    values: &mut [Object],
    tables: &Tables,
    then: &mut dyn FnMut(&[Object]),
) {
    if !tables.spend() {
        return;
    }
    let Some((&(variable, kind), rest)) = variables.split_first() else { return then(values) };
    for &object in &tables.objects_of[kind] {
        values[variable] = object;
        spread_from(rest, values, tables, then);
    }
}

impl Ground {
    /// Fills the variables in.
    pub fn new(problem: &Problem, most: u64) -> Result<Self, TooMuch> {
        let tables = tables(problem, most)?;
        let domain = &problem.domain;
        let (predicates, actions, tasks) =
            (domain.predicates.len(), domain.actions.len(), domain.tasks.len());
        let (first_task, first_method) = (predicates + actions, predicates + actions + tasks);
        let mut rules = Vec::new();
        for (number, action) in domain.actions.iter().enumerate() {
            let (mut body, mut equal) = (Vec::new(), Vec::new());
            split(&action.when, &mut body, &mut equal);
            rules.push(Rule { head: predicates + number, types: action.sign.types.clone(), body, equal });
        }
        for (number, method) in domain.methods.iter().enumerate() {
            let (mut body, mut equal) = (Vec::new(), Vec::new());
            split(&method.when, &mut body, &mut equal);
            body.extend(method.subtasks.iter().map(|subtask| {
                let relation = match subtask.what {
                    What::Action(action) => predicates + action,
                    What::Task(task) => first_task + task,
                };
                (relation, subtask.args.clone())
            }));
            rules.push(Rule { head: first_method + number, types: method.sign.types.clone(), body, equal });
        }
        let relations = first_method + domain.methods.len();
        let mut joiner = Joiner::new(relations, &rules, &tables.objects_of, &tables.is_of, most);
        for (predicate, tuple) in &problem.init {
            joiner.add(*predicate, tuple.clone());
        }
        joiner.run(&mut |joiner, head, tuple| {
            if head >= first_method {
                let method = &domain.methods[head - first_method];
                joiner.add(first_task + method.task, resolve_all(&method.task_args, tuple));
            } else if head >= predicates {
                let action = &domain.actions[head - predicates];
                for effect in action.effects.iter().filter(|effect| effect.adds) {
                    spread(effect, tuple, action.variables, &tables, &mut |values| {
                        joiner.add(effect.predicate, resolve_all(&effect.args, values));
                    });
                }
            }
        })?;
        let reached = |predicate: usize, tuple: &[Object]| joiner.has(predicate, tuple);
        let mut ways: FxHashMap<(usize, Tuple), Vec<(usize, u32)>> = FxHashMap::default();
        for (number, method) in domain.methods.iter().enumerate() {
            for (at, tuple) in joiner.tuples[first_method + number].iter().enumerate() {
                let task = (method.task, resolve_all(&method.task_args, tuple));
                ways.entry(task).or_default().push((number, at as u32));
            }
        }
        Builder {
            problem,
            tables: &tables,
            ways: &ways,
            tuples: &joiner.tuples[first_method..],
            reached: &reached,
        }
        .build()
    }
}

/// An effect's number, the values of its variables, and when it happens.
type Happening = (usize, Vec<Object>, Test);

struct Builder<'a> {
    problem: &'a Problem,
    tables: &'a Tables,
    ways: &'a FxHashMap<(usize, Tuple), Vec<(usize, u32)>>,
    tuples: &'a [Vec<Tuple>],
    reached: &'a dyn Fn(usize, &[Object]) -> bool,
}

impl Builder<'_> {
    fn build(&self) -> Result<Ground, TooMuch> {
        let problem = self.problem;
        let domain = &problem.domain;
        // From the top down.
        let top = (What::Task(problem.top), Tuple::default());
        let mut order: Vec<(What, Tuple)> = vec![top.clone()];
        let mut seen: FxHashSet<(What, Tuple)> = order.iter().cloned().collect();
        let mut chosen: Vec<(usize, u32)> = Vec::new();
        let mut at = 0;
        while let Some((what, args)) = order.get(at).cloned() {
            at += 1;
            let What::Task(task) = what else { continue };
            for &(method, tuple) in self.ways.get(&(task, args)).into_iter().flatten() {
                chosen.push((method, tuple));
                let values = &self.tuples[method][tuple as usize];
                for subtask in &domain.methods[method].subtasks {
                    let key = (subtask.what, resolve_all(&subtask.args, values));
                    if seen.insert(key.clone()) {
                        order.push(key);
                    }
                }
            }
        }
        let mut deleted = FxHashSet::default();
        for (what, args) in &order {
            if let What::Action(action) = *what {
                let action = &domain.actions[action];
                for effect in action.effects.iter().filter(|effect| !effect.adds) {
                    spread(effect, args, action.variables, self.tables, &mut |values| {
                        deleted.insert((effect.predicate, resolve_all(&effect.args, values)));
                    });
                }
            }
        }
        let mut numbering = Numbering {
            problem,
            reached: self.reached,
            deleted,
            numbers: FxHashMap::default(),
            facts: Vec::new(),
        };
        self.fill(order, &chosen, &mut numbering)
    }

    fn fill(
        &self,
        order: Vec<(What, Tuple)>,
        chosen: &[(usize, u32)],
        numbering: &mut Numbering<'_>,
    ) -> Result<Ground, TooMuch> {
        let (problem, tables) = (self.problem, self.tables);
        let domain = &problem.domain;
        // Tests first: only what is asked for gets a bit.
        let mut tests: FxHashMap<(What, Tuple), Test> = FxHashMap::default();
        let mut conditions: FxHashMap<(usize, Tuple), Vec<Happening>> = FxHashMap::default();
        for (what, args) in &order {
            let What::Action(number) = *what else { continue };
            let action = &domain.actions[number];
            let Some(test) = numbering.test(&action.when, args, tables) else { continue };
            tests.insert((*what, args.clone()), test);
            let mut happening = Vec::new();
            for (at, effect) in action.effects.iter().enumerate() {
                spread(effect, args, action.variables, tables, &mut |values| {
                    if let Some(test) = numbering.test(&effect.when, values, tables) {
                        happening.push((at, values.to_vec(), test));
                    }
                });
            }
            conditions.insert((number, args.clone()), happening);
        }
        let mut ways = Vec::new();
        for &(method, tuple) in chosen {
            let values = &self.tuples[method][tuple as usize];
            if let Some(test) = numbering.test(&domain.methods[method].when, values, tables) {
                ways.push((method, values.clone(), test));
            }
        }
        let goal = numbering.test(&problem.goal, &[], tables);
        if tables.left.get() == 0 {
            return Err(TooMuch);
        }
        let mut ground =
            Ground { goal_possible: goal.is_some(), goal: goal.unwrap_or_default(), ..Ground::default() };
        ground.facts = numbering.facts.len();
        ground.init = vec![0; ground.facts.div_ceil(64).max(1)].into();
        for (number, _) in numbering.facts.iter().enumerate().filter(|(_, fact)| problem.init.contains(*fact))
        {
            ground.init[number / 64] |= 1 << (number % 64);
        }
        // Actions have the first numbers, compound tasks the next.
        let mut number_of: FxHashMap<(What, Tuple), u32> = FxHashMap::default();
        for (what, args) in &order {
            let What::Action(action) = *what else { continue };
            let key = (*what, args.clone());
            let Some(when) = tests.remove(&key) else { continue };
            number_of.insert(key, ground.actions.len() as u32);
            let mut changes: Vec<Change> = vec![Change::default()];
            for (at, values, when) in conditions.remove(&(action, args.clone())).unwrap_or_default() {
                let effect = &domain.actions[action].effects[at];
                let fact = (effect.predicate, resolve_all(&effect.args, &values));
                let Some(&fact) = numbering.numbers.get(&fact) else { continue };
                let place = changes.iter().position(|change| change.when == when).unwrap_or_else(|| {
                    changes.push(Change { when, ..Change::default() });
                    changes.len() - 1
                });
                let list = if effect.adds { &mut changes[place].adds } else { &mut changes[place].deletes };
                list.push(fact);
            }
            ground.actions.push(GroundAction { action, args: args.clone(), when, changes });
        }
        let mut next = ground.actions.len() as u32;
        for (what, args) in order.into_iter().filter(|(what, _)| matches!(what, What::Task(_))) {
            number_of.insert((what, args), next);
            next += 1;
        }
        for (method, values, when) in ways {
            let lifted = &domain.methods[method];
            let task = number_of[&(What::Task(lifted.task), resolve_all(&lifted.task_args, &values))];
            let subtasks: Option<Vec<u32>> = lifted
                .subtasks
                .iter()
                .map(|subtask| number_of.get(&(subtask.what, resolve_all(&subtask.args, &values))).copied())
                .collect();
            if let Some(subtasks) = subtasks {
                ground.methods.push(GroundMethod { method, values, task, when, subtasks });
            }
        }
        ground.top = number_of[&(What::Task(problem.top), Tuple::default())];
        ground.methods.sort_by_key(|method| (method.task, method.method));
        ground.methods_of = vec![Vec::new(); next as usize];
        for (number, method) in ground.methods.iter().enumerate() {
            ground.methods_of[method.task as usize].push(number as u32);
        }
        Ok(ground)
    }
}
