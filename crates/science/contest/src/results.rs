//! Tables of results.
//!
//! CSV with the columns `home`, `away` and `result`, others are ignored; a result is `home`, `away` or `tie`, or the home
//! side's share `1`, `0` or `0.5`. A column `period`, whole numbers that never go back, says when. Rows are counted as lines of the file, so the header is row 1.

use crate::format::Outcome;
use std::collections::HashMap;

/// The last period there is.
pub const MOST_PERIODS: u32 = 100_000;

/// One match between two of [`Results::names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The side named first.
    pub home: usize,
    /// The other side.
    pub away: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// When: a count of days, weeks or seasons that never goes back.
    pub period: u32,
}

impl Game {
    /// A game of the first period.
    #[must_use]
    pub const fn new(home: usize, away: usize, outcome: Outcome) -> Self {
        Self { home, away, outcome, period: 0 }
    }
}

/// Matches in the order they were played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Players in the order they first appear.
    pub names: Vec<String>,
    /// The matches.
    pub games: Vec<Game>,
    /// The row each match stands on.
    pub rows: Vec<u64>,
    /// Whether a column says when each match was.
    pub timed: bool,
}

/// Why a table is refused.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// A column is missing.
    #[error("row 1: there is no column {0:?}")]
    Column(&'static str),
    /// A row cannot be read as CSV.
    #[error("row {row}: {reason}")]
    Csv {
        /// The line of the file.
        row: u64,
        /// What the reader says.
        reason: String,
    },
    /// A player has no name.
    #[error("row {row}: the {side} player has no name")]
    Nameless {
        /// The line of the file.
        row: u64,
        /// `home` or `away`.
        side: &'static str,
    },
    /// Somebody against themselves.
    #[error("row {row}: {name:?} cannot play against themselves")]
    SelfPlay {
        /// The line of the file.
        row: u64,
        /// Who.
        name: String,
    },
    /// Not a profit.
    #[error("row {row}: {text:?} is no profit: a finite number")]
    Profit {
        /// The line of the file.
        row: u64,
        /// What stands there.
        text: String,
    },
    /// The same player twice at one table.
    #[error("row {row}: {name:?} sits twice at one table")]
    TwiceAtTable {
        /// The line of the file.
        row: u64,
        /// Who.
        name: String,
    },
    /// Not a period, or one that lies before the last.
    #[error("row {row}: {text:?} is no period: a whole number from {last} to {MOST_PERIODS}")]
    Period {
        /// The line of the file.
        row: u64,
        /// What stands there.
        text: String,
        /// The period of the row before.
        last: u32,
    },
    /// Not a result.
    #[error("row {row}: {text:?} is no result: home, away, tie, 1, 0 or 0.5")]
    Outcome {
        /// The line of the file.
        row: u64,
        /// What stands there.
        text: String,
    },
}

impl Results {
    /// Reads a table.
    ///
    /// ```
    /// use wold_contest::results::Results;
    /// let read = Results::parse("home,away,result\nada,bob,home\nbob,ada,tie\n".as_bytes())?;
    /// assert_eq!(read.names, ["ada", "bob"]);
    /// # Ok::<(), wold_contest::results::ResultsError>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Self, ResultsError> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
        let header = reader.headers().map_err(|error| refusal(bytes, &error))?.clone();
        let column = |name: &'static str| {
            header.iter().position(|title| title == name).ok_or(ResultsError::Column(name))
        };
        let (home_at, away_at, result_at) = (column("home")?, column("away")?, column("result")?);
        let period_at = header.iter().position(|title| title == "period");
        let mut last = 0;
        let mut results = Self { timed: period_at.is_some(), ..Self::default() };
        let mut known = HashMap::new();
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| refusal(bytes, &error))? {
            let row = record.position().map_or(1, |position| line(bytes, position));
            let sides = [("home", &record[home_at]), ("away", &record[away_at])];
            if let Some((side, _)) = sides.iter().find(|(_, name)| name.is_empty()) {
                return Err(ResultsError::Nameless { row, side });
            }
            if sides[0].1 == sides[1].1 {
                return Err(ResultsError::SelfPlay { row, name: sides[0].1.into() });
            }
            let period = match period_at.map(|at| &record[at]) {
                None => 0,
                Some(text) => {
                    text.parse().ok().filter(|period| (last..=MOST_PERIODS).contains(period)).ok_or_else(
                        || ResultsError::Period { row, text: text.chars().take(40).collect(), last },
                    )?
                }
            };
            last = period;
            let text = &record[result_at];
            let outcome = match text {
                "home" | "1" | "1.0" => Outcome::Home,
                "away" | "0" | "0.0" => Outcome::Away,
                "tie" | "0.5" => Outcome::Tie,
                _ => return Err(ResultsError::Outcome { row, text: text.chars().take(40).collect() }),
            };
            let [home, away] = sides.map(|(_, name)| match known.get(name) {
                Some(&index) => index,
                None => {
                    known.insert(name.to_string(), results.names.len());
                    results.names.push(name.into());
                    results.names.len() - 1
                }
            });
            results.rows.push(row);
            results.games.push(Game { home, away, outcome, period });
        }
        Ok(results)
    }
}

/// What is wrong with a row as CSV.
pub(crate) fn refusal(bytes: &[u8], error: &csv::Error) -> ResultsError {
    ResultsError::Csv {
        row: error.position().map_or(1, |position| line(bytes, position)),
        reason: match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("{len} fields where the header has {expected_len}")
            }
            csv::ErrorKind::Utf8 { .. } => "not UTF-8".into(),
            _ => "cannot be read as CSV".into(),
        },
    }
}

/// The line a row stands on; the reader's position is before the empty lines it skips.
pub(crate) fn line(bytes: &[u8], position: &csv::Position) -> u64 {
    let rest = bytes.get(position.byte() as usize..).unwrap_or_default();
    let skipped =
        rest.iter().take_while(|byte| byte.is_ascii_whitespace()).filter(|&&byte| byte == b'\n').count();
    position.line() + skipped as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_rows_are_refused_by_row_and_reason() {
        let refusal = |text: &str| Results::parse(text.as_bytes()).expect_err("a bad table").to_string();
        assert_eq!(refusal("home,away\n"), "row 1: there is no column \"result\"");
        assert_eq!(
            refusal("home,away,result\na,b,home\na,a,tie\n"),
            "row 3: \"a\" cannot play against themselves"
        );
        assert_eq!(refusal("home,away,result\na,,tie\n"), "row 2: the away player has no name");
        assert_eq!(
            refusal("home,away,result\na,b,1\n\nb,a,2\n"),
            "row 4: \"2\" is no result: home, away, tie, 1, 0 or 0.5"
        );
        assert_eq!(
            refusal("home,away,result,period\na,b,1,3\nb,a,1,2\n"),
            "row 3: \"2\" is no period: a whole number from 3 to 100000"
        );
        assert_eq!(refusal("home,away,result\na,b\n"), "row 2: 2 fields where the header has 3");
    }

    #[test]
    fn columns_may_stand_in_any_order_among_others() {
        let read = Results::parse(b"day,result,away,home\n1,away,bob,ada\n").expect("a table");
        assert_eq!(read.names, ["ada", "bob"]);
        assert_eq!(read.games, [Game::new(0, 1, Outcome::Away)]);
        assert!(!read.timed && Results::parse(b"period,home,away,result\n1,a,b,1\n").expect("a table").timed);
    }
}
