//! Muster: two sides buy units and send them at each other. Deterministic, nothing hidden; the units are data.
//!
//! A turn has up to four phases. *Defence*: the attack the opponent declared must be absorbed by units that block and were not
//! used; a unit dies of its health in damage, and the last one absorbs less for free. *Ability*: units are used to attack, and then
//! cannot block. *Buy*: gold becomes units, ready some turns later. *Breach*: an attack greater than all the opponent's blockers
//! together kills them all, and the attacker chooses what else dies; any other attack waits for the opponent's defence. Who has no
//! unit left loses; after [`TURNS`] turns the richer army wins.

pub mod habits;
pub mod units;

use crate::notation::{Board, Cell, Notation};
use crate::turns::portfolio::Phased;
use crate::{Rules, Side, Turn};
use std::sync::Arc;
use units::{Unit, UnitSet};
use wold_chance::{Seed, Stream, mix};

/// Turns of both sides together until worth decides.
pub const TURNS: u16 = 60;
/// Kinds of units in a game at most.
pub const MOST_KINDS: usize = 12;
/// Units beyond the base ones that a game draws.
const DRAWN: usize = 5;

/// A kind of unit, by its place in the game's list.
pub type Kind = u8;

/// The parts of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Absorb the opponent's attack.
    Defence,
    /// Use units.
    Ability,
    /// Buy units.
    Buy,
    /// Choose what dies of an attack that broke through.
    Breach,
}

/// What a side does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deed {
    /// A unit of this kind stands in the way.
    Absorb(Kind),
    /// A unit of this kind attacks.
    Attack(Kind),
    /// Buys one.
    Buy(Kind),
    /// An enemy unit of this kind dies.
    Kill(Kind),
    /// Ends the phase.
    Next,
}

/// Units of one kind on one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Count {
    ready: u8,
    used: u8,
    /// Ready in one, two, three turns.
    building: [u8; 3],
    supply: u8,
}

impl Count {
    fn all(&self) -> u8 {
        self.ready + self.used + self.building.iter().sum::<u8>()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Army {
    counts: [Count; MOST_KINDS],
    gold: u16,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    armies: [Army; 2],
    to_move: Side,
    phase: Phase,
    /// In defence: damage still to absorb. In ability and buy: damage declared. In breach: damage left to deal.
    attack: u16,
    turns: u16,
}

/// The rules, with the units of one game.
#[derive(Clone, Debug)]
pub struct Muster {
    kinds: Arc<[Unit]>,
}

impl Muster {
    /// A game with the base units and five others drawn by the seed.
    #[must_use]
    pub fn new(units: &UnitSet, seed: Seed) -> Self {
        let mut others: Vec<&Unit> = units.units().iter().filter(|unit| !unit.base).collect();
        Stream::named(seed, "muster", &[]).shuffle(&mut others);
        others.truncate(DRAWN);
        let base = units.units().iter().filter(|unit| unit.base);
        Self { kinds: base.chain(others).take(MOST_KINDS).cloned().collect() }
    }

    /// The units of this game.
    #[must_use]
    pub fn kinds(&self) -> &[Unit] {
        &self.kinds
    }

    fn kind(&self, kind: Kind) -> &Unit {
        &self.kinds[kind as usize]
    }

    fn each(&self) -> impl Iterator<Item = (Kind, &Unit)> {
        self.kinds.iter().enumerate().map(|(kind, unit)| (kind as Kind, unit))
    }

    /// Damage the unused blockers of a side can take.
    fn block(&self, state: &State, side: Side) -> u16 {
        let army = &state.armies[side.index()];
        let of = |(kind, unit): (Kind, &Unit)| {
            u16::from(army.counts[kind as usize].ready) * u16::from(unit.health) * u16::from(unit.blocks)
        };
        self.each().map(of).sum()
    }

    /// Damage a side's units could deal next turn.
    fn threat(&self, state: &State, side: Side) -> u16 {
        let army = &state.armies[side.index()];
        let soon = |count: &Count| u16::from(count.ready + count.used + count.building[0]);
        self.each().map(|(kind, unit)| soon(&army.counts[kind as usize]) * u16::from(unit.attack)).sum()
    }

    /// Gold's worth of all a side has.
    fn worth(&self, state: &State, side: Side) -> i32 {
        let army = &state.armies[side.index()];
        let units: i32 = self
            .each()
            .map(|(k, unit)| i32::from(army.counts[k as usize].all()) * i32::from(unit.cost))
            .sum();
        units + i32::from(army.gold)
    }

    fn has_units(state: &State, side: Side) -> bool {
        state.armies[side.index()].counts.iter().any(|count| count.all() > 0)
    }

    /// Ready units wake, builders finish, gold comes in.
    fn wake(&self, state: &mut State) {
        let army = &mut state.armies[state.to_move.index()];
        for (kind, unit) in self.each() {
            let count = &mut army.counts[kind as usize];
            count.ready += count.used + count.building[0];
            count.used = 0;
            count.building = [count.building[1], count.building[2], 0];
            army.gold += u16::from(count.ready) * u16::from(unit.income);
        }
        state.phase = Phase::Ability;
        state.attack = 0;
    }

    fn end_turn(&self, state: &mut State, attack: u16) {
        state.to_move = state.to_move.other();
        state.turns += 1;
        state.attack = attack;
        state.phase = Phase::Defence;
        if attack == 0 {
            self.wake(state);
        }
    }

    /// The attack meets what stands in its way.
    fn strike(&self, state: &mut State) {
        let enemy = state.to_move.other();
        let block = self.block(state, enemy);
        if state.attack <= block {
            return self.end_turn(state, state.attack);
        }
        state.attack -= block;
        for (kind, unit) in self.each() {
            if unit.blocks {
                state.armies[enemy.index()].counts[kind as usize].ready = 0;
            }
        }
        state.phase = Phase::Breach;
        self.end_breach(state);
    }

    fn can_kill(&self, state: &State, kind: Kind) -> bool {
        let count = &state.armies[state.to_move.other().index()].counts[kind as usize];
        count.all() > 0 && u16::from(self.kind(kind).health) <= state.attack
    }

    fn end_breach(&self, state: &mut State) {
        if !self.each().any(|(kind, _)| self.can_kill(state, kind)) {
            self.end_turn(state, 0);
        }
    }

    fn can_absorb(&self, state: &State, kind: Kind) -> bool {
        self.kind(kind).blocks && state.armies[state.to_move.index()].counts[kind as usize].ready > 0
    }

    fn can_buy(&self, state: &State, kind: Kind) -> bool {
        let army = &state.armies[state.to_move.index()];
        army.counts[kind as usize].supply > 0 && army.gold >= u16::from(self.kind(kind).cost)
    }
}

impl Rules for Muster {
    type State = State;
    type Move = Deed;
    type Undo = State;

    fn start(&self) -> State {
        let mut army = Army::default();
        for (kind, unit) in self.each() {
            army.counts[kind as usize].supply = unit.supply;
        }
        // Six who earn and two who stand guard; the second side begins a little richer.
        army.counts[0].ready = 6;
        army.counts[1.min(self.kinds.len() - 1)].ready += 2;
        let mut state = State {
            armies: [army, Army { gold: 2, ..army }],
            to_move: Side::First,
            phase: Phase::Ability,
            attack: 0,
            turns: 0,
        };
        self.wake(&mut state);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Of(state.to_move)
    }

    fn result(&self, state: &State) -> Option<i32> {
        let alive = [Side::First, Side::Second].map(|side| Self::has_units(state, side));
        if state.turns < TURNS && alive == [true, true] {
            return None;
        }
        let lead = self.worth(state, Side::First) - self.worth(state, Side::Second);
        Some(match alive {
            [true, false] => 1,
            [false, true] => -1,
            _ => lead.signum(),
        })
    }

    fn margin(&self, state: &State) -> f64 {
        let (first, second) = (self.worth(state, Side::First), self.worth(state, Side::Second));
        let lead = f64::from(first - second) / f64::from((first + second).max(1));
        // Whoever wins wins more than whoever merely leads.
        self.result(state).map_or(lead / 2.0, |payoff| f64::from(payoff) * 0.75 + lead * 0.25)
    }

    fn moves(&self, state: &State, out: &mut Vec<Deed>) {
        if self.result(state).is_some() {
            return;
        }
        let army = &state.armies[state.to_move.index()];
        let kinds = || self.each().map(|(kind, _)| kind);
        match state.phase {
            Phase::Defence => out.extend(kinds().filter(|&k| self.can_absorb(state, k)).map(Deed::Absorb)),
            Phase::Ability => {
                let can = |k: &Kind| self.kind(*k).attack > 0 && army.counts[*k as usize].ready > 0;
                out.extend(kinds().filter(can).map(Deed::Attack));
                out.push(Deed::Next);
            }
            Phase::Buy => {
                out.extend(kinds().filter(|&k| self.can_buy(state, k)).map(Deed::Buy));
                out.push(Deed::Next);
            }
            Phase::Breach => out.extend(kinds().filter(|&k| self.can_kill(state, k)).map(Deed::Kill)),
        }
    }

    fn apply(&self, state: &mut State, deed: &Deed) -> State {
        let before = *state;
        let (own, enemy) = (state.to_move.index(), state.to_move.other().index());
        match *deed {
            Deed::Absorb(kind) => {
                let health = u16::from(self.kind(kind).health);
                if state.attack >= health {
                    state.armies[own].counts[kind as usize].ready -= 1;
                }
                state.attack = state.attack.saturating_sub(health);
                if state.attack == 0 {
                    self.wake(state);
                }
            }
            Deed::Attack(kind) => {
                let count = &mut state.armies[own].counts[kind as usize];
                count.ready -= 1;
                count.used += 1;
                state.attack += u16::from(self.kind(kind).attack);
            }
            Deed::Buy(kind) => {
                let unit = self.kind(kind);
                let army = &mut state.armies[own];
                army.gold -= u16::from(unit.cost);
                army.counts[kind as usize].supply -= 1;
                army.counts[kind as usize].building[unit.build as usize - 1] += 1;
            }
            Deed::Kill(kind) => {
                let count = &mut state.armies[enemy].counts[kind as usize];
                // What is ready dies before what is used, and that before what is not finished.
                if count.ready > 0 {
                    count.ready -= 1;
                } else if count.used > 0 {
                    count.used -= 1;
                } else if let Some(soonest) = count.building.iter_mut().find(|building| **building > 0) {
                    *soonest -= 1;
                }
                state.attack -= u16::from(self.kind(kind).health);
                self.end_breach(state);
            }
            Deed::Next if state.phase == Phase::Ability => state.phase = Phase::Buy,
            Deed::Next => self.strike(state),
        }
        before
    }

    fn cancel(&self, state: &mut State, _deed: &Deed, before: State) {
        *state = before;
    }

    fn hash(&self, state: &State) -> u64 {
        let head = u64::from(state.turns) << 32 | u64::from(state.attack) << 8;
        let mut key = mix(head | (state.phase as u64) << 1 | state.to_move.index() as u64);
        for army in &state.armies {
            key = mix(key ^ u64::from(army.gold));
            for count in &army.counts[..self.kinds.len()] {
                let [a, b, c] = count.building;
                let bytes = [count.ready, count.used, a, b, c, count.supply, 0, 0];
                key = mix(key ^ u64::from_le_bytes(bytes));
            }
        }
        key
    }

    fn evaluate(&self, state: &State) -> i32 {
        10 * (self.worth(state, Side::First) - self.worth(state, Side::Second))
    }
}

impl Phased for Muster {
    const PHASES: usize = 4;

    fn phase(&self, state: &State) -> usize {
        state.phase as usize
    }

    fn turn_number(&self, state: &State) -> u32 {
        state.turns.into()
    }
}

impl Notation for Muster {
    fn board(&self, state: &State) -> Board {
        let mut cells: Vec<Cell> =
            ["unit", "first", "second", "costs", "health", "attack", "income"].map(Cell::plain).to_vec();
        for (kind, unit) in self.each() {
            let blocks = if unit.blocks { " blocks" } else { "" };
            cells.push(Cell::plain(format!("{}{blocks}", unit.name)));
            for side in [Side::First, Side::Second] {
                let count = &state.armies[side.index()].counts[kind as usize];
                let coming: u8 = count.building.iter().sum();
                let shown = match (count.ready, count.used, coming) {
                    (0, 0, 0) => String::new(),
                    (ready, 0, 0) => ready.to_string(),
                    (ready, used, coming) => format!("{ready}/{used}/{coming}"),
                };
                cells.push(if shown.is_empty() { Cell::empty() } else { Cell::of(side, shown) });
            }
            for number in [unit.cost, unit.health, unit.attack, unit.income] {
                cells.push(Cell::plain(number.to_string()));
            }
        }
        let gold = state.armies.map(|army| army.gold);
        let notes = vec![
            format!("turn {}, {:?}, attack {}", state.turns + 1, state.phase, state.attack),
            format!("gold {} : {}", gold[0], gold[1]),
            "units ready/used/building".into(),
        ];
        Board { width: 7, cells, notes }
    }

    fn name_move(&self, _state: &State, deed: &Deed) -> String {
        let named = |what: &str, kind: &Kind| format!("{what}:{}", self.kind(*kind).name);
        match deed {
            Deed::Absorb(kind) => named("absorb", kind),
            Deed::Attack(kind) => named("attack", kind),
            Deed::Buy(kind) => named("buy", kind),
            Deed::Kill(kind) => named("kill", kind),
            Deed::Next => "next".into(),
        }
    }
}

#[cfg(test)]
mod tests;
