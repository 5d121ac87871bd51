//! Conditions and effects.

use super::super::super::error::HtnError;
use super::super::super::sexpr::Node;
use super::super::model::{Effect, Formula, Object, Term};
use super::text::keyword;
use super::{Reader, Scope};

impl Reader {
    pub(super) fn term(&self, node: &Node<'_>, scope: &Scope) -> Result<Term, HtnError> {
        if node.list().is_some() {
            return Err(HtnError::unsupported(node.line, "object fluents"));
        }
        let word = node.must_word("a variable or an object")?;
        if let Some(name) = word.strip_prefix('?') {
            let unbound = || HtnError::Unbound { line: node.line, name: name.to_owned() };
            return scope.get(word).map(Term::Var).ok_or_else(unbound);
        }
        Ok(Term::Object(self.objects.find(word, "object", node.line)? as Object))
    }

    pub(super) fn atom(
        &self,
        node: &Node<'_>,
        list: &[Node<'_>],
        scope: &Scope,
    ) -> Result<(usize, Vec<Term>), HtnError> {
        let line = node.line;
        let Some((name, args)) = list.split_first() else {
            return Err(HtnError::syntax(line, "a fact has a name"));
        };
        let name = name.must_word("a predicate's name")?;
        if self.predicates.get(name).is_none() && self.functions.get(name).is_some() {
            return Err(HtnError::unsupported(line, "numeric fluents"));
        }
        let predicate = self.predicates.find(name, "predicate", line)?;
        let wanted = self.domain.predicates[predicate].types.len();
        if args.len() != wanted {
            return Err(HtnError::Arity { line, name: name.to_owned(), wanted, found: args.len() });
        }
        Ok((predicate, args.iter().map(|arg| self.term(arg, scope)).collect::<Result<_, _>>()?))
    }

    pub(super) fn formula(&mut self, node: &Node<'_>, scope: &mut Scope) -> Result<Formula, HtnError> {
        let line = node.line;
        let list = node.must_list("a condition in brackets")?;
        let Some((head, args)) = list.split_first() else { return Ok(Formula::always()) };
        let word = head.must_word("a condition's name")?.to_ascii_lowercase();
        let count = |wanted: usize| {
            if args.len() == wanted {
                Ok(())
            } else {
                Err(HtnError::Arity { line, name: word.clone(), wanted, found: args.len() })
            }
        };
        Ok(match word.as_str() {
            "and" => Formula::And(args.iter().map(|arg| self.formula(arg, scope)).collect::<Result<_, _>>()?),
            "or" => Formula::Or(args.iter().map(|arg| self.formula(arg, scope)).collect::<Result<_, _>>()?),
            "not" => {
                count(1)?;
                Formula::Not(Box::new(self.formula(&args[0], scope)?))
            }
            "imply" => {
                count(2)?;
                let left = self.formula(&args[0], scope)?;
                Formula::Or(vec![Formula::Not(Box::new(left)), self.formula(&args[1], scope)?])
            }
            "=" => {
                count(2)?;
                if args.iter().any(|arg| arg.list().is_some()) {
                    return Err(HtnError::unsupported(line, "numeric fluents"));
                }
                Formula::Equal(self.term(&args[0], scope)?, self.term(&args[1], scope)?)
            }
            "forall" | "exists" => {
                count(2)?;
                let visible = scope.visible.len();
                let variables = self.quantified(&args[0], scope)?;
                let inner = Box::new(self.formula(&args[1], scope)?);
                scope.visible.truncate(visible);
                if word == "forall" {
                    Formula::Forall(variables, inner)
                } else {
                    Formula::Exists(variables, inner)
                }
            }
            "sortof" | "sort-of" => {
                let [variable, hyphen, kind] = args else {
                    return Err(HtnError::syntax(line, "expected (sortof ?x - type)"));
                };
                if hyphen.word() != Some("-") {
                    return Err(HtnError::syntax(line, "expected (sortof ?x - type)"));
                }
                Formula::Is(self.term(variable, scope)?, self.type_of(kind)?)
            }
            "<" | ">" | "<=" | ">=" => return Err(HtnError::unsupported(line, "numeric fluents")),
            "preference" => return Err(HtnError::unsupported(line, "preferences")),
            "at" | "over"
                if args
                    .first()
                    .and_then(keyword)
                    .is_some_and(|w| w == "start" || w == "end" || w == "all")
                    && self.predicates.get(&word).is_none() =>
            {
                return Err(HtnError::unsupported(line, "durative actions"));
            }
            _ => {
                let (predicate, args) = self.atom(node, list, scope)?;
                Formula::Atom(predicate, args)
            }
        })
    }

    pub(super) fn quantified(
        &mut self,
        node: &Node<'_>,
        scope: &mut Scope,
    ) -> Result<Vec<(usize, usize)>, HtnError> {
        let list = node.must_list("variables in brackets")?;
        Ok(self.typed(list, true)?.into_iter().map(|(name, kind, _)| (scope.add(name), kind)).collect())
    }

    pub(super) fn effect(
        &mut self,
        node: &Node<'_>,
        scope: &mut Scope,
        variables: &[(usize, usize)],
        when: &Formula,
        into: &mut Vec<Effect>,
    ) -> Result<(), HtnError> {
        let line = node.line;
        let list = node.must_list("an effect in brackets")?;
        let Some((head, args)) = list.split_first() else { return Ok(()) };
        let word = head.must_word("an effect's name")?.to_ascii_lowercase();
        match (word.as_str(), args) {
            ("and", _) => args.iter().try_for_each(|arg| self.effect(arg, scope, variables, when, into)),
            ("when", [condition, effect]) => {
                let mut both = match when {
                    Formula::And(parts) => parts.clone(),
                    other => vec![other.clone()],
                };
                both.push(self.formula(condition, scope)?);
                self.effect(effect, scope, variables, &Formula::And(both), into)
            }
            ("forall", [quantified, effect]) => {
                let visible = scope.visible.len();
                let mut all = variables.to_vec();
                all.extend(self.quantified(quantified, scope)?);
                self.effect(effect, scope, &all, when, into)?;
                scope.visible.truncate(visible);
                Ok(())
            }
            ("increase", [counter, _])
                if counter.head().is_some_and(|name| name.eq_ignore_ascii_case("total-cost")) =>
            {
                Ok(())
            }
            ("increase" | "decrease" | "assign" | "scale-up" | "scale-down", _) => {
                Err(HtnError::unsupported(line, "numeric fluents"))
            }
            ("when" | "forall", _) => Err(HtnError::Arity { line, name: word, wanted: 2, found: args.len() }),
            _ => {
                let adds = word != "not";
                let (fact, list) = match args {
                    [inner] if !adds => (inner, inner.must_list("a fact in brackets")?),
                    _ => (node, list),
                };
                let (predicate, args) = self.atom(fact, list, scope)?;
                into.push(Effect {
                    variables: variables.to_vec(),
                    when: when.clone(),
                    adds,
                    predicate,
                    args,
                });
                Ok(())
            }
        }
    }
}
