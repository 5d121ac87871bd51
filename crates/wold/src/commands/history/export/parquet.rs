//! The table as Parquet.
//!
//! A Parquet file is `PAR1`, the columns of each group of rows, a footer that says where they lie, the footer's length and `PAR1` again. Ours has flat
//! columns of whole numbers, numbers and text, one page for each column of a group, and no compression. A column whose values come again and again is
//! written as a dictionary of them and the places in it, like kinds, names and ticks; any other as its values (encodings `RLE_DICTIONARY` and `PLAIN`). Which
//! rows have a value is written by runs.
//!
//! Not covered: nesting, statistics, indexes, checksums. The crate `parquet` reads in the tests what is written here; it is not part of the program,
//! because building it takes longer than building all of what draws our pictures. Source: the format's specification, github.com/apache/parquet-format, version 2.

mod footer;
mod runs;

use super::Row;
use footer::{Chunk, footer, page_header};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

const MAGIC: &[u8] = b"PAR1";
/// Rows of a group: a column of eight-byte values is then a page of one mebibyte, as the format's authors advise.
const GROUP: usize = 1 << 17;

/// What the values of a column are; the numbers are the format's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Whole = 2,
    Number = 5,
    Text = 6,
}

/// How a page writes its values; the numbers are the format's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Plain = 0,
    Runs = 3,
    Dictionary = 8,
}

/// A column of the table.
struct Column {
    name: &'static str,
    kind: Kind,
    /// Whether a row may be without.
    optional: bool,
    /// Writes a row's value as the format has it, and says whether there is one.
    write: fn(&Row, &mut Vec<u8>) -> bool,
}

const COLUMNS: [Column; 9] = [
    Column { name: "tick", kind: Kind::Whole, optional: false, write: |row, to| whole(to, Some(row.tick.0)) },
    Column {
        name: "seconds",
        kind: Kind::Number,
        optional: false,
        write: |row, to| number(to, Some(row.tick.seconds())),
    },
    Column { name: "kind", kind: Kind::Text, optional: false, write: |row, to| text(to, row.kind) },
    Column { name: "who", kind: Kind::Whole, optional: false, write: |row, to| whole(to, Some(row.who)) },
    Column { name: "name", kind: Kind::Text, optional: false, write: |row, to| text(to, &row.name) },
    Column { name: "x", kind: Kind::Number, optional: false, write: |row, to| number(to, Some(row.at.x)) },
    Column { name: "y", kind: Kind::Number, optional: false, write: |row, to| number(to, Some(row.at.y)) },
    Column { name: "object", kind: Kind::Whole, optional: true, write: |row, to| whole(to, row.object) },
    Column { name: "amount", kind: Kind::Number, optional: true, write: |row, to| number(to, row.amount) },
];

fn whole(to: &mut Vec<u8>, value: Option<u64>) -> bool {
    to.extend(value.into_iter().flat_map(u64::to_le_bytes));
    value.is_some()
}

fn number(to: &mut Vec<u8>, value: Option<f64>) -> bool {
    to.extend(value.into_iter().flat_map(f64::to_le_bytes));
    value.is_some()
}

fn text(to: &mut Vec<u8>, value: &str) -> bool {
    to.extend((value.len() as u32).to_le_bytes());
    to.extend(value.as_bytes());
    true
}

/// The file's bytes.
pub fn table(rows: &[Row]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    let groups: Vec<(usize, Vec<Chunk>)> = rows
        .chunks(GROUP)
        .map(|rows| (rows.len(), COLUMNS.iter().map(|column| chunk(&mut file, column, rows)).collect()))
        .collect();
    let footer = footer(&COLUMNS, &groups);
    file.extend(&footer);
    file.extend((footer.len() as u32).to_le_bytes());
    file.extend(MAGIC);
    file
}

/// Writes a column of a group.
fn chunk(file: &mut Vec<u8>, column: &Column, rows: &[Row]) -> Chunk {
    let start = file.len();
    let mut values = Values::default();
    let present: Vec<u32> = rows.iter().map(|row| u32::from(values.push(column, row))).collect();
    let mut page = Vec::new();
    if column.optional {
        let levels = runs::written(&present, 1);
        page.extend((levels.len() as u32).to_le_bytes());
        page.extend(levels);
    }
    let dictionary = values.dictionary();
    let encoding = if let Some(dictionary) = &dictionary {
        file.extend(page_header(dictionary.bytes.len(), dictionary.entries, None));
        file.extend(&dictionary.bytes);
        let width = runs::width(dictionary.entries);
        page.push(width as u8);
        page.extend(runs::written(&dictionary.places, width));
        Encoding::Dictionary
    } else {
        page.extend(&values.bytes);
        Encoding::Plain
    };
    let data = file.len();
    file.extend(page_header(page.len(), rows.len(), Some(encoding)));
    file.extend(&page);
    Chunk { dictionary: dictionary.map(|_| start), data, end: file.len(), start, encoding }
}

/// The values of a column of a group, one behind the other.
#[derive(Default)]
struct Values {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

/// The different values of a column, and the place of each row's in it.
struct Dictionary {
    bytes: Vec<u8>,
    entries: usize,
    places: Vec<u32>,
}

impl Values {
    fn push(&mut self, column: &Column, row: &Row) -> bool {
        let is_there = (column.write)(row, &mut self.bytes);
        if is_there {
            self.ends.push(self.bytes.len());
        }
        is_there
    }

    /// A dictionary, if at least half of the values are found in it again.
    fn dictionary(&self) -> Option<Dictionary> {
        let mut found: HashMap<&[u8], u32> = HashMap::new();
        let mut dictionary = Dictionary { bytes: Vec::new(), entries: 0, places: Vec::new() };
        let mut start = 0;
        for &end in &self.ends {
            let value = &self.bytes[start..end];
            start = end;
            let place = match found.entry(value) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    dictionary.bytes.extend(value);
                    dictionary.entries += 1;
                    if dictionary.entries * 2 > self.ends.len() {
                        return None;
                    }
                    *entry.insert(dictionary.entries as u32 - 1)
                }
            };
            dictionary.places.push(place);
        }
        (dictionary.entries > 0).then_some(dictionary)
    }
}

#[cfg(test)]
mod tests;
