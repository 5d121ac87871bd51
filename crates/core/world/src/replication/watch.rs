//! One guest's perception.

use super::{Cell, READ_TICKS, Regard, Replicator, Seen, Track, Tracked, sticky_cell};
use crate::clock::Now;
use crate::doors::Doors;
use crate::ground::Ground;
use crate::parts::{Body, Vitals};
use crate::realm::Realm;
use crate::registry::Roll;
use crate::turns::Turns;
use crate::vigil::Vigil;
use std::cell::OnceCell;
use std::sync::Arc;
use wold_land::Land;
use wold_land::Shades;
use wold_senses::aura::{Medium, Sort, meets};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, EntityId};
use wold_wire::state::{UNIT, course_vector};
use wold_wire::{Card, EntityKind, EntityState, OwnState};

/// What a guest newly perceives. Distances are in metres from its body, and less for those who matter more than others as near ([`Regard`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Who is out of perception.
    pub left: Vec<EntityId>,
    /// Who came into it.
    pub entered: Vec<(Arc<Card>, EntityState, f64)>,
    /// Who moved or changed.
    pub moved: Vec<(EntityId, EntityState, f64)>,
}

/// A guest's window on the world.
#[derive(Clone, Debug)]
pub struct Watch {
    body: EntityId,
    centre: Option<ChunkPos>,
    known: Tracks,
    /// Those of the known who were hidden when last looked for.
    fading: Tracks,
    /// Whether anybody near may be hidden since the last look around.
    hid: bool,
    /// The observation at which was last looked around.
    peeked: u64,
    /// The observation up to which the guest knows how everybody moved.
    read: u64,
}

/// A set of tracks, one bit each.
#[derive(Clone, Debug, Default)]
struct Tracks {
    bits: Vec<u64>,
    count: usize,
}

impl Tracks {
    fn has(&self, track: Track) -> bool {
        self.bits.get(track.index() / 64).is_some_and(|word| word >> (track.index() % 64) & 1 == 1)
    }

    /// Whether it is new.
    fn insert(&mut self, track: Track) -> bool {
        let word = track.index() / 64;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        let is_new = !self.has(track);
        self.count += usize::from(is_new);
        self.bits[word] |= 1 << (track.index() % 64);
        is_new
    }

    /// Whether it was there.
    fn remove(&mut self, track: Track) -> bool {
        let was = self.has(track);
        if was {
            self.bits[track.index() / 64] &= !(1 << (track.index() % 64));
            self.count -= 1;
        }
        was
    }
}

/// Ticks from one look at who is hidden by walls to the next: what [`super::PerceptionConfig::corner`] takes to run, so that nobody pops up.
const PEEK_TICKS: u64 = 10;

/// The same for inhabitants, who have no screen on which anybody could pop up, and think three times a second.
const GLANCE_TICKS: u64 = 2 * PEEK_TICKS;

/// Looks of a player from one at which those who stay hidden are forgotten to the next; inhabitants look half as often in that time. Until then a guest has them where it saw them last and is told nothing of
/// them: people pass behind a corner and come out again all the time, and making their acquaintance each time anew costs ten times what a step does.
const PEEKS_TO_FORGET: u64 = 4;

/// Looks of a player from one at which everybody is looked for, whether they stirred or not, to the next: what changed about land, far from both, is noticed then.
const PEEKS_TO_ALL: u64 = 32;

/// Metres from which a door that moves makes one look.
const DOOR_METRES: f64 = 48.0;

/// What one look needs to know.
pub(super) struct Looking<'a> {
    replicator: &'a Replicator,
    me: &'a Seen,
    /// Metres within which I take note of what keeps small.
    pub(super) focus: f64,
    /// What hides others from me, found when it is first asked for.
    shades: OnceCell<Shades<'a>>,
    land: &'a Land,
    /// Whether those who stay hidden are forgotten now.
    forgets: bool,
    /// Whether I play, on a screen on which nobody may pop up.
    is_human: bool,
    /// Who hides from me; a human has eyes of their own.
    vigil: Option<&'a Vigil>,
    /// Who fights whom, if anybody does.
    turns: Option<&'a Turns>,
    /// The cosine within which somebody looks at me.
    looks: f64,
    /// Only who stirred since this observation needs to be looked for again.
    since: u64,
}

impl<'a> Looking<'a> {
    /// A look of somebody, at everybody.
    pub(super) fn new(replicator: &'a Replicator, my: &'a Tracked, realm: &'a Realm) -> Self {
        let world = realm.ecs();
        let is_human = my.card.kind == EntityKind::HUMAN;
        let sort = if my.card.kind.is_person() { Sort::Person } else { Sort::Animal };
        let regard = &replicator.config.regard;
        Self {
            replicator,
            me: &my.seen,
            focus: replicator.config.auras.of(Medium::Sight, sort, my.seen.state.pose).focus,
            shades: OnceCell::new(),
            land: &world.resource::<Ground>().land,
            forgets: false,
            is_human,
            vigil: Some(world.resource::<Vigil>()).filter(|vigil| !is_human && !vigil.is_idle()),
            turns: Some(world.resource::<Turns>()).filter(|turns| turns.is_fought()),
            looks: libm::cos(f64::from(regard.looks_turn) / 256.0 * std::f64::consts::TAU),
            since: 0,
        }
    }

    fn shades(&self) -> &Shades<'a> {
        let reach = f64::from(self.replicator.config.rings + 1) * CHUNK_METRES;
        self.shades.get_or_init(|| Shades::around(self.land, self.me.place, reach))
    }

    pub(super) fn hides(&self, other: &Seen) -> bool {
        self.vigil.is_some_and(|vigil| vigil.hides(other.id, self.me.id))
    }

    /// Whether somebody is large enough to be noticed from here.
    pub(super) fn notes(&self, other: &Seen) -> bool {
        other.nimbus.is_infinite() || meets(self.focus, other.nimbus, other.place.distance(self.me.place))
    }

    pub(super) fn sees(&self, other: &Seen) -> bool {
        if !self.notes(other) {
            return false;
        }
        if !other.shy {
            return true;
        }
        if self.hides(other) {
            return false;
        }
        let (eyes, corner) = (self.me.eyes, self.replicator.config.corner);
        match self.is_human {
            true => self.shades().nearly_sees(eyes, other.eyes, corner),
            false => self.shades().is_clear_between(eyes, other.eyes),
        }
    }

    /// How many times nearer somebody is taken to be than they are.
    pub(super) fn regard(&self, other: &Seen, metres: f64) -> f64 {
        let Regard { fights, looks, looks_metres, .. } = self.replicator.config.regard;
        let foe = |a, b| self.turns.is_some_and(|turns| turns.foe_of(a) == Some(b));
        if foe(other.id, self.me.id) || foe(self.me.id, other.id) {
            return fights;
        }
        if metres > looks_metres || !other.shy {
            return 1.0;
        }
        let (cos, sin) = course_vector(other.state.heading);
        let facing = DVec2::new(f64::from(cos), f64::from(sin)) / f64::from(UNIT);
        if facing.dot(self.me.place - other.place) >= self.looks * metres { looks } else { 1.0 }
    }

    /// Metres to somebody, less if they matter more.
    fn nearness(&self, other: &Seen) -> f64 {
        let metres = other.place.distance(self.me.place);
        metres / self.regard(other, metres)
    }
}

impl Watch {
    /// A window around a body that has shown nothing yet.
    #[must_use]
    pub fn new(body: EntityId) -> Self {
        Self {
            body,
            centre: None,
            known: Tracks::default(),
            fading: Tracks::default(),
            hid: false,
            peeked: 0,
            read: 0,
        }
    }

    /// The body it belongs to.
    #[must_use]
    pub fn body(&self) -> EntityId {
        self.body
    }

    /// The cell in the middle of those that are looked through, once it has looked.
    pub(super) fn centre(&self) -> Option<ChunkPos> {
        self.centre
    }

    pub(super) fn has(&self, track: Track) -> bool {
        self.known.has(track)
    }

    /// How many entities are perceived now.
    #[must_use]
    pub fn perceives(&self) -> usize {
        self.known.count
    }

    /// Whether an entity is perceived now.
    #[must_use]
    pub fn knows(&self, replicator: &Replicator, id: EntityId) -> bool {
        replicator.by_id.get(&id).is_some_and(|&track| self.known.has(track))
    }

    /// The guest's own body as it is told to it; which steering was applied is for the host to add.
    #[must_use]
    pub fn own(&self, realm: &Realm) -> Option<OwnState> {
        let world = realm.ecs();
        let entity = *world.resource::<Roll>().0.get(&self.body)?;
        let motion = world.get::<Body>(entity)?.0;
        let vitals = world.get::<Vitals>(entity)?;
        let byte = |share: f32| libm::ceilf(share.clamp(0.0, 1.0) * 255.0) as u8;
        Some(OwnState {
            steering: None,
            place: motion.place,
            velocity: motion.velocity.as_dvec2(),
            level: motion.level,
            pose: motion.pose,
            stamina: byte(motion.stamina),
            health: byte(vitals.health),
            hunger: byte(vitals.hunger),
        })
    }

    /// What changed in this guest's perception since the last call. Call once after every [`Replicator::observe`].
    pub fn look(&mut self, replicator: &Replicator, realm: &Realm) -> View {
        let mut view = View { moved: Vec::with_capacity(self.known.count), ..View::default() };
        let Some(my) = replicator.of(self.body) else { return view };
        let me = &my.seen;
        let rings = replicator.config.rings;
        let centre = match self.centre {
            Some(old) => sticky_cell(old, me.place, replicator.config.stickiness),
            None => ChunkPos::of(me.place),
        };
        let old = self.centre.replace(centre);
        let world = realm.ecs();
        let tick = world.resource::<Now>().0;
        let turn = tick.0 + self.body.0;
        let mut looking = Looking::new(replicator, my, realm);
        let is_human = looking.is_human;
        let pause = if is_human { PEEK_TICKS } else { GLANCE_TICKS };
        looking.forgets = turn.is_multiple_of(PEEK_TICKS * PEEKS_TO_FORGET);
        // Who stands behind a door is there as it opens, and gone as it shuts.
        let swung = world.resource::<Doors>().moved_near(tick, me.place, DOOR_METRES);
        let afresh = swung || turn.is_multiple_of(PEEK_TICKS * PEEKS_TO_ALL) || my.stirred > self.peeked;
        looking.since = if afresh { 0 } else { self.peeked };
        let looking = looking;
        // Where nothing hides anybody nobody needs to be looked for, but for those who were hidden before.
        let peek = swung
            || turn.is_multiple_of(pause)
                && (self.hid
                    || replicator.small > 0
                    || looking.vigil.is_some()
                    || !looking.shades().is_clear());
        if peek {
            self.hid = false;
            self.peeked = replicator.count;
        }
        if !is_human && !peek && old == Some(centre) && !turn.is_multiple_of(READ_TICKS) {
            self.read_crossings(&looking, centre, &mut view);
            return view;
        }
        for pos in centre.around(rings) {
            let Some(cell) = replicator.cells.get(&pos) else { continue };
            if old.is_some_and(|old| old.rings_to(pos) <= rings as u32) {
                self.read_cell(&looking, cell, peek, &mut view);
            } else {
                // Somebody known may have come here from a cell that is no longer watched: that is news too.
                for &track in &cell.residents {
                    self.consider(&looking, &replicator.at(track).seen, true, true, &mut view);
                }
            }
            self.forget_gone(cell, centre, rings, &mut view);
        }
        self.read = replicator.count;
        if let Some(old) = old.filter(|&old| old != centre) {
            for pos in old.around(rings).filter(|pos| pos.rings_to(centre) > rings as u32) {
                let Some(cell) = replicator.cells.get(&pos) else { continue };
                self.forget_gone(cell, centre, rings, &mut view);
                for &track in &cell.residents {
                    self.forget(track, replicator.at(track).seen.id, &mut view);
                }
            }
        }
        view
    }

    fn read_cell(&mut self, looking: &Looking, cell: &Cell, peek: bool, view: &mut View) {
        // Looking comes first: nobody is told to have moved who is found hidden in the same tick.
        if peek {
            for &track in &cell.shy {
                let other = looking.replicator.at(track);
                let hides = looking.vigil.is_some_and(|vigil| vigil.is_hiding(other.seen.id));
                let stirred = hides || other.stirred > looking.since;
                self.consider(looking, &other.seen, false, stirred, view);
                // Neither of us has stirred since the other was hidden, so they still are.
                if looking.forgets && !stirred && self.fading.has(track) {
                    self.forget(track, other.seen.id, view);
                }
            }
        }
        for &track in &cell.came {
            let seen = &looking.replicator.at(track).seen;
            self.consider(looking, seen, true, !(peek && seen.shy), view);
        }
        if self.read + 1 < looking.replicator.count {
            self.read_earlier(looking, cell, view);
        }
        for mover in &cell.moved {
            self.consider(looking, mover, true, !mover.shy, view);
        }
    }

    /// Who moved between the last reading and this tick; who did several times is told of once, as they are.
    fn read_earlier(&mut self, looking: &Looking, cell: &Cell, view: &mut View) {
        let unread = cell.earlier.partition_point(|&(at, _)| at <= self.read);
        for &(at, track) in cell.earlier.range(unread..) {
            if let Some(mover) = looking.replicator.unchanged(at, track) {
                self.consider(looking, mover, true, !mover.shy, view);
            }
        }
    }

    /// Who came into what is watched, and who left it: the least that must be read of every tick.
    fn read_crossings(&mut self, looking: &Looking, centre: ChunkPos, view: &mut View) {
        let (replicator, rings) = (looking.replicator, looking.replicator.config.rings);
        for pos in replicator.crossed.iter().filter(|pos| pos.rings_to(centre) <= rings as u32) {
            let Some(cell) = replicator.cells.get(pos) else { continue };
            for &track in &cell.came {
                self.consider(looking, &replicator.at(track).seen, true, true, view);
            }
            self.forget_gone(cell, centre, rings, view);
        }
    }

    /// Entities that left a watched cell for one that is not watched, or for nowhere.
    fn forget_gone(&mut self, cell: &Cell, centre: ChunkPos, rings: i32, view: &mut View) {
        for &(track, id, to) in &cell.went {
            if to.is_none_or(|to| to.rings_to(centre) > rings as u32) {
                self.forget(track, id, view);
            }
        }
    }

    fn forget(&mut self, track: Track, id: EntityId, view: &mut View) {
        self.fading.remove(track);
        if self.known.remove(track) {
            view.left.push(id);
        }
    }

    /// Takes somebody in, or notices that they are hidden; until the next `look` who was in sight stays so and who was not does not come into it.
    fn consider(&mut self, looking: &Looking, other: &Seen, changed: bool, look: bool, view: &mut View) {
        if other.track == looking.me.track {
            return;
        }
        let known = self.known.has(other.track);
        let perceived = if look { looking.sees(other) } else { known && !self.fading.has(other.track) };
        let distance = || looking.nearness(other);
        match (perceived, known) {
            (true, false) => {
                self.known.insert(other.track);
                let card = looking.replicator.at(other.track).card.clone();
                view.entered.push((card, other.state, distance()));
            }
            (true, true) => {
                let is_back = look && self.fading.remove(other.track);
                if changed || is_back {
                    view.moved.push((other.id, other.state, distance()));
                }
            }
            (false, true) if look => {
                let was_hidden = !self.fading.insert(other.track);
                if was_hidden && looking.forgets {
                    self.forget(other.track, other.id, view);
                }
            }
            _ => {}
        }
        self.hid |= !perceived;
    }
}
