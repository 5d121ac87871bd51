//! A network in a box: virtual time, latency, jitter, loss, duplication, reordering, corruption, bandwidth, all from one seed.
//!
//! One [`Link`] carries frames one way. Datagrams meet everything the link's [`LinkConfig`] names. Reliable frames behave like a QUIC stream: they
//! arrive once and in order, and a loss costs a round trip before the frame (and all behind it) comes through. Time is whatever
//! the caller says it is, in microseconds.

use crate::frame::Frame;
use bytes::Bytes;
use std::collections::{BTreeMap, VecDeque};
use wold_chance::{Seed, Stream};

/// What a link does to what it carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkConfig {
    /// Time one way, in milliseconds.
    pub latency_ms: f64,
    /// Up to this much more, uniformly, in milliseconds.
    pub jitter_ms: f64,
    /// Share of packets lost.
    pub loss: f64,
    /// Share of datagrams that arrive twice.
    pub duplicate: f64,
    /// Share of datagrams that are held back and overtaken.
    pub reorder: f64,
    /// Share of datagrams that arrive with one bit flipped.
    pub corrupt: f64,
    /// Bytes a second, 0 for no limit.
    pub bandwidth: u64,
}

impl Default for LinkConfig {
    fn default() -> Self {
        Self::LOCAL
    }
}

impl LinkConfig {
    const fn of(round_trip_ms: f64, loss: f64) -> Self {
        Self {
            latency_ms: round_trip_ms / 2.0,
            jitter_ms: round_trip_ms / 10.0,
            loss,
            duplicate: 0.0,
            reorder: 0.0,
            corrupt: 0.0,
            bandwidth: 0,
        }
    }

    /// No delay, no loss.
    pub const LOCAL: Self = Self::of(0.0, 0.0);
    /// A local network: 0.48 ms there and back.
    pub const LAN: Self = Self::of(0.48, 0.0);
    /// Across town, 12 km: 10.7 ms there and back.
    pub const TOWN: Self = Self::of(10.7, 0.0);
    /// Across the country, 1,100 km: 43.3 ms there and back, 2 % lost.
    pub const COUNTRY: Self = Self::of(43.3, 0.02);
    /// Across the continent, 2,200 km: 117 ms there and back, 4 % lost.
    pub const CONTINENT: Self = Self::of(117.0, 0.04);
    /// A link from hell, for tests: everything goes wrong often.
    pub const STORM: Self = Self {
        latency_ms: 80.0,
        jitter_ms: 60.0,
        loss: 0.2,
        duplicate: 0.1,
        reorder: 0.1,
        corrupt: 0.0,
        bandwidth: 60_000,
    };
}

/// What a link did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkStats {
    /// Frames handed in.
    pub sent: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Datagrams lost.
    pub lost: u64,
    /// Frames handed out.
    pub delivered: u64,
}

/// Frames on their way, one direction.
///
/// ```
/// use wold_chance::Seed;
/// use wold_wire::Frame;
/// use wold_wire::network::{Link, LinkConfig};
/// let mut link = Link::new(LinkConfig { latency_ms: 10.0, jitter_ms: 0.0, ..LinkConfig::LOCAL }, Seed(1), 0);
/// link.send(0, Frame::Reliable("hello".into()));
/// assert!(link.receive(9_999).is_empty());
/// assert_eq!(link.receive(10_000), [Frame::Reliable("hello".into())]);
/// ```
pub struct Link {
    config: LinkConfig,
    stream: Stream,
    datagrams: BTreeMap<(u64, u64), Bytes>,
    reliable: VecDeque<(u64, Bytes)>,
    count: u64,
    free_at: u64,
    stats: LinkStats,
}

impl Link {
    /// A quiet link; `number` sets its luck apart from other links of the same seed.
    #[must_use]
    pub fn new(config: LinkConfig, seed: Seed, number: u64) -> Self {
        Self {
            config,
            stream: Stream::named(seed, "link", &[number]),
            datagrams: BTreeMap::new(),
            reliable: VecDeque::new(),
            count: 0,
            free_at: 0,
            stats: LinkStats::default(),
        }
    }

    /// Changes the weather; frames on their way keep their fate.
    pub fn set_config(&mut self, config: LinkConfig) {
        self.config = config;
    }

    /// What happened so far.
    #[must_use]
    pub fn stats(&self) -> LinkStats {
        self.stats
    }

    /// Sends a frame at a time in microseconds.
    pub fn send(&mut self, now: u64, frame: Frame) {
        self.stats.sent += 1;
        self.stats.bytes += frame.len() as u64;
        let start = self.transmit(now, frame.len() as u64);
        match frame {
            Frame::Datagram(bytes) => self.send_datagram(start, &bytes),
            Frame::Reliable(bytes) => {
                let mut arrival = start + self.flight();
                let round_trip = (self.config.latency_ms * 2000.0) as u64 + 1000;
                // Each lost copy is noticed and sent again one round trip later; ten in a row is loss enough.
                for _ in 0..10 {
                    if !self.stream.chance(self.config.loss) {
                        break;
                    }
                    arrival += round_trip;
                }
                let after_last = self.reliable.back().map_or(0, |(at, _)| *at);
                self.reliable.push_back((arrival.max(after_last), bytes));
            }
        }
    }

    fn send_datagram(&mut self, start: u64, bytes: &Bytes) {
        let copies = 1 + u32::from(self.stream.chance(self.config.duplicate));
        for _ in 0..copies {
            if self.stream.chance(self.config.loss) {
                self.stats.lost += 1;
                continue;
            }
            let mut arrival = start + self.flight();
            if self.stream.chance(self.config.reorder) {
                arrival += ((self.config.latency_ms + 20.0) * 1000.0) as u64;
            }
            let mut bytes = bytes.clone();
            if !bytes.is_empty() && self.stream.chance(self.config.corrupt) {
                let mut changed = bytes.to_vec();
                let bit = self.stream.below(changed.len() as u64 * 8);
                changed[(bit / 8) as usize] ^= 1 << (bit % 8);
                bytes = changed.into();
            }
            self.count += 1;
            self.datagrams.insert((arrival, self.count), bytes);
        }
    }

    /// When the last byte is on the line.
    fn transmit(&mut self, now: u64, bytes: u64) -> u64 {
        if self.config.bandwidth == 0 {
            return now;
        }
        let start = now.max(self.free_at);
        self.free_at = start + bytes * 1_000_000 / self.config.bandwidth;
        self.free_at
    }

    fn flight(&mut self) -> u64 {
        ((self.config.latency_ms + self.stream.unit() * self.config.jitter_ms) * 1000.0) as u64
    }

    /// Everything that has arrived by `now`, reliable frames first.
    pub fn receive(&mut self, now: u64) -> Vec<Frame> {
        let mut frames = Vec::new();
        while self.reliable.front().is_some_and(|(at, _)| *at <= now) {
            let (_, bytes) = self.reliable.pop_front().expect("the front was just seen");
            frames.push(Frame::Reliable(bytes));
        }
        let later = self.datagrams.split_off(&(now + 1, 0));
        let due = std::mem::replace(&mut self.datagrams, later);
        frames.extend(due.into_values().map(Frame::Datagram));
        self.stats.delivered += frames.len() as u64;
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn datagram(n: u32) -> Frame {
        Frame::Datagram(n.to_le_bytes().to_vec().into())
    }

    #[test]
    fn the_same_seed_gives_the_same_weather() {
        let run = || {
            let mut link = Link::new(LinkConfig::STORM, Seed(7), 3);
            (0..500).for_each(|n| link.send(u64::from(n) * 10_000, datagram(n)));
            link.receive(u64::MAX - 1)
        };
        assert_eq!(run(), run());
    }

    #[test]
    fn loss_and_duplication_come_at_their_rates() {
        let config = LinkConfig { loss: 0.25, duplicate: 0.5, ..LinkConfig::LOCAL };
        let mut link = Link::new(config, Seed(1), 0);
        (0..20_000).for_each(|n| link.send(0, datagram(n)));
        let got = link.receive(1_000_000).len() as f64 / 20_000.0;
        assert!((got - 0.75 * 1.5).abs() < 0.02, "{got}");
    }

    #[test]
    fn reliable_frames_come_once_and_in_order_through_a_storm() {
        let mut link = Link::new(LinkConfig::STORM, Seed(2), 0);
        (0..300u32).for_each(|n| link.send(0, Frame::Reliable(n.to_le_bytes().to_vec().into())));
        let frames = link.receive(u64::MAX - 1);
        let numbers: Vec<u32> =
            frames.iter().map(|f| u32::from_le_bytes(f.bytes()[..].try_into().unwrap())).collect();
        assert_eq!(numbers, (0..300).collect::<Vec<_>>());
    }

    #[test]
    fn a_narrow_link_makes_frames_queue() {
        let config = LinkConfig { bandwidth: 1000, ..LinkConfig::LOCAL };
        let mut link = Link::new(config, Seed(1), 0);
        (0..10).for_each(|_| link.send(0, Frame::Datagram(vec![0; 100].into())));
        assert_eq!(link.receive(500_000).len(), 5);
        assert_eq!(link.receive(1_000_000).len(), 5);
    }
}
