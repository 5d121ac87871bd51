//! Who goes where with the least way in sum.
//!
//! The assignment problem by shortest augmenting paths (Kuhn's Hungarian method in the form of Jonker and Volgenant, O(n²·m) for n rows and m columns,
//! n ≤ m). Exact; among equal sums the result is the one this order of rows leads to. Costs must be finite; forbidden pairs get [`FORBIDDEN`].

/// A cost nobody pays while there is another way.
pub const FORBIDDEN: f64 = 1e6;

/// The column of each row so that the sum of costs is least; `cost[row][column]`, no more rows than columns.
///
/// ```
/// use wold_tactics::stage::least_cost;
/// let greedy_would_pay_11 = [vec![1.0, 2.0], vec![1.0, 10.0]];
/// assert_eq!(least_cost(&greedy_would_pay_11), [1, 0]);
/// ```
#[must_use]
pub fn least_cost(cost: &[Vec<f64>]) -> Vec<usize> {
    let (rows, columns) = (cost.len(), cost.first().map_or(0, Vec::len));
    assert!(rows <= columns || rows == 0, "there are no more rows than columns");
    // Potentials, and which row each column has; row and column 0 are outside.
    let (mut up, mut down) = (vec![0.0; rows + 1], vec![0.0; columns + 1]);
    let mut row_of = vec![0; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let (mut least, mut used) = (vec![f64::INFINITY; columns + 1], vec![false; columns + 1]);
        let mut before = vec![0; columns + 1];
        let mut column = 0;
        while row_of[column] != 0 {
            used[column] = true;
            let (mut delta, mut next) = (f64::INFINITY, 0);
            for other in (1..=columns).filter(|other| !used[*other]) {
                let current = row_of[column];
                let reduced = cost[current - 1][other - 1] - up[current] - down[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, column);
                }
                if least[other] < delta {
                    (delta, next) = (least[other], other);
                }
            }
            for other in 0..=columns {
                if used[other] {
                    up[row_of[other]] += delta;
                    down[other] -= delta;
                } else {
                    least[other] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    let mut found = vec![0; rows];
    for column in 1..=columns {
        if row_of[column] != 0 {
            found[row_of[column] - 1] = column - 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least sum by trying every way.
    fn by_trying(cost: &[Vec<f64>], row: usize, taken: u32) -> f64 {
        if row == cost.len() {
            return 0.0;
        }
        (0..cost[row].len())
            .filter(|column| taken & (1 << column) == 0)
            .map(|column| cost[row][column] + by_trying(cost, row + 1, taken | 1 << column))
            .fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #[test]
        fn no_way_is_cheaper(cost in (1usize..5).prop_flat_map(|rows| {
            prop::collection::vec(prop::collection::vec(0.0f64..10.0, 5), rows)
        })) {
            let found = least_cost(&cost);
            let mut columns = found.clone();
            columns.sort_unstable();
            columns.dedup();
            prop_assert_eq!(columns.len(), cost.len(), "every row has a column of its own");
            let sum: f64 = found.iter().enumerate().map(|(row, column)| cost[row][*column]).sum();
            prop_assert!((sum - by_trying(&cost, 0, 0)).abs() < 1e-9);
        }
    }

    #[test]
    fn nobody_needs_no_place() {
        assert_eq!(least_cost(&[]), Vec::<usize>::new());
    }
}
