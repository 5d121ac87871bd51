//! Who stands with whom, as one who fights sees it, and who would win.
//!
//! Friends are those whom one holds in high respect and those who fight one's foes already. Foes are those whom one would fight, whoever stands about
//! oneself or a friend to strike, and armed people beside a foe: they came with it. Everybody in sight counts, by health and by what is in the hand. Not
//! counted: who might still come.

use super::Ring;
use crate::rows::FIGHT;
use std::collections::BTreeSet;
use wold_guest::known::{Known, Sighted};
use wold_lore::land::ThingKind;
use wold_space::{DVec2, EntityId};
use wold_tactics::combat::{Force, Portfolio};
use wold_wire::Pose;

/// What fighters are told apart by, in the order of a force's parts.
pub(super) const TYPES: [&str; 2] = ["fist", "axe"];

/// Everybody who counts in a fight, without oneself.
#[derive(Clone, Debug, Default)]
pub struct Sides<'a> {
    /// Whom one could strike: those one would fight anyway, the nearest first.
    pub foes: Vec<&'a Sighted>,
    /// Those who would help them.
    pub abettors: Vec<&'a Sighted>,
    /// Those who would help oneself.
    pub friends: Vec<&'a Sighted>,
}

/// The chance to win, and how many stand on either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The chance of one's own side.
    pub chance: f64,
    /// Heads of one's own side, oneself among them.
    pub ours: usize,
    /// Heads of the others.
    pub theirs: usize,
}

impl std::fmt::Display for Odds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} % to win, {} against {}", 100.0 * self.chance, self.ours, self.theirs)
    }
}

/// Whether somebody holds an axe.
pub(super) fn is_armed(other: &Sighted) -> bool {
    other.state.held & 127 == ThingKind::Axe as u8 + 1
}

/// The slot of the bag with an axe in it.
pub(super) fn axe(known: &Known) -> Option<u8> {
    let slot = known.bag().iter().position(|slot| slot.is_some_and(|slot| slot.kind == ThingKind::Axe))?;
    Some(slot as u8)
}

impl<'a> Sides<'a> {
    /// Sorts everybody in sight, given whom one would fight and whom one holds dear.
    #[must_use]
    pub fn of(known: &'a Known, ring: &Ring, foes: Vec<&'a Sighted>, dear: &[&'a Sighted]) -> Self {
        let here = known.place();
        let far = |other: &&Sighted| known.place_of(other).distance(here);
        let ids =
            |people: &[&Sighted]| people.iter().map(|other| other.card.id).collect::<BTreeSet<EntityId>>();
        let hostile = ids(&foes);
        let mut ours: BTreeSet<EntityId> = ids(dear).difference(&hostile).copied().collect();
        ours.extend(hostile.iter().flat_map(|foe| ring.about(*foe)));
        let own = known.welcome().map(|welcome| welcome.body);
        let against: BTreeSet<EntityId> =
            ours.iter().copied().chain(own).flat_map(|one| ring.about(one)).collect();
        let places: Vec<DVec2> = foes.iter().map(|foe| known.place_of(foe)).collect();
        let came_along = |other: &Sighted| {
            let at = known.place_of(other);
            is_armed(other) && places.iter().any(|foe| foe.distance(at) < FIGHT.closing.beside_metres)
        };
        let mut sides = Self { foes, ..Self::default() };
        for other in known.entities().values() {
            let id = other.card.id;
            let counts = other.is_person()
                && other.state.level.abs_diff(known.level()) <= 1
                && other.state.pose != Pose::Fallen
                && !hostile.contains(&id);
            if counts && ours.contains(&id) {
                sides.friends.push(other);
            } else if counts && (against.contains(&id) || came_along(other)) {
                sides.abettors.push(other);
            }
        }
        sides.foes.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.card.id.cmp(&b.card.id)));
        sides
    }

    /// The chance of one's own side, oneself in it, by what battles have taught about places like this one.
    #[must_use]
    pub fn odds(&self, known: &Known, taught: &Portfolio) -> Odds {
        let bare = known.held().and_then(|slot| known.bag().get(usize::from(slot)).copied().flatten());
        // Who has an axe draws it.
        let armed = bare.is_some_and(|slot| slot.kind == ThingKind::Axe) || axe(known).is_some();
        let oneself = (known.own().health, armed);
        let of = |other: &&Sighted| (other.state.health, is_armed(other));
        let ours = force(self.friends.iter().map(of).chain([oneself]));
        let theirs = force(self.against().map(|other| of(&other)));
        let indoors = known.land().house_at(known.place(), known.level()).is_some();
        let model = taught.model(if indoors { "indoors" } else { "open" });
        Odds { chance: model.wins(&ours, &theirs), ours: ours.units as usize, theirs: theirs.units as usize }
    }

    /// Everybody on the other side, whom one would fight first.
    pub fn against(&self) -> impl Iterator<Item = &'a Sighted> + '_ {
        self.foes.iter().chain(&self.abettors).copied()
    }
}

fn force(people: impl Iterator<Item = (u8, bool)>) -> Force {
    let mut force = Force { units: 0.0, health: vec![0.0; 2] };
    for (health, armed) in people {
        force.units += 1.0;
        force.health[usize::from(armed)] += f64::from(health) / 255.0;
    }
    force
}
