//! A player who strolls about a spot of its own, and turns and swings for others to see.

use super::probe::{Board, Deed, Watcher};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;
use wold_chance::{Seed, Stream};
use wold_conquero::plugin::Picture;
use wold_conquero::plugin::news::{JOIN, SWING};
use wold_dial::transport::Connection;
use wold_guest::remote::News;
use wold_guest::{Guest, GuestConfig, RemoteGuest, Standing};
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::state::turn_to_byte;
use wold_wire::{Frame, FromGuest, Gait, Intent, Login, Outcome, Steering, Up};

/// Steps between two deeds: long enough to be seen by all, and for breath to swing again.
const PAUSE: std::ops::Range<u64> = 14..20;
/// Metres from its spot at which a player turns back.
const STROLL: f64 = 3.0;
/// Metres between two players' spots: nobody hits anybody.
const APART: f64 = 11.0;
/// How long a goodbye may take.
const FAREWELL: Duration = Duration::from_secs(2);
/// One step.
pub const STEP: Duration = Duration::from_millis(1000 / TICKS_PER_SECOND);

/// How far the measurement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Everybody comes in and goes to its spot.
    Gather,
    /// Deeds are timed.
    Measure,
    /// Everybody leaves.
    Leave,
}

/// Who a player is.
#[derive(Clone, Copy, Debug)]
pub struct Role {
    /// Its number, from 0.
    pub number: usize,
    /// Of how many.
    pub of: usize,
    /// How many teams there are.
    pub teams: usize,
    /// Seeds its stroll.
    pub seed: Seed,
}

/// How a player fares, for all to see.
#[derive(Clone, Debug, Default)]
pub struct Fare {
    /// Whether it has a seat.
    pub seated: bool,
    /// Whether it is where it wants to be.
    pub ready: bool,
    /// Times there and back in milliseconds.
    pub round_trips: Vec<f64>,
    /// Why it is no longer in, if it is not.
    pub trouble: Option<String>,
}

/// A player.
pub struct Player {
    role: Role,
    guest: RemoteGuest,
    picture: Picture,
    watcher: Watcher,
    board: Board,
    luck: Stream,
    joined: bool,
    ping: Option<(u32, Instant)>,
    /// The deed that goes out with this step.
    deed: Option<Deed>,
    swing: Option<u32>,
    turn_next: bool,
    steps_to_deed: u64,
}

/// Returns when the measurement is over, or given up.
async fn told_to_leave(act: &mut watch::Receiver<Act>) {
    let _ = act.wait_for(|act| *act == Act::Leave).await;
}

impl Player {
    /// A player who will ask to be let in.
    pub fn new(role: Role, board: Board) -> Self {
        let login = Login::Guest { name: format!("Player {}", role.number + 1) };
        let config = GuestConfig { view: 2, ping_steps: 10, ..GuestConfig::default() };
        Self {
            guest: RemoteGuest::new(Guest::new(login, config)),
            picture: Picture::default(),
            watcher: Watcher::new(role.number, board.clone()),
            board,
            luck: Stream::named(role.seed, "reaction", &[role.number as u64]),
            joined: false,
            ping: None,
            deed: None,
            swing: None,
            turn_next: true,
            steps_to_deed: 0,
            role,
        }
    }

    /// Plays until told to leave or put out.
    pub async fn play(
        mut self,
        mut connection: Connection,
        act: watch::Receiver<Act>,
        fare: watch::Sender<Fare>,
    ) {
        // Steps fall into any part of the host's tick, as people's do: after each deed into another one.
        let mut clock = tokio::time::interval(STEP);
        clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut leaving = act.clone();
        let trouble = loop {
            tokio::select! {
                frame = connection.incoming.recv() => match frame {
                    Some(frame) => self.take(&frame, *act.borrow() == Act::Measure, &fare),
                    None => break connection.outbox.ended().unwrap_or("the connection ended").to_owned(),
                },
                _ = clock.tick() => {
                    let act = *act.borrow();
                    let acts = self.steps_to_deed == 0;
                    for frame in self.step(act, &fare) {
                        // A congested line is one of the things that are measured.
                        let _ = connection.outbox.push(frame);
                    }
                    if acts && act == Act::Measure {
                        clock.reset_after(STEP.mul_f64(1.0 + self.luck.unit()));
                    }
                }
                () = told_to_leave(&mut leaving) => {
                    let _ = connection.outbox.push(Up::Message(FromGuest::Goodbye).encode());
                    let until_hung_up = async { while connection.incoming.recv().await.is_some() {} };
                    let _ = tokio::time::timeout(FAREWELL, until_hung_up).await;
                    return connection.outbox.close().await;
                }
            }
            match self.guest.guest().known().standing() {
                Standing::TurnedAway { text, .. } | Standing::Ended(text) => break text.clone(),
                Standing::Waiting | Standing::Inside => {}
            }
        };
        fare.send_modify(|fare| fare.trouble = Some(trouble));
    }

    fn take(&mut self, frame: &Frame, measuring: bool, fare: &watch::Sender<Fare>) {
        let now = Instant::now();
        match self.guest.take(frame) {
            Ok(News::Snapshot { .. }) => {
                let people = self.guest.guest().known().entities().iter();
                self.watcher.look(now, people.map(|(&id, sighted)| (id, sighted.state)));
            }
            Ok(News::Pong(mark)) => {
                if let Some((_, sent)) = self.ping.take_if(|(sent, _)| *sent == mark)
                    && measuring
                {
                    let ms = now.duration_since(sent).as_secs_f64() * 1000.0;
                    fare.send_modify(|fare| fare.round_trips.push(ms));
                }
            }
            Ok(News::Message | News::Stale) | Err(_) => {}
        }
    }

    /// One step: what to send.
    fn step(&mut self, act: Act, fare: &watch::Sender<Fare>) -> Vec<Frame> {
        if *self.guest.guest().known().standing() == Standing::Inside {
            self.live(act, fare);
        }
        let deed = self.deed.take();
        let ups = self.guest.step();
        let now = Instant::now();
        if let (Some(deed), Some(welcome)) = (deed, self.guest.guest().known().welcome()) {
            self.board.post(welcome.body, self.role.number, deed, now);
        }
        for up in &ups {
            if let Up::Message(FromGuest::Ping { mark }) = up {
                self.ping = Some((*mark, now));
            }
        }
        ups.iter().map(Up::encode).collect()
    }

    fn live(&mut self, act: Act, fare: &watch::Sender<Fare>) {
        if !std::mem::replace(&mut self.joined, true) {
            let team = (self.role.number % self.role.teams) as u8;
            self.guest.guest_mut().wish(Intent::Game { verb: JOIN, payload: vec![team] });
        }
        let calls = self.guest.guest_mut().calls();
        let known = self.guest.guest().known();
        if let Some(welcome) = known.welcome() {
            self.picture.read(welcome.body, known.herald(), &calls);
        }
        self.hear_refusal();
        let lives = self.picture.role().is_some_and(|role| self.picture.whereabouts(role).is_some());
        if self.picture.role().is_some() && !fare.borrow().seated {
            fare.send_modify(|fare| fare.seated = true);
        }
        if !lives {
            return;
        }
        let off = self.spot() - self.guest.guest().known().place();
        if off.length() < 2.0 * STROLL && !fare.borrow().ready {
            fare.send_modify(|fare| fare.ready = true);
        }
        if self.steps_to_deed > 0 {
            self.steps_to_deed -= 1;
            return;
        }
        if act == Act::Measure {
            self.steps_to_deed = PAUSE.start + self.luck.below(PAUSE.end - PAUSE.start);
            self.turn_next = !self.turn_next;
        }
        if act == Act::Gather || self.turn_next {
            self.turn(off, act == Act::Measure);
        } else {
            let payload = vec![self.guest.guest().known().footing().motion().heading];
            self.swing = Some(self.guest.guest_mut().wish(Intent::Game { verb: SWING, payload }));
            self.deed = Some(Deed::Swing);
        }
    }

    /// The host may refuse a swing; then there is nothing to see.
    fn hear_refusal(&mut self) {
        let known = self.guest.guest().known();
        let Some(answer) = self.swing.and_then(|number| known.answer(number)) else { return };
        if let (Outcome::Refused(_), Some(welcome)) = (answer, known.welcome()) {
            self.board.withdraw(welcome.body);
        }
        self.swing = None;
    }

    /// Where this player strolls: spots in rows around the middle of the map.
    fn spot(&self) -> DVec2 {
        let Some(war) = self.picture.war() else { return self.guest.guest().known().place() };
        let middle = self.picture.in_world(war.map.extent / 2.0);
        let side = (self.role.of as f64).sqrt().ceil();
        let (row, column) = ((self.role.number as f64 / side).floor(), self.role.number as f64 % side);
        middle + (DVec2::new(column, row) - (side - 1.0) / 2.0) * APART
    }

    /// Turns home, or anywhere if that is near; never the way it faces already.
    fn turn(&mut self, home: DVec2, posted: bool) {
        let angle = if home.length() > STROLL {
            libm::atan2(home.y, home.x)
        } else {
            self.luck.range(0.0, std::f64::consts::TAU)
        };
        let facing = self.guest.guest().known().footing().motion().heading;
        let mut heading = turn_to_byte(angle / std::f64::consts::TAU);
        if posted && heading == facing {
            heading = heading.wrapping_add(8);
        }
        let (pace, gait) = if home.length() > STROLL { (127.0, Gait::Run) } else { (40.0, Gait::Walk) };
        let part = |share: f64| (share * pace).round() as i8;
        let steering =
            Steering { east: part(libm::cos(angle)), north: part(libm::sin(angle)), heading, gait };
        self.guest.guest_mut().steer(steering);
        self.deed = posted.then_some(Deed::Turn { heading });
    }
}
