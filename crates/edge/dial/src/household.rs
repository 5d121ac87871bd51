//! A household: inhabitants in the host's own process, the same ones as outside, with a cupboard for what they remember.

use crate::bookshelf::Bookshelf;
use crate::crew::{Crew, CrewConfig, LocalDoor, Member};
use crate::cupboard::Cupboard;
use crate::journal::Journal;
use crate::roster::{Census, Roster};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wold_chance::{Seed, Stream};
use wold_folk::fight::{Counsel, Ring};
use wold_folk::hunt::{HuntConfig, Hunts};
use wold_folk::report::fights::FightsReport;
use wold_folk::{Chats, Inhabitant, Keepsake, Neighbour, SharedMap, VillagerConfig, Window};
use wold_genesis::people;
use wold_guest::{Guest, GuestConfig, Standing};
use wold_lore::kin::{GUARD_YEARS, Settle, guard_is_wanted};
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::message::TurnedAway;

/// How a household lives.
#[derive(Clone, Debug)]
pub struct HouseholdConfig {
    /// How many. Default 40.
    pub count: usize,
    /// Seeds their names and decisions. Default 0.
    pub seed: Seed,
    /// Time between two steps of each. Default 50 ms.
    pub period: Duration,
    /// How far they see land, in rings of chunks. Default 2.
    pub view: u8,
    /// Their habits.
    pub habits: VillagerConfig,
    /// The road map they share; drawn from the seed they are told when the first of them wants to travel.
    pub map: SharedMap,
    /// How many live in one town before the next settle in the next. Default 60.
    pub townsfolk: usize,
    /// How they are shared out where they would all live in one.
    pub settle: Settle,
    /// For every how many people of a town the world makes one a guard, 0 for none. Default 10.
    pub guard_every: usize,
    /// The file that keeps what they remember while the host is down; their diaries are kept beside it. Default none: they begin anew.
    pub keep: Option<PathBuf>,
    /// The ring they share: they know of each other's fights.
    pub ring: Ring,
    /// What they ask for places by when they fight: questions and rays they share.
    pub counsel: Counsel,
    /// The folder of questions of their own, read again while they live. Default none: those that come with the program.
    pub queries: Option<PathBuf>,
    /// How they search together for who was lost.
    pub hunt: HuntConfig,
    /// The conversations they share.
    pub chats: Chats,
}

impl Default for HouseholdConfig {
    fn default() -> Self {
        Self {
            count: 40,
            seed: Seed(0),
            period: Duration::from_millis(1000 / TICKS_PER_SECOND),
            view: 2,
            habits: VillagerConfig::default(),
            map: SharedMap::default(),
            townsfolk: 60,
            settle: Settle::default(),
            guard_every: 10,
            keep: None,
            ring: Ring::default(),
            counsel: Counsel::default(),
            queries: None,
            hunt: HuntConfig::default(),
            chats: Chats::default(),
        }
    }
}

impl HouseholdConfig {
    /// Who lives in the world on its first day.
    #[must_use]
    pub fn census(&self) -> Census {
        Census { seed: self.seed, count: self.count, townsfolk: self.townsfolk, settle: self.settle }
    }

    /// The how-manieth of its town's hands somebody is: trades are shared out among those of the census who can work and are not made guards when they come, or a town's only weaver would keep
    /// its law. Who is young yet, old, or came later takes what its name says: after a stop people come in another order.
    fn hand(&self, name: &str) -> usize {
        let place = people::find(self.seed, name).and_then(|(town, _)| {
            let townsfolk = self.census().towns().get(usize::from(town)).copied()?;
            let mut guards = 0;
            let settlers = people::settlers(self.seed, town).take(townsfolk).enumerate();
            let mut hands = settlers.filter(|(before, citizen)| {
                let years = citizen.years();
                let fit = u16::try_from(years).is_ok_and(|years| GUARD_YEARS.contains(&years));
                let is_guard = fit && guard_is_wanted(before + 1, guards, self.guard_every);
                guards += usize::from(is_guard);
                WORKING_YEARS.contains(&years) && !is_guard
            });
            hands.position(|(_, citizen)| citizen.name == name)
        });
        place.unwrap_or_else(|| {
            let key: Vec<u64> = name.bytes().map(u64::from).collect();
            Stream::named(self.seed, "hand", &key).below(self.townsfolk.max(1) as u64) as usize
        })
    }

    /// The mind of one of them, by its name, with the searches it shares and what it kept.
    #[must_use]
    pub fn mind(&self, name: &str, hunts: &Hunts, keepsake: Option<Keepsake>) -> Neighbour {
        let mind = Neighbour::new(self.seed, name, self.habits)
            .with_map(self.map.clone())
            .with_ring(self.ring.clone())
            .with_counsel(self.counsel.clone())
            .with_hunts(hunts.clone())
            .with_chats(self.chats.clone())
            .of_town(people::find(self.seed, name).map_or(0, |(town, _)| town.into()))
            .of_number(self.hand(name), self.census().towns().len() > 1);
        match keepsake {
            Some(keepsake) => mind.remembering(keepsake),
            None => mind,
        }
    }
}

/// The ages of those among whom trades are shared out.
const WORKING_YEARS: std::ops::Range<i32> = 14..60;
/// Time between two writings of what they remember.
const KEEP_EVERY: Duration = Duration::from_secs(60);
/// Slices between two reports of fights.
const TELL_FIGHTS: u64 = 25;
/// Slices between two looks at the folder of questions: about two seconds.
const LOOK_AT_SHELF: u64 = 200;

/// Inhabitants living in a thread of their own; they leave when this is dropped.
pub struct Household(Crew);

impl Household {
    /// Moves in.
    ///
    /// # Errors
    /// If no thread can be had.
    pub fn settle(door: Arc<dyn LocalDoor>, config: HouseholdConfig) -> std::io::Result<Self> {
        let crew = CrewConfig { name: "household", period: config.period, ..CrewConfig::default() };
        let home = Home {
            cupboard: config.keep.as_deref().map(Cupboard::open),
            journal: config.keep.as_deref().map(Journal::beside),
            shelf: config.queries.as_deref().map(Bookshelf::new),
            hunts: Hunts::new(config.hunt, config.seed).reading(config.counsel.atlas()),
            roster: Roster::default(),
            people: 0,
            kept: Instant::now(),
            round: 0,
            busy: false,
            config,
        };
        Ok(Self(Crew::settle(door, crew, home, Vec::<Resident>::new())?))
    }

    /// Moves out; returns when everybody has left.
    pub fn leave(self) {
        self.0.leave();
    }
}

/// What the residents share.
struct Home {
    config: HouseholdConfig,
    cupboard: Option<Cupboard>,
    journal: Option<Journal>,
    shelf: Option<Bookshelf>,
    hunts: Hunts,
    roster: Roster,
    /// How many have come so far.
    people: u64,
    kept: Instant,
    round: u64,
    busy: bool,
}

impl Home {
    /// Tells of fights and searches while there are any, and once when they are over.
    fn tell_fights(&mut self, door: &dyn LocalDoor) {
        let ring = &self.config.ring;
        let before = std::mem::replace(&mut self.busy, ring.is_busy() || self.hunts.is_busy());
        if before || self.busy {
            door.hear_fights(FightsReport { searches: self.hunts.report(), ..ring.report() });
        }
    }

    /// Takes questions from the shelf that are new; says what is wrong with others.
    fn look_at_shelf(&mut self) {
        if let Some(shelf) = &mut self.shelf {
            for wrong in shelf.look(&self.config.counsel) {
                tracing::warn!("a question stays as it was: {wrong}");
            }
        }
    }

    /// Writes down what everybody remembers. A full disk is no reason to stop living.
    fn keep<'a>(&mut self, residents: impl Iterator<Item = &'a Resident>) {
        let lives = residents.filter_map(|resident| resident.life.as_ref());
        if self.cupboard.is_none() {
            return;
        }
        let minds: Vec<Keepsake> = lives.filter_map(|life| life.inhabitant.keepsake()).collect();
        self.write_diaries(&minds);
        if let Some(Err(error)) = self.cupboard.as_mut().map(|cupboard| cupboard.keep(minds.into_iter())) {
            tracing::warn!(%error, "what the inhabitants remember cannot be written down");
        }
    }

    fn write_diaries(&mut self, minds: &[Keepsake]) {
        if let Some(Err(error)) = self.journal.as_mut().map(|journal| journal.append(minds.iter())) {
            tracing::warn!(%error, "the inhabitants' diaries cannot be written down");
        }
    }
}

struct Resident {
    name: String,
    number: u64,
    view: u8,
    life: Option<Life>,
}

/// What is new each time somebody comes in.
struct Life {
    inhabitant: Inhabitant,
    mind: Window,
    /// Whether the door has been shown into its mind.
    shown: bool,
    /// How many corners were ahead when the plan was last told, and the next of them.
    told: Option<(usize, Option<DVec2>)>,
}

/// Whether a guest was told that its life is over.
#[must_use]
pub fn is_dead(guest: &Guest) -> bool {
    matches!(guest.known().standing(), Standing::TurnedAway { reason: TurnedAway::Dead, .. })
}

impl Member for Resident {
    type Home = Home;

    fn name(&self) -> &str {
        &self.name
    }

    fn view(&self) -> u8 {
        self.view
    }

    fn begin(&mut self, home: &mut Home) -> Guest {
        let keepsake = home.cupboard.as_mut().and_then(|cupboard| cupboard.take(&self.name));
        if let (Some(journal), Some(keepsake)) = (&mut home.journal, &keepsake) {
            journal.resume(keepsake);
        }
        let mind = home.config.mind(&self.name, &home.hunts, keepsake);
        self.life = Some(Life {
            mind: mind.window(),
            inhabitant: Inhabitant::new(mind, self.number).reading(home.config.counsel.atlas()),
            shown: false,
            told: None,
        });
        Guest::admitted(GuestConfig { view: self.view, ping_steps: 0, ..GuestConfig::default() })
    }

    fn live(&mut self, guest: &mut Guest, door: &dyn LocalDoor) {
        let Some(life) = &mut self.life else { return };
        life.inhabitant.live(guest);
        // Before the welcome nobody knows whose mind and plan it would be.
        let Some(body) = guest.known().welcome().map(|welcome| welcome.body) else { return };
        if !life.shown {
            life.shown = true;
            door.see_mind(body, Some(&life.mind));
        }
        let ahead = life.inhabitant.corners();
        let news = Some((ahead.len(), ahead.last().copied()));
        if news != life.told {
            life.told = news;
            let corners: Vec<DVec2> = ahead.iter().rev().copied().collect();
            door.hear_plan(body, Some(&corners));
        }
    }

    fn end(&mut self, guest: &Guest, home: &mut Home, door: &dyn LocalDoor) -> bool {
        let Some(life) = self.life.take() else { return true };
        if let Some(body) = guest.known().welcome().map(|welcome| welcome.body) {
            door.hear_plan(body, None);
            home.config.ring.gone(body);
            home.config.counsel.gone(body);
            home.hunts.gone(body);
            home.config.chats.leave(body);
            door.see_mind(body, None);
        }
        let keepsake = life.inhabitant.keepsake();
        home.write_diaries(keepsake.as_slice());
        if is_dead(guest) {
            return false;
        }
        if let (Some(cupboard), Some(keepsake)) = (&mut home.cupboard, keepsake) {
            cupboard.put_back(keepsake);
        }
        true
    }

    fn joining(home: &mut Home, door: &dyn LocalDoor) -> Vec<Self> {
        let new = home.roster.new_ones(&door.residents(), &home.config.census());
        let view = home.config.view;
        let resident = |name| {
            home.people += 1;
            Self { name, number: home.people - 1, view, life: None }
        };
        new.into_iter().map(resident).collect()
    }

    fn at_home<'a>(home: &mut Home, crew: impl Iterator<Item = &'a Self>, door: &dyn LocalDoor, last: bool) {
        if home.round.is_multiple_of(LOOK_AT_SHELF) && !last {
            home.look_at_shelf();
        }
        home.round += 1;
        if home.round.is_multiple_of(TELL_FIGHTS) && !last {
            home.tell_fights(door);
        }
        if last || home.kept.elapsed() >= KEEP_EVERY {
            home.kept = Instant::now();
            home.keep(crew);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew::LocalLine;
    use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
    use std::collections::BTreeSet;
    use std::sync::Mutex;
    use wold_guest::fixtures::welcome;
    use wold_space::EntityId;
    use wold_wire::{Down, Up};

    /// The host's ends of the lines it let in.
    type Ends = (String, Receiver<Up>, Sender<Down>);

    #[derive(Default)]
    struct Porch {
        lines: Mutex<Vec<Ends>>,
        plans: Mutex<Vec<Option<usize>>>,
    }

    impl LocalDoor for Porch {
        fn enter(&self, name: &str, view: u8) -> Result<LocalLine, String> {
            assert_eq!(view, 2);
            let (up, from_guest) = bounded(512);
            let (to_guest, down) = bounded(512);
            self.lines.lock().expect("nobody panics here").push((name.to_owned(), from_guest, to_guest));
            Ok(LocalLine { up, down })
        }

        fn hear_plan(&self, walker: EntityId, corners: Option<&[DVec2]>) {
            assert_eq!(walker, EntityId(1), "it tells who it is");
            self.plans.lock().expect("nobody panics here").push(corners.map(<[DVec2]>::len));
        }
    }

    #[test]
    fn a_household_comes_in_by_its_names_steers_and_leaves_when_dropped() {
        let porch = Arc::new(Porch::default());
        let config = HouseholdConfig { count: 6, period: Duration::from_millis(5), ..Default::default() };
        let household = Household::settle(porch.clone(), config).expect("a thread can be had");
        let deadline = Instant::now() + Duration::from_secs(20);
        while porch.lines.lock().expect("nobody panics here").len() < 6 {
            assert!(Instant::now() < deadline, "they never came in");
            std::thread::yield_now();
        }
        let lines = std::mem::take(&mut *porch.lines.lock().expect("nobody panics here"));
        let names: BTreeSet<&String> = lines.iter().map(|(name, ..)| name).collect();
        assert_eq!(names.len(), 6);
        for (_, up, down) in &lines {
            assert!(up.is_empty(), "nothing is said before the welcome");
            down.send(welcome(0, 2)).expect("the inhabitant listens");
            let first = up.recv_timeout(Duration::from_secs(20)).expect("it speaks");
            assert!(matches!(first, Up::Steering(_)), "no hello: the door has let it in");
        }
        // It rests, and says so once; nobody has land to walk on.
        assert_eq!(*porch.plans.lock().expect("nobody panics here"), vec![Some(0); 6]);
        household.leave();
        for (_, up, _) in &lines {
            while up.try_recv().is_ok() {}
            assert_eq!(up.try_recv(), Err(TryRecvError::Disconnected));
        }
    }

    #[test]
    fn trades_are_shared_out_among_those_who_work_and_keep_no_law() {
        let config = HouseholdConfig { seed: Seed(9137), count: 60, ..HouseholdConfig::default() };
        let townsfolk = config.census().towns()[0];
        let settlers = people::settlers(config.seed, 0).take(townsfolk);
        let workers: Vec<String> = settlers
            .filter(|citizen| WORKING_YEARS.contains(&citizen.years()))
            .map(|citizen| citizen.name)
            .collect();
        // Hands are numbered one after the other; who is passed over keeps the law.
        let hands = |guard_every: usize| {
            let config = HouseholdConfig { guard_every, ..config.clone() };
            workers.iter().fold(0, |next, name| if config.hand(name) == next { next + 1 } else { next })
        };
        assert_eq!(hands(0), workers.len(), "where there are no guards everybody is a hand");
        assert_eq!(hands(8), workers.len() - townsfolk / 8, "one of eight people keeps the law");
    }
}
