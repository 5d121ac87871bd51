use super::*;
use crate::{Act, Command, Decree, Origin, Realm};
use wold_lore::land::ThingKind;
use wold_lore::{Intent, Steering};
use wold_space::GuestId;

fn command(guest: u64, act: Act) -> Command {
    Command { guest: GuestId(guest), number: 0, act }
}

/// What the catalogue knows is what a walk over everything finds.
fn agrees(realm: &mut Realm) {
    let world = realm.ecs_mut();
    let mut things = world.query::<(Entity, &Thing, Option<&Lies>, Option<&Owned>)>();
    let (mut lit, mut food) = (BTreeSet::new(), BTreeSet::new());
    let mut lying: BTreeMap<ChunkPos, BTreeSet<Entity>> = BTreeMap::new();
    let mut owned: BTreeMap<Owner, BTreeSet<Entity>> = BTreeMap::new();
    for (entity, thing, lies, by) in things.iter(world) {
        lit.extend(thing.lit.then_some(entity));
        food.extend((thing.kind.nourishment() > 0.0).then_some(entity));
        if let Some(lies) = lies {
            lying.entry(ChunkPos::of(lies.place)).or_default().insert(entity);
        }
        if let Some(by) = by {
            owned.entry(by.by).or_default().insert(entity);
        }
    }
    let people: Vec<(Entity, Person)> = world
        .query::<(Entity, &Person)>()
        .iter(world)
        .map(|(entity, person)| (entity, person.clone()))
        .collect();
    let guards = world.query::<&Guard>().iter(world).count();
    let ids: Vec<(Entity, u64)> =
        world.query_filtered::<(Entity, &Id), With<Body>>().iter(world).map(|(e, id)| (e, id.0.0)).collect();
    let catalogue = world.resource::<Catalogue>();
    assert_eq!(catalogue.lit, lit);
    assert_eq!(catalogue.food, food);
    assert_eq!(catalogue.owned.by, owned);
    assert_eq!(catalogue.guards(), guards);
    assert_eq!(catalogue.inhabitants(), people.iter().filter(|(_, person)| !person.human).count());
    for (pos, all) in &lying {
        assert_eq!(catalogue.lying_in(*pos).collect::<BTreeSet<_>>(), *all, "{pos:?}");
    }
    for (entity, person) in &people {
        assert!(catalogue.named(&person.name).any(|it| it == *entity), "{}", person.name);
    }
    for tick in 0..TICKS_PER_SECOND {
        let due = ids.iter().filter(|(_, id)| (tick + id).is_multiple_of(TICKS_PER_SECOND)).map(|(e, _)| *e);
        assert_eq!(catalogue.in_turn(tick).collect::<BTreeSet<_>>(), due.collect());
    }
}

#[test]
fn it_knows_what_a_walk_over_everything_finds_also_after_a_snapshot_was_loaded() {
    let mut realm = Realm::new(Origin::meadow(5));
    let enter =
        |n: u64| command(n, Act::Enter { name: format!("Person {n}"), human: n.is_multiple_of(2), look: 0 });
    realm.step((1..=24).map(enter).collect());
    agrees(&mut realm);
    let who = realm.body_of(GuestId(2)).expect("in");
    let grant = |thing| command(0, Act::Decree(Decree::Grant { who, thing }));
    realm.step(vec![grant(ThingKind::Lantern), grant(ThingKind::Bread)]);
    let on = wold_lore::Target::Nothing;
    realm.step(vec![command(2, Act::Intent(Intent::Use { slot: 0, on }))]);
    assert_eq!(realm.ecs().resource::<Catalogue>().lit().count(), 1, "the lantern burns");
    realm.step(vec![command(2, Act::Intent(Intent::Drop { slot: 1 }))]);
    agrees(&mut realm);
    let run = Steering { east: 127, ..Steering::default() };
    realm.step(vec![command(3, Act::Intent(Intent::Move(run))), command(5, Act::Leave { keep: true })]);
    realm.step(vec![command(7, Act::Leave { keep: false })]);
    agrees(&mut realm);
    let saved = realm.save();
    realm.step(vec![command(2, Act::Leave { keep: false }), command(9, Act::Leave { keep: false })]);
    agrees(&mut realm);
    realm.restore(&saved).expect("our own snapshot");
    agrees(&mut realm);
}
