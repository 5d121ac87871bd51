//! Conditions with their variables filled in: what is sure falls away, what is open is asked of states.

use super::ground::{Clause, Tables, Test, resolve, resolve_all};
use super::model::{Formula, Object, Problem, Tuple};
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts that states have bits for, and what is known about others.
pub(super) struct Numbering<'a> {
    pub problem: &'a Problem,
    pub reached: &'a dyn Fn(usize, &[Object]) -> bool,
    pub deleted: FxHashSet<(usize, Tuple)>,
    pub numbers: FxHashMap<(usize, Tuple), u32>,
    pub facts: Vec<(usize, Tuple)>,
}

pub(super) enum Known {
    True,
    False,
    Open(Clause),
}

impl Numbering<'_> {
    fn fact(&mut self, predicate: usize, tuple: Tuple, wanted: bool) -> Known {
        let sure = |holds: bool| if holds == wanted { Known::True } else { Known::False };
        if !(self.reached)(predicate, &tuple) {
            return sure(false);
        }
        let key = (predicate, tuple);
        if !self.deleted.contains(&key) && self.problem.init.contains(&key) {
            return sure(true);
        }
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(key).or_insert_with_key(|key| {
            self.facts.push(key.clone());
            next
        });
        Known::Open(Clause::Is(number, wanted))
    }

    /// A formula for these values; `wanted` false for its contrary.
    fn known(&mut self, formula: &Formula, values: &mut Vec<Object>, wanted: bool, tables: &Tables) -> Known {
        match formula {
            Formula::Atom(predicate, args) => {
                let tuple = resolve_all(args, values);
                self.fact(*predicate, tuple, wanted)
            }
            Formula::Equal(a, b) => {
                if (resolve(*a, values) == resolve(*b, values)) == wanted {
                    Known::True
                } else {
                    Known::False
                }
            }
            Formula::Is(term, kind) => {
                if tables.is_of[*kind][resolve(*term, values) as usize] == wanted {
                    Known::True
                } else {
                    Known::False
                }
            }
            Formula::Not(inner) => self.known(inner, values, !wanted, tables),
            Formula::And(parts) | Formula::Or(parts) => {
                let all = matches!(formula, Formula::And(_)) == wanted;
                let mut open = Vec::new();
                for part in parts {
                    match self.known(part, values, wanted, tables) {
                        Known::True if all => {}
                        Known::False if !all => {}
                        Known::Open(clause) => open.push(clause),
                        sure => return sure,
                    }
                }
                bundle(open, all)
            }
            Formula::Forall(variables, inner) | Formula::Exists(variables, inner) => {
                let all = matches!(formula, Formula::Forall(..)) == wanted;
                let mut open = Vec::new();
                match self.each(variables, inner, values, wanted, all, tables, &mut open) {
                    Some(sure) => sure,
                    None => bundle(open, all),
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one recursion over the variables of a quantifier")]
    fn each(
        &mut self,
        variables: &[(usize, usize)],
        inner: &Formula,
        values: &mut Vec<Object>,
        wanted: bool,
        all: bool,
        tables: &Tables,
        open: &mut Vec<Clause>,
    ) -> Option<Known> {
        let Some((&(variable, kind), rest)) = variables.split_first() else {
            return match self.known(inner, values, wanted, tables) {
                Known::True if all => None,
                Known::False if !all => None,
                Known::Open(clause) => {
                    open.push(clause);
                    None
                }
                sure => Some(sure),
            };
        };
        tables.objects_of[kind].iter().find_map(|&object| {
            if !tables.spend() {
                // Too much: whoever asked finds no step left.
                return Some(Known::False);
            }
            if values.len() <= variable {
                values.resize(variable + 1, 0);
            }
            values[variable] = object;
            self.each(rest, inner, values, wanted, all, tables, open)
        })
    }

    /// A formula as a test; None if it can never hold.
    pub fn test(&mut self, formula: &Formula, args: &[Object], tables: &Tables) -> Option<Test> {
        let mut test = Test::default();
        match self.known(formula, &mut args.to_vec(), true, tables) {
            Known::True => {}
            Known::False => return None,
            Known::Open(clause) => flatten(clause, &mut test),
        }
        test.holds.sort_unstable();
        test.holds.dedup();
        test.fails.sort_unstable();
        test.fails.dedup();
        (!test.holds.iter().any(|fact| test.fails.contains(fact))).then_some(test)
    }
}

pub(super) fn bundle(mut open: Vec<Clause>, all: bool) -> Known {
    match (open.len(), all) {
        (0, true) => Known::True,
        (0, false) => Known::False,
        (1, _) => Known::Open(open.remove(0)),
        (_, true) => Known::Open(Clause::And(open)),
        (_, false) => Known::Open(Clause::Or(open)),
    }
}

pub(super) fn flatten(clause: Clause, test: &mut Test) {
    match clause {
        Clause::Is(fact, true) => test.holds.push(fact),
        Clause::Is(fact, false) => test.fails.push(fact),
        Clause::And(parts) => parts.into_iter().for_each(|part| flatten(part, test)),
        or @ Clause::Or(_) => test.rest.push(or),
    }
}
