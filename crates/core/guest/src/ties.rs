//! What a guest is told of the world it lives in and of its place there: the law, work and trade, its family.

use crate::known::Known;
use crate::market::Market;
use std::sync::Arc;
use wold_lore::{Kin, Shot};
use wold_wire::FromHost;

/// What ties somebody to the world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ties {
    law: Option<Arc<str>>,
    banish_days: Option<u16>,
    market: Market,
    kin: Option<Arc<Kin>>,
    shots: Vec<Shot>,
}

impl Ties {
    pub fn take(&mut self, message: FromHost, step: u64) {
        match message {
            FromHost::Law { guards, banish_days } => {
                (self.law, self.banish_days) = (Some(guards.into()), Some(banish_days));
            }
            FromHost::Kin(kin) => self.kin = Some(Arc::new(kin)),
            FromHost::Shots { shots } => self.shots = shots,
            message => self.market.take(message, step),
        }
    }
}

impl Known {
    /// The rules by which guards of this world go about their duty, once told.
    #[must_use]
    pub fn law(&self) -> Option<&Arc<str>> {
        self.ties.law.as_ref()
    }

    /// How many days a banishment holds here, once told.
    #[must_use]
    pub fn banish_days(&self) -> Option<u32> {
        self.ties.banish_days.map(u32::from)
    }

    /// Work and trade.
    #[must_use]
    pub fn market(&self) -> &Market {
        &self.ties.market
    }

    /// What can be let fly in this world, once told.
    #[must_use]
    pub fn shots(&self) -> &[Shot] {
        &self.ties.shots
    }

    /// What one knows of oneself and one's family; nothing before it is told, and never of who plays.
    #[must_use]
    pub fn kin(&self) -> Option<&Arc<Kin>> {
        self.ties.kin.as_ref()
    }
}
