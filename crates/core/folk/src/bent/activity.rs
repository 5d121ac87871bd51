//! What an activity of a chart means for a body: fights, chases, looks, hides, loots, notes.

use super::{Bent, Stance};
use crate::fight::{Cause, Sides};
use crate::haunts::Haunts;
use crate::hunt::{Siege, SiegeMeans};
use crate::mindset::Mindset;
use crate::restraint::is_dangerous;
use crate::rows::LAW;
use crate::talk::Spoken;
use crate::{Spot, Walk, Wish};
use wold_guest::known::{Known, Sighted};
use wold_land::measures::TOUCHING_METRES;
use wold_lore::act::Meaning;
use wold_mind::gossip::BeingId;
use wold_space::DVec2;
use wold_wire::{Gait, Intent};

/// What a chart's activity is about.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub foe: Option<&'a Sighted>,
    pub sides: &'a Sides<'a>,
    pub newcomer: Option<&'a Sighted>,
    pub rumoured: Option<DVec2>,
}

impl Bent {
    /// Does what the chart says; nothing if it lives as its trade says.
    pub(super) fn carry_on(
        &mut self,
        activity: &str,
        (known, walk): (&Known, Walk),
        mind: &mut Mindset,
        stance: Stance<'_>,
        scene: Scene<'_>,
    ) -> Option<Vec<Wish>> {
        let Scene { foe, sides, newcomer, rumoured } = scene;
        let here = known.place();
        let go = |to: DVec2, gait, near| Wish::Go { to: Spot::ground(to), gait, near };
        match activity {
            "attack" if self.name == "guard" => {
                let foe = foe?;
                let id = BeingId::named(&foe.card.name);
                let since = stance.outrage.filter(|(whom, _)| *whom == id).map(|(_, since)| since);
                if self.restraint.is_enough(foe, since, known.step()) {
                    self.fighter.leave(known);
                    self.hunter.let_go(id);
                    // Whether there is anything to hold them for is for the world to say.
                    let name = &foe.card.name;
                    let said = Spoken::to(
                        name,
                        format!("In the name of the law, {name}: it is enough."),
                        Meaning::Law,
                    );
                    return Some(vec![Wish::Stop, Wish::Face(known.place_of(foe)), Wish::Do(said.intent())]);
                }
                let (hunts, fighter) = (self.hunter.hunts(), &mut self.fighter);
                let means = SiegeMeans { known, walk, hunts, fighter, sides };
                match self.besieger.act(means, mind, foe) {
                    Siege::Open => {}
                    Siege::Stands(wishes) => {
                        self.hunter.chase(known, foe);
                        return Some(wishes);
                    }
                    Siege::GivenUp => {
                        self.restraint.let_be(foe.card.id, known.step());
                        self.hunter.let_go(id);
                        return Some(vec![Wish::Stop]);
                    }
                }
                match is_dangerous(since, known.step()) || self.fighter.has(known, foe) {
                    true => self.go_for(known, walk, foe, sides),
                    // Another has them: one stands by.
                    false => {
                        self.hunter.chase(known, foe);
                        Some(stand_by(known, foe))
                    }
                }
            }
            "attack" => self.go_for(known, walk, foe?, sides),
            "hunt" => self.hunter.act(known, walk, mind, self.fighter.ring()),
            "look" => go_and_look(known, walk),
            "watch" => what_roused(known).map(|at| vec![Wish::Stop, Wish::Face(at)]),
            "hide" => Some(self.hider.act(known, walk, mind, self.fighter.ring())),
            "home" => {
                let home = stance.ken.town.map(Haunts::home)?;
                (walk != Walk::Going && home.distance(here) > 6.0).then(|| vec![go(home, Gait::Walk, 3.0)])
            }
            "flee" => {
                foe?;
                Some(self.fighter.fall_back(known, walk, sides, Cause::Hurt))
            }
            // Sits down with open hands: whether there is anything to answer for is for the law to say.
            "yield" => Some(vec![Wish::Sit]),
            "heal" => {
                self.fighter.rest(known);
                Some(vec![Wish::Sit])
            }
            "loot" => {
                let things = known.entities().values().filter(|other| other.thing().is_some());
                let near = things.map(|thing| (thing, thing.state.place().distance(here)));
                let (thing, distance) = near.filter(|(_, d)| *d < 4.0).min_by(|a, b| a.1.total_cmp(&b.1))?;
                Some(if distance < TOUCHING_METRES {
                    vec![Wish::Stop, Wish::Do(Intent::Take(thing.card.id))]
                } else {
                    vec![go(thing.state.place(), Gait::Walk, TOUCHING_METRES * 0.7)]
                })
            }
            "seek" => {
                let to = rumoured?;
                let goes = walk == Walk::Going && self.sought.is_some_and(|before| before.distance(to) < 1.0);
                self.sought = Some(to);
                Some(if goes { Vec::new() } else { vec![go(to, Gait::Walk, 4.0)] })
            }
            "note" => {
                self.note(newcomer?, known.step(), mind);
                None
            }
            _ => None,
        }
    }

    /// Fights somebody, and will look for them if they get away; not for whom it lies in wait.
    fn go_for(&mut self, known: &Known, walk: Walk, foe: &Sighted, sides: &Sides<'_>) -> Option<Vec<Wish>> {
        let deeds = self.fighter.act(known, walk, sides);
        if self.hunts && self.fighter.is_engaged() {
            self.hunter.chase(known, foe);
        }
        deeds
    }
}

/// Where what put one on edge is, as far as one was told.
fn what_roused(known: &Known) -> Option<DVec2> {
    known.awareness()?.aware.place
}

/// Goes to what put one on edge, and looks about there; nothing if one does not know where that is.
fn go_and_look(known: &Known, walk: Walk) -> Option<Vec<Wish>> {
    let at = what_roused(known)?;
    if at.distance(known.place()) <= LAW.foes.look_metres {
        return Some(vec![Wish::Stop, Wish::Face(at)]);
    }
    let to = Spot { place: at, level: known.level() };
    Some(if walk == Walk::Going {
        Vec::new()
    } else {
        vec![Wish::Go { to, gait: Gait::Walk, near: LAW.foes.look_metres * 0.8 }]
    })
}

/// Stays near a foe another strikes, and looks on.
fn stand_by(known: &Known, foe: &Sighted) -> Vec<Wish> {
    let at = known.place_of(foe);
    if at.distance(known.place()) > LAW.guards.stand_by_metres {
        return vec![Wish::Go {
            to: Spot { place: at, level: foe.state.level },
            gait: Gait::Run,
            near: LAW.guards.stand_by_metres * 0.8,
        }];
    }
    vec![Wish::Stop, Wish::Face(at)]
}
