//! The host's end: what stands, what of it is told, and to whom.
//!
//! Contract, for each tick: [`Crier::begin`], every row that stands is posted again, [`Crier::finish`], then letters are asked for. A row that was not posted is gone. Whoever reads all letters
//! since it came holds exactly the rows it may know, each as it was last told to anybody; nobody is told of a row it may not know. A predicted field is told anew when the
//! truth is farther from what it would have become than its slack. Cost: by rows posted, once, and for each pair of circles by what changed; a guest whose circles changed costs all rows.
//!
//! Entries of a letter: see `docs/protocol.md`, what games tell.

use super::manifest::{BadManifest, Kind, Manifest, Policy};
use super::value::{Row, Value};
use crate::bits::BitWriter;
use std::collections::{BTreeMap, BTreeSet};
use wold_space::{TICKS_PER_SECOND, Tick};

/// Bytes after which a letter ends and another begins.
pub(super) const LETTER_BYTES: usize = 16 * 1024;
/// Most bytes of a letter: those, and the longest entry.
pub const LONGEST_LETTER: usize = 2 * LETTER_BYTES;

/// Groups of guests that are told things others are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circles(u64);

impl Circles {
    /// None: nobody.
    pub const NONE: Self = Self(0);
    /// The one every guest belongs to.
    pub const EVERYBODY: Self = Self(1 << 63);

    /// One circle, by its number below 63; games give them meaning. All from 62 on are one.
    #[must_use]
    pub const fn one(number: u8) -> Self {
        Self(1 << if number < 62 { number } else { 62 })
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether one is in both.
    #[must_use]
    pub const fn meet(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// Who may know the rows of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Guests in the circles each row is posted for.
    Circles,
    /// Guests whose character perceives the body or thing that is the row's key, and that body's own.
    Perceivers,
}

/// A row that stands.
#[derive(Clone, Debug)]
struct Post {
    /// As it was last told.
    row: Row,
    /// The tick what is predicted goes on from.
    base: Tick,
    circles: Circles,
    /// Who could know it before this tick.
    was: Circles,
    /// Fields told anew in this tick, one bit each.
    change: u32,
    /// In which round it was last posted.
    round: u64,
}

/// Tells guests what stands.
#[derive(Clone, Debug)]
pub struct Crier {
    manifest: Manifest,
    whom: Vec<Whom>,
    rates: Vec<Vec<Option<(usize, f64)>>>,
    posts: Vec<BTreeMap<u64, Post>>,
    calls: Vec<(usize, Row, Circles)>,
    /// Rows of which something is news in this tick.
    stirred: BTreeSet<(usize, u64)>,
    now: Tick,
    round: u64,
}

/// What one guest was told of rows that perceivers know.
#[derive(Clone, Debug, Default)]
pub struct Ear {
    near: BTreeSet<(usize, u64)>,
}

impl Crier {
    /// A crier for a world's kinds, each told to those; kinds beyond the list go by circles.
    pub fn new(manifest: Manifest, mut whom: Vec<Whom>) -> Result<Self, BadManifest> {
        manifest.check()?;
        whom.resize(manifest.kinds.len(), Whom::Circles);
        Ok(Self {
            rates: manifest.kinds.iter().map(Kind::rates).collect(),
            posts: vec![BTreeMap::new(); manifest.kinds.len()],
            manifest,
            whom,
            calls: Vec::new(),
            stirred: BTreeSet::new(),
            now: Tick(0),
            round: 0,
        })
    }

    /// A tick begins.
    pub fn begin(&mut self, now: Tick) {
        (self.now, self.round) = (now, self.round + 1);
        self.calls.clear();
        for (kind, key) in std::mem::take(&mut self.stirred) {
            let Some(post) = self.posts[kind].get_mut(&key) else { continue };
            if post.circles == Circles::NONE {
                self.posts[kind].remove(&key);
            } else {
                (post.was, post.change) = (post.circles, 0);
            }
        }
    }

    /// A row stands, and these may know it. What a field cannot hold is told as the nearest it can; a kind that is none is not told.
    pub fn post(&mut self, kind: usize, key: u64, row: Row, circles: Circles) {
        let Some(form) = self.manifest.kinds.get(kind) else { return };
        let row = fitted(row, form);
        let (now, round) = (self.now, self.round);
        let post = self.posts[kind].entry(key).or_insert_with(|| {
            let (was, change) = (Circles::NONE, 0);
            Post { row: row.clone(), base: now, circles: Circles::NONE, was, change, round }
        });
        post.round = round;
        if post.circles != circles {
            post.circles = circles;
            self.stirred.insert((kind, key));
        }
        let looks = form.policy != Policy::Once && now.0.is_multiple_of(form.every.into());
        if looks && post.row != row && post.amend(row, form, &self.rates[kind], now) {
            self.stirred.insert((kind, key));
        }
    }

    /// Something happens, and these hear of it.
    pub fn call(&mut self, kind: usize, row: Row, circles: Circles) {
        let Some(form) = self.manifest.kinds.get(kind) else { return };
        self.calls.push((kind, fitted(row, form), circles));
    }

    /// Everything that stands was posted; what was not is gone.
    pub fn finish(&mut self) {
        for (kind, posts) in self.posts.iter_mut().enumerate() {
            for (&key, post) in posts.iter_mut().filter(|(_, post)| post.round != self.round) {
                post.circles = Circles::NONE;
                self.stirred.insert((kind, key));
            }
        }
    }

    /// A row as it was last told, and the tick what is predicted in it goes on from.
    #[cfg(test)]
    pub(super) fn told(&self, kind: usize, key: u64) -> Option<(&Row, Tick)> {
        let post = self.posts.get(kind)?.get(&key).filter(|post| post.circles != Circles::NONE)?;
        Some((&post.row, post.base))
    }

    /// Whether guests in circles may know a row now.
    #[cfg(test)]
    pub(super) fn may_know(&self, kind: usize, key: u64, circles: Circles) -> bool {
        self.posts.get(kind).and_then(|posts| posts.get(&key)).is_some_and(|post| post.circles.meet(circles))
    }

    /// What a guest is told who was in circles and is in these now; the same for all such guests. Who has just come was in none.
    #[must_use]
    pub fn letters(&self, before: Circles, now: Circles) -> Vec<Vec<u8>> {
        let mut letters = Letters::new(self);
        if before == now {
            for &(kind, key) in self.stirred.iter().filter(|(kind, _)| self.whom[*kind] == Whom::Circles) {
                letters.row_news(kind, key, &self.posts[kind][&key], before, now);
            }
        } else {
            for (kind, posts) in self.posts.iter().enumerate().filter(|(n, _)| self.whom[*n] == Whom::Circles)
            {
                for (&key, post) in posts {
                    letters.row_news(kind, key, post, before, now);
                }
            }
        }
        for (kind, row, _) in self.calls.iter().filter(|(.., circles)| circles.meet(now)) {
            letters.call(*kind, row);
        }
        letters.finish()
    }

    /// Whether any kind is told to perceivers.
    #[must_use]
    pub fn has_perceivers(&self) -> bool {
        self.whom.contains(&Whom::Perceivers)
    }

    /// What a guest is told of bodies and things: `crossed` came into its perception or left it in this tick, `knows` says who is in it now.
    #[must_use]
    pub fn letters_near(
        &self,
        ear: &mut Ear,
        crossed: impl Iterator<Item = u64>,
        knows: impl Fn(u64) -> bool,
    ) -> Vec<Vec<u8>> {
        let near = || (0..self.whom.len()).filter(|&kind| self.whom[kind] == Whom::Perceivers);
        let mut asked: BTreeSet<_> = crossed.flat_map(|key| near().map(move |kind| (kind, key))).collect();
        asked.extend(self.stirred.iter().filter(|(kind, _)| self.whom[*kind] == Whom::Perceivers));
        let mut letters = Letters::new(self);
        for at @ (kind, key) in asked {
            let post = self.posts[kind].get(&key).filter(|post| post.circles != Circles::NONE && knows(key));
            match (ear.near.contains(&at), post) {
                (false, Some(post)) => {
                    ear.near.insert(at);
                    letters.whole(kind, key, post);
                }
                (true, None) => {
                    ear.near.remove(&at);
                    letters.gone(kind, key);
                }
                (true, Some(post)) if post.change != 0 => letters.change(kind, key, post),
                _ => {}
            }
        }
        letters.finish()
    }
}

/// A row that can be written: as many values as fields, and each such as its field can hold.
fn fitted(mut row: Row, kind: &Kind) -> Row {
    row.resize(kind.fields.len(), Value::Nothing);
    for (value, field) in row.iter_mut().zip(&kind.fields) {
        if !value.fits(field) {
            *value = Value::least(field);
        }
    }
    row
}

impl Post {
    /// Takes in what is to be told anew; whether anything is.
    fn amend(&mut self, row: Row, kind: &Kind, rates: &[Option<(usize, f64)>], now: Tick) -> bool {
        let seconds = now.since(self.base) as f64 / TICKS_PER_SECOND as f64;
        let number = |row: &Row, n: usize| row[n].number(kind.fields[n].extent).unwrap_or(0.0);
        let off = |(n, rate): (usize, &Option<(usize, f64)>)| {
            let Some((by, slack)) = *rate else { return false };
            let predicted = number(&self.row, n) + number(&self.row, by) * seconds;
            (number(&row, n) - predicted).abs() > slack
        };
        let is_off = rates.iter().enumerate().any(off);
        let mut change = 0;
        for (n, value) in row.into_iter().enumerate() {
            let told = match goes(rates, n) {
                true => is_off,
                false => self.row[n] != value,
            };
            if told {
                change |= 1 << n;
                self.row[n] = value;
            }
        }
        if is_off {
            self.base = now;
        }
        self.change |= change;
        change != 0
    }
}

/// Whether a field is predicted, or something is predicted by it.
pub(super) fn goes(rates: &[Option<(usize, f64)>], field: usize) -> bool {
    rates[field].is_some() || rates.iter().flatten().any(|(by, _)| *by == field)
}

/// Writes letters, one after the other.
struct Letters<'a> {
    crier: &'a Crier,
    done: Vec<Vec<u8>>,
    w: Option<BitWriter>,
}

/// What an entry is, in two bits.
pub(super) mod entry {
    pub const WHOLE: u64 = 0;
    pub const CHANGE: u64 = 1;
    pub const GONE: u64 = 2;
    pub const CALL: u64 = 3;
}

impl<'a> Letters<'a> {
    fn new(crier: &'a Crier) -> Self {
        Self { crier, done: Vec::new(), w: None }
    }

    fn row_news(&mut self, kind: usize, key: u64, post: &Post, before: Circles, now: Circles) {
        match (before.meet(post.was), now.meet(post.circles)) {
            (false, true) => self.whole(kind, key, post),
            (true, false) => self.gone(kind, key),
            (true, true) if post.change != 0 => self.change(kind, key, post),
            _ => {}
        }
    }

    fn entry(&mut self, kind: usize, what: u64, write: impl FnOnce(&mut BitWriter, &Kind)) {
        let manifest = &self.crier.manifest;
        let w = self.w.get_or_insert_with(|| {
            let mut w = BitWriter::default();
            w.number(self.crier.now.0, 7);
            w
        });
        w.bit(true);
        w.bits(kind as u64, manifest.kind_bits());
        w.bits(what, 2);
        write(w, &manifest.kinds[kind]);
        if w.len() > LETTER_BYTES * 8 {
            self.seal();
        }
    }

    fn seal(&mut self) {
        if let Some(mut w) = self.w.take() {
            w.bit(false);
            self.done.push(w.finish());
        }
    }

    fn whole(&mut self, kind: usize, key: u64, post: &Post) {
        let age = self.crier.now.since(post.base);
        self.entry(kind, entry::WHOLE, |w, form| {
            w.number(key, 7);
            if form.policy == Policy::Reckoned {
                w.number(age, 7);
            }
            post.row.iter().zip(&form.fields).for_each(|(value, field)| value.write(w, field));
        });
    }

    fn change(&mut self, kind: usize, key: u64, post: &Post) {
        self.entry(kind, entry::CHANGE, |w, form| {
            w.number(key, 7);
            for n in 0..form.fields.len() {
                w.bit(post.change >> n & 1 == 1);
            }
            let changed = post.row.iter().zip(&form.fields).enumerate();
            changed
                .filter(|(n, _)| post.change >> n & 1 == 1)
                .for_each(|(_, (value, field))| value.write(w, field));
        });
    }

    fn gone(&mut self, kind: usize, key: u64) {
        self.entry(kind, entry::GONE, |w, _| w.number(key, 7));
    }

    fn call(&mut self, kind: usize, row: &Row) {
        self.entry(kind, entry::CALL, |w, form| {
            row.iter().zip(&form.fields).for_each(|(value, field)| value.write(w, field));
        });
    }

    fn finish(mut self) -> Vec<Vec<u8>> {
        self.seal();
        self.done
    }
}
