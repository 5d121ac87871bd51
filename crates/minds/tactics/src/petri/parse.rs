//! Nets from text.
//!
//! ```toml
//! name = "gun"
//! conflict = "priority"                 # or "random"
//! conserved = ["free + busy = 1"]       # refused if a transition breaks it; 2*busy counts twice
//! [[place]]
//! name = "free"
//! tokens = 1
//! [[place]]
//! name = "waiting"
//! coloured = true                       # tokens know whose they are
//! [[place]]
//! name = "busy"
//! coloured = true
//! [[transition]]
//! name = "register"
//! on = "register"                       # an event; sources need one, or they would fire for ever
//! to = { waiting = 1 }
//! without = ["waiting", "busy"]         # nobody registers twice
//! [[transition]]
//! name = "assign"
//! from = { free = 1, waiting = 1 }
//! to = { busy = 1 }
//! best = true                           # the best by score instead of the oldest; also priority = 0, after = 0 ticks
//! [[transition]]
//! name = "gone"
//! on = "gone"
//! from = { busy = 1 }
//! to = { free = 1 }
//! ```

use super::net::{Conflict, Invariant, Net, Place, PlaceId, Transition};
use crate::line_at;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is wrong with a net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The text is no TOML, or not of this shape.
    #[error("line {0}: {1}")]
    Text(usize, String),
    /// Something in it makes no sense.
    #[error("{0}: {1}")]
    Thing(String, String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    name: String,
    #[serde(default)]
    conflict: ConflictText,
    #[serde(default)]
    conserved: Vec<String>,
    place: Vec<PlaceText>,
    #[serde(default)]
    transition: Vec<TransitionText>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum ConflictText {
    #[default]
    Priority,
    Random,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceText {
    name: String,
    #[serde(default)]
    tokens: u32,
    #[serde(default)]
    coloured: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TransitionText {
    name: String,
    on: Option<String>,
    #[serde(default)]
    priority: i32,
    #[serde(default)]
    after: u64,
    #[serde(default)]
    from: BTreeMap<String, u32>,
    #[serde(default)]
    to: BTreeMap<String, u32>,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    best: bool,
}

/// More of anything is no net one could read.
const MOST: usize = 1000;
/// The greatest weight of an arc, and the most tokens at the beginning.
const HEAVIEST: u32 = 1_000_000;

fn wrong<T>(thing: impl Into<String>, reason: impl Into<String>) -> Result<T, NetError> {
    Err(NetError::Thing(thing.into(), reason.into()))
}

impl Net {
    /// Reads and checks a net.
    ///
    /// ```
    /// use wold_tactics::petri::Net;
    /// let leaky = "conserved = ['a + b = 1']\n[[place]]\nname = 'a'\ntokens = 1\n[[place]]\nname = 'b'\n[[transition]]\nname = 't'\nfrom = { a = 1 }";
    /// let error = Net::parse(leaky).unwrap_err().to_string();
    /// assert_eq!(error, "transition \"t\": changes a + b = 1 by -1");
    /// ```
    pub fn parse(text: &str) -> Result<Self, NetError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            NetError::Text(line_at(text, at), error.message().replace('\n', " "))
        })?;
        if file.place.len() > MOST || file.transition.len() > MOST {
            return wrong("net", format!("more than {MOST} places or transitions"));
        }
        let conflict = match file.conflict {
            ConflictText::Priority => Conflict::Priority,
            ConflictText::Random => Conflict::Random,
        };
        let (mut net, name) = (
            Self {
                name: file.name,
                places: Vec::new(),
                transitions: Vec::new(),
                conflict,
                declared: Vec::new(),
            },
            file.conserved,
        );
        for PlaceText { name, tokens, coloured } in file.place {
            let thing = format!("place {name:?}");
            if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                return wrong(thing, "a name is letters, digits and _");
            }
            if net.place(&name).is_some() {
                return wrong(thing, "there are two of that name");
            }
            if tokens > HEAVIEST {
                return wrong(thing, format!("at most {HEAVIEST} tokens"));
            }
            if coloured && tokens > 0 {
                return wrong(thing, "a coloured place begins empty: nobody is there yet");
            }
            net.places.push(Place { name, tokens, coloured });
        }
        for text in file.transition {
            let transition = net.read(text)?;
            net.transitions.push(transition);
        }
        for text in name {
            let invariant = net.invariant(&text)?;
            net.holds(&invariant)?;
            net.declared.push(invariant);
        }
        Ok(net)
    }

    fn find(&self, thing: &str, name: &str) -> Result<PlaceId, NetError> {
        match self.place(name) {
            Some(place) => Ok(place),
            None => wrong(thing, format!("there is no place {name:?}")),
        }
    }

    fn read(&self, text: TransitionText) -> Result<Transition, NetError> {
        let thing = format!("transition {:?}", text.name);
        if self.transition(&text.name).is_some() {
            return wrong(thing, "there are two of that name");
        }
        let arcs = |arcs: &BTreeMap<String, u32>| -> Result<Vec<(PlaceId, u32)>, NetError> {
            let mut found = Vec::new();
            for (name, &weight) in arcs {
                if !(1..=HEAVIEST).contains(&weight) {
                    return wrong(
                        &thing,
                        format!("the arc of {name:?} must weigh 1 to {HEAVIEST}, not {weight}"),
                    );
                }
                found.push((self.find(&thing, name)?, weight));
            }
            // Coloured tokens are dealt out in the order of the places.
            found.sort_unstable();
            Ok(found)
        };
        let (from, to) = (arcs(&text.from)?, arcs(&text.to)?);
        let colours = |arcs: &[(PlaceId, u32)]| -> u32 {
            arcs.iter()
                .filter(|(place, _)| self.places[place.slot()].coloured)
                .map(|(_, weight)| weight)
                .sum()
        };
        let (taken, given) = (colours(&from), colours(&to));
        if from.is_empty() && text.on.is_none() {
            return wrong(
                thing,
                "takes nothing and waits for nothing: it would fire for ever; give it \"on\"",
            );
        }
        if given > taken && !(text.on.is_some() && taken == 0 && given == 1) {
            return wrong(
                thing,
                format!("gives {given} coloured tokens but takes {taken}: whose would they be?"),
            );
        }
        if taken == 0 && (text.after > 0 || text.best) {
            return wrong(thing, "\"after\" and \"best\" look at coloured tokens, and it takes none");
        }
        let without: Result<_, _> = text.without.iter().map(|name| self.find(&thing, name)).collect();
        Ok(Transition {
            on: text.on,
            priority: text.priority,
            after: text.after,
            from,
            to,
            without: without?,
            best: text.best,
            name: text.name,
        })
    }

    /// Reads `free + 2*busy = 1`.
    fn invariant(&self, text: &str) -> Result<Invariant, NetError> {
        let thing = format!("conserved {text:?}");
        let Some((left, right)) = text.split_once('=') else {
            return wrong(thing, "it is written as in \"free + busy = 1\"");
        };
        let number = |text: &str| text.trim().parse::<i64>().ok().filter(|n| n.abs() <= i64::from(HEAVIEST));
        let Some(sum) = number(right) else {
            return wrong(thing, format!("{:?} is no number", right.trim()));
        };
        let mut weights = Vec::new();
        for term in left.split('+').map(str::trim) {
            let (weight, name) = match term.split_once('*') {
                None => (Some(1), term),
                Some((weight, name)) => (number(weight), name.trim()),
            };
            let Some(weight) = weight else {
                return wrong(thing, format!("{term:?} has no whole number before *"));
            };
            weights.push((self.find(&thing, name)?, weight));
        }
        Ok(Invariant { weights, sum })
    }
}
