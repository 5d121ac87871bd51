use super::*;
use crate::command::{Act, Command, Decree};
use crate::environment::Environment;
use crate::parts::{Bag, Body, CarriedBy};
use crate::registry::Roll;
use crate::source::ChunkSource;
use crate::{Origin, Realm};
use wold_lore::land::{Growth, GrowthKind, Sprout, ThingKind};
use wold_space::{DVec2, GuestId};
use wold_wire::Intent;
use wold_wire::state::STEPS_PER_METRE;

/// Everywhere an apple under its tree, two berries on one spot and a coin.
pub(crate) struct Commons;

pub(crate) const SPROUTS: usize = 4;

impl ChunkSource for Commons {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        chunk.growths = vec![Growth { kind: GrowthKind::AppleTree, at: [400, 400], size: 128, turn: 0 }];
        let sprout = |kind, at| Sprout { kind, at };
        chunk.sprouts = vec![
            sprout(ThingKind::Apple, [500, 400]),
            sprout(ThingKind::Berries, [2100, 2000]),
            sprout(ThingKind::Berries, [2100, 2000]),
            sprout(ThingKind::Coin, [2050, 2050]),
        ];
        Arc::new(chunk)
    }
}

pub(crate) fn commons(seed: u64) -> Origin {
    let mut origin = Origin { source: Arc::new(Commons), ..Origin::meadow(seed) };
    origin.config.harvest_minutes = 0.0;
    origin
}

const ANN: GuestId = GuestId(1);

fn command(guest: GuestId, act: Act) -> Command {
    Command { guest, number: 0, act }
}

pub(crate) fn enter(guest: GuestId) -> Command {
    command(guest, Act::Enter { name: format!("Person {}", guest.0), human: true, look: 0 })
}

pub(crate) fn send(realm: &Realm, guest: GuestId, to: DVec2) -> Command {
    let who = realm.body_of(guest).expect("in");
    let to = [(to.x * STEPS_PER_METRE) as i32, (to.y * STEPS_PER_METRE) as i32];
    command(GuestId(0), Act::Decree(Decree::Move { who, to }))
}

fn pass(realm: &mut Realm, seconds: u64) {
    (0..seconds * TICKS_PER_SECOND).for_each(|_| drop(realm.step(Vec::new())));
}

fn awake(realm: &Realm) -> &BTreeSet<ChunkPos> {
    &realm.ecs().resource::<LandBook>().awake
}

fn lying_in(realm: &mut Realm, pos: ChunkPos) -> Vec<(ThingKind, DVec2)> {
    let world = realm.ecs_mut();
    let mut query = world.query::<(&Id, &Thing, &Lies)>();
    let here = query.iter(world).filter(|(.., lies)| ChunkPos::of(lies.place) == pos);
    let mut list: Vec<_> = here.map(|(id, thing, lies)| (id.0, thing.kind, lies.place)).collect();
    list.sort_unstable_by_key(|(id, ..)| *id);
    list.into_iter().map(|(_, kind, place)| (kind, place)).collect()
}

fn thing_at(realm: &mut Realm, pos: ChunkPos, kind: ThingKind) -> EntityId {
    let world = realm.ecs_mut();
    let mut query = world.query::<(&Id, &Thing, &Lies)>();
    let is_it =
        |(_, thing, lies): &(&Id, &Thing, &Lies)| thing.kind == kind && ChunkPos::of(lies.place) == pos;
    query.iter(world).find(is_it).expect("it lies there").0.0
}

#[test]
fn what_people_took_stays_taken_and_what_they_left_stays_while_the_rest_sleeps_and_wakes() {
    let mut realm = Realm::new(commons(3));
    realm.step(vec![enter(ANN)]);
    let far = ChunkPos { x: 40, y: 0 };
    let spot = far.origin() + DVec2::new(16.0, 16.0);
    realm.step(vec![send(&realm, ANN, spot)]);
    let fresh = lying_in(&mut realm, far);
    assert_eq!(fresh.len(), SPROUTS);
    let coin = thing_at(&mut realm, far, ThingKind::Coin);
    let berries = thing_at(&mut realm, far, ThingKind::Berries);
    let take = |id| command(ANN, Act::Intent(Intent::Take(id)));
    realm.step(vec![take(coin), take(berries)]);
    // The coin is carried away, the berries are put down elsewhere in the same chunk.
    let slots = |realm: &Realm, id| {
        let world = realm.ecs();
        let holder = world.get::<CarriedBy>(world.resource::<Roll>().0[&id]).expect("taken").0;
        let bag = *world.get::<Bag>(world.resource::<Roll>().0[&holder]).expect("people have bags");
        bag.slots.iter().position(|slot| *slot == Some(id)).expect("in the bag") as u8
    };
    let slot = slots(&realm, berries);
    realm.step(vec![command(ANN, Act::Intent(Intent::Drop { slot }))]);
    let before = lying_in(&mut realm, far);
    assert_eq!(before.len(), SPROUTS - 1);
    realm.step(vec![send(&realm, ANN, DVec2::new(16.0, 16.0))]);
    pass(&mut realm, IDLE_SECONDS - 1);
    assert!(awake(&realm).contains(&far), "not yet");
    pass(&mut realm, 12);
    assert!(!awake(&realm).contains(&far));
    assert_eq!(lying_in(&mut realm, far).len(), 1, "what was put down is nobody's sprout");
    assert_eq!(realm.ecs().resource::<Picked>().0.keys().collect::<Vec<_>>(), [&far], "one chunk differs");
    let mut twin = Realm::new(commons(3));
    twin.restore(&realm.save()).expect("our own snapshot");
    for realm in [&mut realm, &mut twin] {
        realm.step(vec![send(realm, ANN, spot)]);
        let mut after = lying_in(realm, far);
        let mut wanted = before.clone();
        let key = |(kind, place): &(ThingKind, DVec2)| (*kind as u8, place.x.to_bits(), place.y.to_bits());
        after.sort_by_key(key);
        wanted.sort_by_key(key);
        assert_eq!(after, wanted, "as it was left");
        assert!(realm.ecs().resource::<Picked>().0.is_empty(), "entities tell it now");
    }
    assert_eq!(realm.hash(), twin.hash());
}

#[test]
fn however_far_somebody_goes_state_and_hash_stay_as_small_as_what_is_near() {
    let mut realm = Realm::new(commons(4));
    realm.step(vec![enter(ANN)]);
    let mut most = (0, 0, 0, 0);
    let mut seen = 0;
    for leap in 1..=200 {
        realm.step(vec![send(&realm, ANN, DVec2::new(16.0 + 160.0 * f64::from(leap), 16.0))]);
        seen += 25;
        (0..4).for_each(|_| drop(realm.step(Vec::new())));
        let tiles = realm.ecs().resource::<Environment>().engines().map_or(0, |[n, ..]| n.tiles().count());
        let work = realm.hash_work();
        most = (
            most.0.max(realm.ecs().resource::<Roll>().0.len()),
            most.1.max(awake(&realm).len()),
            most.2.max(tiles),
            if leap > 20 { most.3.max(work.entities) } else { 0 },
        );
    }
    assert!(seen >= 5_000);
    // Idle land, what is near Ann and what is near the start; a leap's worth may wait for its turn.
    let chunks = MOST_IDLE + 50 + 25;
    assert!(most.1 <= chunks, "{} chunks awake", most.1);
    assert!(most.0 <= chunks * SPROUTS + 1, "{} entities", most.0);
    assert!(most.2 <= 256 + 16, "{} tiles", most.2);
    // In a second four leaps wake a hundred chunks, and as many fall asleep.
    assert!(most.3 <= 240 * SPROUTS, "{} entities hashed in a second", most.3);
    let far = realm.save().len();
    pass(&mut realm, IDLE_SECONDS + 12);
    assert_eq!(awake(&realm).len(), 50);
    assert_eq!(realm.ecs().resource::<Roll>().0.len(), 50 * SPROUTS + 1);
    assert!(realm.save().len() < far, "and smaller after a while");
    assert!(realm.hash_work().entities <= 1, "only Ann stirs: {:?}", realm.hash_work());
    assert!(realm.ecs().resource::<Picked>().0.is_empty());
    let body = realm.body_of(ANN).expect("in");
    let world = realm.ecs();
    assert!(world.get::<Body>(world.resource::<Roll>().0[&body]).expect("a body").0.place.x > 32_000.0);
}
