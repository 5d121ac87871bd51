//! The last few of things that keep coming, and which of them are new to a reader.

use std::collections::VecDeque;
use std::ops::Deref;

/// How many are kept.
const MOST: usize = 64;

/// The last things that came, oldest first.
///
/// A reader keeps the [`mark`](Self::mark) of its last look; [`after`](Self::after) that mark is what is new to it, each thing once.
///
/// ```
/// use wold_guest::recent::Recent;
/// let mut lines = Recent::default();
/// lines.push("first");
/// let mark = lines.mark();
/// lines.push("second");
/// assert_eq!(lines.after(mark).collect::<Vec<_>>(), [&"second"]);
/// assert_eq!(lines.after(lines.mark()).count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Recent<T> {
    kept: VecDeque<T>,
    came: u64,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { kept: VecDeque::new(), came: 0 }
    }
}

impl<T> Recent<T> {
    /// Something comes; the oldest may go.
    pub fn push(&mut self, what: T) {
        if self.kept.len() >= MOST {
            self.kept.pop_front();
        }
        self.kept.push_back(what);
        self.came += 1;
    }

    /// How many have come in all.
    #[must_use]
    pub fn mark(&self) -> u64 {
        self.came
    }

    /// Those that came after a mark and are still kept.
    pub fn after(&self, mark: u64) -> impl Iterator<Item = &T> {
        let new = self.came.saturating_sub(mark).min(self.kept.len() as u64);
        self.kept.iter().skip(self.kept.len() - new as usize)
    }
}

impl<T> Deref for Recent<T> {
    type Target = VecDeque<T>;

    fn deref(&self) -> &VecDeque<T> {
        &self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_reader_gets_what_is_still_kept_and_nothing_twice() {
        let mut numbers = Recent::default();
        let mark = numbers.mark();
        (0..1000).for_each(|n| numbers.push(n));
        assert_eq!(numbers.len(), MOST);
        assert_eq!(
            numbers.after(mark).copied().collect::<Vec<_>>(),
            (1000 - MOST as i32..1000).collect::<Vec<_>>()
        );
        assert_eq!(numbers.after(numbers.mark()).count(), 0);
        assert_eq!(numbers.after(u64::MAX).count(), 0);
    }
}
