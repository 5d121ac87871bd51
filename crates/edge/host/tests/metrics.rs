//! What happens at the edge can be read at `/metrics`. In a file of its own, since a process has one recorder.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::SinkExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use wold_host::scribe::{Scribe, ScribeConfig};
use wold_host::store::{MemoryStore, TickRecord, WorldMeta};
use wold_host::transport::{Listener, TransportConfig};
use wold_host::web::{Doors, Site, embedded, install_metrics, router};
use wold_space::Tick;

#[tokio::test]
async fn refusals_traffic_and_the_log_are_counted() {
    let metrics = install_metrics().unwrap();
    let listener = Listener::bind(TransportConfig { port: 0, ..TransportConfig::default() }).await.unwrap();
    let address = listener.address();
    let site = Site {
        protocol: "test".to_owned(),
        version: 1,
        seed: 1,
        name: "Test".to_owned(),
        doors: Doors::Both,
        entrance: listener.entrance(),
        health: Arc::new(|| Ok(())),
        metrics,
        files: embedded,
    };
    let mut serving = listener.serve(router(site));

    let (mut outside, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await.unwrap();
    outside.send(Message::Binary(Bytes::from_static(b"\x01seven b"))).await.unwrap();
    let mut inside = serving.connections.recv().await.unwrap();
    inside.incoming.recv().await.unwrap();
    outside.send(Message::Text("nonsense".into())).await.unwrap();
    while inside.incoming.recv().await.is_some() {}

    let store = Arc::new(MemoryStore::new(WorldMeta { seed: 1, version: 1, created: 0 }));
    let scribe = Scribe::start(store, ScribeConfig::default()).unwrap();
    scribe.record(TickRecord { tick: Tick(1), hash: None, payload: Bytes::new() }).unwrap();
    scribe.stop().unwrap();

    let mut asking = TcpStream::connect(address).await.unwrap();
    asking.write_all(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut page = String::new();
    asking.read_to_string(&mut page).await.unwrap();
    for line in [
        "wold_refused_total{reason=\"malformed\"} 1",
        "wold_bytes_in_total{transport=\"websocket\"} 7",
        "wold_connections{transport=\"websocket\"} 0",
        "wold_log_records_total 1",
        "wold_log_lag_ticks 0",
        "wold_log_commit_seconds_count 1",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
    }
}
