//! The ground under people's feet follows the altitude of the fields when an earthquake moves it.
//!
//! What a step's earthquakes add to the altitude of cells becomes a lift of the chunks there: at every corner of cells the mean of
//! the four around it, so that chunks meet without a step. Chunks keep it among their changes; guests are told as of any other.

use super::Fields;
use std::collections::BTreeMap;
use wold_fields::engine::{Cell, Event};
use wold_lore::land::{HEIGHT_STEPS_PER_METRE, LIFT_SIDE, Lift};
use wold_space::ChunkPos;

/// Cells along the side of a chunk.
const CELLS_A_CHUNK: i64 = 2;
/// The farthest that ground can be lifted or sunk in all, in steps: 200 m.
const MOST: i32 = 200 * 32;
/// Cells around an earthquake that are looked at, at most.
const FARTHEST: f32 = 64.0;

/// How high cells are before an earthquake.
pub(super) struct Before(BTreeMap<(i64, i64), f32>);

fn moves_ground(event: &Event) -> bool {
    matches!(event.kind.as_str(), "earthquake" | "patch")
}

impl Fields {
    /// The cells that the next step of nature will move; none in nearly every step.
    pub(super) fn about_to_shake(&self) -> Option<Before> {
        let nature = &self.nature;
        let mut before = BTreeMap::new();
        for event in nature.announced().iter().filter(|e| moves_ground(e) && e.at <= nature.steps()) {
            let reach = event.radius.clamp(0.0, FARTHEST).ceil() as i64 + 1;
            let middle = Cell::new(event.place.x.floor() as i64, event.place.y.floor() as i64);
            for y in middle.y - reach..=middle.y + reach {
                for x in middle.x - reach..=middle.x + reach {
                    if let Ok(height) = nature.get("altitude", Cell::new(x, y)) {
                        before.insert((y, x), height);
                    }
                }
            }
        }
        (!before.is_empty()).then_some(Before(before))
    }

    /// By how much chunks were lifted since.
    pub(super) fn shaken(&self, before: &Before) -> Vec<(ChunkPos, Lift)> {
        let rise = |x: i64, y: i64| {
            let now = self.nature.get("altitude", Cell::new(x, y)).ok();
            now.zip(before.0.get(&(y, x))).map_or(0.0, |(now, before)| now - before)
        };
        let chunk_of = |(y, x): &(i64, i64)| (y.div_euclid(CELLS_A_CHUNK), x.div_euclid(CELLS_A_CHUNK));
        // A corner belongs to up to four chunks: those beside the cells that moved are lifted at their rims.
        let mut chunks: Vec<(i64, i64)> = before
            .0
            .keys()
            .map(chunk_of)
            .flat_map(|(y, x)| (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (y + dy, x + dx))))
            .collect();
        chunks.sort_unstable();
        chunks.dedup();
        let lift_of = |(chunk_y, chunk_x): (i64, i64)| {
            let mut lift = Lift::default();
            for (number, step) in lift.0.iter_mut().enumerate() {
                let x = chunk_x * CELLS_A_CHUNK + (number % LIFT_SIDE) as i64;
                let y = chunk_y * CELLS_A_CHUNK + (number / LIFT_SIDE) as i64;
                let sum = rise(x - 1, y - 1) + rise(x, y - 1) + rise(x - 1, y) + rise(x, y);
                *step = (sum / 4.0 * HEIGHT_STEPS_PER_METRE).round().clamp(-6_400.0, 6_400.0) as i16;
            }
            lift
        };
        let lifted = chunks.into_iter().filter_map(|at| {
            let pos = ChunkPos { x: i32::try_from(at.1).ok()?, y: i32::try_from(at.0).ok()? };
            Some((pos, lift_of(at))).filter(|(_, lift)| !lift.is_level())
        });
        lifted.collect()
    }
}

/// One lift upon another.
pub(super) fn add(lift: &mut Lift, more: &Lift) {
    for (step, more) in lift.0.iter_mut().zip(more.0) {
        *step = (i32::from(*step) + i32::from(more)).clamp(-MOST, MOST) as i16;
    }
}
