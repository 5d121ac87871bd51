//! Battles of a world, taken from its ledger: who fought on which side, how strong they were when they came in, and who won.
//!
//! Contract: [`Battles::hear`] is told of every tick, live or replayed, and reads the world only. Blows between people join them to one battle; who strikes and who is struck are on opposite sides. A battle is
//! over when no blow fell for twenty seconds. The side that kept the greater share of its health has won; the fallen have kept none. Left out are scuffles that decide nothing (the shares are less than a tenth
//! apart), and battles in which somebody struck its own side. A fighter counts with the health it had before its first blow and as armed if it ever struck with an axe. Where the first blow fell,
//! indoors or in the open, is the battle's context.

use std::collections::BTreeMap;
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_space::{EntityId, TICKS_PER_SECOND, Tick};
use wold_tactics::combat::{Battle, Force};
use wold_world::Realm;
use wold_world::books::Entry;
use wold_world::ground::Ground;
use wold_world::parts::{Bag, Body, Fallen, Person, Thing, Vitals};

/// What fighters are told apart by, in the order of a force's parts.
pub const TYPES: [&str; 2] = ["fist", "axe"];
/// Ticks without a blow after which a battle is over.
const OVER: u64 = 20 * TICKS_PER_SECOND;
/// How far apart the shares of health must be for one to have won.
const DECIDED: f64 = 0.1;

#[derive(Clone, Copy, Debug)]
struct Fighter {
    attacks: bool,
    health: f64,
    armed: bool,
    left: f64,
}

#[derive(Clone, Debug)]
struct Fray {
    people: BTreeMap<EntityId, Fighter>,
    last: Tick,
    indoors: bool,
    /// Somebody struck its own side.
    muddled: bool,
}

/// Battles, over and under way.
#[derive(Clone, Debug, Default)]
pub struct Battles {
    under_way: Vec<Fray>,
    over: Vec<Battle>,
    undecided: usize,
}

fn health(realm: &Realm, who: EntityId) -> f64 {
    let fallen = realm.part::<Fallen>(who).is_some();
    let vitals = realm.part::<Vitals>(who).filter(|_| !fallen);
    vitals.map_or(0.0, |vitals| f64::from(vitals.health))
}

fn has_axe(realm: &Realm, who: EntityId) -> bool {
    let held = realm.part::<Bag>(who).and_then(|bag| bag.get(bag.held?));
    let thing = held.and_then(|id| realm.part::<Thing>(id));
    thing.is_some_and(|thing| thing.kind == ThingKind::Axe)
}

impl Battles {
    /// A tick has passed: the world after it, and what was done.
    pub fn hear(&mut self, realm: &Realm, deeds: &[Entry]) {
        let now = realm.now();
        for deed in deeds.iter().filter(|deed| deed.kind == Deed::Strike) {
            let Some(victim) = deed.object.filter(|id| realm.part::<Person>(*id).is_some()) else { continue };
            self.blow(realm, deed, victim, now);
        }
        let is_over = |fray: &Fray| now.since(fray.last) >= OVER;
        if self.under_way.iter().any(is_over) {
            let (over, on): (Vec<Fray>, Vec<Fray>) = self.under_way.drain(..).partition(is_over);
            self.under_way = on;
            over.iter().for_each(|fray| self.end(fray));
        }
    }

    fn blow(&mut self, realm: &Realm, deed: &Entry, victim: EntityId, now: Tick) {
        let has = |fray: &Fray| fray.people.contains_key(&deed.doer) || fray.people.contains_key(&victim);
        let (mut theirs, others): (Vec<Fray>, Vec<Fray>) = self.under_way.drain(..).partition(has);
        self.under_way = others;
        let land = &realm.ecs().resource::<Ground>().land;
        let level = realm.part::<Body>(deed.doer).map_or(0, |body| body.0.level);
        let mut fray = theirs.pop().unwrap_or_else(|| Fray {
            people: BTreeMap::new(),
            last: now,
            indoors: land.house_at(deed.place, level).is_some(),
            muddled: false,
        });
        // Two battles that meet are one; whose friends are whose is not known then.
        for other in theirs {
            fray.muddled = true;
            fray.people.extend(other.people);
        }
        let side = |id: &EntityId| fray.people.get(id).map(|one| one.attacks);
        let attacks = side(&deed.doer).or(side(&victim).map(|other| !other)).unwrap_or(true);
        fray.muddled |= side(&victim) == Some(attacks);
        let armed = has_axe(realm, deed.doer);
        let flesh = &realm.config().flesh;
        let harm = f64::from(if armed { flesh.axe } else { flesh.fist });
        let (own, left) = (health(realm, deed.doer), health(realm, victim));
        let doer = fray.people.entry(deed.doer).or_insert(Fighter { attacks, health: own, armed, left: own });
        doer.armed |= armed;
        doer.left = own;
        let before = (left + harm).min(1.0);
        let struck = Fighter { attacks: !attacks, health: before, armed: has_axe(realm, victim), left };
        fray.people.entry(victim).or_insert(struck).left = left;
        fray.last = now;
        self.under_way.push(fray);
    }

    fn end(&mut self, fray: &Fray) {
        let force = |attacks: bool| {
            let mut force = Force { units: 0.0, health: vec![0.0; TYPES.len()] };
            let mut left = 0.0;
            for one in fray.people.values().filter(|one| one.attacks == attacks) {
                force.units += 1.0;
                force.health[usize::from(one.armed)] += one.health;
                left += one.left;
            }
            let whole: f64 = force.health.iter().sum();
            (force, left / whole.max(1e-6))
        };
        let ((a, ours), (b, theirs)) = (force(true), force(false));
        if fray.muddled || (ours - theirs).abs() < DECIDED {
            self.undecided += 1;
            return;
        }
        let context = if fray.indoors { "indoors" } else { "open" }.to_owned();
        self.over.push(Battle { context, a, b, won: ours > theirs });
    }

    /// Every battle that was decided, and how many were not; those under way end here.
    #[must_use]
    pub fn finish(mut self) -> (Vec<Battle>, usize) {
        for fray in std::mem::take(&mut self.under_way) {
            self.end(&fray);
        }
        (self.over, self.undecided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;
    use wold_space::DVec2;
    use wold_stage::brawl::{Brawl, Party};
    use wold_stage::town::{Town, Who};
    use wold_stage::village::village;
    use wold_wire::Intent;

    const HERE: DVec2 = DVec2::new(16.0, 24.0);

    /// What is heard of a brawl in the meadow.
    fn brawl(parties: [Party; 2], seed: u64) -> (Vec<Battle>, usize) {
        let heads = parties[0].heads() + parties[1].heads();
        let places: Vec<DVec2> = (0..heads)
            .map(|n| HERE + DVec2::new(if n < parties[0].heads() { 0.0 } else { 7.0 }, n as f64 * 1.2))
            .collect();
        let mut brawl = Brawl::staged(Town::new(village(seed)), parties, &places, Seed(seed));
        let mut battles = Battles::default();
        brawl.fight(|town| battles.hear(town.steward().realm(), &town.deeds));
        battles.finish()
    }

    /// The strength of a side, by type, in the order of who came in with it.
    fn heads(force: &Force) -> (f64, [bool; 2]) {
        (force.units, [force.health[0] > 0.0, force.health[1] > 0.0])
    }

    #[test]
    fn a_brawl_is_one_battle_with_everybody_on_their_side_and_the_stronger_wins() {
        let parties = [Party { fists: 0, axes: 3 }, Party { fists: 1, axes: 0 }];
        let (battles, undecided) = brawl(parties, 4);
        assert_eq!((battles.len(), undecided), (1, 0));
        let Battle { context, a, b, won } = &battles[0];
        assert_eq!(context, "open");
        // Who struck first is not known beforehand.
        let (many, one, many_won) = if a.units > b.units { (a, b, *won) } else { (b, a, !*won) };
        assert!(many_won, "{battles:?}");
        assert_eq!(heads(one), (1.0, [true, false]), "{battles:?}");
        assert!(many.units >= 2.0 && many.health[1] > 1.0, "{battles:?}");
    }

    /// Two stand face to face, and each strikes so often.
    fn blows(counts: [u32; 2]) -> (Vec<Battle>, usize) {
        let mut town = Town::new(village(3));
        let people: [Who; 2] = ["Ulf", "Asa"].map(|name| town.settle(name));
        town.gather();
        town.put(people[0], HERE);
        town.put(people[1], HERE + DVec2::X);
        let mut battles = Battles::default();
        let most = counts[0].max(counts[1]);
        for round in 0..most {
            for n in (0..counts.len()).filter(|n| round < counts[*n]) {
                let foe = town.body(people[1 - n]);
                town.guest(people[n]).wish(Intent::Strike(foe));
                for _ in 0..30 {
                    town.tick();
                    battles.hear(town.steward().realm(), &town.deeds);
                }
            }
        }
        battles.finish()
    }

    #[test]
    fn a_scuffle_that_decides_nothing_is_left_out_and_a_beating_is_not() {
        assert_eq!(blows([1, 1]), (Vec::new(), 1));
        let (battles, undecided) = blows([5, 0]);
        assert_eq!((battles.len(), undecided), (1, 0));
        assert!(battles[0].won, "who struck first won: {battles:?}");
        assert!((battles[0].b.health[0] - 1.0).abs() < 0.05, "unhurt before the first blow: {battles:?}");
    }

    #[test]
    fn the_same_brawl_teaches_the_same_twice() {
        let parties = [Party { fists: 1, axes: 1 }, Party { fists: 2, axes: 0 }];
        assert_eq!(brawl(parties, 6), brawl(parties, 6));
    }
}
