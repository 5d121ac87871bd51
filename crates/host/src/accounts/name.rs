//! What a guest may be called.

use std::fmt;

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
}

/// A name as its bearer writes it.
///
/// ```
/// use wold_host::accounts::Name;
/// let ada: Name = " Ada Lovelace ".parse().unwrap();
/// assert_eq!(ada.as_str(), "Ada Lovelace");
/// assert_eq!(ada.key(), "ADA_lovelace".parse::<Name>().unwrap().key());
/// assert!("a\u{200b}b".parse::<Name>().is_err(), "what cannot be seen cannot be in a name");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    shown: String,
    key: String,
}

impl Name {
    /// Fewest and most characters.
    const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

    /// As shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// The same for names that people would take for the same: case and the kind of separator do not count.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl std::str::FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let shown = text.trim_matches(' ');
        // Counting stops early, however long the text is.
        if !Self::LENGTH.contains(&shown.chars().take(Self::LENGTH.end() + 1).count()) {
            return Err(NameError::Length);
        }
        let allowed = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        if !shown.chars().all(allowed) || shown.contains("  ") {
            return Err(NameError::Character);
        }
        if !shown.chars().any(char::is_alphanumeric) {
            return Err(NameError::OnlySigns);
        }
        let key = shown.to_lowercase().replace(['-', '_'], " ");
        Ok(Self { shown: shown.to_owned(), key })
    }
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
        ] {
            assert_eq!(bad.parse::<Name>(), Err(why), "{bad:?}");
        }
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
