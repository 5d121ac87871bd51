//! One who fights: approach, wait, strike, fall back, and why.
//!
//! Before anything it weighs the odds: those about the foe with it against the foe, by Lanchester's law with what health it sees. Poor odds before the
//! first blow keep it out, bad ones later make it fall back to where a query says. Otherwise the [`Ring`] tells where to stand and whose turn it is. One that
//! stands in its slot asks for the turn; with it, it steps in, strikes once and is done.

use super::Ring;
use super::ground::Ground;
use super::ring::BLOW;
use crate::inhabitant::{Spot, Wish};
use crate::known::{Known, Sighted};
use std::sync::LazyLock;
use wold_chance::{Seed, Stream};
use wold_space::{DVec2, EntityId, Tick};
use wold_tactics::combat::{Force, Model};
use wold_tactics::query::Query;
use wold_tactics::stage::Part;
use wold_wire::{Gait, Intent, Pose};

static FALL_BACK: LazyLock<Query> = LazyLock::new(|| {
    Query::parse(include_str!("fall_back.toml")).expect("the query that comes with the crate is sound")
});
/// People with bare hands: numbers count for more than their sum, as Lanchester has it; the weight is a guess.
static ODDS: LazyLock<Model> = LazyLock::new(|| Model { exponent: 1.56, weights: vec![1.5] });

/// The chance of winning below which nobody begins, and below which one falls back.
const BEGIN: f64 = 0.4;
const GO_ON: f64 = 0.28;
/// Metres from which a blow lands, and that count as standing in one's place.
const REACH: f64 = 1.8;
const IN_PLACE: f64 = 0.9;
/// Ticks between two looks for where to fall back to.
const LOOK_AGAIN: u64 = 60;
/// Metres somebody needs beside a wall to stand in a slot.
const ELBOW: f32 = 0.3;

/// What a fighter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Keeps out: the odds are poor.
    KeepOut,
    /// Goes to its slot.
    Approach,
    /// Stands in its slot, or before one, until it is its turn.
    Wait,
    /// Gets out of others' way.
    Leave,
    /// Steps in and strikes.
    Strike,
    /// Runs to where it is safer.
    FallBack,
}

/// One who fights.
#[derive(Clone, Debug, Default)]
pub struct Fighter {
    ring: Ring,
    engaged: Option<EntityId>,
    /// Until when it has the turn.
    turn: Option<u64>,
    refuge: Option<(DVec2, u64)>,
    last: Option<Move>,
}

impl Fighter {
    /// A fighter who minds a ring.
    #[must_use]
    pub fn new(ring: Ring) -> Self {
        Self { ring, ..Self::default() }
    }

    /// What it did last.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.last
    }

    /// Ends its part in any fight: it fell, or thinks of something else.
    pub fn leave(&mut self, known: &Known) {
        let fought = self.engaged.take().is_some() || self.last.take().is_some();
        if let Some(welcome) = known.welcome().filter(|_| fought) {
            self.ring.gone(welcome.body);
        }
        self.turn = None;
    }

    /// The chance of those about the foe, oneself among them, to win.
    fn odds(&self, known: &Known, foe: &Sighted, own: EntityId) -> (f64, usize) {
        let share = |health: u8| f64::from(health) / 255.0;
        let mates = self.ring.about(foe.card.id);
        let seen = mates.iter().filter(|id| **id != own).filter_map(|id| known.entities().get(id));
        let health: Vec<f64> =
            seen.map(|mate| share(mate.state.health)).chain([share(known.own().health)]).collect();
        let ours = Force { units: health.len() as f64, health: vec![health.iter().sum()] };
        let theirs = Force { units: 1.0, health: vec![share(foe.state.health)] };
        (ODDS.wins(&ours, &theirs), health.len())
    }

    /// What to do about a foe now; `None` if it does not take the fight.
    pub fn act(&mut self, known: &Known, foe: &Sighted) -> Option<Vec<Wish>> {
        let own = known.welcome()?.body;
        let (now, here, at) = (known.tick(), known.place(), known.place_of(foe));
        if foe.state.pose == Pose::Fallen {
            self.ring.gone(foe.card.id);
            self.leave(known);
            return None;
        }
        let (chance, side) = self.odds(known, foe, own);
        let told = format!("{:.0} % to win, {side} against 1", 100.0 * chance);
        let engaged = self.engaged == Some(foe.card.id);
        if !engaged && chance < BEGIN {
            self.say(own, now, Move::KeepOut, &format!("keeps out of it: {told}"));
            return None;
        }
        if chance < GO_ON {
            self.say(own, now, Move::FallBack, &format!("gives up: {told}"));
            return Some(self.fall_back(known, foe));
        }
        self.engaged = Some(foe.card.id);
        let part = self.ring.ask((own, here), (foe.card.id, at), blocked(known, at), now)?;
        let go = |to: DVec2, gait, near| {
            vec![Wish::Go { to: Spot { place: to, level: known.level() }, gait, near }]
        };
        match part {
            Part::Slot { slot, at: spot } => {
                if self.turn.is_some_and(|until| now.0 < until) {
                    if here.distance(at) >= REACH {
                        self.say(own, now, Move::Strike, &format!("steps in from slot {slot}: {told}"));
                        return Some(go(at, Gait::Run, REACH * 0.7));
                    }
                    self.turn = None;
                    self.ring.end(own, now);
                    self.say(own, now, Move::Strike, &format!("strikes from slot {slot}: {told}"));
                    return Some(vec![Wish::Stop, Wish::Face(at), Wish::Do(Intent::Strike(foe.card.id))]);
                }
                self.turn = None;
                if here.distance(spot) > IN_PLACE && here.distance(at) > REACH {
                    self.say(own, now, Move::Approach, &format!("goes to slot {slot}: {told}"));
                    return Some(go(spot, Gait::Run, 0.4));
                }
                match self.ring.begin(own, now) {
                    Ok(()) => {
                        self.turn = Some(now.0 + BLOW.ticks);
                        self.say(own, now, Move::Strike, &format!("has the turn in slot {slot}: {told}"));
                        Some(go(at, Gait::Run, REACH * 0.7))
                    }
                    Err(refusal) => {
                        self.say(own, now, Move::Wait, &format!("waits in slot {slot}, {refusal}: {told}"));
                        Some(vec![Wish::Stop, Wish::Face(at)])
                    }
                }
            }
            Part::Leave { at: out } => {
                self.say(own, now, Move::Leave, &format!("makes room: {told}"));
                Some(go(out, Gait::Run, 0.5))
            }
            Part::Wait { at: before } => {
                self.say(own, now, Move::Wait, &format!("waits for a slot: {told}"));
                Some(if here.distance(before) > IN_PLACE {
                    go(before, Gait::Walk, 0.5)
                } else {
                    vec![Wish::Stop, Wish::Face(at)]
                })
            }
        }
    }

    /// Runs to where the query says, out of the foe's sight if there is such a place.
    pub fn fall_back(&mut self, known: &Known, foe: &Sighted) -> Vec<Wish> {
        let (here, now) = (known.place(), known.tick().0);
        if let (Some(_), Some(welcome)) = (self.engaged.take(), known.welcome()) {
            self.ring.step_out(welcome.body);
        }
        self.turn = None;
        let refuge = match self.refuge {
            Some((refuge, until)) if now < until => refuge,
            _ => {
                let away = (here - known.place_of(foe)).normalize_or(DVec2::X);
                let found = Ground::around(known, foe).and_then(|ground| {
                    let luck = Stream::named(Seed(now), "fall back", &[]);
                    let answer = FALL_BACK.run(&ground.scene, &luck);
                    if let Some(welcome) = known.welcome() {
                        let option =
                            answer.option.map_or("nowhere to hide", |at| FALL_BACK.options[at].name.as_str());
                        let shown = ground.shown(&FALL_BACK, &answer);
                        self.ring.explain(
                            welcome.body,
                            known.tick(),
                            format!("falls back: {option}"),
                            Some(shown),
                        );
                    }
                    answer.results.first().map(|place| place.at + ground.corner)
                });
                let refuge = found.unwrap_or(here + away * 15.0);
                self.refuge = Some((refuge, now + LOOK_AGAIN));
                refuge
            }
        };
        self.last = Some(Move::FallBack);
        vec![Wish::Go { to: Spot { place: refuge, level: known.level() }, gait: Gait::Run, near: 1.0 }]
    }

    fn say(&mut self, own: EntityId, now: Tick, doing: Move, why: &str) {
        self.last = Some(doing);
        self.ring.explain(own, now, why.to_owned(), None);
    }
}

/// Slots about a place nobody can stand in, as bits.
fn blocked(known: &Known, centre: DVec2) -> u8 {
    let mut bits = 0;
    let mut near = Vec::new();
    for slot in 0..wold_tactics::stage::SLOTS {
        let angle = std::f64::consts::TAU * slot as f64 / wold_tactics::stage::SLOTS as f64;
        let at = centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * 2.6;
        near.clear();
        known.land().obstacles(at, known.level(), ELBOW, &mut near);
        let shut = !near.is_empty()
            || known.land().depth(at) > 0.5
            || !known.land().in_sight(at, centre, known.level());
        bits |= u8::from(shut) << slot;
    }
    bits
}
