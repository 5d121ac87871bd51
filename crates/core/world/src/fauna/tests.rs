use super::*;
use crate::command::{Act, Command};
use crate::config::WorldConfig;
use crate::environment::{Environment, cell_of};
use crate::parts::{Fallen, Lies, Thing};
use crate::registry::Roll;
use crate::source::ChunkSource;
use crate::{Origin, Realm};
use std::collections::BTreeMap;
use std::sync::Arc;
use wold_lore::land::{Chunk, Ecosystem, Place, PlaceKind, ThingKind};
use wold_lore::{Deed, Refusal};
use wold_space::{GuestId, TICKS_PER_SECOND};
use wold_wire::{FromHost, Intent, Outcome};

/// One ecosystem everywhere, and a field of a town in the middle if it is kept land.
#[derive(Clone, Copy)]
struct Country {
    ecosystem: Ecosystem,
    field: bool,
}

impl ChunkSource for Country {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        chunk.ecosystems.fill(self.ecosystem);
        if self.field && pos == ChunkPos::default() {
            chunk.places.push(Place { kind: PlaceKind::Field, at: FIELD, name: "the field".into() });
        }
        Arc::new(chunk)
    }
}

const FIELD: DVec2 = DVec2::new(16.0, 16.0);
const ANN: u64 = 1;

fn country(ecosystem: Ecosystem, field: bool, seed: u64) -> Realm {
    let mut origin = Origin::meadow(seed);
    origin.source = Arc::new(Country { ecosystem, field });
    // A day of two minutes: what takes hours takes seconds.
    (origin.config.fauna, origin.config.day_minutes) = (1.0, 2.0);
    let mut realm = Realm::new(origin);
    for (guest, name) in [(ANN, "Ann"), (2, "Bo")] {
        let act = Act::Enter { name: name.into(), human: true, look: 0 };
        realm.step(vec![Command { guest: GuestId(guest), number: 0, act }]);
    }
    realm
}

fn pass(realm: &mut Realm, seconds: u64) -> Vec<crate::books::Entry> {
    (0..seconds * TICKS_PER_SECOND).flat_map(|_| realm.step(Vec::new()).deeds).collect()
}

fn wish(realm: &mut Realm, guest: u64, intent: Intent) -> (Vec<crate::books::Entry>, Option<Outcome>) {
    let number = realm.now().0 as u32 + 1;
    let report = realm.step(vec![Command { guest: GuestId(guest), number, act: Act::Intent(intent) }]);
    let answer = report.mail.into_iter().find_map(|mail| match mail.message {
        FromHost::Answer { outcome, .. } if mail.to == GuestId(guest) => Some(outcome),
        _ => None,
    });
    (report.deeds, answer)
}

/// Those that live, by id.
fn living(realm: &mut Realm, being: Being) -> BTreeMap<EntityId, (Animal, DVec2)> {
    let world = realm.ecs_mut();
    let mut query = world.query_filtered::<(&Id, &Animal, &Body), Without<Fallen>>();
    let all = query.iter(world).filter(|(_, animal, _)| animal.being == being);
    all.map(|(id, animal, body)| (id.0, (*animal, body.0.place))).collect()
}

fn put(realm: &mut Realm, who: EntityId, at: DVec2) {
    let world = realm.ecs_mut();
    let entity = world.resource::<Roll>().0[&who];
    world.get_mut::<Body>(entity).expect("a body").0.place = at;
}

fn body(realm: &Realm, guest: u64) -> EntityId {
    realm.body_of(GuestId(guest)).expect("in")
}

/// Kills an animal with one's hands, however many blows it takes.
fn kill(realm: &mut Realm, prey: EntityId) -> Vec<crate::books::Entry> {
    let ann = body(realm, ANN);
    let mut deeds = Vec::new();
    for _ in 0..60 {
        let Some(at) = realm.part::<Body>(prey).map(|body| body.0.place) else { break };
        if realm.part::<Fallen>(prey).is_some() {
            break;
        }
        put(realm, ann, at + DVec2::new(0.6, 0.0));
        deeds.extend(wish(realm, ANN, Intent::Strike(prey)).0);
        for _ in 0..14 {
            deeds.extend(realm.step(Vec::new()).deeds);
        }
    }
    deeds
}

#[test]
fn as_many_rabbits_run_about_as_the_ecology_counts() {
    let mut realm = country(Ecosystem::Meadow, false, 3);
    pass(&mut realm, 12);
    let heads = heads(&realm, "grazers");
    let bodies = living(&mut realm, Being::Rabbit).len() as f64;
    let each = nature::of(Being::Rabbit).heads;
    assert!(bodies > 3.0, "{bodies}");
    // Each of the four tiles around the start draws its lot: at most a body more or less.
    assert!((bodies - heads / each).abs() <= 4.0, "{bodies} bodies of {heads} heads");
    assert!(living(&mut realm, Being::Deer).is_empty(), "deer live in woods");
}

/// The heads of a stock in the land somebody needs.
fn heads(realm: &Realm, stock: &str) -> f64 {
    let (ground, environment) =
        (realm.ecs().resource::<crate::ground::Ground>(), realm.ecs().resource::<Environment>());
    let middles = [(8.0, 8.0), (24.0, 8.0), (8.0, 24.0), (24.0, 24.0)];
    let cells =
        ground.needed().iter().flat_map(|chunk| middles.map(|(x, y)| chunk.origin() + DVec2::new(x, y)));
    cells.filter_map(|place| environment.heads(stock, cell_of(place))).map(f64::from).sum()
}

#[test]
fn what_is_hunted_out_stays_away_until_the_ecology_has_grown_new_ones() {
    let mut realm = country(Ecosystem::Meadow, false, 5);
    pass(&mut realm, 12);
    let start = FIELD;
    let ann = body(&realm, ANN);
    let before = heads(&realm, "grazers");
    let mut killed = 0;
    for _ in 0..200 {
        let Some((rabbit, _)) = living(&mut realm, Being::Rabbit).pop_first() else { break };
        let deeds = kill(&mut realm, rabbit);
        killed += deeds.iter().filter(|deed| deed.kind == Deed::Hunt && deed.doer == ann).count();
    }
    assert!(killed > 5, "{killed}");
    put(&mut realm, ann, start);
    pass(&mut realm, 30);
    let after = heads(&realm, "grazers");
    assert!(after < before * 0.4, "{before} became {after}");
    let left = living(&mut realm, Being::Rabbit).len();
    assert!(left <= 4, "nobody fills the gap: {left}");
    // The ecology grows: bodies come again.
    let needed: Vec<ChunkPos> =
        realm.ecs().resource::<crate::ground::Ground>().needed().iter().copied().collect();
    let environment = &mut realm.ecs_mut().resource_mut::<Environment>();
    for chunk in needed {
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            environment.edit("grazers", [chunk.x * 2 + x, chunk.y * 2 + y], 1.0);
        }
    }
    pass(&mut realm, 12);
    assert!(living(&mut realm, Being::Rabbit).len() > 8);
}

/// How far an animal is from where somebody was put beside it, a second later.
fn far_after(realm: &mut Realm, being: Being, offset: f64, gait: Gait) -> f64 {
    let ann = body(realm, ANN);
    // Nobody else frightens it.
    let wolves: Vec<EntityId> = living(realm, Being::Wolf).into_keys().collect();
    wolves.into_iter().for_each(|wolf| despawn(realm.ecs_mut(), wolf));
    let bo = body(realm, 2);
    put(realm, bo, DVec2::new(400.0, 400.0));
    pass(realm, 4);
    let (prey, (_, at)) = living(realm, being).pop_first().expect("there are some");
    let steering = Steering { gait, east: 1, ..Steering::default() };
    wish(realm, ANN, Intent::Move(steering));
    // Its head down, to the east.
    let entity = realm.ecs().resource::<Roll>().0[&prey];
    realm.ecs_mut().get_mut::<Body>(entity).expect("a body").0.heading = 0;
    realm.ecs_mut().get_mut::<Steered>(entity).expect("steered").0 = Steering::default();
    let until = Tick(realm.now().0 + 100);
    let mut animal = realm.ecs_mut().get_mut::<Animal>(entity).expect("an animal");
    (animal.until, animal.stirs) = (until, true);
    put(realm, ann, at + DVec2::new(offset, 0.0));
    pass(realm, 1);
    let now = realm.part::<Body>(prey).expect("there").0.place;
    now.distance(at)
}

#[test]
fn a_deer_runs_from_a_walker_lets_a_sneaker_nearer_and_sees_none_behind_it() {
    let met = |offset: f64, gait| {
        let mut realm = country(Ecosystem::Forest, false, 3);
        pass(&mut realm, 12);
        far_after(&mut realm, Being::Deer, offset, gait)
    };
    assert!(met(12.0, Gait::Walk) > 3.0, "from a walker it runs");
    assert!(met(12.0, Gait::Sneak) < 1.0, "a sneaker comes nearer");
    assert!(met(5.0, Gait::Sneak) > 2.0, "but not before its eyes");
    assert!(met(-4.0, Gait::Sneak) < 1.0, "from behind it hears nothing");
}

#[test]
fn a_killed_deer_leaves_meat_and_hides_and_is_no_murder() {
    let mut realm = country(Ecosystem::Forest, false, 3);
    pass(&mut realm, 12);
    let (deer, _) = living(&mut realm, Being::Deer).pop_first().expect("there are deer");
    let deeds = kill(&mut realm, deer);
    let kinds: Vec<Deed> =
        deeds.iter().filter(|deed| deed.object == Some(deer)).map(|deed| deed.kind).collect();
    assert_eq!(kinds, [Deed::Hunt]);
    let world = realm.ecs_mut();
    let mut lying = world.query::<(&Thing, &Lies)>();
    let mut kinds: Vec<ThingKind> = lying.iter(world).map(|(thing, _)| thing.kind).collect();
    kinds.retain(|kind| [ThingKind::Meat, ThingKind::Hide].contains(kind));
    kinds.sort_unstable();
    assert_eq!(kinds, [ThingKind::Meat, ThingKind::Hide]);
    let rises = realm.config().flesh.rise_seconds as u64 + 1;
    pass(&mut realm, rises);
    assert!(realm.part::<Animal>(deer).is_none(), "it does not rise");
}

/// A lake in the west, and a meadow.
struct Shore;

impl ChunkSource for Shore {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        if pos.x < 0 {
            chunk.ecosystems.fill(Ecosystem::Lake);
            chunk.heights.fill(-64);
            chunk.water.fill(0);
        }
        Arc::new(chunk)
    }
}

#[test]
fn fishers_catch_what_the_water_holds_and_nothing_where_it_is_fished_out() {
    let mut origin = Origin::meadow(4);
    origin.source = Arc::new(Shore);
    (origin.config.fauna, origin.config.day_minutes) = (1.0, 2.0);
    // So that nothing swims in from elsewhere meanwhile.
    let rules = "[environment.rules.ecology]\nfish_grow = 0.0\nfish_come = 0.0\n";
    let file: WorldConfig = toml::from_str(rules).expect("settings");
    origin.config.environment = file.environment;
    let mut realm = Realm::new(origin);
    let act = Act::Enter { name: "Ann".into(), human: true, look: 0 };
    realm.step(vec![Command { guest: GuestId(ANN), number: 0, act }]);
    pass(&mut realm, 10);
    assert!(!living(&mut realm, Being::Fish).is_empty(), "fish are seen");
    assert!(living(&mut realm, Being::Fish).values().all(|(_, at)| at.x < 0.0), "in the water");
    let (ann, number) = (body(&realm, ANN), craft(&realm, "fish"));
    let (mut caught, mut refused) = (0, 0);
    for _ in 0..4000 {
        put(&mut realm, ann, DVec2::new(1.0, 16.0));
        let (deeds, answer) = wish(&mut realm, ANN, Intent::Work { craft: number });
        caught += deeds.iter().filter(|deed| deed.kind == Deed::Make).map(|deed| deed.pieces).sum::<u32>();
        refused += u32::from(answer == Some(Outcome::Refused(Refusal::NothingThere)));
        if refused > 3 {
            break;
        }
        (0..9).for_each(|_| drop(realm.step(Vec::new())));
    }
    let most = realm.config().environment.rules.rules().expect("rules").ecology.most_fish;
    // Six of the nine cells within a cast are water.
    assert!(
        refused > 3 && f64::from(caught) > 2.0 * f64::from(most),
        "{caught} caught, refused {refused} times"
    );
    assert!(f64::from(caught) <= 6.0 * f64::from(most), "{caught} of {most} a cell");
}

/// A country with sheep by its field: the first seed whose lot has them.
fn pasture() -> Realm {
    let mut realms = (0..20).map(|seed| country(Ecosystem::Meadow, true, seed));
    realms
        .find_map(|mut realm| (!living(&mut realm, Being::Sheep).is_empty()).then_some(realm))
        .expect("half of them have")
}

fn craft(realm: &Realm, name: &str) -> u8 {
    let crafts = &realm.config().trade.crafts;
    crafts.iter().position(|craft| craft.name == name).expect("there is one") as u8
}

/// Works at a craft beside an animal until something comes of it; the last refusal if nothing does.
fn tend(
    realm: &mut Realm,
    guest: u64,
    animal: EntityId,
    name: &str,
    seconds: u64,
) -> Result<(), Option<Refusal>> {
    let (who, number) = (body(realm, guest), craft(realm, name));
    let mut refused = None;
    for _ in 0..seconds {
        let at = realm.part::<Body>(animal).expect("there").0.place;
        put(realm, who, at + DVec2::new(0.8, 0.0));
        let (deeds, answer) = wish(realm, guest, Intent::Work { craft: number });
        if deeds.iter().any(|deed| deed.kind == Deed::Make) {
            return Ok(());
        }
        if let Some(Outcome::Refused(refusal)) = answer {
            refused = Some(refusal);
        }
        (0..TICKS_PER_SECOND - 1).for_each(|_| drop(realm.step(Vec::new())));
    }
    Err(refused)
}

#[test]
fn sheep_are_shorn_by_whose_they_are_and_grow_their_wool_again() {
    let mut realm = pasture();
    let flock = living(&mut realm, Being::Sheep);
    assert_eq!(flock.len(), 6);
    // Only one of them is there to be shorn.
    let mut ids = flock.keys().copied();
    let sheep = ids.next().expect("six");
    let rest: Vec<EntityId> = ids.collect();
    rest.into_iter().for_each(|id| despawn(realm.ecs_mut(), id));
    assert_eq!(tend(&mut realm, ANN, sheep, "shear", 30), Ok(()));
    let ann = body(&realm, ANN);
    assert_eq!(realm.owner_of(sheep), Some(wold_lore::Owner::Person(ann)));
    assert_eq!(tend(&mut realm, ANN, sheep, "shear", 30), Err(Some(Refusal::NoWorkplace)), "it is bare");
    pass(&mut realm, 120);
    assert_eq!(tend(&mut realm, 2, sheep, "shear", 30), Err(Some(Refusal::NoWorkplace)), "it is Ann's");
    assert_eq!(tend(&mut realm, ANN, sheep, "shear", 30), Ok(()));
    let deeds = kill_by(&mut realm, 2, sheep);
    assert!(deeds.contains(&Deed::Steal) && deeds.contains(&Deed::Hunt), "{deeds:?}");
}

fn kill_by(realm: &mut Realm, guest: u64, prey: EntityId) -> Vec<Deed> {
    let who = body(realm, guest);
    let mut kinds = Vec::new();
    for _ in 0..40 {
        if realm.part::<Fallen>(prey).is_some() {
            break;
        }
        let at = realm.part::<Body>(prey).expect("there").0.place;
        put(realm, who, at + DVec2::new(0.6, 0.0));
        kinds.extend(wish(realm, guest, Intent::Strike(prey)).0.iter().map(|deed| deed.kind));
        pass(realm, 1);
    }
    kinds
}

#[test]
fn herds_stay_by_their_fold_when_nobody_is_near_and_young_are_born() {
    let mut realm = pasture();
    let flock = living(&mut realm, Being::Sheep);
    let lost: Vec<EntityId> = flock.keys().copied().take(2).collect();
    lost.into_iter().for_each(|id| despawn(realm.ecs_mut(), id));
    for guest in [ANN, 2] {
        let who = body(&realm, guest);
        put(&mut realm, who, DVec2::new(4000.0, 0.0));
    }
    pass(&mut realm, 125);
    let flock = living(&mut realm, Being::Sheep);
    assert_eq!(flock.len(), 5, "one was born with the new day");
    assert!(flock.values().all(|(_, at)| at.distance(FIELD) < 30.0));
}

#[test]
fn a_wolf_takes_a_sheep_and_has_had_enough_and_flees_from_people_in_company() {
    let mut realm = pasture();
    for guest in [ANN, 2] {
        let who = body(&realm, guest);
        put(&mut realm, who, FIELD + DVec2::new(45.0, 0.0));
    }
    pass(&mut realm, 2);
    let near = FIELD + DVec2::new(-8.0, 0.0);
    let wolf = bring(realm.ecs_mut(), Being::Wolf, near, ChunkPos::of(near));
    let wolf = realm.ecs().get::<Id>(wolf).expect("just brought").0;
    let deeds = pass(&mut realm, 20);
    let kills: Vec<_> = deeds.iter().filter(|deed| deed.kind == Deed::Hunt && deed.doer == wolf).collect();
    assert_eq!(kills.len(), 1, "{deeds:?}");
    assert_eq!(living(&mut realm, Being::Sheep).len(), 5);
    let at = realm.part::<Body>(wolf).expect("there").0.place;
    for (guest, aside) in [(ANN, 2.0), (2, -2.0)] {
        let who = body(&realm, guest);
        put(&mut realm, who, at + DVec2::new(9.0, aside));
    }
    pass(&mut realm, 2);
    assert!(realm.part::<Body>(wolf).expect("there").0.place.x < at.x - 4.0, "it ran");
}

#[test]
fn animals_are_saved_and_go_on_as_they_would_have() {
    let mut realm = country(Ecosystem::Forest, true, 8);
    pass(&mut realm, 15);
    let mut twin = country(Ecosystem::Forest, true, 8);
    twin.restore(&realm.save()).expect("its own bytes");
    pass(&mut realm, 20);
    pass(&mut twin, 20);
    assert_eq!(realm.hash(), twin.hash());
    let kinds = |realm: &mut Realm| Being::animals().map(|being| living(realm, being).len()).sum::<usize>();
    assert!(kinds(&mut realm) > 10, "there is something to compare");
}

#[test]
fn a_world_without_animals_has_none() {
    let mut realm = country(Ecosystem::Meadow, true, 1);
    let mut origin = Origin::meadow(1);
    origin.source = Arc::new(Country { ecosystem: Ecosystem::Meadow, field: true });
    origin.config = WorldConfig { fauna: 0.0, ..realm.config().clone() };
    let mut bare = Realm::new(origin);
    pass(&mut bare, 12);
    pass(&mut realm, 12);
    let all = |realm: &mut Realm| Being::animals().map(|being| living(realm, being).len()).sum::<usize>();
    assert!(all(&mut realm) > 0);
    assert_eq!(all(&mut bare), 0);
}
