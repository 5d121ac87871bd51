//! Who and what is around: answers from what a guest is sent.

use super::names::Folk;
use wold_guest::known::{Known, Sighted};
use wold_mind::gossip::{ClassId, Kind};
use wold_space::EntityId;
use wold_wire::{EntityKind, Loudness};

/// Classes people are judged by at first sight.
pub(super) const PLAYER: ClassId = ClassId(1);
pub(super) const LOCAL: ClassId = ClassId(2);
pub(super) const TRAVELLER: ClassId = ClassId(3);
pub(super) const ORC: ClassId = ClassId(4);

/// Everybody in sight who hears what somebody says.
pub(super) fn in_earshot(known: &Known, speaker: EntityId) -> impl Iterator<Item = &Sighted> {
    let at = known.entities().get(&speaker).map_or(known.place(), |other| other.state.place());
    let reach = Loudness::Talk.reach() * 0.8;
    let people = known.entities().values().filter(|other| other.is_person());
    people.filter(move |other| other.state.place().distance(at) < reach)
}

/// Whether who speaks is in sight and a person who plays.
pub(super) fn is_human(known: &Known, speaker: EntityId) -> bool {
    known.entities().get(&speaker).is_some_and(|other| other.card.kind == EntityKind::HUMAN)
}

/// Whether nobody in sight is nearer to somebody than oneself.
pub(super) fn is_nearest(known: &Known, speaker: EntityId) -> bool {
    let Some(at) = known.entities().get(&speaker).map(|other| other.state.place()) else { return false };
    let own = known.place().distance(at);
    let others = known.entities().values().filter(|other| other.card.id != speaker);
    others
        .filter(|other| other.card.kind == EntityKind::INHABITANT)
        .all(|other| other.state.place().distance(at) >= own)
}

/// What somebody is at first sight.
pub(super) fn kind_of(sighted: &Sighted) -> Kind {
    let class = match sighted.card.kind {
        EntityKind::HUMAN => PLAYER,
        _ => LOCAL,
    };
    Kind { class: class_of(&sighted.card.name).unwrap_or(class), trade: ClassId(0) }
}

/// The class of whoever bears a name that tells it.
pub(super) fn class_of(name: &str) -> Option<ClassId> {
    Folk::of(name).map(|folk| match folk {
        Folk::Villager => LOCAL,
        Folk::Traveller => TRAVELLER,
        Folk::Orc => ORC,
    })
}

/// First impressions of one who is called so: orcs and others loathe each other, except for the odd one out.
pub(super) fn prejudices(name: &str, odd: bool) -> Vec<(ClassId, f64)> {
    let orc = class_of(name) == Some(ORC);
    let [players, villagers, travellers, orcs] = match (orc, odd) {
        (true, false) => [0.15, 0.15, 0.15, 0.7],
        (true, true) => [0.6, 0.6, 0.6, 0.7],
        (false, false) => [0.55, 0.65, 0.55, 0.2],
        (false, true) => [0.55, 0.65, 0.55, 0.65],
    };
    vec![(PLAYER, players), (LOCAL, villagers), (TRAVELLER, travellers), (ORC, orcs)]
}
