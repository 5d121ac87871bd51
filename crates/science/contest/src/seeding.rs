//! Where the entry list goes in a bracket.
//!
//! A seeding of N = 2^x seats says which rank sits where; neighbours 2i and 2i + 1 meet first. All three keep the best t
//! (a power of two) apart until t are left. Standard and ordered pair rank r with N - 1 - r, so the best has the easiest
//! way; ordered also puts stronger quarters first. Equitable pairs r with r + N/2, the same gap for everybody.
//!
//! With n < N players, the l = N - n empty seats are the lowest ranks; in the equitable seeding ranks N/2 ... N/2 + l - 1,
//! so that again the best l rest in the first round.

use crate::format::Player;
use serde::{Deserialize, Serialize};
use wold_chance::{Seed, Stream};

/// A way to fill a bracket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// Best against worst; its own inverse.
    #[default]
    Standard,
    /// Best against worst, stronger parts of the bracket first.
    Ordered,
    /// The same gap in every first match.
    Equitable,
    /// By lot.
    Random,
}

/// The rank at each seat of a bracket of `seats`, a power of two; [`Seeding::Random`] has none of its own and gives the
/// standard order.
///
/// ```
/// use wold_contest::seeding::{Seeding, ranks};
/// assert_eq!(ranks(Seeding::Equitable, 8), [0, 4, 2, 6, 1, 5, 3, 7]);
/// ```
#[must_use]
pub fn ranks(seeding: Seeding, seats: usize) -> Vec<usize> {
    assert!(seats.is_power_of_two(), "a bracket has 2^x seats");
    let mut order = vec![0];
    while order.len() < seats {
        let size = order.len() * 2;
        order = match seeding {
            // The weaker half of each pair mirrors to the other end, so that the best sit at both ends.
            Seeding::Standard | Seeding::Random => order
                .iter()
                .enumerate()
                .flat_map(|(i, &r)| if i % 2 == 0 { [r, size - 1 - r] } else { [size - 1 - r, r] })
                .collect(),
            Seeding::Ordered => order.iter().flat_map(|&r| [r, size - 1 - r]).collect(),
            Seeding::Equitable => {
                order.iter().map(|&r| 2 * r).chain(order.iter().map(|&r| 2 * r + 1)).collect()
            }
        };
    }
    order
}

/// The players of an entry list of `players`, best first, at their seats; `None` is a bye.
#[must_use]
pub fn bracket(seeding: Seeding, players: usize, seed: Seed) -> Vec<Option<Player>> {
    let entries: Vec<Player> = (0..players as u32).map(Player).collect();
    seat(seeding, &entries, players, seed)
}

/// The same for any list, best first, of whom only the first `placed` keep their places; the rest is drawn.
#[must_use]
pub fn seat(seeding: Seeding, list: &[Player], placed: usize, seed: Seed) -> Vec<Option<Player>> {
    let seats = list.len().next_power_of_two();
    let empty = seats - list.len();
    let mut entries = list.to_vec();
    let placed = if seeding == Seeding::Random { 0 } else { placed.min(list.len()) };
    Stream::named(seed, "contest.seeding", &[]).shuffle(&mut entries[placed..]);
    let entry_of = |rank: usize| match seeding {
        Seeding::Equitable if rank < seats / 2 => Some(rank),
        Seeding::Equitable => rank.checked_sub(empty).filter(|&entry| entry >= seats / 2),
        _ => Some(rank),
    };
    let seated = ranks(seeding, seats).into_iter();
    seated.map(|rank| entry_of(rank).and_then(|entry| entries.get(entry)).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Seeding::{Equitable, Ordered, Standard};

    #[test]
    fn seedings_of_four_eight_and_sixteen_are_the_known_ones() {
        assert_eq!(ranks(Standard, 4), [0, 3, 2, 1]);
        assert_eq!(ranks(Ordered, 4), [0, 3, 1, 2]);
        assert_eq!(ranks(Equitable, 4), [0, 2, 1, 3]);
        assert_eq!(ranks(Standard, 8), [0, 7, 4, 3, 2, 5, 6, 1]);
        assert_eq!(ranks(Ordered, 8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(ranks(Equitable, 8), [0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!(ranks(Standard, 16), [0, 15, 8, 7, 4, 11, 12, 3, 2, 13, 10, 5, 6, 9, 14, 1]);
        assert_eq!(ranks(Ordered, 16), [0, 15, 7, 8, 3, 12, 4, 11, 1, 14, 6, 9, 2, 13, 5, 10]);
        assert_eq!(ranks(Equitable, 16), [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);
    }

    #[test]
    fn the_best_t_stay_apart_until_t_are_left() {
        for seeding in [Standard, Ordered, Equitable] {
            for x in 0..=10 {
                let seated = ranks(seeding, 1 << x);
                for t in (0..=x).map(|k| 1 << k) {
                    for part in seated.chunks(seated.len() / t) {
                        assert_eq!(part.iter().filter(|&&rank| rank < t).count(), 1, "{seeding:?} {x} {t}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_standard_seeding_is_its_own_inverse() {
        for x in 0..=10 {
            let seated = ranks(Standard, 1 << x);
            assert!((0..seated.len()).all(|i| seated[seated[i]] == i));
        }
    }

    #[test]
    fn byes_go_to_the_best_and_nobody_is_lost() {
        for seeding in [Standard, Ordered, Equitable] {
            for n in 2..=64 {
                let seated = bracket(seeding, n, Seed(1));
                let mut all: Vec<u32> = seated.iter().flatten().map(|player| player.0).collect();
                all.sort_unstable();
                assert!(all.iter().copied().eq(0..n as u32), "{seeding:?} {n}");
                let mut rest: Vec<u32> = seated
                    .chunks(2)
                    .filter(|pair| pair.contains(&None))
                    .map(|pair| pair[0].or(pair[1]).expect("no empty first match").0)
                    .collect();
                rest.sort_unstable();
                assert!(rest.iter().copied().eq(0..(n.next_power_of_two() - n) as u32), "{seeding:?} {n}");
            }
        }
    }
}
