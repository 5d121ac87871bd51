//! One who cannot get at a foe it sees: keeps out of their reach, calls on them, watches, and gives it up.
//!
//! Contract: whether there is a way is asked now and then while the foe is before its eyes and out of arm's reach; as long as there is none it does not run up and down before them. With others it does
//! what they agree on ([`super::sieges`]); alone it calls for others and on the foe, watches, and when patience is at an end falls back out of sight. Who has given up leaves the foe alone until
//! they do something new.

use super::calls;
use super::hunts::Hunts;
use crate::diary::{Entry, Ground, What};
use crate::fight::{Cause, Fighter, Sides};
use crate::mindset::Mindset;
use crate::rows::FIGHT;
use crate::villager::steps;
use crate::{Spot, Walk, Wish};
use wold_guest::known::{Known, Sighted};
use wold_land::measures::TOUCHING_METRES;
use wold_lore::act::{Call, Meaning, SpeechAct};
use wold_senses::group::Order;
use wold_space::{DVec2, EntityId};
use wold_wire::{Gait, Intent, Loudness};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// Stands and keeps an eye on the foe.
    Watches,
    /// Runs out of sight, since a step; whether it has said that it arrived.
    FallsBack { since: u64, arrived: bool },
}

/// A foe it cannot get at.
#[derive(Clone, Copy, Debug)]
struct Standoff {
    foe: EntityId,
    since: u64,
    doing: Doing,
    called: bool,
}

/// One who may not get at somebody.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Besieger {
    at: Option<Standoff>,
    looked: Option<(EntityId, u64)>,
}

/// What becomes of it.
pub(crate) enum Siege {
    /// The foe is within reach: fight.
    Open,
    /// It stands about them.
    Stands(Vec<Wish>),
    /// It has had enough.
    GivenUp,
}

/// Who does it, with what.
pub(crate) struct Means<'a, 's> {
    pub known: &'a Known,
    pub walk: Walk,
    pub hunts: &'a Hunts,
    pub fighter: &'a mut Fighter,
    pub sides: &'a Sides<'s>,
}

impl Besieger {
    /// It has something else to do.
    pub fn stop(&mut self, known: &Known, hunts: &Hunts) {
        if self.at.take().is_some()
            && let Some(welcome) = known.welcome()
        {
            hunts.open_sieges(|sieges, _| sieges.leave(welcome.body));
        }
    }

    /// What it does about a foe, if it cannot get at them.
    pub fn act(&mut self, means: Means<'_, '_>, mind: &mut Mindset, foe: &Sighted) -> Siege {
        let Means { known, walk, hunts, fighter, sides } = means;
        let now = known.step();
        let Some(own) = known.welcome().map(|welcome| welcome.body) else { return Siege::Open };
        let at = known.place_of(foe);
        let touches = foe.state.level == known.level() && at.distance(known.place()) < TOUCHING_METRES;
        let other = self.at.is_some_and(|it| it.foe != foe.card.id);
        if touches || other || self.is_open(known, hunts, foe) {
            self.stop(known, hunts);
            return Siege::Open;
        }
        if self.at.is_none() {
            let entry = Entry::new(known.tick(), What::Decided, Ground::Seen).of(&foe.card.name).at(at);
            mind.diary.note(entry.saying("there is no way to them"));
        }
        let begun = Standoff { foe: foe.card.id, since: now, doing: Doing::Watches, called: false };
        let mut it = *self.at.get_or_insert(begun);
        let standing = hunts.open_sieges(|sieges, _| sieges.stand(known, own, foe));
        let mut wishes = Vec::new();
        let mut over = false;
        for order in standing.orders {
            match order {
                Order::Say { line, .. } => wishes.push(Wish::Do(Intent::say(line, None))),
                Order::CallOut { .. } | Order::Throw { .. } => {
                    it.called = true;
                    wishes.push(call_out(&foe.card.name));
                }
                Order::FallBack { .. } => it.doing = Doing::FallsBack { since: now, arrived: false },
                Order::Release { .. } => over = matches!(it.doing, Doing::FallsBack { .. }),
                _ => it.doing = Doing::Watches,
            }
        }
        let alone = !standing.in_company && !over;
        match it.doing {
            Doing::Watches if alone && !it.called && now >= it.since + steps(FIGHT.siege.alone_seconds) => {
                it.called = true;
                wishes.push(calls::call(Call::Alarm, Some(&foe.card.name), Some(at), None));
                wishes.push(call_out(&foe.card.name));
            }
            Doing::Watches if alone && now >= it.since + standing.patience => {
                it.doing = Doing::FallsBack { since: now, arrived: false };
            }
            Doing::FallsBack { since, .. } if alone && now >= since + standing.stage => over = true,
            _ => {}
        }
        if let Doing::FallsBack { since, arrived: false } = it.doing
            && now >= since + steps(FIGHT.siege.settles_seconds)
            && fighter.is_settled(known)
        {
            it.doing = Doing::FallsBack { since, arrived: true };
            hunts.open_sieges(|sieges, _| sieges.arrived(own, known.tick()));
        }
        self.at = Some(it);
        if over {
            self.stop(known, hunts);
            let entry = Entry::new(known.tick(), What::GaveUp, Ground::Inferred).of(&foe.card.name);
            mind.diary.note(entry.at(at).saying("nobody can get at them"));
            return Siege::GivenUp;
        }
        match it.doing {
            Doing::Watches => {
                fighter.leave(known);
                wishes.extend(keep_off(known, walk, at));
            }
            Doing::FallsBack { .. } => {
                wishes.extend(fighter.fall_back(known, walk, sides, Cause::OutOfReach));
            }
        }
        Siege::Stands(wishes)
    }

    /// Whether there is a way, as of the last look.
    fn is_open(&mut self, known: &Known, hunts: &Hunts, foe: &Sighted) -> bool {
        let (id, now) = (foe.card.id, known.step());
        let due =
            self.looked.is_none_or(|(whom, at)| whom != id || now >= at + steps(FIGHT.siege.look_seconds));
        if !due {
            return self.at.is_none();
        }
        self.looked = Some((id, now));
        hunts.open_sieges(|sieges, walkable| sieges.is_reachable(known, foe, walkable))
    }
}

fn call_out(name: &str) -> Wish {
    let act = Some(Box::new(SpeechAct::to(name, Meaning::Law)));
    let text = format!("Come out, {name}, in the name of the law!");
    Wish::Do(Intent::Say { text, loudness: Loudness::Shout, act })
}

/// Stands where the foe does not reach, and looks at them.
fn keep_off(known: &Known, walk: Walk, at: DVec2) -> Vec<Wish> {
    let off = known.place() - at;
    if off.length() < FIGHT.siege.too_near_metres && walk != Walk::Stuck {
        let place = at + off.try_normalize().unwrap_or(DVec2::X) * FIGHT.siege.stand_off_metres;
        return vec![Wish::Go { to: Spot { place, level: known.level() }, gait: Gait::Walk, near: 1.0 }];
    }
    if walk == Walk::Going && off.length() < FIGHT.siege.stand_off_metres * 0.8 {
        return Vec::new();
    }
    vec![Wish::Stop, Wish::Face(at)]
}
