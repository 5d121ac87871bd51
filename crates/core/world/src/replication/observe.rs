//! Reading the realm: who changed visibly, who vanished.

use super::Present;
use crate::clock::Now;
use crate::deeds::in_hand;
use crate::fauna::{Animal, Livestock};
use crate::ground::Ground;
use crate::guise;
use crate::parts::{Acting, Away, Bag, Body, Id, Lies, Person, Thing, Vitals, Wears};
use bevy_ecs::prelude::*;
use wold_land::Point;
use wold_lore::{Being, Guise};
use wold_senses::aura::Sort;
use wold_space::{DVec2, EntityId};
use wold_wire::state::{SPEED_STEPS, metres_to_steps, turn_to_byte};
use wold_wire::{Card, EntityKind, EntityState, Pose};

type VisibleChange =
    Or<(Changed<Body>, Changed<Acting>, Changed<Vitals>, Changed<Bag>, Changed<Person>, Changed<Wears>)>;

/// Queries kept between ticks.
pub(super) struct Sightings {
    bodies: QueryState<Entity, (With<Body>, Present, VisibleChange)>,
    things: QueryState<Entity, (With<Thing>, Or<(Changed<Lies>, Changed<Thing>)>)>,
    departed: QueryState<Entity, Added<Away>>,
    returned: QueryState<Entity, (With<Person>, Present)>,
}

/// One visible entity as it is now.
pub(super) struct Sighting {
    pub(super) id: EntityId,
    pub(super) entity: Entity,
    pub(super) place: DVec2,
    pub(super) state: EntityState,
    pub(super) eyes: Point,
    pub(super) shy: bool,
    pub(super) guise: Guise,
    /// What it is to who takes note of it.
    pub(super) sort: Sort,
    /// Made only when somebody needs it.
    pub(super) card: Box<dyn FnOnce() -> Card>,
}

impl Sightings {
    pub(super) fn new(world: &mut World) -> Self {
        Self {
            bodies: world.query_filtered(),
            things: world.query_filtered(),
            departed: world.query_filtered(),
            returned: world.query_filtered(),
        }
    }

    /// Entities that are no longer visible: despawned, picked up, gone away.
    pub(super) fn vanished(&mut self, world: &mut World) -> Vec<Entity> {
        let mut gone: Vec<Entity> = world.removed::<Lies>().chain(world.removed::<Body>()).collect();
        gone.extend(self.departed.iter(world));
        // A thing put down again within the tick is visible after all.
        gone.retain(|&entity| world.get::<Lies>(entity).is_none());
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    /// Entities whose looks or place changed, by id.
    pub(super) fn changed(&mut self, world: &mut World) -> Vec<Sighting> {
        let mut entities: Vec<Entity> = self.bodies.iter(world).chain(self.things.iter(world)).collect();
        // Who takes their clothes off is seen anew as well.
        entities.extend(world.removed::<Wears>().filter(|&entity| self.returned.get(world, entity).is_ok()));
        let came_back: Vec<Entity> =
            world.removed::<Away>().filter(|&entity| self.returned.get(world, entity).is_ok()).collect();
        entities.extend(came_back);
        entities.sort_unstable();
        entities.dedup();
        let mut sightings: Vec<Sighting> =
            entities.into_iter().filter_map(|entity| sight(world, entity)).collect();
        sightings.sort_unstable_by_key(|sighting| sighting.id);
        sightings
    }
}

fn sight(world: &World, entity: Entity) -> Option<Sighting> {
    let id = world.get::<Id>(entity)?.0;
    let land = &world.resource::<Ground>().land;
    if let Some(body) = world.get::<Body>(entity) {
        let place = body.0.place;
        // Whoever crouches can stand up in a moment; swimmers stay afloat.
        let pose = if body.0.pose == Pose::Swimming { Pose::Swimming } else { Pose::Standing };
        let eyes = land.eyes(place, body.0.level, pose);
        let guise = guise::of(world, entity);
        let state = body_state(world, entity)?;
        let card: Box<dyn FnOnce() -> Card> = if let Some(person) = world.get::<Person>(entity).cloned() {
            let being = if person.human { Being::Human } else { Being::Inhabitant };
            let name = guise::name(world, entity);
            Box::new(move || Card { id, kind: EntityKind::Being(being), name, look: guise.look(person.look) })
        } else {
            let being = world.get::<Animal>(entity)?.being;
            Box::new(move || Card {
                id,
                kind: EntityKind::Being(being),
                name: String::new(),
                look: id.0 as u32,
            })
        };
        let sort = if world.get::<Person>(entity).is_some() { Sort::Person } else { Sort::Animal };
        return Some(Sighting { id, entity, place, state, eyes, shy: true, guise, sort, card });
    }
    let (lies, thing) = (*world.get::<Lies>(entity)?, *world.get::<Thing>(entity)?);
    let state = EntityState {
        x: metres_to_steps(lies.place.x),
        y: metres_to_steps(lies.place.y),
        level: lies.level,
        held: held_bits(thing),
        health: 255,
        ..Default::default()
    };
    let card =
        move || Card { id, kind: EntityKind::Thing(thing.kind), name: String::new(), look: id.0 as u32 };
    let shy = land.house_at(lies.place, lies.level).is_some();
    let eyes = land.lying(lies.place, lies.level);
    Some(Sighting {
        id,
        entity,
        place: lies.place,
        state,
        eyes,
        shy,
        guise: Guise::None,
        sort: Sort::Thing,
        card: Box::new(card),
    })
}

/// What can be taken from an animal that is kept: one sees whether a sheep has its wool.
fn borne(world: &World, entity: Entity) -> Option<Thing> {
    let kept = world.get::<Livestock>(entity)?;
    let kind = world.get::<Animal>(entity)?.nature().bears?;
    (world.resource::<Now>().0 >= kept.ripe).then_some(Thing { kind, lit: false })
}

fn held_bits(thing: Thing) -> u8 {
    (thing.kind as u8 + 1) | (u8::from(thing.lit) << 7)
}

fn body_state(world: &World, entity: Entity) -> Option<EntityState> {
    let motion = world.get::<Body>(entity)?.0;
    let speed = f64::from(motion.velocity.length());
    let speed_steps = libm::round(speed * SPEED_STEPS).clamp(0.0, 255.0) as u8;
    let course = if speed_steps == 0 {
        motion.heading
    } else {
        let angle = libm::atan2f(motion.velocity.y, motion.velocity.x);
        let course = turn_to_byte(f64::from(angle) / std::f64::consts::TAU);
        // Rounding alone may set a straight walker's course one step beside its heading; saying so would cost a byte.
        if course.wrapping_sub(motion.heading).wrapping_add(1) <= 2 { motion.heading } else { course }
    };
    let health = world.get::<Vitals>(entity).map_or(1.0, |vitals| vitals.health);
    Some(EntityState {
        x: metres_to_steps(motion.place.x),
        y: metres_to_steps(motion.place.y),
        course,
        speed: if motion.pose == Pose::Fallen { 0 } else { speed_steps },
        heading: motion.heading,
        level: motion.level & 7,
        pose: motion.pose,
        gesture: world.get::<Acting>(entity).map_or(0, Acting::bits),
        held: in_hand(world, entity).or_else(|| borne(world, entity)).map_or(0, held_bits),
        health: libm::ceilf(health * 255.0) as u8,
    })
}
