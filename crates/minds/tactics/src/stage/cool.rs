//! Cool-downs at three levels: the one who struck, its kind, everybody; each per attack.

use super::{FighterId, KindId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A way to attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Its number, for cool-downs.
    pub number: u16,
    /// What it weighs against the attack capacity while it lasts.
    pub weight: u32,
    /// How long it lasts.
    pub ticks: u64,
    /// Ticks until the same fighter may do it again, then its kind, then anybody.
    pub cool: [u64; 3],
}

impl Attack {
    /// An attack without cool-downs.
    #[must_use]
    pub fn new(number: u16, weight: u32, ticks: u64) -> Self {
        Self { number, weight, ticks, cool: [0; 3] }
    }
}

/// From when what may be done again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoolDowns {
    own: BTreeMap<(FighterId, u16), u64>,
    kind: BTreeMap<(KindId, u16), u64>,
    all: BTreeMap<u16, u64>,
}

impl CoolDowns {
    /// The tick from which an attack may be made again by somebody of a kind.
    #[must_use]
    pub fn ready(&self, who: FighterId, kind: KindId, attack: u16) -> u64 {
        let own = self.own.get(&(who, attack));
        let kind = self.kind.get(&(kind, attack));
        let all = self.all.get(&attack);
        [own, kind, all].into_iter().flatten().copied().max().unwrap_or(0)
    }

    /// Notes an attack that begins now.
    pub fn begin(&mut self, who: FighterId, kind: KindId, attack: Attack, now: u64) {
        let [own, of_kind, all] = attack.cool.map(|ticks| now.saturating_add(ticks));
        self.own.insert((who, attack.number), own);
        self.kind.insert((kind, attack.number), of_kind);
        self.all.insert(attack.number, all);
    }

    /// Whether nothing cools down.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.own.is_empty() && self.kind.is_empty() && self.all.is_empty()
    }

    /// Drops what is over.
    pub fn sweep(&mut self, now: u64) {
        self.own.retain(|_, until| now < *until);
        self.kind.retain(|_, until| now < *until);
        self.all.retain(|_, until| now < *until);
    }
}
