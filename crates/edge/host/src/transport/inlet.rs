//! The way in of one connection: every frame is weighed for size and rate before the world sees it.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use tokio::sync::mpsc;
use wold_wire::Frame;

use super::line::{CloseReason, Line};
use crate::bucket::TokenBucket;
use crate::refusal::Refusal;

/// Goes on while the line lives; breaks when it has ended.
pub(super) type Flow = ControlFlow<()>;

pub(super) struct Inlet {
    line: Arc<Line>,
    world: mpsc::Sender<Frame>,
    pace: Mutex<Pace>,
}

struct Pace {
    bucket: TokenBucket,
    excess: u32,
}

impl Inlet {
    pub fn new(line: Arc<Line>) -> (Arc<Self>, mpsc::Receiver<Frame>) {
        let (world, incoming) = mpsc::channel(line.hall.limits.inbound_queue);
        let bucket = TokenBucket::full(line.hall.limits.inbound, line.hall.now());
        (Arc::new(Self { line, world, pace: Mutex::new(Pace { bucket, excess: 0 }) }), incoming)
    }

    /// Checks a length that was announced, before memory is taken for it.
    pub fn allows(&self, length: usize) -> bool {
        let allowed = length <= self.line.hall.limits.inbound_frame;
        if !allowed {
            self.line.refuse(Refusal::Oversize);
        }
        allowed
    }

    /// Takes a datagram; drops it when it comes too fast or the world is behind.
    pub fn datagram(&self, bytes: Bytes) -> Flow {
        self.line.note_heard();
        if !self.allows(bytes.len()) {
            return Flow::Break(());
        }
        let length = bytes.len();
        if !self.in_time() {
            self.line.note_dropped();
            return if self.flooded() { self.put_out(Refusal::TooFast) } else { Flow::Continue(()) };
        }
        match self.world.try_send(Frame::Datagram(bytes)) {
            Ok(()) => self.line.note_received(length),
            Err(mpsc::error::TrySendError::Full(_)) => self.line.note_dropped(),
            // The world dropped its end; whoever waits for that ends the line.
            Err(mpsc::error::TrySendError::Closed(_)) => return Flow::Break(()),
        }
        Flow::Continue(())
    }

    /// Takes a frame that says nothing; it costs as much as one that does.
    pub fn sign_of_life(&self) -> Flow {
        self.line.note_heard();
        if self.in_time() { Flow::Continue(()) } else { self.put_out(Refusal::TooFast) }
    }

    /// Takes a reliable frame; waits while the world is behind, so that the network holds the guest back.
    pub async fn reliable(&self, bytes: Bytes) -> Flow {
        self.line.note_heard();
        if !self.allows(bytes.len()) {
            return Flow::Break(());
        }
        if !self.in_time() {
            return self.put_out(Refusal::TooFast);
        }
        let length = bytes.len();
        if self.world.send(Frame::Reliable(bytes)).await.is_err() {
            return Flow::Break(());
        }
        self.line.note_received(length);
        Flow::Continue(())
    }

    /// Waits for the end of the line, which comes at the latest a farewell after the world drops its end: its last words are
    /// still read by a guest who reads at all.
    pub async fn until_end(&self) -> CloseReason {
        tokio::select! {
            reason = self.line.until_end() => return reason,
            () = self.world.closed() => {}
        }
        self.line.dismiss("the host closed the connection".into());
        let read = tokio::time::timeout(self.line.hall.limits.farewell, self.line.until_end()).await;
        if read.is_err() {
            self.line.end(CloseReason::Dismissed("the host closed the connection".into()));
        }
        self.line.until_end().await
    }

    fn pace(&self) -> std::sync::MutexGuard<'_, Pace> {
        self.pace.lock().expect("no holder of a pace panics")
    }

    fn in_time(&self) -> bool {
        self.pace().bucket.take(self.line.hall.limits.inbound, self.line.hall.now())
    }

    fn flooded(&self) -> bool {
        let mut pace = self.pace();
        pace.excess += 1;
        pace.excess > self.line.hall.limits.inbound_excess
    }

    fn put_out(&self, refusal: Refusal) -> Flow {
        self.line.refuse(refusal);
        Flow::Break(())
    }
}
