//! Mixed radix: several small numbers as the digits of one.
//!
//! A number below `n` written alone wastes what is left up to the next power of two. Written as digits of one number whose places are worth `1, n₀, n₀·n₁, …` they
//! share the waste: three numbers of 21 values are 9261 < 2¹⁴, that is 14 bits instead of 15 (or 96 as floats). Groups whose product passes 2³² are
//! written as several.

use crate::bits::{BitReader, BitWriter, Malformed};

/// Numbers that are written together: a run of bases whose product stays within 32 bits.
fn group(bases: &[u32]) -> (usize, u64) {
    let mut product = 1u64;
    for (count, base) in bases.iter().enumerate() {
        let wider = product * u64::from(*base);
        if wider > 1 << 32 {
            return (count, product);
        }
        product = wider;
    }
    (bases.len(), product)
}

/// Bits that hold every number below `product`.
fn width(product: u64) -> u32 {
    u64::BITS - (product - 1).leading_zeros()
}

/// Bits that digits of these bases take. Bases are above 0.
///
/// ```
/// use wold_wire::squeeze::radix;
/// assert_eq!(radix::bits(&[21, 21, 21]), 14);
/// ```
#[must_use]
pub fn bits(bases: &[u32]) -> u32 {
    let (mut rest, mut sum) = (bases, 0);
    while !rest.is_empty() {
        let (count, product) = group(rest);
        sum += width(product);
        rest = &rest[count..];
    }
    sum
}

/// Writes digits, each below its base.
pub fn write(w: &mut BitWriter, digits: &[u32], bases: &[u32]) {
    debug_assert!(digits.len() == bases.len() && digits.iter().zip(bases).all(|(digit, base)| digit < base));
    let (mut digits, mut bases) = (digits, bases);
    while !bases.is_empty() {
        let (count, product) = group(bases);
        let number = digits[..count]
            .iter()
            .zip(&bases[..count])
            .rev()
            .fold(0u64, |sum, (digit, base)| sum * u64::from(*base) + u64::from(*digit));
        w.bits(number, width(product));
        (digits, bases) = (&digits[count..], &bases[count..]);
    }
}

/// Reads digits that [`write()`] wrote with the same bases.
pub fn read(r: &mut BitReader, bases: &[u32]) -> Result<Vec<u32>, Malformed> {
    let mut digits = Vec::with_capacity(bases.len());
    let mut rest = bases;
    while !rest.is_empty() {
        let (count, product) = group(rest);
        let mut number = r.bits(width(product))?;
        if number >= product {
            return Err(Malformed::OutOfRange { field: "digits", value: number });
        }
        for base in &rest[..count] {
            digits.push((number % u64::from(*base)) as u32);
            number /= u64::from(*base);
        }
        rest = &rest[count..];
    }
    Ok(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_step_in_three_directions_takes_fourteen_bits() {
        let bases = [21; 3];
        assert_eq!(bits(&bases), 14);
        assert!((96.0f64 / 14.0 - 6.857).abs() < 1e-3, "against three floats");
        let mut w = BitWriter::default();
        write(&mut w, &[20, 0, 20], &bases);
        assert_eq!(w.len(), 14);
        assert_eq!(read(&mut BitReader::new(&w.finish()), &bases), Ok(vec![20, 0, 20]));
    }

    #[test]
    fn numbers_that_no_digits_make_are_refused() {
        let mut w = BitWriter::default();
        w.bits(9261, 14);
        let wrong = Malformed::OutOfRange { field: "digits", value: 9261 };
        assert_eq!(read(&mut BitReader::new(&w.finish()), &[21; 3]), Err(wrong));
    }

    proptest! {
        #[test]
        fn digits_come_back_and_take_no_more_bits_than_alone(pairs in prop::collection::vec((1u32..=u32::MAX, any::<u32>()), 0..20)) {
            let bases: Vec<u32> = pairs.iter().map(|(base, _)| *base).collect();
            let digits: Vec<u32> = pairs.iter().map(|(base, raw)| raw % base).collect();
            let mut w = BitWriter::default();
            write(&mut w, &digits, &bases);
            prop_assert_eq!(w.len() as u32, bits(&bases));
            prop_assert!(bits(&bases) <= bases.iter().map(|base| width(u64::from(*base))).sum());
            prop_assert_eq!(read(&mut BitReader::new(&w.finish()), &bases), Ok(digits));
        }
    }
}
