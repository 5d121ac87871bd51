//! The transports under load, without a world: a host that sends every guest a datagram each tick, and a crowd that answers.
//!
//! ```sh
//! cargo run --release -p wold-host --example crowd -- host 7899 &
//! cargo run --release -p wold-host --example crowd -- guests http://127.0.0.1:7899 300 10
//! ```
//!
//! The crowd prints one line: guests, datagrams per second of the slowest guest, share delivered, CPU of the crowd. The host
//! prints its
//! CPU use and its memory per guest each five seconds, as `/proc` tells them (Linux).

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use metrics_exporter_prometheus::PrometheusBuilder;
use wold_dial::transport::{DialOptions, Dialer};
use wold_host::transport::{Connection, Listener, TransportConfig};
use wold_host::web::{Doors, Site, embedded, router};
use wold_wire::Frame;

const TICK: Duration = Duration::from_millis(50);

/// What a guest within sight of a hundred entities is sent, and what it answers.
const DOWN: usize = 500;
const UP: usize = 40;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["host", port] => host(port.parse()?).await,
        ["guests", url, count, seconds] => guests(url, count.parse()?, seconds.parse()?).await,
        _ => Err("usage: crowd host PORT | crowd guests URL COUNT SECONDS".into()),
    }
}

async fn host(port: u16) -> Result<(), Failure> {
    let listener = Listener::bind(TransportConfig { port, ..TransportConfig::default() }).await?;
    let site = Site {
        protocol: "crowd".to_owned(),
        version: 1,
        seed: 0,
        name: "Crowd".to_owned(),
        doors: Doors::Both,
        entrance: listener.entrance(),
        health: Arc::new(|| Ok(())),
        metrics: PrometheusBuilder::new().build_recorder().handle(),
        files: embedded,
    };
    let mut serving = listener.serve(router(site));
    let mut guests: Vec<Connection> = Vec::new();
    let mut tick = tokio::time::interval(TICK);
    let (mut before, empty) = (Usage::now(), Usage::now().memory);
    let payload = Bytes::from(vec![7; DOWN]);
    loop {
        tick.tick().await;
        while let Ok(guest) = serving.connections.try_recv() {
            guests.push(guest);
        }
        guests.retain_mut(|guest| {
            while guest.incoming.try_recv().is_ok() {}
            guest.outbox.push(Frame::Datagram(payload.clone())).is_ok()
        });
        if before.at.elapsed() >= Duration::from_secs(5) {
            let now = Usage::now();
            let each = (now.memory.saturating_sub(empty)) / guests.len().max(1) as u64;
            println!("{} guests, {:.2} cores, {each} KiB each", guests.len(), now.cores_since(&before));
            before = now;
        }
    }
}

async fn guests(url: &str, count: usize, seconds: u64) -> Result<(), Failure> {
    let dialer = Dialer::new(url, DialOptions::default()).await?;
    let mut crowd = Vec::new();
    for _ in 0..count {
        crowd.push(dialer.connect().await?);
    }
    let begun = Usage::now();
    let end = Instant::now() + Duration::from_secs(seconds);
    let tasks = crowd.into_iter().enumerate().map(|(index, mut guest)| {
        tokio::spawn(async move {
            let start = tokio::time::Instant::now() + TICK * index as u32 / count as u32;
            let mut tick = tokio::time::interval_at(start, TICK);
            let mut heard = 0u64;
            // What came while others were still connecting does not count.
            while guest.incoming.try_recv().is_ok() {}
            while Instant::now() < end {
                tokio::select! {
                    _ = tick.tick() => {
                        let _ = guest.outbox.push(Frame::Datagram(Bytes::from_static(&[3; UP])));
                    }
                    frame = guest.incoming.recv() => match frame {
                        Some(_) => heard += 1,
                        None => break,
                    },
                }
            }
            heard
        })
    });
    let mut heard = Vec::with_capacity(count);
    for task in tasks.collect::<Vec<_>>() {
        heard.push(task.await?);
    }
    let slowest = *heard.iter().min().unwrap_or(&0) as f64 / seconds as f64;
    let delivered = heard.iter().sum::<u64>() as f64 / (count as u64 * seconds * 20) as f64;
    let cores = Usage::now().cores_since(&begun);
    println!(
        "{count} guests, slowest {slowest:.1}/s, {:.1} % delivered, {cores:.2} cores",
        delivered * 100.0
    );
    Ok(())
}

/// What this process has used so far.
struct Usage {
    at: Instant,
    cpu_seconds: f64,
    memory: u64,
}

impl Usage {
    fn now() -> Self {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // Fields 14 and 15, counted behind the program's name, in hundredths of a second.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = resident.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        Self { at: Instant::now(), cpu_seconds: ticks / 100.0, memory }
    }

    fn cores_since(&self, before: &Self) -> f64 {
        (self.cpu_seconds - before.cpu_seconds) / self.at.duration_since(before.at).as_secs_f64()
    }
}
