//! How likely a figure at least as large is by chance.

/// The chance that a chi-square of `degrees` degrees of freedom is at least `x`.
#[must_use]
pub fn chi_square_tail(x: f64, degrees: f64) -> f64 {
    upper_gamma(degrees / 2.0, x / 2.0)
}

/// Pearson's statistic of counts against what was expected, and its tail.
#[must_use]
pub fn chi_square(counts: &[u64], expected: &[f64]) -> (f64, f64) {
    let statistic = counts
        .iter()
        .zip(expected)
        .map(|(&c, &e)| (c as f64 - e) * (c as f64 - e) / e.max(1e-300))
        .sum::<f64>();
    (statistic, chi_square_tail(statistic, counts.len().saturating_sub(1) as f64))
}

/// Joins neighbouring classes until each is expected at least `least` times, so that Pearson's statistic applies.
#[must_use]
pub fn pool(counts: &[u64], expected: &[f64], least: f64) -> (Vec<u64>, Vec<f64>) {
    let (mut pooled_counts, mut pooled_expected) = (Vec::new(), Vec::new());
    let (mut count, mut expect) = (0, 0.0);
    for (&c, &e) in counts.iter().zip(expected) {
        count += c;
        expect += e;
        if expect >= least {
            pooled_counts.push(count);
            pooled_expected.push(expect);
            (count, expect) = (0, 0.0);
        }
    }
    if let (Some(c), Some(e)) = (pooled_counts.last_mut(), pooled_expected.last_mut()) {
        *c += count;
        *e += expect;
    }
    (pooled_counts, pooled_expected)
}

/// Two-sided chance of a Poisson count as far from its mean, halved so that both ends show: near 0 is too many, near 1
/// too few.
#[must_use]
pub fn poisson_tail(count: u64, mean: f64) -> f64 {
    // P(X >= count) is the lower gamma function; the middle of the step keeps even cases near one half.
    let at_least = |k: u64| if k == 0 { 1.0 } else { 1.0 - upper_gamma(k as f64, mean) };
    f64::midpoint(at_least(count), at_least(count + 1))
}

/// The chance that a normal figure is at least `z` standard deviations above its mean.
#[must_use]
pub fn normal_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z / std::f64::consts::SQRT_2)
}

/// Kolmogorov and Smirnov: the greatest distance of sorted fractions from the even line, and its tail.
#[must_use]
pub fn kolmogorov_smirnov(values: &mut [f64]) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    let distance = values
        .iter()
        .enumerate()
        .fold(0.0f64, |worst, (i, &v)| worst.max((i as f64 + 1.0) / n - v).max(v - i as f64 / n));
    let root = libm::sqrt(n);
    let x = (root + 0.12 + 0.11 / root) * distance;
    if x < 0.2 {
        // The series needs ever more terms for ever smaller distances, and the tail is 1 to twelve digits there.
        return (distance, 1.0);
    }
    let mut sum = 0.0;
    for k in 1..=100 {
        let k = f64::from(k);
        let term = libm::exp(-2.0 * k * k * x * x);
        sum += if k as u32 % 2 == 1 { term } else { -term };
    }
    (distance, (2.0 * sum).clamp(0.0, 1.0))
}

/// The regularised upper incomplete gamma function Q(a, x): a series below the peak, a continued fraction above.
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 || a <= 0.0 {
        return 1.0;
    }
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..10_000 {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term < sum * 1e-15 {
                break;
            }
        }
        return (1.0 - sum * front).clamp(0.0, 1.0);
    }
    // Lentz's method.
    let tiny = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / nonzero(an * d + b, tiny);
        c = nonzero(b + an / c, tiny);
        let step = d * c;
        h *= step;
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (front * h).clamp(0.0, 1.0)
}

fn nonzero(v: f64, tiny: f64) -> f64 {
    if v.abs() < tiny { tiny } else { v }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        for (x, degrees, p) in
            [(3.841, 1.0, 0.05), (18.307, 10.0, 0.05), (124.342, 100.0, 0.05), (2.558, 10.0, 0.99)]
        {
            assert!((chi_square_tail(x, degrees) - p).abs() < 2e-4, "{x} {degrees}");
        }
        assert!((normal_tail(1.959_964) - 0.025).abs() < 1e-6);
        // P(X >= 3) = 0.3233, P(X >= 4) = 0.1429 for mean 2.
        assert!((poisson_tail(3, 2.0) - 0.2331).abs() < 1e-4);
    }

    #[test]
    fn pooling_keeps_the_sums() {
        let (counts, expected) = pool(&[1, 2, 3, 4], &[1.0, 6.0, 2.0, 1.0], 5.0);
        assert_eq!((counts, expected), (vec![10], vec![10.0]));
    }

    #[test]
    fn even_fractions_are_close_to_the_line() {
        let mut values: Vec<f64> = (0..1000).map(|i| (f64::from(i) + 0.5) / 1000.0).collect();
        let (distance, p) = kolmogorov_smirnov(&mut values);
        assert!(distance < 0.001 && p > 0.999);
        let mut squeezed: Vec<f64> = (0..1000).map(|i| f64::from(i) / 1100.0).collect();
        assert!(kolmogorov_smirnov(&mut squeezed).1 < 0.001);
    }
}
