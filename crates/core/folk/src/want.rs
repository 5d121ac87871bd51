//! A want, and patience with it.
//!
//! Contract: a [`Want`] goes on as long as somebody is after the same thing and the need behind it presses and does not shrink; when the need shrinks it is being served, and begins anew.
//! Who has wanted something in vain for long (`[patience]` of `rows/town.toml`) gives it up for a while, so that its next need is served and it does not die of stubbornness ([`Patience`]).

use super::rows::TOWN;
use std::collections::BTreeMap;
use wold_mind::living::{Doing, Need, Needs};

/// Whether somebody starves or is parched: then eating and drinking come before duty, chases and hiding, and only flight and a fight under way before them.
pub(super) fn is_desperate(needs: &Needs) -> bool {
    [Need::Hunger, Need::Thirst].into_iter().any(|need| needs.level(need) >= TOWN.patience.utmost)
}

/// What somebody is after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Want {
    pub doing: Doing,
    /// Since when, by whatever clock it is told.
    pub since: f64,
    /// The highest level of its need since then.
    high: f64,
    presses: bool,
}

impl Want {
    /// What somebody wants now, who wanted something before.
    pub fn after(before: Option<Self>, now: f64, doing: Doing, needs: &Needs) -> Self {
        let level = needs.level(doing.serves());
        let presses = level >= TOWN.patience.pressing;
        let same =
            before.filter(|want| want.doing == doing && presses && level >= want.high - TOWN.patience.served);
        let want = same.unwrap_or(Self { doing, since: now, high: level, presses });
        Self { high: want.high.max(level), presses, ..want }
    }

    /// How long it has been wanted in vain.
    pub fn in_vain(&self, now: f64) -> f64 {
        if self.presses { now - self.since } else { 0.0 }
    }
}

/// How long somebody puts up with what it cannot get.
#[derive(Clone, Debug, Default)]
pub(super) struct Patience {
    want: Option<Want>,
    /// What was given up, and until what hour.
    given_up: BTreeMap<Doing, f64>,
}

impl Patience {
    /// It is this hour, and somebody is after something.
    pub fn pass(&mut self, hour: f64, doing: Doing, needs: &Needs) {
        self.given_up.retain(|_, until| hour < *until);
        let want = Want::after(self.want, hour, doing, needs);
        if want.in_vain(hour) >= TOWN.patience.in_vain_hours {
            self.given_up.insert(doing, hour + TOWN.patience.given_up_hours);
            self.want = None;
        } else {
            self.want = Some(want);
        }
    }

    /// Whether it has given something up for now.
    pub fn has_given_up(&self, doing: Doing) -> bool {
        self.given_up.contains_key(&doing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_at_the_end_of_its_tether_is_desperate_and_who_is_tired_is_not() {
        let mut needs = Needs::default();
        needs.set(Need::Sleep, 1.0);
        assert!(!is_desperate(&needs));
        needs.set(Need::Thirst, 0.96);
        assert!(is_desperate(&needs));
    }

    #[test]
    fn what_cannot_be_had_is_given_up_and_wanted_again_later() {
        let (mut patience, mut needs) = (Patience::default(), Needs::default());
        needs.set(Need::Thirst, 0.9);
        let mut given_up = Vec::new();
        for tenth in 0..140 {
            let hour = f64::from(tenth) / 10.0;
            let doing = if patience.has_given_up(Doing::Drink) { Doing::Rest } else { Doing::Drink };
            patience.pass(hour, doing, &needs);
            if patience.has_given_up(Doing::Drink) {
                given_up.push(tenth);
            }
        }
        assert_eq!((given_up[0], given_up.len()), (80, 20), "after eight hours, for two");
    }

    #[test]
    fn who_is_served_keeps_at_it() {
        let (mut patience, mut needs) = (Patience::default(), Needs::default());
        for hour in 0..20 {
            needs.set(Need::Sleep, 0.95 - 0.04 * f64::from(hour % 10));
            patience.pass(f64::from(hour), Doing::Sleep, &needs);
            assert!(!patience.has_given_up(Doing::Sleep));
        }
    }
}
