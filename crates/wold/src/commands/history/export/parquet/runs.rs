//! Small whole numbers by runs: the format's hybrid of run lengths and packed bits.
//!
//! Eight or more equal numbers in a row are written once with their count; the others are packed by eights, each in the same number of bits, the lowest
//! bit first. The last eight are filled up with zeros that readers know not to count.

/// Bits that tell so many entries apart.
pub(super) fn width(entries: usize) -> u32 {
    usize::BITS - entries.saturating_sub(1).leading_zeros()
}

/// The numbers, each of at most so many bits.
pub(super) fn written(numbers: &[u32], width: u32) -> Vec<u8> {
    let mut to = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let run = equal(&numbers[at..]);
        if run >= 8 {
            count(&mut to, (run as u64) << 1);
            to.extend(&numbers[at].to_le_bytes()[..width.div_ceil(8) as usize]);
            at += run;
            continue;
        }
        let start = at;
        while at < numbers.len() && equal(&numbers[at..]) < 8 {
            at = (at + 8).min(numbers.len());
        }
        let packed = &numbers[start..at];
        count(&mut to, (packed.len().div_ceil(8) as u64) << 1 | 1);
        pack(&mut to, packed, width);
    }
    to
}

/// How many numbers are like the first.
fn equal(numbers: &[u32]) -> usize {
    numbers.iter().take_while(|&&number| number == numbers[0]).count()
}

fn pack(to: &mut Vec<u8>, numbers: &[u32], width: u32) {
    for eight in numbers.chunks(8) {
        let (mut bits, mut held) = (0_u64, 0);
        for place in 0..8 {
            bits |= u64::from(eight.get(place).copied().unwrap_or(0)) << held;
            held += width;
            while held >= 8 {
                to.push(bits as u8);
                bits >>= 8;
                held -= 8;
            }
        }
    }
}

/// A number of any size, seven bits in a byte, the lowest first.
pub(super) fn count(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}
