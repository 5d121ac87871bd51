//! Bits in, bits out: the one writer and reader that every message uses.
//!
//! Bits fill each byte from its lowest bit up; numbers are written lowest bit first. A reader never panics and never
//! reads past its end: every method answers [`Malformed`] instead, and lists are bounded by what the remaining bits
//! could hold, so a lying count cannot make us allocate.

use wold_lore::vocabulary::{UnknownWord, Word};

/// Bytes that are no message of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The message ends before its contents do.
    #[error("message ends early at bit {0}")]
    EndsEarly(usize),
    /// A number is outside what its field allows.
    #[error("{field} cannot be {value}")]
    OutOfRange {
        /// The field's name.
        field: &'static str,
        /// What was found.
        value: u64,
    },
    /// A text is not UTF-8.
    #[error("{0} is not UTF-8")]
    NotText(&'static str),
    /// Bytes are left after the last field.
    #[error("{0} bytes are left over")]
    LeftOver(usize),
    /// A delta refers to a state the receiver does not hold.
    #[error("slot {0} refers to a baseline we do not hold")]
    UnknownBaseline(u16),
    /// A snapshot is coded against one the receiver does not hold.
    #[error("packet {0}, which this one is coded against, is not here")]
    UnknownAnchor(u16),
}

impl From<UnknownWord> for Malformed {
    fn from(unknown: UnknownWord) -> Self {
        Self::OutOfRange { field: unknown.what, value: u64::from(unknown.number) }
    }
}

/// What has its own form in bits.
pub(crate) trait Coded: Sized {
    fn write(&self, w: &mut BitWriter);
    fn read(r: &mut BitReader) -> Result<Self, Malformed>;
}

/// A word of a vocabulary, by its number in so many bits.
pub(crate) fn word<W: Word>(r: &mut BitReader, bits: u32) -> Result<W, Malformed> {
    Ok(W::numbered(r.bits(bits)? as u8)?)
}

/// Writes bits.
///
/// ```
/// use wold_wire::bits::{BitReader, BitWriter};
/// let mut w = BitWriter::default();
/// w.bit(true);
/// w.signed(-300, 3);
/// w.text("hi");
/// let bytes = w.finish();
/// let mut r = BitReader::new(&bytes);
/// assert_eq!(r.bit(), Ok(true));
/// assert_eq!(r.signed(3), Ok(-300));
/// assert_eq!(r.text("greeting", 10), Ok("hi".to_string()));
/// assert_eq!(r.end(), Ok(()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    pending_bits: u32,
}

impl BitWriter {
    /// A writer with room for so many bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    /// Bits written so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() * 8 + self.pending_bits as usize
    }

    /// Whether nothing has been written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One bit.
    pub fn bit(&mut self, value: bool) {
        self.bits(u64::from(value), 1);
    }

    /// The lowest `count` bits (at most 32 at once) of `value`.
    pub fn bits(&mut self, value: u64, count: u32) {
        debug_assert!(
            count <= 32 && (count == 64 || value >> count == 0),
            "{value} does not fit {count} bits"
        );
        self.pending |= value << self.pending_bits;
        self.pending_bits += count;
        if self.pending_bits >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.pending_bits -= 32;
        }
    }

    /// `count` bits (at most 32) of a signed number in two's complement.
    pub fn signed_bits(&mut self, value: i32, count: u32) {
        self.bits(u64::from(value as u32) & ((1 << count) - 1), count);
    }

    /// A whole byte.
    pub fn byte(&mut self, value: u8) {
        self.bits(u64::from(value), 8);
    }

    /// A number in groups of `width` bits, lowest group first, each followed by a bit that says whether more come.
    pub fn number(&mut self, mut value: u64, width: u32) {
        let mask = (1u64 << width) - 1;
        loop {
            self.bits(value & mask, width);
            value >>= width;
            self.bit(value != 0);
            if value == 0 {
                return;
            }
        }
    }

    /// A signed number: zigzag, then [`BitWriter::number`].
    pub fn signed(&mut self, value: i64, width: u32) {
        self.number(((value << 1) ^ (value >> 63)) as u64, width);
    }

    /// A Rice code with parameter `k`: the quotient in unary (capped at 24, then raw 32 bits), the remainder in `k` bits.
    pub fn rice(&mut self, value: u32, k: u32) {
        let quotient = value >> k;
        if quotient >= 24 {
            self.bits((1 << 24) - 1, 24);
            self.bits(u64::from(value), 32);
        } else {
            self.bits((1u64 << quotient) - 1, quotient + 1);
            self.bits(u64::from(value & ((1 << k) - 1)), k);
        }
    }

    /// A text: its length in bytes, then UTF-8.
    pub fn text(&mut self, text: &str) {
        self.blob(text.as_bytes());
    }

    /// Bytes: their count, then themselves.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64, 7);
        for &b in bytes {
            self.byte(b);
        }
    }

    /// A place to come back to with [`BitWriter::rewind`].
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { bytes: self.bytes.len(), pending: self.pending, pending_bits: self.pending_bits }
    }

    /// Forgets everything written since the mark was made.
    pub fn rewind(&mut self, mark: Mark) {
        self.bytes.truncate(mark.bytes);
        self.pending = mark.pending;
        self.pending_bits = mark.pending_bits;
    }

    /// The bytes, the last one padded with zero bits.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let rest = self.pending.to_le_bytes();
        self.bytes.extend_from_slice(&rest[..self.pending_bits.div_ceil(8) as usize]);
        self.bytes
    }
}

/// A place in a [`BitWriter`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    bytes: usize,
    pending: u64,
    pending_bits: u32,
}

/// Reads what [`BitWriter`] wrote.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Starts at the first bit.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bits not read yet, including padding.
    #[must_use]
    pub fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    /// One bit.
    pub fn bit(&mut self) -> Result<bool, Malformed> {
        Ok(self.bits(1)? != 0)
    }

    /// The next `count` bits, at most 32.
    pub fn bits(&mut self, count: u32) -> Result<u64, Malformed> {
        debug_assert!(count <= 32, "at most 32 bits at once");
        if self.left() < count as usize {
            return Err(Malformed::EndsEarly(self.at));
        }
        let first = self.at / 8;
        let window = match self.bytes.get(first..first + 8) {
            Some(eight) => u64::from_le_bytes(eight.try_into().expect("the slice has eight bytes")),
            None => self.bytes[first..].iter().rev().fold(0, |sum, &b| (sum << 8) | u64::from(b)),
        };
        let value = (window >> (self.at % 8)) & ((1u64 << count) - 1);
        self.at += count as usize;
        Ok(value)
    }

    /// `count` bits as a signed number.
    pub fn signed_bits(&mut self, count: u32) -> Result<i32, Malformed> {
        let raw = self.bits(count)? as u32;
        let shift = 32 - count;
        Ok(((raw << shift) as i32) >> shift)
    }

    /// A whole byte.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.bits(8)? as u8)
    }

    /// A number written by [`BitWriter::number`] with the same width.
    pub fn number(&mut self, width: u32) -> Result<u64, Malformed> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let group = self.bits(width)?;
            if shift >= 64 || (group << shift) >> shift != group {
                return Err(Malformed::OutOfRange { field: "number", value: u64::MAX });
            }
            value |= group << shift;
            shift += width;
            if !self.bit()? {
                return Ok(value);
            }
        }
    }

    /// A number that must lie below `limit`.
    pub fn number_below(&mut self, width: u32, field: &'static str, limit: u64) -> Result<u64, Malformed> {
        match self.number(width)? {
            value if value < limit => Ok(value),
            value => Err(Malformed::OutOfRange { field, value }),
        }
    }

    /// A count of items that take at least `least_bits` each: refused when the rest of the message could not hold them.
    pub fn count(&mut self, field: &'static str, least_bits: usize, limit: u64) -> Result<usize, Malformed> {
        let count = self.number_below(7, field, limit + 1)?;
        if count as usize * least_bits > self.left() {
            return Err(Malformed::OutOfRange { field, value: count });
        }
        Ok(count as usize)
    }

    /// A signed number written by [`BitWriter::signed`] with the same width.
    pub fn signed(&mut self, width: u32) -> Result<i64, Malformed> {
        let raw = self.number(width)?;
        Ok((raw >> 1) as i64 ^ -((raw & 1) as i64))
    }

    /// A Rice code with parameter `k`.
    pub fn rice(&mut self, k: u32) -> Result<u32, Malformed> {
        let mut quotient = 0;
        while self.bit()? {
            quotient += 1;
            if quotient == 24 {
                return Ok(self.bits(32)? as u32);
            }
        }
        Ok((quotient << k) | self.bits(k)? as u32)
    }

    /// A text of at most `most` bytes.
    pub fn text(&mut self, field: &'static str, most: usize) -> Result<String, Malformed> {
        String::from_utf8(self.blob(field, most)?).map_err(|_| Malformed::NotText(field))
    }

    /// At most `most` bytes.
    pub fn blob(&mut self, field: &'static str, most: usize) -> Result<Vec<u8>, Malformed> {
        let count = self.count(field, 8, most as u64)?;
        (0..count).map(|_| self.byte()).collect()
    }

    /// Checks that nothing is left but the zero bits that fill the last byte: no message has two forms.
    pub fn end(&mut self) -> Result<(), Malformed> {
        match (self.left() / 8, self.left() as u32 % 8) {
            (0, rest) => match self.bits(rest)? {
                0 => Ok(()),
                value => Err(Malformed::OutOfRange { field: "padding", value }),
            },
            (bytes, _) => Err(Malformed::LeftOver(bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back_as_they_went(values in prop::collection::vec((any::<u64>(), 1u32..16, any::<i64>(), any::<u32>(), 0u32..12), 0..40)) {
            let mut w = BitWriter::default();
            for &(n, width, s, r, k) in &values {
                w.number(n, width);
                w.signed(s, width);
                w.rice(r, k);
            }
            let bytes = w.finish();
            let mut r = BitReader::new(&bytes);
            for &(n, width, s, rice, k) in &values {
                prop_assert_eq!(r.number(width), Ok(n));
                prop_assert_eq!(r.signed(width), Ok(s));
                prop_assert_eq!(r.rice(k), Ok(rice));
            }
            prop_assert_eq!(r.end(), Ok(()));
        }

        #[test]
        fn signed_bits_keep_their_sign(value in -512i32..512) {
            let mut w = BitWriter::default();
            w.signed_bits(value, 10);
            prop_assert_eq!(BitReader::new(&w.finish()).signed_bits(10), Ok(value));
        }

        #[test]
        fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let mut r = BitReader::new(&bytes);
            while r.number(3).is_ok() && r.rice(2).is_ok() && r.text("x", 1000).is_ok() && r.signed_bits(32).is_ok() {}
        }
    }

    #[test]
    fn a_lying_count_is_refused_before_anything_is_allocated() {
        let mut w = BitWriter::default();
        w.number(1_000_000, 7);
        let bytes = w.finish();
        assert_eq!(
            BitReader::new(&bytes).blob("name", usize::MAX - 1),
            Err(Malformed::OutOfRange { field: "name", value: 1_000_000 })
        );
    }
}
