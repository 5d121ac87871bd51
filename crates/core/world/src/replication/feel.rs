//! What a character feels of its surroundings, told as changes.

use crate::environment::{Environment, cell_of};
use crate::ground::Ground;
use crate::parts::Guard;
use crate::realm::Realm;
use crate::registry::Roll;
use wold_lore::land::GrowthKind;
use wold_space::{DVec2, EntityId};
use wold_wire::surroundings::{Felt, SIDE, Surroundings};

/// Metres from a stall at which its prices are read.
const STALL_METRES: f64 = 4.0;
/// Cells somebody may be off the middle of their square before it moves along.
const OFF_MIDDLE: i64 = 1;

/// What one guest was told.
#[derive(Clone, Debug, Default)]
pub struct Feeling {
    told: Surroundings,
}

impl Feeling {
    /// What to tell now, if anything is new, about the surroundings of a body at a place.
    pub fn news(&mut self, realm: &Realm, body: EntityId, place: DVec2) -> Option<Felt> {
        let world = realm.ecs();
        let cell = cell_of(place);
        let middle = SIDE as i64 / 2;
        let centred = |at: i64, corner: i32| (at - i64::from(corner) - middle).abs() <= OFF_MIDDLE;
        let corner = match self.told.corner {
            [x, y] if centred(cell.x, x) && centred(cell.y, y) => [x, y],
            _ => [(cell.x - middle) as i32, (cell.y - middle) as i32],
        };
        let stall = world.resource::<Ground>().land.stands_near(GrowthKind::Stall, place, STALL_METRES);
        let entity = world.resource::<Roll>().0.get(&body);
        let guard = entity.is_some_and(|entity| world.get::<Guard>(*entity).is_some());
        let next = world.resource::<Environment>().surroundings(body, place, corner, stall, guard)?;
        let felt = self.told.difference(&next)?;
        self.told = next;
        Some(felt)
    }
}
