//! Deciding what guests want: the only way anything in the world is done on purpose.
//!
//! One file per kind of deed. Each checks reach, sight, ownership and pace, then does it or answers why not; a refusal changes
//! nothing.

mod carry;
mod coming;
mod decree;
mod land;
mod meant;
mod people;
mod wound;

pub(crate) use land::change_land;
pub(crate) use people::{answer_game, fall, in_hand, swing};
pub(crate) use wound::{Wound, wound};
mod talk;

use crate::bearer::Decided;
use crate::books::{Entry, GuestBook, Ledger, Mail, Post};
use crate::clock::Now;
use crate::command::{Act, Command};
use crate::crowd::Crowd;
use crate::ground::Ground;
use crate::justice::Held;
use crate::parts::{Acting, Bag, Body, Fallen, Id, Lies, Steered, Thing};
use crate::registry::Roll;
use crate::rules::{GameInbox, GameIntent};
use crate::shots::aim;
use crate::stacks::amount;
use crate::stand::{self, Bargain};
use crate::turns;
use crate::work::{Worker, work};
use bevy_ecs::prelude::*;
use wold_land::Point;
use wold_land::measures::ARM_METRES;
use wold_lore::Deed;
use wold_space::{DVec2, EntityId, GuestId};
use wold_wire::message::Slot;
use wold_wire::{Bearing, FromHost, Gesture, Intent, Outcome, Pose, Refusal, Target};

/// What came of a deed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Done {
    /// What the doer learns.
    told: Option<String>,
    /// Of whom, if it was a look at somebody.
    of: Option<Bearing>,
    /// Whether a player would miss it.
    matters: bool,
}

impl Done {
    fn quietly() -> Self {
        Self::default()
    }

    fn matters() -> Self {
        Self { matters: true, ..Self::default() }
    }

    fn told(text: String) -> Self {
        Self { told: Some(text), ..Self::default() }
    }
}

type Decision = Result<Done, Refusal>;

/// The commands of the tick being computed.
#[derive(Resource, Default)]
pub(crate) struct Orders(pub(crate) Vec<Command>);

/// Applies the tick's commands in their order.
pub(crate) fn decide(world: &mut World) {
    let orders = std::mem::take(&mut world.resource_mut::<Orders>().0);
    world.resource_mut::<Crowd>().rest();
    for command in orders {
        // Who comes and goes is told by the engine; a decree may move somebody.
        if matches!(command.act, Act::Decree(_)) {
            world.resource_mut::<Crowd>().stir();
        }
        match command.act {
            Act::Enter { name, human, look } => coming::enter(world, command.guest, &name, human, look),
            Act::Arrive(arriving) => coming::arrive(world, command.guest, arriving),
            Act::Leave { keep } => coming::leave(world, command.guest, keep),
            Act::Decree(decree) => decree::decree(world, &decree),
            Act::Intent(intent) => {
                let Some(doer) = doer_of(world, command.guest) else { continue };
                attempt(world, command.guest, command.number, &doer, intent);
            }
        }
    }
}

/// Who is trying something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doer {
    pub(crate) entity: Entity,
    pub(crate) id: EntityId,
    pub(crate) place: DVec2,
    pub(crate) level: u8,
}

fn doer_of(world: &World, guest: GuestId) -> Option<Doer> {
    let id = *world.resource::<GuestBook>().0.get(&guest)?;
    let entity = *world.resource::<Roll>().0.get(&id)?;
    let body = world.get::<Body>(entity)?.0;
    Some(Doer { entity, id, place: body.place, level: body.level })
}

fn attempt(world: &mut World, guest: GuestId, number: u32, doer: &Doer, intent: Intent) {
    if let Intent::Move(steering) = intent {
        // Steering is never answered: the next snapshot shows what came of it.
        if let Some(mut steered) = world.get_mut::<Steered>(doer.entity) {
            *steered = Steered(steering);
        }
        return;
    }
    if let Some(mut decided) = world.get_mut::<Decided>(doer.entity)
        && let Err(repeated) = decided.begin(number)
    {
        // Asked twice, by somebody who was cut off: done once, answered as often as wanted.
        if let Some(outcome) = repeated {
            send_answer(world, guest, number, outcome, true);
        }
        return;
    }
    let dead = world.get::<Fallen>(doer.entity).is_some();
    let held = world.get::<Held>(doer.entity).is_some();
    let decision = match intent {
        // What the dead may do in a game is for its rules to say.
        _ if dead && !matches!(intent, Intent::Game { .. }) => Err(Refusal::Dead),
        Intent::Move(_) => return,
        Intent::Look(target) => look(world, doer, target),
        Intent::Say { text, loudness, act } => talk::say(world, doer, &text, loudness, act.map(|act| *act)),
        _ if held => Err(Refusal::Held),
        Intent::Take(id) => carry::take(world, doer, id),
        Intent::Drop { slot } => carry::put_down(world, doer, slot),
        Intent::Hold { slot } => carry::hold(world, doer, slot),
        Intent::Give { slot, to } => carry::give(world, doer, slot, to),
        Intent::Use { slot, on } => land::use_thing(world, doer, slot, on),
        Intent::Strike(id) => people::strike(world, doer, id),
        Intent::Shoot { at, seen } => aim::shoot(world, doer, at, seen).map(|()| Done::matters()),
        Intent::Door { chunk, door } => land::turn_door(world, doer, chunk, door),
        Intent::Close { foe } => people::close(world, doer, foe),
        Intent::Work { craft } => {
            let worker = Worker { entity: doer.entity, id: doer.id, place: doer.place, level: doer.level };
            work(world, &worker, craft).map(|made| if made { Done::matters() } else { Done::quietly() })
        }
        Intent::Offer { thing, coins, buys } => {
            stand::offer(world, doer.entity, thing, coins, buys).map(|()| Done::quietly())
        }
        Intent::Deal { with, thing, count, coins, buys } => {
            let bargain = Bargain { with, kind: thing, count, coins, buys };
            stand::deal(world, (doer.entity, doer.id), bargain).map(|()| Done::matters())
        }
        Intent::Shun { who, shuns } => stand::shun(world, doer.entity, who, shuns).map(|()| Done::quietly()),
        Intent::Draw { chunk, place } => {
            turns::draw(world, doer.id, doer.place, (chunk, place)).map(|()| Done::quietly())
        }
        Intent::Game { verb, payload } => {
            let intent = GameIntent { guest, number, body: doer.id, verb, payload };
            match world.get_resource_mut::<GameInbox>() {
                Some(mut inbox) if inbox.verbs.contains(&verb) => {
                    inbox.intents.push(intent);
                    return; // The game answers.
                }
                _ => Err(Refusal::UnknownVerb),
            }
        }
    };
    answer(world, guest, number, decision);
}

fn answer(world: &mut World, guest: GuestId, number: u32, decision: Decision) {
    let (outcome, matters) = match decision {
        Ok(Done { told: Some(text), of: Some(bearing), matters }) => (Outcome::Seen(text, bearing), matters),
        Ok(Done { told: Some(text), of: None, matters }) => (Outcome::Told(text), matters),
        Ok(Done { told: None, matters, .. }) => (Outcome::Done, matters),
        Err(refusal) => (Outcome::Refused(refusal), false),
    };
    if let Some(doer) = doer_of(world, guest)
        && let Some(mut decided) = world.get_mut::<Decided>(doer.entity)
    {
        decided.end(number, &outcome, matters);
    }
    send_answer(world, guest, number, outcome, matters);
}

fn send_answer(world: &mut World, guest: GuestId, number: u32, outcome: Outcome, after_durable: bool) {
    let message = FromHost::Answer { number, outcome };
    world.resource_mut::<Post>().0.push(Mail { to: guest, message, after_durable });
}

/// An entity by its name, if the doer knows it is there: near enough to be perceived and in plain sight. Whatever is not perceived gets one
/// answer, whether it exists or not: a refusal must not tell where somebody is.
fn within_reach(world: &World, doer: &Doer, id: EntityId, reach: f64) -> Result<(Entity, DVec2), Refusal> {
    let (entity, place, level) = whereabouts(world, id).ok_or(Refusal::NothingThere)?;
    let distance = place.distance(doer.place);
    if distance > PERCEIVED || !is_in_sight(world, doer, entity, place, level) {
        return Err(Refusal::NothingThere);
    }
    if level != doer.level || distance > reach {
        return Err(Refusal::TooFar);
    }
    Ok((entity, place))
}

/// Whether the doer sees somebody or something. Who stands beside a thing looks over what is in between.
fn is_in_sight(world: &World, doer: &Doer, entity: Entity, place: DVec2, level: u8) -> bool {
    let land = &world.resource::<Ground>().land;
    let eyes = eyes_of(world, doer);
    match world.get::<Body>(entity) {
        Some(body) => land.sees_body(eyes, &land.figure(place, level, body.0.pose)),
        None => {
            let is_beside = level == doer.level && place.distance(doer.place) <= ARM_METRES;
            land.sees(eyes, land.lying(place, level))
                || is_beside && land.sees(eyes, land.above(place, level))
        }
    }
}

/// Where the doer's eyes are.
pub(crate) fn eyes_of(world: &World, doer: &Doer) -> Point {
    let pose = world.get::<Body>(doer.entity).map_or(Pose::Standing, |body| body.0.pose);
    world.resource::<Ground>().land.eyes(doer.place, doer.level, pose)
}

pub(crate) fn whereabouts(world: &World, id: EntityId) -> Option<(Entity, DVec2, u8)> {
    let entity = *world.resource::<Roll>().0.get(&id)?;
    let body = world.get::<Body>(entity).filter(|_| world.get::<crate::parts::Away>(entity).is_none());
    let (place, level) = body
        .map(|body| (body.0.place, body.0.level))
        .or_else(|| world.get::<Lies>(entity).map(|lies| (lies.place, lies.level)))?;
    Some((entity, place, level))
}

pub(crate) fn gesture(world: &mut World, entity: Entity, gesture: Gesture) {
    if let Some(mut acting) = world.get_mut::<Acting>(entity) {
        acting.act(gesture);
    }
}

/// Enters a deed in the tick's ledger with which no thing had to do.
pub(crate) fn record(world: &mut World, doer: EntityId, kind: Deed, object: Option<EntityId>, place: DVec2) {
    enter(world, Entry { object, ..Entry::new(doer, kind, place) });
}

/// Enters a deed in the tick's ledger.
pub(crate) fn enter(world: &mut World, entry: Entry) {
    world.resource_mut::<Ledger>().0.push(entry);
}

/// A word in somebody's ear that is not an answer; nothing for bodies nobody steers.
pub(crate) fn tell(world: &mut World, entity: Entity, message: FromHost) {
    if let Some(guest) = world.get::<crate::parts::SteeredBy>(entity).map(|by| by.0) {
        world.resource_mut::<Post>().send(guest, message);
    }
}

/// Tells somebody what is in their bag.
pub(crate) fn tell_bag(world: &mut World, entity: Entity) {
    let Some(&bag) = world.get::<Bag>(entity) else { return };
    let slots = bag.slots.map(|slot| {
        let id = slot?;
        let thing = world.get::<Thing>(*world.resource::<Roll>().0.get(&id)?)?;
        Some(Slot { kind: thing.kind, id, count: amount(world, world.resource::<Roll>().0[&id]) })
    });
    let worn = crate::guise::worn(world, entity).map(|(id, _)| Some(id));
    let worn = worn.and_then(|worn| bag.slots.iter().position(|slot| *slot == worn)).map(|slot| slot as u8);
    tell(world, entity, FromHost::Bag { slots, held: bag.held, worn });
}

/// How far somebody can make things out.
const EYESIGHT: f64 = 60.0;
/// How far somebody knows of things in plain sight: the nearest they are told of, and farther than any arm or eye reaches.
pub(crate) const PERCEIVED: f64 = 64.0;

fn look(world: &World, doer: &Doer, target: Target) -> Decision {
    let text = match target {
        Target::Nothing => {
            let now = world.resource::<Now>().0;
            let hour = crate::clock::time_of_day(world.resource::<crate::WorldConfig>(), now) * 24.0;
            format!("It is {:02}:{:02}.", hour as u32, (hour.fract() * 60.0) as u32)
        }
        Target::Entity(id) => {
            let (entity, _) = within_reach(world, doer, id, EYESIGHT)?;
            let told = Some(people::describe(world, entity, doer.place));
            return Ok(Done { told, of: people::bearing(world, entity, doer.place), matters: false });
        }
        Target::Growth { chunk, index } => land::describe_growth(world, doer, chunk, index)?,
        Target::Edge { .. } => "A good spot for a wall.".into(),
    };
    Ok(Done::told(text))
}

/// Where a thing goes when it is put down: a step ahead, or at the feet if something is in the way.
fn spot_ahead(world: &World, doer: &Doer) -> DVec2 {
    let heading = world.get::<Body>(doer.entity).map_or(0, |body| body.0.heading);
    let (cos, sin) = wold_wire::state::course_vector(heading);
    let ahead =
        doer.place + DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(wold_wire::state::UNIT) * 0.7;
    let land = &world.resource::<Ground>().land;
    let free = land.in_sight(doer.place, ahead, doer.level)
        && land.house_at(ahead, doer.level).is_some() == land.house_at(doer.place, doer.level).is_some();
    if free { ahead } else { doer.place }
}

/// The entity's name in the books.
fn id_of(world: &World, entity: Entity) -> EntityId {
    world.get::<Id>(entity).expect("every entity of the roll has an id").0
}
