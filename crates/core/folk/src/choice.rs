//! Choosing among sellers: near, honest, cheap, of good food, and lately heard of.
//!
//! Contract: each shop gets a degree in 0 to 1 per criterion; what is not known counts half. Degrees are weighted by Yager's power (a hungry buyer minds the way more and the price less) and put together by a
//! soft-and ([`Owa::soft_and`]), so that one bad side is not outweighed by several good ones. The best comes first; of equals the one that was named first.

use super::rows::THRIFT;
use wold_mind::gossip::BeingId;
use wold_mind::preference::{Owa, Weighting};

/// What a shop is judged by, in this order.
pub const CRITERIA: [&str; 5] = ["near", "respected", "cheap", "good food", "word of it"];

/// What is known of a shop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shop {
    pub who: BeingId,
    /// Metres to where it is or is expected to be.
    pub metres: f64,
    pub respect: f64,
    /// What food costs there, 1 being the ordinary price.
    pub price: Option<f64>,
    /// The nourishment of the best it offered, 0 to 1.
    pub food: Option<f64>,
    /// Hours since one last heard of it.
    pub age: f64,
}

/// A shop with its marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marked {
    /// Whose it is.
    pub who: BeingId,
    /// All put together.
    pub score: f64,
    /// By criterion, before weighting.
    pub degrees: [f64; 5],
}

/// Ranks shops for one who is so hungry, 0 to 1.
pub(super) fn rank(shops: &[Shop], hunger: f64) -> Vec<Marked> {
    let soft_and = Owa::soft_and(CRITERIA.len());
    let rows = &THRIFT.shops;
    let weights: [f64; 5] = std::array::from_fn(|side| rows.weights[side] + rows.hungry[side] * hunger);
    let mut marked: Vec<Marked> = shops
        .iter()
        .map(|shop| {
            let degrees = [
                1.0 - shop.metres / rows.far_metres,
                shop.respect,
                shop.price.map_or(rows.unknown, |price| 1.0 / (1.0 + price.max(0.0))),
                shop.food.map_or(rows.unknown, |food| food / rows.hearty),
                1.0 - shop.age / rows.stale_hours,
            ]
            .map(|degree| degree.clamp(rows.least, 1.0));
            let weighted: Vec<f64> = degrees
                .iter()
                .zip(weights)
                .map(|(degree, weight)| Weighting::Yager.apply(*degree, weight))
                .collect();
            Marked { who: shop.who, score: soft_and.of(&weighted), degrees }
        })
        .collect();
    marked.sort_by(|a, b| b.score.total_cmp(&a.score));
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop(name: &str) -> Shop {
        Shop {
            who: BeingId::named(name),
            metres: 20.0,
            respect: 0.6,
            price: Some(1.0),
            food: Some(0.3),
            age: 1.0,
        }
    }

    fn best(shops: &[Shop], hunger: f64) -> BeingId {
        rank(shops, hunger)[0].who
    }

    #[test]
    fn the_nearer_the_cheaper_and_the_better_liked_win_when_all_else_is_alike() {
        let plain = shop("plain");
        for better in [
            Shop { metres: 5.0, ..shop("better") },
            Shop { respect: 0.9, ..shop("better") },
            Shop { price: Some(0.4), ..shop("better") },
            Shop { food: Some(0.5), ..shop("better") },
            Shop { age: 0.0, ..shop("better") },
        ] {
            assert_eq!(best(&[plain, better], 0.4), better.who, "{better:?}");
            assert_eq!(best(&[better, plain], 0.4), better.who, "{better:?}");
        }
        assert_eq!(best(&[plain, shop("same")], 0.4), plain.who, "of equals the first");
    }

    #[test]
    fn the_hungry_take_what_is_near_and_others_walk_for_a_fair_price() {
        let dear = Shop { metres: 5.0, price: Some(3.0), ..shop("dear") };
        let fair = Shop { metres: 70.0, price: Some(0.6), ..shop("fair") };
        assert_eq!(best(&[dear, fair], 1.0), dear.who);
        assert_eq!(best(&[dear, fair], 0.0), fair.who);
    }

    #[test]
    fn one_bad_side_is_not_outweighed_by_several_good_ones() {
        let crook = Shop { metres: 1.0, respect: 0.05, price: Some(0.1), food: Some(0.5), ..shop("crook") };
        assert_eq!(best(&[crook, shop("honest")], 0.3), shop("honest").who);
    }
}
