//! A net as a picture: places are circles with their tokens, transitions bars, in columns by how far tokens have to go.

use super::net::{Net, TransitionId};
use super::run::Running;
use std::fmt::Write;
use wold_space::text::escape;

const GAP_X: f64 = 120.0;
const GAP_Y: f64 = 78.0;
const PAD: f64 = 56.0;
const RADIUS: f64 = 18.0;

/// Places come first, transitions after them.
type Node = usize;

impl Net {
    /// The net as SVG: as it begins, or with the tokens of a running one; transitions that could fire are marked then.
    #[must_use]
    pub fn svg(&self, running: Option<(&Running<'_>, u64)>) -> String {
        let at = self.layout();
        let (mut w, mut h) = (0.0_f64, 0.0_f64);
        for (x, y) in &at {
            (w, h) = (w.max(x + PAD), h.max(y + PAD));
        }
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {w:.0} {h:.0}' width='{w:.0}' height='{h:.0}' \
             font-family='sans-serif' font-size='11' text-anchor='middle'><rect width='100%' height='100%' fill='#fbfaf6'/><defs>\
             <marker id='a' viewBox='0 0 8 8' refX='8' refY='4' markerWidth='7' markerHeight='7' orient='auto'>\
             <path d='M0 0L8 4L0 8z' fill='#444'/></marker></defs>"
        );
        for (number, transition) in self.transitions.iter().enumerate() {
            let bar = at[self.places.len() + number];
            for (place, weight) in &transition.from {
                arc(&mut out, at[place.slot()], bar, RADIUS, 6.0, *weight);
            }
            for (place, weight) in &transition.to {
                arc(&mut out, bar, at[place.slot()], 6.0, RADIUS, *weight);
            }
        }
        for (number, place) in self.places.iter().enumerate() {
            let (x, y) = at[number];
            let tokens = running.map_or(u64::from(place.tokens), |(running, _)| running.marking()[number]);
            let edge = if place.coloured { "#a3612b" } else { "#333" };
            let _ = write!(
                out,
                "<circle cx='{x:.0}' cy='{y:.0}' r='{RADIUS}' fill='#fff' stroke='{edge}' stroke-width='1.5'/>"
            );
            match tokens {
                0 => {}
                1 => {
                    let _ = write!(out, "<circle cx='{x:.0}' cy='{y:.0}' r='5' fill='{edge}'/>");
                }
                many => {
                    let _ =
                        write!(out, "<text x='{x:.0}' y='{:.0}' font-weight='bold'>{many}</text>", y + 4.0);
                }
            }
            let _ =
                write!(out, "<text x='{x:.0}' y='{:.0}'>{}</text>", y + RADIUS + 13.0, escape(&place.name));
        }
        for (number, transition) in self.transitions.iter().enumerate() {
            let (x, y) = at[self.places.len() + number];
            let ready = running.is_some_and(|(running, now)| {
                transition.on.is_none() && running.is_enabled(TransitionId(number as u16), None, now)
            });
            let fill = if ready { "#1b8a5a" } else { "#333" };
            let _ = write!(
                out,
                "<rect x='{:.0}' y='{:.0}' width='8' height='32' fill='{fill}'/>",
                x - 4.0,
                y - 16.0
            );
            let _ = write!(out, "<text x='{x:.0}' y='{:.0}'>{}</text>", y + 29.0, escape(&transition.name));
            if let Some(event) = &transition.on {
                let label = escape(event);
                let _ = write!(out, "<text x='{x:.0}' y='{:.0}' fill='#2b6cb0'>on {label}</text>", y - 21.0);
            }
        }
        out += "</svg>\n";
        out
    }

    /// Columns by the number of arcs from where tokens begin or come in; rows by number.
    fn layout(&self) -> Vec<(f64, f64)> {
        let nodes = self.places.len() + self.transitions.len();
        let mut column: Vec<Option<usize>> = vec![None; nodes];
        let mut ring: Vec<Node> =
            (0..self.places.len()).filter(|&place| self.places[place].tokens > 0).collect();
        ring.extend(
            (0..self.transitions.len())
                .filter(|&t| self.transitions[t].from.is_empty())
                .map(|t| self.places.len() + t),
        );
        let mut depth = 0;
        loop {
            let mut next = Vec::new();
            for node in ring {
                if column[node].is_some() {
                    continue;
                }
                column[node] = Some(depth);
                next.extend(self.after(node));
            }
            if next.is_empty() {
                // What no token ever reaches still has to be drawn.
                match column.iter().position(Option::is_none) {
                    Some(left) => next.push(left),
                    None => break,
                }
            }
            ring = next;
            depth += 1;
        }
        let mut rows = vec![0_usize; depth + 1];
        column
            .into_iter()
            .map(|column| {
                let column = column.unwrap_or(0);
                rows[column] += 1;
                (PAD + column as f64 * GAP_X, PAD + (rows[column] - 1) as f64 * GAP_Y)
            })
            .collect()
    }

    fn after(&self, node: Node) -> Vec<Node> {
        let places = self.places.len();
        match node.checked_sub(places) {
            Some(transition) => {
                self.transitions[transition].to.iter().map(|(place, _)| place.slot()).collect()
            }
            None => (0..self.transitions.len())
                .filter(|&t| self.transitions[t].from.iter().any(|(place, _)| place.slot() == node))
                .map(|t| places + t)
                .collect(),
        }
    }
}

fn arc(out: &mut String, from: (f64, f64), to: (f64, f64), leave: f64, reach: f64, weight: u32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (x1, y1) = (from.0 + ux * leave, from.1 + uy * leave);
    let (x2, y2) = (to.0 - ux * (reach + 2.0), to.1 - uy * (reach + 2.0));
    // Bent a little, so that the way there and the way back are two lines.
    let (mx, my) = ((x1 + x2) / 2.0 - uy * 14.0, (y1 + y2) / 2.0 + ux * 14.0);
    let _ = write!(
        out,
        "<path d='M{x1:.1} {y1:.1}Q{mx:.1} {my:.1} {x2:.1} {y2:.1}' fill='none' stroke='#666' marker-end='url(#a)'/>"
    );
    if weight > 1 {
        let _ = write!(out, "<text x='{mx:.0}' y='{my:.0}' fill='#444'>{weight}</text>");
    }
}
