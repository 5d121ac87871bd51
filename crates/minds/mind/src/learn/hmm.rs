//! Hidden Markov models: what somebody is up to, by what is seen of it.
//!
//! Contract: discrete states and symbols. [`Hmm::forward`] gives the log-likelihood of a series, scaled at every step so that long
//! ones do not vanish; [`Hmm::viterbi`] the likeliest states; [`Hmm::learn`] one step of Baum and Welch, which never lowers the
//! likelihood. Cost: length × states².

/// What is wrong with a model or a series.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum HmmError {
    #[error("{0} has the wrong number of entries")]
    Shape(&'static str),
    #[error("a row of {table} sums to {sum}, not to 1, or holds a negative number")]
    Sum { table: &'static str, sum: f64 },
    #[error("symbol {0} is unknown")]
    Symbol(usize),
    #[error("the series cannot happen")]
    Impossible,
}

/// A hidden Markov model.
#[derive(Clone, Debug, PartialEq)]
pub struct Hmm {
    start: Vec<f64>,
    /// From each state to each.
    moves: Vec<Vec<f64>>,
    /// From each state each symbol.
    shows: Vec<Vec<f64>>,
}

impl Hmm {
    /// A model: chances to start in each state, to move between them, and to show each symbol.
    ///
    /// ```
    /// use wold_mind::learn::Hmm;
    /// // A guard is at rest or alert; one sees it stand, walk or run.
    /// let guard = Hmm::new(
    ///     vec![0.6, 0.4],
    ///     vec![vec![0.7, 0.3], vec![0.4, 0.6]],
    ///     vec![vec![0.5, 0.4, 0.1], vec![0.1, 0.3, 0.6]],
    /// )?;
    /// assert_eq!(guard.viterbi(&[0, 1, 2])?.0, [0, 0, 1]);
    /// # Ok::<(), wold_mind::learn::HmmError>(())
    /// ```
    ///
    /// # Errors
    /// If a table has the wrong shape or a row does not sum to 1.
    pub fn new(start: Vec<f64>, moves: Vec<Vec<f64>>, shows: Vec<Vec<f64>>) -> Result<Self, HmmError> {
        let n = start.len();
        if n == 0 || moves.len() != n || moves.iter().any(|row| row.len() != n) {
            return Err(HmmError::Shape("the table of moves"));
        }
        let symbols = shows.first().map_or(0, Vec::len);
        if shows.len() != n || symbols == 0 || shows.iter().any(|row| row.len() != symbols) {
            return Err(HmmError::Shape("the table of symbols"));
        }
        let rows = std::iter::once(("start", &start))
            .chain(moves.iter().map(|row| ("moves", row)))
            .chain(shows.iter().map(|row| ("symbols", row)));
        for (table, row) in rows {
            let sum: f64 = row.iter().sum();
            if (sum - 1.0).abs() > 1e-6 || row.iter().any(|p| *p < 0.0) {
                return Err(HmmError::Sum { table, sum });
            }
        }
        Ok(Self { start, moves, shows })
    }

    fn check(&self, series: &[usize]) -> Result<(), HmmError> {
        let known = self.shows[0].len();
        series.iter().find(|&&s| s >= known).map_or(Ok(()), |&s| Err(HmmError::Symbol(s)))
    }

    /// For each moment the chance of each state given the past, and the log-likelihood of the series.
    ///
    /// # Errors
    /// If a symbol is unknown or the series cannot happen.
    pub fn forward(&self, series: &[usize]) -> Result<(Vec<Vec<f64>>, f64), HmmError> {
        let (rows, scales) = self.scaled_forward(series)?;
        Ok((rows, scales.iter().map(|s| libm::log(*s)).sum()))
    }

    fn scaled_forward(&self, series: &[usize]) -> Result<(Vec<Vec<f64>>, Vec<f64>), HmmError> {
        self.check(series)?;
        let n = self.start.len();
        let (mut rows, mut scales): (Vec<Vec<f64>>, Vec<f64>) = (Vec::new(), Vec::new());
        for &symbol in series {
            let arrives = |to: usize| match rows.last() {
                None => self.start[to],
                Some(before) => (0..n).map(|from| before[from] * self.moves[from][to]).sum(),
            };
            let mut row: Vec<f64> = (0..n).map(|state| arrives(state) * self.shows[state][symbol]).collect();
            let scale: f64 = row.iter().sum();
            if scale <= 0.0 {
                return Err(HmmError::Impossible);
            }
            row.iter_mut().for_each(|p| *p /= scale);
            rows.push(row);
            scales.push(scale);
        }
        Ok((rows, scales))
    }

    /// The likeliest states, and the logarithm of their joint probability with the series.
    ///
    /// # Errors
    /// If a symbol is unknown or the series cannot happen.
    pub fn viterbi(&self, series: &[usize]) -> Result<(Vec<usize>, f64), HmmError> {
        self.check(series)?;
        let n = self.start.len();
        let mut best: Vec<f64> = Vec::new();
        let mut came_from: Vec<Vec<usize>> = Vec::new();
        for (at, &symbol) in series.iter().enumerate() {
            let mut from_row = vec![0; n];
            let next = (0..n).map(|to| {
                let arrives = if at == 0 {
                    libm::log(self.start[to])
                } else {
                    let value = |from: usize| best[from] + libm::log(self.moves[from][to]);
                    let from = (0..n).rev().max_by(|&a, &b| value(a).total_cmp(&value(b))).unwrap_or(0);
                    from_row[to] = from;
                    value(from)
                };
                arrives + libm::log(self.shows[to][symbol])
            });
            best = next.collect();
            came_from.push(from_row);
        }
        let Some(mut state) = (0..best.len()).rev().max_by(|&a, &b| best[a].total_cmp(&best[b])) else {
            return Ok((Vec::new(), 0.0));
        };
        let chance = best[state];
        if chance == f64::NEG_INFINITY {
            return Err(HmmError::Impossible);
        }
        let mut states = vec![state];
        for from in came_from.iter().skip(1).rev() {
            state = from[state];
            states.push(state);
        }
        states.reverse();
        Ok((states, chance))
    }

    /// One step of learning from a series; returns the log-likelihood before it.
    ///
    /// # Errors
    /// If a symbol is unknown or the series cannot happen.
    pub fn learn(&mut self, series: &[usize]) -> Result<f64, HmmError> {
        let (alpha, scales) = self.scaled_forward(series)?;
        let n = self.start.len();
        let mut beta = vec![vec![1.0; n]; series.len()];
        for at in (0..series.len().saturating_sub(1)).rev() {
            for from in 0..n {
                let ahead = (0..n)
                    .map(|to| self.moves[from][to] * self.shows[to][series[at + 1]] * beta[at + 1][to])
                    .sum::<f64>();
                beta[at][from] = ahead / scales[at + 1];
            }
        }
        let gamma = |at: usize, state: usize| alpha[at][state] * beta[at][state];
        let old = self.clone();
        #[allow(clippy::needless_range_loop)] // States number rows and columns of several tables at once.
        for state in 0..n {
            let stays: f64 = (0..series.len().saturating_sub(1)).map(|at| gamma(at, state)).sum();
            if stays > 1e-300 {
                for to in 0..n {
                    let moved: f64 = (0..series.len() - 1)
                        .map(|at| {
                            alpha[at][state]
                                * old.moves[state][to]
                                * old.shows[to][series[at + 1]]
                                * beta[at + 1][to]
                                / scales[at + 1]
                        })
                        .sum();
                    self.moves[state][to] = moved / stays;
                }
            }
            let visits: f64 = (0..series.len()).map(|at| gamma(at, state)).sum();
            if visits > 1e-300 {
                for symbol in 0..self.shows[state].len() {
                    let shown: f64 =
                        (0..series.len()).filter(|&at| series[at] == symbol).map(|at| gamma(at, state)).sum();
                    self.shows[state][symbol] = shown / visits;
                }
            }
            if !series.is_empty() {
                self.start[state] = gamma(0, state);
            }
        }
        Ok(scales.iter().map(|s| libm::log(*s)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Hmm {
        Hmm::new(
            vec![0.6, 0.4],
            vec![vec![0.7, 0.3], vec![0.4, 0.6]],
            vec![vec![0.5, 0.4, 0.1], vec![0.1, 0.3, 0.6]],
        )
        .expect("sound")
    }

    /// The chance of a series by adding up all ways it can come about, and the likeliest way.
    fn by_enumeration(hmm: &Hmm, series: &[usize]) -> (f64, Vec<usize>) {
        let (mut sum, mut best) = (0.0, (0.0, vec![]));
        for code in 0..1_usize << series.len() {
            let states: Vec<usize> = (0..series.len()).map(|at| code >> at & 1).collect();
            let chance = states.iter().enumerate().fold(1.0, |p, (at, &s)| {
                p * if at == 0 { hmm.start[s] } else { hmm.moves[states[at - 1]][s] }
                    * hmm.shows[s][series[at]]
            });
            sum += chance;
            if chance > best.0 {
                best = (chance, states);
            }
        }
        (sum, best.1)
    }

    #[test]
    fn likelihood_and_states_agree_with_trying_all_ways() {
        for series in [vec![0, 1, 2], vec![2, 2, 0, 1, 0], vec![1; 8]] {
            let (sum, states) = by_enumeration(&guard(), &series);
            assert!((guard().forward(&series).expect("possible").1 - sum.ln()).abs() < 1e-9);
            assert_eq!(guard().viterbi(&series).expect("possible").0, states);
        }
        assert!(guard().forward(&[7]).is_err());
        assert!(Hmm::new(vec![0.5, 0.4], vec![vec![1.0, 0.0]; 2], vec![vec![1.0]; 2]).is_err());
    }

    #[test]
    fn learning_never_makes_a_series_less_likely() {
        let mut model = guard();
        let series: Vec<usize> = (0..200).map(|n| if n / 20 % 2 == 0 { n % 2 } else { 2 }).collect();
        let mut last = f64::NEG_INFINITY;
        for _ in 0..30 {
            let likely = model.learn(&series).expect("possible");
            assert!(likely >= last - 1e-9, "{likely} {last}");
            last = likely;
        }
        assert!(model.moves[0][0] > 0.9 && model.shows[1][2] > 0.9, "{model:?}");
    }
}
