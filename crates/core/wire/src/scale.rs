//! How many a network carries, worked out instead of measured.
//!
//! What keeps a world going over a network is the product of five numbers: messages, destinations of each, bytes of each, timeliness and work on each ([`Resources`]). Every
//! remedy makes one of them smaller by making another larger. [`most_players`] is what one wire holds, [`speed_up`] what more processors bring,
//! [`Deployment`] what it costs to let everybody know of everybody, [`Tree`] what it costs not to.

mod deployment;
mod tree;

pub use deployment::{Deployment, Load};
pub use tree::{Level, Tree};

/// What information costs: the five numbers of which the product is what a world needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resources {
    /// Messages a second, or a round.
    pub messages: f64,
    /// Destinations of each.
    pub destinations: f64,
    /// Bytes of each.
    pub bytes: f64,
    /// How fresh they are: larger is sooner. One over the seconds from the deed to its picture.
    pub timeliness: f64,
    /// Steps of work on each.
    pub work: f64,
}

impl Resources {
    /// How the five are called.
    pub const NAMES: [&str; 5] = ["messages", "destinations", "bytes", "timeliness", "work"];

    /// The five in order.
    #[must_use]
    pub fn numbers(&self) -> [f64; 5] {
        [self.messages, self.destinations, self.bytes, self.timeliness, self.work]
    }

    /// Their product.
    #[must_use]
    pub fn product(&self) -> f64 {
        self.numbers().iter().product()
    }
}

/// How many players a shared wire of so many bits a second holds when each sends `updates` messages of `bits` a second. All above 0.
///
/// ```
/// use wold_wire::scale::most_players;
/// // Heads of 94 bytes (IPv6 in Ethernet) and 32 bits of news, five times a second, over 10 Mbit/s.
/// assert_eq!(most_players(784.0, 5.0, 1e7), 2551);
/// ```
#[must_use]
pub fn most_players(bits: f64, updates: f64, capacity: f64) -> u64 {
    (capacity / (bits * updates)) as u64
}

/// How much faster `n` processors are than one when a share of the work cannot be split (Amdahl): `1 / (a + (1 − a) / n)`, at most `1 / a`.
///
/// ```
/// use wold_wire::scale::speed_up;
/// assert!((speed_up(0.05, 8.0) - 5.92593).abs() < 1e-5);
/// assert!((speed_up(0.05, f64::INFINITY) - 20.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn speed_up(serial: f64, processors: f64) -> f64 {
    1.0 / (serial + (1.0 - serial) / processors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twentieth_that_cannot_be_split_is_felt_soon() {
        for (processors, faster) in
            [(1.0, 1.0), (2.0, 1.90476), (4.0, 3.47826), (8.0, 5.92593), (16.0, 9.14286)]
        {
            assert!((speed_up(0.05, processors) - faster).abs() < 1e-5, "{processors}");
        }
        assert!((speed_up(0.0, 7.0) - 7.0).abs() < 1e-9 && (speed_up(1.0, 7.0) - 1.0).abs() < 1e-9);
    }
}
