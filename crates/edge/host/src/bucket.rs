//! One token bucket per key, in bounded memory: when it is full, keys it does not know share one spare bucket, so a
//! crowd of strangers slows down strangers only.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

pub use wold_space::bucket::{Rate, TokenBucket};

/// One bucket per key, never more than `capacity` of them.
#[derive(Debug)]
pub struct BucketMap<K> {
    rate: Rate,
    capacity: usize,
    buckets: HashMap<K, TokenBucket>,
    strangers: TokenBucket,
}

impl<K: Eq + Hash> BucketMap<K> {
    /// An empty map whose buckets all have the same rate.
    #[must_use]
    pub fn new(rate: Rate, capacity: usize) -> Self {
        Self { rate, capacity, buckets: HashMap::new(), strangers: TokenBucket::full(rate, Duration::ZERO) }
    }

    /// Takes one token from the bucket of `key`.
    pub fn take(&mut self, key: K, now: Duration) -> bool {
        let rate = self.rate;
        if !self.buckets.contains_key(&key) && self.buckets.len() >= self.capacity {
            // A full bucket is as good as none, so forgetting it changes no answer.
            self.buckets.retain(|_, bucket| !bucket.is_full(rate, now));
            if self.buckets.len() >= self.capacity {
                return self.strangers.take(rate, now);
            }
        }
        self.buckets.entry(key).or_insert_with(|| TokenBucket::full(rate, now)).take(rate, now)
    }

    /// Whether the bucket of `key` holds a token; takes none.
    #[must_use]
    pub fn has(&mut self, key: &K, now: Duration) -> bool {
        let rate = self.rate;
        let full_house = self.buckets.len() >= self.capacity;
        let bucket = match self.buckets.get_mut(key) {
            Some(bucket) => bucket,
            None if full_house => &mut self.strangers,
            None => return rate.burst >= 1.0,
        };
        bucket.has(rate, now)
    }

    /// Keys remembered now.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// Whether no key is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { per_second: 1.0, burst: 3.0 };

    #[test]
    fn a_crowd_of_strangers_never_grows_the_map_and_slows_only_strangers() {
        let mut map = BucketMap::new(RATE, 8);
        let now = Duration::from_secs(1);
        for known in 0..8u32 {
            assert!(map.take(known, now));
        }
        let granted = (100..10_100).filter(|&stranger| map.take(stranger, now)).count();
        assert_eq!((granted, map.len()), (3, 8), "strangers share one bucket of three tokens");
        assert!(map.take(3, now), "a known key keeps its own bucket");
    }

    #[test]
    fn rested_keys_make_room() {
        let mut map = BucketMap::new(RATE, 2);
        assert!(map.take(1, Duration::ZERO) && map.take(2, Duration::ZERO));
        assert!(map.take(3, Duration::from_secs(9)));
        assert_eq!(map.len(), 1, "the two rested keys were forgotten");
    }
}
