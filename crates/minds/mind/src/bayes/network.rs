//! Networks of uncertain facts.

use super::factor::Factor;

/// A variable of a network, with its table.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is called.
    pub name: String,
    /// The values it can have.
    pub values: Vec<String>,
    /// What it depends on: numbers of other variables.
    pub parents: Vec<usize>,
    /// For each combination of the parents' values, the last parent changing fastest, the probability of each value.
    pub table: Vec<f64>,
}

/// What is wrong with a network or a question.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BayesError {
    #[error("line {line}: {reason}")]
    Syntax { line: usize, reason: String },
    #[error("the network runs in a circle through {0:?}")]
    Cycle(String),
    #[error("the table of {name:?} has {found} numbers, not {wanted}")]
    Size { name: String, found: usize, wanted: usize },
    #[error("row {row} of the table of {name:?} sums to {sum}, not to 1")]
    Sum { name: String, row: usize, sum: f64 },
    #[error("the table of {name:?} holds {value}, which is no probability")]
    Probability { name: String, value: f64 },
    #[error("there is no variable {0:?}")]
    NoVariable(String),
    #[error("{variable:?} has no value {value:?}: it has {known}")]
    NoValue { variable: String, value: String, known: String },
    #[error("what is given cannot happen")]
    Impossible,
    #[error("the network is too entangled: a table of more than {MOST_CELLS} numbers would be needed")]
    TooBig,
    #[error("row {row} has {found} values, not {wanted}")]
    Row { row: usize, found: usize, wanted: usize },
}

/// The largest table that is computed.
pub(super) const MOST_CELLS: usize = 1 << 22;
/// How far from 1 a row may sum: published networks round to a few digits.
const SLACK: f64 = 1e-3;

/// A Bayesian network over variables with few values.
///
/// Contract: `P(query | evidence)` is exact, by variable elimination. Supports any directed acyclic graph whose elimination needs no
/// table above four million numbers; larger ones are refused, not approximated. Continuous variables are not supported.
///
/// ```
/// use wold_mind::bayes::Network;
/// let guard = Network::parse(include_str!("../../data/reason/guard.bif"))?;
/// let intruder = guard.query("intruder", &[("noise", "yes")])?;
/// assert!((intruder[0].1 - 0.680511).abs() < 1e-6);
/// # Ok::<(), wold_mind::bayes::BayesError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    nodes: Vec<Node>,
}

impl Network {
    /// A network of these variables.
    ///
    /// # Errors
    /// Names the variable: tables of the wrong size, rows that do not sum to 1, circles.
    pub fn new(nodes: Vec<Node>) -> Result<Self, BayesError> {
        let made = Self { nodes };
        for node in &made.nodes {
            let rows: usize = node.parents.iter().map(|&p| made.nodes[p].values.len()).product();
            let wanted = rows.saturating_mul(node.values.len());
            if node.table.len() != wanted || wanted == 0 {
                return Err(BayesError::Size { name: node.name.clone(), found: node.table.len(), wanted });
            }
            if let Some(&value) = node.table.iter().find(|p| !(0.0..=1.0).contains(*p)) {
                return Err(BayesError::Probability { name: node.name.clone(), value });
            }
            for (row, chunk) in node.table.chunks(node.values.len()).enumerate() {
                let sum: f64 = chunk.iter().sum();
                if (sum - 1.0).abs() > SLACK {
                    return Err(BayesError::Sum { name: node.name.clone(), row: row + 1, sum });
                }
            }
        }
        made.check_order()?;
        Ok(made)
    }

    fn check_order(&self) -> Result<(), BayesError> {
        let mut placed = vec![false; self.nodes.len()];
        for _ in 0..self.nodes.len() {
            let ready = (0..self.nodes.len())
                .find(|&n| !placed[n] && self.nodes[n].parents.iter().all(|&p| placed[p]));
            match ready {
                Some(node) => placed[node] = true,
                None => {
                    let stuck = placed.iter().position(|&p| !p).unwrap_or(0);
                    return Err(BayesError::Cycle(self.nodes[stuck].name.clone()));
                }
            }
        }
        Ok(())
    }

    /// The variables.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn nodes_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }

    /// The number of a variable.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn variable(&self, name: &str) -> Result<usize, BayesError> {
        self.nodes.iter().position(|n| n.name == name).ok_or_else(|| BayesError::NoVariable(name.to_owned()))
    }

    /// The numbers of a variable and of one of its values.
    ///
    /// # Errors
    /// If there is no such variable or value.
    pub fn value(&self, variable: &str, value: &str) -> Result<(usize, usize), BayesError> {
        let number = self.variable(variable)?;
        let values = &self.nodes[number].values;
        let at = values.iter().position(|v| v == value).ok_or_else(|| BayesError::NoValue {
            variable: variable.to_owned(),
            value: value.to_owned(),
            known: values.join(", "),
        })?;
        Ok((number, at))
    }

    /// How likely each value of a variable is, given the values of others.
    ///
    /// # Errors
    /// If names are unknown or what is given cannot happen.
    pub fn query(&self, variable: &str, given: &[(&str, &str)]) -> Result<Vec<(&str, f64)>, BayesError> {
        let given =
            given.iter().map(|(name, value)| self.value(name, value)).collect::<Result<Vec<_>, _>>()?;
        let number = self.variable(variable)?;
        let chances = self.posterior(number, &given)?;
        Ok(self.nodes[number].values.iter().map(String::as_str).zip(chances).collect())
    }

    /// The same by numbers.
    ///
    /// # Errors
    /// If what is given cannot happen, or the network is too entangled.
    pub fn posterior(&self, query: usize, given: &[(usize, usize)]) -> Result<Vec<f64>, BayesError> {
        let clashes = |(at, (node, value)): (usize, &(usize, usize))| {
            given[..at].iter().any(|(other, before)| other == node && before != value)
        };
        if given.iter().enumerate().any(clashes) {
            return Err(BayesError::Impossible);
        }
        let needed = self.relevant(query, given);
        let mut factors: Vec<Factor> = (0..self.nodes.len())
            .filter(|&node| needed[node])
            .map(|node| self.factor(node).given(given))
            .collect();
        let mut hidden: Vec<usize> = (0..self.nodes.len())
            .filter(|&node| needed[node] && node != query && given.iter().all(|(g, _)| *g != node))
            .collect();
        while !hidden.is_empty() {
            // Greedily the variable whose removal makes the smallest table.
            let cost = |variable: usize| -> usize {
                let mut scope: Vec<(usize, usize)> = factors
                    .iter()
                    .filter(|f| f.has(variable))
                    .flat_map(|f| f.scope().iter().copied())
                    .collect();
                scope.sort_unstable();
                scope.dedup();
                scope.iter().fold(1_usize, |size, (_, card)| size.saturating_mul(*card))
            };
            let (at, size) = hidden
                .iter()
                .enumerate()
                .map(|(at, &variable)| (at, cost(variable)))
                .min_by_key(|&(at, size)| (size, at))
                .expect("not empty");
            if size > MOST_CELLS {
                return Err(BayesError::TooBig);
            }
            let variable = hidden.swap_remove(at);
            let (touching, rest): (Vec<Factor>, Vec<Factor>) =
                factors.into_iter().partition(|f| f.has(variable));
            factors = rest;
            factors.push(Factor::product(&touching).sum_out(variable));
        }
        let joint = Factor::product(&factors);
        let answer = if given.iter().any(|(g, _)| *g == query) {
            let (_, value) = given.iter().find(|(g, _)| *g == query).expect("just found");
            let all = joint.values()[0];
            (0..self.nodes[query].values.len()).map(|v| if v == *value { all } else { 0.0 }).collect()
        } else {
            joint.values().to_vec()
        };
        let sum: f64 = answer.iter().sum();
        if sum <= 0.0 {
            return Err(BayesError::Impossible);
        }
        Ok(answer.into_iter().map(|p: f64| p / sum).collect())
    }

    /// Only ancestors of the query and of what is given matter.
    fn relevant(&self, query: usize, given: &[(usize, usize)]) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = given.iter().map(|(g, _)| *g).chain([query]).collect();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut needed[node], true) {
                open.extend(&self.nodes[node].parents);
            }
        }
        needed
    }

    fn factor(&self, node: usize) -> Factor {
        let this = &self.nodes[node];
        let scope = this.parents.iter().chain([&node]).map(|&v| (v, self.nodes[v].values.len())).collect();
        Factor::new(scope, this.table.clone())
    }
}
