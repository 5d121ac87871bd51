//! Many who look on by native lines, and what comes to them: `cargo run --release -p wold-relay --example onlookers -- URL WATCHERS SECONDS`.
//!
//! Prints one line: who is in, how many snapshots a second each gets, and the bytes that came to all of them.

use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};
use wold_dial::transport::{DialOptions, Dialer};
use wold_guest::remote::{News, RemoteGuest};
use wold_guest::{Guest, GuestConfig};
use wold_wire::Login;

/// How one fared.
struct Fared {
    snapshots: u64,
    bytes: u64,
    people: usize,
}

async fn look_on(dialer: &Dialer, until: Instant) -> Result<Fared, String> {
    let mut connection = dialer.connect().await.map_err(|error| error.to_string())?;
    let mut guest = RemoteGuest::new(Guest::new(Login::Watch { whom: None }, GuestConfig::default()));
    let mut clock = tokio::time::interval(Duration::from_millis(50));
    clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut fared = Fared { snapshots: 0, bytes: 0, people: 0 };
    while Instant::now() < until {
        tokio::select! {
            frame = connection.incoming.recv() => {
                let Some(frame) = frame else { return Err("the connection ended".to_owned()) };
                if let Ok(News::Snapshot { .. }) = guest.take(&frame) {
                    fared.snapshots += 1;
                }
            }
            _ = clock.tick() => {
                for up in guest.step() {
                    connection.outbox.push(up.encode()).map_err(|error| error.to_string())?;
                }
            }
        }
    }
    fared.bytes = connection.outbox.traffic().bytes_in;
    fared.people = guest.guest().known().entities().len();
    Ok(fared)
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, watchers, seconds] = &arguments[..] else {
        eprintln!("expected URL WATCHERS SECONDS");
        std::process::exit(2);
    };
    let (watchers, seconds): (usize, u64) =
        (watchers.parse().expect("a number of watchers"), seconds.parse().expect("whole seconds"));
    let dialer =
        std::sync::Arc::new(Dialer::new(url, DialOptions::default()).await.expect("a relay or a host"));
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut all = JoinSet::new();
    for _ in 0..watchers {
        let dialer = dialer.clone();
        // One after the other: so many places for those who have not said hello yet has one address.
        tokio::time::sleep(Duration::from_millis(20)).await;
        all.spawn(async move { look_on(&dialer, until).await });
    }
    let (mut inside, mut snapshots, mut bytes, mut people) = (0, 0, 0, 0);
    for fared in all.join_all().await {
        match fared {
            Ok(one) => {
                inside += 1;
                snapshots += one.snapshots;
                bytes += one.bytes;
                people = people.max(one.people);
            }
            Err(error) => eprintln!("one is out: {error}"),
        }
    }
    let each = snapshots as f64 / (inside.max(1) as f64 * seconds as f64);
    println!(
        "{inside} of {watchers} looked on for {seconds} s: {each:.1} snapshots a second each, {people} in sight, {bytes} bytes to all"
    );
}
