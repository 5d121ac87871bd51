//! The head that every file of a store begins with, checked in one place.
//!
//! `magic (8) | format (1) | 0 (3) | version (4) | seed (8) | created (8) | more fields of the file's kind | crc32 (4)`, numbers little endian; the CRC-32 is
//! over everything before it. A file of an older format is read by the decoder of that format, which stands beside the newest one: whoever
//! adds a format keeps the old arm.

use super::WorldMeta;
use super::record::Fields;

/// Bytes of what all heads share, with the checksum.
pub(super) const COMMON: usize = 8 + 4 + 4 + 8 + 8 + CRC;
const CRC: usize = 4;

/// Begins a head: the file's kind, its format and its world.
pub(super) fn begin(magic: [u8; 8], format: u8, meta: &WorldMeta) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend([format, 0, 0, 0]);
    bytes.extend(meta.version.to_le_bytes());
    bytes.extend(meta.seed.to_le_bytes());
    bytes.extend(meta.created.to_le_bytes());
    bytes
}

/// Ends a head with its checksum.
pub(super) fn finish(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads what all heads share from a head of `length` bytes at the start of a file: its format, its world, and the fields that are left.
pub(super) fn read(
    bytes: &[u8],
    magic: [u8; 8],
    length: usize,
) -> Result<(u8, WorldMeta, Fields<'_>), &'static str> {
    let bytes = bytes.get(..length).ok_or("its head is cut short")?;
    let (head, crc) = bytes.split_last_chunk::<CRC>().ok_or("its head is cut short")?;
    if u32::from_le_bytes(*crc) != crc32fast::hash(head) {
        return Err("its head's checksum differs");
    }
    let mut fields = Fields(head);
    if fields.take::<8>()? != magic {
        return Err(UNKNOWN);
    }
    let [format, ..] = fields.take::<4>()?;
    let version = u32::from_le_bytes(fields.take()?);
    let seed = u64::from_le_bytes(fields.take()?);
    let created = u64::from_le_bytes(fields.take()?);
    Ok((format, WorldMeta { seed, version, created }, fields))
}

/// What is said of a format that nobody here can read.
pub(super) const UNKNOWN: &str = "its head is of an unknown form";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAGIC: [u8; 8] = *b"woldtest";

    proptest! {
        #[test]
        fn a_head_is_read_back_and_any_flipped_bit_or_cut_is_found(
            seed in any::<u64>(), version in any::<u32>(), created in any::<u64>(), more in any::<[u8; 5]>(),
            place in any::<prop::sample::Index>(), bit in 0u8..8,
        ) {
            let meta = WorldMeta { seed, version, created };
            let mut bytes = begin(MAGIC, 3, &meta);
            bytes.extend(more);
            let bytes = finish(bytes);
            let length = COMMON + more.len();
            prop_assert_eq!(bytes.len(), length);
            let (format, read_meta, mut rest) = read(&bytes, MAGIC, length).expect("whole");
            prop_assert_eq!((format, read_meta, rest.take::<5>()), (3, meta, Ok(more)));
            let place = place.index(length);
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            prop_assert!(read(&flipped, MAGIC, length).is_err());
            prop_assert!(read(&bytes[..place], MAGIC, length).is_err());
        }
    }
}
