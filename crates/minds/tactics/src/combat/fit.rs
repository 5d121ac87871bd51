//! Learning weights and exponent from battles.
//!
//! Logistic regression: the weights that make what happened likeliest, drawn towards the static ones by a penalty `prior`·Σ(w − k·static)²/2 with the scale k
//! fitted first. Found by Newton's method, which converges in a few steps because the penalised likelihood is concave. The exponent is found
//! around it by golden-section search in 1 to 2.
//!
//! Intervals are of 95 %. The exponent's holds every n whose best likelihood is within 1.92 of the best of all. Weights go up when n goes down, so a weight's
//! interval joins two ends by squares: 1.96 standard errors at the best n (from the curvature there), and how far the weight moves to the ends of the
//! exponent's interval; it need not lie evenly about the weight. Needs a few hundred battles to be good; with fewer than `least` the static weights are kept, scaled.

use super::battle::Battle;
use super::model::{Model, features, logistic};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitConfig {
    /// How strongly weights are drawn to the static ones. Default 0.1.
    pub prior: f64,
    /// Fewer battles than this teach nothing but the scale. Default 10.
    pub least: usize,
    /// Whether the exponent is learned too. Default yes.
    pub exponent: bool,
}

impl Default for FitConfig {
    fn default() -> Self {
        Self { prior: 0.1, least: 10, exponent: true }
    }
}

/// What was learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// Weights and exponent.
    pub model: Model,
    /// Between what each weight lies, with 95 %; empty if the static ones were kept.
    pub intervals: Vec<(f64, f64)>,
    /// The same for the exponent; from 1 to 2 if it was kept, for nothing is known of it.
    pub exponent: (f64, f64),
    /// How many battles taught it.
    pub battles: usize,
    /// What the battles could tell.
    pub told: Told,
}

/// What battles could tell a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nothing: there were none, or all of them between equals. The model is the one it began with.
    Nothing,
    /// No more than how sure one can be of any gap: they were few. The proportions are the static ones.
    Scale,
    /// What each type is worth.
    Weights,
}

const NEWTON_STEPS: usize = 30;
/// Gaps of worth below this are none.
const EQUAL: f64 = 1e-9;
/// The standard deviation of what a gap of the usual size is worth before anything is known: a chance of 92 %.
const USUAL: f64 = 2.5;
const GOLDEN_STEPS: usize = 20;
/// Half the 95th percentile of χ² with one degree of freedom, and that many standard errors to either side.
const NEAR: f64 = 1.92;
const SIGMAS: f64 = 1.96;
/// An end of the exponent's interval is known to a 256th of its way to the rim.
const HALVINGS: usize = 8;

impl Fitted {
    fn kept(model: Model, battles: usize, told: Told) -> Self {
        Self { model, intervals: Vec::new(), exponent: (1.0, 2.0), battles, told }
    }
}

impl Model {
    /// Learns from battles, beginning with this model as the static one.
    #[must_use]
    pub fn fit(&self, battles: &[Battle], config: FitConfig) -> Fitted {
        let equal = |battle: &Battle| features(&battle.a, &battle.b, 1.0).iter().all(|gap| gap.abs() < EQUAL);
        if battles.iter().all(equal) {
            return Fitted::kept(self.clone(), battles.len(), Told::Nothing);
        }
        if battles.len() < config.least {
            return Fitted::kept(self.scaled(battles, self.exponent), battles.len(), Told::Scale);
        }
        let solve =
            |exponent: f64| newton(battles, exponent, &self.scaled(battles, exponent).weights, config.prior);
        let exponent = if config.exponent { golden(|n| solve(n).2) } else { self.exponent };
        let solved = solve(exponent);
        let range = if config.exponent { plausible(exponent, solved.2, solve) } else { (exponent, exponent) };
        let intervals = intervals(&solved, [solve(range.0).0, solve(range.1).0]);
        let model = Self { exponent, weights: solved.0 };
        Fitted { model, intervals, exponent: range, battles: battles.len(), told: Told::Weights }
    }

    /// The same proportions on the scale that makes the battles likeliest.
    fn scaled(&self, battles: &[Battle], exponent: f64) -> Self {
        let model = Self { exponent, weights: self.weights.clone() };
        let gaps: Vec<(f64, bool)> = battles
            .iter()
            .map(|battle| (model.worth(&battle.a) - model.worth(&battle.b), battle.won))
            .collect();
        let largest = gaps.iter().map(|(gap, _)| gap.abs()).fold(0.0, f64::max);
        // Armies of equal worth say nothing about the scale.
        if largest < EQUAL {
            return model;
        }
        // The likelihood is concave in the scale; beyond a gap of 40 certainty is complete. Few battles that all went the expected way would ask for that
        // certainty: a gap of the usual size is therefore taken to be worth about `USUAL`, as far as battles do not say otherwise.
        let usual = gaps.iter().map(|(gap, _)| gap * gap).sum::<f64>() / gaps.len() as f64;
        let score = |k: f64| {
            gaps.iter().map(|(gap, won)| likelihood(k * gap, *won)).sum::<f64>()
                - k * k * usual / (2.0 * USUAL * USUAL)
        };
        let k = search(0.0, 40.0 / largest, 60, score);
        Self { exponent, weights: self.weights.iter().map(|weight| weight * k).collect() }
    }
}

/// Weights, their standard errors and the penalised likelihood.
type Solved = (Vec<f64>, Vec<f64>, f64);

/// The exponents whose likelihood is within 1.92 of the best.
fn plausible(best: f64, likelihood: f64, solve: impl Fn(f64) -> Solved) -> (f64, f64) {
    let end = |rim: f64| {
        if solve(rim).2 >= likelihood - NEAR {
            return rim;
        }
        let (mut inside, mut outside) = (best, rim);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            if solve(middle).2 >= likelihood - NEAR { inside = middle } else { outside = middle }
        }
        outside
    };
    (end(1.0), end(2.0))
}

/// What each weight may be, given its standard errors and what it is at either end of the exponent's interval.
fn intervals(solved: &Solved, ends: [Vec<f64>; 2]) -> Vec<(f64, f64)> {
    let [one, other] = ends;
    let each = |at: usize| {
        let (weight, error) = (solved.0[at], SIGMAS * solved.1[at]);
        let (low, high) = (one[at].min(other[at]).min(weight), one[at].max(other[at]).max(weight));
        (weight - libm::hypot(error, weight - low), weight + libm::hypot(error, high - weight))
    };
    (0..solved.0.len()).map(each).collect()
}

/// log P of an outcome, without overflow.
pub(super) fn likelihood(y: f64, won: bool) -> f64 {
    let y = if won { y } else { -y };
    if y > 0.0 { -libm::log1p(libm::exp(-y)) } else { y - libm::log1p(libm::exp(y)) }
}

fn golden(score: impl Fn(f64) -> f64) -> f64 {
    search(1.0, 2.0, GOLDEN_STEPS, score)
}

/// The greatest value of a function with one peak.
fn search(mut low: f64, mut high: f64, steps: usize, score: impl Fn(f64) -> f64) -> f64 {
    const SHARE: f64 = 0.618_033_988_749_894_9;
    let (mut a, mut b) = (high - SHARE * (high - low), low + SHARE * (high - low));
    let (mut at_a, mut at_b) = (score(a), score(b));
    for _ in 0..steps {
        if at_a > at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - SHARE * (high - low);
            at_a = score(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + SHARE * (high - low);
            at_b = score(b);
        }
    }
    (low + high) / 2.0
}

/// The weights of an exponent.
fn newton(battles: &[Battle], exponent: f64, prior: &[f64], strength: f64) -> Solved {
    let many = prior.len();
    let rows: Vec<(Vec<f64>, bool)> =
        battles.iter().map(|battle| (features(&battle.a, &battle.b, exponent), battle.won)).collect();
    let dot = |row: &[f64], weights: &[f64]| row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
    let score = |weights: &[f64]| {
        let fit: f64 = rows.iter().map(|(row, won)| likelihood(dot(row, weights), *won)).sum();
        fit - strength / 2.0 * weights.iter().zip(prior).map(|(w, p)| (w - p) * (w - p)).sum::<f64>()
    };
    let mut weights = prior.to_vec();
    let mut best = score(&weights);
    let mut curve = Vec::new();
    for _ in 0..NEWTON_STEPS {
        let mut slope: Vec<f64> = weights.iter().zip(prior).map(|(w, p)| strength * (p - w)).collect();
        curve = vec![vec![0.0; many]; many];
        for (row, won) in &rows {
            let chance = logistic(dot(row, &weights));
            let miss = f64::from(u8::from(*won)) - chance;
            let spread = chance * (1.0 - chance);
            for i in 0..many {
                slope[i] += miss * row[i];
                for j in 0..=i {
                    curve[i][j] += spread * row[i] * row[j];
                }
            }
        }
        for i in 0..many {
            let (above, rest) = curve.split_at_mut(i);
            rest[0][i] += strength;
            above.iter_mut().zip(&rest[0]).for_each(|(row, cell)| row[i] = *cell);
        }
        let step = solve(&curve, &slope);
        let mut share = 1.0;
        let (next, reached) = loop {
            let next: Vec<f64> = weights.iter().zip(&step).map(|(w, s)| w + share * s).collect();
            let reached = score(&next);
            if reached >= best || share < 1e-6 {
                break (next, reached);
            }
            share /= 2.0;
        };
        let gain = reached - best;
        if gain > 0.0 {
            (weights, best) = (next, reached);
        }
        if gain < 1e-10 {
            break;
        }
    }
    let errors = (0..many)
        .map(|i| {
            let unit: Vec<f64> = (0..many).map(|j| f64::from(u8::from(i == j))).collect();
            solve(&curve, &unit)[i].max(0.0).sqrt()
        })
        .collect();
    (weights, errors, best)
}

/// Solves a small symmetric positive system by Gauss with pivots.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let many = right.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, b)| row.iter().copied().chain([*b]).collect()).collect();
    for column in 0..many {
        let pivot = (column..many).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()));
        rows.swap(column, pivot.unwrap_or(column));
        let lead = rows[column][column];
        if lead.abs() < 1e-300 {
            continue;
        }
        let row = rows[column].clone();
        for (at, other) in rows.iter_mut().enumerate() {
            if at != column {
                let factor = other[column] / lead;
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    (0..many).map(|i| if rows[i][i].abs() < 1e-300 { 0.0 } else { rows[i][many] / rows[i][i] }).collect()
}
