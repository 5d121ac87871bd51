//! How people behave, as rows: tables compiled in, one file for each idea.
//!
//! Contract: every row of a table must be in its file; a row nobody knows, one that is missing and a number out of its range are refused with the line and the reason ([`read`]). What is no behaviour
//! (how much is remembered, how finely something is reckoned) is no row.
//!
//! * [`thrift`]: buying and selling. [`road`]: going from town to town. [`work`]: crafts and the hunt. [`town`]: days, needs and errands. [`company`]: talk, courtship, mourning. [`law`]: outrage, suspicion, guards. [`fight`]: fights, sieges and searches. [`gait`]: walking. [`wits`]: what one makes of what one sees, hears and smells, and how one puts it.

mod company;
mod fight;
mod gait;
mod law;
mod road;
mod thrift;
mod town;
mod wits;
mod work;

pub(crate) use company::COMPANY;
pub(crate) use fight::FIGHT;
pub(crate) use gait::GAIT;
pub(crate) use law::LAW;
pub(crate) use road::ROAD;
pub(crate) use thrift::{Providing, THRIFT};
pub(crate) use town::TOWN;
pub(crate) use wits::WITS;
pub(crate) use work::WORK;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A section of a table: its rows, and between what each must be.
macro_rules! rows {
    ($(#[$about:meta])* struct $name:ident { $($(#[$doc:meta])* $row:ident: $kind:ty => [$least:literal, $most:literal],)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$doc])* pub $row: $kind,)*
        }

        impl $name {
            fn check(&self, section: &'static str) -> Result<(), $crate::rows::Beyond> {
                $($crate::rows::check((section, stringify!($row)), &self.$row, ($least, $most))?;)*
                Ok(())
            }
        }
    };
}

/// A table: its file, and its sections.
macro_rules! table {
    ($(#[$about:meta])* $table:ident: $name:ident in $file:literal { $($section:ident: $rows:ident,)* }) => {
        $(#[$about])*
        pub(crate) static $table: std::sync::LazyLock<$name> = std::sync::LazyLock::new(|| {
            $crate::rows::read(<$name as $crate::rows::Table>::TEXT).expect("a test reads it")
        });

        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $(pub $section: $rows,)*
        }

        impl $crate::rows::Table for $name {
            const TEXT: &'static str = include_str!($file);

            fn check(&self) -> Result<(), $crate::rows::Beyond> {
                $(self.$section.check(stringify!($section))?;)*
                Ok(())
            }
        }
    };
}

use {rows, table};

/// From one number to another, which is not less.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Span(pub [f64; 2]);

impl Span {
    /// Whether a number is within; the last one is not.
    pub fn contains(self, number: f64) -> bool {
        (self.0[0]..self.0[1]).contains(&number)
    }
}

/// What a row may hold.
trait Amount {
    /// The first number in it that is out of a range.
    fn beyond(&self, least: f64, most: f64) -> Option<f64>;
}

macro_rules! amounts {
    ($($kind:ty),*) => {
        $(impl Amount for $kind {
            fn beyond(&self, least: f64, most: f64) -> Option<f64> {
                let number = *self as f64;
                (!(least..=most).contains(&number)).then_some(number)
            }
        })*
    };
}

amounts!(f64, f32, u8, u16, u32, usize);

impl<T: Amount, const N: usize> Amount for [T; N] {
    fn beyond(&self, least: f64, most: f64) -> Option<f64> {
        self.iter().find_map(|number| number.beyond(least, most))
    }
}

impl Amount for Span {
    fn beyond(&self, least: f64, most: f64) -> Option<f64> {
        let [from, to] = self.0;
        from.beyond(least, most).or_else(|| to.beyond(from, most))
    }
}

/// A number that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beyond {
    at: (&'static str, &'static str),
    value: f64,
    range: (f64, f64),
}

fn check(at: (&'static str, &'static str), amount: &impl Amount, range: (f64, f64)) -> Result<(), Beyond> {
    amount.beyond(range.0, range.1).map_or(Ok(()), |value| Err(Beyond { at, value, range }))
}

/// A table of rows.
pub(crate) trait Table: DeserializeOwned {
    /// The file compiled in.
    const TEXT: &'static str;

    /// Whether every number is in its range.
    fn check(&self) -> Result<(), Beyond>;
}

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub(crate) struct BadTable {
    line: usize,
    reason: String,
}

/// Reads a table.
pub(crate) fn read<T: Table>(text: &str) -> Result<T, BadTable> {
    let line_at = |byte: usize| text[..byte].matches('\n').count() + 1;
    let table: T = toml::from_str(text).map_err(|error| BadTable {
        line: error.span().map_or(1, |span| line_at(span.start)),
        reason: error.message().replace('\n', " "),
    })?;
    table.check().map_err(|Beyond { at: (section, row), value, range: (least, most) }| BadTable {
        line: line_of(text, section, row),
        reason: format!("{row} of [{section}] must be {least} to {most}, not {value}"),
    })?;
    Ok(table)
}

/// The line of a row.
fn line_of(text: &str, section: &str, row: &str) -> usize {
    let lines = text.lines().enumerate();
    let head = format!("[{section}]");
    let mut within = lines.skip_while(|(_, line)| !line.starts_with(&head));
    let is_it = |line: &str| line.split('=').next().is_some_and(|name| name.trim() == row);
    within.find(|(_, line)| is_it(line)).map_or(1, |(number, _)| number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a table with something in it put otherwise.
    fn put<T: Table>(from: &str, to: &str) -> Result<T, String> {
        assert!(T::TEXT.contains(from), "{from}");
        read::<T>(&T::TEXT.replacen(from, to, 1)).map_err(|bad| bad.to_string())
    }

    fn is_read<T: Table>() {
        read::<T>(T::TEXT).unwrap_or_else(|bad| panic!("{}: {bad}", std::any::type_name::<T>()));
    }

    #[test]
    fn the_tables_compiled_in_are_read_and_every_number_is_in_its_range() {
        is_read::<thrift::Thrift>();
        is_read::<road::Road>();
        is_read::<work::Work>();
        is_read::<town::Town>();
        is_read::<company::Company>();
        is_read::<law::Law>();
        is_read::<wits::Wits>();
        is_read::<fight::Fighting>();
        is_read::<gait::Going>();
    }

    #[test]
    fn a_bad_table_is_refused_with_the_line_and_the_reason() {
        let refused = |bad: Result<thrift::Thrift, String>| bad.expect_err("it is refused");
        let line = |row: &str| {
            thrift::Thrift::TEXT.lines().position(|line| line.starts_with(row)).expect("there") + 1
        };
        let unknown = refused(put("meals = 1 ", "plates = 2\nmeals = 1 "));
        assert!(unknown.starts_with(&format!("line {}: unknown field `plates`", line("meals"))), "{unknown}");
        let missing = refused(put("meals = 1 ", ""));
        assert!(missing.contains("missing field `meals`"), "{missing}");
        let range = refused(put("bid = 0.82", "bid = 7"));
        assert_eq!(range, format!("line {}: bid of [till] must be 0 to 1, not 7", line("bid ")));
        let backwards = refused(put("first = [0.7, 1.4]", "first = [1.4, 0.7]"));
        assert!(backwards.contains("first of [till]"), "{backwards}");
        let nothing = refused(put("bid = 0.82", "bid = nan"));
        assert!(nothing.contains("not NaN"), "{nothing}");
    }

    #[test]
    fn a_span_ends_before_its_last_hour() {
        let morning = Span([4.0, 12.0]);
        assert_eq!([3.9, 4.0, 11.9, 12.0].map(|hour| morning.contains(hour)), [false, true, true, false]);
    }
}
