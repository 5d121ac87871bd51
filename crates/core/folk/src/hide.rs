//! Getting out of sight, and staying there until all is calm.
//!
//! Contract: somebody is hunted from when the law or a search calls it by name, or when it took something that is another's before somebody's eyes; as long as those who are after it are in
//! sight, and for a while after. It goes to a spot hidden from all of them: behind a corner, in a room, best of all beside something tall in a corner of a room; it runs while it is seen, sneaks
//! when it is not, and stands still there, ducked. Where its own kind fell or saw those who are after it it hides less gladly. Called by name again, it looks for another spot. Which of the best spots it takes is drawn, so that nobody hides in one place always.

use super::beliefs::{Belief, is_in_plain_sight};
use super::diary::{Entry, Ground as Why, What};
use super::fight::Ring;
use super::hunt::calls;
use super::hunt::ground::{Terrain, level_of, point};
use super::mindset::Mindset;
use super::rows::WITS;
use super::villager::steps;
use super::witness::own_body;
use super::{Spot, Walk, Wish};
use std::collections::BTreeSet;
use wold_chance::{Seed, Stream};
use wold_guest::known::{Known, Line, Sighted};
use wold_land::Land;
use wold_land::walkable::Walkable;
use wold_lore::act::{Call, Meaning, SpeechAct};
use wold_lore::land::FurnitureKind;
use wold_lore::{Deed, Owner};
use wold_mind::gossip::BeingId;
use wold_senses::search::Ground;
use wold_space::{DVec2, DVec3};
use wold_wire::{Gait, Pose};

/// Spots looked at closely.
const MOST_SPOTS: usize = 60;
/// People minded at once.
const MOST_EYES: usize = 6;

/// One who hides.
#[derive(Debug)]
pub(super) struct Hider {
    luck: Stream,
    walkable: Walkable,
    lines: Option<u64>,
    deeds: Option<u64>,
    /// When it last had reason to hide.
    alarmed: Option<u64>,
    /// Who is after it.
    from: BTreeSet<BeingId>,
    spot: Option<Spot>,
    chosen: u64,
}

impl Hider {
    /// One whose choices follow from a seed.
    pub fn new(seed: Seed) -> Self {
        Self {
            luck: Stream::named(seed, "hide", &[]),
            walkable: Walkable::default(),
            lines: None,
            deeds: None,
            alarmed: None,
            from: BTreeSet::new(),
            spot: None,
            chosen: 0,
        }
    }

    /// Whether somebody is after it.
    pub fn is_hunted(&self, known: &Known) -> bool {
        self.alarmed.is_some_and(|since| known.step() < since + steps(WITS.hiding.calm_seconds))
    }

    /// Takes in whether anybody is after it.
    pub fn look_out(&mut self, known: &Known, mind: &mut Mindset, guards: &BTreeSet<BeingId>) {
        let step = known.step();
        let mark = self.lines.replace(known.lines().mark()).unwrap_or(u64::MAX);
        for line in known.lines().after(mark) {
            if line.name != mind.name && is_called(line, &mind.name) {
                let found = calls::heard(line).is_none_or(|heard| heard.call == Call::Found);
                self.alarm(known, mind, &line.name, found, "called by name");
            }
        }
        let mark = self.deeds.replace(known.deeds().mark()).unwrap_or(u64::MAX);
        let me = own_body(known);
        let stole = known.deeds().after(mark).any(|seen| {
            let whose = seen.saw.whose.and_then(Owner::person);
            seen.saw.deed == Deed::Steal && seen.saw.doer.is_some() && seen.saw.doer == me && whose != me
        });
        if stole && let Some(witness) = eyes(known, WITS.hiding.witnessed_metres).next() {
            let name = witness.card.name.clone();
            self.alarm(known, mind, &name, false, "stole before their eyes");
        }
        if self.is_hunted(known) {
            let after = |other: &Sighted| {
                let id = BeingId::named(&other.card.name);
                self.from.contains(&id) || guards.contains(&id)
            };
            if eyes(known, WITS.hiding.minded_metres).any(after) {
                self.alarmed = Some(step);
            }
        } else if self.alarmed.take().is_some() {
            self.from.clear();
            self.spot = None;
            mind.diary.note(
                Entry::new(known.tick(), What::Calm, Why::Inferred)
                    .saying("nobody has been about for a while"),
            );
        }
    }

    /// Those in sight who are after it, while it is hunted.
    pub fn minded<'a>(&'a self, known: &'a Known) -> impl Iterator<Item = &'a Sighted> {
        let hunted = self.is_hunted(known);
        let after = |other: &&Sighted| self.from.contains(&BeingId::named(&other.card.name));
        hunted.then(|| eyes(known, WITS.hiding.minded_metres).filter(after)).into_iter().flatten()
    }

    fn alarm(&mut self, known: &Known, mind: &mut Mindset, by: &str, found: bool, why: &str) {
        self.alarmed = Some(known.step());
        if self.from.len() < MOST_EYES {
            self.from.insert(mind.names.learn(by));
        }
        // Whoever is found out where it is looks for another place.
        if found && known.step() >= self.chosen + steps(WITS.hiding.again_seconds) {
            self.spot = None;
        }
        mind.diary.note(Entry::new(known.tick(), What::Hides, Why::Seen).of(by).saying(why));
    }

    /// What it does to be out of sight.
    pub fn act(&mut self, known: &Known, walk: Walk, mind: &mut Mindset, ring: &Ring) -> Vec<Wish> {
        let seen = eyes(known, WITS.hiding.minded_metres)
            .any(|other| self.from.contains(&BeingId::named(&other.card.name)));
        let stuck = walk == Walk::Stuck && known.step() >= self.chosen + steps(1.0);
        if self.spot.is_none() || stuck {
            if known.step() < self.chosen + steps(1.0) {
                return Vec::new();
            }
            self.chosen = known.step();
            self.spot = self.choose(known, mind, ring);
            let Some(spot) = self.spot else { return vec![Wish::Lurk] };
            let inside = known.land().house_at(spot.place, spot.level).is_some();
            let more = if inside { "goes inside to hide" } else { "goes out of sight" };
            mind.diary.note(Entry::new(known.tick(), What::Hides, Why::Inferred).at(spot.place).saying(more));
            return vec![go(spot, Gait::Run)];
        }
        let Some(spot) = self.spot else { return Vec::new() };
        let there = spot.level == known.level() && spot.place.distance(known.place()) < 1.0;
        match walk {
            _ if there => vec![Wish::Lurk],
            // Steps are heard and seen less when one sneaks.
            Walk::Going if !seen && known.own().pose != Pose::Sneaking && self.is_near(known, spot) => {
                vec![go(spot, Gait::Sneak)]
            }
            Walk::Going => Vec::new(),
            _ => vec![go(spot, Gait::Run)],
        }
    }

    fn is_near(&self, known: &Known, spot: Spot) -> bool {
        spot.place.distance(known.place()) < 6.0
    }

    /// A spot none of those who are after it sees.
    fn choose(&mut self, known: &Known, mind: &Mindset, ring: &Ring) -> Option<Spot> {
        let land = known.land();
        let here = point(land, known.place(), known.level());
        let watchers = self.watchers(known, mind);
        let terrain = Terrain::of(known, &mut self.walkable);
        let mut spots = terrain.candidates(here, WITS.hiding.radius_metres);
        let worth = |at: DVec3| {
            let away = watchers.iter().map(|eye| eye.distance(at)).fold(WITS.hiding.radius_metres, f64::min);
            let (place, level) = (at.truncate(), level_of(land, at));
            let inside = if land.house_at(place, level).is_some() { WITS.hiding.indoors_metres } else { 0.0 };
            let niche = if is_niche(land, place, level) { WITS.hiding.niche_metres } else { 0.0 };
            inside + niche + away * WITS.hiding.away - ring.danger(place) * WITS.hiding.dread_metres
        };
        spots.retain(|spot| spot.cover);
        let rough = |at: DVec3| at.distance(here) - worth(at);
        spots.sort_by(|a, b| rough(a.at).total_cmp(&rough(b.at)));
        let hidden = |at: DVec3| watchers.iter().all(|eye| !terrain.sees(*eye, at));
        let spots: Vec<DVec3> =
            spots.iter().map(|spot| spot.at).filter(|at| hidden(*at)).take(MOST_SPOTS).collect();
        let ways = terrain.ways(here, &spots);
        let mut good: Vec<(f64, DVec3)> =
            spots.iter().zip(ways).filter_map(|(at, way)| Some((way? - worth(*at), *at))).collect();
        good.sort_by(|a, b| a.0.total_cmp(&b.0));
        good.truncate(WITS.hiding.drawn);
        let (_, at) = self.luck.pick(&good).copied()?;
        Some(Spot { place: at.truncate(), level: level_of(land, at) })
    }

    /// Where those are who are not to see it.
    fn watchers(&self, known: &Known, mind: &Mindset) -> Vec<DVec3> {
        let land = known.land();
        let in_sight = eyes(known, WITS.hiding.minded_metres)
            .map(|other| point(land, known.place_of(other), other.state.level));
        let believed =
            self.from.iter().filter_map(|whom| mind.beliefs.place_of(*whom).and_then(Belief::place));
        let believed = believed.map(|(place, level)| point(land, place, level));
        let mut all: Vec<DVec3> = in_sight.chain(believed).take(MOST_EYES).collect();
        if all.is_empty() {
            all.push(point(land, known.place(), known.level()));
        }
        all
    }
}

/// Whether somebody is called on by the law, or is called out to be looked for.
fn is_called(line: &Line, name: &str) -> bool {
    let meant_for = |act: &SpeechAct| act.to.as_ref().is_some_and(|to| *to == *name);
    match line.meaning() {
        Some(Meaning::Law) => line.act.as_deref().is_some_and(meant_for),
        Some(Meaning::Hunt(_)) => {
            calls::heard(line).is_some_and(|heard| heard.whom == Some(name) && heard.call != Call::GiveUp)
        }
        _ => false,
    }
}

fn go(to: Spot, gait: Gait) -> Wish {
    Wish::Go { to, gait, near: 0.4 }
}

/// People in plain sight within some metres.
fn eyes(known: &Known, metres: f64) -> impl Iterator<Item = &Sighted> {
    let here = known.place();
    known.entities().values().filter(move |other| {
        other.is_person()
            && other.state.pose != Pose::Fallen
            && known.place_of(other).distance(here) < metres
            && is_in_plain_sight(known, other)
    })
}

/// Whether a place is beside something as tall as a cupboard.
fn is_niche(land: &Land, place: DVec2, level: u8) -> bool {
    let Some(house) = land.house_at(place, level) else { return false };
    let Some(floor) = house.floors.get(usize::from(level)) else { return false };
    let tall = |kind: FurnitureKind| {
        matches!(kind, FurnitureKind::Shelf | FurnitureKind::Chest | FurnitureKind::Barrel)
    };
    floor.furniture.iter().filter(|piece| tall(piece.kind)).any(|piece| {
        let at = house.corner + DVec2::new(f64::from(piece.x) + 0.5, f64::from(piece.y) + 0.5);
        at.distance(place) < WITS.hiding.beside_metres
    })
}
