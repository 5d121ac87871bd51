//! Lanchester's law: a·(A^n − A₀^n) = b·(B^n − B₀^n) at every moment, so A wins if a·A₀^n > b·B₀^n and keeps (A₀^n − (b/a)·B₀^n)^(1/n).

/// What is left of both sides when one is beaten; one of them is 0, both in a draw.
///
/// `a` and `b` are the strengths of one unit of each side, `n` the order of attrition, 1 to 2.
pub(super) fn survivors((a, many): (f64, f64), (b, others): (f64, f64), n: f64) -> (f64, f64) {
    let (ours, theirs) = (a * libm::pow(many, n), b * libm::pow(others, n));
    let left = |more: f64, less: f64, each: f64| {
        if each > 0.0 { libm::pow((more - less) / each, 1.0 / n) } else { 0.0 }
    };
    match ours.partial_cmp(&theirs) {
        Some(std::cmp::Ordering::Greater) => (left(ours, theirs, a), 0.0),
        Some(std::cmp::Ordering::Less) => (0.0, left(theirs, ours, b)),
        _ => (0.0, 0.0),
    }
}
