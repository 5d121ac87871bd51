//! A grammar of phrases: text in which `[symbol]` stands for one of that symbol's phrases and `{slot}` for what is spoken of.
//!
//! Contract: a grammar that was read has no symbol without phrases, none that leads to itself, and no slot that nobody fills; so every expansion ends and says what was meant. A symbol may have phrases for
//! a variant of the tone (`open.warm`, `open.guard`): then these are chosen from as well.

use super::tone::{Tone, is_variant};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::Stream;

/// What can be filled in.
pub(super) const SLOTS: [&str; 18] = [
    "to", "first", "subject", "object", "when", "where", "base", "about", "witness", "chain", "verb",
    "thing", "coins", "by", "them", "day", "how", "between",
];

/// Phrases by symbol.
#[derive(Clone, Debug)]
pub(super) struct Grammar(BTreeMap<String, Vec<String>>);

/// What is wrong with a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrammarError {
    /// It is no table of phrases.
    #[error("{0}")]
    Unreadable(String),
    /// A symbol without phrases is used.
    #[error("`{symbol}` uses [{used}], which has no phrases")]
    Unknown {
        /// Where.
        symbol: String,
        /// What is missing.
        used: String,
    },
    /// A symbol leads to itself.
    #[error("[{0}] leads to itself")]
    Endless(String),
    /// Phrases for a variant that no tone has.
    #[error("nobody ever speaks as in `{0}`")]
    UnknownVariant(String),
    /// A slot nobody fills.
    #[error("`{symbol}` has {{{slot}}}, which is never filled")]
    UnknownSlot {
        /// Where.
        symbol: String,
        /// Which.
        slot: String,
    },
}

/// A phrase in pieces.
enum Piece<'a> {
    Text(&'a str),
    Symbol(&'a str),
    Slot(&'a str),
}

fn pieces(phrase: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = phrase;
    std::iter::from_fn(move || {
        let at = rest.find(['[', '{']).unwrap_or(rest.len());
        if at > 0 {
            let (text, more) = rest.split_at(at);
            rest = more;
            return Some(Piece::Text(text));
        }
        let close = if rest.starts_with('[') { ']' } else { '}' };
        let end = rest.find(close)?;
        let (name, symbol) = (&rest[1..end], rest.starts_with('['));
        rest = &rest[end + 1..];
        Some(if symbol { Piece::Symbol(name) } else { Piece::Slot(name) })
    })
}

impl Grammar {
    /// Reads a grammar and holds it to its contract.
    pub fn parse(text: &str) -> Result<Self, GrammarError> {
        let words: BTreeMap<String, Vec<String>> =
            toml::from_str(text).map_err(|error| GrammarError::Unreadable(error.to_string()))?;
        let odd = |name: &&String| name.split_once('.').is_some_and(|(_, variant)| !is_variant(variant));
        if let Some(name) = words.keys().find(odd) {
            return Err(GrammarError::UnknownVariant(name.clone()));
        }
        let grammar = Self(words);
        for symbol in grammar.0.keys() {
            grammar.check(symbol, &mut BTreeSet::new())?;
        }
        Ok(grammar)
    }

    fn check(&self, symbol: &str, above: &mut BTreeSet<String>) -> Result<(), GrammarError> {
        if !above.insert(symbol.to_owned()) {
            return Err(GrammarError::Endless(symbol.to_owned()));
        }
        for phrase in self.0.iter().filter(|(name, _)| is_of(name, symbol)).flat_map(|(_, phrases)| phrases) {
            for piece in pieces(phrase) {
                let symbol = symbol.to_owned();
                match piece {
                    Piece::Symbol(used) if !self.has(used) => {
                        return Err(GrammarError::Unknown { symbol, used: used.to_owned() });
                    }
                    Piece::Symbol(used) => self.check(used, above)?,
                    Piece::Slot(slot) if !SLOTS.contains(&slot) => {
                        return Err(GrammarError::UnknownSlot { symbol, slot: slot.to_owned() });
                    }
                    _ => {}
                }
            }
        }
        above.remove(symbol);
        Ok(())
    }

    /// Whether there is a phrase for a symbol, in any tone.
    pub fn has(&self, symbol: &str) -> bool {
        self.0.iter().any(|(name, phrases)| is_of(name, symbol) && !phrases.is_empty())
    }

    /// A phrase for a symbol in a tone; nothing if there is none, or a slot of it is empty.
    pub fn expand(
        &self,
        symbol: &str,
        tone: &Tone,
        slots: &dyn Fn(&str) -> Option<String>,
        stream: &mut Stream,
    ) -> Option<String> {
        let plain = self.0.get(symbol).into_iter().flatten();
        let toned =
            tone.variants().filter_map(|variant| self.0.get(&format!("{symbol}.{variant}"))).flatten();
        let phrases: Vec<&String> = plain.chain(toned).collect();
        let phrase = stream.pick(&phrases)?;
        let mut text = String::new();
        for piece in pieces(phrase) {
            match piece {
                Piece::Text(words) => text.push_str(words),
                Piece::Slot(slot) => text.push_str(&slots(slot)?),
                Piece::Symbol(symbol) => text.push_str(&self.expand(symbol, tone, slots, stream)?),
            }
        }
        Some(text)
    }
}

/// Whether a name is that of a symbol, plain or in a tone.
fn is_of(name: &str, symbol: &str) -> bool {
    name.strip_prefix(symbol).is_some_and(|variant| variant.is_empty() || variant.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    #[test]
    fn a_grammar_that_does_not_end_or_says_nothing_is_refused() {
        let error = |text: &str| Grammar::parse(text).expect_err(text).to_string();
        assert_eq!(error("a = [\"[b]\"]"), "`a` uses [b], which has no phrases");
        assert_eq!(error("a = [\"[b]\"]\nb = [\"x [a]\"]"), "[a] leads to itself");
        assert_eq!(error("a = [\"{weather}\"]"), "`a` has {weather}, which is never filled");
        assert_eq!(error("\"a.loud\" = [\"Hey!\"]"), "nobody ever speaks as in `a.loud`");
        assert!(error("a = 3").contains("expected"));
    }

    #[test]
    fn phrases_of_a_tone_come_beside_the_plain_ones() {
        let text = "hello = [\"Hello, [name].\"]\n\"hello.plain\" = [\"Dear [name]!\"]\nname = [\"{to}\"]";
        let grammar = Grammar::parse(text).expect("sound");
        let mut stream = Stream::named(Seed(1), "grammar tests", &[]);
        let slots = |slot: &str| (slot == "to").then(|| "Bo".to_owned());
        let mut said = |tone: &Tone| -> BTreeSet<String> {
            (0..40).filter_map(|_| grammar.expand("hello", tone, &slots, &mut stream)).collect()
        };
        assert_eq!(said(&Tone::default()).into_iter().collect::<Vec<_>>(), ["Hello, Bo."]);
        assert_eq!(said(&Tone::plainly()).len(), 2);
    }
}
