//! What it is like around a guest's character: weather, prices where it stands at a stall, and how it is regarded.
//!
//! Both ends hold a [`Surroundings`]; the host tells the difference between the last it told and the new one ([`Felt`]). A square of
//! [`SIDE`] by [`SIDE`] cells of 16 m lies around the character; what varies from cell to cell is told in 15 steps of four bits, what hardly does once.
//! At most 240 bytes, however much changed.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::form::sections;
use wold_lore::felt::{Channel, Good, TOP_STEP};
use wold_lore::sense::Smell;

/// Cells along the side of the square.
pub const SIDE: usize = 7;
/// Cells of the square.
pub const CELLS: usize = SIDE * SIDE;
/// How many goods have prices.
pub const PRICED_GOODS: usize = Good::ALL.len();

/// What is told once for the whole square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Here {
    /// Where the wind blows to, in 1/256 turn anticlockwise from east.
    pub wind_turn: u8,
    /// How strong it is.
    pub wind_speed: u8,
    /// Half degrees above -64 °C.
    pub warmth: u8,
    /// How the character is regarded here, in halves: good above 0, bad below.
    pub regard: i8,
    /// What each good costs in hundredths, if the character stands at a stall.
    pub prices: Option<[u16; PRICED_GOODS]>,
    /// Whether the character keeps the law.
    pub duty: bool,
    /// How strongly it smells here of each thing there is to smell, by [`Smell::level`].
    pub smells: [u8; Smell::ALL.len()],
}

impl Here {
    /// The warmth in °C.
    #[must_use]
    pub fn celsius(&self) -> f32 {
        f32::from(self.warmth) / 2.0 - 64.0
    }

    /// How the character is regarded: 0 where nobody has heard of it.
    #[must_use]
    pub fn regarded(&self) -> f32 {
        f32::from(self.regard) / 2.0
    }
}

/// All that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The cell in the square's south-western corner, in cells of 16 m.
    pub corner: [i32; 2],
    /// What is the same for the whole square.
    pub here: Here,
    /// The steps of each channel, row by row from the south.
    pub channels: [Steps; Channel::ALL.len()],
}

/// One channel's steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(pub [u8; CELLS]);

impl Default for Steps {
    fn default() -> Self {
        Self([0; CELLS])
    }
}

/// What changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Felt {
    /// The square's corner; if it is another than before all steps begin at 0.
    pub corner: [i32; 2],
    /// What is the same for the whole square.
    pub here: Here,
    /// For each channel the cells whose step changed, in order, with the new step.
    pub changes: [Vec<(u8, u8)>; Channel::ALL.len()],
}

impl Surroundings {
    /// What must be told to somebody who knows this so that they know `next`; nothing if they are the same.
    ///
    /// ```
    /// use wold_wire::surroundings::Surroundings;
    /// let (mut told, mut next) = (Surroundings::default(), Surroundings::default());
    /// next.channels[1].0[24] = 9; // it rains in the middle
    /// let felt = told.difference(&next).expect("rain is news");
    /// told.apply(&felt);
    /// assert_eq!(told, next);
    /// assert_eq!(told.difference(&next), None);
    /// ```
    #[must_use]
    pub fn difference(&self, next: &Self) -> Option<Felt> {
        if self == next {
            return None;
        }
        let blank = Self { corner: next.corner, ..Self::default() };
        let known = if self.corner == next.corner { self } else { &blank };
        let mut felt = Felt { corner: next.corner, here: next.here, ..Felt::default() };
        for (changes, (old, new)) in felt.changes.iter_mut().zip(known.channels.iter().zip(&next.channels)) {
            let cells = old.0.iter().zip(&new.0).enumerate();
            changes.extend(cells.filter(|(_, (old, new))| old != new).map(|(i, (_, new))| (i as u8, *new)));
        }
        Some(felt)
    }

    /// Takes in what changed.
    pub fn apply(&mut self, felt: &Felt) {
        if self.corner != felt.corner {
            *self = Self { corner: felt.corner, ..Self::default() };
        }
        self.here = felt.here;
        for (steps, changes) in self.channels.iter_mut().zip(&felt.changes) {
            for (cell, step) in changes {
                if let Some(old) = steps.0.get_mut(usize::from(*cell)) {
                    *old = *step;
                }
            }
        }
    }

    /// A channel's value at a cell of the square, counted from its corner.
    #[must_use]
    pub fn value(&self, channel: Channel, east: usize, north: usize) -> Option<f32> {
        let step =
            (east < SIDE && north < SIDE).then(|| self.channels[channel as usize].0[north * SIDE + east]);
        step.map(|step| f32::from(step) / f32::from(TOP_STEP) * channel.top())
    }
}

sections! {
    Felt = "[surroundings](#surroundings)": "corner signed7 × 2; wind turn byte, speed byte; warmth byte; regard sbits8; option of a price bits16 for each good; duty bit; \
        bits2 for each smell; for each channel bit: for each of 7 × 7 cells option of bits4"
}

impl Coded for Felt {
    fn write(&self, w: &mut BitWriter) {
        w.signed(self.corner[0].into(), 7);
        w.signed(self.corner[1].into(), 7);
        w.byte(self.here.wind_turn);
        w.byte(self.here.wind_speed);
        w.byte(self.here.warmth);
        w.signed_bits(self.here.regard.into(), 8);
        w.bit(self.here.prices.is_some());
        for price in self.here.prices.iter().flatten() {
            w.bits((*price).into(), 16);
        }
        w.bit(self.here.duty);
        for level in self.here.smells {
            w.bits(level.min(Smell::STRONGEST).into(), 2);
        }
        for changes in &self.changes {
            w.bit(!changes.is_empty());
            if changes.is_empty() {
                continue;
            }
            let mut left = changes.iter().peekable();
            for cell in 0..CELLS as u8 {
                let change = left.next_if(|(at, _)| *at == cell);
                w.bit(change.is_some());
                if let Some((_, step)) = change {
                    w.bits((*step).into(), 4);
                }
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let mut corner = [0; 2];
        for part in &mut corner {
            let value = r.signed(7)?;
            *part = i32::try_from(value)
                .map_err(|_| Malformed::OutOfRange { field: "corner", value: value.unsigned_abs() })?;
        }
        let mut felt = Self { corner, ..Self::default() };
        felt.here.wind_turn = r.byte()?;
        felt.here.wind_speed = r.byte()?;
        felt.here.warmth = r.byte()?;
        felt.here.regard = r.signed_bits(8)? as i8;
        if r.bit()? {
            let mut prices = [0; PRICED_GOODS];
            for price in &mut prices {
                *price = r.bits(16)? as u16;
            }
            felt.here.prices = Some(prices);
        }
        felt.here.duty = r.bit()?;
        for level in &mut felt.here.smells {
            *level = r.bits(2)? as u8;
        }
        for changes in &mut felt.changes {
            if !r.bit()? {
                continue;
            }
            for cell in 0..CELLS as u8 {
                if r.bit()? {
                    changes.push((cell, r.bits(4)? as u8));
                }
            }
        }
        Ok(felt)
    }
}
