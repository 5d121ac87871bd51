//! How a game becomes part of the world without touching it.
//!
//! A game is a [`Rules`]: it registers its components as state, claims verbs for its own intents and adds systems to the
//! phases of the step. It answers its players through [`crate::Realm`]'s mail like the world itself does.

use crate::registry::Registry;
use crate::source::ChunkSource;
use bevy_app::App;
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_space::{DVec2, EntityId, GuestId};
use wold_wire::Refusal;

/// The parts every game has; a game that names no opponent is a puzzle, and says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDefinition {
    /// What it is called.
    pub name: &'static str,
    /// Who plays.
    pub players: &'static str,
    /// What may be done.
    pub rules: &'static str,
    /// What to strive for.
    pub goals: &'static str,
    /// Who or what stands in the way, if anything does.
    pub opponents: Option<&'static str>,
    /// How it is shown.
    pub representation: &'static str,
}

impl GameDefinition {
    /// Whether anybody opposes the players.
    #[must_use]
    pub fn has_conflict(&self) -> bool {
        self.opponents.is_some()
    }
}

/// A game over the world.
pub trait Rules: Send + Sync {
    /// What kind of game it is.
    fn definition(&self) -> GameDefinition;

    /// The verbs of [`wold_wire::Intent::Game`] it understands.
    fn verbs(&self) -> BTreeSet<u16> {
        BTreeSet::new()
    }

    /// The land it is played on and where people arrive there, if the game brings its own instead of the world's.
    fn land(&self) -> Option<(Arc<dyn ChunkSource>, DVec2)> {
        None
    }

    /// Registers its state and adds its systems, in [`crate::Phase::Rules`] unless it has a reason.
    fn build(&self, app: &mut App, registry: &mut Registry);
}

/// The verb of words that players write after a slash; its payload is what they wrote.
pub const SLASH: u16 = 0;

/// A player's wish that only the game understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameIntent {
    /// Who.
    pub guest: GuestId,
    /// For the answer.
    pub number: u32,
    /// The player's body.
    pub body: EntityId,
    /// Which verb.
    pub verb: u16,
    /// Its arguments, untrusted.
    pub payload: Vec<u8>,
}

/// Wishes waiting for the games; each [takes](GameInbox::take) its own every step.
#[derive(Resource, Clone, Debug, Default)]
pub struct GameInbox {
    /// Verbs somebody claimed.
    pub verbs: BTreeSet<u16>,
    /// This step's wishes, in order.
    pub intents: Vec<GameIntent>,
}

impl GameInbox {
    /// Takes out the wishes of these verbs, in order; those of other games stay.
    pub fn take(&mut self, verbs: &BTreeSet<u16>) -> Vec<GameIntent> {
        let (own, others) =
            std::mem::take(&mut self.intents).into_iter().partition(|intent| verbs.contains(&intent.verb));
        self.intents = others;
        own
    }
}

/// A wish whose verb a game claimed but which it did not take is refused in the same step: nothing waits for ever.
pub(crate) fn refuse_untaken(world: &mut World) {
    let Some(mut inbox) = world.get_resource_mut::<GameInbox>() else { return };
    for intent in std::mem::take(&mut inbox.intents) {
        answer(world, &intent, Err(Refusal::UnknownVerb));
    }
}

/// Answers a game's intent: done with something to tell, or refused.
pub fn answer(world: &mut World, intent: &GameIntent, result: Result<Option<String>, Refusal>) {
    crate::deeds::answer_game(world, intent.guest, intent.number, result);
}
