//! What facts and tasks are made of.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A word or a number.
#[derive(Debug, Clone)]
pub enum Value {
    /// A name: of somebody, of a weapon, of a place.
    Word(Arc<str>),
    /// A number; never NaN.
    Number(f64),
}

impl Value {
    /// A word.
    #[must_use]
    pub fn word(text: &str) -> Self {
        Self::Word(text.into())
    }

    /// The number it is.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// The value a word of a text stands for: a number if it is one.
    pub(crate) fn read(word: &str) -> Self {
        let begins = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        match word.parse::<f64>() {
            Ok(number) if begins && number.is_finite() => Self::Number(number),
            _ => Self::word(word),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) => Arc::ptr_eq(a, b) || a == b,
            (Self::Number(a), Self::Number(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) => a.cmp(b),
            // Nought has two signs and is still one number.
            (Self::Number(a), Self::Number(b)) => (a + 0.0).total_cmp(&(b + 0.0)),
            (Self::Number(_), Self::Word(_)) => Ordering::Less,
            (Self::Word(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::word(text)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(if number.is_nan() { 0.0 } else { number })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) if word.is_empty() || (word.contains(' ') && !word.starts_with('[')) => {
                write!(f, "\"{word}\"")
            }
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// `(name a b c)`.
pub(crate) fn form(name: &str, args: &[Value]) -> String {
    let mut out = format!("({name}");
    for arg in args {
        out += &format!(" {arg}");
    }
    out + ")"
}
