//! Doors of houses, in bits.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::form::{Byte, Few, Named, record, sections};
use std::collections::BTreeSet;
use wold_lore::land::{Door, EdgeSide};

/// The most doors of a chunk.
const MOST_DOORS: u64 = 1024;

record! { Door, "[door](#doors)" { house: Byte, level: Few<3>, x: Few<6>, y: Few<6>, side: Named<EdgeSide, 1> } }

sections! { BTreeSet<Door> = "[doors](#doors)": "number3 of them, below 1024, each a door" }

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
