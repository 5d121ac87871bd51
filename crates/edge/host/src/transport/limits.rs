//! What one listener allows. Every number has a consequence for memory; the defaults keep a full house under 2 GiB at worst.

use std::time::Duration;

use crate::bucket::Rate;

/// The longest datagram that goes through on any ordinary path, once that is measured. Before that, and where a path proves narrower, those of more than
/// about 1160 bytes are lost; the longest snapshot has fewer.
pub const MAX_DATAGRAM: usize = 1200;

/// How many places of one kind there are. Each purpose has its own, so that nobody who crowds one keeps others from the rest, and no
/// address gets more than a small part of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// In all.
    pub total: usize,
    /// From one address.
    pub per_address: usize,
}

/// Bounds of a listener and of each of its connections.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Guests at once who have said hello, and how many of them from one address (IPv6: one /64 network).
    pub guests: Pool,
    /// The same of those who only look on.
    pub watchers: Pool,
    /// Connections at once that have not said hello yet.
    pub half_open: Pool,
    /// Connections at once that ask for pages. A browser opens up to six.
    pub pages: Pool,
    /// Answers at once that do not end: event streams, the operator's window, the arena's tables.
    pub streams: Pool,
    /// Bytes a second that are read from one TCP connection; more wait on the network.
    pub inbound_bytes: Rate,
    /// A connection that is not complete after this long is dropped.
    pub handshake: Duration,
    /// A connection from which nothing was heard for this long is dropped.
    pub idle: Duration,
    /// Frames a guest may send. Datagrams beyond it are dropped, a reliable frame beyond it ends the connection.
    pub inbound: Rate,
    /// Dropped datagrams after which a guest counts as flooding and is put out.
    pub inbound_excess: u32,
    /// Longest frame from a guest, in bytes. Checked before memory is taken.
    pub inbound_frame: usize,
    /// Frames from a guest that wait for the world. Datagrams beyond it are dropped, reliable frames wait on the network.
    pub inbound_queue: usize,
    /// Longest reliable frame to a guest, in bytes.
    pub outbound_frame: usize,
    /// Datagrams that wait for the network; the oldest is dropped for a new one.
    pub outbound_datagrams: usize,
    /// Bytes of reliable frames that wait for the network; beyond it the guest is put out as too slow.
    pub outbound_bytes: usize,
    /// How long a dismissed guest may take to read its last frames.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            guests: Pool { total: 512, per_address: 128 },
            watchers: Pool { total: 64, per_address: 64 },
            half_open: Pool { total: 256, per_address: 48 },
            pages: Pool { total: 512, per_address: 48 },
            streams: Pool { total: 128, per_address: 12 },
            inbound_bytes: Rate { per_second: 128.0 * 1024.0, burst: 512.0 * 1024.0 },
            handshake: Duration::from_secs(5),
            idle: Duration::from_secs(20),
            inbound: Rate { per_second: 80.0, burst: 160.0 },
            inbound_excess: 1000,
            inbound_frame: 4 * 1024,
            inbound_queue: 128,
            outbound_frame: 1024 * 1024,
            outbound_datagrams: 32,
            outbound_bytes: 4 * 1024 * 1024,
            farewell: Duration::from_secs(1),
        }
    }
}
