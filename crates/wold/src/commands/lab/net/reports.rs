//! Dead reckoning: movers speak when what is believed of them is wrong, alone or in parcels.

use super::letters::{self, Detail};
use super::watch::{Post, Technique};
use super::yard::{STEP, Yard, fence};
use std::collections::BTreeMap;
use wold_space::DVec2;
use wold_wire::parcel::{Patience, Tray, open};
use wold_wire::reckoning::{
    Convergence, Habit, HistoryConfig, Mover, Order, PositionHistory, Reading, Reckoner, ReckoningConfig,
    Reporter, ReporterConfig,
};

/// What is believed of movers between reports.
#[derive(Clone, Copy, PartialEq)]
pub enum Belief {
    /// The same order for all.
    Order(Order),
    /// Places alone are told.
    Places,
    /// To each kind its habit.
    Habits,
}

/// How it is done.
#[derive(Clone, Copy)]
pub struct Manner {
    /// What is believed.
    pub belief: Belief,
    /// How reports are taken in.
    pub convergence: Convergence,
    /// Whether nobody is shown beyond the fence.
    pub walls: bool,
    /// Whether reports wait for others.
    pub patience: Option<Patience>,
}

/// Seconds an order is trusted, whoever moves.
const HORIZON: f64 = 1.0;
/// Metres beyond which a convergence would be a flight. An arrow makes twelve on a long way, so it is more than the world's own.
const LEAP: f64 = 8.0;

/// Reports at both ends.
pub struct Reports {
    manner: Manner,
    tray: Option<Tray>,
    reporters: BTreeMap<usize, Reporter>,
    kinds: Vec<Mover>,
    seen: BTreeMap<usize, (PositionHistory, Reckoner)>,
    work: u64,
}

impl Reports {
    /// Nobody has spoken yet.
    pub fn new(manner: Manner, yard: &Yard) -> Self {
        Self {
            manner,
            tray: manner.patience.map(Tray::new),
            reporters: BTreeMap::new(),
            kinds: yard.tracks.iter().map(|track| track.mover).collect(),
            seen: BTreeMap::new(),
            work: 0,
        }
    }

    fn reading(&self, mover: Mover) -> Reading {
        match self.manner.belief {
            Belief::Order(order) => Reading::Motion(order.into()),
            Belief::Places => Reading::Places(HistoryConfig::default()),
            Belief::Habits => Reading::Motion(mover.row().habit),
        }
    }

    fn horizon(&self, mover: Mover) -> f64 {
        if self.manner.belief == Belief::Habits { mover.row().horizon } else { HORIZON }
    }

    /// What has to be said of a mover, so that it can be believed.
    fn detail(&self, mover: Mover) -> Detail {
        match self.reading(mover) {
            Reading::Motion(Habit::Order(Order::Zero)) | Reading::Places(_) => Detail::Place,
            Reading::Motion(Habit::Order(Order::Second) | Habit::Steers) => Detail::Force,
            Reading::Motion(_) => Detail::Motion,
        }
    }

    fn shape(&self, mover: Mover) -> ReckoningConfig {
        let horizon = self.horizon(mover);
        ReckoningConfig { convergence: self.manner.convergence, horizon, leap: LEAP, ..Default::default() }
    }

    fn take(&mut self, now: f64, letter: &[u8]) {
        // The number comes first and says how long the letter must be.
        let Some(number) = letter.get(..2).map(|n| usize::from(u16::from_le_bytes([n[0], n[1]]))) else {
            return;
        };
        let Some(&mover) = self.kinds.get(number) else { return };
        let Some((_, told)) = letters::read(letter, self.detail(mover)) else { return };
        let (reading, shape) = (self.reading(mover), self.shape(mover));
        self.work += 1;
        match self.seen.get_mut(&number) {
            None => {
                let mut history = PositionHistory::default();
                let (report, habit) = reading.read(&mut history, told);
                self.seen.insert(number, (history, Reckoner::new(report, habit)));
            }
            // One that was overtaken says nothing new.
            Some((_, track)) if track.report().time > told.time => {}
            Some((history, track)) => {
                let (report, habit) = reading.read(history, told);
                track.receive(&shape, now, report, habit);
            }
        }
    }
}

impl Technique for Reports {
    fn tell(&mut self, step: usize, yard: &Yard, post: &mut Post) {
        let now = step as f64 * STEP;
        for (number, track) in yard.tracks.iter().enumerate() {
            let Some(truth) = track.at(step) else { continue };
            let row = track.mover.row();
            let rule = ReporterConfig {
                reading: self.reading(track.mover),
                horizon: self.horizon(track.mover),
                ..Default::default()
            };
            // The onlooker stands in the middle.
            let tolerance = row.tolerance.at(truth.place.length(), row.importance);
            self.work += 1;
            if !self.reporters.entry(number).or_default().must_tell(&rule, truth, tolerance) {
                continue;
            }
            let mut letter = Vec::new();
            letters::write(&mut letter, self.detail(track.mover), number, truth);
            match &mut self.tray {
                Some(tray) => tray.put(now, letter.into()),
                None => post.throw(letter),
            }
        }
        if let Some(parcel) = self.tray.as_mut().and_then(|tray| tray.take(now)) {
            post.throw(parcel.to_vec());
        }
    }

    fn hear(&mut self, now: f64, bytes: &[u8]) {
        if self.tray.is_some() {
            for letter in open(bytes).unwrap_or_default() {
                self.take(now, &letter);
            }
        } else {
            self.take(now, bytes);
        }
    }

    fn shown(&mut self, now: f64, mover: usize) -> Option<DVec2> {
        self.work += 1;
        let shape = self.shape(self.kinds[mover]);
        let (_, track) = self.seen.get(&mover)?;
        Some(if self.manner.walls {
            track.place_before(&shape, now, fence)
        } else {
            track.place(&shape, now)
        })
    }

    fn work(&self) -> u64 {
        self.work
    }
}
