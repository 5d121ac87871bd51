//! The weather of any lattice and any membership, cell by cell: the rules as they are written.

use super::kernel::STILL;
use super::{Layers, WeatherRules, limit};
use crate::angle::{cosine, cyclize, direction, shift_from, sine};
use crate::engine::{Cells, Window};
use crate::stencil::Stencil;

/// Moves the wind and the moisture of a rectangle.
pub(super) fn step(
    rules: &WeatherRules,
    stencil: &Stencil,
    at: &Layers,
    cells: &Cells<'_>,
    out: &mut Window<'_>,
) {
    let rect = out.rect;
    let n = rect.x1 - rect.x0;
    let (mut turned, mut changed) = (vec![0.0; n], vec![0.0; n]);
    for y in rect.y0..rect.y1 {
        let [angles, moistures] = out.rows([0, 1], y);
        for (i, x) in (rect.x0..rect.x1).enumerate() {
            let here = Here { rules, stencil, at, cells, x, y, slot: cells.slot(x, y) };
            let turn = here.turn();
            let own = cells.layer(at.angle)[here.slot];
            angles[i] = cyclize(own + turn);
            turned[i] = shift_from(own, angles[i]).abs();
            let moisture = cells.layer(at.moisture)[here.slot];
            moistures[i] = limit(moisture - here.given() + here.got() + here.exchanged());
            changed[i] = (moistures[i] - moisture).abs().max(turned[i]);
        }
        out.report(y, &turned, &changed);
    }
}

/// A cell among its neighbours.
struct Here<'a> {
    rules: &'a WeatherRules,
    stencil: &'a Stencil,
    at: &'a Layers,
    cells: &'a Cells<'a>,
    x: usize,
    y: usize,
    slot: usize,
}

impl Here<'_> {
    fn place(&self) -> (i64, i64) {
        (self.cells.origin.x + self.x as i64, self.cells.origin.y + self.y as i64)
    }

    fn beside(&self, dx: i32, dy: i32) -> usize {
        (self.slot as isize + dy as isize * self.cells.stride as isize + dx as isize) as usize
    }

    /// How far the wind turns.
    fn turn(&self) -> f32 {
        let (angles, speeds) = (self.cells.layer(self.at.angle), self.cells.layer(self.at.speed));
        let (x, y) = self.place();
        let near = self.stencil.near(x, y).iter().map(|way| self.beside(way.dx, way.dy));
        let (east, north) = near.chain([self.slot]).fold((0.0, 0.0), |(east, north), slot| {
            (east + speeds[slot] * cosine(angles[slot]), north + speeds[slot] * sine(angles[slot]))
        });
        let own = angles[self.slot];
        let still = east * east + north * north < STILL * STILL;
        let around = if still { own } else { direction(east, north) };
        let slope = self.cells.layer(self.at.slope)[self.slot];
        let sloping = if slope < 4.0 { self.rules.alpha } else { 0.0 };
        let aim = around + sloping * cyclize(slope - around);
        self.rules.gamma * (1.0 - self.cells.layer(self.at.hold)[self.slot]) * cyclize(aim - own)
    }

    /// The shares of its moisture that the cell at `slot` sends along each of the ways of `(x, y)`, wind and rain together.
    fn shares(&self, slot: usize, x: i64, y: i64) -> [f32; 8] {
        let ways = self.stencil.flow(x, y);
        let mut shares = [0.0; 8];
        if self.cells.layer(self.at.speed)[slot] > 0.0 {
            let wind = self.rules.membership.shares(self.cells.layer(self.at.angle)[slot], ways);
            shares.iter_mut().zip(wind).for_each(|(s, w)| *s += self.rules.wind_share * w);
        }
        let slope = self.cells.layer(self.at.slope)[slot];
        if slope < 4.0 {
            let rain = self.rules.membership.shares(slope, ways);
            shares.iter_mut().zip(rain).for_each(|(s, r)| *s += self.rules.rain_share * r);
        }
        shares
    }

    /// The moisture that leaves, over open borders.
    fn given(&self) -> f32 {
        let (x, y) = self.place();
        let shares = self.shares(self.slot, x, y);
        let ways = self.stencil.flow(x, y).iter().zip(shares);
        let open = ways.filter(|(way, _)| self.cells.open(self.x, self.y, way.dx, way.dy));
        open.map(|(_, share)| share).sum::<f32>() * self.cells.layer(self.at.moisture)[self.slot]
    }

    /// The moisture that comes from around.
    fn got(&self) -> f32 {
        let (x, y) = self.place();
        let mut got = 0.0;
        for way in self.stencil.flow(x, y) {
            if !self.cells.open(self.x, self.y, way.dx, way.dy) {
                continue;
            }
            let slot = self.beside(way.dx, way.dy);
            let moisture = self.cells.layer(self.at.moisture)[slot];
            if moisture == 0.0 {
                continue;
            }
            let (ox, oy) = (x + i64::from(way.dx), y + i64::from(way.dy));
            let back = self.stencil.flow(ox, oy).iter().position(|w| (w.dx, w.dy) == (-way.dx, -way.dy));
            got += back.map_or(0.0, |i| self.shares(slot, ox, oy)[i]) * moisture;
        }
        got
    }

    /// What a climate adds or takes.
    fn exchanged(&self) -> f32 {
        self.at.exchange.map_or(0.0, |layer| self.cells.layer(layer)[self.slot])
    }
}
