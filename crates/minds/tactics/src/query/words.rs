//! The words of queries.
//!
//! A criterion is words joined by `_`: an optional limit (`min`, `max`), what is measured, glue (`from`, `to`, `at`, `the`; dropped) and an object:
//! `puppet` (who asks), `target` (also `attentionTarget`), `referencePoint`, `player`, `leader`, `squadCenter`, `destination`. With p the candidate
//! and a the asker:
//!
//! | word | value | limits |
//! |---|---|---|
//! | `distance` o | \|p − o\| | 0, 30 m |
//! | `directness` o | (\|a − o\| − \|p − o\|) / \|a − p\|; 0 where p is a | −1, 1 |
//! | `changeInDistance` o | \|p − o\| − \|a − o\| | 0, 30 m |
//! | `distanceInDirection` o | how far p lies from a in the direction of o | 0, 30 m |
//! | `distanceLeft` o | how far p lies left of the line from a to o | ∓30 m |
//! | `dot` o | cosine between a→p and a→o | −1, 1 |
//! | `pathDistance` | how far a walks to p | 0, 30 m |
//! | `hostilesDistance` | to the nearest of another faction | 0, 30 m |
//! | `coverRadius`, `coverDensity` | size of the cover; cover per m² within 5 m | 0, 5 m; 0, 1 |
//! | `cameraCenter` | 1 in the middle of the player's view, 0 at its edge, less outside | −1, 1 |
//! | `random` | chance | 0, 1 |
//! | `exposure` | the share of hostiles that see p; rays | 0, 1 |
//! | `visible` o | o sees p; a ray | yes or no |
//! | `canReachBefore` o | \|a − p\| < \|o − p\| | yes or no |
//! | `towards` o | p is nearer to o than a is | yes or no |
//! | `crossesLineOfFire` o | the walk from a to p crosses the line of sight of o, 100 m long | yes or no |
//! | `reachable` | there is a way | yes or no |
//! | `influence` f | what the ground's field f says: `influence_from_deaths` | 0, 1 |
//! | `storeys` o | storeys between p and o | 0, 4 |
//! | `sameStorey` o | p is on the storey of o | yes or no |
//! | `claimed` | somebody else has taken p | yes or no |
//! | `inside` a | p lies in the area a: `inside_the_yard` | yes or no |
//! | `cover`, `softCover`, `hardCover`, `providesHighCover`, `currentlyUsedObject` | of the candidate | yes or no |
//!
//! Generators end in `_around_` and an object, and take a radius in metres: `hidespots_from_target`, `currentHidepoint`, `rails`, `grid`, `circles`, `entities`, `entities_<kind>`, the kinds of marked
//! places, and `cone_to_target` and `arc_to_target`: the part of the disc, or of its rim, that lies towards an object, as wide as the parameter `degrees` says.
//!
//! A word that is not listed here is one the [`Lexicon`] knows. The limit of distances is 30 m unless an option's parameter `distance_limit` says otherwise.

use super::{Arrow, Crowd, Lexicon, Measure, Object, Source};
use crate::scene::SPOTS;

const OBJECTS: [(&str, Object); 8] = [
    ("puppet", Object::Puppet),
    ("target", Object::Target),
    ("attentionTarget", Object::Target),
    ("referencePoint", Object::ReferencePoint),
    ("player", Object::Player),
    ("leader", Object::Leader),
    ("squadCenter", Object::SquadCenter),
    ("destination", Object::Destination),
];

const GLUE: [&str; 4] = ["from", "to", "at", "the"];

/// A measure that still needs its object.
type OfObject = fn(Object) -> Measure;

/// What measures of an object are called.
const OF_OBJECT: [(&str, OfObject); 12] = [
    ("distance", Measure::Distance),
    ("directness", Measure::Directness),
    ("changeInDistance", Measure::ChangeInDistance),
    ("distanceInDirection", Measure::DistanceInDirection),
    ("distanceLeft", Measure::DistanceLeft),
    ("dot", |object| Measure::Dot {
        a: Arrow::ToSample(Object::Puppet),
        b: Arrow::Between(Object::Puppet, object),
        abs: false,
    }),
    ("visible", Measure::Visible),
    ("canReachBefore", Measure::CanReachBefore),
    ("towards", Measure::Towards),
    ("crossesLineOfFire", Measure::CrossesLineOfFire),
    ("storeys", Measure::Storeys),
    ("sameStorey", Measure::SameStorey),
];

/// What measures of the candidate alone are called.
const ALONE: [(&str, Measure); 14] = [
    ("pathDistance", Measure::PathDistance),
    ("hostilesDistance", Measure::NearestOf(Crowd::Hostiles)),
    ("coverRadius", Measure::CoverRadius),
    ("coverDensity", Measure::CoverDensity),
    ("cameraCenter", Measure::CameraCenter),
    ("random", Measure::Random),
    ("exposure", Measure::Exposure),
    ("reachable", Measure::Reachable),
    ("cover", Measure::Cover),
    ("softCover", Measure::SoftCover),
    ("hardCover", Measure::HardCover),
    ("providesHighCover", Measure::HighCover),
    ("currentlyUsedObject", Measure::CurrentlyUsed),
    ("claimed", Measure::Claimed),
];

/// A measure that still needs the name of a field or an area.
type OfName = fn(String) -> Measure;

/// What measures of something the ground names are called.
const OF_NAME: [(&str, OfName); 2] = [("influence", Measure::Influence), ("inside", Measure::Inside)];

/// What generators are called.
const GENERATORS: [&str; 8] =
    ["hidespots", "currentHidepoint", "rails", "grid", "circles", "entities", "cone", "arc"];

/// Whether a word means something without a lexicon.
pub(super) fn is_built_in(word: &str) -> bool {
    let objects = OBJECTS.iter().map(|(name, _)| *name);
    let measures = OF_OBJECT.iter().map(|(name, _)| *name).chain(ALONE.iter().map(|(name, _)| *name));
    let named = OF_NAME.iter().map(|(name, _)| *name);
    let others = GLUE.into_iter().chain(GENERATORS).chain(SPOTS).chain(["min", "max", "around"]);
    objects.chain(measures).chain(named).chain(others).any(|known| known == word)
}

fn named<T: Clone>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == word).map(|(_, value)| value.clone())
}

/// The object of a word.
pub(super) fn object(word: &str) -> Result<Object, String> {
    named(&OBJECTS, word).ok_or_else(|| {
        let known: Vec<&str> = OBJECTS.iter().map(|(name, _)| *name).collect();
        format!("unknown object {word:?}; known are {}", known.join(", "))
    })
}

/// A side a value is limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// `min_`.
    Min,
    /// `max_`.
    Max,
}

/// Reads `min_distance_from_puppet`.
///
/// ```
/// use wold_tactics::query::{Lexicon, Measure, Object, words::{Limit, criterion}};
/// let words = Lexicon::default();
/// let read = criterion("min_distance_from_puppet", &words);
/// assert_eq!(read, Ok((Some(Limit::Min), Measure::Distance(Object::Puppet))));
/// assert!(criterion("distance_from_moon", &words).unwrap_err().contains("unknown object \"moon\""));
/// ```
pub fn criterion(text: &str, lexicon: &Lexicon) -> Result<(Option<Limit>, Measure), String> {
    let mut words: Vec<&str> = text.split('_').collect();
    let limit = match words[0] {
        "min" => Some(Limit::Min),
        "max" => Some(Limit::Max),
        _ => None,
    };
    if limit.is_some() {
        words.remove(0);
    }
    let Some((&name, rest)) = words.split_first() else {
        return Err(format!("{text:?} limits nothing"));
    };
    let measure = match (named(&OF_OBJECT, name), named(&ALONE, name)) {
        (Some(make), _) => match rest {
            [glue, word] if GLUE.contains(glue) => make(object(word)?),
            [word] if !GLUE.contains(word) => {
                return Err(format!("{text:?}: one of {} must stand before {word:?}", GLUE.join(", ")));
            }
            [] | [_] => return Err(format!("{text:?}: {name} needs an object, as in {name}_to_target")),
            [glue, _] => return Err(format!("{text:?}: {glue:?} is none of {}", GLUE.join(", "))),
            [_, _, extra, ..] => return Err(format!("{text:?}: {extra:?} is one word too many")),
        },
        (None, Some(measure)) => match rest {
            [] => measure,
            [extra, ..] => return Err(format!("{text:?}: {name} takes no object, yet {extra:?} follows")),
        },
        (None, None) => match (named(&OF_NAME, name), lexicon.find_measure(name)) {
            (Some(make), _) => match rest {
                [glue, of] if GLUE.contains(glue) => make((*of).to_owned()),
                _ => return Err(format!("{text:?}: {name} needs a name, as in {name}_from_deaths")),
            },
            (None, Some(own)) if rest.is_empty() => Measure::Own(own),
            (None, Some(_)) => return Err(format!("{text:?}: {name} takes no object")),
            (None, None) => return Err(format!("{text:?}: unknown criterion {name:?}")),
        },
    };
    if limit.is_some() && measure.is_truth() {
        return Err(format!("{text:?}: {name} says yes or no; min and max limit numbers"));
    }
    Ok((limit, measure))
}

/// Reads `hidespots_from_target_around_puppet`. How wide an angle is, and how far a rim is, is for the reader of parameters to say.
pub(super) fn generator(text: &str, lexicon: &Lexicon) -> Result<(Source, Object), String> {
    let words: Vec<&str> = text.split('_').collect();
    let Some(around) = words.iter().position(|word| *word == "around") else {
        return Err(format!("{text:?}: a generator ends in _around_ and an object"));
    };
    let centre = match &words[around + 1..] {
        [word] => object(word)?,
        _ => return Err(format!("{text:?}: exactly one object follows around")),
    };
    let source = match &words[..around] {
        ["hidespots", glue, word] if GLUE.contains(glue) => Source::HideSpots(object(word)?),
        ["hidespots", ..] => return Err(format!("{text:?}: hidespots needs _from_ and whom to hide from")),
        ["currentHidepoint"] => Source::CurrentHidePoint,
        ["rails"] => Source::Rails,
        ["grid"] => Source::Grid,
        ["circles"] => Source::Rings(0.0),
        [kind @ ("cone" | "arc"), glue, word] if GLUE.contains(glue) => {
            let from = if *kind == "arc" { f64::INFINITY } else { 0.0 };
            Source::Sector { from, towards: Arrow::Between(centre, object(word)?), half: 0.0 }
        }
        [kind @ ("cone" | "arc"), ..] => {
            return Err(format!("{text:?}: {kind} needs a direction, as in {kind}_to_target"));
        }
        ["entities"] => Source::Entities(None),
        ["entities", kind] => Source::Entities(Some((*kind).to_owned())),
        [kind] if SPOTS.contains(kind) => Source::Spots((*kind).to_owned()),
        [name, rest @ ..] => match lexicon.find_source(name) {
            Some(own) if rest.is_empty() => Source::Own(own),
            _ => return Err(format!("{text:?}: unknown generator {name:?}")),
        },
        [] => return Err(format!("{text:?}: there is no generator before around")),
    };
    Ok((source, centre))
}

/// Reads a direction: `puppet->sample`, `puppet.forward@30`, `heading`, `east`, `north`.
pub(super) fn arrow(text: &str) -> Result<Arrow, String> {
    match text {
        "heading" => return Ok(Arrow::Heading),
        "east" => return Ok(Arrow::East),
        "north" => return Ok(Arrow::North),
        _ => {}
    }
    if let Some((from, to)) = text.split_once("->") {
        return Ok(match (from.trim(), to.trim()) {
            ("sample", "sample") => return Err(format!("{text:?} goes nowhere")),
            ("sample", to) => Arrow::FromSample(object(to)?),
            (from, "sample") => Arrow::ToSample(object(from)?),
            (from, to) => Arrow::Between(object(from)?, object(to)?),
        });
    }
    let (whose, way) = text.split_once('.').ok_or_else(|| {
        format!("{text:?} is no direction; write as in puppet->sample, puppet.forward, heading, east")
    })?;
    let (way, turn) = way.split_once('@').unwrap_or((way, "0"));
    let turn: f64 = match turn.parse::<f64>() {
        Ok(degrees) if degrees.is_finite() => degrees,
        _ => return Err(format!("{turn:?} is no angle in degrees")),
    };
    let turn = match way {
        "forward" => turn,
        "right" => turn - 90.0,
        _ => return Err(format!("{way:?} is neither forward nor right")),
    };
    Ok(Arrow::Forward(object(whose)?, turn.to_radians()))
}
