//! The games this program has, by the names that worlds use in their files.

use wold_conquero::Conquero;
use wold_genesis::Genesis;
use wold_world::Rules;

/// The game that a world's settings name; the words after the name are the game's own.
pub fn game(words: &str, genesis: &Genesis) -> Result<Box<dyn Rules>, String> {
    let (name, settings) = words.trim().split_once(char::is_whitespace).unwrap_or((words.trim(), ""));
    match name {
        "tag" if settings.is_empty() => Ok(Box::new(wold_tag::Tag)),
        "tag" => Err("tag has no settings".into()),
        "conquero" => {
            let game = Conquero::new(settings.parse()?, genesis).map_err(|error| error.to_string())?;
            Ok(Box::new(game))
        }
        _ => Err("this program does not know it; the games are conquero and tag".into()),
    }
}
