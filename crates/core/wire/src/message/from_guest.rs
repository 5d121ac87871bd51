//! What guests say to their host.

use super::{LONGEST_NAME, LONGEST_PASSWORD};
use crate::form::{
    At, Bits32, Byte, List, Maybe, Metres, Number, Part, Raw, Text, Wide, choices, messages, record,
};
use wold_lore::Intent;
use wold_space::ChunkPos;

/// Who wants in.
#[derive(Clone, PartialEq, Eq)]
pub enum Login {
    /// Anybody, by a free name.
    Guest {
        /// The name wished for.
        name: String,
    },
    /// The owner of an account.
    Account {
        /// Its name.
        name: String,
        /// Its password.
        password: String,
    },
    /// Somebody who wants an account.
    Register {
        /// The name wished for.
        name: String,
        /// The password to be.
        password: String,
        /// The token from the last welcome of a guest who is here under that name and wants to keep its body.
        guest: Option<[u8; 16]>,
    },
    /// Somebody whose connection broke.
    Resume {
        /// The token from the last welcome.
        token: [u8; 16],
    },
    /// A program that lives in the world.
    Inhabitant {
        /// Its name.
        name: String,
        /// What the host's operator hands to those who may bring inhabitants.
        pass: String,
    },
    /// Somebody who only looks on: a viewpoint without a body, which nobody sees and which can do nothing.
    Watch {
        /// Whom it wants to follow, if anybody.
        whom: Option<String>,
    },
}

// Passwords and tokens must not reach a log by way of `{:?}`.
impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Guest { name } => write!(f, "Guest({name:?})"),
            Self::Account { name, .. } => write!(f, "Account({name:?})"),
            Self::Register { name, .. } => write!(f, "Register({name:?})"),
            Self::Resume { .. } => write!(f, "Resume"),
            Self::Inhabitant { name, .. } => write!(f, "Inhabitant({name:?})"),
            Self::Watch { whom } => write!(f, "Watch({whom:?})"),
        }
    }
}

/// The first message of every connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The guest's [`super::protocol_hash`].
    pub protocol: u32,
    /// The seed the guest expects, if it does.
    pub seed: Option<u64>,
    /// How far it wants to see, in rings of chunks.
    pub view: u8,
    /// Who it is.
    pub login: Login,
}

impl Hello {
    /// The protocol that a first frame names, whatever comes behind it: a tag of 0 and the hash begin a hello in every version, so that two ends of
    /// different versions can tell each other so.
    ///
    /// ```
    /// use wold_wire::Hello;
    /// assert_eq!(Hello::protocol_of(&[0, 0x0d, 0xf0, 0xad, 0x0b, 99]), Some(0x0bad_f00d));
    /// assert_eq!(Hello::protocol_of(&[5]), None);
    /// ```
    #[must_use]
    pub fn protocol_of(frame: &[u8]) -> Option<u32> {
        let (tag, rest) = frame.split_first()?;
        let protocol = rest.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
        protocol.filter(|_| *tag == 0)
    }
}

/// A reliable message from a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromGuest {
    /// Let me in.
    Hello(Hello),
    /// I want this done; the answer carries the same number.
    Do {
        /// The guest's own count of its wishes.
        number: u32,
        /// The wish.
        intent: Intent,
    },
    /// See this far from now on, in rings of chunks.
    View {
        /// The rings.
        rings: u8,
    },
    /// These chunks left my memory: tell me anew when I come near.
    Dropped(Vec<ChunkPos>),
    /// Send me this back at once.
    Ping {
        /// Whatever the guest wants to find in the answer.
        mark: u32,
    },
    /// I leave for good.
    Goodbye,
    /// I only look on, and want to look where this person goes.
    Follow {
        /// Their name.
        whom: String,
    },
    /// I only look on, and want to look at this place.
    Fly {
        /// East and north in metres.
        to: [i32; 2],
    },
}

/// Chunks one message may drop.
pub const MOST_DROPPED: usize = 512;

messages! { FromGuest, "message";
    0 Hello(hello: Part<Hello>);
    3 Dropped(chunks: List<At, MOST_DROPPED, 16>);
    ;1 Do { number: Number, intent: Part<Intent> }
    ;2 View { rings: Byte }
    ;4 Ping { mark: Bits32 }
    ;5 Goodbye {}
    ;6 Follow { whom: Text<LONGEST_NAME> }
    ;7 Fly { to: Metres }
}

record! { Hello, "[hello](#coming-in)" { protocol: Bits32, seed: Maybe<Wide>, view: Byte, login: Part<Login> } }

choices! { Login, "login", "[login](#coming-in)", 8;
    ;0 Guest { name: Text<LONGEST_NAME> }
    ;1 Account { name: Text<LONGEST_NAME>, password: Text<LONGEST_PASSWORD> }
    ;2 Register { name: Text<LONGEST_NAME>, password: Text<LONGEST_PASSWORD>, guest: Maybe<Raw<16>> }
    ;3 Resume { token: Raw<16> }
    ;4 Inhabitant { name: Text<LONGEST_NAME>, pass: Text<LONGEST_PASSWORD> }
    ;5 Watch { whom: Maybe<Text<LONGEST_NAME>> }
}
