//! Who goes on how: one row for each kind of mover.

use super::{Habit, Order, Tolerance};

/// A kind of mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mover {
    /// Goes straight, turns on the spot, stops.
    Walker,
    /// The same, faster and less often.
    Runner,
    /// Long bends at slowly changing speed.
    Cart,
    /// Straight until it hits.
    Arrow,
    /// Rolls out.
    Ball,
    /// Mills about, then bolts.
    Animal,
}

/// What is known of a kind of mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverRow {
    /// Its kind.
    pub mover: Mover,
    /// How it is called.
    pub name: &'static str,
    /// How it goes on.
    pub habit: Habit,
    /// Seconds it is trusted to go on like that.
    pub horizon: f64,
    /// How wrong it may be shown.
    pub tolerance: Tolerance,
    /// How much it matters to who watches: 2 halves the tolerance.
    pub importance: f64,
    /// The most m/s it makes.
    pub fastest: f64,
}

/// The table. Horizons follow what each can keep up: a walker turns within seconds, an arrow flies until it hits. Arrows matter most because
/// they wound; a cart may be off by more because it is larger.
const ROWS: [MoverRow; 6] = [
    row(Mover::Walker, "walker", Habit::Order(Order::First), 1.0, 0.25, 1.0, 2.2),
    row(Mover::Runner, "runner", Habit::Order(Order::First), 1.0, 0.35, 1.0, 5.5),
    row(Mover::Cart, "cart", Habit::Steers, 2.0, 0.5, 1.0, 9.0),
    row(Mover::Arrow, "arrow", Habit::Order(Order::First), 3.0, 0.5, 2.0, 32.0),
    row(Mover::Ball, "ball", Habit::Rolls { brake: 1.5 }, 6.0, 0.3, 1.0, 8.0),
    row(Mover::Animal, "animal", Habit::Strays { seconds: 1.2 }, 1.5, 0.35, 0.7, 5.0),
];

const fn row(
    mover: Mover,
    name: &'static str,
    habit: Habit,
    horizon: f64,
    near: f64,
    importance: f64,
    fastest: f64,
) -> MoverRow {
    let tolerance = Tolerance { near, ..Tolerance::USUAL };
    MoverRow { mover, name, habit, horizon, tolerance, importance, fastest }
}

impl Mover {
    /// Its row.
    ///
    /// ```
    /// use wold_wire::reckoning::{Habit, Mover};
    /// assert!(matches!(Mover::Ball.row().habit, Habit::Rolls { .. }));
    /// let tolerance = Mover::Arrow.row().tolerance;
    /// assert!(tolerance.at(5.0, Mover::Arrow.row().importance) < tolerance.at(50.0, 1.0));
    /// ```
    #[must_use]
    pub fn row(self) -> &'static MoverRow {
        &ROWS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_in_its_own_row() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!(row.mover as usize, at);
            assert!(row.horizon > 0.0 && row.importance > 0.0 && row.fastest > 0.0, "{}", row.name);
        }
    }
}
