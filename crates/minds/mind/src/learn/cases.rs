//! Cases to learn from, read from CSV.

/// Cases in columns; the last column is the one to learn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cases {
    /// The columns' names, the target last.
    pub names: Vec<String>,
    /// One text per column; `?` or nothing for what is missing.
    pub rows: Vec<Vec<String>>,
}

/// What is wrong with cases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum CasesError {
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: String },
    #[error("there is no column {0:?}")]
    NoColumn(String),
    #[error("there are no cases")]
    Empty,
    #[error("more than {MOST_CASES} cases or {MOST_COLUMNS} columns")]
    TooMany,
}

const MOST_CASES: usize = 1_000_000;
const MOST_COLUMNS: usize = 1_000;

impl Cases {
    /// Reads CSV with a header; `target` becomes the last column.
    ///
    /// # Errors
    /// Names the line or column.
    pub fn parse(text: &str, target: &str) -> Result<Self, CasesError> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let wrong = |e: &csv::Error| {
            let line = e.position().map_or(1, |p| p.line() as usize);
            let reason = match e.kind() {
                csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                    format!("{len} columns, not {expected_len}")
                }
                _ => e.to_string().replace('\n', " "),
            };
            CasesError::Line { line, reason }
        };
        let names: Vec<String> = reader.headers().map_err(|e| wrong(&e))?.iter().map(str::to_owned).collect();
        let at = names.iter().position(|name| name == target);
        let at = at.ok_or_else(|| CasesError::NoColumn(target.to_owned()))?;
        let last = names.len() - 1;
        let mut made = Self { names, rows: Vec::new() };
        made.names.swap(at, last);
        for row in reader.records() {
            let mut row: Vec<String> = row.map_err(|e| wrong(&e))?.iter().map(str::to_owned).collect();
            row.swap(at, last);
            let endless = |cell: &&String| cell.parse::<f64>().is_ok_and(|number| !number.is_finite());
            if let Some(cell) = row.iter().find(endless) {
                let reason = format!("{cell:?} is no number to learn from; write ? for what is missing");
                return Err(CasesError::Line { line: made.rows.len() + 2, reason });
            }
            made.rows.push(row);
            if made.rows.len() > MOST_CASES || last >= MOST_COLUMNS {
                return Err(CasesError::TooMany);
            }
        }
        if made.rows.is_empty() { Err(CasesError::Empty) } else { Ok(made) }
    }

    pub(super) fn number(&self, row: usize, column: usize) -> Option<f64> {
        self.rows[row][column].parse().ok()
    }

    pub(super) fn is_missing(&self, row: usize, column: usize) -> bool {
        matches!(self.rows[row][column].as_str(), "" | "?")
    }

    pub(super) fn target(&self, row: usize) -> &str {
        self.rows[row].last().map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_cases_are_refused() {
        let said = |text: &str| Cases::parse(text, "is").expect_err("bad").to_string();
        assert_eq!(said("a,b\n1,2\n"), "there is no column \"is\"");
        assert_eq!(said("a,is\n"), "there are no cases");
        assert_eq!(said("a,is\n1,2,3\n"), "line 2: 3 columns, not 2");
        for cell in ["nan", "inf", "-inf", "NaN"] {
            let error = said(&format!("a,is\n1,2\n{cell},3\n"));
            assert!(error.starts_with("line 3") && error.contains(cell), "{error}");
        }
    }
}
