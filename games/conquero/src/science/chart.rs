//! Bars as SVG: enough of a plot to show what a table holds.
//!
//! Values are drawn from zero up to a round number above the largest. What is not finite is left out. Texts are escaped.

use std::fmt::Write;
use wold_space::text::escape;

/// Width and height of a picture, and where the plot lies in it.
const SIZE: (f64, f64) = (760.0, 360.0);
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 52.0;
/// Lines across the plot.
const RULES: u32 = 5;

/// Colours that colour-blind people tell apart.
const COLOURS: [&str; 6] = ["#3d6ea8", "#e07b39", "#2a9d74", "#b0559b", "#8a8f98", "#d4a72c"];

/// A row of values with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// One for each label.
    pub values: Vec<f64>,
    /// How far each is likely off, either way; empty if nobody knows.
    pub spread: Vec<f64>,
}

impl Series {
    /// Values without a spread.
    #[must_use]
    pub fn new(name: &str, values: Vec<f64>) -> Self {
        Self { name: name.into(), values, spread: Vec::new() }
    }
}

/// What a picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Over it.
    pub title: String,
    /// Below it.
    pub across: String,
    /// Beside it.
    pub up: String,
    /// Under each group of values.
    pub labels: Vec<String>,
    /// The values.
    pub series: Vec<Series>,
}

impl Chart {
    /// As bars, side by side in each group.
    #[must_use]
    pub fn bars(&self) -> String {
        let mut svg = self.frame();
        let (wide, count) = (self.step(), self.series.len().max(1) as f64);
        let bar = wide * 0.8 / count;
        for (number, series) in self.series.iter().enumerate() {
            for (at, value) in series.values.iter().enumerate().filter(|(_, value)| value.is_finite()) {
                let x = LEFT + (at as f64 + 0.1) * wide + number as f64 * bar;
                let (y, colour) = (self.y(*value), COLOURS[number % COLOURS.len()]);
                let high = (SIZE.1 - BOTTOM - y).max(0.0);
                let _ = write!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{bar:.1}\" height=\"{high:.1}\" fill=\"{colour}\"/>"
                );
                self.whisker(&mut svg, series, at, x + bar / 2.0);
            }
        }
        svg + "</svg>"
    }

    fn whisker(&self, svg: &mut String, series: &Series, at: usize, x: f64) {
        let (Some(value), Some(spread)) = (series.values.get(at), series.spread.get(at)) else { return };
        let _ = write!(
            svg,
            "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"#1d2530\" stroke-width=\"1.5\"/>",
            self.y(value + spread),
            self.y((value - spread).max(0.0))
        );
    }

    /// Pixels from one group to the next.
    fn step(&self) -> f64 {
        (SIZE.0 - LEFT - RIGHT) / self.labels.len().max(1) as f64
    }

    /// A round number not below any value.
    fn most(&self) -> f64 {
        let top = |series: &Series| {
            let spread = |at: usize| series.spread.get(at).copied().unwrap_or(0.0);
            series.values.iter().enumerate().map(|(at, value)| value + spread(at)).fold(0.0, f64::max)
        };
        let most = self.series.iter().map(top).filter(|top| top.is_finite()).fold(0.0, f64::max);
        if most <= 0.0 {
            return 1.0;
        }
        let unit = libm::pow(10.0, libm::floor(libm::log10(most)));
        [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5, 10.0]
            .into_iter()
            .map(|times| times * unit)
            .find(|round| *round >= most)
            .unwrap_or(most)
    }

    fn y(&self, value: f64) -> f64 {
        SIZE.1 - BOTTOM - value / self.most() * (SIZE.1 - BOTTOM - TOP)
    }

    /// Everything but the values. Writing to a string cannot fail.
    fn frame(&self) -> String {
        let (width, height) = SIZE;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\" \
             fill=\"#1d2530\"><rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/><text x=\"{LEFT}\" y=\"24\" \
             font-size=\"16\">{}</text>",
            escape(&self.title)
        );
        for rule in 0..=RULES {
            let value = self.most() * f64::from(rule) / f64::from(RULES);
            let y = self.y(value);
            let _ = write!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#d8d5cc\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                width - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                number(value)
            );
        }
        // As many labels as fit.
        let every = (self.labels.len() as f64 * 34.0 / (width - LEFT - RIGHT)).ceil().max(1.0) as usize;
        for (at, label) in self.labels.iter().enumerate().step_by(every) {
            let x = LEFT + (at as f64 + 0.5) * self.step();
            let y = height - BOTTOM + 18.0;
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
                escape(label)
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text><text transform=\"translate(16 {:.1}) rotate(-90)\" \
             text-anchor=\"middle\">{}</text>",
            (LEFT + width - RIGHT) / 2.0,
            height - 12.0,
            escape(&self.across),
            (TOP + height - BOTTOM) / 2.0,
            escape(&self.up)
        );
        if self.series.len() > 1 {
            let mut x = LEFT;
            for (number, series) in self.series.iter().enumerate() {
                let colour = COLOURS[number % COLOURS.len()];
                let _ = write!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"36\" width=\"11\" height=\"11\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"46\">{}</text>",
                    x + 16.0,
                    escape(&series.name)
                );
                x += 34.0 + 7.4 * series.name.chars().count() as f64;
            }
        }
        svg
    }
}

fn number(value: f64) -> String {
    if value >= 10.0 || value == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let spread = Series { spread: vec![1.0, 2.0], ..Series::new("b < c", vec![4.0, f64::NAN]) };
        Chart {
            title: "A & B".into(),
            across: "x".into(),
            up: "y".into(),
            labels: vec!["one".into(), "two".into()],
            series: vec![Series::new("a", vec![10.0, 15.0]), spread],
        }
    }

    #[test]
    fn every_finite_value_is_a_bar_as_high_as_it_is() {
        let svg = chart().bars();
        assert_eq!(svg.matches("<rect").count(), 1 + 3 + 2, "the ground, three bars, two of the legend");
        let high = |value: f64| format!("height=\"{:.1}\"", value / 15.0 * (SIZE.1 - BOTTOM - TOP));
        assert!(svg.contains(&high(10.0)) && svg.contains(&high(15.0)));
        assert!(svg.contains("A &amp; B") && svg.contains("b &lt; c") && svg.ends_with("</svg>"));
    }

    #[test]
    fn a_spread_is_a_whisker_and_nothing_is_drawn_of_nothing() {
        let whiskers = chart().bars().matches("stroke-width=\"1.5\"").count();
        assert_eq!(whiskers, 1, "only what is known has one");
        let empty = Chart { labels: vec![], series: vec![], ..chart() };
        assert!(!empty.bars().contains("NaN"));
    }
}
