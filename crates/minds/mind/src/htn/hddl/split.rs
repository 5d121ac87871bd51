//! Methods cut into pieces, so that values are chosen when they are needed.
//!
//! Contract. A variable that first stands in a later subtask, and neither in the condition nor in the task, may as well be chosen when that subtask's
//! turn comes: nothing before depends on it. So a method is cut there: what comes after becomes a task of its own, with a method that chooses the
//! rest. A method whose subtasks have variables of their own then has as many instances as they have in sum, not in product. A variable that
//! stands nowhere takes the first object of its type. Plans are put together again ([`Cut::whole`]), so nobody else sees the pieces.

use super::model::{Formula, Method, Object, Problem, Sign, Subtask, Term, Tuple, What};
use super::solve::Done;

/// A piece's method, and the variables it gives values to.
#[derive(Debug, Clone)]
struct Piece {
    method: usize,
    variables: Vec<usize>,
}

/// A problem whose methods are cut.
pub(crate) struct Cut {
    pub problem: Problem,
    pieces: Vec<Piece>,
    /// Tasks from here on are rests.
    rests: usize,
}

/// The first object of a type.
fn first_of(problem: &Problem, kind: usize) -> Option<Object> {
    (0..problem.domain.objects.len() as Object).find(|&object| problem.domain.is_of(object, kind))
}

fn variables_of(terms: &[Term], into: &mut Vec<usize>) {
    for term in terms {
        if let Term::Var(variable) = *term
            && !into.contains(&variable)
        {
            into.push(variable);
        }
    }
}

fn of_formula(formula: &Formula, into: &mut Vec<usize>) {
    match formula {
        Formula::Atom(_, terms) => variables_of(terms, into),
        Formula::Equal(a, b) => variables_of(&[*a, *b], into),
        Formula::Is(term, _) => variables_of(&[*term], into),
        Formula::Not(inner) | Formula::Forall(_, inner) | Formula::Exists(_, inner) => {
            of_formula(inner, into);
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| of_formula(part, into)),
    }
}

fn renamed_terms(terms: &[Term], name: &dyn Fn(usize) -> usize) -> Vec<Term> {
    let one = |term: &Term| if let Term::Var(variable) = *term { Term::Var(name(variable)) } else { *term };
    terms.iter().map(one).collect()
}

fn renamed(formula: &Formula, name: &dyn Fn(usize) -> usize) -> Formula {
    let term = |term: &Term| renamed_terms(&[*term], name)[0];
    let all = |parts: &[Formula]| parts.iter().map(|part| renamed(part, name)).collect();
    let bound = |variables: &[(usize, usize)]| variables.iter().map(|&(v, kind)| (name(v), kind)).collect();
    match formula {
        Formula::Atom(predicate, terms) => Formula::Atom(*predicate, renamed_terms(terms, name)),
        Formula::Equal(a, b) => Formula::Equal(term(a), term(b)),
        Formula::Is(one, kind) => Formula::Is(term(one), *kind),
        Formula::Not(inner) => Formula::Not(Box::new(renamed(inner, name))),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Forall(variables, inner) => {
            Formula::Forall(bound(variables), Box::new(renamed(inner, name)))
        }
        Formula::Exists(variables, inner) => {
            Formula::Exists(bound(variables), Box::new(renamed(inner, name)))
        }
    }
}

impl Cut {
    pub fn new(problem: &Problem) -> Self {
        let rests = problem.domain.tasks.len();
        let mut cut = Self { problem: problem.clone(), pieces: Vec::new(), rests };
        cut.problem.domain.methods.clear();
        let mut later = Vec::new();
        for (number, method) in problem.domain.methods.iter().enumerate() {
            let mut known = Vec::new();
            variables_of(&method.task_args, &mut known);
            of_formula(&method.when, &mut known);
            // Variables of quantifiers are the formula's own.
            known.retain(|&variable| variable < method.sign.types.len());
            let mut used = known.clone();
            method.subtasks.iter().for_each(|subtask| variables_of(&subtask.args, &mut used));
            let idle = (0..method.sign.types.len()).filter(|variable| !used.contains(variable));
            if idle.into_iter().all(|variable| first_of(problem, method.sign.types[variable]).is_some()) {
                cut.piece(number, method, 0, known, &mut later);
            }
        }
        for (method, piece) in later {
            cut.problem.domain.methods.push(method);
            cut.pieces.push(piece);
        }
        cut
    }

    /// Cuts a method from a subtask on; `known` are the variables that stand before.
    fn piece(
        &mut self,
        number: usize,
        method: &Method,
        from: usize,
        known: Vec<usize>,
        later: &mut Vec<(Method, Piece)>,
    ) {
        let task = if from == 0 { method.task } else { self.problem.domain.tasks.len() - 1 };
        let given = known.clone();
        let (mut variables, mut end) = (known, from);
        for (at, subtask) in method.subtasks.iter().enumerate().skip(from) {
            let before = variables.len();
            variables_of(&subtask.args, &mut variables);
            // The first subtask of a piece is what the piece is for.
            if variables.len() > before && at != from {
                variables.truncate(before);
                break;
            }
            end = at + 1;
        }
        let place = |variable: usize| {
            let quantified = variable.wrapping_sub(method.sign.types.len());
            variables
                .iter()
                .position(|&own| own == variable)
                .unwrap_or(variables.len().wrapping_add(quantified))
        };
        let mut subtasks: Vec<Subtask> = method.subtasks[from..end]
            .iter()
            .map(|subtask| Subtask { what: subtask.what, args: renamed_terms(&subtask.args, &place) })
            .collect();
        let mut needed = Vec::new();
        method.subtasks[end..].iter().for_each(|subtask| variables_of(&subtask.args, &mut needed));
        needed.retain(|variable| variables.contains(variable));
        let types =
            |list: &[usize]| list.iter().map(|&variable| method.sign.types[variable]).collect::<Vec<_>>();
        let rest = end < method.subtasks.len();
        if rest {
            let sign = Sign { name: "rest".into(), line: method.sign.line, types: types(&needed) };
            subtasks.push(Subtask {
                what: What::Task(self.problem.domain.tasks.len()),
                args: needed.iter().map(|&variable| Term::Var(place(variable))).collect(),
            });
            self.problem.domain.tasks.push(sign);
        }
        let (when, task_args) = if from == 0 {
            (renamed(&method.when, &place), renamed_terms(&method.task_args, &place))
        } else {
            let args = given.iter().map(|&variable| Term::Var(place(variable))).collect();
            (Formula::always(), args)
        };
        let quantified = method.variables - method.sign.types.len();
        let made = Method {
            sign: Sign { types: types(&variables), ..method.sign.clone() },
            variables: variables.len() + quantified,
            names: Vec::new(),
            task,
            task_args,
            when,
            subtasks,
        };
        let piece = Piece { method: number, variables };
        if from == 0 {
            self.problem.domain.methods.push(made);
            self.pieces.push(piece);
        } else {
            later.push((made, piece));
        }
        if rest {
            self.piece(number, method, end, needed, later);
        }
    }

    /// A plan of the pieces as a plan of the problem.
    pub fn whole(&self, original: &Problem, pieces: &[Done]) -> Vec<Done> {
        let mut tree: Vec<Done> = Vec::new();
        // Where a task stands among the pieces, and in the tree.
        let mut open = vec![(0, 0)];
        tree.push(Done { by: None, ..pieces[0].clone() });
        while let Some((mut at, place)) = open.pop() {
            let Some((first, _, _)) = &pieces[at].by else { continue };
            let number = self.pieces[*first].method;
            let types = &original.domain.methods[number].sign.types;
            let mut values: Vec<Option<Object>> = vec![None; types.len()];
            let mut subtasks = Vec::new();
            while let Some((method, own, children)) = &pieces[at].by {
                for (&variable, &value) in self.pieces[*method].variables.iter().zip(own) {
                    values[variable] = Some(value);
                }
                let rest = children.last().copied().filter(|&last| match pieces[last].what {
                    What::Task(task) => task >= self.rests,
                    What::Action(_) => false,
                });
                for &child in children.iter().filter(|&&child| Some(child) != rest) {
                    open.push((child, tree.len()));
                    subtasks.push(tree.len());
                    tree.push(Done { by: None, ..pieces[child].clone() });
                }
                match rest {
                    Some(rest) => at = rest,
                    None => break,
                }
            }
            let any = |kind: usize| first_of(original, kind).unwrap_or(0);
            let values: Tuple =
                values.iter().zip(types).map(|(value, &kind)| value.unwrap_or_else(|| any(kind))).collect();
            tree[place].by = Some((number, values, subtasks));
        }
        tree
    }
}
