//! Where slots and waiters are.

use super::StageConfig;
use glam::DVec2;
use serde::{Deserialize, Deserializer, Serialize};

/// Slots of a stage: east, then counter-clockwise every 45 degrees of the world.
pub const SLOTS: usize = 8;

/// A slot's number out of a file.
pub(super) fn read_slot<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    let slot = Option::<u8>::deserialize(from)?;
    match slot {
        Some(slot) if usize::from(slot) >= SLOTS => Err(serde::de::Error::custom("no such slot")),
        slot => Ok(slot),
    }
}

/// What somebody is to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// Has this slot: stand here, and strike when allowed.
    Slot {
        /// Its number.
        slot: u8,
        /// Where to stand.
        at: DVec2,
    },
    /// Waits before a slot nobody has.
    Wait {
        /// Where to stand.
        at: DVec2,
    },
    /// Is too near without a slot: get out, as fast as may be.
    Leave {
        /// Where to.
        at: DVec2,
    },
}

impl Part {
    /// Where to stand.
    #[must_use]
    pub fn at(self) -> DVec2 {
        match self {
            Self::Slot { at, .. } | Self::Wait { at } | Self::Leave { at } => at,
        }
    }
}

/// The direction of a slot, by its number below [`SLOTS`].
#[must_use]
pub fn direction(slot: usize) -> DVec2 {
    const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const WAYS: [(f64, f64); SLOTS] = [
        (1.0, 0.0),
        (DIAGONAL, DIAGONAL),
        (0.0, 1.0),
        (-DIAGONAL, DIAGONAL),
        (-1.0, 0.0),
        (-DIAGONAL, -DIAGONAL),
        (0.0, -1.0),
        (DIAGONAL, -DIAGONAL),
    ];
    DVec2::from(WAYS[slot])
}

/// Where those who wait stand: each before the free slot that costs it the least way, each slot once, then a row behind.
pub(super) fn waiting(centre: DVec2, config: &StageConfig, free: &[usize], waiters: &[DVec2]) -> Vec<DVec2> {
    if waiters.is_empty() {
        return Vec::new();
    }
    let all: Vec<usize> = (0..SLOTS).collect();
    let ways = if free.is_empty() { &all } else { free };
    let rows = waiters.len().div_ceil(ways.len());
    let places: Vec<DVec2> = (0..rows)
        .flat_map(|row| ways.iter().map(move |slot| (row, *slot)))
        .map(|(row, slot)| centre + direction(slot) * (config.outer + 0.5 + row as f64 * 1.5))
        .collect();
    let cost: Vec<Vec<f64>> =
        waiters.iter().map(|at| places.iter().map(|place| at.distance(*place)).collect()).collect();
    super::least_cost(&cost).into_iter().map(|place| places[place]).collect()
}
