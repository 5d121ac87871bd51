//! Places in a group that moves together, and keeping them.
//!
//! The leader goes its way; the others' places turn with its heading, which follows the leader's course only so fast, so that the
//! group wheels round corners instead of flying apart. Each steers for its place and slows down when it arrives there. The leader
//! waits for those who fall behind: at one gap it slows down, at three it stands.

use wold_space::DVec2;

/// How a group stands, seen along its heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formation {
    /// One behind another.
    Column,
    /// Side by side.
    Line,
    /// A point ahead, two wings behind.
    Wedge,
}

/// The places of `count` members around a leader at `at` who heads for `heading`, `gap` apart; the first is the leader's.
///
/// ```
/// use wold_space::DVec2;
/// use wold_ways::motion::formation::{Formation, places};
/// let row = places(Formation::Column, DVec2::ZERO, DVec2::Y, 3, 2.0);
/// assert_eq!(row, [DVec2::ZERO, DVec2::new(0.0, -2.0), DVec2::new(0.0, -4.0)]);
/// ```
#[must_use]
pub fn places(formation: Formation, at: DVec2, heading: DVec2, count: usize, gap: f64) -> Vec<DVec2> {
    let ahead = heading.try_normalize().unwrap_or(DVec2::X);
    let left = ahead.perp();
    let place = |i: usize| {
        // Members take the left and the right by turns.
        let (rank, side) = (i.div_ceil(2) as f64, if i % 2 == 1 { 1.0 } else { -1.0 });
        at + match formation {
            Formation::Column => ahead * (-(i as f64) * gap),
            Formation::Line => left * (side * rank * gap),
            Formation::Wedge => left * (side * rank * gap) - ahead * (rank * gap),
        }
    };
    (0..count).map(place).collect()
}

/// Gives each member a place so that nobody crosses far: nearest pairs first, ties by number. Returns the place of each.
#[must_use]
pub fn assign(members: &[DVec2], places: &[DVec2]) -> Vec<Option<usize>> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::with_capacity(members.len() * places.len());
    for (i, member) in members.iter().enumerate() {
        pairs.extend(places.iter().enumerate().map(|(j, place)| (member.distance(*place), i, j)));
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut given, mut taken) = (vec![None; members.len()], vec![false; places.len()]);
    for (_, i, j) in pairs {
        if given[i].is_none() && !taken[j] {
            given[i] = Some(j);
            taken[j] = true;
        }
    }
    given
}

/// A group that keeps its formation on the move. The first member leads.
///
/// ```
/// use wold_space::DVec2;
/// use wold_ways::motion::formation::{Company, Formation};
/// let mut company = Company::new(Formation::Column, 2.0, DVec2::X);
/// let members = [DVec2::ZERO, DVec2::new(-2.0, 0.0)];
/// let velocities = company.velocities(&members, DVec2::X, 1.0);
/// assert!((velocities[0] - DVec2::X).length() < 1e-9, "everybody is in place: on at full speed");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Company {
    formation: Formation,
    gap: f64,
    heading: DVec2,
    /// The place of each member; kept until the number of members changes, so that nobody changes places on the move.
    given: Vec<usize>,
}

/// The share of a turn that the group follows in one step.
const WHEEL: f64 = 0.1;

impl Company {
    /// A group that stands `gap` apart and looks along `heading`.
    #[must_use]
    pub fn new(formation: Formation, gap: f64, heading: DVec2) -> Self {
        Self { formation, gap, heading: heading.try_normalize().unwrap_or(DVec2::X), given: Vec::new() }
    }

    /// The velocity of each member for the next step, if the leader wants `course` and nobody is faster than `speed`.
    pub fn velocities(&mut self, members: &[DVec2], course: DVec2, speed: f64) -> Vec<DVec2> {
        let Some(&leader) = members.first() else { return Vec::new() };
        if let Some(course) = course.try_normalize() {
            self.heading = self.heading.lerp(course, WHEEL).try_normalize().unwrap_or(course);
        }
        let places = places(self.formation, leader, self.heading, members.len(), self.gap);
        if self.given.len() != members.len() {
            // The leader has the first place, whoever is near it.
            let others = assign(&members[1..], &places[1..]);
            self.given = [0].into_iter().chain(others.into_iter().flatten().map(|place| place + 1)).collect();
        }
        let off = |i: usize| places[self.given[i]] - members[i];
        let behind = (1..members.len()).map(|i| off(i).length()).fold(0.0, f64::max);
        let patience = ((3.0 * self.gap - behind) / (2.0 * self.gap)).clamp(0.0, 1.0);
        let led = course.clamp_length_max(speed) * patience;
        let velocity = |i: usize| match i {
            0 => led,
            // Along with the group, and a third of the way to the place besides.
            _ => (led + off(i) / 3.0).clamp_length_max(speed),
        };
        (0..members.len()).map(velocity).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_gets_a_place_of_their_own() {
        let wedge = places(Formation::Wedge, DVec2::ZERO, DVec2::X, 5, 1.0);
        let shuffled: Vec<DVec2> = wedge.iter().rev().map(|p| *p + DVec2::splat(0.1)).collect();
        let given: Vec<usize> = assign(&shuffled, &wedge).into_iter().flatten().collect();
        assert_eq!(given, [4, 3, 2, 1, 0]);
    }
    #[test]
    fn a_company_keeps_together_round_a_corner_and_waits_for_stragglers() {
        for formation in [Formation::Column, Formation::Line, Formation::Wedge] {
            let mut company = Company::new(formation, 1.0, DVec2::X);
            let mut members = places(formation, DVec2::ZERO, DVec2::X, 7, 1.0);
            // One has fallen far behind.
            members[6] -= DVec2::new(8.0, 0.0);
            let (mut waited, mut widest) = (0, 0.0f64);
            for step in 0..400 {
                let course = if step < 200 { DVec2::X } else { DVec2::Y } * 0.1;
                let velocities = company.velocities(&members, course, 0.15);
                assert!(velocities.iter().all(|v| v.length() <= 0.15 + 1e-9));
                waited += u32::from(velocities[0].length() < 0.02);
                for (member, velocity) in members.iter_mut().zip(velocities) {
                    *member += velocity;
                }
                if step >= 150 {
                    let far = members.iter().map(|m| m.distance(members[0])).fold(0.0, f64::max);
                    widest = widest.max(far);
                }
            }
            let wanted = places(formation, members[0], DVec2::Y, 7, 1.0);
            let astray = assign(&members, &wanted).into_iter().flatten().zip(&members);
            let astray = astray.map(|(place, member)| wanted[place].distance(*member)).fold(0.0, f64::max);
            assert!(waited > 10, "{formation:?}: the leader waits");
            assert!(widest < 8.0, "{formation:?}: {widest} m from the leader while they wheel");
            assert!(astray < 0.8, "{formation:?}: {astray} m from a place in the end");
        }
    }
}
