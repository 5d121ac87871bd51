//! Stalking: how somebody hunts animals it sees.
//!
//! Contract: while it is to work at a trade that hunts, it goes for the nearest game in sight: upright from afar, sneaking once it may be noticed, towards its tail; shoots if it has a bow that bears on it ([`super::bowman`]), strikes when it is within reach,
//! follows what it wounded, and takes what a kill leaves and what it shot in vain. Game it could not get near for a while it leaves alone. Where it sees none it looks about the land around its post. It knows of no animal it was not sent.

use super::bowman::{Bow, is_spent, is_to_make};
use super::moment::Moment;
use super::post::open_spot;
use super::rows::WORK;
use super::toil::pieces;
use super::villager::steps;
use super::witness::own_body;
use super::{Spot, Walk, Wish};
use std::collections::VecDeque;
use wold_chance::Stream;
use wold_guest::known::{Known, Sighted};
use wold_land::measures::{ARM_METRES, TOUCHING_METRES};
use wold_lore::land::ThingKind;
use wold_lore::{Gait, Intent, Pose};
use wold_mind::living::{Doing, Trade};
use wold_space::{DVec2, EntityId};
use wold_wire::EntityKind;
use wold_wire::state::{UNIT, course_vector};

/// How many are left alone at most.
const MOST_LEFT: usize = 16;

/// Whom it is after.
#[derive(Clone, Copy, Debug)]
struct Quarry {
    id: EntityId,
    since: u64,
    /// Where it was when one set out for it, and whether one sneaked.
    at: Option<(DVec2, Gait)>,
    strike_at: u64,
}

/// Somebody's hunting.
#[derive(Debug, Default)]
pub(super) struct Stalk {
    quarry: Option<Quarry>,
    left: VecDeque<(EntityId, u64)>,
    again: u64,
}

/// The animal somebody sees, if it is one a trade hunts.
fn is_game(other: &Sighted, trade: &Trade) -> bool {
    let EntityKind::Being(being) = other.card.kind else { return false };
    let alive = other.state.pose != Pose::Fallen && other.state.health > 0;
    alive && other.state.level == 0 && trade.hunts.iter().any(|name| name == being.label())
}

impl Stalk {
    /// What to do to hunt; nothing if there is nothing to hunt, or no time for it.
    pub fn hunt(
        &mut self,
        moment: &Moment<'_>,
        walk: Walk,
        about: Option<DVec2>,
        stream: &mut Stream,
    ) -> Option<Vec<Wish>> {
        let (known, trade) = (moment.known, moment.calling.trade);
        let laden = pieces(known, ThingKind::Meat) >= WORK.stalking.plenty;
        if trade.hunts.is_empty() || !moment.is_doing(Doing::Work) || laden || known.level() != 0 {
            self.quarry = None;
            return None;
        }
        let (here, step) = (known.place(), known.step());
        if about.is_none_or(|post| post.distance(here) > WORK.stalking.roam_metres) {
            self.quarry = None;
            return None;
        }
        if let Some(wishes) = self.fetch(known) {
            return Some(wishes);
        }
        if is_to_make(moment) {
            self.quarry = None;
            return None;
        }
        self.left.retain(|(_, until)| *until > step);
        let far = |other: &Sighted| known.place_of(other).distance(here);
        let fresh = |id: EntityId| !self.left.iter().any(|(left, _)| *left == id);
        let kept = self.quarry.and_then(|quarry| known.entities().get(&quarry.id));
        let kept = kept.filter(|game| is_game(game, trade) && far(game) < WORK.stalking.seen_metres);
        let game = kept.or_else(|| {
            let seen =
                known.entities().values().filter(|other| is_game(other, trade) && fresh(other.card.id));
            seen.filter(|other| far(other) < WORK.stalking.seen_metres)
                .min_by(|a, b| far(a).total_cmp(&far(b)))
        });
        match game {
            Some(game) => Some(self.stalk(known, walk, game)),
            None => {
                self.quarry = None;
                self.look_about(known, walk, about?, stream)
            }
        }
    }

    /// Goes for what a kill left, if it lies there and is nobody's.
    fn fetch(&mut self, known: &Known) -> Option<Vec<Wish>> {
        let (here, me) = (known.place(), own_body(known));
        let wanted = |other: &&Sighted| {
            let is_left = matches!(other.thing(), Some(ThingKind::Meat | ThingKind::Hide))
                && !known.owners().contains_key(&other.card.id);
            (is_left || is_spent(known, other, me))
                && other.state.level == 0
                && !self.left.iter().any(|(left, _)| *left == other.card.id)
        };
        let near =
            known.entities().values().filter(wanted).map(|thing| (thing, thing.state.place().distance(here)));
        let (thing, far) =
            near.filter(|(_, far)| *far < WORK.stalking.fetch_metres).min_by(|a, b| a.1.total_cmp(&b.1))?;
        if far >= TOUCHING_METRES {
            let sets_out = known.step() >= self.again;
            self.again =
                if sets_out { known.step() + steps(WORK.stalking.again_seconds) } else { self.again };
            let to = Spot::ground(thing.state.place());
            let go = Wish::Go { to, gait: Gait::Walk, near: TOUCHING_METRES * 0.7 };
            return Some(if sets_out { vec![go] } else { Vec::new() });
        }
        // Asked for once: what does not come to hand is left lying.
        self.leave_alone(thing.card.id, known.step());
        self.again = 0;
        Some(vec![Wish::Stop, Wish::Do(Intent::Take(thing.card.id))])
    }

    fn leave_alone(&mut self, id: EntityId, step: u64) {
        if self.left.len() >= MOST_LEFT {
            self.left.pop_front();
        }
        self.left.push_back((id, step + steps(WORK.stalking.left_seconds)));
    }

    fn stalk(&mut self, known: &Known, walk: Walk, game: &Sighted) -> Vec<Wish> {
        let (id, step) = (game.card.id, known.step());
        let fresh = Quarry { id, since: step, at: None, strike_at: 0 };
        let mut quarry = self.quarry.filter(|quarry| quarry.id == id).unwrap_or(fresh);
        let at = known.place_of(game);
        let far = at.distance(known.place());
        if step >= quarry.since + steps(WORK.stalking.chase_seconds) {
            self.leave_alone(id, step);
            self.quarry = None;
            return Vec::new();
        }
        if let Some(bow) = Bow::of(known).filter(|bow| bow.bears_on(known, game)) {
            let mut wishes = Vec::new();
            if step >= quarry.strike_at {
                let holds = known.held() == Some(bow.slot());
                let seconds = if holds { WORK.stalking.bow_seconds } else { WORK.stalking.blow_seconds };
                (quarry.strike_at, quarry.at) = (step + steps(seconds), None);
                wishes = bow.shoot(known, game);
            }
            self.quarry = Some(quarry);
            return wishes;
        }
        if far < ARM_METRES * 0.95 {
            let mut wishes = vec![Wish::Face(at)];
            if step >= quarry.strike_at {
                // What one has come up to once one comes up to again.
                (quarry.strike_at, quarry.since) = (step + steps(WORK.stalking.blow_seconds), step);
                wishes.push(Wish::Do(Intent::Strike(id)));
            }
            self.quarry = Some(quarry);
            return wishes;
        }
        let gait = if far > WORK.stalking.wary_metres { Gait::Walk } else { Gait::Sneak };
        let (cos, sin) = course_vector(game.state.heading);
        let facing = DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT);
        let to = if far > WORK.stalking.wary_metres { at } else { at - facing };
        let same = |(before, with): (DVec2, Gait)| before.distance(to) < 1.0 && with == gait;
        let goes = walk == Walk::Going && quarry.at.is_some_and(same);
        quarry.at = Some((to, gait));
        self.quarry = Some(quarry);
        if goes { Vec::new() } else { vec![Wish::Go { to: Spot::ground(to), gait, near: 0.6 }] }
    }

    /// Walks on to where there may be game.
    fn look_about(
        &mut self,
        known: &Known,
        walk: Walk,
        about: DVec2,
        stream: &mut Stream,
    ) -> Option<Vec<Wish>> {
        if walk == Walk::Going && known.step() < self.again {
            return Some(Vec::new());
        }
        self.again = known.step() + steps(WORK.stalking.again_seconds * 10.0);
        let to = open_spot(known, known.place(), WORK.stalking.look_metres, stream);
        let to = if to.distance(about) > WORK.stalking.roam_metres * 0.9 {
            open_spot(known, about, WORK.stalking.look_metres, stream)
        } else {
            to
        };
        Some(vec![Wish::Go { to: Spot::ground(to), gait: Gait::Walk, near: 3.0 }])
    }
}

#[cfg(test)]
mod tests {
    use super::super::calling::{Calling, trade};
    use super::*;
    use std::sync::Arc;
    use wold_chance::Seed;
    use wold_guest::{Guest, GuestConfig};
    use wold_lore::{Being, Craft, Portion, Shot, Target};
    use wold_mind::living::{Decision, Whereabouts};
    use wold_wire::message::Slot;
    use wold_wire::{Card, Down, EntityState, FromHost, Snapshot};

    /// A hunter at work who sees one animal so far to the east, its tail towards them.
    fn seeing(being: Being, metres: f64) -> Guest {
        let mut guest = Guest::admitted(GuestConfig::default());
        let card = Card { id: EntityId(9), kind: EntityKind::Being(being), name: String::new(), look: 0 };
        let state = EntityState {
            x: wold_wire::state::metres_to_steps(metres),
            health: 255,
            ..EntityState::default()
        };
        let own = wold_wire::OwnState { health: 255, ..Default::default() };
        let snapshot = Snapshot {
            tick: wold_space::Tick(1),
            own,
            entered: vec![(Arc::new(card), state)],
            ..Snapshot::default()
        };
        guest.take(Down::Snapshot(snapshot));
        guest
    }

    fn hunted(guest: &Guest, doing: Doing) -> Option<Vec<Wish>> {
        let (calling, _) = Calling::draw("Ann", &mut Stream::named(Seed(1), "stalk", &[]));
        let calling = Calling { trade: trade("hunter").expect("there is one"), ..calling };
        let decision = Some(Decision { doing, at: Whereabouts::Wild, score: 1.0, is_planned: true });
        let moment =
            Moment { known: guest.known(), calling, decision, at_post: true, asleep: false, town: None };
        let mut stream = Stream::named(Seed(1), "stalk", &[1]);
        Stalk::default().hunt(&moment, Walk::Idle, Some(DVec2::ZERO), &mut stream)
    }

    fn gait(wishes: &Option<Vec<Wish>>) -> Option<Gait> {
        wishes.iter().flatten().find_map(|wish| match wish {
            Wish::Go { gait, .. } => Some(*gait),
            _ => None,
        })
    }

    /// The same with a bow, so many arrows and a log in the bag, where arrows are made of logs.
    fn armed(metres: f64, arrows: u32, held: Option<u8>) -> Guest {
        let mut guest = seeing(Being::Deer, metres);
        let shot = Shot { with: ThingKind::Bow, of: ThingKind::Arrow, speed: 32, fall: 10, reach: 50 };
        let portion = |kind, count| Portion { kind, count };
        let make = Craft {
            name: "make arrows".into(),
            at: wold_lore::Workplace::Anywhere,
            takes: vec![portion(ThingKind::Log, 1)],
            gives: vec![portion(ThingKind::Arrow, 12)],
            minutes: 40,
            tool: None,
        };
        let mut slots = [None; wold_wire::message::BAG_SLOTS];
        let slot = |kind, id, count| Some(Slot { kind, id: EntityId(id), count });
        slots[0] = slot(ThingKind::Bow, 50, 1);
        slots[1] = slot(ThingKind::Arrow, 51, arrows).filter(|slot| slot.count > 0);
        slots[2] = slot(ThingKind::Log, 52, 1);
        for message in [
            FromHost::Shots { shots: vec![shot] },
            FromHost::Crafts { crafts: vec![make] },
            FromHost::Bag { slots, held, worn: None },
        ] {
            guest.take(Down::Message(message));
        }
        guest
    }

    #[test]
    fn a_hunter_with_a_bow_takes_it_in_hand_and_shoots_from_afar() {
        let takes =
            |wishes: &[Wish]| wishes.iter().any(|it| matches!(it, Wish::Do(Intent::Hold { slot: 0 })));
        let shoots = |wishes: &[Wish]| {
            let at = Target::Entity(EntityId(9));
            wishes.iter().any(|it| matches!(it, Wish::Do(Intent::Shoot { at: mark, .. }) if *mark == at))
        };
        let first = hunted(&armed(25.0, 6, None), Doing::Work).unwrap_or_default();
        assert!(takes(&first) && !shoots(&first), "{first:?}");
        let then = hunted(&armed(25.0, 6, Some(0)), Doing::Work).unwrap_or_default();
        assert!(shoots(&then), "{then:?}");
        let far = hunted(&armed(50.0, 6, Some(0)), Doing::Work);
        assert_eq!(gait(&far), Some(Gait::Walk), "too far yet");
    }

    #[test]
    fn a_hunter_with_few_arrows_makes_some_first() {
        assert!(hunted(&armed(25.0, 1, Some(0)), Doing::Work).is_none());
    }

    #[test]
    fn a_hunter_walks_up_to_game_sneaks_near_it_and_strikes_within_reach() {
        assert_eq!(gait(&hunted(&seeing(Being::Deer, 40.0), Doing::Work)), Some(Gait::Walk));
        assert_eq!(gait(&hunted(&seeing(Being::Deer, 12.0), Doing::Work)), Some(Gait::Sneak));
        let near = hunted(&seeing(Being::Deer, 1.5), Doing::Work).unwrap_or_default();
        assert!(near.iter().any(|wish| matches!(wish, Wish::Do(Intent::Strike(EntityId(9))))), "{near:?}");
        let sheep = hunted(&seeing(Being::Sheep, 1.5), Doing::Work).unwrap_or_default();
        assert!(!sheep.iter().any(|wish| matches!(wish, Wish::Do(_))), "sheep are somebody's: {sheep:?}");
        assert!(hunted(&seeing(Being::Deer, 12.0), Doing::Rest).is_none(), "not when it is to rest");
    }
}
