//! A settlement: a world and the people who live in it, tick by tick in one loop.
//!
//! Contract: [`Settlement::tick`] lets the world take one tick and everybody one step, in the order of their numbers, both at once: people think about what the tick before told them, and what they
//! mean to do is done in the next. No clock and no thread decides anything, so the same seed gives the same hashes, run after run. Ticks are written to the store in groups: a crash loses the
//! last group, and nobody has been told anything that is lost, for nobody is outside. What is in the folder afterwards is a world like any other.

use bytes::Bytes;
use std::path::Path;
use std::sync::Arc;
use wold_chance::Seed;
use wold_dial::household::is_dead;
use wold_dial::{Bookshelf, Cupboard, HouseholdConfig, Journal, Roster};
use wold_folk::hunt::{HuntConfig, Hunts};
use wold_folk::{Inhabitant, Keepsake};
use wold_genesis::Genesis;
use wold_guest::{Guest, GuestConfig, Standing};
use wold_host::archive::{self, ArchiveError, Games};
use wold_host::store::{LogConfig, Store, StoreError, TickRecord};
use wold_lore::land::Chunk;
use wold_space::{ChunkPos, DVec2, GuestId, TICKS_PER_SECOND, Tick};
use wold_steward::{Arrival, Delivery, Out, Reach, Shelf, Steward, StewardConfig, TickWork};
use wold_wire::{Down, Up};
use wold_world::{ChunkSource, Realm, WorldConfig};

/// How a settlement is run.
#[derive(Clone, Debug)]
pub struct SettlementConfig {
    /// The integer the world grows from. Default 1.
    pub seed: u64,
    /// The world's settings; a folder that holds a world keeps its own.
    pub world: WorldConfig,
    /// How many live in it. Default 60.
    pub inhabitants: usize,
    /// Ticks between two writings of the log. Default a minute's worth.
    pub group: u64,
    /// Ticks between two snapshots, and two writings of what people remember. Default half an hour's worth.
    pub snapshot: u64,
    /// Seconds from one hash of the state to the next. Default 10: nobody waits to compare them, and they cost a tenth of a tick.
    pub hash_seconds: u64,
    /// How much of the log is kept.
    pub log: LogConfig,
    /// Seconds since 1970, for a world that is made now; it decides nothing.
    pub created: u64,
}

impl Default for SettlementConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            world: WorldConfig::default(),
            inhabitants: 60,
            group: 60 * TICKS_PER_SECOND,
            snapshot: 1800 * TICKS_PER_SECOND,
            hash_seconds: 10,
            log: LogConfig::default(),
            created: 0,
        }
    }
}

/// Why a settlement cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SettlementError {
    /// The world cannot be opened.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The log cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What people remember cannot be written.
    #[error("what the inhabitants remember cannot be written: {0}")]
    Minds(#[from] std::io::Error),
    /// A question in the world's folder is wrong.
    #[error("{0}")]
    Query(String),
    /// The world's law makes no rules.
    #[error("the world's law: {0}")]
    Law(String),
}

/// Steps until somebody who was put out comes again.
const KNOCK_AGAIN: u64 = 10 * TICKS_PER_SECOND;
/// Snapshots kept.
const SNAPSHOTS: usize = 4;
/// The file in which people keep what they remember.
const MINDS: &str = "minds.jsonl";

/// The folder of questions of their own.
const QUERIES: &str = "queries";

/// What the people of a world keep in its folder: nothing where there is none.
pub fn kept_in(folder: &Path) -> impl Iterator<Item = Keepsake> {
    let cupboard = Cupboard::open(&folder.join(MINDS));
    cupboard.into_keepsakes()
}

/// A world and its people.
pub struct Settlement {
    config: SettlementConfig,
    steward: Steward,
    store: Arc<dyn Store>,
    household: HouseholdConfig,
    cupboard: Cupboard,
    journal: Journal,
    hunts: Hunts,
    roster: Roster,
    residents: Vec<Resident>,
    /// The number of the first of them.
    first: u64,
    unwritten: Vec<TickRecord>,
    /// The last tick, if nobody did anything in it.
    quiet: Option<TickRecord>,
}

/// A shelf on which land lies as soon as somebody wants it: when a thread has made it must decide nothing of what people know.
struct AtOnce(Arc<dyn Shelf>);

impl ChunkSource for AtOnce {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        self.0.chunk(pos)
    }

    fn expect(&self, soon: &[ChunkPos]) {
        self.0.expect(soon);
    }

    fn square(&self, town: u16) -> Option<DVec2> {
        self.0.square(town)
    }
}

impl Shelf for AtOnce {
    fn soon(&self, pos: ChunkPos) -> Option<Arc<Chunk>> {
        Some(self.0.chunk(pos))
    }

    fn ahead(&self, pos: ChunkPos) -> bool {
        self.0.ahead(pos)
    }

    fn frame(&self, land: &Arc<Chunk>) -> Bytes {
        self.0.frame(land)
    }
}

struct Resident {
    name: String,
    number: usize,
    downs: Vec<Down>,
    inside: Option<(Guest, Inhabitant)>,
    knock_in: u64,
    /// Whether its life is over.
    is_over: bool,
}

impl Resident {
    /// Takes in what it was told, lives a step and says what it wants.
    fn live(&mut self) -> Vec<Up> {
        let Some((guest, inhabitant)) = &mut self.inside else { return Vec::new() };
        self.downs.drain(..).for_each(|down| guest.take(down));
        inhabitant.live(guest);
        guest.step()
    }
}

impl Settlement {
    /// Opens the world in a folder, or makes it, and lets its people in with the first tick.
    ///
    /// # Errors
    /// If the folder holds another world, or one that cannot be brought back.
    pub fn open(folder: &Path, config: SettlementConfig, games: Games) -> Result<Self, SettlementError> {
        let store = archive::open(folder, config.seed, config.created, config.log.clone(), games)?;
        let store: Arc<dyn Store> = Arc::new(store);
        let world = archive::settings(&*store, config.world.clone())?;
        world.environment.rules.rules().map_err(|error| SettlementError::Law(error.to_string()))?;
        let (hunt, settle) = (HuntConfig::of_world(&world.search), world.settle);
        let guard_every = world.environment.guard_every as usize;
        let (origin, shelf) = archive::origin(&Genesis::new(Seed(config.seed)), world, games)?;
        let mut realm = Realm::new(origin);
        archive::resume(&mut realm, &*store)?;
        realm.hash_every(config.hash_seconds);
        let first = archive::next_boot(&*store)? << 32;
        let shelf = Arc::new(AtOnce(shelf));
        let steward = Steward::new(realm, shelf, StewardConfig::default());
        let household = HouseholdConfig {
            count: config.inhabitants,
            seed: Seed(config.seed),
            hunt,
            settle,
            guard_every,
            queries: Some(folder.join(QUERIES)),
            ..HouseholdConfig::default()
        };
        // They are read once, before anybody lives: nothing that happens on the disk meanwhile decides anything.
        if let Some(wrong) = Bookshelf::new(&folder.join(QUERIES)).look(&household.counsel).into_iter().next()
        {
            return Err(SettlementError::Query(wrong));
        }
        let minds = folder.join(MINDS);
        let (cupboard, journal) = (Cupboard::open(&minds), Journal::beside(&minds));
        let hunts = Hunts::new(household.hunt, household.seed).reading(household.counsel.atlas());
        let (unwritten, quiet) = (Vec::new(), None);
        let (roster, residents) = (Roster::default(), Vec::new());
        Ok(Self {
            config,
            steward,
            store,
            household,
            cupboard,
            journal,
            hunts,
            roster,
            residents,
            first,
            unwritten,
            quiet,
        })
    }

    /// The world.
    #[must_use]
    pub fn realm(&self) -> &Realm {
        self.steward.realm()
    }

    /// What everybody remembers, as it would be kept now.
    pub fn keepsakes(&self) -> impl Iterator<Item = Keepsake> + '_ {
        self.residents.iter().filter_map(|resident| resident.inside.as_ref()?.1.keepsake())
    }

    /// One tick of the world and one step of everybody in it. What was done is told back.
    ///
    /// # Errors
    /// If the log cannot be written; the tick has then not happened for the folder.
    pub fn tick(&mut self) -> Result<TickWork, SettlementError> {
        self.let_in();
        let Self { steward, residents, .. } = self;
        // Minds share searches and conversations: they live one after the other, always in the same order. Whichever thread is done first helps the world with what it does in pieces.
        let (mut work, said) = rayon::join(
            || steward.step(&mut |_| {}),
            || residents.iter_mut().map(Resident::live).collect::<Vec<_>>(),
        );
        self.take(said)?;
        // Nobody outside waits for the disk: what must not be told before it is written is told to people whose memory is written with it.
        self.steward.durable(work.tick);
        let deliveries = std::mem::take(&mut work.deliveries);
        self.deliver(deliveries);
        let ready = self.steward.take_ready();
        self.deliver(ready);
        self.write(&work)?;
        Ok(work)
    }

    /// Writes everything down; the folder can then be served.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn rest(&mut self) -> Result<(), SettlementError> {
        // So that who reads the log knows how long it was lived, the last tick is written though nobody did anything in it.
        self.unwritten.extend(self.quiet.take());
        self.store.append(&self.unwritten)?;
        self.unwritten.clear();
        let (tick, state) = (self.realm().now(), self.steward.save());
        self.store.put_snapshot(tick, &state, SNAPSHOTS)?;
        let minds: Vec<Keepsake> = self.keepsakes().collect();
        self.journal.append(minds.iter())?;
        self.cupboard.keep(minds.into_iter())?;
        Ok(())
    }

    fn guest(&self, number: usize) -> GuestId {
        GuestId(self.first + number as u64)
    }

    /// Names those who are to be let in from now on: children who can walk, families who come.
    fn name_new_ones(&mut self) {
        let new = self.roster.new_ones(&self.realm().residents(), &self.household.census());
        for name in new {
            let number = self.residents.len();
            let (downs, inside, knock_in, is_over) = (Vec::new(), None, 0, false);
            self.residents.push(Resident { name, number, downs, inside, knock_in, is_over });
        }
    }

    fn let_in(&mut self) {
        if self.residents.is_empty() || self.realm().now().0.is_multiple_of(TICKS_PER_SECOND) {
            self.name_new_ones();
        }
        for number in 0..self.residents.len() {
            let guest = self.guest(number);
            let resident = &mut self.residents[number];
            if resident.inside.is_some() || resident.is_over {
                continue;
            }
            if resident.knock_in > 0 {
                resident.knock_in -= 1;
                continue;
            }
            let keepsake = self.cupboard.take(&resident.name);
            keepsake.iter().for_each(|kept| self.journal.resume(kept));
            let mind = self.household.mind(&resident.name, &self.hunts, keepsake);
            let view = self.household.view;
            let config = GuestConfig { view, ping_steps: 0, ..GuestConfig::default() };
            let inhabitant = Inhabitant::new(mind, number as u64).reading(self.household.counsel.atlas());
            resident.inside = Some((Guest::admitted(config), inhabitant));
            self.steward.admit(Arrival {
                guest,
                name: resident.name.clone(),
                human: false,
                operator: false,
                token: [0; 16],
                view,
                account: None,
                reach: Reach::Local,
            });
        }
    }

    fn deliver(&mut self, deliveries: Vec<Delivery>) {
        for Delivery { to, out } in deliveries {
            let number = to.0.checked_sub(self.first).map(|number| number as usize);
            let resident = number.and_then(|number| self.residents.get_mut(number));
            if let (Some(resident), Out::Typed(down)) = (resident, out) {
                resident.downs.push(down);
            }
        }
    }

    /// Hears what everybody wants, and sees off whose visit is over.
    fn take(&mut self, said: Vec<Vec<Up>>) -> Result<(), SettlementError> {
        let first = self.first;
        for (resident, said) in self.residents.iter_mut().zip(said) {
            let guest_id = GuestId(first + resident.number as u64);
            let Some((guest, inhabitant)) = &mut resident.inside else { continue };
            let mut put_out = false;
            for said in said {
                put_out |= self.steward.take(guest_id, said).is_err();
            }
            let ended = matches!(guest.known().standing(), Standing::TurnedAway { .. } | Standing::Ended(_));
            if put_out || ended {
                let (dead, keepsake) = (is_dead(guest), inhabitant.keepsake());
                self.journal.append(keepsake.iter())?;
                keepsake.into_iter().filter(|_| !dead).for_each(|kept| self.cupboard.put_back(kept));
                resident.inside = None;
                (resident.knock_in, resident.is_over) = (KNOCK_AGAIN, dead);
                self.steward.release(guest_id, true);
            }
        }
        Ok(())
    }

    fn write(&mut self, work: &TickWork) -> Result<(), SettlementError> {
        const NOTHING: usize = 1; // An empty list of commands is one byte.
        let payload = Bytes::copy_from_slice(&work.log);
        let record = TickRecord { tick: work.tick, hash: work.hash, payload };
        if work.log.len() > NOTHING || work.hash.is_some() {
            self.unwritten.push(record);
            self.quiet = None;
        } else {
            self.quiet = Some(record);
        }
        let is_due = |tick: Tick, every: u64| tick.0.is_multiple_of(every.max(1));
        if is_due(work.tick, self.config.snapshot) {
            return self.rest();
        }
        if is_due(work.tick, self.config.group) {
            self.store.append(&self.unwritten)?;
            self.unwritten.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use wold_mind::living::Need;
    use wold_space::EntityId;
    use wold_wire::Pose;
    use wold_world::ground::Ground;
    use wold_world::parts::{Bag, Body, Person};
    use wold_world::register::Register;

    fn lived(seed: u64, ticks: u64) -> (Vec<[u8; 32]>, usize) {
        let folder = tempfile::tempdir().expect("a folder can be had");
        let config =
            SettlementConfig { seed, inhabitants: 6, group: 50, hash_seconds: 1, ..Default::default() };
        let mut settlement =
            Settlement::open(folder.path(), config.clone(), archive::no_games).expect("a new world");
        let mut hashes = Vec::new();
        for _ in 0..ticks {
            hashes.extend(settlement.tick().expect("the disk is there").hash);
        }
        settlement.rest().expect("the disk is there");
        drop(settlement);
        let again = Settlement::open(folder.path(), config, archive::no_games).expect("it was written whole");
        assert_eq!(again.realm().now(), Tick(ticks));
        (hashes, again.cupboard.len())
    }

    /// Everybody who is about, by name: where they are, and how many things they carry.
    fn people(settlement: &Settlement) -> BTreeMap<String, (DVec2, usize)> {
        let realm = settlement.realm();
        let about = realm.guests().0.values();
        let tell = |body: &EntityId| {
            let (person, bag) = (realm.part::<Person>(*body)?, realm.part::<Bag>(*body)?);
            let place = realm.part::<Body>(*body)?.0.place;
            Some((person.name.clone(), (place, bag.slots.iter().flatten().count())))
        };
        about.filter_map(tell).collect()
    }

    #[test]
    fn after_a_stop_everybody_goes_on_where_they_were_with_what_they_had() {
        let folder = tempfile::tempdir().expect("a folder can be had");
        let config = SettlementConfig { seed: 12, inhabitants: 6, group: 50, ..Default::default() };
        let mut settlement =
            Settlement::open(folder.path(), config.clone(), archive::no_games).expect("a new world");
        (0..1200).for_each(|_| drop(settlement.tick().expect("the disk is there")));
        settlement.rest().expect("the disk is there");
        let before = people(&settlement);
        let needs: Vec<f64> = settlement.keepsakes().map(|kept| kept.needs().level(Need::Thirst)).collect();
        drop(settlement);
        let mut again =
            Settlement::open(folder.path(), config, archive::no_games).expect("it was written whole");
        (0..5).for_each(|_| drop(again.tick().expect("the disk is there")));
        let after = people(&again);
        assert_eq!(after.len(), 6);
        for (name, (place, things)) in &before {
            let (now, still) = after[name];
            assert!(now.distance(*place) < 1.5 && still == *things, "{name} was at {place} and is at {now}");
        }
        let start = again.realm().config().purse;
        assert!(start > 0 && before.values().all(|(_, things)| *things > 0), "they have their coins");
        for (kept, before) in again.keepsakes().zip(needs) {
            assert!((kept.needs().level(Need::Thirst) - before).abs() < 0.05, "{}", kept.name());
        }
    }

    /// Everybody who lies or sits in a house, by name, and its corner.
    fn abed(settlement: &Settlement) -> BTreeMap<String, DVec2> {
        let realm = settlement.realm();
        let land = &realm.ecs().resource::<Ground>().land;
        let tell = |body: &EntityId| {
            let (person, body) = (realm.part::<Person>(*body)?, realm.part::<Body>(*body)?.0);
            let house = land.house_at(body.place, body.level)?;
            let rests = matches!(body.pose, Pose::Sitting | Pose::Lying);
            rests.then(|| (person.name.clone(), house.corner))
        };
        realm.guests().0.values().filter_map(tell).collect()
    }

    #[test]
    fn a_crash_in_the_night_leaves_families_asleep_in_their_own_houses_as_old_as_they_were() {
        let folder = tempfile::tempdir().expect("a folder can be had");
        let mut config = SettlementConfig { seed: 12, inhabitants: 10, group: 50, ..Default::default() };
        config.world.first_hour = 21.0;
        // The same night in which nothing happens to the host.
        let quiet = tempfile::tempdir().expect("a folder can be had");
        let mut undisturbed =
            Settlement::open(quiet.path(), config.clone(), archive::no_games).expect("a new world");
        (0..6970).for_each(|_| drop(undisturbed.tick().expect("the disk is there")));
        let later = abed(&undisturbed);
        let mut settlement =
            Settlement::open(folder.path(), config.clone(), archive::no_games).expect("a new world");
        (0..6000).for_each(|_| drop(settlement.tick().expect("the disk is there")));
        settlement.rest().expect("the disk is there");
        // Some of these are never written: the host is killed.
        (0..70).for_each(|_| drop(settlement.tick().expect("the disk is there")));
        // Who gets up within the hour anyway is not asked.
        let mut before = abed(&settlement);
        before.retain(|name, at| later.get(name) == Some(at));
        assert!(before.len() >= 4, "many sleep: {before:?}");
        let register = settlement.realm().ecs().resource::<Register>().clone();
        let house = |name: &String| register.lives[name].house;
        let others =
            |one: &String| before.keys().filter(move |other| *other != one).cloned().collect::<Vec<_>>();
        let beside = |one: &&String| {
            others(one).iter().any(|other| house(one) == house(other) && before[*one] == before[other])
        };
        assert!(before.keys().any(|name| beside(&name)), "families sleep under one roof: {before:?}");
        drop(settlement);
        let mut again =
            Settlement::open(folder.path(), config, archive::no_games).expect("it was written whole");
        // Who had lain down short of its bed tries for it once more.
        (0..900).for_each(|_| drop(again.tick().expect("the disk is there")));
        assert_eq!(again.realm().ecs().resource::<Register>(), &register);
        let after = abed(&again);
        for (name, at) in &before {
            assert_eq!(after.get(name), Some(at), "{name} sleeps on");
        }
    }

    #[test]
    fn the_same_life_twice_gives_the_same_hashes_and_can_be_taken_up_again() {
        let (first, second) = (lived(9, 300), lived(9, 300));
        assert_eq!(first, second);
        assert_eq!((first.0.len(), first.1), (15, 6), "a hash a second, and six memories");
        assert_ne!(first.0, lived(10, 300).0);
    }
}
