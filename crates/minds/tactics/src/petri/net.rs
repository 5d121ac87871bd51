//! What a net is made of.

/// Whose a token is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Colour(pub u64);

/// The number of a place within its net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceId(pub u16);

impl PlaceId {
    pub(super) fn slot(self) -> usize {
        usize::from(self.0)
    }
}

/// The number of a transition within its net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TransitionId(pub u16);

impl TransitionId {
    pub(super) fn slot(self) -> usize {
        usize::from(self.0)
    }
}

/// Where tokens lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Unique in the net.
    pub name: String,
    /// Tokens at the beginning; a coloured place begins empty.
    pub tokens: u32,
    /// Whether tokens know whose they are.
    pub coloured: bool,
}

/// What moves tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Unique in the net.
    pub name: String,
    /// The event it waits for; without one it fires by itself.
    pub on: Option<String>,
    /// Higher goes first.
    pub priority: i32,
    /// Ticks that the coloured tokens it takes must have lain there.
    pub after: u64,
    /// What it takes, and how many.
    pub from: Vec<(PlaceId, u32)>,
    /// What it gives, and how many.
    pub to: Vec<(PlaceId, u32)>,
    /// What must be empty: of the event's colour if the place is coloured and there is an event, else altogether.
    pub without: Vec<PlaceId>,
    /// Takes the coloured tokens the scorer likes best, instead of the oldest.
    pub best: bool,
}

/// Who wins when two want the same token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conflict {
    /// The higher priority, then the earlier in the text.
    #[default]
    Priority,
    /// Any of those with the highest priority, by chance.
    Random,
}

/// A weighted sum of tokens that no firing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Places and how much each of their tokens counts.
    pub weights: Vec<(PlaceId, i64)>,
    /// The sum.
    pub sum: i64,
}

/// A net, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// For reports.
    pub name: String,
    /// Where tokens lie.
    pub places: Vec<Place>,
    /// What moves them.
    pub transitions: Vec<Transition>,
    /// Who wins when two want the same token.
    pub conflict: Conflict,
    /// What was declared to be conserved; checked when the net is read.
    pub declared: Vec<Invariant>,
}

impl Net {
    /// A place by its name.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<PlaceId> {
        self.places.iter().position(|place| place.name == name).map(|at| PlaceId(at as u16))
    }

    /// A transition by its name.
    #[must_use]
    pub fn transition(&self, name: &str) -> Option<TransitionId> {
        self.transitions.iter().position(|t| t.name == name).map(|at| TransitionId(at as u16))
    }

    /// The events its transitions wait for, each once, in the order of the text.
    #[must_use]
    pub fn events(&self) -> Vec<&str> {
        let mut events: Vec<&str> = Vec::new();
        for event in self.transitions.iter().filter_map(|t| t.on.as_deref()) {
            if !events.contains(&event) {
                events.push(event);
            }
        }
        events
    }

    /// An invariant as it is written: `free + 2*busy = 3`.
    #[must_use]
    pub fn written(&self, invariant: &Invariant) -> String {
        let term = |&(place, weight): &(PlaceId, i64)| {
            let name = &self.places[place.slot()].name;
            if weight == 1 { name.clone() } else { format!("{weight}*{name}") }
        };
        let terms: Vec<String> = invariant.weights.iter().map(term).collect();
        format!("{} = {}", terms.join(" + "), invariant.sum)
    }
}
