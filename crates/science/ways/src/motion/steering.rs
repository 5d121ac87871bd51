//! Velocities towards and away from things (after Reynolds, "Steering behaviors for autonomous characters", 1999). Each gives the
//! velocity wanted, no faster than `speed`; whoever moves decides how quickly to take it up.

use wold_chance::Stream;
use wold_space::DVec2;

/// Straight there at full speed.
#[must_use]
pub fn seek(at: DVec2, goal: DVec2, speed: f64) -> DVec2 {
    (goal - at).normalize_or_zero() * speed
}

/// Straight away at full speed.
#[must_use]
pub fn flee(at: DVec2, threat: DVec2, speed: f64) -> DVec2 {
    -seek(at, threat, speed)
}

/// There, slowing down within `slow` metres, standing still on arrival.
///
/// ```
/// use wold_space::DVec2;
/// use wold_ways::motion::steering::arrive;
/// assert_eq!(arrive(DVec2::ZERO, DVec2::new(1.0, 0.0), 4.0, 2.0), DVec2::new(2.0, 0.0));
/// assert_eq!(arrive(DVec2::ZERO, DVec2::ZERO, 4.0, 2.0), DVec2::ZERO);
/// ```
#[must_use]
pub fn arrive(at: DVec2, goal: DVec2, speed: f64, slow: f64) -> DVec2 {
    let pace = ((goal - at).length() / slow.max(1e-9)).min(1.0);
    seek(at, goal, speed) * pace
}

/// To where a moving target will be when one gets there.
#[must_use]
pub fn pursue(at: DVec2, target: DVec2, target_velocity: DVec2, speed: f64) -> DVec2 {
    let time = (target - at).length() / speed.max(1e-9);
    seek(at, target + target_velocity * time.min(10.0), speed)
}

/// Onward with small turns: the heading is a point on a circle ahead that moves by up to `jitter` of a turn per step.
#[must_use]
pub fn wander(heading: DVec2, jitter: f64, speed: f64, draws: &mut Stream) -> DVec2 {
    let turn = (draws.unit() * 2.0 - 1.0) * jitter * std::f64::consts::TAU;
    let heading = if heading.length_squared() > 0.0 { heading.normalize() } else { DVec2::X };
    DVec2::new(libm::cos(turn), libm::sin(turn)).rotate(heading) * speed
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    #[test]
    fn a_pursuer_of_equal_heading_cuts_the_corner() {
        let wanted = pursue(DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(0.0, 1.0), 2.0);
        assert!(wanted.y > 0.0 && (wanted.length() - 2.0).abs() < 1e-12);
        assert_eq!(flee(DVec2::ZERO, DVec2::X, 1.0), -DVec2::X);
    }

    #[test]
    fn wandering_keeps_its_speed_and_never_turns_more_than_its_jitter() {
        let mut draws = Stream::named(Seed(1), "wander", &[]);
        let mut velocity = DVec2::X * 2.0;
        for _ in 0..500 {
            let next = wander(velocity, 0.05, 2.0, &mut draws);
            assert!((next.length() - 2.0).abs() < 1e-9);
            assert!(next.angle_to(velocity).abs() <= 0.05 * std::f64::consts::TAU + 1e-9);
            velocity = next;
        }
    }
}
