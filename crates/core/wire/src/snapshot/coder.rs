//! One description of a field serves both ends: it writes, and it reads.
//!
//! A function that codes something takes a [`Coder`] and the value: a [`Writing`] one writes it and gives it back, a [`Reading`] one ignores
//! it and gives what was read. So the ends cannot differ in what they code or by which model. Both note on a [`Tape`] what they coded by models, and which way it went;
//! the models themselves stay as they are until the packet is known to have arrived.

use super::models::Models;
use crate::bits::Malformed;
use crate::squeeze::range::{Decoder, Encoder};

/// The bits of a packet that were coded by models, in order: what there is to learn when it is known to have arrived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tape(Vec<u16>);

impl Tape {
    /// A tape with room for so many bits.
    pub fn with_capacity(bits: usize) -> Self {
        Self(Vec::with_capacity(bits))
    }

    fn push(&mut self, at: usize, bit: bool) {
        self.0.push((at as u16) << 1 | u16::from(bit));
    }

    /// Every model's place with its bit.
    pub fn bits(&self) -> impl Iterator<Item = (usize, bool)> {
        self.0.iter().map(|&note| (usize::from(note >> 1), note & 1 == 1))
    }
}

/// Codes bits by the models both ends have.
pub(super) trait Coder {
    /// A bit, by the model at that place.
    fn bit(&mut self, at: usize, bit: bool) -> bool;
    /// The lowest `count` bits of a number (at most 32), all as likely as not.
    fn even(&mut self, value: u32, count: u32) -> u32;
}

/// Writes by models that stay as they are.
pub(super) struct Writing<'a> {
    pub models: &'a Models,
    pub encoder: Encoder,
    pub tape: Tape,
}

impl Coder for Writing<'_> {
    fn bit(&mut self, at: usize, bit: bool) -> bool {
        self.encoder.toss(self.models.one(at), bit);
        self.tape.push(at, bit);
        bit
    }

    fn even(&mut self, value: u32, count: u32) -> u32 {
        self.encoder.even(value, count);
        value
    }
}

/// Reads by models that stay as they are.
pub(super) struct Reading<'a, 'b> {
    pub models: &'a Models,
    pub decoder: Decoder<'b>,
    pub tape: Tape,
}

impl Coder for Reading<'_, '_> {
    fn bit(&mut self, at: usize, _: bool) -> bool {
        let bit = self.decoder.toss(self.models.one(at));
        self.tape.push(at, bit);
        bit
    }

    fn even(&mut self, _: u32, count: u32) -> u32 {
        self.decoder.even(count)
    }
}

/// A bit that is as likely as not.
pub(super) fn coin(c: &mut impl Coder, bit: bool) -> bool {
    c.even(u32::from(bit), 1) == 1
}

/// A whole byte.
pub(super) fn byte(c: &mut impl Coder, value: u8) -> u8 {
    c.even(u32::from(value), 8) as u8
}

/// A number in two's complement of so many bits, at most 32.
pub(super) fn signed_even(c: &mut impl Coder, value: i32, count: u32) -> i32 {
    let mask = ((1u64 << count) - 1) as u32;
    let shift = 32 - count;
    ((c.even(value as u32 & mask, count) << shift) as i32) >> shift
}

/// A number in groups of `width` bits, the lowest first, each followed by a bit that says whether more come.
pub(super) fn number(c: &mut impl Coder, value: u64, width: u32) -> Result<u64, Malformed> {
    let (mut rest, mut told, mut shift) = (value, 0u64, 0);
    loop {
        let group = u64::from(c.even((rest & ((1 << width) - 1)) as u32, width));
        if shift >= 64 || (group << shift) >> shift != group {
            return Err(Malformed::OutOfRange { field: "number", value: u64::MAX });
        }
        told |= group << shift;
        rest >>= width;
        shift += width;
        if !coin(c, rest != 0) {
            return Ok(told);
        }
    }
}

/// A number in groups that must be below `limit`.
pub(super) fn number_below(
    c: &mut impl Coder,
    value: u64,
    width: u32,
    field: &'static str,
    limit: u64,
) -> Result<u64, Malformed> {
    match number(c, value, width)? {
        told if told < limit => Ok(told),
        value => Err(Malformed::OutOfRange { field, value }),
    }
}

/// Where the models of whole numbers of one kind stand: those of their length in bits, one for each step up to `steps`, then three for the two bits below the
/// leading one of numbers of up to [`SHORT`] bits. Longer numbers go on without models.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    pub at: usize,
    pub steps: u32,
}

/// Longest numbers whose upper bits have models.
const SHORT: u32 = 6;

impl Lengths {
    /// How many models numbers take.
    pub const fn models(steps: u32) -> usize {
        steps as usize + 3 * (SHORT as usize - 1)
    }

    /// Codes a number. A length that no number of 32 bits has is read as 32.
    pub fn code(self, c: &mut impl Coder, number: u32) -> u32 {
        let told = u32::BITS - number.leading_zeros();
        let mut length = 0;
        while length < self.steps && c.bit(self.at + length as usize, told > length) {
            length += 1;
        }
        if length == self.steps {
            length = (length + c.even(told.wrapping_sub(length) & 31, 5)).min(u32::BITS);
        }
        if length < 2 {
            return length;
        }
        let (mut left, mut node) = (length - 1, 1);
        if length <= SHORT {
            let uppers = self.at + (self.steps + 3 * (length - 2)) as usize;
            while left > 0 && node < 4 {
                left -= 1;
                node = node << 1 | usize::from(c.bit(uppers + node - 1, number >> left & 1 == 1));
            }
        }
        let rest = c.even((u64::from(number) & ((1 << left) - 1)) as u32, left);
        (node as u32) << left | rest
    }
}

/// How many models a tree of so many bits takes.
pub(super) const fn tree_models(bits: u32) -> usize {
    (1 << bits) - 1
}

/// A number of so many bits by a tree of models: one for each beginning.
pub(super) fn tree(c: &mut impl Coder, at: usize, value: u32, bits: u32) -> u32 {
    let mut node = 1;
    for i in (0..bits).rev() {
        node = node << 1 | usize::from(c.bit(at + node - 1, value >> i & 1 == 1));
    }
    (node - (1 << bits)) as u32
}
