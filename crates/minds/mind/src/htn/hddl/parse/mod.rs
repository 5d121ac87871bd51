//! Domains and problems from text.
//!
//! HDDL as the planning competition of 2020 has it, totally ordered: types (with `either`), constants, predicates, tasks, methods with
//! preconditions and constraints, ordered subtasks or an ordering that leaves no choice, actions with negative, disjunctive and quantified
//! preconditions, equality, conditional and universal effects. Costs are read and left alone. Whatever else is refused by name.

mod formula;
mod network;
mod problem;
mod text;
mod types;

use super::super::error::HtnError;
use super::super::sexpr::read;
use super::model::{Action, Formula, HddlDomain, Problem, Sign, Type};
use super::names::Names;
use text::{define, named, refused, requirements, section, twice, value};

struct Reader {
    domain: HddlDomain,
    types: Names,
    objects: Names,
    predicates: Names,
    tasks: Names,
    actions: Names,
    functions: Names,
}

/// Variables while a scope is read.
#[derive(Default, Clone)]
struct Scope {
    names: Vec<String>,
    types: Vec<usize>,
    visible: Vec<(String, usize)>,
    /// Variables ever, quantified ones among them.
    count: usize,
}

impl Scope {
    fn add(&mut self, name: &str) -> usize {
        self.visible.push((name.to_owned(), self.count));
        self.count += 1;
        self.count - 1
    }

    fn get(&self, name: &str) -> Option<usize> {
        let find =
            |same: &dyn Fn(&str) -> bool| self.visible.iter().rev().find(|(n, _)| same(n)).map(|(_, at)| *at);
        find(&|known| known == name).or_else(|| find(&|known| known.eq_ignore_ascii_case(name)))
    }
}

impl HddlDomain {
    /// Reads a domain.
    ///
    /// # Errors
    /// Names the line and what is wrong there, or what is not supported.
    pub fn parse(text: &str) -> Result<Self, HtnError> {
        Ok(Reader::domain(text)?.domain)
    }
}

/// What is wrong with either of two texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The domain is wrong.
    #[error("the domain: {0}")]
    Domain(HtnError),
    /// The problem is wrong.
    #[error("{0}")]
    Problem(HtnError),
}

impl Problem {
    /// Reads a domain and a problem of it.
    ///
    /// # Errors
    /// Says which text is wrong, names the line and what is wrong there.
    pub fn parse(domain: &str, problem: &str) -> Result<Self, ProblemError> {
        let reader = Reader::domain(domain).map_err(ProblemError::Domain)?;
        reader.problem(problem).map_err(ProblemError::Problem)
    }
}

impl Reader {
    fn domain(text: &str) -> Result<Self, HtnError> {
        let nodes = read(text)?;
        let (name, sections) = define(&nodes, "domain")?;
        let mut reader = Self {
            domain: HddlDomain {
                name: name.to_owned(),
                types: vec![Type { name: "object".into(), parents: Vec::new() }],
                objects: Vec::new(),
                predicates: Vec::new(),
                tasks: Vec::new(),
                actions: Vec::new(),
                methods: Vec::new(),
            },
            types: Names::default(),
            objects: Names::default(),
            predicates: Names::default(),
            tasks: Names::default(),
            actions: Names::default(),
            functions: Names::default(),
        };
        reader.types.add("object", 0);
        let sections = sections
            .iter()
            .map(|node| Ok((section(node)?, node.line)))
            .collect::<Result<Vec<_>, HtnError>>()?;
        for ((word, rest), line) in &sections {
            match word.as_str() {
                ":requirements" => requirements(rest)?,
                ":types" => reader.read_types(rest)?,
                ":constants" | ":predicates" | ":task" | ":tasks" | ":method" | ":action" | ":functions" => {}
                other => {
                    return Err(match refused(other) {
                        Some(what) => HtnError::unsupported(*line, what),
                        None => HtnError::syntax(*line, format!("{other:?} is no section of a domain")),
                    });
                }
            }
        }
        let of = |wanted: &'static str| sections.iter().filter(move |((word, _), _)| word == wanted);
        for ((_, rest), _) in of(":constants") {
            reader.read_objects(rest)?;
        }
        for ((_, rest), _) in of(":functions") {
            reader.read_functions(rest)?;
        }
        for ((_, rest), _) in of(":predicates") {
            for predicate in *rest {
                let list = predicate.must_list("a predicate in brackets")?;
                let Some((name, parameters)) = list.split_first() else {
                    return Err(HtnError::syntax(predicate.line, "a predicate has a name"));
                };
                let name = name.must_word("a predicate's name")?;
                let types = reader.typed(parameters, true)?.into_iter().map(|(_, kind, _)| kind).collect();
                if !reader.predicates.add(name, reader.domain.predicates.len()) {
                    return Err(twice(&reader.domain.predicates, name, predicate.line));
                }
                reader.domain.predicates.push(Sign { name: name.to_owned(), line: predicate.line, types });
            }
        }
        for ((_, rest), line) in of(":task") {
            let known = [":parameters", ":precondition", ":effect"];
            let (name, pairs) = named(rest, *line, &known)?;
            for key in [":precondition", ":effect"] {
                if let Some(node) = value(&pairs, &[key]).filter(|node| node.list() != Some(&[])) {
                    return Err(HtnError::unsupported(node.line, "conditions and effects of compound tasks"));
                }
            }
            // Names of a task's own parameters mean nothing, so they may even be the same.
            let list = value(&pairs, &[":parameters"]).map(|node| node.must_list("parameters in brackets"));
            let types = reader.typed(list.transpose()?.unwrap_or_default(), true)?;
            let types = types.into_iter().map(|(_, kind, _)| kind).collect();
            if !reader.tasks.add(name, reader.domain.tasks.len()) {
                return Err(twice(&reader.domain.tasks, name, *line));
            }
            reader.domain.tasks.push(Sign { name: name.to_owned(), line: *line, types });
        }
        // First all names, for methods stand before the actions they use.
        for ((_, rest), line) in of(":action") {
            let (name, pairs) = named(rest, *line, &[":parameters", ":precondition", ":effect"])?;
            let types = reader.parameters(&pairs, &mut Scope::default())?;
            if reader.tasks.get(name).is_some() || !reader.actions.add(name, reader.domain.actions.len()) {
                return Err(HtnError::Twice { line: *line, name: name.to_owned(), before: *line });
            }
            let sign = Sign { name: name.to_owned(), line: *line, types };
            reader.domain.actions.push(Action {
                sign,
                variables: 0,
                when: Formula::always(),
                effects: Vec::new(),
            });
        }
        for (number, ((_, rest), line)) in of(":action").enumerate() {
            let (_, pairs) = named(rest, *line, &[":parameters", ":precondition", ":effect"])?;
            let mut scope = Scope::default();
            reader.parameters(&pairs, &mut scope)?;
            let when = match value(&pairs, &[":precondition"]) {
                Some(node) => reader.formula(node, &mut scope)?,
                None => Formula::always(),
            };
            let mut effects = Vec::new();
            if let Some(node) = value(&pairs, &[":effect"]) {
                reader.effect(node, &mut scope, &[], &Formula::always(), &mut effects)?;
            }
            let action = &mut reader.domain.actions[number];
            (action.when, action.effects, action.variables) = (when, effects, scope.count);
        }
        for ((_, rest), line) in of(":method") {
            reader.method(rest, *line)?;
        }
        Ok(reader)
    }
}
