//! What somebody knows, as facts: a name and values.
//!
//! Facts stand in the order in which they were learnt, and a planner tries them in that order, so the same facts give the same plan. A fact may
//! be kept for a while only. Nothing here knows the time: whoever has a clock calls [`Facts::expire`].

use super::value::{Value, form};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A pattern of values: one that is given, or any.
pub type Pattern = Option<Value>;

#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub values: Arc<[Value]>,
    pub until: Option<f64>,
    /// A search hides rows that its plan would forget, and shows them again when it goes back.
    pub is_there: bool,
}

/// What somebody knows.
///
/// ```
/// use wold_mind::htn::{Facts, Value};
/// let mut facts = Facts::default();
/// facts.remember("near", &["fire".into(), 3.0.into()]);
/// assert!(facts.knows("near", &[Some(Value::word("fire")), None]));
/// facts.forget("near", &[], true);
/// assert!(facts.is_empty());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Facts {
    tables: BTreeMap<Arc<str>, Vec<Row>>,
}

fn fits(values: &[Value], pattern: &[Pattern], and_more: bool) -> bool {
    (values.len() == pattern.len() || and_more && values.len() > pattern.len())
        && values.iter().zip(pattern).all(|(value, wanted)| wanted.as_ref().is_none_or(|w| w == value))
}

impl Facts {
    /// Learns a fact for good; what is known already is not learnt twice.
    pub fn remember(&mut self, name: &str, values: &[Value]) {
        self.learn(name, values, None);
    }

    /// Learns a fact that is forgotten at a time.
    pub fn remember_until(&mut self, name: &str, values: &[Value], until: f64) {
        self.learn(name, values, Some(until));
    }

    fn learn(&mut self, name: &str, values: &[Value], until: Option<f64>) {
        let table = match self.tables.get_mut(name) {
            Some(table) => table,
            None => self.tables.entry(name.into()).or_default(),
        };
        match table.iter_mut().find(|row| row.is_there && *row.values == *values) {
            Some(row) => row.until = until,
            None => table.push(Row { values: values.into(), until, is_there: true }),
        }
    }

    /// Forgets what fits; with `and_more`, facts with further values fit as well.
    pub fn forget(&mut self, name: &str, pattern: &[Pattern], and_more: bool) {
        if let Some(table) = self.tables.get_mut(name) {
            table.retain(|row| !fits(&row.values, pattern, and_more));
        }
    }

    /// Forgets what was to be kept until now or earlier.
    pub fn expire(&mut self, now: f64) {
        for table in self.tables.values_mut() {
            table.retain(|row| row.until.is_none_or(|until| until > now));
        }
    }

    /// Whether a fact that fits is known.
    #[must_use]
    pub fn knows(&self, name: &str, pattern: &[Pattern]) -> bool {
        self.rows(name).iter().any(|row| row.is_there && fits(&row.values, pattern, false))
    }

    /// The values of all facts of a name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &[Value]> {
        self.rows(name).iter().filter(|row| row.is_there).map(|row| &*row.values)
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.values().flatten().all(|row| !row.is_there)
    }

    /// How many facts are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.values().flatten().filter(|row| row.is_there).count()
    }

    /// Every fact as it would be written, by name.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.tables.iter().flat_map(|(name, rows)| {
            rows.iter().filter(|row| row.is_there).map(move |row| form(name, &row.values))
        })
    }

    pub(crate) fn rows(&self, name: &str) -> &[Row] {
        self.tables.get(name).map_or(&[], Vec::as_slice)
    }
}

/// A change that a search made and can take back.
#[derive(Debug)]
pub(crate) enum Change {
    Shown(Arc<str>, usize),
    Hidden(Arc<str>, usize),
}

impl Facts {
    /// Adds a fact so that it can be taken back.
    pub(crate) fn suppose(&mut self, name: &Arc<str>, values: Vec<Value>, changes: &mut Vec<Change>) {
        let table = self.tables.entry(name.clone()).or_default();
        if !table.iter().any(|row| row.is_there && *row.values == *values) {
            changes.push(Change::Shown(name.clone(), table.len()));
            table.push(Row { values: values.into(), until: None, is_there: true });
        }
    }

    /// Hides facts so that they can be shown again.
    pub(crate) fn suppose_not(
        &mut self,
        name: &Arc<str>,
        pattern: &[Pattern],
        and_more: bool,
        changes: &mut Vec<Change>,
    ) {
        for (at, row) in self.tables.get_mut(name).into_iter().flatten().enumerate() {
            if row.is_there && fits(&row.values, pattern, and_more) {
                row.is_there = false;
                changes.push(Change::Hidden(name.clone(), at));
            }
        }
    }

    /// Takes changes back until so many are left.
    pub(crate) fn take_back(&mut self, changes: &mut Vec<Change>, left: usize) {
        while changes.len() > left {
            let (name, at, is_there) = match changes.pop() {
                Some(Change::Shown(name, at)) => (name, at, false),
                Some(Change::Hidden(name, at)) => (name, at, true),
                None => return,
            };
            if let Some(row) = self.tables.get_mut(&name).and_then(|table| table.get_mut(at)) {
                row.is_there = is_there;
            }
        }
    }
}
