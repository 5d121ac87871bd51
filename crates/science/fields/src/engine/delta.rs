//! What changed, in few bits, for those who watch.
//!
//! A [`Watch`] looks at some layers of a rectangle of cells and remembers what it last told. Values are rounded to 255 steps
//! of a range; a delta lists only the cells whose step changed, as (gap, value) pairs.

use super::property::LayerId;
use super::tile::Cell;
use super::{Engine, EngineError};
use serde::{Deserialize, Serialize};

/// A layer to watch, and the range told in 255 steps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    /// Which layer.
    pub layer: LayerId,
    /// The value of step 0.
    pub low: f32,
    /// The value of step 255.
    pub high: f32,
}

impl Channel {
    /// The step of a value.
    #[must_use]
    pub fn quantise(&self, value: f32) -> u8 {
        (((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0) * 255.0).round() as u8
    }

    /// The value in the middle of a step.
    #[must_use]
    pub fn value(&self, step: u8) -> f32 {
        self.low + (self.high - self.low) * f32::from(step) / 255.0
    }
}

/// The changes of one channel: how many cells to skip, and the new step of the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes(pub Vec<(u32, u8)>);

/// A rectangle of cells under watch.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch {
    corner: Cell,
    width: u32,
    height: u32,
    channels: Vec<Channel>,
    told: Vec<Vec<u8>>,
}

impl Watch {
    /// Watches `width` by `height` cells north-east of `corner`; nothing has been told yet, which stands for step 0.
    ///
    /// # Errors
    /// When it is empty, has more than a million cells, or a range is empty.
    pub fn new(corner: Cell, width: u32, height: u32, channels: Vec<Channel>) -> Result<Self, EngineError> {
        let cells = u64::from(width) * u64::from(height);
        if cells == 0 || cells > 1 << 20 {
            return Err(EngineError::Size { width, height });
        }
        if let Some(c) =
            channels.iter().find(|c| !(c.low < c.high && c.low.is_finite() && c.high.is_finite()))
        {
            return Err(EngineError::Rule {
                what: "the high end of a watched range".into(),
                must: "finite and above the low end",
                value: f64::from(c.high),
            });
        }
        let told = vec![vec![0; cells as usize]; channels.len()];
        Ok(Self { corner, width, height, channels, told })
    }

    /// What changed since the last time, one list per channel. Cells that are not loaded stay as they were told.
    pub fn delta(&mut self, engine: &Engine) -> Vec<Changes> {
        let (corner, width) = (self.corner, self.width as usize);
        let cell = |i: usize| Cell::new(corner.x + (i % width) as i64, corner.y + (i / width) as i64);
        let channels = self.channels.iter().zip(&mut self.told);
        channels
            .map(|(channel, told)| {
                let mut changes = Changes::default();
                let mut gap = 0;
                for (index, old) in told.iter_mut().enumerate() {
                    let new =
                        engine.get_layer(channel.layer, cell(index)).map_or(*old, |v| channel.quantise(v));
                    if new == *old {
                        gap += 1;
                    } else {
                        changes.0.push((std::mem::take(&mut gap), new));
                        *old = new;
                    }
                }
                changes
            })
            .collect()
    }

    /// Applies what another watch of the same shape told; the receiving end. What points beyond the rectangle is left out.
    pub fn apply(&mut self, delta: &[Changes]) {
        for (told, changes) in self.told.iter_mut().zip(delta) {
            let mut at = 0_usize;
            for (gap, value) in &changes.0 {
                at = at.saturating_add(*gap as usize);
                if let Some(step) = told.get_mut(at) {
                    *step = *value;
                }
                at = at.saturating_add(1);
            }
        }
    }

    /// The steps of a channel as told so far, row by row from the south.
    #[must_use]
    pub fn steps(&self, channel: usize) -> &[u8] {
        self.told.get(channel).map_or(&[], Vec::as_slice)
    }
}
