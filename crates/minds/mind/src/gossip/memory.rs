//! A mind's memory: whom it knows and what it has seen and heard. Bounded, deterministic, a few kilobytes.

use super::action::Actions;
use super::respect::Model;
use super::rumour::{BeingId, Change, ClassId, Kind, Matter, Place, Rumour, Told};
use serde::{Deserialize, Serialize};

/// A mind's character, as far as talk is concerned. All traits lie in 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Temper {
    /// The clever drop small talk soon and pass on what matters; the simple pass on anything. Default 0.5.
    pub intelligence: f64,
    /// How long things are kept. Default 1.
    pub memory: f64,
    /// How seldom tales are twisted. Default 1.
    pub honesty: f64,
    /// Respect below which nobody is listened to and nothing believed. Default 0.5.
    pub trust: f64,
    /// First impressions of peoples and trades one knows nobody of.
    pub prejudices: Vec<(ClassId, f64)>,
    /// Which formula changes respects.
    pub model: Model,
}

impl Default for Temper {
    fn default() -> Self {
        Self {
            intelligence: 0.5,
            memory: 1.0,
            honesty: 1.0,
            trust: 0.5,
            prejudices: Vec::new(),
            model: Model::default(),
        }
    }
}

/// How much a mind holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capacity {
    /// People known. Default 128.
    pub people: usize,
    /// Rumours and experiences. Default 128.
    pub rumours: usize,
    /// Tales that were not believed. Default 32.
    pub doubts: usize,
    /// Hours after which a rumour of middling priority is forgotten by one of middling wits. Default 72.
    pub hours: f64,
}

impl Default for Capacity {
    fn default() -> Self {
        Self { people: 128, rumours: 128, doubts: 32, hours: 72.0 }
    }
}

/// Somebody one knows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acquaintance {
    /// Who.
    pub id: BeingId,
    /// What they are, as far as one knows.
    pub kind: Kind,
    /// 0 to 1.
    pub respect: f64,
}

/// How much less one respects who was caught lying, and how much more whose word proved useful.
const LIE_COSTS: f64 = 0.2;
const TRUTH_EARNS: f64 = 0.1;
/// The respect for a stranger about whom one has no opinion.
const STRANGER: f64 = 0.5;

/// What a mind knows: people with the respect for each, rumours, experiences, doubts.
///
/// ```
/// use wold_mind::gossip::{Actions, BeingId, Matter, Memory};
/// let actions = Actions::deeds();
/// let [me, rogue, friend] = ["me", "rogue", "friend"].map(BeingId::named);
/// let mut memory = Memory::new(me, Default::default());
/// memory.set_respect(rogue, 0.6);
/// memory.set_respect(friend, 0.9);
/// let theft = Matter::deed(rogue, actions.named("steal")?, Some(friend), 1);
/// memory.witness(&actions, theft, None, 0.0);
/// assert!(memory.respect(rogue) < 0.5);
/// # Ok::<(), wold_mind::gossip::ActionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Memory {
    pub(super) own: BeingId,
    pub(super) temper: Temper,
    pub(super) capacity: Capacity,
    /// By id.
    pub(super) people: Vec<Acquaintance>,
    pub(super) rumours: Vec<Rumour>,
    /// Tales that were not believed: what, and from whom; the oldest first.
    pub(super) doubts: Vec<(Matter, bool, BeingId)>,
}

impl Memory {
    /// The memory of one who knows only itself.
    #[must_use]
    pub fn new(own: BeingId, temper: Temper) -> Self {
        Self::with_capacity(own, temper, Capacity::default())
    }

    /// The same with other bounds.
    #[must_use]
    pub fn with_capacity(own: BeingId, temper: Temper, capacity: Capacity) -> Self {
        let oneself = Acquaintance { id: own, kind: Kind::default(), respect: 1.0 };
        Self { own, temper, capacity, people: vec![oneself], rumours: Vec::new(), doubts: Vec::new() }
    }

    /// Whose memory it is.
    #[must_use]
    pub fn own(&self) -> BeingId {
        self.own
    }

    /// The mind's character.
    #[must_use]
    pub fn temper(&self) -> &Temper {
        &self.temper
    }

    /// Everybody known, by id.
    #[must_use]
    pub fn people(&self) -> &[Acquaintance] {
        &self.people
    }

    /// Everything remembered, the oldest first.
    #[must_use]
    pub fn rumours(&self) -> &[Rumour] {
        &self.rumours
    }

    /// What is known of somebody.
    #[must_use]
    pub fn acquaintance(&self, whom: BeingId) -> Option<&Acquaintance> {
        self.people.binary_search_by_key(&whom, |p| p.id).ok().map(|i| &self.people[i])
    }

    /// The respect for somebody; for a stranger what an unknown one gets.
    #[must_use]
    pub fn respect(&self, whom: BeingId) -> f64 {
        self.acquaintance(whom).map_or_else(|| self.impression(Kind::default()), |known| known.respect)
    }

    /// Gets to know somebody; what was unknown about them is added. Returns the respect.
    pub fn meet(&mut self, whom: BeingId, kind: Kind) -> f64 {
        match self.people.binary_search_by_key(&whom, |p| p.id) {
            Ok(at) => {
                let known = &mut self.people[at].kind;
                for (mine, new) in [(&mut known.class, kind.class), (&mut known.trade, kind.trade)] {
                    if *mine == ClassId(0) {
                        *mine = new;
                    }
                }
                self.people[at].respect
            }
            Err(at) => {
                let respect = self.impression(kind);
                self.people.insert(at, Acquaintance { id: whom, kind, respect });
                self.forget_the_most_indifferent(whom);
                respect
            }
        }
    }

    /// Sets the respect for somebody, without a rumour to blame. Oneself always has 1.
    pub fn set_respect(&mut self, whom: BeingId, respect: f64) {
        self.meet(whom, Kind::default());
        if let (true, Ok(at)) = (whom != self.own, self.people.binary_search_by_key(&whom, |p| p.id)) {
            self.people[at].respect = respect.clamp(0.0, 1.0);
        }
    }

    /// The first respect for one of that kind: the mean of what one feels for its people and for its trade, each the mean over
    /// those one knows, else one's prejudice.
    #[must_use]
    pub fn impression(&self, kind: Kind) -> f64 {
        let of = |class: ClassId, of_kind: fn(&Kind) -> ClassId| {
            if class == ClassId(0) {
                return None;
            }
            let known = self.people.iter().filter(|p| p.id != self.own && of_kind(&p.kind) == class);
            let (count, sum) = known.fold((0_u32, 0.0), |(n, sum), p| (n + 1, sum + p.respect));
            let prejudice = self.temper.prejudices.iter().find(|(c, _)| *c == class).map(|(_, r)| *r);
            if count > 0 { Some(sum / f64::from(count)) } else { prejudice }
        };
        match (of(kind.class, |k| k.class), of(kind.trade, |k| k.trade)) {
            (Some(people), Some(trade)) => f64::midpoint(people, trade),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => STRANGER,
        }
    }

    fn forget_the_most_indifferent(&mut self, but: BeingId) {
        if self.people.len() <= self.capacity.people.max(2) {
            return;
        }
        let indifference = |p: &Acquaintance| (p.respect - STRANGER).abs();
        let dullest = (0..self.people.len())
            .filter(|&i| self.people[i].id != self.own && self.people[i].id != but)
            .min_by(|&a, &b| indifference(&self.people[a]).total_cmp(&indifference(&self.people[b])));
        if let Some(dullest) = dullest {
            self.people.remove(dullest);
        }
    }

    /// Moves the respect for somebody known, within bounds; returns by how much it moved.
    fn shift(&mut self, whom: BeingId, by: f64) -> f64 {
        if whom == self.own {
            return 0.0;
        }
        let Ok(at) = self.people.binary_search_by_key(&whom, |p| p.id) else { return 0.0 };
        let respect = &mut self.people[at].respect;
        let before = *respect;
        *respect = (before + by).clamp(0.0, 1.0);
        *respect - before
    }

    /// Lets a matter change one's respects; the result undoes it.
    pub(super) fn experience(&mut self, actions: &Actions, matter: &Matter, path: &[BeingId]) -> Vec<Change> {
        let row = actions.row(matter.action);
        let weight =
            row.severity * if path.is_empty() { row.see * row.gravity } else { row.hear * row.hearsay() };
        if weight == 0.0 {
            return Vec::new();
        }
        // Old values on the right side of all: nobody's change depends on another's.
        let of_subject = self.respect(matter.subject);
        let of_object = matter.object.map_or(1.0, |object| self.respect(object));
        let model = self.temper.model;
        let mut wanted = vec![(matter.subject, model.change(of_subject, of_object, weight * row.subject))];
        if let Some(object) = matter.object {
            wanted.push((object, model.change(of_object, of_subject, weight * row.object)));
        }
        if let [witness, ..] = path {
            wanted.push((path[path.len() - 1], weight * row.teller));
            wanted.push((*witness, weight * row.original_teller));
        }
        wanted
            .into_iter()
            .map(|(whom, by)| Change { whom, by: self.shift(whom, by) })
            .filter(|change| change.by != 0.0)
            .collect()
    }

    pub(super) fn undo(&mut self, changes: &[Change]) {
        for change in changes.iter().rev() {
            self.shift(change.whom, -change.by);
        }
    }

    /// Where a rumour about the matter stands, believed or denied.
    pub(super) fn find(&self, matter: &Matter) -> Option<usize> {
        self.rumours.iter().position(|rumour| rumour.matter == *matter)
    }

    /// What is remembered about a matter.
    #[must_use]
    pub fn recall(&self, matter: &Matter) -> Option<&Rumour> {
        self.find(matter).map(|at| &self.rumours[at])
    }

    /// Keeps a rumour; the least important one makes room.
    pub(super) fn keep(&mut self, mut rumour: Rumour) {
        rumour.urge = libm::pow(f64::from(rumour.priority).max(0.01), 6.0 * self.temper.intelligence);
        if self.rumours.len() >= self.capacity.rumours.max(1) {
            let worth = |r: &Rumour| (r.priority, r.learnt);
            let least = (0..self.rumours.len()).min_by(|&a, &b| {
                let (a, b) = (worth(&self.rumours[a]), worth(&self.rumours[b]));
                a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
            });
            if let Some(least) = least {
                self.rumours.remove(least);
            }
        }
        self.rumours.push(rumour);
    }

    /// Sees or does something: it is remembered as an experience and changes one's respects. What one had only heard of it is
    /// replaced, and its effect with it. Returns what changed.
    pub fn witness(&mut self, actions: &Actions, matter: Matter, at: Option<Place>, now: f64) -> &[Change] {
        let row = actions.row(matter.action);
        if row.moves {
            self.rumours.retain(|r| (r.matter.subject, r.matter.action) != (matter.subject, matter.action));
        }
        for being in std::iter::once(matter.subject).chain(matter.object).filter(|_| !row.is_place) {
            self.meet(being, Kind::default());
        }
        match self.find(&matter) {
            Some(known) if self.rumours[known].is_experience() && !self.rumours[known].denied => {
                self.rumours[known].learnt = now;
                return &[];
            }
            Some(known) => {
                let old = self.rumours.remove(known);
                self.undo(&old.changes);
            }
            None => {}
        }
        let changes = self.experience(actions, &matter, &[]);
        let priority = row.priority as f32;
        self.keep(Rumour {
            matter,
            denied: false,
            at: at.or(matter.place),
            path: Vec::new(),
            spreads: true,
            priority,
            urge: 0.0,
            learnt: now,
            told: Told::default(),
            tellings: 0,
            changes,
        });
        &self.rumours.last().expect("just kept").changes
    }

    /// Finds that what one was told is true: the rumour becomes an experience, and its teller is respected more.
    pub fn confirm(&mut self, actions: &Actions, matter: Matter, now: f64) -> Option<BeingId> {
        let known = self.find(&matter).filter(|&at| !self.rumours[at].denied)?;
        let teller = self.rumours[known].teller()?;
        self.witness(actions, matter, None, now);
        self.shift(teller, TRUTH_EARNS);
        Some(teller)
    }

    /// Finds that something remembered is not so. One's own untold experience is forgotten silently; anything else is undone and
    /// its denial kept to be spread; the teller, if it was told, is respected less. Returns the teller.
    pub fn discover_lie(&mut self, matter: &Matter, now: f64) -> Option<BeingId> {
        let known = self.find(matter).filter(|&at| !self.rumours[at].denied)?;
        let old = self.rumours.remove(known);
        self.undo(&old.changes);
        if old.is_experience() && old.tellings == 0 {
            return None;
        }
        let teller = old.teller();
        if let Some(teller) = teller {
            self.shift(teller, -LIE_COSTS);
        }
        self.keep(Rumour {
            denied: true,
            path: Vec::new(),
            spreads: true,
            learnt: now,
            told: Told::default(),
            tellings: 0,
            changes: Vec::new(),
            ..old
        });
        teller
    }
}
