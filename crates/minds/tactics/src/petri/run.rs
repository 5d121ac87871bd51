//! A net with its tokens.

use super::net::{Colour, Conflict, Net, PlaceId, TransitionId};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use wold_chance::Stream;

/// The most firings of one settling: a net that goes round for ever must not hold up the tick.
pub const MOST_FIRINGS: u64 = 10_000;

/// How settling ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// After so many firings nothing was enabled any more.
    Quiet(u64),
    /// After so many firings something still was.
    OutOfBudget(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Token {
    colour: Colour,
    since: u64,
}

/// Where the tokens of a net lie: what is kept of a running net. It says nothing of luck; a net that leaves conflicts to chance begins its draws anew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    counts: Vec<u64>,
    tokens: Vec<VecDeque<Token>>,
}

/// A net that runs.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_tactics::petri::{Net, Running};
/// let net = Net::parse("[[place]]\nname = 'a'\ntokens = 2\n[[place]]\nname = 'b'\n[[transition]]\nname = 't'\nfrom = { a = 1 }\nto = { b = 1 }")?;
/// let mut running = Running::new(&net, Stream::named(Seed(1), "net", &[]));
/// running.settle(0);
/// assert_eq!(running.tokens(net.place("b").unwrap()), 2);
/// # Ok::<(), wold_tactics::petri::NetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Running<'n> {
    net: &'n Net,
    counts: Vec<u64>,
    /// Of coloured places, the oldest first.
    tokens: Vec<VecDeque<Token>>,
    /// Transitions that fire by themselves, in the order in which they are tried.
    own: Vec<TransitionId>,
    luck: Stream,
    firings: Vec<u64>,
    /// Scratch space of a firing.
    taken: Vec<Colour>,
}

impl<'n> Running<'n> {
    /// The net as it begins; `luck` is drawn from only where the net leaves conflicts to chance.
    #[must_use]
    pub fn new(net: &'n Net, luck: Stream) -> Self {
        let mut own: Vec<TransitionId> = (0..net.transitions.len() as u16).map(TransitionId).collect();
        own.retain(|t| net.transitions[t.slot()].on.is_none());
        own.sort_by_key(|t| std::cmp::Reverse(net.transitions[t.slot()].priority));
        Self {
            net,
            counts: net.places.iter().map(|place| u64::from(place.tokens)).collect(),
            tokens: vec![VecDeque::new(); net.places.len()],
            own,
            luck,
            firings: vec![0; net.transitions.len()],
            taken: Vec::new(),
        }
    }

    /// Where its tokens lie.
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks { counts: self.counts.clone(), tokens: self.tokens.clone() }
    }

    /// The net with its tokens where they were. Marks of another net, or such as no run of this one leaves, are not taken: it begins anew.
    #[must_use]
    pub fn resumed(net: &'n Net, luck: Stream, marks: &Marks) -> Self {
        let mut running = Self::new(net, luck);
        let places = net.places.len();
        let fits = |at: usize| {
            let (place, held) = (&net.places[at], marks.tokens[at].len() as u64);
            if place.coloured { held == marks.counts[at] } else { held == 0 }
        };
        if marks.counts.len() == places && marks.tokens.len() == places && (0..places).all(fits) {
            let fresh = (std::mem::take(&mut running.counts), std::mem::take(&mut running.tokens));
            (running.counts, running.tokens) = (marks.counts.clone(), marks.tokens.clone());
            if !running.is_conserved() {
                (running.counts, running.tokens) = fresh;
            }
        }
        running
    }

    /// The net it runs.
    #[must_use]
    pub fn net(&self) -> &'n Net {
        self.net
    }

    /// Tokens in a place.
    #[must_use]
    pub fn tokens(&self, place: PlaceId) -> u64 {
        self.counts[place.slot()]
    }

    /// Tokens in every place.
    #[must_use]
    pub fn marking(&self) -> &[u64] {
        &self.counts
    }

    /// Whose tokens lie in a coloured place, the oldest first.
    pub fn whose(&self, place: PlaceId) -> impl Iterator<Item = Colour> + '_ {
        self.tokens[place.slot()].iter().map(|token| token.colour)
    }

    /// How often each transition fired.
    #[must_use]
    pub fn firings(&self) -> &[u64] {
        &self.firings
    }

    /// Whether what was declared to be conserved is.
    #[must_use]
    pub fn is_conserved(&self) -> bool {
        self.net.declared.iter().all(|invariant| {
            let sum: i128 = invariant
                .weights
                .iter()
                .map(|(p, w)| i128::from(*w) * i128::from(self.counts[p.slot()]))
                .sum();
            sum == i128::from(invariant.sum)
        })
    }

    /// Whether a transition could fire now, for an event's colour or by itself.
    #[must_use]
    #[inline]
    pub fn is_enabled(&self, transition: TransitionId, colour: Option<Colour>, now: u64) -> bool {
        let t = &self.net.transitions[transition.slot()];
        if !t.from.iter().all(|(place, weight)| self.counts[place.slot()] >= u64::from(*weight)) {
            return false;
        }
        let coloured = |place: PlaceId| self.net.places[place.slot()].coloured;
        if t.after > 0 || colour.is_some() {
            let fits = |token: &&Token| {
                now.saturating_sub(token.since) >= t.after && colour.is_none_or(|c| c == token.colour)
            };
            let enough = |&(place, weight): &(PlaceId, u32)| {
                self.tokens[place.slot()].iter().filter(fits).take(weight as usize).count() == weight as usize
            };
            if !t.from.iter().filter(|(place, _)| coloured(*place)).all(enough) {
                return false;
            }
        }
        t.without.iter().all(|&place| match colour {
            Some(colour) if coloured(place) => !self.whose(place).any(|whose| whose == colour),
            _ => self.counts[place.slot()] == 0,
        })
    }

    /// Fires a transition that is enabled.
    fn fire(
        &mut self,
        transition: TransitionId,
        colour: Option<Colour>,
        now: u64,
        score: &mut impl FnMut(TransitionId, Colour) -> f64,
    ) {
        let net = self.net;
        let t = &net.transitions[transition.slot()];
        self.firings[transition.slot()] += 1;
        self.taken.clear();
        for &(place, weight) in &t.from {
            self.counts[place.slot()] -= u64::from(weight);
            if net.places[place.slot()].coloured {
                for _ in 0..weight {
                    let at = self.choose(transition, place, colour, now, score);
                    let token = self.tokens[place.slot()].remove(at).expect("the one chosen is there");
                    self.taken.push(token.colour);
                }
            }
        }
        let mut whose = self.taken.iter().copied().chain(colour);
        for &(place, weight) in &t.to {
            self.counts[place.slot()] = self.counts[place.slot()].saturating_add(weight.into());
            if net.places[place.slot()].coloured {
                for _ in 0..weight {
                    let colour = whose.next().expect("the net was checked to have a colour for each token");
                    self.tokens[place.slot()].push_back(Token { colour, since: now });
                }
            }
        }
    }

    /// Which token of a place is taken: of the event's colour, the best, or the oldest.
    fn choose(
        &self,
        transition: TransitionId,
        place: PlaceId,
        colour: Option<Colour>,
        now: u64,
        score: &mut impl FnMut(TransitionId, Colour) -> f64,
    ) -> usize {
        let t = &self.net.transitions[transition.slot()];
        let fits = |token: &Token| {
            now.saturating_sub(token.since) >= t.after && colour.is_none_or(|c| c == token.colour)
        };
        let mut best: Option<(usize, f64)> = None;
        for (at, token) in self.tokens[place.slot()].iter().enumerate().filter(|(_, token)| fits(token)) {
            if !t.best {
                return at;
            }
            let value = score(transition, token.colour);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((at, value));
            }
        }
        best.map(|(at, _)| at).expect("an enabled transition finds its tokens")
    }

    /// Fires one transition if it is enabled, the oldest tokens first; says whether it did.
    #[cfg(test)]
    pub(super) fn try_fire(&mut self, transition: TransitionId, now: u64) -> bool {
        let enabled = self.is_enabled(transition, None, now);
        if enabled {
            self.fire(transition, None, now, &mut |_, _| 0.0);
        }
        enabled
    }

    /// Tells of an event that concerns somebody: each transition that waits for it fires once if it can. Returns how many did.
    pub fn event(&mut self, event: &str, colour: Colour, now: u64) -> u64 {
        let mut fired = 0;
        for at in 0..self.net.transitions.len() as u16 {
            let transition = TransitionId(at);
            let waits = self.net.transitions[transition.slot()].on.as_deref() == Some(event);
            if waits && self.is_enabled(transition, Some(colour), now) {
                self.fire(transition, Some(colour), now, &mut |_, _| 0.0);
                fired += 1;
            }
        }
        fired
    }

    /// Lets transitions fire by themselves until none can.
    pub fn settle(&mut self, now: u64) -> Settled {
        self.settle_by(now, MOST_FIRINGS, |_, _| 0.0)
    }

    /// The same with at most so many firings, and a score for who is best where a transition asks for the best; equal ones by age.
    pub fn settle_by(
        &mut self,
        now: u64,
        most: u64,
        mut score: impl FnMut(TransitionId, Colour) -> f64,
    ) -> Settled {
        let mut fired = 0;
        loop {
            let Some(transition) = self.next_own(now) else { return Settled::Quiet(fired) };
            if fired == most {
                return Settled::OutOfBudget(fired);
            }
            self.fire(transition, None, now, &mut score);
            fired += 1;
        }
    }

    #[inline]
    fn next_own(&mut self, now: u64) -> Option<TransitionId> {
        let first = *self.own.iter().find(|t| self.is_enabled(**t, None, now))?;
        if self.net.conflict == Conflict::Priority {
            return Some(first);
        }
        let priority = |t: TransitionId| self.net.transitions[t.slot()].priority;
        let equals: Vec<TransitionId> = self
            .own
            .iter()
            .copied()
            .filter(|t| priority(*t) == priority(first) && self.is_enabled(*t, None, now))
            .collect();
        Some(equals[self.luck.below(equals.len() as u64) as usize])
    }
}
