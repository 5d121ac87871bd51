//! How much on edge somebody is: unaware, suspicious, searching, alert.
//!
//! A table says what moves a watcher from state to state. Rising is at once. Calming is slow: a state is kept for its least time, and only when nothing has happened
//! for a while the next calmer one follows; a state is entered sooner than it is left. From every state quiet leads back to unaware, or the table is refused. Each
//! change keeps its cause.
//!
//! This is a table and not a state chart (`wold_mind::chart`): a chart's clock runs from the moment a state was entered, calming here from the last thing that
//! happened; a host keeps thousands of these, and one is a few words long.

use crate::detect::Notice;
use crate::settings::{self, SettingsError, ticks, within, wrong};
use crate::vision::{Change, Why};
use serde::{Deserialize, Serialize};
pub use wold_lore::{Awareness, Rouse as On};
use wold_space::{EntityId, Tick};

/// What befalls a watcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stimulus {
    /// A meter passed its middle.
    SawSomething,
    /// A meter is full.
    Perceived,
    /// A sound of a priority.
    Heard(u8),
    /// Somebody said so.
    Told,
    /// The perceived are out of sight.
    LostSight,
    /// A thing is not as it was left.
    Changed,
    /// Somebody who was about is not heard any more.
    Missed,
    /// Nothing for a while.
    Quiet,
}

impl Stimulus {
    /// What a change of a meter means to the watcher, if anything.
    #[must_use]
    pub fn of(change: &Change) -> Option<Self> {
        match (change.from, change.to) {
            (_, Notice::Perceived) => Some(Self::Perceived),
            (Notice::Perceived, _) => Some(Self::LostSight),
            (Notice::Nothing, Notice::SawSomething) => Some(Self::SawSomething),
            _ => None,
        }
    }

    /// Of which kind it is.
    #[must_use]
    pub fn kind(self) -> On {
        match self {
            Self::SawSomething => On::SawSomething,
            Self::Perceived => On::Perceived,
            Self::Heard(_) => On::Heard,
            Self::Told => On::Told,
            Self::LostSight => On::LostSight,
            Self::Changed => On::Changed,
            Self::Missed => On::Missed,
            Self::Quiet => On::Quiet,
        }
    }
}

/// One way from a state to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// From this state.
    pub from: Awareness,
    /// On this.
    pub on: On,
    /// The least priority of a sound.
    #[serde(default)]
    pub priority: u8,
    /// Seconds of quiet.
    #[serde(default)]
    pub after: f64,
    /// To this state.
    pub to: Awareness,
}

/// The least seconds a state is kept before it may calm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the states say what they are")]
pub struct Holds {
    pub suspicious: f64,
    pub searching: f64,
    pub alert: f64,
}

/// The table; the default is the file this crate ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nerves {
    /// Least times.
    pub holds: Holds,
    /// The ways.
    pub row: Vec<Row>,
}

const SHIPPED: &str = include_str!("../data/awareness.toml");
/// The most rows of a file.
const MOST_ROWS: usize = 256;

impl Default for Nerves {
    fn default() -> Self {
        Self::parse(SHIPPED).expect("the shipped table is sound")
    }
}

impl Nerves {
    /// Reads a table.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let nerves: Self = settings::read(text)?;
        nerves.check()?;
        Ok(nerves)
    }

    /// Refuses a table in which somebody stays on edge for ever, calms by noise, or quiet alarms.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.row.len() > MOST_ROWS {
            return wrong("rows", format!("more than {MOST_ROWS}"));
        }
        for hold in [self.holds.suspicious, self.holds.searching, self.holds.alert] {
            within("holds", hold, 0.0..=3600.0)?;
        }
        for (i, row) in self.row.iter().enumerate() {
            let thing = format!("row {}, {} on {:?}", i + 1, row.from.label(), row.on);
            within(&format!("{thing}: after"), row.after, 0.0..=3600.0)?;
            let calms = row.to < row.from;
            if row.to == row.from {
                return wrong(thing, "leads nowhere");
            }
            if calms != matches!(row.on, On::Quiet | On::LostSight) {
                return wrong(thing, "only quiet and lost sight calm, and they do nothing else");
            }
            if row.on == On::Quiet && row.after <= 0.0 {
                return wrong(thing, "quiet needs seconds (after)");
            }
        }
        let calmed = |state: Awareness| self.row.iter().any(|row| row.from == state && row.on == On::Quiet);
        match Awareness::ALL[1..].iter().find(|state| !calmed(**state)) {
            Some(state) => wrong(state.label(), "no quiet leads out of it: somebody would never calm"),
            None => Ok(()),
        }
    }

    fn hold(&self, state: Awareness) -> u64 {
        match state {
            Awareness::Unaware => 0,
            Awareness::Suspicious => ticks(self.holds.suspicious),
            Awareness::Searching => ticks(self.holds.searching),
            Awareness::Alert => ticks(self.holds.alert),
        }
    }
}

/// Why somebody is as they are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cause {
    /// What befell them.
    pub stimulus: Stimulus,
    /// Whom it concerned, if anybody.
    pub about: Option<EntityId>,
    /// What stood behind it, when it was seen.
    pub why: Option<Why>,
}

/// A change of state, with its cause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shift {
    /// When.
    pub tick: Tick,
    /// From this state.
    pub from: Awareness,
    /// To this.
    pub to: Awareness,
    /// Why.
    pub cause: Cause,
}

/// One watcher's state.
///
/// ```
/// use wold_senses::awareness::{Awareness, Cause, Stimulus, Nerves, Wits};
/// use wold_space::Tick;
/// let (mut wits, nerves) = (Wits::default(), Nerves::default());
/// let heard = Cause { stimulus: Stimulus::Heard(2), about: None, why: None };
/// assert_eq!(wits.feel(&nerves, Tick(0), heard).map(|shift| shift.to), Some(Awareness::Suspicious));
/// assert_eq!(wits.tick(&nerves, Tick(159)), None);
/// assert_eq!(wits.tick(&nerves, Tick(160)).map(|shift| shift.to), Some(Awareness::Unaware));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wits {
    state: Awareness,
    since: Tick,
    /// When something last happened.
    stirred: Tick,
    last: Option<Shift>,
}

impl Wits {
    /// Somebody in a state from the start.
    #[must_use]
    pub fn new(state: Awareness, now: Tick) -> Self {
        Self { state, since: now, stirred: now, last: None }
    }

    /// How much on edge.
    #[must_use]
    pub fn state(&self) -> Awareness {
        self.state
    }

    /// The last change and its cause; `None` before the first.
    #[must_use]
    pub fn last(&self) -> Option<Shift> {
        self.last
    }

    /// Something befalls them. What has no row still keeps them from calming: say [`Stimulus::Perceived`] every tick somebody is in view.
    pub fn feel(&mut self, nerves: &Nerves, now: Tick, cause: Cause) -> Option<Shift> {
        if cause.stimulus == Stimulus::Quiet {
            return self.tick(nerves, now);
        }
        self.stirred = now;
        let loud = |row: &Row| match cause.stimulus {
            Stimulus::Heard(priority) => priority >= row.priority,
            _ => true,
        };
        let kind = cause.stimulus.kind();
        let row = nerves.row.iter().find(|row| row.from == self.state && row.on == kind && loud(row))?;
        Some(self.shift(now, row.to, cause))
    }

    /// A tick passes; perhaps nothing has happened for a while.
    pub fn tick(&mut self, nerves: &Nerves, now: Tick) -> Option<Shift> {
        let (quiet, here) = (now.since(self.stirred), now.since(self.since));
        let calm = |row: &&Row| row.from == self.state && row.on == On::Quiet && quiet >= ticks(row.after);
        let row = nerves.row.iter().find(calm).filter(|_| here >= nerves.hold(self.state))?;
        let shift = self.shift(now, row.to, Cause { stimulus: Stimulus::Quiet, about: None, why: None });
        // The next calmer state has its own quiet to wait for.
        self.stirred = now;
        Some(shift)
    }

    fn shift(&mut self, now: Tick, to: Awareness, cause: Cause) -> Shift {
        let shift = Shift { tick: now, from: self.state, to, cause };
        (self.state, self.since, self.last) = (to, now, Some(shift));
        shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cause(stimulus: Stimulus) -> Cause {
        Cause { stimulus, about: None, why: None }
    }

    #[test]
    fn from_alert_quiet_leads_back_step_by_step() {
        let (nerves, mut wits) = (Nerves::default(), Wits::default());
        wits.feel(&nerves, Tick(0), cause(Stimulus::Perceived));
        let turns: Vec<_> =
            (1..2000).filter_map(|t| wits.tick(&nerves, Tick(t)).map(|shift| (t, shift.to))).collect();
        let expected = [(240, Awareness::Searching), (740, Awareness::Suspicious), (900, Awareness::Unaware)];
        assert_eq!(turns, expected, "12 s, then 25 s, then 8 s of quiet");
        assert_eq!(wits.last().map(|shift| shift.cause.stimulus), Some(Stimulus::Quiet));
    }

    #[test]
    fn whoever_is_in_view_keeps_the_watcher_alert() {
        let (nerves, mut wits) = (Nerves::default(), Wits::default());
        for t in 0..5000 {
            wits.feel(&nerves, Tick(t), cause(Stimulus::Perceived));
            assert_eq!(wits.tick(&nerves, Tick(t)), None);
        }
        assert_eq!(wits.state(), Awareness::Alert);
        let shift = wits.feel(&nerves, Tick(5000), cause(Stimulus::LostSight)).expect("out of sight");
        assert_eq!((shift.from, shift.to), (Awareness::Alert, Awareness::Searching));
    }

    #[test]
    fn sounds_alarm_by_their_priority() {
        let nerves = Nerves::default();
        let after = |priority| {
            let mut wits = Wits::default();
            wits.feel(&nerves, Tick(0), cause(Stimulus::Heard(priority)));
            wits.state()
        };
        assert_eq!(
            [1, 2, 5, 6].map(after),
            [Awareness::Unaware, Awareness::Suspicious, Awareness::Suspicious, Awareness::Searching]
        );
    }

    #[test]
    fn tables_that_never_calm_or_calm_by_noise_are_refused() {
        let shipped = Nerves::default();
        let without = |index: usize| {
            let mut nerves = shipped.clone();
            nerves.row.remove(index);
            nerves.check()
        };
        let quiet = shipped.row.iter().position(|row| row.on == On::Quiet).expect("there is one");
        assert!(without(quiet).is_err() && without(0).is_ok());
        let mut noisy = shipped.clone();
        (noisy.row[0].from, noisy.row[0].to) = (Awareness::Alert, Awareness::Unaware);
        let said = noisy.check().expect_err("perceiving does not calm").to_string();
        assert!(said.starts_with("row 1, alert on Perceived"), "{said}");
        assert!(
            Nerves::parse("[holds]\nsuspicious = 1\n").is_err_and(|e| e.to_string().starts_with("line 1"))
        );
    }

    proptest! {
        #[test]
        fn nobody_calms_before_the_least_time_and_everybody_calms_in_the_end(
            felt in prop::collection::vec((0u8..7, 0u8..8, 1u64..200), 0..60),
        ) {
            let (nerves, mut wits, mut now) = (Nerves::default(), Wits::default(), 0);
            let mut entered = (Awareness::Unaware, 0);
            for (kind, priority, pause) in felt {
                for _ in 0..pause {
                    now += 1;
                    if let Some(shift) = wits.tick(&nerves, Tick(now)) {
                        prop_assert!(shift.to < shift.from);
                        prop_assert!(now - entered.1 >= nerves.hold(shift.from));
                        entered = (shift.to, now);
                    }
                }
                let stimulus = match kind {
                    0 => Stimulus::SawSomething,
                    1 => Stimulus::Perceived,
                    2 => Stimulus::Heard(priority),
                    3 => Stimulus::Told,
                    4 => Stimulus::Changed,
                    5 => Stimulus::Missed,
                    _ => Stimulus::LostSight,
                };
                if let Some(shift) = wits.feel(&nerves, Tick(now), cause(stimulus)) {
                    prop_assert_eq!(shift.from, entered.0);
                    prop_assert_eq!(shift.to < shift.from, stimulus == Stimulus::LostSight);
                    entered = (shift.to, now);
                }
            }
            (1..=1000).for_each(|t| { wits.tick(&nerves, Tick(now + t)); });
            prop_assert_eq!(wits.state(), Awareness::Unaware);
        }
    }
}
