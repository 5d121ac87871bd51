//! `wold sim petri`: nets that hand out what is scarce.

use crate::commands::{input, output};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_chance::{Seed, Stream};
use wold_tactics::petri::{Colour, Net, Running, Settled};

/// A Petri net: run events through it, check what it conserves, draw it.
#[derive(Args)]
#[command(
    after_help = "Events: NAME or NAME:WHO, separated by commas or spaces; +N lets N ticks pass. After each the net settles.\nExample: wold sim petri worlds/nets/gun.toml --events \"register:1,register:2,gone:1\" --svg gun.svg\nExample: wold sim petri worlds/nets/gun.toml --random 1000000 --seed 1 --json"
)]
pub struct Petri {
    /// The net.
    net: PathBuf,
    /// Events to tell it.
    #[arg(long, conflicts_with = "random")]
    events: Option<String>,
    /// So many random events, concerning eight people.
    #[arg(long)]
    random: Option<u64>,
    /// For random events and conflicts left to chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw the net as it ends.
    #[arg(long)]
    svg: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The most random events.
const MOST_EVENTS: u64 = 1_000_000_000;
/// Who random events concern.
const PEOPLE: u64 = 8;
/// Times a net may fail to settle before a run of random events is given up.
const MOST_ENDLESS: u64 = 100;
/// Markings looked at for dead ends.
const MARKINGS: usize = 10_000;

/// What a run has seen.
#[derive(Default)]
struct Tally {
    events: u64,
    ignored: u64,
    endless: u64,
    broken: u64,
}

impl Petri {
    /// Runs and prints.
    pub fn run(self) -> Result<()> {
        let named = || self.net.display().to_string();
        let net = Net::parse(&input::text(&self.net, input::SETTINGS)?).with_context(named)?;
        ensure!(self.random.is_none_or(|n| n <= MOST_EVENTS), "--random is at most {MOST_EVENTS}");
        let luck = Stream::named(Seed(self.seed), "petri", &[]);
        let mut running = Running::new(&net, luck.split(0));
        let (mut tally, mut now) = (Tally::default(), 0);
        settle(&mut running, now, &mut tally);
        if let Some(events) = &self.events {
            now = told(&mut running, events, &mut tally)?;
        }
        if let Some(count) = self.random {
            now = random(&mut running, count, luck.split(1), &mut tally);
        }
        if let Some(path) = &self.svg {
            output::write_whole(path, net.svg(Some((&running, now))).as_bytes())?;
        }
        self.print(&net, &running, &tally)
    }

    fn print(&self, net: &Net, running: &Running<'_>, tally: &Tally) -> Result<()> {
        let known = net.invariants();
        let invariants: Vec<String> = known.found.iter().map(|i| net.written(i)).collect();
        let declared: Vec<String> = net.declared.iter().map(|i| net.written(i)).collect();
        let explored = net.explore(MARKINGS);
        let never: Vec<&str> =
            explored.never.iter().map(|t| net.transitions[usize::from(*t)].name.as_str()).collect();
        let marking: Vec<(&str, u64)> =
            net.places.iter().map(|p| p.name.as_str()).zip(running.marking().iter().copied()).collect();
        let fired: Vec<(&str, u64)> =
            net.transitions.iter().map(|t| t.name.as_str()).zip(running.firings().iter().copied()).collect();
        let firings: u64 = running.firings().iter().sum();
        if self.json {
            let object = |pairs: Vec<(&str, serde_json::Value)>| {
                pairs
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect::<serde_json::Map<_, _>>()
            };
            return output::print_json(&json!({
                "net": net.name,
                "events": tally.events,
                "ignored": tally.ignored,
                "firings": firings,
                "endless": tally.endless,
                "broken": tally.broken,
                "conserved": tally.broken == 0,
                "declared": declared,
                "invariants": invariants,
                "invariants_complete": known.complete,
                "markings": { "seen": explored.markings, "complete": explored.complete, "deadlocks": explored.deadlocks.len() },
                "never": never,
                "marking": object(marking.into_iter().map(|(n, v)| (n, json!(v))).collect()),
                "fired": object(fired.into_iter().map(|(n, v)| (n, json!(v))).collect()),
            }));
        }
        let mut out = format!(
            "{} events, {firings} firings, {} events nothing waited for\n",
            tally.events, tally.ignored
        );
        if tally.endless > 0 {
            let most = wold_tactics::petri::MOST_FIRINGS;
            out += &format!("{} times it did not settle within {most} firings", tally.endless);
            out += if tally.endless >= MOST_ENDLESS { "; given up\n" } else { "\n" };
        }
        for (name, tokens) in marking {
            out += &format!("  {name:24} {tokens}\n");
        }
        for (name, count) in fired {
            out += &format!("  {name:24} fired {count}\n");
        }
        for invariant in &invariants {
            let word = if declared.contains(invariant) { " (declared)" } else { "" };
            out += &format!("conserved: {invariant}{word}\n");
        }
        if !known.complete {
            out += "more may be conserved: the net is too large to know\n";
        }
        let more = if explored.complete { "" } else { " and more" };
        out += &format!("markings: {}{more}; dead ends: {}\n", explored.markings, explored.deadlocks.len());
        if !never.is_empty() {
            out += &format!("never fires: {}\n", never.join(", "));
        }
        output::print(&out)
    }
}

fn settle(running: &mut Running<'_>, now: u64, tally: &mut Tally) {
    if let Settled::OutOfBudget(_) = running.settle(now) {
        tally.endless += 1;
    }
    tally.broken += u64::from(!running.is_conserved());
}

/// Tells the events of a text; returns the tick at the end.
fn told(running: &mut Running<'_>, text: &str, tally: &mut Tally) -> Result<u64> {
    let known: Vec<String> = running.net().events().into_iter().map(str::to_owned).collect();
    let mut now = 0_u64;
    for word in text.split([',', ' ', '\n']).filter(|word| !word.is_empty()) {
        if let Some(ticks) = word.strip_prefix('+') {
            let ticks: u64 = ticks.parse().ok().with_context(|| format!("{word:?} is no number of ticks"))?;
            now = now.saturating_add(ticks);
        } else {
            let (event, who) = word.split_once(':').unwrap_or((word, "0"));
            let who: u64 =
                who.parse().ok().with_context(|| format!("{word:?}: {who:?} is no number of somebody"))?;
            if !known.iter().any(|name| name == event) {
                bail!("the net waits for no event {event:?}; it knows {}", known.join(", "));
            }
            tally.events += 1;
            tally.ignored += u64::from(running.event(event, Colour(who), now) == 0);
        }
        settle(running, now, tally);
    }
    Ok(now)
}

fn random(running: &mut Running<'_>, count: u64, mut luck: Stream, tally: &mut Tally) -> u64 {
    let events: Vec<String> = running.net().events().into_iter().map(str::to_owned).collect();
    let bar = output::progress(count, "events");
    for number in 0..count {
        if let Some(event) = luck.pick(&events) {
            tally.ignored += u64::from(running.event(event, Colour(luck.below(PEOPLE)), number) == 0);
        }
        tally.events += 1;
        settle(running, number, tally);
        if tally.endless >= MOST_ENDLESS {
            break;
        }
        if number.is_multiple_of(1 << 16) {
            bar.set_position(number);
        }
    }
    bar.finish_and_clear();
    tally.events
}
