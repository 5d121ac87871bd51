//! How a vocabulary is declared: words with numbers that never change once given.
//!
//! Contract: numbers count from 0 without a gap and are what logs, snapshots and the wire keep, so a word is added at the end and none is ever taken out. The
//! label is what people call it. [`vocabulary!`] makes the enum, its list, the way back from a number, and [`Word`] by which tables for other languages are
//! written ([`crate::tables`]).

use std::fmt::Debug;

/// A number from a file or a guest that names no known word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{number} is no {what}")]
pub struct UnknownWord {
    /// What kind of word was asked for.
    pub what: &'static str,
    /// The number found.
    pub number: u8,
}

/// A word of a vocabulary.
pub trait Word: Copy + Debug + 'static {
    /// What kind of word it is.
    const WHAT: &'static str;
    /// All of them, by number.
    const WORDS: &'static [Self];

    /// Its number.
    fn number(self) -> u8;

    /// What people call it.
    fn called(self) -> &'static str;

    /// The one of that number.
    fn numbered(number: u8) -> Result<Self, UnknownWord> {
        Self::WORDS.get(usize::from(number)).copied().ok_or(UnknownWord { what: Self::WHAT, number })
    }
}

/// Declares a vocabulary: an enum with stable numbers, its list, labels, and the way back from a number.
///
/// ```
/// use wold_lore::vocabulary::Word;
/// wold_lore::vocabulary! {
///     /// What falls from the sky.
///     Falling, "what falls" { Rain = 0 "rain", Snow = 1 "snow" }
/// }
/// assert_eq!(Falling::Snow.label(), "snow");
/// assert_eq!(Falling::try_from(0), Ok(Falling::Rain));
/// assert_eq!(Falling::try_from(2).unwrap_err().to_string(), "2 is no what falls");
/// assert_eq!(Falling::WORDS.len(), 2);
/// ```
#[macro_export]
macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$word_doc:meta])* $variant:ident = $number:literal $label:literal),+ $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        $(#[$doc])*
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$word_doc])* $variant = $number),+ }

        impl $name {
            /// All of them, by number.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// What people call it.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label),+ }
            }
        }

        impl $crate::vocabulary::Word for $name {
            const WHAT: &'static str = $what;
            const WORDS: &'static [Self] = Self::ALL;

            fn number(self) -> u8 {
                self as u8
            }

            fn called(self) -> &'static str {
                self.label()
            }
        }

        impl TryFrom<u8> for $name {
            type Error = $crate::vocabulary::UnknownWord;

            fn try_from(number: u8) -> Result<Self, $crate::vocabulary::UnknownWord> {
                $crate::vocabulary::Word::numbered(number)
            }
        }
    };
}
