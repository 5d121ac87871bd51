//! How often a tree is right about moves it has not seen.
//!
//! Contract: stratified cross validation. The cases of each class are shuffled and dealt out over the folds, so that each fold holds its
//! share of every class; for every fold a tree is grown from all others and asked about the fold. *Accuracy* is the share of all
//! cases answered rightly, *recall* that of one class, *mean recall* the mean over the classes, however rare they are. Beside
//! it stands what would be right without learning: always the class that is most frequent. The same cases and seed give the same folds.

use serde::Serialize;
use std::collections::BTreeMap;
use wold_chance::{Seed, Stream};
use wold_mind::learn::{Cases, Tree, TreeConfig};

/// Cases dealt out.
#[derive(Clone, Debug)]
pub struct Folds<'a> {
    cases: &'a Cases,
    /// The fold of each case.
    fold: Vec<usize>,
}

/// What trees said about cases they had not seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Validation {
    /// Into how many parts the cases were dealt.
    pub folds: usize,
    /// How many cases.
    pub cases: usize,
    /// The share that was right.
    pub accuracy: f64,
    /// The mean of all recalls.
    pub mean_recall: f64,
    /// The most frequent class.
    pub majority: String,
    /// The share that would be right if that were always said.
    pub majority_accuracy: f64,
    /// Class by class.
    pub classes: Vec<Recall>,
}

/// How often one class was known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recall {
    /// Which.
    pub class: String,
    /// Its cases.
    pub cases: usize,
    /// How often it was said, rightly or not.
    pub said: usize,
    /// The share of its cases that were known.
    pub recall: f64,
}

fn truth(cases: &Cases, row: usize) -> &str {
    cases.rows[row].last().map_or("", String::as_str)
}

impl<'a> Folds<'a> {
    /// Deals cases out; `None` with fewer than two folds or fewer cases than folds.
    #[must_use]
    pub fn new(cases: &'a Cases, folds: usize, seed: Seed) -> Option<Self> {
        if folds < 2 || cases.rows.len() < folds {
            return None;
        }
        let mut classes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for row in 0..cases.rows.len() {
            classes.entry(truth(cases, row)).or_default().push(row);
        }
        let mut luck = Stream::named(seed, "conquero.folds", &[]);
        let mut fold = vec![0; cases.rows.len()];
        let mut dealt = 0;
        for rows in classes.values_mut() {
            luck.shuffle(rows);
            for &row in rows.iter() {
                fold[row] = dealt % folds;
                dealt += 1;
            }
        }
        Some(Self { cases, fold })
    }

    /// What a tree grown from all other folds says about the cases of one: each case's number and the answer.
    #[must_use]
    pub fn hold_out(&self, fold: usize, growth: TreeConfig) -> Vec<(usize, String)> {
        let (held, rest): (Vec<usize>, Vec<usize>) =
            (0..self.fold.len()).partition(|&row| self.fold[row] == fold);
        let known = Cases {
            names: self.cases.names.clone(),
            rows: rest.into_iter().map(|row| self.cases.rows[row].clone()).collect(),
        };
        let tree = Tree::grow(&known, growth);
        // The last column is the answer, and no tree asks about it.
        let columns: BTreeMap<&str, usize> =
            self.cases.names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
        let said = |row: usize| {
            tree.decide(|name| columns.get(name).map(|&at| self.cases.rows[row][at].clone())).to_owned()
        };
        held.into_iter().map(|row| (row, said(row))).collect()
    }

    /// Sums up what was said about all cases, the folds in any order.
    #[must_use]
    pub fn judge(&self, folds: usize, answers: &[(usize, String)]) -> Validation {
        #[derive(Default)]
        struct Count {
            cases: usize,
            said: usize,
            right: usize,
        }
        let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
        for (row, said) in answers {
            let class = truth(self.cases, *row);
            let count = counts.entry(class).or_default();
            count.cases += 1;
            count.right += usize::from(class == said);
            counts.entry(said).or_default().said += 1;
        }
        let all = answers.len().max(1) as f64;
        let right: usize = counts.values().map(|count| count.right).sum();
        let most = counts.iter().rev().max_by_key(|(_, count)| count.cases);
        let mut classes: Vec<Recall> = counts
            .iter()
            .filter(|(_, count)| count.cases > 0)
            .map(|(class, count)| Recall {
                class: (*class).to_owned(),
                cases: count.cases,
                said: count.said,
                recall: count.right as f64 / count.cases as f64,
            })
            .collect();
        classes.sort_by_key(|one| one.class.parse::<u32>().unwrap_or(u32::MAX));
        Validation {
            folds,
            cases: answers.len(),
            accuracy: right as f64 / all,
            mean_recall: classes.iter().map(|one| one.recall).sum::<f64>() / classes.len().max(1) as f64,
            majority: most.map_or_else(String::new, |(class, _)| (*class).to_owned()),
            majority_accuracy: most.map_or(0.0, |(_, count)| count.cases as f64 / all),
            classes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::learn::GROWTH;
    use super::*;

    fn cases(rule: impl Fn(u32, &mut Stream) -> u32) -> Cases {
        let mut luck = Stream::named(Seed(4), "test", &[]);
        let mut table = String::from("a,is\n");
        for number in 0..300 {
            table += &format!("{number},{}\n", rule(number, &mut luck));
        }
        Cases::parse(&table, "is").expect("sound")
    }

    fn judged(cases: &Cases) -> Validation {
        let folds = Folds::new(cases, 5, Seed(1)).expect("enough cases");
        let answers: Vec<_> = (0..5).flat_map(|fold| folds.hold_out(fold, GROWTH)).collect();
        folds.judge(5, &answers)
    }

    #[test]
    fn every_fold_holds_its_share_of_every_class() {
        let cases = cases(|number, _| u32::from(number % 10 == 0));
        let folds = Folds::new(&cases, 5, Seed(1)).expect("enough cases");
        for fold in 0..5 {
            let rare = (0..300).filter(|&row| folds.fold[row] == fold && truth(&cases, row) == "1");
            assert_eq!(rare.count(), 6);
        }
        assert!(Folds::new(&cases, 1, Seed(1)).is_none() && Folds::new(&cases, 301, Seed(1)).is_none());
    }

    #[test]
    fn a_rule_is_known_again_and_luck_is_not() {
        let rule = judged(&cases(|number, _| number / 100));
        assert!(rule.accuracy > 0.97, "{rule:?}");
        assert!((rule.majority_accuracy - 1.0 / 3.0).abs() < 1e-9);
        let luck = judged(&cases(|_, luck| u32::from(luck.chance(0.2))));
        assert!(luck.accuracy < luck.majority_accuracy + 0.03, "{luck:?}");
        assert_eq!(luck.majority, "0");
        assert_eq!(luck.classes.iter().map(|one| one.cases).sum::<usize>(), 300);
    }
}
