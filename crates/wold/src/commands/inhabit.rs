//! `wold inhabit`: inhabitants from outside, against any host.

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use wold_chance::Seed;
use wold_dial::transport::Way;
use wold_dial::{Swarm, SwarmConfig, SwarmReport};
use wold_folk::names;

/// Lets inhabitants live in the world of a host and reports how it serves them.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold inhabit --host http://127.0.0.1:7800 --count 300 --seconds 30 --json
  wold inhabit --minds --count 20 --pass-file data/seed-1/inhabitants.pass"
)]
pub struct Inhabit {
    /// Address of the host.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7800")]
    host: String,
    /// File with the host's pass for inhabitants, as it lies in the host's data folder. Without it they come as guests do: no coins,
    /// no office, taken for players.
    #[arg(long, value_name = "FILE", env = "WOLD_PASS_FILE")]
    pass_file: Option<std::path::PathBuf>,
    /// How many inhabitants.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// How long the figures are taken; without it until Ctrl-C.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    seconds: Option<u64>,
    /// Seconds they get to spread out before: newcomers all arrive in one square.
    #[arg(long, value_name = "S", default_value_t = 20)]
    settle: u64,
    /// Seeds their names and decisions.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// They only stand where they come in: shows what a guest costs who does nothing.
    #[arg(long)]
    idle: bool,
    /// Give them minds: they remember, gossip and gather where people do, as the host's own inhabitants.
    #[arg(long, conflicts_with = "idle")]
    minds: bool,
    /// Of which folk they are: people judge strangers by it.
    #[arg(long, value_enum, default_value_t = Folk::Traveller)]
    folk: Folk,
    /// Which transport to take.
    #[arg(long, value_enum, default_value_t = Carrier::Auto)]
    transport: Carrier,
    /// Print the figures as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Folk {
    Traveller,
    Orc,
}

#[derive(Clone, Copy, ValueEnum)]
enum Carrier {
    /// WebTransport if it works, else WebSocket.
    Auto,
    #[value(name = "webtransport")]
    WebTransport,
    #[value(name = "websocket")]
    WebSocket,
}

/// Bytes of a pass.
const LONGEST_PASS: u64 = 128;
/// Time between two looks at how it goes.
const GLANCE: Duration = Duration::from_millis(100);

impl Inhabit {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        // This thread only watches; the inhabitants have their own.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("cannot start the network runtime")?;
        let report = runtime.block_on(self.live())?;
        if self.json {
            println!("{}", serde_json::to_string(&report)?);
        } else {
            print_figures(&report);
        }
        Ok(())
    }

    async fn live(&self) -> anyhow::Result<SwarmReport> {
        let pass = match &self.pass_file {
            Some(file) => Some(super::input::text(file, LONGEST_PASS)?.trim().to_owned()),
            None => None,
        };
        let swarm = Swarm::enter(SwarmConfig {
            pass,
            count: self.count as usize,
            seed: Seed(self.seed),
            way: match self.transport {
                Carrier::Auto => Way::Best,
                Carrier::WebTransport => Way::WebTransport,
                Carrier::WebSocket => Way::WebSocket,
            },
            idle: self.idle,
            minds: self.minds,
            folk: match self.folk {
                Folk::Traveller => names::Folk::Traveller,
                Folk::Orc => names::Folk::Orc,
            },
            ..SwarmConfig::new(self.host.as_str())
        })
        .await?;
        let bar = bar(u64::from(self.count), "{msg} {wide_bar} {pos}/{len}");
        bar.set_message("coming in");
        let stop = tokio::signal::ctrl_c();
        tokio::pin!(stop);
        let mut stopped = false;
        while !stopped {
            let progress = swarm.progress();
            bar.set_position(progress.inside as u64);
            if progress.inside + progress.outside == progress.count {
                break;
            }
            stopped = nap_unless(&mut stop).await;
        }
        bar.finish_and_clear();
        if swarm.progress().inside == 0 && !stopped {
            let reason = swarm.trouble().unwrap_or("nobody was let in").to_owned();
            swarm.leave().await;
            bail!("no inhabitant came in at {}: {reason}", self.host);
        }
        stopped = stay(&swarm, Some(self.settle), "inhabitants spread out", &mut stop, stopped).await;
        let mark = swarm.mark();
        stay(&swarm, self.seconds, "inhabitants live", &mut stop, stopped).await;
        let report = swarm.report(&mark).await;
        swarm.leave().await;
        Ok(report)
    }
}

/// Waits until the time is up, somebody presses Ctrl-C or nobody is left; true after Ctrl-C.
async fn stay(
    swarm: &Swarm,
    seconds: Option<u64>,
    what: &str,
    stop: &mut std::pin::Pin<&mut impl Future<Output = std::io::Result<()>>>,
    mut stopped: bool,
) -> bool {
    let bar = match seconds {
        Some(seconds) => bar(seconds, "{msg} {wide_bar} {pos}/{len} s"),
        None => bar(0, "{spinner} {msg} for {elapsed}"),
    };
    let begin = Instant::now();
    while !stopped && swarm.progress().inside > 0 {
        let elapsed = begin.elapsed();
        if seconds.is_some_and(|seconds| elapsed >= Duration::from_secs(seconds)) {
            break;
        }
        bar.set_message(format!("{} {what}", swarm.progress().inside));
        bar.set_position(elapsed.as_secs());
        stopped = nap_unless(stop).await;
    }
    bar.finish_and_clear();
    stopped
}

/// Sleeps a little; true when woken by Ctrl-C.
async fn nap_unless(stop: &mut std::pin::Pin<&mut impl Future<Output = std::io::Result<()>>>) -> bool {
    tokio::select! {
        _ = stop.as_mut() => true,
        () = tokio::time::sleep(GLANCE) => false,
    }
}

fn bar(length: u64, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the templates are ours");
    ProgressBar::new(length).with_style(style)
}

fn print_figures(report: &SwarmReport) {
    let show = |value: Option<f64>| value.map_or_else(|| "unknown".to_owned(), |v| v.to_string());
    println!("connected               {} of {}", report.connected, report.asked);
    println!("all in after            {} s", show(report.all_in_seconds));
    println!("packets lost here       {}", show(report.packets_lost_here.map(|packets| packets as f64)));
    println!("turned away             {}", report.turned_away);
    println!("failed, lost            {}, {}", report.failed, report.lost);
    println!(
        "updates per second      {} (p5 {})",
        show(report.updates_per_second_p50),
        show(report.updates_per_second_p5)
    );
    println!(
        "bytes per entity update {} (per entity that moved {})",
        show(report.bytes_per_entity_update),
        show(report.bytes_per_entity_moved)
    );
    println!("entities in view        {}", show(report.entities_in_view_mean));
    println!("round trip              {} ms (p95 {})", show(report.rtt_ms_p50), show(report.rtt_ms_p95));
    println!("tick                    {} ms (p99 {})", show(report.tick_ms_p50), show(report.tick_ms_p99));
    println!("late ticks              {} %", show(report.late_ticks_percent));
    if let Some(trouble) = &report.trouble {
        println!("first trouble           {trouble}");
    }
}
