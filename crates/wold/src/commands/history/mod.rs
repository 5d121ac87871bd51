//! `wold history`: what a world's folder tells.

mod battles;
mod export;
mod houses;
mod life;
pub mod played;
mod tell;
pub mod wars;
mod why;

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use serde_json::json;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use wold_host::archive;
use wold_host::store::{Store, open_history};
use wold_space::Tick;
use wold_world::{Act, Realm, decode_commands};

const EXAMPLES: &str = "Examples:
  wold history verify wold-data       replay the whole log, check every hash
  wold history show wold-data --last 20
  wold history export wold-data --format parquet --out history.parquet
  wold history tell wold-data --around inn --from 18   an evening, as it was lived
  wold history why wold-data --who Asa --tick 24000   why it chased me, and why it stopped
  wold history life wold-data         how its people fared
  wold history battles wold-data --fit odds.toml   who fought, who won, and what that teaches
  wold history upgrade wold-data      a world of an older version goes on under the present rules
  wold history show wold-data/world.redb   what it was before, by its name
  wold history recover wold-data      after damage: back to the last good record";

/// Replay, check and list a world's history.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct History {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay the log from the world's birth, or from where it begins, and check every hash.
    Verify {
        /// The world's folder.
        dir: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// List what was done.
    Show {
        /// The world's folder.
        dir: PathBuf,
        /// From this tick on.
        #[arg(long, default_value_t = 0)]
        from: u64,
        /// Only the last so many lines.
        #[arg(long, default_value_t = 40)]
        last: usize,
        /// Print JSON, one object per line.
        #[arg(long)]
        json: bool,
    },
    /// Bring a damaged world in order: back to the last good record. Damaged pieces are set aside, never deleted.
    ///
    /// Everything is read and checked, and the log replayed from the newest snapshot. Where that comes out differently from what was
    /// logged, the log is set aside from there on.
    Recover {
        /// The world's folder.
        dir: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Bring a world of an older version over: its people, things, buildings, accounts and memories go on under the present rules.
    ///
    /// Its newest snapshot, and what the log has after it, become the start of a new log. The old log is kept and stays readable by its name (`show`, `tell`,
    /// `export`). `wold serve` does the same when it opens such a world.
    Upgrade {
        /// The world's folder.
        dir: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Tell what happened around a place: who came, what they said and did.
    Tell(tell::Tell),
    /// Tell why an inhabitant did what it did around a tick.
    Why(why::Ask),
    /// How a town lived: needs, speech, rumours, respects, coins, prices, crimes.
    Life(life::Life),
    /// Who fought whom and who won; learn from it what fighters are worth.
    Battles(battles::Fights),
    /// Count and tabulate how people and bots moved in a written war.
    Analyse(wars::Analyse),
    /// Grow a tree from a written war, for bots to follow.
    Train(wars::Train),
    /// Write a history as a table: where everybody was, and what was done.
    Export(export::Export),
}

impl History {
    /// Does what was asked.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Verify { dir, json } => verify(&dir, json),
            Command::Show { dir, from, last, json } => show(&dir, Tick(from), last, json),
            Command::Recover { dir, json } => recover(&dir, json),
            Command::Upgrade { dir, json } => upgrade(&dir, json),
            Command::Tell(tell) => tell.run(),
            Command::Why(ask) => ask.run(),
            Command::Life(life) => life.run(),
            Command::Battles(fights) => fights.run(),
            Command::Analyse(analyse) => analyse.run(),
            Command::Train(train) => train.run(),
            Command::Export(export) => export.run(),
        }
    }
}

/// Replays a whole history with a bar that shows how far it is; `listener` hears every tick.
fn replayed(
    store: &dyn Store,
    listener: &mut archive::Listener<'_>,
) -> Result<(Realm, archive::Replayed), archive::ArchiveError> {
    replayed_by(store, crate::games::game, listener)
}

/// The same with other games than the program's.
fn replayed_by(
    store: &dyn Store,
    games: archive::Games,
    listener: &mut archive::Listener<'_>,
) -> Result<(Realm, archive::Replayed), archive::ArchiveError> {
    let last = store.last_tick()?.unwrap_or_default();
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(last.0) } else { ProgressBar::hidden() };
    let result = archive::retell(store, games, &mut |realm, commands, report| {
        bar.set_position(report.tick.0);
        listener(realm, commands, report)
    });
    bar.finish_and_clear();
    result
}

fn verify(dir: &Path, json: bool) -> anyhow::Result<()> {
    let store = open_history(dir)?;
    let last = store.last_tick()?.unwrap_or_default();
    let version = store.meta().version;
    anyhow::ensure!(
        version == archive::WORLD_VERSION,
        "{}: a world of version {version}, whose hashes only a program of that version can check; `wold history upgrade` lets it go on in this one",
        dir.display()
    );
    let begins = store.beginning()?.map_or(0, |(tick, _)| tick.0);
    let result = replayed(&*store, &mut |_, _, _| ControlFlow::Continue(()));
    let seed = store.meta().seed;
    match result {
        Ok((realm, done)) if json => {
            let hash: String = realm.hash().iter().map(|byte| format!("{byte:02x}")).collect();
            println!(
                "{}",
                json!({"ok": true, "seed": seed, "from_tick": begins, "ticks": done.ticks, "records": done.records, "hashes": done.hashes, "last_tick": last.0, "state_hash": hash})
            );
        }
        Ok((_, done)) => {
            if begins > 0 {
                println!("The log is replayed from the snapshot of tick {begins}, where it begins.");
            }
            println!(
                "{} ticks replayed from {} records, {} hashes right.",
                done.ticks, done.records, done.hashes
            );
        }
        Err(error) => {
            if json {
                println!("{}", json!({"ok": false, "seed": seed, "error": error.to_string()}));
            }
            return Err(error.into());
        }
    }
    Ok(())
}

fn show(dir: &Path, from: Tick, last: usize, json: bool) -> anyhow::Result<()> {
    let store = open_history(dir)?;
    let mut lines = std::collections::VecDeque::new();
    store.scan(from, &mut |record| {
        for command in decode_commands(&record.payload).unwrap_or_default() {
            // Steering fills a log; nobody wants to read it.
            if matches!(&command.act, Act::Intent(wold_wire::Intent::Move(_))) {
                continue;
            }
            if lines.len() == last {
                lines.pop_front();
            }
            lines.push_back((record.tick, command));
        }
        ControlFlow::Continue(())
    })?;
    for (tick, command) in lines {
        let deed = format!("{:?}", command.act);
        if json {
            println!(
                "{}",
                json!({"tick": tick.0, "guest": command.guest.0, "number": command.number, "deed": deed})
            );
        } else {
            println!("{:>8}  {:>7.1}s  guest {:<12} {deed}", tick.0, tick.seconds(), command.guest.0);
        }
    }
    Ok(())
}

fn upgrade(dir: &Path, json: bool) -> anyhow::Result<()> {
    let version = open_history(dir)?.meta().version;
    anyhow::ensure!(
        version <= archive::WORLD_VERSION,
        "{}: a world of version {version}; this program knows worlds up to version {}",
        dir.display(),
        archive::WORLD_VERSION
    );
    let brought = (version < archive::WORLD_VERSION)
        .then(|| archive::bring_over(dir, crate::games::game))
        .transpose()?;
    match (json, &brought) {
        (true, brought) => {
            println!("{}", json!({"ok": true, "version": archive::WORLD_VERSION, "brought_over": brought}));
        }
        (false, Some(brought)) => println!("{brought}"),
        (false, None) => println!("{}: of version {version} already; nothing to do", dir.display()),
    }
    Ok(())
}

fn recover(dir: &Path, json: bool) -> anyhow::Result<()> {
    let recovery = archive::recover(dir, crate::games::game)?;
    if json {
        println!("{}", json!({"ok": true, "recovery": recovery}));
        return Ok(());
    }
    if let Some(brought) = &recovery.brought_over {
        println!("{brought}");
    }
    for loss in &recovery.losses {
        println!("{loss}");
    }
    if recovery.losses.is_empty() {
        println!("Nothing is damaged.");
    }
    if let Some(tick) = recovery.tick {
        println!("The world goes on at tick {tick}; {} hashes on the way are right.", recovery.hashes);
    }
    Ok(())
}
