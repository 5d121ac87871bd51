//! A guest's end of a connection, the same whatever carries it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use tokio::sync::mpsc;
use wold_wire::Frame;

/// Frames from the host that wait for the guest to look at them.
const INCOMING: usize = 256;

/// Frames to the host that wait for the network.
const OUTGOING: usize = 256;

/// The longest frame a host may send, in bytes; checked before memory is taken.
pub(super) const MAX_FRAME: usize = 1024 * 1024;

/// A connection to a host.
#[derive(Debug)]
pub struct Connection {
    /// Frames from the host. `None` means that the connection has ended.
    pub incoming: mpsc::Receiver<Frame>,
    /// The way to the host. The connection ends when the last clone is dropped.
    pub outbox: Outbox,
}

/// Why a frame was not taken; a reliable one is given back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// Too many frames wait for the network already.
    #[error("the connection is congested")]
    Congested(Frame),
    /// The connection has ended.
    #[error("the connection has ended: {0}")]
    Ended(String),
}

/// What passed over a connection so far, in payload bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Frames received.
    pub frames_in: u64,
    /// Their bytes.
    pub bytes_in: u64,
    /// Frames sent.
    pub frames_out: u64,
    /// Their bytes.
    pub bytes_out: u64,
    /// Datagrams dropped on either way because nobody was ready for them.
    pub dropped: u64,
}

/// The guest's way to the host: cheap to clone, never blocks.
#[derive(Clone, Debug)]
pub struct Outbox {
    letters: mpsc::Sender<Letter>,
    /// Over WebTransport datagrams go straight to QUIC.
    quic: Option<Arc<wtransport::Connection>>,
    line: Arc<Line>,
}

/// What the writing task gets.
#[derive(Debug)]
pub(super) enum Letter {
    Frame(Frame),
    Goodbye,
}

impl Outbox {
    /// Hands a frame over. A datagram that finds no room is lost, as datagrams may be.
    pub fn push(&self, frame: Frame) -> Result<(), PushError> {
        if let Some(words) = self.line.ended.get() {
            return Err(PushError::Ended(words.clone()));
        }
        let length = frame.len();
        match (&self.quic, &frame) {
            (Some(quic), Frame::Datagram(bytes)) => match quic.send_datagram(bytes) {
                Ok(()) => self.line.note_sent(length),
                Err(_) => self.line.note_dropped(),
            },
            _ => match self.letters.try_send(Letter::Frame(frame)) {
                Ok(()) => self.line.note_sent(length),
                Err(mpsc::error::TrySendError::Full(Letter::Frame(frame @ Frame::Reliable(_)))) => {
                    return Err(PushError::Congested(frame));
                }
                Err(mpsc::error::TrySendError::Full(_)) => self.line.note_dropped(),
                Err(mpsc::error::TrySendError::Closed(_)) => {
                    return Err(PushError::Ended(self.line.words()));
                }
            },
        }
        Ok(())
    }

    /// Ends the connection after the frames already pushed are written.
    pub async fn close(&self) {
        // A closed channel means that the connection has ended already.
        let _ = self.letters.send(Letter::Goodbye).await;
    }

    /// The words the connection ended with, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<&str> {
        self.line.ended.get().map(String::as_str)
    }

    /// Whether datagrams travel as such.
    #[must_use]
    pub fn is_webtransport(&self) -> bool {
        self.quic.is_some()
    }

    /// What passed so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let line = &self.line;
        Traffic {
            frames_in: line.frames_in.load(Relaxed),
            bytes_in: line.bytes_in.load(Relaxed),
            frames_out: line.frames_out.load(Relaxed),
            bytes_out: line.bytes_out.load(Relaxed),
            dropped: line.dropped.load(Relaxed),
        }
    }
}

/// What the tasks of a transport share with the outbox.
#[derive(Debug, Default)]
pub(super) struct Line {
    ended: OnceLock<String>,
    frames_in: AtomicU64,
    bytes_in: AtomicU64,
    frames_out: AtomicU64,
    bytes_out: AtomicU64,
    dropped: AtomicU64,
}

impl Line {
    fn words(&self) -> String {
        self.ended.get().cloned().unwrap_or_default()
    }

    /// Ends the line; the first words stay.
    pub fn end(&self, words: impl Into<String>) {
        let _ = self.ended.set(words.into());
    }

    fn note_sent(&self, bytes: usize) {
        self.frames_out.fetch_add(1, Relaxed);
        self.bytes_out.fetch_add(bytes as u64, Relaxed);
    }

    fn note_dropped(&self) {
        self.dropped.fetch_add(1, Relaxed);
    }

    fn note_received(&self, bytes: usize) {
        self.frames_in.fetch_add(1, Relaxed);
        self.bytes_in.fetch_add(bytes as u64, Relaxed);
    }
}

/// The guest's way in.
#[derive(Clone)]
pub(super) struct Inlet {
    pub line: Arc<Line>,
    frames: mpsc::Sender<Frame>,
}

impl Inlet {
    /// Takes a datagram, or drops it when the guest is behind; false when the guest is gone.
    pub fn datagram(&self, bytes: Bytes) -> bool {
        let length = bytes.len();
        match self.frames.try_send(Frame::Datagram(bytes)) {
            Ok(()) => self.line.note_received(length),
            Err(mpsc::error::TrySendError::Full(_)) => self.line.note_dropped(),
            Err(mpsc::error::TrySendError::Closed(_)) => return false,
        }
        true
    }

    /// Takes a reliable frame, waiting while the guest is behind; false when the guest is gone.
    pub async fn reliable(&self, bytes: Bytes) -> bool {
        let length = bytes.len();
        let taken = self.frames.send(Frame::Reliable(bytes)).await.is_ok();
        if taken {
            self.line.note_received(length);
        }
        taken
    }
}

/// A connection and the ends that its tasks hold.
pub(super) fn open(quic: Option<Arc<wtransport::Connection>>) -> (Connection, Inlet, mpsc::Receiver<Letter>) {
    let (frames, incoming) = mpsc::channel(INCOMING);
    let (letters, outgoing) = mpsc::channel(OUTGOING);
    let line = Arc::new(Line::default());
    let inlet = Inlet { line: line.clone(), frames };
    (Connection { incoming, outbox: Outbox { letters, quic, line } }, inlet, outgoing)
}
