//! One guest's side of the steward.

use super::labels::Labels;
use super::land_mail::{LandMail, LandRound};
use super::meter::{Meter, Toll};
use super::steps::Steps;
use super::{Arrival, Delivery, Out, StewardConfig};
use std::collections::BTreeMap;
use std::time::Duration;
use wold_space::bucket::{Rate, TokenBucket};
use wold_space::{EntityId, GuestId, TICKS_PER_SECOND, Tick};
use wold_wire::herald::{Circles, Ear};
use wold_wire::snapshot::SenderStats;
use wold_wire::{
    Down, Frame, FromGuest, FromHost, Intent, OwnState, Refusal, Sender, Snapshot, SteeringPacket, Up,
    Welcome,
};
use wold_world::herald::Herald;
use wold_world::replication::{Feeling, Replicator, View, Watch};
use wold_world::{Act, Command, Realm};

/// How a guest is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Over a network: frames, deltas, acknowledgements.
    Wire,
    /// In this process: typed messages.
    Local,
}

/// Why a guest is no longer welcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Offence {
    /// It says hello again and again.
    #[error("said hello twice")]
    SecondHello,
    /// It does far more than anybody could.
    #[error("too many deeds")]
    Frantic,
}

/// What can be told about a session.
#[derive(Clone, Debug)]
pub struct SessionInfo {
    /// Who.
    pub guest: GuestId,
    /// Its name.
    pub name: String,
    /// Whether a human.
    pub human: bool,
    /// Whether an operator.
    pub operator: bool,
    /// Its body, once it has one.
    pub body: Option<EntityId>,
    /// How it is reached.
    pub reach: Reach,
    /// What it was sent.
    pub stats: SenderStats,
    /// What telling it cost in the last seconds.
    pub lately: Toll,
    /// Seconds from telling it to hearing that it was heard; none before the first time, and for those in this process.
    pub round_trip: Option<f64>,
    /// How many entities it perceives.
    pub perceives: usize,
    /// How often it said it had aimed at what it must have seen later than that.
    pub backdated: u64,
}

/// Deeds refused in a row before a guest is put out.
const PATIENCE: u32 = 400;
/// Ticks from one look at the weather to the next.
const FEEL_TICKS: u64 = 2 * TICKS_PER_SECOND;
/// Ticks behind the newest snapshot it has got that a guest's eyes may show: what a page plays back late, and a wish that came after the news of a later snapshot.
const EYES_BEHIND: u64 = 6;

enum Telling {
    Wire(Box<Sender>),
    Local,
}

pub(super) struct Session {
    arrival: Arrival,
    telling: Telling,
    watch: Option<Watch>,
    land: LandMail,
    feeling: Feeling,
    labels: Labels,
    steps: Steps,
    meter: Meter,
    deeds: Vec<(u32, Intent)>,
    allowance: TokenBucket,
    refused: u32,
    backdated: u64,
    packet: Option<SteeringPacket>,
    /// The circles it was told by last.
    circles: Circles,
    ear: Ear,
}

/// What games tell in a tick, by the circles guests were in and are in.
pub(super) type Proclaimed = BTreeMap<(Circles, Circles), Vec<FromHost>>;

/// How many deeds somebody may do: two seconds' worth at once.
fn deed_rate(config: &StewardConfig) -> Rate {
    let per_second = f64::from(config.deeds_per_second);
    Rate { per_second, burst: 2.0 * per_second }
}

impl Session {
    pub(super) fn new(arrival: Arrival, config: &StewardConfig) -> Self {
        let telling = match arrival.reach {
            Reach::Wire => Telling::Wire(Box::new(Sender::new(config.sender))),
            Reach::Local => Telling::Local,
        };
        let view = arrival.view.clamp(1, config.view_limit);
        Self {
            telling,
            watch: None,
            land: LandMail::new(view),
            feeling: Feeling::default(),
            labels: Labels::default(),
            steps: Steps::default(),
            meter: Meter::default(),
            deeds: Vec::new(),
            allowance: TokenBucket::full(deed_rate(config), Duration::ZERO),
            refused: 0,
            backdated: 0,
            packet: None,
            circles: Circles::NONE,
            ear: Ear::default(),
            arrival,
        }
    }

    pub(super) fn info(&self) -> SessionInfo {
        SessionInfo {
            guest: self.arrival.guest,
            name: self.arrival.name.clone(),
            human: self.arrival.human,
            operator: self.arrival.operator,
            body: self.watch.as_ref().map(Watch::body),
            reach: self.arrival.reach,
            stats: self.meter.total().sent,
            lately: self.meter.lately(),
            round_trip: self.meter.round_trip(),
            perceives: self.watch.as_ref().map_or(0, Watch::perceives),
            backdated: self.backdated,
        }
    }

    pub(super) fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.watch.is_none()
    }

    pub(super) fn welcome(&mut self, watch: Watch, realm: &Realm, out: &mut Vec<Delivery>) {
        let welcome = Welcome {
            guest: self.arrival.guest,
            body: watch.body(),
            seed: realm.seed().0,
            tick: realm.now(),
            token: self.arrival.token,
            operator: self.arrival.operator,
            view: self.land.view(),
            world: realm.config().name.clone(),
            physique: realm.config().physique,
            decided: realm.decided(watch.body()),
            manifest: realm.manifest().clone(),
        };
        self.watch = Some(watch);
        out.push(self.deliver(FromHost::Welcome(welcome)));
    }

    pub(super) fn deliver(&self, message: FromHost) -> Delivery {
        let out = match self.arrival.reach {
            Reach::Wire => Out::Frame(Frame::Reliable(message.encode().into())),
            Reach::Local => Out::Typed(Down::Message(message)),
        };
        Delivery { to: self.arrival.guest, out }
    }

    pub(super) fn take(
        &mut self,
        now: Tick,
        up: Up,
        config: &StewardConfig,
        out: &mut Vec<Delivery>,
    ) -> Result<(), Offence> {
        match up {
            Up::Steering(packet) => {
                self.steps.take(&packet);
                self.packet = Some(packet);
            }
            Up::Message(FromGuest::Do { number, intent }) => {
                return self.take_deed(now, number, intent, config, out);
            }
            Up::Message(FromGuest::View { rings }) => self.land.set_view(rings.clamp(1, config.view_limit)),
            Up::Message(FromGuest::Dropped(chunks)) => self.land.dropped(&chunks),
            Up::Message(FromGuest::Ping { mark }) => out.push(self.deliver(FromHost::Pong { mark })),
            // A guest in this process was let in by its caller; its hello is mere courtesy.
            Up::Message(FromGuest::Hello(_)) if self.arrival.reach == Reach::Local => {}
            Up::Message(FromGuest::Hello(_)) => return Err(Offence::SecondHello),
            // The caller sees goodbyes and ends the connection.
            Up::Message(FromGuest::Goodbye) => {}
        }
        Ok(())
    }

    fn take_deed(
        &mut self,
        now: Tick,
        number: u32,
        intent: Intent,
        config: &StewardConfig,
        out: &mut Vec<Delivery>,
    ) -> Result<(), Offence> {
        if !self.allowance.take(deed_rate(config), Duration::from_secs_f64(now.seconds())) {
            self.refused += 1;
            let outcome = wold_wire::Outcome::Refused(Refusal::TooOften);
            out.push(self.deliver(FromHost::Answer { number, outcome }));
            return if self.refused > PATIENCE { Err(Offence::Frantic) } else { Ok(()) };
        }
        self.refused = 0;
        match intent {
            // A reliable steering is as good as a datagram's, only without a number.
            Intent::Move(steering) => self.steps.take_unnumbered(steering),
            Intent::Shoot { at, seen } => {
                let seen = self.vouched(seen);
                self.deeds.push((number, Intent::Shoot { at, seen }));
            }
            intent => self.deeds.push((number, intent)),
        }
        Ok(())
    }

    /// What a guest may have seen when it says that it saw a tick: nothing long before what it has told it got.
    fn vouched(&mut self, seen: Tick) -> Tick {
        let got = match &self.telling {
            Telling::Wire(sender) => sender.got(),
            Telling::Local => None,
        };
        let oldest = Tick(got.map_or(0, |got| got.0.saturating_sub(EYES_BEHIND)));
        self.backdated += u64::from(seen < oldest);
        seen.max(oldest)
    }

    /// This tick's commands: a steering only if it changes anything, then the deeds. Who fell silent stands; guests in this process steer
    /// only when they change their mind.
    pub(super) fn collect(&mut self, guest: GuestId, commands: &mut Vec<Command>) {
        if self.is_waiting() {
            return;
        }
        if let Some(next) = self.steps.next(self.arrival.reach == Reach::Wire) {
            commands.push(Command { guest, number: 0, act: Act::Intent(Intent::Move(next)) });
        }
        for (number, intent) in self.deeds.drain(..) {
            commands.push(Command { guest, number, act: Act::Intent(intent) });
        }
    }

    /// Tells the guest what its character perceives.
    pub(super) fn perceive(
        &mut self,
        tick: Tick,
        realm: &Realm,
        replicator: &Replicator,
        herald: &Herald,
        out: &mut Vec<Delivery>,
    ) {
        let Some(watch) = &mut self.watch else { return };
        let Some(mut own) = watch.own(realm) else { return };
        own.steering = self.steps.applied();
        let view = watch.look(replicator, realm);
        let owned = self.labels.news(tick, realm, &view);
        self.meter.told(watch.perceives(), view.entered.len() + view.moved.len());
        let told = tell_of(herald, &mut self.ear, watch, replicator, &view);
        let out_item = match &mut self.telling {
            Telling::Wire(sender) => {
                if let Some(packet) = self.packet.take() {
                    sender.acknowledged(tick, &packet.acks);
                    if let Some(then) = sender.got() {
                        self.meter.heard(tick, then);
                    }
                }
                let packed = pack(sender, tick, own, view);
                self.meter.sent(sender.stats());
                Out::Frame(Frame::Datagram(packed.into()))
            }
            Telling::Local => Out::Typed(Down::Snapshot(plain(tick, own, view))),
        };
        out.push(Delivery { to: self.arrival.guest, out: out_item });
        out.extend(owned.into_iter().chain(told).map(|message| self.deliver(message)));
    }

    /// The circles it was in and is in, once its body is there, if anything is told in this world.
    pub(super) fn turn(&self, herald: &Herald, realm: &Realm) -> Option<(Circles, Circles)> {
        let watch = self.watch.as_ref().filter(|_| herald.has_news())?;
        Some((self.circles, herald.circles_of(realm, watch.body())))
    }

    /// Tells the guest what games tell those in its circles.
    pub(super) fn proclaim(
        &mut self,
        herald: &Herald,
        realm: &Realm,
        proclaimed: &Proclaimed,
        out: &mut Vec<Delivery>,
    ) {
        let Some(turn) = self.turn(herald, realm) else { return };
        self.circles = turn.1;
        out.extend(proclaimed.get(&turn).into_iter().flatten().map(|message| self.deliver(message.clone())));
    }

    /// Tells what changed around the guest's body: each guest in its own tick, so that no tick pays for all.
    pub(super) fn feel(&mut self, tick: Tick, realm: &Realm, out: &mut Vec<Delivery>) {
        if !(tick.0 + self.arrival.guest.0).is_multiple_of(FEEL_TICKS) {
            return;
        }
        let Some(watch) = &self.watch else { return };
        let Some(own) = watch.own(realm) else { return };
        if let Some(felt) = self.feeling.news(realm, watch.body(), own.place) {
            out.push(self.deliver(FromHost::Felt(felt)));
        }
    }

    /// Sends land around the guest's body.
    pub(super) fn send_land(&mut self, round: &LandRound, out: &mut Vec<Delivery>) {
        let Some(place) = self.watch.as_ref().and_then(|watch| watch.own(round.realm)).map(|own| own.place)
        else {
            return;
        };
        let to = self.arrival.guest;
        self.land.send(round, place, self.arrival.reach, |message| out.push(Delivery { to, out: message }));
    }
}

/// What games tell of those a guest perceives, and of its own body.
fn tell_of(
    herald: &Herald,
    ear: &mut Ear,
    watch: &Watch,
    replicator: &Replicator,
    view: &View,
) -> Vec<FromHost> {
    if !herald.tells_of_bodies() {
        return Vec::new();
    }
    let own = watch.body();
    let entered = view.entered.iter().map(|(card, ..)| card.id);
    let crossed = entered.chain(view.left.iter().copied()).chain([own]);
    let letters = herald.letters_near(ear, crossed, |id| id == own || watch.knows(replicator, id));
    letters.into_iter().map(|letter| FromHost::Told { letter }).collect()
}

fn pack(sender: &mut Sender, tick: Tick, own: OwnState, view: View) -> Vec<u8> {
    for id in view.left {
        sender.leave(tick, id);
    }
    for (card, state, distance) in view.entered {
        sender.enter(tick, card, state, distance);
    }
    for (id, state, distance) in view.moved {
        sender.offer(tick, id, state, distance);
    }
    sender.pack(tick, own)
}

fn plain(tick: Tick, own: OwnState, view: View) -> Snapshot {
    Snapshot {
        tick,
        own,
        left: view.left,
        entered: view.entered.into_iter().map(|(card, state, _)| (card, state)).collect(),
        updated: view.moved.into_iter().map(|(id, state, _)| (id, state)).collect(),
    }
}
