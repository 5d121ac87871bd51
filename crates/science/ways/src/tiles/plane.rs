//! Rows of blocked bits, scanned many at a time.
//!
//! A plane keeps one bit per tile, set where nobody can stand, with a border of set bits on all sides, so no scan needs to
//! ask where the map ends. Loads are unaligned: 57 bits from (or up to) any tile come in one load and one shift, which is
//! longer than most runs on real maps.
//!
//! A scan along a row stops at the first tile that is blocked, or beside which an obstacle has just ended: tile `x` where
//! the row above or below is blocked at the tile before and open at `x`. Those are the jump points of a straight run when
//! corners must not be cut (Harabor and Grastien, "The JPS pathfinding system", 2012).

/// Bits valid after an unaligned load, less the one needed for looking back.
const STRIDE: u32 = 56;
const VALID: u64 = (1 << STRIDE) - 1;
/// Bytes before the first and after the last row, so that loads may reach over.
const MARGIN: usize = 8;

/// A bit per tile, row by row, with a border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plane {
    bytes: Vec<u8>,
    row_bytes: usize,
}

/// Where a straight scan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// Tiles from the start: to the jump point, or to the blocked tile.
    pub distance: u32,
    /// Whether the tile there is blocked.
    pub blocked: bool,
}

impl Plane {
    /// A plane with every tile blocked. Coordinates run from 0 to `width + 1` and `height + 1`: the border counts.
    pub fn blocked(width: u32, height: u32) -> Self {
        let row_bytes = (width as usize + 2).div_ceil(8);
        Self { bytes: vec![0xff; row_bytes * (height as usize + 2) + 2 * MARGIN], row_bytes }
    }

    #[inline]
    fn byte(&self, along: u32, across: u32) -> usize {
        MARGIN + across as usize * self.row_bytes + (along >> 3) as usize
    }

    #[inline]
    pub fn is_blocked(&self, along: u32, across: u32) -> bool {
        self.bytes[self.byte(along, across)] >> (along & 7) & 1 != 0
    }

    pub fn set(&mut self, along: u32, across: u32, blocked: bool) {
        let at = self.byte(along, across);
        let bit = 1 << (along & 7);
        if blocked {
            self.bytes[at] |= bit;
        } else {
            self.bytes[at] &= !bit;
        }
    }

    #[inline]
    fn load(&self, at: usize) -> u64 {
        let bytes: [u8; 8] = self.bytes[at..at + 8].try_into().expect("eight bytes were sliced");
        u64::from_le_bytes(bytes)
    }

    /// Scans towards larger `along`, from but not including the start.
    #[inline]
    pub fn scan_up(&self, along: u32, across: u32) -> Stop {
        let mut at = along;
        loop {
            let byte = self.byte(at, across);
            let shift = at & 7;
            // Bit 0 is the tile at `at`, bit 1 the next one.
            let here = self.load(byte) >> shift;
            let above = self.load(byte + self.row_bytes) >> shift;
            let below = self.load(byte - self.row_bytes) >> shift;
            let wall = here >> 1;
            let ends = (above & !(above >> 1)) | (below & !(below >> 1));
            let stops = (wall | ends) & VALID;
            if stops != 0 {
                let step = stops.trailing_zeros();
                return Stop { distance: at - along + step + 1, blocked: wall >> step & 1 != 0 };
            }
            at += STRIDE;
        }
    }

    /// Scans towards smaller `along`, from but not including the start.
    #[inline]
    pub fn scan_down(&self, along: u32, across: u32) -> Stop {
        let mut at = along;
        loop {
            let byte = self.byte(at, across) - 7;
            let shift = 7 - (at & 7);
            // Bit 63 is the tile at `at`, bit 62 the next one.
            let here = self.load(byte) << shift;
            let above = self.load(byte + self.row_bytes) << shift;
            let below = self.load(byte - self.row_bytes) << shift;
            let wall = here << 1;
            let ends = (above & !(above << 1)) | (below & !(below << 1));
            let stops = (wall | ends) & (VALID << (64 - STRIDE));
            if stops != 0 {
                let step = stops.leading_zeros();
                return Stop { distance: along - at + step + 1, blocked: wall << step >> 63 != 0 };
            }
            at -= STRIDE;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same scan, tile by tile.
    fn slow(plane: &Plane, along: u32, across: u32, step: i32) -> Stop {
        let mut at = along;
        loop {
            let before = at;
            at = at.wrapping_add_signed(step);
            let ended = |row| plane.is_blocked(before, row) && !plane.is_blocked(at, row);
            let blocked = plane.is_blocked(at, across);
            if blocked || ended(across - 1) || ended(across + 1) {
                return Stop { distance: at.abs_diff(along), blocked };
            }
        }
    }

    proptest! {
        #[test]
        fn scanning_by_words_stops_where_scanning_by_tiles_does(
            width in 1u32..300, sparse in 1u32..200, salt in any::<u64>()
        ) {
            let mut plane = Plane::blocked(width, 3);
            let mut state = salt | 1;
            for across in 1..=3 {
                for along in 1..=width {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    plane.set(along, across, (state >> 33) % u64::from(sparse) == 0);
                }
            }
            for along in 1..=width {
                prop_assert_eq!(plane.scan_up(along, 2), slow(&plane, along, 2, 1));
                prop_assert_eq!(plane.scan_down(along, 2), slow(&plane, along, 2, -1));
            }
        }
    }
}
