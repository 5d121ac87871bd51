//! Draws nobody can foresee: hands of cards, loot, whatever a guest would gain from guessing.
//!
//! ChaCha with twenty rounds, keyed by 32 bytes that the host keeps to itself.

use crate::Source;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A cryptographic stream of draws.
#[derive(Clone, Debug)]
pub struct Secret(ChaCha20Rng);

impl Secret {
    /// The stream of a key; `domain` keeps the draws for different purposes apart.
    #[must_use]
    pub fn new(key: [u8; 32], domain: u64) -> Self {
        let mut rng = ChaCha20Rng::from_seed(key);
        rng.set_stream(domain);
        Self(rng)
    }
}

impl Source for Secret {
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_all_zero_key_gives_the_published_key_stream() {
        // RFC 7539, A.1, test vector 1: 76 b8 e0 ad a0 f1 3d 90 ...
        let mut secret = Secret::new([0; 32], 0);
        assert_eq!(secret.next_u64().to_le_bytes(), [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
        assert_ne!(Secret::new([0; 32], 1).next_u64(), Secret::new([0; 32], 0).next_u64());
    }
}
