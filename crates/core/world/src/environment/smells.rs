//! What smells, and the wind that carries it.
//!
//! Hearths smoke, food that lies about smells of itself, animals of animals, and the dead of death; each adds to the smell of its cell with every step of the air. The wind is nature's; the tiles
//! are those of nature, and come and go with them.

use super::engines::CELL_METRES;
use super::{Environment, TILE_CELLS};
use crate::catalogue::Catalogue;
use crate::fauna::Animal;
use crate::ground::Ground;
use crate::parts::{Away, Body, Fallen, Id, Lies};
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use wold_fields::engine::{Cell, Event, TilePos};
use wold_land::Plot;
use wold_lore::sense::Smell;
use wold_space::{DVec2, EntityId};

/// What each adds to its cell in a step.
const HEARTH: f32 = 0.2;
const FOOD: f32 = 0.03;
const ANIMAL: f32 = 0.12;
const CORPSE: f32 = 0.6;
/// The wind's strength that carries as much as wind can.
const CARRIES: f32 = 100.0;

/// What smells of what, and how much, in an order that depends on nothing but the world.
pub(super) fn sources(world: &mut World) -> Vec<(DVec2, Smell, f32)> {
    let mut bodies: Vec<(EntityId, DVec2, Smell, f32)> = world
        .query_filtered::<(&Id, &Body, Has<Fallen>), (Without<Away>, Or<(With<Fallen>, With<Animal>)>)>()
        .iter(world)
        .map(|(id, body, fallen)| {
            let (smell, much) = if fallen { (Smell::Carrion, CORPSE) } else { (Smell::Animal, ANIMAL) };
            (id.0, body.0.place, smell, much)
        })
        .collect();
    let lying = |food: Entity| Some((world.get::<Id>(food)?.0, world.get::<Lies>(food)?.place));
    let food = world.resource::<Catalogue>().food().filter_map(lying);
    bodies.extend(food.map(|(id, place)| (id, place, Smell::Food, FOOD)));
    bodies.sort_unstable_by_key(|(id, ..)| *id);
    let ground = world.resource::<Ground>();
    let plots = ground.needed().iter().filter_map(|pos| ground.land.plot(*pos));
    let smoke = plots.flat_map(Plot::hearths).map(|at| (*at, Smell::Smoke, HEARTH));
    bodies.into_iter().map(|(_, at, smell, much)| (at, smell, much)).chain(smoke).collect()
}

/// A wind by parts, in eighths of what carries all it can: the air does not mind every breath, and what does not change costs nothing.
fn parts(angle: f32, speed: f32) -> [f32; 2] {
    let strength = (speed / CARRIES).clamp(0.0, 1.0);
    [libm::cosf(angle), libm::sinf(angle)].map(|part| libm::roundf(strength * part * 8.0) / 8.0)
}

impl Environment {
    /// Begins a step of the air: over the same land as nature, in nature's wind.
    pub(super) fn step_air(&mut self, sources: Vec<(DVec2, Smell, f32)>) {
        let Some(fields) = &mut self.fields else { return };
        let tiles: BTreeSet<TilePos> = fields.nature.tiles().collect();
        let gone: Vec<TilePos> = fields.air.tiles().filter(|tile| !tiles.contains(tile)).collect();
        for tile in gone {
            fields.air.unload_tile(tile);
        }
        let known: BTreeSet<TilePos> = fields.air.tiles().collect();
        tiles.difference(&known).for_each(|tile| fields.air.load_tile(*tile));
        let wind = fields.nature.book().need("wind").expect("the weather declares it");
        let breeze = fields.air.book().need("breeze").expect("scent declares it");
        let side = i64::from(TILE_CELLS);
        for tile in tiles {
            let layers =
                [wind, wind.second()].map(|layer| fields.nature.layer(layer, tile).unwrap_or_default());
            let [angles, speeds] = layers;
            let before = [breeze, breeze.second()].map(|layer| (layer, fields.air.layer(layer, tile)));
            for (index, (angle, speed)) in angles.iter().zip(&speeds).enumerate() {
                for ((layer, was), part) in before.iter().zip(parts(*angle, *speed)) {
                    if was.as_ref().is_some_and(|was| was[index] != part) {
                        let (east, north) = (index as i64 % side, index as i64 / side);
                        let cell =
                            Cell::new(i64::from(tile.x) * side + east, i64::from(tile.y) * side + north);
                        // The tile is loaded and the wind finite: this cannot fail.
                        let _ = fields.air.set_layer(*layer, cell, part);
                    }
                }
            }
        }
        for (at, smell, much) in sources {
            let event = Event::new("smell", at / CELL_METRES).sized(0.0, much).about(smell as u32);
            // Where nobody is near there is no air to smell.
            let _ = fields.air.announce(event);
        }
        fields.air.begin(&[]);
    }

    /// How strongly a place smells of each thing there is to smell.
    #[must_use]
    pub fn smells(&self, place: DVec2) -> [f32; Smell::ALL.len()] {
        let Some(fields) = &self.fields else { return [0.0; Smell::ALL.len()] };
        let cell = super::cell_of(place);
        std::array::from_fn(|smell| {
            let name = format!("smell.{}", Smell::ALL[smell].label());
            fields.air.get(&name, cell).unwrap_or(0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise::tests::{CORNER, put, realm};
    use crate::parts::Vitals;
    use crate::registry::Roll;
    use wold_space::GuestId;

    #[test]
    fn a_corpse_smells_and_what_is_saved_smells_on() {
        let mut realm = realm(2, 0);
        let place = CORNER + DVec2::new(-8.0, 4.0);
        put(&mut realm, 2, place);
        let who = realm.body_of(GuestId(2)).expect("in");
        let entity = realm.ecs().resource::<Roll>().0[&who];
        *realm.ecs_mut().get_mut::<Vitals>(entity).expect("flesh") = Vitals { health: 0.0, hunger: 1.0 };
        (0..120).for_each(|_| drop(realm.step(Vec::new())));
        let smells = |realm: &crate::Realm| realm.ecs().resource::<Environment>().smells(place);
        let carrion = smells(&realm)[Smell::Carrion as usize];
        assert!(Smell::level(carrion) >= 2, "{carrion}");
        let corner = [-1, -1];
        let felt = realm.ecs().resource::<Environment>().surroundings(who, place, corner, false, false);
        assert_eq!(
            felt.expect("there is weather").here.smells[Smell::Carrion as usize],
            Smell::level(carrion)
        );
        let mut again = crate::noise::tests::realm(0, 0);
        again.restore(&realm.save()).expect("its own snapshot");
        assert_eq!((smells(&again), again.hash()), (smells(&realm), realm.hash()));
    }

    #[test]
    fn smells_are_called_as_the_field_calls_them() {
        let labels: Vec<&str> = Smell::ALL.iter().map(|smell| smell.label()).collect();
        assert_eq!(labels, wold_fields::scent::SMELLS);
    }
}
