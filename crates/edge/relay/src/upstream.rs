//! A relay's way to its host: one connection for each viewpoint, opened again when it is lost.

use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior};
use wold_dial::transport::{Connection, DialError, DialOptions, Dialer};
use wold_wire::message::protocol_hash;
use wold_wire::{Down, Frame, FromGuest, Hello, Login, Receiver, SteeringPacket, Up};

/// Time from one acknowledgement to the next.
const BEAT: Duration = Duration::from_millis(50);
/// Beats from one ping to the next, so that the host never finds the line idle.
const PING_BEATS: u32 = 40;
/// A host that is silent for so long is lost.
const SILENCE: Duration = Duration::from_secs(10);
/// The first and the longest time until a lost host is tried again; each failure doubles it.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// What a viewpoint's connection has to tell.
pub(crate) enum News {
    /// The host says something; so many bytes of it came over the line.
    Told(Down, usize),
    /// The connection is lost, for this reason.
    Lost(String),
}

/// One viewpoint's connection.
pub(crate) struct Upstream {
    pub(crate) url: String,
    /// Which of the relay's viewpoints it is for.
    pub(crate) sight: usize,
    pub(crate) whom: Option<String>,
    pub(crate) view: u8,
    pub(crate) news: mpsc::Sender<(usize, News)>,
    /// What the relay wants said.
    pub(crate) words: mpsc::Receiver<FromGuest>,
}

impl Upstream {
    /// Keeps the viewpoint until the relay is gone. Each connection begins with a new look at where the host's door is: a host that was started again has another certificate.
    pub(crate) async fn hold(mut self) {
        let mut wait = FIRST_WAIT;
        loop {
            let reason = match self.dial().await {
                Ok(connection) => {
                    let begun = Instant::now();
                    let reason = self.converse(connection).await;
                    if begun.elapsed() > LONGEST_WAIT {
                        wait = FIRST_WAIT;
                    }
                    reason
                }
                Err(error) => error.to_string(),
            };
            if self.news.send((self.sight, News::Lost(reason))).await.is_err() {
                return;
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    async fn dial(&self) -> Result<Connection, DialError> {
        Dialer::new(&self.url, DialOptions::default()).await?.connect().await
    }

    /// Listens until the connection ends, and says why it did.
    async fn converse(&mut self, mut connection: Connection) -> String {
        let login = Login::Watch { whom: self.whom.clone() };
        let hello = Hello { protocol: protocol_hash(), seed: None, view: self.view, login };
        let mut receiver = Receiver::default();
        let mut clock = tokio::time::interval(BEAT);
        clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let (mut beats, mut heard) = (0_u32, Instant::now());
        if let Err(error) = say(&connection, &FromGuest::Hello(hello)) {
            return error;
        }
        loop {
            tokio::select! {
                frame = connection.incoming.recv() => {
                    let Some(frame) = frame else {
                        return connection.outbox.ended().unwrap_or("the connection ended").to_owned();
                    };
                    heard = Instant::now();
                    // What cannot be read is skipped, as a lost frame would be.
                    let Ok(Some(down)) = Down::decode(&frame, &mut receiver) else { continue };
                    if self.news.send((self.sight, News::Told(down, frame.len()))).await.is_err() {
                        return String::new();
                    }
                }
                Some(words) = self.words.recv() => {
                    if let Err(error) = say(&connection, &words) {
                        return error;
                    }
                }
                _ = clock.tick() => {
                    if heard.elapsed() > SILENCE {
                        return "the host fell silent".to_owned();
                    }
                    beats += 1;
                    let packet = SteeringPacket { acks: receiver.acks(), ..SteeringPacket::default() };
                    let ping = beats.is_multiple_of(PING_BEATS).then_some(FromGuest::Ping { mark: beats });
                    let said = ping.map_or(Ok(()), |ping| say(&connection, &ping));
                    let acked = connection.outbox.push(Up::Steering(packet).encode());
                    if let Err(error) = said.and(acked.map_err(|error| error.to_string())) {
                        return error;
                    }
                }
            }
        }
    }
}

fn say(connection: &Connection, message: &FromGuest) -> Result<(), String> {
    connection.outbox.push(Frame::Reliable(message.encode().into())).map_err(|error| error.to_string())
}
