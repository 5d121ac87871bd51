//! Decision trees from cases.
//!
//! Contract: C4.5 (Quinlan 1993). Columns of numbers are split in two at the best threshold between neighbours, others by value; the
//! split of the highest gain ratio is taken among those whose gain is at least the average. Grows until a leaf is pure or
//! has fewer than `least` cases; then prunes bottom-up wherever a leaf's pessimistic error (upper bound at 25 % confidence)
//! is no worse than the subtree's. A missing value (`?` or empty) follows the branch most cases took. Not supported:
//! fractional cases, rules from trees.

use super::Cases;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a tree is grown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeConfig {
    /// Fewest cases of a leaf that is split. Default 2.
    pub least: usize,
    /// Whether it is pruned. Default true.
    pub prunes: bool,
    /// Deepest level. Default 32.
    pub deepest: usize,
}

impl Default for TreeConfig {
    fn default() -> Self {
        Self { least: 2, prunes: true, deepest: 32 }
    }
}

/// A decision tree.
///
/// ```
/// use wold_mind::learn::{Cases, Tree};
/// let cases = Cases::parse("armed,health,does\nyes,90,fight\nyes,10,flee\nno,80,flee\nno,20,flee\nyes,70,fight\n", "does")?;
/// let tree = Tree::grow(&cases, Default::default());
/// assert_eq!(tree.decide(|column| Some(if column == "armed" { "yes" } else { "75" }.to_string())), "fight");
/// # Ok::<(), wold_mind::learn::CasesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tree {
    /// Decided.
    Leaf {
        /// What.
        is: String,
        /// Cases that ended here.
        cases: usize,
        /// How many of them were otherwise.
        errors: usize,
    },
    /// A question with few answers.
    Value {
        /// The column asked about.
        column: String,
        /// A tree per answer.
        branches: BTreeMap<String, Tree>,
        /// The answer taken where there is none.
        default: String,
    },
    /// A threshold.
    Above {
        /// The column asked about.
        column: String,
        /// The threshold.
        threshold: f64,
        /// Where the value is at most the threshold.
        below: Box<Tree>,
        /// Where it is above.
        above: Box<Tree>,
        /// Whether a missing value goes above.
        missing_above: bool,
    },
}

enum Split {
    Value(usize),
    Above(usize, f64),
}

fn entropy<'a>(labels: impl Iterator<Item = &'a str>) -> (f64, f64) {
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    labels.for_each(|label| *counts.entry(label).or_insert(0.0) += 1.0);
    spread(counts.values().copied())
}

/// Entropy in bits, and the number of cases.
fn spread(counts: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let all: f64 = counts.clone().sum();
    (counts.filter(|n| *n > 0.0).map(|n| -n / all * libm::log2(n / all)).sum(), all)
}

impl Tree {
    /// Grows a tree.
    #[must_use]
    pub fn grow(cases: &Cases, config: TreeConfig) -> Self {
        let rows: Vec<usize> = (0..cases.rows.len()).collect();
        Self::branch(cases, &rows, config, 0)
    }

    fn leaf(cases: &Cases, rows: &[usize]) -> Self {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        rows.iter().for_each(|&row| *counts.entry(cases.target(row)).or_insert(0) += 1);
        let most = counts.iter().rev().max_by_key(|(_, n)| **n);
        let (is, n) = most.map_or((String::new(), 0), |(is, n)| ((*is).to_owned(), *n));
        Self::Leaf { is, cases: rows.len(), errors: rows.len() - n }
    }

    fn branch(cases: &Cases, rows: &[usize], config: TreeConfig, depth: usize) -> Self {
        let leaf = Self::leaf(cases, rows);
        let is_pure = matches!(leaf, Self::Leaf { errors: 0, .. });
        if is_pure || rows.len() < config.least.max(2) || depth >= config.deepest {
            return leaf;
        }
        let Some(split) = best_split(cases, rows) else { return leaf };
        let grown = match split {
            Split::Value(column) => {
                let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
                for &row in rows.iter().filter(|&&row| !cases.is_missing(row, column)) {
                    parts.entry(cases.rows[row][column].clone()).or_default().push(row);
                }
                let Some(default) = parts.iter().max_by_key(|(_, part)| part.len()).map(|(v, _)| v.clone())
                else {
                    return leaf;
                };
                let lost = rows.iter().copied().filter(|&row| cases.is_missing(row, column));
                parts.entry(default.clone()).or_default().extend(lost);
                let branches = parts
                    .into_iter()
                    .map(|(v, part)| (v, Self::branch(cases, &part, config, depth + 1)))
                    .collect();
                Self::Value { column: cases.names[column].clone(), branches, default }
            }
            Split::Above(column, threshold) => {
                let value = |row: &usize| cases.number(*row, column);
                let (known, lost): (Vec<usize>, Vec<usize>) =
                    rows.iter().partition(|row| value(row).is_some());
                let (mut above, mut below): (Vec<usize>, Vec<usize>) =
                    known.iter().partition(|row| value(row).is_some_and(|v| v > threshold));
                let missing_above = above.len() > below.len();
                if missing_above {
                    above.extend(lost);
                } else {
                    below.extend(lost);
                }
                Self::Above {
                    column: cases.names[column].clone(),
                    threshold,
                    below: Box::new(Self::branch(cases, &below, config, depth + 1)),
                    above: Box::new(Self::branch(cases, &above, config, depth + 1)),
                    missing_above,
                }
            }
        };
        let cut = config.prunes && pessimistic(&leaf) <= pessimistic(&grown) + 0.1;
        if cut { leaf } else { grown }
    }

    /// What the tree says about a case; `value` gives the text in a column, if known.
    pub fn decide(&self, value: impl Fn(&str) -> Option<String>) -> &str {
        let mut at = self;
        loop {
            at = match at {
                Self::Leaf { is, .. } => return is,
                Self::Value { column, branches, default } => {
                    let known = value(column).and_then(|v| branches.get(&v));
                    match known.or_else(|| branches.get(default)) {
                        Some(next) => next,
                        None => return "",
                    }
                }
                Self::Above { column, threshold, below, above, missing_above } => {
                    let known = value(column).and_then(|v| v.parse::<f64>().ok());
                    if known.map_or(*missing_above, |v| v > *threshold) { above } else { below }
                }
            };
        }
    }

    /// How many leaves.
    #[must_use]
    pub fn leaves(&self) -> usize {
        match self {
            Self::Leaf { .. } => 1,
            Self::Value { branches, .. } => branches.values().map(Self::leaves).sum(),
            Self::Above { below, above, .. } => below.leaves() + above.leaves(),
        }
    }

    /// The tree in words, one line per branch.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write("", &mut out);
        out
    }

    fn write(&self, indent: &str, out: &mut String) {
        let mut branch = |question: String, tree: &Self| match tree {
            Self::Leaf { is, cases, errors } => {
                *out += &format!("{indent}{question}: {is} ({cases} cases, {errors} wrong)\n");
            }
            inner => {
                *out += &format!("{indent}{question}:\n");
                inner.write(&format!("{indent}  "), out);
            }
        };
        match self {
            Self::Leaf { is, cases, errors } => *out += &format!("{is} ({cases} cases, {errors} wrong)\n"),
            Self::Value { column, branches, .. } => {
                branches.iter().for_each(|(value, tree)| branch(format!("{column} = {value}"), tree));
            }
            Self::Above { column, threshold, below, above, .. } => {
                branch(format!("{column} <= {threshold}"), below);
                branch(format!("{column} > {threshold}"), above);
            }
        }
    }
}

/// The errors a tree will make on as many new cases, at worst by a one-sided confidence of 25 %: exact for a pure leaf, by the
/// normal approximation with continuity correction else.
fn pessimistic(tree: &Tree) -> f64 {
    const CONFIDENCE: f64 = 0.25;
    const Z_SQUARED: f64 = 0.454_936_4;
    match tree {
        Tree::Leaf { cases: 0, .. } => 0.0,
        Tree::Leaf { cases, errors: 0, .. } => {
            let n = *cases as f64;
            n * (1.0 - libm::pow(CONFIDENCE, 1.0 / n))
        }
        Tree::Leaf { cases, errors, .. } => {
            let (n, e) = (*cases as f64, *errors as f64 + 0.5);
            let root = (Z_SQUARED * (e * (1.0 - e / n) + Z_SQUARED / 4.0)).max(0.0).sqrt();
            n * ((e + Z_SQUARED / 2.0 + root) / (n + Z_SQUARED)).min(1.0)
        }
        Tree::Value { branches, .. } => branches.values().map(pessimistic).sum(),
        Tree::Above { below, above, .. } => pessimistic(below) + pessimistic(above),
    }
}

fn best_split(cases: &Cases, rows: &[usize]) -> Option<Split> {
    let (before, _) = entropy(rows.iter().map(|&row| cases.target(row)));
    let mut found: Vec<(f64, f64, Split)> = Vec::new();
    for column in 0..cases.names.len() - 1 {
        let known: Vec<usize> = rows.iter().copied().filter(|&row| !cases.is_missing(row, column)).collect();
        let share = known.len() as f64 / rows.len() as f64;
        let is_numeric = !known.is_empty() && known.iter().all(|&row| cases.number(row, column).is_some());
        let measured =
            if is_numeric { threshold(cases, &known, column) } else { by_value(cases, &known, column) };
        if let Some((after, parts, split)) = measured {
            let gain = share * (before - after);
            if gain > 1e-9 && parts > 1e-9 {
                found.push((gain, gain / parts, split));
            }
        }
    }
    let average = found.iter().map(|(gain, ..)| gain).sum::<f64>() / found.len().max(1) as f64;
    let worthy = found.into_iter().filter(|(gain, ..)| *gain >= average - 1e-9);
    worthy.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(_, _, split)| split)
}

/// Entropy after the split, entropy of the split itself, and the split.
fn by_value(cases: &Cases, rows: &[usize], column: usize) -> Option<(f64, f64, Split)> {
    let mut parts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    rows.iter().for_each(|&row| parts.entry(cases.rows[row][column].as_str()).or_default().push(row));
    if parts.len() < 2 {
        return None;
    }
    let after = parts
        .values()
        .map(|part| {
            entropy(part.iter().map(|&row| cases.target(row))).0 * part.len() as f64 / rows.len() as f64
        })
        .sum();
    let own = spread(parts.values().map(|part| part.len() as f64).collect::<Vec<_>>().into_iter()).0;
    Some((after, own, Split::Value(column)))
}

fn threshold(cases: &Cases, rows: &[usize], column: usize) -> Option<(f64, f64, Split)> {
    let mut sorted: Vec<(f64, &str)> =
        rows.iter().filter_map(|&row| Some((cases.number(row, column)?, cases.target(row)))).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut right: BTreeMap<&str, f64> = BTreeMap::new();
    sorted.iter().for_each(|(_, label)| *right.entry(label).or_insert(0.0) += 1.0);
    let mut left: BTreeMap<&str, f64> = BTreeMap::new();
    let all = sorted.len() as f64;
    let mut best: Option<(f64, f64, f64)> = None;
    for at in 1..sorted.len() {
        let moved = sorted[at - 1].1;
        *left.entry(moved).or_insert(0.0) += 1.0;
        *right.entry(moved).or_insert(0.0) -= 1.0;
        let (low, high) = (sorted[at - 1].0, sorted[at].0);
        if low < high {
            let (l, r) = (at as f64, all - at as f64);
            let after = (spread(left.values().copied()).0 * l + spread(right.values().copied()).0 * r) / all;
            if best.as_ref().is_none_or(|(least, ..)| after < *least) {
                best = Some((after, spread([l, r].into_iter()).0, f64::midpoint(low, high)));
            }
        }
    }
    best.map(|(after, own, at)| (after, own, Split::Above(column, at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The well-known fourteen days, with numbers for temperature and humidity.
    const DAYS: &str = include_str!("../../data/reason/days.csv");

    #[test]
    fn fourteen_days_give_the_known_tree() {
        let cases = Cases::parse(DAYS, "play").expect("sound");
        let tree = Tree::grow(&cases, TreeConfig { prunes: false, ..TreeConfig::default() });
        let text = tree.text();
        assert!(text.starts_with("outlook = overcast: yes (4 cases, 0 wrong)"), "{text}");
        assert!(text.contains("windy = true: no") && text.contains("humidity <= 77.5: yes"), "{text}");
        for row in &cases.rows {
            let value = |name: &str| Some(row[cases.names.iter().position(|n| n == name)?].clone());
            assert_eq!(tree.decide(value), row[4]);
        }
        assert_eq!(tree.leaves(), 5);
    }

    #[test]
    fn noise_is_pruned_away() {
        let mut stream = wold_chance::Stream::named(wold_chance::Seed(1), "tree tests", &[]);
        let mut text = String::from("a,b,is\n");
        for _ in 0..400 {
            let (a, b) = (stream.unit(), stream.unit());
            let is = if stream.chance(0.15) { a < 0.5 } else { a >= 0.5 };
            text += &format!("{a},{b},{is}\n");
        }
        let cases = Cases::parse(&text, "is").expect("sound");
        let wild = Tree::grow(&cases, TreeConfig { prunes: false, ..TreeConfig::default() });
        let pruned = Tree::grow(&cases, TreeConfig::default());
        assert!(pruned.leaves() * 3 < wild.leaves(), "{} {}", pruned.leaves(), wild.leaves());
        let right = (0..1000).filter(|n| {
            let a = f64::from(*n) / 1000.0;
            pruned.decide(|c| Some(if c == "a" { a.to_string() } else { "0.5".into() }))
                == (a >= 0.5).to_string()
        });
        assert!(right.count() > 930);
    }

    #[test]
    fn a_saved_tree_decides_the_same_and_missing_values_follow_the_crowd() {
        let cases = Cases::parse(DAYS, "play").expect("sound");
        let tree = Tree::grow(&cases, TreeConfig { prunes: false, ..TreeConfig::default() });
        let text = serde_json::to_string(&tree).expect("a tree is plain data");
        assert_eq!(serde_json::from_str::<Tree>(&text).expect("its own text"), tree);
        assert!(["yes", "no"].contains(&tree.decide(|_| None)));
    }
}
