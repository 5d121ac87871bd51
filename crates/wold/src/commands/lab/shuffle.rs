//! `wold lab shuffle`: orders of things.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use wold_chance::premo::premo;
use wold_chance::shuffle::{Permutations, in_shuffle, out_shuffle, riffle, shelf, shuffle};
use wold_chance::{Seed, Stream};

/// Shuffle a deck, or measure how well riffles do.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold lab shuffle --model riffle --times 7 --cards 52 --seed 1\n  \
                        wold lab shuffle --model premo --times 3 --trials 20000")]
pub struct Shuffle {
    /// How to shuffle; `all` lists every order, `premo` plays the card trick.
    #[arg(long, value_enum, default_value_t = Model::FisherYates)]
    model: Model,
    /// Cards in the deck.
    #[arg(long, default_value_t = 52)]
    cards: usize,
    /// How many times.
    #[arg(long, default_value_t = 1)]
    times: u32,
    /// Decks tried by the card trick.
    #[arg(long, default_value_t = 20_000)]
    trials: u32,
    /// What the shuffle grows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    FisherYates,
    Riffle,
    In,
    Out,
    Shelf,
    All,
    Premo,
}

impl Shuffle {
    /// Shuffles and prints.
    pub fn run(self) -> Result<()> {
        ensure!((1..=100_000).contains(&self.cards), "{} cards are not between 1 and 100000", self.cards);
        ensure!(self.times <= 10_000, "{} times are more than 10000", self.times);
        match self.model {
            Model::Premo => self.premo(),
            Model::All => self.all(),
            _ => self.deck(),
        }
    }

    fn deck(&self) -> Result<()> {
        let mut stream = Stream::named(Seed(self.seed), "deck", &[]);
        let mut deck: Vec<usize> = (0..self.cards).collect();
        for _ in 0..self.times {
            deck = match self.model {
                Model::Riffle => riffle(&mut stream, &deck),
                Model::In => in_shuffle(&deck),
                Model::Out => out_shuffle(&deck),
                Model::Shelf => shelf(&mut stream, &deck, 7),
                _ => {
                    shuffle(&mut stream, &mut deck);
                    deck
                }
            };
        }
        if self.json {
            return output::print_json(&json!({ "seed": self.seed, "times": self.times, "deck": deck }));
        }
        output::print(&(deck.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n"))
    }

    fn all(&self) -> Result<()> {
        ensure!(self.cards <= 9, "{} cards have too many orders to list; 9 are the most", self.cards);
        let orders: Vec<Vec<usize>> = Permutations::new(self.cards).collect();
        if self.json {
            return output::print_json(&json!({ "count": orders.len(), "orders": orders }));
        }
        let lines: Vec<String> = orders
            .iter()
            .map(|order| order.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n")
            .collect();
        output::print(&lines.concat())
    }

    fn premo(&self) -> Result<()> {
        ensure!((1..=10_000_000).contains(&self.trials), "{} trials are not 1 to 10000000", self.trials);
        ensure!(self.times <= 100, "{} riffles are more than 100", self.times);
        let played = premo(Seed(self.seed), self.times, self.trials, 3);
        if self.json {
            return output::print_json(
                &json!({ "riffles": played.riffles, "trials": played.trials, "within": played.within }),
            );
        }
        let shares: Vec<String> = played.within.iter().map(|w| format!("{w:.3}")).collect();
        output::print(&format!(
            "{} riffles, right within 1, 2, 3 guesses: {}\n",
            played.riffles,
            shares.join(" ")
        ))
    }
}
