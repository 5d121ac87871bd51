//! `wold lab reaction`: how soon others see what one does, over real transports.
//!
//! Players of Conquero turn and swing; everybody who has them in view notes when the snapshot came that shows it. The clock runs from the moment a command is
//! handed to the transport to the moment the snapshot is read, in one process, so no clocks must agree. A host needs at most one tick to
//! look at a command; the rest is the way there and back, which pings measure beside.

mod player;
mod probe;

use super::super::output;
use crate::games;
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use player::{Act, Fare, Player, Role, STEP};
use probe::{Board, Sighting};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;
use wold_chance::Seed;
use wold_conquero::plugin::Country;
use wold_dial::swarm::HostTicks;
use wold_dial::transport::{DialOptions, Dialer, Way};
use wold_host::config::{Config, ConfigLayer};
use wold_host::service::{Extras, Service};
use wold_space::stats;

/// The most players.
const MOST: usize = 64;
/// How long everybody may take to come in and to its spot.
const PATIENCE: Duration = Duration::from_secs(60);
/// After so long it begins, even if somebody is still on the way.
const GATHERING: Duration = Duration::from_secs(40);
/// Time between two looks at how it goes.
const GLANCE: Duration = Duration::from_millis(100);

/// Measure how soon others see what a player does, over real transports.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  wold lab reaction                                   five teams of four, half of them over each transport\n  \
                  wold lab reaction --transport websocket --seconds 60 --json\n  \
                  wold lab reaction --host http://127.0.0.1:7800      a host that plays Conquero"
)]
pub struct Reaction {
    /// A host that plays Conquero; without it one is started here, and gone afterwards.
    #[arg(long, value_name = "URL")]
    host: Option<String>,
    /// How many teams.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=12))]
    teams: u64,
    /// Players of each team.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=32))]
    members: u64,
    /// How long deeds are timed.
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// How players come in.
    #[arg(long, value_enum, default_value_t = Carriers::Both)]
    transport: Carriers,
    /// Seeds the world and the players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Carriers {
    #[value(name = "webtransport")]
    WebTransport,
    #[value(name = "websocket")]
    WebSocket,
    /// Every other player over each.
    Both,
}

impl Carriers {
    fn of(self, number: usize) -> Way {
        match self {
            Self::WebTransport => Way::WebTransport,
            Self::WebSocket => Way::WebSocket,
            Self::Both if number.is_multiple_of(2) => Way::WebTransport,
            Self::Both => Way::WebSocket,
        }
    }
}

/// What was measured.
#[derive(Debug, Serialize)]
struct Report {
    players: usize,
    seconds: u64,
    /// Time there and back.
    round_trip_ms_p50: Option<f64>,
    round_trip_ms_p95: Option<f64>,
    tick_ms: u64,
    rows: Vec<Row>,
    /// Deeds that somebody who should have seen them did not see.
    unseen: u64,
    host_tick_ms_p99: Option<f64>,
    late_ticks_percent: Option<f64>,
}

/// Deeds of one kind over one pair of transports.
#[derive(Debug, Serialize)]
struct Row {
    deed: &'static str,
    from: &'static str,
    to: &'static str,
    sightings: usize,
    ms_p50: f64,
    ms_p95: f64,
    ms_p99: f64,
    ms_max: f64,
    /// Seen within one tick and the way there and back, as pings measured it for these two players.
    within_tick_and_latency_percent: f64,
}

impl Reaction {
    /// Starts a host if there is none, measures, and prints.
    pub fn run(self) -> Result<()> {
        let players = (self.teams * self.members) as usize;
        ensure!((2..=MOST).contains(&players), "{players} players are not 2 to {MOST}");
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on(self.measure(players))?;
        if self.json {
            return output::print_json(&serde_json::to_value(&report)?);
        }
        output::print(&told(&report))
    }

    async fn measure(&self, players: usize) -> Result<Report> {
        let Some(host) = &self.host else {
            let folder = tempfile::tempdir().context("there is no room for the host's world")?;
            let service = self.open(folder.path()).await?;
            let report = self.watch(&service.url(""), players).await;
            service.stop("").await?;
            return report;
        };
        self.watch(host, players).await
    }

    /// A host of our own, with as many seats as there are players.
    async fn open(&self, data: &std::path::Path) -> Result<Service> {
        let layer = ConfigLayer {
            seed: Some(self.seed),
            data_dir: Some(data.to_owned()),
            port: Some(0),
            inhabitants: Some(0),
            ..ConfigLayer::default()
        };
        let config = Config::from_layers(layer, ConfigLayer::default(), ConfigLayer::default())?;
        let mut world = wold_conquero::offer::world(Country::Classic);
        world.games = vec![format!("conquero teams={} members={}", self.teams, self.members)];
        let extras = Extras { games: games::game, ..Extras::default() };
        Ok(Service::start_with(&config, world, wold_host::web::install_metrics()?, extras).await?)
    }

    async fn watch(&self, host: &str, players: usize) -> Result<Report> {
        let (act, acting) = watch::channel(Act::Gather);
        let board = Board::default();
        let mut dialers: BTreeMap<&str, Dialer> = BTreeMap::new();
        let (mut tasks, mut fares) = (JoinSet::new(), Vec::new());
        for number in 0..players {
            let way = self.transport.of(number);
            if !dialers.contains_key(name(way)) {
                let options = DialOptions { way, ..DialOptions::default() };
                dialers.insert(name(way), Dialer::new(host, options).await?);
            }
            let connection = dialers[name(way)].connect().await?;
            let role = Role { number, of: players, teams: self.teams as usize, seed: Seed(self.seed) };
            let (fare, told) = watch::channel(Fare::default());
            fares.push(told);
            tasks.spawn(Player::new(role, board.clone()).play(connection, acting.clone(), fare));
        }
        let gathered = gather(&fares).await;
        if gathered.is_ok() {
            let _ = act.send(Act::Measure);
            let bar = output::progress(self.seconds, "seconds");
            for _ in 0..self.seconds {
                tokio::time::sleep(Duration::from_secs(1)).await;
                bar.inc(1);
            }
            bar.finish_and_clear();
        }
        let (sightings, unseen) = board.take();
        let ticks = HostTicks::ask(host, Duration::from_secs(self.seconds)).await;
        // Fails only if nobody is left to tell.
        let _ = act.send(Act::Leave);
        while tasks.join_next().await.is_some() {}
        gathered?;
        let fares: Vec<Fare> = fares.iter().map(|fare| fare.borrow().clone()).collect();
        if let Some(trouble) = fares.iter().find_map(|fare| fare.trouble.as_ref()) {
            bail!("a player was put out: {trouble}");
        }
        let mut trips: Vec<f64> = fares.iter().flat_map(|fare| &fare.round_trips).copied().collect();
        trips.sort_by(f64::total_cmp);
        Ok(Report {
            players,
            seconds: self.seconds,
            round_trip_ms_p50: percentile(&trips, 0.5),
            round_trip_ms_p95: percentile(&trips, 0.95),
            tick_ms: STEP.as_millis() as u64,
            rows: self.rows(&sightings, &fares),
            unseen,
            host_tick_ms_p99: ticks.map(|ticks| ticks.tick_ms_p99),
            late_ticks_percent: ticks.map(|ticks| ticks.late_ticks_percent),
        })
    }

    fn rows(&self, sightings: &[Sighting], fares: &[Fare]) -> Vec<Row> {
        let latency: Vec<f64> = fares
            .iter()
            .map(|fare| {
                let mut trips = fare.round_trips.clone();
                trips.sort_by(f64::total_cmp);
                percentile(&trips, 0.5).unwrap_or(0.0) / 2.0
            })
            .collect();
        let mut groups: BTreeMap<_, Vec<&Sighting>> = BTreeMap::new();
        for one in sightings {
            let (from, to) = (name(self.transport.of(one.by)), name(self.transport.of(one.to)));
            groups.entry((one.deed.name(), from, to)).or_default().push(one);
        }
        let row = |((deed, from, to), group): ((&'static str, _, _), Vec<&Sighting>)| {
            let ms = |one: &Sighting| one.delay.as_secs_f64() * 1000.0;
            let mut delays: Vec<f64> = group.iter().map(|one| ms(one)).collect();
            delays.sort_by(f64::total_cmp);
            let at = |share| percentile(&delays, share).unwrap_or(0.0);
            let in_time =
                |one: &&&Sighting| ms(one) <= STEP.as_secs_f64() * 1000.0 + latency[one.by] + latency[one.to];
            let within = group.iter().filter(in_time).count();
            Row {
                deed,
                from,
                to,
                sightings: group.len(),
                ms_p50: at(0.5),
                ms_p95: at(0.95),
                ms_p99: at(0.99),
                ms_max: at(1.0),
                within_tick_and_latency_percent: to_hundredths(100.0 * within as f64 / group.len() as f64),
            }
        };
        groups.into_iter().map(row).collect()
    }
}

/// Waits until everybody has a seat and stands where it wants to.
async fn gather(fares: &[watch::Receiver<Fare>]) -> Result<()> {
    let begin = Instant::now();
    loop {
        tokio::time::sleep(GLANCE).await;
        let count = |holds: fn(&Fare) -> bool| fares.iter().filter(|fare| holds(&fare.borrow())).count();
        if let Some(trouble) = fares.iter().find_map(|fare| fare.borrow().trouble.clone()) {
            bail!("a player was not let in: {trouble}");
        }
        let (seated, ready) = (count(|fare| fare.seated), count(|fare| fare.ready));
        if ready == fares.len() || (seated == fares.len() && begin.elapsed() > GATHERING) {
            return Ok(());
        }
        ensure!(
            begin.elapsed() < PATIENCE,
            "only {seated} of {} players got a seat: does the host play Conquero, with as many seats?",
            fares.len()
        );
    }
}

fn name(way: Way) -> &'static str {
    match way {
        Way::WebTransport => "webtransport",
        Way::WebSocket => "websocket",
        Way::Best => "best",
    }
}

/// The value below which that share of a sorted list lies, to a hundredth.
fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    stats::percentile(sorted, share).map(to_hundredths)
}

fn to_hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn told(report: &Report) -> String {
    let show = |value: Option<f64>| value.map_or_else(|| "unknown".to_owned(), |v| format!("{v:.2}"));
    let mut text = format!(
        "{} players, {} s; a tick is {} ms, there and back {} ms (p95 {})\n\n{:<6} {:<13} {:<13} {:>7} {:>8} {:>8} {:>8} {:>8}   within tick + latency\n",
        report.players,
        report.seconds,
        report.tick_ms,
        show(report.round_trip_ms_p50),
        show(report.round_trip_ms_p95),
        "deed",
        "from",
        "to",
        "seen",
        "p50 ms",
        "p95",
        "p99",
        "max",
    );
    for row in &report.rows {
        text += &format!(
            "{:<6} {:<13} {:<13} {:>7} {:>8.2} {:>8.2} {:>8.2} {:>8.2}   {:.2} %\n",
            row.deed,
            row.from,
            row.to,
            row.sightings,
            row.ms_p50,
            row.ms_p95,
            row.ms_p99,
            row.ms_max,
            row.within_tick_and_latency_percent
        );
    }
    text += &format!(
        "\nunseen {}; the host's ticks took {} ms (p99), {} % began late\n",
        report.unseen,
        show(report.host_tick_ms_p99),
        show(report.late_ticks_percent)
    );
    text
}
