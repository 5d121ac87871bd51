//! Deeds given out to be seen, and when others saw them.
//!
//! Whoever does something worth seeing posts it on the [`Board`] in the moment it is sent. A [`Watcher`] compares what each snapshot shows with what the one
//! before showed: the first that shows the deed is its sighting, and the time since it was sent is the delay. Nobody counts who did not have
//! the doer in view before; whoever had, and still has when the next deed is sent, must have seen this one, or it is unseen.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use wold_space::EntityId;
use wold_wire::{EntityState, Gesture};

/// Something that others can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// Turns and goes another way: a steering, by datagram where there are some.
    Turn {
        /// The new direction in 1/256 turn.
        heading: u8,
    },
    /// Swings: a wish, by the reliable way.
    Swing,
}

impl Deed {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn { .. } => "turn",
            Self::Swing => "swing",
        }
    }

    /// Whether a state shows it that the state before did not.
    fn shows(self, before: &EntityState, now: &EntityState) -> bool {
        match self {
            Self::Turn { heading } => now.heading == heading,
            Self::Swing => now.gesture != before.gesture && now.gesture & 15 == Gesture::Strike as u8,
        }
    }
}

/// A deed on its way to be seen.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    number: u64,
    deed: Deed,
    by: usize,
    sent: Instant,
}

/// A deed that was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// What.
    pub deed: Deed,
    /// Which player did it.
    pub by: usize,
    /// Which player saw it.
    pub to: usize,
    /// How long it took.
    pub delay: Duration,
}

/// Everybody's newest deed, and who saw what.
#[derive(Clone, Debug, Default)]
pub struct Board(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    newest: BTreeMap<EntityId, Probe>,
    count: u64,
    sightings: Vec<Sighting>,
    unseen: u64,
}

impl Board {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().expect("nobody panics with the board")
    }

    /// A player's deed is being sent.
    pub fn post(&self, body: EntityId, by: usize, deed: Deed, sent: Instant) {
        let mut notes = self.notes();
        notes.count += 1;
        let number = notes.count;
        notes.newest.insert(body, Probe { number, deed, by, sent });
    }

    /// A deed was refused: nobody will see it.
    pub fn withdraw(&self, body: EntityId) {
        self.notes().newest.remove(&body);
    }

    /// All sightings, and how many deeds were not seen by somebody who should have.
    pub fn take(&self) -> (Vec<Sighting>, u64) {
        let mut notes = self.notes();
        (std::mem::take(&mut notes.sightings), std::mem::take(&mut notes.unseen))
    }
}

/// One player's eyes.
#[derive(Debug)]
pub struct Watcher {
    own: usize,
    board: Board,
    seen: BTreeMap<EntityId, Seen>,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    state: EntityState,
    /// The newest deed that was seen, or that was done before one came into view.
    known: u64,
    /// The deed that is waited for.
    awaited: Option<u64>,
}

impl Watcher {
    /// The eyes of a player.
    pub fn new(own: usize, board: Board) -> Self {
        Self { own, board, seen: BTreeMap::new() }
    }

    /// Looks at everybody a snapshot shows that came at `now`.
    pub fn look(&mut self, now: Instant, people: impl Iterator<Item = (EntityId, EntityState)>) {
        let mut notes = self.board.notes();
        let mut seen = BTreeMap::new();
        for (id, state) in people {
            let probe = notes.newest.get(&id).copied();
            let number = probe.map_or(0, |probe| probe.number);
            let Some(before) = self.seen.get(&id) else {
                seen.insert(id, Seen { state, known: number, awaited: None });
                continue;
            };
            let mut next = Seen { state, ..*before };
            match probe {
                Some(probe) if probe.number > before.known => {
                    notes.unseen += u64::from(before.awaited.is_some_and(|awaited| awaited < number));
                    if probe.deed.shows(&before.state, &state) {
                        let Probe { deed, by, sent, .. } = probe;
                        let delay = now.saturating_duration_since(sent);
                        notes.sightings.push(Sighting { deed, by, to: self.own, delay });
                        (next.known, next.awaited) = (number, None);
                    } else {
                        next.awaited = Some(number);
                    }
                }
                _ => next.awaited = None,
            }
            seen.insert(id, next);
        }
        drop(notes);
        self.seen = seen;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOER: EntityId = EntityId(7);

    fn facing(heading: u8, gesture: u8) -> EntityState {
        EntityState { heading, gesture, ..EntityState::default() }
    }

    /// Looks at the doer alone, so many milliseconds after the beginning.
    fn look(watcher: &mut Watcher, begin: Instant, ms: u64, state: EntityState) {
        watcher.look(begin + Duration::from_millis(ms), std::iter::once((DOER, state)));
    }

    #[test]
    fn the_first_snapshot_that_shows_a_deed_is_its_sighting() {
        let (board, begin) = (Board::default(), Instant::now());
        let mut watcher = Watcher::new(1, board.clone());
        look(&mut watcher, begin, 0, facing(0, 0));
        board.post(DOER, 0, Deed::Turn { heading: 64 }, begin + Duration::from_millis(10));
        look(&mut watcher, begin, 40, facing(0, 0));
        look(&mut watcher, begin, 90, facing(64, 0));
        look(&mut watcher, begin, 140, facing(64, 0));
        let strike = (1 << 4) | Gesture::Strike as u8;
        board.post(DOER, 0, Deed::Swing, begin + Duration::from_millis(150));
        look(&mut watcher, begin, 190, facing(64, strike));
        let (sightings, unseen) = board.take();
        let delays: Vec<_> = sightings.iter().map(|one| (one.deed.name(), one.delay.as_millis())).collect();
        assert_eq!(delays, [("turn", 80), ("swing", 40)]);
        assert_eq!(unseen, 0);
    }

    #[test]
    fn what_is_never_shown_is_unseen_and_what_was_refused_or_out_of_view_is_not() {
        let (board, begin) = (Board::default(), Instant::now());
        let mut watcher = Watcher::new(1, board.clone());
        board.post(DOER, 0, Deed::Turn { heading: 9 }, begin);
        look(&mut watcher, begin, 0, facing(0, 0));
        look(&mut watcher, begin, 50, facing(9, 0));
        assert_eq!(board.take(), (vec![], 0), "it was sent before the doer came into view");
        board.post(DOER, 0, Deed::Turn { heading: 10 }, begin);
        look(&mut watcher, begin, 100, facing(9, 0));
        board.post(DOER, 0, Deed::Turn { heading: 11 }, begin);
        look(&mut watcher, begin, 150, facing(11, 0));
        let (sightings, unseen) = board.take();
        assert_eq!((sightings.len(), unseen), (1, 1));
        board.post(DOER, 0, Deed::Swing, begin);
        look(&mut watcher, begin, 200, facing(11, 0));
        board.withdraw(DOER);
        look(&mut watcher, begin, 250, facing(11, 0));
        board.post(DOER, 0, Deed::Turn { heading: 12 }, begin);
        look(&mut watcher, begin, 300, facing(12, 0));
        let (sightings, unseen) = board.take();
        assert_eq!((sightings.len(), unseen), (1, 0));
    }
}
