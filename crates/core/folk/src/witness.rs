//! Seeing deeds: what the world tells somebody of what people did in their sight, in the words of memory.
//!
//! Nothing is concluded from gestures: a deed is one when the world has done it and says so, to who sees it. A gift is judged only when a few seconds have passed and
//! nothing was given back, for then the world calls it a trade.

use std::collections::VecDeque;
use wold_guest::known::Known;
use wold_lore::land::ThingKind;
use wold_lore::{Deed, Owner};
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND};
use wold_wire::message::Saw;

/// What wares are called of that are nobody's own.
pub const MARKET: &str = "the market";
/// What people are called whom one has never met.
pub const SOMEBODY: &str = "somebody";
/// Steps until a gift is a gift: longer than the world waits for something given back.
const SETTLED: u64 = 5 * TICKS_PER_SECOND;
/// Gifts that wait to be judged.
const MOST_GIFTS: usize = 16;

/// A deed that was seen: names, and what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Who did it.
    pub subject: String,
    /// What.
    pub deed: Deed,
    /// To whom.
    pub object: Option<String>,
    /// Where.
    pub place: DVec2,
}

impl Seen {
    fn is_between(&self, a: &str, b: &str) -> bool {
        let object = self.object.as_deref();
        (self.subject == a && object == Some(b)) || (self.subject == b && object == Some(a))
    }
}

/// How far somebody has taken in what was done around it.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    /// What has been read; nothing of before one looked for the first time.
    mark: Option<u64>,
    gifts: VecDeque<(u64, Seen)>,
    handed: Vec<(String, ThingKind)>,
}

impl Witness {
    /// What was seen since the last look; `own` is the name of the one who looks.
    pub fn look(&mut self, known: &Known, own: &str) -> Vec<Seen> {
        let mark = self.mark.replace(known.deeds().mark()).unwrap_or(u64::MAX);
        self.handed.clear();
        let mut seen = Vec::new();
        for told in known.deeds().after(mark) {
            let Some(deed) = named(known, own, &told.saw) else { continue };
            match deed.deed {
                Deed::Give => {
                    if let (Some(kind), true) = (told.saw.thing, deed.object.as_deref() == Some(own)) {
                        self.handed.push((deed.subject.clone(), kind));
                    }
                    if self.gifts.len() < MOST_GIFTS {
                        self.gifts.push_back((told.step, deed));
                    }
                }
                Deed::Trade => {
                    let other = deed.object.clone().unwrap_or_default();
                    self.gifts.retain(|(_, gift)| !gift.is_between(&deed.subject, &other));
                    seen.push(deed);
                }
                _ => seen.push(deed),
            }
        }
        while let Some((_, gift)) = self.gifts.pop_front_if(|(step, _)| known.step() >= *step + SETTLED) {
            seen.push(gift);
        }
        seen
    }

    /// What others handed to oneself just now.
    #[must_use]
    pub fn handed(&self) -> &[(String, ThingKind)] {
        &self.handed
    }
}

/// Whose body one has.
pub(super) fn own_body(known: &Known) -> Option<EntityId> {
    known.welcome().map(|welcome| welcome.body)
}

/// The deed with names for numbers; nothing if one does not know who did it.
fn named(known: &Known, own: &str, saw: &Saw) -> Option<Seen> {
    let name = |id: EntityId| match own_body(known) == Some(id) {
        true => Some(own.to_owned()),
        false => known.name_of(id).map(str::to_owned),
    };
    let object = match (saw.deed, saw.whose) {
        (Deed::Steal, Some(Owner::Market)) => Some(MARKET.to_owned()),
        (Deed::Steal, Some(Owner::Person(whom))) => Some(name(whom).unwrap_or_else(|| SOMEBODY.to_owned())),
        (Deed::Find, _) => None,
        _ => saw.object.map(|whom| name(whom).unwrap_or_else(|| SOMEBODY.to_owned())),
    };
    Some(Seen { subject: name(saw.doer?)?, deed: saw.deed, object, place: saw.place })
}
