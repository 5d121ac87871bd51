//! Sequence numbers that wrap, and acknowledgements of them.

use serde::{Deserialize, Serialize};

/// A packet's number, wrapping after 65,535. It has no `Ord`: order exists only between numbers close together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seq(pub u16);

impl Seq {
    /// The number after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }

    /// Steps from `earlier` to this one; negative when `earlier` is in truth later.
    #[must_use]
    pub fn since(self, earlier: Self) -> i16 {
        self.0.wrapping_sub(earlier.0) as i16
    }

    /// Whether this one was sent after `other`.
    #[must_use]
    pub fn is_after(self, other: Self) -> bool {
        self.since(other) > 0
    }
}

/// What a receiver says it has got: the newest packet and which of the 32 before it.
///
/// ```
/// use wold_wire::seq::{Acks, Seq};
/// let mut acks = Acks::default();
/// for n in [1, 2, 4] {
///     acks.got(Seq(n));
/// }
/// assert_eq!(acks.newest, Some(Seq(4)));
/// assert!(acks.has(Seq(2)) && !acks.has(Seq(3)) && acks.has(Seq(4)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acks {
    /// The newest packet got.
    pub newest: Option<Seq>,
    /// Bit `i` is set if packet `newest - 1 - i` was got too.
    pub before: u32,
}

impl Acks {
    /// Notes a packet newer than all before it; older ones change nothing.
    pub fn got(&mut self, seq: Seq) {
        let Some(newest) = self.newest else {
            self.newest = Some(seq);
            return;
        };
        let steps = seq.since(newest);
        if steps <= 0 {
            return;
        }
        let shifted = if steps >= 32 { 0 } else { self.before << steps };
        self.before = if steps <= 32 { shifted | (1 << (steps - 1)) } else { 0 };
        self.newest = Some(seq);
    }

    /// Whether a packet is acknowledged.
    #[must_use]
    pub fn has(&self, seq: Seq) -> bool {
        let Some(newest) = self.newest else { return false };
        match newest.since(seq) {
            0 => true,
            back @ 1..=32 => self.before & (1 << (back - 1)) != 0,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_without_losing_their_order() {
        assert!(Seq(3).is_after(Seq(65_530)));
        assert!(!Seq(65_530).is_after(Seq(3)));
        assert_eq!(Seq(u16::MAX).next(), Seq(0));
    }

    #[test]
    fn acknowledgements_reach_back_thirty_two_packets() {
        let mut acks = Acks::default();
        acks.got(Seq(10));
        acks.got(Seq(42));
        assert!(acks.has(Seq(10)) && !acks.has(Seq(11)));
        acks.got(Seq(43));
        assert!(!acks.has(Seq(10)), "33 back is out of reach");
        acks.got(Seq(200));
        assert!(!acks.has(Seq(43)) && acks.has(Seq(200)));
        acks.got(Seq(199));
        assert_eq!(acks.before, 0, "a late packet is not taken, so it is not acknowledged");
    }
}
