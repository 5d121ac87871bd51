//! The manager: asks come in, parts go out.

use super::assign::FORBIDDEN;
use super::place::{SLOTS, direction, read_slot, waiting};
use super::{Attack, CoolDowns, Difficulty, FighterId, KindId, Part, StageConfig, least_cost};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why an attack may not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No slot, no attack.
    #[error("has no slot")]
    NoSlot,
    /// Still in the middle of another.
    #[error("is in the middle of an attack")]
    Busy,
    /// It would weigh more than is left.
    #[error("weighs {weight}, and {left} is left")]
    TooHeavy {
        /// The attack's weight.
        weight: u32,
        /// Of the attack capacity.
        left: u32,
    },
    /// Somebody with a slot has wanted to strike for longer.
    #[error("is not next")]
    NotNext,
    /// Too soon after the last.
    #[error("cools down until {until}")]
    Cooling {
        /// The tick from which it may be made.
        until: u64,
    },
}

/// The slots between the four winds.
const ODD: u8 = 0b1010_1010;

/// The cosine against where one looks up to which a slot is in its back: three slots always are, and of every other one at least one.
const BEHIND: f64 = -0.38;
/// The cosine from which somebody is before its eyes.
const BEFORE: f64 = 0.5;

/// Ticks for which somebody who could not strike is first in turn, unless it tries again.
const WANTING: u64 = 15;

/// The most who can fight at once; whoever comes later is not taken up.
const MOST_FIGHTERS: usize = 4096;

/// An attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Blow {
    weight: u32,
    /// The tick at which it ends.
    end: u64,
    /// Whether the blow has fallen and only the arm is still out.
    fell: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Fighter {
    target: FighterId,
    kind: KindId,
    at: DVec2,
    weight: u32,
    /// Since when it has been waiting for a slot.
    since: u64,
    /// When it last asked.
    asked: u64,
    #[serde(deserialize_with = "read_slot")]
    slot: Option<u8>,
    /// Since when it has wanted to strike and could not, and when it last tried.
    wants: Option<(u64, u64)>,
    attack: Option<Blow>,
    part: Option<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Stage {
    at: DVec2,
    difficulty: Difficulty,
    /// Slots one cannot stand in, as bits.
    blocked: u8,
    /// Where the one in the middle looks, of length 1; zero if nobody said.
    facing: DVec2,
}

impl Stage {
    /// How much a slot is before the eyes of the one in the middle: nothing in its back, from 1 at the rim of that to more than 2 in front.
    fn seen(&self, slot: usize) -> f64 {
        let ahead = direction(slot).dot(self.facing);
        if self.facing == DVec2::ZERO || ahead <= BEHIND { 0.0 } else { 1.0 + ahead - BEHIND }
    }
}

/// A stage as it stands, for those who look on.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Where the one in the middle is.
    pub at: DVec2,
    /// Who holds each slot, and whether in the middle of an attack.
    pub slots: [Option<(FighterId, bool)>; SLOTS],
    /// Who waits, the longest first, and where.
    pub waiting: Vec<(FighterId, DVec2)>,
    /// What is left of the grid capacity.
    pub grid_left: u32,
    /// What is left of the attack capacity.
    pub attack_left: u32,
}

/// Who stands where about whom.
///
/// ```
/// use glam::DVec2;
/// use wold_tactics::stage::{Attack, FighterId, KindId, Part, StageConfig, StageManager};
/// let mut stage = StageManager::new(StageConfig { grid_capacity: 4, ..StageConfig::default() });
/// let (player, first, second) = (FighterId(0), FighterId(1), FighterId(2));
/// stage.owner(player, DVec2::ZERO, 0);
/// stage.ask(first, KindId(0), 4, player, DVec2::new(3.0, 0.0), 0);
/// stage.ask(second, KindId(0), 4, player, DVec2::new(0.0, 9.0), 0);
/// stage.update(0);
/// assert!(matches!(stage.part(first), Some(Part::Slot { slot: 0, .. })));
/// assert!(matches!(stage.part(second), Some(Part::Wait { .. })));
/// assert!(stage.begin(first, Attack::new(0, 5, 10), 0).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StageManager {
    #[serde(skip)]
    config: StageConfig,
    stages: BTreeMap<FighterId, Stage>,
    fighters: BTreeMap<FighterId, Fighter>,
    cool: CoolDowns,
}

impl StageManager {
    /// A manager without anybody.
    #[must_use]
    pub fn new(config: StageConfig) -> Self {
        Self { config, stages: BTreeMap::new(), fighters: BTreeMap::new(), cool: CoolDowns::default() }
    }

    /// Sets the sizes it works with; nobody loses a slot by it before the next update.
    pub fn configure(&mut self, config: StageConfig) {
        self.config = config;
    }

    /// The sizes it works with.
    #[must_use]
    pub fn config(&self) -> &StageConfig {
        &self.config
    }

    /// Says where somebody who may be attacked is, and which of its slots (bits) nobody can stand in.
    pub fn owner(&mut self, who: FighterId, at: DVec2, blocked: u8) {
        let stage = self.stages.entry(who).or_insert(Stage {
            at,
            difficulty: Difficulty::default(),
            blocked,
            facing: DVec2::ZERO,
        });
        (stage.at, stage.blocked) = (at, blocked);
    }

    /// Says where somebody who is known by [`owner`](Self::owner) looks: while several are let in, a slot in front costs more than one behind.
    pub fn faces(&mut self, who: FighterId, towards: DVec2) {
        if let Some(stage) = self.stages.get_mut(&who) {
            stage.facing = towards.normalize_or_zero();
        }
    }

    /// Sets how hard it is for somebody who is known by [`owner`](Self::owner).
    pub fn set_difficulty(&mut self, who: FighterId, difficulty: Difficulty) {
        if let Some(stage) = self.stages.get_mut(&who) {
            stage.difficulty = difficulty;
        }
    }

    /// Somebody wants to fight somebody. To be said again and again: who does not has left after a while.
    pub fn ask(&mut self, who: FighterId, kind: KindId, weight: u32, target: FighterId, at: DVec2, now: u64) {
        let new = Fighter {
            target,
            kind,
            at,
            weight,
            since: now,
            asked: now,
            slot: None,
            wants: None,
            attack: None,
            part: None,
        };
        if self.fighters.len() >= MOST_FIGHTERS && !self.fighters.contains_key(&who) {
            return;
        }
        let fighter = self.fighters.entry(who).or_insert(new);
        if fighter.target != target && fighter.attack.is_none() {
            *fighter = new;
        }
        (fighter.at, fighter.asked, fighter.kind) = (at, now, kind);
        fighter.weight = weight;
    }

    /// Somebody who fights is there now.
    pub fn moved(&mut self, who: FighterId, at: DVec2) {
        if let Some(fighter) = self.fighters.get_mut(&who) {
            fighter.at = at;
        }
    }

    /// Somebody fights no more: its slot and its attack are free at once. Who fights it goes on.
    pub fn leave(&mut self, who: FighterId) {
        self.fighters.remove(&who);
    }

    /// Somebody died, was stunned or left: its slot, its attack and its own stage are free at once.
    pub fn gone(&mut self, who: FighterId) {
        self.fighters.remove(&who);
        self.stages.remove(&who);
        self.fighters.retain(|_, fighter| fighter.target != who);
    }

    /// Hands out the slots anew. Attacks that are over end first.
    pub fn update(&mut self, now: u64) {
        let lease = self.config.lease;
        self.fighters.retain(|_, f| {
            f.attack.is_some_and(|blow| now < blow.end) || now < f.asked.saturating_add(lease)
        });
        let over: Vec<FighterId> = self
            .fighters
            .iter()
            .filter(|(_, f)| f.attack.is_some_and(|blow| now >= blow.end))
            .map(|(id, _)| *id)
            .collect();
        over.into_iter().for_each(|id| self.end(id, now));
        self.cool.sweep(now);
        let targets: Vec<FighterId> = self.stages.keys().copied().collect();
        for target in targets {
            let is_alone = self.of(target).next().is_none();
            if is_alone {
                self.stages.remove(&target);
            } else {
                self.deal(target, now);
            }
        }
    }

    /// Hands out the slots about one only, before the next update.
    pub fn update_one(&mut self, target: FighterId, now: u64) {
        self.deal(target, now);
    }

    /// An attack is over, or was broken off: the weight and the slot are free, and its fighter queues up again.
    pub fn end(&mut self, who: FighterId, now: u64) {
        if let Some(fighter) = self.fighters.get_mut(&who).filter(|fighter| fighter.attack.is_some()) {
            (fighter.attack, fighter.slot, fighter.since) = (None, None, now);
            fighter.wants = None;
        }
    }

    /// Begins an attack, if there is room for it.
    pub fn begin(&mut self, who: FighterId, attack: Attack, now: u64) -> Result<(), Refusal> {
        let fighter =
            self.fighters.get(&who).filter(|fighter| fighter.slot.is_some()).ok_or(Refusal::NoSlot)?;
        if fighter.attack.is_some() {
            return Err(Refusal::Busy);
        }
        let (kind, left) = (fighter.kind, self.attack_left(fighter.target));
        let until = self.cool.ready(who, kind, attack.number);
        if now < until {
            return Err(Refusal::Cooling { until });
        }
        let since = fighter.wants.map_or(now, |(since, _)| since);
        let first = |(id, f): (FighterId, &Fighter)| {
            let wants = f.wants.filter(|(_, tried)| f.slot.is_some() && now < tried + WANTING);
            wants.is_some_and(|(other, _)| (other, id) < (since, who))
        };
        let refused = if self.of(fighter.target).any(first) {
            Some(Refusal::NotNext)
        } else if attack.weight > left {
            Some(Refusal::TooHeavy { weight: attack.weight, left })
        } else {
            None
        };
        let fighter = self.fighters.get_mut(&who).expect("it was just there");
        if let Some(refused) = refused {
            fighter.wants = Some((since, now));
            return Err(refused);
        }
        self.cool.begin(who, kind, attack, now);
        fighter.wants = None;
        let end = now.saturating_add(attack.ticks);
        fighter.attack = Some(Blow { weight: attack.weight, end, fell: false });
        Ok(())
    }

    /// Somebody strikes who asks nobody: the attack counts as any other, whatever is left. Nothing if it never asked for a part, in a slot or not.
    pub fn strikes_anyway(&mut self, who: FighterId, attack: Attack, now: u64) {
        let Some(fighter) = self.fighters.get(&who).copied() else { return };
        self.cool.begin(who, fighter.kind, attack, now);
        let slot = fighter.slot.or_else(|| self.nearest_free(fighter.target, fighter.at));
        let fighter = self.fighters.get_mut(&who).expect("it was just there");
        let end = now.saturating_add(attack.ticks);
        fighter.attack = Some(Blow { weight: attack.weight, end, fell: true });
        (fighter.slot, fighter.wants) = (slot, None);
    }

    /// The slot nearest to a place that nobody has and that is not shut.
    fn nearest_free(&self, target: FighterId, at: DVec2) -> Option<u8> {
        let stage = self.stages.get(&target)?;
        let taken =
            self.of(target).filter_map(|(_, f)| f.slot).fold(stage.blocked, |bits, slot| bits | 1 << slot);
        let far = |slot: &usize| at.distance(stage.at + direction(*slot) * self.config.approach);
        let free = (0..SLOTS).filter(|slot| taken & (1 << slot) == 0);
        free.min_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b))).map(|slot| slot as u8)
    }

    /// Whether somebody has the turn to strike somebody, and has not struck yet.
    #[must_use]
    pub fn has_turn(&self, who: FighterId, target: FighterId, now: u64) -> bool {
        self.turn(who).is_some_and(|end| now < end) && self.target(who) == Some(target)
    }

    /// Until when somebody has the turn to strike, if it has and has not struck yet.
    #[must_use]
    pub fn turn(&self, who: FighterId) -> Option<u64> {
        self.fighters.get(&who)?.attack.filter(|blow| !blow.fell).map(|blow| blow.end)
    }

    /// The blow fell: the attack counts for as many ticks as the arm is out, then it is over.
    pub fn struck(&mut self, who: FighterId, out: u64, now: u64) {
        if let Some(blow) = self.fighters.get_mut(&who).and_then(|fighter| fighter.attack.as_mut()) {
            (blow.fell, blow.end) = (true, blow.end.min(now.saturating_add(out)));
        }
    }

    /// Whom somebody fights.
    #[must_use]
    pub fn target(&self, who: FighterId) -> Option<FighterId> {
        self.fighters.get(&who).map(|fighter| fighter.target)
    }

    /// Everybody who fights somebody.
    pub fn fighters(&self) -> impl Iterator<Item = FighterId> + '_ {
        self.fighters.keys().copied()
    }

    /// Whether nobody fights and nothing cools down.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.fighters.is_empty() && self.stages.is_empty() && self.cool.is_empty()
    }

    /// What somebody is to do, as of the last update.
    #[must_use]
    pub fn part(&self, who: FighterId) -> Option<Part> {
        self.fighters.get(&who)?.part
    }

    /// What is left of somebody's attack capacity.
    #[must_use]
    pub fn attack_left(&self, target: FighterId) -> u32 {
        let Some(stage) = self.stages.get(&target) else { return 0 };
        let taken = self
            .of(target)
            .filter_map(|(_, f)| f.attack)
            .fold(0, |sum: u32, blow| sum.saturating_add(blow.weight));
        stage.difficulty.capacities(&self.config).1.saturating_sub(taken)
    }

    fn of(&self, target: FighterId) -> impl Iterator<Item = (FighterId, &Fighter)> {
        self.fighters.iter().filter(move |(_, f)| f.target == target).map(|(id, f)| (*id, f))
    }

    /// A stage as it stands.
    #[must_use]
    pub fn view(&self, target: FighterId) -> Option<View> {
        let stage = self.stages.get(&target)?;
        let (grid, _) = stage.difficulty.capacities(&self.config);
        let mut view = View {
            at: stage.at,
            slots: [None; SLOTS],
            waiting: Vec::new(),
            grid_left: grid,
            attack_left: self.attack_left(target),
        };
        let mut queue: Vec<(u64, FighterId, DVec2)> = Vec::new();
        for (id, fighter) in self.of(target) {
            match fighter.slot {
                Some(slot) => {
                    view.slots[usize::from(slot)] = Some((id, fighter.attack.is_some()));
                    view.grid_left = view.grid_left.saturating_sub(fighter.weight);
                }
                None => queue.push((fighter.since, id, fighter.part.map_or(fighter.at, Part::at))),
            }
        }
        queue.sort_by_key(|(since, id, _)| (*since, *id));
        view.waiting = queue.into_iter().map(|(_, id, at)| (id, at)).collect();
        Some(view)
    }

    /// Everybody who has a stage.
    pub fn targets(&self) -> impl Iterator<Item = FighterId> + '_ {
        self.stages.keys().copied()
    }

    /// Who is let in: as many as the capacity carries, in the order the module's head tells.
    fn admitted(&self, target: FighterId, stage: &Stage, now: u64) -> Vec<FighterId> {
        let overdue = |f: &Fighter| f.slot.is_none() && now.saturating_sub(f.since) > self.config.patience;
        let rank = |f: &Fighter| match (f.slot.is_some(), f.at.distance(stage.at) <= self.config.outer) {
            _ if f.attack.is_some() => 0,
            (true, true) => 1,
            _ if overdue(f) => 2,
            (false, true) => 3,
            (true, false) => 4,
            (false, false) => 5,
        };
        let mut queue: Vec<(u8, u64, FighterId, u32)> =
            self.of(target).map(|(id, f)| (rank(f), f.since, id, f.weight)).collect();
        queue.sort_unstable();
        let mut room = SLOTS - stage.blocked.count_ones() as usize;
        let mut left = stage.difficulty.capacities(&self.config).0;
        let mut closed = false;
        let mut admitted = Vec::new();
        for (rank, _, id, weight) in queue {
            if closed && rank > 1 {
                break;
            }
            if room > 0 && weight <= left || rank == 0 {
                (room, left) = (room.saturating_sub(1), left.saturating_sub(weight));
                admitted.push(id);
            } else {
                closed |= rank == 2;
            }
        }
        admitted
    }

    /// Who of those let in has the face of the one in the middle: of those before its eyes, who is within the circle, then who has a slot there, then the nearest.
    fn front(&self, stage: &Stage, admitted: &[FighterId]) -> Option<FighterId> {
        let before = |at: DVec2| at.normalize_or_zero().dot(stage.facing) > BEFORE;
        let order = |id: &FighterId| {
            let fighter = &self.fighters[id];
            let far = fighter.at.distance(stage.at);
            let has = fighter.slot.is_some_and(|slot| before(direction(usize::from(slot))));
            (far > self.config.outer, !has, far, *id)
        };
        let those = admitted.iter().filter(|id| before(self.fighters[id].at - stage.at)).map(order);
        let first =
            those.min_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(a.3.cmp(&b.3)));
        first.map(|(.., id)| id)
    }

    fn deal(&mut self, target: FighterId, now: u64) {
        let Some(stage) = self.stages.get(&target).copied() else { return };
        let admitted = self.admitted(target, &stage, now);
        let spot = |slot: usize| stage.at + direction(slot) * self.config.approach;
        let mut locked = stage.blocked;
        for id in &admitted {
            let fighter = &self.fighters[id];
            if let (Some(slot), true) = (fighter.slot, fighter.attack.is_some()) {
                locked |= 1 << slot;
            }
        }
        let moving: Vec<FighterId> =
            admitted.iter().copied().filter(|id| self.fighters[id].attack.is_none()).collect();
        let front = self.front(&stage, &admitted);
        let price = |id: &FighterId, slot: usize, shut: u8| {
            let fighter = &self.fighters[id];
            let seen = if front == Some(*id) || admitted.len() < 2 { 0.0 } else { stage.seen(slot) };
            let way = fighter.at.distance(spot(slot)) + seen * self.config.flank;
            match shut & (1 << slot) {
                0 if fighter.slot == Some(slot as u8) => way - self.config.hysteresis,
                0 => way,
                _ => FORBIDDEN,
            }
        };
        // Every other slot while that is enough for all, so that they stand all round; whichever half is the shorter way.
        let deals = [locked | ODD, locked | !ODD, locked].map(|shut| {
            let cost: Vec<Vec<f64>> =
                moving.iter().map(|id| (0..SLOTS).map(|slot| price(id, slot, shut)).collect()).collect();
            let slots = least_cost(&cost);
            let sum: f64 = slots.iter().zip(&cost).map(|(slot, row)| row[*slot]).sum();
            (slots, sum)
        });
        let [even, odd, any] = deals;
        let spread = if odd.1 < even.1 { odd } else { even };
        let slots = if spread.1 < FORBIDDEN / 2.0 { spread.0 } else { any.0 };
        let mut parts: BTreeMap<FighterId, u8> =
            moving.into_iter().zip(slots).map(|(id, slot)| (id, slot as u8)).collect();
        for id in admitted {
            if let Some(slot) = self.fighters[&id].slot {
                parts.entry(id).or_insert(slot);
            }
        }
        let free: Vec<usize> = (0..SLOTS)
            .filter(|slot| {
                stage.blocked & (1 << slot) == 0 && !parts.values().any(|s| usize::from(*s) == *slot)
            })
            .collect();
        let outside: Vec<(FighterId, DVec2)> =
            self.of(target).filter(|(id, _)| !parts.contains_key(id)).map(|(id, f)| (id, f.at)).collect();
        let places: Vec<DVec2> = outside.iter().map(|(_, at)| *at).collect();
        let waits = waiting(stage.at, &self.config, &free, &places);
        let (config, centre) = (self.config, stage.at);
        for (id, at) in outside.into_iter().map(|(id, _)| id).zip(waits) {
            let fighter = self.fighters.get_mut(&id).expect("it asked");
            if fighter.slot.take().is_some() {
                // Robbed: back into the queue, at its end.
                fighter.since = now;
            }
            let near = fighter.at.distance(centre) < config.outer;
            fighter.part = Some(if near { Part::Leave { at } } else { Part::Wait { at } });
        }
        for (id, slot) in parts {
            let fighter = self.fighters.get_mut(&id).expect("it asked");
            let radius = if fighter.attack.is_some() { config.strike } else { config.approach };
            fighter.slot = Some(slot);
            fighter.part = Some(Part::Slot { slot, at: centre + direction(usize::from(slot)) * radius });
        }
    }
}
