//! Who is who at a real door: nobody is handed somebody else's body, things or office.

use metrics_exporter_prometheus::PrometheusBuilder;
use std::path::Path;
use std::time::Duration;
use wold_dial::transport::{Connection, DialOptions, Dialer, Way};
use wold_guest::{Guest, GuestConfig, RemoteGuest, Standing};
use wold_host::accounts::INHABITANTS_FILE;
use wold_host::config::{Config, ConfigLayer};
use wold_host::service::Service;
use wold_space::EntityId;
use wold_wire::Login;
use wold_wire::message::TurnedAway;
use wold_world::WorldConfig;

/// A host on a free port, with its folder.
struct House {
    service: Service,
    folder: tempfile::TempDir,
}

fn config(folder: &Path) -> Config {
    let layer = ConfigLayer {
        data_dir: Some(folder.to_owned()),
        port: Some(0),
        webtransport: Some(false),
        seed: Some(3),
        ..ConfigLayer::default()
    };
    Config::from_layers(ConfigLayer::default(), ConfigLayer::default(), layer).expect("sensible settings")
}

impl House {
    async fn open() -> Self {
        Self::open_in(tempfile::tempdir().expect("a folder")).await
    }

    async fn open_in(folder: tempfile::TempDir) -> Self {
        let metrics = PrometheusBuilder::new().build_recorder().handle();
        let service =
            Service::start(&config(folder.path()), WorldConfig::default(), metrics).await.expect("it starts");
        Self { service, folder }
    }

    /// Stops as a host is stopped, and starts again in the same folder.
    async fn reopen(self) -> Self {
        self.service.stop("back at once").await.expect("it writes all");
        Self::open_in(self.folder).await
    }

    async fn visit(&self, login: Login) -> Visitor {
        let options = DialOptions { way: Way::WebSocket, timeout: Duration::from_secs(60), source: None };
        let dialer = Dialer::new(&self.service.url(""), options).await.expect("it answers");
        let connection = dialer.connect().await.expect("it lets us speak");
        let mut visitor =
            Visitor { guest: RemoteGuest::new(Guest::new(login, GuestConfig::default())), connection };
        visitor.until(|guest| *guest.known().standing() != Standing::Waiting).await;
        visitor
    }

    fn pass(&self) -> String {
        std::fs::read_to_string(self.folder.path().join(INHABITANTS_FILE))
            .expect("a pass is made")
            .trim()
            .to_owned()
    }
}

struct Visitor {
    guest: RemoteGuest,
    connection: Connection,
}

impl Visitor {
    /// Speaks and listens until something is so.
    async fn until(&mut self, so: impl Fn(&Guest) -> bool) {
        let mut clock = tokio::time::interval(Duration::from_millis(20));
        while !so(self.guest.guest()) {
            tokio::select! {
                frame = self.connection.incoming.recv() => match frame {
                    Some(frame) => drop(self.guest.take(&frame)),
                    None => return,
                },
                _ = clock.tick() => {
                    for up in self.guest.step() {
                        let _ = self.connection.outbox.push(up.encode());
                    }
                }
            }
        }
    }

    fn away(&self) -> Option<TurnedAway> {
        match self.guest.guest().known().standing() {
            Standing::TurnedAway { reason, .. } => Some(*reason),
            _ => None,
        }
    }

    fn body(&self) -> EntityId {
        let known = self.guest.guest().known();
        assert_eq!(*known.standing(), Standing::Inside);
        known.welcome().expect("who is inside was welcomed").body
    }

    fn token(&self) -> [u8; 16] {
        self.guest.guest().known().welcome().expect("who is inside was welcomed").token
    }
}

fn guest(name: &str) -> Login {
    Login::Guest { name: name.into() }
}

fn register(name: &str, guest: Option<[u8; 16]>) -> Login {
    Login::Register { name: name.into(), password: "open sesame".into(), guest }
}

fn account(name: &str) -> Login {
    Login::Account { name: name.into(), password: "open sesame".into() }
}

#[tokio::test]
async fn registering_a_present_guests_name_hands_nothing_over_unless_it_is_ones_own() {
    let house = House::open().await;
    let victim = house.visit(guest("Victim")).await;
    let thief = house.visit(register("Victim", None)).await;
    assert_eq!(thief.away(), Some(TurnedAway::NameTaken));
    let guesser = house.visit(register("victim", Some([7; 16]))).await;
    assert_eq!(guesser.away(), Some(TurnedAway::NameTaken));
    let local = house.service.admit_local("Milo Forester", 2).expect("a free name");
    let thief = house.visit(register("Milo Forester", None)).await;
    assert_eq!(thief.away(), Some(TurnedAway::NameTaken), "inhabitants are somebody, too");
    drop(local);

    let body = victim.body();
    let owner = house.visit(register("Victim", Some(victim.token()))).await;
    assert_eq!(owner.body(), body, "a guest may keep its body as an account's");
    let again = house.visit(account("VICTIM")).await;
    assert_eq!(again.body(), body);
    house.service.stop("done").await.expect("it writes all");
}

#[tokio::test]
async fn an_account_has_one_body_however_its_name_is_written() {
    let house = House::open().await;
    let first = house.visit(register("Richard Roe", None)).await;
    let body = first.body();
    drop(first);
    for spelling in ["richard roe", "RICHARD-ROE", "Richard_Roe", "R\u{456}chard Roe"] {
        let visitor = house.visit(account(spelling)).await;
        assert_eq!(visitor.body(), body, "{spelling}");
    }
    house.service.stop("done").await.expect("it writes all");
}

#[tokio::test]
async fn after_a_restart_a_body_waits_for_its_token_and_not_for_its_name() {
    let house = House::open().await;
    let ann = house.visit(guest("Ann")).await;
    let roe = house.visit(register("Roe", None)).await;
    let (ann_body, ann_token, roe_body) = (ann.body(), ann.token(), roe.body());
    let house = house.reopen().await;
    let thief = house.visit(guest("Ann")).await;
    assert_eq!(thief.away(), Some(TurnedAway::NameTaken));
    let back = house.visit(Login::Resume { token: ann_token }).await;
    assert_eq!(back.body(), ann_body);
    let twice = house.visit(Login::Resume { token: ann_token }).await;
    assert_eq!(twice.away(), Some(TurnedAway::BadToken), "a token works once");
    assert_eq!(house.visit(account("Roe")).await.body(), roe_body);
    house.service.stop("done").await.expect("it writes all");
}

#[tokio::test]
async fn inhabitants_from_outside_need_the_pass() {
    let house = House::open().await;
    let inhabitant = |name: &str, pass: String| Login::Inhabitant { name: name.into(), pass };
    for wrong in ["", "guess"] {
        let stranger = house.visit(inhabitant("Stranger", wrong.into())).await;
        assert_eq!(stranger.away(), Some(TurnedAway::BadPassword));
    }
    house.visit(inhabitant("Newcomer", house.pass())).await.body();
    house.service.stop("done").await.expect("it writes all");
}

#[tokio::test]
async fn who_is_turned_away_always_reads_why() {
    let house = House::open().await;
    for _ in 0..8 {
        let wrong = Login::Account { name: "Nobody Here".into(), password: "wrong password".into() };
        assert_eq!(house.visit(wrong).await.away(), Some(TurnedAway::BadPassword));
    }
    let often = Login::Account { name: "Nobody Here".into(), password: "wrong password".into() };
    for _ in 0..4 {
        let away = house.visit(often.clone()).await.away();
        assert!(matches!(away, Some(TurnedAway::BadPassword | TurnedAway::TooOften)), "{away:?}");
    }
    house.service.stop("done").await.expect("it writes all");
}
