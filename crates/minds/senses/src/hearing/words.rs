//! Speech that was half heard.
//!
//! Contract: the share of words understood grows in a straight line with the loudness left, from none at the edge of hearing to all at the clear share. Whether one word is understood
//! depends on the stream and its place alone: who hears louder understands the same words and more, and the same listener always understands the same.

use wold_chance::Stream;

/// The share of words understood at a loudness of 0 to 1.
#[must_use]
pub fn share(loudness: f64, clear_share: f64) -> f64 {
    if loudness >= clear_share { 1.0 } else { (loudness / clear_share).clamp(0.0, 1.0) }
}

/// What a listener makes of words; what it missed is `…`, once for words in a row. Nothing if it understood no word.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_senses::hearing::words::{share, understood};
/// let ears = Stream::named(Seed(1), "words", &[7]);
/// let line = "the baker hides his coins under the third stone";
/// assert_eq!(understood(line, share(0.8, 0.5), &ears).as_deref(), Some(line));
/// let muffled = understood(line, share(0.2, 0.5), &ears).unwrap();
/// assert!(muffled.contains('…') && muffled.len() < line.len());
/// assert_eq!(understood(line, 0.0, &ears), None);
/// ```
#[must_use]
pub fn understood(words: &str, share: f64, ears: &Stream) -> Option<String> {
    let mut kept = 0;
    let mut line: Vec<&str> = Vec::new();
    for (i, word) in words.split_whitespace().enumerate() {
        // The upper 53 bits as a number in [0, 1), by the word's place.
        let draw = (ears.nth(i as u64) >> 11) as f64 / (1u64 << 53) as f64;
        if draw < share {
            kept += 1;
            line.push(word);
        } else if line.last() != Some(&"…") {
            line.push("…");
        }
    }
    (kept > 0).then(|| line.join(" "))
}
