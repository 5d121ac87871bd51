//! What a Parquet file says about itself, in Thrift's compact protocol.
//!
//! A structure is a list of fields and a zero; a field begins with a byte that holds how far its number is from the one before and its type. Whole numbers are
//! zigzagged and written seven bits to a byte. The field numbers are those of the format's `parquet.thrift`.

use super::runs::count;
use super::{Column, Encoding, Kind};

const WHOLE: u8 = 5;
const LONG: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

/// Where a column of a group lies in the file.
pub(super) struct Chunk {
    pub dictionary: Option<usize>,
    pub data: usize,
    pub start: usize,
    pub end: usize,
    pub encoding: Encoding,
}

/// A structure being written.
#[derive(Default)]
struct Structure {
    bytes: Vec<u8>,
    last: u8,
}

impl Structure {
    fn field(&mut self, number: u8, of: u8) -> &mut Vec<u8> {
        self.bytes.push((number - self.last) << 4 | of);
        self.last = number;
        &mut self.bytes
    }

    fn whole(mut self, number: u8, value: usize) -> Self {
        zigzag(self.field(number, WHOLE), value);
        self
    }

    fn long(mut self, number: u8, value: usize) -> Self {
        zigzag(self.field(number, LONG), value);
        self
    }

    fn text(mut self, number: u8, value: &str) -> Self {
        text(self.field(number, TEXT), value);
        self
    }

    fn list(mut self, number: u8, of: u8, items: &[Vec<u8>]) -> Self {
        let to = self.field(number, LIST);
        if items.len() < 15 {
            to.push((items.len() as u8) << 4 | of);
        } else {
            to.push(0xf0 | of);
            count(to, items.len() as u64);
        }
        to.extend(items.iter().flatten());
        self
    }

    fn structure(mut self, number: u8, inner: Self) -> Self {
        self.field(number, STRUCTURE).extend(inner.done());
        self
    }

    fn done(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn zigzag(to: &mut Vec<u8>, value: usize) {
    count(to, (value as u64) << 1);
}

fn text(to: &mut Vec<u8>, value: &str) {
    count(to, value.len() as u64);
    to.extend(value.as_bytes());
}

/// The head of a page of so many bytes; without an encoding it is a dictionary's.
pub(super) fn page_header(bytes: usize, values: usize, encoding: Option<Encoding>) -> Vec<u8> {
    const DATA: usize = 0;
    const DICTIONARY: usize = 2;
    let head = |kind| Structure::default().whole(1, kind).whole(2, bytes).whole(3, bytes);
    let runs = Encoding::Runs as usize;
    match encoding {
        Some(encoding) => {
            let of_page = Structure::default().whole(1, values).whole(2, encoding as usize);
            head(DATA).structure(5, of_page.whole(3, runs).whole(4, runs)).done()
        }
        None => {
            let of_page = Structure::default().whole(1, values).whole(2, Encoding::Plain as usize);
            head(DICTIONARY).structure(7, of_page).done()
        }
    }
}

/// The footer: the columns, and where each lies in each group of so many rows.
pub(super) fn footer(columns: &[Column], groups: &[(usize, Vec<Chunk>)]) -> Vec<u8> {
    let root = Structure::default().text(4, "history").whole(5, columns.len()).done();
    let schema: Vec<Vec<u8>> = std::iter::once(root).chain(columns.iter().map(element)).collect();
    let row_groups: Vec<Vec<u8>> =
        groups.iter().map(|(rows, chunks)| row_group(columns, *rows, chunks)).collect();
    Structure::default()
        .whole(1, 2)
        .list(2, STRUCTURE, &schema)
        .long(3, groups.iter().map(|(rows, _)| rows).sum())
        .list(4, STRUCTURE, &row_groups)
        .text(6, "wold")
        .done()
}

fn element(column: &Column) -> Vec<u8> {
    let element = Structure::default()
        .whole(1, column.kind as usize)
        .whole(3, column.optional.into())
        .text(4, column.name);
    // Bytes that are UTF-8.
    if column.kind == Kind::Text { element.whole(6, 0).done() } else { element.done() }
}

fn row_group(columns: &[Column], rows: usize, chunks: &[Chunk]) -> Vec<u8> {
    let places: Vec<Vec<u8>> =
        columns.iter().zip(chunks).map(|(column, chunk)| place(column, rows, chunk)).collect();
    let bytes = chunks.iter().map(|chunk| chunk.end - chunk.start).sum();
    Structure::default().list(1, STRUCTURE, &places).long(2, bytes).long(3, rows).done()
}

fn place(column: &Column, rows: usize, chunk: &Chunk) -> Vec<u8> {
    let encodings = [Encoding::Plain, Encoding::Runs, chunk.encoding].map(|encoding| {
        let mut bytes = Vec::new();
        zigzag(&mut bytes, encoding as usize);
        bytes
    });
    let mut path = Vec::new();
    text(&mut path, column.name);
    let bytes = chunk.end - chunk.start;
    let data = Structure::default()
        .whole(1, column.kind as usize)
        .list(2, WHOLE, &encodings)
        .list(3, TEXT, &[path])
        .whole(4, 0)
        .long(5, rows)
        .long(6, bytes)
        .long(7, bytes)
        .long(9, chunk.data);
    let data = match chunk.dictionary {
        Some(at) => data.long(11, at),
        None => data,
    };
    Structure::default().long(2, chunk.start).structure(3, data).done()
}
