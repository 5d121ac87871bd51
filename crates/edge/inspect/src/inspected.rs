//! The world under the operator's eye.

use crate::report::{
    CommandLine, EntityDot, EntityReport, GuestRow, LineReport, LookLine, PartDot, Report, ShapeLine,
    StateReport,
};
use crate::{Gallery, ToWorld, fields, influence, interest, meter, places, turns};
use wold_folk::report::Key;
use wold_lore::Awareness;
use wold_lore::land::ThingKind;
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId, GuestId};
use wold_steward::clockwork::Clockwork;
use wold_wire::state::metres_to_steps;
use wold_world::Decree;
use wold_world::vigil::Look;

/// Commands shown for an entity.
const COMMANDS_SHOWN: usize = 20;

/// All that may be looked at and changed.
pub struct Inspected<'a> {
    /// The world and its time.
    pub clockwork: &'a mut Clockwork,
    /// What inhabitants show.
    pub gallery: &'a Gallery,
    /// How somebody is connected; nothing for those of this process.
    pub line: &'a dyn Fn(GuestId) -> Option<LineReport>,
}

/// Why something is not done.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error("entity {0} is not in the world")]
    NotThere(EntityId),
    #[error("nobody named {0} is in the world")]
    Nobody(EntityId),
    #[error("no guest has the body {0}")]
    NoGuest(EntityId),
    #[error("{x}, {y} is outside the world")]
    Outside { x: f64, y: f64 },
    #[error("there is no {0:?}")]
    NoSuchThing(String),
    #[error("others are in the world; it cannot stand still")]
    OthersAreThere,
    #[error("pause first")]
    NotPaused,
    #[error("this world has no fields")]
    NoFields,
    #[error("there is no field {0:?}")]
    NoSuchField(String),
    #[error("there is no event {0:?}")]
    NoSuchEvent(String),
    #[error("values lie within ±{0}")]
    TooMuch(f32),
    #[error("reach is 0 to {reach} cells, strength within ±{strength}, span 1 to {span} steps")]
    EventTooLarge { reach: f64, strength: f32, span: f64 },
    #[error(transparent)]
    Field(#[from] wold_fields::engine::EngineError),
    #[error("there is no ground about this fight")]
    NoGround,
}

/// Answers a question about the world, or has done what was asked for: what changes the world is a decree, done with the next tick and logged.
#[must_use]
pub fn answer(inspected: &mut Inspected, question: ToWorld) -> Report {
    ask(inspected, question).unwrap_or_else(Report::error)
}

fn ask(inspected: &mut Inspected, question: ToWorld) -> Result<Report, Problem> {
    let clockwork = &mut *inspected.clockwork;
    match question {
        ToWorld::State => return Ok(Report::State(state(inspected))),
        ToWorld::Select { id } => return entity(clockwork, id.entity()).map(Report::Entity),
        ToWorld::Field { name } => return fields::show(clockwork.steward(), &name).map(Report::Field),
        ToWorld::Places { id } => {
            return places::show(clockwork.steward(), id.map(Key::entity)).map(Report::Places);
        }
        ToWorld::Meter { id } => return meter::show(clockwork.steward(), id).map(Report::Meter),
        ToWorld::Interest { id } => return interest::show(clockwork.steward(), id).map(Report::Interest),
        ToWorld::Influence { layer, id } => {
            let fights = inspected.gallery.fights().unwrap_or_default();
            let whose = id.map(Key::entity);
            return influence::show(clockwork.steward(), &fights, &layer, whose).map(Report::Influence);
        }
        ToWorld::Pause if !clockwork.is_alone() => return Err(Problem::OthersAreThere),
        ToWorld::Pause => clockwork.set_paused(true),
        ToWorld::Resume => clockwork.set_paused(false),
        ToWorld::Step if !clockwork.is_paused() => return Err(Problem::NotPaused),
        ToWorld::Step => clockwork.owe_step(),
        ToWorld::Move { id, x, y } => {
            let farthest = f64::from(ChunkPos::LIMIT) * CHUNK_METRES;
            if !(x.abs() < farthest && y.abs() < farthest) {
                return Err(Problem::Outside { x, y });
            }
            let to = [metres_to_steps(x), metres_to_steps(y)];
            let who = person(clockwork, id)?;
            decree(clockwork, Decree::Move { who, to });
        }
        ToWorld::Grant { id, thing } => {
            let kind = ThingKind::ALL.iter().find(|kind| kind.label() == thing);
            let thing = *kind.ok_or(Problem::NoSuchThing(thing))?;
            let who = person(clockwork, id)?;
            decree(clockwork, Decree::Grant { who, thing });
        }
        ToWorld::Appoint { id, guard } => {
            let who = person(clockwork, id)?;
            decree(clockwork, Decree::Appoint { who, guard });
        }
        ToWorld::SetField { name, cell, value } => {
            let order = fields::set(clockwork.steward(), name, cell, value)?;
            decree(clockwork, order);
        }
        ToWorld::Befall { kind, cell, radius, strength, span } => {
            let order = fields::befall(clockwork.steward(), kind, cell, [radius, strength, span])?;
            decree(clockwork, order);
        }
    }
    Ok(Report::Done)
}

fn decree(clockwork: &mut Clockwork, order: Decree) {
    clockwork.steward_mut().decree(order);
}

/// Somebody who is in the world: things are nobody.
fn person(clockwork: &Clockwork, id: Key) -> Result<EntityId, Problem> {
    let who = id.entity();
    let mut all = clockwork.steward().replicator().all();
    let found = all.any(|(card, _)| card.id == who && card.kind.is_person());
    if found { Ok(who) } else { Err(Problem::Nobody(who)) }
}

/// Who and what is where; plans, fights and ticks are for [`Visit::complete`](crate::gallery::Visit::complete) to add.
fn state(inspected: &Inspected) -> StateReport {
    let steward = inspected.clockwork.steward();
    let sessions: Vec<_> = steward.sessions().collect();
    let (vigil, edge) = (steward.realm().vigil(), steward.realm().on_edge());
    let entities = steward.replicator().all().map(|(card, state)| {
        let place = state.place();
        let guest = sessions.iter().find(|session| session.body == Some(card.id));
        EntityDot {
            id: card.id.into(),
            kind: card.kind.label().to_owned(),
            name: card.name.clone(),
            x: place.x,
            y: place.y,
            level: state.level,
            heading: state.heading,
            pose: format!("{:?}", state.pose).to_lowercase(),
            health: f64::from(state.health) / 255.0,
            noticed: vigil.is_hiding(card.id).then(|| vigil.meter(card.id)),
            aware: Some(edge.state(card.id))
                .filter(|state| *state != Awareness::Unaware)
                .map(|state| state.label().to_owned()),
            guest: guest.map(|session| session.guest.into()),
        }
    });
    let guests = sessions.iter().map(|session| GuestRow {
        id: session.guest.into(),
        name: session.name.clone(),
        human: session.human,
        entity: session.body.map(Key::from),
        line: (inspected.line)(session.guest).unwrap_or_default(),
        perceives: session.perceives,
        updates: session.stats.updates,
        lost: session.stats.lost,
    });
    StateReport {
        tick: steward.realm().now().0,
        paused: inspected.clockwork.is_paused(),
        time_of_day: steward.realm().time_of_day(),
        entities: entities.collect(),
        looks: wold_world::vigil::looks(steward.realm()).into_iter().map(look_line).collect(),
        guests: guests.collect(),
        ticks: Vec::new(),
        plan: None,
        fights: turns::show(steward.realm()),
    }
}

fn look_line(look: Look) -> LookLine {
    let point = |at: DVec2| [at.x, at.y];
    let shape = look.shape.map(|(name, [least, most], rim)| ShapeLine {
        name,
        least,
        most,
        rim: rim.into_iter().map(point).collect(),
    });
    LookLine {
        watcher: look.watcher.into(),
        target: look.target.into(),
        state: look.state.label().to_owned(),
        ends: look.ends.map(point),
        meter: look.meter,
        notice: format!("{:?}", look.notice),
        shape,
        parts: look.parts.into_iter().map(|(at, seen)| PartDot { at: point(at), seen }).collect(),
        why: look.why,
    }
}

fn entity(clockwork: &Clockwork, id: EntityId) -> Result<EntityReport, Problem> {
    let steward = clockwork.steward();
    let parts = steward.realm().describe(id).ok_or(Problem::NotThere(id))?;
    let commands = steward
        .commands_of(id)
        .take(COMMANDS_SHOWN)
        .map(|(tick, command)| CommandLine { tick: tick.0, text: format!("{:?}", command.act) });
    Ok(EntityReport {
        id: id.into(),
        components: parts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect(),
        commands: commands.collect(),
    })
}

#[cfg(test)]
#[path = "inspected_tests.rs"]
mod tests;
