//! What is known, told and heard: matters, tales and rumours.

use super::action::{ActionId, Actions};
use serde::{Deserialize, Serialize};
use wold_chance::Seed;

/// Who or what: a person, a creature, a thing worth talking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BeingId(pub u64);

impl BeingId {
    /// The id of a name. Names are what people tell each other, so the same name means the same being to all who hear it.
    ///
    /// ```
    /// use wold_mind::gossip::BeingId;
    /// assert_eq!(BeingId::named("Asa Reed"), BeingId::named("Asa Reed"));
    /// assert_ne!(BeingId::named("Asa Reed"), BeingId::named("Asa Reeve"));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self(Seed(0).child(name, &[]).0)
    }
}

/// A people or trade, for first impressions. 0 is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClassId(pub u16);

/// What a being is at first sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// Its people.
    pub class: ClassId,
    /// Its trade.
    pub trade: ClassId,
}

/// A place, in whole metres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
}

impl Place {
    /// The square of the distance, in metres.
    #[must_use]
    pub fn distance_squared(self, other: Self) -> i64 {
        let (dx, dy) = (i64::from(self.x) - i64::from(other.x), i64::from(self.y) - i64::from(other.y));
        dx * dx + dy * dy
    }
}

/// What a rumour is about: two rumours about equal matters say the same, or one denies the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Matter {
    /// Who did it, or what is there.
    pub subject: BeingId,
    /// What was done.
    pub action: ActionId,
    /// To whom.
    pub object: Option<BeingId>,
    /// The day it happened; 0 for sightings.
    pub day: u32,
    /// Where, for sightings: a deed is the same deed wherever people place it.
    pub place: Option<Place>,
}

impl Matter {
    /// Somebody did something to somebody on a day.
    #[must_use]
    pub fn deed(subject: BeingId, action: ActionId, object: Option<BeingId>, day: u32) -> Self {
        Self { subject, action, object, day, place: None }
    }

    /// Something is at a place.
    #[must_use]
    pub fn sighting(subject: BeingId, action: ActionId, place: Place) -> Self {
        Self { subject, action, object: None, day: 0, place: Some(place) }
    }

    /// Whether the being has a part in it.
    #[must_use]
    pub fn mentions(&self, being: BeingId) -> bool {
        self.subject == being || self.object == Some(being)
    }
}

/// The most people a path remembers: the witness and the latest.
pub const LONGEST_PATH: usize = 12;

/// What one says to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tale {
    /// What it is about.
    pub matter: Matter,
    /// Whether it is said not to be so.
    pub denied: bool,
    /// Where a deed happened, if that is said.
    pub at: Option<Place>,
    /// Through whom it came: the witness first, the speaker last. Never empty.
    pub path: Vec<BeingId>,
    /// What subject and object are, as far as the speaker knows.
    pub kinds: [Kind; 2],
}

impl Tale {
    /// A tale of what the speaker claims to have seen.
    #[must_use]
    pub fn first_hand(speaker: BeingId, matter: Matter) -> Self {
        Self { matter, denied: false, at: matter.place, path: vec![speaker], kinds: [Kind::default(); 2] }
    }

    /// Who says it.
    #[must_use]
    pub fn teller(&self) -> BeingId {
        *self.path.last().expect("a path is never empty")
    }

    /// Who is said to have seen it.
    #[must_use]
    pub fn witness(&self) -> BeingId {
        self.path[0]
    }
}

/// A change of respect that a rumour caused.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// For whom.
    pub whom: BeingId,
    /// By how much, after clamping: taking it away again restores what was.
    pub by: f64,
}

/// The last few who were told, as half of their ids each: looked through for every rumour at every telling, so it lies with the rumour.
/// That one of four thousand million strangers is taken for somebody who was told does no harm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    last: [u32; 16],
    next: u8,
}

impl Told {
    pub(super) fn contains(&self, whom: BeingId) -> bool {
        self.last.contains(&Self::mark(whom))
    }

    pub(super) fn push(&mut self, whom: BeingId) {
        self.last[usize::from(self.next)] = Self::mark(whom);
        self.next = (self.next + 1) % self.last.len() as u8;
    }

    /// Never 0, which stands for nobody.
    fn mark(whom: BeingId) -> u32 {
        (whom.0 as u32) | 1 << 31
    }
}

/// What is remembered of a matter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rumour {
    /// What it is about.
    pub matter: Matter,
    /// Whether it is held not to be so.
    pub denied: bool,
    /// Where a deed happened, if known.
    pub at: Option<Place>,
    /// Through whom it came, the witness first; empty for what one saw or did.
    pub path: Vec<BeingId>,
    /// Whether it is still passed on.
    pub spreads: bool,
    /// How much it matters, 0 to 1.
    pub priority: f32,
    /// How much its holder wants to tell it: priority, sharpened by wits. Set when it is kept.
    pub(super) urge: f64,
    /// When it was learnt, in hours.
    pub learnt: f64,
    /// Who was told lately.
    pub(super) told: Told,
    /// How often it was told.
    pub tellings: u32,
    /// What it did to one's respects.
    pub changes: Vec<Change>,
}

impl Rumour {
    /// Whether one saw or did it oneself.
    #[must_use]
    pub fn is_experience(&self) -> bool {
        self.path.is_empty()
    }

    /// Whether its numbers are numbers and its lists of a length that is ever written.
    pub(super) fn is_sound(&self) -> bool {
        let changes = self.changes.iter().all(|change| change.by.is_finite());
        self.learnt.is_finite()
            && (0.0..=1.0).contains(&self.priority)
            && changes
            && self.path.len() <= LONGEST_PATH
            && self.changes.len() <= LONGEST_PATH
            && usize::from(self.told.next) < self.told.last.len()
    }

    /// Who told it, if it was told.
    #[must_use]
    pub fn teller(&self) -> Option<BeingId> {
        self.path.last().copied()
    }
}

/// A sentence for a matter, by the names that `name` gives.
#[must_use]
pub fn sentence(
    matter: &Matter,
    denied: bool,
    actions: &Actions,
    name: impl Fn(BeingId) -> String,
) -> String {
    let mut words = format!("{} {}", name(matter.subject), actions.row(matter.action).past);
    if let Some(object) = matter.object {
        words = format!("{words} {}", name(object));
    }
    if let Some(place) = matter.place {
        words = format!("{words} at {},{}", place.x, place.y);
    }
    if denied { format!("it is not true that {words}") } else { words }
}
