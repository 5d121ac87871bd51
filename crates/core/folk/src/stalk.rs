//! Stalking: how somebody hunts animals it sees.
//!
//! Contract: while it is to work at a trade that hunts, it goes for the nearest game in sight: upright from afar, sneaking once it may be noticed, towards its tail; shoots if it has a bow that bears on it ([`super::bowman`]), strikes when it is within reach,
//! follows what it wounded, and takes what a kill leaves and what it shot in vain. Game it could not get near for a while it leaves alone. Where it sees none it goes where it last saw some, else over the nearest ground such game lives on that
//! it has not walked lately, as far as it knows the land around its post; else it looks about. It knows of no animal it was not sent.

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
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId, Vec2};
use wold_wire::EntityKind;
use wold_wire::state::{UNIT, course_vector};

/// How many are left alone at most.
const MOST_LEFT: usize = 16;
/// How many squares of land are remembered as walked, and how many places as those where game was.
const MOST_WALKED: usize = 64;
const MOST_TRACKS: usize = 8;

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
    /// Squares it has walked, and until when it does not walk them again.
    walked: VecDeque<(ChunkPos, u64)>,
    /// Where it saw game, the latest last.
    tracks: VecDeque<DVec2>,
    /// Where it is going to look for some.
    bound: Option<DVec2>,
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
            (self.quarry, self.bound) = (None, None);
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
            Some(game) => {
                self.note(known.place_of(game));
                Some(self.stalk(known, walk, game))
            }
            None => {
                self.quarry = None;
                self.look_about(moment, walk, about?, stream)
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

    /// Remembers where game was.
    fn note(&mut self, at: DVec2) {
        self.bound = None;
        self.tracks.retain(|track| track.distance(at) > WORK.stalking.look_metres);
        if self.tracks.len() >= MOST_TRACKS {
            self.tracks.pop_front();
        }
        self.tracks.push_back(at);
    }

    /// Walks on to where there may be game.
    fn look_about(
        &mut self,
        moment: &Moment<'_>,
        walk: Walk,
        about: DVec2,
        stream: &mut Stream,
    ) -> Option<Vec<Wish>> {
        let (known, step) = (moment.known, moment.known.step());
        let here = known.place();
        let waits = step < self.again;
        self.walk_over(here, step);
        if let Some(bound) = self.bound {
            let there = bound.distance(here) < WORK.stalking.there_metres;
            if !there && (walk == Walk::Going || waits) {
                return Some(Vec::new());
            }
            // Nothing there, or no way there.
            self.walk_over(bound, step);
            self.bound = None;
        } else if walk == Walk::Going && waits {
            return Some(Vec::new());
        }
        self.bound = self.promising(moment, about);
        let to = match self.bound {
            Some(bound) => open_spot(known, bound, WORK.stalking.there_metres * 0.5, stream),
            None => {
                let spot = open_spot(known, here, WORK.stalking.look_metres, stream);
                let strayed = spot.distance(about) > WORK.stalking.roam_metres * 0.9;
                if strayed { open_spot(known, about, WORK.stalking.look_metres, stream) } else { spot }
            }
        };
        let bound_for = if self.bound.is_some() { 1.0 } else { 10.0 };
        self.again = step + steps(WORK.stalking.again_seconds * bound_for);
        Some(vec![Wish::Go { to: Spot::ground(to), gait: Gait::Walk, near: 3.0 }])
    }

    /// There is nothing there for now.
    fn walk_over(&mut self, at: DVec2, step: u64) {
        self.tracks.retain(|track| track.distance(at) > WORK.stalking.there_metres);
        let square = ChunkPos::of(at);
        self.walked.retain(|(walked, until)| *until > step && *walked != square);
        if self.walked.len() >= MOST_WALKED {
            self.walked.pop_front();
        }
        self.walked.push_back((square, step + steps(WORK.stalking.walked_seconds)));
    }

    /// Where game may be: where it was seen last, else the nearest ground of its that was not walked lately.
    fn promising(&self, moment: &Moment<'_>, about: DVec2) -> Option<DVec2> {
        let (known, here) = (moment.known, moment.known.place());
        let within = |at: DVec2| at.distance(about) < WORK.stalking.roam_metres * 0.9;
        let fresh = |at: DVec2| !self.walked.iter().any(|(walked, _)| *walked == ChunkPos::of(at));
        if let Some(track) = self.tracks.iter().rev().find(|track| within(**track) && fresh(**track)) {
            return Some(*track);
        }
        let grounds = &moment.calling.trade.grounds;
        let middle = Vec2::splat(CHUNK_METRES as f32 * 0.5);
        let wild = known.land().plots().filter(|plot| {
            let here = plot.chunk.ecosystem(middle).label();
            grounds.iter().any(|ground| ground == here)
        });
        let squares = wild.map(|plot| plot.chunk.pos.origin() + middle.as_dvec2());
        let near = |at: &DVec2| at.distance(here);
        squares.filter(|at| within(*at) && fresh(*at)).min_by(|a, b| near(a).total_cmp(&near(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::calling::{Calling, trade};
    use super::*;
    use std::sync::Arc;
    use wold_chance::Seed;
    use wold_guest::{Guest, GuestConfig};
    use wold_lore::land::{Chunk, Ecosystem};
    use wold_lore::{Being, Craft, Portion, Shot, Target};
    use wold_mind::living::{Decision, Whereabouts};
    use wold_wire::land::ChunkChanges;
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

    #[test]
    fn a_hunter_who_sees_no_game_walks_over_its_grounds_and_goes_where_it_last_saw_some() {
        let wood = |x, y, ecosystem| {
            let mut chunk = Chunk::meadow(ChunkPos { x, y });
            chunk.ecosystems.fill(ecosystem);
            FromHost::Chunk { land: Arc::new(chunk), changes: ChunkChanges::default() }
        };
        let mut guest = seeing(Being::Sheep, 30.0);
        guest.take(Down::Message(wood(0, 0, Ecosystem::Meadow)));
        guest.take(Down::Message(wood(1, 0, Ecosystem::Forest)));
        guest.take(Down::Message(wood(0, 1, Ecosystem::Meadow)));
        let (calling, _) = Calling::draw("Ann", &mut Stream::named(Seed(1), "stalk", &[]));
        let calling = Calling { trade: trade("hunter").expect("there is one"), ..calling };
        let moment = Moment {
            known: guest.known(),
            calling,
            decision: None,
            at_post: true,
            asleep: false,
            town: None,
        };
        let mut stalk = Stalk::default();
        assert_eq!(stalk.promising(&moment, DVec2::ZERO), Some(DVec2::new(48.0, 16.0)), "the wood");
        stalk.note(DVec2::new(-60.0, 0.0));
        assert_eq!(stalk.promising(&moment, DVec2::ZERO), Some(DVec2::new(-60.0, 0.0)), "there was one");
        stalk.walk_over(DVec2::new(-60.0, 0.0), 1);
        stalk.walk_over(DVec2::new(40.0, 20.0), 1);
        assert_eq!(stalk.promising(&moment, DVec2::ZERO), None, "it has been everywhere");
    }
}
