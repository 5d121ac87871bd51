//! Hearing a tale: whether it is believed, and what it does.
//!
//! In order: somebody respected too little is not listened to; a tale is as good as the less respected of its teller and its
//! witness, and one that is not good is not believed; then luck decides by that goodness, and a tale once doubted is not taken
//! from the same mouth again. What was heard before changes nothing. One who is mentioned knows better: they object to what they
//! never lived. What contradicts something known is weighed against it. All else is kept, passed on, and changes respects by
//! the action table. A denial has no effect of its own: it takes away the effect of what it denies.

use super::action::Actions;
use super::memory::Memory;
use super::rumour::{BeingId, Change, Kind, LONGEST_PATH, Matter, Rumour, Tale, Told};
use wold_chance::Stream;

/// What became of a tale.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The teller is not respected enough to be listened to.
    Refused {
        /// The respect for the teller.
        respect: f64,
    },
    /// Teller or witness is not respected enough to be believed.
    NotTrusted {
        /// The less of the two respects.
        goodness: f64,
    },
    /// It could be believed and was not, this time.
    Doubted {
        /// The less of the two respects.
        goodness: f64,
        /// The draw that was above it.
        draw: f64,
    },
    /// The same teller was doubted about it before.
    DoubtedBefore,
    /// It was heard before.
    HeardBefore,
    /// One knows it oneself.
    Duplicate,
    /// One is said not to have done what one did not do.
    Agreed,
    /// It is about the hearer, who knows better and says so.
    Objected {
        /// What the hearer answers.
        answer: Tale,
    },
    /// It contradicts what one trusts more.
    Contradicted {
        /// What one answers, if the old rumour is one's own to tell.
        answer: Option<Tale>,
    },
    /// It contradicts what one trusted, and is trusted more.
    Overturned {
        /// What was undone.
        undone: Vec<Change>,
        /// What it did.
        changes: Vec<Change>,
    },
    /// It was new and is believed.
    Believed {
        /// What it did.
        changes: Vec<Change>,
    },
}

impl Memory {
    /// How much a tale that came along this path is worth: the less of the respects for teller and witness; 1 for what one saw.
    #[must_use]
    pub fn goodness(&self, path: &[BeingId]) -> f64 {
        match path {
            [] => 1.0,
            [witness, ..] => self.respect(*witness).min(self.respect(path[path.len() - 1])),
        }
    }

    /// Whether one would know of it if it were so: what one did, and what was done to one that nobody misses.
    fn knows_better(&self, actions: &Actions, matter: &Matter) -> bool {
        matter.mentions(self.own()) && (matter.subject == self.own() || actions.row(matter.action).is_felt())
    }

    /// Hears a tale. `now` is in hours.
    pub fn hear(&mut self, actions: &Actions, tale: &Tale, stream: &mut Stream, now: f64) -> Verdict {
        let (teller, matter) = (tale.teller(), tale.matter);
        let respect = self.meet(teller, Kind::default());
        if respect < self.temper.trust {
            return Verdict::Refused { respect };
        }
        self.meet(tale.witness(), Kind::default());
        let goodness = self.goodness(&tale.path);
        if goodness < self.temper.trust {
            return Verdict::NotTrusted { goodness };
        }
        if self.doubts.contains(&(matter, tale.denied, teller)) {
            return Verdict::DoubtedBefore;
        }
        let draw = stream.unit();
        if draw > goodness {
            if self.doubts.len() >= self.capacity.doubts.max(1) {
                self.doubts.remove(0);
            }
            self.doubts.push((matter, tale.denied, teller));
            return Verdict::Doubted { goodness, draw };
        }
        let known = self.find(&matter);
        let same = known.filter(|&at| self.rumours[at].denied == tale.denied);
        if same.is_some_and(|at| !self.rumours[at].is_experience()) {
            return Verdict::HeardBefore;
        }
        if !actions.row(matter.action).is_place {
            self.meet(matter.subject, tale.kinds[0]);
            if let Some(object) = matter.object {
                self.meet(object, tale.kinds[1]);
            }
        }
        match (known, same) {
            (_, Some(_)) => Verdict::Duplicate,
            (Some(old), None) => self.weigh(actions, old, tale, goodness, now),
            (None, None) if !self.knows_better(actions, &matter) => {
                let changes = self.take_in(actions, tale, now);
                Verdict::Believed { changes }
            }
            (None, None) if tale.denied => Verdict::Agreed,
            (None, None) => Verdict::Objected { answer: self.objection(matter, now, actions) },
        }
    }

    /// A tale contradicts what is remembered at `old`.
    fn weigh(&mut self, actions: &Actions, old: usize, tale: &Tale, goodness: f64, now: f64) -> Verdict {
        if self.goodness(&self.rumours[old].path) >= goodness {
            let answer = self.rumours[old].spreads.then(|| self.tale_of(old));
            return Verdict::Contradicted { answer };
        }
        let old = self.rumours.remove(old);
        self.undo(&old.changes);
        let changes = self.take_in(actions, tale, now);
        Verdict::Overturned { undone: old.changes, changes }
    }

    /// Keeps a tale as a rumour and lets it work.
    fn take_in(&mut self, actions: &Actions, tale: &Tale, now: f64) -> Vec<Change> {
        let row = actions.row(tale.matter.action);
        if row.moves && !tale.denied {
            let about = |m: &Matter| (m.subject, m.action) == (tale.matter.subject, tale.matter.action);
            self.rumours.retain(|r| r.is_experience() || !about(&r.matter));
        }
        let changes =
            if tale.denied { Vec::new() } else { self.experience(actions, &tale.matter, &tale.path) };
        self.keep(Rumour {
            matter: tale.matter,
            denied: tale.denied,
            at: tale.at,
            path: tale.path.clone(),
            spreads: true,
            priority: row.priority as f32,
            urge: 0.0,
            learnt: now,
            told: Told::default(),
            tellings: 0,
            changes: changes.clone(),
        });
        changes
    }

    /// What one says to a tale about oneself that is not so; one remembers it, to clear one's name.
    fn objection(&mut self, matter: Matter, now: f64, actions: &Actions) -> Tale {
        self.keep(Rumour {
            matter,
            denied: true,
            at: None,
            path: Vec::new(),
            spreads: true,
            priority: actions.row(matter.action).priority as f32,
            urge: 0.0,
            learnt: now,
            told: Told::default(),
            tellings: 0,
            changes: Vec::new(),
        });
        Tale { denied: true, ..Tale::first_hand(self.own(), matter) }
    }

    /// Is told "that is not true" about something one told, by `objector`. Whoever is respected more is believed: the objector,
    /// or who one has it from (oneself, for what one saw). Returns what was undone, or nothing if one stays with it.
    pub fn told_untrue(&mut self, tale: &Tale, now: f64) -> Option<Vec<Change>> {
        let objector = tale.teller();
        self.meet(objector, Kind::default());
        let known = self.find(&tale.matter).filter(|&at| self.rumours[at].denied != tale.denied)?;
        let source = self.rumours[known].teller().unwrap_or(self.own());
        if self.respect(objector) <= self.respect(source) {
            return None;
        }
        let old = self.rumours.remove(known);
        self.undo(&old.changes);
        let undone = old.changes.clone();
        self.keep(Rumour {
            denied: tale.denied,
            path: tale.path.clone(),
            spreads: true,
            learnt: now,
            told: Told::default(),
            tellings: 0,
            changes: Vec::new(),
            ..old
        });
        Some(undone)
    }

    /// The tale of a remembered rumour, with oneself as the latest teller.
    pub(super) fn tale_of(&self, at: usize) -> Tale {
        let rumour = &self.rumours[at];
        let mut path = rumour.path.clone();
        path.push(self.own());
        if path.len() > LONGEST_PATH {
            path.remove(1);
        }
        let kind = |being| self.acquaintance(being).map(|p| p.kind).unwrap_or_default();
        let kinds = [kind(rumour.matter.subject), rumour.matter.object.map(kind).unwrap_or_default()];
        Tale { matter: rumour.matter, denied: rumour.denied, at: rumour.at, path, kinds }
    }
}
