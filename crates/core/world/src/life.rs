//! What happens to bodies by themselves: they move, hunger, heal, die and rise.

use crate::clock::Now;
use crate::config::WorldConfig;
use crate::deeds::{fall, record};
use crate::fauna::Animal;
use crate::graves;
use crate::ground::Ground;
use crate::justice::Held;
use crate::parts::{Away, Body, Fallen, Id, Person, Steered, Vitals};
use crate::realm::despawn;
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use wold_land::movement::{self, Motion};
use wold_lore::Deed;
use wold_space::index::Index;
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND, Vec2};
use wold_wire::{Gait, Pose, Steering};

/// Side of the squares by which bodies find their neighbours: twice a body's reach is enough.
const NEIGHBOUR_METRES: f64 = 2.0;

/// Moves every body by one step. All see each other where they were before the step, so order and threads do not matter.
pub(crate) fn move_bodies(
    ground: Res<Ground>,
    config: Res<WorldConfig>,
    mut bodies: Query<
        (Entity, &Id, &mut Body, &Steered, Option<&Held>, Option<&Animal>),
        (Without<Away>, Without<Fallen>),
    >,
) {
    let mut list: Vec<_> = bodies
        .iter()
        .filter(|(.., animal)| animal.is_none_or(|animal| animal.stirs))
        .map(|(entity, id, body, steered, held, animal)| {
            // Whom the law holds sits, whatever they mean to do.
            let bound = Steering { east: 0, north: 0, gait: Gait::Sit, ..steered.0 };
            (id.0, entity, body.0, held.map_or(steered.0, |_| bound), animal.copied())
        })
        .collect();
    list.sort_unstable_by_key(|(id, ..)| *id);
    let about = list.iter().enumerate().map(|(number, (.., motion, _, _))| (motion.place, (number, *motion)));
    let about = Index::new(NEIGHBOUR_METRES, about);
    let moved: Vec<(Entity, Motion)> = list
        .par_iter()
        .enumerate()
        .with_min_len(16)
        // One that stands and means to is left as it is.
        .filter(|(_, (.., motion, steering, animal))| animal.is_none() || !Animal::rests(motion, steering))
        .map(|(number, (_, entity, motion, steering, animal))| {
            let others: Vec<Vec2> = about
                .near(motion.place, NEIGHBOUR_METRES)
                .filter(|(other, its)| *other != number && its.level == motion.level)
                .map(|(_, its)| (its.place - motion.place).as_vec2())
                .collect();
            let (people, land) = (&config.physique, &ground.land);
            let next = match animal {
                Some(animal) => animal.step(people, land, motion, steering, &others),
                None => movement::step(people, land, motion, steering, &others),
            };
            (*entity, next, next != *motion)
        })
        // Only real change is marked as change: replication looks at what moved, not at who exists.
        .filter(|(.., changed)| *changed)
        .map(|(entity, next, _)| (entity, next))
        .collect();
    for (entity, next) in moved {
        if let Ok((_, _, mut body, ..)) = bodies.get_mut(entity) {
            body.0 = next;
        }
    }
}

/// Hunger, healing, death by starving, and what comes after: who plays rises, inhabitants are buried.
pub(crate) fn live(world: &mut World) {
    let now = world.resource::<Now>().0;
    // Once a second is enough for slow things, staggered by nothing: all at once is cheap.
    if now.0.is_multiple_of(TICKS_PER_SECOND) {
        starve_and_heal(world);
    }
    let config = world.resource::<WorldConfig>();
    let rise = (config.flesh.rise_seconds / STEP_SECONDS) as u64;
    let bury = (config.flesh.bury_minutes * 60.0 / STEP_SECONDS) as u64;
    let mortal = config.is_mortal();
    let start = world.resource::<Ground>().start();
    let mut fallen = world.query_filtered::<(Entity, &Id, &Fallen, Option<&Person>), Without<Away>>();
    let stays = |person: Option<&Person>| mortal && person.is_some_and(|person| !person.human);
    let is_due = |fallen: &Fallen, person: Option<&Person>| {
        now.since(fallen.since) >= if stays(person) { bury } else { rise }
    };
    let mut due: Vec<(EntityId, Entity, bool)> = fallen
        .iter(world)
        .filter(|(.., fallen, person)| is_due(fallen, *person))
        .map(|(entity, id, _, person)| (id.0, entity, stays(person)))
        .collect();
    due.sort_unstable();
    for (id, entity, stays) in due {
        if stays {
            graves::bury(world, entity);
            continue;
        }
        if world.get::<Animal>(entity).is_some() {
            despawn(world, id);
            continue;
        }
        let mut entity = world.entity_mut(entity);
        entity.remove::<Fallen>();
        entity.insert(Vitals { health: 1.0, hunger: 0.3 });
        if let Some(mut body) = entity.get_mut::<Body>() {
            body.0 = Motion { place: start, stamina: 1.0, pose: Pose::Standing, ..Default::default() };
        }
    }
}

fn starve_and_heal(world: &mut World) {
    let flesh = world.resource::<WorldConfig>().flesh.clone();
    let per_second = 1.0 / 60.0;
    let mut starved = Vec::new();
    let mut living = world
        .query_filtered::<(Entity, &Id, &mut Vitals, Option<&Held>), (Without<Away>, Without<Fallen>, Without<Animal>)>();
    for (entity, id, mut vitals, held) in living.iter_mut(world) {
        // Whom the law holds it feeds.
        if held.is_none() {
            vitals.hunger = (vitals.hunger + per_second / flesh.hunger_minutes.max(0.01)).min(1.0);
        }
        let change = match vitals.hunger {
            h if h >= 1.0 => -flesh.starving,
            h if h < 0.6 && vitals.health < 1.0 => flesh.healing,
            _ => 0.0,
        };
        if change != 0.0 {
            vitals.health = (vitals.health + change * per_second).clamp(0.0, 1.0);
        }
        // Who is dead by a blow fell then; only hunger kills here.
        if vitals.health <= 0.0 {
            starved.push((id.0, entity));
        }
    }
    starved.sort_unstable();
    for (id, entity) in starved {
        let place = world.get::<Body>(entity).map_or(DVec2::ZERO, |body| body.0.place);
        fall(world, entity);
        record(world, id, Deed::Starve, None, place);
    }
}

#[cfg(test)]
mod tests {
    use crate::command::{Act, Command};
    use crate::{Origin, Realm};
    use wold_lore::Deed;
    use wold_space::GuestId;

    #[test]
    fn who_starves_is_written_down() {
        let mut origin = Origin::meadow(2);
        (origin.config.flesh.hunger_minutes, origin.config.flesh.starving) = (0.02, 60.0);
        let mut realm = Realm::new(origin);
        let act = Act::Enter { name: "Ann".into(), human: true, look: 0 };
        realm.step(vec![Command { guest: GuestId(1), number: 0, act }]);
        let ann = realm.body_of(GuestId(1)).expect("in");
        let deeds: Vec<_> = (0..120).flat_map(|_| realm.step(vec![]).deeds).collect();
        let starved: Vec<_> = deeds.iter().filter(|deed| deed.kind == Deed::Starve).collect();
        assert_eq!(starved.len(), 1, "{deeds:?}");
        assert_eq!((starved[0].doer, starved[0].kind.label()), (ann, "starves"));
    }
}
