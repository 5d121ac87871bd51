//! A crew: guests of the host's own process, in a thread of their own.
//!
//! The thread steps them a slice at a time, so that neither it nor the host has a burst of work. A line that ends (the host put somebody out, or its
//! channel filled up) is asked for anew after a while. What a guest does is its [`Member`]'s business; what the members share is their home.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, TrySendError, bounded};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wold_folk::Window;
use wold_folk::report::fights::FightsReport;
use wold_guest::{Guest, Standing};
use wold_lore::kin::Residents;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND};
use wold_wire::{Down, Up};

/// Both directions of a connection within one process.
pub struct LocalLine {
    /// To the host. Should be bounded; what finds no room is lost like a datagram.
    pub up: Sender<Up>,
    /// From the host. Ends when the host drops its side.
    pub down: Receiver<Down>,
}

/// Somebody who lets guests of this process in.
pub trait LocalDoor: Send + Sync {
    /// Lets somebody in by a name, who sees `view` rings of chunks; an error says why not.
    fn enter(&self, name: &str, view: u8) -> Result<LocalLine, String>;

    /// Says who lives in the world; who does not know lets its guests settle anew.
    fn residents(&self) -> Residents {
        Residents::default()
    }

    /// Hears where somebody means to go, corner by corner, whenever that changes; `None` when it leaves. Nobody need listen.
    fn hear_plan(&self, _walker: EntityId, _corners: Option<&[DVec2]>) {}

    /// Is shown into somebody's mind when it comes in; `None` when it leaves. Nobody need look.
    fn see_mind(&self, _whose: EntityId, _mind: Option<&Window>) {}

    /// Hears about the fights among inhabitants and the nets that hand out what is scarce, a few times a second while there are any, and once when they are
    /// over. Nobody need listen.
    fn hear_fights(&self, _report: FightsReport) {}
}

/// One of a crew.
pub trait Member: Send + Sized + 'static {
    /// What all of them share.
    type Home: Send + 'static;

    /// By which name it comes in.
    fn name(&self) -> &str;

    /// How far it sees land, in rings of chunks.
    fn view(&self) -> u8;

    /// It was let in and begins a life.
    fn begin(&mut self, home: &mut Self::Home) -> Guest;

    /// One step of its life, before the guest's own.
    fn live(&mut self, guest: &mut Guest, door: &dyn LocalDoor);

    /// It was put out. Returns whether it comes again.
    fn end(&mut self, _guest: &Guest, _home: &mut Self::Home, _door: &dyn LocalDoor) -> bool {
        true
    }

    /// Who joins the crew now: asked once a second.
    fn joining(_home: &mut Self::Home, _door: &dyn LocalDoor) -> Vec<Self> {
        Vec::new()
    }

    /// What happens at home between two slices; `last` when all are about to leave.
    fn at_home<'a>(
        _home: &mut Self::Home,
        _crew: impl Iterator<Item = &'a Self>,
        _door: &dyn LocalDoor,
        _last: bool,
    ) {
    }
}

/// How a crew is run.
#[derive(Clone, Debug)]
pub struct CrewConfig {
    /// What its thread is called.
    pub name: &'static str,
    /// Time between two steps of each. Default 50 ms.
    pub period: Duration,
    /// Steps until a closed door is tried again. Default ten seconds' worth.
    pub knock_again: u64,
}

impl Default for CrewConfig {
    fn default() -> Self {
        Self {
            name: "crew",
            period: Duration::from_millis(1000 / TICKS_PER_SECOND),
            knock_again: 10 * TICKS_PER_SECOND,
        }
    }
}

/// Slices a crew is stepped in, and how many pass until it is asked again who joins.
const SLICES: usize = 5;
const JOIN_EVERY: usize = SLICES * TICKS_PER_SECOND as usize;

/// Guests living in a thread of their own; they leave when this is dropped.
pub struct Crew {
    name: &'static str,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Crew {
    /// Moves in.
    ///
    /// # Errors
    /// If no thread can be had.
    pub fn settle<M: Member>(
        door: Arc<dyn LocalDoor>,
        config: CrewConfig,
        home: M::Home,
        members: Vec<M>,
    ) -> std::io::Result<Self> {
        let (stop, stopped) = bounded(0);
        let name = config.name;
        let thread = std::thread::Builder::new()
            .name(name.into())
            .spawn(move || run(door.as_ref(), &config, home, members, &stopped))?;
        Ok(Self { name, stop: Some(stop), thread: Some(thread) })
    }

    /// Moves out; returns when everybody has left.
    pub fn leave(self) {
        drop(self);
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread of the {} panicked", self.name);
        }
    }
}

fn run<M: Member>(
    door: &dyn LocalDoor,
    config: &CrewConfig,
    mut home: M::Home,
    members: Vec<M>,
    stopped: &Receiver<()>,
) {
    let mut berths: Vec<Berth<M>> = members.into_iter().map(Berth::new).collect();
    let beat = config.period / SLICES as u32;
    let mut next = Instant::now();
    for (round, slice) in (0..SLICES).cycle().enumerate() {
        next = (next + beat).max(Instant::now() - config.period);
        let wait = next.saturating_duration_since(Instant::now());
        let last = stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
        let inside = berths.iter().filter(|berth| berth.inside.is_some()).map(|berth| &berth.member);
        M::at_home(&mut home, inside, door, last);
        if last {
            return;
        }
        if round.is_multiple_of(JOIN_EVERY) {
            berths.extend(M::joining(&mut home, door).into_iter().map(Berth::new));
        }
        for berth in berths.iter_mut().skip(slice).step_by(SLICES) {
            berth.step(door, config, &mut home);
        }
        berths.retain(|berth| !berth.is_over);
    }
}

/// A member's place in the world, taken or not.
struct Berth<M> {
    member: M,
    inside: Option<(LocalLine, Guest)>,
    knock_in: u64,
    /// Whether it never comes again.
    is_over: bool,
}

impl<M: Member> Berth<M> {
    fn new(member: M) -> Self {
        Self { member, inside: None, knock_in: 0, is_over: false }
    }

    fn step(&mut self, door: &dyn LocalDoor, config: &CrewConfig, home: &mut M::Home) {
        if let Some((line, guest)) = &mut self.inside {
            if !live(&mut self.member, line, guest, door) {
                self.is_over = !self.member.end(guest, home, door);
                self.inside = None;
                self.knock_in = config.knock_again;
            }
        } else if self.knock_in > 0 {
            self.knock_in -= 1;
        } else {
            match door.enter(self.member.name(), self.member.view()) {
                Ok(line) => self.inside = Some((line, self.member.begin(home))),
                Err(reason) => {
                    tracing::debug!(name = self.member.name(), reason, "somebody stays outside");
                    self.knock_in = config.knock_again;
                }
            }
        }
    }
}

/// One step on a line; false when the line has ended.
fn live<M: Member>(member: &mut M, line: &LocalLine, guest: &mut Guest, door: &dyn LocalDoor) -> bool {
    loop {
        match line.down.try_recv() {
            Ok(down) => guest.take(down),
            Err(TryRecvError::Empty) => break,
            Err(TryRecvError::Disconnected) => return false,
        }
    }
    if matches!(guest.known().standing(), Standing::TurnedAway { .. } | Standing::Ended(_)) {
        return false;
    }
    member.live(guest, door);
    guest.step().into_iter().all(|up| !matches!(line.up.try_send(up), Err(TrySendError::Disconnected(_))))
}
