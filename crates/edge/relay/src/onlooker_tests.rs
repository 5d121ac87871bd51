use super::*;
use crate::mirror::tests::{at, card, hear, meadow, mirror, snapshot, welcome};
use std::collections::BTreeSet;
use wold_wire::{ChunkChanges, Down, EntityState, Receiver, Snapshot};

/// A watcher's end.
#[derive(Default)]
struct End {
    receiver: Receiver,
    people: BTreeMap<EntityId, EntityState>,
    said: Vec<FromHost>,
    tick: Option<Tick>,
}

impl End {
    fn read(&mut self, frames: Vec<Frame>) {
        for frame in frames {
            match Down::decode(&frame, &mut self.receiver).expect("our own frames decode") {
                Some(Down::Message(message)) => self.said.push(message),
                Some(Down::Snapshot(snapshot)) => {
                    self.tick = Some(snapshot.tick);
                    for id in snapshot.left {
                        self.people.remove(&id);
                    }
                    for (card, state) in snapshot.entered {
                        self.people.insert(card.id, state);
                    }
                    self.people.extend(snapshot.updated);
                }
                None => {}
            }
        }
    }

    fn packet(&self) -> SteeringPacket {
        SteeringPacket { acks: self.receiver.acks(), ..SteeringPacket::default() }
    }

    fn chunks(&self) -> Vec<i32> {
        let land = |message: &FromHost| match message {
            FromHost::Chunk { land, .. } => Some(land.pos.x),
            _ => None,
        };
        self.said.iter().filter_map(land).collect()
    }
}

fn tell(onlooker: &mut Onlooker, mirror: &Mirror) -> Vec<Frame> {
    let mut out = Vec::new();
    onlooker.tell(mirror, &["Ada".into()], &mut out);
    out
}

#[test]
fn a_latecomer_is_told_all_that_stands_and_nothing_that_was_said() {
    let mut mirror = mirror();
    hear(&mut mirror, FromHost::Clock { tick: Tick(10), day: 5, days: 1, paused: false });
    hear(&mut mirror, meadow(0));
    mirror.turn_over();
    mirror.take(Down::Snapshot(Snapshot { entered: vec![(card(5, "Ada"), at(3, 0))], ..snapshot(11) }));
    let (mut onlooker, mut end) = (Onlooker::new(GuestId(44), 8), End::default());
    end.read(tell(&mut onlooker, &mirror));
    let FromHost::Welcome(welcome) = &end.said[0] else { panic!("the welcome is first: {:?}", end.said) };
    assert_eq!((welcome.guest, welcome.view), (GuestId(44), 2), "it sees no farther than the relay");
    assert!(matches!(end.said[1], FromHost::Clock { day: 5, .. }));
    let FromHost::Watching(watching) = &end.said[2] else { panic!("{:?}", end.said) };
    assert_eq!((watching.pace, watching.follows, &watching.sights[..]), (0, false, &["Ada".to_owned()][..]));
    assert_eq!(end.chunks(), [0]);
    assert_eq!(end.people[&EntityId(5)], at(3, 0).tidied());
    assert_eq!(end.said.len(), 4, "a clock that was told before is told once");
}

#[test]
fn a_slow_watcher_is_shown_the_newest_and_ends_up_with_the_truth() {
    let mut mirror = mirror();
    let (mut onlooker, mut end) = (Onlooker::new(GuestId(1), 2), End::default());
    for tick in 11..400_u64 {
        let mut next = snapshot(tick);
        if tick == 11 {
            next.entered = (1..40).map(|id| (card(id, "P"), at(id as i32, 0))).collect();
        }
        let moved = 1 + tick % 39;
        next.updated = vec![(EntityId(moved), at((tick % 50) as i32, 0))];
        mirror.take(Down::Snapshot(next));
        let frames = tell(&mut onlooker, &mirror);
        mirror.turn_over();
        // Of the datagrams three in four are lost on the way, and acknowledgements come late.
        let frames =
            frames.into_iter().filter(|frame| !frame.is_datagram() || tick.is_multiple_of(4) || tick > 360);
        end.read(frames.collect());
        if tick.is_multiple_of(5) || tick > 360 {
            onlooker.acknowledge(end.packet());
        }
    }
    assert_eq!(end.tick, Some(mirror.tick()));
    assert_eq!(end.people.len(), 39);
    for (id, shown) in mirror.entities() {
        assert_eq!(end.people[id], shown.at(mirror.tick()).tidied(), "{id:?}");
    }
}

#[test]
fn who_turns_to_another_mirror_sees_that_one_alone() {
    let (mut one, mut other) = (mirror(), mirror());
    one.take(Down::Snapshot(Snapshot { entered: vec![(card(1, "Ada"), at(1, 0))], ..snapshot(11) }));
    other.take(Down::Snapshot(Snapshot { entered: vec![(card(2, "Bo"), at(2, 0))], ..snapshot(11) }));
    hear(&mut one, meadow(0));
    hear(&mut other, meadow(1));
    let (mut onlooker, mut end) = (Onlooker::new(GuestId(1), 2), End::default());
    end.read(tell(&mut onlooker, &one));
    onlooker.acknowledge(end.packet());
    onlooker.turn();
    other.take(Down::Snapshot(snapshot(12)));
    end.read(tell(&mut onlooker, &other));
    assert_eq!(end.people.keys().map(|id| id.0).collect::<Vec<_>>(), [2]);
    let forgotten = |message: &FromHost| matches!(message, FromHost::Forget(pos) if pos.x == 0);
    assert!(end.said.iter().any(forgotten));
    assert_eq!(end.chunks(), [0, 1]);
}

#[test]
fn changes_and_doors_go_to_who_holds_the_chunk_and_the_whole_to_who_does_not() {
    let mut mirror = mirror();
    let pos = ChunkPos { x: 0, y: 0 };
    hear(&mut mirror, meadow(0));
    mirror.take(Down::Snapshot(snapshot(11)));
    let (mut early, mut early_end) = (Onlooker::new(GuestId(1), 2), End::default());
    early_end.read(tell(&mut early, &mirror));
    let changes = ChunkChanges { version: 1, gone: BTreeSet::from([3]), ..ChunkChanges::default() };
    hear(&mut mirror, FromHost::Changed { pos, changes: changes.clone() });
    hear(&mut mirror, FromHost::Doors { pos, open: BTreeSet::new() });
    early_end.said.clear();
    early_end.read(tell(&mut early, &mirror));
    let told = FromHost::Changed { pos, changes: changes.clone() };
    assert_eq!(early_end.said, [told, FromHost::Doors { pos, open: BTreeSet::new() }]);
    assert!(tell(&mut early, &mirror).is_empty(), "nothing is told twice");
    let (mut late, mut late_end) = (Onlooker::new(GuestId(2), 2), End::default());
    late_end.read(tell(&mut late, &mirror));
    let whole =
        |message: &FromHost| matches!(message, FromHost::Chunk { changes: told, .. } if *told == changes);
    assert!(late_end.said.iter().any(whole));
}

#[test]
fn after_a_host_is_back_everybody_is_welcomed_anew_and_keeps_the_land() {
    let mut mirror = mirror();
    hear(&mut mirror, meadow(0));
    mirror.take(Down::Snapshot(Snapshot { entered: vec![(card(1, "Ada"), at(1, 0))], ..snapshot(11) }));
    let (mut onlooker, mut end) = (Onlooker::new(GuestId(1), 2), End::default());
    end.read(tell(&mut onlooker, &mirror));
    onlooker.acknowledge(end.packet());
    end.said.clear();
    hear(&mut mirror, FromHost::Welcome(welcome(7, 50)));
    hear(&mut mirror, meadow(0));
    mirror.take(Down::Snapshot(Snapshot { entered: vec![(card(1, "Ada"), at(4, 0))], ..snapshot(51) }));
    end.read(tell(&mut onlooker, &mirror));
    assert!(matches!(end.said[0], FromHost::Welcome(_)));
    assert!(end.chunks().is_empty());
    assert_eq!(end.people[&EntityId(1)], at(4, 0).tidied());
}

#[test]
fn land_goes_a_little_at_a_time() {
    let mut mirror = mirror();
    for x in 0..2000 {
        hear(
            &mut mirror,
            FromHost::Chunk {
                land: Arc::new(wold_lore::land::Chunk::meadow(ChunkPos { x: x % 5 - 2, y: x / 5 % 5 - 2 })),
                changes: ChunkChanges { gone: (0..3000).collect(), version: 1, ..ChunkChanges::default() },
            },
        );
    }
    mirror.take(Down::Snapshot(snapshot(11)));
    let (mut onlooker, mut end) = (Onlooker::new(GuestId(1), 2), End::default());
    let mut most = 0;
    for _ in 0..40 {
        let frames = tell(&mut onlooker, &mirror);
        most = most.max(frames.iter().filter(|frame| !frame.is_datagram()).map(Frame::len).sum::<usize>());
        end.read(frames);
    }
    assert_eq!(end.chunks().len(), 25);
    assert!(most < 2 * LAND_BYTES, "{most} bytes in one beat");
}
