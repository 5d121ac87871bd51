//! Whether a plan is one.
//!
//! Contract. Shares nothing with the search but the problem as it was written: conditions are looked up in a set of facts, variables are bound by
//! name, nothing is filled in beforehand. Goes through the tree from the problem's tasks down, in order: every compound task is done by a method of
//! that task, with values of the right types that give the task its arguments, whose condition holds where it begins, and its subtasks are
//! those the method lists; every primitive can be carried out where it stands. In the end the goal holds.

use super::model::{Formula, Object, Problem, Term, Tuple, What};
use super::solve::Solution;
use std::collections::BTreeSet;

/// What is wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A task's method does not belong to it.
    #[error("{0} is not done by a method of its own")]
    WrongMethod(String),
    /// A value is not of its variable's type.
    #[error("{task}: {value} does not fit its type")]
    WrongType {
        /// The task or method.
        task: String,
        /// The value.
        value: String,
    },
    /// The condition of a method or primitive does not hold.
    #[error("{0}: its condition does not hold")]
    NotNow(String),
    /// The subtasks are not those of the method.
    #[error("{0}: its subtasks are not those of its method")]
    WrongSubtasks(String),
    /// The tree is no tree, or not of this problem.
    #[error("the plan's tree is broken")]
    Broken,
    /// The goal does not hold in the end.
    #[error("the goal does not hold in the end")]
    NoGoal,
}

pub(super) type Facts = BTreeSet<(usize, Tuple)>;

pub(super) struct Judge<'a> {
    pub problem: &'a Problem,
    pub facts: Facts,
}

impl Judge<'_> {
    pub fn value(term: Term, values: &[Object]) -> Object {
        match term {
            Term::Object(object) => object,
            Term::Var(variable) => values[variable],
        }
    }

    pub fn holds(&self, formula: &Formula, values: &mut Vec<Object>) -> bool {
        match formula {
            Formula::Atom(predicate, args) => {
                let tuple = args.iter().map(|&term| Self::value(term, values)).collect();
                self.facts.contains(&(*predicate, tuple))
            }
            Formula::Equal(a, b) => Self::value(*a, values) == Self::value(*b, values),
            Formula::Is(term, kind) => self.problem.domain.is_of(Self::value(*term, values), *kind),
            Formula::Not(inner) => !self.holds(inner, values),
            Formula::And(parts) => parts.iter().all(|part| self.holds(part, values)),
            Formula::Or(parts) => parts.iter().any(|part| self.holds(part, values)),
            Formula::Forall(variables, inner) => {
                let contrary = Formula::Not(inner.clone());
                !self.some(variables, &contrary, values)
            }
            Formula::Exists(variables, inner) => self.some(variables, inner, values),
        }
    }

    fn some(&self, variables: &[(usize, usize)], inner: &Formula, values: &mut Vec<Object>) -> bool {
        let Some((&(variable, kind), rest)) = variables.split_first() else {
            return self.holds(inner, values);
        };
        (0..self.problem.domain.objects.len() as Object).any(|object| {
            self.problem.domain.is_of(object, kind) && {
                values.resize(values.len().max(variable + 1), 0);
                values[variable] = object;
                self.some(rest, inner, values)
            }
        })
    }

    fn types(&self, task: &str, types: &[usize], values: &[Object]) -> Result<(), Fault> {
        let domain = &self.problem.domain;
        if types.len() != values.len() || values.iter().any(|&value| value as usize >= domain.objects.len()) {
            return Err(Fault::Broken);
        }
        match values.iter().zip(types).find(|&(&value, &kind)| !domain.is_of(value, kind)) {
            Some((&value, _)) => Err(Fault::WrongType {
                task: task.to_owned(),
                value: domain.objects[value as usize].0.clone(),
            }),
            None => Ok(()),
        }
    }

    pub fn carry_out(&mut self, number: usize, args: &[Object]) -> Result<(), Fault> {
        let action = self.problem.domain.actions.get(number).ok_or(Fault::Broken)?;
        let text = self.problem.text(&action.sign.name, args);
        self.types(&text, &action.sign.types, args)?;
        if !self.holds(&action.when, &mut args.to_vec()) {
            return Err(Fault::NotNow(text));
        }
        let (mut adds, mut deletes) = (Vec::new(), Vec::new());
        for effect in &action.effects {
            let mut open = vec![args.to_vec()];
            for &(variable, kind) in &effect.variables {
                let objects = (0..self.problem.domain.objects.len() as Object)
                    .filter(|&o| self.problem.domain.is_of(o, kind));
                let objects: Vec<Object> = objects.collect();
                let with = |values: &Vec<Object>, object| {
                    let mut values = values.clone();
                    values.resize(values.len().max(variable + 1), 0);
                    values[variable] = object;
                    values
                };
                open = open.iter().flat_map(|values| objects.iter().map(move |&o| with(values, o))).collect();
            }
            for mut values in open {
                if self.holds(&effect.when, &mut values) {
                    let tuple: Tuple = effect.args.iter().map(|&term| Self::value(term, &values)).collect();
                    if effect.adds { &mut adds } else { &mut deletes }.push((effect.predicate, tuple));
                }
            }
        }
        for fact in &deletes {
            self.facts.remove(fact);
        }
        self.facts.extend(adds);
        Ok(())
    }
}

impl Problem {
    /// Checks a plan.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn judge(&self, solution: &Solution) -> Result<(), Fault> {
        let mut judge = Judge { problem: self, facts: self.init.clone() };
        let tree = &solution.tree;
        let root = tree.first().ok_or(Fault::Broken)?;
        if root.what != What::Task(self.top) {
            return Err(Fault::Broken);
        }
        let (mut open, mut visited) = (vec![0], vec![false; tree.len()]);
        while let Some(at) = open.pop() {
            let done = tree.get(at).ok_or(Fault::Broken)?;
            if std::mem::replace(&mut visited[at], true) {
                return Err(Fault::Broken);
            }
            let task = match done.what {
                What::Action(action) => {
                    judge.carry_out(action, &done.args)?;
                    continue;
                }
                What::Task(task) => task,
            };
            let sign = self.domain.tasks.get(task).ok_or(Fault::Broken)?;
            judge.types(&sign.name, &sign.types, &done.args)?;
            let text = self.text(&sign.name, &done.args);
            let (number, values, subtasks) =
                done.by.as_ref().ok_or_else(|| Fault::WrongMethod(text.clone()))?;
            let method = self.domain.methods.get(*number).ok_or(Fault::Broken)?;
            judge.types(&method.sign.name, &method.sign.types, values)?;
            let given: Tuple = method.task_args.iter().map(|&term| Judge::value(term, values)).collect();
            if method.task != task || given != done.args {
                return Err(Fault::WrongMethod(text));
            }
            if !judge.holds(&method.when, &mut values.to_vec()) {
                return Err(Fault::NotNow(format!("{text} by {}", method.sign.name)));
            }
            let same = |(listed, &at): (&super::model::Subtask, &usize)| {
                let args: Tuple = listed.args.iter().map(|&term| Judge::value(term, values)).collect();
                tree.get(at).is_some_and(|child| child.what == listed.what && child.args == args)
            };
            if method.subtasks.len() != subtasks.len() || !method.subtasks.iter().zip(subtasks).all(same) {
                return Err(Fault::WrongSubtasks(text));
            }
            open.extend(subtasks.iter().rev());
        }
        if visited.contains(&false) {
            return Err(Fault::Broken);
        }
        if judge.holds(&self.goal, &mut Vec::new()) { Ok(()) } else { Err(Fault::NoGoal) }
    }
}
