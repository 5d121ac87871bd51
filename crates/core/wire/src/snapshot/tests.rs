use super::*;
use crate::Malformed;
use crate::bits::BitWriter;
use crate::state::{Card, EntityState};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use wold_lore::EntityKind;
use wold_space::{DVec2, EntityId};

fn card(id: u64) -> Arc<Card> {
    Arc::new(Card { id: EntityId(id), kind: EntityKind::INHABITANT, name: format!("Nobody {id}"), look: 7 })
}

fn own() -> OwnState {
    OwnState { place: DVec2::new(-100.3, 55.5), stamina: 200, ..Default::default() }
}

/// A guest's view as a plain table, to compare with the truth.
#[derive(Default)]
struct Table {
    receiver: Receiver,
    rows: BTreeMap<EntityId, (Tick, EntityState)>,
}

impl Table {
    fn take(&mut self, bytes: &[u8]) -> Option<Snapshot> {
        let news = self.receiver.take(bytes).expect("our own packets decode")?;
        {
            let news = news.clone();
            for id in news.left {
                self.rows.remove(&id).expect("only who was there can leave");
            }
            for (card, state) in news.entered {
                self.rows.insert(card.id, (news.tick, state));
            }
            for (id, state) in news.updated {
                self.rows.insert(id, (news.tick, state));
            }
        }
        Some(news)
    }
}

/// A body that walks about, sits down, is hurt and thrown far away.
fn wanderer(t: u64, chance: i32) -> OwnState {
    let steering = (t > 3).then(|| Seq((t + chance.unsigned_abs() as u64 % 3 + 65_500) as u16));
    let place =
        if chance % 97 == 0 { DVec2::new(9e5, -3e5) } else { DVec2::new(-100.3 + t as f64 * 0.11, 55.5) };
    let velocity = if chance % 5 == 0 { DVec2::ZERO } else { DVec2::new(2.2, f64::from(chance) / 1000.0) };
    OwnState { steering, place, velocity, stamina: (t * 2) as u8, health: (chance / 500) as u8, ..own() }
}

#[test]
fn a_straight_walker_is_told_once_and_a_turning_one_in_a_few_bytes() {
    let mut sender = Sender::new(SenderConfig::default());
    let mut table = Table::default();
    let start = EntityState { speed: 24, course: 0, heading: 0, ..Default::default() };
    sender.enter(Tick(0), card(1), start, 5.0);
    let mut truth = start;
    for t in 0..40 {
        truth = EntityState { heading: if t < 20 { 0 } else { 9 }, ..start.predicted(t) };
        truth.course = truth.heading;
        sender.offer(Tick(t), EntityId(1), truth, 5.0);
        let bytes = sender.pack(Tick(t), own());
        table.take(&bytes);
        sender.acknowledged(Tick(t), &table.receiver.acks());
    }
    assert_eq!(sender.stats().enters, 1);
    assert_eq!(table.rows[&EntityId(1)].1.heading, truth.heading);
    assert!(sender.stats().updates >= 1 && sender.stats().updates < 25);
    let bits = sender.stats().update_bits / sender.stats().updates;
    assert!(bits < 40, "{bits} bits per update");
}

#[test]
fn a_full_packet_sends_the_near_first_and_the_rest_later() {
    let mut sender = Sender::new(SenderConfig { budget: 200, ..Default::default() });
    let mut table = Table::default();
    for id in 0..50 {
        let state = EntityState { x: id * 1000, ..Default::default() };
        sender.enter(Tick(0), card(id as u64), state, f64::from(id) * 8.0);
    }
    let first = sender.pack(Tick(0), own());
    assert!(first.len() <= 200);
    table.take(&first);
    assert!(table.rows.contains_key(&EntityId(0)) && !table.rows.contains_key(&EntityId(49)));
    for t in 1..60 {
        sender.acknowledged(Tick(t), &table.receiver.acks());
        let bytes = sender.pack(Tick(t), own());
        assert!(bytes.len() <= 200);
        table.take(&bytes);
    }
    assert_eq!(table.rows.len(), 50);
}

/// However many move about, nobody's news waits much longer than patience with its kind, as long as all of it has room in that time; without patience what is far waits for ever so long.
#[test]
fn news_waits_no_longer_than_patience_with_its_kind() {
    let longest = |patience: Patience| {
        let mut sender = Sender::new(SenderConfig { budget: 120, patience, ..Default::default() });
        let mut table = Table::default();
        let beings = [EntityKind::INHABITANT, EntityKind::Being(wold_lore::Being::Deer)];
        let state = |id: u64, t: u64| {
            // Whoever is near turns all the time.
            let heading = (id * 7 + t * if id < 60 { 40 } else { 9 }) as u8;
            EntityState { x: (id as i32 % 17) * 300, heading, course: heading, ..Default::default() }
        };
        let distance = |id: u64| if id < 60 { 3.0 } else { 90.0 };
        for id in 0..80 {
            let kind = beings[id as usize % 2];
            let card = Card { id: EntityId(id), kind, name: String::new(), look: 0 };
            sender.enter(Tick(0), Arc::new(card), state(id, 0), distance(id));
        }
        let mut told = [0_u64; 80];
        let mut waits = [0_u64; 2];
        for t in 1..600 {
            for id in 0..80 {
                sender.offer(Tick(t), EntityId(id), state(id, t), distance(id));
            }
            let bytes = sender.pack(Tick(t), own());
            table.take(&bytes);
            sender.acknowledged(Tick(t), &table.receiver.acks());
            for (id, (at, _)) in &table.rows {
                let row = id.0 as usize;
                if t > 100 {
                    waits[row % 2] = waits[row % 2].max(t - told[row]);
                }
                told[row] = at.0;
            }
        }
        waits
    };
    let Patience { people, animals, .. } = Patience::default();
    let [person, animal] = longest(Patience::default());
    assert!(person <= u64::from(people) + 4 && animal <= u64::from(animals) + 4, "{person} {animal}");
    let [never, _] = longest(Patience { people: u32::MAX, animals: u32::MAX, things: u32::MAX });
    assert!(never > person, "{never} {person}");
}

#[test]
fn acknowledging_what_was_never_sent_changes_nothing() {
    let mut sender = Sender::new(SenderConfig::default());
    sender.enter(Tick(0), card(1), EntityState::default(), 1.0);
    let _ = sender.pack(Tick(0), own());
    sender.acknowledged(Tick(0), &crate::seq::Acks { newest: Some(Seq(500)), before: u32::MAX });
    assert_eq!(sender.in_flight(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is lost either way, once the links work again the guest knows the truth.
    #[test]
    fn the_guest_ends_up_knowing_the_truth(
        script in prop::collection::vec((0u64..12, -3000i32..3000, any::<u8>(), 0u8..60, 0u8..5, any::<bool>(), any::<bool>()), 1..300)
    ) {
        let mut sender = Sender::new(SenderConfig { budget: 300, ..Default::default() });
        let mut table = Table::default();
        let mut truth: BTreeMap<EntityId, EntityState> = BTreeMap::new();
        let mut t = 0;
        for (id, x, heading, speed, act, down, up) in script {
            t += 1;
            let tick = Tick(t);
            let id = EntityId(id);
            for state in truth.values_mut() {
                *state = state.predicted(1);
            }
            match act {
                0 => { truth.remove(&id); sender.leave(tick, id); }
                1 => if let Some(state) = truth.get_mut(&id) { state.heading = heading; state.speed = speed; },
                2 => if let Some(state) = truth.get_mut(&id) { state.gesture = heading & 63; state.health = heading; state.speed = 0; },
                _ => {
                    let state = EntityState { x, y: -x, heading, course: heading, speed, ..Default::default() };
                    truth.insert(id, state);
                    sender.enter(tick, card(id.0), state, 10.0);
                }
            }
            for (&id, &state) in &truth { sender.offer(tick, id, state, 10.0); }
            let own = wanderer(t, x);
            let bytes = sender.pack(tick, own);
            prop_assert!(bytes.len() <= 300);
            if down {
                let news = table.take(&bytes).expect("packets come in order");
                prop_assert_eq!(news.own, own.rounded());
                prop_assert_eq!(news.tick, tick);
                for (id, state) in &news.updated {
                    prop_assert_eq!(*state, truth[id].tidied(), "a record tells the truth of its tick");
                }
            }
            if up { sender.acknowledged(tick, &table.receiver.acks()); }
        }
        for state in truth.values_mut() { state.speed = 0; }
        for _ in 0..200 {
            t += 1;
            for (&id, &state) in &truth { sender.offer(Tick(t), id, state, 0.0); }
            let bytes = sender.pack(Tick(t), own());
            table.take(&bytes);
            sender.acknowledged(Tick(t), &table.receiver.acks());
        }
        prop_assert_eq!(table.rows.keys().collect::<Vec<_>>(), truth.keys().collect::<Vec<_>>());
        for (id, state) in &truth {
            let seen = table.rows[id].1;
            prop_assert!(seen.stands_for(state, 2), "{seen:?} for {state:?}");
        }
    }

    #[test]
    fn mutated_packets_never_panic(flips in prop::collection::vec((0usize..400, any::<u8>()), 1..6), ids in 1u64..20) {
        let mut sender = Sender::new(SenderConfig::default());
        let mut receiver = Receiver::default();
        for id in 0..ids { sender.enter(Tick(0), card(id), EntityState::default(), 1.0); }
        for t in 0..6 {
            let mut bytes = sender.pack(Tick(t), own());
            if t % 2 == 1 {
                for &(at, value) in &flips { let n = bytes.len(); bytes[at % n] = value; }
            }
            let _ = receiver.take(&bytes);
            sender.acknowledged(Tick(t), &receiver.acks());
            for id in 0..ids { sender.offer(Tick(t), EntityId(id), EntityState { x: t as i32 * 500, ..Default::default() }, 1.0); }
        }
    }
}

#[test]
fn a_farewell_sent_twice_does_not_put_out_who_came_after() {
    let mut sender = Sender::new(SenderConfig::default());
    let mut table = Table::default();
    let still = EntityState::default();
    let moved = EntityState { x: 500, ..still };
    sender.enter(Tick(0), card(1), still, 5.0);
    table.take(&sender.pack(Tick(0), own()));
    sender.acknowledged(Tick(0), &table.receiver.acks());
    // An update is lost; the acknowledgement that shows it comes when the farewell is on its way.
    sender.offer(Tick(1), EntityId(1), moved, 5.0);
    let _lost = sender.pack(Tick(1), own());
    table.take(&sender.pack(Tick(2), own()));
    let late = table.receiver.acks();
    sender.leave(Tick(3), EntityId(1));
    table.take(&sender.pack(Tick(3), own()));
    let farewell = table.receiver.acks();
    sender.acknowledged(Tick(4), &late);
    table.take(&sender.pack(Tick(4), own()));
    sender.acknowledged(Tick(5), &farewell);
    sender.enter(Tick(5), card(2), still, 5.0);
    let again = table.receiver.acks();
    table.take(&sender.pack(Tick(5), own()));
    sender.acknowledged(Tick(6), &again);
    for t in 6..12 {
        sender.offer(Tick(t), EntityId(2), EntityState { x: 100 * t as i32, ..still }, 5.0);
        sender.enter(Tick(t), card(t), still, 5.0);
        table.take(&sender.pack(Tick(t), own()));
        sender.acknowledged(Tick(t), &table.receiver.acks());
    }
    assert_eq!(table.rows.len(), 7, "everybody who came is there: {:?}", table.rows.keys());
    assert_eq!(table.rows[&EntityId(2)].1.x, 1100);
}

#[test]
fn two_records_of_one_slot_are_malformed() {
    let mut sender = Sender::new(SenderConfig::default());
    let mut receiver = Receiver::default();
    sender.enter(Tick(0), card(1), EntityState::default(), 5.0);
    receiver.take(&sender.pack(Tick(0), own())).expect("our own packets decode");
    let mut w = BitWriter::default();
    Header { seq: Seq(2), tick: Tick(1), own: own() }.write(&mut w, None);
    w.bits(3, GAP_RICE_BITS);
    for _ in 0..2 {
        w.bits(0b1111, 4);
        w.rice(0, 3);
    }
    w.bits(0b011, 3);
    assert!(matches!(receiver.take(&w.finish()), Err(Malformed::OutOfRange { field: "slot", .. })));
}
