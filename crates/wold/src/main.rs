//! The `wold` program: one subcommand per job, one file per subcommand in `commands/`.

mod commands;
mod complaint;
mod games;

use std::process::ExitCode;

/// A tick makes and drops thousands of small things on several threads, and threads drop what others made: with the system's allocator they wait for one another.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match complaint::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(complaint::Ending::Shown(text)) => {
            // A reader that stopped listening has seen enough.
            let _ = commands::output::print(&text);
            return ExitCode::SUCCESS;
        }
        Err(complaint::Ending::Refused(reason)) => {
            eprintln!("wold: {reason}");
            return ExitCode::from(2);
        }
    };
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wold: {}", complaint::one_line(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}
