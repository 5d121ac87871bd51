//! The weather of squares, row by row.
//!
//! The same rules as [`super::anywhere`], arranged so that the compiler makes vector instructions of every loop: a pass over each row works
//! out what the wind's parts are and what flows which way, into buffers that stay in the nearest cache; a second
//! gathers three rows into the new angle and moisture. Needs a membership without overlap, so that shares are 0 or 1.
//!
//! Reads angle, speed, hold, slope and moisture once and writes angle and moisture once.

use super::{Layers, WeatherRules};
use crate::angle::{cosine, cyclize, direction, sine};
use crate::engine::{Cells, Window};
use pulp::{Arch, Simd, WithSimd};
use std::f32::consts::{FRAC_PI_2, PI};

/// Columns computed at a time. Buffers of more would leave the second cache; with fewer, every row of every layer of a wide field would begin on a
/// page of its own, and neither pages nor lines would be fetched ahead.
const STRIP: usize = 2_048;

/// Winds that sum to less than this point nowhere.
pub(super) const STILL: f32 = 1e-3;

/// What a row gives to the rows around it, one cell further on either side.
#[derive(Default)]
struct Giving {
    east_part: Vec<f32>,
    north_part: Vec<f32>,
    to_north: Vec<f32>,
    to_south: Vec<f32>,
    to_east: Vec<f32>,
    to_west: Vec<f32>,
}

impl Giving {
    fn new(cells: usize) -> Self {
        let row = || vec![0.0; cells];
        Self {
            east_part: row(),
            north_part: row(),
            to_north: row(),
            to_south: row(),
            to_east: row(),
            to_west: row(),
        }
    }

    /// Works out what row `y` gives.
    #[inline(always)]
    fn fill(
        &mut self,
        rules: &WeatherRules,
        half: f32,
        at: &Layers,
        cells: &Cells<'_>,
        y: isize,
        columns: (usize, usize),
    ) {
        let (x0, x1) = columns;
        let n = x1 - x0 + 2;
        let row = |layer| &cells.row(layer, y, x0..x1)[..n];
        let (angle, speed) = (row(at.angle), row(at.speed));
        let (slope, moisture) = (row(at.slope), row(at.moisture));
        let (east_part, north_part) = (&mut self.east_part[..n], &mut self.north_part[..n]);
        for i in 0..n {
            east_part[i] = speed[i] * cosine(angle[i]);
            north_part[i] = speed[i] * sine(angle[i]);
        }
        let (to_north, to_south) = (&mut self.to_north[..n], &mut self.to_south[..n]);
        let (to_east, to_west) = (&mut self.to_east[..n], &mut self.to_west[..n]);
        let [west, east, south, north] = cells.closed;
        if (y < 0 && south) || (y >= cells.height as isize && north) {
            for row in [to_north, to_south, to_east, to_west] {
                row.fill(0.0);
            }
            return;
        }
        for i in 0..n {
            let by_wind = if speed[i] > 0.0 { rules.wind_share } else { 0.0 };
            let (a, g, by_rain) = (angle[i], slope[i], rules.rain_share);
            let share = |wind_off: f32, rain_off: f32| {
                let wind = if wind_off.abs() < half { by_wind } else { 0.0 };
                let rain = if rain_off.abs() < half { by_rain } else { 0.0 };
                (wind + rain) * moisture[i]
            };
            to_north[i] = share(a - FRAC_PI_2, g - FRAC_PI_2);
            to_south[i] = share(a + FRAC_PI_2, g + FRAC_PI_2);
            to_east[i] = share(a, g);
            to_west[i] = share(PI - a.abs(), PI - g.abs());
        }
        if west && x0 == 0 {
            for row in [&mut *to_north, &mut *to_south, &mut *to_east, &mut *to_west] {
                row[0] = 0.0;
            }
            to_west[1] = 0.0;
        }
        if east && x1 == cells.width {
            for row in [&mut *to_north, &mut *to_south, &mut *to_east, &mut *to_west] {
                row[n - 1] = 0.0;
            }
            to_east[n - 2] = 0.0;
        }
        if south && y == 0 {
            to_south.fill(0.0);
        }
        if north && y + 1 == cells.height as isize {
            to_north.fill(0.0);
        }
    }
}

/// Moves the wind and the moisture of a rectangle, with the widest vectors this machine has; the operations and so the results
/// are the same with any.
pub(super) fn step(rules: &WeatherRules, half: f32, at: &Layers, cells: &Cells<'_>, out: &mut Window<'_>) {
    let whole = out.rect;
    let arch = Arch::new();
    let mut start = whole.x0;
    while start < whole.x1 {
        out.rect.x0 = start;
        out.rect.x1 = whole.x1.min(start + STRIP);
        start = out.rect.x1;
        arch.dispatch(Strip { rules, half, at, cells, out });
    }
    out.rect = whole;
}

/// The work on one strip, as the dispatcher wants it.
struct Strip<'a, 'b> {
    rules: &'a WeatherRules,
    half: f32,
    at: &'a Layers,
    cells: &'a Cells<'a>,
    out: &'a mut Window<'b>,
}

impl WithSimd for Strip<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        strip(self.rules, self.half, self.at, self.cells, self.out);
    }
}

#[inline(always)]
fn strip(rules: &WeatherRules, half: f32, at: &Layers, cells: &Cells<'_>, out: &mut Window<'_>) {
    let rect = out.rect;
    let columns = (rect.x0, rect.x1);
    let n = rect.x1 - rect.x0;
    let mut givings = [Giving::new(n + 2), Giving::new(n + 2), Giving::new(n + 2)];
    let mut sums = [vec![0.0_f32; n + 2], vec![0.0_f32; n + 2]];
    let mut turned = vec![0.0_f32; n];
    let mut changed = vec![0.0_f32; n];
    givings[0].fill(rules, half, at, cells, rect.y0 as isize - 1, columns);
    givings[1].fill(rules, half, at, cells, rect.y0 as isize, columns);
    for y in rect.y0..rect.y1 {
        givings[2].fill(rules, half, at, cells, y as isize + 1, columns);
        let [below, here, above] = &givings;
        let [angles, moistures] = out.rows([0, 1], y);
        bend(rules, at, cells, y, columns, [below, here, above], &mut sums, angles, &mut turned);
        carry(at, cells, y, columns, [below, here, above], moistures, &mut changed);
        for (change, turn) in changed.iter_mut().zip(&turned) {
            *change = if *turn > *change { *turn } else { *change };
        }
        out.report(y, &turned, &changed);
        givings.rotate_left(1);
    }
}

/// Turns the winds of a row (gradDev).
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn bend(
    rules: &WeatherRules,
    at: &Layers,
    cells: &Cells<'_>,
    y: usize,
    (x0, x1): (usize, usize),
    [below, here, above]: [&Giving; 3],
    sums: &mut [Vec<f32>; 2],
    angles: &mut [f32],
    turned: &mut [f32],
) {
    let n = x1 - x0;
    let [east, north] = sums;
    let (east, north) = (&mut east[..n + 2], &mut north[..n + 2]);
    let (b, h, a) = (&below.east_part[..n + 2], &here.east_part[..n + 2], &above.east_part[..n + 2]);
    for i in 0..n + 2 {
        east[i] = b[i] + h[i] + a[i];
    }
    let (b, h, a) = (&below.north_part[..n + 2], &here.north_part[..n + 2], &above.north_part[..n + 2]);
    for i in 0..n + 2 {
        north[i] = b[i] + h[i] + a[i];
    }
    let inner = |layer| &cells.row(layer, y as isize, x0..x1)[1..=n];
    let (own, slope, hold) = (inner(at.angle), inner(at.slope), inner(at.hold));
    let (angles, turned) = (&mut angles[..n], &mut turned[..n]);
    let (e0, e1, e2) = (&east[..n], &east[1..=n], &east[2..n + 2]);
    let (n0, n1, n2) = (&north[..n], &north[1..=n], &north[2..n + 2]);
    // In loops of their own: joined, the compiler would branch around the direction and give up on vectors.
    for i in 0..n {
        let (sum_east, sum_north) = (e0[i] + e1[i] + e2[i], n0[i] + n1[i] + n2[i]);
        angles[i] = direction(sum_east, sum_north);
        let length2 = sum_east * sum_east + sum_north * sum_north;
        turned[i] = if length2 < STILL * STILL { 1.0 } else { 0.0 };
    }
    for i in 0..n {
        // A choice of two numbers in memory would become a choice of two addresses, which vectors cannot follow.
        let around = turned[i] * own[i] + (1.0 - turned[i]) * angles[i];
        let sloping = if slope[i] < 4.0 { rules.alpha } else { 0.0 };
        let aim = around + sloping * cyclize(slope[i] - around);
        let turn = rules.gamma * (1.0 - hold[i]) * cyclize(aim - own[i]);
        let new = cyclize(own[i] + turn);
        angles[i] = new;
        turned[i] = cyclize(new - own[i]).abs();
    }
}

/// Moves the moisture of a row (moisturewind and rain).
#[inline(always)]
fn carry(
    at: &Layers,
    cells: &Cells<'_>,
    y: usize,
    (x0, x1): (usize, usize),
    [below, here, above]: [&Giving; 3],
    moistures: &mut [f32],
    changed: &mut [f32],
) {
    let n = x1 - x0;
    let own = &cells.row(at.moisture, y as isize, x0..x1)[1..=n];
    let (moistures, changed) = (&mut moistures[..n], &mut changed[..n]);
    let (north, south) = (&here.to_north[1..=n], &here.to_south[1..=n]);
    let (east, west) = (&here.to_east[1..=n], &here.to_west[1..=n]);
    let (from_west, from_east) = (&here.to_east[..n], &here.to_west[2..n + 2]);
    let (from_south, from_north) = (&below.to_north[1..=n], &above.to_south[1..=n]);
    for i in 0..n {
        let lost = north[i] + south[i] + east[i] + west[i];
        let got = from_west[i] + from_east[i] + from_south[i] + from_north[i];
        let new = super::limit(own[i] - lost + got);
        moistures[i] = new;
        changed[i] = (new - own[i]).abs();
    }
    if let Some(layer) = at.exchange {
        let exchange = &cells.row(layer, y as isize, x0..x1)[1..=n];
        for i in 0..n {
            moistures[i] = super::limit(moistures[i] + exchange[i]);
            changed[i] = (moistures[i] - own[i]).abs();
        }
    }
}
