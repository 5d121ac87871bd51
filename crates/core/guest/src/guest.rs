//! A guest without socket or clock: messages come in by [`Guest::take`], go out by [`Guest::step`], twenty times a second.

use crate::known::{Known, SightConfig, Standing};
use wold_space::ChunkPos;
use wold_wire::herald::Call;
use wold_wire::message::protocol_hash;
use wold_wire::{Acks, Down, FromGuest, FromHost, Hello, Intent, Login, Seq, Steering, SteeringPacket, Up};

/// How a guest behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct GuestConfig {
    /// How far it wants to see, in rings of chunks. Default 4.
    pub view: u8,
    /// Rings beyond its view after which land is forgotten. Default 2.
    pub spare_rings: u32,
    /// The seed it expects, if it does. Default none.
    pub seed: Option<u64>,
    /// Steps between two pings, 0 for none. Default 40.
    pub ping_steps: u64,
    /// How others are placed between reports.
    pub sight: SightConfig,
}

impl Default for GuestConfig {
    fn default() -> Self {
        Self { view: 4, spare_rings: 2, seed: None, ping_steps: 40, sight: SightConfig::default() }
    }
}

/// Steerings repeated in each packet: what the host keeps for a guest that runs ahead.
const REPEATED: usize = 4;
/// Wishes that may wait for the next step; more are a mistake of whoever wishes.
const MOST_WISHES: usize = 64;
/// Chunks one message may drop.
const MOST_DROPPED: usize = 256;

/// A guest.
///
/// ```
/// use wold_guest::{Guest, GuestConfig};
/// use wold_wire::{FromGuest, Login, Up};
/// let mut guest = Guest::new(Login::Guest { name: "Ada".into() }, GuestConfig::default());
/// let first = guest.step();
/// assert!(matches!(first[..], [Up::Message(FromGuest::Hello(_))]));
/// assert!(guest.step().is_empty(), "nothing is said until the host has answered");
/// ```
pub struct Guest {
    config: GuestConfig,
    hello: Option<Hello>,
    /// Whether it only looks on.
    watches: bool,
    known: Known,
    steering: Steering,
    acks: Acks,
    wishes: Vec<Up>,
    number: u32,
    centre: Option<ChunkPos>,
    view: u8,
}

impl Guest {
    /// A guest who will ask to be let in.
    #[must_use]
    pub fn new(login: Login, config: GuestConfig) -> Self {
        let watches = matches!(login, Login::Watch { .. });
        let hello = Hello { protocol: protocol_hash(), seed: config.seed, view: config.view, login };
        Self { hello: Some(hello), watches, ..Self::admitted(config) }
    }

    /// A guest somebody else lets in: it waits for its welcome.
    #[must_use]
    pub fn admitted(config: GuestConfig) -> Self {
        Self {
            hello: None,
            watches: false,
            known: Known::new(config.sight),
            steering: Steering::default(),
            acks: Acks::default(),
            wishes: Vec::new(),
            number: 0,
            centre: None,
            view: config.view,
            config,
        }
    }

    /// What it knows.
    #[must_use]
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Goes and faces this way from the next step on.
    pub fn steer(&mut self, steering: Steering) {
        self.steering = steering;
    }

    /// Wants something done; the answer will carry the number.
    pub fn wish(&mut self, intent: Intent) -> u32 {
        self.number = self.number.wrapping_add(1);
        self.say(FromGuest::Do { number: self.number, intent });
        self.number
    }

    /// What happened in the world's games since this was last asked, oldest first; [`Known::herald`] says what it means. Whoever never asks hears the newest few hundred.
    pub fn calls(&mut self) -> Vec<Call> {
        self.known.take_calls()
    }

    /// Wants to see this far, in rings of chunks.
    pub fn see(&mut self, rings: u8) {
        self.view = rings;
        self.centre = None;
        self.say(FromGuest::View { rings });
    }

    /// Who only looks on wants to look where this person goes; [`Known::watching`] says what came of it.
    pub fn follow(&mut self, whom: &str) {
        self.say(FromGuest::Follow { whom: whom.to_owned() });
    }

    /// Who only looks on wants to look at this place, in metres.
    pub fn fly(&mut self, to: [i32; 2]) {
        self.say(FromGuest::Fly { to });
    }

    /// Leaves for good.
    pub fn leave(&mut self) {
        self.say(FromGuest::Goodbye);
    }

    fn say(&mut self, message: FromGuest) {
        if self.wishes.len() < MOST_WISHES {
            self.wishes.push(Up::Message(message));
        }
    }

    /// Says which snapshots have come over the wire; guests within the host's process have nothing to say.
    pub fn acknowledge(&mut self, acks: Acks) {
        self.acks = acks;
    }

    /// The host at the far end of a network has answered the ping of a step.
    pub(crate) fn answered(&mut self, mark: u32) {
        self.known.way.took((self.known.step() as u32).wrapping_sub(mark));
    }

    /// Takes what the host says.
    pub fn take(&mut self, down: Down) {
        if let Down::Message(FromHost::Welcome(welcome)) = &down {
            // A body's wishes are numbered through all its visits; a number used twice would be taken for a repetition.
            self.number = self.number.max(welcome.decided);
        }
        match down {
            Down::Snapshot(snapshot) => self.known.take_snapshot(snapshot),
            Down::Message(message) => self.known.take_message(message),
        }
    }

    /// One step of 1/20 s: what to tell the host.
    pub fn step(&mut self) -> Vec<Up> {
        self.known.pass();
        if let Some(hello) = self.hello.take() {
            return vec![Up::Message(FromGuest::Hello(hello))];
        }
        if *self.known.standing() != Standing::Inside {
            return Vec::new();
        }
        if self.config.ping_steps > 0 && self.known.step().is_multiple_of(self.config.ping_steps) {
            self.say(FromGuest::Ping { mark: self.known.step() as u32 });
        }
        let (newest, steerings) = if self.watches { Default::default() } else { self.stride() };
        self.forget_far_land();
        let mut ups = std::mem::take(&mut self.wishes);
        ups.push(Up::Steering(SteeringPacket { acks: self.acks, newest, steerings }));
        ups
    }

    /// Goes a step, and says which ones the host has not done yet.
    fn stride(&mut self) -> (Seq, Vec<Steering>) {
        let elbows = self.known.elbows();
        self.known.footing.stride(&self.known.land, self.steering, &elbows);
        self.known.footing.unsettled(REPEATED)
    }

    /// Forgets land that is well out of view and tells the host, so that it is sent again when needed.
    fn forget_far_land(&mut self) {
        let here = ChunkPos::of(self.known.place());
        if self.centre.replace(here) == Some(here) {
            return;
        }
        let reach = u32::from(self.view) + self.config.spare_rings;
        let far: Vec<ChunkPos> = self
            .known
            .land
            .plots()
            .map(|plot| plot.chunk.pos)
            .filter(|pos| pos.rings_to(here) > reach)
            .collect();
        for chunks in far.chunks(MOST_DROPPED) {
            for &pos in chunks {
                self.known.land.forget(pos);
            }
            self.say(FromGuest::Dropped(chunks.to_vec()));
        }
    }
}

#[cfg(test)]
#[path = "guest_tests.rs"]
mod tests;
