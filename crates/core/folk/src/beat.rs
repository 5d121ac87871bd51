//! A guard's beat: where crime is reported it goes, there it stands until things are calm, and when it is tired it lets others.
//!
//! Guards are told how unsafe the cells around them are held to be; nobody else is. What to do about it is a matter of fuzzy rules
//! (`LawRules::guards`), which the host tells whoever comes in: inputs are the crime here, the worst around, and how long the guard has been at it.

use super::rows::LAW;
use super::villager::steps;
use super::{Spot, Walk, Wish};
use std::sync::Arc;
use wold_fields::fuzzy::Controller;
use wold_fields::law::LawRules;
use wold_guest::known::Known;
use wold_lore::Channel;
use wold_lore::felt::CELL_METRES;
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::Gait;
use wold_wire::surroundings::SIDE;

/// Where a guard is with its work.
pub(super) struct Beat {
    rules: Controller,
    /// The law it was told, of which the rules are made.
    law: Option<Arc<str>>,
    /// Since when something has been going on.
    called: Option<u64>,
    off_duty_until: u64,
    post: Option<DVec2>,
}

/// What is reported around somebody.
struct Report {
    here: f32,
    worst: f32,
    /// The middle of the worst cell; the nearest of several.
    place: DVec2,
}

impl Default for Beat {
    fn default() -> Self {
        let rules = LawRules::default().controller().expect("a test reads the rules that are compiled in");
        Self { rules, law: None, called: None, off_duty_until: 0, post: None }
    }
}

impl Beat {
    /// Takes the law of the world in, if it was told another than before. What cannot be read counts for nothing.
    fn heed(&mut self, law: Option<&Arc<str>>) {
        let Some(law) = law.filter(|law| self.law.as_ref().is_none_or(|old| !Arc::ptr_eq(old, law))) else {
            return;
        };
        if let Ok(rules) = Controller::parse(law) {
            self.rules = rules;
        }
        self.law = Some(law.clone());
    }

    /// Decides what duty asks for now of one posted there; whether it asks for anything.
    pub fn think(&mut self, known: &Known, walk: Walk, posted: DVec2, wishes: &mut Vec<Wish>) -> bool {
        let report = report(known).filter(|_| known.step() >= self.off_duty_until);
        let report = report.filter(|report| report.place.distance(posted) < LAW.guards.beat_metres);
        let Some(report) = report else {
            (self.called, self.post) = (None, None);
            return false;
        };
        self.heed(known.law());
        let since = *self.called.get_or_insert(known.step());
        let seconds = known.step().saturating_sub(since) / TICKS_PER_SECOND;
        let gait = match self.rules.decide(&[report.here, report.worst, seconds as f32]) {
            Some("rest") => {
                self.off_duty_until = known.step() + steps(LAW.guards.off_duty_seconds);
                (self.called, self.post) = (None, None);
                return false;
            }
            Some("pursue") => Gait::Run,
            _ => Gait::Walk,
        };
        if known.place().distance(report.place) < LAW.guards.at_post_metres {
            if self.post.take().is_some() {
                wishes.push(Wish::Stop);
            }
        } else if self.post != Some(report.place) || walk != Walk::Going {
            self.post = Some(report.place);
            wishes.push(Wish::Go {
                to: Spot::ground(report.place),
                gait,
                near: LAW.guards.at_post_metres / 2.0,
            });
        }
        true
    }
}

/// What is reported to a guard; nothing to anybody else, and nothing where all is calm.
fn report(known: &Known) -> Option<Report> {
    let around = known.surroundings().filter(|around| around.here.duty)?;
    let own = (known.place() / CELL_METRES).floor();
    let mut report = Report { here: 0.0, worst: 0.0, place: known.place() };
    for (north, east) in (0..SIDE).flat_map(|north| (0..SIDE).map(move |east| (north, east))) {
        let crime = around.value(Channel::Crime, east, north).unwrap_or(0.0);
        let [x, y] = around.corner;
        let cell = DVec2::new(f64::from(x) + east as f64, f64::from(y) + north as f64);
        let middle = (cell + 0.5) * CELL_METRES;
        if cell == own {
            report.here = crime;
        }
        let nearer = middle.distance(known.place()) < report.place.distance(known.place());
        if crime > report.worst || (crime == report.worst && crime > 0.0 && nearer) {
            (report.worst, report.place) = (crime, middle);
        }
    }
    (report.worst > 0.0).then_some(report)
}
