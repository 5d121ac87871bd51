//! Places in a group that moves together.

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
}
