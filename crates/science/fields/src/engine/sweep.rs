//! The plain way to move cells: one after the other.

use super::property::{LIMIT, LayerId};
use super::system::Window;
use super::tile::Cells;

/// A cell that is being moved.
#[derive(Clone, Copy, Debug)]
pub struct Here {
    /// Its column in the tile.
    pub x: usize,
    /// Its row in the tile.
    pub y: usize,
    /// Its place in a layer.
    pub slot: usize,
}

/// Moves the `N` moving layers of a system, in the order it declared them, by a rule from cell to new values. Values are kept
/// within the limits, what is not a number is not taken; the sum and the greatest of the changes are reported.
pub fn sweep<const N: usize>(
    cells: &Cells<'_>,
    out: &mut Window<'_>,
    own: [LayerId; N],
    rule: impl Fn(Here) -> [f32; N],
) {
    let rect = out.rect;
    let mut changed = vec![0.0_f32; rect.x1 - rect.x0];
    let order: [usize; N] = std::array::from_fn(|i| i);
    for y in rect.y0..rect.y1 {
        let mut rows = out.rows(order, y);
        for (i, x) in (rect.x0..rect.x1).enumerate() {
            let slot = cells.slot(x, y);
            let new = rule(Here { x, y, slot });
            changed[i] = 0.0;
            for ((row, value), layer) in rows.iter_mut().zip(new).zip(own) {
                let old = cells.layer(layer)[slot];
                row[i] = if value.is_finite() { value.clamp(-LIMIT, LIMIT) } else { old };
                changed[i] = changed[i].max((row[i] - old).abs());
            }
        }
        out.report(y, &changed, &changed);
    }
}
