//! Problems: objects, facts to begin with, tasks to do, a goal.

use super::super::super::error::HtnError;
use super::super::super::sexpr::{Node, read};
use super::super::model::{Formula, Method, Object, Problem, Sign, Term};
use super::text::{define, pairs, refused, requirements, section};
use super::{Reader, Scope};
use std::collections::BTreeSet;

impl Reader {
    pub(super) fn problem(mut self, text: &str) -> Result<Problem, HtnError> {
        let nodes = read(text)?;
        let (name, sections) = define(&nodes, "problem")?;
        let sections = sections
            .iter()
            .map(|node| Ok((section(node)?, node.line)))
            .collect::<Result<Vec<_>, HtnError>>()?;
        for ((word, rest), line) in &sections {
            match word.as_str() {
                ":objects" => self.read_objects(rest)?,
                ":requirements" => requirements(rest)?,
                ":domain" => {
                    let other = rest.first().and_then(Node::word).unwrap_or("");
                    if !other.eq_ignore_ascii_case(&self.domain.name) {
                        let reason = format!("this is a problem of {other:?}, not of {:?}", self.domain.name);
                        return Err(HtnError::syntax(*line, reason));
                    }
                }
                ":htn" | ":init" | ":goal" | ":metric" => {}
                other => {
                    return Err(match refused(other) {
                        Some(what) => HtnError::unsupported(*line, what),
                        None => HtnError::syntax(*line, format!("{other:?} is no section of a problem")),
                    });
                }
            }
        }
        let (mut init, mut goal, mut root) = (BTreeSet::new(), Formula::always(), None);
        for ((word, rest), line) in &sections {
            match word.as_str() {
                ":init" => {
                    for node in *rest {
                        self.read_init(node, &mut init)?;
                    }
                }
                ":goal" => {
                    let parts = rest.iter().map(|node| self.formula(node, &mut Scope::default()));
                    goal = Formula::And(parts.collect::<Result<_, _>>()?);
                }
                ":htn" => {
                    let known = [
                        ":parameters",
                        ":subtasks",
                        ":tasks",
                        ":ordered-subtasks",
                        ":ordered-tasks",
                        ":ordering",
                        ":constraints",
                    ];
                    let pairs = pairs(rest, &known)?;
                    let mut scope = Scope::default();
                    let types = self.parameters(&pairs, &mut scope)?;
                    let (when, subtasks) = self.network(&pairs, &mut scope, *line)?;
                    let sign = Sign { name: "the problem".into(), line: *line, types };
                    let (variables, names, task) = (scope.count, scope.names, self.domain.tasks.len());
                    let method =
                        Method { sign, variables, names, task, task_args: Vec::new(), when, subtasks };
                    if root.replace(method).is_some() {
                        return Err(HtnError::syntax(*line, "the problem has its tasks twice"));
                    }
                }
                _ => {}
            }
        }
        let Some(root) = root else {
            return Err(HtnError::syntax(1, "the problem has no :htn, so there is nothing to do"));
        };
        let line = root.sign.line;
        self.domain.tasks.push(Sign { name: "the problem".into(), line, types: Vec::new() });
        self.domain.methods.push(root);
        let top = self.domain.tasks.len() - 1;
        Ok(Problem { name: name.to_owned(), domain: self.domain, init, goal, top })
    }

    pub(super) fn read_init(
        &self,
        node: &Node<'_>,
        init: &mut BTreeSet<(usize, Box<[Object]>)>,
    ) -> Result<(), HtnError> {
        let list = node.must_list("a fact in brackets")?;
        match node.head().map(str::to_ascii_lowercase).as_deref() {
            Some("=") => {
                let function = list.get(1).and_then(Node::head).unwrap_or("");
                let is_cost =
                    function.eq_ignore_ascii_case("total-cost") || self.functions.get(function).is_some();
                return if is_cost {
                    Ok(())
                } else {
                    Err(HtnError::unsupported(node.line, "numeric fluents"))
                };
            }
            // What is not listed does not hold anyway.
            Some("not") => return Ok(()),
            _ => {}
        }
        let (predicate, args) = self.atom(node, list, &Scope::default())?;
        let values =
            args.iter().filter_map(|arg| if let Term::Object(object) = arg { Some(*object) } else { None });
        init.insert((predicate, values.collect()));
        Ok(())
    }
}
