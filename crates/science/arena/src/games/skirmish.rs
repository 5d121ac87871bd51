//! Skirmish: two squads of up to sixteen units; every unit gets one of twelve orders each turn. With sixteen units a turn has
//! 12^16 ≈ 1.85·10^17 combinations.
//!
//! A unit holds, steps to a neighbouring square, shoots at one of the five nearest enemies in range, guards itself until its next
//! turn, or mends the weakest neighbour. Orders take effect at once and in any order of units, so an earlier order can make a
//! later one impossible: the target is dead, the square is taken. A turn ends when every unit has its order. Who has lost all
//! units loses; after [`ROUNDS`] rounds more health wins.

use super::{GameError, sized};
use crate::mcts::playout::Abstraction;
use crate::notation::{Board, Cell, Notation};
use crate::turns::{ActionSets, SetId};
use crate::{Rules, Side, Turn};
use wold_chance::{Stream, mix};

/// Units of a side at most.
pub const MOST_UNITS: usize = 16;
/// Rounds until health decides.
pub const ROUNDS: u16 = 10;
const WIDTH: u8 = 10;
const HEIGHT: u8 = 8;
const HEALTH: u8 = 6;
const RANGE: u32 = 4;
/// Closer than this, shots hurt more.
const CLOSE: u32 = 2;

/// What a unit may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Option12 {
    /// Stay.
    Hold,
    /// Step right, left, up or down.
    Step(u8),
    /// Shoot at the nearest enemy, the second nearest and so on to the fifth.
    Shoot(u8),
    /// Shots hurt half until the next turn.
    Guard,
    /// Heal the weakest neighbour.
    Mend,
}

impl Option12 {
    const ALL: [Self; 12] = [
        Self::Shoot(0),
        Self::Shoot(1),
        Self::Shoot(2),
        Self::Shoot(3),
        Self::Shoot(4),
        Self::Mend,
        Self::Guard,
        Self::Step(0),
        Self::Step(1),
        Self::Step(2),
        Self::Step(3),
        Self::Hold,
    ];

    fn index(self) -> usize {
        Self::ALL.iter().position(|&option| option == self).expect("it is one of twelve")
    }
}

/// An order to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    /// Its number in the squad.
    pub unit: u8,
    /// What to do.
    pub option: Option12,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Unit {
    x: u8,
    y: u8,
    health: u8,
    guard: bool,
}

impl Unit {
    fn alive(&self) -> bool {
        self.health > 0
    }

    fn distance(&self, other: &Self) -> u32 {
        u32::from(self.x.abs_diff(other.x)) + u32::from(self.y.abs_diff(other.y))
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    squads: [[Unit; MOST_UNITS]; 2],
    /// Units that have their order.
    done: u16,
    to_move: Side,
    /// Turns taken by both sides together.
    turns: u16,
}

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skirmish {
    units: usize,
}

impl Skirmish {
    /// So many units a side, 1 to 16.
    pub fn new(units: usize) -> Result<Self, GameError> {
        sized("units", units as u64, 1, MOST_UNITS as u64)?;
        Ok(Self { units })
    }

    /// Units a side.
    #[must_use]
    pub fn units(&self) -> usize {
        self.units
    }

    fn health(state: &State, side: Side) -> i32 {
        state.squads[side.index()].iter().map(|unit| i32::from(unit.health)).sum()
    }

    /// Living enemies in range, nearest first.
    fn targets(state: &State, unit: &Unit, side: Side) -> ([u8; MOST_UNITS], usize) {
        let mut found = [0u8; MOST_UNITS];
        let mut count = 0;
        let enemies = &state.squads[side.other().index()];
        for distance in 1..=RANGE {
            for (number, enemy) in enemies.iter().enumerate() {
                if enemy.alive() && unit.distance(enemy) == distance {
                    found[count] = number as u8;
                    count += 1;
                }
            }
        }
        (found, count)
    }

    fn weakest_neighbour(state: &State, number: u8, side: Side) -> Option<usize> {
        let squad = &state.squads[side.index()];
        let own = &squad[number as usize];
        let hurt = squad.iter().enumerate().filter(|(other, unit)| {
            *other != number as usize && unit.alive() && unit.health < HEALTH && unit.distance(own) == 1
        });
        hurt.min_by_key(|(_, unit)| unit.health).map(|(other, _)| other)
    }

    fn step(state: &State, unit: &Unit, direction: u8) -> Option<(u8, u8)> {
        let (x, y) = match direction {
            0 => (unit.x.checked_add(1).filter(|x| *x < WIDTH)?, unit.y),
            1 => (unit.x.checked_sub(1)?, unit.y),
            2 => (unit.x, unit.y.checked_add(1).filter(|y| *y < HEIGHT)?),
            _ => (unit.x, unit.y.checked_sub(1)?),
        };
        let taken = state.squads.iter().flatten().any(|other| other.alive() && other.x == x && other.y == y);
        (!taken).then_some((x, y))
    }

    fn may(state: &State, order: Order) -> bool {
        let side = state.to_move;
        let Some(unit) = state.squads[side.index()].get(order.unit as usize) else { return false };
        if !unit.alive() || state.done >> order.unit & 1 != 0 {
            return false;
        }
        match order.option {
            Option12::Hold | Option12::Guard => true,
            Option12::Step(direction) => Self::step(state, unit, direction).is_some(),
            Option12::Shoot(rank) => (rank as usize) < Self::targets(state, unit, side).1.min(5),
            Option12::Mend => Self::weakest_neighbour(state, order.unit, side).is_some(),
        }
    }

    fn nearest_enemy(state: &State, unit: &Unit, side: Side) -> u32 {
        let enemies = state.squads[side.other().index()].iter().filter(|enemy| enemy.alive());
        enemies.map(|enemy| unit.distance(enemy)).min().unwrap_or(u32::MAX)
    }

    fn open(state: &State) -> impl Iterator<Item = u8> + '_ {
        let squad = &state.squads[state.to_move.index()];
        (0..MOST_UNITS as u8).filter(move |&u| squad[u as usize].alive() && state.done >> u & 1 == 0)
    }

    fn pass_on(state: &mut State) {
        if Self::open(state).next().is_none() {
            state.to_move = state.to_move.other();
            state.done = 0;
            state.turns += 1;
            for unit in &mut state.squads[state.to_move.index()] {
                unit.guard = false;
            }
        }
    }
}

impl Rules for Skirmish {
    type State = State;
    type Move = Order;
    type Undo = State;

    fn start(&self) -> State {
        // Ranks of eight, in mirror image.
        let stand = |side: Side, number: usize| {
            let (rank, y) = ((number / HEIGHT as usize) as u8, (number % HEIGHT as usize) as u8);
            let health = if number < self.units { HEALTH } else { 0 };
            match side {
                Side::First => Unit { x: 2 - rank, y, health, guard: false },
                Side::Second => Unit { x: WIDTH - 3 + rank, y: HEIGHT - 1 - y, health, guard: false },
            }
        };
        let squads =
            [Side::First, Side::Second].map(|side| std::array::from_fn(|number| stand(side, number)));
        State { squads, done: 0, to_move: Side::First, turns: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Of(state.to_move)
    }

    fn result(&self, state: &State) -> Option<i32> {
        let (first, second) = (Self::health(state, Side::First), Self::health(state, Side::Second));
        let over = first == 0 || second == 0 || state.turns >= 2 * ROUNDS;
        over.then(|| (first - second).signum())
    }

    fn margin(&self, state: &State) -> f64 {
        let lead = Self::health(state, Side::First) - Self::health(state, Side::Second);
        f64::from(lead) / (self.units * HEALTH as usize) as f64
    }

    fn moves(&self, state: &State, out: &mut Vec<Order>) {
        let mut sets = Vec::new();
        self.open_sets(state, &mut sets);
        if let Some(&set) = sets.first() {
            self.options(state, set, out);
        }
    }

    fn apply(&self, state: &mut State, order: &Order) -> State {
        let before = *state;
        let side = state.to_move;
        let unit = state.squads[side.index()][order.unit as usize];
        match order.option {
            Option12::Hold => {}
            Option12::Guard => state.squads[side.index()][order.unit as usize].guard = true,
            Option12::Step(direction) => {
                if let Some((x, y)) = Self::step(state, &unit, direction) {
                    let own = &mut state.squads[side.index()][order.unit as usize];
                    (own.x, own.y) = (x, y);
                }
            }
            Option12::Shoot(rank) => {
                let (targets, _) = Self::targets(state, &unit, side);
                let target = &mut state.squads[side.other().index()][targets[rank as usize] as usize];
                let hurt = if unit.distance(target) <= CLOSE { 3 } else { 2 };
                target.health = target.health.saturating_sub(if target.guard { hurt / 2 } else { hurt });
            }
            Option12::Mend => {
                if let Some(other) = Self::weakest_neighbour(state, order.unit, side) {
                    let own = &mut state.squads[side.index()][other];
                    own.health = (own.health + 2).min(HEALTH);
                }
            }
        }
        state.done |= 1 << order.unit;
        Self::pass_on(state);
        before
    }

    fn cancel(&self, state: &mut State, _order: &Order, before: State) {
        *state = before;
    }

    fn hash(&self, state: &State) -> u64 {
        let mut key = mix(u64::from(state.done) << 32 | u64::from(state.turns) << 1 | state.to_move as u64);
        for unit in state.squads.iter().flatten() {
            let word = u32::from_le_bytes([unit.x, unit.y, unit.health, u8::from(unit.guard)]);
            key = mix(key ^ u64::from(word));
        }
        key
    }

    fn evaluate(&self, state: &State) -> i32 {
        10 * (Self::health(state, Side::First) - Self::health(state, Side::Second))
    }

    fn is_legal(&self, state: &State, order: &Order) -> bool {
        self.result(state).is_none() && Self::may(state, *order)
    }
}

impl ActionSets for Skirmish {
    fn open_sets(&self, state: &State, out: &mut Vec<SetId>) {
        if self.result(state).is_some() {
            return;
        }
        let from = out.len();
        out.extend(Self::open(state).map(|unit| SetId(unit.into())));
        let squad = &state.squads[state.to_move.index()];
        // Units near the enemy first: they have something to decide.
        out[from..].sort_by_key(|set| Self::nearest_enemy(state, &squad[set.0 as usize], state.to_move));
    }

    fn options(&self, state: &State, set: SetId, out: &mut Vec<Order>) {
        let orders = Option12::ALL.map(|option| Order { unit: set.0 as u8, option });
        out.extend(orders.into_iter().filter(|order| Self::may(state, *order)));
    }

    fn set_of(&self, order: &Order) -> SetId {
        SetId(order.unit.into())
    }

    fn option_index(&self, order: &Order) -> usize {
        order.option.index()
    }

    fn turn_number(&self, state: &State) -> u32 {
        state.turns.into()
    }

    fn is_obvious(&self, state: &State, set: SetId) -> bool {
        // Too far to shoot or be shot at this round: it walks up.
        let unit = &state.squads[state.to_move.index()][set.0 as usize];
        Self::nearest_enemy(state, unit, state.to_move) > RANGE + 2
    }

    fn habit(&self, state: &State, set: SetId, stream: &mut Stream) -> Order {
        let side = state.to_move;
        let unit = &state.squads[side.index()][set.0 as usize];
        let order = |option| Order { unit: set.0 as u8, option };
        let (targets, count) = Self::targets(state, unit, side);
        if count > 0 {
            let enemies = &state.squads[side.other().index()];
            // The weakest of the five nearest: shots in common kill.
            let rank = (0..count.min(5)).min_by_key(|&rank| enemies[targets[rank] as usize].health);
            return order(Option12::Shoot(rank.unwrap_or(0) as u8));
        }
        let enemies = state.squads[side.other().index()].iter().filter(|enemy| enemy.alive());
        let nearest = enemies.min_by_key(|enemy| unit.distance(enemy));
        let closer = |direction: &u8| {
            Self::step(state, unit, *direction).zip(nearest).is_some_and(|((x, y), enemy)| {
                let moved = Unit { x, y, ..*unit };
                moved.distance(enemy) < unit.distance(enemy)
            })
        };
        let ways: Vec<u8> = (0..4).filter(closer).collect();
        stream.pick(&ways).map_or(order(Option12::Hold), |&way| order(Option12::Step(way)))
    }
}

/// A quick model of the rest of a skirmish: each squad is a strength at a distance. They close in at one square a turn each;
/// in range each strength point hurts at a fixed rate (Lanchester's square law).
#[derive(Clone, Copy, Debug)]
pub struct Attrition {
    /// Units a side at the start.
    pub units: usize,
}

impl Abstraction<State> for Attrition {
    fn outcome(&self, state: &State, stream: &mut Stream) -> f64 {
        let mut strength = [Side::First, Side::Second].map(|side| f64::from(Skirmish::health(state, side)));
        let middle = |side: usize| {
            let living = state.squads[side].iter().filter(|unit| unit.alive());
            let (sum, count) = living.fold((0.0, 0.0), |(s, n), unit| (s + f64::from(unit.x), n + 1.0));
            sum / f64::max(count, 1.0)
        };
        let mut distance = (middle(1) - middle(0)).abs();
        let mut mover = state.to_move.index();
        for _ in state.turns..2 * ROUNDS {
            if strength[0] <= 0.0 || strength[1] <= 0.0 {
                break;
            }
            if distance > f64::from(RANGE) {
                distance -= 1.0;
            } else {
                // A full squad of health h deals about h/3 a turn; luck moves it by a fifth.
                strength[1 - mover] -= strength[mover] / 3.0 * stream.range(0.8, 1.2);
            }
            mover = 1 - mover;
        }
        let lead = strength[0].max(0.0) - strength[1].max(0.0);
        (lead / (self.units * HEALTH as usize) as f64).clamp(-1.0, 1.0)
    }
}

impl Notation for Skirmish {
    fn board(&self, state: &State) -> Board {
        let mut cells = vec![Cell::empty(); WIDTH as usize * HEIGHT as usize];
        for side in [Side::First, Side::Second] {
            for unit in state.squads[side.index()].iter().filter(|unit| unit.alive()) {
                let row = (HEIGHT - 1 - unit.y) as usize;
                let mark = if unit.guard { format!("{}*", unit.health) } else { unit.health.to_string() };
                cells[row * WIDTH as usize + unit.x as usize] = Cell::of(side, mark);
            }
        }
        let notes = vec![
            format!("round {} of {ROUNDS}", state.turns / 2 + 1),
            format!("health {} : {}", Self::health(state, Side::First), Self::health(state, Side::Second)),
        ];
        Board { width: WIDTH.into(), cells, notes }
    }

    fn name_move(&self, _state: &State, order: &Order) -> String {
        let what = match order.option {
            Option12::Hold => "hold".into(),
            Option12::Step(way) => format!("step-{}", ["right", "left", "up", "down"][way as usize % 4]),
            Option12::Shoot(rank) => format!("shoot-{}", rank + 1),
            Option12::Guard => "guard".into(),
            Option12::Mend => "mend".into(),
        };
        format!("{}:{what}", order.unit + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn keeps_the_contract() {
        for units in [1, 4, 16] {
            let game = Skirmish::new(units).expect("fits");
            conformance::check(&game, conformance::Extent { games: 8, moves: 700 });
        }
        assert!(Skirmish::new(17).is_err());
    }

    #[test]
    fn a_turn_of_sixteen_units_has_as_many_combinations_as_said() {
        assert!((libm::pow(Option12::ALL.len() as f64, MOST_UNITS as f64) / 1.85e17 - 1.0).abs() < 0.01);
    }

    #[test]
    fn an_earlier_order_can_make_a_later_one_impossible() {
        let game = Skirmish::new(2).expect("fits");
        let mut state = game.start();
        let squads = &mut state.squads;
        (squads[0][0].x, squads[0][0].y) = (3, 3);
        (squads[0][1].x, squads[0][1].y) = (3, 5);
        (squads[1][0].x, squads[1][0].y, squads[1][0].health) = (4, 3, 1);
        (squads[1][1].x, squads[1][1].y) = (9, 7);
        let shot = |unit| Order { unit, option: Option12::Shoot(0) };
        assert!(game.is_legal(&state, &shot(0)) && game.is_legal(&state, &shot(1)));
        game.apply(&mut state, &shot(0));
        assert!(!game.is_legal(&state, &shot(1)), "the target is dead");
    }
}
