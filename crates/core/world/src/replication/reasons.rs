//! Why somebody is told of somebody else, or not.

use super::watch::{Looking, Watch};
use super::{Replicator, Seen};
use crate::realm::Realm;
use wold_space::{CHUNK_METRES, DVec2, EntityId};

/// What decides now whether somebody is told of another; the first that keeps it from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing keeps them: they are told of each other's doings.
    Perceived,
    /// The cell is none of those that are looked through.
    Cells,
    /// The other keeps too small: focus and nimbus do not meet.
    Small,
    /// It hides, and was not noticed.
    Hides,
    /// Something is in the way.
    Walls,
}

/// Somebody, as far as a guest's character may know of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Other {
    /// Who.
    pub id: EntityId,
    /// Where.
    pub place: DVec2,
    /// Metres off.
    pub metres: f64,
    /// How far off one can notice them, beyond one's own focus; infinite where cells and sight alone decide.
    pub nimbus: f64,
    /// How many times nearer they are taken to be than they are.
    pub regard: f64,
    /// What decides now.
    pub reason: Reason,
    /// Whether the guest has been told of them; who has just passed out of sight is remembered for a while.
    pub told: bool,
}

/// What a guest's character takes note of, and why of nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct Interest {
    /// Where it is.
    pub place: DVec2,
    /// Metres within which it takes note of what keeps small.
    pub focus: f64,
    /// Metres within which it can be noticed, beyond the focus of who looks; infinite for who does not keep small.
    pub nimbus: f64,
    /// The corners of the cells that are looked through.
    pub cells: [DVec2; 2],
    /// Everybody and everything within some metres, by id.
    pub others: Vec<Other>,
}

impl Watch {
    /// What this guest's character takes note of within some metres, and why not of the rest.
    #[must_use]
    pub fn interest(&self, replicator: &Replicator, realm: &Realm, within: f64) -> Option<Interest> {
        let me = replicator.of(self.body())?;
        let looking = Looking::new(replicator, me, realm);
        let (centre, rings) = (self.centre()?, replicator.config.rings);
        let half = DVec2::splat((f64::from(rings) + 0.5) * CHUNK_METRES);
        let reason = |other: &Seen, cell: wold_space::ChunkPos| {
            if cell.rings_to(centre) > rings as u32 {
                Reason::Cells
            } else if !looking.notes(other) {
                Reason::Small
            } else if other.shy && looking.hides(other) {
                Reason::Hides
            } else if looking.sees(other) {
                Reason::Perceived
            } else {
                Reason::Walls
            }
        };
        let others = replicator.by_id.values().map(|&track| (track, replicator.at(track)));
        let others = others.filter(|(_, other)| other.seen.id != self.body()).filter_map(|(track, other)| {
            let seen = &other.seen;
            let metres = seen.place.distance(me.seen.place);
            (metres <= within).then(|| Other {
                id: seen.id,
                place: seen.place,
                metres,
                nimbus: seen.nimbus,
                regard: looking.regard(seen, metres),
                reason: reason(seen, other.cell),
                told: self.has(track),
            })
        });
        Some(Interest {
            place: me.seen.place,
            focus: looking.focus,
            nimbus: me.seen.nimbus,
            cells: [centre.centre() - half, centre.centre() + half],
            others: others.collect(),
        })
    }
}
