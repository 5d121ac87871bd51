//! What is done for one goal: a condition, a task, the effect of a primitive.

use super::super::domain::{Callee, CondForm, CondId, Domain, Means, TaskId, Term, What};
use super::super::memory::{Lesson, lessons};
use super::super::plan::{Step, TreeForm};
use super::super::value::{Value, form};
use super::{Adviser, Frame, Goal, Is, Kind, Next, Outcome, Search, TASKS};

impl Search {
    pub(super) fn pursue(&mut self, domain: &Domain, goal: Goal, adviser: &mut dyn Adviser) -> Next {
        match goal {
            Goal::Cond { cond, frame, quiet } => self.pursue_cond(domain, cond, frame, quiet, adviser),
            Goal::Holds { frame } => {
                self.note_bindings(domain, frame);
                Next::On
            }
            Goal::Barrier { cond, frame, height, quiet } => {
                self.choices.truncate(height as usize);
                self.refuse(domain, frame, cond, quiet);
                Next::Back
            }
            Goal::Task { task, frame } => self.pursue_task(domain, task, frame, adviser),
            Goal::Apply { frame } => {
                self.apply(domain, frame, adviser);
                Next::On
            }
        }
    }

    pub(super) fn pursue_cond(
        &mut self,
        domain: &Domain,
        cond: CondId,
        frame: u32,
        quiet: bool,
        adviser: &mut dyn Adviser,
    ) -> Next {
        match &domain.conds[cond as usize].form {
            CondForm::Fact { .. } => self.choose(Kind::Rows { cond, frame, next: 0, matched: false, quiet }),
            CondForm::Or(_) => self.choose(Kind::Ways { cond, frame, next: 0, quiet }),
            CondForm::Not(inner) => {
                self.choose(Kind::Negation);
                let height = self.choices.len() as u32 - 1;
                self.push(Goal::Barrier { cond, frame, height, quiet });
                for &inner in inner.iter().rev() {
                    self.push(Goal::Cond { cond: inner, frame, quiet: true });
                }
                return Next::On;
            }
            CondForm::Same(left, right) => {
                let base = self.frames[frame as usize].base;
                if let Some(value) = self.value(domain, right, base, adviser)
                    && self.unify(domain, left, base, &value, adviser)
                {
                    return Next::On;
                }
                self.refuse(domain, frame, cond, quiet);
            }
            CondForm::Call { callee, args } => {
                let base = self.frames[frame as usize].base;
                let rows = self.ask(domain, *callee, args, base, adviser);
                self.choose(Kind::Answers { cond, frame, rows, next: 0, matched: false, quiet });
            }
        }
        Next::Back
    }

    /// What a function says to the values of its first arguments: rows for the others.
    pub(super) fn ask(
        &mut self,
        domain: &Domain,
        callee: Callee,
        args: &[Term],
        base: usize,
        adviser: &mut dyn Adviser,
    ) -> Vec<Vec<Value>> {
        let inputs = match callee {
            Callee::Own(_) => 2,
            Callee::Adviser(at) => domain.calls[at].inputs,
        };
        let mut given = Vec::with_capacity(inputs);
        for arg in &args[..inputs] {
            let Some(value) = self.value(domain, arg, base, adviser) else { return Vec::new() };
            given.push(value);
        }
        match callee {
            Callee::Own(own) if own.has_value() => {
                own.value(&given[0], &given[1]).into_iter().map(|value| vec![value]).collect()
            }
            Callee::Own(own) => {
                if own.test(&given[0], &given[1]) {
                    vec![Vec::new()]
                } else {
                    Vec::new()
                }
            }
            Callee::Adviser(at) => {
                let sign = &domain.calls[at];
                let mut answer = adviser.call(&sign.name, &given, &self.facts);
                for (name, values) in answer.facts {
                    self.facts.remember(&name, &values);
                    self.learnt.push((name, values));
                }
                // A row of another length answers another question.
                answer.rows.retain(|row| row.len() == sign.outputs);
                answer.rows
            }
        }
    }

    pub(super) fn value(
        &mut self,
        domain: &Domain,
        term: &Term,
        base: usize,
        adviser: &mut dyn Adviser,
    ) -> Option<Value> {
        match term {
            Term::Value(value) => Some(value.clone()),
            Term::Slot(slot) => self.slots[base + slot].clone(),
            Term::Any => None,
            Term::Call(callee, args) => {
                self.spent += 1;
                self.ask(domain, *callee, args, base, adviser).into_iter().next()?.pop()
            }
        }
    }

    /// Makes a term a value, or finds that it is another one.
    pub(super) fn unify(
        &mut self,
        domain: &Domain,
        term: &Term,
        base: usize,
        value: &Value,
        adviser: &mut dyn Adviser,
    ) -> bool {
        match term {
            Term::Slot(_) | Term::Value(_) | Term::Any => self.fits(term, base, value),
            Term::Call(..) => self.value(domain, term, base, adviser).as_ref() == Some(value),
        }
    }

    pub(super) fn fits(&mut self, term: &Term, base: usize, value: &Value) -> bool {
        match term {
            Term::Value(wanted) => wanted == value,
            Term::Any => true,
            Term::Slot(slot) => match &mut self.slots[base + slot] {
                Some(known) => known == value,
                free => {
                    *free = Some(value.clone());
                    self.trail.push((base + slot) as u32);
                    true
                }
            },
            Term::Call(..) => false,
        }
    }

    pub(super) fn untrail(&mut self, left: usize) {
        for slot in self.trail.drain(left..) {
            if let Some(slot) = self.slots.get_mut(slot as usize) {
                *slot = None;
            }
        }
    }

    pub(super) fn pursue_task(
        &mut self,
        domain: &Domain,
        id: TaskId,
        frame: u32,
        adviser: &mut dyn Adviser,
    ) -> Next {
        let task = &domain.tasks[id as usize];
        let Frame { base, node, depth, .. } = self.frames[frame as usize];
        let mut args = Vec::with_capacity(task.args.len());
        for arg in &task.args {
            match self.value(domain, arg, base, adviser) {
                Some(value) => args.push(value),
                None if *arg == Term::Any => args.push(Value::word("_")),
                None => {
                    self.refuse_with(frame, TASKS + id, || "an argument's call found nothing".to_owned());
                    return Next::Back;
                }
            }
        }
        match task.what {
            What::Continue if self.has_running => {
                self.grow(node, || TreeForm::Step("(continue)".to_owned()));
                Next::End(Outcome::Continue)
            }
            What::Continue => {
                self.refuse_with(frame, TASKS + id, || "no plan is running".to_owned());
                Next::Back
            }
            What::Method(method) => {
                let name = &domain.methods[method].name;
                if depth >= self.config.depth {
                    let most = self.config.depth;
                    self.refuse_with(frame, TASKS + id, || {
                        format!("more than {most} methods within each other")
                    });
                    return Next::Back;
                }
                if self.loops(frame, method, &args) {
                    self.refuse_with(frame, TASKS + id, || {
                        format!("{} within itself, nothing changed", form(name, &args))
                    });
                    return Next::Back;
                }
                let node = self.grow(node, || TreeForm::Task(form(name, &args)));
                self.choose(Kind::Branches { method, next: 0, args, parent: Some((frame, id)), node });
                Next::Back
            }
            What::Primitive(number) => {
                let operator = &domain.operators[number];
                if task.and_more {
                    args.push(Value::word("**"));
                }
                let step = Step { name: operator.name.clone(), args };
                self.grow(node, || TreeForm::Step(step.to_string()));
                let changes = operator.means != Means::Declared
                    || !(operator.when.is_empty()
                        && operator.forgets.is_empty()
                        && operator.remembers.is_empty());
                if changes {
                    let is = Is::Operator { operator: number, task: id };
                    let inner = self.frames.len() as u32;
                    let base = self.slots.len();
                    self.slots.extend(step.args.iter().cloned().map(Some));
                    self.slots.resize(base + operator.names.len().max(step.args.len()), None);
                    let changes = self.changes.len();
                    self.frames.push(Frame {
                        base,
                        parent: Some(frame),
                        node,
                        is,
                        changes,
                        depth: depth + 1,
                    });
                    self.push(Goal::Apply { frame: inner });
                    for &cond in operator.when.iter().rev() {
                        self.push(Goal::Cond { cond, frame: inner, quiet: false });
                    }
                }
                self.steps.push(step);
                Next::On
            }
        }
    }

    /// Whether a method stands above with the same arguments and nothing has changed since.
    pub(super) fn loops(&self, frame: u32, method: usize, args: &[Value]) -> bool {
        let mut above = Some(frame);
        while let Some(at) = above {
            let frame = &self.frames[at as usize];
            if frame.changes != self.changes.len() {
                return false;
            }
            let same = |known: &[Option<Value>]| {
                known.iter().zip(args).all(|(known, arg)| known.as_ref() == Some(arg))
            };
            if matches!(frame.is, Is::Branch { method: m, .. } if m == method)
                && same(&self.slots[frame.base..])
            {
                return true;
            }
            above = frame.parent;
        }
        false
    }

    /// A primitive's meaning for facts.
    pub(super) fn apply(&mut self, domain: &Domain, frame: u32, adviser: &mut dyn Adviser) {
        let Frame { base, is: Is::Operator { operator, task }, .. } = self.frames[frame as usize] else {
            return;
        };
        let operator = &domain.operators[operator];
        let task = &domain.tasks[task as usize];
        let count = task.args.len() + usize::from(task.and_more);
        let given: Vec<Value> = self.slots[base..base + count].iter().flatten().cloned().collect();
        for lesson in lessons(operator.means, &given) {
            match lesson {
                Lesson::Know { name, values, .. } => self.facts.suppose(&name, values, &mut self.changes),
                Lesson::Forget { name, pattern, and_more } => {
                    self.facts.suppose_not(&name, &pattern, and_more, &mut self.changes);
                }
            }
        }
        for (name, terms, more) in &operator.forgets {
            let pattern: Vec<_> = terms.iter().map(|term| self.value(domain, term, base, adviser)).collect();
            self.facts.suppose_not(name, &pattern, *more, &mut self.changes);
        }
        for (name, terms) in &operator.remembers {
            let values: Option<Vec<_>> =
                terms.iter().map(|term| self.value(domain, term, base, adviser)).collect();
            if let Some(values) = values {
                self.facts.suppose(name, values, &mut self.changes);
            }
        }
    }
}
