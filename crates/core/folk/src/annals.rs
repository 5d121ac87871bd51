//! The annals of a life: how long somebody has lived and how much of it badly. Kept with its memory, for those who judge how a town lives.
//!
//! Contract: *stuck* is who has wanted one and the same thing for [`STUCK_MINUTES`] and more while the need behind it pressed and did not shrink; the whole stretch counts.
//! *Starving* and *thirsting* is who is at the end of its tether.

use super::rows::TOWN;
use super::want::Want;
use serde::{Deserialize, Serialize};
use wold_mind::living::{Doing, Need, Needs};
use wold_space::TICKS_PER_SECOND;

/// Minutes of one unserved want that make somebody stuck.
pub const STUCK_MINUTES: u64 = 10;

/// How somebody has lived, in steps of its life.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Annals {
    /// All of them.
    pub steps: u64,
    /// Those it starved in.
    pub starving: u64,
    /// Those it was parched in.
    pub thirsting: u64,
    /// Those it was stuck in.
    pub stuck: u64,
    /// What it was stuck in longest, and for how many steps.
    pub longest: Option<(String, u64)>,
    /// What it is after, and how many steps of that are already counted.
    #[serde(skip)]
    want: Option<(Want, u64)>,
    #[serde(skip)]
    last: Option<u64>,
}

impl Annals {
    /// Somebody lives on to a step, wanting something.
    pub(super) fn note(&mut self, step: u64, wants: Option<Doing>, needs: &Needs) {
        let passed = step.saturating_sub(self.last.replace(step).unwrap_or(step));
        self.steps += passed;
        self.starving += if needs.level(Need::Hunger) >= TOWN.patience.utmost { passed } else { 0 };
        self.thirsting += if needs.level(Need::Thirst) >= TOWN.patience.utmost { passed } else { 0 };
        let Some(doing) = wants else {
            self.want = None;
            return;
        };
        let (before, counted) = self.want.unzip();
        let want = Want::after(before, step as f64, doing, needs);
        let mut counted =
            counted.filter(|_| before.is_some_and(|before| before.since == want.since)).unwrap_or(0);
        let long = want.in_vain(step as f64) as u64;
        if long >= STUCK_MINUTES * 60 * TICKS_PER_SECOND {
            self.stuck += long - counted;
            counted = long;
            if self.longest.as_ref().is_none_or(|(_, longest)| *longest < long) {
                self.longest = Some((doing.label().to_owned(), long));
            }
        }
        self.want = Some((want, counted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: u64 = 60 * TICKS_PER_SECOND;

    fn lived(minutes: u64, thirst: impl Fn(u64) -> f64) -> Annals {
        let (mut annals, mut needs) = (Annals::default(), Needs::default());
        for minute in 0..=minutes {
            needs.set(Need::Thirst, thirst(minute));
            annals.note(minute * MINUTE, Some(Doing::Drink), &needs);
        }
        annals
    }

    #[test]
    fn who_wants_one_thing_in_vain_is_stuck_from_the_first_minute_on() {
        let annals = lived(25, |minute| 0.7 + 0.01 * minute as f64);
        assert_eq!((annals.steps, annals.stuck), (25 * MINUTE, 25 * MINUTE));
        assert_eq!(annals.longest, Some(("drink".to_owned(), 25 * MINUTE)));
        assert_eq!(annals.thirsting, MINUTE, "only the last minute was unbearable");
        assert_eq!(lived(9, |_| 0.9).stuck, 0, "nine minutes are bearable");
    }

    #[test]
    fn who_is_served_or_hardly_in_need_is_not_stuck() {
        assert_eq!(lived(60, |minute| 0.9 - 0.1 * (minute % 8) as f64).stuck, 0);
        assert_eq!(lived(60, |_| 0.3).stuck, 0);
    }
}
