//! A place to hide or to fall back to: asked for as a query, taken by a claim, reached by a way that minds who looks.
//!
//! The query gives a few good places; the first that nobody else has taken is claimed and held as long as one is on the way or there. Before it is left for
//! another, its conditions are looked at again: who still is well hidden stays.

use super::Ring;
use super::ground::{Ground, Price, Way};
use super::report::shown;
use super::sides::Sides;
use crate::{Spot, Walk, Wish};
use std::sync::LazyLock;
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_space::{DVec2, EntityId, Tick};
use wold_tactics::query::{Place, Query, Validity, What};
use wold_wire::Gait;

fn query(text: &str) -> Query {
    Query::parse(text).expect("the query that comes with the crate is sound")
}

/// Where to run when it goes badly.
pub(super) static FALL_BACK: LazyLock<Query> = LazyLock::new(|| query(include_str!("fall_back.toml")));
/// Where to wait for better odds.
pub(super) static LIE_IN_WAIT: LazyLock<Query> = LazyLock::new(|| query(include_str!("lie_in_wait.toml")));

/// Ticks between two looks whether a place is still good.
const LOOK_AGAIN: u64 = 40;
/// Ticks between two searches for another.
const SEEK_AGAIN: u64 = 30;
/// Metres from a place that count as there.
const THERE: f64 = 1.0;
/// What a metre in sight costs.
const SEEN: f64 = 4.0;
/// Where deaths are remembered more than this nobody runs gladly.
const BLOODY: f64 = 0.3;
/// Metres one runs if no query knows a place.
const JUST_AWAY: f64 = 15.0;

/// The option that answered, in words; where not all foes were minded it says so, for from the others nothing may hide.
fn told(query: &Query, option: Option<usize>, (minded, all): (usize, usize)) -> String {
    let name = option.map_or("nowhere to go", |at| query.options[at].name.as_str());
    if minded < all { format!("{name} ({minded} of {all} foes minded)") } else { name.to_owned() }
}

/// A place one has taken.
#[derive(Clone, Debug)]
pub(super) struct Refuge {
    query: &'static Query,
    at: DVec2,
    /// The query's option and place, to look at again.
    chosen: Option<(usize, Place, DVec2)>,
    look_at: u64,
    /// How to get there, until it was told to the legs.
    set_out: Option<Wish>,
}

impl Refuge {
    /// Asks for a place and takes it; `None` if the query knows none that is free. Says why, and what else was thought of.
    fn seek(
        query: &'static Query,
        known: &Known,
        ring: &Ring,
        sides: &Sides<'_>,
        verb: &str,
    ) -> Option<Self> {
        let own = known.welcome()?.body;
        let now = known.tick();
        let mut ground = Ground::around(known, sides)?;
        ground.mind_claims(|at| ring.is_taken(at, own, now));
        let answer = query.run(&ground.scene, &Stream::named(Seed(now.0), "refuge", &[own.0]));
        let free = answer.results.iter().find(|place| ring.take_place(place.at + ground.corner, own, now));
        let option = told(query, answer.option, ground.minded);
        let found = free.map(|place| {
            let at = place.at + ground.corner;
            let price = Price { seen: SEEN, gaze: None, shunned: &|at| ring.deaths_at(at) > BLOODY };
            (*place, at, ground.way(at, &price))
        });
        let told = match &found {
            Some((_, at, _)) if at.distance(known.place()) < THERE => {
                format!("{verb}: stays where it is, {option}")
            }
            Some((_, _, Some(way))) => {
                format!("{verb} {option}: {:.0} m, {:.0} m of it in sight", way.metres, way.exposed)
            }
            _ => format!("{verb} {option}"),
        };
        let way = found.as_ref().and_then(|(_, _, way)| way.as_ref());
        let places = shown(&ground, query, &answer, found.as_ref().map(|(place, ..)| place.candidate), way);
        ring.explain(own, now, told, Some(places));
        let (place, at, way) = found?;
        let (level, gait, near) = (known.level(), Gait::Run, THERE * 0.5);
        let set_out = match way {
            Some(Way { corners, .. }) => Wish::Follow { corners, level, gait, near },
            None => Wish::Go { to: Spot { place: at, level }, gait, near },
        };
        Some(Self {
            query,
            at,
            chosen: answer.option.map(|option| (option, place, ground.corner)),
            look_at: now.0 + LOOK_AGAIN,
            set_out: Some(set_out),
        })
    }

    /// Whether it meets its conditions still, the foes being where they are now.
    fn still_good(&self, known: &Known, sides: &Sides<'_>) -> bool {
        let (Some((option, place, corner)), Some(ground)) = (&self.chosen, Ground::around(known, sides))
        else {
            return false;
        };
        let moved = Place { at: place.at + *corner - ground.corner, what: What::Open, ..*place };
        let luck = Stream::named(Seed(0), "refuge", &[]);
        // Whoever is there already need not be able to get there first.
        let arrived = self.is_reached(known);
        match self.query.still_holds(&ground.scene, *option, &moved, &luck) {
            Validity::Holds => true,
            Validity::Fails(condition) => arrived && condition.starts_with("canReachBefore"),
            Validity::Lacks(_) => false,
        }
    }

    /// Whether one is there.
    pub fn is_reached(&self, known: &Known) -> bool {
        known.place().distance(self.at) < THERE
    }

    /// Keeps the place taken.
    pub fn hold(&self, ring: &Ring, by: EntityId, now: Tick) {
        ring.take_place(self.at, by, now);
    }

    /// What to do to get to a place of the query and stay there; `None` where there is none.
    pub fn keep(
        (taken, seek_at): (&mut Option<Self>, &mut u64),
        query: &'static Query,
        (known, walk): (&Known, Walk),
        ring: &Ring,
        sides: &Sides<'_>,
        verb: &str,
    ) -> Option<Vec<Wish>> {
        let (own, now) = (known.welcome()?.body, known.tick());
        if taken.as_ref().is_some_and(|refuge| !std::ptr::eq(refuge.query, query)) {
            ring.give_back(own);
            *taken = None;
        }
        if let Some(refuge) = taken.as_mut().filter(|refuge| now.0 >= refuge.look_at) {
            if refuge.still_good(known, sides) && ring.take_place(refuge.at, own, now) {
                refuge.look_at = now.0 + LOOK_AGAIN;
            } else {
                ring.give_back(own);
                *taken = None;
            }
        }
        // Where there was no place just now there is none yet.
        if taken.is_none() && now.0 >= *seek_at {
            *taken = Self::seek(query, known, ring, sides, verb);
            *seek_at = now.0 + SEEK_AGAIN;
        }
        let refuge = taken.as_mut()?;
        if let Some(set_out) = refuge.set_out.take() {
            return Some(vec![set_out]);
        }
        if refuge.is_reached(known) {
            let towards = sides.against().next().map(|foe| Wish::Face(known.place_of(foe)));
            return Some([Wish::Stop].into_iter().chain(towards).collect());
        }
        // On the way; who got stuck looks for another.
        if walk != Walk::Going {
            *taken = None;
            ring.give_back(own);
        }
        Some(Vec::new())
    }

    /// Straight away from the nearest foe: better than nothing where no query knows a place.
    pub fn just_away(known: &Known, sides: &Sides<'_>) -> Vec<Wish> {
        let here = known.place();
        let from = sides.against().next().map_or(here, |foe| known.place_of(foe));
        let away = (here - from).normalize_or(DVec2::X);
        let to = Spot { place: here + away * JUST_AWAY, level: known.level() };
        vec![Wish::Go { to, gait: Gait::Run, near: THERE }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_hiding_place_tells_how_many_were_minded() {
        for query in [&*FALL_BACK, &*LIE_IN_WAIT] {
            assert_eq!(told(query, Some(0), (3, 3)), "behind something, hidden from all it minds");
            assert!(told(query, Some(0), (4, 12)).ends_with("(4 of 12 foes minded)"));
        }
        assert_eq!(told(&FALL_BACK, None, (0, 0)), "nowhere to go");
    }
}
