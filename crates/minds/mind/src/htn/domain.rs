//! What somebody can do and when: methods of ordered branches, down to primitive tasks.

use super::value::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A condition's number in its domain.
pub(crate) type CondId = u32;
/// A task's number in its domain.
pub(crate) type TaskId = u32;

/// What stands for a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Term {
    Value(Value),
    /// A variable, by its place in the frame.
    Slot(usize),
    /// `_`: whatever it is.
    Any,
    /// What a function says.
    Call(Callee, Vec<Term>),
}

/// A function: one everybody has, or one of the adviser.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Callee {
    Own(Own),
    Adviser(usize),
}

/// Functions every domain has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Own {
    Le,
    Lt,
    Ge,
    Gt,
    Eq,
    Ne,
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

impl Own {
    pub const ALL: [(&'static str, Self); 12] = [
        ("le", Self::Le),
        ("lt", Self::Lt),
        ("ge", Self::Ge),
        ("gt", Self::Gt),
        ("eq", Self::Eq),
        ("ne", Self::Ne),
        ("add", Self::Add),
        ("sub", Self::Sub),
        ("mul", Self::Mul),
        ("div", Self::Div),
        ("min", Self::Min),
        ("max", Self::Max),
    ];

    /// Whether it says a value, not yes or no.
    pub fn has_value(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Min | Self::Max)
    }

    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, own)| *own == self).map_or("", |(name, _)| name)
    }

    /// What it says of two values; words have an order but no sum.
    pub fn test(self, a: &Value, b: &Value) -> bool {
        let comparable = matches!((a, b), (Value::Number(_), Value::Number(_)));
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Le => comparable && a <= b,
            Self::Lt => comparable && a < b,
            Self::Ge => comparable && a >= b,
            Self::Gt => comparable && a > b,
            _ => self.value(a, b).is_some(),
        }
    }

    /// The value it makes of two numbers, if that is a number.
    pub fn value(self, a: &Value, b: &Value) -> Option<Value> {
        let (a, b) = (a.number()?, b.number()?);
        let made = match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div => a / b,
            Self::Min => a.min(b),
            Self::Max => a.max(b),
            _ => return None,
        };
        made.is_finite().then_some(Value::Number(made))
    }
}

/// A function of the adviser, as the domain declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct CallSign {
    /// Its name.
    pub name: Arc<str>,
    /// How many values it is given.
    pub inputs: usize,
    /// How many values it finds.
    pub outputs: usize,
    pub(crate) line: usize,
}

/// One condition. Lists of conditions hold when all of them do.
#[derive(Debug, Clone)]
pub(crate) struct Cond {
    pub line: usize,
    pub form: CondForm,
}

#[derive(Debug, Clone)]
pub(crate) enum CondForm {
    Fact { name: Arc<str>, args: Vec<Term> },
    Call { callee: Callee, args: Vec<Term> },
    Same(Term, Term),
    Not(Vec<CondId>),
    Or(Vec<Vec<CondId>>),
}

/// A task of a branch.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    pub line: usize,
    pub what: What,
    pub args: Vec<Term>,
    /// A last argument `**`: whatever else.
    pub and_more: bool,
}

/// What a task is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum What {
    Primitive(usize),
    Method(usize),
    Continue,
}

/// A way to do a task.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    pub label: Arc<str>,
    pub line: usize,
    /// Names of its variables; the method's own come first.
    pub names: Vec<Arc<str>>,
    pub when: Vec<CondId>,
    pub tasks: Range<TaskId>,
}

/// The ways to do a task, best first.
#[derive(Debug, Clone)]
pub(crate) struct Method {
    pub name: Arc<str>,
    pub line: usize,
    pub arity: usize,
    pub branches: Vec<Branch>,
}

/// What a primitive means to facts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Means {
    /// What its declaration says.
    Declared,
    Remember,
    Forget,
    Begin,
    End,
}

/// A primitive task.
#[derive(Debug, Clone)]
pub(crate) struct Operator {
    pub name: Arc<str>,
    pub line: usize,
    /// None: any number of arguments.
    pub arity: Option<usize>,
    pub means: Means,
    pub names: Vec<Arc<str>>,
    pub when: Vec<CondId>,
    pub forgets: Vec<(Arc<str>, Vec<Term>, bool)>,
    pub remembers: Vec<(Arc<str>, Vec<Term>)>,
}

/// A domain, checked. Shared by all who plan by it.
#[derive(Debug, Clone)]
pub struct Domain {
    pub(crate) name: String,
    pub(crate) methods: Vec<Method>,
    pub(crate) method_of: BTreeMap<Arc<str>, usize>,
    pub(crate) operators: Vec<Operator>,
    pub(crate) calls: Vec<CallSign>,
    pub(crate) conds: Vec<Cond>,
    pub(crate) tasks: Vec<Task>,
}

impl Domain {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The adviser's functions it calls.
    #[must_use]
    pub fn calls(&self) -> &[CallSign] {
        &self.calls
    }

    /// The names of its primitive tasks, those of memory among them.
    pub fn primitives(&self) -> impl Iterator<Item = &str> {
        self.operators.iter().map(|operator| &*operator.name)
    }

    /// Its methods with the number of their arguments.
    pub fn methods(&self) -> impl Iterator<Item = (&str, usize)> {
        self.methods.iter().map(|method| (&*method.name, method.arity))
    }

    /// A function's name.
    pub(crate) fn callee_name(&self, callee: Callee) -> &str {
        match callee {
            Callee::Own(own) => own.name(),
            Callee::Adviser(at) => &self.calls[at].name,
        }
    }
}
