//! The one integer a world grows from, and how smaller seeds branch off it.

use serde::{Deserialize, Serialize};

/// The increment of SplitMix64: 2^64 divided by the golden ratio, made odd.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finalizer of SplitMix64 (Stafford's variant 13): a bijection of 64 bits in which every input bit flips every
/// output bit with probability close to one half.
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The one integer everything grows from.
///
/// ```
/// use wold_chance::Seed;
/// let world = Seed(42);
/// assert_eq!(world.child("trees", &[3, 4]), world.child("trees", &[3, 4]));
/// assert_ne!(world.child("trees", &[3, 4]), world.child("trees", &[4, 3]));
/// assert_ne!(world.child("trees", &[]), world.child("stones", &[]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// A seed of its own for one purpose and place. Children never continue their parent's sequence: they are hashes
    /// of the whole name, not draws.
    #[must_use]
    pub fn child(self, domain: &str, key: &[u64]) -> Self {
        Self(name_lane(self, domain, key, 0x5eed))
    }
}

impl std::fmt::Display for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Hashes (seed, domain, key) into 64 bits; `lane` chooses one of many independent hashes. The length of each part
/// is absorbed before it, so no two names run together.
pub(crate) fn name_lane(seed: Seed, domain: &str, key: &[u64], lane: u64) -> u64 {
    let absorb = |state: u64, word: u64| mix((state ^ word).wrapping_add(GOLDEN));
    let mut state = absorb(mix(lane), seed.0);
    state = absorb(state, domain.len() as u64);
    for word in domain.as_bytes().chunks(8) {
        let mut bytes = [0; 8];
        bytes[..word.len()].copy_from_slice(word);
        state = absorb(state, u64::from_le_bytes(bytes));
    }
    state = absorb(state, key.len() as u64);
    key.iter().fold(state, |state, &word| absorb(state, word))
}
