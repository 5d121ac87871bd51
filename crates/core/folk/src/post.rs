//! A post: where somebody spends a stretch of the day, and how.
//!
//! Everybody of a town has its own: a bed in its own house, a stall of its own, a seat at the inn. So a crowd spreads by itself, and who looks
//! for the smith finds the smith. Houses are entered as soon as their land is known; until then the doorstep is the goal.

use super::guide::Spot;
use super::indoors;
use wold_chance::Stream;
use wold_guest::known::Known;
use wold_lore::land::{FurnitureKind, House};
use wold_space::DVec2;

/// Metres from a doorstep within which its house is found.
const DOORSTEP: f64 = 3.0;
/// How often a dry spot outdoors is tried for.
const TRIES: u32 = 6;

/// How a post is kept.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Manner {
    /// In the house whose door is at the anchor, moving about in it now and then.
    Indoors,
    /// Asleep in one's own corner of that house.
    Asleep,
    /// About the anchor, within so many metres; some posts are kept sitting.
    About { metres: f64, sits: bool },
    /// From one place to the next, in this order.
    Round(Vec<DVec2>),
}

/// Where somebody is to be, and how.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Post {
    pub anchor: DVec2,
    pub manner: Manner,
    /// What sets one's own corner apart from others'.
    pub corner: u64,
}

impl Post {
    /// The spot to go to next.
    pub fn next(&mut self, known: &Known, stream: &mut Stream) -> Spot {
        match &mut self.manner {
            Manner::Indoors | Manner::Asleep => {
                let asleep = self.manner == Manner::Asleep;
                let corners = house(known, self.anchor).map(|house| corners(house, asleep));
                let corners = corners.unwrap_or_default();
                // By day one moves about, now and then; at night everybody has a corner of its own.
                let own = if asleep { self.corner } else { self.corner.wrapping_add(stream.below(3)) };
                let at = (!corners.is_empty()).then(|| (own % corners.len() as u64) as usize);
                at.map_or_else(|| Spot::ground(self.anchor), |at| corners[at])
            }
            Manner::About { metres, .. } => Spot::ground(open_spot(known, self.anchor, *metres, stream)),
            Manner::Round(stations) => {
                if stations.is_empty() {
                    return Spot::ground(self.anchor);
                }
                stations.rotate_left(1);
                Spot::ground(open_spot(known, stations[0], 2.0, stream))
            }
        }
    }

    /// Seconds to stay at a spot, and whether one sits down for it.
    pub fn linger(&self, stream: &mut Stream) -> (f64, bool) {
        match self.manner {
            Manner::Asleep => (120.0, true),
            Manner::Indoors => (stream.range(20.0, 90.0), stream.chance(0.7)),
            Manner::About { sits, .. } => (stream.range(6.0, 30.0), sits && stream.chance(0.8)),
            Manner::Round(_) => (stream.range(2.0, 8.0), false),
        }
    }

    /// Whether somebody there is at its post.
    pub fn is_kept(&self, known: &Known) -> bool {
        let reach = match self.manner {
            Manner::Indoors | Manner::Asleep => 15.0,
            Manner::About { metres, .. } => metres + 4.0,
            // Whoever makes rounds is on duty all the way.
            Manner::Round(_) => return true,
        };
        known.place().distance(self.anchor) < reach
    }
}

/// The house whose door is there, if its land is held.
fn house(known: &Known, door: DVec2) -> Option<&House> {
    let outside = |house: &House| {
        let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
        let nearest = door.clamp(house.corner, house.corner + size);
        nearest.distance(door)
    };
    known
        .land()
        .houses_near(door)
        .map(|house| (house, outside(house)))
        .filter(|(_, metres)| *metres < DOORSTEP)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(house, _)| house)
}

/// The spots of a house, those beside beds first if one wants to sleep, else those of the ground floor beside tables and hearths.
fn corners(house: &House, to_sleep: bool) -> Vec<Spot> {
    let wanted = |kind: FurnitureKind| match kind {
        FurnitureKind::Bed => to_sleep,
        FurnitureKind::Table | FurnitureKind::Hearth | FurnitureKind::Counter | FurnitureKind::Anvil => {
            !to_sleep
        }
        _ => false,
    };
    let beside = |spot: &Spot| {
        house.floors.get(usize::from(spot.level)).is_some_and(|floor| {
            floor.furniture.iter().filter(|piece| wanted(piece.kind)).any(|piece| {
                let middle = DVec2::new(f64::from(piece.x) + 0.5, f64::from(piece.y) + 0.5);
                (house.corner + middle).distance(spot.place) < 1.6
            })
        })
    };
    let mut all = indoors::standable(house);
    if !to_sleep {
        all.retain(|spot| spot.level == 0);
    }
    all.sort_by_key(|spot| !beside(spot));
    let good = all.iter().filter(|spot| beside(spot)).count();
    // Where there is no bed or table for all, any corner will do.
    all.truncate(if good >= 4 { good } else { all.len() });
    all
}

/// A dry spot outdoors within so many metres of a place, if a few tries find one.
pub(super) fn open_spot(known: &Known, around: DVec2, metres: f64, stream: &mut Stream) -> DVec2 {
    let mut spot = around;
    for _ in 0..TRIES {
        spot = around + disc(metres, stream);
        if known.land().house_at(spot, 0).is_none() && known.land().depth(spot) <= 0.0 {
            break;
        }
    }
    spot
}

/// A point of a disc, each as likely as any other.
pub(super) fn disc(radius: f64, stream: &mut Stream) -> DVec2 {
    let turn = stream.range(0.0, std::f64::consts::TAU);
    DVec2::new(libm::cos(turn), libm::sin(turn)) * (radius * stream.unit().sqrt())
}
