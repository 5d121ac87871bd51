//! What was learned of fighting, as a text that fighters read.
//!
//! ```toml
//! types = ["fist", "axe"]
//! [[context]]
//! name = "open"              # the first is what is believed where nothing was learned
//! battles = 212
//! exponent = 1.43
//! exponent_between = [1.2, 1.7]
//! weights = [1.1, 3.9]       # by type
//! between = [[0.8, 1.4], [3.1, 4.7]]
//! ```
//! Intervals are of 95 %; they are for people, fighters go by the weights.

use super::{Fitted, Model, Portfolio, Told};
use crate::line_at;
use serde::Deserialize;
use std::fmt::Write;

/// What is wrong with a table of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The text is no TOML, or not of this shape.
    #[error("line {0}: {1}")]
    Text(usize, String),
    /// Something in it makes no sense.
    #[error("{0}")]
    Sense(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    types: Vec<String>,
    context: Vec<Context>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Context {
    name: String,
    battles: usize,
    exponent: f64,
    exponent_between: (f64, f64),
    weights: Vec<f64>,
    #[serde(default)]
    between: Vec<(f64, f64)>,
}

/// The most contexts of a table.
const MOST_CONTEXTS: usize = 64;

impl Portfolio {
    /// Reads what was learned about fighters of these types.
    ///
    /// # Errors
    /// If the text is no such table, or about others.
    pub fn parse(text: &str, types: &[&str]) -> Result<Self, TableError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            TableError::Text(line_at(text, at), error.message().replace('\n', " "))
        })?;
        let wrong = |reason: String| Err(TableError::Sense(reason));
        if file.types != types {
            return wrong(format!("it is about {:?}, not about {types:?}", file.types));
        }
        if file.context.is_empty() || file.context.len() > MOST_CONTEXTS {
            return wrong(format!("there are 1 to {MOST_CONTEXTS} contexts"));
        }
        let mut learned = Vec::new();
        for context in file.context {
            let name = &context.name;
            let sane = |weight: &f64| (0.0..=1000.0).contains(weight);
            if !(1.0..=2.0).contains(&context.exponent) {
                return wrong(format!("context {name:?}: the exponent is 1 to 2"));
            }
            if context.weights.len() != types.len() || !context.weights.iter().all(sane) {
                return wrong(format!("context {name:?}: a weight for every type, 0 to 1000"));
            }
            let model = Model { exponent: context.exponent, weights: context.weights };
            let fitted = Fitted {
                model,
                intervals: context.between,
                exponent: context.exponent_between,
                battles: context.battles,
                told: Told::Weights,
            };
            learned.push((context.name, fitted));
        }
        Ok(Self::learned(learned))
    }

    /// Writes what was learned, as [`Portfolio::parse`] reads it; `first` is what is believed elsewhere.
    #[must_use]
    pub fn write(&self, types: &[&str], first: &str) -> String {
        let mut out = format!("types = {types:?}\n");
        let rest = self.contexts().filter(|(name, _)| *name != first);
        for (name, fitted) in self.contexts().filter(|(name, _)| *name == first).chain(rest) {
            let round = |value: f64| (value * 1e4).round() / 1e4;
            let pair = |(low, high): (f64, f64)| [round(low), round(high)];
            let weights: Vec<f64> =
                fitted.model.weights.iter().map(|weight| round(weight.max(0.0))).collect();
            let between: Vec<[f64; 2]> = fitted.intervals.iter().map(|interval| pair(*interval)).collect();
            let _ = write!(
                out,
                "\n[[context]]\nname = {name:?}\nbattles = {}\nexponent = {:?}\nexponent_between = {:?}\nweights = {weights:?}\nbetween = {between:?}\n",
                fitted.battles,
                round(fitted.model.exponent),
                pair(fitted.exponent),
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Battle, FitConfig, Force};
    use super::*;

    #[test]
    fn what_is_learned_is_read_as_it_was_written_and_nonsense_is_refused() {
        let base = Model { exponent: 1.5, weights: vec![1.0, 3.0] };
        let mut portfolio = Portfolio::new(base, 100, FitConfig::default());
        for number in 0..60_u32 {
            let force = |fists: u32, axes: u32| Force {
                units: f64::from(fists + axes),
                health: vec![f64::from(fists), f64::from(axes)],
            };
            let (a, b) = (force(1 + number % 4, number % 2), force(1 + number % 3, 1));
            let won = a.health[0] + 3.0 * a.health[1] >= b.health[0] + 3.0 * b.health[1];
            portfolio.note(Battle { context: "open".into(), a, b, won });
        }
        portfolio.learn("open");
        let text = portfolio.write(&["fist", "axe"], "open");
        let read = Portfolio::parse(&text, &["fist", "axe"]).expect("sound");
        let (written, read) = (portfolio.model("open"), read.model("a siege"));
        assert!(written.weights.iter().zip(&read.weights).all(|(a, b)| (a - b).abs() < 1e-3), "{text}");
        assert!(Portfolio::parse(&text, &["fist"]).is_err(), "about others");
        for (from, to) in [
            ("\nexponent = ", "\nexponent = 7"),
            ("weights = [", "weights = [9.0, "),
            ("[[context]]", "[[moon]]"),
        ] {
            assert!(Portfolio::parse(&text.replace(from, to), &["fist", "axe"]).is_err(), "{to}");
        }
    }
}
