//! Names of people: five bits a letter if they are spelled as most names are, UTF-8 otherwise.
//!
//! A plain name has only the letters a to z, spaces, hyphens and apostrophes, and every word, and no other letter, begins with a capital.

use crate::bits::{BitReader, BitWriter, Malformed};

/// What follows the 26 letters in the alphabet; a capital follows each of them.
const BETWEEN: [char; 3] = [' ', '-', '\''];
const LETTER_BITS: u32 = 5;
const LENGTH_BITS: u32 = 4;

/// How a name's bits lie, in words, for the protocol's hash.
pub(super) fn layout() -> String {
    format!(
        "plain bit: length number{LENGTH_BITS}, letters bits{LETTER_BITS} of a-z and {BETWEEN:?}; else text"
    )
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

pub(super) fn write_name(w: &mut BitWriter, name: &str) {
    let plain = letters(name);
    w.bit(plain.is_some());
    let Some(plain) = plain else { return w.text(name) };
    w.number(plain.len() as u64, LENGTH_BITS);
    plain.iter().for_each(|&letter| w.bits(u64::from(letter), LETTER_BITS));
}

pub(super) fn read_name(r: &mut BitReader, longest: usize) -> Result<String, Malformed> {
    if !r.bit()? {
        return r.text("name", longest);
    }
    let length = r.number(LENGTH_BITS)?;
    if length > longest as u64 {
        return Err(Malformed::OutOfRange { field: "name", value: length });
    }
    let mut begins = true;
    (0..length)
        .map(|_| {
            let number = r.bits(LETTER_BITS)? as u8;
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
    use super::*;

    #[test]
    fn every_name_comes_back_and_plain_ones_take_five_bits_a_letter() {
        for name in ["", "Ada", "Ada Brook", "O'Neil-Smith", "ada", "McKay", "Späte", "P 12", "  ", "X"] {
            let mut w = BitWriter::default();
            write_name(&mut w, name);
            let plain = matches!(name, "" | "Ada" | "Ada Brook" | "O'Neil-Smith" | "  " | "X");
            assert_eq!(w.len() <= 1 + 10 + name.len() * 5, plain, "{name}");
            assert_eq!(read_name(&mut BitReader::new(&w.finish()), 40).as_deref(), Ok(name));
        }
    }
}
