//! Real guests over real sockets on loopback. Every wait is for an event, never for a time.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;
use wold_dial::transport::{self as guest, DialError, DialOptions, Dialer, Way};
use wold_host::bucket::Rate;
use wold_host::refusal::Refusal;
use wold_host::transport::{
    Carrier, Certificate, CloseReason, Connection, Entrance, Limits, Listener, Pool, Serving,
    TransportConfig, TransportError,
};
use wold_host::web::{Doors, Site};
use wold_wire::Frame;
use wtransport::ClientConfig;
use wtransport::tls::Sha256Digest;
use wtransport::tls::client::NoServerVerification;
use wtransport::tls::rustls;

mod transport {
    mod paths;
}

/// A host on a free port, and what guests need to find it.
struct House {
    serving: Serving,
    url: String,
    entrance: Entrance,
}

impl House {
    async fn open(limits: Limits) -> Self {
        Self::with(TransportConfig { limits, ..TransportConfig::default() }).await
    }

    async fn with(config: TransportConfig) -> Self {
        let listener = Listener::bind(TransportConfig { port: 0, ..config }).await.unwrap();
        let (url, entrance) = (format!("http://{}", listener.address()), listener.entrance());
        let site = Site {
            protocol: "test".to_owned(),
            version: 1,
            seed: 42,
            name: "Test".to_owned(),
            doors: Doors::Both,
            entrance: entrance.clone(),
            health: Arc::new(|| Ok(())),
            metrics: PrometheusBuilder::new().build_recorder().handle(),
            files: wold_host::web::embedded,
        };
        let serving = listener.serve(wold_host::web::router(site));
        Self { serving, url, entrance }
    }

    async fn dialer(&self, way: Way) -> Dialer {
        let options = DialOptions { way, timeout: Duration::from_secs(60), source: None };
        Dialer::new(&self.url, options).await.unwrap()
    }

    /// A guest and the host's end of its connection.
    async fn pair(&mut self, way: Way) -> (guest::Connection, Connection) {
        let outside = self.dialer(way).await.connect().await.unwrap();
        (outside, self.serving.connections.recv().await.unwrap())
    }

    /// A WebTransport guest without manners.
    async fn rude_webtransport(&self) -> wtransport::Connection {
        let now = self.entrance.now().unwrap();
        let hash = Sha256Digest::new(now.certificate_sha256.unwrap());
        let config = ClientConfig::builder()
            .with_bind_address(([127, 0, 0, 1], 0).into())
            .with_server_certificate_hashes([hash]);
        let endpoint = wtransport::Endpoint::client(config.build()).unwrap();
        endpoint.connect(format!("https://127.0.0.1:{}/", now.port)).await.unwrap()
    }

    /// A WebSocket guest without manners.
    async fn rude_websocket(
        &self,
    ) -> tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>> {
        let url = format!("{}/ws", self.url.replacen("http", "ws", 1));
        tokio_tungstenite::connect_async(url).await.unwrap().0
    }
}

/// Waits until the host has ended a connection and tells why.
async fn end_of(mut connection: Connection) -> CloseReason {
    while connection.incoming.recv().await.is_some() {}
    connection.outbox.ended().expect("incoming ends after the reason is known")
}

/// Sends datagrams until one comes through: they may be lost, even on loopback.
async fn insist(mut push: impl FnMut(), incoming: &mut tokio::sync::mpsc::Receiver<Frame>) -> Frame {
    loop {
        push();
        let pause = tokio::time::sleep(Duration::from_millis(50));
        tokio::select! {
            frame = incoming.recv() => return frame.unwrap(),
            () = pause => {}
        }
    }
}

#[tokio::test]
async fn frames_go_both_ways_over_both_carriers() {
    let mut house = House::open(Limits::default()).await;
    for (way, carrier) in [(Way::WebTransport, Carrier::WebTransport), (Way::WebSocket, Carrier::WebSocket)] {
        let (mut outside, mut inside) = house.pair(way).await;
        assert_eq!(inside.outbox.carrier(), carrier);
        assert_eq!(outside.outbox.is_webtransport(), carrier == Carrier::WebTransport);
        assert!(inside.outbox.peer().ip().is_loopback());

        for length in [0usize, 1, 100, 4096] {
            let sent = Frame::Reliable(Bytes::from(vec![length as u8; length]));
            outside.outbox.push(sent.clone()).unwrap();
            assert_eq!(inside.incoming.recv().await.unwrap(), sent);
        }
        // The longest frame, small ones around it: all arrive, in order.
        let frames: Vec<Frame> = [3usize, 1024 * 1024, 0, 20_000, 7]
            .into_iter()
            .map(|length| Frame::Reliable(Bytes::from(vec![length as u8; length])))
            .collect();
        for frame in &frames {
            inside.outbox.push(frame.clone()).unwrap();
        }
        for frame in &frames {
            assert_eq!(&outside.incoming.recv().await.unwrap(), frame);
        }
        let datagram = Frame::Datagram(Bytes::from(vec![5; wold_host::transport::MAX_DATAGRAM]));
        let outbox = outside.outbox.clone();
        assert_eq!(insist(|| outbox.push(datagram.clone()).unwrap(), &mut inside.incoming).await, datagram);
        let outbox = inside.outbox.clone();
        assert_eq!(insist(|| outbox.push(datagram.clone()).unwrap(), &mut outside.incoming).await, datagram);

        let traffic = inside.outbox.traffic();
        assert!(traffic.bytes_in >= 4197 + 1200 && traffic.bytes_out >= 1024 * 1024 + 20_010, "{traffic:?}");
    }
}

#[tokio::test]
async fn last_words_and_the_reason_reach_a_dismissed_guest() {
    let mut house = House::open(Limits::default()).await;
    for way in [Way::WebTransport, Way::WebSocket] {
        let (mut outside, inside) = house.pair(way).await;
        inside.outbox.push(Frame::Reliable("sleep well".into())).unwrap();
        inside.outbox.close("the host stops");
        assert_eq!(outside.incoming.recv().await.unwrap(), Frame::Reliable("sleep well".into()), "{way:?}");
        while outside.incoming.recv().await.is_some() {}
        assert_eq!(outside.outbox.ended(), Some("the host stops"), "{way:?}");
        assert_eq!(end_of(inside).await, CloseReason::Dismissed("the host stops".into()));
    }
}

#[tokio::test]
async fn a_guest_that_leaves_is_seen_to_leave() {
    let mut house = House::open(Limits::default()).await;
    for way in [Way::WebTransport, Way::WebSocket] {
        let (outside, inside) = house.pair(way).await;
        outside.outbox.push(Frame::Reliable("farewell".into())).unwrap();
        outside.outbox.close().await;
        let mut inside = inside;
        assert_eq!(inside.incoming.recv().await.unwrap(), Frame::Reliable("farewell".into()), "{way:?}");
        assert_eq!(end_of(inside).await, CloseReason::Left, "{way:?}");
        // Dropping everything is leaving, too.
        let (outside, inside) = house.pair(way).await;
        drop(outside);
        assert_eq!(end_of(inside).await, CloseReason::Left, "{way:?}");
    }
}

#[tokio::test]
async fn a_frame_that_is_too_long_ends_its_connection_and_no_other() {
    let mut house = House::open(Limits::default()).await;
    let (good, mut good_inside) = house.pair(Way::WebTransport).await;
    for announced in [4097u32, u32::MAX] {
        let rude = house.rude_webtransport().await;
        let (mut send, _receive) = rude.open_bi().await.unwrap().await.unwrap();
        send.write_all(&announced.to_le_bytes()).await.unwrap();
        let inside = house.serving.connections.recv().await.unwrap();
        assert_eq!(end_of(inside).await, CloseReason::Refused(Refusal::Oversize));
        let closed = rude.closed().await.to_string();
        assert!(closed.contains("too long"), "the guest is told: {closed}");
    }
    let mut rude = house.rude_websocket().await;
    rude.send(Message::Binary(vec![1; 4098].into())).await.unwrap();
    let inside = house.serving.connections.recv().await.unwrap();
    assert_eq!(end_of(inside).await, CloseReason::Refused(Refusal::Oversize));

    good.outbox.push(Frame::Reliable("still here".into())).unwrap();
    assert_eq!(good_inside.incoming.recv().await.unwrap(), Frame::Reliable("still here".into()));
}

#[tokio::test]
async fn what_is_not_a_frame_ends_the_connection() {
    let mut house = House::open(Limits::default()).await;
    let garbage =
        [Message::Text("hello".into()), Message::Binary(vec![2, 3].into()), Message::Binary(Bytes::new())];
    for message in garbage {
        let mut rude = house.rude_websocket().await;
        rude.send(message).await.unwrap();
        let inside = house.serving.connections.recv().await.unwrap();
        assert_eq!(end_of(inside).await, CloseReason::Refused(Refusal::Malformed));
        let Some(Ok(Message::Close(Some(close)))) = rude.next().await else { panic!("the guest is told") };
        assert_eq!(u16::from(close.code), 4000 + Refusal::Malformed.code());
    }
}

#[tokio::test]
async fn half_open_connections_are_dropped() {
    let limits = Limits { handshake: Duration::from_millis(200), ..Limits::default() };
    let house = House::open(limits).await;
    // A session without its stream.
    let half = house.rude_webtransport().await;
    half.closed().await;
    // A TCP connection that says nothing, and one that never finishes its request.
    let address = house.url.trim_start_matches("http://");
    for start in ["", "GET /ws HTTP/1.1\r\nHost: h\r\nX: "] {
        let mut silent = tokio::net::TcpStream::connect(address).await.unwrap();
        silent.write_all(start.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let _ = silent.read_to_end(&mut rest).await;
        assert!(!String::from_utf8_lossy(&rest).contains(" 101 "));
    }
}

#[tokio::test]
async fn one_address_gets_so_many_seats_and_no_more() {
    let mut house =
        House::open(Limits { half_open: Pool { total: 9, per_address: 2 }, ..Limits::default() }).await;
    let (first, _first_inside) = house.pair(Way::WebTransport).await;
    let (_second, _second_inside) = house.pair(Way::WebSocket).await;
    for way in [Way::WebTransport, Way::WebSocket] {
        let refused = house.dialer(way).await.connect().await.unwrap_err();
        assert!(matches!(refused, DialError::Refused(_)), "{refused}");
    }
    drop(first);
    // The seat is free once the host has noticed.
    let dialer = house.dialer(Way::WebTransport).await;
    while dialer.connect().await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_flood_is_dropped_and_then_put_out() {
    let inbound = Rate { per_second: 0.001, burst: 10.0 };
    let limits = Limits { inbound, inbound_excess: 20, ..Limits::default() };
    let mut house = House::open(limits).await;
    // Reliable frames cannot be dropped, so the eleventh ends the connection.
    let (outside, mut inside) = house.pair(Way::WebTransport).await;
    for byte in 0..11u8 {
        outside.outbox.push(Frame::Reliable(Bytes::copy_from_slice(&[byte]))).unwrap();
    }
    for byte in 0..10u8 {
        assert_eq!(inside.incoming.recv().await.unwrap(), Frame::Reliable(Bytes::copy_from_slice(&[byte])));
    }
    assert_eq!(end_of(inside).await, CloseReason::Refused(Refusal::TooFast));
    // Datagrams beyond the rate are dropped, and too many of those are a flood.
    let (outside, mut inside) = house.pair(Way::WebSocket).await;
    for _ in 0..31 {
        outside.outbox.push(Frame::Datagram("x".into())).unwrap();
    }
    for _ in 0..10 {
        inside.incoming.recv().await.unwrap();
    }
    let outbox = inside.outbox.clone();
    assert_eq!(end_of(inside).await, CloseReason::Refused(Refusal::TooFast));
    assert_eq!(outbox.traffic().dropped, 21);
}

#[tokio::test]
async fn a_guest_that_does_not_read_is_put_out_and_the_world_never_waits() {
    let mut house = House::open(Limits::default()).await;
    for way in [Way::WebTransport, Way::WebSocket] {
        let (_outside, inside) = house.pair(way).await;
        let frame = Frame::Reliable(Bytes::from(vec![1; 64 * 1024]));
        while inside.outbox.push(frame.clone()).is_ok() {}
        assert_eq!(end_of(inside).await, CloseReason::Refused(Refusal::TooSlow), "{way:?}");
    }
}

#[tokio::test]
async fn a_dismissed_guest_that_does_not_read_is_not_waited_for() {
    let limits =
        Limits { outbound_bytes: 64 << 20, farewell: Duration::from_millis(100), ..Limits::default() };
    let mut house = House::open(limits).await;
    let dismiss = async |inside: Connection| {
        // More than any buffer on the way holds.
        for _ in 0..40 {
            inside.outbox.push(Frame::Reliable(Bytes::from(vec![1; 1024 * 1024]))).unwrap();
        }
        inside.outbox.close("enough");
        assert_eq!(end_of(inside).await, CloseReason::Dismissed("enough".into()));
    };
    let rude = house.rude_webtransport().await;
    let _stream = rude.open_bi().await.unwrap().await.unwrap();
    dismiss(house.serving.connections.recv().await.unwrap()).await;
    let _rude = house.rude_websocket().await;
    dismiss(house.serving.connections.recv().await.unwrap()).await;
}

#[tokio::test]
async fn a_connection_the_world_drops_ends() {
    let mut house = House::open(Limits::default()).await;
    for way in [Way::WebTransport, Way::WebSocket] {
        let (mut outside, inside) = house.pair(way).await;
        drop(inside);
        while outside.incoming.recv().await.is_some() {}
        assert_eq!(outside.outbox.ended(), Some("the host closed the connection"), "{way:?}");
    }
}

#[tokio::test]
async fn a_guest_falls_back_to_websocket_where_webtransport_is_not_offered() {
    let mut house = House::with(TransportConfig { webtransport: false, ..TransportConfig::default() }).await;
    let (outside, _inside) = house.pair(Way::Best).await;
    assert!(!outside.outbox.is_webtransport());
    let options = DialOptions { way: Way::WebTransport, ..DialOptions::default() };
    assert!(matches!(Dialer::new(&house.url, options).await, Err(DialError::NotOffered)));
}

#[tokio::test]
async fn a_stopped_host_frees_its_port_and_tells_its_guests() {
    let mut house = House::open(Limits::default()).await;
    let (mut outside, inside) = house.pair(Way::WebTransport).await;
    house.serving.stop(Duration::from_secs(30)).await;
    while outside.incoming.recv().await.is_some() {}
    assert!(outside.outbox.ended().is_some());
    drop(inside);
    let refused = Dialer::new(&house.url, DialOptions::default()).await.err().unwrap();
    assert!(matches!(refused, DialError::NoHello { .. }), "{refused}");
}

#[tokio::test]
async fn a_port_in_use_and_a_bad_certificate_are_said_in_one_line() {
    let first = Listener::bind(TransportConfig { port: 0, ..TransportConfig::default() }).await.unwrap();
    let port = first.address().port();
    let taken = Listener::bind(TransportConfig { port, ..TransportConfig::default() }).await.err().unwrap();
    assert_eq!(
        taken.to_string(),
        format!("port {port} is already in use (tcp on 127.0.0.1:{port}); choose another with --port")
    );
    let folder = tempfile::tempdir().unwrap();
    let (chain, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    let [one, other] = [(); 2].map(|()| wtransport::Identity::self_signed(["localhost"]).unwrap());
    std::fs::write(&chain, one.certificate_chain().as_slice()[0].to_pem()).unwrap();
    for bad_key in ["nonsense".to_owned(), other.private_key().to_secret_pem()] {
        std::fs::write(&key, bad_key).unwrap();
        let certificate = Certificate::Files { chain: chain.clone(), key: key.clone() };
        let config = TransportConfig { port: 0, certificate, ..TransportConfig::default() };
        let refused = Listener::bind(config).await.err().unwrap();
        assert!(matches!(refused, TransportError::Certificate(_)), "{refused}");
        assert!(!refused.to_string().contains('\n'));
    }
}

#[tokio::test]
async fn certificate_files_serve_the_page_over_https_and_webtransport_without_a_hash() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().unwrap();
    let (chain, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    let identity = wtransport::Identity::self_signed(["localhost"]).unwrap();
    std::fs::write(&chain, identity.certificate_chain().as_slice()[0].to_pem()).unwrap();
    std::fs::write(&key, identity.private_key().to_secret_pem()).unwrap();
    let certificate = Certificate::Files { chain, key };
    let mut house = House::with(TransportConfig { certificate, ..TransportConfig::default() }).await;
    let now = house.entrance.now().unwrap();
    assert_eq!(now.certificate_sha256, None, "a public certificate is not known by its hash");

    let trusting = rustls::ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(NoServerVerification::new()))
        .with_no_client_auth();
    let plain = tokio::net::TcpStream::connect(("127.0.0.1", now.port)).await.unwrap();
    let name = "localhost".try_into().unwrap();
    let mut asking = tokio_rustls::TlsConnector::from(Arc::new(trusting)).connect(name, plain).await.unwrap();
    asking.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    asking.read_to_string(&mut answer).await.unwrap();
    assert!(answer.ends_with("\r\n\r\nok\n"), "{answer}");
    let config =
        ClientConfig::builder().with_bind_address(([127, 0, 0, 1], 0).into()).with_no_cert_validation();
    let endpoint = wtransport::Endpoint::client(config.build()).unwrap();
    let outside = endpoint.connect(format!("https://127.0.0.1:{}/", now.port)).await.unwrap();
    let (mut send, _receive) = outside.open_bi().await.unwrap().await.unwrap();
    send.write_all(&[2, 0, 0, 0, b'h', b'i']).await.unwrap();
    let mut inside = house.serving.connections.recv().await.unwrap();
    assert_eq!(inside.incoming.recv().await.unwrap(), Frame::Reliable("hi".into()));
}

#[tokio::test]
async fn ten_thousand_connections_from_one_address_leave_a_guest_unharmed() {
    let mut house =
        House::open(Limits { pages: Pool { total: 64, per_address: 8 }, ..Limits::default() }).await;
    let (good, mut good_inside) = house.pair(Way::WebTransport).await;
    let address = house.url.trim_start_matches("http://").to_owned();
    // In waves, because a process may not have that many files open.
    for _ in 0..10 {
        let mut crowd = Vec::new();
        for _ in 0..1000 {
            if let Ok(stream) = tokio::net::TcpStream::connect(&address).await {
                crowd.push(stream);
            }
        }
        // Beyond what one address may have, the host hangs up at once; those it keeps wait for a request that never comes.
        let mut hung_up = 0;
        for stream in crowd.iter_mut().rev().take(500) {
            let mut byte = [0];
            hung_up += usize::from(stream.read(&mut byte).await.map_or(true, |read| read == 0));
        }
        assert_eq!(hung_up, 500);
    }
    good.outbox.push(Frame::Reliable("still here".into())).unwrap();
    assert_eq!(good_inside.incoming.recv().await.unwrap(), Frame::Reliable("still here".into()));
}

/// A plain connection to a house from one of this machine's own addresses.
async fn from(address: [u8; 4], house: &House) -> std::io::Result<tokio::net::TcpStream> {
    let socket = tokio::net::TcpSocket::new_v4()?;
    socket.bind((address, 0).into())?;
    socket.connect(house.url.trim_start_matches("http://").parse().expect("an address")).await
}

#[tokio::test]
async fn two_addresses_keep_a_third_neither_from_the_pages_nor_from_coming_in() {
    let pool = Pool { total: 12, per_address: 4 };
    let mut house = House::open(Limits { pages: pool, half_open: pool, ..Limits::default() }).await;
    let mut crowd = Vec::new();
    for last in [2, 3] {
        for _ in 0..20 {
            // Whatever one address may not have is hung up; what it may have stays, mute.
            crowd.extend(from([127, 0, 0, last], &house).await.ok());
        }
    }
    let (outside, inside) = house.pair(Way::WebSocket).await;
    outside.outbox.push(Frame::Reliable("here".into())).unwrap();
    inside.outbox.settle().expect("there is a place among the guests");
    drop(crowd);
}

#[tokio::test]
async fn who_has_said_hello_leaves_its_place_to_the_next() {
    let limits = Limits {
        half_open: Pool { total: 1, per_address: 1 },
        guests: Pool { total: 2, per_address: 2 },
        ..Limits::default()
    };
    let mut house = House::open(limits).await;
    let (_first, first_inside) = house.pair(Way::WebTransport).await;
    assert!(house.dialer(Way::WebSocket).await.connect().await.is_err(), "the first has not said who it is");
    first_inside.outbox.settle().unwrap();
    let (_second, second_inside) = house.pair(Way::WebSocket).await;
    second_inside.outbox.settle().unwrap();
    let (_third, third_inside) = house.pair(Way::WebSocket).await;
    assert_eq!(third_inside.outbox.settle(), Err(Refusal::HouseFull));
}

#[tokio::test]
async fn frames_that_say_nothing_count_as_frames() {
    let inbound = Rate { per_second: 0.001, burst: 10.0 };
    let mut house = House::open(Limits { inbound, ..Limits::default() }).await;
    let mut rude = house.rude_websocket().await;
    let mut inside = house.serving.connections.recv().await.unwrap();
    for _ in 0..11 {
        if rude.send(Message::Ping(Bytes::new())).await.is_err() {
            break;
        }
    }
    assert_eq!(inside.incoming.recv().await, None);
    assert_eq!(inside.outbox.ended(), Some(CloseReason::Refused(Refusal::TooFast)));
}
