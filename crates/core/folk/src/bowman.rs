//! A hunter's bow: whether it has one, makes one, or lets fly.
//!
//! Contract: who hunts and knows of a bow in its bag, and of what that lets fly, shoots at game in sight within `bow_metres` (`[stalking]` of `rows/work.toml`): it stands, takes the bow in hand, turns to the game and lets fly. Whoever has
//! no bow, or little to let fly, and what a craft of its trade takes to make some, makes that first. Without either it hunts with its hands.

use super::Wish;
use super::moment::Moment;
use super::rows::WORK;
use super::toil::pieces;
use wold_guest::known::{Known, Sighted};
use wold_lore::land::ThingKind;
use wold_lore::{Intent, Shot, Target};
use wold_mind::living::Trade;

/// A bow somebody has, with something to let fly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bow {
    slot: u8,
    shot: Shot,
}

/// What is no thing to throw but to let things fly with.
fn bows(known: &Known) -> impl Iterator<Item = Shot> + '_ {
    known.shots().iter().copied().filter(|shot| shot.with != shot.of)
}

impl Bow {
    /// The one in somebody's bag that can be used.
    pub fn of(known: &Known) -> Option<Self> {
        let slot =
            |kind: ThingKind| known.bag().iter().position(|slot| slot.is_some_and(|slot| slot.kind == kind));
        let usable = bows(known).filter(|shot| pieces(known, shot.of) > 0);
        usable.filter_map(|shot| Some(Self { slot: slot(shot.with)? as u8, shot })).next()
    }

    /// Whether one would hit game from here.
    pub fn bears_on(&self, known: &Known, game: &Sighted) -> bool {
        let (here, at) = (known.place(), known.place_of(game));
        if at.distance(here) > WORK.stalking.bow_metres.min(f64::from(self.shot.reach)) {
            return false;
        }
        let land = known.land();
        let eyes = land.eyes(here, known.level(), wold_wire::Pose::Standing);
        land.sees_body(eyes, &land.figure(at, game.state.level, game.state.pose))
    }

    /// The slot it is in.
    pub fn slot(&self) -> u8 {
        self.slot
    }

    /// What to do to shoot at game.
    pub fn shoot(&self, known: &Known, game: &Sighted) -> Vec<Wish> {
        let mut wishes = vec![Wish::Stop, Wish::Face(known.place_of(game))];
        if known.held() == Some(self.slot) {
            let at = Target::Entity(game.card.id);
            wishes.push(Wish::Do(Intent::Shoot { at, seen: known.tick() }));
        } else {
            wishes.push(Wish::Do(Intent::Hold { slot: self.slot }));
        }
        wishes
    }
}

/// Whether something of one's own that was let fly lies there.
pub(super) fn is_spent(known: &Known, other: &Sighted, own: Option<wold_space::EntityId>) -> bool {
    let flies = other.thing().is_some_and(|kind| bows(known).any(|shot| shot.of == kind));
    let owner = known.owners().get(&other.card.id).and_then(|owner| owner.person());
    flies && owner.is_some() && owner == own
}

/// Whether somebody is to make itself a bow, or something to let fly, before it goes hunting.
pub(super) fn is_to_make(moment: &Moment<'_>) -> bool {
    let known = moment.known;
    bows(known).any(|shot| {
        let lacks = if pieces(known, shot.with) == 0 {
            shot.with
        } else if pieces(known, shot.of) < WORK.stalking.few {
            shot.of
        } else {
            return false;
        };
        can_make(known, moment.calling.trade, lacks)
    })
}

fn can_make(known: &Known, trade: &Trade, kind: ThingKind) -> bool {
    let crafts = trade.crafts.iter().filter_map(|name| known.market().craft(name));
    crafts
        .filter(|(_, craft)| craft.makes(kind))
        .any(|(_, craft)| craft.is_supplied(|kind| pieces(known, kind)))
}
