//! The `wold` program: one subcommand per job, one file per subcommand in `commands/`.

mod arena_page;
mod commands;
mod games;
mod league_page;
mod soldiers;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wold: {error:#}");
            ExitCode::from(2)
        }
    }
}
