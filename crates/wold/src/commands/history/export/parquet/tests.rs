//! Tables are read back by the crate `parquet`.

use super::*;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use std::io::Write;
use wold_chance::{Seed, Stream};
use wold_space::{DVec2, Tick};

fn read_back(rows: &[Row]) -> (usize, Vec<parquet::record::Row>) {
    let bytes = table(rows);
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(&bytes).expect("written");
    let reader = SerializedFileReader::new(file).expect("parquet");
    (bytes.len(), reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect())
}

fn is(row: &Row, read: &parquet::record::Row) -> bool {
    read.get_long(0).ok() == Some(row.tick.0 as i64)
        && read.get_double(1).ok() == Some(row.tick.seconds())
        && read.get_string(2).ok().map(String::as_str) == Some(row.kind)
        && read.get_long(3).ok() == Some(row.who as i64)
        && read.get_string(4).ok() == Some(&row.name)
        && (read.get_double(5).ok(), read.get_double(6).ok()) == (Some(row.at.x), Some(row.at.y))
        && read.get_long(7).ok() == row.object.map(|id| id as i64)
        && read.get_double(8).ok() == row.amount
}

#[test]
fn a_table_is_read_back_row_by_row() {
    let rows = [
        Row {
            tick: Tick(20),
            kind: "place",
            who: 7,
            name: "Ada".into(),
            at: DVec2::new(1.5, -2.0),
            ..Row::default()
        },
        Row { tick: Tick(21), kind: "hurt", who: 8, object: Some(7), amount: Some(3.0), ..Row::default() },
    ];
    let (_, read) = read_back(&rows);
    assert_eq!(read.len(), 2);
    assert!(rows.iter().zip(&read).all(|(row, read)| is(row, read)), "{read:?}");
    assert!(read[0].get_long(7).is_err(), "null");
}

#[test]
fn no_rows_are_a_table_too() {
    assert!(read_back(&[]).1.is_empty());
}

#[test]
fn any_table_is_read_back_with_runs_and_gaps_over_several_groups() {
    let mut luck = Stream::named(Seed(7), "parquet", &[]);
    let names = ["", "Ada", "Bärbel", "a name of quite some length"];
    for length in [1, 7, 8, 9, 63, 1000, GROUP + 77] {
        let mut rows: Vec<Row> = Vec::new();
        while rows.len() < length {
            let row = Row {
                tick: Tick(rows.len() as u64 / 40),
                kind: ["place", "hurt"][luck.below(2) as usize],
                who: luck.below(300),
                name: names[luck.below(4) as usize].into(),
                at: DVec2::new(luck.unit(), -luck.unit()),
                object: luck.chance(0.5).then(|| u64::MAX >> luck.below(64)),
                amount: luck.chance(0.1).then(|| luck.unit()),
            };
            // Now and then the same for a while.
            let times = if luck.chance(0.1) { luck.below(40) as usize } else { 1 };
            rows.extend(std::iter::repeat_n(row, times));
        }
        rows.truncate(length);
        let (_, read) = read_back(&rows);
        assert_eq!(read.len(), length);
        let wrong = rows.iter().zip(&read).position(|(row, read)| !is(row, read));
        assert_eq!(wrong, None, "of {length} rows");
    }
}

#[test]
fn what_comes_again_is_written_once() {
    let row = |tick: u64| Row {
        tick: Tick(tick / 50),
        kind: "place",
        who: tick % 50,
        name: format!("Somebody of number {}", tick % 50),
        ..Row::default()
    };
    let rows: Vec<Row> = (0..50_000).map(row).collect();
    let (bytes, _) = read_back(&rows);
    assert!(bytes < 50_000 * 6, "{bytes} bytes");
}
