//! Doors of houses, in bits.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use std::collections::BTreeSet;
use wold_lore::land::{Door, EdgeSide};

/// The most doors of a chunk.
const MOST_DOORS: u64 = 1024;

impl Coded for Door {
    fn write(&self, w: &mut BitWriter) {
        w.byte(self.house);
        w.bits(u64::from(self.level & 7), 3);
        w.bits(u64::from(self.x & 63), 6);
        w.bits(u64::from(self.y & 63), 6);
        w.bits(self.side as u64, 1);
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(Self {
            house: r.byte()?,
            level: r.bits(3)? as u8,
            x: r.bits(6)? as u8,
            y: r.bits(6)? as u8,
            side: if r.bit()? { EdgeSide::West } else { EdgeSide::South },
        })
    }
}

impl Coded for BTreeSet<Door> {
    fn write(&self, w: &mut BitWriter) {
        w.number(self.len() as u64, 3);
        self.iter().for_each(|door| door.write(w));
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let doors = r.number_below(3, "doors", MOST_DOORS)?;
        (0..doors).map(|_| Door::read(r)).collect()
    }
}
