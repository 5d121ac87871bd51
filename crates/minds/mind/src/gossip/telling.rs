//! Telling and asking: which tale is passed on, to whom, and how long things are remembered.

use super::action::{ActionId, Actions};
use super::hearing::Verdict;
use super::memory::Memory;
use super::rumour::{BeingId, Kind, Matter, Place, Rumour, Tale};
use wold_chance::Stream;

/// What somebody wants to hear about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Anything.
    Anything,
    /// Somebody or something.
    Being(BeingId),
    /// A kind of deed or sighting.
    Action(ActionId),
    /// A kind of deed that was done on this day or later: what somebody wants to know who has just suffered it. That something is not so is no answer to that.
    Lately(ActionId, u32),
}

impl Topic {
    fn covers(self, rumour: &Rumour) -> bool {
        let matter = &rumour.matter;
        match self {
            Self::Anything => true,
            Self::Being(being) => matter.mentions(being),
            Self::Action(action) => matter.action == action,
            Self::Lately(action, since) => matter.action == action && matter.day >= since && !rumour.denied,
        }
    }
}

impl Memory {
    /// Chooses what to tell somebody: nothing they told one or were told lately; the clever choose what matters, the simple
    /// anything. A liar may twist it. The rumour remembers that it was told.
    pub fn choose(
        &mut self,
        to: BeingId,
        topic: Topic,
        actions: &Actions,
        stream: &mut Stream,
    ) -> Option<Tale> {
        self.meet(to, Kind::default());
        // One pass: each fitting rumour takes the place of the one before with its share of all so far.
        let (mut chosen, mut total) = (None, 0.0);
        for (at, rumour) in self.untold(to, topic) {
            total += rumour.urge;
            if chosen.is_none() || stream.unit() * total < rumour.urge {
                chosen = Some(at);
            }
        }
        Some(self.tell(chosen?, to, actions, stream))
    }

    /// Chooses what to answer somebody who asks: as [`Memory::choose`], but nobody who is asked about a murderer begins with small matters.
    pub fn choose_gravest(
        &mut self,
        to: BeingId,
        topic: Topic,
        actions: &Actions,
        stream: &mut Stream,
    ) -> Option<Tale> {
        self.meet(to, Kind::default());
        let (at, _) = self.untold(to, topic).max_by(|(_, a), (_, b)| a.priority.total_cmp(&b.priority))?;
        Some(self.tell(at, to, actions, stream))
    }

    /// What could be told somebody of a topic: nothing they told one or were told lately.
    fn untold(&self, to: BeingId, topic: Topic) -> impl Iterator<Item = (usize, &Rumour)> {
        self.rumours.iter().enumerate().filter(move |(_, rumour)| {
            rumour.spreads && topic.covers(rumour) && !rumour.told.contains(to) && !rumour.path.contains(&to)
        })
    }

    fn tell(&mut self, at: usize, to: BeingId, actions: &Actions, stream: &mut Stream) -> Tale {
        let tale = self.tale_of(at);
        let rumour = &mut self.rumours[at];
        rumour.tellings += 1;
        rumour.told.push(to);
        let lies = self.temper.honesty < 1.0 && !stream.chance(self.temper.honesty);
        if lies { self.twist(tale, to, actions) } else { tale }
    }

    /// Notes that somebody heard of a matter too: it need not be told them again.
    pub fn heard_too(&mut self, matter: &Matter, whom: BeingId) {
        if let Some(at) = self.find(matter)
            && !self.rumours[at].told.contains(whom)
        {
            self.rumours[at].told.push(whom);
        }
    }

    /// Keeps something to oneself from now on.
    pub fn keep_quiet(&mut self, matter: &Matter) {
        if let Some(at) = self.find(matter) {
            self.rumours[at].spreads = false;
        }
    }

    /// Whether one knows something that could be told to somebody.
    #[must_use]
    pub fn has_news(&self, to: BeingId) -> bool {
        self.rumours.iter().any(|r| r.spreads && !r.path.contains(&to) && !r.told.contains(to))
    }

    /// Puts a deed on somebody one dislikes, a good one on oneself, and claims to have seen it.
    fn twist(&self, mut tale: Tale, to: BeingId, actions: &Actions) -> Tale {
        if actions.row(tale.matter.action).is_place || tale.denied {
            return tale;
        }
        let culprit = if actions.row(tale.matter.action).severity > 0.0 {
            Some(self.own())
        } else {
            let others = self.people().iter().filter(|p| {
                p.id != self.own()
                    && p.id != to
                    && Some(p.id) != tale.matter.object
                    && p.id != tale.matter.subject
            });
            others.min_by(|a, b| a.respect.total_cmp(&b.respect)).map(|p| p.id)
        };
        if let Some(culprit) = culprit {
            tale.matter.subject = culprit;
            tale.kinds[0] = self.acquaintance(culprit).map(|p| p.kind).unwrap_or_default();
            tale.path = vec![self.own()];
        }
        tale
    }

    /// What one knows about a topic, the weightiest first: for answers, and to see why somebody is respected.
    #[must_use]
    pub fn about(&self, topic: Topic) -> Vec<&Rumour> {
        let mut found: Vec<&Rumour> = self.rumours.iter().filter(|r| topic.covers(r)).collect();
        found.sort_by(|a, b| b.priority.total_cmp(&a.priority));
        found
    }

    /// The nearest place of which one believes that `action` (a sighting) holds there, with the matter.
    #[must_use]
    pub fn nearest(&self, action: ActionId, from: Place) -> Option<(Place, Matter)> {
        self.rumours
            .iter()
            .filter(|rumour| rumour.matter.action == action && !rumour.denied)
            .filter_map(|rumour| Some((rumour.matter.place?, rumour.matter)))
            .min_by_key(|(place, _)| place.distance_squared(from))
    }

    /// Forgets what is old: unimportant things sooner, and the sooner the cleverer one is; what matters most never. What is half
    /// forgotten is no longer passed on. Effects on respects stay.
    pub fn decay(&mut self, now: f64) {
        let (wits, keeps) = (self.temper.intelligence, 0.1 + 0.9 * self.temper.memory);
        let hours = self.capacity.hours * keeps;
        self.rumours.retain_mut(|rumour| {
            if rumour.priority >= 1.0 {
                return true;
            }
            // 1 for middling priority and wits; the clever keep little but what matters.
            let worth = libm::pow(2.0 * f64::from(rumour.priority), 4.0 * wits - 1.0);
            let age = now - rumour.learnt;
            rumour.spreads &= age <= hours * worth / 2.0;
            age <= hours * worth
        });
    }
}

/// One telling between two: the hearer may object, and the teller takes the objection or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Telling {
    /// What was told.
    pub tale: Tale,
    /// What became of it.
    pub verdict: Verdict,
    /// If the hearer answered: whether the teller gave in.
    pub gave_in: Option<bool>,
}

/// `teller` tells `hearer` something. Nothing if there is nothing to tell, or if the hearer does not want to listen.
pub fn tell(
    teller: &mut Memory,
    hearer: &mut Memory,
    topic: Topic,
    actions: &Actions,
    stream: &mut Stream,
    now: f64,
) -> Option<Telling> {
    let own_kind = |memory: &Memory| memory.acquaintance(memory.own()).map(|p| p.kind).unwrap_or_default();
    hearer.meet(teller.own(), own_kind(teller));
    teller.meet(hearer.own(), own_kind(hearer));
    let tale = teller.choose(hearer.own(), topic, actions, stream)?;
    Some(pass_on(teller, hearer, tale, actions, stream, now))
}

/// `teller` tells `hearer` this tale.
pub fn pass_on(
    teller: &mut Memory,
    hearer: &mut Memory,
    tale: Tale,
    actions: &Actions,
    stream: &mut Stream,
    now: f64,
) -> Telling {
    let verdict = hearer.hear(actions, &tale, stream, now);
    let gave_in = match &verdict {
        Verdict::Objected { answer } | Verdict::Contradicted { answer: Some(answer) } => {
            Some(teller.told_untrue(answer, now).is_some())
        }
        _ => None,
    };
    Telling { tale, verdict, gave_in }
}
