//! Wold's snapshots.

use crate::motion::Motion;
use crate::{Figures, GUESTS, SKIPPED};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wold_space::{EntityId, Tick};
use wold_wire::snapshot::SenderConfig;
use wold_wire::{Card, EntityKind, EntityState, OwnState, Receiver, Sender};

/// Metres at which everybody is taken to be: near enough for the finest tolerance, one step of 1/128 m.
const NEAR: f64 = 20.0;
const TOLERANCE: i32 = 1;

/// The guest's own body stands in for one of them.
fn own(state: &EntityState) -> OwnState {
    OwnState {
        place: state.place(),
        velocity: state.velocity(),
        pose: state.pose,
        health: 255,
        ..OwnState::default()
    }
}

pub fn run(motion: &Motion) -> Figures {
    let mut senders: Vec<Sender> = (0..GUESTS).map(|_| Sender::new(SenderConfig::default())).collect();
    let mut receiver = Receiver::default();
    let mut seen: BTreeMap<EntityId, (Tick, EntityState)> = BTreeMap::new();
    let mut spent = Duration::ZERO;
    let mut figures = Figures::default();
    let card = |id: usize| {
        Arc::new(Card { id: EntityId(id as u64), kind: EntityKind::INHABITANT, name: String::new(), look: 0 })
    };
    for sender in &mut senders {
        for (id, state) in motion.ticks[0].iter().enumerate() {
            sender.enter(Tick(0), card(id), *state, NEAR);
        }
    }
    for at in 1..motion.ticks.len() {
        let tick = Tick(at as u64);
        let acks = receiver.acks();
        let own = own(&motion.ticks[at][0]);
        let begun = Instant::now();
        let mut packet = Vec::new();
        for sender in &mut senders {
            sender.acknowledged(tick, &acks);
            for (id, state) in motion.stirred(at) {
                sender.offer(tick, EntityId(id as u64), *state, NEAR);
            }
            packet = sender.pack(tick, own);
        }
        let took = begun.elapsed();
        let news = receiver.take(&packet).expect("our own packets decode").expect("they come in order");
        let told = news.entered.iter().map(|(card, state)| (card.id, *state));
        seen.extend(told.chain(news.updated.iter().copied()).map(|(id, state)| (id, (tick, state))));
        if at > SKIPPED {
            spent += took;
            figures.bytes += packet.len() as u64;
            figures.updates += news.updated.len() as u64;
            figures.moved += motion.moved(at).count() as u64;
            for (id, truth) in motion.ticks[at].iter().enumerate() {
                let (then, state) = seen[&EntityId(id as u64)];
                let shown = state.predicted(tick.since(then));
                assert!(shown.stands_for(truth, TOLERANCE), "tick {at}, {id}: {shown:?} for {truth:?}");
            }
        }
    }
    figures.micros = spent.as_secs_f64() * 1e6 / (GUESTS * (motion.ticks.len() - 1 - SKIPPED)) as f64;
    figures
}
