//! What every connection of a listener shares: limits, seats, counters, the clock and the way to the world.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use metrics::{Counter, Gauge, counter, gauge};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::gate::Gate;
use super::limits::Limits;
use super::line::{Carrier, Connection};
use super::seats::Seats;
use crate::refusal::{Refusal, RefusalLog};

/// Connections that are complete and wait for the world to take them.
const WAITING_CONNECTIONS: usize = 64;

#[derive(Debug)]
pub(super) struct Hall {
    pub limits: Limits,
    pub gate: Gate,
    pub guests: Seats,
    pub watchers: Seats,
    pub half_open: Seats,
    pub meters: Meters,
    refusals: RefusalLog,
    start: Instant,
    next_id: AtomicU64,
    world: mpsc::Sender<Connection>,
}

impl Hall {
    pub fn new(limits: Limits, gate: Gate) -> (Arc<Self>, mpsc::Receiver<Connection>) {
        let (world, connections) = mpsc::channel(WAITING_CONNECTIONS);
        let hall = Self {
            guests: Seats::new(limits.guests),
            watchers: Seats::new(limits.watchers),
            half_open: Seats::new(limits.half_open),
            limits,
            gate,
            meters: Meters::new(),
            refusals: RefusalLog::default(),
            start: Instant::now(),
            next_id: AtomicU64::new(1),
            world,
        };
        (Arc::new(hall), connections)
    }

    pub fn now(&self) -> Duration {
        self.start.elapsed()
    }

    pub fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Relaxed)
    }

    pub fn refuse(&self, refusal: Refusal, peer: SocketAddr) {
        self.refusals.note(refusal, peer, self.now());
    }

    /// Hands a complete connection to the world; false when the world takes no more.
    pub async fn announce(&self, connection: Connection) -> bool {
        self.world.send(connection).await.is_ok()
    }
}

/// Counter handles, looked up once: the recorder must be installed before the listener is made.
#[derive(Debug)]
pub(super) struct Meters {
    bytes_in: [Counter; 2],
    bytes_out: [Counter; 2],
    connections: [Gauge; 2],
    pub dropped: Counter,
}

impl Meters {
    fn new() -> Self {
        let each = [Carrier::WebTransport.label(), Carrier::WebSocket.label()];
        Self {
            bytes_in: each.map(|carrier| counter!("wold_bytes_in_total", "transport" => carrier)),
            bytes_out: each.map(|carrier| counter!("wold_bytes_out_total", "transport" => carrier)),
            connections: each.map(|carrier| gauge!("wold_connections", "transport" => carrier)),
            dropped: counter!("wold_datagrams_dropped_total"),
        }
    }

    pub fn bytes_in(&self, carrier: Carrier) -> &Counter {
        &self.bytes_in[carrier as usize]
    }

    pub fn bytes_out(&self, carrier: Carrier) -> &Counter {
        &self.bytes_out[carrier as usize]
    }

    pub fn connections(&self, carrier: Carrier) -> &Gauge {
        &self.connections[carrier as usize]
    }
}
