//! `wold lab net`: what each way to tell of movers costs over a bad link, how wrong it is, and what can be worked out without one.

mod duel;
mod foresight;
mod generals;
mod letters;
mod picture;
mod relays;
mod reports;
mod snapshots;
mod sums;
mod techniques;
mod throws;
mod turns;
mod watch;
mod world;
mod yard;

use crate::commands::output;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use watch::{Conditions, Row, Sight};
use wold_wire::network::LinkConfig;
use yard::Yard;

/// Compare every technique against slow and lossy links on the same motion, or work out what networks carry.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
        wold lab net --rtt 200 --jitter 40 --loss 5 --technique all\n  \
        wold lab net --rtt 300 --loss 10 --technique reckoning --plot pictures --json\n  \
        wold lab net duel --delay 0.5 --flight 2 --target-slows 0.2\n  \
        wold lab net capacity --bits 784 --updates 5 --capacity 10000000\n\n\
        The error is the distance between what an onlooker sees and what the mover itself sees at that moment. A surprise is a leap between two looks that is longer than \
        the mover could have gone by --jump metres; leaps in a row are one. The delay is the shift in time by which what people are seen to do fits best to what they did. Every frame \
        is counted with a head of --head bytes."
)]
pub struct Net {
    #[command(subcommand)]
    sum: Option<Sum>,
    #[command(flatten)]
    compare: Compare,
}

#[derive(Subcommand)]
enum Sum {
    /// How many players one shared wire holds.
    Capacity(sums::Capacity),
    /// How much faster more processors are.
    Amdahl(sums::Amdahl),
    /// What peers, a server and networks of servers cost with the same machines.
    Architecture(sums::Architecture),
    /// What each server of a tree hears, and multicast over players.
    Tree(sums::TreeSum),
    /// When an arrow is seen to hit by who shot it and by who is hit.
    Duel(duel::Duel),
    /// How long each kind of mover can be foreseen.
    Foresight(foresight::Foresight),
    /// What is shown of a wish before the world has answered, by kind of wish.
    Relays(relays::Relays),
    /// Two generals who agree by messengers that may be caught.
    Generals(generals::Generals),
}

#[derive(Args)]
struct Compare {
    /// Milliseconds there and back.
    #[arg(long, value_name = "MS", default_value_t = 200.0)]
    rtt: f64,
    /// Up to so many milliseconds more, one way.
    #[arg(long, value_name = "MS", default_value_t = 40.0)]
    jitter: f64,
    /// Percent of packets lost.
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    loss: f64,
    /// Bytes a second the link carries; 0 is no limit.
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    bandwidth: u64,
    /// A technique, a family of them (snapshots, reckoning, history, habits, parcels, filter, lockstep, world), or all.
    #[arg(long, value_name = "NAME", default_value = "all")]
    technique: String,
    /// Minutes to watch.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10))]
    minutes: u32,
    /// Seeds the motion and the link.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Metres beyond what was possible that make a leap a surprise.
    #[arg(long, value_name = "M", default_value_t = 0.25)]
    jump: f64,
    /// Bytes around each frame: 28 are IPv4 and UDP.
    #[arg(long, value_name = "BYTES", default_value_t = 28, value_parser = clap::value_parser!(u16).range(0..=1000))]
    head: u16,
    /// Write pictures into this folder: errors over time, paths, and the five terms of what information costs.
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Net {
    /// Compares, or works out a sum.
    pub fn run(self) -> Result<()> {
        match self.sum {
            None => self.compare.run(),
            Some(Sum::Capacity(sum)) => sum.run(),
            Some(Sum::Amdahl(sum)) => sum.run(),
            Some(Sum::Architecture(sum)) => sum.run(),
            Some(Sum::Tree(sum)) => sum.run(),
            Some(Sum::Duel(duel)) => duel.run(),
            Some(Sum::Foresight(foresight)) => foresight.run(),
            Some(Sum::Relays(relays)) => relays.run(),
            Some(Sum::Generals(generals)) => generals.run(),
        }
    }
}

/// A link of so many milliseconds there and back, with jitter one way and percent lost; what cannot be is refused.
fn link(rtt: f64, jitter: f64, loss: f64) -> Result<LinkConfig> {
    ensure!((0.0..=2000.0).contains(&rtt), "a way there and back takes 0 to 2000 ms, not {rtt}");
    ensure!((0.0..=1000.0).contains(&jitter), "jitter is 0 to 1000 ms, not {jitter}");
    ensure!((0.0..=90.0).contains(&loss), "a loss is 0 to 90 percent, not {loss}");
    Ok(LinkConfig { latency_ms: rtt / 2.0, jitter_ms: jitter, loss: loss / 100.0, ..LinkConfig::LOCAL })
}

impl Compare {
    fn run(self) -> Result<()> {
        let link = LinkConfig { bandwidth: self.bandwidth, ..link(self.rtt, self.jitter, self.loss)? };
        ensure!((0.01..=10.0).contains(&self.jump), "a jump is 0.01 to 10 m, not {}", self.jump);
        let chosen = techniques::named(&self.technique);
        ensure!(
            !chosen.is_empty(),
            "{:?} is no technique; there are all, {}",
            self.technique,
            techniques::ALL.map(|(name, _)| name).join(", ")
        );
        let yard = Yard::new(self.seed, self.minutes as usize * 60);
        let conditions = Conditions { link, seed: self.seed, head: usize::from(self.head), jump: self.jump };
        let bar = output::progress(chosen.len() as u64, "watching");
        let watched: Vec<(Row, Sight)> = chosen
            .iter()
            .map(|(name, kind)| {
                let watched = watch::watch(name, &mut *kind.begin(&yard, &conditions), &yard, &conditions);
                bar.inc(1);
                watched
            })
            .collect();
        bar.finish_and_clear();
        let (rows, sights): (Vec<Row>, Vec<Sight>) = watched.into_iter().unzip();
        if let Some(folder) = &self.plot {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            // The first technique is what the others are compared with, even if it was not asked for.
            let (first, kind) = techniques::ALL[0];
            let (before, _) = watch::watch(first, &mut *kind.begin(&yard, &conditions), &yard, &conditions);
            for (name, svg) in [
                ("errors.svg", picture::errors(&sights)),
                ("paths.svg", picture::paths(&yard, &sights)),
                ("radar.svg", picture::radars(&before, &rows)),
            ] {
                output::write_whole(&folder.join(name), svg.as_bytes())?;
            }
        }
        if self.json {
            return output::print_json(&serde_json::json!({
                "rtt_ms": self.rtt, "jitter_ms": self.jitter, "loss_percent": self.loss, "seed": self.seed,
                "minutes": self.minutes, "movers": yard.tracks.len(), "rows": rows,
            }));
        }
        output::print(&table(&rows))
    }
}

fn table(rows: &[Row]) -> String {
    let mut text = "technique               error p50      p95  surprises/min   bytes/s  messages/s  delay  own delay  walls\n"
        .to_owned();
    for row in rows {
        text += &format!(
            "{:<22} {:>8.3} m {:>6.3} m {:>14.1} {:>9.0} {:>11.1} {:>3.0} ms {:>7.0} ms {:>4.1} %\n",
            row.technique,
            row.error_m_p50,
            row.error_m_p95,
            row.surprises_per_minute,
            row.bytes_per_second,
            row.messages_per_second,
            row.delay_ms,
            row.own_delay_ms,
            row.behind_walls_percent
        );
    }
    text
}

#[cfg(test)]
mod tests;
