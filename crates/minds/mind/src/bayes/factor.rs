//! Tables over several variables: product, sum and restriction, the three steps of variable elimination.

/// A table with one number for each combination of values; the last variable changes fastest.
#[derive(Clone, Debug)]
pub(super) struct Factor {
    /// Variables with their numbers of values.
    scope: Vec<(usize, usize)>,
    values: Vec<f64>,
}

impl Factor {
    pub(super) fn new(scope: Vec<(usize, usize)>, values: Vec<f64>) -> Self {
        debug_assert_eq!(scope.iter().map(|(_, card)| card).product::<usize>(), values.len());
        Self { scope, values }
    }

    pub(super) fn scope(&self) -> &[(usize, usize)] {
        &self.scope
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    pub(super) fn has(&self, variable: usize) -> bool {
        self.scope.iter().any(|(v, _)| *v == variable)
    }

    /// How far apart two cells lie that differ by one in the variable; 0 if it is not in the scope.
    fn stride(&self, variable: usize) -> usize {
        match self.scope.iter().position(|(v, _)| *v == variable) {
            Some(at) => self.scope[at + 1..].iter().map(|(_, card)| card).product(),
            None => 0,
        }
    }

    /// The table where some variables have known values.
    pub(super) fn given(mut self, known: &[(usize, usize)]) -> Self {
        for &(variable, value) in
            known.iter().filter(|(v, _)| self.scope.iter().any(|(s, _)| s == v)).collect::<Vec<_>>()
        {
            self = self.fold(variable, |cells, out| *out = cells[value]);
        }
        self
    }

    /// The table with a variable summed away.
    pub(super) fn sum_out(self, variable: usize) -> Self {
        self.fold(variable, |cells, out| *out = cells.iter().sum())
    }

    fn fold(self, variable: usize, mut one: impl FnMut(&[f64], &mut f64)) -> Self {
        let Some(at) = self.scope.iter().position(|(v, _)| *v == variable) else { return self };
        let (card, inner) = (self.scope[at].1, self.stride(variable));
        let mut values = vec![0.0; self.values.len() / card];
        let mut cells = vec![0.0; card];
        for (number, out) in values.iter_mut().enumerate() {
            let base = (number / inner) * inner * card + number % inner;
            for (value, cell) in cells.iter_mut().enumerate() {
                *cell = self.values[base + value * inner];
            }
            one(&cells, out);
        }
        let mut scope = self.scope;
        scope.remove(at);
        Self { scope, values }
    }

    /// The product of tables, over all their variables in order of number.
    pub(super) fn product(factors: &[Self]) -> Self {
        let mut scope: Vec<(usize, usize)> = factors.iter().flat_map(|f| f.scope.iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        let size: usize = scope.iter().map(|(_, card)| card).product();
        let mut values = vec![1.0; size];
        for factor in factors {
            let strides: Vec<usize> = scope.iter().map(|(v, _)| factor.stride(*v)).collect();
            let mut digits = vec![0_usize; scope.len()];
            let mut cell = 0;
            for value in &mut values {
                *value *= factor.values[cell];
                for at in (0..scope.len()).rev() {
                    digits[at] += 1;
                    cell += strides[at];
                    if digits[at] < scope[at].1 {
                        break;
                    }
                    cell -= strides[at] * digits[at];
                    digits[at] = 0;
                }
            }
        }
        Self { scope, values }
    }
}
