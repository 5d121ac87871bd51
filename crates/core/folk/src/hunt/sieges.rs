//! Those whom nobody can get at, and who stands about them.
//!
//! Contract: who sees a foe and finds no way to them says so as long as that lasts; with others who say the same of the same foe it becomes one group ([`wold_senses::group`]), which has one call, the others watch,
//! and all fall back in stages when it was in vain. Who finds a way, loses sight of the foe or has other things to do leaves. Answers depend on who said what in which tick, on nothing else.

use super::ground::{Terrain, point};
use crate::guide::{Guide, Spot};
use crate::legs::measures;
use crate::rows::FIGHT;
use crate::villager::steps;
use std::collections::BTreeMap;
use wold_guest::known::{Known, Sighted};
use wold_land::places::Atlas;
use wold_land::walkable::Walkable;
use wold_senses::group::{Customs, Groups, Happening, Order, Setting};
use wold_senses::search::Ground as _;
use wold_space::{EntityId, TICKS_PER_SECOND, Tick};

/// All who stand about somebody they cannot get at.
#[derive(Default)]
pub(super) struct Sieges {
    customs: Customs,
    groups: Groups,
    guide: Guide,
    ticked: Option<Tick>,
    /// Who cannot get at whom, and when it last said so.
    kept_off: BTreeMap<EntityId, (EntityId, Tick)>,
    /// What members are to do and have not been told yet.
    orders: BTreeMap<EntityId, Vec<Order>>,
}

/// What one who cannot get at somebody is told.
pub(crate) struct Standing {
    /// What it is to do from now on.
    pub orders: Vec<Order>,
    /// Whether it is one of several.
    pub in_company: bool,
    /// Ticks one who is alone has patience, and a stage of a retreat lasts.
    pub patience: u64,
    pub stage: u64,
}

fn ticks(seconds: f64) -> u64 {
    libm::round(seconds * TICKS_PER_SECOND as f64) as u64
}

impl Sieges {
    /// Reads the places others read, too.
    pub fn read(&mut self, atlas: Atlas) {
        self.guide.read(atlas);
    }

    /// Whether there is a way to somebody: by the corners one would walk, and if those are not found, by all ground about both.
    pub fn is_reachable(&mut self, known: &Known, foe: &Sighted, walkable: &mut Walkable) -> bool {
        let (land, at) = (known.land(), known.place_of(foe));
        let from = Spot { place: known.place(), level: known.level() };
        let to = Spot { place: at, level: foe.state.level };
        self.guide.fit(measures(known));
        if self.guide.route(land, from, to).is_some() {
            return true;
        }
        let here = point(land, from.place, from.level);
        let ways = Terrain::of(known, walkable).ways(here, &[point(land, at, to.level)]);
        ways.first().is_some_and(Option::is_some)
    }

    /// Somebody sees a foe it cannot get at, and hears what to do.
    pub fn stand(&mut self, known: &Known, who: EntityId, foe: &Sighted) -> Standing {
        let (now, whom, at) = (known.tick(), foe.card.id, known.place_of(foe));
        self.kept_off.retain(|_, (_, since)| now.since(*since) <= steps(FIGHT.siege.lately_seconds));
        self.kept_off.insert(who, (whom, now));
        let same = |(other, (foe, _)): (&EntityId, &(EntityId, Tick))| (*foe == whom).then_some(*other);
        let company: Vec<EntityId> = self.kept_off.iter().filter_map(same).collect();
        let setting = Setting { reachable: false, ..Setting::default() };
        let seen = Happening::Seen(whom, at);
        let told = self.groups.tell(&self.customs, who, seen, &setting, &company, now);
        self.hand_out(told.orders);
        if self.ticked != Some(now) {
            self.ticked = Some(now);
            let orders = self.groups.tick(now);
            self.hand_out(orders);
        }
        let words = &self.customs.call_out;
        Standing {
            orders: self.orders.remove(&who).unwrap_or_default(),
            in_company: self.groups.group_of(who).is_some(),
            patience: ticks(words.patience),
            stage: ticks(words.stage),
        }
    }

    /// A member is where it fell back to.
    pub fn arrived(&mut self, who: EntityId, now: Tick) {
        if self.groups.group_of(who).is_some() {
            let told =
                self.groups.tell(&self.customs, who, Happening::Arrived, &Setting::default(), &[], now);
            self.hand_out(told.orders);
        }
    }

    /// Somebody stands there no longer.
    pub fn leave(&mut self, who: EntityId) {
        self.kept_off.remove(&who);
        let orders = self.groups.leave(who);
        self.hand_out(orders);
        self.orders.remove(&who);
    }

    fn hand_out(&mut self, orders: Vec<Order>) {
        for order in orders {
            self.orders.entry(order.who()).or_default().push(order);
        }
    }
}
