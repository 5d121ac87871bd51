//! A place to hide or to fall back to: asked for as a query, taken by a claim, reached by a way that minds who looks.
//!
//! The question is the household's ([`Counsel`]) and waits its turn for rays; until it is answered one goes on as one did. It gives a few good places, upstairs and in rooms as well; the first that nobody else
//! has taken is claimed and held as long as one is on the way or there. Before it is left for another, its conditions are looked at again: who still is well hidden stays. Who gave a place up and wants one
//! again soon, for the same reason, goes back to it unless another is clearly better.

use super::ground::{Battleground, Price, Way};
use super::lay::Lay;
use super::report::shown;
use super::sides::Sides;
use super::{Counsel, Ring};
use crate::rows::FIGHT;
use crate::villager::steps;
use crate::{Spot, Walk, Wish};
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_space::{DVec2, EntityId, Tick};
use wold_tactics::ground::{Ground, Point};
use wold_tactics::query::{Answer, Place, Query, Validity, What};
use wold_wire::Gait;

/// The option that answered, in words; where not all foes were minded it says so, for from the others nothing may hide.
fn told(query: &Query, option: Option<usize>, (minded, all): (usize, usize)) -> String {
    let name = option.map_or("nowhere to go", |at| query.options[at].name.as_str());
    if minded < all { format!("{name} ({minded} of {all} foes minded)") } else { name.to_owned() }
}

/// A question that waits for its answer, and the land it was asked about.
#[derive(Clone, Debug)]
struct Pending {
    query: Arc<Query>,
    lay: Lay,
}

/// A place one has taken.
#[derive(Clone, Debug)]
struct Taken {
    query: Arc<Query>,
    at: Spot,
    /// The query's option and place, to look at again.
    chosen: Option<(usize, Place)>,
    look_at: u64,
    /// How to get there, until it was told to the legs.
    set_out: Option<Wish>,
}

/// One's search for a place to be safe at.
#[derive(Clone, Debug, Default)]
pub(super) struct Refuge {
    /// What for.
    purpose: &'static str,
    taken: Option<Taken>,
    pending: Option<Pending>,
    /// When another may be looked for.
    seek_at: u64,
    /// The place chosen last, what for and when.
    last: Option<(&'static str, Point, u64)>,
}

/// What one looks for a place with.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub known: &'a Known,
    pub walk: Walk,
    pub ring: &'a Ring,
    pub counsel: &'a Counsel,
    pub sides: &'a Sides<'a>,
}

impl Refuge {
    /// Asks for a place.
    fn seek(&mut self, means: Means<'_>, own: EntityId) {
        let Means { known, counsel, .. } = means;
        let winded = known.own().stamina < FIGHT.refuge.winded;
        let values: &[(&str, f64)] = if winded { &[("reach", FIGHT.refuge.winded_metres)] } else { &[] };
        let indoors = known.land().house_at(known.place(), known.level()).is_some();
        let Some(query) = counsel.question(self.purpose, indoors, values) else { return };
        let now = known.tick();
        let lately = |(what_for, _, at): &(_, _, u64)| {
            *what_for == self.purpose && now.0 < at + steps(FIGHT.refuge.thought_of_seconds)
        };
        let last = self.last.filter(lately).map(|(_, place, _)| place);
        counsel.ask(own, query.clone(), Stream::named(Seed(now.0), "refuge", &[own.0]), last, now);
        self.pending = Some(Pending { query, lay: counsel.lay(known) });
    }

    /// Comes by for the answer; takes the first place of it that is free. Says why, and what else was thought of.
    fn hear(&mut self, means: Means<'_>, own: EntityId, verb: &str) {
        let Means { known, ring, counsel, sides, .. } = means;
        let now = known.tick();
        let Some(pending) = &self.pending else { return };
        let Some(ground) = Battleground::new(known, &pending.lay, ring, sides) else { return };
        let Some(answer) = counsel.answer(own, now, &ground) else { return };
        self.seek_at = now.0 + steps(FIGHT.refuge.seek_seconds);
        self.taken = take(&ground, &pending.query, &answer, means, own, verb);
        if let Some((_, place)) = self.taken.as_ref().and_then(|taken| taken.chosen.as_ref()) {
            self.last = Some((self.purpose, place.point(), now.0));
        }
        self.pending = None;
    }

    /// Whether a place meets its conditions still, the foes being where they are now.
    fn still_good(taken: &Taken, means: Means<'_>) -> bool {
        let Means { known, ring, counsel, sides, .. } = means;
        let lay = counsel.lay(known);
        let (Some((option, place)), Some(ground)) =
            (&taken.chosen, Battleground::new(known, &lay, ring, sides))
        else {
            return false;
        };
        let place = Place { what: What::Open, ..*place };
        let luck = Stream::named(Seed(0), "refuge", &[]);
        // Whoever is there already need not be able to get there first.
        let arrived = is_there(known, taken.at);
        match taken.query.still_holds(ground.as_ground(), *option, &place, &luck) {
            Validity::Holds => true,
            Validity::Fails(condition) => arrived && condition.starts_with("canReachBefore"),
            Validity::Lacks(_) => false,
        }
    }

    /// Whether one is not on the way to a place one has taken.
    pub fn is_settled(&self, known: &Known) -> bool {
        self.taken.as_ref().is_none_or(|taken| is_there(known, taken.at))
    }

    /// Whether one waits for an answer.
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Keeps the place taken.
    pub fn hold(&self, ring: &Ring, by: EntityId, now: Tick) {
        if let Some(taken) = &self.taken {
            ring.take_place(taken.at.place, by, now);
        }
    }

    /// Wants no place any more; says whether it had one.
    pub fn leave(&mut self, counsel: &Counsel, own: EntityId) -> bool {
        if self.pending.take().is_some() {
            counsel.gone(own);
        }
        self.taken.take().is_some()
    }

    /// What to do to get to a place that a question knows and stay there; `None` where there is none, or none yet.
    pub fn keep(&mut self, purpose: &'static str, means: Means<'_>, verb: &str) -> Option<Vec<Wish>> {
        let Means { known, walk, ring, counsel, sides } = means;
        let (own, now) = (known.welcome()?.body, known.tick());
        if self.purpose != purpose {
            if self.leave(counsel, own) {
                ring.give_back(own);
            }
            self.purpose = purpose;
        }
        if let Some(taken) = self.taken.as_mut().filter(|taken| now.0 >= taken.look_at) {
            if Self::still_good(taken, means) && ring.take_place(taken.at.place, own, now) {
                taken.look_at = now.0 + steps(FIGHT.refuge.look_seconds);
            } else {
                ring.give_back(own);
                self.taken = None;
            }
        }
        // Where there was no place just now there is none yet.
        if self.taken.is_none() && self.pending.is_none() && now.0 >= self.seek_at {
            self.seek(means, own);
        }
        self.hear(means, own, verb);
        let taken = self.taken.as_mut()?;
        if let Some(set_out) = taken.set_out.take() {
            return Some(vec![set_out]);
        }
        if is_there(known, taken.at) {
            let towards = sides.against().next().map(|foe| Wish::Face(known.place_of(foe)));
            return Some([Wish::Stop].into_iter().chain(towards).collect());
        }
        // On the way; who got stuck looks for another.
        if walk != Walk::Going {
            self.taken = None;
            ring.give_back(own);
        }
        Some(Vec::new())
    }

    /// Straight away from the nearest foe: better than nothing where no query knows a place.
    pub fn just_away(known: &Known, sides: &Sides<'_>) -> Vec<Wish> {
        let here = known.place();
        let from = sides.against().next().map_or(here, |foe| known.place_of(foe));
        let away = (here - from).normalize_or(DVec2::X);
        let to = Spot { place: here + away * FIGHT.refuge.away_metres, level: known.level() };
        vec![Wish::Go { to, gait: Gait::Run, near: 1.0 }]
    }
}

fn is_there(known: &Known, at: Spot) -> bool {
    known.level() == at.level && known.place().distance(at.place) < FIGHT.refuge.there_metres
}

/// Takes the first place of an answer that nobody else has, and finds a way there.
fn take(
    ground: &Battleground<'_>,
    query: &Arc<Query>,
    answer: &Answer,
    means: Means<'_>,
    own: EntityId,
    verb: &str,
) -> Option<Taken> {
    let Means { known, ring, .. } = means;
    let now = known.tick();
    let free = answer.results.iter().find(|place| ring.take_place(place.at, own, now));
    let mut option = told(query, answer.option, ground.minded);
    let found = free.map(|place| {
        let shunned = |at: DVec2| ring.danger(at) > FIGHT.traces.shunned;
        let price = Price { seen: FIGHT.refuge.seen_cost, gaze: None, shunned: &shunned };
        let same = place.storey == known.level();
        (*place, if same { ground.way(place.at, &price) } else { None })
    });
    if let Some((place, _)) = found.as_ref().filter(|(place, _)| place.storey != known.level()) {
        option += if place.storey > known.level() { ", upstairs" } else { ", downstairs" };
    }
    let spot = found.as_ref().map(|(place, _)| Spot { place: place.at, level: place.storey });
    let told = match &found {
        Some(_) if spot.is_some_and(|spot| is_there(known, spot)) => {
            format!("{verb}: stays where it is, {option}")
        }
        Some((_, Some(way))) => {
            format!("{verb} {option}: {:.0} m, {:.0} m of it in sight", way.metres, way.exposed)
        }
        Some((place, None)) => format!("{verb} {option}: {:.0} m", ground.walk(place.point())),
        None => format!("{verb} {option}"),
    };
    let way = found.as_ref().and_then(|(_, way)| way.as_ref());
    let places = shown(ground, query, answer, found.as_ref().map(|(place, _)| place.candidate), way);
    ring.explain(own, now, told, Some(places));
    let ((place, way), at) = (found?, spot?);
    let (gait, near) = (Gait::Run, FIGHT.refuge.there_metres * 0.4);
    let set_out = match way {
        Some(Way { corners, .. }) => Wish::Follow { corners, level: at.level, gait, near },
        None => Wish::Go { to: at, gait, near },
    };
    Some(Taken {
        query: query.clone(),
        at,
        chosen: answer.option.map(|option| (option, place)),
        look_at: now.0 + steps(FIGHT.refuge.look_seconds),
        set_out: Some(set_out),
    })
}

#[cfg(test)]
mod tests {
    use super::super::counsel::{FALL_BACK, LIE_IN_WAIT};
    use super::*;

    #[test]
    fn what_is_said_of_a_hiding_place_tells_how_many_were_minded() {
        let counsel = Counsel::default();
        for name in [FALL_BACK, LIE_IN_WAIT] {
            let query = counsel.question(name, true, &[]).expect("it comes with the crate");
            assert_eq!(told(&query, Some(0), (3, 3)), "behind something, hidden from all it minds");
            assert!(told(&query, Some(0), (4, 12)).ends_with("(4 of 12 foes minded)"));
            assert_eq!(told(&query, None, (0, 0)), "nowhere to go");
        }
    }
}
