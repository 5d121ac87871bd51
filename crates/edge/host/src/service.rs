//! The running host: real guests, real time, a real disk around the [`Steward`].
//!
//! One thread steps the world twenty times a second (`ticker`); tasks let guests in and pass on what they say
//! (`reception`); the [`Scribe`] writes the log. They meet in one bounded queue of events.

mod atlas;
mod inspector;
mod liaison;
mod operator;
mod reception;
mod ticker;

use crate::accounts::{Accounts, INHABITANTS_FILE, OPERATOR_FILE, Register, Secret, SecretError};
use crate::archive::{self, ArchiveError, Games, no_games};
use crate::config::Config;
use crate::map::Chart;
use crate::scribe::{Health, Scribe};
use crate::store::{Store, StoreError};
use crate::transport::{Listener, TransportError};
use crate::web::{self, Site};
use axum::Router;
use axum::extract::Query;
use axum::routing::get;
use crossbeam_channel::{Receiver, Sender, bounded};
pub use liaison::Liaison;
use metrics_exporter_prometheus::PrometheusHandle;
use reception::Desk;
use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use ticker::{Event, Ticker};
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_inspect::Gallery;
pub use wold_inspect::Mind;
use wold_inspect::fights::FightsReport;
use wold_inspect::figures::{Figures, Span};
use wold_lore::kin::Residents;
use wold_space::{DVec2, EntityId, GuestId};
use wold_steward::{Steward, StewardConfig, clockwork};
use wold_wire::{Down, Up};
use wold_world::{Realm, WorldConfig};

/// Why a host does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The folder is of no use.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The door does not open.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// The operator's token is of no use.
    #[error(transparent)]
    Operator(#[from] SecretError),
    /// The tick thread does not start.
    #[error("the world's thread does not start: {0}")]
    Thread(std::io::Error),
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        Self::Archive(error.into())
    }
}

/// Events the world's thread may be behind; more means that it is not keeping up, and guests are dropped.
const MOST_EVENTS: usize = 32 * 1024;
/// Metres in a ring of chunks.
const RING_METRES: u32 = 32;

/// A running host.
pub struct Service {
    address: SocketAddr,
    secure: bool,
    operator: Secret,
    desk: Arc<Desk>,
    ticker: std::thread::JoinHandle<Ticker>,
    reception: tokio::task::JoinHandle<crate::transport::Serving>,
    stopping: tokio::sync::watch::Sender<bool>,
    wanted_worlds: tokio::sync::mpsc::Receiver<u64>,
    replayed: archive::Replayed,
    world: WorldConfig,
}

/// A guest in this process: what it says goes up, what it perceives comes down.
pub struct LocalGuest {
    /// Its number.
    pub guest: GuestId,
    /// To the host.
    pub up: Sender<Up>,
    /// From the host.
    pub down: Receiver<Down>,
}

/// What a program adds to the host.
pub struct Extras {
    /// Routes served at the same door. Their paths must not be the host's own (`/`, `/ws`, `/healthz`, `/metrics`, `/map/…`, `/api/hello`,
    /// `/api/ticks`, `/inspect/…`): it does not start with such.
    pub pages: Box<dyn FnOnce(Liaison) -> Router + Send>,
    /// Games that worlds may name.
    pub games: Games,
}

impl Default for Extras {
    fn default() -> Self {
        Self { pages: Box::new(|_| Router::new()), games: no_games }
    }
}

impl Service {
    /// Opens the world in the data folder, brings it up to date and lets guests in.
    pub async fn start(
        config: &Config,
        world: WorldConfig,
        metrics: PrometheusHandle,
    ) -> Result<Self, ServiceError> {
        Self::start_with(config, world, metrics, Extras::default()).await
    }

    /// The same with pages and games the host knows nothing of.
    pub async fn start_with(
        config: &Config,
        world: WorldConfig,
        metrics: PrometheusHandle,
        extras: Extras,
    ) -> Result<Self, ServiceError> {
        let created = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
        // The door first: a taken port must not touch the world.
        let listener = Listener::bind(config.transport()).await?;
        let (address, secure) = (listener.address(), listener.is_secure());
        let store: Arc<dyn Store> =
            Arc::new(archive::open(&config.data_dir, config.seed, created, config.log(), extras.games)?);
        let operator = match &config.operator_token {
            Some(token) => Secret::chosen(token)?,
            None => Secret::kept(&config.data_dir, OPERATOR_FILE)?,
        };
        let inhabitants = match &config.inhabitants_pass {
            Some(pass) => Secret::chosen(pass)?,
            None => Secret::kept(&config.data_dir, INHABITANTS_FILE)?,
        };
        let world = archive::settings(&*store, world)?;
        let settings = world.clone();
        let genesis = Genesis::new(Seed(config.seed));
        let (origin, shelf) = archive::origin(&genesis, world, extras.games)?;
        let chart = match origin.rules.iter().find_map(|game| game.land()) {
            Some((source, _)) => Chart::Brought(source),
            None => Chart::Grown(genesis),
        };
        let mut realm = Realm::new(origin);
        let replayed = archive::resume(&mut realm, &*store)?;
        let scribe = Scribe::start(store.clone(), config.scribe())?;
        let steward_config = StewardConfig {
            view_limit: (config.max_view_metres / RING_METRES).clamp(1, 16) as u8,
            ..StewardConfig::default()
        };
        let residents = Mutex::new(realm.residents());
        let steward = Steward::new(realm, shelf, steward_config);

        let (events, inbox) = bounded(MOST_EVENTS);
        let (new_worlds, wanted_worlds) = tokio::sync::mpsc::channel(1);
        let figures = Arc::new(Figures::default());
        let boot = archive::next_boot(&*store)?;
        let watching = settings.watching.enabled && config.max_watchers > 0;
        let desk = Arc::new(Desk {
            events,
            register: Mutex::new(Register::new(config.register())),
            accounts: Accounts::new(store.clone()),
            seed: config.seed,
            next_guest: AtomicU64::new(boot << 32),
            birth: Instant::now(),
            operator: operator.clone(),
            inhabitants,
            figures: figures.clone(),
            gallery: Gallery::default(),
            residents,
            handshake: Duration::from_secs(config.handshake_seconds.into()),
            watching,
            new_worlds,
        });
        let health = scribe_health(&scribe);
        let ticker = Ticker::new(steward, scribe, inbox, desk.clone(), config.snapshot_seconds);
        let ticker = std::thread::Builder::new()
            .name("world".into())
            .spawn(move || ticker.run())
            .map_err(ServiceError::Thread)?;

        let site = Site {
            protocol: format!("{:08x}", wold_wire::message::protocol_hash()),
            version: wold_wire::message::PROTOCOL_VERSION,
            seed: config.seed,
            name: settings.name.clone(),
            doors: if watching { web::Doors::Both } else { web::Doors::Bodies },
            entrance: listener.entrance(),
            health,
            metrics,
            files: web::embedded,
        };
        let pages = web::router(site)
            .merge(atlas::routes(chart.clone(), config.seed))
            .merge(inspector::routes(desk.clone(), chart))
            .merge(Router::new().route(
                "/api/ticks",
                get(async move |Query(span): Query<Span>| axum::Json(figures.summary(span))),
            ))
            .merge((extras.pages)(Liaison { desk: desk.clone() }));
        let (stopping, stop) = tokio::sync::watch::channel(false);
        let reception =
            tokio::spawn(reception::receive(listener.serve(web::secured(pages)), desk.clone(), stop));
        Ok(Self {
            address,
            secure,
            operator,
            desk,
            ticker,
            reception,
            stopping,
            wanted_worlds,
            replayed,
            world: settings,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of a page, `""` for the player's.
    #[must_use]
    pub fn url(&self, page: &str) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}/{page}", self.address)
    }

    /// The address of the operator's page, with the token that opens it.
    #[must_use]
    pub fn inspector_url(&self) -> String {
        self.url(&format!("inspect#token={}", self.operator.reveal()))
    }

    /// Waits until an operator wants another world, and names its seed.
    pub async fn wanted_world(&mut self) -> u64 {
        match self.wanted_worlds.recv().await {
            Some(seed) => seed,
            None => std::future::pending().await,
        }
    }

    /// What opens the inspector.
    #[must_use]
    pub fn operator_token(&self) -> &str {
        self.operator.reveal()
    }

    /// What was replayed at the start.
    #[must_use]
    pub fn replayed(&self) -> archive::Replayed {
        self.replayed
    }

    /// The settings its world was made with.
    #[must_use]
    pub fn world(&self) -> &WorldConfig {
        &self.world
    }

    /// Lets somebody in who lives in this process.
    pub fn admit_local(&self, name: &str, view: u8) -> Result<LocalGuest, String> {
        self.desk.admit_local(name, view)
    }

    /// A handle to let local guests in from another thread.
    #[must_use]
    pub fn local_door(&self) -> LocalEntrance {
        LocalEntrance { desk: self.desk.clone() }
    }

    /// Tells the guests, writes a snapshot and the rest of the log, and closes the door. The world's folder is free then, unless a [`LocalEntrance`] is still held.
    pub async fn stop(self, words: &str) -> Result<(), crate::scribe::Unwritten> {
        let _ = self.desk.events.send(Event::Happens(clockwork::Event::Stop(words.to_string())));
        let ticker = tokio::task::spawn_blocking(move || self.ticker.join()).await;
        let _ = self.stopping.send(true);
        if let Ok(serving) = self.reception.await {
            serving.stop(Duration::from_secs(1)).await;
        }
        let written = match ticker {
            Ok(Ok(ticker)) => ticker.finish(),
            // A panic in the world's thread has been printed; what was durable stays so.
            _ => Ok(()),
        };
        // Whoever is still being shown out holds the folder open.
        let desk = Arc::downgrade(&self.desk);
        drop(self.desk);
        for _ in 0..SHOWN_OUT.as_millis() / SHOWING_OUT.as_millis() {
            if desk.strong_count() == 0 {
                break;
            }
            tokio::time::sleep(SHOWING_OUT).await;
        }
        written
    }
}

/// How long a host that stops waits for the last guests' tasks to end, and how often it looks.
const SHOWN_OUT: Duration = Duration::from_secs(2);
const SHOWING_OUT: Duration = Duration::from_millis(5);

/// Lets guests of this process in.
#[derive(Clone)]
pub struct LocalEntrance {
    desk: Arc<Desk>,
}

impl LocalEntrance {
    /// Lets somebody in who lives in this process.
    pub fn admit(&self, name: &str, view: u8) -> Result<LocalGuest, String> {
        self.desk.admit_local(name, view)
    }

    /// Who lives in the world, as its register had it a moment ago.
    #[must_use]
    pub fn residents(&self) -> Residents {
        self.desk.residents.lock().expect("no holder of the residents panics").clone()
    }

    /// Takes down where a walker of this process means to go, corner by corner, for the operator to see; `None` when it is gone.
    pub fn tell_plan(&self, walker: EntityId, corners: Option<&[DVec2]>) {
        self.desk.gallery.tell_plan(walker, corners);
    }

    /// Opens a window into the mind of somebody of this process for the operator; `None` closes it.
    pub fn show_mind(&self, whose: EntityId, mind: Option<Arc<dyn Mind>>) {
        self.desk.gallery.show_mind(whose, mind);
    }

    /// Takes down the fights among inhabitants of this process, for the operator to see.
    pub fn tell_fights(&self, report: FightsReport) {
        self.desk.gallery.tell_fights(report);
    }
}

fn scribe_health(scribe: &Scribe) -> web::HealthCheck {
    let watch = scribe.watch_health();
    Arc::new(move || match watch() {
        Health::Failing { error, .. } => Err(format!("the log cannot be written: {error}")),
        _ => Ok(()),
    })
}
