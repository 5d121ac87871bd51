//! The shapes of ways: every move laid over the same two points.
//!
//! A way from one centre to another is turned, scaled and moved so that it begins at (0, 0) and ends at (1, 0); what is left is its
//! shape. The mean and the deviation of the distance from the straight line are taken at [`STATIONS`] stations along it. Ways
//! of fewer than four noted places, or that stray more than `FARTHEST` lengths, have no shape.

use super::journeys::Journeys;
use super::log::{Entry, Log};
use crate::map::Map;
use std::fmt::Write;
use wold_space::DVec2;

/// Stations along the way, the ends among them.
pub const STATIONS: usize = 21;
/// Lengths from the straight way beyond which somebody went elsewhere.
const FARTHEST: f64 = 1.5;
/// Shapes a picture shows, and points of each: more nobody can see.
const MOST_DRAWN: usize = 400;
const MOST_POINTS: usize = 24;

/// A way as a shape.
pub type Shape = Vec<DVec2>;

/// The shapes of all moves of a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    /// One for each move that has one.
    pub shapes: Vec<Shape>,
    /// Mean distance from the straight way at each station, to the left positive.
    pub mean: [f64; STATIONS],
    /// Its deviation.
    pub deviation: [f64; STATIONS],
}

impl Shapes {
    /// Lays the ways of a log over each other.
    #[must_use]
    pub fn of(log: &Log, journeys: &Journeys, map: &Map) -> Self {
        let mut ways: Vec<Vec<(u64, DVec2)>> = vec![Vec::new(); log.teams.len()];
        for entry in &log.entries {
            if let Entry::Update { step, agent, at } = *entry {
                ways[agent.index()].push((step, at));
            }
        }
        let shapes: Vec<Shape> = journeys
            .moves
            .iter()
            .filter_map(|one| {
                let way = &ways[one.agent.index()];
                let first = way.partition_point(|&(step, _)| step < one.left);
                let last = way.partition_point(|&(step, _)| step <= one.arrived);
                let (from, to) = (map.centre(one.from).at, map.centre(one.to).at);
                shape(&way[first..last.max(first)], from, to)
            })
            .collect();
        let (mean, deviation) = stations(&shapes);
        Self { shapes, mean, deviation }
    }

    /// The shapes as a picture, the mean and its deviation over them.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = (760.0, 420.0);
        let x = |share: f64| 60.0 + share * (width - 120.0);
        let y = |off: f64| height / 2.0 - off * 260.0;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"13\"><rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>"
        );
        // Writing to a string cannot fail.
        let every = self.shapes.len().div_ceil(MOST_DRAWN).max(1);
        for shape in self.shapes.iter().step_by(every) {
            text.push_str("<polyline fill=\"none\" stroke=\"#3d6ea8\" stroke-opacity=\"0.12\" points=\"");
            let thin = shape.len().div_ceil(MOST_POINTS);
            for point in shape.iter().step_by(thin).chain(shape.last()) {
                let _ = write!(text, "{:.1},{:.1} ", x(point.x), y(point.y));
            }
            text.push_str("\"/>");
        }
        let share = |n: usize| n as f64 / (STATIONS - 1) as f64;
        text.push_str("<polygon fill=\"#e07b39\" fill-opacity=\"0.25\" points=\"");
        let upper = (0..STATIONS).map(|n| (n, self.mean[n] + self.deviation[n]));
        let lower = (0..STATIONS).rev().map(|n| (n, self.mean[n] - self.deviation[n]));
        for (n, off) in upper.chain(lower) {
            let _ = write!(text, "{:.1},{:.1} ", x(share(n)), y(off));
        }
        text.push_str("\"/><polyline fill=\"none\" stroke=\"#c2410c\" stroke-width=\"3\" points=\"");
        for n in 0..STATIONS {
            let _ = write!(text, "{:.1},{:.1} ", x(share(n)), y(self.mean[n]));
        }
        text.push_str("\"/>");
        for (at, label) in [(0.0, "from"), (1.0, "to")] {
            let _ = write!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"7\" fill=\"#1d2530\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 text-anchor=\"middle\">{label}</text>",
                x(at),
                y(0.0),
                x(at),
                y(0.0) + 26.0
            );
        }
        let _ = write!(
            text,
            "<text x=\"60\" y=\"26\">{} ways laid over each other; orange: mean and one deviation of the distance from the \
             straight way</text></svg>",
            self.shapes.len()
        );
        text
    }
}

fn shape(way: &[(u64, DVec2)], from: DVec2, to: DVec2) -> Option<Shape> {
    let length = from.distance_squared(to);
    if way.len() < 4 || length < 1.0 {
        return None;
    }
    let along = to - from;
    let laid = |at: DVec2| {
        let off = at - from;
        DVec2::new(off.dot(along), along.perp_dot(off)) / length
    };
    let points: Shape = way.iter().map(|&(_, at)| laid(at)).collect();
    let near = |point: &DVec2| point.y.abs() <= FARTHEST && (-FARTHEST..=1.0 + FARTHEST).contains(&point.x);
    points.iter().all(near).then_some(points)
}

/// Mean and deviation at stations by the number of noted places, as time passes.
fn stations(shapes: &[Shape]) -> ([f64; STATIONS], [f64; STATIONS]) {
    let (mut mean, mut deviation) = ([0.0; STATIONS], [0.0; STATIONS]);
    let count = shapes.len().max(1) as f64;
    let off = |shape: &Shape, n: usize| {
        let at = n as f64 / (STATIONS - 1) as f64 * (shape.len() - 1) as f64;
        let low = (at as usize).min(shape.len() - 2);
        shape[low].lerp(shape[low + 1], at - low as f64).y
    };
    for n in 0..STATIONS {
        mean[n] = shapes.iter().map(|shape| off(shape, n)).sum::<f64>() / count;
        let spread = shapes.iter().map(|shape| (off(shape, n) - mean[n]) * (off(shape, n) - mean[n]));
        deviation[n] = (spread.sum::<f64>() / count).sqrt();
    }
    (mean, deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bulge_to_the_left_is_the_same_shape_wherever_it_is() {
        let way = |from: DVec2, to: DVec2| {
            let along = to - from;
            let at = |n: u64| {
                let share = n as f64 / 8.0;
                from + along * share + along.perp() * (share * (1.0 - share))
            };
            let noted: Vec<(u64, DVec2)> = (0..=8).map(|n| (n, at(n))).collect();
            shape(&noted, from, to).expect("a shape")
        };
        let east = way(DVec2::ZERO, DVec2::new(100.0, 0.0));
        let south = way(DVec2::new(40.0, 900.0), DVec2::new(30.0, 20.0));
        for (a, b) in east.iter().zip(&south) {
            assert!(a.distance(*b) < 1e-9);
        }
        let (mean, deviation) = stations(&[east, south]);
        assert!((mean[STATIONS / 2] - 0.25).abs() < 1e-9 && mean[0].abs() < 1e-9);
        assert!(deviation.iter().all(|d| d.abs() < 1e-9));
    }

    #[test]
    fn who_went_elsewhere_has_no_shape() {
        let far = [
            (0, DVec2::ZERO),
            (1, DVec2::new(0.0, 500.0)),
            (2, DVec2::new(50.0, 0.0)),
            (3, DVec2::X * 100.0),
        ];
        assert_eq!(shape(&far, DVec2::ZERO, DVec2::new(100.0, 0.0)), None);
        assert_eq!(shape(&far[..2], DVec2::ZERO, DVec2::new(100.0, 0.0)), None);
    }
}
