//! The transposition table: what was found in positions reached before, by whatever way.
//!
//! A position goes to the slot its hash names, and an older or shallower one gives way. The table begins small and grows with what
//! is put into it up to its limit, so that a short search does not pay for a long one's memory. Keys may
//! be canonical hashes, so that mirrored positions share an entry; then the raw hash tells whether the remembered move is
//! meant for this very position.

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// A remembered position.
#[derive(Clone, Debug)]
pub struct Entry<M> {
    key: u64,
    raw: u64,
    run: u32,
    /// Value for the side to move, wins counted from this position.
    pub value: i32,
    /// Plies searched below it.
    pub depth: u32,
    /// What the value says.
    pub bound: Bound,
    /// Every line below ended with the game, none with an evaluation.
    pub whole: bool,
    best: Option<M>,
}

/// The table.
pub struct Table<M> {
    slots: Vec<Option<Entry<M>>>,
    filled: usize,
    most: usize,
    run: u32,
}

/// Slots of a new table.
const FIRST_SLOTS: usize = 64;

impl<M: Clone> Table<M> {
    /// A table of up to 2^bits slots, at most 2^26.
    #[must_use]
    pub fn new(bits: u32) -> Self {
        let most = 1 << bits.min(26);
        let mut slots = Vec::new();
        slots.resize_with(FIRST_SLOTS.min(most), || None);
        Self { slots, filled: 0, most, run: 0 }
    }

    /// Four times as many slots, entries moved to theirs.
    fn grow(&mut self) {
        let mut wider = Vec::new();
        wider.resize_with((self.slots.len() * 4).min(self.most), || None);
        let old = std::mem::replace(&mut self.slots, wider);
        for entry in old.into_iter().flatten() {
            let slot = self.slot(entry.key);
            self.slots[slot] = Some(entry);
        }
    }

    /// Begins another run: what is older gives way to anything.
    pub fn next_run(&mut self) {
        self.run += 1;
    }

    fn slot(&self, key: u64) -> usize {
        (key as usize) & (self.slots.len() - 1)
    }

    /// What is known of a position.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.slots[self.slot(key)].as_ref().filter(|entry| entry.key == key)
    }

    /// The remembered move, if it was remembered for this very position.
    #[must_use]
    pub fn best(&self, key: u64, raw: u64) -> Option<&M> {
        self.get(key).filter(|entry| entry.raw == raw).and_then(|entry| entry.best.as_ref())
    }

    /// Remembers.
    #[expect(clippy::too_many_arguments, reason = "an entry has so many parts and is made in one place")]
    pub fn put(
        &mut self,
        key: u64,
        raw: u64,
        depth: u32,
        value: i32,
        bound: Bound,
        whole: bool,
        best: Option<M>,
    ) {
        if self.filled * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let slot = self.slot(key);
        self.filled += usize::from(self.slots[slot].is_none());
        let gives_way = self.slots[slot]
            .as_ref()
            .is_none_or(|old| old.run != self.run || old.depth <= depth || old.key == key);
        if gives_way {
            self.slots[slot] = Some(Entry { key, raw, run: self.run, value, depth, bound, whole, best });
        }
    }
}
