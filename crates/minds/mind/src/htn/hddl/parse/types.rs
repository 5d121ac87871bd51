//! Types, objects and parameters.

use super::super::super::error::HtnError;
use super::super::super::sexpr::Node;
use super::super::model::Type;
use super::text::{MOST_ARGUMENTS, MOST_OBJECTS, MOST_TYPES, either, groups, keyword, value};
use super::{Reader, Scope};

impl Reader {
    pub(super) fn read_types(&mut self, list: &[Node<'_>]) -> Result<(), HtnError> {
        for (names, above) in groups(list)? {
            let parents: Vec<usize> = match above {
                None => vec![0],
                Some(node) => {
                    let words = either(node)?;
                    words.iter().map(|(word, _)| self.type_or_new(word)).collect()
                }
            };
            for node in names {
                let name = node.must_word("a type's name")?;
                let number = self.type_or_new(name);
                if self.domain.types.len() > MOST_TYPES {
                    return Err(HtnError::TooMany { line: node.line, what: "types", most: MOST_TYPES });
                }
                if number == 0 {
                    continue;
                }
                let known = &mut self.domain.types[number].parents;
                known.retain(|parent| *parent != 0);
                known.extend(parents.iter().filter(|parent| **parent != number));
            }
        }
        Ok(())
    }

    pub(super) fn type_or_new(&mut self, name: &str) -> usize {
        self.types.get(name).unwrap_or_else(|| {
            self.domain.types.push(Type { name: name.to_owned(), parents: vec![0] });
            self.types.add(name, self.domain.types.len() - 1);
            self.domain.types.len() - 1
        })
    }

    pub(super) fn read_functions(&mut self, list: &[Node<'_>]) -> Result<(), HtnError> {
        for (names, kind) in groups(list)? {
            if let Some(kind) = kind.filter(|kind| keyword(kind).as_deref() != Some("number")) {
                return Err(HtnError::unsupported(kind.line, "object fluents"));
            }
            for node in names {
                let name = node.head().ok_or_else(|| HtnError::syntax(node.line, "a function has a name"))?;
                self.functions.add(name, 0);
            }
        }
        Ok(())
    }

    /// Objects with their types; those known already, with the same name, are the same.
    pub(super) fn read_objects(&mut self, list: &[Node<'_>]) -> Result<(), HtnError> {
        for (names, kind) in groups(list)? {
            let kinds = match kind {
                None => vec![0],
                Some(node) => either(node)?
                    .iter()
                    .map(|(word, line)| self.types.find(word, "type", *line))
                    .collect::<Result<Vec<_>, _>>()?,
            };
            for node in names {
                let name = node.must_word("an object's name")?;
                if self.domain.objects.len() >= MOST_OBJECTS {
                    return Err(HtnError::TooMany { line: node.line, what: "objects", most: MOST_OBJECTS });
                }
                if let Some(known) = self.objects.get(name).filter(|&at| self.domain.objects[at].0 == name) {
                    let own = &mut self.domain.objects[known].1;
                    own.extend(&kinds);
                    continue;
                }
                self.objects.add(name, self.domain.objects.len());
                self.domain.objects.push((name.to_owned(), kinds.clone()));
            }
        }
        Ok(())
    }

    /// `?a ?b - type …`: names, types and lines. A choice of types becomes a type above them.
    pub(super) fn typed<'a>(
        &mut self,
        list: &[Node<'a>],
        variables: bool,
    ) -> Result<Vec<(&'a str, usize, usize)>, HtnError> {
        let mut found = Vec::new();
        for (names, kind) in groups(list)? {
            let kind = match kind {
                None => 0,
                Some(node) => self.type_of(node)?,
            };
            for node in names {
                let name = node.must_word("a variable")?;
                if variables && !name.starts_with('?') {
                    return Err(HtnError::syntax(node.line, format!("{name:?} is no variable")));
                }
                found.push((name, kind, node.line));
            }
        }
        if found.len() > MOST_ARGUMENTS {
            let line = list.first().map_or(1, |node| node.line);
            return Err(HtnError::TooMany { line, what: "arguments", most: MOST_ARGUMENTS });
        }
        Ok(found)
    }

    pub(super) fn type_of(&mut self, node: &Node<'_>) -> Result<usize, HtnError> {
        let words = either(node)?;
        let kinds = words
            .iter()
            .map(|(word, line)| self.types.find(word, "type", *line))
            .collect::<Result<Vec<_>, _>>()?;
        if let [only] = kinds[..] {
            return Ok(only);
        }
        let above = self.domain.types.len();
        if above >= MOST_TYPES {
            return Err(HtnError::TooMany { line: node.line, what: "types", most: MOST_TYPES });
        }
        let name = words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|");
        self.domain.types.push(Type { name, parents: vec![0] });
        for kind in kinds {
            self.domain.types[kind].parents.push(above);
        }
        Ok(above)
    }

    pub(super) fn parameters(
        &mut self,
        pairs: &[(String, &Node<'_>)],
        scope: &mut Scope,
    ) -> Result<Vec<usize>, HtnError> {
        let Some(node) = value(pairs, &[":parameters"]) else { return Ok(Vec::new()) };
        let list = node.must_list("parameters in brackets")?;
        for (name, kind, line) in self.typed(list, true)? {
            if scope.names.iter().any(|known| known == name) {
                return Err(HtnError::Twice { line, name: name.to_owned(), before: line });
            }
            scope.add(name);
            scope.names.push(name.to_owned());
            scope.types.push(kind);
        }
        Ok(scope.types.clone())
    }
}
