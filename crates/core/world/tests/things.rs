//! Whatever people do with things, none is lost, doubled or in two places, each is somebody's who exists, the market's or nobody's, and nobody leaves the ground.

use proptest::prelude::*;
use std::collections::BTreeMap;
use wold_lore::Owner;
use wold_lore::land::ThingKind;
use wold_space::{EntityId, GuestId};
use wold_wire::{Gait, Intent, Steering, Target};
use wold_world::parts::{Bag, Body, CarriedBy, Id, Lies, Owned, Person, Thing};
use wold_world::registry::Roll;
use wold_world::{Act, Command, Decree, Origin, Realm};

const PEOPLE: u64 = 4;
/// Stones and lanterns: nothing anybody does uses them up.
const THINGS: usize = 10;

/// What somebody does in a tick, before names are put to it.
#[derive(Clone, Debug)]
enum Whim {
    Walk { east: i8, north: i8, gait: u8 },
    Take(usize),
    Drop(u8),
    Hold(u8),
    Give(u8, u64),
    Use(u8),
    Strike(u64),
    Say,
    Away,
    Gone,
    Back,
}

fn whim() -> impl Strategy<Value = Whim> {
    prop_oneof![
        4 => (any::<i8>(), any::<i8>(), 0..4_u8).prop_map(|(east, north, gait)| Whim::Walk { east, north, gait }),
        4 => (0..THINGS).prop_map(Whim::Take),
        2 => (0..9_u8).prop_map(Whim::Drop),
        1 => (0..9_u8).prop_map(Whim::Hold),
        2 => (0..9_u8, 0..PEOPLE).prop_map(|(slot, to)| Whim::Give(slot, to)),
        1 => (0..9_u8).prop_map(Whim::Use),
        1 => (0..PEOPLE).prop_map(Whim::Strike),
        1 => Just(Whim::Say),
        1 => Just(Whim::Away),
        1 => Just(Whim::Gone),
        2 => Just(Whim::Back),
    ]
}

struct Yard {
    realm: Realm,
    bodies: Vec<EntityId>,
    things: Vec<EntityId>,
    number: u32,
}

impl Yard {
    fn new() -> Self {
        let mut realm = Realm::new(Origin::meadow(3));
        let enter = |n: u64| Act::Enter { name: format!("Person {n}"), human: true, look: 0 };
        realm.step((0..PEOPLE).map(|n| Command { guest: GuestId(n), number: 0, act: enter(n) }).collect());
        let bodies: Vec<EntityId> =
            (0..PEOPLE).map(|n| realm.body_of(GuestId(n)).expect("it entered")).collect();
        let grant = |n: usize| {
            // What stands alone in a slot; stacks are counted by other tests.
            let thing = if n.is_multiple_of(2) { ThingKind::Axe } else { ThingKind::Lantern };
            let who = bodies[n % bodies.len()];
            Command { guest: GuestId(0), number: 0, act: Act::Decree(Decree::Grant { who, thing }) }
        };
        realm.step((0..THINGS).map(grant).collect());
        let mut yard = Self { realm, bodies, things: Vec::new(), number: 1 };
        yard.things = yard.places().into_keys().collect();
        assert_eq!(yard.things.len(), THINGS);
        yard
    }

    /// Where every thing is: how often it lies about, is carried by its own account, and is in a bag.
    fn places(&mut self) -> BTreeMap<EntityId, [usize; 3]> {
        let world = self.realm.ecs_mut();
        let mut places = BTreeMap::new();
        let mut things = world.query::<(&Id, &Thing, Option<&Lies>, Option<&CarriedBy>)>();
        for (id, _, lies, carried) in things.iter(world) {
            let known = places.insert(id.0, [usize::from(lies.is_some()), usize::from(carried.is_some()), 0]);
            assert!(known.is_none(), "{:?} is there twice", id.0);
        }
        for bag in world.query::<&Bag>().iter(world) {
            for id in bag.slots.iter().flatten() {
                places.get_mut(id).expect("what is in a bag exists")[2] += 1;
            }
        }
        places
    }

    fn command(&mut self, who: u64, whim: &Whim) -> Command {
        self.number += 1;
        let intent = match *whim {
            Whim::Walk { east, north, gait } => {
                let gait = [Gait::Walk, Gait::Run, Gait::Sneak, Gait::Sit][usize::from(gait)];
                Intent::Move(Steering { east, north, heading: 0, gait })
            }
            Whim::Take(thing) => Intent::Take(self.things[thing]),
            Whim::Drop(slot) => Intent::Drop { slot },
            Whim::Hold(slot) => Intent::Hold { slot },
            Whim::Give(slot, to) => Intent::Give { slot, to: self.bodies[to as usize] },
            Whim::Use(slot) => Intent::Use { slot, on: Target::Nothing },
            Whim::Strike(whom) => Intent::Strike(self.bodies[whom as usize]),
            Whim::Say => Intent::say("Mine!", None),
            Whim::Away | Whim::Gone => {
                let keep = matches!(whim, Whim::Away);
                return Command { guest: GuestId(who), number: 0, act: Act::Leave { keep } };
            }
            Whim::Back => {
                let act = Act::Enter { name: format!("Person {who}"), human: true, look: 0 };
                return Command { guest: GuestId(who), number: 0, act };
            }
        };
        Command { guest: GuestId(who), number: self.number, act: Act::Intent(intent) }
    }

    /// Who came anew has another body.
    fn meet(&mut self) {
        for who in 0..PEOPLE {
            if let Some(body) = self.realm.body_of(GuestId(who)) {
                self.bodies[who as usize] = body;
            }
        }
    }

    fn check(&mut self) -> Result<(), TestCaseError> {
        let places = self.places();
        prop_assert!(places.keys().eq(self.things.iter()), "things came or went: {:?}", places.keys());
        for (id, [lies, carried, in_bags]) in &places {
            prop_assert_eq!(lies + in_bags, 1, "{:?} lies {} times, is in {} bags", id, lies, in_bags);
            prop_assert_eq!(carried, in_bags, "{:?} and the bags disagree", id);
        }
        for id in places.keys() {
            let Some(Owner::Person(owner)) = self.realm.owner_of(*id) else { continue };
            prop_assert!(self.realm.part::<Person>(owner).is_some(), "{:?} is that of nobody there is", id);
        }
        let world = self.realm.ecs_mut();
        for owned in world.query::<&Owned>().iter(world) {
            let there = |owner| world.resource::<Roll>().0.contains_key(&owner);
            prop_assert!(owned.by.person().is_none_or(there), "{:?} is written down for nobody", owned);
        }
        for body in world.query::<&Body>().iter(world) {
            prop_assert!(body.0.place.is_finite() && body.0.place.length() < 1_000.0, "{:?}", body.0);
            prop_assert!((0.0..=1.0).contains(&body.0.stamina), "{:?}", body.0);
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_thing_is_lost_or_doubled_or_that_of_nobody_there_is_whatever_people_do(
        ticks in prop::collection::vec(prop::collection::vec((0..PEOPLE, whim()), 0..6), 1..60),
    ) {
        let mut yard = Yard::new();
        for whims in ticks {
            let commands = whims.iter().map(|(who, whim)| yard.command(*who, whim)).collect();
            yard.realm.step(commands);
            yard.meet();
            yard.check()?;
        }
        // Nor is anything lost on the way to disk and back.
        let saved = yard.realm.save();
        yard.realm.restore(&saved).expect("our own snapshot");
        yard.check()?;
    }
}
