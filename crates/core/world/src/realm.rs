//! The world as one value: step it, save it, restore it, hash it.

use crate::amiss::{self, Oddities};
use crate::bearer::{Bearer, Decided};
use crate::books::{Entry, GuestBook, Idle, LandBook, Ledger, Mail, Picked, Post, Serial};
use crate::catalogue::{self, Catalogue};
use crate::changed::Changed;
use crate::clock::{self, Now, day_number, time_of_day};
use crate::command::Command;
use crate::commons;
use crate::company::{self, Company};
use crate::config::WorldConfig;
use crate::crops::{self, Crops};
use crate::crowd::{self, Crowd};
use crate::dealings::Dealings;
use crate::deeds::{self, Orders};
use crate::doors::{self, Doors};
use crate::environment::{self, Environment};
use crate::fauna::herd::{self, Folds, Livestock};
use crate::fauna::{Animal, Sated, roam, stock};
use crate::graves::{Departed, Epitaph, Passed, SlainBy};
use crate::ground::{self, Ground};
use crate::harvest;
use crate::herald::Board;
use crate::justice::outlaws::Outlaws;
use crate::justice::{self, Held, Justice};
use crate::life;
use crate::noise::{self, Noises};
use crate::parts::{
    Acting, Away, Bag, Body, CarriedBy, Fallen, Guard, Id, Lies, Owned, Pace, Person, Steered, SteeredBy,
    Thing, Vitals, Wears,
};
use crate::quarters::Quarters;
use crate::register::tidings::{self, Tidings};
use crate::register::{self, Parish, Register, course};
use crate::registry::{Registry, RestoreError, Roll};
use crate::rules::{self, GameInbox, Rules};
use crate::shots::{self, Flying, Rewinds, Trail};
use crate::slumber;
use crate::source::ChunkSource;
use crate::stacks::Amount;
use crate::stand::{self, Shuns, Stand};
use crate::tally::{self, HashWork, Tally};
use crate::treasury::Treasury;
use crate::turns::wells::Queue;
use crate::turns::{self, Turns};
use crate::vigil::{self, Eyesight, OnEdge, Vigil};
use crate::witness;
use crate::work::Working;
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use std::collections::BTreeSet;
use std::sync::Arc;
use wold_chance::Seed;
use wold_lore::Owner;
use wold_lore::kin::Residents;
use wold_lore::land::Door;
use wold_lore::sense::Sound;
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, TICKS_PER_SECOND, Tick, ZoneId};
use wold_wire::herald::Manifest;

/// The schedule of one tick.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step;

/// The parts of a tick, in their order.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The clock advances.
    Clock,
    /// Land is loaded, wakes and bears.
    Land,
    /// Commands are decided, animals make up their minds.
    Deeds,
    /// Bodies move.
    Movement,
    /// Bodies hunger, heal, die and rise.
    Life,
    /// The game's own systems.
    Rules,
    /// Witnesses are told of the tick's deeds, fields take them and move if they are due.
    Environment,
}

/// What a tick produced.
#[derive(Clone, Debug, Default)]
pub struct TickReport {
    /// Which tick it was.
    pub tick: Tick,
    /// Hash of the whole state, once a second.
    pub hash: Option<[u8; 32]>,
    /// Messages for guests.
    pub mail: Vec<Mail>,
    /// What was done.
    pub deeds: Vec<Entry>,
    /// Chunks people changed.
    pub changed_chunks: BTreeSet<ChunkPos>,
    /// Chunks of which a door was opened or fell shut.
    pub moved_doors: BTreeSet<ChunkPos>,
}

/// What a world is made from.
pub struct Origin {
    /// Its seed.
    pub seed: Seed,
    /// Where its chunks come from.
    pub source: Arc<dyn ChunkSource>,
    /// Where people arrive.
    pub start: DVec2,
    /// Its settings.
    pub config: WorldConfig,
    /// Games played in it.
    pub rules: Vec<Box<dyn Rules>>,
}

impl Origin {
    /// An endless meadow for tests.
    #[must_use]
    pub fn meadow(seed: u64) -> Self {
        Self {
            seed: Seed(seed),
            source: Arc::new(crate::source::Meadow),
            start: DVec2::new(16.0, 16.0),
            // Nothing lives there but who enters, with what it finds.
            config: WorldConfig { fauna: 0.0, purse: 2, provisions: 0, ..WorldConfig::default() },
            rules: Vec::new(),
        }
    }
}

/// A running world.
///
/// ```
/// use wold_space::GuestId;
/// use wold_world::{Act, Command, Origin, Realm};
/// let enter = Command { guest: GuestId(1), number: 0, act: Act::Enter { name: "Ann".into(), human: true, look: 0 } };
/// let mut realm = Realm::new(Origin::meadow(42));
/// realm.step(vec![enter.clone()]);
/// let mut twin = Realm::new(Origin::meadow(42));
/// twin.step(vec![enter]);
/// assert_eq!(realm.hash(), twin.hash(), "same seed, same commands, same world");
/// ```
pub struct Realm {
    world: World,
    seed: Seed,
    tally: Tally,
    /// Ticks from one hash to the next.
    hash_ticks: u64,
}

impl Realm {
    /// A new world, at tick 0.
    #[must_use]
    pub fn new(origin: Origin) -> Self {
        let mut app = App::empty();
        let mut registry = Registry::default();
        app.add_plugins(CorePlugin);
        register_core(&mut registry);
        let mut verbs = BTreeSet::new();
        for game in &origin.rules {
            verbs.extend(game.verbs());
            game.build(&mut app, &mut registry);
        }
        let tally = Tally::new(app.world_mut(), &registry);
        app.insert_resource(Board::new(&registry))
            .insert_resource(registry)
            .insert_resource(GameInbox { verbs, intents: Vec::new() })
            .insert_resource(Environment::new(&origin.config))
            .insert_resource(Eyesight::of(&origin.config.senses))
            .insert_resource(Noises::new(&origin.config))
            .insert_resource(origin.config)
            .insert_resource(Ground::new(origin.source, origin.seed, origin.start));
        // An app cannot leave its thread, a world can; schedules and state are all in the world.
        let world = std::mem::take(app.world_mut());
        Self { world, seed: origin.seed, tally, hash_ticks: TICKS_PER_SECOND }
    }

    /// How many seconds pass from one hash of a [`TickReport`] to the next: 1 unless told. Changes nothing in the world; a replay is checked where both have one.
    pub fn hash_every(&mut self, seconds: u64) {
        self.hash_ticks = seconds.max(1) * TICKS_PER_SECOND;
    }

    /// Computes the next tick from the state and its ordered commands, and nothing else.
    pub fn step(&mut self, commands: Vec<Command>) -> TickReport {
        let world = &mut self.world;
        world.resource_mut::<Orders>().0 = commands;
        world.resource_mut::<Board>().turn_over();
        world.run_schedule(Step);
        rules::refuse_untaken(world);
        let tick = world.resource::<Now>().0;
        let mail = std::mem::take(&mut world.resource_mut::<Post>().0);
        let deeds = std::mem::take(&mut world.resource_mut::<Ledger>().0);
        let changed_chunks = std::mem::take(&mut world.resource_mut::<LandBook>().fresh);
        let moved_doors = doors::take_fresh(world);
        let since = tick.0 % self.hash_ticks;
        let hash = (since == 0).then(|| self.tally.hash(&mut self.world));
        // What fields have finished by then is read in ticks of its own, in the last second before.
        if self.hash_ticks - since < TICKS_PER_SECOND && READ_AHEAD.contains(&(tick.0 % TICKS_PER_SECOND)) {
            self.tally.read_ahead(&self.world);
        }
        TickReport { tick, hash, mail, deeds, changed_chunks, moved_doors }
    }

    /// Whole state as bytes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        self.world.resource::<Registry>().save(&self.world)
    }

    /// Replaces the whole state.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        self.tally.forget();
        let world = &mut self.world;
        let registry = world.resource::<Registry>().clone();
        registry.restore(world, bytes)?;
        world.resource_mut::<Ground>().forget_all();
        // What is remembered of the land and its people was so in another course of the world.
        world.insert_resource(Quarters::default());
        world.insert_resource(Company::default());
        world.resource_mut::<Board>().clear();
        register::take_stock(world);
        let config = world.resource::<WorldConfig>().clone();
        world.resource_mut::<Environment>().wake(&config)?;
        Ok(())
    }

    /// Hash of the whole state, computed anew. A [`TickReport`] has the same one for the price of what changed.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        tally::whole(&self.world)
    }

    /// What the last hash of a [`TickReport`] had to read again.
    #[must_use]
    pub fn hash_work(&self) -> HashWork {
        self.tally.work()
    }

    /// The tick last computed.
    #[must_use]
    pub fn now(&self) -> Tick {
        self.world.resource::<Now>().0
    }

    /// Time of day, 0 midnight to below 1.
    #[must_use]
    pub fn time_of_day(&self) -> f64 {
        time_of_day(self.config(), self.now())
    }

    /// Which day it is; the one on which the world began is the first.
    #[must_use]
    pub fn day_number(&self) -> u32 {
        day_number(self.config(), self.now())
    }

    /// The world's settings.
    #[must_use]
    pub fn config(&self) -> &WorldConfig {
        self.world.resource::<WorldConfig>()
    }

    /// The world's seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What the world's games tell.
    #[must_use]
    pub fn manifest(&self) -> &Arc<Manifest> {
        self.world.resource::<Board>().manifest()
    }

    /// The body a guest steers.
    #[must_use]
    pub fn body_of(&self, guest: GuestId) -> Option<EntityId> {
        self.world.resource::<GuestBook>().0.get(&guest).copied()
    }

    /// A part of somebody or something.
    #[must_use]
    pub fn part<C: Component>(&self, id: EntityId) -> Option<&C> {
        self.world.get::<C>(*self.world.resource::<Roll>().0.get(&id)?)
    }

    /// Whose a thing is; the market's wares are nobody's in particular and not told here.
    #[must_use]
    pub fn owner_of(&self, id: EntityId) -> Option<Owner> {
        crate::owners::owner_of(&self.world, *self.world.resource::<Roll>().0.get(&id)?)
    }

    /// Metres at which a sound is just heard in the open, in fair weather.
    #[must_use]
    pub fn earshot(&self, sound: Sound) -> f64 {
        self.world.resource::<Noises>().radius(sound)
    }

    /// Who hides, and how nearly they are noticed.
    #[must_use]
    pub fn vigil(&self) -> &Vigil {
        self.world.resource::<Vigil>()
    }

    /// Who is on edge, and why.
    #[must_use]
    pub fn on_edge(&self) -> &OnEdge {
        self.world.resource::<OnEdge>()
    }

    /// Whose turn it is, in fights and at wells.
    #[must_use]
    pub fn turns(&self) -> &Turns {
        self.world.resource::<Turns>()
    }

    /// Whether somebody of that name is dead and buried.
    #[must_use]
    pub fn is_buried(&self, name: &str) -> bool {
        self.world.resource::<Departed>().0.contains_key(name)
    }

    /// Who lives here, as the register reads today.
    #[must_use]
    pub fn parish(&self) -> Parish<'_> {
        Parish::of(&self.world)
    }

    /// Who is to be let in of those who live here.
    #[must_use]
    pub fn residents(&self) -> Residents {
        self.parish().to_be_let_in()
    }

    /// The last shots, and by what they were decided.
    #[must_use]
    pub fn rewinds(&self) -> &Rewinds {
        self.world.resource::<Rewinds>()
    }

    /// What the law knows.
    #[must_use]
    pub fn justice(&self) -> &Justice {
        self.world.resource::<Justice>()
    }

    /// The highest number of a deed ever decided for a body.
    #[must_use]
    pub fn decided(&self, body: EntityId) -> u32 {
        self.part::<Decided>(body).map_or(0, Decided::newest)
    }

    /// Every guest with a body.
    #[must_use]
    pub fn guests(&self) -> &GuestBook {
        self.world.resource::<GuestBook>()
    }

    /// Changes people made to a chunk.
    #[must_use]
    pub fn changes(&self, pos: ChunkPos) -> Option<&wold_wire::ChunkChanges> {
        self.world.resource::<LandBook>().changes.get(&pos)
    }

    /// Which doors of a chunk stand open.
    #[must_use]
    pub fn open_doors(&self, pos: ChunkPos) -> BTreeSet<Door> {
        self.world.resource::<Doors>().open(pos)
    }

    /// Where chunks come from.
    #[must_use]
    pub fn source(&self) -> Arc<dyn ChunkSource> {
        self.world.resource::<Ground>().source()
    }

    /// The entities and resources, to read.
    #[must_use]
    pub fn ecs(&self) -> &World {
        &self.world
    }

    /// The entities and resources, for replication and tests. Changing state here breaks replay.
    pub fn ecs_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// An entity's state in words, with the last shots it made and by what they were decided.
    #[must_use]
    pub fn describe(&self, id: EntityId) -> Option<Vec<(&'static str, String)>> {
        let world = &self.world;
        let entity = *world.resource::<Roll>().0.get(&id)?;
        let mut parts = world.resource::<Registry>().describe(world.entity(entity));
        parts.extend(self.rewinds().of(id).map(|shots| ("last shots", shots)));
        Some(parts)
    }
}

/// The systems every world has.
struct CorePlugin;

impl bevy_app::Plugin for CorePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Now>()
            .init_resource::<Roll>()
            .init_resource::<Serial>()
            .init_resource::<GuestBook>()
            .init_resource::<LandBook>()
            .init_resource::<Treasury>()
            .init_resource::<Dealings>()
            .init_resource::<Crops>()
            .init_resource::<Folds>()
            .init_resource::<Idle>()
            .init_resource::<Picked>()
            .init_resource::<Post>()
            .init_resource::<Ledger>()
            .init_resource::<Orders>()
            .init_resource::<Crowd>()
            .init_resource::<Catalogue>()
            .init_resource::<Vigil>()
            .init_resource::<Doors>()
            .init_resource::<Changed>()
            .init_resource::<OnEdge>()
            .init_resource::<Quarters>()
            .init_resource::<Oddities>()
            .init_resource::<Company>()
            .init_resource::<Turns>()
            .init_resource::<Queue>()
            .init_resource::<Departed>()
            .init_resource::<Justice>()
            .init_resource::<Outlaws>()
            .init_resource::<Register>()
            .init_resource::<Tidings>()
            .init_resource::<Trail>()
            .init_resource::<Rewinds>()
            .init_schedule(Step);
        crowd::watch(app.world_mut());
        catalogue::watch(app.world_mut());
        app.configure_sets(
            Step,
            (
                Phase::Clock,
                Phase::Land,
                Phase::Deeds,
                Phase::Movement,
                Phase::Life,
                Phase::Rules,
                Phase::Environment,
            )
                .chain(),
        )
        .add_systems(
            Step,
            (
                clock::advance.in_set(Phase::Clock),
                (
                    ground::keep_loaded,
                    slumber::lie_down,
                    harvest::ripen,
                    crops::grow,
                    herd::breed,
                    stock::balance,
                )
                    .chain()
                    .in_set(Phase::Land),
                (deeds::decide, roam::roam).chain().in_set(Phase::Deeds),
                (life::move_bodies, doors::swing, shots::fly).chain().in_set(Phase::Movement),
                (
                    life::live,
                    turns::keep,
                    justice::sit,
                    commons::pay,
                    stand::call_out,
                    course::turn,
                    tidings::tell,
                )
                    .chain()
                    .in_set(Phase::Life),
                (
                    vigil::keep,
                    noise::carry,
                    witness::bear_witness,
                    amiss::notice,
                    company::keep,
                    vigil::calm,
                    environment::run,
                )
                    .chain()
                    .in_set(Phase::Environment),
            ),
        );
    }
}

fn register_core(registry: &mut Registry) {
    registry.resource::<Now>();
    registry.resource::<Serial>();
    registry.resource::<GuestBook>();
    registry.resource_in_parts::<LandBook>();
    registry.resource::<Treasury>();
    registry.resource::<Dealings>();
    registry.resource::<Crops>();
    registry.resource::<Folds>();
    registry.resource::<Idle>();
    registry.resource::<Picked>();
    registry.resource::<Vigil>();
    registry.resource::<OnEdge>();
    registry.resource::<Doors>();
    registry.resource::<Changed>();
    registry.resource::<Oddities>();
    registry.resource::<Turns>();
    registry.resource::<Queue>();
    registry.resource::<Departed>();
    registry.resource::<Justice>();
    registry.resource::<Outlaws>();
    registry.resource::<Register>();
    registry.resource::<Trail>();
    registry.resource_in_parts::<Environment>();
    registry.component::<Id>();
    registry.component::<Body>();
    registry.component::<Steered>();
    registry.component::<Vitals>();
    registry.component::<Person>();
    registry.component::<SteeredBy>();
    registry.component::<Away>();
    registry.component::<Bag>();
    registry.component::<Thing>();
    registry.component::<Lies>();
    registry.component::<CarriedBy>();
    registry.component::<Owned>();
    registry.component::<Acting>();
    registry.component::<Pace>();
    registry.component::<Fallen>();
    registry.component::<Guard>();
    registry.component::<Wears>();
    registry.component::<Bearer>();
    registry.component::<Decided>();
    registry.component::<Animal>();
    registry.component::<Livestock>();
    registry.component::<Sated>();
    registry.component::<SlainBy>();
    registry.component::<Epitaph>();
    registry.component::<Passed>();
    registry.component::<Held>();
    registry.component::<Amount>();
    registry.component::<Stand>();
    registry.component::<Shuns>();
    registry.component::<Working>();
    registry.component::<Flying>();
}

/// Ticks after a hash in which the next one is read ahead: when nature, later society, and last the air has made its step.
const READ_AHEAD: [u64; 5] = [10, 12, 15, 17, 19];

/// Brings an entity into the world under a new name.
pub fn spawn(world: &mut World, parts: impl Bundle) -> Entity {
    let serial = {
        let mut next = world.resource_mut::<Serial>();
        next.0 += 1;
        next.0
    };
    let id = EntityId::new(ZoneId(0), serial);
    let entity = world.spawn((Id(id), parts)).id();
    world.resource_mut::<Roll>().0.insert(id, entity);
    entity
}

/// Takes an entity out of the world.
pub fn despawn(world: &mut World, id: EntityId) {
    if let Some(entity) = world.resource_mut::<Roll>().0.remove(&id) {
        world.despawn(entity);
    }
}
