//! What telling a guest costs: counted as it is told, looked at over the last few seconds.

use std::collections::VecDeque;
use std::ops::Sub;
use wold_space::{TICKS_PER_SECOND, Tick};
use wold_wire::snapshot::SenderStats;

/// Seconds that are looked back on.
const LATELY: usize = 10;
/// Share of a new round trip that is believed.
const BELIEVED: f64 = 0.1;

/// Counted since the guest came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// Ticks in which it was told of the world.
    pub ticks: u64,
    /// Entities it perceived, in each of these ticks.
    pub perceived: u64,
    /// Entities that moved or changed before its eyes, in each: each was compared with what it would think by itself.
    pub stirred: u64,
    /// What it was sent.
    pub sent: SenderStats,
}

impl Sub for Toll {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        let (now, then) = (self.sent, before.sent);
        let sent = SenderStats {
            packets: now.packets - then.packets,
            bytes: now.bytes - then.bytes,
            updates: now.updates - then.updates,
            enters: now.enters - then.enters,
            waited: now.waited - then.waited,
            lost: now.lost - then.lost,
        };
        Self {
            ticks: self.ticks - before.ticks,
            perceived: self.perceived - before.perceived,
            stirred: self.stirred - before.stirred,
            sent,
        }
    }
}

/// Keeps a guest's toll.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter {
    toll: Toll,
    marks: VecDeque<Toll>,
    /// Ticks from telling to hearing that it was heard; none before the first time.
    round_trip: Option<f64>,
}

impl Meter {
    /// It is told of a tick: so many it perceives, so many of them stirred.
    pub fn told(&mut self, perceived: usize, stirred: usize) {
        self.toll.ticks += 1;
        self.toll.perceived += perceived as u64;
        self.toll.stirred += stirred as u64;
    }

    /// What it has been sent up to now.
    pub fn sent(&mut self, sent: SenderStats) {
        self.toll.sent = sent;
        if self.toll.ticks.is_multiple_of(TICKS_PER_SECOND) {
            self.marks.push_back(self.toll);
            if self.marks.len() > LATELY {
                self.marks.pop_front();
            }
        }
    }

    /// In `now` one hears that it has heard what it was told in `then`.
    pub fn heard(&mut self, now: Tick, then: Tick) {
        let took = now.since(then) as f64;
        self.round_trip = Some(self.round_trip.map_or(took, |known| known + (took - known) * BELIEVED));
    }

    /// Since the guest came.
    pub fn total(&self) -> Toll {
        self.toll
    }

    /// In the last few seconds.
    pub fn lately(&self) -> Toll {
        self.toll - self.marks.front().copied().unwrap_or_default()
    }

    /// Seconds from telling to hearing that it was heard.
    pub fn round_trip(&self) -> Option<f64> {
        self.round_trip.map(|ticks| ticks / TICKS_PER_SECOND as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toll_of_late_forgets_what_was_before() {
        let mut meter = Meter::default();
        let mut sent = SenderStats::default();
        for tick in 0..60 * TICKS_PER_SECOND {
            let crowd = tick < 30 * TICKS_PER_SECOND;
            meter.told(if crowd { 300 } else { 4 }, 1);
            sent.packets += 1;
            sent.bytes += if crowd { 900 } else { 20 };
            meter.sent(sent);
        }
        assert_eq!(meter.total().sent.packets, 1200);
        let lately = meter.lately();
        assert_eq!(
            (lately.perceived, lately.stirred, lately.sent.bytes),
            (4 * lately.ticks, lately.ticks, 20 * lately.ticks)
        );
        assert!((9 * TICKS_PER_SECOND..=10 * TICKS_PER_SECOND).contains(&lately.ticks));
    }

    #[test]
    fn the_way_is_known_once_something_was_heard() {
        let mut meter = Meter::default();
        assert_eq!(meter.round_trip(), None);
        for tick in 10..200 {
            meter.heard(Tick(tick), Tick(tick - 6));
        }
        assert_eq!(meter.round_trip(), Some(0.3));
    }
}
