//! Methods and the order of their tasks.

use super::super::super::error::HtnError;
use super::super::super::sexpr::Node;
use super::super::model::{Formula, Method, Sign, Subtask, What};
use super::super::names::Names;
use super::text::{keyword, named, value};
use super::{Reader, Scope};
use std::collections::BTreeSet;

impl Reader {
    pub(super) fn method(&mut self, rest: &[Node<'_>], line: usize) -> Result<(), HtnError> {
        let known = [
            ":parameters",
            ":task",
            ":precondition",
            ":subtasks",
            ":tasks",
            ":ordered-subtasks",
            ":ordered-tasks",
            ":ordering",
            ":constraints",
        ];
        let (name, pairs) = named(rest, line, &known)?;
        let mut scope = Scope::default();
        let types = self.parameters(&pairs, &mut scope)?;
        let Some(task) = value(&pairs, &[":task"]) else {
            return Err(HtnError::syntax(line, format!("the method {name:?} names no task")));
        };
        let subtask = self.subtask(task, &scope)?;
        let What::Task(number) = subtask.what else {
            return Err(HtnError::syntax(task.line, "a primitive task has no method"));
        };
        let (when, subtasks) = self.network(&pairs, &mut scope, line)?;
        self.domain.methods.push(Method {
            sign: Sign { name: name.to_owned(), line, types },
            variables: scope.count,
            names: scope.names,
            task: number,
            task_args: subtask.args,
            when,
            subtasks,
        });
        Ok(())
    }

    /// Precondition, constraints and subtasks of a method or a problem.
    pub(super) fn network(
        &mut self,
        pairs: &[(String, &Node<'_>)],
        scope: &mut Scope,
        line: usize,
    ) -> Result<(Formula, Vec<Subtask>), HtnError> {
        let mut when = Vec::new();
        for key in [":precondition", ":constraints"] {
            if let Some(node) = value(pairs, &[key]) {
                when.push(self.formula(node, scope)?);
            }
        }
        let ordered = value(pairs, &[":ordered-subtasks", ":ordered-tasks"]);
        let loose = value(pairs, &[":subtasks", ":tasks"]);
        let list = match (ordered, loose) {
            (Some(_), Some(node)) => return Err(HtnError::syntax(node.line, "subtasks are listed twice")),
            (Some(node), None) | (None, Some(node)) => node,
            (None, None) => return Ok((Formula::And(when), Vec::new())),
        };
        let nodes = list.must_list("subtasks in brackets")?;
        let nodes = match nodes.first().and_then(keyword).as_deref() {
            Some("and") => &nodes[1..],
            _ if nodes.is_empty() => nodes,
            _ => std::slice::from_ref(list),
        };
        let (mut labels, mut subtasks) = (Names::default(), Vec::new());
        for node in nodes {
            let inner = node.must_list("a subtask in brackets")?;
            let task = match inner {
                [label, task] if task.list().is_some() => {
                    let label = label.must_word("a label")?;
                    if !labels.add(label, subtasks.len()) {
                        return Err(HtnError::Twice {
                            line: node.line,
                            name: label.to_owned(),
                            before: list.line,
                        });
                    }
                    task
                }
                _ => node,
            };
            subtasks.push(self.subtask(task, scope)?);
        }
        if subtasks.len() > 10_000 {
            return Err(HtnError::TooMany { line, what: "subtasks", most: 10_000 });
        }
        if ordered.is_none() {
            subtasks = in_order(subtasks, value(pairs, &[":ordering"]), &labels, list.line)?;
        }
        Ok((Formula::And(when), subtasks))
    }

    pub(super) fn subtask(&self, node: &Node<'_>, scope: &Scope) -> Result<Subtask, HtnError> {
        let line = node.line;
        let Some((name, args)) = node.must_list("a task in brackets")?.split_first() else {
            return Err(HtnError::syntax(line, "a task has a name"));
        };
        let name = name.must_word("a task's name")?;
        let (what, wanted) = match (self.tasks.get(name), self.actions.get(name)) {
            (Some(task), _) => (What::Task(task), self.domain.tasks[task].types.len()),
            (None, Some(action)) => (What::Action(action), self.domain.actions[action].sign.types.len()),
            (None, None) => return Err(HtnError::unknown(line, "task", name)),
        };
        if args.len() != wanted {
            return Err(HtnError::Arity { line, name: name.to_owned(), wanted, found: args.len() });
        }
        Ok(Subtask { what, args: args.iter().map(|arg| self.term(arg, scope)).collect::<Result<_, _>>()? })
    }
}

/// Subtasks in the one order that is left, or a refusal.
fn in_order(
    subtasks: Vec<Subtask>,
    ordering: Option<&Node<'_>>,
    labels: &Names,
    line: usize,
) -> Result<Vec<Subtask>, HtnError> {
    let count = subtasks.len();
    let mut before = vec![BTreeSet::new(); count];
    if let Some(node) = ordering {
        let list = node.must_list("an ordering in brackets")?;
        let list = match list.first().and_then(keyword).as_deref() {
            Some("and") => &list[1..],
            Some("<") => std::slice::from_ref(node),
            _ => list,
        };
        for pair in list {
            let [sign, first, second] = pair.must_list("(< A B)")? else {
                return Err(HtnError::syntax(pair.line, "expected (< A B)"));
            };
            if sign.word() != Some("<") {
                return Err(HtnError::syntax(pair.line, "expected (< A B)"));
            }
            let first = labels.find(first.must_word("a label")?, "subtask", pair.line)?;
            let second = labels.find(second.must_word("a label")?, "subtask", pair.line)?;
            before[second].insert(first);
        }
    }
    let mut placed = vec![false; count];
    let mut order = Vec::new();
    while order.len() < count {
        let mut free =
            (0..count).filter(|&at| !placed[at] && before[at].iter().all(|&earlier| placed[earlier]));
        match (free.next(), free.next()) {
            (Some(next), None) => {
                placed[next] = true;
                order.push(next);
            }
            (None, _) => return Err(HtnError::syntax(line, "the ordering goes round in a circle")),
            _ => return Err(HtnError::unsupported(line, "partly ordered subtasks")),
        }
    }
    let mut subtasks: Vec<Option<Subtask>> = subtasks.into_iter().map(Some).collect();
    Ok(order.into_iter().filter_map(|at| subtasks[at].take()).collect())
}
