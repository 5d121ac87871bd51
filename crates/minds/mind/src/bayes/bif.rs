//! Networks from BIF files, the format in which networks are published.
//!
//! `network`, `variable` and `probability` blocks; tables by `table …;` or by rows `(value, …) number, …;`, `default …;` for the
//! rows that are not listed. `property` lines and comments are skipped.

use super::network::{BayesError, Network, Node};
use std::collections::BTreeMap;

/// Bounds of a file.
const MOST_VARIABLES: usize = 5_000;
const MOST_NUMBERS: usize = 1 << 22;

struct Reader<'a> {
    tokens: Vec<(&'a str, usize)>,
    at: usize,
}

fn tokens(text: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    let mut in_comment = false;
    for (number, line) in text.lines().enumerate() {
        let mut rest = line.split("//").next().unwrap_or("");
        loop {
            if in_comment {
                let Some(end) = rest.find("*/") else { break };
                rest = &rest[end + 2..];
                in_comment = false;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { break };
            if rest.starts_with("/*") {
                in_comment = true;
                rest = &rest[2..];
                continue;
            }
            let length = if "{}[]()|,;".contains(first) {
                1
            } else if first == '"' {
                rest[1..].find('"').map_or(rest.len(), |end| end + 2)
            } else {
                rest.find(|c: char| c.is_whitespace() || "{}[]()|,;\"".contains(c)).unwrap_or(rest.len())
            };
            found.push((rest[..length].trim_matches('"'), number + 1));
            rest = &rest[length..];
        }
    }
    found
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).map(|(token, _)| *token)
    }

    fn fail<T>(&self, reason: String) -> Result<T, BayesError> {
        let at = self.at.min(self.tokens.len().saturating_sub(1));
        Err(BayesError::Syntax { line: self.tokens.get(at).map_or(1, |(_, line)| *line), reason })
    }

    fn next(&mut self) -> Result<&'a str, BayesError> {
        let Some(token) = self.peek() else { return self.fail("the file ends too soon".into()) };
        self.at += 1;
        Ok(token)
    }

    fn must(&mut self, wanted: &str) -> Result<(), BayesError> {
        match self.peek() {
            Some(token) if token == wanted => self.next().map(drop),
            token => self.fail(format!("expected {wanted:?}, found {:?}", token.unwrap_or("the end"))),
        }
    }

    /// Words until `end`, without commas.
    fn until(&mut self, end: &str) -> Result<Vec<&'a str>, BayesError> {
        let mut words = Vec::new();
        loop {
            match self.next()? {
                token if token == end => return Ok(words),
                "," => {}
                token @ ("{" | "}" | ";") => {
                    self.at -= 1;
                    return self.fail(format!("expected {end:?}, found {token:?}"));
                }
                token => words.push(token),
            }
        }
    }

    fn numbers(&mut self) -> Result<Vec<f64>, BayesError> {
        let start = self.at;
        let words = self.until(";")?;
        let mut numbers = Vec::with_capacity(words.len());
        for word in words {
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ => {
                    self.at = start;
                    return self.fail(format!("{word:?} is not a number"));
                }
            }
        }
        Ok(numbers)
    }

    fn skip_block(&mut self) -> Result<(), BayesError> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                "{" => depth += 1,
                "}" if depth <= 1 => return Ok(()),
                "}" => depth -= 1,
                _ => {}
            }
        }
    }
}

impl Network {
    /// Reads a network.
    ///
    /// # Errors
    /// Names line or variable and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, BayesError> {
        let mut reader = Reader { tokens: tokens(text), at: 0 };
        let mut nodes: Vec<Node> = Vec::new();
        let mut named: BTreeMap<&str, usize> = BTreeMap::new();
        while let Some(token) = reader.peek() {
            match token {
                "network" => reader.skip_block()?,
                "variable" => {
                    reader.next()?;
                    let name = reader.next()?;
                    if nodes.len() >= MOST_VARIABLES || named.insert(name, nodes.len()).is_some() {
                        return reader.fail(format!("variable {name:?} is there twice or one too many"));
                    }
                    let values = read_values(&mut reader)?;
                    nodes.push(Node {
                        name: name.to_owned(),
                        values,
                        parents: Vec::new(),
                        table: Vec::new(),
                    });
                }
                "probability" => read_table(&mut reader, &mut nodes, &named)?,
                other => {
                    return reader.fail(format!("{other:?} is neither network, variable nor probability"));
                }
            }
        }
        if nodes.is_empty() {
            return reader.fail("no variable is there".into());
        }
        Self::new(nodes)
    }
}

fn read_values(reader: &mut Reader) -> Result<Vec<String>, BayesError> {
    reader.must("{")?;
    let mut values = Vec::new();
    loop {
        match reader.next()? {
            "}" if !values.is_empty() => return Ok(values),
            "type" => {
                reader.must("discrete")?;
                reader.must("[")?;
                let count = reader.next()?;
                reader.must("]")?;
                reader.must("{")?;
                values = reader.until("}")?.into_iter().map(str::to_owned).collect();
                if count.parse() != Ok(values.len()) {
                    return reader.fail(format!("[ {count} ] values, but {} are listed", values.len()));
                }
                if let Some((_, twice)) =
                    values.iter().enumerate().find(|(at, value)| values[..*at].contains(value))
                {
                    return reader.fail(format!("value {twice:?} is there twice"));
                }
                reader.must(";")?;
            }
            "property" => while reader.next()? != ";" {},
            other => return reader.fail(format!("{other:?} does not belong to a variable")),
        }
    }
}

fn read_table(
    reader: &mut Reader,
    nodes: &mut [Node],
    named: &BTreeMap<&str, usize>,
) -> Result<(), BayesError> {
    reader.next()?;
    reader.must("(")?;
    let find = |reader: &Reader, name: &str| match named.get(name) {
        Some(&number) => Ok(number),
        None => reader.fail(format!("there is no variable {name:?} above")),
    };
    let name = reader.next()?;
    let node = find(reader, name)?;
    let mut parents = Vec::new();
    let words = reader.until(")")?;
    for word in words.into_iter().filter(|word| *word != "|") {
        let parent = find(reader, word)?;
        if parent == node || parents.contains(&parent) {
            return reader.fail(format!("{word:?} is a parent of {name:?} twice, or its own"));
        }
        parents.push(parent);
    }
    if !nodes[node].table.is_empty() {
        return reader.fail(format!("{name:?} has a table already"));
    }
    let width = nodes[node].values.len();
    let rows = parents.iter().fold(1_usize, |rows, &p| rows.saturating_mul(nodes[p].values.len()));
    if rows.saturating_mul(width) > MOST_NUMBERS {
        return reader.fail(format!("the table of {name:?} is too big"));
    }
    let mut table = vec![f64::NAN; rows * width];
    let mut default: Option<Vec<f64>> = None;
    reader.must("{")?;
    loop {
        match reader.next()? {
            "}" => break,
            "table" => {
                let numbers = reader.numbers()?;
                if numbers.len() != table.len() {
                    let (found, wanted) = (numbers.len(), table.len());
                    return Err(BayesError::Size { name: name.to_owned(), found, wanted });
                }
                // A whole table lists the node's values slowest.
                for (at, number) in numbers.into_iter().enumerate() {
                    table[(at % rows) * width + at / rows] = number;
                }
            }
            "default" => default = Some(reader.numbers()?),
            "property" => while reader.next()? != ";" {},
            "(" => {
                let values = reader.until(")")?;
                let mut row = 0;
                if values.len() != parents.len() {
                    return reader.fail(format!("{} values for {} parents", values.len(), parents.len()));
                }
                for (value, &parent) in values.iter().zip(&parents) {
                    let known = &nodes[parent].values;
                    let Some(at) = known.iter().position(|v| v == value) else {
                        return reader.fail(format!("{:?} has no value {value:?}", nodes[parent].name));
                    };
                    row = row * known.len() + at;
                }
                let numbers = reader.numbers()?;
                if numbers.len() != width {
                    return reader.fail(format!("{} numbers for {width} values", numbers.len()));
                }
                table[row * width..][..width].copy_from_slice(&numbers);
            }
            other => return reader.fail(format!("{other:?} does not belong to a table")),
        }
    }
    for row in table.chunks_mut(width).filter(|row| row[0].is_nan()) {
        match &default {
            Some(numbers) if numbers.len() == width => row.copy_from_slice(numbers),
            _ => return reader.fail(format!("a row of the table of {name:?} is missing")),
        }
    }
    (nodes[node].parents, nodes[node].table) = (parents, table);
    Ok(())
}
