//! Evidence that says less than a probability would: Dempster and Shafer's theory.
//!
//! Contract: a body of evidence gives masses, summing to 1, to sets of hypotheses (a frame of up to 64, sets as bits; only sets with
//! mass are kept). Belief in a set is the mass within it, plausibility the mass that meets it. Bodies are combined by one of
//! three rules, which differ in what they do with conflict, the mass where they exclude each other: [`Rule::Dempster`] scales the
//! rest up and is undefined at total conflict, an error here; [`Rule::Yager`] counts it as not knowing; [`Rule::DuboisPrade`] gives it
//! to what any of them said. The last two are not associative: more than two bodies are combined all at once, see [`Combination`]. Cost:
//! product of the numbers of sets, of which there are at most 100,000 on the way.

use std::collections::BTreeMap;

/// A set of hypotheses, one bit each.
pub type Set = u64;

/// What is wrong with evidence.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum EvidenceError {
    #[error("a frame has 1 to 64 hypotheses, not {0}")]
    Frame(usize),
    #[error("hypothesis {0:?} is in the frame twice")]
    Repeated(String),
    #[error("there is no hypothesis {0:?}")]
    Unknown(String),
    #[error("a mass is {0}, not within 0 to 1")]
    Mass(f64),
    #[error("the masses sum to {0}, more than 1")]
    Over(f64),
    #[error("the empty set cannot have mass")]
    Empty,
    #[error("the two bodies of evidence exclude each other completely")]
    TotalConflict,
    #[error(
        "together the sources speak of more than {MOST_SETS} sets: give fewer sources, or fewer sets each"
    )]
    TooMany,
}

/// Sets kept while bodies are combined.
const MOST_SETS: usize = 100_000;
/// Pairs of sets looked at for one body.
const MOST_PRODUCTS: usize = 50_000_000;
/// How far rounding may carry a mass, or all of them, beyond 1.
const ROUNDING: f64 = 1e-9;

/// How two bodies of evidence are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Conflict is divided out.
    #[default]
    Dempster,
    /// Conflict becomes ignorance.
    Yager,
    /// Conflict goes to the union of what disagrees.
    DuboisPrade,
}

/// Masses on sets of hypotheses.
///
/// ```
/// use wold_mind::evidence::{Evidence, Rule};
/// let names = ["wind", "animal", "trader", "enemy"];
/// let noise = Evidence::new(&names, &[(&["wind", "animal", "enemy"], 0.6)])?;
/// let prints = Evidence::new(&names, &[(&["animal", "trader", "enemy"], 0.8)])?;
/// let (both, conflict) = noise.combine(&prints, Rule::Dempster)?;
/// assert_eq!(conflict, 0.0);
/// assert!((both.mass(0b1010) - 0.48).abs() < 1e-12);
/// # Ok::<(), wold_mind::evidence::EvidenceError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    names: Vec<String>,
    masses: BTreeMap<Set, f64>,
}

impl Evidence {
    /// Evidence over named hypotheses; what the masses leave of 1 goes to the whole frame.
    ///
    /// # Errors
    /// Unknown names, masses below 0 or over 1.
    pub fn new(names: &[impl AsRef<str>], masses: &[(&[&str], f64)]) -> Result<Self, EvidenceError> {
        let names: Vec<String> = names.iter().map(|name| name.as_ref().to_owned()).collect();
        if names.is_empty() || names.len() > 64 {
            return Err(EvidenceError::Frame(names.len()));
        }
        if let Some((_, name)) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            return Err(EvidenceError::Repeated(name.clone()));
        }
        let mut made = Self { names, masses: BTreeMap::new() };
        let mut sum = 0.0;
        for (set, mass) in masses {
            if !(0.0..=1.0 + ROUNDING).contains(mass) {
                return Err(EvidenceError::Mass(*mass));
            }
            let set = made.set(set)?;
            if set == 0 {
                return Err(EvidenceError::Empty);
            }
            sum += mass;
            made.add(set, *mass);
        }
        if sum > 1.0 + ROUNDING {
            return Err(EvidenceError::Over(sum));
        }
        made.add(made.frame(), (1.0 - sum).max(0.0));
        Ok(made)
    }

    fn add(&mut self, set: Set, mass: f64) {
        if mass > 0.0 {
            *self.masses.entry(set).or_insert(0.0) += mass;
        }
    }

    /// The set of these hypotheses.
    ///
    /// # Errors
    /// If one is unknown.
    pub fn set(&self, names: &[&str]) -> Result<Set, EvidenceError> {
        names.iter().try_fold(0, |set, name| {
            let at = self.names.iter().position(|n| n == name);
            at.map(|at| set | 1 << at).ok_or_else(|| EvidenceError::Unknown((*name).to_owned()))
        })
    }

    /// The names of a set's hypotheses.
    #[must_use]
    pub fn members(&self, set: Set) -> Vec<&str> {
        self.names
            .iter()
            .enumerate()
            .filter(|(at, _)| set >> at & 1 == 1)
            .map(|(_, name)| name.as_str())
            .collect()
    }

    /// All hypotheses.
    #[must_use]
    pub fn frame(&self) -> Set {
        u64::MAX >> (64 - self.names.len())
    }

    /// The sets with mass.
    pub fn masses(&self) -> impl Iterator<Item = (Set, f64)> {
        self.masses.iter().map(|(set, mass)| (*set, *mass))
    }

    /// The mass of one set.
    #[must_use]
    pub fn mass(&self, set: Set) -> f64 {
        self.masses.get(&set).copied().unwrap_or(0.0)
    }

    /// What must be: the mass of all sets within this one.
    #[must_use]
    pub fn belief(&self, set: Set) -> f64 {
        // An empty sum is -0.
        self.masses().filter(|(s, _)| s & !set == 0).map(|(_, mass)| mass).sum::<f64>() + 0.0
    }

    /// What may be: the mass of all sets that meet this one.
    #[must_use]
    pub fn plausibility(&self, set: Set) -> f64 {
        self.masses().filter(|(s, _)| s & set != 0).map(|(_, mass)| mass).sum::<f64>() + 0.0
    }

    /// Both bodies of evidence together, and how much they disagreed, 0 to 1.
    ///
    /// # Errors
    /// By Dempster's rule, if they exclude each other completely; if there are too many sets.
    pub fn combine(&self, other: &Self, rule: Rule) -> Result<(Self, f64), EvidenceError> {
        let mut both = Combination::new(self, rule);
        let conflict = both.add(other)?;
        Ok((both.finish(), conflict))
    }
}

/// Any number of bodies of evidence on their way to one. The order they come in does not matter.
///
/// Dempster's rule is carried out body by body. The others are defined for all bodies at once: a choice of one set from each body
/// counts for what the sets have in common, and if that is nothing, for the whole frame (Yager) or for what any of them said (Dubois and
/// Prade). So what a choice has in common and all it said are kept until the end.
#[derive(Clone, Debug)]
pub struct Combination {
    names: Vec<String>,
    rule: Rule,
    /// What sets have in common, and by Dubois and Prade's rule their union.
    parts: BTreeMap<(Set, Set), f64>,
}

impl Combination {
    /// The first body.
    #[must_use]
    pub fn new(first: &Evidence, rule: Rule) -> Self {
        let united = |set: Set| if rule == Rule::DuboisPrade { set } else { 0 };
        let parts = first.masses().map(|(set, mass)| ((set, united(set)), mass)).collect();
        Self { names: first.names.clone(), rule, parts }
    }

    /// Another body; the conflict there is now: by Dempster's rule of this body with those before, else of all bodies together.
    ///
    /// # Errors
    /// If there are too many sets, if the frame is another, or, by Dempster's rule, if it excludes what was before completely.
    pub fn add(&mut self, body: &Evidence) -> Result<f64, EvidenceError> {
        if self.names != body.names {
            return Err(EvidenceError::Frame(body.names.len()));
        }
        if self.parts.len().saturating_mul(body.masses.len()) > MOST_PRODUCTS {
            return Err(EvidenceError::TooMany);
        }
        let mut made: BTreeMap<(Set, Set), f64> = BTreeMap::new();
        let mut conflict = 0.0;
        for (&(common, united), before) in &self.parts {
            for (set, mass) in body.masses() {
                let mass = before * mass;
                let both = common & set;
                if both == 0 {
                    conflict += mass;
                    if self.rule == Rule::Dempster {
                        continue;
                    }
                }
                let united = if self.rule == Rule::DuboisPrade { united | set } else { 0 };
                *made.entry((both, united)).or_insert(0.0) += mass;
            }
            if made.len() > MOST_SETS {
                return Err(EvidenceError::TooMany);
            }
        }
        if self.rule == Rule::Dempster {
            let left: f64 = made.values().sum();
            if left <= 1e-12 {
                return Err(EvidenceError::TotalConflict);
            }
            made.values_mut().for_each(|mass| *mass /= left);
        }
        self.parts = made;
        Ok(conflict)
    }

    /// What all bodies say together.
    #[must_use]
    pub fn finish(self) -> Evidence {
        let mut made = Evidence { names: self.names, masses: BTreeMap::new() };
        for ((common, united), mass) in self.parts {
            let set = match self.rule {
                _ if common != 0 => common,
                Rule::DuboisPrade => united,
                Rule::Dempster | Rule::Yager => made.frame(),
            };
            made.add(set, mass);
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NAMES: [&str; 4] = ["W", "A", "T", "E"];

    fn body(masses: &[(&[&str], f64)]) -> Evidence {
        Evidence::new(&NAMES, masses).expect("sound")
    }

    fn noise() -> Evidence {
        body(&[(&["W", "A", "E"], 0.6)])
    }
    fn prints() -> Evidence {
        body(&[(&["A", "T", "E"], 0.8)])
    }
    fn wrapper() -> Evidence {
        body(&[(&["E"], 0.6), (&["T"], 0.3)])
    }
    fn leaves() -> Evidence {
        body(&[(&["A"], 0.85), (&["E"], 0.1)])
    }

    fn all(bodies: &[Evidence]) -> (Evidence, f64) {
        bodies[1..].iter().fold((bodies[0].clone(), 0.0), |(so_far, _), next| {
            so_far.combine(next, Rule::Dempster).expect("not total")
        })
    }

    fn has(evidence: &Evidence, expected: &[(&[&str], f64)]) {
        for (set, mass) in expected {
            let found = evidence.mass(evidence.set(set).expect("known"));
            assert!((found - mass).abs() < 1e-6, "{set:?}: {found}");
        }
        assert_eq!(evidence.masses().count(), expected.len());
    }

    #[test]
    fn the_tables_of_the_intruder_come_out() {
        let (two, conflict) = all(&[noise(), prints()]);
        assert_eq!(conflict, 0.0);
        has(&two, &[(&["A", "E"], 0.48), (&["A", "T", "E"], 0.32), (&["W", "A", "E"], 0.12), (&NAMES, 0.08)]);
        let (three, conflict) = all(&[noise(), prints(), wrapper()]);
        assert!((conflict - 0.18).abs() < 1e-12);
        has(
            &three,
            &[
                (&["E"], 0.731707),
                (&["T"], 0.146341),
                (&["A", "E"], 0.058537),
                (&["A", "T", "E"], 0.039024),
                (&["W", "A", "E"], 0.014634),
                (&NAMES, 0.009756),
            ],
        );
        let interval = |names: &[&str]| {
            let set = three.set(names).expect("known");
            [three.belief(set), three.plausibility(set)]
        };
        for (names, expected) in [
            (&["E"][..], [0.731707, 0.853659]),
            (&["T", "E"], [0.878049, 1.0]),
            (&["T"], [0.146341, 0.195122]),
            (&["A"], [0.0, 0.121951]),
            (&["W"], [0.0, 0.024390]),
        ] {
            let found = interval(names);
            assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-6), "{names:?} {found:?}");
        }
    }

    #[test]
    fn eaten_leaves_speak_for_an_animal_and_four_sources_conflict() {
        let (three, conflict) = all(&[noise(), prints(), leaves()]);
        assert!(conflict.abs() < 1e-12);
        has(
            &three,
            &[
                (&["A"], 0.85),
                (&["E"], 0.1),
                (&["A", "E"], 0.024),
                (&["A", "T", "E"], 0.016),
                (&["W", "A", "E"], 0.006),
                (&NAMES, 0.004),
            ],
        );
        let (four, conflict) = all(&[noise(), prints(), wrapper(), leaves()]);
        assert!((conflict - 0.760976).abs() < 1e-6);
        has(
            &four,
            &[
                (&["E"], 0.510204),
                (&["A"], 0.433673),
                (&["T"], 0.030612),
                (&["A", "E"], 0.012245),
                (&["A", "T", "E"], 0.008163),
                (&["W", "A", "E"], 0.003061),
                (&NAMES, 0.002041),
            ],
        );
        let (other_order, _) = all(&[leaves(), wrapper(), prints(), noise()]);
        for (set, mass) in four.masses() {
            assert!((other_order.mass(set) - mass).abs() < 1e-12);
        }
    }

    #[test]
    fn total_conflict_is_an_error_for_dempster_and_ignorance_or_union_for_the_others() {
        let (a, b) = (body(&[(&["W"], 1.0)]), body(&[(&["E"], 1.0)]));
        assert_eq!(a.combine(&b, Rule::Dempster), Err(EvidenceError::TotalConflict));
        let (yager, conflict) = a.combine(&b, Rule::Yager).expect("defined");
        assert_eq!((yager.mass(yager.frame()), conflict), (1.0, 1.0));
        let (union, _) = a.combine(&b, Rule::DuboisPrade).expect("defined");
        assert_eq!(union.mass(union.set(&["W", "E"]).expect("known")), 1.0);
    }

    #[test]
    fn bad_evidence_is_refused() {
        assert_eq!(Evidence::new(&NAMES, &[(&["A"], 0.7), (&["E"], 0.7)]), Err(EvidenceError::Over(1.4)));
        assert_eq!(Evidence::new(&NAMES, &[(&["A"], -0.1)]), Err(EvidenceError::Mass(-0.1)));
        assert_eq!(Evidence::new(&NAMES, &[(&["X"], 0.1)]), Err(EvidenceError::Unknown("X".into())));
        assert_eq!(Evidence::new(&NAMES, &[(&[], 0.1)]), Err(EvidenceError::Empty));
        assert!(Evidence::new(&[] as &[&str], &[]).is_err());
        assert_eq!(Evidence::new(&["A", "A"], &[]), Err(EvidenceError::Repeated("A".into())));
    }

    #[test]
    fn rounding_beyond_one_is_forgiven_and_no_belief_is_plus_zero() {
        let sure = body(&[(&["A"], 1.000_000_000_000_000_2)]);
        assert!(sure.belief(0b0001).is_sign_positive() && sure.plausibility(0b0001).is_sign_positive());
    }

    #[test]
    fn more_sets_than_fit_are_refused() {
        let names: Vec<String> = (0..60).map(|n| format!("h{n}")).collect();
        let source = |number: usize| {
            let sets: Vec<Vec<&str>> = (0..30)
                .map(|set| {
                    let mut stream =
                        wold_chance::Stream::named(wold_chance::Seed(1), "sets", &[number as u64, set]);
                    names.iter().filter(|_| stream.unit() < 0.9).map(String::as_str).collect()
                })
                .collect();
            let masses: Vec<(&[&str], f64)> = sets.iter().map(|set| (set.as_slice(), 1.0 / 31.0)).collect();
            Evidence::new(&names, &masses).expect("sound")
        };
        for rule in [Rule::Dempster, Rule::Yager, Rule::DuboisPrade] {
            let mut all = Combination::new(&source(0), rule);
            let refused = (1..5).find_map(|number| all.add(&source(number)).err());
            assert_eq!(refused, Some(EvidenceError::TooMany), "{rule:?}");
        }
    }

    /// A body with a mass on each of three sets.
    fn three(sets: [(u64, f64); 3]) -> Evidence {
        let sum: f64 = 0.1 + sets.iter().map(|(_, mass)| mass).sum::<f64>();
        let named = |set: u64| -> Vec<&str> {
            NAMES.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, name)| *name).collect()
        };
        let sets = sets.map(|(set, mass)| (named(set), mass / sum));
        body(&[(&sets[0].0, sets[0].1), (&sets[1].0, sets[1].1), (&sets[2].0, sets[2].1)])
    }

    /// The definition of the rules for all bodies at once: every choice of one set from each.
    fn by_definition(bodies: &[Evidence], rule: Rule) -> BTreeMap<Set, f64> {
        let mut choices = vec![(15, 0, 1.0)];
        for body in bodies {
            choices = choices
                .into_iter()
                .flat_map(|(common, united, mass): (Set, Set, f64)| {
                    body.masses().map(move |(set, own)| (common & set, united | set, mass * own))
                })
                .collect();
        }
        let mut made = BTreeMap::new();
        for (common, united, mass) in choices {
            let clash = if rule == Rule::Yager { 15 } else { united };
            *made.entry(if common == 0 { clash } else { common }).or_insert(0.0) += mass;
        }
        made
    }

    proptest! {
        #[test]
        fn the_order_of_sources_does_not_matter(
            masses in proptest::collection::vec([(1_u64..15, 0.1..1.0_f64), (1..15, 0.1..1.0), (1..15, 0.1..1.0)], 3..5),
        ) {
            let bodies: Vec<Evidence> = masses.into_iter().map(three).collect();
            for rule in [Rule::Yager, Rule::DuboisPrade] {
                let expected = by_definition(&bodies, rule);
                for turn in 0..bodies.len() {
                    let mut order = bodies.clone();
                    order.rotate_left(turn);
                    if turn % 2 == 1 {
                        order.reverse();
                    }
                    let mut all = Combination::new(&order[0], rule);
                    for body in &order[1..] {
                        all.add(body).expect("few sets");
                    }
                    let all = all.finish();
                    for set in 1..16 {
                        let expected = expected.get(&set).copied().unwrap_or(0.0);
                        prop_assert!((all.mass(set) - expected).abs() < 1e-12, "{rule:?} {set}");
                    }
                }
            }
        }

        #[test]
        fn combining_keeps_the_mass_and_belief_below_plausibility(a in 1_u64..15, b in 1_u64..15, m in 0.0..0.9_f64, n in 0.0..0.9_f64) {
            let pick = |set: u64| NAMES.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, n)| *n).collect::<Vec<_>>();
            let (x, y) = (body(&[(&pick(a), m)]), body(&[(&pick(b), n)]));
            for rule in [Rule::Dempster, Rule::Yager, Rule::DuboisPrade] {
                let (both, _) = x.combine(&y, rule).expect("never total: both leave ignorance");
                let (back, _) = y.combine(&x, rule).expect("never total");
                prop_assert!((both.masses().map(|(_, mass)| mass).sum::<f64>() - 1.0).abs() < 1e-9);
                for set in 1..16 {
                    prop_assert!(both.belief(set) <= both.plausibility(set) + 1e-12);
                    prop_assert!((both.belief(set) - (1.0 - both.plausibility(!set & 15))).abs() < 1e-9);
                    prop_assert!((both.mass(set) - back.mass(set)).abs() < 1e-12);
                }
            }
        }
    }
}
