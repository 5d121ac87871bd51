//! A world's settings, as its file gives them.

use crate::environment::EnvironmentConfig;
use crate::justice::JusticeConfig;
use crate::noise::HearingConfig;
use crate::register::config::KinConfig;
use crate::shots::ShotsConfig;
use crate::turns::FightsConfig;
use crate::vigil::SensesConfig;
use crate::watching::WatchingConfig;
use bevy_ecs::prelude::Resource;
use serde::{Deserialize, Serialize};
use wold_land::Physique;
use wold_lore::Craft;
use wold_lore::craft::MOST_CRAFTS;
use wold_lore::kin::Settle;
use wold_lore::shot::MOST_SHOTS;
use wold_senses::search::SearchSettings;
use wold_wire::message::LONGEST_LAW;

/// A world's settings. Every field has a default; unknown names are errors.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WorldConfig {
    /// The seed it is meant for, unless the host is told another. Default none.
    pub seed: Option<u64>,
    /// What the world is called. Default "Wold".
    pub name: String,
    /// Real minutes from one midnight to the next. Default 24. Needs, sleep, trades, work, crops, weather, seasons, herds, mourning and the law go by it. What does not: walking, talking and fighting, which take as long as they do, and what a world's file gives in minutes
    /// (`harvest_minutes`, `[flesh] hunger_minutes` and `bury_minutes`, `[property] lost_minutes`, `[environment] storm_minutes` and `remember_minutes`): whoever makes days longer sets these as well.
    pub day_minutes: f64,
    /// Hour of the day at which the world begins. Default 9.
    pub first_hour: f64,
    /// Minutes until what was picked has grown again; 0 is never. Default 8, a third of a day.
    pub harvest_minutes: f64,
    /// How rich the land is in animals, 0 for none. Default 1.
    pub fauna: f64,
    /// Coins an inhabitant brings; people who play earn theirs. Default 200, a few days' wages.
    pub purse: u16,
    /// Loaves an inhabitant brings. Default 6, three days' worth: fields and ovens take as long.
    pub provisions: u8,
    /// Games played in it, by their names. Default none.
    pub games: Vec<String>,
    /// What bodies can do.
    pub physique: Physique,
    /// What bodies need and suffer.
    pub flesh: Flesh,
    /// What is whose.
    pub property: PropertyConfig,
    /// Weather, word of mouth, trade and law.
    pub environment: EnvironmentConfig,
    /// What is seen, and what people make of it.
    pub senses: SensesConfig,
    /// How people hear, and what they miss.
    pub hearing: HearingConfig,
    /// How hard fights are.
    pub fights: FightsConfig,
    /// What can be let fly, and by whose eyes it is decided.
    pub shots: ShotsConfig,
    /// How inhabitants look for whom they lost.
    pub search: SearchSettings,
    /// What the law does with whom it takes.
    pub justice: JusticeConfig,
    /// Work and trade.
    pub trade: TradeConfig,
    /// How fast people age, are born and die.
    pub kin: KinConfig,
    /// Which towns people live in.
    pub settle: Settle,
    /// Who only looks on.
    pub watching: WatchingConfig,
}

/// A setting out of its range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} must be {least} to {most}, not {value}")]
pub struct OutOfRange {
    /// Which, with the tables it is in: `flesh.fist`.
    pub name: &'static str,
    /// The least it may be.
    pub least: f64,
    /// The most it may be.
    pub most: f64,
    /// What it is.
    pub value: f64,
}

impl WorldConfig {
    /// Holds every number against its range; what is no number is in none. Rules of fields are checked where they are read.
    ///
    /// # Errors
    /// Names the first that is out of its range.
    pub fn check(&self) -> Result<(), OutOfRange> {
        let (body, flesh, env) = (&self.physique, &self.flesh, &self.environment);
        let hearing = &self.hearing;
        // Guards anywhere are told by what rules they go.
        let law = env.rules.rules().map_or(0, |rules| rules.law.guards.len());
        let ranges = [
            ("day_minutes", self.day_minutes, 0.1, 100_000.0),
            ("first_hour", self.first_hour, 0.0, 24.0),
            ("harvest_minutes", self.harvest_minutes, 0.0, 1_000_000.0),
            ("fauna", self.fauna, 0.0, 10.0),
            ("purse", self.purse.into(), 0.0, 10_000.0),
            ("provisions", self.provisions.into(), 0.0, 60.0),
            ("physique.walk", body.walk.into(), 0.0, 100.0),
            ("physique.run", body.run.into(), 0.0, 100.0),
            ("physique.sneak", body.sneak.into(), 0.0, 100.0),
            ("physique.swim", body.swim.into(), 0.0, 100.0),
            ("physique.acceleration", body.acceleration.into(), 0.1, 1_000.0),
            ("physique.radius", body.radius.into(), 0.05, 1.0),
            ("physique.steepest", body.steepest.into(), 0.0, 1_000.0),
            ("physique.swim_depth", body.swim_depth.into(), 0.0, 1_000.0),
            ("physique.breath_spent", body.breath_spent.into(), 0.0, 100.0),
            ("physique.breath_regained", body.breath_regained.into(), 0.0, 100.0),
            ("flesh.hunger_minutes", flesh.hunger_minutes.into(), 0.01, 1_000_000.0),
            ("flesh.starving", flesh.starving.into(), 0.0, 1_000.0),
            ("flesh.healing", flesh.healing.into(), 0.0, 1_000.0),
            ("flesh.herb", flesh.herb.into(), 0.0, 1.0),
            ("flesh.fist", flesh.fist.into(), 0.0, 1.0),
            ("flesh.axe", flesh.axe.into(), 0.0, 1.0),
            ("flesh.blow_breath", flesh.blow_breath.into(), 0.0, 1.0),
            ("flesh.blow_seconds", flesh.blow_seconds, 0.0, 3_600.0),
            ("flesh.cuts_to_fell", flesh.cuts_to_fell.into(), 1.0, 255.0),
            ("flesh.rise_seconds", flesh.rise_seconds, 0.0, 1_000_000.0),
            ("flesh.bury_minutes", flesh.bury_minutes, 0.0, 1_000_000.0),
            ("trade.tithe", self.trade.tithe, 0.0, 1.0),
            ("trade.wage", self.trade.wage.into(), 0.0, 10_000.0),
            ("trade.dole", self.trade.dole.into(), 0.0, 10_000.0),
            ("trade.levy", self.trade.levy, 0.0, 1.0),
            ("trade.levy_free", self.trade.levy_free.into(), 0.0, 1_000_000.0),
            ("trade.crop_days", self.trade.crop_days, 0.01, 10_000.0),
            ("trade.crafts, how many", self.trade.crafts.len() as f64, 0.0, MOST_CRAFTS as f64),
            ("shots.rewind_seconds", self.shots.rewind_seconds, 0.0, 2.0),
            ("shots.kinds, how many", self.shots.kinds.len() as f64, 0.0, MOST_SHOTS as f64),
            ("settle.neighbours", self.settle.neighbours, 0.0, 1.0),
            ("settle.least", self.settle.least.into(), 1.0, 1_000_000.0),
            ("property.lost_minutes", self.property.lost_minutes, 0.0, 1_000_000.0),
            ("environment.nature_ticks", env.nature_ticks.into(), 1.0, 72_000.0),
            ("environment.society_ticks", env.society_ticks.into(), 1.0, 72_000.0),
            ("environment.year_days", env.year_days, 0.01, 100_000.0),
            ("environment.storm_minutes", env.storm_minutes, 0.0, 1_000_000.0),
            ("environment.sight_metres", env.sight_metres, 0.0, 500.0),
            ("environment.renowned", env.renowned.into(), 1.0, 64.0),
            ("environment.guard_every", env.guard_every.into(), 0.0, 1_000_000.0),
            ("environment.rules.law.guards, its bytes", law as f64, 0.0, LONGEST_LAW as f64),
            ("environment.remember_minutes", env.remember_minutes, 0.0, 100_000.0),
            ("hearing.pouring", hearing.pouring, 0.01, 1_000.0),
            ("hearing.breeze", hearing.breeze, 0.0, 10_000.0),
            ("hearing.gale", hearing.gale, 0.0, 10_000.0),
            ("hearing.company_seconds", hearing.company_seconds, 0.0, 120.0),
            ("hearing.silence_seconds", hearing.silence_seconds, 0.05, 3_600.0),
            ("hearing.rest_seconds", hearing.rest_seconds, 0.0, 86_400.0),
            ("hearing.notice_metres", hearing.notice_metres, 0.0, 500.0),
            ("hearing.news_seconds", hearing.news_seconds, 0.05, 86_400.0),
            ("hearing.sounds, a radius", hearing.widest(), 0.0, 1_000.0),
        ];
        let (senses, fights, search) = (self.senses.ranges(), self.fights.ranges(), self.search.ranges());
        let (justice, kin, watching) = (self.justice.ranges(), self.kin.ranges(), self.watching.ranges());
        let all = ranges.iter().chain(&senses).chain(&fights).chain(&search).chain(&justice).chain(&kin);
        let mut all = all.chain(&watching);
        let wrong = all.find(|(_, value, least, most)| !(*least..=*most).contains(value));
        match wrong.copied() {
            Some((name, value, least, most)) => Err(OutOfRange { name, least, most, value }),
            None => Ok(()),
        }
    }
}

impl WorldConfig {
    /// Whether inhabitants who die stay dead. Where a game is played, dying is part of it.
    #[must_use]
    pub fn is_mortal(&self) -> bool {
        self.flesh.mortal && self.games.is_empty()
    }

    /// Whether the law arrests anybody. Where a game is played, its rules are the law.
    #[must_use]
    pub fn law_holds(&self) -> bool {
        self.justice.enabled && self.games.is_empty()
    }
}

impl Default for WorldConfig {
    fn default() -> Self {
        Self {
            seed: None,
            name: "Wold".into(),
            day_minutes: 24.0,
            first_hour: 9.0,
            harvest_minutes: 8.0,
            fauna: 1.0,
            purse: 200,
            provisions: 6,
            games: Vec::new(),
            physique: Physique::default(),
            flesh: Flesh::default(),
            property: PropertyConfig::default(),
            environment: EnvironmentConfig::default(),
            senses: SensesConfig::default(),
            hearing: HearingConfig::default(),
            fights: FightsConfig::default(),
            shots: ShotsConfig::default(),
            search: SearchSettings::default(),
            justice: JusticeConfig::default(),
            trade: TradeConfig::default(),
            kin: KinConfig::default(),
            settle: Settle::default(),
            watching: WatchingConfig::default(),
        }
    }
}

/// What bodies need and suffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flesh {
    /// Minutes from sated to starving. Default 45.
    pub hunger_minutes: f32,
    /// Health lost in a minute of starving. Default 0.1.
    pub starving: f32,
    /// Health regained in a minute by the well-fed. Default 0.2.
    pub healing: f32,
    /// Health a herb gives back. Default 0.35.
    pub herb: f32,
    /// Health a bare fist takes. Default 0.06.
    pub fist: f32,
    /// Health a held axe takes. Default 0.22.
    pub axe: f32,
    /// Breath a blow or a cut takes. Default 0.06.
    pub blow_breath: f32,
    /// Seconds between two blows. Default 0.7.
    pub blow_seconds: f64,
    /// Cuts that fell a tree. Default 4.
    pub cuts_to_fell: u8,
    /// Seconds until the dead rise, of those who do. Default 8.
    pub rise_seconds: f64,
    /// Whether inhabitants who die stay dead; people who play rise. Default true.
    pub mortal: bool,
    /// Minutes until the dead are buried. Default 2.
    pub bury_minutes: f64,
}

impl Default for Flesh {
    fn default() -> Self {
        Self {
            hunger_minutes: 45.0,
            starving: 0.1,
            healing: 0.2,
            herb: 0.35,
            fist: 0.06,
            axe: 0.22,
            blow_breath: 0.06,
            blow_seconds: 0.7,
            cuts_to_fell: 4,
            rise_seconds: 8.0,
            mortal: true,
            bury_minutes: 2.0,
        }
    }
}

/// What is whose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PropertyConfig {
    /// Whether people can take what is another's; where they cannot they are refused. Default true.
    pub theft: bool,
    /// Minutes until what somebody put down and left is nobody's. Default 10.
    pub lost_minutes: f64,
}

impl Default for PropertyConfig {
    fn default() -> Self {
        Self { theft: true, lost_minutes: 10.0 }
    }
}

/// Work and trade.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TradeConfig {
    /// The crafts people may work at. Default those of `data/crafts.toml`; a world's file that has its own has these alone.
    pub crafts: Vec<Craft>,
    /// What share of every price goes to the town. Default 0.1.
    pub tithe: f64,
    /// Coins a guard is paid a day. Default 48.
    pub wage: u32,
    /// Coins the town gives a day to who has fewer. Default 26.
    pub dole: u32,
    /// What share of the coins beyond [`Self::levy_free`] in a purse goes to the town in a day. Default 0.1.
    pub levy: f64,
    /// Coins that are levied from nobody. Default 300.
    pub levy_free: u32,
    /// Days of ordinary weather until what was sown is ripe. Default 1.5.
    pub crop_days: f64,
}

impl Default for TradeConfig {
    fn default() -> Self {
        #[derive(Deserialize)]
        struct File {
            craft: Vec<Craft>,
        }
        let file: File = toml::from_str(include_str!("../data/crafts.toml")).expect("a test reads it");
        Self { crafts: file.craft, tithe: 0.1, wage: 48, dole: 26, levy: 0.1, levy_free: 300, crop_days: 1.5 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every number of a table by its path.
    fn numbers(table: &toml::Table, path: &str, into: &mut BTreeSet<String>) {
        for (name, value) in table {
            let name = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            match value {
                toml::Value::Table(inner) => numbers(inner, &name, into),
                toml::Value::Float(_) | toml::Value::Integer(_) => drop(into.insert(name)),
                _ => {}
            }
        }
    }

    #[test]
    fn every_number_of_a_world_has_a_range_and_nonsense_is_in_none() {
        assert_eq!(WorldConfig::default().check(), Ok(()));
        let plain = toml::Table::try_from(WorldConfig::default()).expect("settings are a table");
        let mut names = BTreeSet::new();
        numbers(&plain, "", &mut names);
        assert!(names.len() > 30, "{names:?}");
        for name in names {
            let mut table = plain.clone();
            let (inner, key) = match name.rsplit_once('.') {
                Some((outer, key)) => (table[outer].as_table_mut().expect("a table"), key),
                None => (&mut table, name.as_str()),
            };
            let real = inner[key].is_float();
            let nonsense = if real { toml::Value::Float(f64::NAN) } else { toml::Value::Integer(0) };
            inner.insert(key.into(), nonsense);
            let config: WorldConfig = table.try_into().expect("still a table of settings");
            // Zero coins and no guards are sense.
            let sensible = [
                "purse",
                "provisions",
                "trade.wage",
                "trade.dole",
                "trade.levy_free",
                "environment.guard_every",
                "justice.theft_coins",
                "justice.blow_coins",
                "justice.banish_at",
                "justice.bounty_coins",
            ];
            if real || !sensible.contains(&name.as_str()) {
                assert_eq!(config.check().expect_err(&name).name, name);
            }
        }
    }
}
