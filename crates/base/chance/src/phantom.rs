//! The Phantom Cube Die: a game of 36 tokens on six piles.
//!
//! A throw of two dice x, y takes a token from pile |x - y| + 1; the game ends with the throw that finds its pile empty,
//! and the score is the number of throws. The expected score of a way to lay the tokens is the sum over t of the
//! probability that t throws all found a token, which multiplies out pile by pile; no game is played.

/// Ways of 36 to throw each pile.
pub const WAYS: [u32; 6] = [6, 10, 8, 6, 4, 2];

/// The expected score of laying the tokens like this, the last throw included.
///
/// ```
/// use wold_chance::phantom::expected_score;
/// assert!((expected_score(&[6; 6]) - 20.4849).abs() < 1e-4);
/// assert!(expected_score(&[6, 9, 7, 6, 5, 3]) > expected_score(&[6, 10, 8, 6, 4, 2]));
/// ```
#[must_use]
pub fn expected_score(piles: &[u32; 6]) -> f64 {
    // Coefficient t, times t!, is the probability of t good throws (an exponential generating function).
    let mut series = vec![1.0f64];
    for (&tokens, &ways) in piles.iter().zip(&WAYS) {
        let tokens = tokens.min(200) as usize;
        let share = f64::from(ways) / 36.0;
        let mut next = vec![0.0; series.len() + tokens];
        let mut term = 1.0;
        for taken in 0..=tokens {
            for (t, value) in series.iter().enumerate() {
                next[t + taken] += value * term;
            }
            term *= share / (taken as f64 + 1.0);
        }
        series = next;
    }
    let mut factorial = 1.0;
    series
        .iter()
        .enumerate()
        .map(|(t, value)| {
            factorial *= if t == 0 { 1.0 } else { t as f64 };
            value * factorial
        })
        .sum()
}

/// The best laying found by moving one token at a time while it helps.
#[must_use]
pub fn best_laying(start: [u32; 6]) -> ([u32; 6], f64) {
    let (mut piles, mut score) = (start, expected_score(&start));
    loop {
        let mut better = None;
        for (from, to) in (0..6).flat_map(|from| (0..6).map(move |to| (from, to))) {
            if from == to || piles[from] == 0 {
                continue;
            }
            let mut moved = piles;
            moved[from] -= 1;
            moved[to] += 1;
            let value = expected_score(&moved);
            if value > score + 1e-12 {
                score = value;
                better = Some(moved);
            }
        }
        match better {
            Some(moved) => piles = moved,
            None => return (piles, score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_computed_by_hand() {
        for (piles, expected) in
            [([6; 6], 20.4849), ([6, 10, 8, 6, 4, 2], 23.9025), ([6, 9, 7, 6, 5, 3], 24.4634)]
        {
            assert!((expected_score(&piles) - expected).abs() < 1e-4, "{piles:?} {}", expected_score(&piles));
        }
    }

    #[test]
    fn climbing_finds_the_best_known_laying() {
        let (piles, score) = best_laying([6; 6]);
        assert_eq!(piles, [6, 9, 7, 6, 5, 3]);
        assert!((score - 24.4634).abs() < 1e-4);
    }
}
