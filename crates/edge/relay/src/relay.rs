//! The relay between its sockets: mirrors are filled from the host, and each beat of a mirror is told to those who look into it.

use crate::mirror::{Heed, Mirror};
use crate::onlooker::Onlooker;
use crate::reception::{Said, attend};
use crate::upstream::{News, Upstream};
use metrics::{counter, gauge};
use metrics_exporter_prometheus::PrometheusHandle;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::MissedTickBehavior;
use wold_dial::transport::{DialError, DialOptions, Dialer};
use wold_host::transport::{Listener, Outbox, Serving, TransportConfig, TransportError};
use wold_host::web::{self, Doors, Site};
use wold_space::GuestId;
use wold_wire::message::{MOST_DROPPED, MOST_SIGHTS, PROTOCOL_VERSION, protocol_hash};
use wold_wire::{Down, Frame, FromGuest, FromHost, Outcome, Refusal, Up};

/// Viewpoints a relay carries at most.
pub const MOST_VIEWPOINTS: usize = MOST_SIGHTS;
/// Time between two beats of a mirror whose host is silent: for newcomers, and for words of the relay's own.
const SLOW_BEAT: Duration = Duration::from_millis(250);
/// Time from one look whether a viewpoint has lost whom it is to follow to the next.
const LOOK_AGAIN: Duration = Duration::from_secs(5);
/// How long the host may take to let the relay look on.
const PATIENCE: Duration = Duration::from_secs(10);
/// Messages that wait for the relay, from the host and from those who look on; more wait on the network.
const BACKLOG: usize = 1024;
/// Words for the host that wait; what finds no room is said later.
const WORDS: usize = 16;

/// What a relay does.
#[derive(Clone, Debug)]
pub struct RelayConfig {
    /// Address of the host.
    pub host: String,
    /// Whom its viewpoints follow, one each; without any it has one viewpoint where people arrive. At most [`MOST_VIEWPOINTS`].
    pub follow: Vec<String>,
    /// How far it sees land, in rings of chunks; the host may give less. Default 6.
    pub view: u8,
    /// Where and how it listens; the places of those who look on are in its limits.
    pub transport: TransportConfig,
}

impl RelayConfig {
    /// A relay of the host at an address, with one viewpoint.
    #[must_use]
    pub fn new(host: impl Into<String>) -> Self {
        Self { host: host.into(), follow: Vec::new(), view: 6, transport: TransportConfig::default() }
    }
}

/// Why a relay does not open.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// There is no host.
    #[error(transparent)]
    Dial(#[from] DialError),
    /// The door does not open.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// The host is of another version.
    #[error("the host speaks protocol {theirs}, this relay {ours}: both must be of the same version")]
    Protocol {
        /// The host's.
        theirs: String,
        /// The relay's own.
        ours: String,
    },
    /// The host does not let the relay look on.
    #[error("the host does not let the relay look on: {0}")]
    TurnedAway(String),
    /// More viewpoints than a relay carries.
    #[error("{0} viewpoints are more than a relay carries ({MOST_VIEWPOINTS})")]
    TooMany(usize),
}

/// How a relay fares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Who looks on.
    pub watchers: usize,
    /// Bytes of payload the host has sent.
    pub host_bytes: u64,
    /// Whether the host is lost.
    pub lost: bool,
}

#[derive(Default)]
struct Shared {
    watchers: AtomicUsize,
    host_bytes: AtomicU64,
    lost: AtomicBool,
}

/// A running relay.
pub struct Relay {
    address: SocketAddr,
    secure: bool,
    world: String,
    shared: Arc<Shared>,
    stop: oneshot::Sender<String>,
    house: JoinHandle<Serving>,
    upstreams: JoinSet<()>,
}

impl Relay {
    /// Comes to the host, and opens the doors once it has been let in.
    ///
    /// # Errors
    /// If there is no such host, it does not let anybody look on, or the door does not open.
    pub async fn open(config: RelayConfig, metrics: PrometheusHandle) -> Result<Self, RelayError> {
        if config.follow.len() > MOST_VIEWPOINTS {
            return Err(RelayError::TooMany(config.follow.len()));
        }
        let hello = Dialer::new(&config.host, DialOptions::default()).await?.hello().clone();
        let ours = format!("{:08x}", protocol_hash());
        if hello.protocol != ours {
            return Err(RelayError::Protocol { theirs: hello.protocol, ours });
        }
        let listener = Listener::bind(config.transport).await?;
        let (address, secure) = (listener.address(), listener.is_secure());
        let (news_in, mut news) = mpsc::channel(BACKLOG);
        let mut upstreams = JoinSet::new();
        let mut views = Vec::new();
        let free = config.follow.is_empty().then_some(None);
        let named = config.follow.iter().cloned().map(Some);
        for (sight, whom) in free.into_iter().chain(named).enumerate() {
            let (words, heard) = mpsc::channel(WORDS);
            views.push(View { mirror: Mirror::default(), whom: whom.clone(), words, lost: false });
            let (url, news) = (config.host.clone(), news_in.clone());
            upstreams.spawn(Upstream { url, sight, whom, view: config.view, news, words: heard }.hold());
        }
        drop(news_in);
        let shared = Arc::<Shared>::default();
        let mut house =
            House { views, sights: config.follow, lookers: BTreeMap::new(), shared: shared.clone() };
        let welcomed = tokio::time::timeout(PATIENCE, house.welcomed(&mut news)).await;
        welcomed
            .unwrap_or_else(|_| Err("it did not answer in time".to_owned()))
            .map_err(RelayError::TurnedAway)?;
        let health = shared.clone();
        let site = Site {
            protocol: ours,
            version: PROTOCOL_VERSION,
            seed: hello.seed,
            name: hello.name.clone(),
            doors: Doors::Watchers,
            entrance: listener.entrance(),
            health: Arc::new(move || match health.lost.load(Relaxed) {
                true => Err("the host is lost".to_owned()),
                false => Ok(()),
            }),
            metrics,
            files: web::embedded,
        };
        let serving = listener.serve(web::secured(web::router(site)));
        let (stop, stopped) = oneshot::channel();
        let house = tokio::spawn(house.keep(news, serving, hello.seed, stopped));
        Ok(Self { address, secure, world: hello.name, shared, stop, house, upstreams })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of its page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}://{}/", if self.secure { "https" } else { "http" }, self.address)
    }

    /// What the world it shows is called.
    #[must_use]
    pub fn world(&self) -> &str {
        &self.world
    }

    /// How it fares.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let Shared { watchers, host_bytes, lost } = &*self.shared;
        Figures {
            watchers: watchers.load(Relaxed),
            host_bytes: host_bytes.load(Relaxed),
            lost: lost.load(Relaxed),
        }
    }

    /// Tells those who look on, and closes the door.
    pub async fn stop(mut self, words: &str) {
        // A house that has fallen has nobody to tell.
        let _ = self.stop.send(words.to_owned());
        if let Ok(serving) = self.house.await {
            serving.stop(Duration::from_secs(1)).await;
        }
        self.upstreams.shutdown().await;
    }
}

/// One viewpoint of the relay.
struct View {
    mirror: Mirror,
    whom: Option<String>,
    words: mpsc::Sender<FromGuest>,
    lost: bool,
}

/// One watcher and its line.
struct Looker {
    onlooker: Onlooker,
    outbox: Outbox,
    sight: usize,
}

struct House {
    views: Vec<View>,
    /// Names of the viewpoints.
    sights: Vec<String>,
    lookers: BTreeMap<u64, Looker>,
    shared: Arc<Shared>,
}

impl House {
    /// Waits until the host has welcomed every viewpoint, or says why it does not.
    async fn welcomed(&mut self, news: &mut mpsc::Receiver<(usize, News)>) -> Result<(), String> {
        while self.views.iter().any(|view| view.mirror.welcome().is_none()) {
            match news.recv().await {
                Some((sight, News::Told(down, bytes))) => {
                    self.note_bytes(bytes);
                    if let Heed::Ended(words) = self.views[sight].mirror.take(down) {
                        return Err(words);
                    }
                }
                Some((_, News::Lost(words))) => return Err(words),
                None => return Err("the connection ended".to_owned()),
            }
        }
        Ok(())
    }

    async fn keep(
        mut self,
        mut news: mpsc::Receiver<(usize, News)>,
        mut serving: Serving,
        seed: u64,
        mut stopped: oneshot::Receiver<String>,
    ) -> Serving {
        let (said_in, mut said) = mpsc::channel(BACKLOG);
        let mut slow = tokio::time::interval(SLOW_BEAT);
        slow.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut look = tokio::time::interval(LOOK_AGAIN);
        let words = loop {
            tokio::select! {
                Some((sight, news)) = news.recv() => self.take(sight, news),
                connection = serving.connections.recv() => match connection {
                    Some(connection) => drop(tokio::spawn(attend(connection, seed, said_in.clone()))),
                    None => break String::new(),
                },
                Some(said) = said.recv() => self.hear(said),
                _ = slow.tick() => (0..self.views.len()).for_each(|sight| self.beat(sight)),
                _ = look.tick() => self.look_again(),
                words = &mut stopped => break words.unwrap_or_default(),
            }
        };
        let goodbye = Frame::Reliable(FromHost::Goodbye(words.clone()).encode().into());
        for looker in self.lookers.values() {
            drop(looker.outbox.push(goodbye.clone()));
            looker.outbox.close(words.clone());
        }
        serving
    }

    fn note_bytes(&self, bytes: usize) {
        self.shared.host_bytes.fetch_add(bytes as u64, Relaxed);
        counter!("wold_relay_host_bytes_total").increment(bytes as u64);
    }

    fn take(&mut self, sight: usize, news: News) {
        let view = &mut self.views[sight];
        match news {
            News::Told(down, bytes) => {
                let (is_snapshot, epoch) = (matches!(down, Down::Snapshot(_)), view.mirror.epoch());
                let heed = view.mirror.take(down);
                let is_back = view.mirror.epoch() != epoch && std::mem::take(&mut view.lost);
                match heed {
                    Heed::Nothing => {}
                    Heed::AnotherWorld => {
                        for looker in self.lookers.values().filter(|looker| looker.sight == sight) {
                            looker.outbox.close("the world has begun anew; come in again");
                        }
                    }
                    Heed::Ended(words) => tracing::warn!(sight, words, "the host turns the relay away"),
                }
                if is_back {
                    tracing::info!(sight, "the host is back");
                    self.announce(sight, "The host is back.");
                }
                self.note_bytes(bytes);
                if is_snapshot {
                    self.beat(sight);
                }
            }
            News::Lost(reason) => {
                if !std::mem::replace(&mut view.lost, true) {
                    tracing::warn!(sight, reason, "the host is lost");
                    self.announce(
                        sight,
                        "The host is lost. The relay looks for it; what you see stands still.",
                    );
                }
            }
        }
        let lost = self.views.iter().all(|view| view.lost);
        self.shared.lost.store(lost, Relaxed);
        gauge!("wold_relay_host_lost").set(f64::from(u8::from(lost)));
    }

    /// Says something of the relay's own to all who look into a mirror.
    fn announce(&self, sight: usize, words: &str) {
        let notice = Frame::Reliable(FromHost::Notice(words.to_owned()).encode().into());
        for looker in self.lookers.values().filter(|looker| looker.sight == sight) {
            // A line that has ended says so itself.
            drop(looker.outbox.push(notice.clone()));
        }
    }

    fn hear(&mut self, said: Said) {
        match said {
            Said::Came { outbox, view, whom } => {
                let sight = whom.and_then(|name| self.sight_of(&name)).unwrap_or(0);
                let onlooker = Onlooker::new(GuestId(outbox.id()), view);
                self.lookers.insert(outbox.id(), Looker { onlooker, outbox, sight });
            }
            Said::Up { id, up } => self.listen(id, up),
            Said::Gone { id } => drop(self.lookers.remove(&id)),
        }
        self.shared.watchers.store(self.lookers.len(), Relaxed);
        gauge!("wold_relay_watchers").set(self.lookers.len() as f64);
    }

    fn sight_of(&self, name: &str) -> Option<usize> {
        self.sights.iter().position(|sight| sight == name)
    }

    fn listen(&mut self, id: u64, up: Up) {
        let wanted = match &up {
            Up::Message(FromGuest::Follow { whom }) => self.sight_of(whom),
            _ => None,
        };
        let Some(Looker { onlooker, outbox, sight }) = self.lookers.get_mut(&id) else { return };
        let answer = match up {
            Up::Steering(packet) => return onlooker.acknowledge(packet),
            Up::Message(FromGuest::View { rings }) => return onlooker.see(rings),
            Up::Message(FromGuest::Dropped(chunks)) => return onlooker.dropped(&chunks),
            Up::Message(FromGuest::Ping { mark }) => FromHost::Pong { mark },
            Up::Message(FromGuest::Do { number, .. }) => {
                FromHost::Answer { number, outcome: Outcome::Refused(Refusal::NoUse) }
            }
            Up::Message(FromGuest::Follow { .. }) => match wanted {
                Some(other) if other == *sight => return,
                Some(other) => {
                    *sight = other;
                    return onlooker.turn();
                }
                None => FromHost::Notice("This relay does not follow them.".into()),
            },
            Up::Message(FromGuest::Hello(_)) => return outbox.close("said hello twice"),
            // Its viewpoints are its own, and goodbyes end the connection.
            Up::Message(FromGuest::Fly { .. } | FromGuest::Goodbye) => return,
        };
        // A line that has ended says so itself.
        drop(outbox.push(Frame::Reliable(answer.encode().into())));
    }

    /// Tells those who look into a mirror what is new in it.
    fn beat(&mut self, sight: usize) {
        let view = &mut self.views[sight];
        let mut out = Vec::new();
        for looker in self.lookers.values_mut().filter(|looker| looker.sight == sight) {
            looker.onlooker.tell(&view.mirror, &self.sights, &mut out);
            for frame in out.drain(..) {
                // A line that has ended says so itself.
                drop(looker.outbox.push(frame));
            }
        }
        view.mirror.turn_over();
        for chunks in view.mirror.let_go().chunks(MOST_DROPPED) {
            // What finds no room is sent once more than it need be.
            let _ = view.words.try_send(FromGuest::Dropped(chunks.to_vec()));
        }
    }

    /// Asks for those again whom the host has lost out of sight.
    fn look_again(&mut self) {
        for view in self.views.iter().filter(|view| !view.lost && view.mirror.watching().whom.is_none()) {
            if let Some(whom) = view.whom.clone() {
                let _ = view.words.try_send(FromGuest::Follow { whom });
            }
        }
    }
}
