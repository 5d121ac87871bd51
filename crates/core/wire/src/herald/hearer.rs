//! A guest's end: what it was told stands.
//!
//! Contract: a letter that cannot be read changes nothing, and neither does one that changes a row nobody told. A hearer never holds more than [`MOST_ROWS`] rows. After the same letters it
//! holds what its host has told, row by row.

use super::crier::{LETTER_BYTES, entry, goes};
use super::manifest::{BadManifest, Kind, Manifest, Policy};
use super::told::Told;
use super::value::{Row, Value};
use crate::bits::{BitReader, BitWriter, Malformed};
use std::collections::BTreeMap;
use wold_space::{TICKS_PER_SECOND, Tick};

/// Rows a guest holds at most.
pub const MOST_ROWS: usize = 16_384;

#[derive(Clone, Debug)]
struct Kept {
    row: Row,
    base: Tick,
}

/// Something that happened, as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    kind: usize,
    row: Row,
}

enum Entry {
    Whole { kind: usize, key: u64, base: Tick, row: Row },
    Change { kind: usize, key: u64, values: Vec<(usize, Value)> },
    Gone { kind: usize, key: u64 },
    Call(Call),
}

/// What a guest was told by its host's games.
#[derive(Clone, Debug, Default)]
pub struct Hearer {
    manifest: Manifest,
    rates: Vec<Vec<Option<(usize, f64)>>>,
    rows: Vec<BTreeMap<u64, Kept>>,
    tick: Tick,
    letters: u64,
}

impl Hearer {
    /// Nothing told yet of these kinds.
    pub fn new(manifest: Manifest) -> Result<Self, BadManifest> {
        manifest.check()?;
        Ok(Self {
            rates: manifest.kinds.iter().map(Kind::rates).collect(),
            rows: vec![BTreeMap::new(); manifest.kinds.len()],
            manifest,
            tick: Tick(0),
            letters: 0,
        })
    }

    /// Letters taken so far: while it stays the same, so does everything told.
    #[must_use]
    pub fn letters(&self) -> u64 {
        self.letters
    }

    /// The tick of the newest letter.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// Takes a letter in; gives what happened.
    pub fn take(&mut self, letter: &[u8]) -> Result<Vec<Call>, Malformed> {
        let (tick, entries) = self.read(letter)?;
        let mut calls = Vec::new();
        for entry in entries {
            match entry {
                Entry::Whole { kind, key, base, row } => {
                    self.rows[kind].insert(key, Kept { row, base });
                }
                Entry::Change { kind, key, values } => {
                    let Some(kept) = self.rows[kind].get_mut(&key) else { continue };
                    for (n, value) in values {
                        if goes(&self.rates[kind], n) {
                            kept.base = tick;
                        }
                        kept.row[n] = value;
                    }
                }
                Entry::Gone { kind, key } => {
                    self.rows[kind].remove(&key);
                }
                Entry::Call(call) => calls.push(call),
            }
        }
        (self.tick, self.letters) = (tick, self.letters + 1);
        Ok(calls)
    }

    /// Everything that stands, as letters for somebody who was told nothing yet: who takes them and then the same letters as this hearer holds the same rows.
    #[must_use]
    pub fn retold(&self) -> Vec<Vec<u8>> {
        let mut letters = Vec::new();
        let mut open: Option<BitWriter> = None;
        for (kind, (rows, form)) in self.rows.iter().zip(&self.manifest.kinds).enumerate() {
            for (&key, kept) in rows {
                let w = open.get_or_insert_with(|| {
                    let mut w = BitWriter::default();
                    w.number(self.tick.0, 7);
                    w
                });
                w.bit(true);
                w.bits(kind as u64, self.manifest.kind_bits());
                w.bits(entry::WHOLE, 2);
                w.number(key, 7);
                if form.policy == Policy::Reckoned {
                    w.number(self.tick.since(kept.base), 7);
                }
                kept.row.iter().zip(&form.fields).for_each(|(value, field)| value.write(w, field));
                if w.len() > LETTER_BYTES * 8 {
                    letters.extend(open.take());
                }
            }
        }
        let close = |mut w: BitWriter| {
            w.bit(false);
            w.finish()
        };
        letters.into_iter().chain(open).map(close).collect()
    }

    fn read(&self, letter: &[u8]) -> Result<(Tick, Vec<Entry>), Malformed> {
        let mut r = BitReader::new(letter);
        let tick = Tick(r.number(7)?);
        let (mut entries, mut stands) = (Vec::new(), BTreeMap::new());
        let mut held: usize = self.rows.iter().map(BTreeMap::len).sum();
        while r.bit()? {
            let kind = r.bits(self.manifest.kind_bits())? as usize;
            let form = self.manifest.kinds.get(kind);
            let form = form.ok_or(Malformed::OutOfRange { field: "kind", value: kind as u64 })?;
            let what = r.bits(2)?;
            let key = if what == entry::CALL { 0 } else { r.number(7)? };
            let is_there = |stands: &BTreeMap<(usize, u64), bool>| {
                stands.get(&(kind, key)).copied().unwrap_or_else(|| self.rows[kind].contains_key(&key))
            };
            entries.push(match what {
                entry::WHOLE => {
                    let age = if form.policy == Policy::Reckoned { r.number(7)? } else { 0 };
                    held += usize::from(!is_there(&stands));
                    if held > MOST_ROWS {
                        return Err(Malformed::OutOfRange { field: "rows", value: held as u64 });
                    }
                    stands.insert((kind, key), true);
                    Entry::Whole {
                        kind,
                        key,
                        base: Tick(tick.0.saturating_sub(age)),
                        row: read_row(&mut r, form)?,
                    }
                }
                entry::CHANGE if is_there(&stands) => {
                    let told = form.fields.iter().map(|_| r.bit()).collect::<Result<Vec<_>, _>>()?;
                    let fields = form.fields.iter().enumerate().filter(|(n, _)| told[*n]);
                    let values = fields.map(|(n, field)| Ok((n, Value::read(&mut r, field)?)));
                    Entry::Change { kind, key, values: values.collect::<Result<_, Malformed>>()? }
                }
                entry::CHANGE => return Err(Malformed::OutOfRange { field: "row", value: key }),
                entry::GONE => {
                    held -= usize::from(is_there(&stands));
                    stands.insert((kind, key), false);
                    Entry::Gone { kind, key }
                }
                _ => Entry::Call(Call { kind, row: read_row(&mut r, form)? }),
            });
        }
        r.end()?;
        Ok((tick, entries))
    }

    /// A row as it was told, if it stands.
    #[must_use]
    pub fn row<T: Told>(&self, key: u64) -> Option<T> {
        let kind = self.manifest.number_of(T::NAME)?;
        T::of(&self.rows[kind].get(&key)?.row, &self.manifest.kinds[kind].fields)
    }

    /// All rows of a kind as they were told, by key.
    pub fn rows<T: Told>(&self) -> impl Iterator<Item = (u64, T)> {
        let kind = self.manifest.number_of(T::NAME);
        kind.into_iter().flat_map(|kind| {
            let fields = &self.manifest.kinds[kind].fields;
            self.rows[kind].iter().filter_map(|(&key, kept)| Some((key, T::of(&kept.row, fields)?)))
        })
    }

    /// A row with what is predicted in it as it would be by a tick.
    #[must_use]
    pub fn row_by<T: Told>(&self, key: u64, tick: Tick) -> Option<T> {
        let kind = self.manifest.number_of(T::NAME)?;
        let (kept, fields) = (self.rows[kind].get(&key)?, &self.manifest.kinds[kind].fields);
        let seconds = tick.since(kept.base) as f64 / TICKS_PER_SECOND as f64;
        let number = |n: usize| kept.row[n].number(fields[n].extent);
        let mut row = kept.row.clone();
        for (n, rate) in self.rates[kind].iter().enumerate() {
            if let Some((by, _)) = *rate
                && let (Some(value), Some(gain)) = (number(n), number(by))
            {
                row[n] = Value::of_number(value + gain * seconds, fields[n].extent);
            }
        }
        T::of(&row, fields)
    }

    /// What happened, if it is of that kind.
    #[must_use]
    pub fn heard<T: Told>(&self, call: &Call) -> Option<T> {
        let kind = self.manifest.kinds.get(call.kind).filter(|kind| kind.name == T::NAME)?;
        T::of(&call.row, &kind.fields)
    }

    /// A row's values and the tick what is predicted in it goes on from, by the kind's place in the manifest.
    #[cfg(test)]
    pub(super) fn values(&self, kind: usize, key: u64) -> Option<(&Row, Tick)> {
        self.rows.get(kind)?.get(&key).map(|kept| (&kept.row, kept.base))
    }
}

fn read_row(r: &mut BitReader, kind: &Kind) -> Result<Row, Malformed> {
    kind.fields.iter().map(|field| Value::read(r, field)).collect()
}
