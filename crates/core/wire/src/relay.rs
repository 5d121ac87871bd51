//! What a player sees of its own wish before the world has answered.
//!
//! A wish goes out, the world makes something of it, the answer comes back. A *two-way* relay shows the answer: everybody sees the same, and the player waits for the way there and
//! back. A *short circuit* shows the wish at once and mends it when the answer differs: nobody waits, and some see what never was. A *bucket* shows the wish
//! after a fixed while (local lag): if the answer is quicker than that, it is shown instead and nothing has to be mended. Which is right depends on what is
//! wished for; [`Function`] is the table.

use std::collections::VecDeque;

/// A kind of relay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Show what the world answers.
    TwoWay,
    /// Show the wish, mend it later.
    ShortCircuit,
    /// Show the wish after so many seconds, or what has been answered by then.
    Bucket(f64),
}

/// What a player can wish for, as far as relays care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Going somewhere: felt at once, and seldom refused.
    Steering,
    /// Waving, swinging: seen by others, harmless when late.
    Gesture,
    /// Speaking.
    Speech,
    /// Picking something up that others may pick up.
    Taking,
    /// Buying and selling: must never be shown and taken back.
    Trading,
}

impl Function {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Steering, Self::Gesture, Self::Speech, Self::Taking, Self::Trading];

    /// Its name, and the relay it should have.
    ///
    /// ```
    /// use wold_wire::relay::{Function, Way};
    /// assert_eq!(Function::Steering.row(), ("steering", Way::ShortCircuit));
    /// ```
    #[must_use]
    pub fn row(self) -> (&'static str, Way) {
        match self {
            Self::Steering => ("steering", Way::ShortCircuit),
            Self::Gesture => ("gesture", Way::Bucket(0.1)),
            Self::Speech => ("speech", Way::Bucket(0.2)),
            Self::Taking => ("taking", Way::TwoWay),
            Self::Trading => ("trading", Way::TwoWay),
        }
    }
}

/// Something to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Showing<T> {
    /// The wish's number.
    pub number: u64,
    /// What becomes of it.
    pub what: T,
    /// Whether something else was shown before.
    pub mends: bool,
}

struct Wish<T> {
    number: u64,
    asked: f64,
    what: T,
    shown: bool,
    answered: bool,
}

/// The most wishes that are kept: the oldest of more has been lost.
const MOST_WISHES: usize = 256;

/// The wishes of one kind that have not been answered or shown yet.
///
/// ```
/// use wold_wire::relay::{Relay, Showing, Way};
/// let mut relay = Relay::new(Way::ShortCircuit);
/// let number = relay.ask(0.0, "I have it");
/// assert_eq!(relay.due(0.0), [Showing { number, what: "I have it", mends: false }]);
/// assert_eq!(relay.answer(number, "another has it"), Some(Showing { number, what: "another has it", mends: true }));
/// ```
pub struct Relay<T> {
    way: Way,
    wishes: VecDeque<Wish<T>>,
    next: u64,
}

impl<T: Clone + PartialEq> Relay<T> {
    /// Without wishes.
    #[must_use]
    pub fn new(way: Way) -> Self {
        Self { way, wishes: VecDeque::new(), next: 0 }
    }

    /// Notes a wish and answers the number to send it with.
    pub fn ask(&mut self, now: f64, what: T) -> u64 {
        let number = self.next;
        self.next += 1;
        self.wishes.push_back(Wish { number, asked: now, what, shown: false, answered: false });
        if self.wishes.len() > MOST_WISHES {
            self.wishes.pop_front();
        }
        number
    }

    /// What is to be shown by now without an answer.
    pub fn due(&mut self, now: f64) -> Vec<Showing<T>> {
        let wait = match self.way {
            Way::TwoWay => return Vec::new(),
            Way::ShortCircuit => 0.0,
            Way::Bucket(seconds) => seconds,
        };
        let due = self.wishes.iter_mut().filter(|wish| !wish.shown && now >= wish.asked + wait);
        let due = due
            .map(|wish| {
                wish.shown = true;
                Showing { number: wish.number, what: wish.what.clone(), mends: false }
            })
            .collect();
        self.wishes.retain(|wish| !(wish.shown && wish.answered));
        due
    }

    /// Takes what the world made of a wish, and answers what is to be shown for it now. Wishes nobody remembers change nothing.
    pub fn answer(&mut self, number: u64, made: T) -> Option<Showing<T>> {
        let at = self.wishes.iter().position(|wish| wish.number == number)?;
        let shown = self.wishes[at].shown;
        match self.way {
            // The answer is here before the wish was shown: it takes its place in the bucket.
            Way::Bucket(_) if !shown => {
                self.wishes[at].what = made;
                self.wishes[at].answered = true;
                None
            }
            _ => {
                let wish = self.wishes.remove(at)?;
                (!shown || wish.what != made).then_some(Showing { number, what: made, mends: shown })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn showing(number: u64, what: &'static str, mends: bool) -> Showing<&'static str> {
        Showing { number, what, mends }
    }

    #[test]
    fn a_two_way_relay_shows_answers_alone() {
        let mut relay = Relay::new(Way::TwoWay);
        let number = relay.ask(0.0, "wish");
        assert!(relay.due(100.0).is_empty());
        assert_eq!(relay.answer(number, "made"), Some(showing(number, "made", false)));
        assert_eq!(relay.answer(number, "made"), None, "once");
    }

    #[test]
    fn a_short_circuit_shows_at_once_and_mends_only_what_differs() {
        let mut relay = Relay::new(Way::ShortCircuit);
        let (kept, lost) = (relay.ask(0.0, "a"), relay.ask(0.0, "b"));
        assert_eq!(relay.due(0.0).len(), 2);
        assert!(relay.due(0.0).is_empty());
        assert_eq!(relay.answer(kept, "a"), None);
        assert_eq!(relay.answer(lost, "c"), Some(showing(lost, "c", true)));
    }

    #[test]
    fn a_bucket_longer_than_the_way_there_and_back_mends_nothing() {
        let mut relay = Relay::new(Way::Bucket(0.2));
        let number = relay.ask(0.0, "wish");
        assert!(relay.due(0.19).is_empty());
        assert_eq!(relay.answer(number, "made"), None);
        assert_eq!(relay.due(0.2), [showing(number, "made", false)]);
        let late = relay.ask(1.0, "wish");
        assert_eq!(relay.due(1.2), [showing(late, "wish", false)]);
        assert_eq!(relay.answer(late, "made"), Some(showing(late, "made", true)));
    }
}
