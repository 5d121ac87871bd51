//! What guests say to their host.

use super::{LONGEST_NAME, LONGEST_PASSWORD};
use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::intent::{read_chunk_pos, write_chunk_pos};
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
}

/// Chunks one message may drop.
const MOST_DROPPED: u64 = 512;

impl FromGuest {
    /// The message's bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut w = BitWriter::default();
        match self {
            Self::Hello(hello) => {
                w.byte(0);
                hello.write(&mut w);
            }
            Self::Do { number, intent } => {
                w.byte(1);
                w.number(u64::from(*number), 7);
                intent.write(&mut w);
            }
            Self::View { rings } => {
                w.byte(2);
                w.byte(*rings);
            }
            Self::Dropped(chunks) => {
                w.byte(3);
                w.number(chunks.len() as u64, 7);
                for &pos in chunks {
                    write_chunk_pos(&mut w, pos);
                }
            }
            Self::Ping { mark } => {
                w.byte(4);
                w.bits(u64::from(*mark), 32);
            }
            Self::Goodbye => w.byte(5),
        }
        w.finish()
    }

    /// The message in those bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut r = BitReader::new(bytes);
        let message = match r.byte()? {
            0 => Self::Hello(Hello::read(&mut r)?),
            1 => Self::Do {
                number: r.number_below(7, "number", 1 << 32)? as u32,
                intent: Intent::read(&mut r)?,
            },
            2 => Self::View { rings: r.byte()? },
            3 => {
                let count = r.count("dropped", 16, MOST_DROPPED)?;
                Self::Dropped((0..count).map(|_| read_chunk_pos(&mut r)).collect::<Result<_, _>>()?)
            }
            4 => Self::Ping { mark: r.bits(32)? as u32 },
            5 => Self::Goodbye,
            value => return Err(Malformed::OutOfRange { field: "message", value: u64::from(value) }),
        };
        r.end()?;
        Ok(message)
    }
}

impl Hello {
    fn write(&self, w: &mut BitWriter) {
        w.bits(u64::from(self.protocol), 32);
        w.bit(self.seed.is_some());
        if let Some(seed) = self.seed {
            w.bits(seed & 0xffff_ffff, 32);
            w.bits(seed >> 32, 32);
        }
        w.byte(self.view);
        match &self.login {
            Login::Guest { name } => {
                w.byte(0);
                w.text(name);
            }
            Login::Account { name, password } => {
                w.byte(1);
                w.text(name);
                w.text(password);
            }
            Login::Register { name, password, guest } => {
                w.byte(2);
                w.text(name);
                w.text(password);
                w.bit(guest.is_some());
                if let Some(token) = guest {
                    write_token(w, token);
                }
            }
            Login::Resume { token } => {
                w.byte(3);
                write_token(w, token);
            }
            Login::Inhabitant { name, pass } => {
                w.byte(4);
                w.text(name);
                w.text(pass);
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let protocol = r.bits(32)? as u32;
        let seed = if r.bit()? { Some(r.bits(32)? | r.bits(32)? << 32) } else { None };
        let view = r.byte()?;
        let name = |r: &mut BitReader| r.text("name", LONGEST_NAME);
        let password = |r: &mut BitReader| r.text("password", LONGEST_PASSWORD);
        let login = match r.byte()? {
            0 => Login::Guest { name: name(r)? },
            1 => Login::Account { name: name(r)?, password: password(r)? },
            2 => Login::Register {
                name: name(r)?,
                password: password(r)?,
                guest: if r.bit()? { Some(read_token(r)?) } else { None },
            },
            3 => Login::Resume { token: read_token(r)? },
            4 => Login::Inhabitant { name: name(r)?, pass: password(r)? },
            value => return Err(Malformed::OutOfRange { field: "login", value: u64::from(value) }),
        };
        Ok(Self { protocol, seed, view, login })
    }
}

fn write_token(w: &mut BitWriter, token: &[u8; 16]) {
    token.iter().for_each(|&byte| w.byte(byte));
}

fn read_token(r: &mut BitReader) -> Result<[u8; 16], Malformed> {
    let mut token = [0; 16];
    for byte in &mut token {
        *byte = r.byte()?;
    }
    Ok(token)
}
