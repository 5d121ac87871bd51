//! Fuzzy rules from text.
//!
//! ```text
//! # a comment
//! input NAME LOW HIGH
//!     SET = ramp FROM TO | triangle L P R | trapezoid A B C D | crisp CENTRE EPSILON | semicircle CENTRE HALF | points X,Y X,Y …
//! output NAME LOW HIGH
//!     SET = …
//! if CONDITION then ACTION
//! if CONDITION then OUTPUT is SET
//! ```
//! A condition is made of `NAME is SET`, `not`, `and`, `or` and parentheses; `not` binds before `and`, `and` before `or`.

use super::Set;
use super::controller::{Conclusion, Condition, Controller, Variable};

/// What is wrong with a text of rules, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct FuzzyError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Reason {
    #[error("{0:?} is neither input, output, a set nor a rule")]
    Unknown(String),
    #[error("{0:?} is not a finite number")]
    NotANumber(String),
    #[error("{name:?} must have {must}")]
    Shape { name: String, must: &'static str },
    #[error("{0:?} is named twice")]
    Twice(String),
    #[error("no input or output stands above the set {0:?}")]
    Homeless(String),
    #[error("there is no variable {0:?} above")]
    NoVariable(String),
    #[error("{variable:?} has no set {set:?}")]
    NoSet { variable: String, set: String },
    #[error("expected {expected}, found {found:?}")]
    Expected { expected: &'static str, found: String },
    #[error("parentheses and negations nest deeper than {DEEPEST}")]
    TooDeep,
    #[error("more than {MOST_RULES} lines")]
    TooLong,
}

/// The deepest nesting of a condition.
const DEEPEST: usize = 32;
/// The most lines of a text.
const MOST_RULES: usize = 10_000;

impl Controller {
    /// Reads rules; see the top of this file's module for the grammar, and [`Controller::scores`] for an example.
    ///
    /// # Errors
    /// Names the line and what is wrong in it.
    pub fn parse(text: &str) -> Result<Self, FuzzyError> {
        let mut made = Self { inputs: vec![], outputs: vec![], actions: vec![], rules: vec![] };
        let mut last_is_input = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            made.read_line(line, &mut last_is_input)
                .map_err(|reason| FuzzyError { line: index + 1, reason })?;
            if index >= MOST_RULES {
                return Err(FuzzyError { line: index + 1, reason: Reason::TooLong });
            }
        }
        Ok(made)
    }

    fn read_line(&mut self, line: &str, last_is_input: &mut Option<bool>) -> Result<(), Reason> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => Ok(()),
            [kind @ ("input" | "output"), rest @ ..] => {
                let [name, low, high] = rest else {
                    return Err(Reason::Shape {
                        name: (*kind).to_owned(),
                        must: "a name, a low and a high end",
                    });
                };
                let range = (number(low)?, number(high)?);
                if range.0 >= range.1 {
                    return Err(Reason::Shape {
                        name: (*name).to_owned(),
                        must: "a low end below its high end",
                    });
                }
                if self.inputs.iter().chain(&self.outputs).any(|v| v.name == *name) {
                    return Err(Reason::Twice((*name).to_owned()));
                }
                let into = if *kind == "input" { &mut self.inputs } else { &mut self.outputs };
                into.push(Variable { name: (*name).to_owned(), range, sets: vec![] });
                *last_is_input = Some(*kind == "input");
                Ok(())
            }
            ["if", ..] => self.read_rule(line),
            [name, "=", shape @ ..] => {
                let set = read_set(name, shape)?;
                let owner = match last_is_input {
                    Some(true) => self.inputs.last_mut(),
                    Some(false) => self.outputs.last_mut(),
                    None => None,
                };
                let owner = owner.ok_or_else(|| Reason::Homeless((*name).to_owned()))?;
                if owner.sets.iter().any(|(other, _)| other == name) {
                    return Err(Reason::Twice((*name).to_owned()));
                }
                owner.sets.push(((*name).to_owned(), set));
                Ok(())
            }
            [first, ..] => Err(Reason::Unknown((*first).to_owned())),
        }
    }

    fn read_rule(&mut self, line: &str) -> Result<(), Reason> {
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        let mut words = Words { words: spaced.split_whitespace().collect(), next: 1 };
        let condition = self.any_of(&mut words, 0)?;
        words.expect("then")?;
        let name = words.name("an action or an output")?;
        let conclusion = if words.peek() == Some("is") {
            words.next += 1;
            let (variable, set) = find(&self.outputs, name, words.name("a set")?)?;
            Conclusion::Is(variable, set)
        } else {
            let known = self.actions.iter().position(|action| action == name);
            Conclusion::Act(known.unwrap_or_else(|| {
                self.actions.push(name.to_owned());
                self.actions.len() - 1
            }))
        };
        match words.peek() {
            Some(extra) => Err(Reason::Expected { expected: "the end of the line", found: extra.to_owned() }),
            None => {
                self.rules.push((condition, conclusion));
                Ok(())
            }
        }
    }

    fn any_of(&self, words: &mut Words<'_>, depth: usize) -> Result<Condition, Reason> {
        let mut left = self.all_of(words, depth)?;
        while words.take("or") {
            left = Condition::Or(Box::new(left), Box::new(self.all_of(words, depth)?));
        }
        Ok(left)
    }

    fn all_of(&self, words: &mut Words<'_>, depth: usize) -> Result<Condition, Reason> {
        let mut left = self.one(words, depth)?;
        while words.take("and") {
            left = Condition::And(Box::new(left), Box::new(self.one(words, depth)?));
        }
        Ok(left)
    }

    fn one(&self, words: &mut Words<'_>, depth: usize) -> Result<Condition, Reason> {
        if depth > DEEPEST {
            return Err(Reason::TooDeep);
        }
        if words.take("not") {
            return Ok(Condition::Not(Box::new(self.one(words, depth + 1)?)));
        }
        if words.take("(") {
            let inner = self.any_of(words, depth + 1)?;
            words.expect(")")?;
            return Ok(inner);
        }
        let name = words.name("an input")?;
        words.expect("is")?;
        let (variable, set) = find(&self.inputs, name, words.name("a set")?)?;
        Ok(Condition::Is(variable, set))
    }
}

/// The words of a rule and how far they are read.
struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let here = self.peek() == Some(word);
        self.next += usize::from(here);
        here
    }

    fn expect(&mut self, word: &'static str) -> Result<(), Reason> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected(word)) }
    }

    fn name(&mut self, expected: &'static str) -> Result<&'a str, Reason> {
        const KEPT: [&str; 8] = ["if", "then", "is", "and", "or", "not", "(", ")"];
        match self.peek() {
            Some(word) if !KEPT.contains(&word) => {
                self.next += 1;
                Ok(word)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn unexpected(&self, expected: &'static str) -> Reason {
        Reason::Expected { expected, found: self.peek().unwrap_or("the end of the line").to_owned() }
    }
}

fn find(variables: &[Variable], name: &str, set: &str) -> Result<(usize, usize), Reason> {
    let variable =
        variables.iter().position(|v| v.name == name).ok_or_else(|| Reason::NoVariable(name.to_owned()))?;
    let sets = &variables[variable].sets;
    let set = sets
        .iter()
        .position(|(other, _)| other == set)
        .ok_or_else(|| Reason::NoSet { variable: name.to_owned(), set: set.to_owned() })?;
    Ok((variable, set))
}

fn number(text: &str) -> Result<f32, Reason> {
    text.parse().ok().filter(|v: &f32| v.is_finite()).ok_or_else(|| Reason::NotANumber(text.to_owned()))
}

fn read_set(name: &str, words: &[&str]) -> Result<Set, Reason> {
    let shape = |must| Reason::Shape { name: name.to_owned(), must };
    let Some((kind, rest)) = words.split_first() else { return Err(shape("a shape")) };
    if *kind == "points" {
        let point = |text: &&str| {
            let (x, y) = text.split_once(',').ok_or_else(|| shape("points written X,Y"))?;
            Ok((number(x)?, number(y)?))
        };
        let set = Set::Points(rest.iter().map(point).collect::<Result<_, Reason>>()?);
        return if set.is_sound() { Ok(set) } else { Err(shape("rising points with degrees of 0 to 1")) };
    }
    let numbers = rest.iter().map(|text| number(text)).collect::<Result<Vec<f32>, Reason>>()?;
    let set = match (*kind, numbers.as_slice()) {
        ("ramp", &[from, to]) => Set::Ramp { from, to },
        ("triangle", &[left, peak, right]) => Set::Triangle { left, peak, right },
        ("trapezoid", &[a, b, c, d]) => Set::Trapezoid { a, b, c, d },
        ("crisp", &[centre, epsilon]) => Set::Crisp { centre, epsilon },
        ("semicircle", &[centre, half]) => Set::Semicircle { centre, half },
        _ => {
            return Err(shape(
                "ramp and 2 numbers, triangle and 3, trapezoid and 4, crisp and 2, semicircle and 2, or points",
            ));
        }
    };
    if set.is_sound() { Ok(set) } else { Err(shape("numbers in rising order that reach somewhere")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: &str =
        "input heat 0 10\n  hot = ramp 4 8\n  cold = ramp 4 0\noutput fan 0 1\n  on = ramp 0 1\n";

    fn broken(line: &str) -> FuzzyError {
        Controller::parse(&format!("{FINE}{line}\n")).expect_err(line)
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        assert_eq!(broken("if heat is warm then stop").to_string(), "line 6: \"heat\" has no set \"warm\"");
        assert_eq!(
            broken("if fog is hot then stop").to_string(),
            "line 6: there is no variable \"fog\" above"
        );
        assert_eq!(broken("  wide = ramp 1 x").to_string(), "line 6: \"x\" is not a finite number");
        assert_eq!(broken("  wide = ramp 1 NaN").to_string(), "line 6: \"NaN\" is not a finite number");
        assert!(matches!(broken("if heat is hot then fan is off").reason, Reason::NoSet { .. }));
        assert!(matches!(broken("if heat is hot").reason, Reason::Expected { expected: "then", .. }));
        assert!(matches!(broken("if heat is hot then stop now").reason, Reason::Expected { .. }));
        assert!(matches!(broken("if and then stop").reason, Reason::Expected { .. }));
        assert!(matches!(broken("wibble").reason, Reason::Unknown(_)));
        assert!(matches!(broken("input heat 0 1").reason, Reason::Twice(_)));
        assert!(matches!(broken("input cold 5 1").reason, Reason::Shape { .. }));
        assert!(matches!(broken("  on = triangle 3 2 1").reason, Reason::Shape { .. }));
        assert!(matches!(
            broken(&format!("if {}heat is hot then stop", "not ".repeat(50))).reason,
            Reason::TooDeep
        ));
        assert_eq!(
            Controller::parse("x = ramp 0 1").expect_err("no owner").reason,
            Reason::Homeless("x".into())
        );
    }

    #[test]
    fn not_binds_before_and_before_or() {
        let text = format!("{FINE}if heat is cold or heat is hot and not heat is hot then act\n");
        let rules = Controller::parse(&text).expect("well formed");
        assert_eq!(rules.scores(&[0.0])[0].1, 1.0, "cold, or (hot and not hot)");
        assert_eq!(rules.scores(&[6.0])[0].1, 0.5);
        let text = text.replace("heat is cold or heat is hot", "(heat is cold or heat is hot)");
        let rules = Controller::parse(&text).expect("well formed");
        assert_eq!(rules.scores(&[8.0])[0].1, 0.0);
        assert_eq!(rules.decide(&[8.0]), None, "no rule speaks");
    }
}
