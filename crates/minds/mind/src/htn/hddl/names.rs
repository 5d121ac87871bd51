//! Names with numbers. The language does not tell large letters from small ones; where a text does, it is believed.

use super::super::error::HtnError;
use std::collections::BTreeMap;

#[derive(Default)]
pub(crate) struct Names {
    exact: BTreeMap<String, usize>,
    /// None where two names differ in nothing but size.
    folded: BTreeMap<String, Option<usize>>,
}

impl Names {
    /// False if the name is there already.
    pub fn add(&mut self, name: &str, number: usize) -> bool {
        let fold = self.folded.entry(name.to_ascii_lowercase());
        fold.and_modify(|known| *known = None).or_insert(Some(number));
        self.exact.insert(name.to_owned(), number).is_none()
    }

    pub fn get(&self, name: &str) -> Option<usize> {
        let folded = || self.folded.get(&name.to_ascii_lowercase()).copied().flatten();
        self.exact.get(name).copied().or_else(folded)
    }

    pub fn find(&self, name: &str, kind: &'static str, line: usize) -> Result<usize, HtnError> {
        self.get(name).ok_or_else(|| HtnError::unknown(line, kind, name))
    }
}
