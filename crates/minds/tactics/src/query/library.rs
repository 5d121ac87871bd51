//! Queries by name, replaced while everything runs.

use super::{Query, QueryError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Queries by name. Whoever is asking one keeps the version it began with.
///
/// ```
/// use wold_tactics::query::Library;
/// let mut library = Library::default();
/// library.load("hide", "[[option]]\n[option.generation]\ngrid_around_puppet = 5").unwrap();
/// let before = library.get("hide").unwrap();
/// assert!(library.load("hide", "[[option]]\n[option.generation]\ngrid_around_moon = 5").is_err());
/// assert_eq!(library.get("hide").unwrap(), before, "a bad new version leaves the old one");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    queries: BTreeMap<String, Arc<Query>>,
}

impl Library {
    /// Reads a query and puts it in the place of the one of that name. If it is bad, the old one stays.
    pub fn load(&mut self, name: &str, text: &str) -> Result<(), QueryError> {
        let query = Query::parse(text)?;
        self.queries.insert(name.to_owned(), Arc::new(query));
        Ok(())
    }

    /// A query by name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<Query>> {
        self.queries.get(name).cloned()
    }

    /// What there is.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.queries.keys().map(String::as_str)
    }
}
