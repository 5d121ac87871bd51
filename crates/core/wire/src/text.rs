//! Text that people write and others read: nothing hidden in it, nothing that turns the line around or breaks it.
//!
//! Whoever reads a line must be able to trust its shape: `Ann: hello` was said by Ann, reads from one end to the other, and is one line.
//! Names have stricter rules of their own, at the host's door.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Marks on one letter that any script needs; more are a tower that covers other lines.
const MOST_MARKS: usize = 4;

/// Whether a character shows nothing by itself, or changes how those around it are laid out: what Unicode calls default-ignorable
/// (stable by its policy), separators of lines and paragraphs, and controls.
///
/// ```
/// use wold_wire::text::is_hidden;
/// assert!(is_hidden('\u{202e}'), "turns the line around");
/// assert!(is_hidden('\u{3164}'), "a letter that is not seen");
/// assert!(!is_hidden('é') && !is_hidden(' ') && !is_hidden('二'));
/// ```
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A line as it may be shown to others: composed (NFC), without hidden characters, at most four marks on a letter, white space single.
///
/// ```
/// use wold_wire::text::one_line;
/// assert_eq!(one_line(" Ann\u{202e}:\n  hello\u{200b} "), "Ann: hello");
/// ```
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.nfc() {
        if c.is_whitespace() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
            marks = 0;
            continue;
        }
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        // A mark at the beginning would sit on the name before it.
        let homeless = marks > 0 && (line.is_empty() || line.ends_with(' '));
        if !is_hidden(c) && !homeless && marks <= MOST_MARKS {
            line.push(c);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_cannot_be_forged() {
        for (said, read) in [
            ("hi\u{2028}Bo: I am a thief", "hi Bo: I am a thief"),
            ("\u{301}\u{301}x", "x"),
            ("abc\u{2066}def\u{2069}", "abcdef"),
            ("e\u{301}e", "ée"),
            ("Grüß dich, 二人!", "Grüß dich, 二人!"),
            ("\u{3164}\u{3164}", ""),
        ] {
            assert_eq!(one_line(said), read);
        }
        let tower: String = std::iter::once('a').chain(std::iter::repeat_n('\u{33f}', 100)).collect();
        assert_eq!(one_line(&tower).chars().count(), 1 + MOST_MARKS);
    }

    proptest! {
        #[test]
        fn a_clean_line_is_clean(text in any::<String>()) {
            let line = one_line(&text);
            prop_assert_eq!(one_line(&line), line.clone());
            prop_assert!(!line.chars().any(is_hidden));
        }
    }
}
