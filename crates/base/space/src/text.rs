//! Small services to whoever reads or writes text.

/// The line of a byte, counted from 1. A byte behind the end is on the last line.
///
/// ```
/// use wold_space::text::line_at;
/// assert_eq!([0, 2, 3, 99].map(|byte| line_at("ab\ncd", byte)), [1, 1, 2, 2]);
/// ```
#[must_use]
pub fn line_at(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|&byte| byte == b'\n').count()
}

/// A text as it may stand anywhere in XML, SVG or HTML: between tags and in attributes of either quote.
///
/// ```
/// use wold_space::text::escape;
/// assert_eq!(escape("<b a='x'>&\""), "&lt;b a=&#39;x&#39;&gt;&amp;&quot;");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
