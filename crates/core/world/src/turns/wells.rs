//! Wells: one bucket for all who are thirsty.
//!
//! Contract: a Petri net ([`wold_tactics::petri::Arbiter`]) hands each well's bucket out. Whoever stands at a well and says so ([`draw`]) is told how it stands with them whenever that changes; none
//! of them talks to another. The net waits for a second one, or a second, and gives the bucket to who has waited longest, of those who came together to who stands nearest. It goes back when one has drawn, and by itself if whoever has it goes away, falls
//! or does not ask for it any more.

use crate::books::Post;
use crate::clock::Now;
use crate::ground::Ground;
use crate::parts::SteeredBy;
use crate::registry::{Kept, Roll};
use crate::turns::{Turns, body_of};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use wold_lore::Bucket;
use wold_lore::land::PlaceKind;
use wold_space::{ChunkPos, DVec2, EntityId, TICKS_PER_SECOND};
use wold_tactics::petri::{Arbiter, Colour, Marks, Net};
use wold_wire::{FromHost, Refusal};

/// Metres from which one draws.
pub const DRAW_METRES: f64 = 6.0;
/// Ticks until the bucket is up, until somebody who does not ask again is gone, and until a well nobody uses is forgotten.
const DRAW: u64 = 40;
const LOST: u64 = 60;
const IDLE: u64 = 400;

static NET: LazyLock<Net> = LazyLock::new(|| Arbiter::net(1, 2, 20));

/// Which well: its chunk, and which of the chunk's places it is.
pub type Site = (ChunkPos, u16);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct User {
    asked: u64,
    /// When it got the bucket.
    since: Option<u64>,
    told: Option<Bucket>,
}

/// A well in use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Well {
    /// Where it is.
    pub at: DVec2,
    /// How many had the bucket so far.
    pub served: u64,
    marks: Marks,
    users: BTreeMap<EntityId, User>,
    used: u64,
}

/// Since when people have waited at wells.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue(BTreeMap<EntityId, u64>);

impl Kept for Queue {
    const NAME: &'static str = "queue";
}

/// The wells in use.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wells(BTreeMap<Site, Well>);

impl Wells {
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Well> {
        self.0.values()
    }

    pub(super) fn is_idle(&self) -> bool {
        self.0.is_empty()
    }
}

impl Well {
    /// The net that hands its bucket out, as it stands.
    #[must_use]
    pub fn arbiter(&self) -> Arbiter<'static> {
        Arbiter::resumed(&NET, &self.marks)
    }

    /// Who draws or waits.
    pub fn users(&self) -> impl Iterator<Item = EntityId> + '_ {
        self.users.keys().copied()
    }

    /// The tick it was last used.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Lets the bucket go on; returns whose turn is another.
    fn pass(
        &mut self,
        now: u64,
        place: impl Fn(EntityId) -> Option<DVec2>,
        waited: impl Fn(EntityId) -> u64,
    ) -> Vec<(EntityId, Bucket)> {
        let mut arbiter = self.arbiter();
        let near =
            |who: EntityId| place(who).map(|at| at.distance(self.at)).filter(|far| *far < DRAW_METRES + 1.0);
        self.users.retain(|who, user| {
            let stays = now < user.asked.saturating_add(LOST) && near(*who).is_some();
            if !stays {
                arbiter.leave(Colour(who.0), now);
            }
            stays
        });
        self.users.keys().for_each(|who| arbiter.ask(Colour(who.0), now));
        // Longest first, by the second: who comes and goes must not be served before who stands and waits.
        let turn = |who: EntityId| (waited(who) / TICKS_PER_SECOND) as f64 * (DRAW_METRES + 1.0);
        arbiter.settle(now, |who| near(EntityId(who.0)).map_or(f64::MIN, |far| turn(EntityId(who.0)) - far));
        let mut news = Vec::new();
        for (who, user) in &mut self.users {
            let turn = if !arbiter.has(Colour(who.0)) {
                Bucket::Waits
            } else if now < user.since.get_or_insert(now).saturating_add(DRAW) {
                Bucket::Draws
            } else {
                Bucket::Drinks
            };
            if user.told.replace(turn) != Some(turn) {
                news.push((*who, turn));
            }
        }
        for (who, _) in news.iter().filter(|(_, turn)| *turn == Bucket::Drinks) {
            self.users.remove(who);
            arbiter.leave(Colour(who.0), now);
            self.served += 1;
        }
        if !self.users.is_empty() {
            self.used = now;
        }
        self.marks = arbiter.running().marks();
        news
    }
}

/// Somebody at a place wants to draw from a well, or still does.
pub(crate) fn draw(world: &mut World, who: EntityId, at: DVec2, (chunk, place): Site) -> Result<(), Refusal> {
    let plot = world.resource::<Ground>().land.plot(chunk).ok_or(Refusal::NothingThere)?;
    let well = plot.chunk.places.get(usize::from(place)).filter(|place| place.kind == PlaceKind::Well);
    let middle = well.ok_or(Refusal::NothingThere)?.at;
    if middle.distance(at) >= DRAW_METRES {
        return Err(Refusal::TooFar);
    }
    let now = world.resource::<Now>().0.0;
    let wells = &mut world.resource_mut::<Turns>().wells.0;
    let fresh = || Well { at: middle, served: 0, marks: Marks::default(), users: BTreeMap::new(), used: now };
    let well = wells.entry((chunk, place)).or_insert_with(fresh);
    let user = well.users.entry(who).or_insert(User { asked: now, since: None, told: None });
    user.asked = now;
    world.resource_mut::<Queue>().0.entry(who).or_insert(now);
    Ok(())
}

/// Lets every bucket go on, and tells those for whom that changes something.
pub(super) fn keep(world: &mut World, wells: &mut Wells) {
    let now = world.resource::<Now>().0.0;
    let mut mail = Vec::new();
    let mut queue = std::mem::take(&mut world.resource_mut::<Queue>().0);
    for ((chunk, place), well) in &mut wells.0 {
        let waited = |who| queue.get(&who).map_or(0, |since| now.saturating_sub(*since));
        let news = well.pass(now, |who| body_of(world, who).map(|motion| motion.place), waited);
        mail.extend(
            news.into_iter()
                .map(|(who, turn)| (who, FromHost::Bucket { chunk: *chunk, place: *place, turn })),
        );
    }
    queue.retain(|who, _| wells.0.values().any(|well| well.users.contains_key(who)));
    world.resource_mut::<Queue>().0 = queue;
    wells.0.retain(|_, well| !well.users.is_empty() || now < well.used.saturating_add(IDLE));
    for (who, message) in mail {
        let entity = world.resource::<Roll>().0.get(&who).copied();
        if let Some(guest) = entity.and_then(|entity| world.get::<SteeredBy>(entity)).map(|by| by.0) {
            world.resource_mut::<Post>().send(guest, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WELL: DVec2 = DVec2::new(12.0, 18.0);

    fn well() -> Well {
        Well { at: WELL, served: 0, marks: Marks::default(), users: BTreeMap::new(), used: 0 }
    }

    fn ask(well: &mut Well, who: u64, now: u64) {
        let user = User { asked: now, since: None, told: None };
        well.users.entry(EntityId(who)).or_insert(user).asked = now;
    }

    #[test]
    fn one_draws_at_a_time_the_nearest_first_and_all_get_to_drink() {
        let mut well = well();
        let mut thirsty: Vec<u64> = vec![1, 2, 3];
        let mut drank = Vec::new();
        for now in 0..600 {
            thirsty.iter().for_each(|who| ask(&mut well, *who, now));
            // The higher the number the nearer.
            for (who, turn) in well.pass(now, |who| Some(WELL + DVec2::new(6.0 - who.0 as f64, 0.0)), |_| 0) {
                if turn == Bucket::Drinks {
                    drank.push(who.0);
                    thirsty.retain(|other| *other != who.0);
                }
            }
            let draws = well.users.values().filter(|user| user.told == Some(Bucket::Draws)).count();
            assert!(draws <= 1, "tick {now}: there is one bucket");
        }
        assert_eq!(drank, [2, 3, 1], "of the two the net waited for the nearer, then the nearest");
        assert_eq!(well.served, 3);
    }

    #[test]
    fn who_has_waited_longer_drinks_before_who_stands_nearer() {
        let mut well = well();
        let mut drank = Vec::new();
        for now in 0..400 {
            [1, 2, 3].iter().filter(|who| !drank.contains(*who)).for_each(|who| ask(&mut well, *who, now));
            let place = |who: EntityId| Some(WELL + DVec2::X * who.0 as f64);
            let news = well.pass(now, place, |who| 40 * who.0);
            drank.extend(news.iter().filter(|(_, turn)| *turn == Bucket::Drinks).map(|(who, _)| who.0));
        }
        assert_eq!(drank.len(), 3);
        assert!(drank[1..] == [3, 1] || drank[1..] == [2, 1], "the nearest had come last: {drank:?}");
    }

    #[test]
    fn who_leaves_or_is_not_heard_of_gives_the_bucket_back() {
        let mut well = well();
        let has = |well: &Well, who: u64| well.arbiter().has(Colour(who));
        ask(&mut well, 1, 0);
        for now in 0..=21 {
            well.pass(now, |_| Some(WELL), |_| 0);
        }
        assert!(has(&well, 1), "nobody else came within a second");
        ask(&mut well, 2, 22);
        for now in 22..=45 {
            // The first walks away.
            well.pass(now, |who| Some(if who.0 == 1 { WELL + DVec2::X * 9.0 } else { WELL }), |_| 0);
        }
        assert!(has(&well, 2));
        // The second falls silent with the bucket in hand.
        for now in 46..=110 {
            ask(&mut well, 3, now);
            well.pass(now, |_| Some(WELL), |_| 0);
        }
        assert!(has(&well, 3) && well.users.len() == 1);
    }
}
