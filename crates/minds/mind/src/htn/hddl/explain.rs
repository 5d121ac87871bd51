//! A plan in words: its tree, and why the methods above the chosen ones were not taken.
//!
//! The searches do not go through methods one by one, so the reasons are found afterwards: the plan is carried out again, and where a task is done
//! by a later method, those before it are tried in the state of that moment.

use super::super::plan::TreeLine;
use super::judge::Judge;
use super::model::{Formula, Method, Object, Problem, Term, What};
use super::solve::Solution;

/// Values that are tried to say why a method was not taken.
const MOST_TRIES: usize = 20_000;

impl Problem {
    /// The primitives of a plan, in order.
    #[must_use]
    pub fn steps(&self, solution: &Solution) -> Vec<String> {
        let (mut steps, mut open) = (Vec::new(), vec![0]);
        while let Some(done) = open.pop().and_then(|at| solution.tree.get(at)) {
            match (done.what, &done.by) {
                (What::Action(action), _) => {
                    steps
                        .push(format!("({})", self.text(&self.domain.actions[action].sign.name, &done.args)));
                }
                (_, by) => open.extend(by.iter().flat_map(|(_, _, subtasks)| subtasks.iter().rev())),
            }
        }
        steps
    }

    /// The plan's tree. With `refused`, the methods that stand before the chosen one are there with the reason.
    #[must_use]
    pub fn lines(&self, solution: &Solution, refused: bool) -> Vec<TreeLine> {
        let mut judge = Judge { problem: self, facts: self.init.clone() };
        let mut lines = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((at, depth)) = open.pop() {
            let Some(done) = solution.tree.get(at) else { break };
            let plain = |text: String| TreeLine {
                depth,
                text,
                is_taken: true,
                is_branch: false,
                reason: String::new(),
                line: None,
            };
            match (done.what, &done.by) {
                (What::Action(action), _) => {
                    lines.push(plain(format!(
                        "({})",
                        self.text(&self.domain.actions[action].sign.name, &done.args)
                    )));
                    let _ = judge.carry_out(action, &done.args);
                }
                (What::Task(task), Some((chosen, values, subtasks))) => {
                    lines.push(plain(self.text(&self.domain.tasks[task].name, &done.args)));
                    let branch = |method: &Method, reason, is_taken| TreeLine {
                        depth: depth + 1,
                        text: method.sign.name.clone(),
                        is_taken,
                        is_branch: true,
                        reason,
                        line: Some(method.sign.line),
                    };
                    let own =
                        self.domain.methods.iter().enumerate().filter(|(_, method)| method.task == task);
                    for (_, method) in own.take_while(|(number, _)| number < chosen).filter(|_| refused) {
                        lines.push(branch(method, why_not(&judge, method, &done.args), false));
                    }
                    let method = &self.domain.methods[*chosen];
                    let bound = method.names.iter().zip(values.iter()).enumerate();
                    let own = bound.filter(|(at, _)| !method.task_args.contains(&Term::Var(*at)));
                    let bound = own.map(|(_, (name, &value))| {
                        format!("{name} = {}", self.domain.objects[value as usize].0)
                    });
                    lines.push(branch(method, bound.collect::<Vec<_>>().join(", "), true));
                    open.extend(subtasks.iter().rev().map(|&child| (child, depth + 2)));
                }
                (What::Task(_), None) => break,
            }
        }
        lines
    }

    /// The plan as the competition of 2020 wants it, for other judges.
    #[must_use]
    pub fn competition_text(&self, solution: &Solution) -> String {
        let tree = &solution.tree;
        let (mut number, mut next) = (vec![0; tree.len()], 0);
        let mut order = Vec::new();
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            order.push(at);
            if let Some((_, _, subtasks)) = &tree[at].by {
                open.extend(subtasks.iter().rev());
            } else {
                number[at] = next;
                next += 1;
            }
        }
        for &at in order.iter().filter(|&&at| tree[at].by.is_some()) {
            number[at] = next;
            next += 1;
        }
        let list =
            |subtasks: &[usize]| subtasks.iter().map(|&at| format!(" {}", number[at])).collect::<String>();
        let mut out = "==>\n".to_owned();
        for &at in order.iter().filter(|&&at| tree[at].by.is_none()) {
            if let What::Action(action) = tree[at].what {
                out += &format!(
                    "{} {}\n",
                    number[at],
                    self.text(&self.domain.actions[action].sign.name, &tree[at].args)
                );
            }
        }
        for &at in &order {
            let (What::Task(task), Some((method, _, subtasks))) = (tree[at].what, &tree[at].by) else {
                continue;
            };
            if at == 0 {
                out += &format!("root{}\n", list(subtasks));
            } else {
                let text = self.text(&self.domain.tasks[task].name, &tree[at].args);
                let name = &self.domain.methods[*method].sign.name;
                out += &format!("{} {text} -> {name}{}\n", number[at], list(subtasks));
            }
        }
        out + "<==\n"
    }
}

struct Attempt<'a> {
    judge: &'a Judge<'a>,
    method: &'a Method,
    parts: Vec<&'a Formula>,
    values: Vec<Option<Object>>,
    tries: usize,
    /// How many parts held at once, and what the next one was like.
    farthest: (usize, String),
}

/// Why a method is not taken for a task in a state.
fn why_not(judge: &Judge<'_>, method: &Method, args: &[Object]) -> String {
    let mut values = vec![None; method.variables];
    for (term, &value) in method.task_args.iter().zip(args) {
        match *term {
            Term::Object(wanted) if wanted != value => return "it is for another object".to_owned(),
            Term::Var(variable) if values[variable].is_some_and(|known| known != value) => {
                return "it is for arguments that are the same".to_owned();
            }
            Term::Var(variable) => {
                let kind = method.sign.types[variable];
                if !judge.problem.domain.is_of(value, kind) {
                    let (object, kind) = (
                        &judge.problem.domain.objects[value as usize].0,
                        &judge.problem.domain.types[kind].name,
                    );
                    return format!("{object} is no {kind}");
                }
                values[variable] = Some(value);
            }
            Term::Object(_) => {}
        }
    }
    let mut parts = Vec::new();
    flatten(&method.when, &mut parts);
    // Facts give variables their values, so they come first.
    parts.sort_by_key(|part| !matches!(part, Formula::Atom(..)));
    let mut attempt = Attempt { judge, method, parts, values, tries: 0, farthest: (0, String::new()) };
    if attempt.holds_from(0) {
        "its condition holds, another way was chosen".to_owned()
    } else if attempt.tries > MOST_TRIES {
        "too many values to tell why".to_owned()
    } else {
        format!("{} does not hold", attempt.farthest.1)
    }
}

fn flatten<'a>(formula: &'a Formula, into: &mut Vec<&'a Formula>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| flatten(part, into)),
        other => into.push(other),
    }
}

impl Attempt<'_> {
    fn holds_from(&mut self, at: usize) -> bool {
        self.tries += 1;
        let Some(&part) = self.parts.get(at) else { return true };
        if self.tries > MOST_TRIES {
            return false;
        }
        if let Formula::Atom(predicate, args) = part {
            let facts: Vec<_> = self
                .judge
                .facts
                .range((*predicate, Box::default())..(predicate + 1, Box::default()))
                .collect();
            for (_, tuple) in facts {
                let before = self.values.clone();
                let fits = args.iter().zip(tuple.iter()).all(|(&term, &value)| self.bind(term, value));
                if fits && self.holds_from(at + 1) {
                    return true;
                }
                self.values = before;
            }
        } else {
            let open = |values: &[Option<Object>]| {
                values[..self.method.sign.types.len()].iter().any(Option::is_none)
            };
            let mut values: Vec<Object> = self.values.iter().map(|value| value.unwrap_or(0)).collect();
            // A variable that stands in no fact may take any value; that some value will do is assumed.
            if open(&self.values) || self.judge.holds(part, &mut values) {
                return self.holds_from(at + 1);
            }
        }
        if at >= self.farthest.0 || self.farthest.1.is_empty() {
            self.farthest = (at, self.text(part));
        }
        false
    }

    fn bind(&mut self, term: Term, value: Object) -> bool {
        match term {
            Term::Object(wanted) => wanted == value,
            Term::Var(variable) => match self.values[variable] {
                Some(known) => known == value,
                None => {
                    let kind = self.method.sign.types.get(variable);
                    let fits = kind.is_none_or(|&kind| self.judge.problem.domain.is_of(value, kind));
                    if fits {
                        self.values[variable] = Some(value);
                    }
                    fits
                }
            },
        }
    }

    fn term(&self, term: Term) -> String {
        let object = |object: Object| self.judge.problem.domain.objects[object as usize].0.clone();
        match term {
            Term::Object(one) => object(one),
            Term::Var(variable) => match self.values[variable] {
                Some(value) => object(value),
                None => self.method.names.get(variable).cloned().unwrap_or_else(|| "?".to_owned()),
            },
        }
    }

    fn text(&self, formula: &Formula) -> String {
        match formula {
            Formula::Atom(predicate, args) => {
                let args: String = args.iter().map(|&arg| format!(" {}", self.term(arg))).collect();
                format!("({}{args})", self.judge.problem.domain.predicates[*predicate].name)
            }
            Formula::Equal(a, b) => format!("(= {} {})", self.term(*a), self.term(*b)),
            Formula::Is(term, kind) => {
                format!("({} is a {})", self.term(*term), self.judge.problem.domain.types[*kind].name)
            }
            Formula::Not(inner) => format!("(not {})", self.text(inner)),
            Formula::And(_) => "(and …)".to_owned(),
            Formula::Or(_) => "(or …)".to_owned(),
            Formula::Forall(..) => "(forall …)".to_owned(),
            Formula::Exists(..) => "(exists …)".to_owned(),
        }
    }
}
