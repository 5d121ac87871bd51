//! What is wrong with a command line, in one line and with the way to help.
//!
//! Numbers below zero are taken as numbers wherever a value is expected, and judged by the range of what they are for.

use crate::commands::Cli;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches};
use std::ffi::OsString;

/// Why nothing is run.
#[derive(Debug)]
pub enum Ending {
    /// Help or the version was asked for.
    Shown(String),
    /// The command line cannot be.
    Refused(String),
}

/// Reads a command line.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, Ending> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let help = help(&arguments);
    let matches = negatives_are_numbers(Cli::command()).try_get_matches_from(arguments);
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ending::Shown(error.render().to_string()),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Ending::Refused(format!("what to do is missing; {help}"))
        }
        _ => Ending::Refused(format!("{}; {help}", reason(&error.render().to_string()))),
    })
}

fn negatives_are_numbers(command: Command) -> Command {
    command
        .mut_args(|argument| {
            let takes_value = argument.get_action().takes_values();
            if takes_value { argument.allow_negative_numbers(true) } else { argument }
        })
        .mut_subcommands(negatives_are_numbers)
}

/// A text of several lines as one.
pub fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The reason of an error as the reader of command lines writes it: what stands above its usage.
fn reason(text: &str) -> String {
    let reason = text.split("\nUsage:").next().unwrap_or(text);
    let reason = one_line(reason.split("\nFor more information").next().unwrap_or(reason));
    let reason = reason.strip_prefix("error: ").unwrap_or(&reason);
    reason.replace("invalid digit found in string", "it is a whole number, and not below 0")
}

/// Where help is: with the command that was named, as far as there is one.
fn help(arguments: &[OsString]) -> String {
    let mut command = Cli::command();
    let mut words = vec!["wold".to_owned()];
    for argument in arguments.iter().skip(1).filter_map(|argument| argument.to_str()) {
        let Some(inner) = command.find_subcommand(argument) else { break };
        words.push(argument.to_owned());
        command = inner.clone();
    }
    format!("see {} --help", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> String {
        match parse(line.split_whitespace().map(OsString::from)) {
            Err(Ending::Refused(reason)) => reason,
            Err(Ending::Shown(text)) => panic!("{line}: {text}"),
            Ok(_) => panic!("{line} is taken"),
        }
    }

    #[test]
    fn a_wrong_command_line_is_refused_in_one_line_with_the_way_to_help() {
        for (line, reason, help) in [
            ("wold", "missing", "see wold --help"),
            ("wold play solve", "<GAME>", "see wold play solve --help"),
            ("wold play solve noughts --depth 3", "--depth", "see wold play solve --help"),
            ("wold contest rate a.csv --system chess", "chess", "see wold contest rate --help"),
            ("wold lab random --count -5", "not below 0", "see wold lab random --help"),
            ("wold lab random --count many", "many", "see wold lab random --help"),
            ("wold fly", "fly", "see wold --help"),
        ] {
            let said = refused(line);
            assert!(said.contains(reason) && said.ends_with(help) && !said.contains('\n'), "{line}: {said}");
        }
    }

    #[test]
    fn numbers_below_zero_are_taken_where_numbers_are() {
        for line in [
            "wold play solve noughts --seconds -1",
            "wold sim weather --gamma -1",
            "wold play conquero --minutes -1",
            "wold contest queue --every -2.5",
        ] {
            assert!(parse(line.split_whitespace().map(OsString::from)).is_ok(), "{line}");
        }
    }

    #[test]
    fn help_and_version_are_shown() {
        for line in ["wold --help", "wold --version", "wold play --help", "wold help"] {
            let shown = parse(line.split_whitespace().map(OsString::from));
            assert!(matches!(shown, Err(Ending::Shown(_))), "{line}");
        }
    }

    #[test]
    fn every_command_is_sound() {
        negatives_are_numbers(Cli::command()).debug_assert();
    }
}
