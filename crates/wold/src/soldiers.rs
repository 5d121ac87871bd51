//! Conquero's bots as guests: they come in by the door of this process, are told what their team sees, and steer a body.
//!
//! Each decides with [`Bot`] on the [`Picture`] the news gave it, corrected by what it sees itself. Ways to a centre are walked by the same legs as
//! inhabitants have, around trees and houses; in a fight the body goes straight.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, TrySendError, bounded};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wold_chance::Seed;
use wold_conquero::bots::{Bot, Kind, Schooling, Skill};
use wold_conquero::plugin::Picture;
use wold_conquero::plugin::news::{JOIN, SWING, TOPIC};
use wold_conquero::{AgentId, Order};
use wold_guest::inhabitant::names::{Folk, name};
use wold_guest::inhabitant::{Legs, Spot, Walk};
use wold_guest::{Guest, GuestConfig, LocalDoor, LocalLine, Standing};
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::state::turn_to_byte;
use wold_wire::{Gait, Intent, Steering, Up};

/// Names of soldiers begin here, so that no inhabitant shares one.
const FIRST_NAME: usize = 600;
/// Rings of chunks a soldier sees.
const VIEW: u8 = 2;
/// Slices the soldiers are stepped in, so that there is no burst of work.
const SLICES: usize = 5;
/// Steps until a closed door is tried again.
const KNOCK_AGAIN: u64 = 5 * TICKS_PER_SECOND;
/// Metres from a centre at which legs have arrived.
const ARRIVED: f64 = 1.5;

/// Who fights.
#[derive(Clone, Debug)]
pub struct Army {
    /// Kind and number of each team's bots.
    pub teams: Vec<(Kind, usize)>,
    /// How good they are with their hands.
    pub skill: Skill,
    /// What they were taught.
    pub school: Schooling,
    /// Seeds their names and decisions.
    pub seed: Seed,
}

/// Bots living in a thread of their own; they leave when this is dropped.
pub struct Soldiers {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Soldiers {
    /// Lets an army in.
    pub fn settle(door: Arc<dyn LocalDoor>, army: Army) -> std::io::Result<Self> {
        let (stop, stopped) = bounded(0);
        let thread = std::thread::Builder::new()
            .name("soldiers".into())
            .spawn(move || run(door.as_ref(), &army, &stopped))?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Soldiers {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the soldiers' thread panicked");
        }
    }
}

fn run(door: &dyn LocalDoor, army: &Army, stopped: &Receiver<()>) {
    let teams = army.teams.iter().enumerate();
    let kinds = teams.flat_map(|(team, &(kind, members))| std::iter::repeat_n((team as u8, kind), members));
    let mut recruits: Vec<Recruit> =
        kinds.enumerate().map(|(number, (team, kind))| Recruit::new(army, number, team, kind)).collect();
    let period = Duration::from_millis(1000 / TICKS_PER_SECOND);
    let mut next = Instant::now();
    for slice in (0..SLICES).cycle() {
        next = (next + period / SLICES as u32).max(Instant::now() - period);
        if stopped.recv_timeout(next.saturating_duration_since(Instant::now()))
            != Err(RecvTimeoutError::Timeout)
        {
            return;
        }
        for recruit in recruits.iter_mut().skip(slice).step_by(SLICES) {
            recruit.step(door);
        }
    }
}

struct Recruit {
    name: String,
    number: u64,
    pilot: Box<dyn Fn() -> Pilot + Send>,
    inside: Option<(LocalLine, Pilot)>,
    knock_in: u64,
}

impl Recruit {
    fn new(army: &Army, number: usize, team: u8, kind: Kind) -> Self {
        let seed = army.seed.child("conquero.soldier", &[number as u64]);
        let (skill, school) = (army.skill, army.school.clone());
        let pilot = move || Pilot::new(kind, skill, school.clone(), team, seed);
        let name = name(army.seed, Folk::Traveller, FIRST_NAME + number);
        Self { name, number: number as u64, pilot: Box::new(pilot), inside: None, knock_in: number as u64 }
    }

    fn step(&mut self, door: &dyn LocalDoor) {
        if let Some((line, pilot)) = &mut self.inside {
            if !pilot.live(line) {
                self.inside = None;
                self.knock_in = KNOCK_AGAIN + self.number;
            }
        } else if self.knock_in > 0 {
            self.knock_in -= 1;
        } else {
            match door.enter(&self.name, VIEW) {
                Ok(line) => self.inside = Some((line, (self.pilot)())),
                Err(reason) => {
                    tracing::debug!(name = self.name, reason, "a soldier stays outside");
                    self.knock_in = KNOCK_AGAIN;
                }
            }
        }
    }
}

/// A bot in a guest's skin, without a line: what it is told goes in, what it does comes out.
pub struct Pilot {
    guest: Guest,
    picture: Picture,
    kind: Kind,
    skill: Skill,
    school: Schooling,
    team: u8,
    seed: Seed,
    bot: Option<(AgentId, Bot)>,
    legs: Legs,
    goal: Option<DVec2>,
    joined: bool,
}

impl Pilot {
    /// A bot that will ask for a seat in a team.
    #[must_use]
    pub fn new(kind: Kind, skill: Skill, school: Schooling, team: u8, seed: Seed) -> Self {
        let config = GuestConfig { view: VIEW, ping_steps: 0, ..GuestConfig::default() };
        Self {
            guest: Guest::admitted(config),
            picture: Picture::default(),
            kind,
            skill,
            school,
            team,
            seed,
            bot: None,
            legs: Legs::new(seed.0),
            goal: None,
            joined: false,
        }
    }

    /// One step on a line; false when the line has ended.
    fn live(&mut self, line: &LocalLine) -> bool {
        loop {
            match line.down.try_recv() {
                Ok(down) => self.guest.take(down),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
        if matches!(self.guest.known().standing(), Standing::TurnedAway { .. } | Standing::Ended(_)) {
            return false;
        }
        let sent = self.step().into_iter().map(|up| line.up.try_send(up));
        !sent.into_iter().any(|sent| matches!(sent, Err(TrySendError::Disconnected(_))))
    }

    /// One step: what to tell the host.
    fn step(&mut self) -> Vec<Up> {
        self.act();
        self.guest.step()
    }

    /// Decides and steers.
    fn act(&mut self) {
        for news in self.guest.game_news(TOPIC) {
            if let Err(error) = self.picture.take(&news) {
                tracing::warn!(%error, "news of the war cannot be read");
            }
        }
        if *self.guest.known().standing() != Standing::Inside {
            return;
        }
        if !self.joined {
            self.joined = true;
            self.guest.wish(Intent::Game { verb: JOIN, payload: vec![self.team] });
        }
        self.picture.pass();
        self.look();
        let Some(role) = self.picture.role() else {
            self.bot = None;
            self.guest.steer(Steering::default());
            return;
        };
        if self.bot.as_ref().is_none_or(|(id, _)| *id != role) {
            self.bot = Some((role, Bot::new(self.kind, self.skill, self.school.clone(), role, self.seed)));
        }
        let (Some(war), Some((_, bot))) = (self.picture.war(), &mut self.bot) else { return };
        let order = bot.order(war);
        let bound = bot.bound().map(|id| self.picture.in_world(war.map.centre(id).at));
        let steering = self.steering(&order, bound);
        if order.swing {
            self.picture.swung();
            self.guest.wish(Intent::Game { verb: SWING, payload: vec![steering.heading] });
        }
        self.guest.steer(steering);
    }

    /// What one sees oneself is newer than any news.
    fn look(&mut self) {
        let known = self.guest.known();
        for (&id, sighted) in known.entities().iter().filter(|(_, sighted)| sighted.is_person()) {
            self.picture.see(id, known.place_of(sighted));
        }
        if let Some(welcome) = known.welcome() {
            self.picture.see(welcome.body, known.place());
        }
    }

    fn steering(&mut self, order: &Order, bound: Option<DVec2>) -> Steering {
        let known = self.guest.known();
        if let Some(goal) = bound
            && goal.distance(known.place()) > ARRIVED
        {
            let lost = matches!(self.legs.walk(), Walk::Idle | Walk::Stuck | Walk::Arrived);
            if self.goal != Some(goal) || lost {
                self.goal = Some(goal);
                self.legs.go(known, Spot::ground(goal), Gait::Run, ARRIVED * 0.6);
            }
            return self.legs.step(known);
        }
        self.goal = None;
        let thrust = if bound.is_some() { DVec2::ZERO } else { order.thrust.clamp_length_max(1.0) };
        let look = if order.face == DVec2::ZERO { thrust } else { order.face };
        let heading = look.try_normalize().map_or(known.footing().motion().heading, |look| {
            turn_to_byte(libm::atan2(look.y, look.x) / std::f64::consts::TAU)
        });
        let part = |share: f64| (share * 127.0).round() as i8;
        Steering { east: part(thrust.x), north: part(thrust.y), heading, gait: Gait::Run }
    }
}

#[cfg(test)]
#[path = "soldiers_tests.rs"]
mod tests;
