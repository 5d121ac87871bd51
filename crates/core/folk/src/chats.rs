//! The conversations of a household: who talks with whom about what, and what interrupts them.
//!
//! Contract: one [`Chats`] is shared by all who live in one process; its answers depend on who said what in which tick, on nothing else. A conversation owns its members ([`wold_senses::group`]): what disturbs one of
//! them is told to it first, and it has them hush, put it down to something harmless and take up what they were at, send one to look, wait for who does not come back. While a member has something better to do it is paused,
//! and when all are back one says so and it goes on; who stays away too long has left it. No conversation is held more than a few times a day (`[chats]` of `rows/company.toml`) in a household, so that nobody hears the same lines over and over.

use super::rows::COMPANY;
use super::villager::steps;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wold_chance::{Seed, Stream};
use wold_senses::group::{Customs, GroupId, Groups, Happening, Order, Setting};
use wold_space::{EntityId, Tick};

#[derive(Debug, Default)]
struct Inner {
    customs: Customs,
    groups: Groups,
    seed: Seed,
    begun: u64,
    ticked: Option<Tick>,
    /// Who has nothing better to do than to talk, and when it said so.
    free: BTreeMap<EntityId, Tick>,
    /// When each member of a conversation was last heard of.
    heard: BTreeMap<EntityId, Tick>,
    /// What members are to do and have not been told yet.
    orders: BTreeMap<EntityId, VecDeque<Order>>,
    paused: BTreeSet<GroupId>,
    /// Which conversations were held on which day, and how often.
    held: (u32, BTreeMap<usize, u32>),
}

/// What those share who talk with each other.
#[derive(Clone, Debug, Default)]
pub struct Chats(Arc<Mutex<Inner>>);

/// A conversation that was begun.
pub(crate) struct Begun {
    /// What it is about.
    pub topic: String,
}

impl Chats {
    /// Conversations whose order follows from a seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self(Arc::new(Mutex::new(Inner { seed, ..Inner::default() })))
    }

    fn open(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody is at ease, beside these; a conversation may begin with one of them who is, too.
    pub(crate) fn at_ease(
        &self,
        who: EntityId,
        beside: impl Iterator<Item = EntityId>,
        (now, day): (Tick, u32),
    ) -> Option<(EntityId, Begun)> {
        let mut inner = self.open();
        inner.pass(now);
        inner.free.insert(who, now);
        let is_free = |other: &EntityId| {
            let lately = inner
                .free
                .get(other)
                .is_some_and(|since| now.since(*since) <= steps(COMPANY.chats.at_ease_seconds));
            lately && inner.groups.group_of(*other).is_none()
        };
        let partner = beside.into_iter().find(is_free)?;
        inner.begin(who, partner, (now, day)).map(|begun| (partner, begun))
    }

    /// Whether somebody is in a conversation.
    pub(crate) fn is_in(&self, who: EntityId) -> bool {
        self.open().groups.group_of(who).is_some()
    }

    /// With whom somebody talks.
    pub(crate) fn partner(&self, who: EntityId) -> Option<EntityId> {
        let inner = self.open();
        let members = inner.groups.members(inner.groups.group_of(who)?);
        members.iter().copied().find(|other| *other != who)
    }

    /// A member is there, and hears what it is to do.
    pub(crate) fn hear(&self, who: EntityId, now: Tick) -> Vec<Order> {
        let mut inner = self.open();
        inner.heard.insert(who, now);
        inner.pass(now);
        inner.orders.remove(&who).map(Vec::from).unwrap_or_default()
    }

    /// Something happens to a member.
    pub(crate) fn tell(&self, who: EntityId, what: Happening, now: Tick) {
        let mut inner = self.open();
        let inner = &mut *inner;
        if inner.groups.group_of(who).is_some() {
            let told = inner.groups.tell(&inner.customs, who, what, &Setting::default(), &[], now);
            inner.hand_out(told.orders);
        }
    }

    /// Somebody leaves its conversation.
    pub fn leave(&self, who: EntityId) {
        let mut inner = self.open();
        inner.free.remove(&who);
        inner.heard.remove(&who);
        let orders = inner.groups.leave(who);
        inner.hand_out(orders);
        inner.orders.remove(&who);
    }
}

impl Inner {
    fn begin(&mut self, who: EntityId, partner: EntityId, (now, day): (Tick, u32)) -> Option<Begun> {
        if self.held.0 != day {
            self.held = (day, BTreeMap::new());
        }
        let fresh =
            |number: &usize| self.held.1.get(number).is_none_or(|times| *times < COMPANY.chats.enough);
        let choices: Vec<usize> = (0..self.customs.talk.len()).filter(fresh).collect();
        let mut luck = Stream::named(self.seed, "chats", &[self.begun, who.0]);
        let number = *luck.pick(&choices)?;
        let talk = &self.customs.talk[number];
        self.groups.talk(talk, &[who, partner], now).ok()?;
        self.begun += 1;
        *self.held.1.entry(number).or_default() += 1;
        for member in [who, partner] {
            self.free.remove(&member);
            self.heard.insert(member, now);
            self.orders.remove(&member);
        }
        Some(Begun { topic: self.customs.talk[number].name.clone() })
    }

    /// Time passes: whose members are elsewhere are paused, those that are back go on.
    fn pass(&mut self, now: Tick) {
        if self.ticked.is_some_and(|before| before >= now) {
            return;
        }
        self.ticked = Some(now);
        self.free.retain(|_, since| now.since(*since) <= steps(COMPANY.chats.at_ease_seconds));
        let away = |since: &Tick, ticks: u64| now.since(*since) > ticks;
        let gone: Vec<EntityId> = self
            .heard
            .iter()
            .filter(|(_, since)| away(since, steps(COMPANY.chats.gone_seconds)))
            .map(|(who, _)| *who)
            .collect();
        for who in gone {
            self.heard.remove(&who);
            self.orders.remove(&who);
            let orders = self.groups.leave(who);
            self.hand_out(orders);
        }
        let absent: BTreeMap<GroupId, bool> = self
            .heard
            .iter()
            .filter_map(|(who, since)| {
                Some((self.groups.group_of(*who)?, away(since, steps(COMPANY.chats.absent_seconds))))
            })
            .fold(BTreeMap::new(), |mut all, (group, away)| {
                *all.entry(group).or_insert(false) |= away;
                all
            });
        self.paused.retain(|group| absent.contains_key(group));
        for (group, away) in absent {
            if away {
                self.groups.pause(group);
                self.paused.insert(group);
            } else if self.paused.remove(&group) {
                let orders = self.groups.resume(group, now);
                self.hand_out(orders);
            }
        }
        let orders = self.groups.tick(now);
        self.hand_out(orders);
    }

    fn hand_out(&mut self, orders: Vec<Order>) {
        for order in orders {
            let who = order.who();
            if matches!(order, Order::Release { .. }) {
                self.heard.remove(&who);
            }
            self.orders.entry(who).or_default().push_back(order);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_space::DVec2;

    const ASA: EntityId = EntityId(1);
    const BO: EntityId = EntityId(2);

    fn lines(chats: &Chats, ticks: std::ops::Range<u64>, there: &[EntityId]) -> Vec<(EntityId, String)> {
        let mut said = Vec::new();
        for tick in ticks {
            for who in there {
                for order in chats.hear(*who, Tick(tick)) {
                    if let Order::Say { who, line } = order {
                        said.push((who, line));
                    }
                }
            }
        }
        said
    }

    fn talking() -> Chats {
        let chats = Chats::new(Seed(4));
        assert!(chats.at_ease(ASA, [BO].into_iter(), (Tick(1), 1)).is_none(), "Bo is busy");
        let (partner, _) = chats.at_ease(BO, [ASA].into_iter(), (Tick(2), 1)).expect("both are at ease");
        assert_eq!((partner, chats.partner(ASA)), (ASA, Some(BO)));
        chats
    }

    #[test]
    fn two_who_are_at_ease_take_turns_and_are_released() {
        let chats = talking();
        let said = lines(&chats, 3..2000, &[ASA, BO]);
        assert!(said.len() >= 4 && said.iter().any(|(who, _)| *who == ASA), "{said:?}");
        assert!(!chats.is_in(ASA) && !chats.is_in(BO));
    }

    #[test]
    fn a_noise_makes_them_hush_and_a_second_one_sends_one_to_look() {
        let chats = talking();
        lines(&chats, 3..40, &[ASA, BO]);
        let noise = Happening::Minor(DVec2::new(9.0, 0.0));
        chats.tell(ASA, noise, Tick(40));
        assert_eq!(lines(&chats, 40..200, &[ASA, BO]).first().map(|(who, _)| *who), Some(ASA));
        chats.tell(ASA, noise, Tick(200));
        let orders = chats.hear(BO, Tick(201));
        let looks = |order: &Order| matches!(order, Order::Investigate { who: BO, .. });
        assert!(orders.iter().any(looks), "{orders:?}");
    }

    #[test]
    fn who_has_something_better_to_do_pauses_it_and_takes_it_up_again_or_has_left() {
        let chats = talking();
        lines(&chats, 3..60, &[ASA, BO]);
        let gone = steps(COMPANY.chats.gone_seconds);
        let alone = lines(&chats, 60..60 + gone / 2, &[ASA]);
        assert!(alone.len() <= 1, "Asa waits: {alone:?}");
        let back = lines(&chats, 60 + gone / 2..70 + gone / 2, &[ASA, BO]);
        let customs = Customs::default();
        let rejoins = |line: &String| customs.talk.iter().any(|talk| talk.rejoin == *line);
        assert!(back.first().is_some_and(|(_, line)| rejoins(line)), "{back:?}");
        lines(&chats, 70 + gone / 2..80 + 2 * gone, &[ASA]);
        assert!(!chats.is_in(ASA) && !chats.is_in(BO), "Bo has left");
    }

    #[test]
    fn who_dies_is_called_and_looked_for_by_who_is_left() {
        let chats = talking();
        lines(&chats, 3..40, &[ASA, BO]);
        let there = DVec2::new(5.0, 5.0);
        chats.tell(BO, Happening::Died(there), Tick(40));
        let orders: Vec<Order> = (41..400).flat_map(|tick| chats.hear(ASA, Tick(tick))).collect();
        assert!(orders.contains(&Order::Investigate { who: ASA, at: there }), "{orders:?}");
        assert!(!chats.is_in(ASA));
    }

    #[test]
    fn no_conversation_is_held_too_often_in_a_day() {
        let chats = Chats::new(Seed(4));
        let most = Customs::default().talk.len() as u64 * u64::from(COMPANY.chats.enough);
        let mut begun = 0;
        for n in 0..most + 10 {
            let (one, other) = (EntityId(10 + 2 * n), EntityId(11 + 2 * n));
            chats.at_ease(one, [].into_iter(), (Tick(n * 4), 1));
            begun += u64::from(chats.at_ease(other, [one].into_iter(), (Tick(n * 4 + 1), 1)).is_some());
        }
        assert_eq!(begun, most);
    }
}
