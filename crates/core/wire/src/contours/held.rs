//! A delay that is kept until the next player is near.

use super::{Anchor, Contours, Thing, share};

/// The delay of one thing that keeps it between players.
///
/// Whom the thing nears next takes its delay from what it was when that began to what it is there, evenly with the way. Whom it has
/// passed leaves it as it is. So the delay changes once for each player instead of twice, and things stay late for longer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    delay: f64,
    near: Option<Approach>,
}

/// A stretch of way towards a player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Approach {
    who: usize,
    distance: f64,
    delay: f64,
}

impl Held {
    /// The delay of the thing where it is now; to be asked step by step along its way.
    pub fn delay(&mut self, contours: &Contours, thing: &Thing) -> f64 {
        let Some(eye) = contours.anchor(thing, contours.onlooker) else { return self.delay };
        let nears = |(_, anchor): &(usize, Anchor)| thing.velocity.dot(anchor.place - thing.place) > 0.0;
        let distance = |anchor: &Anchor| anchor.place.distance(thing.place);
        let remotes = contours.remotes(thing).filter(|(_, remote)| share(eye, *remote, thing.place) > 0.0);
        let next = remotes
            .chain([(contours.onlooker, eye)])
            .filter(nears)
            .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        let Some((who, to)) = next else {
            self.near = None;
            return self.delay;
        };
        let distance = distance(&to);
        let same = self.near.filter(|near| near.who == who);
        let near = *self.near.insert(same.unwrap_or(Approach { who, distance, delay: self.delay }));
        // Who is neared may walk away: the delay then goes back no farther than where it was.
        let share = (1.0 - distance / near.distance).max(0.0);
        self.delay = near.delay + (to.delay - near.delay) * share;
        self.delay
    }

    /// Sets out with a delay: that of the player it comes from.
    #[must_use]
    pub fn starting(delay: f64) -> Self {
        Self { delay, near: None }
    }
}
