//! What a searcher is told to do, as wishes; and what it says and writes down about it.

use super::calls;
use super::hunter::Hunter;
use super::hunts::{Hunts, Part};
use crate::diary::{Entry, Ground, What};
use crate::mindset::Mindset;
use crate::rows::FIGHT;
use crate::villager::steps;
use crate::{Spot, Walk, Wish};
use std::f64::consts::TAU;
use wold_guest::known::Known;
use wold_lore::act::Call;
use wold_senses::search::{Cleared, Event, Mode, Task};
use wold_space::{DVec2, DVec3};
use wold_wire::Gait;

/// People of whom it is remembered that one gave up on them.
const MOST_RESTED: usize = 32;

impl Hunter {
    /// Says and writes down what happened.
    pub(super) fn take_in(&mut self, known: &Known, mind: &mut Mindset, part: &Part) {
        let Some(on) = &self.on else { return };
        let name = on.name.clone();
        let note = |what: What, ground: Ground| {
            let entry = Entry::new(known.tick(), what, ground);
            match &name {
                Some(name) => entry.of(name),
                None => entry,
            }
        };
        let aggressive = part.mode == Mode::Aggressive;
        for event in &part.news {
            match event {
                Event::Announces { place, .. } => {
                    self.say(calls::call(Call::Look, name.as_deref(), Some(place.truncate()), None));
                    mind.diary.note(
                        note(What::Looks, Ground::Inferred)
                            .at(place.truncate())
                            .saying("the last known place"),
                    );
                }
                Event::Acknowledges { to } => {
                    let to = known.name_of(*to);
                    self.say(calls::call(Call::Watch, name.as_deref(), None, to));
                }
                Event::Covers { .. } => {
                    mind.diary.note(note(What::Decided, Ground::Inferred).saying("covers those who go"));
                }
                Event::Arrives => {
                    let at = part.estimate.truncate();
                    mind.diary
                        .note(note(What::Cleared, Ground::Seen).at(at).saying("not at the last known place"));
                    if let Some(on) = &mut self.on {
                        on.told = true;
                    }
                    if aggressive {
                        self.say(calls::call(Call::Clear, name.as_deref(), Some(at), None));
                    }
                }
                Event::Takes { spot, score, .. } => {
                    if let Task::Search { to, .. } = part.task {
                        let more = format!("spot {}, score {:.1}", spot.0, score.total());
                        mind.diary.note(note(What::Looks, Ground::Inferred).at(to.truncate()).saying(&more));
                    }
                }
                Event::Clears { spot, how } => {
                    let how = match how {
                        Cleared::Reached => "stood there",
                        Cleared::Seen => "saw it in passing",
                        Cleared::GivenUp => "did not get there in time",
                    };
                    let more = format!("spot {}: {how}", spot.0);
                    mind.diary.note(note(What::Cleared, Ground::Seen).at(known.place()).saying(&more));
                }
                Event::LosesInterest => {
                    mind.diary.note(note(What::GaveUp, Ground::Inferred).saying("one is enough"));
                }
                _ => {}
            }
        }
    }

    pub(super) fn give_up(&mut self, known: &Known, mind: &mut Mindset, why: &str) {
        let Some(on) = self.on.take() else { return };
        let entry = Entry::new(known.tick(), What::GaveUp, Ground::Inferred).saying(why);
        mind.diary.note(match &on.name {
            Some(name) => entry.of(name),
            None => entry,
        });
        if self.rested.len() >= MOST_RESTED {
            self.rested.retain(|_, until| known.step() < *until);
        }
        if self.rested.len() < MOST_RESTED {
            self.rested.insert(on.whom, known.step() + steps(self.config.rest_seconds));
        }
        self.after = None;
        if on.name.is_some() {
            self.say(calls::call(Call::GiveUp, on.name.as_deref(), None, None));
        }
    }

    /// A task as wishes.
    pub(super) fn carry_out(&mut self, known: &Known, walk: Walk, task: Task) -> Option<Vec<Wish>> {
        let near = self.config.search.reach * 0.7;
        match task {
            Task::Resume => {
                self.halt();
                None
            }
            Task::Wait => {
                self.halt();
                Some(vec![Wish::Stop])
            }
            Task::LookAround => {
                self.halt();
                Some(vec![Wish::Stop, self.look_round(known)])
            }
            Task::Investigate { to, run } => {
                Some(self.go(known, walk, to, if run { Gait::Run } else { Gait::Walk }, near))
            }
            Task::Return { to } | Task::Search { to, .. } => Some(self.go(known, walk, to, Gait::Walk, near)),
            Task::Cover { stand, aim } => match stand {
                Some(to) if to.truncate().distance(known.place()) > 1.5 => {
                    Some(self.go(known, walk, to, Gait::Run, near))
                }
                _ => {
                    self.halt();
                    Some(vec![Wish::Stop, Wish::Face(aim.truncate())])
                }
            },
            Task::Peek { to, look } => {
                if to.truncate().distance(known.place()) > 1.0 {
                    return Some(self.go(known, walk, to, Gait::Walk, near));
                }
                self.halt();
                Some(vec![Wish::Stop, Wish::Face(known.place() + look * 5.0)])
            }
        }
    }

    fn halt(&mut self) {
        if let Some(on) = &mut self.on {
            on.going = None;
        }
    }

    fn go(&mut self, known: &Known, walk: Walk, to: DVec3, gait: Gait, near: f64) -> Vec<Wish> {
        let Some(on) = &mut self.on else { return Vec::new() };
        let same = on
            .going
            .is_some_and(|(before, pace)| before.distance(to) < FIGHT.search.moved_metres && pace == gait);
        if same && walk == Walk::Going {
            return Vec::new();
        }
        if same && walk == Walk::Arrived {
            return vec![self.look_round(known)];
        }
        on.going = Some((to, gait));
        let to = Spot { place: to.truncate(), level: Hunts::level(known, to) };
        vec![Wish::Go { to, gait, near }]
    }

    fn look_round(&self, known: &Known) -> Wish {
        let turned = known.step() as f64 / steps(1.0) as f64 * FIGHT.search.turns * TAU;
        Wish::Face(known.place() + DVec2::new(libm::cos(turned), libm::sin(turned)) * 5.0)
    }
}
