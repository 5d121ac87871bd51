//! Pairs at tables of many: who sits together too often and profits too much when they do.
//!
//! For each pair: the tables they shared, against n(a)·n(b)/N by chance (about Poisson); and what the two took together at
//! shared tables, against what each takes at other tables (Welch's z). An alarm needs both: friends who only sit together
//! are innocent, and so is somebody who is lucky with one neighbour. The probability of a pair is the larger of the two.
//! Data: a CSV with the columns `table`, `player` and `profit`, one row for each player at a table.

use super::{at_least, discoveries, upper_tail};
use crate::results::{ResultsError, line, refusal};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Who took what at one table.
pub type Table = Vec<(usize, f64)>;

/// A record of tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Players in the order they first appear.
    pub names: Vec<String>,
    /// The tables in the order they first appear.
    pub tables: Vec<Table>,
}

impl Record {
    /// Whether the header of a CSV is that of such a record.
    #[must_use]
    pub fn fits(bytes: &[u8]) -> bool {
        let header = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let titles: Vec<&[u8]> = header.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect();
        [&b"table"[..], b"player", b"profit"].iter().all(|title| titles.contains(title))
    }

    /// Reads a record.
    pub fn parse(bytes: &[u8]) -> Result<Self, ResultsError> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
        let header = reader.headers().map_err(|error| refusal(bytes, &error))?.clone();
        let column = |name: &'static str| {
            header.iter().position(|title| title == name).ok_or(ResultsError::Column(name))
        };
        let (table_at, player_at, profit_at) = (column("table")?, column("player")?, column("profit")?);
        let mut record = Self::default();
        let (mut players, mut tables) = (HashMap::new(), HashMap::new());
        let mut fields = csv::StringRecord::new();
        while reader.read_record(&mut fields).map_err(|error| refusal(bytes, &error))? {
            let row = fields.position().map_or(1, |position| line(bytes, position));
            let name = &fields[player_at];
            if name.is_empty() {
                return Err(ResultsError::Nameless { row, side: "one" });
            }
            let text = &fields[profit_at];
            let profit = text.parse().ok().filter(|profit: &f64| profit.is_finite());
            let profit =
                profit.ok_or_else(|| ResultsError::Profit { row, text: text.chars().take(40).collect() })?;
            let player = *players.entry(name.to_string()).or_insert_with(|| {
                record.names.push(name.into());
                record.names.len() - 1
            });
            let table = *tables.entry(fields[table_at].to_string()).or_insert_with(|| {
                record.tables.push(Vec::new());
                record.tables.len() - 1
            });
            if record.tables[table].iter().any(|&(other, _)| other == player) {
                return Err(ResultsError::TwiceAtTable { row, name: name.into() });
            }
            record.tables[table].push((player, profit));
        }
        Ok(record)
    }
}

/// A pair that was judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Company {
    /// One of the two.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Tables they shared.
    pub tables: u32,
    /// Tables chance would have them share.
    pub tables_expected: f64,
    /// The probability of so many.
    pub tables_probability: f64,
    /// What they took together on average at shared tables.
    pub profit: f64,
    /// What they take at other tables.
    pub profit_expected: f64,
    /// The probability of taking so much.
    pub profit_probability: f64,
    /// Whether both together are an alarm.
    pub alarm: bool,
}

/// Sums for a mean and its spread.
#[derive(Clone, Copy, Default)]
struct Moments {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn without(self, other: Self) -> Self {
        Self { n: self.n - other.n, sum: self.sum - other.sum, squares: self.squares - other.squares }
    }

    fn mean(self) -> f64 {
        self.sum / self.n.max(1.0)
    }

    /// The variance of the mean.
    fn spread(self) -> f64 {
        if self.n < 2.0 {
            return f64::INFINITY;
        }
        let mean = self.mean();
        ((self.squares / self.n - mean * mean).max(0.0) / (self.n - 1.0)).max(1e-12)
    }
}

/// All pairs who shared at least `least` tables, the least probable first.
#[must_use]
pub fn look(players: usize, tables: &[Table], least: u32, q: f64) -> Vec<Company> {
    #[derive(Clone, Copy, Default)]
    struct Shared {
        joint: Moments,
        first: Moments,
        second: Moments,
    }
    let mut alone = vec![Moments::default(); players];
    let mut shared: BTreeMap<(usize, usize), Shared> = BTreeMap::new();
    for table in tables {
        for (i, &(a, profit_a)) in table.iter().enumerate() {
            alone[a].add(profit_a);
            for &(b, profit_b) in &table[i + 1..] {
                let (first, second) = if a < b { (profit_a, profit_b) } else { (profit_b, profit_a) };
                let entry = shared.entry((a.min(b), a.max(b))).or_default();
                entry.joint.add(profit_a + profit_b);
                entry.first.add(first);
                entry.second.add(second);
            }
        }
    }
    let judge = |(&(first, second), together): (&(usize, usize), &Shared)| {
        let tables_expected = alone[first].n * alone[second].n / tables.len().max(1) as f64;
        let apart = [alone[first].without(together.first), alone[second].without(together.second)];
        let expected: f64 = apart.iter().map(|m| m.mean()).sum();
        let spread = together.joint.spread() + apart.iter().map(|m| m.spread()).sum::<f64>();
        Company {
            first,
            second,
            tables: together.joint.n as u32,
            tables_expected,
            tables_probability: at_least(together.joint.n as u64, tables_expected),
            profit: together.joint.mean(),
            profit_expected: expected,
            profit_probability: upper_tail((together.joint.mean() - expected) / spread.sqrt()),
            alarm: false,
        }
    };
    let judged = shared.iter().filter(|(_, together)| together.joint.n >= f64::from(least));
    let mut found: Vec<Company> = judged.map(judge).collect();
    let both = |c: &Company| c.tables_probability.max(c.profit_probability);
    let alarms = discoveries(&found.iter().map(both).collect::<Vec<_>>(), shared.len(), q);
    for (company, alarm) in found.iter_mut().zip(alarms) {
        company.alarm = alarm;
    }
    found.sort_by(|a, b| both(a).total_cmp(&both(b)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_rows_are_refused_by_row_and_reason() {
        let refusal = |text: &str| Record::parse(text.as_bytes()).expect_err("a bad record").to_string();
        assert_eq!(refusal("table,player\n"), "row 1: there is no column \"profit\"");
        assert_eq!(
            refusal("table,player,profit\n1,ada,2\n1,ada,3\n"),
            "row 3: \"ada\" sits twice at one table"
        );
        assert_eq!(
            refusal("table,player,profit\n1,ada,NaN\n"),
            "row 2: \"NaN\" is no profit: a finite number"
        );
        assert!(Record::fits(b"profit, player ,table\n") && !Record::fits(b"home,away,result\n"));
    }

    #[test]
    fn sitting_together_alone_is_no_alarm() {
        // Players 0 and 1 share every table, and take what they always take.
        let tables: Vec<Table> = (0..400)
            .map(|t| {
                let third = 2 + t % 8;
                let swing = f64::from([1, -1, 2, -2][t % 4]);
                vec![(0, swing), (1, -swing), (third, 0.0)]
            })
            .collect();
        let found = look(10, &tables, 10, 0.05);
        assert!(found.iter().all(|company| !company.alarm), "{:?}", found[0]);
    }
}
