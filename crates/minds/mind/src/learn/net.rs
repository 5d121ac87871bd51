//! A small net of layers.
//!
//! Contract: fully connected layers, tanh within, logistic at the end; trained by gradient descent with momentum on the squared
//! error, one case at a time, in an order drawn anew each round. For a handful of inputs and outputs; no batches, no threads.

use wold_chance::Stream;

/// How a net is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetConfig {
    /// How far a step goes. Default 0.3.
    pub rate: f64,
    /// How much of the last step is kept. Default 0.5.
    pub momentum: f64,
    /// Times all cases are seen. Default 1,000.
    pub rounds: usize,
}

impl Default for NetConfig {
    fn default() -> Self {
        Self { rate: 0.3, momentum: 0.5, rounds: 1_000 }
    }
}

/// A multilayer net.
///
/// ```
/// use wold_chance::{Seed, Stream};
/// use wold_mind::learn::Net;
/// let mut stream = Stream::named(Seed(2), "xor", &[]);
/// let mut net = Net::new(&[2, 4, 1], &mut stream);
/// let cases: Vec<([f64; 2], [f64; 1])> =
///     [[0., 0.], [0., 1.], [1., 0.], [1., 1.]].map(|x| (x, [f64::from(x[0] != x[1])])).to_vec();
/// net.train(&cases, Default::default(), &mut stream);
/// assert!(cases.iter().all(|(x, y)| (net.answer(x)[0] - y[0]).abs() < 0.2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Per layer, per unit: a weight per input and the threshold.
    layers: Vec<Vec<Vec<f64>>>,
}

impl Net {
    /// An untrained net with so many units per layer, inputs first.
    #[must_use]
    pub fn new(sizes: &[usize], stream: &mut Stream) -> Self {
        let mut unit = |inputs: usize| {
            let reach = 1.0 / (inputs as f64).sqrt().max(1.0);
            (0..=inputs).map(|_| stream.range(-reach, reach)).collect()
        };
        let layers = sizes.windows(2).map(|pair| (0..pair[1]).map(|_| unit(pair[0])).collect()).collect();
        Self { layers }
    }

    /// What each layer says to an input, the input first.
    fn activations(&self, input: &[f64]) -> Vec<Vec<f64>> {
        let mut all = vec![input.to_vec()];
        for (number, layer) in self.layers.iter().enumerate() {
            let last = number + 1 == self.layers.len();
            let before = &all[number];
            let says = |unit: &Vec<f64>| {
                let sum = unit[before.len()] + unit.iter().zip(before).map(|(w, x)| w * x).sum::<f64>();
                if last { 1.0 / (1.0 + libm::exp(-sum)) } else { libm::tanh(sum) }
            };
            let row = layer.iter().map(says).collect();
            all.push(row);
        }
        all
    }

    /// What the net says to an input: one number in 0 to 1 per output.
    #[must_use]
    pub fn answer(&self, input: &[f64]) -> Vec<f64> {
        self.activations(input).pop().unwrap_or_default()
    }

    /// Trains; returns the mean squared error of the last round.
    pub fn train<X: AsRef<[f64]>, Y: AsRef<[f64]>>(
        &mut self,
        cases: &[(X, Y)],
        config: NetConfig,
        stream: &mut Stream,
    ) -> f64 {
        let mut steps: Vec<Vec<Vec<f64>>> =
            self.layers.iter().map(|l| l.iter().map(|u| vec![0.0; u.len()]).collect()).collect();
        let mut order: Vec<usize> = (0..cases.len()).collect();
        let mut error = 0.0;
        for _ in 0..config.rounds {
            error = 0.0;
            stream.shuffle(&mut order);
            for &at in &order {
                error += self.step(cases[at].0.as_ref(), cases[at].1.as_ref(), config, &mut steps);
            }
        }
        error / cases.len().max(1) as f64
    }

    fn step(&mut self, input: &[f64], wanted: &[f64], config: NetConfig, steps: &mut [Vec<Vec<f64>>]) -> f64 {
        let says = self.activations(input);
        let last = &says[self.layers.len()];
        let error = last.iter().zip(wanted).map(|(y, t)| (t - y) * (t - y)).sum();
        let mut blame: Vec<f64> = last.iter().zip(wanted).map(|(y, t)| (t - y) * y * (1.0 - y)).collect();
        for number in (0..self.layers.len()).rev() {
            let inputs = &says[number];
            let mut before = vec![0.0; inputs.len()];
            for (unit, (row, step)) in self.layers[number].iter_mut().zip(&mut steps[number]).enumerate() {
                for (at, (weight, moved)) in row.iter_mut().zip(step).enumerate() {
                    let x = inputs.get(at).copied().unwrap_or(1.0);
                    if at < inputs.len() {
                        before[at] += blame[unit] * *weight * (1.0 - x * x);
                    }
                    *moved = config.rate * blame[unit] * x + config.momentum * *moved;
                    *weight += *moved;
                }
            }
            blame = before;
        }
        error
    }
}
