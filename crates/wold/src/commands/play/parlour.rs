//! `wold play gong`, `amaze`, `guess` and `pong`: the parlour's games without a page, by bots alone or by peers in lockstep over a network in a box.

use crate::commands::output;
use anyhow::{Result, bail, ensure};
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::json;
use wold_chance::Seed;
use wold_parlour::{Pastime, Standing};
use wold_wire::lockstep::{Config, Party, PartyConfig, PeerId, Simulation};
use wold_wire::network::LinkConfig;

const EXAMPLES: &str = "Examples:
  wold play gong --players 6 --rounds 3 --json
  wold play gong --peers 4 --link continent --foresight 5     in lockstep, guessing ahead
  wold play gong --peers 3 --upset 200                        one computes otherwise: who finds out, and how it is mended

With --peers each of so many players is a peer of its own, which computes the whole game and sends only its commands. The same seed gives the same games.";

/// Turns after which a match that nobody wins is given up: more than two hours.
const LONGEST: u32 = 200_000;
/// Turns in a second.
const PACE: f64 = 20.0;

/// Let bots play, alone or in lockstep over a network in a box.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Parlour {
    /// How many play; four, where the game is not for two.
    #[arg(long)]
    players: Option<usize>,
    /// Rounds to be won.
    #[arg(long, default_value_t = 1)]
    rounds: i32,
    /// How many of the players are peers of their own, in lockstep; 0 plays in one loop.
    #[arg(long, default_value_t = 0)]
    peers: usize,
    /// The network between peers.
    #[arg(long, default_value = "country", value_parser = PossibleValuesParser::new(LINKS.map(|link| link.0)))]
    link: String,
    /// Turns between a command and its effect; there are 20 in a second.
    #[arg(long, default_value_t = 3)]
    delay: u32,
    /// Turns that may be shown before all commands are there.
    #[arg(long, default_value_t = 0)]
    foresight: u32,
    /// The turn at which the first peer computes otherwise than the rest.
    #[arg(long, value_name = "TURN")]
    upset: Option<u32>,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

const LINKS: [(&str, LinkConfig); 6] = [
    ("local", LinkConfig::LOCAL),
    ("lan", LinkConfig::LAN),
    ("town", LinkConfig::TOWN),
    ("country", LinkConfig::COUNTRY),
    ("continent", LinkConfig::CONTINENT),
    ("storm", LinkConfig::STORM),
];

/// What lockstep cost.
struct Network {
    agree: bool,
    waited: u64,
    again: u64,
    states: u64,
    /// Bytes a second that a peer sends.
    bytes: f64,
    differences: Vec<String>,
}

impl Parlour {
    /// Plays the match and prints.
    pub fn run(&self, name: &str) -> Result<()> {
        ensure!((1..=1000).contains(&self.rounds), "--rounds {}: 1 to 1000", self.rounds);
        ensure!(self.delay <= 40 && self.foresight <= 40, "delay and foresight are 0 to 40 turns");
        let players = self.players.unwrap_or_else(|| Pastime::usual_players(name));
        ensure!(self.peers <= players, "--peers {}: only {players} play", self.peers);
        let game = Pastime::open(name, players, self.seed)?;
        let (turns, standing, network) = if self.peers == 0 {
            ensure!(self.upset.is_none(), "--upset needs --peers 2 at least");
            let (turns, standing) = self.alone(game)?;
            (turns, standing, None)
        } else {
            ensure!(self.upset.is_none() || self.peers > 1, "--upset needs --peers 2 at least");
            let (turns, standing, network) = self.together(game)?;
            (turns, standing, Some(network))
        };
        self.print((name, players), turns, &standing, network.as_ref())
    }

    fn is_over(&self, standing: &Standing) -> bool {
        standing.wins.iter().sum::<i32>() >= self.rounds
    }

    fn alone(&self, mut game: Pastime) -> Result<(u32, Standing)> {
        let bots = vec![None; game.seats()];
        for turn in 1..=LONGEST {
            game.step(&bots);
            let standing = game.standing();
            if self.is_over(&standing) {
                return Ok((turn, standing));
            }
        }
        bail!("nobody wins in {LONGEST} turns")
    }

    fn together(&self, game: Pastime) -> Result<(u32, Standing, Network)> {
        let link = LINKS.iter().find(|link| link.0 == self.link).map_or(LinkConfig::default(), |link| link.1);
        let peer = Config { delay: self.delay, foresight: self.foresight, ..Config::default() };
        let config = PartyConfig { link, peer, seed: Seed(self.seed.into()), ..PartyConfig::default() };
        let seats = game.seats();
        let mut party = Party::new(game, self.peers as u32, config);
        let mut differences = Vec::new();
        for step in 1..=LONGEST {
            // A peer without anything to command says nothing of note; where only the rules can draw for a bot, they do when time is up.
            party.step(|_, game, seat| seat.and_then(|seat| game.pilot(seat.0.into())).unwrap_or(0));
            let ids: Vec<PeerId> = party.peers().map(|(id, _)| id).collect();
            if self.upset == Some(step) {
                party.peer(ids[0]).game_mut().step(&vec![None; seats]);
            }
            for id in ids {
                let found = party.peer(id).take_divergences();
                differences.extend(found.iter().map(|found| format!("peer {}: {found}", id.0)));
            }
            let first = party.peer(PeerId(0));
            let (turns, standing) = (first.confirmed(), first.game().standing());
            if self.is_over(&standing) {
                let newest =
                    party.peers().map(|(_, peer)| peer.confirmed()).min().unwrap_or(0).saturating_sub(1);
                let hashes: Vec<Option<u32>> = party.peers().map(|(_, peer)| peer.hash(newest)).collect();
                let sum = |figure: fn(&wold_wire::lockstep::peer::Tally) -> u64| {
                    party.peers().map(|(_, peer)| figure(&peer.tally())).sum::<u64>()
                };
                let seconds = f64::from(step) / PACE;
                let network = Network {
                    agree: hashes.iter().all(|hash| hash.is_some() && *hash == hashes[0]),
                    waited: sum(|tally| tally.waited),
                    again: sum(|tally| tally.again),
                    states: sum(|tally| tally.states),
                    bytes: party.traffic().bytes as f64 / seconds / self.peers as f64,
                    differences,
                };
                return Ok((turns, standing, network));
            }
        }
        bail!("nobody wins in {LONGEST} turns")
    }

    fn print(
        &self,
        (name, players): (&str, usize),
        turns: u32,
        standing: &Standing,
        network: Option<&Network>,
    ) -> Result<()> {
        if self.json {
            let lockstep = network.map(|n| {
                json!({
                    "peers": self.peers, "link": self.link, "delay": self.delay, "foresight": self.foresight, "agree": n.agree,
                    "waited": n.waited, "again": n.again, "states": n.states, "bytes_per_second": n.bytes, "differences": n.differences,
                })
            });
            return output::print_json(&json!({
                "game": name, "players": players, "seed": self.seed, "turns": turns,
                "scores": standing.scores, "wins": standing.wins, "lockstep": lockstep,
            }));
        }
        let minutes = f64::from(turns) / PACE / 60.0;
        let mut text = format!("{name}, {players} players, {turns} turns ({minutes:.1} minutes)\n");
        for (side, wins) in standing.wins.iter().enumerate() {
            text +=
                &format!("  {}: {} of {} rounds won\n", side + 1, wins, standing.wins.iter().sum::<i32>());
        }
        if let Some(network) = network {
            // All pairs tell the same; the rest is in the JSON.
            text += network.differences.first().map_or("", String::as_str);
            let agree = if network.agree { "agree" } else { "DIFFER" };
            text += &format!(
                "{} peers over {:?} {agree}: {} turns waited, {} computed again, {} states taken over, {:.0} bytes a second from each\n",
                self.peers, self.link, network.waited, network.again, network.states, network.bytes
            );
        }
        output::print(&text)
    }
}
