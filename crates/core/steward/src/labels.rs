//! Whose things and animals are, as a guest was told.
//!
//! Contract: what comes into view and is somebody's is told with it; what becomes another's or nobody's while it is in view is told within a second. Cost: by
//! the owned things and animals in view, once a second.

use std::collections::BTreeMap;
use wold_lore::Owner;
use wold_space::{EntityId, TICKS_PER_SECOND, Tick};
use wold_wire::FromHost;
use wold_world::Realm;
use wold_world::replication::View;

/// The owners one guest knows of.
#[derive(Debug, Default)]
pub(super) struct Labels {
    told: BTreeMap<EntityId, Owner>,
}

impl Labels {
    /// What is to be told of owners with this view.
    pub(super) fn news(&mut self, tick: Tick, realm: &Realm, view: &View) -> Vec<FromHost> {
        let mut news = Vec::new();
        for id in &view.left {
            self.told.remove(id);
        }
        if tick.0.is_multiple_of(TICKS_PER_SECOND) {
            self.told.retain(|&thing, told| {
                let owner = realm.owner_of(thing);
                if owner != Some(*told) {
                    news.push(FromHost::Whose { thing, owner });
                }
                owner.inspect(|owner| *told = *owner).is_some()
            });
        }
        let things = view.entered.iter().filter(|(card, ..)| !card.kind.is_person());
        for (card, ..) in things {
            if let Some(owner) = realm.owner_of(card.id) {
                self.told.insert(card.id, owner);
                news.push(FromHost::Whose { thing: card.id, owner: Some(owner) });
            }
        }
        news
    }
}
