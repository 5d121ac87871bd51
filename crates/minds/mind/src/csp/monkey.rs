//! The monkey puzzle: square tiles, laid without turning, so that all edges match.

use super::Puzzle;

/// A puzzle of `width` × `height` tiles. The variables are the places, row by row; the values are the tiles.
///
/// An upper edge half (a letter in capitals) fits the lower half of the same letter:
///
/// ```
/// use wold_mind::csp::{Monkey, Puzzle, first};
/// let puzzle = Monkey::parse("2 1\n A b C D\n A B C B\n")?;
/// assert_eq!(puzzle.constraints(), 1);
/// assert_eq!(first(&puzzle, 100).first, Some(vec![0, 1])); // b of the first meets B of the second
/// # Ok::<(), wold_mind::csp::MonkeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monkey {
    width: usize,
    height: usize,
    /// North, east, south, west.
    tiles: Vec<[char; 4]>,
}

/// What is wrong with a file of tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct MonkeyError {
    line: usize,
    reason: String,
}

impl Monkey {
    /// Reads `WIDTH HEIGHT`, then one tile per line: its north, east, south and west edge, a letter each. `#` starts a comment.
    ///
    /// # Errors
    /// Names the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, MonkeyError> {
        let fail = |line, reason: &str| Err(MonkeyError { line, reason: reason.to_owned() });
        let mut made = Self { width: 0, height: 0, tiles: Vec::new() };
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
            let letter = |word: &str| {
                let mut chars = word.chars();
                chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none())
            };
            match words.as_slice() {
                [] => {}
                [width, height] if made.width == 0 => {
                    let size = |word: &str| word.parse::<usize>().ok().filter(|n| (1..=64).contains(n));
                    match (size(width), size(height)) {
                        (Some(w), Some(h)) if w * h <= 64 => (made.width, made.height) = (w, h),
                        _ => return fail(number + 1, "a puzzle has 1 to 64 tiles"),
                    }
                }
                [n, e, s, w] if made.width > 0 => match [n, e, s, w].map(|word| letter(word)) {
                    [Some(n), Some(e), Some(s), Some(w)] => made.tiles.push([n, e, s, w]),
                    _ => return fail(number + 1, "an edge is one letter"),
                },
                _ => return fail(number + 1, "expected WIDTH HEIGHT, then four edges per line"),
            }
        }
        if made.tiles.len() != made.width * made.height || made.width == 0 {
            let reason = format!("{} tiles for {} places", made.tiles.len(), made.width * made.height);
            return fail(text.lines().count(), &reason);
        }
        Ok(made)
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// How many edges must match: (w - 1) h + w (h - 1).
    #[must_use]
    pub fn constraints(&self) -> usize {
        (self.width - 1) * self.height + self.width * (self.height - 1)
    }
}

/// Halves of the same picture: the same letter, one large, one small.
fn fits(a: char, b: char) -> bool {
    a != b && a.eq_ignore_ascii_case(&b)
}

impl Puzzle for Monkey {
    fn variables(&self) -> usize {
        self.tiles.len()
    }

    fn values(&self) -> usize {
        self.tiles.len()
    }

    fn allows(&self, a: usize, x: usize, b: usize, y: usize) -> bool {
        let ((a, x), (b, y)) = if a < b { ((a, x), (b, y)) } else { ((b, y), (a, x)) };
        let beside = b == a + 1 && b % self.width != 0;
        let below = b == a + self.width;
        x != y
            && (!beside || fits(self.tiles[x][1], self.tiles[y][3]))
            && (!below || fits(self.tiles[x][2], self.tiles[y][0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csp::count;

    const PUZZLE: &str = include_str!("../../data/reason/monkey.txt");

    #[test]
    fn a_puzzle_of_twelve_has_seventeen_constraints_and_every_solution_matches() {
        let puzzle = Monkey::parse(PUZZLE).expect("sound");
        assert_eq!((puzzle.variables(), puzzle.constraints()), (12, 17));
        let found = count(&puzzle, 1_000_000, &mut |laid| {
            for a in 0..12 {
                for b in a + 1..12 {
                    assert!(puzzle.allows(a, laid[a], b, laid[b]));
                }
            }
        });
        assert!(found.is_complete && found.count >= 1, "{found:?}");
    }

    #[test]
    fn bad_tiles_are_refused_with_the_line() {
        let said = |text: &str| Monkey::parse(text).expect_err("bad").to_string();
        assert!(said("2 1\nA b C D\n").contains("1 tiles for 2 places"));
        assert!(said("2 1\nA b C 7\n").starts_with("line 2: an edge is one letter"));
        assert!(said("20 20\n").contains("1 to 64"));
        assert!(said("").contains("0 tiles"));
    }
}
