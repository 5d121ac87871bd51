//! The last complete version of something that takes long to make.

use std::sync::{Arc, PoisonError, RwLock};

/// Readers always get a whole version; a maker puts the next one in its place when it is done.
///
/// ```
/// use wold_ways::regions::Published;
/// let shelf = Published::new(1, "old");
/// let reader = shelf.read();
/// assert!(shelf.publish(2, "new"));
/// assert!(!shelf.publish(2, "late"), "what is not newer is dropped");
/// assert_eq!((*reader.1, *shelf.read().1), ("old", "new"));
/// ```
#[derive(Debug)]
pub struct Published<T> {
    current: RwLock<(u64, Arc<T>)>,
}

impl<T> Published<T> {
    /// Begins with a first version.
    pub fn new(version: u64, first: T) -> Self {
        Self { current: RwLock::new((version, Arc::new(first))) }
    }

    /// The current version; it stays whole for whoever holds it.
    pub fn read(&self) -> (u64, Arc<T>) {
        // A writer cannot panic between the two halves of the pair, so a poisoned lock still holds a whole one.
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts a newer version in place; false if the present one is as new.
    pub fn publish(&self, version: u64, next: T) -> bool {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let newer = version > current.0;
        if newer {
            *current = (version, Arc::new(next));
        }
        newer
    }
}
