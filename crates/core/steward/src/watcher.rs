//! One watcher's side of the steward: a viewpoint, and what is told of it.
//!
//! A watcher is not in the world: it sends no command, so the log and its hashes know nothing of it, and nobody perceives it. What it asks for moves its viewpoint alone, by the rules of the world's
//! [`WatchingConfig`].

use super::land_mail::{LandMail, LandRound};
use super::meter::{Meter, Toll};
use super::session::{FEEL_TICKS, Offence, PATIENCE, Proclaimed, deed_rate, pack, tell_of};
use super::{Delivery, Out, Reach, StewardConfig};
use std::time::Duration;
use wold_space::bucket::TokenBucket;
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec2, EntityId, GuestId, Tick};
use wold_wire::herald::{Circles, Ear};
use wold_wire::message::{LONGEST_NOTICE, Watching};
use wold_wire::snapshot::SenderStats;
use wold_wire::{
    Frame, FromGuest, FromHost, Outcome, OwnState, Refusal, Sender, SteeringPacket, Up, Welcome,
};
use wold_world::Realm;
use wold_world::ground::Ground;
use wold_world::herald::Herald;
use wold_world::replication::{Eye, Feeling, Replicator};
use wold_world::watching::{Aloud, WatchingConfig};

/// Somebody to let look on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looker {
    /// Its number.
    pub guest: GuestId,
    /// How far it wants to see land, in rings of chunks.
    pub view: u8,
    /// Whom it wants to follow, if anybody.
    pub whom: Option<String>,
}

/// What can be told about a watcher.
#[derive(Clone, Debug)]
pub struct WatcherInfo {
    /// Who.
    pub guest: GuestId,
    /// Whom it follows, if anybody.
    pub follows: Option<String>,
    /// Where its viewpoint is.
    pub place: DVec2,
    /// What it was sent.
    pub stats: SenderStats,
    /// What telling it cost in the last seconds.
    pub lately: Toll,
    /// How many entities it is shown.
    pub perceives: usize,
}

/// The body of whoever has none.
const NOBODY: EntityId = EntityId(0);

/// Where a viewpoint is to be.
#[derive(Clone, Debug, PartialEq)]
enum Aim {
    Place(DVec2),
    Person { id: EntityId, name: String },
}

/// What was asked for since the last tick.
enum Wish {
    Follow(String),
    Fly(DVec2),
}

/// What a tick brought, for all watchers alike.
pub(super) struct Round<'a> {
    pub(super) tick: Tick,
    pub(super) realm: &'a Realm,
    pub(super) replicator: &'a Replicator,
    pub(super) herald: &'a Herald,
    pub(super) proclaimed: &'a Proclaimed,
    pub(super) land: &'a LandRound<'a>,
    pub(super) aloud: &'a [Aloud],
    /// What newcomers are told after their welcome.
    pub(super) greeting: &'a [FromHost],
    /// What everybody is told now and then.
    pub(super) clock: Option<&'a FromHost>,
}

pub(super) struct Watcher {
    looker: Looker,
    place: DVec2,
    aim: Aim,
    wish: Option<Wish>,
    eye: Eye,
    sender: Sender,
    land: LandMail,
    feeling: Feeling,
    meter: Meter,
    packet: Option<SteeringPacket>,
    circles: Circles,
    ear: Ear,
    allowance: TokenBucket,
    refused: u32,
    /// What it was told of its viewpoint last.
    told: Option<Watching>,
}

impl Watcher {
    pub(super) fn new(looker: Looker, realm: &Realm, config: &StewardConfig) -> Self {
        let place = realm.ecs().resource::<Ground>().start();
        let view = looker.view.clamp(1, config.view_limit);
        Self {
            place,
            aim: Aim::Place(place),
            wish: looker.whom.clone().map(Wish::Follow),
            eye: Eye::default(),
            sender: Sender::new(config.sender),
            land: LandMail::new(view),
            feeling: Feeling::default(),
            meter: Meter::default(),
            packet: None,
            circles: Circles::NONE,
            ear: Ear::default(),
            allowance: TokenBucket::full(deed_rate(config), Duration::ZERO),
            refused: 0,
            told: None,
            looker,
        }
    }

    pub(super) fn info(&self) -> WatcherInfo {
        let follows = match &self.aim {
            Aim::Person { name, .. } => Some(name.clone()),
            Aim::Place(_) => None,
        };
        WatcherInfo {
            guest: self.looker.guest,
            follows,
            place: self.place,
            stats: self.meter.total().sent,
            lately: self.meter.lately(),
            perceives: self.eye.perceives(),
        }
    }

    pub(super) fn deliver(&self, message: &FromHost) -> Delivery {
        Delivery { to: self.looker.guest, out: Out::Frame(Frame::Reliable(message.encode().into())) }
    }

    /// Takes what it says; it can do nothing.
    pub(super) fn take(
        &mut self,
        now: Tick,
        up: Up,
        config: &StewardConfig,
        out: &mut Vec<Delivery>,
    ) -> Result<(), Offence> {
        match up {
            Up::Steering(packet) => self.packet = Some(packet),
            Up::Message(FromGuest::View { rings }) => self.land.set_view(rings.clamp(1, config.view_limit)),
            Up::Message(FromGuest::Dropped(chunks)) => self.land.dropped(&chunks),
            Up::Message(FromGuest::Ping { mark }) => out.push(self.deliver(&FromHost::Pong { mark })),
            Up::Message(FromGuest::Hello(_)) => return Err(Offence::SecondHello),
            Up::Message(FromGuest::Goodbye) => {}
            Up::Message(message) => return self.take_wish(now, message, config, out),
        }
        Ok(())
    }

    fn take_wish(
        &mut self,
        now: Tick,
        message: FromGuest,
        config: &StewardConfig,
        out: &mut Vec<Delivery>,
    ) -> Result<(), Offence> {
        let in_time = self.allowance.take(deed_rate(config), Duration::from_secs_f64(now.seconds()));
        self.refused = if in_time { 0 } else { self.refused + 1 };
        match message {
            FromGuest::Do { number, .. } => {
                let outcome = Outcome::Refused(if in_time { Refusal::NoUse } else { Refusal::TooOften });
                out.push(self.deliver(&FromHost::Answer { number, outcome }));
            }
            FromGuest::Follow { whom } if in_time => self.wish = Some(Wish::Follow(whom)),
            FromGuest::Fly { to: [east, north] } if in_time => {
                self.wish = Some(Wish::Fly(DVec2::new(east.into(), north.into())));
            }
            _ => {}
        }
        if self.refused > PATIENCE { Err(Offence::Frantic) } else { Ok(()) }
    }

    /// The circles it was in and is in, if anything is told in this world: it is one of everybody, and in no other.
    pub(super) fn turn(&self, herald: &Herald) -> Option<(Circles, Circles)> {
        herald.has_news().then_some((self.circles, Circles::EVERYBODY))
    }

    /// A tick: its viewpoint moves, and it is told what is seen and heard there.
    pub(super) fn tell(&mut self, round: &Round, out: &mut Vec<Delivery>) {
        if self.told.is_none() {
            out.push(self.deliver(&self.welcome(round.realm)));
            out.extend(round.greeting.iter().map(|message| self.deliver(message)));
        } else if let Some(clock) = round.clock {
            out.push(self.deliver(clock));
        }
        self.move_on(round, out);
        self.show(round, out);
        if let Some(turn) = self.turn(round.herald) {
            self.circles = turn.1;
            out.extend(
                round.proclaimed.get(&turn).into_iter().flatten().map(|message| self.deliver(message)),
            );
        }
        let hears = |aloud: &&Aloud| aloud.place.distance(self.place) <= aloud.reach;
        out.extend(round.aloud.iter().filter(hears).map(|aloud| self.deliver(&aloud.message)));
        if (round.tick.0 + self.looker.guest.0).is_multiple_of(FEEL_TICKS)
            && let Some(felt) = self.feeling.news(round.realm, NOBODY, self.place)
        {
            out.push(self.deliver(&FromHost::Felt(felt)));
        }
        let to = self.looker.guest;
        self.land
            .send(round.land, self.place, Reach::Wire, |message| out.push(Delivery { to, out: message }));
    }

    fn welcome(&self, realm: &Realm) -> FromHost {
        FromHost::Welcome(Welcome {
            guest: self.looker.guest,
            body: NOBODY,
            seed: realm.seed().0,
            tick: realm.now(),
            token: [0; 16],
            operator: false,
            view: self.land.view(),
            world: realm.config().name.clone(),
            physique: realm.config().physique,
            decided: 0,
            manifest: realm.manifest().clone(),
        })
    }

    /// Moves the viewpoint by what was wished, and tells where it may go if that is news.
    fn move_on(&mut self, round: &Round, out: &mut Vec<Delivery>) {
        let rules = &round.realm.config().watching;
        let (low, high) = bounds(rules, round.realm);
        match self.wish.take() {
            Some(Wish::Fly(to)) => self.aim = Aim::Place(to.clamp(low, high)),
            Some(Wish::Follow(_)) if !rules.follow => {
                out.push(self.deliver(&FromHost::Notice("Nobody is followed by name here.".into())));
            }
            Some(Wish::Follow(name)) => match round.replicator.person_called(&name) {
                Some(id) => self.aim = Aim::Person { id, name },
                None => {
                    let mut words = format!("Nobody called {name} is here.");
                    words.truncate(words.floor_char_boundary(LONGEST_NOTICE));
                    out.push(self.deliver(&FromHost::Notice(words)));
                }
            },
            None => {}
        }
        match &self.aim {
            Aim::Place(to) => {
                let way = *to - self.place;
                self.place += way.clamp_length_max(rules.pace * STEP_SECONDS);
            }
            Aim::Person { id, name } => match round.replicator.followed(round.realm, *id, name) {
                // Whoever goes in is waited for outside.
                Some(followed) if followed.open => self.place = followed.place,
                Some(_) => {}
                None => self.aim = Aim::Place(self.place),
            },
        }
        let (whom, name) = match &self.aim {
            Aim::Person { id, name } => (Some(*id), name.clone()),
            Aim::Place(_) => (None, String::new()),
        };
        let metres = |at: DVec2| [at.x.floor() as i32, at.y.floor() as i32];
        let watching = Watching {
            whom,
            name,
            low: metres(low),
            high: metres(high),
            pace: rules.pace.ceil() as u16,
            follows: rules.follow,
            sights: Vec::new(),
        };
        if self.told.as_ref() != Some(&watching) {
            out.push(self.deliver(&FromHost::Watching(watching.clone())));
            self.told = Some(watching);
        }
    }

    fn show(&mut self, round: &Round, out: &mut Vec<Delivery>) {
        let Round { tick, realm, replicator, .. } = *round;
        let view = self.eye.look(replicator, realm, self.place);
        self.meter.told(self.eye.perceives(), view.entered.len() + view.moved.len());
        let crossed = view.entered.iter().map(|(card, ..)| card.id).chain(view.left.iter().copied());
        let told = tell_of(round.herald, &mut self.ear, crossed, |id| self.eye.knows(replicator, id));
        if let Some(packet) = self.packet.take() {
            self.sender.acknowledged(tick, &packet.acks);
        }
        let own = OwnState { place: self.place, stamina: 255, health: 255, ..OwnState::default() };
        let packed = pack(&mut self.sender, tick, own, view);
        self.meter.sent(self.sender.stats());
        out.push(Delivery { to: self.looker.guest, out: Out::Frame(Frame::Datagram(packed.into())) });
        out.extend(told.iter().map(|message| self.deliver(message)));
    }
}

/// South-west and north-east of where viewpoints fly.
fn bounds(rules: &WatchingConfig, realm: &Realm) -> (DVec2, DVec2) {
    let start = realm.ecs().resource::<Ground>().start();
    (start - rules.reach, start + rules.reach)
}

#[cfg(test)]
#[path = "watcher_tests.rs"]
mod tests;
