//! Queries by name, replaced while everything runs.

use super::{Lexicon, Query, QueryError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Values of parameters, by name.
pub type Values = BTreeMap<String, f64>;

/// Versions of a query with values given that are kept; more are made anew.
const MOST_GIVEN: usize = 32;

#[derive(Clone, Debug)]
struct Entry {
    text: String,
    query: Arc<Query>,
    /// The same with other values, as they were asked for.
    given: Vec<(Values, Arc<Query>)>,
}

/// Queries by name. Whoever is asking one keeps the version it began with.
///
/// ```
/// use wold_tactics::query::Library;
/// let mut library = Library::default();
/// library.load("hide", "[parameters]\nreach = 5\n[[option]]\n[option.generation]\ngrid_around_puppet = '$reach'").unwrap();
/// let before = library.get("hide").unwrap();
/// assert!(library.load("hide", "[[option]]\n[option.generation]\ngrid_around_moon = 5").is_err());
/// assert_eq!(library.get("hide").unwrap(), before, "a bad new version leaves the old one");
/// let wide = library.given("hide", &[("reach", 9.0), ("temper", 1.0)]).unwrap();
/// assert_eq!(wide.options[0].generators[0].radius, 9.0, "it takes the values it has a use for");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    lexicon: Lexicon,
    queries: BTreeMap<String, Entry>,
}

impl Library {
    /// A library whose queries may use words of one's own.
    #[must_use]
    pub fn new(lexicon: Lexicon) -> Self {
        Self { lexicon, queries: BTreeMap::new() }
    }

    /// Reads a query and puts it in the place of the one of that name. If it is bad, the old one stays.
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn load(&mut self, name: &str, text: &str) -> Result<(), QueryError> {
        let query = Arc::new(Query::parse_with(text, &self.lexicon, &Values::new())?);
        self.queries.insert(name.to_owned(), Entry { text: text.to_owned(), query, given: Vec::new() });
        Ok(())
    }

    /// A query by name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<Query>> {
        self.queries.get(name).map(|entry| entry.query.clone())
    }

    /// A query by name with these values instead of its own. Values it has no parameter for, and values with which it would make no sense, are left out.
    pub fn given(&mut self, name: &str, values: &[(&str, f64)]) -> Option<Arc<Query>> {
        let entry = self.queries.get_mut(name)?;
        let own = &entry.query.parameters;
        let news = values.iter().filter(|(name, value)| own.get(*name).is_some_and(|old| old != value));
        let values: Values = news.map(|(name, value)| ((*name).to_owned(), *value)).collect();
        if values.is_empty() {
            return Some(entry.query.clone());
        }
        if let Some((_, query)) = entry.given.iter().find(|(given, _)| *given == values) {
            return Some(query.clone());
        }
        let Ok(query) = Query::parse_with(&entry.text, &self.lexicon, &values) else {
            return Some(entry.query.clone());
        };
        if entry.given.len() >= MOST_GIVEN {
            entry.given.clear();
        }
        let query = Arc::new(query);
        entry.given.push((values, query.clone()));
        Some(query)
    }

    /// Takes a query out.
    pub fn remove(&mut self, name: &str) {
        self.queries.remove(name);
    }

    /// What there is.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.queries.keys().map(String::as_str)
    }
}
