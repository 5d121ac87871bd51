//! Influence over a graph: regions, rooms, roads, or the tiles of a map.
//!
//! From where a unit is, Dijkstra settles places by rising way; each settled place gets what the fall-off leaves, once, and where nothing is left the search
//! ends there. Falling off must never rise with the way ([`Falling::table`] checks). Layers are kept per owner and combined only when asked:
//! friend minus foe would not tell contested from empty. What a source added is remembered and can be taken away exactly.

use std::collections::{BTreeMap, BinaryHeap};
use wold_space::CellIndex;
use wold_ways::search::Graph;

/// How influence falls with the way; all stop at 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Falling {
    /// I − way·k.
    Linear(f64),
    /// I·(T − t)/T, t the time of travel at a speed.
    Time {
        /// Metres per second.
        speed: f64,
        /// T, in seconds.
        most: f64,
    },
    /// I within range; beyond it as by time, with packing, driving into range and unpacking before the first shot.
    Artillery {
        /// Metres it shoots.
        range: f64,
        /// Metres per second.
        speed: f64,
        /// Seconds to pack and to unpack, together.
        packing: f64,
        /// T, in seconds.
        most: f64,
    },
    /// I − way^k: broad near by, steep far off.
    Commander(f64),
    /// I/2^way, ending below a cut-off.
    Halving {
        /// What is less is nothing.
        cut_off: f64,
    },
    /// A designer's pairs of way and share of I, linear between them.
    Table(Vec<(f64, f64)>),
}

/// What is wrong with a table of influence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TableError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl Falling {
    /// A table from CSV: `way,share` per line, ways rising, shares never.
    ///
    /// ```
    /// use wold_tactics::influence::Falling;
    /// let table = Falling::table("0,1\n10,0.5\n20,0").unwrap();
    /// assert_eq!(table.at(8.0, 5.0), 6.0);
    /// assert!(Falling::table("0,1\n10,2").is_err());
    /// ```
    pub fn table(text: &str) -> Result<Self, TableError> {
        let mut rows: Vec<(f64, f64)> = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |reason: &str| TableError { line: number + 1, reason: reason.to_owned() };
            let cell = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite() && *n >= 0.0);
            let pair = line.split_once(',').and_then(|(way, share)| Some((cell(way)?, cell(share)?)));
            let (way, share) = pair.ok_or_else(|| wrong("it is two numbers from 0, joined by a comma"))?;
            if rows.last().is_some_and(|(before, most)| way <= *before || share > *most) {
                return Err(wrong("ways must rise and shares must not"));
            }
            rows.push((way, share));
        }
        if rows.is_empty() {
            Err(TableError { line: 1, reason: "it is empty".into() })
        } else {
            Ok(Self::Table(rows))
        }
    }

    /// What is left of a strength after a way.
    #[must_use]
    pub fn at(&self, strength: f64, way: f64) -> f64 {
        let by_time = |seconds: f64, most: f64| strength * (most - seconds) / most;
        let left = match self {
            Self::Linear(k) => strength - way * k,
            Self::Time { speed, most } => by_time(way / speed, *most),
            Self::Artillery { range, .. } if way <= *range => strength,
            Self::Artillery { range, speed, packing, most } => {
                by_time(packing + (way - range) / speed, *most)
            }
            Self::Commander(k) => strength - libm::pow(way, *k),
            Self::Halving { cut_off } => {
                let left = strength * libm::exp2(-way);
                if left.abs() < *cut_off { 0.0 } else { return left }
            }
            Self::Table(rows) => strength * share(rows, way),
        };
        left.max(0.0)
    }
}

fn share(rows: &[(f64, f64)], way: f64) -> f64 {
    let next = rows.partition_point(|(at, _)| *at < way);
    match (next.checked_sub(1).map(|before| rows[before]), rows.get(next)) {
        (Some((a, high)), Some((b, low))) => high + (low - high) * (way - a) / (b - a),
        (None, Some((_, first))) => *first,
        _ => 0.0,
    }
}

/// Who owns a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(pub u16);

/// A source that was added, to take it away again.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    side: SideId,
    parts: Vec<(CellIndex, f64)>,
}

/// Influence per side over the places of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphInfluence {
    places: usize,
    layers: BTreeMap<SideId, Vec<f64>>,
}

#[derive(PartialEq)]
struct Open(f64, CellIndex);

impl Eq for Open {}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl GraphInfluence {
    /// Empty layers over so many places.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self { places, layers: BTreeMap::new() }
    }

    /// Adds what a unit of a side spreads from a place; `passable` leaves out what it cannot enter.
    pub fn add(
        &mut self,
        graph: &impl Graph,
        side: SideId,
        from: CellIndex,
        strength: f64,
        falling: &Falling,
        passable: impl Fn(CellIndex) -> bool,
    ) -> Added {
        let layer = self.layers.entry(side).or_insert_with(|| vec![0.0; self.places]);
        let mut settled = vec![false; self.places];
        let mut open = BinaryHeap::from([Open(0.0, from)]);
        let mut parts = Vec::new();
        while let Some(Open(way, place)) = open.pop() {
            // A place may have been pushed twice; it counts once.
            if place.slot() >= self.places || std::mem::replace(&mut settled[place.slot()], true) {
                continue;
            }
            let left = falling.at(strength, way);
            if left == 0.0 {
                continue;
            }
            layer[place.slot()] += left;
            parts.push((place, left));
            graph.ways_from(place, |next, step| {
                if !settled[next.slot()] && passable(next) {
                    open.push(Open(way + step, next));
                }
            });
        }
        Added { side, parts }
    }

    /// Takes a source away. Sums of f64 may leave dust in the last bits; a layer whose sources are all gone is cleared of it.
    pub fn remove(&mut self, added: Added) {
        let Some(layer) = self.layers.get_mut(&added.side) else { return };
        for (place, part) in added.parts {
            let cell = &mut layer[place.slot()];
            *cell -= part;
            if cell.abs() < 1e-9 {
                *cell = 0.0;
            }
        }
    }

    /// A side's influence at a place.
    #[must_use]
    pub fn of(&self, side: SideId, place: CellIndex) -> f64 {
        self.layers.get(&side).map_or(0.0, |layer| layer[place.slot()])
    }

    /// Everybody's but a side's and its allies'.
    #[must_use]
    pub fn against(&self, side: SideId, allies: &[SideId], place: CellIndex) -> f64 {
        let foes = self.layers.keys().filter(|other| **other != side && !allies.contains(other));
        foes.map(|foe| self.of(*foe, place)).sum()
    }

    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places
    }
}
