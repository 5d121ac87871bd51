//! What can be set about a game, and what was.
//!
//! A setting of the [world](Scope::World) becomes a word of the world's file, `name=value`, and lives as long as the world does. One of the
//! [bots](Scope::Bots) is for one run of a host. A program makes a flag of each: `--game-NAME` and `--NAME`.

use wold_chance::Seed;

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What it is called: one word in small letters.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is for, in a line or two.
    pub help: &'static str,
    /// Whose it is.
    pub scope: Scope,
}

/// What a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is named or not.
    Nothing,
    /// Any text, called so in help.
    Word(&'static str),
    /// One of these.
    OneOf(&'static [&'static str]),
    /// Text from a file, called so in help; from several if it is given several times.
    Files(&'static str),
    /// The same, once; a world's folder stands for what the game's [chronicle](crate::Chronicle) makes of its history.
    History(&'static str),
}

/// Whose a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The world's: part of what is played there.
    World,
    /// The host's bots'.
    Bots,
}

impl Setting {
    /// The flag a program makes of it, without dashes.
    #[must_use]
    pub fn flag(&self) -> String {
        match self.scope {
            Scope::World => format!("game-{}", self.name),
            Scope::Bots => self.name.to_owned(),
        }
    }
}

/// What was given for a setting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text itself; a file's contents.
    pub text: String,
    /// The file it is from, for whoever is told what is wrong with it.
    pub file: Option<String>,
    /// The seed of the world whose history it is.
    pub seed: Option<Seed>,
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }
}

/// All that was given for a game.
#[derive(Clone, Debug, Default)]
pub struct Given {
    settings: Vec<(Setting, Text)>,
    more: String,
}

impl Given {
    /// Nothing but further words for the world's file, as they were written.
    #[must_use]
    pub fn new(more: &str) -> Self {
        Self { settings: Vec::new(), more: more.to_owned() }
    }

    /// Takes a value for a setting.
    pub fn put(&mut self, setting: Setting, text: Text) {
        self.settings.push((setting, text));
    }

    /// Everything given for a setting, in order.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Text> {
        self.settings.iter().filter(move |(setting, _)| setting.name == name).map(|(_, text)| text)
    }

    /// What was given for a setting that is given once.
    #[must_use]
    pub fn one(&self, name: &str) -> Option<&str> {
        self.all(name).last().map(|text| text.text.as_str())
    }

    /// The words for the world's file, in order, those written by hand last so that they hold.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let set = self.settings.iter().filter(|(setting, _)| setting.scope == Scope::World);
        let set = set.map(|(setting, text)| match setting.takes {
            Takes::Nothing => setting.name.to_owned(),
            _ => format!("{}={}", setting.name, text.text),
        });
        set.chain(self.more.split_whitespace().map(str::to_owned)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Setting =
        Setting { name: "map", takes: Takes::OneOf(&["old", "new"]), help: "Where.", scope: Scope::World };
    const ENDS: Setting = Setting { name: "ends", takes: Takes::Nothing, help: "It ends.", ..MAP };
    const BOTS: Setting = Setting { name: "bots", takes: Takes::Word("N"), help: "Who.", scope: Scope::Bots };

    #[test]
    fn what_is_the_worlds_becomes_words_and_what_is_the_hosts_does_not() {
        let mut given = Given::new(" minutes=3  map=old");
        for (setting, text) in [(BOTS, "4"), (MAP, "new"), (ENDS, "")] {
            given.put(setting, text.into());
        }
        assert_eq!(given.words(), ["map=new", "ends", "minutes=3", "map=old"]);
        assert_eq!((given.one("bots"), given.one("skill")), (Some("4"), None));
        assert_eq!([MAP.flag(), BOTS.flag()], ["game-map", "bots"]);
    }
}
