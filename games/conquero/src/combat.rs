//! Swings and dice.
//!
//! A swing is a line from the middle of the body straight ahead, as long as the level's reach. The nearest living opponent
//! whose body it meets is hit: the sum of the attacker's damage dice less the sum of the target's armour dice, at least 0.

use crate::rules::Rulebook;
use wold_chance::Stream;
use wold_space::DVec2;

/// How far along a swing a body is met; `None` if it is missed.
///
/// ```
/// use wold_conquero::combat::meets;
/// use wold_space::DVec2;
/// let ahead = meets(DVec2::ZERO, DVec2::X, 10.0, DVec2::new(8.0, 1.0), 3.0);
/// assert!(ahead.is_some_and(|along| along < 8.0));
/// assert_eq!(meets(DVec2::ZERO, DVec2::X, 10.0, DVec2::new(-8.0, 0.0), 3.0), None);
/// ```
#[must_use]
pub fn meets(from: DVec2, ahead: DVec2, length: f64, body: DVec2, radius: f64) -> Option<f64> {
    let to = body - from;
    let along = to.dot(ahead);
    let aside = to.length_squared() - along * along;
    let half = radius * radius - aside;
    if half < 0.0 {
        return None;
    }
    let (first, last) = (along - half.sqrt(), along + half.sqrt());
    (last >= 0.0 && first <= length).then_some(first.max(0.0))
}

/// The sum of some dice.
pub fn roll(dice: u32, sides: u32, luck: &mut Stream) -> u32 {
    (0..dice).map(|_| 1 + luck.below(sides.into()) as u32).sum()
}

/// The damage of a hit by somebody of one level on somebody of another.
pub fn damage(rules: &Rulebook, attacker: f64, target: f64, luck: &mut Stream) -> u32 {
    let strike = roll(rules.dice(attacker), rules.combat.damage_sides, luck);
    let armour = roll(rules.dice(target), rules.combat.armour_sides, luck);
    strike.saturating_sub(armour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    #[test]
    fn damage_stays_within_what_the_dice_allow() {
        let rules = Rulebook::default();
        let mut luck = Stream::named(Seed(1), "test", &[]);
        for (attacker, target) in [(1.0, 1.0), (9.0, 1.0), (1.0, 9.0), (30.0, 30.0)] {
            let most = rules.dice(attacker) * rules.combat.damage_sides
                - rules.dice(target).min(rules.dice(attacker) * rules.combat.damage_sides);
            let mut seen = std::collections::BTreeSet::new();
            for _ in 0..4000 {
                seen.insert(damage(&rules, attacker, target, &mut luck));
            }
            assert!(seen.iter().all(|&d| d <= most), "{attacker} on {target}: {seen:?}");
            assert!(seen.len() > 2);
        }
    }

    #[test]
    fn a_swing_meets_what_is_ahead_and_within_reach() {
        let meet = |x, y| meets(DVec2::ZERO, DVec2::X, 10.0, DVec2::new(x, y), 2.0);
        assert!(meet(5.0, 0.0).is_some_and(|along| (along - 3.0).abs() < 1e-12));
        assert!(meet(5.0, 1.9).is_some() && meet(5.0, 2.1).is_none());
        assert!(meet(11.9, 0.0).is_some() && meet(12.1, 0.0).is_none());
        assert!(meet(-1.0, 0.0).is_some(), "a body one stands in is met");
        assert!(meet(-3.0, 0.0).is_none());
    }
}
