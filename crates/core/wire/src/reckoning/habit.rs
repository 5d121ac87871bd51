//! How somebody goes on when nothing more is heard.

use wold_space::DVec2;

/// How much of a report prediction uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The place alone.
    Zero,
    /// Place and velocity: right for people.
    #[default]
    First,
    /// Acceleration too: right for vehicles, for a moment.
    Second,
}

/// A way to go on.
///
/// The orders know nothing of who moves. The others do: what rolls comes to rest and does not roll back, a cart in a bend keeps
/// its speed, an animal that mills about is not where its course points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Habit {
    /// By so many derivatives.
    Order(Order),
    /// On the arc it is on, with the speed it has: the acceleration across its course is the bend, that along it is left out.
    Steers,
    /// Straight on, slower by `brake` m/s each second, until it lies still.
    Rolls {
        /// What the ground takes, in m/s².
        brake: f64,
    },
    /// Straight on, with a speed that falls to a third within `seconds`.
    Strays {
        /// How long a course is worth something.
        seconds: f64,
    },
}

impl Default for Habit {
    fn default() -> Self {
        Self::Order(Order::First)
    }
}

impl From<Order> for Habit {
    fn from(order: Order) -> Self {
        Self::Order(order)
    }
}

impl Habit {
    /// The way made in `d` seconds, not below 0.
    #[must_use]
    #[inline]
    pub fn way(self, velocity: DVec2, acceleration: DVec2, d: f64) -> DVec2 {
        match self {
            // Nearly everybody, thousands of times a tick: the rest stays out of the caller's loop.
            Self::Order(Order::First) => velocity * d,
            _ => self.rarer_way(velocity, acceleration, d),
        }
    }

    fn rarer_way(self, velocity: DVec2, acceleration: DVec2, d: f64) -> DVec2 {
        match self {
            Self::Order(Order::Zero) => DVec2::ZERO,
            Self::Order(Order::First) => velocity * d,
            Self::Order(Order::Second) => velocity * d + acceleration * (d * d / 2.0),
            Self::Steers => match bend(velocity, acceleration) {
                // The chord of an arc of length |v|·d, turned by half of what the arc turns.
                Some(rate) => {
                    let half = rate * d / 2.0;
                    turned(velocity, half) * (d * libm::sin(half) / half)
                }
                None => velocity * d,
            },
            Self::Rolls { brake } => {
                let speed = velocity.length();
                let d = if brake > 0.0 { d.min(speed / brake) } else { d };
                if speed > 0.0 { velocity * (d - brake * d * d / (2.0 * speed)) } else { DVec2::ZERO }
            }
            Self::Strays { seconds } => velocity * (seconds * (1.0 - libm::exp(-d / seconds))),
        }
    }

    /// The velocity after `d` seconds, not below 0.
    #[must_use]
    #[inline]
    pub fn pace(self, velocity: DVec2, acceleration: DVec2, d: f64) -> DVec2 {
        match self {
            Self::Order(Order::First) => velocity,
            _ => self.rarer_pace(velocity, acceleration, d),
        }
    }

    fn rarer_pace(self, velocity: DVec2, acceleration: DVec2, d: f64) -> DVec2 {
        match self {
            Self::Order(Order::Zero) => DVec2::ZERO,
            Self::Order(Order::First) => velocity,
            Self::Order(Order::Second) => velocity + acceleration * d,
            Self::Steers => bend(velocity, acceleration).map_or(velocity, |rate| turned(velocity, rate * d)),
            Self::Rolls { brake } => {
                let speed = velocity.length();
                if speed > brake * d { velocity * (1.0 - brake * d / speed) } else { DVec2::ZERO }
            }
            Self::Strays { seconds } => velocity * libm::exp(-d / seconds),
        }
    }
}

/// Radians a second of the arc that velocity and acceleration belong to; `None` where it is straight.
fn bend(velocity: DVec2, acceleration: DVec2) -> Option<f64> {
    let rate = velocity.perp_dot(acceleration) / velocity.length_squared();
    // Below this a second bends by a fraction of a millimetre, and the chord's formula would divide by nothing.
    (rate.is_finite() && rate.abs() > 1e-4).then_some(rate)
}

fn turned(v: DVec2, angle: f64) -> DVec2 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    DVec2::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EAST: DVec2 = DVec2::new(4.0, 0.0);

    #[test]
    fn what_rolls_comes_to_rest_and_does_not_roll_back() {
        let ball = Habit::Rolls { brake: 2.0 };
        assert_eq!(ball.way(EAST, DVec2::ZERO, 1.0), DVec2::new(3.0, 0.0));
        assert_eq!(ball.way(EAST, DVec2::ZERO, 2.0), DVec2::new(4.0, 0.0));
        assert_eq!(ball.way(EAST, DVec2::ZERO, 60.0), DVec2::new(4.0, 0.0));
        assert_eq!(ball.pace(EAST, DVec2::ZERO, 60.0), DVec2::ZERO);
        assert_eq!(ball.way(DVec2::ZERO, DVec2::ZERO, 1.0), DVec2::ZERO);
    }

    #[test]
    fn a_cart_in_a_bend_comes_round_in_a_full_turn() {
        let across = DVec2::new(0.0, 4.0);
        let cart = |d| Habit::Steers.way(EAST, across, d);
        assert!(cart(std::f64::consts::TAU).length() < 1e-9, "a circle of 4 m at 4 m/s takes 2π seconds");
        assert!(cart(std::f64::consts::PI).distance(DVec2::new(0.0, 8.0)) < 1e-9);
        assert_eq!(Habit::Steers.way(EAST, DVec2::X, 2.0), EAST * 2.0, "braking bends nothing");
        assert_eq!(Habit::Steers.way(DVec2::ZERO, DVec2::X, 2.0), DVec2::ZERO);
    }

    #[test]
    fn a_straying_course_is_worth_its_seconds_and_no_more() {
        let animal = Habit::Strays { seconds: 0.5 };
        assert!(animal.way(EAST, DVec2::ZERO, 100.0).distance(EAST * 0.5) < 1e-9);
    }

    proptest! {
        #[test]
        fn paces_are_the_slopes_of_ways(
            velocity in (-9.0..9.0, -9.0..9.0), acceleration in (-5.0..5.0, -5.0..5.0), d in 0.01..3.0, which in 0usize..6,
        ) {
            let habits = [
                Order::Zero.into(), Order::First.into(), Order::Second.into(),
                Habit::Steers, Habit::Rolls { brake: 1.5 }, Habit::Strays { seconds: 0.8 },
            ];
            let (v, a, h) = (DVec2::from(velocity), DVec2::from(acceleration), 1e-6);
            let slope = (habits[which].way(v, a, d + h) - habits[which].way(v, a, d - h)) / (2.0 * h);
            prop_assert!(slope.distance(habits[which].pace(v, a, d)) < 1e-3);
        }
    }
}
