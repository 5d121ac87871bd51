//! Temporal contours: how far behind now each thing is shown, so that arrows hit where and when both ends see them hit.
//!
//! Players do as they like, so a remote one is shown as old as its news is: its delay. What they throw is passive: where it was or will be can be computed. So a thing
//! beside the onlooker is shown now, a thing beside a remote player is shown as late as that player, and in between the delay changes evenly
//! with the way (local perception filters; Sharkey, Ryan and Roberts 1998). With `δ` the distance, a thing at `e` is late by
//! `d · max(1 − δ(r, e) / δ(p, r), 0)` for an onlooker `p` and a remote `r` whose news is `d` old.
//!
//! * *Shadows.* That formula has a thing reach `r` on `p`'s screen before `r` can have seen it. The peak is therefore not at `r` but where the thing
//!   will be when it is shown at `r`: as far along its course as it gets within the delay.
//! * *Several remotes.* Either a thing comes back to now after it has passed one ([`Contours::delay`]: few things are late, but their speed
//!   changes often) or it keeps its delay until it nears the next ([`Held::delay`]: few changes, more things late).
//! * *Slow motion.* A player may stretch time around itself by so many seconds (`slow`): what it throws is shown ahead at its target, what is thrown at it arrives
//!   later. A thing is then late by `d − slow(thrower) + slow(target)` at the target, which may be below 0. [`Reserve`] makes it a thing to be spent.
//! * *Causality.* Who threw sees the hit when the hit one's answer has reached it: `hit seen by p = hit seen by r + d`, whatever `slow` is.
//!
//! Not covered: players who touch each other, and pairs nearer than a thing flies within the delay ([`is_critical`]): it arrives before it is
//! known to be on its way, and is shown now. [`Eased`] keeps jitter and players who leave from making things jump in time.

mod eased;
mod held;
mod reserve;

pub use eased::{Eased, EasedConfig};
pub use held::Held;
pub use reserve::{Reserve, ReserveConfig};

use wold_space::DVec2;

/// Below so many metres two places are one.
const TOUCHING: f64 = 1e-6;

/// A player as an onlooker has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Player {
    /// Where it stands.
    pub place: DVec2,
    /// How old its news is, in seconds; 0 for the onlooker itself.
    pub delay: f64,
    /// Seconds by which it stretches time around itself.
    pub slow: f64,
}

/// Something that flies or rolls by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thing {
    /// Where it is now in truth.
    pub place: DVec2,
    /// Its velocity in m/s.
    pub velocity: DVec2,
    /// Who threw it, as a place in the list of players.
    pub thrower: Option<usize>,
}

/// A place with the delay that things have there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Anchor {
    place: DVec2,
    delay: f64,
}

/// What one onlooker knows of all players.
///
/// ```
/// use wold_space::DVec2;
/// use wold_wire::contours::{Contours, Player, Thing};
/// let x = |v| DVec2::new(v, 0.0);
/// // An arrow at 1 m/s from the onlooker to somebody 2 m away whose news is half a second old.
/// let players = [Player::default(), Player { place: x(2.0), delay: 0.5, slow: 0.0 }];
/// let eye = Contours { players: &players, onlooker: 0, shadows: true };
/// let shown = |t: f64| t - eye.delay(&Thing { place: x(t), velocity: x(1.0), thrower: Some(0) });
/// assert_eq!(shown(2.5), 2.0, "seen to hit when the answer to the hit is here");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contours<'a> {
    /// Everybody.
    pub players: &'a [Player],
    /// Who looks, as a place in the list.
    pub onlooker: usize,
    /// Whether peaks lie behind the players, where things are shown at them. Without, the plain formula.
    pub shadows: bool,
}

impl Contours<'_> {
    /// Seconds by which a thing is shown late, below 0 ahead. It comes back to now behind each player; see [`Held`] for the other way.
    #[must_use]
    pub fn delay(&self, thing: &Thing) -> f64 {
        let Some(eye) = self.anchor(thing, self.onlooker) else { return 0.0 };
        self.remotes(thing)
            .map(|(_, remote)| eye.delay + (remote.delay - eye.delay) * share(eye, remote, thing.place))
            // What is farthest from the onlooker's own time counts; players in between do not take it away.
            .max_by(|a, b| (a - eye.delay).abs().total_cmp(&(b - eye.delay).abs()))
            .unwrap_or(eye.delay)
    }

    /// Where the delays of everybody else peak for this thing.
    fn remotes(&self, thing: &Thing) -> impl Iterator<Item = (usize, Anchor)> {
        let others = (0..self.players.len()).filter(|&i| i != self.onlooker && !self.is_too_near(thing, i));
        others.filter_map(|i| Some((i, self.anchor(thing, i)?)))
    }

    fn anchor(&self, thing: &Thing, who: usize) -> Option<Anchor> {
        let player = self.players.get(who)?;
        let stretch = |i: usize| self.players.get(i).map_or(0.0, |player| player.slow);
        let slow = match thing.thrower {
            Some(thrower) if thrower == who => 0.0,
            Some(thrower) => player.slow - stretch(thrower),
            None => player.slow,
        };
        let delay = player.delay + slow;
        let ahead = if self.shadows { thing.velocity * delay } else { DVec2::ZERO };
        Some(Anchor { place: player.place + ahead, delay })
    }

    /// Whether a thing on its way from that player is here before it is known.
    fn is_too_near(&self, thing: &Thing, who: usize) -> bool {
        let (Some(eye), Some(other)) = (self.players.get(self.onlooker), self.players.get(who)) else {
            return true;
        };
        let comes = thing.velocity.dot(eye.place - other.place) > 0.0;
        comes && is_critical(eye.place.distance(other.place), other.delay, thing.velocity.length())
    }
}

/// How much of a remote player's delay a thing has: all of it at its peak, none from the onlooker on.
fn share(eye: Anchor, remote: Anchor, place: DVec2) -> f64 {
    let apart = eye.place.distance(remote.place);
    if apart < TOUCHING { 0.0 } else { (1.0 - remote.place.distance(place) / apart).max(0.0) }
}

/// Whether two players stand so near that what one throws is at the other before the throw is known there.
///
/// ```
/// use wold_wire::contours::is_critical;
/// assert!(is_critical(3.0, 0.1, 30.0));
/// assert!(!is_critical(3.1, 0.1, 30.0));
/// ```
#[must_use]
pub fn is_critical(distance: f64, delay: f64, speed: f64) -> bool {
    distance <= speed * delay
}

#[cfg(test)]
mod tests;
