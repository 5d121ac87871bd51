//! Somebody in a scene, for tests of a mind's parts: what it carries, who stands beside it, what it was told.

use super::calling::{Calling, trade};
use super::moment::Moment;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_guest::{Guest, GuestConfig};
use wold_lore::land::{Chunk, ThingKind};
use wold_lore::{Craft, Owner};
use wold_mind::living::{Decision, Doing, Whereabouts};
use wold_space::{ChunkPos, DVec2, EntityId, Tick};
use wold_wire::message::{BAG_SLOTS, Price, Slot};
use wold_wire::state::metres_to_steps;
use wold_wire::{Card, ChunkChanges, Down, EntityKind, EntityState, FromHost, OwnState, Snapshot};

/// Where it stands.
pub(super) const HERE: DVec2 = DVec2::new(10.0, 10.0);

/// Somebody and what it knows.
pub(super) struct Scene {
    pub guest: Guest,
    own: OwnState,
}

impl Scene {
    /// Somebody on a meadow, alone and with empty hands.
    pub fn on(chunk: Chunk) -> Self {
        let mut guest = Guest::admitted(GuestConfig::default());
        guest
            .take(Down::Message(FromHost::Chunk { land: Arc::new(chunk), changes: ChunkChanges::default() }));
        let own = OwnState { place: HERE, health: 255, ..OwnState::default() };
        let mut scene = Self { guest, own };
        scene.see(Vec::new());
        scene
    }

    pub fn meadow() -> Self {
        Self::on(Chunk::meadow(ChunkPos::default()))
    }

    pub fn told(mut self, message: FromHost) -> Self {
        self.guest.take(Down::Message(message));
        self
    }

    pub fn carrying(self, things: &[(ThingKind, u32)]) -> Self {
        let mut slots = [None; BAG_SLOTS];
        for (at, (slot, (kind, count))) in slots.iter_mut().zip(things).enumerate() {
            *slot = Some(Slot { kind: *kind, id: EntityId(900 + at as u64), count: *count });
        }
        self.told(FromHost::Bag { slots, held: None, worn: None })
    }

    pub fn knowing(self, crafts: Vec<Craft>) -> Self {
        self.told(FromHost::Crafts { crafts })
    }

    /// Somebody who offers to sell and to buy, told of.
    pub fn offered(self, who: u64, asks: &[(ThingKind, u16)], bids: &[(ThingKind, u16)]) -> Self {
        let price = |rows: &[(ThingKind, u16)]| {
            rows.iter().map(|(kind, coins)| Price { kind: *kind, coins: *coins }).collect()
        };
        self.told(FromHost::Stand { who: EntityId(who), asks: price(asks), bids: price(bids) })
    }

    /// Somebody so many metres east of it.
    pub fn beside(mut self, who: u64, name: &str, metres: f64) -> Self {
        let card = Card { id: EntityId(who), kind: EntityKind::INHABITANT, name: name.into(), look: 0 };
        let state = EntityState {
            x: metres_to_steps(HERE.x + metres),
            y: metres_to_steps(HERE.y),
            health: 255,
            ..EntityState::default()
        };
        self.see(vec![(Arc::new(card), state)]);
        self
    }

    /// A loaf of somebody's so many metres east of it.
    pub fn lying(mut self, thing: EntityId, metres: f64, owner: EntityId) -> Self {
        let card =
            Card { id: thing, kind: EntityKind::Thing(ThingKind::Bread), name: String::new(), look: 0 };
        let state = EntityState {
            x: metres_to_steps(HERE.x + metres),
            y: metres_to_steps(HERE.y),
            ..EntityState::default()
        };
        self.see(vec![(Arc::new(card), state)]);
        self.told(FromHost::Whose { thing, owner: Some(Owner::Person(owner)) })
    }

    fn see(&mut self, entered: Vec<(Arc<Card>, EntityState)>) {
        let snapshot = Snapshot { tick: Tick(1), own: self.own, entered, ..Snapshot::default() };
        self.guest.take(Down::Snapshot(snapshot));
    }

    /// It thinks, of a trade and at something, at its post.
    pub fn moment(&self, trade_name: &str, doing: Doing) -> Moment<'_> {
        let (calling, _) = Calling::draw("Ann", &mut Stream::named(Seed(1), "scene", &[]));
        let calling = Calling { trade: trade(trade_name).expect("there is one"), ..calling };
        let decision = Some(Decision { doing, at: Whereabouts::Work, score: 1.0, is_planned: true });
        Moment { known: self.guest.known(), calling, decision, at_post: true, asleep: false, town: None }
    }
}
