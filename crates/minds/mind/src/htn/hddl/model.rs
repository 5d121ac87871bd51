//! A domain and a problem as they were written: nothing is worked out here, so that search and judge can both build on it.

use std::collections::BTreeSet;

/// An object's number.
pub(crate) type Object = u32;
/// Values of a fact, a task or a method.
pub(crate) type Tuple = Box<[Object]>;

/// A type and what is below it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Type {
    pub name: String,
    pub parents: Vec<usize>,
}

/// What takes arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sign {
    pub name: String,
    pub line: usize,
    /// Types of the arguments.
    pub types: Vec<usize>,
}

/// A variable of its scope, or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Term {
    Var(usize),
    Object(Object),
}

/// What may hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Formula {
    Atom(usize, Vec<Term>),
    Equal(Term, Term),
    /// Something is of a type.
    Is(Term, usize),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// For all values of these variables (with their types).
    Forall(Vec<(usize, usize)>, Box<Formula>),
    Exists(Vec<(usize, usize)>, Box<Formula>),
}

impl Formula {
    pub fn always() -> Self {
        Self::And(Vec::new())
    }
}

/// One change a primitive brings about, for all values of its own variables, when its condition holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Effect {
    pub variables: Vec<(usize, usize)>,
    pub when: Formula,
    pub adds: bool,
    pub predicate: usize,
    pub args: Vec<Term>,
}

/// A primitive task.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Action {
    pub sign: Sign,
    pub variables: usize,
    pub when: Formula,
    pub effects: Vec<Effect>,
}

/// A task of a method.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Subtask {
    pub what: What,
    pub args: Vec<Term>,
}

/// Which task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum What {
    Action(usize),
    Task(usize),
}

/// A way to do a task.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Method {
    pub sign: Sign,
    pub variables: usize,
    pub names: Vec<String>,
    pub task: usize,
    pub task_args: Vec<Term>,
    pub when: Formula,
    pub subtasks: Vec<Subtask>,
}

/// A domain of the language HDDL.
#[derive(Debug, Clone, PartialEq)]
pub struct HddlDomain {
    pub(crate) name: String,
    pub(crate) types: Vec<Type>,
    /// Objects with their types.
    pub(crate) objects: Vec<(String, Vec<usize>)>,
    pub(crate) predicates: Vec<Sign>,
    pub(crate) tasks: Vec<Sign>,
    pub(crate) actions: Vec<Action>,
    pub(crate) methods: Vec<Method>,
}

/// A domain with objects, a state to begin with, tasks to do and perhaps a goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub(crate) name: String,
    /// The domain with all objects, and with one more task: to do the whole of it.
    pub(crate) domain: HddlDomain,
    pub(crate) init: BTreeSet<(usize, Tuple)>,
    pub(crate) goal: Formula,
    /// The task to do it all.
    pub(crate) top: usize,
}

impl HddlDomain {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a type is another one or below it.
    pub(crate) fn is_below(&self, kind: usize, above: usize) -> bool {
        let (mut open, mut seen) = (vec![kind], BTreeSet::new());
        while let Some(kind) = open.pop() {
            if kind == above {
                return true;
            }
            if seen.insert(kind) {
                open.extend(&self.types[kind].parents);
            }
        }
        false
    }

    /// Whether an object is of a type.
    pub(crate) fn is_of(&self, object: Object, kind: usize) -> bool {
        self.objects[object as usize].1.iter().any(|&own| self.is_below(own, kind))
    }
}

impl Problem {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `name a b c`, as plans are written.
    pub(crate) fn text(&self, name: &str, args: &[Object]) -> String {
        let mut out = name.to_owned();
        for &arg in args {
            out += " ";
            out += &self.domain.objects[arg as usize].0;
        }
        out
    }
}
