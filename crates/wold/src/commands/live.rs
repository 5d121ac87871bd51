//! `wold live`: a world with its people at full speed, and a report of their lives.

use crate::commands::output;
use crate::commands::serve::world_file;
use anyhow::{Context as _, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use wold_host::store::LogConfig;
use wold_live::{Census, LifeReport, Settlement, SettlementConfig, Standards, page};
use wold_space::TICKS_PER_SECOND;
use wold_world::decode_commands;

const EXAMPLES: &str = "Examples:
  wold live --seed 9137 --inhabitants 60 --days 30          a month of sixty people, then a report of their lives
  wold live --seed 5 --days 2 --data my-town --html life.html
  wold live --seed 5 --days 30 --csv curves.csv              prices, stores, people, hour by hour
  wold live --seed 5 --days 30 --check                       fail if they fared badly
  wold serve --seed 5 --data my-town                         visit them afterwards";

/// Let a world and its people live at full speed, without clients, and report how they fared.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Live {
    /// The integer the world grows from.
    #[arg(long)]
    seed: Option<u64>,
    /// How many live in it.
    #[arg(long, default_value_t = 60)]
    inhabitants: usize,
    /// Days to live, by the world's own clock.
    #[arg(long, default_value_t = 1.0)]
    days: f64,
    /// File that describes the world (see worlds/).
    #[arg(long)]
    world: Option<PathBuf>,
    /// Folder of the world; it can be served afterwards, and lived in again. Default: a folder that is thrown away.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Keep only this many of the last days' log.
    #[arg(long, value_name = "DAYS")]
    keep_days: Option<f64>,
    /// Write the report as a page with curves.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write how everything went from hour to hour as a table: day, what, value.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Fail, and say why, if the report falls short of what a town must hold to bear watching.
    #[arg(long)]
    check: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The most people and days that are asked for in earnest.
const MOST_PEOPLE: usize = 5_000;
const MOST_DAYS: f64 = 10_000.0;
/// Ticks between two moves of the bar.
const TELL_TICKS: u64 = 200;

impl Live {
    /// Lives and reports.
    pub fn run(self) -> anyhow::Result<()> {
        if !(self.days > 0.0 && self.days <= MOST_DAYS) {
            bail!("--days is {}, it must be above 0 and at most {MOST_DAYS}", self.days);
        }
        if self.inhabitants == 0 || self.inhabitants > MOST_PEOPLE {
            bail!("--inhabitants is {}, it must be from 1 to {MOST_PEOPLE}", self.inhabitants);
        }
        let world = self.world.as_deref().map(world_file::read).transpose()?.unwrap_or_default();
        let seconds = |days: f64| (days * world.day_minutes * 60.0) as u64;
        let config = SettlementConfig {
            seed: self.seed.or(world.seed).unwrap_or(1),
            inhabitants: self.inhabitants,
            log: LogConfig { keep_seconds: self.keep_days.map(seconds), ..LogConfig::default() },
            created: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            world,
            ..SettlementConfig::default()
        };
        let thrown_away = self.data.is_none().then(tempfile::tempdir).transpose()?;
        let folder = match (&self.data, &thrown_away) {
            (Some(folder), _) => folder.clone(),
            (None, Some(folder)) => folder.path().to_owned(),
            (None, None) => unreachable!("one of the two is there"),
        };
        let mut town = Settlement::open(&folder, config, crate::games::game)
            .with_context(|| format!("the world in {}", folder.display()))?;
        let mut census = Census::default();
        let begun = Instant::now();
        let ticks = Census::ticks_of(town.realm(), self.days).0;
        let bar = bar(ticks);
        // From within the pool: a tick is over sooner than a thread outside of it would be awake again.
        rayon::scope(|_| pass(&mut town, &mut census, ticks, &bar))?;
        bar.finish_and_clear();
        let report = census.report(town.realm(), town.keepsakes());
        self.show(&report, ticks, begun.elapsed())?;
        if self.check { hold_to_standards(&report) } else { Ok(()) }
    }

    fn show(&self, report: &LifeReport, ticks: u64, took: Duration) -> anyhow::Result<()> {
        if let Some(path) = &self.html {
            output::write_whole(path, page::html(report).as_bytes())?;
        }
        if let Some(path) = &self.csv {
            output::write_whole(path, report.curves.csv().as_bytes())?;
        }
        let speed = ticks as f64 / TICKS_PER_SECOND as f64 / took.as_secs_f64().max(1e-9);
        if self.json {
            let mut value = serde_json::to_value(report)?;
            value["times_real_time"] = speed.into();
            return output::print_json(&value);
        }
        output::print(&format!("{report}{:<34} {speed:.0}\n", "times as fast as life"))?;
        match &self.data {
            Some(folder) => {
                output::print(&format!("Kept in {}: `wold serve` it, or let it live on.\n", folder.display()))
            }
            None => Ok(()),
        }
    }
}

/// Lets a town live for so many ticks, then rest.
fn pass(town: &mut Settlement, census: &mut Census, ticks: u64, bar: &ProgressBar) -> anyhow::Result<()> {
    for tick in 0..ticks {
        let work = town.tick()?;
        census.hear(town.realm(), &decode_commands(&work.log)?, &work.deeds);
        if tick.is_multiple_of(TELL_TICKS) {
            let hour = town.realm().time_of_day() * 24.0;
            bar.set_position(tick);
            bar.set_message(format!("day {}, {:02}:00", town.realm().day_number(), hour as u32));
        }
    }
    Ok(town.rest()?)
}

/// An error that names every figure of a report that falls short.
pub fn hold_to_standards(report: &LifeReport) -> anyhow::Result<()> {
    let missed = Standards::default().missed(report);
    anyhow::ensure!(missed.is_empty(), "the town falls short: {}", missed.join("; "));
    Ok(())
}

fn bar(ticks: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}  {eta} left")
        .expect("the template is written here");
    ProgressBar::new(ticks).with_style(style)
}
