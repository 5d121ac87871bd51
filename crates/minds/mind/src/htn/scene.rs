//! Facts from text, and an adviser that answers from it.
//!
//! ```text
//! (:task (attack enemy))
//! (distance_to_threat enemy 15)
//! (:answer (request_line_of_attack enemy bullets) (:know (line_of_attack enemy bullets)))
//! (:answer (pick_position enemy) (:found wp_12) (:found wp_14))
//! ```
//!
//! An answer without `:found` means yes. A call with no answer is answered with no.

use super::error::HtnError;
use super::facts::Facts;
use super::read::literal;
use super::search::{Adviser, Answer};
use super::sexpr::{Node, read};
use super::value::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Facts of a scene: what somebody has in mind, not a library.
const MOST_FACTS: usize = 10_000;

/// Facts, answers, and perhaps a task.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// What is known.
    pub facts: Facts,
    /// The task to plan for.
    pub task: Option<(String, Vec<Value>)>,
    answers: BTreeMap<(Arc<str>, Vec<Value>), Answer>,
}

/// `(name value …)`.
fn named(node: &Node<'_>) -> Result<(Arc<str>, Vec<Value>), HtnError> {
    let Some((name, values)) = node.must_list("a list")?.split_first() else {
        return Err(HtnError::syntax(node.line, "expected (NAME value …)"));
    };
    let name = name.must_word("a name")?;
    if name.starts_with([':', '?', '@', '!']) {
        return Err(HtnError::syntax(node.line, format!("{name:?} is no name for a fact, a task or a call")));
    }
    Ok((name.into(), values.iter().map(literal).collect::<Result<_, _>>()?))
}

impl Scene {
    /// Reads a scene.
    ///
    /// # Errors
    /// Names the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, HtnError> {
        let mut scene = Self::default();
        let mut count = 0;
        for node in &read(text)? {
            let list = node.must_list("a list")?;
            match node.head() {
                Some(":task") => {
                    let [_, task] = list else {
                        return Err(HtnError::syntax(node.line, "expected (:task (NAME value …))"));
                    };
                    let (name, values) = named(task)?;
                    scene.task = Some((name.to_string(), values));
                }
                Some(":answer") => {
                    let Some(call) = list.get(1) else {
                        return Err(HtnError::syntax(node.line, "expected (:answer (CALL value …) …)"));
                    };
                    let call = named(call)?;
                    let answer = scene.answers.entry(call).or_default();
                    for part in &list[2..] {
                        let inner = part.must_list("(:found value …) or (:know (fact) …)")?;
                        match part.head() {
                            Some(":found") => {
                                answer.rows.push(inner[1..].iter().map(literal).collect::<Result<_, _>>()?);
                            }
                            Some(":know") => {
                                for fact in &inner[1..] {
                                    answer.facts.push(named(fact)?);
                                }
                            }
                            _ => {
                                let reason = format!("expected :found or :know, found {}", part.brief());
                                return Err(HtnError::syntax(part.line, reason));
                            }
                        }
                    }
                    if answer.rows.is_empty() {
                        answer.rows.push(Vec::new());
                    }
                }
                _ => {
                    let (name, values) = named(node)?;
                    count += 1;
                    if count > MOST_FACTS {
                        return Err(HtnError::TooMany { line: node.line, what: "facts", most: MOST_FACTS });
                    }
                    scene.facts.remember(&name, &values);
                }
            }
        }
        Ok(scene)
    }
}

impl Adviser for Scene {
    fn call(&mut self, name: &str, given: &[Value], _: &Facts) -> Answer {
        self.answers.get(&(name.into(), given.to_vec())).cloned().unwrap_or_default()
    }
}
