//! Rules over tuples of objects, applied until nothing new follows.
//!
//! Contract. A relation is a set of tuples. A rule derives a tuple of its variables when all of its atoms are there, its variables have their
//! types, and its equalities hold; variables that stand in no atom take every object of their type. Every tuple is taken up once, in the order in
//! which it was found, and joined with those taken up before (semi-naive), so every instance of a rule is found exactly when the last of its
//! tuples is taken up. Bounded by a number of tuples and of steps.

use super::model::{Object, Term, Tuple};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// A relation's number.
pub(crate) type Relation = usize;

/// A rule.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub head: Relation,
    /// Types of its variables.
    pub types: Vec<usize>,
    pub body: Vec<(Relation, Vec<Term>)>,
    /// Terms that are equal (true) or differ (false).
    pub equal: Vec<(Term, Term, bool)>,
}

/// What is joined after an atom has set it off: atoms with the places that are known by then.
struct Way {
    rule: usize,
    /// The atom that sets it off.
    first: usize,
    rest: Vec<(usize, u64)>,
}

#[derive(Default)]
struct Index {
    /// Tuples by their known values; one map per set of known places.
    by: FxHashMap<Vec<Object>, Vec<u32>>,
}

/// Tuples of relations and what follows from them.
pub(crate) struct Joiner<'a> {
    rules: &'a [Rule],
    ways: Vec<Vec<Way>>,
    /// Objects by type, and whether an object is of a type.
    objects_of: &'a [Vec<Object>],
    is_of: &'a [Vec<bool>],
    pub tuples: Vec<Vec<Tuple>>,
    known: Vec<FxHashMap<Tuple, u32>>,
    indices: FxHashMap<(Relation, u64), Index>,
    masks: Vec<Vec<u64>>,
    queue: Vec<(Relation, u32)>,
    /// Steps left.
    left: Cell<u64>,
}

/// More tuples or steps than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMuch;

impl<'a> Joiner<'a> {
    pub fn new(
        relations: usize,
        rules: &'a [Rule],
        objects_of: &'a [Vec<Object>],
        is_of: &'a [Vec<bool>],
        most: u64,
    ) -> Self {
        let mut ways: Vec<Vec<Way>> = (0..relations).map(|_| Vec::new()).collect();
        let mut masks: Vec<Vec<u64>> = vec![Vec::new(); relations];
        for (number, rule) in rules.iter().enumerate() {
            for first in 0..rule.body.len() {
                let rest = order(rule, first);
                for &(atom, mask) in &rest {
                    let relation = rule.body[atom].0;
                    if !masks[relation].contains(&mask) {
                        masks[relation].push(mask);
                    }
                }
                ways[rule.body[first].0].push(Way { rule: number, first, rest });
            }
        }
        Self {
            rules,
            ways,
            objects_of,
            is_of,
            tuples: vec![Vec::new(); relations],
            known: vec![FxHashMap::default(); relations],
            indices: FxHashMap::default(),
            masks,
            queue: Vec::new(),
            left: Cell::new(most),
        }
    }

    /// Adds a tuple; false if it is known.
    pub fn add(&mut self, relation: Relation, tuple: Tuple) -> bool {
        let number = self.tuples[relation].len() as u32;
        if self.known[relation].contains_key(&tuple) {
            return false;
        }
        self.known[relation].insert(tuple.clone(), number);
        self.tuples[relation].push(tuple);
        self.queue.push((relation, number));
        true
    }

    /// Whether a tuple is there.
    pub fn has(&self, relation: Relation, tuple: &[Object]) -> bool {
        self.known[relation].contains_key(tuple)
    }

    /// Applies the rules until nothing follows. `derived` is told of every new tuple of a head and may add more.
    pub fn run(&mut self, derived: &mut dyn FnMut(&mut Self, Relation, &Tuple)) -> Result<(), TooMuch> {
        let rules = self.rules;
        for rule in rules.iter().filter(|rule| rule.body.is_empty()) {
            let mut found = Vec::new();
            self.complete(rule, &mut vec![None; rule.types.len()], &mut found)?;
            self.take(rule.head, found, derived);
        }
        let mut at = 0;
        let ways = std::mem::take(&mut self.ways);
        while let Some(&(relation, number)) = self.queue.get(at) {
            at += 1;
            let tuple = self.tuples[relation][number as usize].clone();
            for mask_at in 0..self.masks[relation].len() {
                let mask = self.masks[relation][mask_at];
                let key = (0..tuple.len())
                    .filter(|place| mask >> place & 1 == 1)
                    .map(|place| tuple[place])
                    .collect();
                self.indices.entry((relation, mask)).or_default().by.entry(key).or_default().push(number);
            }
            for way in &ways[relation] {
                let rule = &rules[way.rule];
                let mut values = vec![None; rule.types.len()];
                if !self.preset(rule, &mut values)
                    || !self.bind(rule, way.first, &tuple, &mut values, &mut Vec::new())
                {
                    continue;
                }
                let mut found = Vec::new();
                self.join(rule, &way.rest, &mut values, &mut found)?;
                self.take(rule.head, found, derived);
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        head: Relation,
        found: Vec<Tuple>,
        derived: &mut dyn FnMut(&mut Self, Relation, &Tuple),
    ) {
        for tuple in found {
            if self.add(head, tuple.clone()) {
                derived(self, head, &tuple);
            }
        }
    }

    /// Values that equalities give from the start.
    fn preset(&self, rule: &Rule, values: &mut [Option<Object>]) -> bool {
        for equal in &rule.equal {
            if let (Term::Var(variable), Term::Object(object), true)
            | (Term::Object(object), Term::Var(variable), true) = *equal
            {
                let fits = values[variable].is_none_or(|known| known == object);
                if !fits || !self.is_of[rule.types[variable]][object as usize] {
                    return false;
                }
                values[variable] = Some(object);
            }
        }
        true
    }

    fn bind(
        &self,
        rule: &Rule,
        atom: usize,
        tuple: &[Object],
        values: &mut [Option<Object>],
        trail: &mut Vec<usize>,
    ) -> bool {
        rule.body[atom].1.iter().zip(tuple).all(|(term, &object)| match *term {
            Term::Object(wanted) => wanted == object,
            Term::Var(variable) => match values[variable] {
                Some(known) => known == object,
                None if self.is_of[rule.types[variable]][object as usize] => {
                    values[variable] = Some(object);
                    trail.push(variable);
                    true
                }
                None => false,
            },
        })
    }

    fn spend(&self) -> Result<(), TooMuch> {
        let left = self.left.get().checked_sub(1).ok_or(TooMuch)?;
        self.left.set(left);
        Ok(())
    }

    fn join(
        &self,
        rule: &Rule,
        rest: &[(usize, u64)],
        values: &mut Vec<Option<Object>>,
        found: &mut Vec<Tuple>,
    ) -> Result<(), TooMuch> {
        self.spend()?;
        let Some((&(atom, mask), rest)) = rest.split_first() else {
            return self.complete(rule, values, found);
        };
        if !differences(rule, values) {
            return Ok(());
        }
        let (relation, terms) = &rule.body[atom];
        let mut key = Vec::new();
        for (_, term) in terms.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1) {
            match *term {
                Term::Object(object) => key.push(object),
                Term::Var(variable) => key.push(values[variable].expect("the way's mask names known places")),
            }
        }
        let Some(numbers) = self.indices.get(&(*relation, mask)).and_then(|index| index.by.get(&key)) else {
            return Ok(());
        };
        for &number in numbers {
            self.spend()?;
            let tuple = &self.tuples[*relation][number as usize];
            let mut trail = Vec::new();
            if self.bind(rule, atom, tuple, values, &mut trail) {
                self.join(rule, rest, values, found)?;
            }
            for variable in trail {
                values[variable] = None;
            }
        }
        Ok(())
    }

    /// All values of what is still open.
    fn complete(
        &self,
        rule: &Rule,
        values: &mut Vec<Option<Object>>,
        found: &mut Vec<Tuple>,
    ) -> Result<(), TooMuch> {
        self.spend()?;
        if !differences(rule, values) {
            return Ok(());
        }
        let Some(open) = values.iter().position(Option::is_none) else {
            found.push(values.iter().flatten().copied().collect());
            return Ok(());
        };
        let objects_of = self.objects_of;
        for &object in &objects_of[rule.types[open]] {
            values[open] = Some(object);
            self.complete(rule, values, found)?;
        }
        values[open] = None;
        Ok(())
    }
}

/// Whether no equality is broken by what is known.
fn differences(rule: &Rule, values: &[Option<Object>]) -> bool {
    let value = |term: Term| match term {
        Term::Object(object) => Some(object),
        Term::Var(variable) => values[variable],
    };
    rule.equal.iter().all(|&(a, b, equal)| match (value(a), value(b)) {
        (Some(a), Some(b)) => (a == b) == equal,
        _ => true,
    })
}

/// The other atoms, those with the fewest open places first, with the places known by then.
fn order(rule: &Rule, first: usize) -> Vec<(usize, u64)> {
    let mut known = vec![false; rule.types.len()];
    for equal in &rule.equal {
        if let (Term::Var(variable), Term::Object(_), true) | (Term::Object(_), Term::Var(variable), true) =
            *equal
        {
            known[variable] = true;
        }
    }
    let learn = |atom: usize, known: &mut Vec<bool>| {
        for term in &rule.body[atom].1 {
            if let Term::Var(variable) = *term {
                known[variable] = true;
            }
        }
    };
    learn(first, &mut known);
    let mut left: Vec<usize> = (0..rule.body.len()).filter(|&atom| atom != first).collect();
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let open = |atom: usize| {
            let terms = &rule.body[atom].1;
            let is_known = |term: &&Term| {
                matches!(**term, Term::Object(_)) || matches!(**term, Term::Var(v) if known[v])
            };
            let known_places = terms.iter().filter(is_known).count();
            (terms.len() - known_places, usize::MAX - known_places)
        };
        let at = (0..left.len()).min_by_key(|&at| open(left[at])).expect("some are left");
        let atom = left.remove(at);
        let mut mask = 0_u64;
        for (place, term) in rule.body[atom].1.iter().enumerate() {
            if matches!(*term, Term::Object(_)) || matches!(*term, Term::Var(variable) if known[variable]) {
                mask |= 1 << place;
            }
        }
        ordered.push((atom, mask));
        learn(atom, &mut known);
    }
    ordered
}
