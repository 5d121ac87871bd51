//! The report as one page: numbers and curves, nothing to fetch.

use crate::report::LifeReport;
use std::fmt::Write as _;
use wold_space::text::escape;

/// The size of a curve's picture.
const WIDE: f64 = 420.0;
const HIGH: f64 = 110.0;
/// Points a curve is drawn with at most.
const POINTS: usize = 400;

/// The report as a page.
#[must_use]
pub fn html(report: &LifeReport) -> String {
    let mut page = String::from(HEAD);
    let _ = write!(
        page,
        "<h1>{} days of seed {}</h1><pre>{}</pre><main>",
        report.days.round(),
        report.seed,
        escape(&report.to_string())
    );
    for (name, points) in &report.curves.by_name {
        page.push_str(&curve(name, points));
    }
    page.push_str("</main></html>\n");
    page
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>A town's life</title><style>\
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem;color:#223;background:#fbfaf6}\
pre{background:#fff;border:1px solid #ddd6c8;border-radius:8px;padding:1rem;overflow-x:auto;font-size:13px}\
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1rem}\
figure{margin:0;background:#fff;border:1px solid #ddd6c8;border-radius:8px;padding:.8rem}\
figcaption{display:flex;justify-content:space-between;color:#556}svg{width:100%;height:auto}\
polyline{fill:none;stroke:#0072b2;stroke-width:1.6}</style>";

fn curve(name: &str, points: &[(f64, f64)]) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return String::new() };
    let (low, high) =
        points.iter().fold((f64::MAX, f64::MIN), |(low, high), (_, v)| (low.min(*v), high.max(*v)));
    let (span, reach) = ((last.0 - first.0).max(1e-9), (high - low).max(1e-9));
    let every = points.len().div_ceil(POINTS).max(1);
    let mut line = String::new();
    for (time, value) in points.iter().step_by(every) {
        let (x, y) = ((time - first.0) / span * WIDE, HIGH - (value - low) / reach * HIGH);
        let _ = write!(line, "{x:.1},{y:.1} ");
    }
    format!(
        "<figure><figcaption><b>{}</b><span>{low:.2} to {high:.2}</span></figcaption>\
         <svg viewBox=\"-2 -2 {} {}\" role=\"img\"><polyline points=\"{line}\"/></svg></figure>",
        escape(name),
        WIDE + 4.0,
        HIGH + 4.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_picture_for_every_curve_and_no_raw_names() {
        let mut report = LifeReport { seed: 5, days: 2.0, ..Default::default() };
        (0..1000).for_each(|n| report.curves.add("<people>", f64::from(n) / 24.0, f64::from(n % 7)));
        report.curves.add("prices", 0.0, 4.0);
        let page = html(&report);
        assert_eq!(page.matches("<polyline").count(), 2);
        assert!(page.contains("&lt;people&gt;") && !page.contains("<people>"));
        assert!(page.len() < 20_000, "a thousand points are thinned out");
    }
}
