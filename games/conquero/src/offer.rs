//! Conquero as programs offer it: its settings, the world made for it, its bots, and wars between two teams.

use crate::bots::{self, Kind, Skill};
use crate::map::Map;
use crate::matches::{Match, MatchConfig};
use crate::plugin::{Army, Conquero, Country, Setup, Theatre, WarChronicle};
use crate::war::TeamId;
use wold_chance::Seed;
use wold_game::{Booking, Chronicle, Duel, Game, Given, Scope, Setting, Takes, Text};
use wold_genesis::Genesis;
use wold_land::Physique;
use wold_world::environment::EnvironmentConfig;
use wold_world::{Rules, WorldConfig};

/// The game by name.
pub struct Offer;

const SETTINGS: &[Setting] = &[
    Setting {
        name: "map",
        takes: Takes::OneOf(&["classic", "living"]),
        help: "The map: 24 centres in a bowl of their own, or squares, inns and fields around the first town of the living world",
        scope: Scope::World,
    },
    Setting { name: "teams", takes: Takes::Word("N"), help: "How many teams", scope: Scope::World },
    Setting { name: "members", takes: Takes::Word("N"), help: "Seats of each team", scope: Scope::World },
    Setting {
        name: "minutes",
        takes: Takes::Word("N"),
        help: "Minutes of a round; 0 lets it go on for ever",
        scope: Scope::World,
    },
    Setting {
        name: "rounds",
        takes: Takes::Word("N"),
        help: "Rounds that decide a series; 0 for rounds without end",
        scope: Scope::World,
    },
    Setting {
        name: "conquest",
        takes: Takes::Nothing,
        help: "Holding every centre ends a round",
        scope: Scope::World,
    },
    Setting {
        name: "bots",
        takes: Takes::Word("TEAMS"),
        help: "Bots, team by team: KIND:MEMBERS, parted by commas; kinds are random, simple, chooser, learned, experiment and tactician. Where \
               people come, bots make room",
        scope: Scope::Bots,
    },
    Setting {
        name: "skill",
        takes: Takes::OneOf(Skill::NAMES),
        help: "How good the bots are with their hands",
        scope: Scope::Bots,
    },
    Setting {
        name: "tree",
        takes: Takes::Files("TOML"),
        help: "A tree that choosers or the learned follow, grown by `wold history train`. Can be given for each",
        scope: Scope::Bots,
    },
    Setting {
        name: "replay",
        takes: Takes::History("LOG"),
        help: "A war that bots of the kind experiment repeat: a log of `wold play conquero --log`, or a world's folder",
        scope: Scope::Bots,
    },
];

impl Game for Offer {
    fn name(&self) -> &'static str {
        "conquero"
    }

    fn about(&self) -> &'static str {
        "teams struggle for command centres that roads join"
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("--bots tactician:4,simple:4", "a game of conquest, with bots"),
            ("--bots experiment:4,experiment:4 --replay war.log", "a written war once more"),
        ]
    }

    fn rules(&self, words: &str, genesis: &Genesis) -> Result<Box<dyn Rules>, String> {
        let game = Conquero::new(words.parse()?, genesis).map_err(|error| error.to_string())?;
        Ok(Box::new(game))
    }

    fn book(&self, given: &Given, genesis: &Genesis) -> Result<Booking, String> {
        let mut words = given.words();
        let ground = words.join(" ").parse::<Setup>()?.ground;
        let mut recruits = Vec::new();
        if let Some(text) = given.one("bots") {
            let army = army(text, given, ground, genesis)?;
            recruits = army.recruits();
            // As many seats as there are bots; whatever is set by hand stands behind and holds.
            let members = army.teams.iter().map(|team| team.1).max().unwrap_or(1);
            let seats = [format!("teams={}", army.teams.len()), format!("members={members}")];
            let behind_map = usize::from(words.first().is_some_and(|word| word.starts_with("map=")));
            words.splice(behind_map..behind_map, seats);
        }
        let living = ground == Country::Living;
        // The bowl is for those who play; villagers would have nothing to live on there.
        Ok(Booking { words: words.join(" "), world: Some(world(ground)), villagers: living, recruits })
    }

    fn chronicle(&self) -> Option<Box<dyn Chronicle>> {
        Some(Box::new(WarChronicle::default()))
    }

    fn duel(&self) -> Option<&dyn Duel> {
        Some(self)
    }
}

/// A world made for Conquero: bright day, quick legs, nobody out of breath. Only a living one has weather and opinions.
#[must_use]
pub fn world(ground: Country) -> WorldConfig {
    let living = ground == Country::Living;
    let physique =
        Physique { walk: 4.0, run: 8.5, acceleration: 40.0, breath_spent: 0.0, ..Physique::default() };
    let environment = EnvironmentConfig { enabled: living, guard_every: 0, ..EnvironmentConfig::default() };
    WorldConfig {
        // Only what plays is to be met.
        fauna: 0.0,
        name: "Conquero".into(),
        day_minutes: 240.0,
        first_hour: 10.0,
        physique,
        environment,
        ..WorldConfig::default()
    }
}

/// The bots that were asked for, taught what they were given.
fn army(text: &str, given: &Given, ground: Country, genesis: &Genesis) -> Result<Army, String> {
    let teams = bots::teams(text).map_err(|reason| format!("--bots: {reason}"))?;
    let map = match ground {
        Country::Living => Theatre::new(ground, genesis).map_err(|e| e.to_string())?.map.as_ref().clone(),
        Country::Classic => Map::classic(),
    };
    // Every living map has the same name, but each seed its own.
    let foreign = |text: &&Text| text.seed.is_some_and(|seed| seed != genesis.seed());
    if let Some(text) = given.all("replay").find(foreign).filter(|_| ground == Country::Living) {
        return Err(format!("the war in {} was on another map", file(text)));
    }
    let trees = given.all("tree").map(|text| (file(text), text.text.as_str()));
    let replay = given.all("replay").last().map(|text| (file(text), text.text.as_str()));
    let school = bots::school(trees, replay, &map)?;
    bots::check(teams.iter().map(|team| team.0), &school)?;
    let skill = given.one("skill").map_or(Ok(Skill::default()), str::parse)?;
    Ok(Army { teams, skill, school, seed: genesis.seed() })
}

fn file(text: &Text) -> &str {
    text.file.as_deref().unwrap_or("the text")
}

/// A war of ten minutes; a side is a team of bots, KIND:MEMBERS.
impl Duel for Offer {
    fn sides(&self) -> Vec<String> {
        let kinds = Kind::ALL.into_iter().filter(|kind| kind.is_ready());
        kinds.map(|kind| format!("{}:4", kind.name())).collect()
    }

    fn check(&self, side: &str) -> Result<(), String> {
        team(side).map(drop)
    }

    fn play(&self, sides: [&str; 2], seed: Seed) -> Result<i32, String> {
        let config = MatchConfig { teams: vec![team(sides[0])?, team(sides[1])?], ..MatchConfig::default() };
        let war = Match::new(&config, seed).map_err(|error| error.to_string())?;
        Ok(match war.play().winner {
            Some(TeamId(0)) => 1,
            Some(_) => -1,
            None => 0,
        })
    }
}

/// Reads one side of a war.
fn team(text: &str) -> Result<Vec<Kind>, String> {
    let (kind, members) = text.split_once(':').unwrap_or((text, "4"));
    let kind: Kind = kind.parse()?;
    if !kind.is_ready() {
        return Err(format!("{} bots need to be taught, which leagues do not do", kind.name()));
    }
    let count = members.parse().ok().filter(|members| (1..=50).contains(members));
    let count = count.ok_or_else(|| format!("{members:?} is no number of members: 1 to 50"))?;
    Ok(vec![kind; count])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(settings: &[(&str, &str)], more: &str) -> Given {
        let mut given = Given::new(more);
        for (name, text) in settings {
            let setting = SETTINGS.iter().find(|setting| setting.name == *name).expect("a setting");
            given.put(*setting, (*text).into());
        }
        given
    }

    fn book(settings: &[(&str, &str)], more: &str) -> Result<Booking, String> {
        Offer.book(&given(settings, more), &Genesis::new(Seed(42)))
    }

    #[test]
    fn bots_get_as_many_seats_as_they_need_unless_the_settings_say_otherwise() {
        let booked = book(&[("bots", "tactician:3,simple:2")], "minutes=10").expect("sound");
        assert_eq!(booked.words, "teams=2 members=3 minutes=10");
        assert_eq!((booked.recruits.len(), booked.villagers), (5, false));
        let names: std::collections::BTreeSet<&str> =
            booked.recruits.iter().map(wold_guest::Recruit::name).collect();
        assert_eq!(names.len(), 5, "nobody shares a name");
        let living = book(&[("map", "living"), ("bots", "simple:1,simple:1")], "").expect("sound");
        assert_eq!((living.words.as_str(), living.villagers), ("map=living teams=2 members=1", true));
        assert!(living.world.expect("its own").environment.enabled);
    }

    #[test]
    fn bots_that_cannot_be_are_refused_by_name() {
        for (bots, skill, words) in [
            ("wizard:2", "fair", "wizard"),
            ("learned:2", "fair", "--tree"),
            ("experiment:2", "fair", "--replay"),
            ("simple:2", "godlike", "godlike"),
        ] {
            let reason = book(&[("bots", bots), ("skill", skill)], "").expect_err(bots);
            assert!(reason.contains(words), "{reason}");
        }
        assert!(book(&[], "teams=0").expect_err("no team").contains("teams=0"));
    }

    #[test]
    fn a_duel_has_a_winner_and_the_same_one_every_time() {
        let sides = ["tactician:2", "random:2"];
        let won = Offer.play(sides, Seed(3)).expect("a war");
        assert_eq!(Offer.play(sides, Seed(3)), Ok(won));
        assert!(Offer.check("learned:2").is_err() && Offer.check("simple:51").is_err());
        assert!(Offer.sides().iter().all(|side| Offer.check(side).is_ok()));
    }
}
