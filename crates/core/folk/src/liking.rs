//! Liking: why somebody is taken to one neighbour and not to another.
//!
//! Contract: how well two people suit each other is drawn once by their names, the same for both, and adds to the first impression: within `liking` of nothing (`[regard]` of `rows/company.toml`), even ones
//! the likeliest. So a town has friends before anything has happened in it, and nobody needs to be told who they are.

use super::rows::COMPANY;
use wold_chance::{Seed, Stream};
use wold_mind::gossip::BeingId;

/// What somebody likes about another, or does not.
pub(super) fn liking(one: BeingId, other: BeingId) -> f64 {
    let key = [one.0.min(other.0), one.0.max(other.0)];
    let mut stream = Stream::named(Seed(0), "liking", &key);
    // The mean of two draws: most people are neither here nor there.
    COMPANY.regard.liking * f64::midpoint(stream.range(-1.0, 1.0), stream.range(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_people_like_each_other_as_much_and_a_town_has_friends() {
        let people: Vec<BeingId> = (0..60).map(|n| BeingId::named(&format!("Person {n}"))).collect();
        let pairs =
            || people.iter().flat_map(|a| people.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b);
        assert!(
            pairs().all(|(a, b)| liking(a, b) == liking(b, a) && liking(a, b).abs() <= COMPANY.regard.liking)
        );
        let share = |wanted: fn(f64) -> bool| {
            pairs().filter(|(a, b)| wanted(liking(*a, *b))).count() as f64 / pairs().count() as f64
        };
        // From a first impression of 0.65 this makes friends above 0.75.
        assert!((0.08..0.2).contains(&share(|it| it > 0.1)), "{}", share(|it| it > 0.1));
        assert!((0.08..0.2).contains(&share(|it| it < -0.1)));
    }
}
