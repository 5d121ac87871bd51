//! Conditions and what stands in them.

use super::super::domain::{Callee, Cond, CondForm, CondId, Own, Term};
use super::super::error::HtnError;
use super::super::sexpr::{Form, Node};
use super::super::value::Value;
use super::{MOST_VARIABLES, Reader, Scope};
use std::collections::BTreeSet;

impl Reader {
    /// Reads one condition into a list; `and` and `()` leave no trace.
    pub(super) fn cond(
        &mut self,
        node: &Node<'_>,
        scope: &mut Scope,
        into: &mut Vec<CondId>,
    ) -> Result<(), HtnError> {
        let line = node.line;
        if scope.names.len() > MOST_VARIABLES {
            return Err(HtnError::TooMany { line, what: "variables", most: MOST_VARIABLES });
        }
        let list = node.must_list("a condition")?;
        let Some((name, args)) = list.split_first() else { return Ok(()) };
        let form = match name.must_word("a condition's name")? {
            "and" => return args.iter().try_for_each(|part| self.cond(part, scope, into)),
            "not" => {
                let before = scope.bound.clone();
                let mut inner = Vec::new();
                args.iter().try_for_each(|part| self.cond(part, scope, &mut inner))?;
                // What held nowhere has given no variable a value.
                scope.bound = before;
                CondForm::Not(inner)
            }
            "or" => {
                let before = scope.bound.clone();
                let (mut ways, mut after) = (Vec::new(), None::<BTreeSet<usize>>);
                for part in args {
                    scope.bound.clone_from(&before);
                    let mut inner = Vec::new();
                    self.cond(part, scope, &mut inner)?;
                    ways.push(inner);
                    after = Some(after.map_or(scope.bound.clone(), |all| &all & &scope.bound));
                }
                scope.bound = after.unwrap_or(before);
                CondForm::Or(ways)
            }
            "=" => {
                let [a, b] = args else {
                    return Err(HtnError::Arity { line, name: "=".into(), wanted: 2, found: args.len() });
                };
                let free = |node: &Node<'_>, scope: &mut Scope| {
                    let variable = node.word()?.strip_prefix('?')?;
                    let slot = scope.slot(variable);
                    (!scope.bound.contains(&slot)).then_some(slot)
                };
                match (free(a, scope), free(b, scope)) {
                    (Some(slot), None) => {
                        let other = self.term(b, scope, false)?;
                        scope.bound.insert(slot);
                        CondForm::Same(Term::Slot(slot), other)
                    }
                    (None, Some(slot)) => {
                        let other = self.term(a, scope, false)?;
                        scope.bound.insert(slot);
                        CondForm::Same(Term::Slot(slot), other)
                    }
                    _ => CondForm::Same(self.term(a, scope, false)?, self.term(b, scope, false)?),
                }
            }
            "call" => {
                let (callee, args) = self.call(line, args, scope, true)?;
                CondForm::Call { callee, args }
            }
            name if name.starts_with(['!', '?', ':', '@']) => {
                return Err(HtnError::syntax(line, format!("{name:?} is no name for a fact")));
            }
            name => {
                self.fact_arity(name, args.len(), line)?;
                let mut terms = Vec::with_capacity(args.len());
                for arg in args {
                    let slot =
                        arg.word().and_then(|word| word.strip_prefix('?')).map(|name| scope.slot(name));
                    terms.push(match slot {
                        Some(slot) => Term::Slot(slot),
                        None => self.term(arg, scope, true)?,
                    });
                }
                scope
                    .bound
                    .extend(terms.iter().filter_map(|t| if let Term::Slot(s) = t { Some(*s) } else { None }));
                CondForm::Fact { name: name.into(), args: terms }
            }
        };
        into.push(self.domain.conds.len() as u32);
        self.domain.conds.push(Cond { line, form });
        Ok(())
    }

    /// A call; in a condition it gives its last variables values, in an argument it is a value itself.
    pub(super) fn call(
        &mut self,
        line: usize,
        args: &[Node<'_>],
        scope: &mut Scope,
        in_condition: bool,
    ) -> Result<(Callee, Vec<Term>), HtnError> {
        let Some((name, args)) = args.split_first() else {
            return Err(HtnError::syntax(line, "expected (call FUNCTION …)"));
        };
        let name = name.must_word("a function's name")?;
        let own = Own::ALL.iter().find(|(own, _)| *own == name).map(|(_, own)| *own);
        let (callee, inputs, outputs) = match (own, self.call_of.get(name)) {
            (Some(own), _) => (Callee::Own(own), 2, usize::from(own.has_value())),
            (None, Some(&at)) => {
                let sign = &self.domain.calls[at];
                (Callee::Adviser(at), sign.inputs, sign.outputs)
            }
            (None, None) => return Err(HtnError::unknown(line, "function", name)),
        };
        if !in_condition && outputs != 1 {
            return Err(HtnError::syntax(
                line,
                format!("{name:?} finds {outputs} values, an argument needs one"),
            ));
        }
        let wanted = if in_condition { inputs + outputs } else { inputs };
        if args.len() != wanted {
            return Err(HtnError::Arity { line, name: name.to_owned(), wanted, found: args.len() });
        }
        let mut terms = Vec::with_capacity(wanted);
        for (at, arg) in args.iter().enumerate() {
            let variable = arg.word().and_then(|word| word.strip_prefix('?'));
            terms.push(match variable {
                Some(variable) if at >= inputs => {
                    let slot = scope.slot(variable);
                    scope.bound.insert(slot);
                    Term::Slot(slot)
                }
                _ => self.term(arg, scope, at >= inputs)?,
            });
        }
        Ok((callee, terms))
    }

    /// A term whose variables must have values.
    pub(super) fn term(&mut self, node: &Node<'_>, scope: &mut Scope, any: bool) -> Result<Term, HtnError> {
        let line = node.line;
        match &node.form {
            Form::Text(text) => Ok(Term::Value(Value::word(text))),
            Form::List(list) if node.head() == Some("call") => {
                let (callee, args) = self.call(line, &list[1..], scope, false)?;
                Ok(Term::Call(callee, args))
            }
            Form::List(_) => Err(HtnError::syntax(line, format!("expected a value, found {}", node.brief()))),
            Form::Word("_") if any => Ok(Term::Any),
            Form::Word(word) => match (word.strip_prefix('?'), word.strip_prefix('@')) {
                (Some(variable), _) => {
                    let slot = scope.slot(variable);
                    if scope.bound.contains(&slot) {
                        Ok(Term::Slot(slot))
                    } else {
                        Err(HtnError::Unbound { line, name: variable.to_owned() })
                    }
                }
                (_, Some(constant)) => match self.constants.get(constant) {
                    Some((value, _)) => Ok(Term::Value(value.clone())),
                    None => Err(HtnError::unknown(line, "constant", constant)),
                },
                _ if matches!(*word, "_" | "**") => {
                    Err(HtnError::syntax(line, format!("{word:?} has no meaning there")))
                }
                _ => Ok(Term::Value(Value::read(word))),
            },
        }
    }
}
