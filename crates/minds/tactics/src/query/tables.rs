//! Options in tests: a generator, and tests with ranges and curves.

use super::parse::{QueryError, Reader, Value, half_angle};
use super::{Criterion, Crowd, Curve, Generator, Measure, Scale, Source, Test, words};

fn crowd(word: &str) -> Option<Crowd> {
    match word {
        "others" => Some(Crowd::Others),
        "other_destinations" => Some(Crowd::OtherDestinations),
        "hostiles" => Some(Crowd::Hostiles),
        _ => None,
    }
}

/// `{ kind = "ring", around = "target", from = 5, to = 9, spacing = 1, area = "…", stay = true, floors = true }`; `kind = "grid"` with `to` alone; `kind = "cone"` and, with `from`, `kind = "arc"` have
/// besides `towards = "target->puppet"` and `degrees = 90`.
pub(super) fn generator(reader: Reader<'_>, value: &Value<'_>) -> Result<Generator, QueryError> {
    let start = value.span().start;
    let (mut kind, mut around, mut from, mut to) = (None, None, None, None);
    let (mut spacing, mut area, mut stay, mut floors) = (1.0, None, false, false);
    let (mut towards, mut half) = (None, None);
    for (key, at, value) in reader.table("generator", value)? {
        match key {
            "kind" => kind = Some(reader.string(key, value)?),
            "around" => around = Some(reader.at(at, words::object(reader.string(key, value)?))?),
            "from" => {
                let number = reader.number(key, value)?;
                if number < 0.0 {
                    return reader.wrong(at, "\"from\" must not be below 0");
                }
                from = Some(number);
            }
            "to" => to = Some(reader.above_zero(key, value)?),
            "spacing" => spacing = reader.above_zero(key, value)?,
            "area" => area = Some(reader.string(key, value)?.to_owned()),
            "stay" => stay = reader.truth(key, value)?,
            "floors" => floors = reader.truth(key, value)?,
            "towards" => towards = Some((at, reader.at(at, words::arrow(reader.string(key, value)?))?)),
            "degrees" => half = Some((at, half_angle(reader, key, value)?)),
            _ => return reader.wrong(at, format!("unknown key {key:?} in a generator")),
        }
    }
    let Some(around) = around else { return reader.wrong(start, "a generator needs \"around\"") };
    let Some(radius) = to else { return reader.wrong(start, "a generator needs \"to\", its radius") };
    let source = match (kind, from) {
        (Some("ring"), from) => {
            let from = from.unwrap_or(0.0);
            if from > radius {
                return reader.wrong(start, format!("the ring from {from} to {radius} is empty"));
            }
            Source::Rings(from)
        }
        (Some(kind @ ("cone" | "arc")), from) => {
            let Some((_, towards)) = towards.take() else {
                return reader
                    .wrong(start, format!("a generator of kind {kind:?} needs \"towards\", a direction"));
            };
            let from = match (kind, from) {
                ("cone", Some(_)) => return reader.wrong(start, "a cone has no \"from\"; an arc has"),
                ("arc", None) => radius,
                (_, from) => from.unwrap_or(0.0),
            };
            if from > radius {
                return reader.wrong(start, format!("the arc from {from} to {radius} is empty"));
            }
            let half = half.take().map_or(std::f64::consts::FRAC_PI_4, |(_, half)| half);
            Source::Sector { from, towards, half }
        }
        (Some("grid"), None) => Source::Grid,
        (Some("grid"), Some(_)) => return reader.wrong(start, "a grid has no \"from\""),
        (Some(kind), _) => {
            return reader.wrong(start, format!("generator {kind:?} is none of ring, grid, cone, arc"));
        }
        (None, _) => return reader.wrong(start, "a generator needs \"kind\""),
    };
    if let Some(at) = towards.map(|(at, _)| at).or(half.map(|(at, _)| at)) {
        return reader.wrong(at, "only cones and arcs have a direction and an angle");
    }
    Ok(Generator { source, around, radius, spacing, area, stay, floors })
}

/// One test: what is measured, and a weight, a filter, or both.
pub(super) fn test(
    reader: Reader<'_>,
    value: &Value<'_>,
    criteria: &mut Vec<Criterion>,
) -> Result<(), QueryError> {
    let start = value.span().start;
    let (mut measured, mut abs, mut weight, mut range, mut curve) = (None, None, None, None, None);
    let mut filters = Vec::new();
    for (key, at, value) in reader.table("test", value)? {
        let once = |measured: &Option<(String, Measure)>| match measured {
            Some((other, _)) => reader.wrong(at, format!("the test measures {other:?} already")),
            None => Ok(()),
        };
        match key {
            "distance" | "min_distance" | "average_distance" | "dot" | "measure" => {
                once(&measured)?;
                measured = Some(what(reader, key, at, value)?);
            }
            "abs" => abs = Some((at, reader.truth(key, value)?)),
            "weight" => weight = Some(reader.number(key, value)?),
            "range" => range = Some((at, pair(reader, value)?)),
            "curve" => {
                let name = reader.string(key, value)?;
                match Curve::NAMES.iter().find(|(known, _)| *known == name) {
                    Some((_, found)) => curve = Some((at, *found)),
                    None => {
                        let known = Curve::NAMES.map(|(name, _)| name).join(", ");
                        return reader.wrong(at, format!("unknown curve {name:?}; known are {known}"));
                    }
                }
            }
            "is" => filters.push((at, Test::Is(reader.truth(key, value)?))),
            "min" => filters.push((at, Test::Min(reader.number(key, value)?))),
            "max" => filters.push((at, Test::Max(reader.number(key, value)?))),
            _ => return reader.wrong(at, format!("unknown key {key:?} in a test")),
        }
    }
    let Some((text, mut measure)) = measured else {
        return reader.wrong(start, "a test needs distance, min_distance, average_distance, dot or measure");
    };
    match (&mut measure, abs) {
        (Measure::Dot { abs, .. }, Some((_, set))) => *abs = set,
        (_, Some((at, _))) => return reader.wrong(at, "only a dot has \"abs\""),
        _ => {}
    }
    if weight.is_none() && filters.is_empty() {
        return reader.wrong(start, format!("the test of {text:?} has neither weight nor is, min or max"));
    }
    for (at, test) in filters {
        if matches!(test, Test::Is(_)) != measure.is_truth() {
            return reader
                .wrong(at, format!("{text:?}: \"is\" asks yes or no, \"min\" and \"max\" limit numbers"));
        }
        criteria.push(Criterion::Condition { text: text.clone(), measure: measure.clone(), test });
    }
    let Some(weight) = weight else {
        return match range.map(|(at, _)| at).or(curve.map(|(at, _)| at)) {
            Some(at) => reader.wrong(at, format!("the test of {text:?} has no weight to shape")),
            None => Ok(()),
        };
    };
    let scale = match range {
        Some((at, _)) if measure.is_truth() => return reader.wrong(at, "yes or no has no range"),
        Some((_, [low, high])) => Scale::Range(low, high),
        None if measure.is_truth() || measure.is_expensive() => measure.limits(30.0),
        None => Scale::AmongCandidates,
    };
    let curve = curve.map_or(Curve::Linear, |(_, curve)| curve);
    criteria.push(Criterion::Weight { text, measure, weight, scale, curve });
    Ok(())
}

fn what(
    reader: Reader<'_>,
    key: &str,
    at: usize,
    value: &Value<'_>,
) -> Result<(String, Measure), QueryError> {
    if key == "dot" {
        let Some([a, b]) = value
            .get_ref()
            .as_array()
            .map(|list| list.iter().collect::<Vec<_>>())
            .and_then(|list| <[&Value<'_>; 2]>::try_from(list).ok())
        else {
            return reader.wrong(at, "\"dot\" takes two directions");
        };
        let (a, b) = (reader.string(key, a)?, reader.string(key, b)?);
        let measure = Measure::Dot {
            a: reader.at(at, words::arrow(a))?,
            b: reader.at(at, words::arrow(b))?,
            abs: false,
        };
        return Ok((format!("{a} . {b}"), measure));
    }
    let word = reader.string(key, value)?;
    let measure = match (key, crowd(word)) {
        ("measure", _) => match reader.at(at, words::criterion(word, reader.lexicon))? {
            (None, measure) => return Ok((word.to_owned(), measure)),
            (Some(_), _) => return reader.wrong(at, "in tests write min = … or max = … beside the measure"),
        },
        ("distance", None) => Measure::Distance(reader.at(at, words::object(word))?),
        ("min_distance" | "distance", Some(crowd)) => Measure::NearestOf(crowd),
        ("average_distance", Some(crowd)) => Measure::AverageOf(crowd),
        _ => {
            return reader
                .wrong(at, format!("{key:?} is to others, other_destinations or hostiles, not {word:?}"));
        }
    };
    Ok((format!("{key} {word}"), measure))
}

fn pair(reader: Reader<'_>, value: &Value<'_>) -> Result<[f64; 2], QueryError> {
    let start = value.span().start;
    let Some(list) = value.get_ref().as_array().filter(|list| list.len() == 2) else {
        return reader.wrong(start, "\"range\" takes two numbers");
    };
    let numbers: Vec<f64> = list.iter().map(|n| reader.number("range", n)).collect::<Result<_, _>>()?;
    if numbers[0] >= numbers[1] {
        return reader.wrong(start, format!("the range from {} to {} is empty", numbers[0], numbers[1]));
    }
    Ok([numbers[0], numbers[1]])
}
