//! Pictures of what was watched, as SVG: errors over time, paths, and what information costs.

use super::watch::{Row, Sight};
use super::yard::{HALF_SIDE, Yard};
use crate::commands::sim::picture::LINES;
use std::fmt::Write;
use wold_space::text::escape;
use wold_space::{DVec2, stats};
use wold_wire::scale::Resources;

/// Seconds of path that are drawn.
const DRAWN: f64 = 20.0;
/// Looks in a second.
const LOOKS: f64 = 50.0;
/// Pixels of a path's or a radar's square.
const SQUARE: f64 = 260.0;
/// Squares in a row.
const ACROSS: usize = 4;

fn colour(number: usize) -> String {
    let [r, g, b] = LINES[number % LINES.len()];
    format!("fill=\"none\" stroke-width=\"1.4\" stroke=\"#{r:02x}{g:02x}{b:02x}\"")
}

fn sheet(width: f64, height: f64, title: &str, drawn: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <style>text{{font:12px system-ui,sans-serif;fill:#2b2620}}</style>\
         <title>{title}</title><rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf6\"/>{drawn}</svg>\n"
    )
}

fn points(places: impl Iterator<Item = (f64, f64)>) -> String {
    let (mut text, mut last) = (String::new(), None);
    for (x, y) in places {
        // Who stands still is one point.
        if last.is_none_or(|(a, b): (f64, f64)| (a - x).abs().max((b - y).abs()) > 0.3) {
            let _ = write!(text, "{x:.1},{y:.1} ");
            last = Some((x, y));
        }
    }
    text
}

/// The mean error by second, a strip for each technique, all on one scale.
pub fn errors(sights: &[Sight]) -> String {
    let (wide, strip) = (700.0, 40.0);
    // A few of the worst seconds are cut off: on their scale nothing else would be seen.
    let mut all: Vec<f64> = sights.iter().flat_map(|sight| sight.errors.iter().copied()).collect();
    all.sort_by(f64::total_cmp);
    let most = stats::percentile(&all, 0.99).unwrap_or(0.0).max(0.1);
    let seconds = sights.first().map_or(0, |sight| sight.errors.len());
    let mut drawn = format!(
        "<text x=\"190\" y=\"16\">mean error by second, 0 to {seconds} s; each strip is {most:.1} m high</text>"
    );
    for (number, sight) in sights.iter().enumerate() {
        let floor = 20.0 + (number + 1) as f64 * strip;
        let last = (sight.errors.len().max(2) - 1) as f64;
        let line = sight.errors.iter().enumerate();
        let at = line.map(|(i, error)| {
            (190.0 + i as f64 / last * wide, floor - (error / most).min(1.0) * (strip - 4.0))
        });
        let _ = write!(
            drawn,
            "<text x=\"10\" y=\"{:.0}\">{}</text><path d=\"M190 {floor:.0}h{wide:.0}\" stroke=\"#d8cfbd\"/>\
             <polyline {} points=\"{}\"/>",
            floor - 4.0,
            escape(sight.technique),
            colour(number),
            points(at)
        );
    }
    sheet(wide + 200.0, 30.0 + strip * sights.len() as f64, "Error over time", &drawn)
}

/// What the onlooker saw of the movers with a will in the first seconds, over what they did.
pub fn paths(yard: &Yard, sights: &[Sight]) -> String {
    let looks = (DRAWN * LOOKS) as usize;
    let place = |corner: DVec2, at: DVec2| {
        let part = (at + DVec2::splat(HALF_SIDE)) / (2.0 * HALF_SIDE);
        (corner.x + part.x * (SQUARE - 20.0), corner.y + (1.0 - part.y) * (SQUARE - 20.0))
    };
    let mut drawn = String::new();
    for (number, sight) in sights.iter().enumerate() {
        let corner = DVec2::new(
            10.0 + (number % ACROSS) as f64 * SQUARE,
            26.0 + (number / ACROSS) as f64 * (SQUARE + 16.0),
        );
        let _ = write!(
            drawn,
            "<text x=\"{:.0}\" y=\"{:.0}\">{}</text><rect x=\"{:.0}\" y=\"{:.0}\" width=\"{side:.0}\" height=\"{side:.0}\" \
             fill=\"#fff\" stroke=\"#b8a888\"/>",
            corner.x,
            corner.y - 6.0,
            escape(sight.technique),
            corner.x,
            corner.y,
            side = SQUARE - 20.0
        );
        for (track, seen) in yard.tracks.iter().zip(&sight.paths).filter(|(track, _)| track.is_willed()) {
            let truth =
                track.steps.iter().step_by(10).take(looks / 5).map(|report| place(corner, report.place));
            let seen = seen.iter().step_by(2).take(looks / 2).map(|at| place(corner, *at));
            let _ = write!(
                drawn,
                "<polyline fill=\"none\" stroke=\"#d8cfbd\" stroke-width=\"3\" points=\"{}\"/>\
                 <polyline fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1\" points=\"{}\"/>",
                points(truth),
                points(seen)
            );
        }
    }
    let rows = sights.len().div_ceil(ACROSS) as f64;
    sheet(
        ACROSS as f64 * SQUARE + 10.0,
        rows * (SQUARE + 16.0) + 20.0,
        "What was done and what was seen",
        &drawn,
    )
}

/// The five terms of every technique against those of the first, on scales where each ring is a factor of ten.
pub fn radars(before: &Row, rows: &[Row]) -> String {
    let mut drawn = String::new();
    for (number, row) in rows.iter().enumerate() {
        let middle = DVec2::new(
            (number % ACROSS) as f64 * SQUARE + SQUARE / 2.0,
            (number / ACROSS) as f64 * SQUARE + SQUARE / 2.0,
        );
        radar(&mut drawn, middle, &before.resources(), row);
    }
    let height = rows.len().div_ceil(ACROSS) as f64 * SQUARE + 24.0;
    let _ = write!(
        drawn,
        "<text x=\"10\" y=\"{:.0}\">the inner ring is {}, the outer one ten times as much</text>",
        height - 8.0,
        escape(before.technique)
    );
    sheet(ACROSS as f64 * SQUARE, height, "What information costs", &drawn)
}

fn radar(drawn: &mut String, middle: DVec2, before: &Resources, row: &Row) {
    let reach = SQUARE * 0.3;
    let spoke = |axis: usize, length: f64| {
        let angle = axis as f64 * std::f64::consts::TAU / 5.0 - std::f64::consts::FRAC_PI_2;
        let at = middle + DVec2::from_angle(angle) * length;
        (at.x, at.y)
    };
    // The middle ring is as much as before; ten times more is the outer one, ten times less the middle.
    let ring = |factor: f64| reach * (0.5 + libm::log10(factor.max(1e-9)) / 2.0).clamp(0.02, 1.1);
    for factor in [1.0, 10.0] {
        let circle = points((0..5).map(|axis| spoke(axis, ring(factor))));
        let _ = write!(drawn, "<polygon fill=\"none\" stroke=\"#d8cfbd\" points=\"{circle}\"/>");
    }
    for (axis, name) in Resources::NAMES.iter().enumerate() {
        let (x, y) = spoke(axis, reach + 16.0);
        let _ = write!(drawn, "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"middle\">{name}</text>");
    }
    let factors: Vec<f64> =
        row.resources().numbers().iter().zip(before.numbers()).map(|(now, before)| now / before).collect();
    let shape = points((0..5).map(|axis| spoke(axis, ring(factors[axis]))));
    let _ = write!(
        drawn,
        "<polygon fill=\"#0072b2\" fill-opacity=\"0.2\" stroke=\"#0072b2\" points=\"{shape}\"/>\
         <text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\" font-weight=\"600\">{}</text>",
        middle.x,
        middle.y + SQUARE / 2.0 - 8.0,
        escape(row.technique)
    );
}
