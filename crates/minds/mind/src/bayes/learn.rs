//! Learning a network's tables from cases.
//!
//! Contract: with complete cases the table of each variable is the mean of a Dirichlet distribution: (count + prior) / (all +
//! prior · values). The structure is given. Cases with missing values are not supported.

use super::network::{BayesError, Network};

/// Counts from which a network's tables are made, case by case.
///
/// ```
/// use wold_mind::bayes::{Counts, Network};
/// let mut guard = Network::parse(include_str!("../../data/reason/guard.bif"))?;
/// let mut counts = Counts::new(&guard, 1.0);
/// counts.add(&[0, 0, 1, 0])?; // one value per variable, by number
/// counts.teach(&mut guard);
/// assert!((guard.nodes()[0].table[0] - 2.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), wold_mind::bayes::BayesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counts {
    shape: Vec<(usize, Vec<(usize, usize)>)>,
    tables: Vec<Vec<f64>>,
    rows: usize,
}

impl Counts {
    /// No case yet; every combination counts as if seen `prior` times.
    #[must_use]
    pub fn new(network: &Network, prior: f64) -> Self {
        let nodes = network.nodes();
        let shape = nodes
            .iter()
            .map(|n| (n.values.len(), n.parents.iter().map(|&p| (p, nodes[p].values.len())).collect()))
            .collect();
        Self { shape, tables: nodes.iter().map(|n| vec![prior; n.table.len()]).collect(), rows: 0 }
    }

    /// Counts a case: the number of each variable's value.
    ///
    /// # Errors
    /// If it has too many or too few values, or one out of range.
    pub fn add(&mut self, case: &[usize]) -> Result<(), BayesError> {
        self.rows += 1;
        let fits =
            case.len() == self.shape.len() && case.iter().zip(&self.shape).all(|(v, (card, _))| v < card);
        if !fits {
            return Err(BayesError::Row { row: self.rows, found: case.len(), wanted: self.shape.len() });
        }
        for (node, (card, parents)) in self.shape.iter().enumerate() {
            let row = parents.iter().fold(0, |row, &(parent, width)| row * width + case[parent]);
            self.tables[node][row * card + case[node]] += 1.0;
        }
        Ok(())
    }

    /// Puts what was learnt into the network; rows of which nothing is known stay as they are.
    pub fn teach(&self, network: &mut Network) {
        for (node, counts) in network.nodes_mut().iter_mut().zip(&self.tables) {
            let width = node.values.len();
            for (row, counted) in node.table.chunks_mut(width).zip(counts.chunks(width)) {
                let sum: f64 = counted.iter().sum();
                if sum > 0.0 {
                    row.iter_mut().zip(counted).for_each(|(p, count)| *p = count / sum);
                }
            }
        }
    }
}
