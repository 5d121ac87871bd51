//! `wold history life`: how a town lived, by its log and by what its minds kept.

use super::replayed;
use crate::commands::live::hold_to_standards;
use crate::commands::output;
use clap::Args;
use std::ops::ControlFlow;
use std::path::PathBuf;
use wold_host::store::open_history;
use wold_live::{Census, page};

/// How a town lived: needs, speech, rumours, respects, coins, prices, crimes; and whose life looks wrong.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold history life wold-data\n  wold history life wold-data --json\n  \
                        wold history life wold-data --html life.html")]
pub struct Life {
    /// The world's folder.
    dir: PathBuf,
    /// Write the report as a page with curves.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Fail, and say why, if the report falls short of what a town must hold to bear watching.
    #[arg(long)]
    check: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Life {
    /// Replays and reports.
    pub fn run(self) -> anyhow::Result<()> {
        let store = open_history(&self.dir)?;
        let mut census = Census::default();
        let (realm, _) = replayed(&*store, &mut |realm, commands, report| {
            census.hear(realm, commands, &report.deeds);
            ControlFlow::Continue(())
        })?;
        let report = census.report(&realm, wold_live::kept_in(&self.dir));
        if let Some(path) = &self.html {
            output::write_whole(path, page::html(&report).as_bytes())?;
        }
        if self.json {
            output::print_json(&serde_json::to_value(&report)?)?;
        } else {
            output::print(&report.to_string())?;
        }
        if self.check { hold_to_standards(&report) } else { Ok(()) }
    }
}
