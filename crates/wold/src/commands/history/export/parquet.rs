//! The table as Parquet: one row group, plain columns.

use super::Row;
use anyhow::Result;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::sync::Arc;

const SCHEMA: &str = "message history {
  required int64 tick;
  required double seconds;
  required binary kind (UTF8);
  required int64 who;
  required binary name (UTF8);
  required double x;
  required double y;
  optional int64 object;
  optional double amount;
}";

type Group<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

/// The file's bytes.
pub fn table(rows: &[Row]) -> Result<Vec<u8>> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer =
        SerializedFileWriter::new(Vec::new(), schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = writer.next_row_group()?;
    let int = |value: u64| value as i64;
    let text = |value: &str| ByteArray::from(value.as_bytes().to_vec());
    column::<Int64Type>(&mut group, rows.iter().map(|row| Some(int(row.tick.0))))?;
    column::<DoubleType>(&mut group, rows.iter().map(|row| Some(row.tick.seconds())))?;
    column::<ByteArrayType>(&mut group, rows.iter().map(|row| Some(text(row.kind))))?;
    column::<Int64Type>(&mut group, rows.iter().map(|row| Some(int(row.who))))?;
    column::<ByteArrayType>(&mut group, rows.iter().map(|row| Some(text(&row.name))))?;
    column::<DoubleType>(&mut group, rows.iter().map(|row| Some(row.at.x)))?;
    column::<DoubleType>(&mut group, rows.iter().map(|row| Some(row.at.y)))?;
    column::<Int64Type>(&mut group, rows.iter().map(|row| row.object.map(int)))?;
    column::<DoubleType>(&mut group, rows.iter().map(|row| row.amount))?;
    group.close()?;
    Ok(writer.into_inner()?)
}

/// Writes the next column; a column that is required has a value in every row.
fn column<T: DataType>(group: &mut Group, values: impl Iterator<Item = Option<T::T>> + Clone) -> Result<()> {
    let levels: Vec<i16> = values.clone().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.flatten().collect();
    let mut writer = group.next_column()?.ok_or_else(|| anyhow::anyhow!("the schema has no more columns"))?;
    writer.typed::<T>().write_batch(&values, Some(&levels), None)?;
    writer.close()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use std::io::Write;
    use wold_space::{DVec2, Tick};

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
            Row {
                tick: Tick(21),
                kind: "hurt",
                who: 8,
                object: Some(7),
                amount: Some(3.0),
                ..Row::default()
            },
        ];
        let bytes = table(&rows).expect("a table");
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&bytes).expect("written");
        let reader = SerializedFileReader::new(file).expect("parquet");
        let read: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].get_long(0).ok(), Some(20));
        assert_eq!(read[0].get_string(4).ok(), Some(&"Ada".to_string()));
        assert_eq!(read[0].get_double(6).ok(), Some(-2.0));
        assert!(read[0].get_long(7).is_err(), "null");
        assert_eq!((read[1].get_long(7).ok(), read[1].get_double(8).ok()), (Some(7), Some(3.0)));
    }
}
