//! A host, a relay and those who look on, over real sockets on loopback. Every wait is for an event, never for a time.

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior};
use wold_dial::transport::{Connection, DialOptions, Dialer, Way};
use wold_guest::{Guest, GuestConfig, RemoteGuest, Standing};
use wold_host::config::{Config, ConfigLayer};
use wold_host::service::Service;
use wold_host::transport::{Limits, Pool, TransportConfig};
use wold_relay::{Relay, RelayConfig, RelayError};
use wold_space::{DVec2, EntityId};
use wold_wire::message::TurnedAway;
use wold_wire::{Gait, Intent, Login, Outcome, Steering};
use wold_world::WorldConfig;
use wold_world::watching::WatchingConfig;

/// One recorder serves the process; what it counts is looked at in one test alone.
fn metrics() -> PrometheusHandle {
    static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();
    METRICS.get_or_init(|| PrometheusBuilder::new().install_recorder().expect("it is the first")).clone()
}

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(60);

async fn host(folder: &Path, port: u16, watching: WatchingConfig) -> Service {
    let flags = ConfigLayer { port: Some(port), data_dir: Some(folder.to_owned()), ..ConfigLayer::default() };
    let config =
        Config::from_layers(ConfigLayer::default(), ConfigLayer::default(), flags).expect("settings");
    let world = WorldConfig { watching, fauna: 0.0, ..WorldConfig::default() };
    Service::start(&config, world, metrics()).await.expect("the host opens")
}

fn config(host: &Service, places: usize) -> RelayConfig {
    let watchers = Pool { total: places, per_address: places };
    let transport = TransportConfig {
        port: 0,
        limits: Limits { watchers, ..Limits::default() },
        ..TransportConfig::default()
    };
    RelayConfig { transport, view: 2, ..RelayConfig::new(host.url("")) }
}

/// Somebody on a line of their own.
struct Somebody {
    guest: RemoteGuest,
    connection: Connection,
    clock: Interval,
}

impl Somebody {
    async fn come(url: &str, way: Way, login: Login) -> Self {
        let options = DialOptions { way, timeout: PATIENCE, ..DialOptions::default() };
        let connection = Dialer::new(url, options).await.expect("a door").connect().await.expect("a line");
        let guest = RemoteGuest::new(Guest::new(login, GuestConfig { view: 2, ..GuestConfig::default() }));
        let mut clock = tokio::time::interval(Duration::from_millis(50));
        clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
        Self { guest, connection, clock }
    }

    fn known(&self) -> &wold_guest::Known {
        self.guest.guest().known()
    }

    /// Lives on for a step, or takes one frame; false when the line has ended.
    async fn go_on(&mut self) -> bool {
        tokio::select! {
            frame = self.connection.incoming.recv() => match frame {
                Some(frame) => {
                    self.guest.take(&frame).expect("the host's frames decode");
                    true
                }
                None => false,
            },
            _ = self.clock.tick() => {
                for up in self.guest.step() {
                    // A line that has ended may still have something to read.
                    drop(self.connection.outbox.push(up.encode()));
                }
                true
            }
        }
    }

    /// Goes on until something holds.
    async fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let wait = async {
            while !holds(self) {
                assert!(self.go_on().await, "{what}: the line ended");
            }
        };
        let reached = tokio::time::timeout(PATIENCE, wait).await;
        reached.unwrap_or_else(|_| {
            let known = self.known();
            panic!(
                "{what} does not come: {:?}, at {:?}, {:?}",
                known.tick(),
                known.own().place,
                self.people()
            );
        });
    }

    fn people(&self) -> Vec<&str> {
        let cards = self.known().entities().values().map(|other| &other.card);
        cards.filter(|card| card.kind.is_person()).map(|card| card.name.as_str()).collect()
    }

    fn sees(&self, name: &str) -> Option<(EntityId, DVec2)> {
        let mut others = self.known().entities().values();
        others.find(|other| other.card.name == name).map(|other| (other.card.id, other.state.place()))
    }
}

/// A number of the metrics' page.
fn metric(name: &str) -> f64 {
    let page = metrics().render();
    let line =
        page.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name} in\n{page}"));
    line.rsplit(' ').next().and_then(|value| value.parse().ok()).expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_look_on_at_a_relay_see_somebody_walk_and_the_host_counts_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = host(folder.path(), 0, WatchingConfig::default()).await;
    let mut ada = Somebody::come(&host.url(""), Way::Best, Login::Guest { name: "Ada".into() }).await;
    ada.until("Ada's body", |ada| ada.known().welcome().is_some() && !ada.known().land().is_empty()).await;
    let following = RelayConfig { follow: vec!["Ada".into()], ..config(&host, 16) };
    let relay = Relay::open(following, metrics()).await.expect("the relay opens");
    let mut lookers = Vec::new();
    for number in 0..12 {
        let way = if number % 2 == 0 { Way::WebTransport } else { Way::WebSocket };
        lookers.push(Somebody::come(&relay.url(), way, Login::Watch { whom: None }).await);
    }
    // Ada walks to and fro for as long as anybody looks for it.
    let (stop, mut stopped) = tokio::sync::oneshot::channel::<()>();
    let walker = tokio::spawn(async move {
        while stopped.try_recv().is_err() {
            // Two seconds each way: she arrived in the open, and stays there.
            let east = if ada.known().tick().0 / 40 % 2 == 0 { 127 } else { -127 };
            ada.guest.guest_mut().steer(Steering { east, north: 0, heading: 0, gait: Gait::Walk });
            assert!(ada.go_on().await, "Ada stays in");
        }
        ada
    });
    // All at once: who says nothing for long is put out.
    let mut watching = JoinSet::new();
    for mut looker in lookers {
        watching.spawn(async move {
            looker.until("Ada is seen", |looker| looker.sees("Ada").is_some()).await;
            let (_, begin) = looker.sees("Ada").expect("just seen");
            let walked =
                |looker: &Somebody| looker.sees("Ada").is_some_and(|(_, at)| at.distance(begin) > 1.0);
            looker.until("Ada is seen to walk", walked).await;
            looker.until("land is shown", |looker| looker.known().land().len() >= 9).await;
            let told = looker
                .known()
                .watching()
                .is_some_and(|watching| watching.pace == 0 && watching.name == "Ada");
            assert!(told, "{:?}", looker.known().watching());
            looker
        });
    }
    let mut lookers = watching.join_all().await;
    let number = lookers[0].guest.guest_mut().wish(Intent::say("Boo!", None));
    lookers[0].until("an answer", |looker| looker.known().answer(number).is_some()).await;
    assert!(
        matches!(lookers[0].known().answer(number), Some(Outcome::Refused(_))),
        "who looks on does nothing"
    );
    assert_eq!(relay.figures().watchers, 12);
    assert_eq!(
        [metric("wold_guests "), metric("wold_watchers ")],
        [1.0, 1.0],
        "the host has Ada, and the relay looks on"
    );
    let mut direct =
        Somebody::come(&host.url(""), Way::WebSocket, Login::Watch { whom: Some("Ada".into()) }).await;
    direct.until("Ada is seen", |looker| looker.sees("Ada").is_some()).await;
    assert_eq!(direct.people(), ["Ada"], "nobody sees who looks on");
    stop.send(()).expect("Ada listens");
    let ada = walker.await.expect("Ada is well");
    assert!(ada.people().is_empty(), "Ada neither");
    let over = |looker: &Somebody| matches!(looker.known().standing(), Standing::Ended(_));
    tokio::join!(relay.stop("The relay stops."), lookers[0].until("the end", over));
    host.stop("over").await.expect("written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_has_only_so_many_places_and_no_bodies() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = host(folder.path(), 0, WatchingConfig::default()).await;
    let relay = Relay::open(config(&host, 2), metrics()).await.expect("the relay opens");
    let turned_away =
        |somebody: &Somebody| matches!(somebody.known().standing(), Standing::TurnedAway { .. });
    let mut guest = Somebody::come(&relay.url(), Way::WebSocket, Login::Guest { name: "Bo".into() }).await;
    guest.until("an answer", turned_away).await;
    let Standing::TurnedAway { reason, .. } = guest.known().standing() else { unreachable!() };
    assert_eq!(*reason, TurnedAway::OnlyWatched);
    let watch = || Login::Watch { whom: None };
    let mut inside = Vec::new();
    for _ in 0..2 {
        let mut looker = Somebody::come(&relay.url(), Way::WebSocket, watch()).await;
        looker.until("the welcome", |looker| *looker.known().standing() == Standing::Inside).await;
        inside.push(looker);
    }
    let mut third = Somebody::come(&relay.url(), Way::WebSocket, watch()).await;
    third.until("an answer", turned_away).await;
    let Standing::TurnedAway { reason, .. } = third.known().standing() else { unreachable!() };
    assert_eq!(*reason, TurnedAway::Full);
    relay.stop("over").await;
    host.stop("over").await.expect("written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_world_nobody_may_watch_has_no_relay() {
    let folder = tempfile::tempdir().expect("a folder");
    let closed = WatchingConfig { enabled: false, ..WatchingConfig::default() };
    let host = host(folder.path(), 0, closed).await;
    let refused = Relay::open(config(&host, 2), metrics()).await;
    assert!(matches!(refused, Err(RelayError::TurnedAway(words)) if words.contains("look on")));
    host.stop("over").await.expect("written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_was_lost_is_found_again_and_those_who_look_on_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = host(folder.path(), 0, WatchingConfig::default()).await;
    let port = first.address().port();
    let relay = Relay::open(config(&first, 4), metrics()).await.expect("the relay opens");
    let mut looker = Somebody::come(&relay.url(), Way::WebSocket, Login::Watch { whom: None }).await;
    looker.until("land", |looker| !looker.known().land().is_empty()).await;
    first.stop("over").await.expect("written");
    let told = |words: &'static str| {
        move |looker: &Somebody| looker.known().notices().iter().any(|notice| notice.contains(words))
    };
    looker.until("the loss", told("lost")).await;
    assert!(relay.figures().lost);
    let again = host(folder.path(), port, WatchingConfig::default()).await;
    looker.until("the return", told("back")).await;
    let before = looker.known().tick();
    looker.until("news", |looker| looker.known().tick() > before).await;
    relay.stop("over").await;
    again.stop("over").await.expect("written");
}
