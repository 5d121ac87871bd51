//! `wold contest queue`: what waiting and matchmaking cost, by simulation.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::json;
use wold_chance::{Seed, Stream};
use wold_contest::Outcome;
use wold_contest::matchmaking::{Bounds, Queue as Waiting};
use wold_contest::odds::single;
use wold_contest::rating::{Book, System};
use wold_contest::results::Game;

/// Simulate matchmaking: people of different strength come, wait, meet and go home.
#[derive(Args)]
#[command(after_help = "Example:\n  wold contest queue --players 200 --minutes 60 --first 0.8 --json")]
pub struct Queue {
    /// How many people there are; rank p of n beats rank q with probability (1 + (q - p)/n)/2.
    #[arg(long, default_value_t = 200)]
    players: usize,
    /// How long it goes on.
    #[arg(long, default_value_t = 60)]
    minutes: u32,
    /// Seconds between two arrivals, on average.
    #[arg(long, default_value_t = 5.0)]
    every: f64,
    /// The least quality somebody who just came asks for, 0 to 1.
    #[arg(long, default_value_t = 0.8)]
    first: f64,
    /// What is taken off each second of waiting.
    #[arg(long, default_value_t = 0.01)]
    patience: f64,
    /// The least quality anybody takes.
    #[arg(long, default_value_t = 0.2)]
    least: f64,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Queue {
    /// Simulates second by second and prints.
    pub fn run(self) -> Result<()> {
        ensure!((2..=100_000).contains(&self.players), "{} players are not 2 to 100000", self.players);
        ensure!(self.minutes <= 10_000, "{} minutes are more than 10000", self.minutes);
        ensure!(self.every >= 0.1 && self.every.is_finite(), "--every {} is not at least 0.1", self.every);
        for (name, value) in [("--first", self.first), ("--patience", self.patience), ("--least", self.least)]
        {
            ensure!((0.0..=1.0).contains(&value), "{name} {value} is not between 0 and 1");
        }
        let mut queue =
            Waiting::new(Bounds { first: self.first, patience: self.patience, least: self.least });
        let mut book = Book::new(System::Glicko2, self.players);
        let mut luck = Stream::named(Seed(self.seed), "contest.queue", &[]);
        let mut arrived = 0_u64;
        let (mut matches, mut waited, mut longest, mut quality, mut even) = (0_u64, 0.0, 0.0_f64, 0.0, 0.0);
        for second in 0..u64::from(self.minutes) * 60 {
            let now = second as f64;
            // So many come for certain, and one more by chance.
            let come = 1.0 / self.every;
            for _ in 0..come as u32 + u32::from(luck.chance(come.fract())) {
                // Somebody who waits already does not come again.
                arrived += u64::from(queue.enter(luck.below(self.players as u64) as usize, now).is_ok());
            }
            let since: Vec<(usize, f64)> = queue.waiting().to_vec();
            for pairing in queue.pair(&book, now) {
                for player in [pairing.home, pairing.away] {
                    let came =
                        since.iter().find(|(other, _)| *other == player).map_or(now, |&(_, came)| came);
                    waited += now - came;
                    longest = longest.max(now - came);
                }
                let odds = single(pairing.home, pairing.away, self.players);
                let outcome = if luck.chance(odds) { Outcome::Home } else { Outcome::Away };
                book.play(&Game::new(pairing.home, pairing.away, outcome));
                matches += 1;
                quality += pairing.quality;
                even += 1.0 - (2.0 * odds - 1.0).abs();
            }
        }
        let played = matches.max(1) as f64;
        if self.json {
            return output::print_json(&json!({
                "matches": matches, "waiting_mean": waited / (2.0 * played), "waiting_longest": longest,
                "quality_believed": quality / played, "quality_real": even / played,
                "arrived": arrived, "still_waiting": queue.waiting().len(),
            }));
        }
        output::print(&format!(
            "{matches} matches; waited {:.1} s on average, {longest:.0} s at most; quality {:.2} as believed, {:.2} in truth; \
             {} still wait\n",
            waited / (2.0 * played),
            quality / played,
            even / played,
            queue.waiting().len()
        ))
    }
}
