//! A guard's restraint: when it is enough, and whose business it is.
//!
//! Contract: somebody is struck until they sit down and yield, or have lost a good part of the health they had when it began; then they are let go for a while, unless they do something new. Who is
//! already badly beaten when a guard comes, and does nothing, is not beaten again. Of several guards one strikes; the others stand by, unless the foe goes on striking people.

use super::rows::LAW;
use super::villager::steps;
use std::collections::BTreeMap;
use wold_guest::known::Sighted;
use wold_space::EntityId;
use wold_wire::Pose;

/// People remembered.
const MOST: usize = 64;

/// With whom a guard is at it, and with whom it has done.
#[derive(Clone, Debug, Default)]
pub(super) struct Restraint {
    /// The health of each when it began, and when they were last seen at it.
    begun: BTreeMap<EntityId, (u8, u64)>,
    /// When it was enough.
    settled: BTreeMap<EntityId, u64>,
}

impl Restraint {
    /// Whether somebody is let go, though they may be disliked. `outrage` is when they last did something.
    pub fn lets_go(&self, whom: EntityId, outrage: Option<u64>, step: u64) -> bool {
        self.settled.get(&whom).is_some_and(|since| {
            step < since + steps(LAW.restraint.let_go_seconds) && outrage.is_none_or(|at| at <= *since)
        })
    }

    /// Whether it is enough now with a foe.
    pub fn is_enough(&mut self, foe: &Sighted, outrage: Option<u64>, step: u64) -> bool {
        self.judge(foe.card.id, foe.state.health, foe.state.pose, outrage, step)
    }

    fn judge(&mut self, id: EntityId, health: u8, pose: Pose, outrage: Option<u64>, step: u64) -> bool {
        self.begun.retain(|_, (_, last)| step < *last + steps(LAW.restraint.over_seconds));
        if self.begun.len() >= MOST {
            self.begun.pop_first();
        }
        let (first, last) = self.begun.entry(id).or_insert((health, step));
        *last = step;
        // Healing is no reason to begin anew.
        let lost = first.saturating_sub(health);
        let yields = pose == Pose::Sitting;
        let spared = health < LAW.restraint.beaten && outrage.is_none()
            || health < LAW.restraint.spared && !is_dangerous(outrage, step);
        let enough = yields || lost >= LAW.restraint.enough || spared;
        if enough {
            self.let_be(id, step);
        }
        enough
    }

    /// Leaves somebody alone for a while, enough or not.
    pub fn let_be(&mut self, id: EntityId, step: u64) {
        self.begun.remove(&id);
        if self.settled.len() >= MOST {
            self.settled.retain(|_, since| step < *since + steps(LAW.restraint.let_go_seconds));
        }
        if self.settled.len() < MOST {
            self.settled.insert(id, step);
        }
    }
}

/// Whether a foe is so dangerous that all are to strike, not one.
pub(super) fn is_dangerous(outrage: Option<u64>, step: u64) -> bool {
    outrage.is_some_and(|at| step < at + steps(LAW.restraint.dangerous_seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BO: EntityId = EntityId(7);

    #[test]
    fn a_few_blows_are_enough_and_then_one_is_let_go_until_one_does_it_again() {
        let mut guard = Restraint::default();
        let mut health = 255;
        let mut blows = 0;
        while !guard.judge(BO, health, Pose::Standing, Some(0), blows * 20) {
            health -= 25;
            blows += 1;
        }
        assert_eq!(blows, 4, "not a dozen");
        assert!(guard.lets_go(BO, Some(0), blows * 20 + 1));
        assert!(!guard.lets_go(BO, Some(blows * 20 + 5), blows * 20 + 6), "but for a new deed");
        assert!(
            !guard.lets_go(BO, Some(0), blows * 20 + steps(LAW.restraint.let_go_seconds)),
            "nor for ever"
        );
        assert!(!guard.lets_go(EntityId(8), None, 0));
    }

    #[test]
    fn who_sits_down_yields_and_who_was_beaten_before_one_came_is_spared() {
        assert!(Restraint::default().judge(BO, 255, Pose::Sitting, Some(0), 1));
        assert!(Restraint::default().judge(BO, 100, Pose::Standing, None, 1));
        assert!(
            !Restraint::default().judge(BO, 100, Pose::Standing, Some(0), 1),
            "a wounded murderer at work"
        );
        assert!(
            Restraint::default().judge(BO, 70, Pose::Standing, Some(0), 1000),
            "nobody is beaten to death"
        );
    }
}
