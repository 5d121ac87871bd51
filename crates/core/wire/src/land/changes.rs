//! What people and earthquakes changed in a chunk since genesis.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::form::sections;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_lore::land::{EdgeKind, EdgeSide, Lift};

/// Where a wall was built: tile east, tile north, side.
pub type Built = (u8, u8, EdgeSide);

/// Everything that differs from what genesis made, as one value: a chunk is seed plus changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChunkChanges {
    /// Raised by one with every change; 0 is untouched land.
    pub version: u32,
    /// Growths that are gone: felled, mined, picked.
    pub gone: BTreeSet<u16>,
    /// Walls, doors and windows people built on tile edges of the open ground.
    pub built: BTreeMap<Built, EdgeKind>,
    /// How earthquakes moved the ground.
    pub lift: Lift,
}

sections! {
    ChunkChanges = "[changes](#changes)": "version number7; gone number7 of them, each number3 beyond the one before; built number7 of them: x bits5, y bits5, side bit, kind bits2; \
        option of 9 × sbits16 lift"
}

impl Coded for ChunkChanges {
    fn write(&self, w: &mut BitWriter) {
        w.number(u64::from(self.version), 7);
        w.number(self.gone.len() as u64, 7);
        let mut last = 0;
        for &index in &self.gone {
            w.number(u64::from(index - last), 3);
            last = index;
        }
        w.number(self.built.len() as u64, 7);
        for (&(x, y, side), &kind) in &self.built {
            w.bits(u64::from(x & 31), 5);
            w.bits(u64::from(y & 31), 5);
            w.bits(side as u64, 1);
            w.bits(kind as u64, 2);
        }
        w.bit(!self.lift.is_level());
        if !self.lift.is_level() {
            self.lift.0.iter().for_each(|step| w.signed_bits(i32::from(*step), 16));
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let version = r.number_below(7, "version", 1 << 32)? as u32;
        let mut gone = BTreeSet::new();
        let mut last = 0u64;
        for _ in 0..r.count("gone", 4, 4096)? {
            last += r.number_below(3, "gone", 1 << 16)?;
            gone.insert(
                u16::try_from(last).map_err(|_| Malformed::OutOfRange { field: "gone", value: last })?,
            );
        }
        let mut built = BTreeMap::new();
        for _ in 0..r.count("built", 13, 2048)? {
            let (x, y) = (r.bits(5)? as u8, r.bits(5)? as u8);
            let side = if r.bit()? { EdgeSide::West } else { EdgeSide::South };
            built.insert((x, y, side), super::house::edge_kind(r.bits(2)?)?);
        }
        let mut lift = Lift::default();
        if r.bit()? {
            for step in &mut lift.0 {
                *step = r.signed_bits(16)? as i16;
            }
        }
        Ok(Self { version, gone, built, lift })
    }
}
