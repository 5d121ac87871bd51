//! What a game tells about itself, so that a program can offer it by name without knowing it.
//!
//! * [`Game`]: the face a game shows to programs; its rules are a [`wold_world::Rules`].
//! * [`setting`]: what can be set about it, and what was; [`Booking`]: the game as somebody wants it played.
//! * [`Chronicle`]: what a game writes down of a world's history; [`duel`]: matches without a world.
//! * [`rules_of`]: the game that a world's file names.

pub mod duel;
pub mod setting;

pub use duel::Duel;
pub use setting::{Given, Scope, Setting, Takes, Text};

use std::ops::ControlFlow;
use wold_genesis::Genesis;
use wold_guest::Recruit;
use wold_world::{Realm, Rules, WorldConfig};

/// A game a program can offer.
pub trait Game: Send + Sync {
    /// The name that worlds and command lines use: one word in small letters.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// What can be set about it.
    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    /// Command lines worth showing: what follows `--game NAME`, and what it does.
    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The rules for a world of this seed. `words` are those after the game's name in the world's file; an error says what is wrong with them.
    fn rules(&self, words: &str, genesis: &Genesis) -> Result<Box<dyn Rules>, String>;

    /// The game as it was asked for on a command line; an error says what cannot be.
    fn book(&self, given: &Given, _genesis: &Genesis) -> Result<Booking, String> {
        Ok(Booking { words: given.words().join(" "), ..Booking::default() })
    }

    /// Somebody who writes the game down while a world's history is told again, for settings that take a world's folder.
    fn chronicle(&self) -> Option<Box<dyn Chronicle>> {
        None
    }

    /// How two sides play it without a world, if they can: leagues ask.
    fn duel(&self) -> Option<&dyn Duel> {
        None
    }
}

/// A game as somebody wants it played.
#[derive(Clone, Debug)]
pub struct Booking {
    /// The words after its name in the world's file.
    pub words: String,
    /// A world made for it, for whoever brings none. Default the usual world.
    pub world: Option<WorldConfig>,
    /// Whether villagers find something to live on there. Default true.
    pub villagers: bool,
    /// Who comes along to play. Default nobody.
    pub recruits: Vec<Recruit>,
}

impl Default for Booking {
    fn default() -> Self {
        Self { words: String::new(), world: None, villagers: true, recruits: Vec::new() }
    }
}

/// Writes a game down, tick by tick.
pub trait Chronicle {
    /// Looks at the world after a tick; breaks off where the game is not played at all.
    fn note(&mut self, realm: &Realm) -> ControlFlow<()>;

    /// What was written; nothing if nobody played.
    fn finish(self: Box<Self>) -> Option<String>;
}

/// The rules that a world's file names, from these games: a name, and words that are the game's own.
pub fn rules_of(games: &[&dyn Game], line: &str, genesis: &Genesis) -> Result<Box<dyn Rules>, String> {
    let (name, words) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let game = games.iter().find(|game| game.name() == name);
    let game = game.ok_or_else(|| match games {
        [] => "this program knows no games".to_owned(),
        games => {
            let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
            format!("this program does not know it; the games are {}", names.join(", "))
        }
    })?;
    game.rules(words.trim(), genesis)
}

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
