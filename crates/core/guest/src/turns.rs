//! Whose turn it is, as far as one is told: one's part in a fight, and how it stands at a well.

use wold_lore::{Bucket, Part};
use wold_space::{ChunkPos, DVec2, EntityId, Tick};
use wold_wire::FromHost;

/// One's part in a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Role {
    /// When one was told, in the guest's steps.
    pub step: u64,
    /// Against whom.
    pub foe: EntityId,
    /// What one is to do.
    pub part: Part,
    /// Where to stand, seen from the foe.
    pub off: DVec2,
    /// How many others have a place about the foe.
    pub others: u8,
    /// Of a turn to strike: when it ends.
    pub until: Tick,
}

/// How it stands with one at a well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtWell {
    /// When one was told, in the guest's steps.
    pub step: u64,
    /// The chunk the well is in, and which of its places it is.
    pub well: (ChunkPos, u16),
    /// How.
    pub turn: Bucket,
}

/// What one was told of turns last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turns {
    /// In a fight.
    pub role: Option<Role>,
    /// At a well.
    pub at_well: Option<AtWell>,
}

impl Turns {
    /// Takes in what the host says of them.
    pub(crate) fn take(&mut self, message: &FromHost, step: u64) {
        match *message {
            FromHost::Part { foe, part, turn, eighths, others, until } => {
                let angle = f64::from(turn) / 256.0 * std::f64::consts::TAU;
                let off = DVec2::new(libm::cos(angle), libm::sin(angle)) * f64::from(eighths) / 8.0;
                self.role = Some(Role { step, foe, part, off, others, until });
            }
            FromHost::Bucket { chunk, place, turn } => {
                self.at_well = Some(AtWell { step, well: (chunk, place), turn });
            }
            _ => {}
        }
    }
}
