//! Tag: who is *it* passes it on with a touch.
//!
//! Players write `/join`, `/leave` and `/score`. Among two or more of them the one of the lowest id begins. Whoever is it and comes within
//! [`TOUCH`] metres of another on the same storey passes it on; who has just passed it is safe for [`SAFE`] ticks. Whoever goes away stops playing.

use bevy_app::App;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wold_game::Game;
use wold_genesis::Genesis;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND, Tick};
use wold_wire::{FromHost, Refusal};
use wold_world::books::Post;
use wold_world::clock::Now;
use wold_world::herald::{Sign, Telling};
use wold_world::parts::{Away, Body, Id, Person, SteeredBy};
use wold_world::registry::Roll;
use wold_world::rules::{GameDefinition, GameInbox, GameIntent, Rules, SLASH, answer};
use wold_world::{Kept, Phase, Registry, Step};

/// Metres of a touch.
pub const TOUCH: f64 = 1.1;
/// Ticks for which nobody can pass it back.
pub const SAFE: u64 = 3 * TICKS_PER_SECOND;

/// Somebody who plays.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Whether it is their turn to catch.
    pub it: bool,
    /// How often they were caught.
    pub caught: u32,
    /// Until when nobody can catch them.
    pub safe_until: Tick,
}

impl Kept for Player {
    const NAME: &'static str = "tag player";
}

/// The game.
pub struct Tag;

impl Rules for Tag {
    fn definition(&self) -> GameDefinition {
        GameDefinition {
            name: "tag",
            players: "whoever joins",
            rules: "who is it passes it on with a touch",
            goals: "be caught as seldom as you can",
            opponents: Some("the other players"),
            representation: "words and the bodies of the world",
        }
    }

    fn verbs(&self) -> BTreeSet<u16> {
        BTreeSet::from([SLASH])
    }

    fn build(&self, app: &mut App, registry: &mut Registry) {
        registry.component::<Player>();
        registry.replicate::<Sign>(Telling::default());
        app.add_systems(Step, play.in_set(Phase::Rules));
    }
}

/// The game as programs offer it.
pub struct Offer;

impl Game for Offer {
    fn name(&self) -> &'static str {
        "tag"
    }

    fn about(&self) -> &'static str {
        "who is it passes it on with a touch; write /join"
    }

    fn rules(&self, words: &str, _: &Genesis) -> Result<Box<dyn Rules>, String> {
        if words.is_empty() { Ok(Box::new(Tag)) } else { Err("tag has no settings".into()) }
    }
}

/// One of those who play, as they are now.
struct Standing {
    id: EntityId,
    entity: Entity,
    place: DVec2,
    level: u8,
    player: Player,
}

fn play(world: &mut World) {
    for intent in world.resource_mut::<GameInbox>().take(&Tag.verbs()) {
        let result = hear(world, &intent);
        answer(world, &intent, result);
    }
    let mut gone = world.query_filtered::<Entity, (With<Player>, With<Away>)>();
    for entity in gone.iter(world).collect::<Vec<_>>() {
        world.entity_mut(entity).remove::<Player>();
    }
    let players = standings(world);
    let now = world.resource::<Now>().0;
    match players.iter().find(|one| one.player.it) {
        None if players.len() > 1 => catch(world, &players, &players[0], now),
        Some(it) if players.len() < 2 => {
            world.get_mut::<Player>(it.entity).expect("just seen").it = false;
        }
        Some(it) => {
            let caught = players.iter().find(|other| {
                other.id != it.id
                    && other.level == it.level
                    && other.player.safe_until <= now
                    && other.place.distance_squared(it.place) <= TOUCH * TOUCH
            });
            if let Some(caught) = caught {
                let mut player = world.get_mut::<Player>(it.entity).expect("just seen");
                (player.it, player.safe_until) = (false, Tick(now.0 + SAFE));
                catch(world, &players, caught, now);
            }
        }
        None => {}
    }
    mark(world);
}

/// Whoever is it wears a sign, and nobody else does.
fn mark(world: &mut World) {
    let mut signed =
        world.query_filtered::<(Entity, Option<&Player>, Has<Sign>), Or<(With<Player>, With<Sign>)>>();
    let is_it = |player: Option<&Player>| player.is_some_and(|player| player.it);
    let wrong: Vec<(Entity, bool)> = signed
        .iter(world)
        .map(|(entity, player, has)| (entity, is_it(player), has))
        .filter(|(_, should, has)| should != has)
        .map(|(entity, should, _)| (entity, should))
        .collect();
    for (entity, should) in wrong {
        let mut body = world.entity_mut(entity);
        if should {
            body.insert(Sign { text: "it".into() });
        } else {
            body.remove::<Sign>();
        }
    }
}

/// Everybody who plays, by id, so that the order is the same in every run.
fn standings(world: &mut World) -> Vec<Standing> {
    let mut query = world.query::<(&Id, Entity, &Body, &Player)>();
    let mut players: Vec<Standing> = query
        .iter(world)
        .map(|(id, entity, body, player)| Standing {
            id: id.0,
            entity,
            place: body.0.place,
            level: body.0.level,
            player: *player,
        })
        .collect();
    players.sort_unstable_by_key(|player| player.id);
    players
}

fn catch(world: &mut World, players: &[Standing], who: &Standing, now: Tick) {
    let mut player = world.get_mut::<Player>(who.entity).expect("players play");
    player.it = true;
    player.caught += 1;
    // A moment to look about before one can catch in turn would be unfair to nobody; to be caught at once would.
    player.safe_until = now;
    let name = name_of(world, who.entity);
    for other in players {
        let text = if other.id == who.id { "You are it!".to_string() } else { format!("{name} is it.") };
        if let Some(guest) = world.get::<SteeredBy>(other.entity).map(|by| by.0) {
            world.resource_mut::<Post>().send(guest, FromHost::Notice(text));
        }
    }
}

fn name_of(world: &World, entity: Entity) -> String {
    world.get::<Person>(entity).map_or_else(|| "Somebody".into(), |person| person.name.clone())
}

/// What a player's words come to.
fn hear(world: &mut World, intent: &GameIntent) -> Result<Option<String>, Refusal> {
    let entity = *world.resource::<Roll>().0.get(&intent.body).ok_or(Refusal::NothingThere)?;
    let plays = world.get::<Player>(entity).is_some();
    match std::str::from_utf8(&intent.payload).map(str::trim) {
        Ok("join") if plays => Err(Refusal::NoUse),
        Ok("join") => {
            world.entity_mut(entity).insert(Player::default());
            Ok(Some("You play tag.".into()))
        }
        Ok("leave") if plays => {
            world.entity_mut(entity).remove::<Player>();
            Ok(Some("You play no more.".into()))
        }
        Ok("score") => {
            let players = standings(world);
            let lines: Vec<String> = players
                .iter()
                .map(|one| format!("{} {}", name_of(world, one.entity), one.player.caught))
                .collect();
            Ok(Some(if lines.is_empty() { "Nobody plays.".into() } else { lines.join(", ") }))
        }
        _ => Err(Refusal::UnknownVerb),
    }
}

#[cfg(test)]
mod tests;

/// The front page's example is compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
