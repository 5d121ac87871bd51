//! How good predictions were.

use super::battle::Battle;
use super::model::Model;

/// What came of predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Battles judged.
    pub battles: usize,
    /// The mean squared error of chances; 0.25 is a coin, 0 is perfect.
    pub brier: f64,
    /// The chance that a battle that was won was given a higher chance than one that was lost.
    pub auc: f64,
    /// Predicted wins that were won, predicted wins that were lost, predicted losses that were won, and that were lost.
    pub confusion: [usize; 4],
    /// Per tenth of predicted chance: battles, the mean prediction, and the share that was won.
    pub calibration: Vec<(usize, f64, f64)>,
}

impl Judgement {
    /// Judges a model by battles it has not learned from.
    #[must_use]
    pub fn of(model: &Model, battles: &[Battle]) -> Self {
        let mut pairs: Vec<(f64, bool)> =
            battles.iter().map(|battle| (model.wins(&battle.a, &battle.b), battle.won)).collect();
        let many = pairs.len().max(1) as f64;
        let truth = |won: bool| f64::from(u8::from(won));
        let brier =
            pairs.iter().map(|(p, won)| (p - truth(*won)) * (p - truth(*won))).sum::<f64>() / many + 0.0;
        let mut confusion = [0; 4];
        let mut bins = vec![(0, 0.0, 0.0); 10];
        for (p, won) in &pairs {
            confusion[usize::from(*p < 0.5) * 2 + usize::from((*p < 0.5) == *won)] += 1;
            let bin = &mut bins[((p * 10.0) as usize).min(9)];
            *bin = (bin.0 + 1, bin.1 + p, bin.2 + truth(*won));
        }
        for (count, p, won) in bins.iter_mut().filter(|bin| bin.0 > 0) {
            (*p, *won) = (*p / *count as f64, *won / *count as f64);
        }
        Self { battles: battles.len(), brier, auc: auc(&mut pairs), confusion, calibration: bins }
    }
}

/// By ranks; equal chances share theirs.
fn auc(pairs: &mut [(f64, bool)]) -> f64 {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let won = pairs.iter().filter(|(_, won)| *won).count() as f64;
    let lost = pairs.len() as f64 - won;
    let (mut sum, mut at) = (0.0, 0);
    while at < pairs.len() {
        let same = pairs[at..].iter().take_while(|(p, _)| *p == pairs[at].0).count();
        let rank = at as f64 + (same as f64 + 1.0) / 2.0;
        sum += rank * pairs[at..at + same].iter().filter(|(_, won)| *won).count() as f64;
        at += same;
    }
    if won == 0.0 || lost == 0.0 { 0.5 } else { (sum - won * (won + 1.0) / 2.0) / (won * lost) }
}
