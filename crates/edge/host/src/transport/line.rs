//! The line between the world and one guest, the same whatever carries it.
//!
//! The tick thread pushes frames into an [`Outbox`] and never waits: a full queue drops its oldest datagram, and a guest that
//! leaves too many reliable bytes unread is put out. Tasks of the transport drain the queues. Whoever first finds a
//! reason to end the line wins; everyone else sees that reason.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{Notify, mpsc, watch};
use wold_wire::Frame;

use super::hall::Hall;
use super::seats::{Seat, Seats};
use crate::refusal::Refusal;

/// What carries a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// QUIC: datagrams and one stream.
    WebTransport,
    /// One TCP stream; datagrams wait for lost packets like everything else.
    WebSocket,
}

impl Carrier {
    /// Its label in metrics and logs.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::WebTransport => "webtransport",
            Self::WebSocket => "websocket",
        }
    }
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The guest said goodbye.
    Left,
    /// The guest is gone without a word.
    Lost,
    /// The host ended it with these words.
    Dismissed(Cow<'static, str>),
    /// The guest broke a limit.
    Refused(Refusal),
}

impl CloseReason {
    /// The number the transport closes with: 0 for an ordinary end, otherwise that of the refusal.
    #[must_use]
    pub fn code(&self) -> u16 {
        match self {
            Self::Left | Self::Lost | Self::Dismissed(_) => 0,
            Self::Refused(refusal) => refusal.code(),
        }
    }
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => f.write_str("the guest left"),
            Self::Lost => f.write_str("the connection was lost"),
            Self::Dismissed(words) => f.write_str(words),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

/// The frame was not taken because the line has ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the connection has ended: {0}")]
pub struct Ended(pub CloseReason);

/// What passed over a line so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Frames received and kept.
    pub frames_in: u64,
    /// Their payload bytes.
    pub bytes_in: u64,
    /// Frames handed to the network.
    pub frames_out: u64,
    /// Their payload bytes.
    pub bytes_out: u64,
    /// Datagrams dropped because they came too fast or a queue was full, in either direction.
    pub dropped: u64,
}

/// A guest's connection as the listener hands it out.
///
/// Dropping `incoming` ends the connection.
#[derive(Debug)]
pub struct Connection {
    /// Frames from the guest, in bounded number. `None` means that the connection has ended.
    pub incoming: mpsc::Receiver<Frame>,
    /// The way back. Clone it as you like.
    pub outbox: Outbox,
}

/// The host's end of a line: cheap to clone, never blocks.
#[derive(Clone, Debug)]
pub struct Outbox {
    line: Arc<Line>,
}

impl Outbox {
    pub(super) fn new(line: Arc<Line>) -> Self {
        Self { line }
    }

    /// The guest has said hello: it takes a place among the guests, and frees that of those who have not.
    pub fn settle(&self) -> Result<(), Refusal> {
        self.line.settle(&self.line.hall.guests)
    }

    /// The same for somebody who only looks on: there are places of their own for those.
    pub fn settle_to_watch(&self) -> Result<(), Refusal> {
        self.line.settle(&self.line.hall.watchers)
    }

    /// Hands a frame over. A full queue drops its oldest datagram, and one that is held up by the network keeps the newest alone; too many waiting reliable bytes, or a reliable frame longer
    /// than the limit, end the line.
    pub fn push(&self, frame: Frame) -> Result<(), Ended> {
        self.line.push(frame)
    }

    /// Ends the line with some words, after the reliable frames already pushed have been read (or the guest took too long).
    pub fn close(&self, words: impl Into<Cow<'static, str>>) {
        self.line.dismiss(words.into());
    }

    /// Why the line has ended, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<CloseReason> {
        self.line.ended()
    }

    /// A number no other connection of this listener has.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.line.id
    }

    /// Where the guest is.
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.line.peer
    }

    /// What carries the connection.
    #[must_use]
    pub fn carrier(&self) -> Carrier {
        self.line.carrier
    }

    /// What passed so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.line.traffic()
    }
}

/// What the tasks of a transport share with the outbox.
#[derive(Debug)]
pub(super) struct Line {
    pub id: u64,
    pub peer: SocketAddr,
    pub carrier: Carrier,
    pub hall: Arc<Hall>,
    seat: Mutex<Option<Seat>>,
    waiting: Mutex<Waiting>,
    datagrams: Notify,
    reliable: Notify,
    fate: watch::Sender<Fate>,
    /// Whether its writer waits for the network.
    held_up: AtomicBool,
    heard_millis: AtomicU64,
    frames_in: AtomicU64,
    bytes_in: AtomicU64,
    frames_out: AtomicU64,
    bytes_out: AtomicU64,
    dropped: AtomicU64,
}

#[derive(Debug, Default)]
struct Waiting {
    datagrams: VecDeque<Bytes>,
    reliable: VecDeque<Bytes>,
    reliable_bytes: usize,
}

/// How it goes on with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    Going,
    /// Ends when the reliable frames are read, or the guest takes too long.
    Dismissed(Cow<'static, str>),
    Ended(CloseReason),
}

/// What the reliable queue has to say.
pub(super) enum Next {
    /// Frames to write.
    Frames(VecDeque<Bytes>),
    /// Nothing more will come: say goodbye.
    Farewell(Cow<'static, str>),
}

impl Line {
    /// A line whose guest has not said hello yet; `seat` is given back when the line is gone, or given for a better one.
    pub fn new(hall: Arc<Hall>, carrier: Carrier, peer: SocketAddr, seat: Seat) -> Arc<Self> {
        let heard = hall.now();
        Arc::new(Self {
            id: hall.next_id(),
            peer,
            carrier,
            hall,
            seat: Mutex::new(Some(seat)),
            waiting: Mutex::default(),
            datagrams: Notify::new(),
            reliable: Notify::new(),
            fate: watch::Sender::new(Fate::Going),
            held_up: AtomicBool::new(false),
            heard_millis: AtomicU64::new(heard.as_millis() as u64),
            frames_in: AtomicU64::new(0),
            bytes_in: AtomicU64::new(0),
            frames_out: AtomicU64::new(0),
            bytes_out: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
        })
    }

    fn settle(&self, among: &Seats) -> Result<(), Refusal> {
        let seat = among.take(self.peer.ip()).inspect_err(|&refusal| self.hall.refuse(refusal, self.peer))?;
        *self.seat.lock().expect("no holder of a seat panics") = Some(seat);
        Ok(())
    }

    /// The line is over; its seat is free although somebody may still hold its outbox.
    pub fn vacate(&self) {
        self.seat.lock().expect("no holder of a seat panics").take();
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no holder of a line's queues panics")
    }

    fn push(&self, frame: Frame) -> Result<(), Ended> {
        match &*self.fate.borrow() {
            Fate::Going => {}
            Fate::Dismissed(words) => return Err(Ended(CloseReason::Dismissed(words.clone()))),
            Fate::Ended(reason) => return Err(Ended(reason.clone())),
        }
        let limits = &self.hall.limits;
        let mut waiting = self.waiting();
        match frame {
            Frame::Datagram(bytes) => {
                let most = if self.held_up.load(Relaxed) { 1 } else { limits.outbound_datagrams };
                while waiting.datagrams.len() >= most {
                    waiting.datagrams.pop_front();
                    self.note_dropped();
                }
                waiting.datagrams.push_back(bytes);
                drop(waiting);
                self.datagrams.notify_one();
            }
            Frame::Reliable(bytes) => {
                let refusal = if bytes.len() > limits.outbound_frame {
                    Some(Refusal::Oversize)
                } else if waiting.reliable_bytes + bytes.len() > limits.outbound_bytes {
                    Some(Refusal::TooSlow)
                } else {
                    None
                };
                if let Some(refusal) = refusal {
                    drop(waiting);
                    self.refuse(refusal);
                    return Err(Ended(CloseReason::Refused(refusal)));
                }
                waiting.reliable_bytes += bytes.len();
                waiting.reliable.push_back(bytes);
                drop(waiting);
                self.reliable.notify_one();
            }
        }
        Ok(())
    }

    /// The line is to end once its reliable frames are read; the first words count.
    pub fn dismiss(&self, words: Cow<'static, str>) {
        self.turn(Fate::Dismissed(words), |fate| *fate == Fate::Going);
        self.reliable.notify_one();
    }

    /// Waits for datagrams and takes them all.
    pub async fn next_datagrams(&self) -> VecDeque<Bytes> {
        loop {
            let taken = self.datagrams_now();
            if !taken.is_empty() {
                return taken;
            }
            self.datagrams.notified().await;
        }
    }

    /// The datagrams that wait now.
    pub fn datagrams_now(&self) -> VecDeque<Bytes> {
        std::mem::take(&mut self.waiting().datagrams)
    }

    /// Whether the network takes nothing at the moment, on a line where whatever was written before comes first: then only the newest datagram is
    /// worth waiting.
    pub fn hold_up(&self, held_up: bool) {
        self.held_up.store(held_up, Relaxed);
    }

    /// Waits for reliable frames and takes them all, or learns that the line is to end.
    pub async fn next_reliable(&self) -> Next {
        loop {
            {
                let mut waiting = self.waiting();
                if !waiting.reliable.is_empty() {
                    return Next::Frames(std::mem::take(&mut waiting.reliable));
                }
                if let Fate::Dismissed(words) = &*self.fate.borrow() {
                    return Next::Farewell(words.clone());
                }
            }
            self.reliable.notified().await;
        }
    }

    /// A reliable frame has been handed to the network and no longer counts as waiting.
    pub fn note_written(&self, bytes: usize) {
        self.waiting().reliable_bytes -= bytes;
        self.note_sent(bytes);
    }

    /// A frame went out.
    pub fn note_sent(&self, bytes: usize) {
        self.frames_out.fetch_add(1, Relaxed);
        self.bytes_out.fetch_add(bytes as u64, Relaxed);
        self.hall.meters.bytes_out(self.carrier).increment(bytes as u64);
    }

    /// A frame came in and is kept.
    pub fn note_received(&self, bytes: usize) {
        self.frames_in.fetch_add(1, Relaxed);
        self.bytes_in.fetch_add(bytes as u64, Relaxed);
        self.hall.meters.bytes_in(self.carrier).increment(bytes as u64);
    }

    /// A datagram was dropped.
    pub fn note_dropped(&self) {
        self.dropped.fetch_add(1, Relaxed);
        self.hall.meters.dropped.increment(1);
    }

    /// The guest has given a sign of life.
    pub fn note_heard(&self) {
        self.heard_millis.store(self.hall.now().as_millis() as u64, Relaxed);
    }

    /// How long nothing has been heard.
    pub fn silence(&self) -> Duration {
        self.hall.now().saturating_sub(Duration::from_millis(self.heard_millis.load(Relaxed)))
    }

    /// Changes the line's fate if it still can be; tells whether it did.
    fn turn(&self, next: Fate, can: impl FnOnce(&Fate) -> bool) -> bool {
        self.fate.send_if_modified(|fate| {
            let turned = can(fate);
            if turned {
                *fate = next;
            }
            turned
        })
    }

    /// Ends the line; the first reason stays.
    pub fn end(&self, reason: CloseReason) -> bool {
        self.turn(Fate::Ended(reason), |fate| !matches!(fate, Fate::Ended(_)))
    }

    /// Ends the line because the guest broke a limit, and says so in counter and log.
    pub fn refuse(&self, refusal: Refusal) {
        if self.end(CloseReason::Refused(refusal)) {
            self.hall.refuse(refusal, self.peer);
        }
    }

    pub fn ended(&self) -> Option<CloseReason> {
        match &*self.fate.borrow() {
            Fate::Ended(reason) => Some(reason.clone()),
            Fate::Going | Fate::Dismissed(_) => None,
        }
    }

    /// Waits for the end. A guest that stays silent for too long is put out; a dismissed one is not waited for long.
    pub async fn until_end(&self) -> CloseReason {
        let mut fate = self.fate.subscribe();
        loop {
            let now = fate.borrow_and_update().clone();
            let patience = match &now {
                Fate::Ended(reason) => return reason.clone(),
                Fate::Dismissed(_) => self.hall.limits.farewell,
                Fate::Going => self.hall.limits.idle.saturating_sub(self.silence()),
            };
            if tokio::time::timeout(patience, fate.changed()).await.is_ok() {
                continue;
            }
            match now {
                Fate::Dismissed(words) => {
                    self.end(CloseReason::Dismissed(words));
                }
                _ if self.silence() >= self.hall.limits.idle => self.refuse(Refusal::Idle),
                _ => {}
            }
        }
    }

    fn traffic(&self) -> Traffic {
        Traffic {
            frames_in: self.frames_in.load(Relaxed),
            bytes_in: self.bytes_in.load(Relaxed),
            frames_out: self.frames_out.load(Relaxed),
            bytes_out: self.bytes_out.load(Relaxed),
            dropped: self.dropped.load(Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::{Gate, Limits};

    fn outbox(limits: Limits) -> Outbox {
        let hall = Hall::new(limits, Gate::default()).0;
        let peer: SocketAddr = ([127, 0, 0, 1], 1).into();
        let seat = hall.half_open.take(peer.ip()).unwrap();
        Outbox::new(Line::new(hall, Carrier::WebSocket, peer, seat))
    }

    fn datagram(byte: u8) -> Frame {
        Frame::Datagram(Bytes::copy_from_slice(&[byte]))
    }

    #[tokio::test]
    async fn a_full_queue_drops_its_oldest_datagrams() {
        let outbox = outbox(Limits { outbound_datagrams: 3, ..Limits::default() });
        for byte in 0..10 {
            outbox.push(datagram(byte)).unwrap();
        }
        let kept: Vec<u8> = outbox.line.next_datagrams().await.iter().map(|bytes| bytes[0]).collect();
        assert_eq!((kept, outbox.traffic().dropped), (vec![7, 8, 9], 7));
    }

    #[tokio::test]
    async fn a_line_that_is_held_up_keeps_the_newest_datagram() {
        let outbox = outbox(Limits::default());
        outbox.push(datagram(1)).unwrap();
        outbox.line.hold_up(true);
        (2..=9).for_each(|byte| outbox.push(datagram(byte)).unwrap());
        assert_eq!(outbox.line.next_datagrams().await, [Bytes::from_static(&[9])]);
        outbox.line.hold_up(false);
        (2..=4).for_each(|byte| outbox.push(datagram(byte)).unwrap());
        assert_eq!(outbox.line.datagrams_now().len(), 3);
    }

    #[test]
    fn unread_reliable_bytes_end_the_line_as_too_slow() {
        let outbox = outbox(Limits { outbound_bytes: 100, ..Limits::default() });
        let frame = || Frame::Reliable(Bytes::from_static(&[7; 40]));
        outbox.push(frame()).unwrap();
        outbox.push(frame()).unwrap();
        let too_slow = CloseReason::Refused(Refusal::TooSlow);
        assert_eq!(outbox.push(frame()), Err(Ended(too_slow.clone())));
        assert_eq!(outbox.push(datagram(1)), Err(Ended(too_slow.clone())), "nothing is taken after the end");
        outbox.line.end(CloseReason::Left);
        assert_eq!(outbox.ended(), Some(too_slow), "the first reason stays");
    }

    #[tokio::test]
    async fn a_dismissed_guest_still_gets_what_was_said_before() {
        let outbox = outbox(Limits::default());
        outbox.push(Frame::Reliable("last words".into())).unwrap();
        outbox.close("the host stops");
        assert!(outbox.push(Frame::Reliable("too late".into())).is_err());
        let Next::Frames(frames) = outbox.line.next_reliable().await else { panic!("frames come first") };
        assert_eq!(frames, ["last words"]);
        let Next::Farewell(words) = outbox.line.next_reliable().await else { panic!("then the farewell") };
        assert_eq!(words, "the host stops");
    }

    #[tokio::test]
    async fn silence_puts_a_guest_out() {
        let outbox = outbox(Limits { idle: Duration::from_millis(20), ..Limits::default() });
        assert_eq!(outbox.line.until_end().await, CloseReason::Refused(Refusal::Idle));
        assert!(outbox.line.silence() >= Duration::from_millis(20));
    }
}
