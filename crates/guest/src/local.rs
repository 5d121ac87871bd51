//! Inhabitants in the host's own process: the same ones as outside, over typed messages instead of frames.
//!
//! One thread steps them all, a slice at a time, so that neither it nor the host has a burst of work. A line that ends (the host put
//! the inhabitant out, or its channel filled up) is asked for anew after a while.

use crate::cupboard::Cupboard;
use crate::guest::{Guest, GuestConfig};
use crate::inhabitant::fight::Ring;
use crate::inhabitant::names::{Folk, name};
use crate::inhabitant::{Inhabitant, Neighbour, SharedMap, VillagerConfig, Wells, Window};
use crate::known::Standing;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wold_chance::Seed;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND};
use wold_wire::{Down, Up};

/// Both directions of a connection within one process.
pub struct LocalLine {
    /// To the host. Should be bounded; what finds no room is lost like a datagram.
    pub up: Sender<Up>,
    /// From the host. Ends when the host drops its side.
    pub down: Receiver<Down>,
}

/// Somebody who lets inhabitants of this process in.
pub trait LocalDoor: Send + Sync {
    /// Lets somebody in by a name, who sees `view` rings of chunks; an error says why not.
    fn enter(&self, name: &str, view: u8) -> Result<LocalLine, String>;

    /// Hears where somebody means to go, corner by corner, whenever that changes; `None` when it leaves. Nobody need listen.
    fn hear_plan(&self, _walker: EntityId, _corners: Option<&[DVec2]>) {}

    /// Is shown into somebody's mind when it comes in; `None` when it leaves. Nobody need look.
    fn see_mind(&self, _whose: EntityId, _mind: Option<&Window>) {}

    /// Hears about the fights among inhabitants and the nets that hand out what is scarce, a few times a second while there are any, and once when they are
    /// over. Nobody need listen.
    fn hear_fights(&self, _report: serde_json::Value) {}
}

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
    /// The file that keeps what they remember while the host is down. Default none: they begin anew.
    pub keep: Option<PathBuf>,
    /// The ring they share: they take turns in fights.
    pub ring: Ring,
    /// The wells they share: they take turns at the bucket.
    pub wells: Wells,
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
            keep: None,
            ring: Ring::default(),
            wells: Wells::default(),
        }
    }
}

/// Slices the household is stepped in.
const SLICES: usize = 5;
/// Time between two writings of what they remember.
const KEEP_EVERY: Duration = Duration::from_secs(60);
/// Slices between two reports of fights.
const TELL_FIGHTS: u64 = 25;
/// Steps until a closed door is tried again.
const KNOCK_AGAIN: u64 = 10 * TICKS_PER_SECOND;

/// Inhabitants living in a thread of their own; they leave when this is dropped.
pub struct Household {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Household {
    /// Moves in.
    pub fn settle(door: Arc<dyn LocalDoor>, config: HouseholdConfig) -> std::io::Result<Self> {
        let (stop, stopped) = bounded(0);
        let thread = std::thread::Builder::new()
            .name("household".into())
            .spawn(move || run(door.as_ref(), &config, &stopped))?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }

    /// Moves out; returns when everybody has left.
    pub fn leave(self) {
        drop(self);
    }
}

impl Drop for Household {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the household's thread panicked");
        }
    }
}

fn run(door: &dyn LocalDoor, config: &HouseholdConfig, stopped: &Receiver<()>) {
    let mut cupboard = config.keep.as_deref().map(Cupboard::open);
    let mut residents: Vec<Resident> = (0..config.count).map(|n| Resident::new(config, n)).collect();
    let beat = config.period / SLICES as u32;
    let mut next = Instant::now();
    let mut kept = Instant::now();
    let (mut round, mut busy) = (0_u64, false);
    for slice in (0..SLICES).cycle() {
        next = (next + beat).max(Instant::now() - config.period);
        if stopped.recv_timeout(next.saturating_duration_since(Instant::now()))
            != Err(RecvTimeoutError::Timeout)
        {
            keep(cupboard.as_mut(), &residents);
            return;
        }
        round += 1;
        if round.is_multiple_of(TELL_FIGHTS) {
            let before = std::mem::replace(&mut busy, config.ring.is_busy() || config.wells.is_busy());
            if before || busy {
                let mut report = config.ring.report();
                report["nets"] = config.wells.report();
                door.hear_fights(report);
            }
        }
        for resident in residents.iter_mut().skip(slice).step_by(SLICES) {
            resident.step(door, config, cupboard.as_mut());
        }
        if kept.elapsed() >= KEEP_EVERY {
            kept = Instant::now();
            keep(cupboard.as_mut(), &residents);
        }
    }
}

/// Writes down what everybody remembers. A full disk is no reason to stop living.
fn keep(cupboard: Option<&mut Cupboard>, residents: &[Resident]) {
    let minds = residents.iter().filter_map(|resident| resident.inside.as_ref()).map(|life| &life.mind);
    if let Some(Err(error)) = cupboard.map(|cupboard| cupboard.keep(minds)) {
        tracing::warn!(%error, "what the inhabitants remember cannot be written down");
    }
}

struct Resident {
    name: String,
    number: u64,
    inside: Option<Life>,
    knock_in: u64,
}

struct Life {
    line: LocalLine,
    guest: Guest,
    inhabitant: Inhabitant,
    mind: Window,
    /// Whether the door has been shown into its mind.
    shown: bool,
    /// How many corners were ahead when the plan was last told, and the next of them.
    told: Option<(usize, Option<DVec2>)>,
}

impl Resident {
    fn new(config: &HouseholdConfig, number: usize) -> Self {
        let name = name(config.seed, Folk::Villager, number);
        Self { name, number: number as u64, inside: None, knock_in: 0 }
    }

    fn step(&mut self, door: &dyn LocalDoor, config: &HouseholdConfig, cupboard: Option<&mut Cupboard>) {
        if let Some(life) = &mut self.inside {
            if !life.step(door) {
                life.depart(door, config);
                if let Some(cupboard) = cupboard {
                    cupboard.put_back(&life.mind);
                }
                self.inside = None;
                self.knock_in = KNOCK_AGAIN;
            }
        } else if self.knock_in > 0 {
            self.knock_in -= 1;
        } else {
            self.knock(door, config, cupboard);
        }
    }

    fn knock(&mut self, door: &dyn LocalDoor, config: &HouseholdConfig, cupboard: Option<&mut Cupboard>) {
        match door.enter(&self.name, config.view) {
            Ok(line) => {
                let guest = GuestConfig { view: config.view, ping_steps: 0, ..Default::default() };
                let mut mind = Neighbour::new(config.seed, &self.name, config.habits)
                    .with_map(config.map.clone())
                    .with_ring(config.ring.clone())
                    .with_wells(config.wells.clone())
                    .of_town(self.number as usize / config.townsfolk.max(1));
                if let Some(keepsake) = cupboard.and_then(|cupboard| cupboard.take(&self.name)) {
                    mind = mind.remembering(keepsake);
                }
                self.inside = Some(Life {
                    line,
                    guest: Guest::admitted(guest),
                    mind: mind.window(),
                    inhabitant: Inhabitant::new(mind, self.number),
                    shown: false,
                    told: None,
                });
            }
            Err(reason) => {
                tracing::debug!(name = self.name, reason, "an inhabitant stays outside");
                self.knock_in = KNOCK_AGAIN;
            }
        }
    }
}

impl Life {
    /// One step; false when the line has ended.
    fn step(&mut self, door: &dyn LocalDoor) -> bool {
        loop {
            match self.line.down.try_recv() {
                Ok(down) => self.guest.take(down),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
        if matches!(self.guest.known().standing(), Standing::TurnedAway { .. } | Standing::Ended(_)) {
            return false;
        }
        self.inhabitant.live(&mut self.guest);
        if let (false, Some(welcome)) = (self.shown, self.guest.known().welcome()) {
            self.shown = true;
            door.see_mind(welcome.body, Some(&self.mind));
        }
        let ahead = self.inhabitant.corners();
        let news = Some((ahead.len(), ahead.last().copied()));
        // Before the welcome nobody knows whose plan it would be.
        if news != self.told && self.guest.known().welcome().is_some() {
            self.told = news;
            let corners: Vec<DVec2> = ahead.iter().rev().copied().collect();
            self.tell(door, Some(&corners));
        }
        for up in self.guest.step() {
            if matches!(self.line.up.try_send(up), Err(crossbeam_channel::TrySendError::Disconnected(_))) {
                return false;
            }
        }
        true
    }

    fn depart(&self, door: &dyn LocalDoor, config: &HouseholdConfig) {
        self.tell(door, None);
        if let Some(welcome) = self.guest.known().welcome() {
            config.ring.gone(welcome.body);
            config.wells.leave(welcome.body);
            door.see_mind(welcome.body, None);
        }
    }

    fn tell(&self, door: &dyn LocalDoor, corners: Option<&[DVec2]>) {
        if let Some(welcome) = self.guest.known().welcome() {
            door.hear_plan(welcome.body, corners);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::welcome;
    use std::collections::BTreeSet;
    use std::sync::Mutex;

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
}
