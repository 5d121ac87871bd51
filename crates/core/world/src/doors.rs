//! Doors that open and shut.
//!
//! Contract: doors that lead out of houses are shut; a shut one hides ([`wold_land::sight`]) and stops nobody. Whoever walks into it opens it, and it falls shut some seconds after the last one has passed. Who
//! opens a door on purpose props it: it stays open until somebody shuts it, and others may notice ([`crate::changed`]). Nobody shuts a door on
//! somebody who stands in it.
//!
//! Open doors are the state; which chunks guests must be told of, and where a door has just moved, is not.
//!
//! Cost: by who moves beside a house, and by the doors that stand open.

use crate::changed::{Change, Changed, What};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::ground::Ground;
use crate::noise;
use crate::parts::{Away, Body, Fallen};
use crate::registry::Kept;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use wold_land::{Land, Motion};
use wold_lore::land::{Door, EdgeSide};
use wold_lore::sense::Sound;
use wold_space::{ChunkPos, DVec2, EntityId, TICKS_PER_SECOND, Tick};

/// Half the width of a doorway, and how near its sill somebody stands in it, in metres.
const HALF_WIDTH: f64 = 0.7;
const SILL: f64 = 0.45;
/// Seconds ahead of somebody's way in which a door opens before them.
const AHEAD: f64 = 0.5;

/// The doors that stand open, by the chunks of their houses.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Doors {
    open: BTreeMap<ChunkPos, BTreeMap<Door, Ajar>>,
    /// Chunks of which a door moved since the last tick's report.
    #[serde(skip)]
    pub(crate) fresh: BTreeSet<ChunkPos>,
    /// Where doors moved in the tick of the last move.
    #[serde(skip)]
    moved: (Tick, Vec<DVec2>),
}

/// Until when a door stands open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Ajar {
    /// It falls shut then.
    Until(Tick),
    /// Somebody wants it open.
    Propped,
}

impl Kept for Doors {
    const NAME: &'static str = "doors";
}

impl Doors {
    /// Which doors of a chunk stand open.
    #[must_use]
    pub fn open(&self, pos: ChunkPos) -> BTreeSet<Door> {
        self.open.get(&pos).into_iter().flat_map(|doors| doors.keys().copied()).collect()
    }

    /// Whether a door moved within `reach` metres of a place in a tick.
    #[must_use]
    pub fn moved_near(&self, tick: Tick, place: DVec2, reach: f64) -> bool {
        self.moved.0 == tick && self.moved.1.iter().any(|at| at.distance_squared(place) <= reach * reach)
    }

    fn set(&mut self, now: Tick, (pos, door, at): (ChunkPos, Door, DVec2), ajar: Option<Ajar>) -> bool {
        let was = match ajar {
            Some(ajar) => self.open.entry(pos).or_default().insert(door, ajar),
            None => self.open.get_mut(&pos).and_then(|doors| doors.remove(&door)),
        };
        if self.open.get(&pos).is_some_and(BTreeMap::is_empty) {
            self.open.remove(&pos);
        }
        let moves = was.is_some() != ajar.is_some();
        if moves {
            self.fresh.insert(pos);
            if self.moved.0 != now {
                self.moved = (now, Vec::new());
            }
            self.moved.1.push(at);
        }
        moves
    }
}

/// Where somebody is against a door.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Against {
    /// On its sill.
    In,
    /// About to walk into it.
    Coming,
    Elsewhere,
}

fn against(motion: &Motion, door: &Door, middle: DVec2) -> Against {
    if motion.level != door.level {
        return Against::Elsewhere;
    }
    let turn = |v: DVec2| if door.side == EdgeSide::South { v } else { DVec2::new(v.y, v.x) };
    let (off, pace) = (turn(motion.place - middle), turn(motion.velocity.as_dvec2()));
    if off.x.abs() <= HALF_WIDTH && off.y.abs() <= SILL {
        return Against::In;
    }
    let seconds = -off.y / pace.y;
    let meets = (0.0..=AHEAD).contains(&seconds) && (off.x + pace.x * seconds).abs() <= HALF_WIDTH;
    if meets { Against::Coming } else { Against::Elsewhere }
}

/// The chunks of which a door moved since this was last asked.
pub(crate) fn take_fresh(world: &mut World) -> BTreeSet<ChunkPos> {
    // What is told is no state: taking it changes nothing that is saved.
    std::mem::take(&mut world.resource_mut::<Doors>().bypass_change_detection().fresh)
}

/// Opens doors before those who walk into them and shuts those that nobody is in any more.
pub(crate) fn swing(
    now: Res<Now>,
    config: Res<WorldConfig>,
    mut ground: ResMut<Ground>,
    mut doors: ResMut<Doors>,
    bodies: Query<&Body, (Without<Away>, Without<Fallen>)>,
) {
    let reach = HALF_WIDTH + f64::from(config.physique.run) * AHEAD;
    let land = &ground.land;
    let mut used: BTreeMap<(ChunkPos, Door), DVec2> = BTreeMap::new();
    for Body(motion) in &bodies {
        let moves = motion.velocity.length_squared() > 0.01;
        if !moves && doors.open.is_empty() {
            continue;
        }
        let near = land
            .doors_near(motion.place)
            .filter(|(.., at)| at.distance_squared(motion.place) < reach * reach);
        for (pos, door, at) in near {
            let against = against(motion, &door, at);
            let is_open = || land.plot(pos).is_some_and(|plot| plot.open.contains(&door));
            if against == Against::Coming || against == Against::In && (moves || is_open()) {
                used.insert((pos, door), at);
            }
        }
    }
    let now = now.0;
    let until = Tick(now.0 + (config.senses.door_seconds * TICKS_PER_SECOND as f64) as u64);
    let stays = |doors: &Doors, pos, door| {
        doors.open.get(&pos).and_then(|doors| doors.get(&door)) == Some(&Ajar::Propped)
    };
    let mut turned = BTreeSet::new();
    for ((pos, door), at) in used {
        if !stays(&doors, pos, door) && doors.set(now, (pos, door, at), Some(Ajar::Until(until))) {
            turned.insert(pos);
        }
    }
    let is_due = |ajar: &Ajar| matches!(ajar, Ajar::Until(tick) if *tick <= now);
    let due: Vec<(ChunkPos, Door)> = doors
        .open
        .iter()
        .flat_map(|(pos, doors)| doors.iter().filter(|(_, ajar)| is_due(ajar)).map(|(door, _)| (*pos, *door)))
        .collect();
    for (pos, door) in due {
        let at = middle(land, pos, &door).unwrap_or_else(|| pos.origin());
        doors.set(now, (pos, door, at), None);
        turned.insert(pos);
    }
    for pos in turned {
        let open = doors.open(pos);
        ground.land.set_doors(pos, open);
    }
}

fn middle(land: &Land, pos: ChunkPos, door: &Door) -> Option<DVec2> {
    land.plot(pos)?.doors().iter().find(|(other, _)| other == door).map(|(_, at)| *at)
}

/// Somebody opens a door and leaves it so, or shuts it; tells whether it is open now. Where it is, who stands in it and whether it is near enough is for the deed to say.
pub(crate) fn turn(world: &mut World, pos: ChunkPos, door: Door, at: DVec2, by: EntityId) -> bool {
    let now = world.resource::<Now>().0;
    let mut doors = world.resource_mut::<Doors>();
    let is_open = doors.open.get(&pos).is_some_and(|doors| doors.contains_key(&door));
    doors.set(now, (pos, door, at), (!is_open).then_some(Ajar::Propped));
    let open = doors.open(pos);
    world.resource_mut::<Ground>().land.set_doors(pos, open);
    let change = Change {
        what: What::Door(pos, door),
        on: !is_open,
        place: at,
        level: door.level,
        tick: now,
        by: Some(by),
    };
    world.resource_mut::<Changed>().note(change);
    noise::make(world, Sound::Door, by);
    !is_open
}

/// The middle of a door, if there is such a door.
pub(crate) fn find(land: &Land, pos: ChunkPos, door: &Door) -> Option<DVec2> {
    middle(land, pos, door)
}

/// Whether somebody stands in a door.
pub(crate) fn is_blocked(motion: &Motion, door: &Door, at: DVec2) -> bool {
    against(motion, door, at) == Against::In
}

#[cfg(test)]
mod tests;
