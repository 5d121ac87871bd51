//! `wold lab net relays`: what is shown of a wish before the world has answered.
//!
//! Two players wish for the same things at about the same time, over a link each. The world gives each thing to whom it hears first, and bends a tenth of the other wishes a
//! little. For each kind of wish and each relay: how soon something is shown, and how often it must be taken back.

use super::link;
use crate::commands::output;
use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use wold_chance::{Seed, Stream};
use wold_space::stats;
use wold_wire::Frame;
use wold_wire::network::{Link, LinkConfig};
use wold_wire::relay::{Function, Relay, Way};

/// Seconds between two rounds of wishes.
const ROUND: f64 = 1.0;
/// Microseconds of a step.
const STEP: u64 = 5_000;

/// What is shown of a wish before the world has answered, by kind of wish.
#[derive(Args)]
#[command(after_help = "Example: wold lab net relays --rtt 200 --jitter 40 --loss 5")]
pub struct Relays {
    /// Milliseconds there and back.
    #[arg(long, value_name = "MS", default_value_t = 200.0)]
    rtt: f64,
    /// Up to so many milliseconds more, one way.
    #[arg(long, value_name = "MS", default_value_t = 40.0)]
    jitter: f64,
    /// Percent of packets lost and sent again.
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    loss: f64,
    /// Rounds of wishes.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Seeds wishes and links.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    function: &'static str,
    relay: &'static str,
    /// Whether this relay is the one such wishes should have.
    right: bool,
    shown_ms_p50: f64,
    shown_ms_p95: f64,
    mended_percent: f64,
}

/// The odds that the world makes something else of a wish: `Taking` is a race, the others are bent now and then.
fn bent(function: Function) -> f64 {
    match function {
        Function::Steering => 0.02,
        Function::Gesture | Function::Speech => 0.0,
        Function::Taking | Function::Trading => 0.1,
    }
}

/// One player's end.
struct Side {
    relay: Relay<u32>,
    up: Link,
    down: Link,
    asked: BTreeMap<u64, f64>,
    shown: Vec<f64>,
    mended: u32,
}

impl Relays {
    /// Plays all of them and prints.
    pub fn run(self) -> Result<()> {
        let config = link(self.rtt, self.jitter, self.loss)?;
        let mut rows = Vec::new();
        for function in Function::ALL {
            let (name, right) = function.row();
            // Where a bucket is right it is as long as it should be, elsewhere a tenth of a second.
            let bucket = if let Way::Bucket(_) = right { right } else { Way::Bucket(0.1) };
            for (relay, way) in
                [("two-way", Way::TwoWay), ("short-circuit", Way::ShortCircuit), ("bucket", bucket)]
            {
                let (shown, mended) = self.play(config, function, way);
                let at = |share| stats::percentile(&shown, share).unwrap_or(0.0) * 1000.0;
                rows.push(Row {
                    function: name,
                    relay,
                    right: right == way,
                    shown_ms_p50: at(0.5),
                    shown_ms_p95: at(0.95),
                    mended_percent: f64::from(mended) * 100.0 / shown.len().max(1) as f64,
                });
            }
        }
        if self.json {
            return output::print_json(&json!({
                "rtt_ms": self.rtt, "jitter_ms": self.jitter, "loss_percent": self.loss, "rows": rows,
            }));
        }
        let mut text = "wish      relay          shown p50      p95  taken back\n".to_owned();
        for row in rows {
            text += &format!(
                "{:<9} {:<13} {:>7.0} ms {:>5.0} ms {:>9.1} %{}\n",
                row.function,
                row.relay,
                row.shown_ms_p50,
                row.shown_ms_p95,
                row.mended_percent,
                if row.right { "  its own" } else { "" }
            );
        }
        output::print(&text)
    }

    /// Seconds until something was shown, sorted, and how often it was taken back.
    fn play(&self, config: LinkConfig, function: Function, way: Way) -> (Vec<f64>, u32) {
        let mut chance = Stream::named(Seed(self.seed), "wishes", &[]);
        let mut sides = [0u64, 1].map(|player| Side {
            relay: Relay::new(way),
            up: Link::new(config, Seed(self.seed), player * 2),
            down: Link::new(config, Seed(self.seed), player * 2 + 1),
            asked: BTreeMap::new(),
            shown: Vec::new(),
            mended: 0,
        });
        let races = matches!(function, Function::Taking | Function::Trading);
        let mut taken: BTreeMap<u32, usize> = BTreeMap::new();
        let end = f64::from(self.rounds) * ROUND;
        // When each wishes next, in seconds, and for which thing.
        let mut next = [(0.0, 0u32), (0.0, 0u32)];
        for step in 0..((end + 5.0) * 1e6) as u64 / STEP {
            let (micros, now) = (step * STEP, (step * STEP) as f64 / 1e6);
            for (player, side) in sides.iter_mut().enumerate() {
                let (due, thing) = next[player];
                if now >= due && due < end {
                    next[player] = (f64::from(thing + 1) * ROUND + chance.range(0.0, 0.5), thing + 1);
                    // What is wished for is to have the thing oneself: its number, and who.
                    let number = side.relay.ask(now, thing * 2 + player as u32);
                    side.asked.insert(number, now);
                    let bytes = [number.to_le_bytes().as_slice(), &thing.to_le_bytes()].concat();
                    side.up.send(micros, Frame::Reliable(bytes.into()));
                }
                for frame in side.up.receive(micros) {
                    let Some((number, thing)) = read(frame.bytes()) else { continue };
                    let owner = if races { *taken.entry(thing).or_insert(player) } else { player };
                    // Whom the world bends a wish, it gives what nobody has.
                    let bent = chance.chance(bent(function));
                    let made = if bent { u32::MAX } else { thing * 2 + owner as u32 };
                    let bytes = [number.to_le_bytes().as_slice(), &made.to_le_bytes()].concat();
                    side.down.send(micros, Frame::Reliable(bytes.into()));
                }
                let mut showings = Vec::new();
                for frame in side.down.receive(micros) {
                    let Some((number, made)) = read(frame.bytes()) else { continue };
                    showings.extend(side.relay.answer(number, made));
                }
                showings.extend(side.relay.due(now));
                for showing in showings {
                    if showing.mends {
                        side.mended += 1;
                    } else if let Some(asked) = side.asked.remove(&showing.number) {
                        side.shown.push(now - asked);
                    }
                }
            }
        }
        let mut shown: Vec<f64> = sides.iter().flat_map(|side| side.shown.iter().copied()).collect();
        shown.sort_by(f64::total_cmp);
        (shown, sides.iter().map(|side| side.mended).sum())
    }
}

fn read(bytes: &[u8]) -> Option<(u64, u32)> {
    let (number, rest) = bytes.split_at_checked(8)?;
    Some((u64::from_le_bytes(number.try_into().ok()?), u32::from_le_bytes(rest.try_into().ok()?)))
}
