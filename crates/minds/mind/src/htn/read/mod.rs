//! Domains from text.
//!
//! ```text
//! (:domain turret)
//! (:constants (bullet_rng 20) (missile_rng 60))
//! (:call request_line_of_attack ?threat ?weapon)      ; a function of the adviser
//! (:call pick_position ?threat -> ?place)             ; one that finds values
//! (:operator (!walk ?to) (:when (free ?to)) (:forget (at _)) (:remember (at ?to)))
//! (:method (attack ?threat)
//!   (:branch "use bullets"
//!     (and (distance_to_threat ?threat ?dist) (call le ?dist @bullet_rng))
//!     ((select_weapon bullets) (!fire_weapon ?threat))))
//! ```
//!
//! Conditions: facts, `(call f …)`, `(= a b)`, `(not …)`, `(or …)`, `(and …)`, `()`. A variable gets its value from the first fact or found value
//! it stands in. `_` is whatever it is. Tasks that begin with `!` are primitive; one that is not declared does nothing to facts and takes as many
//! arguments as where it is used first. A task's argument may be a call.

mod terms;

use super::domain::{Branch, CallSign, Domain, Means, Method, Operator, Own, Task, Term, What};
use super::error::HtnError;
use super::sexpr::{Form, Node, read};
use super::value::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Arguments of one fact, task or call.
const MOST_ARGUMENTS: usize = 32;
/// Variables of a branch or operator.
const MOST_VARIABLES: usize = 256;
/// Branches of a method.
const MOST_BRANCHES: usize = 1_000;
const MOST_METHODS: usize = 4_000;
/// Conditions and tasks of a domain.
const MOST_PARTS: usize = 200_000;

/// Primitives that are about memory and that everybody has.
const MEMORY: [(&str, Means, Option<usize>); 4] = [
    ("!remember", Means::Remember, None),
    ("!forget", Means::Forget, None),
    ("!begin_plan", Means::Begin, None),
    ("!end_plan", Means::End, Some(0)),
];

impl Domain {
    /// Reads a domain and checks it.
    ///
    /// # Errors
    /// Names the line and what is wrong there: grammar, unknown names, numbers of arguments, variables without a value, branches that are never reached.
    ///
    /// ```
    /// use wold_mind::htn::Domain;
    /// let wrong = "(:method (rest)\n  (:branch \"sit\" () ((!sit ?where))))";
    /// assert_eq!(Domain::parse(wrong).unwrap_err().to_string(), "line 2: ?where has no value there");
    /// ```
    pub fn parse(text: &str) -> Result<Self, HtnError> {
        let nodes = read(text)?;
        let mut reader = Reader::default();
        for node in &nodes {
            reader.declare(node)?;
        }
        for node in &nodes {
            match node.head() {
                Some(":operator") => reader.operator(node)?,
                Some(":method") => reader.method(node)?,
                _ => {}
            }
        }
        let domain = reader.domain;
        if domain.methods.is_empty() {
            return Err(HtnError::syntax(1, "no method is there"));
        }
        super::check::reachable(&domain)?;
        Ok(domain)
    }
}

struct Reader {
    domain: Domain,
    constants: BTreeMap<String, (Value, usize)>,
    call_of: BTreeMap<String, usize>,
    operator_of: BTreeMap<String, usize>,
    /// Facts by name: their number of values and where they were seen first.
    facts: BTreeMap<String, (usize, usize)>,
}

impl Default for Reader {
    fn default() -> Self {
        let domain = Domain {
            name: "domain".to_owned(),
            methods: Vec::new(),
            method_of: BTreeMap::new(),
            operators: Vec::new(),
            calls: Vec::new(),
            conds: Vec::new(),
            tasks: Vec::new(),
        };
        let mut reader = Self {
            domain,
            constants: BTreeMap::new(),
            call_of: BTreeMap::new(),
            operator_of: BTreeMap::new(),
            facts: BTreeMap::new(),
        };
        for (name, means, arity) in MEMORY {
            reader.add_operator(name, 0, arity, means);
        }
        reader
    }
}

/// The variables of a branch or operator while it is read.
#[derive(Default)]
struct Scope {
    names: Vec<Arc<str>>,
    bound: BTreeSet<usize>,
}

impl Scope {
    fn slot(&mut self, name: &str) -> usize {
        match self.names.iter().position(|known| &**known == name) {
            Some(at) => at,
            None => {
                self.names.push(name.into());
                self.names.len() - 1
            }
        }
    }
}

impl Reader {
    fn add_operator(&mut self, name: &str, line: usize, arity: Option<usize>, means: Means) -> usize {
        self.operator_of.insert(name.to_owned(), self.domain.operators.len());
        self.domain.operators.push(Operator {
            name: name.into(),
            line,
            arity,
            means,
            names: Vec::new(),
            when: Vec::new(),
            forgets: Vec::new(),
            remembers: Vec::new(),
        });
        self.domain.operators.len() - 1
    }

    /// The first reading: names.
    fn declare(&mut self, node: &Node<'_>) -> Result<(), HtnError> {
        let line = node.line;
        let list = node.must_list("a list")?;
        match node.head() {
            Some(":domain") => {
                let [_, name] = list else { return Err(HtnError::syntax(line, "expected (:domain NAME)")) };
                self.domain.name = name.must_word("a name")?.to_owned();
            }
            Some(":constants") => {
                for constant in &list[1..] {
                    let [name, value] = constant.must_list("(NAME VALUE)")? else {
                        return Err(HtnError::syntax(constant.line, "expected (NAME VALUE)"));
                    };
                    let value = literal(value)?;
                    let name = name.must_word("a name")?;
                    if let Some((_, before)) = self.constants.insert(name.to_owned(), (value, constant.line))
                    {
                        return Err(HtnError::Twice { line: constant.line, name: name.to_owned(), before });
                    }
                }
            }
            Some(":call") => self.declare_call(line, &list[1..])?,
            Some(":operator") => {
                let (name, parameters) = head(list.get(1), line)?;
                if !name.starts_with('!') {
                    return Err(HtnError::syntax(
                        line,
                        format!("the primitive {name:?} does not begin with \"!\""),
                    ));
                }
                if let Some(&before) = self.operator_of.get(name) {
                    let before = self.domain.operators[before].line;
                    return Err(HtnError::Twice { line, name: name.to_owned(), before });
                }
                self.add_operator(name, line, Some(parameters.len()), Means::Declared);
            }
            Some(":method") => {
                let (name, parameters) = head(list.get(1), line)?;
                if name.starts_with('!') || name == "continue" {
                    return Err(HtnError::syntax(line, format!("{name:?} is no name for a method")));
                }
                let number = self.domain.methods.len();
                if number >= MOST_METHODS {
                    return Err(HtnError::TooMany { line, what: "methods", most: MOST_METHODS });
                }
                if let Some(before) = self.domain.method_of.insert(name.into(), number) {
                    let before = self.domain.methods[before].line;
                    return Err(HtnError::Twice { line, name: name.to_owned(), before });
                }
                let arity = parameters.len();
                self.domain.methods.push(Method { name: name.into(), line, arity, branches: Vec::new() });
            }
            _ => {
                let reason = "expected :domain, :constants, :call, :operator or :method";
                return Err(HtnError::syntax(line, format!("{reason}, found {}", node.brief())));
            }
        }
        Ok(())
    }

    fn declare_call(&mut self, line: usize, list: &[Node<'_>]) -> Result<(), HtnError> {
        let Some((name, rest)) = list.split_first() else {
            return Err(HtnError::syntax(line, "expected (:call NAME ?given … -> ?found …)"));
        };
        let name = name.must_word("a name")?;
        let mut sign = CallSign { name: name.into(), inputs: 0, outputs: 0, line };
        let mut finds = false;
        for word in rest {
            match word.must_word("a variable")? {
                "->" if !finds => finds = true,
                variable if variable.starts_with('?') && finds => sign.outputs += 1,
                variable if variable.starts_with('?') => sign.inputs += 1,
                other => return Err(HtnError::syntax(word.line, format!("{other:?} is no variable"))),
            }
        }
        if sign.inputs + sign.outputs > MOST_ARGUMENTS {
            return Err(HtnError::TooMany { line, what: "arguments", most: MOST_ARGUMENTS });
        }
        if Own::ALL.iter().any(|(own, _)| *own == name) {
            return Err(HtnError::syntax(line, format!("every domain has {name:?} already")));
        }
        if let Some(before) = self.call_of.insert(name.to_owned(), self.domain.calls.len()) {
            let before = self.domain.calls[before].line;
            return Err(HtnError::Twice { line, name: name.to_owned(), before });
        }
        self.domain.calls.push(sign);
        Ok(())
    }

    fn operator(&mut self, node: &Node<'_>) -> Result<(), HtnError> {
        let list = node.must_list("an operator")?;
        let (name, parameters) = head(list.get(1), node.line)?;
        let mut scope = Scope { bound: (0..parameters.len()).collect(), names: parameters };
        let (mut when, mut forgets, mut remembers) = (Vec::new(), Vec::new(), Vec::new());
        for part in &list[2..] {
            let inner = part.must_list("(:when …), (:forget …) or (:remember …)")?;
            match part.head() {
                Some(":when") => {
                    for cond in &inner[1..] {
                        self.cond(cond, &mut scope, &mut when)?;
                    }
                }
                Some(":forget") => {
                    for fact in &inner[1..] {
                        let (name, args, and_more) = self.pattern(fact, &mut scope)?;
                        forgets.push((name, args, and_more));
                    }
                }
                Some(":remember") => {
                    for fact in &inner[1..] {
                        let (name, args, and_more) = self.pattern(fact, &mut scope)?;
                        if and_more || args.contains(&Term::Any) {
                            return Err(HtnError::syntax(
                                fact.line,
                                "only what is known whole can be remembered",
                            ));
                        }
                        remembers.push((name, args));
                    }
                }
                _ => {
                    let reason = format!("expected :when, :forget or :remember, found {}", part.brief());
                    return Err(HtnError::syntax(part.line, reason));
                }
            }
        }
        let operator = &mut self.domain.operators[self.operator_of[name]];
        (operator.names, operator.when, operator.forgets, operator.remembers) =
            (scope.names, when, forgets, remembers);
        Ok(())
    }

    /// A fact of an effect: variables must have values, `_` and `**` stand for any.
    fn pattern(
        &mut self,
        node: &Node<'_>,
        scope: &mut Scope,
    ) -> Result<(Arc<str>, Vec<Term>, bool), HtnError> {
        let list = node.must_list("a fact")?;
        let Some((name, args)) = list.split_first() else {
            return Err(HtnError::syntax(node.line, "a fact has a name"));
        };
        let name = name.must_word("a fact's name")?;
        let and_more = args.last().is_some_and(|last| last.word() == Some("**"));
        let args = &args[..args.len() - usize::from(and_more)];
        let terms = args.iter().map(|arg| self.term(arg, scope, true)).collect::<Result<Vec<_>, _>>()?;
        if !and_more {
            self.fact_arity(name, terms.len(), node.line)?;
        }
        Ok((name.into(), terms, and_more))
    }

    fn fact_arity(&mut self, name: &str, found: usize, line: usize) -> Result<(), HtnError> {
        if found > MOST_ARGUMENTS {
            return Err(HtnError::TooMany { line, what: "arguments", most: MOST_ARGUMENTS });
        }
        // What plan runs has as many values as the plan was begun with.
        let (wanted, _) = *self.facts.entry(name.to_owned()).or_insert((found, line));
        if wanted == found || name == "plan" {
            Ok(())
        } else {
            Err(HtnError::Arity { line, name: name.to_owned(), wanted, found })
        }
    }

    fn method(&mut self, node: &Node<'_>) -> Result<(), HtnError> {
        let list = node.must_list("a method")?;
        let (name, parameters) = head(list.get(1), node.line)?;
        let mut branches = Vec::new();
        for part in &list[2..] {
            let inner = part.must_list("(:branch …)")?;
            let [keyword, label, when, tasks] = inner else {
                let reason = "expected (:branch \"label\" (condition) (task …))";
                return Err(HtnError::syntax(part.line, reason));
            };
            if keyword.word() != Some(":branch") {
                return Err(HtnError::syntax(
                    part.line,
                    format!("expected :branch, found {}", keyword.brief()),
                ));
            }
            let label: Arc<str> = match label.form {
                Form::Word(text) | Form::Text(text) => text.into(),
                Form::List(_) => return Err(HtnError::syntax(label.line, "a branch needs a label")),
            };
            if branches.len() >= MOST_BRANCHES {
                return Err(HtnError::TooMany { line: part.line, what: "branches", most: MOST_BRANCHES });
            }
            let mut scope = Scope { bound: (0..parameters.len()).collect(), names: parameters.clone() };
            let mut conds = Vec::new();
            self.cond(when, &mut scope, &mut conds)?;
            let first = self.domain.tasks.len() as u32;
            for task in tasks.must_list("a list of tasks")? {
                let task = self.task(task, &mut scope)?;
                self.domain.tasks.push(task);
            }
            let range = first..self.domain.tasks.len() as u32;
            let continues =
                self.domain.tasks[range.start as usize..].iter().find(|t| t.what == What::Continue);
            if let Some(task) = continues.filter(|_| range.len() > 1) {
                return Err(HtnError::syntax(task.line, "a branch that continues has no other task"));
            }
            if self.domain.tasks.len() + self.domain.conds.len() > MOST_PARTS {
                return Err(HtnError::TooMany {
                    line: part.line,
                    what: "conditions and tasks",
                    most: MOST_PARTS,
                });
            }
            branches.push(Branch { label, line: part.line, names: scope.names, when: conds, tasks: range });
        }
        if branches.is_empty() {
            return Err(HtnError::syntax(node.line, format!("the method {name:?} has no branch")));
        }
        let number = self.domain.method_of[name];
        self.domain.methods[number].branches = branches;
        Ok(())
    }

    fn task(&mut self, node: &Node<'_>, scope: &mut Scope) -> Result<Task, HtnError> {
        let line = node.line;
        let list = node.must_list("a task in brackets")?;
        let Some((name, args)) = list.split_first() else {
            return Err(HtnError::syntax(line, "a task has a name"));
        };
        let name = name.must_word("a task's name")?;
        if args.len() > MOST_ARGUMENTS {
            return Err(HtnError::TooMany { line, what: "arguments", most: MOST_ARGUMENTS });
        }
        let forgets = name == "!forget";
        let and_more = forgets && args.last().is_some_and(|last| last.word() == Some("**"));
        let args = &args[..args.len() - usize::from(and_more)];
        let terms = args.iter().map(|arg| self.term(arg, scope, forgets)).collect::<Result<Vec<_>, _>>()?;
        let (what, wanted) = if name == "continue" {
            (What::Continue, Some(0))
        } else if name.starts_with('!') {
            let number = match self.operator_of.get(name) {
                Some(&number) => number,
                None => self.add_operator(name, line, Some(terms.len()), Means::Declared),
            };
            let operator = &self.domain.operators[number];
            self.memory_task(operator.means, &terms, line)?;
            (What::Primitive(number), operator.arity)
        } else {
            let Some(&number) = self.domain.method_of.get(name) else {
                return Err(HtnError::unknown(line, "method", name));
            };
            (What::Method(number), Some(self.domain.methods[number].arity))
        };
        match wanted {
            Some(wanted) if wanted != terms.len() => {
                Err(HtnError::Arity { line, name: name.to_owned(), wanted, found: terms.len() })
            }
            _ => Ok(Task { line, what, args: terms, and_more }),
        }
    }

    /// `(!remember - fact …)` and `(!remember 30 fact …)`, `(!forget fact …)`, `(!begin_plan name …)`.
    fn memory_task(&self, means: Means, terms: &[Term], line: usize) -> Result<(), HtnError> {
        let word = |at: usize| matches!(terms.get(at), Some(Term::Value(Value::Word(_))));
        let wrong = |reason: &str| Err(HtnError::syntax(line, reason));
        match means {
            Means::Remember if !word(1) => wrong("expected (!remember SECONDS NAME …), with - for no end"),
            Means::Remember if matches!(&terms[0], Term::Value(Value::Word(until)) if &**until != "-") => {
                wrong("a fact is remembered for a number of seconds, or - for no end")
            }
            Means::Forget if !word(0) => wrong("expected (!forget NAME …)"),
            Means::Begin if terms.is_empty() => wrong("expected (!begin_plan NAME …)"),
            _ => Ok(()),
        }
    }
}

/// `(name ?a ?b)`: a name and variables that differ.
fn head<'a>(node: Option<&Node<'a>>, line: usize) -> Result<(&'a str, Vec<Arc<str>>), HtnError> {
    let Some((name, rest)) = node.and_then(Node::list).and_then(<[_]>::split_first) else {
        return Err(HtnError::syntax(line, "expected (NAME ?argument …)"));
    };
    let name = name.must_word("a name")?;
    let mut names: Vec<Arc<str>> = Vec::new();
    for node in rest {
        let Some(variable) = node.word().and_then(|word| word.strip_prefix('?')) else {
            return Err(HtnError::syntax(node.line, format!("expected a variable, found {}", node.brief())));
        };
        if names.iter().any(|known| &**known == variable) {
            return Err(HtnError::Twice { line: node.line, name: format!("?{variable}"), before: node.line });
        }
        names.push(variable.into());
    }
    if names.len() > MOST_ARGUMENTS {
        return Err(HtnError::TooMany { line, what: "arguments", most: MOST_ARGUMENTS });
    }
    Ok((name, names))
}

/// A value that is written out.
pub(crate) fn literal(node: &Node<'_>) -> Result<Value, HtnError> {
    match node.form {
        Form::Text(text) => Ok(Value::word(text)),
        Form::Word(word) if !word.starts_with(['?', '@']) => Ok(Value::read(word)),
        _ => Err(HtnError::syntax(node.line, format!("expected a word or a number, found {}", node.brief()))),
    }
}

/// What a primitive of memory means.
pub(crate) fn memory_of(name: &str) -> Option<Means> {
    MEMORY.iter().find(|(known, ..)| *known == name).map(|(_, means, _)| *means)
}
