//! Every constant of the game, from `data/rules.toml`.

use serde::Deserialize;

/// The constants.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// How bodies move.
    pub movement: Movement,
    /// How centres are taken.
    pub capture: Capture,
    /// How strong one becomes.
    pub level: Levels,
    /// How one fights.
    pub combat: Combat,
}

/// How bodies move.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Of a body.
    pub radius: f64,
    /// At most.
    pub speed: f64,
    /// Acceleration at full order.
    pub thrust: f64,
    /// The share of the velocity lost each second without an order.
    pub drag: f64,
}

/// How centres are taken.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capture {
    /// Who is nearer than this is near.
    pub near: f64,
    /// Alone for so long.
    pub seconds: f64,
}

/// How strong one becomes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// Nobody is weaker.
    pub lowest: f64,
    /// For each unit of size gained or lost by the team.
    pub per_size: f64,
    /// What a death costs.
    pub death: f64,
}

/// How one fights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// Hit points at level 0.
    pub life: f64,
    /// And for each level.
    pub life_per_level: f64,
    /// Length of a swing at level 0.
    pub reach: f64,
    /// And for each level.
    pub reach_per_level: f64,
    /// Seconds between two swings.
    pub pause: f64,
    /// Sides of a damage die.
    pub damage_sides: u32,
    /// Sides of an armour die.
    pub armour_sides: u32,
    /// Levels for each die after the first.
    pub levels_per_die: f64,
    /// Stamina at level 0.
    pub stamina: f64,
    /// And for each level.
    pub stamina_per_level: f64,
    /// What a swing costs.
    pub swing: f64,
    /// Stamina each second.
    pub recovery: f64,
    /// Hit points each second.
    pub healing: f64,
    /// Seconds until one comes back.
    pub respawn: f64,
}

impl Default for Rulebook {
    fn default() -> Self {
        Self::parse(include_str!("../data/rules.toml")).expect("the rules that come with the game are sound")
    }
}

impl Rulebook {
    /// Reads rules; every number must be finite and none negative, and dice have at least one side.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rules: Self = toml::from_str(text).map_err(|error| crate::one_line(text, &error))?;
        let Self { movement: m, capture: c, level: l, combat: f } = &rules;
        let numbers = [
            ("movement.radius", m.radius),
            ("movement.speed", m.speed),
            ("movement.thrust", m.thrust),
            ("movement.drag", m.drag),
            ("capture.near", c.near),
            ("capture.seconds", c.seconds),
            ("level.lowest", l.lowest),
            ("level.per_size", l.per_size),
            ("level.death", l.death),
            ("combat.life", f.life),
            ("combat.life_per_level", f.life_per_level),
            ("combat.reach", f.reach),
            ("combat.reach_per_level", f.reach_per_level),
            ("combat.pause", f.pause),
            ("combat.levels_per_die", f.levels_per_die),
            ("combat.stamina", f.stamina),
            ("combat.stamina_per_level", f.stamina_per_level),
            ("combat.swing", f.swing),
            ("combat.recovery", f.recovery),
            ("combat.healing", f.healing),
            ("combat.respawn", f.respawn),
        ];
        for (name, value) in numbers {
            if !(value.is_finite() && value >= 0.0) {
                return Err(format!("{name} = {value}: it must be a number from 0"));
            }
        }
        let positive = [
            ("movement.speed", m.speed),
            ("combat.life", f.life),
            ("combat.levels_per_die", f.levels_per_die),
        ];
        if let Some((name, _)) = positive.iter().find(|(_, value)| *value <= 0.0) {
            return Err(format!("{name} must be more than 0"));
        }
        for (name, sides) in
            [("combat.damage_sides", f.damage_sides), ("combat.armour_sides", f.armour_sides)]
        {
            if !(1..=1000).contains(&sides) {
                return Err(format!("{name} = {sides}: dice have 1 to 1000 sides"));
            }
        }
        Ok(rules)
    }

    /// The most hit points at a level.
    #[must_use]
    pub fn life(&self, level: f64) -> f64 {
        self.combat.life + self.combat.life_per_level * level
    }

    /// The length of a swing at a level.
    #[must_use]
    pub fn reach(&self, level: f64) -> f64 {
        self.combat.reach + self.combat.reach_per_level * level
    }

    /// The most stamina at a level.
    #[must_use]
    pub fn stamina(&self, level: f64) -> f64 {
        self.combat.stamina + self.combat.stamina_per_level * level
    }

    /// Dice at a level, for damage and for armour alike.
    #[must_use]
    pub fn dice(&self, level: f64) -> u32 {
        1 + (level / self.combat.levels_per_die) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_constants_are_refused_by_name() {
        let text = include_str!("../data/rules.toml");
        let refused = |from: &str, to: &str| Rulebook::parse(&text.replace(from, to)).expect_err("bad");
        assert!(refused("speed = 70.0", "speed = -1.0").contains("movement.speed"));
        assert!(refused("near = 20.0", "near = nan").contains("capture.near"));
        assert!(refused("damage_sides = 8", "damage_sides = 0").contains("dice"));
        assert!(refused("near = 20.0", "neer = 20.0").contains("neer"));
    }
}
