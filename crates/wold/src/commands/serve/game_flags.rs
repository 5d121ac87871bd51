//! The flags that choose a game and set it, made of what the games say about themselves.

use crate::commands::history::{played, wars::LONGEST_LOG};
use crate::commands::input;
use crate::games::GAMES;
use anyhow::{Context, Result, anyhow};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::path::Path;
use wold_game::{Booking, Game, Given, Setting, Takes, Text};
use wold_genesis::Genesis;

const GAME: &str = "game";
const MORE: &str = "game-settings";

/// What a command line says about a game.
#[derive(Clone, Debug, Default)]
pub struct GameFlags {
    game: Option<String>,
    more: String,
    /// Flags without their dashes, and what was given.
    flags: Vec<(String, Vec<String>)>,
}

impl GameFlags {
    /// The line for the world's file and the game as it is wanted; nothing if none is.
    pub fn book(&self, genesis: &Genesis) -> Result<Option<(String, Booking)>> {
        let Some(name) = &self.game else { return Ok(None) };
        let game = GAMES.iter().find(|game| game.name() == name).context("the flag takes only these")?;
        let booking =
            game.book(&self.given(*game)?, genesis).map_err(|reason| anyhow!("--game {name}: {reason}"))?;
        let line = format!("{name} {}", booking.words).trim_end().to_owned();
        game.rules(&booking.words, genesis).map_err(|reason| anyhow!("--game {line}: {reason}"))?;
        Ok(Some((line, booking)))
    }

    /// What was given for the settings of a game, files read.
    fn given(&self, game: &dyn Game) -> Result<Given> {
        let mut given = Given::new(&self.more);
        for (flag, values) in &self.flags {
            let setting = game.settings().iter().find(|setting| setting.flag() == *flag);
            let setting = setting.with_context(|| {
                let whose = GAMES.iter().find(|game| game.settings().iter().any(|s| s.flag() == *flag));
                let whose = whose.map_or("no game", |game| game.name());
                format!("{} has no --{flag}, which is a setting of --game {whose}", game.name())
            })?;
            for value in values {
                given.put(*setting, read(game, setting, value)?);
            }
        }
        Ok(given)
    }
}

/// A value as a game takes it.
fn read(game: &dyn Game, setting: &Setting, value: &str) -> Result<Text> {
    let path = Path::new(value);
    let file = Some(value.to_owned());
    Ok(match setting.takes {
        Takes::Nothing | Takes::Word(_) | Takes::OneOf(_) => value.into(),
        Takes::Files(_) => Text { text: input::text(path, input::SETTINGS)?, file, seed: None },
        Takes::History(_) if path.is_dir() => {
            let (text, seed) = played::chronicle_of(game, path)?;
            Text { text, file, seed: Some(seed) }
        }
        Takes::History(_) => Text { text: input::text(path, LONGEST_LOG)?, file, seed: None },
    })
}

/// Every setting of every game, by flag; a flag that several games have is theirs together.
fn settings() -> Vec<(&'static Setting, String)> {
    let mut all: Vec<(&Setting, String)> = Vec::new();
    for game in GAMES {
        for setting in game.settings() {
            let help = format!("{}: {}", game.name(), setting.help);
            match all.iter_mut().find(|(other, _)| other.flag() == setting.flag()) {
                Some((_, known)) => *known += &format!("; {help}"),
                None => all.push((setting, help)),
            }
        }
    }
    all
}

fn flag(setting: &Setting, help: String) -> Arg {
    let name = setting.flag();
    let flag = Arg::new(name.clone()).long(name).help(help).requires(GAME).help_heading("Settings of games");
    match setting.takes {
        Takes::Nothing => flag.action(ArgAction::SetTrue),
        Takes::Word(called) | Takes::History(called) => flag.value_name(called).action(ArgAction::Set),
        Takes::OneOf(values) => flag.value_parser(PossibleValuesParser::new(values)).action(ArgAction::Set),
        Takes::Files(called) => flag.value_name(called).action(ArgAction::Append),
    }
}

impl clap::Args for GameFlags {
    fn augment_args(command: Command) -> Command {
        let list: Vec<String> =
            GAMES.iter().map(|game| format!("{}: {}", game.name(), game.about())).collect();
        let names = PossibleValuesParser::new(GAMES.iter().map(|game| game.name()));
        let game = Arg::new(GAME)
            .long(GAME)
            .value_name("NAME")
            .value_parser(names)
            .hide_possible_values(true)
            .help(format!("A game to play in the world. {}", list.join("; ")));
        let more = Arg::new(MORE)
            .long(MORE)
            .value_name("WORDS")
            .requires(GAME)
            .help("More of the game's settings as a world's file has them, such as \"minutes=10 rounds=3 conquest\"");
        settings()
            .into_iter()
            .fold(command.arg(game).arg(more), |command, (setting, help)| command.arg(flag(setting, help)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for GameFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let value = |setting: &Setting| {
            let flag = setting.flag();
            let values = match setting.takes {
                Takes::Nothing => matches.get_flag(&flag).then(String::new).into_iter().collect(),
                _ => matches.get_many::<String>(&flag).into_iter().flatten().cloned().collect::<Vec<_>>(),
            };
            (!values.is_empty()).then_some((flag, values))
        };
        let flags = settings().iter().filter_map(|(setting, _)| value(setting)).collect();
        Ok(Self { game: text(GAME), more: text(MORE).unwrap_or_default(), flags })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, FromArgMatches};
    use wold_chance::Seed;

    fn booked(arguments: &[&str]) -> Result<Option<(String, Booking)>> {
        let command = GameFlags::augment_args(Command::new("serve"));
        let matches = command.try_get_matches_from([&["serve"], arguments].concat())?;
        GameFlags::from_arg_matches(&matches)?.book(&Genesis::new(Seed(42)))
    }

    #[test]
    fn flags_become_the_line_of_the_worlds_file() {
        assert!(booked(&[]).expect("no game").is_none());
        let line = |arguments: &[&str]| booked(arguments).expect("sound").expect("a game").0;
        assert_eq!(line(&["--game", "tag"]), "tag");
        let bots = ["--game", "conquero", "--bots", "simple:2,simple:3"];
        assert_eq!(line(&bots), "conquero teams=2 members=3");
        let more = ["--game-conquest", "--game-minutes", "5", "--game-settings", "rounds=3"];
        assert_eq!(
            line(&[&bots[..], &more].concat()),
            "conquero teams=2 members=3 minutes=5 conquest rounds=3"
        );
    }

    #[test]
    fn a_flag_of_another_game_is_refused_with_the_name_of_its_own() {
        let reason =
            booked(&["--game", "tag", "--bots", "simple:2"]).expect_err("tag has no bots").to_string();
        assert!(reason.contains("--bots") && reason.contains("--game conquero"), "{reason}");
        assert!(booked(&["--bots", "simple:2"]).is_err(), "a setting needs its game");
        assert!(booked(&["--game", "chess"]).expect_err("unknown").to_string().contains("chess"));
    }
}
