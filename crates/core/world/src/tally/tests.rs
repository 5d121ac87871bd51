use crate::command::{Act, Command, Decree};
use crate::parts::{Body, Lies};
use crate::registry::Roll;
use crate::slumber::tests::{commons, enter, send};
use crate::{Origin, Realm};
use proptest::prelude::*;
use wold_chance::{Seed, Stream};
use wold_lore::land::ThingKind;
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, TICKS_PER_SECOND};
use wold_wire::{Gait, Intent, Loudness, Steering, Target};

fn origin(seed: u64) -> Origin {
    let mut origin = commons(seed);
    origin.config.harvest_minutes = 0.2;
    origin
}

fn body(realm: &Realm, guest: GuestId) -> Option<(EntityId, DVec2)> {
    let id = realm.body_of(guest)?;
    let world = realm.ecs();
    Some((id, world.get::<Body>(*world.resource::<Roll>().0.get(&id)?)?.0.place))
}

fn nearest(realm: &mut Realm, place: DVec2) -> Option<EntityId> {
    let world = realm.ecs_mut();
    let mut lying = world.query::<(&crate::parts::Id, &Lies)>();
    let mut list: Vec<_> = lying.iter(world).map(|(id, lies)| (lies.place.distance(place), id.0)).collect();
    list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    list.first().map(|(_, id)| *id)
}

/// Something somebody may want, sensible or not.
fn whim(realm: &mut Realm, draws: &mut Stream) -> Command {
    let guest = GuestId(1 + draws.below(4));
    let command = |act| Command { guest, number: 7, act };
    let Some((who, place)) = body(realm, guest) else { return enter(guest) };
    let intent = |intent| command(Act::Intent(intent));
    match draws.below(10) {
        0 => command(Act::Leave { keep: draws.chance(0.7) }),
        1 | 2 => {
            let (east, north) = (draws.range(-127.0, 127.0) as i8, draws.range(-127.0, 127.0) as i8);
            intent(Intent::Move(Steering { east, north, heading: draws.below(256) as u8, gait: Gait::Run }))
        }
        3 | 4 => match nearest(realm, place) {
            Some(id) => intent(Intent::Take(id)),
            None => {
                intent(Intent::Say { text: "Nothing here.".into(), loudness: Loudness::Shout, act: None })
            }
        },
        5 => intent(Intent::Drop { slot: draws.below(4) as u8 }),
        6 => intent(Intent::Use { slot: draws.below(4) as u8, on: Target::Nothing }),
        7 => {
            let tree = Target::Growth { chunk: ChunkPos::of(place), index: 0 };
            intent(Intent::Use { slot: draws.below(4) as u8, on: tree })
        }
        8 => {
            let thing = [ThingKind::Axe, ThingKind::Lantern, ThingKind::Plank][draws.below(3) as usize];
            Command { guest: GuestId(0), ..command(Act::Decree(Decree::Grant { who, thing })) }
        }
        _ => send(realm, guest, place + DVec2::new(draws.range(-90.0, 90.0), draws.range(-300.0, 300.0))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn the_hash_of_what_changed_is_the_hash_of_everything(seed in 0_u64..1_000_000) {
        let mut draws = Stream::named(Seed(seed), "whims", &[]);
        let mut realm = Realm::new(origin(seed));
        for second in 0..50 {
            let mut hash = None;
            for _ in 0..TICKS_PER_SECOND {
                let count = draws.below(4);
                let commands = (0..count).map(|_| whim(&mut realm, &mut draws)).collect();
                hash = realm.step(commands).hash.or(hash);
            }
            prop_assert_eq!(hash, Some(realm.hash()), "second {}", second);
            if draws.chance(0.15) {
                let mut twin = Realm::new(origin(seed));
                twin.restore(&realm.save()).expect("our own snapshot");
                prop_assert_eq!(twin.hash(), realm.hash(), "restored in second {}", second);
                realm = twin;
            }
        }
    }
}

#[test]
fn a_second_in_which_nothing_stirs_reads_no_entity_again() {
    let mut realm = Realm::new(origin(1));
    let first = (0..TICKS_PER_SECOND).filter_map(|_| realm.step(vec![]).hash).next();
    assert!(realm.hash_work().entities >= 25 * 4, "the first reads all: {:?}", realm.hash_work());
    let second = (0..TICKS_PER_SECOND).filter_map(|_| realm.step(vec![]).hash).next();
    assert_ne!(first, second, "the clock is state");
    assert_eq!(realm.hash_work().entities, 0);
}

/// A resource of numbered parts.
#[derive(Clone, Default)]
struct Shelf(std::collections::BTreeMap<u8, (u64, Vec<u8>)>);

impl super::InParts for Shelf {
    fn parts(&self, parts: &mut super::Parts<'_>) {
        for (name, (stamp, bytes)) in &self.0 {
            // One of them bears no stamp.
            let stamp = (*name != 0).then_some([*stamp, 0]);
            parts.part(&[*name], stamp, |to| to.extend(bytes));
        }
    }
}

proptest! {
    #[test]
    fn what_is_read_ahead_bit_by_bit_gives_the_same_digest(edits in prop::collection::vec((0_u8..6, 0_usize..40, any::<bool>()), 1..60), most in 1_usize..64) {
        let (mut shelf, mut memo) = (Shelf::default(), super::Memo::default());
        for (stamp, (name, length, hashed)) in edits.into_iter().enumerate() {
            if length == 0 {
                shelf.0.remove(&name);
            } else {
                shelf.0.insert(name, (stamp as u64, vec![stamp as u8; length]));
            }
            super::of_parts(&shelf, &mut memo, most);
            if hashed {
                let (found, _) = super::of_parts(&shelf, &mut memo, usize::MAX);
                let (fresh, _) = super::of_parts(&shelf, &mut super::Memo::default(), usize::MAX);
                prop_assert_eq!(found, fresh);
            }
        }
    }
}
