//! Conquero over a world: the same rules, with bodies that walk.
//!
//! * [`Conquero`]: the game as [`Rules`] of a world; [`Setup`]: how it is played there.
//! * [`Theatre`]: the map laid over the land, [in a bowl of its own](bowl) or [in the living world](living).
//! * [`campaign`]: the state it adds; `front`: one tick of it; `wishes`: what players want.
//! * [`news`]: what guests are told; `dispatch`: who is told what; [`Picture`]: what a guest makes of it.
//! * [`Army`]: bots that steer guests. [`WarChronicle`]: a war written down from a world's history.

pub mod bowl;
pub mod campaign;
mod chronicle;
mod dispatch;
mod front;
pub mod living;
pub mod news;
mod picture;
mod setup;
mod theatre;
mod trooper;
mod wishes;

pub use campaign::{Campaign, Reserve, Soldier};
pub use chronicle::WarChronicle;
pub use dispatch::Dispatches;
pub use picture::{Happening, Picture};
pub use setup::{Country, Setup};
pub use theatre::{METRES, Theatre};
pub use trooper::Army;

use crate::map::MapError;
use bevy_app::App;
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_genesis::Genesis;
use wold_space::DVec2;
use wold_world::rules::{GameDefinition, Rules};
use wold_world::{ChunkSource, Phase, Registry, Step};

/// The game.
#[derive(Clone, Debug)]
pub struct Conquero {
    setup: Setup,
    theatre: Theatre,
}

impl Conquero {
    /// The game as a world of this seed plays it.
    pub fn new(setup: Setup, genesis: &Genesis) -> Result<Self, MapError> {
        Ok(Self { setup, theatre: Theatre::new(setup.ground, genesis)? })
    }

    /// Where it is played.
    #[must_use]
    pub fn theatre(&self) -> &Theatre {
        &self.theatre
    }
}

impl Rules for Conquero {
    fn definition(&self) -> GameDefinition {
        GameDefinition {
            name: "conquero",
            players: "teams of people and programs",
            rules: "stay alone at a centre next to one of yours, and it is your team's; what it holds makes a team strong",
            goals: "hold every centre",
            opponents: Some("the other teams"),
            representation: "bodies, centres and roads of the world",
        }
    }

    fn verbs(&self) -> BTreeSet<u16> {
        wishes::verbs()
    }

    fn land(&self) -> Option<(Arc<dyn ChunkSource>, DVec2)> {
        let bowl = self.theatre.bowl()?.clone();
        let start = bowl.ledge();
        Some((bowl, start))
    }

    fn build(&self, app: &mut App, registry: &mut Registry) {
        registry.component::<Soldier>();
        registry.component::<Reserve>();
        registry.component::<campaign::Spoke>();
        registry.resource::<Campaign>();
        news::register(registry);
        app.init_resource::<Campaign>()
            .init_resource::<Dispatches>()
            .insert_resource(self.theatre.clone())
            .insert_resource(front::Terms(self.setup))
            .add_systems(Step, front::run.in_set(Phase::Rules));
    }
}

#[cfg(test)]
mod tests;
