//! What animals make up their minds to do: feed, flee, hunt, follow who keeps them.
//!
//! Contract: each looks about several times a second, at ticks of its own (`[ways]` of `beings.toml`). What frightens it makes it run straight away from there; else it goes on with what it does until that is over. People frighten what is wild;
//! what is tame minds only who runs. Animals that hunt frighten what they hunt, and are themselves wary of people, the more of them there are.

use super::{Animal, Livestock, Sated, slay};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crowd;
use crate::ground::Ground;
use crate::nature::{self, Element, Nature, ticks};
use crate::noise;
use crate::parts::{Acting, Away, Body, Fallen, Id, Person, Steered, Vitals};
use bevy_ecs::prelude::*;
use wold_chance::{Seed, Stream};
use wold_lore::sense::Sound;
use wold_lore::{Being, Gait, Gesture, Pose, Steering};
use wold_space::index::Index;
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId, TICKS_PER_SECOND, Tick, Vec2};
use wold_wire::state::{UNIT, course_vector, turn_to_byte};

/// Metres around it whose land an animal's steps until its next look may depend on.
const STEP_ROOM: f64 = 5.0;
/// Squares in which what frightens is filed: about as wide as most are shy.
const SQUARE_METRES: f64 = 16.0;

/// What may frighten animals.
#[derive(Clone, Copy, Debug)]
struct Fright {
    place: DVec2,
    /// The animal it is, if it is none of the people.
    beast: Option<Being>,
    sneaks: bool,
    runs: bool,
}

/// All that may frighten animals, and where people are.
struct Alarm {
    about: Index<Fright>,
    /// By id.
    people: Vec<(EntityId, DVec2)>,
}

impl Alarm {
    fn of(world: &mut World) -> Self {
        let mut people =
            world.query_filtered::<(&Id, &Body), (With<Person>, Without<Away>, Without<Fallen>)>();
        let outdoors = |body: &Body| body.0.level == 0;
        let mut list: Vec<(EntityId, Fright)> = people
            .iter(world)
            .filter(|(_, body)| outdoors(body))
            .map(|(id, body)| {
                let (sneaks, runs) = (body.0.pose == Pose::Sneaking, body.0.pose == Pose::Running);
                (id.0, Fright { place: body.0.place, beast: None, sneaks, runs })
            })
            .collect();
        let mut beasts = world.query_filtered::<(&Id, &Body, &Animal), Without<Fallen>>();
        list.extend(beasts.iter(world).filter(|(.., animal)| !animal.nature().hunts.is_empty()).map(
            |(id, body, animal)| {
                (id.0, Fright { place: body.0.place, beast: Some(animal.being), sneaks: false, runs: true })
            },
        ));
        list.sort_unstable_by_key(|(id, _)| *id);
        let people =
            list.iter().filter(|(_, it)| it.beast.is_none()).map(|(id, it)| (*id, it.place)).collect();
        let about = Index::new(SQUARE_METRES, list.into_iter().map(|(_, fright)| (fright.place, fright)));
        Self { about, people }
    }

    fn place_of(&self, who: EntityId) -> Option<DVec2> {
        let at = self.people.binary_search_by_key(&who, |(id, _)| *id).ok()?;
        Some(self.people[at].1)
    }

    /// What frightens an animal there most, if anything does: the nearest.
    fn threat(&self, nature: &Nature, place: DVec2, heading: u8) -> Option<DVec2> {
        let ways = &nature::common().ways;
        let widest = nature.shy.max(ways.hunter_metres) * 2.0;
        let mut company = 0.0;
        if !nature.hunts.is_empty() {
            let near = |fright: &&Fright| fright.beast.is_none() && fright.place.distance(place) < widest;
            company = self.about.near(place, widest).filter(near).count() as f64;
        }
        let mut nearest: Option<(f64, DVec2)> = None;
        for fright in self.about.near(place, widest) {
            let reach = match fright.beast {
                Some(beast) if nature::of(beast).hunts.contains(&nature.being) => {
                    nature.shy.max(ways.hunter_metres)
                }
                Some(_) => continue,
                None if nature.tame => f64::from(u8::from(fright.runs)) * nature.shy,
                None if fright.sneaks => {
                    let ahead = is_ahead(place, heading, fright.place);
                    nature.shy * if ahead { ways.sneaked_ahead } else { ways.sneaked_behind }
                }
                // One alone is watched from nearer than several.
                None if company > 0.0 => {
                    nature.shy * (ways.company_least + ways.company_each * company).min(ways.company_most)
                }
                None => nature.shy,
            };
            let distance = fright.place.distance(place);
            if distance < reach && nearest.is_none_or(|(before, _)| distance < before) {
                nearest = Some((distance, fright.place));
            }
        }
        nearest.map(|(_, from)| from)
    }
}

/// Whether something lies where an animal looks: not in the third behind it.
fn is_ahead(place: DVec2, heading: u8, other: DVec2) -> bool {
    let (cos, sin) = course_vector(heading);
    let facing = DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT);
    facing.dot((other - place).normalize_or(DVec2::X)) > -0.5
}

/// An animal whose turn it is.
#[derive(Clone, Copy)]
struct Turn {
    id: EntityId,
    entity: Entity,
    animal: Animal,
    place: DVec2,
    heading: u8,
    flees: bool,
    kept: Option<Livestock>,
}

/// Lets animals make up their minds.
pub(crate) fn roam(world: &mut World) {
    let now = world.resource::<Now>().0;
    let mut animals = world
        .query_filtered::<(&Id, Entity, &Animal, &Body, &Steered, Option<&Livestock>), Without<Fallen>>();
    let every = nature::common().ways.look_ticks;
    let looks = |id: EntityId| (now.0 + id.0).is_multiple_of(every);
    let mut turns: Vec<Turn> = animals
        .iter(world)
        .filter(|(id, _, animal, ..)| looks(id.0) || animal.stirs && now >= animal.until)
        .map(|(id, entity, animal, body, steered, kept)| {
            let flees = steered.0.gait == Gait::Run;
            let (place, heading) = (body.0.place, body.0.heading);
            Turn { id: id.0, entity, animal: *animal, place, heading, flees, kept: kept.copied() }
        })
        .collect();
    if turns.is_empty() {
        return;
    }
    turns.sort_unstable_by_key(|turn| turn.id);
    let alarm = Alarm::of(world);
    let seed = world.resource::<Ground>().seed();
    for turn in turns {
        let needed = world.resource::<Ground>().needed();
        let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]].map(DVec2::from_array);
        let stirs =
            corners.iter().all(|corner| needed.contains(&ChunkPos::of(turn.place + *corner * STEP_ROOM)));
        if stirs {
            decide(world, &alarm, turn, now, seed);
        } else if turn.animal.stirs {
            world.get_mut::<Animal>(turn.entity).expect("just seen").stirs = false;
            world.get_mut::<Body>(turn.entity).expect("animals have bodies").0.velocity = Vec2::ZERO;
        }
    }
}

fn decide(world: &mut World, alarm: &Alarm, turn: Turn, now: Tick, seed: Seed) {
    let nature = turn.animal.nature();
    // Who was slain by another of this tick's turns does nothing more.
    if world.get::<Fallen>(turn.entity).is_some() {
        return;
    }
    let danger = alarm.threat(nature, turn.place, turn.heading);
    let hunts = danger.is_none().then(|| hunt(world, &turn, nature, now)).flatten();
    let goes_on = turn.animal.stirs && now < turn.animal.until;
    if danger.is_none() && hunts.is_none() && goes_on {
        return;
    }
    if danger.is_some() && !turn.flees {
        noise::make(world, Sound::Animal, turn.id);
    }
    let mut stream = Stream::named(seed, "roam", &[turn.id.0, now.0]);
    let ways = &nature::common().ways;
    let (steering, ticks) = match (danger, hunts) {
        (Some(from), _) if nature.element == Element::Air => {
            (steer(turn.place - from, Gait::Run), ticks(ways.flight_seconds))
        }
        (Some(from), _) => (steer(turn.place - from, Gait::Run), ticks(ways.fright_seconds)),
        (None, Some(hunt)) => hunt,
        (None, None) if must_fly_on(world, &turn, nature) => {
            (steer(home_of(&turn) - turn.place, Gait::Run), ways.look_ticks * 2)
        }
        (None, None) => feed(&mut stream, alarm, &turn, nature),
    };
    let mut steered = world.get_mut::<Steered>(turn.entity).expect("animals are steered");
    if steered.0 != steering {
        steered.0 = steering;
    }
    let mut animal = world.get_mut::<Animal>(turn.entity).expect("just seen");
    (animal.until, animal.stirs) = (Tick(now.0 + ticks), true);
}

/// Whether something in the air is over a roof or water, where it cannot come down.
fn must_fly_on(world: &World, turn: &Turn, nature: &Nature) -> bool {
    let land = &world.resource::<Ground>().land;
    nature.element == Element::Air
        && turn.flees
        && (land.depth(turn.place) > 0.0 || land.house_at(turn.place, 0).is_some())
}

/// Goes for prey, or bites it; nothing if it does not hunt now.
fn hunt(world: &mut World, turn: &Turn, nature: &Nature, now: Tick) -> Option<(Steering, u64)> {
    let sated = world.get::<Sated>(turn.entity).is_some_and(|sated| now < sated.until);
    if nature.hunts.is_empty() || sated {
        return None;
    }
    let ways = &nature::common().ways;
    let land_of = turn.animal.home.origin() + DVec2::splat(CHUNK_METRES * 0.5);
    let is_prey = |world: &World, entity: Entity| {
        let animal = world.get::<Animal>(entity).filter(|animal| nature.hunts.contains(&animal.being))?;
        let alive = world.get::<Fallen>(entity).is_none() && animal.stirs;
        let place = world.get::<Body>(entity)?.0.place;
        let near = place.distance(turn.place) < nature.sight && place.distance(land_of) < nature.range * 2.0;
        (alive && near).then_some((place, animal.being))
    };
    let about = crowd::near(world, turn.place, nature.sight);
    let prey = about.into_iter().filter_map(|entity| Some((entity, is_prey(world, entity)?)));
    let far = |place: DVec2| place.distance(turn.place);
    let (entity, (place, being)) = prey.min_by(|a, b| far(a.1.0).total_cmp(&far(b.1.0)))?;
    if far(place) > ways.bite_metres {
        return Some((steer(place - turn.place, Gait::Run), ways.look_ticks));
    }
    if let Some(mut acting) = world.get_mut::<Acting>(entity) {
        acting.act(Gesture::Hurt);
    }
    let mut vitals = world.get_mut::<Vitals>(entity).expect("animals have flesh");
    vitals.health = (vitals.health - nature.bite * nature::of(being).frail.min(2.0)).max(0.0);
    if vitals.health <= 0.0 {
        slay(world, entity, turn.id, false);
        let day = world.resource::<WorldConfig>().day_minutes * 60.0 * TICKS_PER_SECOND as f64;
        let until = Tick(now.0 + (nature.sated_hours / 24.0 * day) as u64);
        world.entity_mut(turn.entity).insert(Sated { until });
    }
    Some((
        Steering { heading: steer(place - turn.place, Gait::Walk).heading, ..Steering::default() },
        ticks(ways.bite_seconds),
    ))
}

/// The middle of where it is at home.
fn home_of(turn: &Turn) -> DVec2 {
    turn.kept.map_or_else(|| turn.animal.home.origin() + DVec2::splat(CHUNK_METRES * 0.5), |kept| kept.fold)
}

/// What an animal does that nobody frightens: stands and feeds, or walks a little, never far from home or from who keeps it.
fn feed(stream: &mut Stream, alarm: &Alarm, turn: &Turn, nature: &Nature) -> (Steering, u64) {
    let ways = &nature::common().ways;
    let keeper = turn.kept.and_then(|kept| alarm.place_of(kept.owner?));
    let keeper = keeper.filter(|at| at.distance(turn.place) < ways.follow_metres);
    let (middle, range) = keeper.map_or((home_of(turn), nature.range), |at| (at, ways.about_metres));
    let strayed = turn.place.distance(middle) > range;
    let seconds = |stream: &mut Stream, [least, most]: [f64; 2]| {
        (stream.range(least, most) * TICKS_PER_SECOND as f64) as u64
    };
    let turned = stream.unit() * std::f64::consts::TAU;
    let aside = DVec2::new(libm::cos(turned), libm::sin(turned));
    if strayed || stream.chance(ways.walks) {
        let way = if strayed { middle - turn.place } else { aside };
        return (steer(way, Gait::Walk), seconds(stream, ways.walk_seconds));
    }
    let heading = steer(aside, Gait::Walk).heading;
    (Steering { heading, ..Steering::default() }, seconds(stream, ways.feed_seconds))
}

/// Steering along a way; who has none goes east.
fn steer(way: DVec2, gait: Gait) -> Steering {
    let way = way.normalize_or(DVec2::X);
    let heading = turn_to_byte(libm::atan2(way.y, way.x) / std::f64::consts::TAU);
    Steering { east: (way.x * 127.0) as i8, north: (way.y * 127.0) as i8, heading, gait }
}
