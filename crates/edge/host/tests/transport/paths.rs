//! What lies between a guest and its host: addresses that change, narrow paths, lines that take nothing for a while, and coming back.

use crate::{House, insist};
use bytes::Bytes;
use futures_util::StreamExt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use wold_dial::transport::Way;
use wold_host::transport::{Certificate, Limits, TransportConfig};
use wold_wire::Frame;
use wtransport::ClientConfig;
use wtransport::tls::client::NoServerVerification;
use wtransport::tls::{Sha256Digest, rustls};

/// The longest snapshot a sender packs.
const LONGEST: usize = 1140;

/// A box between a guest and its host, as people have them at home: it shows the host an address of its own, and another one when it likes.
struct HomeRouter {
    address: SocketAddr,
    moves: Arc<Notify>,
    /// Longest packet that gets through; longer ones vanish without a word.
    most: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl HomeRouter {
    async fn before(host: SocketAddr, most: usize) -> Self {
        let inward = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = inward.local_addr().unwrap();
        let (moves, most) = (Arc::new(Notify::new()), Arc::new(AtomicUsize::new(most)));
        let task = tokio::spawn(carry(inward, host, moves.clone(), most.clone()));
        Self { address, moves, most, task }
    }
}

impl Drop for HomeRouter {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(inward: UdpSocket, host: SocketAddr, moves: Arc<Notify>, most: Arc<AtomicUsize>) {
    let outward = async || {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        socket.connect(host).await.unwrap();
        socket
    };
    let mut out = outward().await;
    let mut guest = None;
    let (mut up, mut down) = ([0; 2048], [0; 2048]);
    loop {
        tokio::select! {
            () = moves.notified() => out = outward().await,
            taken = inward.recv_from(&mut up) => {
                let (length, from) = taken.unwrap();
                guest = Some(from);
                if length <= most.load(Relaxed) {
                    let _ = out.send(&up[..length]).await;
                }
            }
            taken = out.recv(&mut down) => {
                if let (Ok(length), Some(guest)) = (taken, guest)
                    && length <= most.load(Relaxed)
                {
                    let _ = inward.send_to(&down[..length], guest).await;
                }
            }
        }
    }
}

/// A guest that knows its host by the router's address.
async fn behind(router: &HomeRouter, house: &House) -> wtransport::Connection {
    let hash = Sha256Digest::new(house.entrance.now().unwrap().certificate_sha256.unwrap());
    let config = ClientConfig::builder()
        .with_bind_address(([127, 0, 0, 1], 0).into())
        .with_server_certificate_hashes([hash]);
    let endpoint = wtransport::Endpoint::client(config.build()).unwrap();
    endpoint.connect(format!("https://{}/", router.address)).await.unwrap()
}

fn quic_address(house: &House) -> SocketAddr {
    ([127, 0, 0, 1], house.entrance.now().unwrap().port).into()
}

/// Pushes datagrams until one comes through; answers its length.
async fn comes_through(push: impl Fn(), guest: &wtransport::Connection) -> usize {
    loop {
        push();
        // The guest speaks, too, as guests do: that tells the host what was lost.
        let _ = guest.send_datagram([1, 2, 3]);
        let pause = tokio::time::sleep(Duration::from_millis(20));
        tokio::select! {
            datagram = guest.receive_datagram() => return datagram.unwrap().payload().len(),
            () = pause => {}
        }
    }
}

#[tokio::test]
async fn no_handshake_waits_for_another_or_for_the_world() {
    // Whoever waited for one of the silent would wait for ever, and nobody takes whom the door hands on.
    let limits = Limits { handshake: Duration::from_secs(3600), ..Limits::default() };
    let house = House::open(limits).await;
    let (mut silent, mut speechless) = (Vec::new(), Vec::new());
    for _ in 0..16 {
        let mut stranger = TcpStream::connect(quic_address(&house)).await.unwrap();
        stranger.write_all(b"GET /ws HTTP/1.1\r\n").await.unwrap();
        silent.push(stranger);
        speechless.push(house.rude_webtransport().await);
    }
    let mut inside = Vec::new();
    for way in [Way::WebTransport, Way::WebSocket] {
        for _ in 0..8 {
            inside.push(house.dialer(way).await.connect().await.unwrap());
        }
    }
    assert_eq!(inside.len(), 16);
}

#[tokio::test]
async fn a_guest_whose_address_changes_stays_inside() {
    let mut house = House::open(Limits::default()).await;
    let router = HomeRouter::before(quic_address(&house), usize::MAX).await;
    let guest = behind(&router, &house).await;
    let _stream = guest.open_bi().await.unwrap().await.unwrap();
    let mut inside = house.serving.connections.recv().await.unwrap();
    for round in 0..3_u8 {
        let says = || {
            let _ = guest.send_datagram([round]);
        };
        // What was said before the move may come late.
        while insist(says, &mut inside.incoming).await != Frame::Datagram(Bytes::copy_from_slice(&[round])) {}
        let hears = || inside.outbox.push(Frame::Datagram(Bytes::from(vec![round; 100]))).unwrap();
        assert_eq!(comes_through(hears, &guest).await, 100);
        router.moves.notify_one();
    }
    assert_eq!(inside.outbox.ended(), None);
}

#[tokio::test]
async fn the_longest_snapshot_fits_the_narrowest_path() {
    let mut house = House::open(Limits::default()).await;
    // What QUIC asks of every path.
    let router = HomeRouter::before(quic_address(&house), 1200).await;
    let guest = behind(&router, &house).await;
    let _stream = guest.open_bi().await.unwrap().await.unwrap();
    let inside = house.serving.connections.recv().await.unwrap();
    let hears = || inside.outbox.push(Frame::Datagram(Bytes::from(vec![7; LONGEST]))).unwrap();
    assert_eq!(comes_through(hears, &guest).await, LONGEST);
    // And on a path that becomes wider and narrow again.
    router.most.store(usize::MAX, Relaxed);
    assert_eq!(comes_through(hears, &guest).await, LONGEST);
    router.most.store(1200, Relaxed);
    assert_eq!(comes_through(hears, &guest).await, LONGEST);
}

#[tokio::test]
async fn over_websocket_the_newest_snapshot_replaces_those_that_wait() {
    let mut house = House::open(Limits::default()).await;
    let mut outside = house.rude_websocket().await;
    let inside = house.serving.connections.recv().await.unwrap();
    let mut newest = 0_u32;
    // The guest reads nothing, and this is more than any buffer on the way holds.
    while inside.outbox.traffic().dropped < 1000 {
        newest += 1;
        let mut snapshot = vec![0; LONGEST];
        snapshot[..4].copy_from_slice(&newest.to_le_bytes());
        inside.outbox.push(Frame::Datagram(snapshot.into())).unwrap();
        tokio::task::yield_now().await;
    }
    let mut before = 0;
    loop {
        let Some(Ok(Message::Binary(message))) = outside.next().await else { panic!("the line is open") };
        let number = u32::from_le_bytes(message[1..5].try_into().unwrap());
        if number == newest {
            break;
        }
        before = number;
    }
    assert!(newest - before >= 900, "{before} waited before {newest}");
}

#[tokio::test]
async fn who_comes_back_over_https_need_not_shake_hands_anew() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().unwrap();
    let (chain, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
    let identity = wtransport::Identity::self_signed(["localhost"]).unwrap();
    std::fs::write(&chain, identity.certificate_chain().as_slice()[0].to_pem()).unwrap();
    std::fs::write(&key, identity.private_key().to_secret_pem()).unwrap();
    let certificate = Certificate::Files { chain, key };
    let house = House::with(TransportConfig { certificate, ..TransportConfig::default() }).await;
    let trusting = rustls::ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(NoServerVerification::new()))
        .with_no_client_auth();
    let connector = tokio_rustls::TlsConnector::from(Arc::new(trusting));
    let mut kinds = Vec::new();
    for _ in 0..2 {
        let tcp = TcpStream::connect(quic_address(&house)).await.unwrap();
        let mut tls = connector.connect("localhost".try_into().unwrap(), tcp).await.unwrap();
        tls.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .await
            .unwrap();
        // Tickets come with what is read.
        let mut answer = Vec::new();
        let _ = tls.read_to_end(&mut answer).await;
        assert!(answer.starts_with(b"HTTP/1.1"), "{}", String::from_utf8_lossy(&answer));
        kinds.push(tls.get_ref().1.handshake_kind());
    }
    assert_eq!(kinds, [Some(rustls::HandshakeKind::Full), Some(rustls::HandshakeKind::Resumed)]);
}
