//! Primes of numbers up to 2^64, and the longest period a multiplier can have.
//!
//! Miller and Rabin's test with the first twelve primes as witnesses, which decides every number below 2^64 (Sorenson and Webster 2015), and
//! Pollard's rho in Brent's form for the factors: some 2^16 steps for the hardest number. Deterministic; all products in 128 bits.

use crate::lcg::gcd;

/// Enough witnesses for 64 bits.
const WITNESSES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

fn times(a: u64, b: u64, m: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(m)) as u64
}

fn power(mut base: u64, mut exponent: u64, m: u64) -> u64 {
    let mut result = 1 % m;
    base %= m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base, m);
        }
        base = times(base, base, m);
        exponent >>= 1;
    }
    result
}

fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(&p) = WITNESSES.iter().find(|&&p| n.is_multiple_of(p)) {
        return n == p;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    WITNESSES.iter().all(|&witness| {
        let mut x = power(witness, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x, n);
            x == n - 1
        })
    })
}

/// A divisor of a composite number other than 1 and itself.
fn divisor(n: u64) -> u64 {
    for increment in 1.. {
        let next = |x: u64| ((u128::from(times(x, x, n)) + increment) % u128::from(n)) as u64;
        let (mut slow, mut fast, mut shared) = (2, 2, 1);
        while shared == 1 {
            slow = next(slow);
            fast = next(next(fast));
            shared = gcd(slow.abs_diff(fast), n);
        }
        if shared != n {
            return shared;
        }
    }
    unreachable!("some polynomial splits a composite number")
}

/// The primes of a number with their powers, least first; none for 0 and 1.
#[must_use]
pub fn factors(n: u64) -> Vec<(u64, u32)> {
    let mut primes = Vec::new();
    let mut open = Vec::new();
    let mut rest = n;
    for p in WITNESSES {
        while rest > 1 && rest.is_multiple_of(p) {
            primes.push(p);
            rest /= p;
        }
    }
    open.push(rest);
    while let Some(part) = open.pop() {
        if is_prime(part) {
            primes.push(part);
        } else if part > 1 {
            let found = divisor(part);
            open.extend([found, part / found]);
        }
    }
    primes.sort_unstable();
    let mut counted: Vec<(u64, u32)> = Vec::new();
    for p in primes {
        match counted.last_mut() {
            Some((last, count)) if *last == p => *count += 1,
            _ => counted.push((p, 1)),
        }
    }
    counted
}

/// Whether the powers of a number run through as many residues as those of any number can (its order is Carmichael's λ(m)).
#[must_use]
pub fn has_greatest_order(a: u64, m: u64) -> bool {
    if gcd(a, m) != 1 {
        return false;
    }
    let lambda = factors(m).into_iter().fold(1u64, |so_far, (p, count)| {
        let own = match (p, count) {
            (2, 1) => 1,
            (2, 2) => 2,
            (2, count) => 1 << (count - 2),
            (p, count) => (p - 1) * p.pow(count - 1),
        };
        so_far / gcd(so_far, own) * own
    });
    factors(lambda).into_iter().all(|(p, _)| power(a, lambda / p, m) != 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_up_to_the_largest_are_taken_apart_and_put_together_again() {
        for n in [
            1,
            2,
            97 * 97,
            1 << 63,
            (1 << 61) - 1,
            18_446_744_073_709_551_557,
            u64::MAX,
            4_294_967_291 * 4_294_967_279,
            3_825_123_056_546_413_051,
        ]
        .into_iter()
        .chain(2..2_000)
        {
            let found = factors(n);
            assert_eq!(found.iter().map(|&(p, count)| p.pow(count)).product::<u64>(), n);
            assert!(found.iter().all(|&(p, _)| is_prime(p)), "{n}: {found:?}");
        }
        assert_eq!(factors((1 << 61) - 1), [((1 << 61) - 1, 1)]);
    }

    #[test]
    fn greatest_orders_are_those_found_by_counting() {
        let order = |a: u64, m: u64| {
            let (mut x, mut count) = (a % m, 1);
            while x != 1 {
                x = x * a % m;
                count += 1;
            }
            count
        };
        for m in 3..120 {
            let units: Vec<u64> = (1..m).filter(|&a| gcd(a, m) == 1).collect();
            let greatest = units.iter().map(|&a| order(a, m)).max().expect("1 is one");
            for a in 1..m {
                let found = has_greatest_order(a, m);
                assert_eq!(found, gcd(a, m) == 1 && order(a, m) == greatest, "{a} mod {m}");
            }
        }
    }
}
