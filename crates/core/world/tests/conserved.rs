//! Whatever people do for a long while, wood stays wood, food goes only by being eaten, coins stay coins; things are in one place and somebody's who exists; nobody leaves the ground.

mod homestead;

use homestead::{GOODS, HEAP, TREES, Yard, entering};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::{Seed, Stream};
use wold_lore::land::{EdgeSide, ThingKind};
use wold_lore::{Deed, Owner, Pose};
use wold_space::{ChunkPos, DVec2, EntityId, GuestId};
use wold_wire::{Gait, Intent, Steering, Target};
use wold_world::books::LandBook;
use wold_world::ground::Ground;
use wold_world::parts::{Bag, Body, CarriedBy, Id, Lies, Owned, Person, Thing};
use wold_world::registry::Roll;
use wold_world::stacks::Amount;
use wold_world::treasury::Treasury;
use wold_world::{Act, Command};

const PEOPLE: u64 = 5;
const CHUNK: ChunkPos = ChunkPos { x: 0, y: 0 };

/// What there is of each: the wood in trees, logs, planks and walls, counted in planks; food; herbs; coins; tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Goods {
    wood: usize,
    food: usize,
    herbs: usize,
    coins: usize,
    axes: usize,
}

fn goods(yard: &mut Yard) -> Goods {
    let world = yard.realm.ecs_mut();
    let mut of: BTreeMap<ThingKind, usize> = BTreeMap::new();
    world.query::<(&Thing, Option<&Amount>)>().iter(world).for_each(|(thing, amount)| {
        *of.entry(thing.kind).or_default() += amount.map_or(1, |amount| amount.0 as usize);
    });
    let town = world.resource::<Treasury>().coins as usize;
    let count = |kind| of.get(&kind).copied().unwrap_or(0);
    let changes = &world.resource::<LandBook>().changes;
    let trees = usize::from(TREES) - changes.get(&CHUNK).map_or(0, |changes| changes.gone.len());
    let built: usize = changes.values().map(|changes| changes.built.len()).sum();
    let wood = 4 * trees + 2 * count(ThingKind::Log) + count(ThingKind::Plank) + built;
    let food = of.iter().filter(|(kind, _)| kind.nourishment() > 0.0).map(|(_, count)| count).sum();
    Goods {
        wood,
        food,
        herbs: count(ThingKind::Herb),
        coins: count(ThingKind::Coin) + town,
        axes: count(ThingKind::Axe),
    }
}

/// Everything is in one place, and somebody's who exists, the market's or nobody's; bodies are on the ground or in a house.
fn check(yard: &mut Yard) {
    let world = yard.realm.ecs_mut();
    let mut held: BTreeMap<EntityId, usize> = BTreeMap::new();
    for bag in world.query::<&Bag>().iter(world) {
        bag.slots.iter().flatten().for_each(|id| *held.entry(*id).or_default() += 1);
    }
    let mut things = BTreeSet::new();
    for (id, _, lies, carried) in
        world.query::<(&Id, &Thing, Option<&Lies>, Option<&CarriedBy>)>().iter(world)
    {
        let in_bags = held.remove(&id.0).unwrap_or(0);
        assert_eq!(usize::from(lies.is_some()) + in_bags, 1, "{id:?}");
        assert_eq!(usize::from(carried.is_some()), in_bags, "{id:?}");
        assert!(things.insert(id.0), "{id:?} is there twice");
    }
    assert!(held.is_empty(), "bags hold what does not exist: {held:?}");
    let roll = world.resource::<Roll>().0.clone();
    for owned in world.query::<&Owned>().iter(world) {
        assert!(owned.by.person().is_none_or(|owner| roll.contains_key(&owner)), "{owned:?}");
    }
    let bodies: Vec<_> = world.query::<(&Person, &Body)>().iter(world).map(|(_, body)| body.0).collect();
    let land = &world.resource::<Ground>().land;
    for motion in bodies {
        assert!(motion.place.is_finite() && motion.velocity.is_finite(), "{motion:?}");
        assert!(
            motion.level == 0 || land.house_at(motion.place, motion.level).is_some(),
            "in the air: {motion:?}"
        );
        let swims = motion.pose == Pose::Swimming;
        assert!(!swims || (motion.level == 0 && land.depth(motion.place) > 0.0), "on dry land: {motion:?}");
        assert!(motion.place.distance(HEAP) < 400.0, "beyond what anybody walks: {motion:?}");
    }
    for id in things {
        let Some(Owner::Person(owner)) = yard.realm.owner_of(id) else { continue };
        assert!(yard.realm.part::<Person>(owner).is_some(), "{id:?} is that of nobody there is");
    }
}

/// The built wall nearest to a place.
fn wall_near(yard: &Yard, place: DVec2) -> Option<Target> {
    let changes = &yard.realm.ecs().resource::<LandBook>().changes;
    let walls =
        changes.iter().flat_map(|(chunk, changes)| changes.built.keys().map(move |wall| (*chunk, *wall)));
    let far = |&(chunk, (x, y, _)): &(ChunkPos, (u8, u8, EdgeSide))| {
        (chunk.origin() + DVec2::new(f64::from(x), f64::from(y))).distance(place)
    };
    let (chunk, (x, y, side)) = walls.min_by(|a, b| far(a).total_cmp(&far(b)))?;
    Some(Target::Edge { chunk, x, y, side })
}

/// Something somebody may want, some of it sensible.
fn whim(yard: &mut Yard, luck: &mut Stream, who: u64) -> Command {
    if yard.realm.body_of(GuestId(who)).is_none() {
        return Command { guest: GuestId(who), number: 0, act: entering(who) };
    }
    let slot = luck.below(9) as u8;
    let carries = |yard: &Yard, kind: ThingKind| {
        let bag = yard.bag(who);
        let is = |id: &Option<EntityId>| {
            id.is_some_and(|id| yard.realm.part::<Thing>(id).is_some_and(|thing| thing.kind == kind))
        };
        bag.iter().position(is).map_or(slot, |slot| slot as u8)
    };
    let place = yard.realm.part::<Body>(yard.body(who)).expect("people have bodies").0.place;
    let other = 1 + luck.below(PEOPLE);
    let other = yard.realm.body_of(GuestId(other)).unwrap_or(yard.body(who));
    let edge = Target::Edge {
        chunk: ChunkPos::of(place),
        x: (place.x.rem_euclid(32.0) as u8 + luck.below(3) as u8).min(31),
        y: (place.y.rem_euclid(32.0) as u8 + luck.below(3) as u8).min(31),
        side: if luck.below(2) == 0 { EdgeSide::South } else { EdgeSide::West },
    };
    let intent = match luck.below(27) {
        0..=5 => {
            // Mostly towards the heap and the copse, where there is something to do.
            let home = HEAP + DVec2::new(luck.below(12) as f64 - 4.0, luck.below(12) as f64 - 4.0) - place;
            let way = home.normalize_or_zero() * 127.0;
            let gait = if luck.below(2) == 0 { Gait::Walk } else { Gait::Run };
            Intent::Move(Steering { east: way.x as i8, north: way.y as i8, heading: 0, gait })
        }
        6..=9 => {
            let mut lying: Vec<EntityId> = ThingKind::ALL.iter().flat_map(|kind| yard.lying(*kind)).collect();
            lying.push(other);
            Intent::Take(lying[luck.below(lying.len() as u64) as usize])
        }
        10 => Intent::Drop { slot },
        11 => Intent::Give { slot, to: other },
        12 => Intent::Use { slot, on: Target::Nothing },
        13 => Intent::Use { slot: carries(yard, ThingKind::Herb), on: Target::Entity(other) },
        14..=16 => {
            let on = Target::Growth { chunk: CHUNK, index: luck.below(u64::from(TREES) + 1) as u16 };
            Intent::Use { slot: carries(yard, ThingKind::Axe), on }
        }
        17 => match yard.lying(ThingKind::Log).first() {
            Some(log) => Intent::Use { slot: carries(yard, ThingKind::Axe), on: Target::Entity(*log) },
            None => Intent::Hold { slot },
        },
        18..=19 => Intent::Use { slot: carries(yard, ThingKind::Plank), on: edge },
        20..=21 => {
            Intent::Use { slot: carries(yard, ThingKind::Axe), on: wall_near(yard, place).unwrap_or(edge) }
        }
        22..=24 => Intent::Strike(other),
        25 => Intent::Hold { slot: carries(yard, ThingKind::Axe) },
        _ => {
            let keep = luck.below(4) > 0;
            return Command { guest: GuestId(who), number: 0, act: Act::Leave { keep } };
        }
    };
    yard.wish(who, intent)
}

#[test]
fn wood_stays_wood_coins_stay_coins_and_food_goes_only_by_being_eaten() {
    let mut done = BTreeSet::new();
    for seed in 0..6 {
        let mut luck = Stream::named(Seed(seed), "homestead", &[]);
        let mut yard = Yard::new(PEOPLE, |origin| {
            let flesh = &mut origin.config.flesh;
            (flesh.blow_seconds, flesh.blow_breath, flesh.cuts_to_fell) = (0.0, 0.0, 1);
            (flesh.fist, flesh.axe, flesh.rise_seconds) = (0.6, 1.0, 1.0);
        });
        let mut left = goods(&mut yard);
        assert_eq!((left.coins, left.axes, left.wood), (2, 2, 4 * usize::from(TREES) + 1), "{GOODS:?}");
        for _ in 0..900 {
            let mut commands = Vec::new();
            for who in 1..=PEOPLE {
                if luck.below(2) == 0 {
                    commands.push(whim(&mut yard, &mut luck, who));
                }
            }
            yard.last = yard.realm.step(commands);
            for entry in &yard.last.deeds {
                done.insert(entry.kind);
                match entry.kind {
                    Deed::Eat => left.food -= 1,
                    Deed::Heal => left.herbs -= 1,
                    _ => {}
                }
            }
            assert_eq!(goods(&mut yard), left, "in tick {}: {:?}", yard.realm.now().0, yard.last.deeds);
            check(&mut yard);
        }
        let saved = yard.realm.save();
        yard.realm.restore(&saved).expect("our own snapshot");
        assert_eq!(goods(&mut yard), left, "nor is anything lost on the way to disk and back");
        check(&mut yard);
    }
    for deed in [
        Deed::Take,
        Deed::Drop,
        Deed::Give,
        Deed::Eat,
        Deed::Fell,
        Deed::Build,
        Deed::Raze,
        Deed::Strike,
        Deed::Kill,
        Deed::Heal,
        Deed::Steal,
    ] {
        assert!(done.contains(&deed), "nobody ever did {deed:?}: {done:?}");
    }
}
