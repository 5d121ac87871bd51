//! Figures of a list of measured values.

/// The smallest value that at least this share of a sorted list does not exceed (nearest rank); nothing of an empty list.
///
/// ```
/// use wold_space::stats::percentile;
/// let sorted: Vec<f64> = (1..=20).map(f64::from).collect();
/// assert_eq!([0.0, 0.05, 0.5, 0.99, 1.0].map(|share| percentile(&sorted, share)), [1.0, 1.0, 10.0, 20.0, 20.0].map(Some));
/// assert_eq!(percentile(&[], 0.5), None);
/// ```
#[must_use]
pub fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied()
}
