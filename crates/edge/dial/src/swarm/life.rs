//! One inhabitant's life outside: in, about, and out again.

use super::SwarmConfig;
use super::figures::{Fate, Tally};
use crate::transport::{Connection, Dialer};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::time::MissedTickBehavior;
use wold_folk::names::{DISTINCT, name};
use wold_folk::{Idler, Inhabitant, Neighbour, Villager};
use wold_guest::guest::Guest;
use wold_guest::known::Standing;
use wold_guest::remote::{News, RemoteGuest};
use wold_space::TICKS_PER_SECOND;
use wold_wire::message::TurnedAway;
use wold_wire::{Frame, FromGuest, Login, Up};

/// Names tried when the first is taken.
const NAMES_TRIED: usize = 4;

/// Everything one inhabitant needs to set out.
pub(super) struct Venture {
    pub dialer: Arc<Dialer>,
    pub doorway: Arc<Semaphore>,
    pub config: SwarmConfig,
    pub number: usize,
    pub tally: Arc<Tally>,
    pub trouble: Arc<OnceLock<String>>,
    pub stopped: watch::Receiver<bool>,
}

enum End {
    NameTaken,
    Outside(Fate, String),
    Stopped,
}

impl Venture {
    pub async fn run(self) {
        for attempt in 0..NAMES_TRIED {
            let name = name(self.config.seed, self.config.folk, self.number + attempt * DISTINCT);
            match self.live(&name).await {
                End::NameTaken if attempt + 1 < NAMES_TRIED => {}
                End::NameTaken => self.end(Fate::TurnedAway, "every name tried is taken".into()),
                End::Outside(fate, words) => return self.end(fate, words),
                End::Stopped => return,
            }
        }
    }

    fn end(&self, fate: Fate, words: String) {
        self.tally.set_fate(fate);
        // Only the first trouble is kept; the others are most likely the same.
        let _ = self.trouble.set(words);
    }

    async fn live(&self, name: &str) -> End {
        let mut stopped = self.stopped.clone();
        let Ok(permit) = self.doorway.clone().acquire_owned().await else { return End::Stopped };
        let connection = tokio::select! {
            result = self.dialer.connect() => match result {
                Ok(connection) => connection,
                Err(error) => return End::Outside(Fate::Failed, error.to_string()),
            },
            () = told_to_stop(&mut stopped) => return End::Stopped,
        };
        self.tally.set_webtransport(connection.outbox.is_webtransport());
        let name_of_one = name.to_owned();
        let login = match &self.config.pass {
            Some(pass) => Login::Inhabitant { name: name_of_one, pass: pass.clone() },
            None => Login::Guest { name: name_of_one },
        };
        let number = self.number as u64;
        let (seed, habits) = (self.config.seed, self.config.habits);
        let atlas = self.config.counsel.atlas();
        let inhabitant = if self.config.idle {
            Inhabitant::new(Idler, number)
        } else if self.config.minds {
            let mind = Neighbour::new(seed, name, habits).with_hunts(self.config.hunts.clone());
            let mind = mind.with_ring(self.config.ring.clone()).with_counsel(self.config.counsel.clone());
            Inhabitant::new(mind, number).reading(atlas)
        } else {
            Inhabitant::new(Villager::new(seed, name, habits), number).reading(atlas)
        };
        let mut walker = Walker {
            guest: RemoteGuest::new(Guest::new(login, self.config.guest.clone())),
            inhabitant,
            connection,
            tally: self.tally.clone(),
            ping: None,
        };
        let mut permit = Some(permit);
        let deadline = Instant::now() + self.config.timeout;
        let mut clock = tokio::time::interval(Duration::from_millis(1000 / TICKS_PER_SECOND));
        clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                frame = walker.connection.incoming.recv() => {
                    let Some(frame) = frame else {
                        let words = walker.connection.outbox.ended().unwrap_or("the connection ended").to_owned();
                        return self.cut_off(words);
                    };
                    walker.take(&frame);
                }
                _ = clock.tick() => {
                    if let Err(words) = walker.step() {
                        return self.cut_off(words);
                    }
                }
                () = told_to_stop(&mut stopped) => {
                    walker.say_goodbye().await;
                    return End::Stopped;
                }
            }
            match walker.guest.guest().known().standing() {
                Standing::Waiting if Instant::now() > deadline => {
                    return End::Outside(Fate::Failed, "the host did not answer our hello".into());
                }
                Standing::Waiting => {}
                Standing::Inside => {
                    if permit.take().is_some() {
                        self.tally.set_fate(Fate::Inside);
                    }
                }
                Standing::TurnedAway { reason: TurnedAway::NameTaken, .. } => return End::NameTaken,
                Standing::TurnedAway { text, .. } => return End::Outside(Fate::TurnedAway, text.clone()),
                Standing::Ended(text) => return self.cut_off(text.clone()),
            }
        }
    }

    fn cut_off(&self, words: String) -> End {
        let fate = if self.tally.fate() == Fate::Inside { Fate::Lost } else { Fate::Failed };
        End::Outside(fate, words)
    }
}

/// Returns when the swarm is to leave, or is gone.
async fn told_to_stop(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stop| *stop).await;
}

/// How long a goodbye may take.
const FAREWELL: Duration = Duration::from_secs(2);

struct Walker {
    guest: RemoteGuest,
    inhabitant: Inhabitant,
    connection: Connection,
    tally: Arc<Tally>,
    ping: Option<(u32, Instant)>,
}

impl Walker {
    fn take(&mut self, frame: &Frame) {
        match self.guest.take(frame) {
            Ok(News::Snapshot { records, predicted }) => {
                self.tally.note_snapshot(records, predicted, frame.len());
            }
            Ok(News::Pong(mark)) => {
                if let Some((_, sent)) = self.ping.take_if(|(sent, _)| *sent == mark) {
                    self.tally.note_round_trip(sent.elapsed());
                }
            }
            Ok(News::Message | News::Stale) => {}
            Err(_) => self.tally.note_malformed(),
        }
    }

    fn step(&mut self) -> Result<(), String> {
        self.inhabitant.live(self.guest.guest_mut());
        self.tally.note_view(self.guest.guest().known().entities().len());
        for up in self.guest.step() {
            if let Up::Message(FromGuest::Ping { mark }) = up {
                self.ping = Some((mark, Instant::now()));
            }
            self.connection.outbox.push(up.encode()).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    async fn say_goodbye(&mut self) {
        // The connection ends either way; but if we hung up first, our last word might be lost with it, and our name stay taken.
        let _ = self.connection.outbox.push(Up::Message(FromGuest::Goodbye).encode());
        let until_the_host_hangs_up = async { while self.connection.incoming.recv().await.is_some() {} };
        let _ = tokio::time::timeout(FAREWELL, until_the_host_hangs_up).await;
        self.connection.outbox.close().await;
    }
}
