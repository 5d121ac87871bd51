//! Who and what is around: answers from what a guest is sent.

use crate::known::{Known, Sighted};
use wold_mind::gossip::{ClassId, Kind};
use wold_mind::living::Whereabouts;
use wold_space::land::PlaceKind;
use wold_space::{DVec2, EntityId};
use wold_wire::{EntityKind, Loudness};

/// Classes people are judged by at first sight.
pub(super) const PLAYER: ClassId = ClassId(1);
pub(super) const LOCAL: ClassId = ClassId(2);

/// Everybody in sight who hears what somebody says.
pub(super) fn in_earshot(known: &Known, speaker: EntityId) -> impl Iterator<Item = &Sighted> {
    let at = known.entities().get(&speaker).map_or(known.place(), |other| other.state.place());
    let reach = Loudness::Talk.reach() * 0.8;
    let people = known.entities().values().filter(|other| other.is_person());
    people.filter(move |other| other.state.place().distance(at) < reach)
}

/// Whether nobody in sight is nearer to somebody than oneself.
pub(super) fn is_nearest(known: &Known, speaker: EntityId) -> bool {
    let Some(at) = known.entities().get(&speaker).map(|other| other.state.place()) else { return false };
    let own = known.place().distance(at);
    let others = known.entities().values().filter(|other| other.card.id != speaker);
    others
        .filter(|other| other.card.kind == EntityKind::Inhabitant)
        .all(|other| other.state.place().distance(at) >= own)
}

/// What somebody is at first sight.
pub(super) fn kind_of(sighted: &Sighted) -> Kind {
    let class = match sighted.card.kind {
        EntityKind::Human => PLAYER,
        EntityKind::Inhabitant | EntityKind::Thing(_) => LOCAL,
    };
    Kind { class, trade: ClassId(0) }
}

/// The nearest place of a kind that one holds the land of.
pub(super) fn whereabouts(known: &Known, at: Whereabouts, home: DVec2) -> Option<DVec2> {
    let kinds: &[PlaceKind] = match at {
        Whereabouts::Home => return Some(home),
        Whereabouts::Work => &[PlaceKind::Smithy, PlaceKind::Mine],
        Whereabouts::Inn => &[PlaceKind::Inn],
        Whereabouts::Market => &[PlaceKind::Market, PlaceKind::Town],
        Whereabouts::Well => &[PlaceKind::Well],
        Whereabouts::Field => &[PlaceKind::Field],
        Whereabouts::Wild => &[PlaceKind::Lookout, PlaceKind::Ruin],
        Whereabouts::Street => &[PlaceKind::Crossroads, PlaceKind::Bridge, PlaceKind::Town],
    };
    let places = known.land().plots().flat_map(|plot| &plot.chunk.places);
    places
        .filter(|place| kinds.contains(&place.kind))
        .min_by(|a, b| a.at.distance(home).total_cmp(&b.at.distance(home)))
        .map(|place| place.at)
}
