//! A chart as a picture.
//!
//! States stand in columns by how many transitions they are from their region's start; regions of a composite stand below each
//! other, parted by a dashed line.

use super::structure::{Chart, StateKind};
use std::collections::BTreeMap;
use std::fmt::Write;
use wold_space::text::escape;

#[derive(Clone, Copy, Default)]
struct Box_ {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

const GAP_X: f64 = 150.0;
const GAP_Y: f64 = 56.0;
const PAD: f64 = 16.0;
/// Height of a state's name, and of a line of small text below it.
const HEAD: f64 = 34.0;
const LINE: f64 = 12.0;

impl Chart {
    /// The chart as SVG; states named in `current` are marked.
    #[must_use]
    pub fn svg(&self, current: &[&str]) -> String {
        let mut boxes = vec![Box_::default(); self.states.len()];
        let (w, h) = self.measure_region(0, &mut boxes);
        self.place_region(0, PAD, PAD + 10.0, &mut boxes);
        let mut out = String::new();
        let (w, h) = (w + 2.0 * PAD, h + 2.0 * PAD + 10.0);
        let _ = write!(
            out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {w:.0} {h:.0}' width='{w:.0}' height='{h:.0}' \
             font-family='sans-serif' font-size='12'><rect width='100%' height='100%' fill='#fbfaf6'/><defs><marker id='a' \
             viewBox='0 0 8 8' refX='8' refY='4' markerWidth='8' markerHeight='8' orient='auto'><path d='M0 0L8 4L0 8z' \
             fill='#444'/></marker></defs>"
        );
        self.draw_region(0, &boxes, current, &mut out);
        self.draw_transitions(&boxes, &mut out);
        out += "</svg>\n";
        out
    }

    /// Columns of a region: how far each state is from the start.
    fn columns(&self, region: usize) -> Vec<Vec<usize>> {
        let states = &self.regions[region].states;
        let mut depth = vec![usize::MAX; self.states.len()];
        let mut ring = vec![self.regions[region].start];
        let mut columns = Vec::new();
        while !ring.is_empty() {
            let mut next = Vec::new();
            let mut column = Vec::new();
            for state in ring {
                if depth[state] != usize::MAX {
                    continue;
                }
                depth[state] = columns.len();
                column.push(state);
                let targets =
                    self.states[state].transitions.iter().filter_map(|&t| self.transitions[t].target);
                next.extend(targets.filter(|target| states.contains(target)));
            }
            if !column.is_empty() {
                columns.push(column);
            }
            ring = next;
        }
        let lost: Vec<usize> = states.iter().copied().filter(|&s| depth[s] == usize::MAX).collect();
        if !lost.is_empty() {
            columns.push(lost);
        }
        columns
    }

    fn measure_region(&self, region: usize, boxes: &mut [Box_]) -> (f64, f64) {
        let (mut width, mut height) = (0.0, 0.0_f64);
        for column in self.columns(region) {
            let (mut w, mut h) = (0.0_f64, 0.0);
            for &state in &column {
                let size = self.measure_state(state, boxes);
                w = w.max(size.0);
                h += size.1 + GAP_Y;
            }
            width += w + GAP_X;
            height = height.max(h);
        }
        (width, height)
    }

    /// What does not leave a state is written below its name.
    fn inner(&self, state: usize) -> impl Iterator<Item = &str> {
        let own = self.states[state].transitions.iter().map(|&t| &self.transitions[t]);
        own.filter(|transition| transition.target.is_none()).map(|transition| transition.label.as_str())
    }

    fn head(&self, state: usize) -> f64 {
        HEAD + LINE * self.inner(state).count() as f64
    }

    fn measure_state(&self, state: usize, boxes: &mut [Box_]) -> (f64, f64) {
        let this = &self.states[state];
        let widest =
            self.inner(state).map(|label| label.chars().count() as f64 * 5.4 + 20.0).fold(0.0, f64::max);
        let (mut w, mut h) = match this.kind {
            StateKind::Plain => {
                ((this.short_name().chars().count() as f64 * 7.5 + 24.0).max(widest), self.head(state))
            }
            _ => (24.0, 24.0),
        };
        for &region in &this.regions {
            let inner = self.measure_region(region, boxes);
            w = w.max(inner.0 + 2.0 * PAD);
            h += inner.1 + PAD;
        }
        (boxes[state].w, boxes[state].h) = (w, h);
        (w, h)
    }

    fn place_region(&self, region: usize, x: f64, y: f64, boxes: &mut [Box_]) {
        let mut left = x;
        for column in self.columns(region) {
            let mut top = y + GAP_Y / 2.0;
            let mut widest = 0.0_f64;
            for &state in &column {
                (boxes[state].x, boxes[state].y) = (left, top);
                let mut inner_y = top + self.head(state);
                for &inner in &self.states[state].regions {
                    self.place_region(inner, left + PAD, inner_y, boxes);
                    inner_y += self.measure_region(inner, &mut boxes.to_vec()).1 + PAD;
                }
                top += boxes[state].h + GAP_Y;
                widest = widest.max(boxes[state].w);
            }
            left += widest + GAP_X;
        }
    }

    fn draw_region(&self, region: usize, boxes: &[Box_], current: &[&str], out: &mut String) {
        let start = &boxes[self.regions[region].start];
        let _ = write!(
            out,
            "<circle cx='{:.0}' cy='{:.0}' r='4' fill='#444'/><path d='M{:.0} {:.0}L{:.0} {:.0}' stroke='#444' marker-end='url(#a)'/>",
            start.x + 8.0,
            start.y - 14.0,
            start.x + 8.0,
            start.y - 14.0,
            start.x + 8.0,
            start.y
        );
        for &state in &self.regions[region].states {
            let (this, b) = (&self.states[state], boxes[state]);
            let (cx, cy) = (b.x + b.w / 2.0, b.y + b.h / 2.0);
            match this.kind {
                StateKind::Final => {
                    let _ = write!(
                        out,
                        "<circle cx='{cx:.0}' cy='{cy:.0}' r='10' fill='none' stroke='#444'/><circle cx='{cx:.0}' cy='{cy:.0}' r='6' fill='#444'/>"
                    );
                }
                StateKind::History | StateKind::DeepHistory => {
                    let letter = if this.kind == StateKind::History { "H" } else { "H*" };
                    let _ = write!(
                        out,
                        "<circle cx='{cx:.0}' cy='{cy:.0}' r='12' fill='#fff' stroke='#444'/><text x='{cx:.0}' y='{:.0}' text-anchor='middle'>{letter}</text>",
                        cy + 4.0
                    );
                }
                StateKind::Plain => {
                    let fill = if current.contains(&this.name.as_str()) { "#f3d98b" } else { "#ffffff" };
                    let _ = write!(
                        out,
                        "<rect x='{:.0}' y='{:.0}' width='{:.0}' height='{:.0}' rx='9' fill='{fill}' stroke='#444'/><text x='{:.0}' y='{:.0}' font-weight='bold'>{}</text>",
                        b.x,
                        b.y,
                        b.w,
                        b.h,
                        b.x + 10.0,
                        b.y + 21.0,
                        escape(this.short_name())
                    );
                    for (number, &inner) in this.regions.iter().enumerate() {
                        if this.regions.len() > 1 {
                            let tops = self.regions[inner].states.iter().map(|&s| boxes[s].y);
                            let y = tops.fold(f64::MAX, f64::min) - GAP_Y / 2.0 - 2.0;
                            if number > 0 {
                                let _ = write!(
                                    out,
                                    "<path d='M{:.0} {y:.0}H{:.0}' stroke='#999' stroke-dasharray='5 4'/>",
                                    b.x,
                                    b.x + b.w
                                );
                            }
                            let _ = write!(
                                out,
                                "<text x='{:.0}' y='{:.0}' text-anchor='end' font-size='10' fill='#777'>{}</text>",
                                b.x + b.w - 6.0,
                                y + 12.0,
                                escape(&self.regions[inner].name)
                            );
                        }
                        self.draw_region(inner, boxes, current, out);
                    }
                }
            }
        }
    }

    fn draw_transitions(&self, boxes: &[Box_], out: &mut String) {
        for state in 0..self.states.len() {
            let b = boxes[state];
            for (number, label) in self.inner(state).enumerate() {
                let _ = write!(
                    out,
                    "<text x='{:.0}' y='{:.0}' font-size='10' fill='#555'>{}</text>",
                    b.x + 10.0,
                    b.y + HEAD + LINE * number as f64,
                    escape(label)
                );
            }
            // Transitions between the same two share an arrow, a line of text each.
            let mut arrows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for transition in self.states[state].transitions.iter().map(|&t| &self.transitions[t]) {
                if let Some(target) = transition.target {
                    arrows.entry(target).or_default().push(escape(&transition.label));
                }
            }
            for (target, labels) in arrows {
                if target != state {
                    arrow(b, boxes[target], &labels, out);
                    continue;
                }
                let (x, y) = (b.x + b.w - 12.0, b.y);
                let _ = write!(
                    out,
                    "<path d='M{x:.0} {y:.0}c0 -22 22 -22 12 8' fill='none' stroke='#444' marker-end='url(#a)'/>\
                     <text x='{:.0}' y='{:.0}' font-size='10' fill='#225'>{}</text>",
                    x + 16.0,
                    y - 8.0,
                    labels.join(" | ")
                );
            }
        }
    }
}

fn arrow(from: Box_, to: Box_, labels: &[String], out: &mut String) {
    let forward = to.x >= from.x + from.w - 1.0;
    let (x1, y1, x2, y2) = if forward {
        (from.x + from.w, from.y + 17.0_f64.min(from.h / 2.0), to.x, to.y + 17.0_f64.min(to.h / 2.0))
    } else if to.x + to.w <= from.x + 1.0 {
        (from.x, from.y + 26.0_f64.min(from.h / 2.0), to.x + to.w, to.y + 26.0_f64.min(to.h / 2.0))
    } else {
        let down = to.y > from.y;
        (
            from.x + 30.0,
            if down { from.y + from.h } else { from.y },
            to.x + 30.0,
            if down { to.y } else { to.y + to.h },
        )
    };
    // Two that answer each other bow to different sides.
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    // Long ones bow more, around what lies between.
    let bow = 14.0 + 0.12 * (length - GAP_X).max(0.0);
    let (mx, my) = (f64::midpoint(x1, x2) + dy / length * bow, f64::midpoint(y1, y2) - dx / length * bow);
    // The label stands nearer to where it comes from: labels of several arrows to one state keep apart.
    let along = |from: f64, by: f64, to: f64| 0.42 * from + 0.44 * by + 0.14 * to;
    let (lx, ly) = (along(x1, mx, x2), along(y1, my, y2));
    let _ = write!(
        out,
        "<path d='M{x1:.0} {y1:.0}Q{mx:.0} {my:.0} {x2:.0} {y2:.0}' fill='none' stroke='#444' marker-end='url(#a)'/>"
    );
    for (number, label) in labels.iter().enumerate() {
        let line = number as f64 * LINE;
        let _ = write!(
            out,
            "<text x='{lx:.0}' y='{:.0}' text-anchor='middle' font-size='10' fill='#225' stroke='#fbfaf6' \
             stroke-width='3' paint-order='stroke'>{label}</text>",
            ly + if dx >= 0.0 { -3.0 - line } else { 10.0 + line }
        );
    }
}

impl super::structure::State {
    /// The name without the states around it.
    fn short_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }
}
