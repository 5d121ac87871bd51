//! Wells: one bucket for all who are thirsty.
//!
//! A Petri net (`wold_tactics::petri::Arbiter`) hands each well's bucket out. Whoever comes to draw registers and is told, thought by thought, whether the bucket
//! is its own; none of them talks to another. The net waits for a second one, or a second, and gives the bucket to who stands nearest. It goes back when one has
//! drawn, and by itself if whoever has it goes away, falls or does not come back to it.

use super::report::fights::NetReport;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use wold_space::{DVec2, EntityId, Tick};
use wold_tactics::petri::{Arbiter, Colour, Net};

/// Ticks until the bucket is up, until somebody who does not ask again is gone, and until a well nobody uses is forgotten.
const DRAW: u64 = 60;
const LOST: u64 = 60;
const IDLE: u64 = 400;

static NET: LazyLock<Net> = LazyLock::new(|| Arbiter::net(1, 2, 20));

/// How it stands with somebody at a well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Others have the bucket, or it is not decided yet who gets it.
    Waits,
    /// It draws.
    Draws,
    /// It has drawn, and the bucket goes on.
    Drinks,
}

struct User {
    at: DVec2,
    asked: u64,
    /// When it got the bucket.
    since: Option<u64>,
}

struct Well {
    at: DVec2,
    arbiter: Arbiter<'static>,
    users: BTreeMap<EntityId, User>,
    used: u64,
    served: u64,
}

/// The wells of a household.
#[derive(Clone, Default)]
pub struct Wells(Arc<Mutex<BTreeMap<(i32, i32), Well>>>);

impl std::fmt::Debug for Wells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wells").finish_non_exhaustive()
    }
}

impl Well {
    fn new(at: DVec2) -> Self {
        Self { at, arbiter: Arbiter::new(&NET), users: BTreeMap::new(), used: 0, served: 0 }
    }

    fn leave(&mut self, who: EntityId, now: u64) {
        if self.users.remove(&who).is_some() {
            self.arbiter.leave(Colour(who.0), now);
        }
    }

    fn ask(&mut self, who: EntityId, at: DVec2, now: u64) -> Turn {
        self.used = now;
        let gone: Vec<EntityId> =
            self.users.iter().filter(|(_, user)| now >= user.asked + LOST).map(|(id, _)| *id).collect();
        gone.into_iter().for_each(|id| self.leave(id, now));
        let user = self.users.entry(who).or_insert(User { at, asked: now, since: None });
        (user.at, user.asked) = (at, now);
        self.arbiter.ask(Colour(who.0), now);
        let (users, middle) = (&self.users, self.at);
        self.arbiter.settle(now, |who| {
            users.get(&EntityId(who.0)).map_or(f64::MIN, |user| -user.at.distance(middle))
        });
        if !self.arbiter.has(Colour(who.0)) {
            return Turn::Waits;
        }
        let user = self.users.get_mut(&who).expect("it was just entered");
        if now < *user.since.get_or_insert(now) + DRAW {
            return Turn::Draws;
        }
        self.leave(who, now);
        self.served += 1;
        Turn::Drinks
    }

    fn report(&self) -> NetReport {
        let running = self.arbiter.running();
        let whose = |place: &str| -> Vec<_> {
            let place = running.net().place(place).expect("the arbiter's net has it");
            running.whose(place).map(|who| EntityId(who.0).into()).collect()
        };
        NetReport {
            name: "the bucket of a well".to_owned(),
            x: self.at.x,
            y: self.at.y,
            has: whose("busy"),
            waiting: [whose("ready_to_assign"), whose("ready_to_use")].concat(),
            served: self.served,
            svg: running.net().svg(Some((running, self.used))),
        }
    }
}

impl Wells {
    fn open(&self) -> MutexGuard<'_, BTreeMap<(i32, i32), Well>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody at a place wants to draw from a well; to be asked again and again until it drinks.
    pub fn ask(&self, well: DVec2, who: EntityId, at: DVec2, now: Tick) -> Turn {
        let mut wells = self.open();
        wells.retain(|_, well| now.0 < well.used + IDLE || !well.users.is_empty());
        let key = (libm::round(well.x) as i32, libm::round(well.y) as i32);
        wells.entry(key).or_insert_with(|| Well::new(well)).ask(who, at, now.0)
    }

    /// Somebody does not want to draw any more, fell or left.
    pub fn leave(&self, who: EntityId) {
        for well in self.open().values_mut() {
            let now = well.used;
            well.leave(who, now);
        }
    }

    /// Whether anybody draws or waits.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.open().values().any(|well| !well.users.is_empty())
    }

    /// The nets of all wells in use, drawn with their tokens, for the operator's window.
    #[must_use]
    pub fn report(&self) -> Vec<NetReport> {
        self.open().values().map(Well::report).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WELL: DVec2 = DVec2::new(12.0, 18.0);

    #[test]
    fn one_draws_at_a_time_the_nearest_first_and_all_get_to_drink() {
        let wells = Wells::default();
        let mut thirsty: Vec<u64> = vec![1, 2, 3];
        let mut drank = Vec::new();
        for now in 0..600 {
            let mut draws = 0;
            for who in thirsty.clone() {
                // The higher the number the nearer.
                let at = WELL + DVec2::new(6.0 - who as f64, 0.0);
                match wells.ask(WELL, EntityId(who), at, Tick(now)) {
                    Turn::Waits => {}
                    Turn::Draws => draws += 1,
                    Turn::Drinks => {
                        drank.push(who);
                        thirsty.retain(|other| *other != who);
                    }
                }
            }
            assert!(draws <= 1, "tick {now}: there is one bucket");
        }
        assert_eq!(drank.len(), 3, "{drank:?}");
        assert_eq!(drank[0], 2, "of the two the net waited for, the nearer");
        assert_eq!(wells.report()[0].served, 3);
    }

    #[test]
    fn who_leaves_or_is_not_heard_of_gives_the_bucket_back() {
        let wells = Wells::default();
        let ask = |who: u64, now: u64| wells.ask(WELL, EntityId(who), WELL, Tick(now));
        ask(1, 0);
        assert_eq!(ask(1, 21), Turn::Draws, "nobody else came within a second");
        wells.leave(EntityId(1));
        ask(2, 22);
        assert_eq!(ask(2, 43), Turn::Draws);
        // The second falls silent with the bucket in hand.
        assert!((44..103).all(|now| ask(3, now) == Turn::Waits));
        assert_eq!(ask(3, 110), Turn::Draws);
        let net = &wells.report()[0];
        assert_eq!((&net.has[..], &net.waiting[..]), (&[EntityId(3).into()][..], &[][..]));
        assert!(net.svg.contains("ready_to_use"));
    }
}
