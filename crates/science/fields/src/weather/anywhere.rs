//! The weather of any lattice and any membership, cell by cell: the rules as they are written.

use super::kernel::STILL;
use super::{Layers, WeatherRules, limit};
use crate::angle::{cosine, cyclize, direction, shift_from, sine};
use crate::engine::{Cells, Here, Window};
use crate::flow::Spread;
use crate::stencil::{Stencil, Way};

/// Moves the wind and the moisture of a rectangle.
pub(super) fn step(
    rules: &WeatherRules,
    stencil: &Stencil,
    at: &Layers,
    cells: &Cells<'_>,
    out: &mut Window<'_>,
) {
    out.blocks(|out| {
        let rect = out.rect;
        let spread = Spread::new(stencil, cells, rect);
        let this = Block { rules, stencil, at, cells };
        let (angles, speeds) = (cells.layer(at.angle), cells.layer(at.speed));
        let parts =
            spread.map(|_, slot, _| [speeds[slot] * cosine(angles[slot]), speeds[slot] * sine(angles[slot])]);
        let sent = spread.map(|_, slot, ways| this.sent(slot, ways));
        let n = rect.x1 - rect.x0;
        let (mut turned, mut changed) = (vec![0.0; n], vec![0.0; n]);
        for y in rect.y0..rect.y1 {
            let [angles, moistures] = out.rows([0, 1], y);
            for (i, x) in (rect.x0..rect.x1).enumerate() {
                let here = Here { x, y, slot: cells.slot(x, y) };
                let own = cells.layer(at.angle)[here.slot];
                angles[i] = cyclize(own + this.turn(here, &parts[..], spread.index(here), n + 2));
                turned[i] = shift_from(own, angles[i]).abs();
                let moisture = cells.layer(at.moisture)[here.slot];
                let exchanged = at.exchange.map_or(0.0, |layer| cells.layer(layer)[here.slot]);
                moistures[i] = limit(moisture + spread.gain(&sent, here) + exchanged);
                changed[i] = (moistures[i] - moisture).abs().max(turned[i]);
            }
            out.report(y, &turned, &changed);
        }
    });
}

/// A block of cells among their neighbours.
struct Block<'a> {
    rules: &'a WeatherRules,
    stencil: &'a Stencil,
    at: &'a Layers,
    cells: &'a Cells<'a>,
}

impl Block<'_> {
    /// How far the wind of a cell turns, given a table of the winds' parts in which it stands at `index` and rows are `across` apart.
    fn turn(&self, here: Here, parts: &[[f32; 2]], index: usize, across: usize) -> f32 {
        let (cells, Here { x, y, slot }) = (self.cells, here);
        let near = self.stencil.near(cells.origin.x + x as i64, cells.origin.y + y as i64).iter();
        let near = near.map(|way| index as isize + way.dy as isize * across as isize + way.dx as isize);
        let (east, north) = near
            .map(|place| place as usize)
            .chain([index])
            .fold((0.0, 0.0), |(east, north), place| (east + parts[place][0], north + parts[place][1]));
        let own = cells.layer(self.at.angle)[slot];
        let still = east * east + north * north < STILL * STILL;
        let around = if still { own } else { direction(east, north) };
        let slope = cells.layer(self.at.slope)[slot];
        let sloping = if slope < 4.0 { self.rules.alpha } else { 0.0 };
        let aim = around + sloping * cyclize(slope - around);
        self.rules.gamma * (1.0 - cells.layer(self.at.hold)[slot]) * cyclize(aim - own)
    }

    /// The moisture that the cell at `slot` sends along each of its ways, by wind and rain together.
    fn sent(&self, slot: usize, ways: &[Way]) -> [f32; 8] {
        let moisture = self.cells.layer(self.at.moisture)[slot];
        let mut sent = [0.0; 8];
        if moisture == 0.0 {
            return sent;
        }
        let mut add = |angle: f32, share: f32| {
            let shares = self.rules.membership.shares(angle, ways);
            sent.iter_mut().zip(shares).for_each(|(s, part)| *s += share * part * moisture);
        };
        if self.cells.layer(self.at.speed)[slot] > 0.0 {
            add(self.cells.layer(self.at.angle)[slot], self.rules.wind_share);
        }
        let slope = self.cells.layer(self.at.slope)[slot];
        if slope < 4.0 {
            add(slope, self.rules.rain_share);
        }
        sent
    }
}
