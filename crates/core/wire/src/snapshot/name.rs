//! Names of people: letter by letter, by how often each comes, if they are spelled as most names are, UTF-8 otherwise.
//!
//! A plain name has only the letters a to z, spaces, hyphens and apostrophes, and every word, and no other letter, begins with a capital.

use super::coder::{Coder, byte, number_below, tree};
use super::contexts::{CAPITAL, LETTER, LETTER_COUNT, PLAIN};
use crate::bits::Malformed;

/// What follows the 26 letters in the alphabet; a capital follows each of them.
const BETWEEN: [char; 3] = [' ', '-', '\''];
const LETTER_BITS: u32 = 5;

/// How a name's bits lie, in words, for the protocol's hash.
pub(super) fn layout() -> String {
    format!("plain: letters of {LETTER_BITS} bits, a-z and {BETWEEN:?}; else text")
}

/// The letters' numbers, if the name is plain.
fn letters(name: &str) -> Option<Vec<u8>> {
    let mut begins = true;
    name.chars()
        .map(|letter| {
            if let Some(index) = BETWEEN.iter().position(|&other| other == letter) {
                begins = true;
                return Some(26 + index as u8);
            }
            let first = if begins { 'A' } else { 'a' };
            begins = false;
            let number = u32::from(letter).checked_sub(u32::from(first))?;
            (number < 26).then_some(number as u8)
        })
        .collect()
}

/// Codes a name of at most `longest` bytes.
pub(super) fn code_name(c: &mut impl Coder, name: &str, longest: usize) -> Result<String, Malformed> {
    let plain = letters(name);
    let limit = longest as u64 + 1;
    if !c.bit(PLAIN, plain.is_some()) {
        let length = number_below(c, name.len() as u64, 7, "name", limit)?;
        let bytes = (0..length as usize).map(|at| byte(c, name.as_bytes().get(at).copied().unwrap_or(0)));
        return String::from_utf8(bytes.collect()).map_err(|_| Malformed::NotText("name"));
    }
    let plain = plain.unwrap_or_default();
    let length = LETTER_COUNT.code(c, plain.len() as u32);
    if u64::from(length) >= limit {
        return Err(Malformed::OutOfRange { field: "name", value: length.into() });
    }
    let mut begins = true;
    (0..length as usize)
        .map(|at| {
            let letter = u32::from(plain.get(at).copied().unwrap_or(0));
            let number = tree(c, if begins { CAPITAL } else { LETTER }, letter, LETTER_BITS) as u8;
            if number >= 26 {
                begins = true;
                let other = BETWEEN.get(usize::from(number) - 26);
                return other.copied().ok_or(Malformed::OutOfRange { field: "letter", value: number.into() });
            }
            let first = if begins { b'A' } else { b'a' };
            begins = false;
            Ok(char::from(first + number))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::coder::{Reading, Tape, Writing};
    use super::super::models::Models;
    use super::*;
    use crate::squeeze::range::{Decoder, Encoder};

    #[test]
    fn every_name_comes_back_and_plain_ones_take_five_bits_a_letter() {
        let models = Models::default();
        for name in ["", "Ada", "Ada Brook", "O'Neil-Smith", "ada", "McKay", "Späte", "P 12", "  ", "X"] {
            let mut w = Writing { models: &models, encoder: Encoder::default(), tape: Tape::default() };
            assert_eq!(code_name(&mut w, name, 40).as_deref(), Ok(name));
            let bytes = w.encoder.finish();
            let plain = matches!(name, "" | "Ada" | "Ada Brook" | "O'Neil-Smith" | "  " | "X");
            assert_eq!(bytes.len() * 8 <= 12 + name.len() * 5, plain, "{name}");
            let mut r = Reading { models: &models, decoder: Decoder::new(&bytes), tape: Tape::default() };
            assert_eq!(code_name(&mut r, "", 40).as_deref(), Ok(name));
            assert_eq!(r.tape, w.tape);
        }
    }
}
