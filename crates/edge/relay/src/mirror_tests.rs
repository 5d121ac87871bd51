use super::*;
use wold_lore::{Being, EntityKind};
use wold_space::{DVec2, GuestId};
use wold_wire::Physique;

pub(crate) fn welcome(seed: u64, tick: u64) -> Welcome {
    Welcome {
        guest: GuestId(1),
        body: EntityId(0),
        seed,
        tick: Tick(tick),
        token: [0; 16],
        operator: false,
        view: 2,
        world: "Wold".into(),
        physique: Physique::default(),
        decided: 0,
        manifest: Arc::default(),
    }
}

pub(crate) fn card(id: u64, name: &str) -> Arc<Card> {
    Arc::new(Card { id: EntityId(id), kind: EntityKind::Being(Being::Human), name: name.into(), look: 3 })
}

pub(crate) fn at(x: i32, speed: u8) -> EntityState {
    EntityState { x: x * 128, speed, health: 255, ..EntityState::default() }
}

pub(crate) fn snapshot(tick: u64) -> Snapshot {
    let own = OwnState { place: DVec2::new(16.0, 16.0), ..OwnState::default() };
    Snapshot { tick: Tick(tick), own, ..Snapshot::default() }
}

/// A mirror of a host that has said its first words.
pub(crate) fn mirror() -> Mirror {
    let mut mirror = Mirror::default();
    assert_eq!(mirror.take(Down::Message(FromHost::Welcome(welcome(7, 10)))), Heed::Nothing);
    mirror
}

pub(crate) fn hear(mirror: &mut Mirror, message: FromHost) {
    assert_eq!(mirror.take(Down::Message(message)), Heed::Nothing);
}

pub(crate) fn meadow(x: i32) -> FromHost {
    let land = Arc::new(Chunk::meadow(ChunkPos { x, y: 0 }));
    FromHost::Chunk { land, changes: ChunkChanges::default() }
}

#[test]
fn who_walks_on_unsaid_is_where_everybody_predicts() {
    let mut mirror = mirror();
    let walker = at(0, 32);
    mirror.take(Down::Snapshot(Snapshot { entered: vec![(card(5, "Ada"), walker)], ..snapshot(11) }));
    mirror.take(Down::Snapshot(snapshot(16)));
    assert_eq!(mirror.entities()[&EntityId(5)].at(mirror.tick()), walker.predicted(5));
    mirror.take(Down::Snapshot(Snapshot { left: vec![EntityId(5)], ..snapshot(17) }));
    assert!(mirror.entities().is_empty());
}

#[test]
fn a_host_that_is_back_is_the_same_world_and_an_older_or_other_one_is_not() {
    let mut mirror = mirror();
    mirror.take(Down::Snapshot(snapshot(40)));
    let again = |mirror: &mut Mirror, welcome| mirror.take(Down::Message(FromHost::Welcome(welcome)));
    assert_eq!(again(&mut mirror, welcome(7, 60)), Heed::Nothing);
    assert_eq!(again(&mut mirror, welcome(7, 30)), Heed::AnotherWorld, "it has lost what was shown");
    assert_eq!(again(&mut mirror, welcome(8, 90)), Heed::AnotherWorld);
    assert_eq!(mirror.epoch(), 4);
}

#[test]
fn land_told_again_as_it_was_is_no_news() {
    let mut mirror = mirror();
    hear(&mut mirror, meadow(0));
    let stamp = mirror.land_stamp();
    hear(&mut mirror, meadow(0));
    assert_eq!(mirror.land_stamp(), stamp);
    let changes = ChunkChanges { version: 1, gone: BTreeSet::from([3]), ..ChunkChanges::default() };
    hear(&mut mirror, FromHost::Changed { pos: ChunkPos { x: 0, y: 0 }, changes });
    let sheet = &mirror.land()[&ChunkPos { x: 0, y: 0 }];
    assert!(sheet.made < sheet.version);
}

#[test]
fn land_far_behind_is_let_go_and_named() {
    let mut mirror = mirror();
    mirror.take(Down::Snapshot(snapshot(11)));
    for x in 0..10 {
        hear(&mut mirror, meadow(x));
    }
    let gone: Vec<i32> = mirror.let_go().into_iter().map(|pos| pos.x).collect();
    assert_eq!(gone, [5, 6, 7, 8, 9], "beyond the view and two rings more");
    assert_eq!(mirror.land().len(), 5);
}

#[test]
fn what_is_said_is_said_once_and_nobodys_own_is_not_passed_on() {
    let mut mirror = mirror();
    hear(&mut mirror, FromHost::Bell { strokes: 3 });
    hear(&mut mirror, FromHost::Noticed { meter: 9, perceived: true });
    hear(&mut mirror, FromHost::Notice("for the relay".into()));
    assert_eq!(mirror.said().len(), 1);
    mirror.turn_over();
    assert!(mirror.said().is_empty());
    for _ in 0..10_000 {
        hear(&mut mirror, FromHost::Bell { strokes: 1 });
    }
    assert_eq!(mirror.said().len(), MOST_SAID);
}
