//! A bounded memory of things that cost much to make.
//!
//! Results never depend on what is remembered: the maker must be a pure function of the key. Makers run outside the
//! lock, so two threads may make the same thing at once; both get equal ones.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use wold_chance::mix;

/// A map from lattice points, which come from the world itself: no guest can choose them to collide.
pub(crate) type Lattice<K, V> = HashMap<K, V, BuildHasherDefault<LatticeHasher>>;

/// A quick hash for the whole numbers of a lattice point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LatticeHasher(u64);

impl Hasher for LatticeHasher {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut whole = [0; 8];
            whole[..word.len()].copy_from_slice(word);
            self.0 = (self.0.rotate_left(25) ^ u64::from_le_bytes(whole)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
}

/// Remembers the latest `capacity` things.
#[derive(Debug)]
pub(crate) struct Memo<K, V> {
    capacity: usize,
    held: Mutex<Held<K, V>>,
}

#[derive(Debug)]
struct Held<K, V> {
    by_key: Lattice<K, Arc<V>>,
    oldest_first: VecDeque<K>,
}

impl<K: Hash + Eq + Copy, V> Memo<K, V> {
    pub fn new(capacity: usize) -> Self {
        let held = Held { by_key: HashMap::default(), oldest_first: VecDeque::new() };
        Self { capacity, held: Mutex::new(held) }
    }

    /// The thing of this key, made now if it is not remembered.
    pub fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        if let Some(found) = self.lock().by_key.get(&key) {
            return Arc::clone(found);
        }
        let made = Arc::new(make());
        let mut held = self.lock();
        if held.by_key.insert(key, Arc::clone(&made)).is_none() {
            held.oldest_first.push_back(key);
            if held.oldest_first.len() > self.capacity
                && let Some(oldest) = held.oldest_first.pop_front()
            {
                held.by_key.remove(&oldest);
            }
        }
        made
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Held<K, V>> {
        // A maker never runs under the lock, so a poisoned one still holds whole entries.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_makes_once_and_forgets_the_oldest() {
        let memo = Memo::new(2);
        assert_eq!(*memo.get(1, || "one"), "one");
        assert_eq!(*memo.get(1, || "again"), "one");
        memo.get(2, || "two");
        memo.get(3, || "three");
        assert_eq!(*memo.get(1, || "anew"), "anew");
        assert_eq!(*memo.get(3, || "lost"), "three");
    }
}
