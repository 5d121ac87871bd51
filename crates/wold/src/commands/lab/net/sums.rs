//! What networks carry, worked out: capacity, processors, architectures, trees.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use wold_wire::scale::{Deployment, Resources, Tree, most_players, speed_up};

/// How many players one shared wire holds.
#[derive(Args)]
#[command(after_help = "Example: wold lab net capacity --bits 784 --updates 5 --capacity 10000000\n\n\
    784 bits are 32 of news in a head of 94 bytes: IPv6 in Ethernet.")]
pub struct Capacity {
    /// Bits of a message, head included.
    #[arg(long, value_name = "N", default_value_t = 784.0)]
    bits: f64,
    /// Messages of each player a second.
    #[arg(long, value_name = "N", default_value_t = 5.0)]
    updates: f64,
    /// Bits a second the wire carries.
    #[arg(long, value_name = "N", default_value_t = 1e7)]
    capacity: f64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Capacity {
    /// Divides and prints.
    pub fn run(self) -> Result<()> {
        for (what, number) in [("bits", self.bits), ("updates", self.updates), ("capacity", self.capacity)] {
            ensure!((1e-3..=1e15).contains(&number), "{what} are 0.001 to 1e15, not {number}");
        }
        let players = most_players(self.bits, self.updates, self.capacity);
        if self.json {
            return output::print_json(&json!({
                "bits": self.bits, "updates": self.updates, "capacity": self.capacity, "players": players,
            }));
        }
        output::print(&format!("{players} players\n"))
    }
}

/// How much faster more processors are when a share of the work cannot be split.
#[derive(Args)]
#[command(after_help = "Example: wold lab net amdahl --serial 0.05 --processors 2,4,8,16")]
pub struct Amdahl {
    /// The share of the work that cannot be split, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    serial: f64,
    /// How many processors, one or more numbers.
    #[arg(long, value_name = "N,N", default_value = "2,4,8,16", value_delimiter = ',',
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    processors: Vec<u32>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Amdahl {
    /// Works out and prints.
    pub fn run(self) -> Result<()> {
        ensure!((0.0..=1.0).contains(&self.serial), "a share is 0 to 1, not {}", self.serial);
        let faster = |n: f64| speed_up(self.serial, n);
        // Without a serial part there is no bound.
        let bound = Some(faster(f64::INFINITY)).filter(|bound| bound.is_finite());
        if self.json {
            let rows: Vec<Value> = self
                .processors
                .iter()
                .map(|&n| json!({ "processors": n, "speed_up": faster(f64::from(n)) }))
                .collect();
            return output::print_json(&json!({ "serial": self.serial, "bound": bound, "rows": rows }));
        }
        let mut text = "processors  times faster\n".to_owned();
        for &n in &self.processors {
            text += &format!("{n:>10} {:>13.5}\n", faster(f64::from(n)));
        }
        let bound = bound.map_or("no bound".to_owned(), |bound| format!("{bound:.5}"));
        output::print(&format!("{text}{:>10} {bound:>13}\n", "any"))
    }
}

/// What peers, a server and networks of servers cost with the same machines, when everybody is to hear of everybody.
#[derive(Args)]
#[command(after_help = "Example: wold lab net architecture --machines 12 --servers 3")]
pub struct Architecture {
    /// How many machines there are, servers included.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    machines: u64,
    /// How many of them serve in a network of servers.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    servers: u64,
    /// Bytes of a message.
    #[arg(long, value_name = "N", default_value_t = 60.0)]
    bytes: f64,
    /// Milliseconds a message takes over one wire.
    #[arg(long, value_name = "MS", default_value_t = 50.0)]
    hop: f64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Architecture {
    /// Compares and prints.
    pub fn run(self) -> Result<()> {
        ensure!((1.0..=1e6).contains(&self.bytes), "a message has 1 to 1000000 bytes, not {}", self.bytes);
        ensure!((0.01..=1e5).contains(&self.hop), "a wire takes 0.01 to 100000 ms, not {}", self.hop);
        ensure!(
            self.machines >= self.servers + 3,
            "{} machines leave no two players beside {} servers and one above them",
            self.machines,
            self.servers
        );
        let servers = self.servers;
        let rows = [
            ("single", Deployment::Single),
            ("peer-to-peer", Deployment::PeerToPeer),
            ("multicast", Deployment::Multicast),
            ("client-server", Deployment::ClientServer),
            ("server-network", Deployment::ServerNetwork { servers }),
            ("hierarchy", Deployment::Hierarchy { servers }),
        ]
        .map(|(name, deployment)| {
            let load = deployment.load(self.machines);
            (name, load, load.resources(self.bytes, self.hop / 1000.0))
        });
        if self.json {
            let rows: Vec<Value> = rows
                .iter()
                .map(|(name, load, resources)| {
                    let terms: serde_json::Map<String, Value> = Resources::NAMES
                        .iter()
                        .zip(resources.numbers())
                        .map(|(name, number)| ((*name).to_owned(), json!(number)))
                        .collect();
                    json!({
                        "architecture": name, "players": load.players, "messages": load.messages,
                        "busiest": load.busiest, "messages_per_pair": load.per_pair, "hops": load.hops,
                        "resources": terms, "product": resources.product(),
                    })
                })
                .collect();
            return output::print_json(&json!({ "machines": self.machines, "rows": rows }));
        }
        let mut text =
            "architecture    players  messages  busiest  per pair  hops  messages·destinations·bytes·timeliness·work\n"
                .to_owned();
        for (name, load, resources) in rows {
            text += &format!(
                "{name:<15} {:>7} {:>9} {:>8} {:>9.3} {:>5}  {:.3e}\n",
                load.players,
                load.messages,
                load.busiest,
                load.per_pair,
                load.hops,
                resources.product()
            );
        }
        output::print(&text)
    }
}

/// What each server of a tree hears when it passes on all of what it hears, and when it passes on one in as many as it serves.
#[derive(Args)]
#[command(after_help = "Example: wold lab net tree --players 100000 --arity 10")]
pub struct TreeSum {
    /// How many players.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    players: u64,
    /// How many each server serves.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    arity: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl TreeSum {
    /// Works out and prints.
    pub fn run(self) -> Result<()> {
        let tree = Tree { players: self.players, arity: self.arity };
        let (levels, [alone, helped, hops]) = (tree.levels(), tree.multicast());
        if self.json {
            let rows: Vec<Value> = levels
                .iter()
                .map(|level| {
                    json!({ "servers": level.servers, "hears_all": level.hears_all, "hears_some": level.hears_some })
                })
                .collect();
            return output::print_json(&json!({
                "players": self.players, "arity": self.arity, "hops": tree.hops(), "levels": rows,
                "multicast": { "source_sends_alone": alone, "source_sends_helped": helped, "hops": hops },
            }));
        }
        let mut text =
            "level    servers  hears if all is passed on  hears if one in the arity is\n".to_owned();
        for (number, level) in levels.iter().enumerate() {
            text += &format!(
                "{:>5} {:>10} {:>26.1} {:>29.1}\n",
                number + 1,
                level.servers,
                level.hears_all,
                level.hears_some
            );
        }
        output::print(&format!(
            "{text}a player is {} wires from the topmost server\nto reach all others a player sends {alone} messages, \
             or {helped} if all pass it on, over {hops} wires\n",
            tree.hops()
        ))
    }
}
