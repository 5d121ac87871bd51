use super::*;
use wold_wire::{Down, FromGuest, Intent, Outcome, Refusal, Seq, SteeringPacket};
use wold_world::Origin;

fn steward() -> Steward {
    let origin = Origin::meadow(1);
    let shelf = Stock::new(origin.source.clone());
    Steward::new(Realm::new(origin), shelf, StewardConfig::default())
}

fn arrival(guest: u64) -> Arrival {
    Arrival {
        guest: GuestId(guest),
        name: format!("P{guest}"),
        human: true,
        operator: false,
        token: [guest as u8; 16],
        view: 2,
        account: None,
        reach: Reach::Local,
    }
}

/// A tick on a disk that answers at once.
fn step(steward: &mut Steward) -> Vec<(GuestId, Down)> {
    let work = steward.step(&mut |_| {});
    steward.durable(work.tick);
    typed(work.deliveries.into_iter().chain(steward.take_ready()).collect())
}

fn typed(deliveries: Vec<Delivery>) -> Vec<(GuestId, Down)> {
    deliveries
        .into_iter()
        .map(|d| match d.out {
            Out::Typed(down) => (d.to, down),
            Out::Frame(_) => panic!("local guests get typed messages"),
        })
        .collect()
}

fn messages(news: &[(GuestId, Down)], guest: u64) -> Vec<&FromHost> {
    news.iter()
        .filter(|(to, _)| to.0 == guest)
        .filter_map(|(_, down)| match down {
            Down::Message(message) => Some(message),
            Down::Snapshot(_) => None,
        })
        .collect()
}

fn deed(number: u32, intent: Intent) -> Up {
    Up::Message(FromGuest::Do { number, intent })
}

#[test]
fn a_newcomer_is_welcomed_and_gets_the_land_around_it_nearest_first() {
    let mut steward = steward();
    steward.admit(arrival(1));
    let mut chunks = Vec::new();
    for tick in 0..6 {
        let news = step(&mut steward);
        for message in messages(&news, 1) {
            match message {
                FromHost::Welcome(welcome) => assert_eq!((tick, welcome.seed), (0, 1)),
                FromHost::Chunk { land, .. } => chunks.push(land.pos),
                _ => {}
            }
        }
    }
    assert_eq!(chunks.len(), 25);
    assert_eq!(chunks[0], wold_space::ChunkPos { x: 0, y: 0 });
    let mut unique = chunks.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), 25, "each chunk is sent once");
}

#[test]
fn speech_reaches_the_others_and_a_flood_is_refused() {
    let mut steward = steward();
    steward.admit(arrival(1));
    steward.admit(arrival(2));
    step(&mut steward);
    let say = |n| deed(n, Intent::say(format!("word {n}"), None));
    for n in 0..60 {
        steward.take(GuestId(1), say(n)).expect("a flood is answered before it is punished");
    }
    let flood = typed(steward.take_ready());
    let too_often = FromHost::Answer { number: 59, outcome: Outcome::Refused(Refusal::TooOften) };
    assert!(messages(&flood, 1).contains(&&too_often));
    let news = step(&mut steward);
    let heard = messages(&news, 2).iter().filter(|m| matches!(m, FromHost::Heard { .. })).count();
    assert_eq!(heard, 5, "the world itself limits talk");
    let offence = (0..1000).find_map(|n| steward.take(GuestId(1), say(n)).err());
    assert_eq!(offence, Some(Offence::Frantic));
}

/// A steward with a guest and an apple at its feet.
fn tempted() -> (Steward, EntityId) {
    let mut steward = steward();
    steward.admit(arrival(1));
    steward.admit(arrival(2));
    let tick = steward.step(&mut |_| {}).tick;
    steward.durable(tick);
    steward.take_ready();
    let body = steward.realm().body_of(GuestId(1)).expect("it is in");
    let place = steward.realm().part::<wold_world::parts::Body>(body).expect("it has a body").0.place;
    let kind = wold_lore::land::ThingKind::Apple;
    let things = (wold_world::parts::Thing { kind, lit: false }, wold_world::parts::Lies { place, level: 0 });
    let apple = wold_world::spawn(steward.realm.ecs_mut(), things);
    let apple = steward.realm().ecs().get::<wold_world::parts::Id>(apple).expect("it has a name").0;
    step(&mut steward);
    (steward, apple)
}

#[test]
fn nobody_is_shown_a_deed_before_it_is_durable() {
    let (mut steward, apple) = tempted();
    steward.take(GuestId(1), deed(7, Intent::Take(apple))).unwrap();
    let work = steward.step(&mut |_| {});
    assert!(work.deliveries.is_empty(), "neither bag nor gesture nor answer");
    let tick = work.tick;
    assert!(steward.step(&mut |_| {}).deliveries.is_empty(), "later ticks do not overtake it");
    steward.durable(Tick(tick.0 - 1));
    assert!(steward.take_ready().is_empty());
    steward.durable(tick);
    let news = typed(steward.take_ready());
    let done = FromHost::Answer { number: 7, outcome: Outcome::Done };
    assert!(messages(&news, 1).contains(&&done));
    let holds = |m: &&FromHost| matches!(m, FromHost::Bag { slots, .. } if slots.iter().flatten().any(|s| s.id == apple));
    assert!(messages(&news, 1).iter().any(holds));
    assert_eq!(steward.ticks_held(), 0, "the tick after it had nothing to wait for");
}

#[test]
fn a_deed_asked_for_twice_is_done_once_and_answered_twice() {
    let mut steward = steward();
    let outside = || Arrival { reach: Reach::Wire, ..arrival(1) };
    steward.admit(outside());
    let tick = steward.step(&mut |_| {}).tick;
    steward.durable(tick);
    let body = steward.realm().body_of(GuestId(1)).expect("it is in");
    steward.decree(Decree::Grant { who: body, thing: wold_lore::land::ThingKind::Bread });
    steward.decree(Decree::Grant { who: body, thing: wold_lore::land::ThingKind::Apple });
    let tick = steward.step(&mut |_| {}).tick;
    steward.durable(tick);
    let carried = |steward: &Steward| {
        let bag = steward.realm().part::<wold_world::parts::Bag>(body).expect("it has a bag");
        bag.slots.iter().flatten().count()
    };
    assert_eq!(carried(&steward), 2);
    steward.take(GuestId(1), deed(1, Intent::Drop { slot: 0 })).unwrap();
    steward.step(&mut |_| {});
    // The answer never reaches it: the connection is gone, and a new one asks again.
    steward.lose(GuestId(1));
    steward.admit(outside());
    steward.take(GuestId(1), deed(1, Intent::Drop { slot: 0 })).unwrap();
    steward.take(GuestId(1), deed(2, Intent::Drop { slot: 0 })).unwrap();
    steward.take_ready();
    let mut tick = steward.step(&mut |_| {}).tick;
    tick = tick.max(steward.step(&mut |_| {}).tick);
    steward.durable(tick);
    let reliable = steward.take_ready().into_iter().filter_map(|delivery| match delivery.out {
        Out::Frame(wold_wire::Frame::Reliable(bytes)) => FromHost::decode(&bytes).ok(),
        _ => None,
    });
    let told: Vec<FromHost> = reliable.collect();
    let welcome = told.iter().rev().find_map(|m| match m {
        FromHost::Welcome(welcome) => Some(welcome.decided),
        _ => None,
    });
    assert_eq!(welcome, Some(1), "it learns how far its numbers went");
    assert!(told.iter().any(|m| matches!(m, FromHost::Bag { .. })), "and what it carries");
    assert!(
        told.contains(&FromHost::Answer { number: 1, outcome: Outcome::Done }),
        "the answer of the first time"
    );
    assert!(told.contains(&FromHost::Answer { number: 2, outcome: Outcome::Refused(Refusal::EmptySlot) }));
    assert_eq!(carried(&steward), 1, "one thing was dropped, not two");
}

#[test]
fn a_lost_guest_stands_still_and_finds_its_body_again() {
    let mut steward = steward();
    steward.admit(arrival(1));
    step(&mut steward);
    let body = steward.realm().body_of(GuestId(1));
    steward.lose(GuestId(1));
    step(&mut steward);
    assert_eq!(steward.realm().body_of(GuestId(1)), body, "the body waits");
    steward.admit(arrival(1));
    let news = step(&mut steward);
    assert!(messages(&news, 1).iter().any(|m| matches!(m, FromHost::Welcome(w) if Some(w.body) == body)));
    steward.release(GuestId(1), false);
    step(&mut steward);
    assert_eq!(steward.realm().body_of(GuestId(1)), None);
}

/// The steering of a guest's step `n`: every one faces another way.
fn facing(n: u16) -> Up {
    let steering = Steering { heading: n as u8, ..Steering::default() };
    Up::Steering(SteeringPacket { newest: Seq(n), steerings: vec![steering], ..SteeringPacket::default() })
}

fn heading(steward: &Steward) -> u8 {
    let body = steward.realm().body_of(GuestId(1)).expect("it is in");
    steward.replicator().all().find(|(card, _)| card.id == body).expect("everybody sees it").1.heading
}

#[test]
fn whoever_hiccups_once_is_not_late_for_ever() {
    let mut steward = steward();
    steward.admit(arrival(1));
    step(&mut steward);
    for n in 1..=5 {
        steward.take(GuestId(1), facing(n)).expect("honest");
        step(&mut steward);
    }
    assert_eq!(heading(&steward), 5, "a step is done in the tick after it came");
    step(&mut steward);
    for n in [6, 7] {
        steward.take(GuestId(1), facing(n)).expect("honest");
    }
    step(&mut steward);
    assert_eq!(heading(&steward), 6, "what came at once is done one by one");
    let late: Vec<bool> = (8..60)
        .map(|n| {
            steward.take(GuestId(1), facing(n)).expect("honest");
            step(&mut steward);
            heading(&steward) != n as u8
        })
        .collect();
    assert!(late[0] && late[1], "it is late for a while");
    let on_time = late.iter().position(|late| !late).expect("and then no more");
    assert!(on_time <= 40 && late[on_time..].iter().all(|late| !late), "{late:?}");
}

#[test]
fn steps_that_come_in_bursts_are_all_done() {
    let mut steward = steward();
    steward.admit(arrival(1));
    step(&mut steward);
    let mut seen = Vec::new();
    for tick in 0..100_u16 {
        // A slow page takes four steps at once, every fourth tick.
        if tick % 4 == 0 {
            for n in tick + 1..=tick + 4 {
                steward.take(GuestId(1), facing(n)).expect("honest");
            }
        }
        step(&mut steward);
        seen.push(heading(&steward));
    }
    assert!(seen.iter().copied().eq(1..=100), "{seen:?}");
}

#[test]
fn a_line_that_falls_silent_stands_after_half_a_second() {
    let mut steward = steward();
    steward.admit(Arrival { reach: Reach::Wire, ..arrival(1) });
    steward.step(&mut |_| {});
    let run = Steering { east: 127, gait: wold_wire::Gait::Run, ..Steering::default() };
    let packet = SteeringPacket { newest: Seq(1), steerings: vec![run], ..SteeringPacket::default() };
    steward.take(GuestId(1), Up::Steering(packet)).expect("as guests do");
    let place = |steward: &Steward| {
        let body = steward.realm().body_of(GuestId(1)).expect("it is in");
        steward.replicator().all().find(|(card, _)| card.id == body).expect("everybody sees it").1.place()
    };
    let before = place(&steward);
    let log: Vec<_> = (0..100).map(|_| steward.step(&mut |_| {}).log).collect();
    let way = place(&steward).distance(before);
    assert!((1.0..3.5).contains(&way), "{way} m");
    let commands: usize = log.iter().map(|log| wold_world::decode_commands(log).expect("ours").len()).sum();
    assert_eq!(commands, 2, "one to run and one to stand");
}
