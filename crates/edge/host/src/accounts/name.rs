//! What a guest may be called.

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;

/// Why something is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Too short or too long.
    #[error("a name has 2 to 20 characters")]
    Length,
    /// A character that is none of those allowed.
    #[error("a name is made of letters, digits, single spaces, - and _")]
    Character,
    /// Nothing but signs.
    #[error("a name needs a letter or a digit")]
    OnlySigns,
    /// It would be taken for the host's own.
    #[error("that name is kept for the host")]
    Reserved,
}

/// A name as its bearer writes it, in compatible form (NFKC): what is written full width or in fancy letters is written plainly.
///
/// ```
/// use wold_host::accounts::Name;
/// let ada: Name = " Ada Lovelace ".parse().unwrap();
/// assert_eq!(ada.as_str(), "Ada Lovelace");
/// assert_eq!(ada.key(), "ADA_lovelace".parse::<Name>().unwrap().key());
/// assert_eq!(ada.key(), "\u{410}da Lovelace".parse::<Name>().unwrap().key(), "a Cyrillic A looks the same");
/// assert!("a\u{200b}b".parse::<Name>().is_err(), "what cannot be seen cannot be in a name");
/// assert!("\u{3164}\u{3164}".parse::<Name>().is_err(), "not even if it is called a letter");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    shown: String,
    key: String,
    plain_key: String,
}

/// Names that would let somebody speak as the host.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "host",
    "the host",
    "moderator",
    "nobody",
    "operator",
    "root",
    "server",
    "staff",
    "system",
    "the world",
    "world",
    "wold",
];

impl Name {
    /// Fewest and most characters.
    const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

    /// As shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// The same for names that people would take for the same: case and the kind of separator do not count, nor do letters that
    /// look alike (the skeleton of Unicode's technical standard 39).
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The key of older accounts: without a look at what looks alike.
    #[must_use]
    pub(super) fn plain_key(&self) -> &str {
        &self.plain_key
    }
}

impl std::str::FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let text = text.trim_matches(' ');
        // Counting stops early, however long the text is.
        let too_long = |text: &str| text.chars().take(Self::LENGTH.end() + 1).count() > *Self::LENGTH.end();
        if too_long(text) {
            return Err(NameError::Length);
        }
        let shown: String = text.nfkc().collect();
        if too_long(&shown) || shown.chars().count() < *Self::LENGTH.start() {
            return Err(NameError::Length);
        }
        let letter = |c: char| c.is_alphanumeric() || is_combining_mark(c);
        let allowed = |c: char| matches!(c, ' ' | '-' | '_') || (letter(c) && c.identifier_allowed());
        // In compatible form an accent that stands alone becomes a space with an accent.
        let apart = |c: char| matches!(c, ' ' | '-' | '_');
        let follows = std::iter::once(' ').chain(shown.chars()).zip(shown.chars());
        let bare_mark = follows.into_iter().any(|(before, c)| apart(before) && is_combining_mark(c));
        let edges = shown.starts_with(' ') || shown.ends_with(' ');
        if !shown.chars().all(allowed) || shown.contains("  ") || bare_mark || edges {
            return Err(NameError::Character);
        }
        if !shown.chars().any(char::is_alphanumeric) {
            return Err(NameError::OnlySigns);
        }
        let plain_key = plain(&shown);
        let key = looks(&plain_key);
        if RESERVED.iter().any(|reserved| looks(reserved) == key) {
            return Err(NameError::Reserved);
        }
        Ok(Self { shown, key, plain_key })
    }
}

fn plain(shown: &str) -> String {
    shown.to_lowercase().replace(['-', '_'], " ")
}

/// What a name looks like: the same for `paypal` and `раураӏ`. Its own looks are itself.
fn looks(plain: &str) -> String {
    // A skeleton may hold capitals, whose small letters have skeletons of their own; it settles at once or in a few rounds.
    let mut key = plain.to_owned();
    for _ in 0..4 {
        let next = skeleton(&key).collect::<String>().to_lowercase();
        if next == key {
            break;
        }
        key = next;
    }
    key
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_checked() {
        for good in ["Bo", "Ada-1", "x_y", "Ünal Ğ", "二人", "12345678901234567890"] {
            assert_eq!(good.parse::<Name>().unwrap().as_str(), good);
        }
        for (bad, why) in [
            ("", NameError::Length),
            ("a", NameError::Length),
            ("123456789012345678901", NameError::Length),
            ("a  b", NameError::Character),
            ("a\nb", NameError::Character),
            ("a\tb", NameError::Character),
            ("a\u{202e}b", NameError::Character),
            ("<b>", NameError::Character),
            ("-_ -", NameError::OnlySigns),
            ("\u{3164}\u{3164}", NameError::Character),
            ("A\u{1160}da", NameError::Character),
            ("\u{ffa0}da", NameError::Character),
            ("\u{1fed}0", NameError::Character),
            ("a\u{1fed}b", NameError::Character),
            ("Operator", NameError::Reserved),
            ("H\u{43e}st", NameError::Reserved),
        ] {
            assert_eq!(bad.parse::<Name>(), Err(why), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_the_same_name() {
        let key = |text: &str| text.parse::<Name>().unwrap().key().to_owned();
        for twin in
            ["\u{410}da", "\u{ff21}\u{ff44}\u{ff41}", "\u{1d400}\u{1d41d}\u{1d41a}", "ADA", "a\u{64}a"]
        {
            assert_eq!(key(twin), key("Ada"), "{twin}");
        }
        assert_eq!("\u{ff21}\u{ff44}\u{ff41}".parse::<Name>().unwrap().as_str(), "Ada", "written plainly");
        assert_ne!(key("Ada"), key("Adam"));
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_is_short_visible_and_stable(text in any::<String>()) {
            if let Ok(name) = text.parse::<Name>() {
                prop_assert!(name.as_str().len() <= 80);
                prop_assert!(!name.as_str().chars().any(char::is_control));
                prop_assert_eq!(name.as_str().parse::<Name>().unwrap(), name);
            }
        }
    }
}
