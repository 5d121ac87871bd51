//! The meter between a watcher and a target.
//!
//! A number from 0 to 1. In sight it rises by dt / seconds needed; hidden it holds for a moment (`hold`) and then falls by dt / `fade`. At `saw_at` the watcher saw
//! something, at 1 they perceive who it is and that it matters. Both end later than they begin: the perceived are lost below `lose_at`, something was nothing below
//! `forget_at`, so that nobody wavers at an edge. What a page shows a player is this very number.

use crate::settings::{SettingsError, ticks, within};
use serde::{Deserialize, Serialize};
use wold_space::time::STEP_SECONDS;

/// How meters rise and fall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meters {
    /// The share at which something was seen.
    pub saw_at: f64,
    /// The share below which it was nothing.
    pub forget_at: f64,
    /// The share below which the perceived are out of sight.
    pub lose_at: f64,
    /// Seconds hidden before it falls.
    pub hold: f64,
    /// Seconds it takes to fall from full to empty.
    pub fade: f64,
}

impl Default for Meters {
    fn default() -> Self {
        Self { saw_at: 0.4, forget_at: 0.15, lose_at: 0.6, hold: 0.5, fade: 4.0 }
    }
}

impl Meters {
    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), SettingsError> {
        within("meter, saw_at", self.saw_at, 0.01..=0.99)?;
        within("meter, forget_at", self.forget_at, 0.001..=self.saw_at - 0.001)?;
        within("meter, lose_at", self.lose_at, self.forget_at..=0.999)?;
        within("meter, hold", self.hold, 0.0..=600.0)?;
        within("meter, fade", self.fade, 0.05..=600.0)
    }
}

/// What the watcher makes of the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// Nothing.
    #[default]
    Nothing,
    /// There was something: worth a look.
    SawSomething,
    /// It is them.
    Perceived,
}

/// One watcher's meter for one target.
///
/// ```
/// use wold_senses::detect::{Meter, Meters, Notice};
/// let (mut meter, meters) = (Meter::default(), Meters::default());
/// (0..20).for_each(|_| { meter.step(&meters, Some(1.0)); });
/// assert_eq!((meter.value(), meter.notice()), (1.0, Notice::Perceived), "a second of twenty ticks");
/// (0..200).for_each(|_| { meter.step(&meters, None); });
/// assert_eq!((meter.value(), meter.notice()), (0.0, Notice::Nothing));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Meter {
    value: f64,
    notice: Notice,
    /// Ticks since it last rose.
    hidden: u64,
}

/// Sums of twentieths miss the whole by less than this.
const NEARLY: f64 = 1e-9;

impl Meter {
    /// The meter of who is perceived.
    #[must_use]
    pub fn full() -> Self {
        Self { value: 1.0, notice: Notice::Perceived, hidden: 0 }
    }

    /// The number a player is shown, 0 to 1.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// What the watcher makes of it.
    #[must_use]
    pub fn notice(&self) -> Notice {
        self.notice
    }

    /// One tick: in sight with so many seconds needed, or hidden. Tells what changed.
    pub fn step(&mut self, meters: &Meters, seconds: Option<f64>) -> Option<(Notice, Notice)> {
        match seconds {
            Some(seconds) => {
                self.hidden = 0;
                // Nobody is perceived in less than a tick.
                self.value += STEP_SECONDS / seconds.max(STEP_SECONDS);
                if self.value > 1.0 - NEARLY {
                    self.value = 1.0;
                }
            }
            None => {
                self.hidden = self.hidden.saturating_add(1);
                if self.hidden > ticks(meters.hold) {
                    self.value = (self.value - STEP_SECONDS / meters.fade).max(0.0);
                }
                if self.value < NEARLY {
                    self.value = 0.0;
                }
            }
        }
        let before = self.notice;
        self.notice = match before {
            _ if self.value >= 1.0 => Notice::Perceived,
            Notice::Perceived if self.value >= meters.lose_at => Notice::Perceived,
            Notice::Nothing if self.value >= meters.saw_at => Notice::SawSomething,
            Notice::Nothing => Notice::Nothing,
            _ if self.value >= meters.forget_at => Notice::SawSomething,
            _ => Notice::Nothing,
        };
        (before != self.notice).then_some((before, self.notice))
    }

    /// Whether nothing is left of it.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.value == 0.0 && self.notice == Notice::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_shipped_meters_are_the_default() {
        assert_eq!(crate::vision::Sight::default().meter, Meters::default());
    }

    #[test]
    fn something_is_seen_before_somebody_is_perceived_and_lost_later_than_found() {
        let (mut meter, meters) = (Meter::default(), Meters::default());
        let mut changes = Vec::new();
        for tick in 0..400 {
            let seconds = (tick < 40).then_some(2.0);
            changes.extend(meter.step(&meters, seconds).map(|(_, to)| (tick + 1, to, meter.value())));
        }
        let order: Vec<_> = changes.iter().map(|(tick, to, _)| (*tick, *to)).collect();
        // 0.4 of 2 s is 16 ticks; hidden from tick 41, held for 10, then 1/80 a tick: below 0.6 after 33, below 0.15 after 69.
        let expected = [
            (16, Notice::SawSomething),
            (40, Notice::Perceived),
            (83, Notice::SawSomething),
            (119, Notice::Nothing),
        ];
        assert_eq!(order, expected, "{changes:?}");
    }

    #[test]
    fn who_flickers_at_an_edge_does_not_make_the_watcher_waver() {
        let (mut meter, meters) = (Meter::default(), Meters { hold: 0.0, ..Meters::default() });
        let mut changes = 0;
        for tick in 0..2000 {
            // Up by 1/40, down by 1/80 twice: hovers about the edge of having seen something.
            let rising = meter.value() < meters.saw_at || tick % 3 == 0;
            changes += u32::from(meter.step(&meters, rising.then_some(2.0)).is_some());
        }
        assert_eq!(changes, 1);
    }

    proptest! {
        #[test]
        fn hidden_it_always_comes_to_nothing_in_hold_and_fade(
            seen in prop::collection::vec(prop::option::of(0.05f64..20.0), 0..200),
            fade in 0.05f64..20.0, hold in 0.0f64..5.0,
        ) {
            let meters = Meters { fade, hold, ..Meters::default() };
            let mut meter = Meter::default();
            for seconds in seen {
                meter.step(&meters, seconds);
                prop_assert!((0.0..=1.0).contains(&meter.value()));
            }
            let most = ticks(hold) + (fade / STEP_SECONDS).ceil() as u64 + 1;
            for _ in 0..most {
                let before = meter.value();
                meter.step(&meters, None);
                prop_assert!(meter.value() <= before);
            }
            prop_assert!(meter.is_idle(), "{:?}", meter);
        }

        #[test]
        fn longer_times_are_never_sooner(short in 0.05f64..10.0, more in 0.0f64..10.0) {
            let meters = Meters::default();
            let ticks_to = |seconds: f64| {
                let mut meter = Meter::default();
                (1..).find(|_| { meter.step(&meters, Some(seconds)); meter.notice() == Notice::Perceived })
            };
            prop_assert!(ticks_to(short) <= ticks_to(short + more));
        }
    }
}
