//! How much a guest's path carries: a budget that follows what arrives.
//!
//! Every packet the guest got raises the budget by [`RISE`] bytes, every flight with a loss in it cuts it to [`CUT`] of what it was
//! (additive increase, multiplicative decrease, as TCP has it; Chiu and Jain 1989). What is lost must be told again: without the cut,
//! loss makes records, records make loss, and the path never recovers. One loss now and then costs next to nothing: at one packet in a hundred
//! the budget stays at its top.

use crate::seq::Seq;

/// Bytes a packet that arrived adds.
const RISE: f32 = 24.0;
/// What a flight with a loss leaves of the budget.
const CUT: f32 = 0.6;
/// Bytes that are always allowed: the guest's own body and the nearest few.
const LEAST: f32 = 160.0;

/// The budget of one path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    most: f32,
    bytes: f32,
    /// The newest packet sent when the budget was cut last: what was sent before it was sent by the old budget and says nothing of the new.
    cut_at: Option<Seq>,
}

impl Pace {
    /// A path that is trusted until it loses something.
    pub fn new(most: usize) -> Self {
        let most = most as f32;
        Self { most, bytes: most, cut_at: None }
    }

    /// Bytes the next packet may have.
    pub fn budget(&self) -> usize {
        self.bytes as usize
    }

    /// A packet arrived.
    pub fn got(&mut self) {
        self.bytes = (self.bytes + RISE).min(self.most);
    }

    /// Packet `seq` did not arrive, or nobody knows; `newest` is the last that was sent.
    pub fn lost(&mut self, seq: Seq, newest: Seq) {
        if self.cut_at.is_none_or(|cut| seq.is_after(cut)) {
            self.bytes = (self.bytes * CUT).max(LEAST.min(self.most));
            self.cut_at = Some(newest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The budget after a thousand packets, three of them on the way at any time, of which every `nth` is lost.
    fn settled(nth: u16) -> usize {
        let mut pace = Pace::new(1140);
        for n in 3..1000_u16 {
            if n % nth == 0 { pace.lost(Seq(n), Seq(n + 3)) } else { pace.got() }
        }
        pace.budget()
    }

    #[test]
    fn a_path_that_loses_more_is_given_less() {
        assert!(settled(100) > 1000, "{}", settled(100));
        let (some, many) = (settled(10), settled(3));
        assert!((200..900).contains(&some), "{some}");
        assert!(many < some && many >= LEAST as usize, "{many}");
    }

    #[test]
    fn one_burst_is_one_cut_and_is_soon_forgotten() {
        let mut pace = Pace::new(1140);
        for n in 1..=8 {
            pace.lost(Seq(n), Seq(8));
        }
        assert_eq!(pace.budget(), (1140.0 * CUT) as usize);
        for _ in 0..20 {
            pace.got();
        }
        assert_eq!(pace.budget(), 1140);
    }
}
