//! Two objectives: troops that should be even, and peaks with a trap.

use super::Objective;

/// A landscape over two numbers in -1 to 1 with a wide low peak and a narrow high one (1.0 at 0.6, 0.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peaks;

impl Objective for Peaks {
    fn bounds(&self) -> Vec<(f64, f64)> {
        vec![(-1.0, 1.0); 2]
    }

    fn score(&self, solution: &[f64]) -> f64 {
        let hill = |cx: f64, cy: f64, width: f64| {
            let (dx, dy) = (solution[0] - cx, solution[1] - cy);
            libm::exp(-(dx * dx + dy * dy) / (width * width))
        };
        (0.7 * hill(-0.4, -0.4, 0.6)).max(hill(0.6, 0.6, 0.2))
    }
}

/// A kind of troop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Troop {
    /// Damage that armour takes from each blow.
    pub armour: f64,
    /// Hit points.
    pub health: f64,
    /// Damage of a blow.
    pub damage: f64,
    /// Blows before the other can strike back.
    pub reach: f64,
}

/// Makes kinds of troops even: the objective is minus the difference between the most and the least victorious kind, where a
/// victory over each other kind is graded by how clear it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Per kind, the least and the most of each property.
    pub ranges: Vec<[Troop; 2]>,
}

impl Default for Balance {
    /// A swordsman, a spearman and an archer.
    fn default() -> Self {
        let troop = |armour, health, damage, reach| Troop { armour, health, damage, reach };
        Self {
            ranges: vec![
                [troop(2.0, 60.0, 8.0, 0.0), troop(5.0, 110.0, 14.0, 0.0)],
                [troop(1.0, 50.0, 7.0, 1.0), troop(3.0, 90.0, 13.0, 2.0)],
                [troop(0.0, 30.0, 5.0, 3.0), troop(1.0, 60.0, 10.0, 8.0)],
            ],
        }
    }
}

impl Balance {
    /// The troops of a solution.
    #[must_use]
    pub fn troops(&self, solution: &[f64]) -> Vec<Troop> {
        let troop = |c: &[f64]| Troop { armour: c[0], health: c[1], damage: c[2], reach: c[3] };
        solution.chunks_exact(4).map(troop).collect()
    }

    /// How clearly one kind beats another, -1 to 1.
    #[must_use]
    pub fn duel(one: Troop, other: Troop) -> f64 {
        let hit = |from: Troop, to: Troop| (from.damage - to.armour).max(0.5);
        let blows = |from: Troop, to: Troop| to.health / hit(from, to) - from.reach;
        let (to_win, to_lose) = (blows(one, other).max(0.1), blows(other, one).max(0.1));
        (to_lose - to_win) / (to_lose + to_win)
    }
}

impl Objective for Balance {
    fn bounds(&self) -> Vec<(f64, f64)> {
        self.ranges
            .iter()
            .flat_map(|[lo, hi]| {
                [(lo.armour, hi.armour), (lo.health, hi.health), (lo.damage, hi.damage), (lo.reach, hi.reach)]
            })
            .collect()
    }

    fn score(&self, solution: &[f64]) -> f64 {
        let troops = self.troops(solution);
        let victories =
            troops.iter().map(|one| troops.iter().map(|other| Self::duel(*one, *other)).sum::<f64>());
        let (least, most) =
            victories.fold((f64::MAX, f64::MIN), |(least, most), v| (least.min(v), most.max(v)));
        least - most
    }
}
