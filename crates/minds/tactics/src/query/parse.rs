//! Queries from text.
//!
//! ```toml
//! name = "cover"
//! results = 1                       # how many are wanted
//! failure_signal = "no_cover"       # told to the behaviour if every option fails
//! [[option]]                        # in words
//! [option.generation]
//! hidespots_from_target_around_puppet = 15
//! [option.conditions]
//! min_distance_from_puppet = 5
//! canReachBefore_the_target = true
//! [option.weights]
//! softCover = -10
//! [option.parameters]               # spacing = 1.0, area = "…", stay = false, floors = false, degrees = 90, distance_limit = 30, top = 1.0
//! [[option]]                        # in tests
//! generator = { kind = "ring", around = "target", from = 5, to = 9 }
//! tests = [{ distance = "puppet", weight = 8, curve = "sine", range = [0, 6] }, { measure = "visible_from_target", is = false }]
//! ```
//! `[parameters]` at the top names numbers that can be given when the query is asked, with their defaults: with `reach = 15` under it, `"$reach"` may stand wherever a number does.
//! Everything is checked here: an unknown word, a wrong type or a word in the wrong place is refused with its line.

use super::{Choice, Criterion, Curve, Generator, Lexicon, Pick, Query, Source, Test, Values, tables, words};
use crate::line_at;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong with a query, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct QueryError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// The text, to say where things are in it.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) lexicon: &'a Lexicon,
    /// What parameters are.
    values: &'a Values,
}

/// The greatest number a query may name: sums of weights that large are still numbers.
const MOST: f64 = 1e12;
/// The most candidates a generator may make.
pub(super) const MOST_CANDIDATES: f64 = 50_000.0;

impl Reader<'_> {
    pub(super) fn wrong<T>(self, byte: usize, reason: impl Into<String>) -> Result<T, QueryError> {
        Err(QueryError { line: line_at(self.text, byte), reason: reason.into() })
    }

    /// Puts a reason at a place.
    pub(super) fn at<T>(self, byte: usize, result: Result<T, String>) -> Result<T, QueryError> {
        result.or_else(|reason| self.wrong(byte, reason))
    }

    pub(super) fn number(self, key: &str, value: &Value<'_>) -> Result<f64, QueryError> {
        let number = match value.get_ref() {
            DeValue::Integer(n) if n.radix() == 10 => n.as_str().parse().ok(),
            DeValue::Float(n) => n.as_str().parse().ok(),
            DeValue::String(name) if name.starts_with('$') => match self.values.get(&name[1..]) {
                Some(value) => Some(*value),
                None => {
                    let reason = format!("{key:?}: there is no parameter {:?}", &name[1..]);
                    return self.wrong(value.span().start, reason);
                }
            },
            other => {
                return self.wrong(
                    value.span().start,
                    format!("{key:?} must be a number, not {} {}", article(other), other.type_str()),
                );
            }
        };
        match number.filter(|n: &f64| n.abs() <= MOST) {
            Some(number) => Ok(number),
            None => self.wrong(value.span().start, format!("{key:?} must be a number from -1e12 to 1e12")),
        }
    }

    pub(super) fn above_zero(self, key: &str, value: &Value<'_>) -> Result<f64, QueryError> {
        let number = self.number(key, value)?;
        if number > 0.0 && number <= 100_000.0 {
            return Ok(number);
        }
        self.wrong(value.span().start, format!("{key:?} must be above 0 and at most 100000, not {number}"))
    }

    pub(super) fn truth(self, key: &str, value: &Value<'_>) -> Result<bool, QueryError> {
        match value.get_ref().as_bool() {
            Some(truth) => Ok(truth),
            None => self.wrong(value.span().start, format!("{key:?} must be true or false")),
        }
    }

    pub(super) fn string<'v>(self, key: &str, value: &'v Value<'_>) -> Result<&'v str, QueryError> {
        match value.get_ref().as_str() {
            Some(string) => Ok(string),
            None => self.wrong(value.span().start, format!("{key:?} must be a text in quotes")),
        }
    }

    pub(super) fn table<'v, 'a>(
        self,
        key: &str,
        value: &'v Value<'a>,
    ) -> Result<Vec<(&'v str, usize, &'v Value<'a>)>, QueryError> {
        match value.get_ref().as_table() {
            Some(table) => Ok(entries(table)),
            None => self.wrong(value.span().start, format!("{key:?} must be a table")),
        }
    }
}

fn article(value: &DeValue<'_>) -> &'static str {
    if value.is_array() || value.is_integer() { "an" } else { "a" }
}

/// Keys with their places and values, in the order of the text.
fn entries<'v, 'a>(table: &'v DeTable<'a>) -> Vec<(&'v str, usize, &'v Value<'a>)> {
    let mut entries: Vec<_> =
        table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span().start, value)).collect();
    entries.sort_by_key(|(_, at, _)| *at);
    entries
}

impl Query {
    /// Reads and checks a query.
    ///
    /// ```
    /// use wold_tactics::query::Query;
    /// let bad = "[[option]]\n[option.generation]\ngrid_around_puppet = 10\n[option.weights]\nmin_distance_from_puppet = true";
    /// let error = Query::parse(bad).unwrap_err();
    /// assert_eq!(error.line, 5);
    /// ```
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Self::parse_with(text, &Lexicon::default(), &Values::new())
    }

    /// The same with words of one's own, and with values for some of its parameters.
    ///
    /// # Errors
    /// What is wrong, and in which line; also with the values given.
    pub fn parse_with(text: &str, lexicon: &Lexicon, given: &Values) -> Result<Self, QueryError> {
        let none = Values::new();
        let reader = Reader { text, lexicon, values: &none };
        let file = DeTable::parse(text).or_else(|error| {
            let at = error.span().map_or(0, |span| span.start);
            reader.wrong(at, error.message().replace('\n', " "))
        })?;
        let parameters = declared(reader, file.get_ref(), given)?;
        let reader = Reader { text, lexicon, values: &parameters };
        let mut query = Self {
            name: String::new(),
            results: 1,
            failure_signal: None,
            parameters: parameters.clone(),
            options: Vec::new(),
        };
        for (key, at, value) in entries(file.get_ref()) {
            match key {
                "name" => query.name = reader.string(key, value)?.to_owned(),
                "failure_signal" => query.failure_signal = Some(reader.string(key, value)?.to_owned()),
                "results" => {
                    let results = reader.number(key, value)?;
                    if !(1.0..=1000.0).contains(&results) || results.fract() != 0.0 {
                        return reader
                            .wrong(value.span().start, "\"results\" must be a whole number, 1 to 1000");
                    }
                    query.results = results as usize;
                }
                "parameters" => {}
                "option" => {
                    let Some(options) = value.get_ref().as_array() else {
                        return reader.wrong(at, "options are written as [[option]]");
                    };
                    for (i, value) in options.iter().enumerate() {
                        query.options.push(option(reader, i, value)?);
                    }
                }
                _ => return reader.wrong(at, format!("unknown key {key:?}")),
            }
        }
        if query.options.is_empty() {
            return reader.wrong(0, "a query has at least one [[option]]");
        }
        Ok(query)
    }
}

/// The parameters a query declares, with the values given for them.
fn declared(reader: Reader<'_>, file: &DeTable<'_>, given: &Values) -> Result<Values, QueryError> {
    let mut values = Values::new();
    if let Some((key, _, value)) = entries(file).into_iter().find(|(key, ..)| *key == "parameters") {
        for (name, at, value) in reader.table(key, value)? {
            let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !word || name.is_empty() {
                return reader.wrong(at, format!("{name:?} is no name: letters, digits and _"));
            }
            values.insert(name.to_owned(), reader.number(name, value)?);
        }
    }
    for (name, value) in given {
        match values.get_mut(name) {
            Some(own) if value.abs() <= MOST => *own = *value,
            Some(_) => return reader.wrong(0, format!("{name:?} must be a number from -1e12 to 1e12")),
            None => return reader.wrong(0, format!("there is no parameter {name:?}")),
        }
    }
    Ok(values)
}

/// What an option's parameters say.
struct Parameters {
    spacing: f64,
    area: Option<String>,
    stay: bool,
    floors: bool,
    half: f64,
    distance_limit: f64,
    top: f64,
}

fn option(reader: Reader<'_>, number: usize, value: &Value<'_>) -> Result<Choice, QueryError> {
    let fields = reader.table("option", value)?;
    let mut choice = Choice {
        name: format!("option {}", number + 1),
        generators: Vec::new(),
        criteria: Vec::new(),
        pick: Pick::Best,
    };
    let field = |name: &str| fields.iter().find(|(key, ..)| *key == name);
    let in_tests = field("generator").or(field("tests"));
    let in_words = field("generation").or(field("conditions")).or(field("weights"));
    if let (Some(_), Some((key, at, _))) = (in_tests, in_words) {
        return reader.wrong(*at, format!("{key:?} belongs to options in words; this one has tests"));
    }
    let parameters = parameters(reader, field("parameters").map(|(_, _, value)| *value))?;
    for (key, at, value) in &fields {
        match *key {
            "name" => choice.name = reader.string(key, value)?.to_owned(),
            "parameters" => {}
            "generation" => {
                for (key, at, value) in reader.table(key, value)? {
                    let (mut source, around) = reader.at(at, words::generator(key, reader.lexicon))?;
                    let radius = reader.above_zero(key, value)?;
                    if let Source::Sector { from, half, .. } = &mut source {
                        (*from, *half) = (from.min(radius), parameters.half);
                    }
                    choice.generators.push(Generator {
                        source,
                        around,
                        radius,
                        spacing: parameters.spacing,
                        area: parameters.area.clone(),
                        stay: parameters.stay,
                        floors: parameters.floors,
                    });
                }
            }
            "conditions" => {
                for (key, at, value) in reader.table(key, value)? {
                    choice.criteria.push(condition(reader, key, at, value)?);
                }
            }
            "weights" => {
                for (key, at, value) in reader.table(key, value)? {
                    choice.criteria.push(weight(reader, key, at, value, parameters.distance_limit)?);
                }
            }
            "generator" => choice.generators.push(tables::generator(reader, value)?),
            "tests" => {
                let Some(tests) = value.get_ref().as_array() else {
                    return reader.wrong(*at, "\"tests\" must be a list of tables");
                };
                for test in tests {
                    tables::test(reader, test, &mut choice.criteria)?;
                }
            }
            _ => return reader.wrong(*at, format!("unknown key {key:?} in an option")),
        }
    }
    if choice.generators.is_empty() {
        return reader.wrong(value.span().start, format!("{} generates nothing", choice.name));
    }
    for generator in &choice.generators {
        let across = 2.0 * generator.radius / generator.spacing + 1.0;
        let count = match generator.source {
            Source::Grid => across * across,
            Source::Rings(_) | Source::Sector { .. } => across * across * std::f64::consts::PI / 4.0,
            _ => 0.0,
        };
        if count > MOST_CANDIDATES {
            return reader.wrong(
                value.span().start,
                format!("{} would make about {count:.0} candidates; at most {MOST_CANDIDATES}", choice.name),
            );
        }
    }
    if parameters.top < 1.0 {
        choice.pick = Pick::AmongTop(parameters.top);
    }
    order(&mut choice.criteria);
    Ok(choice)
}

/// Cheap before expensive, conditions before weights, great weights before small.
fn order(criteria: &mut [Criterion]) {
    criteria.sort_by(|a, b| {
        let rank = |c: &Criterion| (c.measure().is_expensive(), matches!(c, Criterion::Weight { .. }));
        let size = |c: &Criterion| match c {
            Criterion::Condition { .. } => 0.0,
            Criterion::Weight { weight, .. } => -weight.abs(),
        };
        rank(a).cmp(&rank(b)).then(size(a).total_cmp(&size(b)))
    });
}

fn parameters(reader: Reader<'_>, value: Option<&Value<'_>>) -> Result<Parameters, QueryError> {
    let mut parameters = Parameters {
        spacing: 1.0,
        area: None,
        stay: false,
        floors: false,
        half: std::f64::consts::FRAC_PI_4,
        distance_limit: 30.0,
        top: 1.0,
    };
    let Some(value) = value else { return Ok(parameters) };
    for (key, at, value) in reader.table("parameters", value)? {
        match key {
            "spacing" => parameters.spacing = reader.above_zero(key, value)?,
            "distance_limit" => parameters.distance_limit = reader.above_zero(key, value)?,
            "area" => parameters.area = Some(reader.string(key, value)?.to_owned()),
            "stay" => parameters.stay = reader.truth(key, value)?,
            "floors" => parameters.floors = reader.truth(key, value)?,
            "degrees" => parameters.half = half_angle(reader, key, value)?,
            "top" => {
                parameters.top = reader.above_zero(key, value)?;
                if parameters.top > 1.0 {
                    return reader.wrong(at, "\"top\" is a share, above 0 and at most 1");
                }
            }
            _ => return reader.wrong(at, format!("unknown parameter {key:?}")),
        }
    }
    Ok(parameters)
}

/// Half an angle given in degrees.
pub(super) fn half_angle(reader: Reader<'_>, key: &str, value: &Value<'_>) -> Result<f64, QueryError> {
    let degrees = reader.above_zero(key, value)?;
    if degrees > 360.0 {
        return reader.wrong(value.span().start, format!("{key:?} is an angle, at most 360 degrees"));
    }
    Ok((degrees / 2.0).to_radians())
}

fn condition(reader: Reader<'_>, key: &str, at: usize, value: &Value<'_>) -> Result<Criterion, QueryError> {
    let (limit, measure) = reader.at(at, words::criterion(key, reader.lexicon))?;
    let test = match limit {
        Some(words::Limit::Min) => Test::Min(reader.number(key, value)?),
        Some(words::Limit::Max) => Test::Max(reader.number(key, value)?),
        None if measure.is_truth() => Test::Is(reader.truth(key, value)?),
        None => {
            return reader.wrong(at, format!("{key:?} is a number: a condition on it needs min_ or max_"));
        }
    };
    Ok(Criterion::Condition { text: key.to_owned(), measure, test })
}

fn weight(
    reader: Reader<'_>,
    key: &str,
    at: usize,
    value: &Value<'_>,
    distance_limit: f64,
) -> Result<Criterion, QueryError> {
    let (limit, measure) = reader.at(at, words::criterion(key, reader.lexicon))?;
    if limit.is_some() {
        return reader.wrong(at, format!("{key:?} is a condition; weights take no min_ or max_"));
    }
    let weight = reader.number(key, value)?;
    let scale = measure.limits(distance_limit);
    Ok(Criterion::Weight { text: key.to_owned(), measure, weight, scale, curve: Curve::Linear })
}
