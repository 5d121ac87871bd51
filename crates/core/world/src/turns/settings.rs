//! What a world's file says of fights.

use serde::{Deserialize, Serialize};
use wold_lore::land::ThingKind;
use wold_space::TICKS_PER_SECOND;
use wold_tactics::stage::{Attack, Difficulty, StageConfig};

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// With bare hands, or with what is no weapon.
    Fist = 0,
    /// With an axe.
    Axe = 1,
}

impl Kind {
    pub(super) fn with(held: Option<ThingKind>) -> Self {
        if held == Some(ThingKind::Axe) { Self::Axe } else { Self::Fist }
    }
}

/// How hard fights are: how many stand about one, and how many strike at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FightsConfig {
    /// Whether inhabitants take turns; where they do not, whoever is near enough strikes. Default true.
    pub turns: bool,
    /// What those may weigh in sum who stand about one. Default 12.
    pub room: u32,
    /// What blows under way against one may weigh in sum. Default 11: two blows, of which one may be an axe's.
    pub blows: u32,
    /// Times both, of who plays: below 1 is easier for them. Default 1.
    pub against_humans: f64,
    /// What somebody with bare hands weighs who stands there. Default 3.
    pub fist_room: u32,
    /// And somebody with an axe. Default 3.
    pub axe_room: u32,
    /// What a blow of the fist weighs. Default 5.
    pub fist_weight: u32,
    /// And one of the axe. Default 6.
    pub axe_weight: u32,
    /// Seconds from one turn with the fist to the same one's next. Default 0.6.
    pub fist_rest_seconds: f64,
    /// And with the axe. Default 0.6.
    pub axe_rest_seconds: f64,
    /// Seconds from anybody's turn to anybody's next of the same kind. Default 0.
    pub pause_seconds: f64,
    /// Seconds a turn lasts, with the step in. Default 1.5.
    pub turn_seconds: f64,
    /// Seconds a blow that fell still counts. Default 0.4.
    pub arm_seconds: f64,
    /// Seconds after which who waits lets nobody newer in ahead. Default 10.
    pub patience_seconds: f64,
}

impl Default for FightsConfig {
    fn default() -> Self {
        Self {
            turns: true,
            room: 12,
            blows: 11,
            against_humans: 1.0,
            fist_room: 3,
            axe_room: 3,
            fist_weight: 5,
            axe_weight: 6,
            fist_rest_seconds: 0.6,
            axe_rest_seconds: 0.6,
            pause_seconds: 0.0,
            turn_seconds: 1.5,
            arm_seconds: 0.4,
            patience_seconds: 10.0,
        }
    }
}

fn ticks(seconds: f64) -> u64 {
    libm::round(seconds * TICKS_PER_SECOND as f64) as u64
}

impl FightsConfig {
    /// Every number with its range.
    pub(crate) fn ranges(&self) -> Vec<(&'static str, f64, f64, f64)> {
        vec![
            ("fights.room", self.room.into(), 1.0, 1_000.0),
            ("fights.blows", self.blows.into(), 1.0, 1_000.0),
            ("fights.against_humans", self.against_humans, 0.0, 100.0),
            ("fights.fist_room", self.fist_room.into(), 1.0, 1_000.0),
            ("fights.axe_room", self.axe_room.into(), 1.0, 1_000.0),
            ("fights.fist_weight", self.fist_weight.into(), 1.0, 1_000.0),
            ("fights.axe_weight", self.axe_weight.into(), 1.0, 1_000.0),
            ("fights.fist_rest_seconds", self.fist_rest_seconds, 0.0, 600.0),
            ("fights.axe_rest_seconds", self.axe_rest_seconds, 0.0, 600.0),
            ("fights.pause_seconds", self.pause_seconds, 0.0, 600.0),
            ("fights.turn_seconds", self.turn_seconds, 0.1, 60.0),
            ("fights.arm_seconds", self.arm_seconds, 0.0, 60.0),
            ("fights.patience_seconds", self.patience_seconds, 0.0, 600.0),
        ]
    }

    /// The sizes of circles.
    #[must_use]
    pub fn stage(&self) -> StageConfig {
        StageConfig {
            grid_capacity: self.room,
            attack_capacity: self.blows,
            patience: ticks(self.patience_seconds),
            ..StageConfig::default()
        }
    }

    pub(super) fn difficulty(&self, human: bool) -> Difficulty {
        let factor = if human { self.against_humans } else { 1.0 };
        Difficulty { grid: factor, attack: factor }
    }

    pub(super) fn room(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Fist => self.fist_room,
            Kind::Axe => self.axe_room,
        }
    }

    pub(super) fn attack(&self, kind: Kind) -> Attack {
        let (weight, rest) = match kind {
            Kind::Fist => (self.fist_weight, self.fist_rest_seconds),
            Kind::Axe => (self.axe_weight, self.axe_rest_seconds),
        };
        let cool = [ticks(rest), 0, ticks(self.pause_seconds)];
        Attack { number: kind as u16, weight, ticks: ticks(self.turn_seconds), cool }
    }

    pub(super) fn arm_ticks(&self) -> u64 {
        ticks(self.arm_seconds)
    }
}
