//! What a world's file says of eyes, lamps and nerves.

use serde::{Deserialize, Deserializer, Serialize};
use wold_senses::awareness::Nerves;
use wold_senses::vision::Sight;

/// What is seen, and what people make of it. What is not here is as the data of `senses` has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SensesConfig {
    /// Times the seconds that everybody takes to notice who hides. Default 1.
    pub patience: f64,
    /// The share of a meter at which something was seen. Default 0.4.
    pub saw_at: f64,
    /// The share below which it was nothing. Default 0.15.
    pub forget_at: f64,
    /// The share below which the perceived are out of sight. Default 0.6.
    pub lose_at: f64,
    /// Seconds hidden before a meter falls. Default 0.5.
    pub hold_seconds: f64,
    /// Seconds a meter takes to fall from full to empty. Default 4.
    pub fade_seconds: f64,
    /// Light below which nobody is noticed who hides. Default 0.06.
    pub least_light: f64,
    /// How many times as long it takes at that light. Default 4.
    pub dark: f64,
    /// Times the seconds and least times until people calm. Default 1.
    pub calm: f64,
    /// Metres that lamp posts shine, and the light right beside them. Default 11 and 0.9.
    pub lamp_metres: f64,
    #[allow(missing_docs)]
    pub lamp_light: f64,
    /// Those of hearths. Default 7 and 0.7.
    pub hearth_metres: f64,
    #[allow(missing_docs)]
    pub hearth_light: f64,
    /// Those of lanterns. Default 9 and 0.9.
    pub lantern_metres: f64,
    #[allow(missing_docs)]
    pub lantern_light: f64,
    /// The share of daylight that windows let in. Default 0.45.
    pub window_light: f64,
    /// Days from one full moon to the next. Default 28.
    pub moon_days: f64,
    /// Metres within which who wears a hood is made out, and the light it takes. Default 3 and 0.25.
    pub hood_metres: f64,
    #[allow(missing_docs)]
    pub hood_light: f64,
    /// Metres beyond which who wears a guard's coat is taken for a guard. Default 5.
    pub coat_metres: f64,
    /// Degrees ahead of an inhabitant in which it sees what is done, and metres within which it needs not look. Default 200 and 4.
    pub field_degrees: f64,
    #[allow(missing_docs)]
    pub beside_metres: f64,
    /// Metres within which heads turn to a blow. Default 25.
    pub turn_metres: f64,
    /// The light in which deeds are seen from as far as by day; in less, from as much less far, but from so many metres even in the dark. Default 0.5 and 12.
    pub witness_light: f64,
    #[allow(missing_docs)]
    pub dark_metres: f64,
    /// Seconds until a door falls shut behind somebody. Default 3.
    pub door_seconds: f64,
    /// What moves people from state to state, in place of the whole table that `senses` ships. Default none.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "sound_nerves")]
    pub awareness: Option<Nerves>,
}

/// A table of a world's file that makes sense; one that does not is an error where it stands.
fn sound_nerves<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Nerves>, D::Error> {
    let nerves = Option::<Nerves>::deserialize(from)?;
    nerves.iter().try_for_each(Nerves::check).map_err(serde::de::Error::custom)?;
    Ok(nerves)
}

impl Default for SensesConfig {
    fn default() -> Self {
        Self {
            patience: 1.0,
            saw_at: 0.4,
            forget_at: 0.15,
            lose_at: 0.6,
            hold_seconds: 0.5,
            fade_seconds: 4.0,
            least_light: 0.06,
            dark: 4.0,
            calm: 1.0,
            lamp_metres: 11.0,
            lamp_light: 0.9,
            hearth_metres: 7.0,
            hearth_light: 0.7,
            lantern_metres: 9.0,
            lantern_light: 0.9,
            window_light: 0.45,
            moon_days: 28.0,
            hood_metres: 3.0,
            hood_light: 0.25,
            coat_metres: 5.0,
            field_degrees: 200.0,
            beside_metres: 4.0,
            turn_metres: 25.0,
            witness_light: 0.5,
            dark_metres: 12.0,
            door_seconds: 3.0,
            awareness: None,
        }
    }
}

impl SensesConfig {
    /// Every number with its range. Ranges that depend on each other do not overlap.
    pub(crate) fn ranges(&self) -> Vec<(&'static str, f64, f64, f64)> {
        vec![
            ("senses.patience", self.patience, 0.01, 100.0),
            ("senses.saw_at", self.saw_at, 0.3, 0.99),
            ("senses.forget_at", self.forget_at, 0.001, 0.29),
            ("senses.lose_at", self.lose_at, 0.3, 0.99),
            ("senses.hold_seconds", self.hold_seconds, 0.0, 600.0),
            ("senses.fade_seconds", self.fade_seconds, 0.05, 600.0),
            ("senses.least_light", self.least_light, 0.0, 0.5),
            ("senses.dark", self.dark, 1.0, 100.0),
            ("senses.calm", self.calm, 0.01, 10.0),
            ("senses.lamp_metres", self.lamp_metres, 0.0, 64.0),
            ("senses.lamp_light", self.lamp_light, 0.0, 10.0),
            ("senses.hearth_metres", self.hearth_metres, 0.0, 64.0),
            ("senses.hearth_light", self.hearth_light, 0.0, 10.0),
            ("senses.lantern_metres", self.lantern_metres, 0.0, 64.0),
            ("senses.lantern_light", self.lantern_light, 0.0, 10.0),
            ("senses.window_light", self.window_light, 0.0, 1.0),
            ("senses.moon_days", self.moon_days, 0.1, 10_000.0),
            ("senses.hood_metres", self.hood_metres, 0.0, 100.0),
            ("senses.hood_light", self.hood_light, 0.0, 1.0),
            ("senses.coat_metres", self.coat_metres, 0.0, 100.0),
            ("senses.field_degrees", self.field_degrees, 1.0, 360.0),
            ("senses.beside_metres", self.beside_metres, 0.0, 100.0),
            ("senses.turn_metres", self.turn_metres, 0.0, 500.0),
            ("senses.witness_light", self.witness_light, 0.01, 10.0),
            ("senses.dark_metres", self.dark_metres, 0.0, 500.0),
            ("senses.door_seconds", self.door_seconds, 0.1, 3_600.0),
        ]
    }

    /// How inhabitants see.
    pub(super) fn sight(&self) -> Sight {
        let mut sight = Sight::default();
        for shape in &mut sight.shape {
            (shape.least, shape.most) = (shape.least * self.patience, shape.most * self.patience);
        }
        let meter = &mut sight.meter;
        (meter.saw_at, meter.forget_at, meter.lose_at) = (self.saw_at, self.forget_at, self.lose_at);
        (meter.hold, meter.fade) = (self.hold_seconds, self.fade_seconds);
        (sight.light.least, sight.light.dark) = (self.least_light, self.dark);
        for guise in sight.guise.iter_mut().filter(|guise| guise.looks_like.is_some()) {
            guise.holds_beyond = self.coat_metres;
        }
        sight
    }

    /// What moves them from state to state.
    pub(super) fn nerves(&self) -> Nerves {
        let mut nerves = self.awareness.clone().unwrap_or_default();
        let holds = &mut nerves.holds;
        for seconds in [&mut holds.suspicious, &mut holds.searching, &mut holds.alert] {
            *seconds *= self.calm;
        }
        for row in &mut nerves.row {
            row.after *= self.calm;
        }
        nerves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_that_says_nothing_has_the_eyes_and_nerves_that_senses_ship() {
        let config = SensesConfig::default();
        assert_eq!(config.sight(), Sight::default());
        assert_eq!(config.nerves(), Nerves::default());
    }

    #[test]
    fn a_worlds_file_may_bring_a_table_of_its_own_if_it_makes_sense() {
        let quiet = |from: &str, to: &str| {
            format!("[[awareness.row]]\nfrom = \"{from}\"\non = \"quiet\"\nafter = 5.0\nto = \"{to}\"\n")
        };
        let holds = "[awareness.holds]\nsuspicious = 1.0\nsearching = 1.0\nalert = 1.0\n";
        let told = "[[awareness.row]]\nfrom = \"unaware\"\non = \"told\"\nto = \"alert\"\n";
        let calms =
            quiet("alert", "unaware") + &quiet("searching", "unaware") + &quiet("suspicious", "unaware");
        let config: SensesConfig = toml::from_str(&format!("{holds}{told}{calms}")).expect("a sound table");
        assert_eq!(config.nerves().row.len(), 4);
        let error = toml::from_str::<SensesConfig>(&format!("{holds}{told}")).expect_err("nobody would calm");
        assert!(error.message().contains("never calm"), "{error}");
    }

    #[test]
    fn whatever_is_in_range_makes_sense_to_the_senses() {
        let numbers = toml::Table::try_from(SensesConfig::default()).expect("a table");
        for (name, _, least, most) in SensesConfig::default().ranges() {
            let name = name.trim_start_matches("senses.");
            for value in [least, most] {
                let mut table = numbers.clone();
                table.insert(name.into(), toml::Value::Float(value));
                let config: SensesConfig = table.try_into().expect("settings");
                assert_eq!(config.sight().check(), Ok(()), "{name} = {value}");
                assert_eq!(config.nerves().check(), Ok(()), "{name} = {value}");
            }
        }
    }
}
