//! What one listener allows. Every number has a consequence for memory; the defaults keep a full house under 2 GiB at worst.

use std::time::Duration;

use crate::bucket::Rate;

/// The longest datagram that goes through from the start on any ordinary path. Where a path proves narrower, the longest ones are lost.
pub const MAX_DATAGRAM: usize = 1200;

/// Bounds of a listener and of each of its connections.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once, those still shaking hands included.
    pub connections: usize,
    /// Connections at once from one address (IPv6: one /64 network).
    pub per_address: usize,
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
            connections: 512,
            per_address: 400,
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
