//! A coder that writes what is likely in less than a bit.
//!
//! An interval of 32 bits is narrowed by every bit that is coded, in proportion to how likely that bit was; what is written are the leading bytes on which both its
//! ends agree. A [`BitModel`] holds how likely a one is, in 1/65536, and goes a share of the way to what came: fast at first, slower with experience. A
//! [`NumberModel`] codes whole numbers as their length in bits, one model for each step of that, and then their bits, the upper two with models
//! and the rest evenly. Sender and receiver must have coded the same sequence with the same models.
//!
//! Reading never fails: bytes that nobody wrote give numbers that nobody wrote, after the end come zeros. Who reads checks what it reads and how much of
//! it there may be; [`Decoder::is_exhausted`] says when what was read is more than was written.

/// Certainty, for a model.
const ONE: u32 = 1 << 16;
/// No model is surer than this: a sure one could never code the other bit.
const LEAST: u32 = 48;
/// As likely as not.
const EVEN: u16 = (ONE / 2) as u16;

/// Bytes a reader is ahead of what the writer had to write.
const LOOK_AHEAD: usize = 4;

/// How likely a bit is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitModel {
    one: u16,
    seen: u8,
}

impl Default for BitModel {
    fn default() -> Self {
        Self { one: EVEN, seen: 0 }
    }
}

impl BitModel {
    /// The slowest a model learns: by a 32nd of what it was wrong.
    const SLOWEST: u8 = 5;

    fn learn(&mut self, bit: bool) {
        let rate = (self.seen / 2 + 1).min(Self::SLOWEST);
        self.seen = self.seen.saturating_add(1);
        let one = u32::from(self.one);
        let next = if bit { one + ((ONE - one) >> rate) } else { one - (one >> rate) };
        self.one = next.clamp(LEAST, ONE - LEAST) as u16;
    }
}

/// The last place of the part of an interval that belongs to a one, which is as likely as `one` in 65536.
fn split(low: u32, high: u32, one: u16) -> u32 {
    low + ((u64::from(high - low) * u64::from(one)) >> 16) as u32
}

/// Writes.
///
/// ```
/// use wold_wire::squeeze::range::{BitModel, Decoder, Encoder};
/// let rare: Vec<bool> = (0..1000).map(|i| i % 50 == 0).collect();
/// let (mut encoder, mut model) = (Encoder::default(), BitModel::default());
/// rare.iter().for_each(|bit| encoder.bit(&mut model, *bit));
/// let bytes = encoder.finish();
/// assert!(bytes.len() < 30, "a thousand bits, {} bytes", bytes.len());
/// let (mut decoder, mut model) = (Decoder::new(&bytes), BitModel::default());
/// assert!(rare.iter().all(|bit| decoder.bit(&mut model) == *bit));
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self { low: 0, high: u32::MAX, bytes: Vec::new() }
    }
}

impl Encoder {
    /// An encoder with room for so many bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    /// Bytes written so far; [`Encoder::finish`] adds at most four.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing has been written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Codes a bit and lets its model learn.
    pub fn bit(&mut self, model: &mut BitModel, bit: bool) {
        self.toss(model.one, bit);
        model.learn(bit);
    }

    /// Codes a bit that is a one as often as `one` (above 0) in 65536 times.
    pub fn toss(&mut self, one: u16, bit: bool) {
        let split = split(self.low, self.high, one);
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = (self.high << 8) | 0xff;
        }
    }

    /// Codes `count` bits that are as likely as not, the highest first.
    pub fn even(&mut self, value: u32, count: u32) {
        for i in (0..count).rev() {
            self.toss(EVEN, value >> i & 1 == 1);
        }
    }

    /// The bytes. As few of the last interval's are written as tell it from its neighbours, since a reader goes on with zeros.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let (bytes, kept) = tail(self.low, self.high);
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.bytes
    }
}

/// The bytes that end a message, and how many of them are written: the fewest that lie in the interval with zeros behind them.
fn tail(low: u32, high: u32) -> ([u8; 4], usize) {
    for kept in 0..4 {
        // The smallest number from `low` on that ends in zeros after so many bytes.
        let rest = u32::MAX.checked_shr(8 * kept as u32).unwrap_or(0);
        if let Some(sum) = low.checked_add(rest)
            && sum & !rest <= high
        {
            return ((sum & !rest).to_be_bytes(), kept);
        }
    }
    (low.to_be_bytes(), 4)
}

/// Reads what [`Encoder`] wrote.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    low: u32,
    high: u32,
    code: u32,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Decoder<'a> {
    /// Begins.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { low: 0, high: u32::MAX, code: 0, bytes, at: 0 };
        (0..LOOK_AHEAD).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        self.code = (self.code << 8) | u32::from(self.bytes.get(self.at).copied().unwrap_or(0));
        self.at += 1;
    }

    /// Whether more zeros were read after the end than an encoder leaves out, so that what was read was never written.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.at > self.bytes.len() + LOOK_AHEAD
    }

    /// Whether the bytes are exactly those an encoder would have written for what was read: nothing is left over, and nothing has two forms.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        let (bytes, kept) = tail(self.low, self.high);
        let begin = self.at - LOOK_AHEAD;
        self.bytes.get(begin..) == Some(&bytes[..kept])
    }

    /// Reads a bit and lets its model learn.
    pub fn bit(&mut self, model: &mut BitModel) -> bool {
        let bit = self.toss(model.one);
        model.learn(bit);
        bit
    }

    /// Reads a bit that is a one as often as `one` in 65536 times.
    pub fn toss(&mut self, one: u16) -> bool {
        let split = split(self.low, self.high, one);
        let bit = self.code <= split;
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = (self.high << 8) | 0xff;
            self.shift();
        }
        bit
    }

    /// Reads `count` bits that are as likely as not.
    pub fn even(&mut self, count: u32) -> u32 {
        (0..count).fold(0, |value, _| value << 1 | u32::from(self.toss(EVEN)))
    }
}

/// How large whole numbers of one kind usually are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberModel {
    lengths: [BitModel; 33],
    /// The two bits below the leading one, by length.
    upper: [[BitModel; 3]; 33],
}

impl Default for NumberModel {
    fn default() -> Self {
        Self { lengths: [BitModel::default(); 33], upper: [[BitModel::default(); 3]; 33] }
    }
}

impl NumberModel {
    /// Codes a number.
    pub fn write(&mut self, encoder: &mut Encoder, number: u32) {
        let length = (u32::BITS - number.leading_zeros()) as usize;
        // In unary: one model for each question "longer than this?".
        for (at, model) in self.lengths[..32].iter_mut().enumerate().take(length + 1) {
            encoder.bit(model, length > at);
        }
        let (mut left, mut node) = (length.saturating_sub(1) as u32, 0);
        while left > 0 && node < 3 {
            left -= 1;
            let bit = number >> left & 1 == 1;
            encoder.bit(&mut self.upper[length][node], bit);
            node = node * 2 + 1 + usize::from(bit);
        }
        encoder.even(number & ((1u64 << left) - 1) as u32, left);
    }

    /// Reads a number.
    pub fn read(&mut self, decoder: &mut Decoder) -> u32 {
        let mut length = 0;
        while length < 32 && decoder.bit(&mut self.lengths[length]) {
            length += 1;
        }
        if length == 0 {
            return 0;
        }
        let (mut number, mut left, mut node) = (1u32, length as u32 - 1, 0);
        while left > 0 && node < 3 {
            left -= 1;
            let bit = decoder.bit(&mut self.upper[length][node]);
            number = number << 1 | u32::from(bit);
            node = node * 2 + 1 + usize::from(bit);
        }
        let rest = decoder.even(left);
        ((u64::from(number) << left) as u32) | rest
    }

    /// Codes a signed number: small ones of either sign are small.
    pub fn write_signed(&mut self, encoder: &mut Encoder, number: i32) {
        self.write(encoder, ((number << 1) ^ (number >> 31)) as u32);
    }

    /// Reads a signed number.
    pub fn read_signed(&mut self, decoder: &mut Decoder) -> i32 {
        let raw = self.read(decoder);
        (raw >> 1) as i32 ^ -((raw & 1) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wold_chance::{Seed, Stream};

    #[test]
    fn steps_of_a_walker_take_less_than_their_packed_bits() {
        // Errors of predicted places in hundredths of a metre: mostly none, sometimes a few, rarely a turn.
        let mut stream = Stream::named(Seed(3), "steps", &[]);
        let steps: Vec<i32> = (0..4000)
            .map(|_| match stream.below(20) {
                0 => stream.below(400) as i32 - 200,
                1..6 => stream.below(9) as i32 - 4,
                _ => 0,
            })
            .collect();
        let (mut encoder, mut model) = (Encoder::default(), NumberModel::default());
        steps.iter().for_each(|step| model.write_signed(&mut encoder, *step));
        let bytes = encoder.finish();
        let packed = steps.len() * 9 / 8;
        assert!(bytes.len() * 3 < packed, "{} bytes against {packed}", bytes.len());
        let (mut decoder, mut model) = (Decoder::new(&bytes), NumberModel::default());
        assert!(steps.iter().all(|step| model.read_signed(&mut decoder) == *step));
    }

    #[test]
    fn nothing_at_all_takes_no_byte() {
        assert_eq!(Encoder::default().finish(), Vec::<u8>::new());
    }

    proptest! {
        #[test]
        fn numbers_come_back_as_they_went(numbers in prop::collection::vec(prop_oneof![0u32..20, any::<u32>()], 0..200)) {
            let (mut encoder, mut model) = (Encoder::default(), NumberModel::default());
            numbers.iter().for_each(|number| model.write(&mut encoder, *number));
            let bytes = encoder.finish();
            let (mut decoder, mut model) = (Decoder::new(&bytes), NumberModel::default());
            for number in &numbers {
                prop_assert_eq!(model.read(&mut decoder), *number);
            }
            prop_assert!(!decoder.is_exhausted());
        }

        #[test]
        fn signs_and_even_bits_come_back(numbers in prop::collection::vec((any::<i32>(), any::<u32>(), 0u32..33), 0..60)) {
            let (mut encoder, mut model) = (Encoder::default(), NumberModel::default());
            let cut = |value: u32, count: u32| (u64::from(value) & ((1 << count) - 1)) as u32;
            for &(number, raw, count) in &numbers {
                model.write_signed(&mut encoder, number);
                encoder.even(cut(raw, count), count);
            }
            let bytes = encoder.finish();
            let (mut decoder, mut model) = (Decoder::new(&bytes), NumberModel::default());
            for &(number, raw, count) in &numbers {
                prop_assert_eq!(model.read_signed(&mut decoder), number);
                prop_assert_eq!(decoder.even(count), cut(raw, count));
            }
        }

        #[test]
        fn bytes_nobody_wrote_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let (mut decoder, mut model) = (Decoder::new(&bytes), NumberModel::default());
            for _ in 0..500 {
                model.read_signed(&mut decoder);
            }
        }
    }
}
