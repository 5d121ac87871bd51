//! `wold lab net generals`: two generals, and messengers that may be caught.
//!
//! Two attack together or both are beaten. One sends the hour, the other that it knows, the first that it knows that, and so on, so many messages long; every message answers
//! one that came. Who has got all messages it was to get attacks. However long they go on, the last message tells its receiver something its
//! sender cannot know to have arrived: no length brings certainty, and neither do more messengers for each message, though they make it rare.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use wold_chance::Seed;
use wold_wire::Frame;
use wold_wire::network::{Link, LinkConfig};

/// Two generals who agree by messengers that may be caught.
#[derive(Args)]
#[command(after_help = "Example: wold lab net generals --loss 20 --messages 8 --messengers 2")]
pub struct Generals {
    /// Percent of messengers that are caught.
    #[arg(long, value_name = "PERCENT", default_value_t = 20.0)]
    loss: f64,
    /// The longest exchange that is tried.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100))]
    messages: u32,
    /// Messengers for each message.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    messengers: u32,
    /// Wars for each length.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    trials: u32,
    /// Seeds the messengers' luck.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// What came of an exchange of one length.
#[derive(Serialize)]
struct Row {
    messages: u32,
    /// Percent of wars in which both attack.
    both: f64,
    /// In which one attacks alone.
    alone: f64,
    /// In which neither does.
    neither: f64,
}

impl Generals {
    /// Fights and prints.
    pub fn run(self) -> Result<()> {
        ensure!((0.0..=100.0).contains(&self.loss), "a loss is 0 to 100 percent, not {}", self.loss);
        let config = LinkConfig { loss: self.loss / 100.0, ..LinkConfig::LOCAL };
        let rows: Vec<Row> = (1..=self.messages).map(|messages| self.fight(config, messages)).collect();
        if self.json {
            return output::print_json(&json!({
                "loss_percent": self.loss, "messengers": self.messengers, "trials": self.trials, "rows": rows,
            }));
        }
        let mut text = "messages  both attack  one alone  neither\n".to_owned();
        for row in &rows {
            text += &format!(
                "{:>8} {:>10.2} % {:>8.2} % {:>6.2} %\n",
                row.messages, row.both, row.alone, row.neither
            );
        }
        output::print(&text)
    }

    fn fight(&self, config: LinkConfig, messages: u32) -> Row {
        let mut links = [0, 1].map(|way| Link::new(config, Seed(self.seed), u64::from(messages) * 2 + way));
        let (mut both, mut alone) = (0u32, 0u32);
        for war in 0..self.trials {
            let now = u64::from(war);
            let mut arrived = 0;
            // Nobody answers what did not come.
            while arrived < messages {
                let link = &mut links[arrived as usize % 2];
                for _ in 0..self.messengers {
                    link.send(now, Frame::Datagram(arrived.to_le_bytes().to_vec().into()));
                }
                if link.receive(now).is_empty() {
                    break;
                }
                arrived += 1;
            }
            // The first sends messages 0, 2, 4 and gets 1, 3, 5; who starts attacks if it was to get none.
            let gets = |first: bool| (0..messages).filter(move |number| (number % 2 == 1) == first);
            let attacks = |first: bool| gets(first).all(|number| number < arrived);
            match (attacks(true), attacks(false)) {
                (true, true) => both += 1,
                (false, false) => {}
                _ => alone += 1,
            }
        }
        let percent = |count: u32| f64::from(count) * 100.0 / f64::from(self.trials);
        Row {
            messages,
            both: percent(both),
            alone: percent(alone),
            neither: percent(self.trials - both - alone),
        }
    }
}
