//! Streets and lots.
//!
//! The market square lies in the middle with a street along each side; further streets part long arms. All streets run
//! straight through, so every block has a street on at least one side. Blocks are cut into lots along their streets,
//! the lots nearest the square are built on first, and each house stands back from the street it faces.

use super::site::Site;
use crate::house::Purpose;
use crate::rect::Rect;
use wold_chance::Stream;

/// Metres a street is wide.
const STREET: i32 = 6;
/// Metres between a street and the houses along it.
const SETBACK: i32 = 2;

/// A piece of ground with a house on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Lot {
    /// All of it.
    pub ground: Rect,
    /// Where the house stands.
    pub house: Rect,
    /// The way from the street to the house's whole front, kept free.
    pub path: Rect,
    /// Quarter turns of the side that faces the street, 0 east.
    pub front: u8,
    /// What the house is for.
    pub purpose: Purpose,
    /// Storeys wanted.
    pub storeys: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub square: Rect,
    pub streets: Vec<Rect>,
    pub bounds: Rect,
    pub lots: Vec<Lot>,
}

/// A stretch of ground along one axis between two streets (or the edge of town).
#[derive(Clone, Copy)]
struct Band {
    lo: i32,
    hi: i32,
    street_before: bool,
    street_after: bool,
}

pub(super) fn lay_out(site: &Site, stream: &mut Stream) -> Layout {
    let [cx, cy] = site.centre;
    let half = [14 + 2 * stream.below(3) as i32, 12 + 2 * stream.below(2) as i32];
    let large = site.houses > 22;
    let columns = bands(cx, half[0], large, stream);
    let rows = bands(cy, half[1], site.houses > 32, stream);
    let square = Rect::new([cx - half[0], cy - half[1]], [cx + half[0], cy + half[1]]);

    let mut spots = Vec::new();
    for row in &rows {
        for column in &columns {
            let block = Rect::new([column.lo, row.lo], [column.hi, row.hi]);
            if block.meets(&square) {
                continue;
            }
            let level_with_square = row.lo < square.hi[1] && row.hi > square.lo[1];
            let faces: &[u8] = match (level_with_square, column.hi <= square.lo[0]) {
                (true, true) if column.street_after => &[0],
                (true, false) if column.street_before => &[2],
                _ => &[1, 3],
            };
            let faced: Vec<u8> = faces
                .iter()
                .copied()
                .filter(|&q| match q {
                    1 => row.street_after,
                    3 => row.street_before,
                    _ => true,
                })
                .collect();
            for &front in &faced {
                cut_lots(block, front, faced.len() as i32, stream, &mut spots);
            }
        }
    }
    // Nearest the square first; a little chance keeps the edge of town ragged.
    let mut ranked: Vec<(f64, Lot)> = spots
        .into_iter()
        .map(|lot| (lot.house.distance(square.centre()) + stream.range(0.0, 22.0), lot))
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    ranked.truncate(site.houses);
    let mut lots: Vec<Lot> = ranked.into_iter().map(|(_, lot)| lot).collect();
    give_trades(&mut lots, stream);

    // The street a lot faces belongs to the town even where nobody lives beyond it.
    let bounds = lots.iter().fold(square.grown(STREET), |b, l| union(b, l.ground.grown(STREET)));
    let streets = streets(&columns, &rows, bounds);
    Layout { square, streets, bounds, lots }
}

/// Cuts one axis: the square in the middle, arms of one or two blocks on both sides, streets between.
fn bands(centre: i32, half: i32, long: bool, stream: &mut Stream) -> Vec<Band> {
    let arm = |stream: &mut Stream| -> Vec<i32> {
        let blocks = if long { 2 } else { 1 };
        (0..blocks).map(|_| 30 + 2 * stream.below(7) as i32).collect()
    };
    let mut bands =
        vec![Band { lo: centre - half, hi: centre + half, street_before: true, street_after: true }];
    let mut at = centre + half;
    let east = arm(stream);
    for (i, length) in east.iter().enumerate() {
        let lo = at + STREET;
        bands.push(Band { lo, hi: lo + length, street_before: true, street_after: i + 1 < east.len() });
        at = lo + length;
    }
    let mut at = centre - half;
    let west = arm(stream);
    for (i, length) in west.iter().enumerate() {
        let hi = at - STREET;
        bands.push(Band { lo: hi - length, hi, street_before: i + 1 < west.len(), street_after: true });
        at = hi - length;
    }
    bands.sort_by_key(|b| b.lo);
    bands
}

/// The gaps between bands, right through the town.
fn streets(columns: &[Band], rows: &[Band], bounds: Rect) -> Vec<Rect> {
    let gaps = |bands: &[Band], lo: i32, hi: i32| -> Vec<[i32; 2]> {
        bands.windows(2).map(|w| [w[0].hi, w[1].lo]).filter(|g| g[0] >= lo && g[1] <= hi).collect()
    };
    let down = gaps(columns, bounds.lo[0], bounds.hi[0])
        .into_iter()
        .map(|[a, b]| Rect::new([a, bounds.lo[1]], [b, bounds.hi[1]]));
    let across = gaps(rows, bounds.lo[1], bounds.hi[1])
        .into_iter()
        .map(|[a, b]| Rect::new([bounds.lo[0], a], [bounds.hi[0], b]));
    down.chain(across).collect()
}

/// Lots along one side of a block, `rows` of them back to back in all.
fn cut_lots(block: Rect, front: u8, rows: i32, stream: &mut Stream, out: &mut Vec<Lot>) {
    let along = usize::from(!front.is_multiple_of(2));
    let (along, across) = if along == 1 { (0, 1) } else { (1, 0) };
    let length = block.size()[along];
    let deep = (block.size()[across] / rows).min(22);
    let mut at = 0;
    while length - at >= 10 {
        let mut wide = 10 + 2 * stream.below(4) as i32;
        if length - at - wide < 10 {
            wide = (length - at).min(18);
        }
        let (mut lo, mut hi) = (block.lo, block.hi);
        lo[along] = block.lo[along] + at;
        hi[along] = lo[along] + wide;
        if front < 2 {
            lo[across] = block.hi[across] - deep;
        } else {
            hi[across] = block.lo[across] + deep;
        }
        out.push(build_on(Rect::new(lo, hi), front, stream));
        at += wide;
    }
}

/// Places a house on a lot.
fn build_on(ground: Rect, front: u8, stream: &mut Stream) -> Lot {
    let (along, across) = if front.is_multiple_of(2) { (1, 0) } else { (0, 1) };
    let (wide, deep) = (ground.size()[along], ground.size()[across]);
    let house_wide = (wide - 2 - stream.below(2) as i32).clamp(6, 12);
    let house_deep = (7 + stream.below(4) as i32).min(deep - SETBACK - 2).max(6);
    let (mut lo, mut hi) = (ground.lo, ground.hi);
    lo[along] = ground.lo[along] + (wide - house_wide) / 2;
    hi[along] = lo[along] + house_wide;
    let (mut path_lo, mut path_hi) = (lo, hi);
    if front < 2 {
        hi[across] = ground.hi[across] - SETBACK;
        lo[across] = hi[across] - house_deep;
        (path_lo[across], path_hi[across]) = (hi[across], ground.hi[across]);
    } else {
        lo[across] = ground.lo[across] + SETBACK;
        hi[across] = lo[across] + house_deep;
        (path_lo[across], path_hi[across]) = (ground.lo[across], lo[across]);
    }
    (path_lo[along], path_hi[along]) = (lo[along], hi[along]);
    let storeys = 1 + stream.below(3).min(stream.below(3) + 1) as u8;
    Lot {
        ground,
        house: Rect::new(lo, hi),
        path: Rect::new(path_lo, path_hi),
        front,
        purpose: Purpose::Home,
        storeys,
    }
}

/// The best lot near the square becomes the inn, one further out the smithy.
fn give_trades(lots: &mut [Lot], stream: &mut Stream) {
    let room = |lot: &Lot| lot.ground.size()[0] * lot.ground.size()[1];
    if let Some(inn) = (0..lots.len().min(8)).max_by_key(|&i| (room(&lots[i]), usize::MAX - i)) {
        let lot = &mut lots[inn];
        lot.purpose = Purpose::Inn;
        lot.storeys = 2 + stream.below(2) as u8;
        widen(lot);
    }
    let far = lots.len() / 2;
    if let Some(lot) = lots[far..].iter_mut().find(|l| l.purpose == Purpose::Home) {
        lot.purpose = Purpose::Smithy;
        lot.storeys = 1;
    }
}

/// Lets a house take nearly all its lot.
fn widen(lot: &mut Lot) {
    let (along, across) = if lot.front.is_multiple_of(2) { (1, 0) } else { (0, 1) };
    lot.house.lo[along] = lot.ground.lo[along] + 1;
    lot.house.hi[along] = lot.ground.hi[along] - 1;
    let deep = (lot.ground.size()[across] - SETBACK - 2).clamp(8, 13);
    if lot.front < 2 {
        lot.house.lo[across] = lot.house.hi[across] - deep;
    } else {
        lot.house.hi[across] = lot.house.lo[across] + deep;
    }
    (lot.path.lo[along], lot.path.hi[along]) = (lot.house.lo[along], lot.house.hi[along]);
}

fn union(a: Rect, b: Rect) -> Rect {
    Rect::new([a.lo[0].min(b.lo[0]), a.lo[1].min(b.lo[1])], [a.hi[0].max(b.hi[0]), a.hi[1].max(b.hi[1])])
}
