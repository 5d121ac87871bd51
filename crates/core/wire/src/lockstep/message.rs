//! What peers tell each other, and its bytes.
//!
//! Everything may be lost, doubled or overtaken: a [`Packet`] says again whatever its receiver has not acknowledged, and a [`State`] is sent for as long as
//! it is asked for. Numbers are in groups of seven bits. Sizes are bounded before anything is allocated.

use crate::bits::{BitReader, BitWriter, Malformed};

/// Turns of one stream in a message.
pub const MOST_SAID: usize = 64;
/// Hashes in a packet.
pub const MOST_HASHES: usize = 16;
/// Seats of a game.
pub const MOST_SEATS: usize = 16;
/// Peers, seated, watching and gone, that a message speaks of.
const MOST_PEERS: u64 = 256;
const MOST_ORDERS: u64 = 16;
const MOST_PARTS: u64 = 64;
const MOST_WORDS: u64 = 4096;
const MOST_TURNS: u64 = 16;

/// Somebody at a table; numbers are never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeerId(pub u32);

/// A player's place in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

/// A seat is given to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Which.
    pub seat: Seat,
    /// To whom.
    pub peer: PeerId,
}

/// What a player says for one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What it does, as the game numbers it.
    pub command: u32,
    /// Whom it seats.
    pub orders: Vec<Order>,
}

/// A piece of somebody's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose.
    pub peer: PeerId,
    /// The turn it begins with.
    pub from: u32,
    /// What was said, turn by turn.
    pub said: Vec<Said>,
}

/// What is told to each other peer every turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    /// How many changes of company the sender has heard of.
    pub view: u32,
    /// Whether the sender knows the game's state.
    pub joined: bool,
    /// Whether the receiver is asked for a state.
    pub wants_state: bool,
    /// Turns confirmed.
    pub turn: u32,
    /// Hashes after the last of them, the newest last.
    pub hashes: Vec<u32>,
    /// The first turn of the receiver's own stream that the sender lacks.
    pub acknowledged: u32,
    /// The turn that `said` begins with.
    pub from: u32,
    /// The sender's own words that the receiver has not acknowledged.
    pub said: Vec<Said>,
    /// What the sender holds of those who are gone.
    pub gone: Vec<Piece>,
}

/// A state to begin or begin again from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Turns played.
    pub turn: u32,
    /// Who holds each seat, and from which turn on.
    pub seats: Vec<Option<(PeerId, u32)>>,
    /// Those given up, and the turn each was given up at.
    pub ends: Vec<(PeerId, u32)>,
    /// What is known to be said for later turns.
    pub ahead: Vec<Piece>,
    /// The game's state.
    pub parts: Vec<Vec<i32>>,
}

/// States of some turns, for a peer whose hash differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The turn of the first.
    pub from: u32,
    /// Turn by turn, the parts of the state after it.
    pub turns: Vec<Vec<Vec<i32>>>,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Every turn.
    Packet(Packet),
    /// For those who ask.
    State(State),
    /// For those who differ.
    Evidence(Evidence),
}

fn put(w: &mut BitWriter, value: u32) {
    w.number(value.into(), 7);
}

fn get(r: &mut BitReader, field: &'static str) -> Result<u32, Malformed> {
    Ok(r.number_below(7, field, 1 << 32)? as u32)
}

/// Turns a game may have: years of them, and none so late that counting on from it runs over.
const TURNS: u64 = 1 << 30;

fn get_turn(r: &mut BitReader, field: &'static str) -> Result<u32, Malformed> {
    Ok(r.number_below(7, field, TURNS)? as u32)
}

fn list<T>(
    r: &mut BitReader,
    field: &'static str,
    most: u64,
    one: impl Fn(&mut BitReader) -> Result<T, Malformed>,
) -> Result<Vec<T>, Malformed> {
    let count = r.count(field, 8, most)?;
    (0..count).map(|_| one(r)).collect()
}

fn put_said(w: &mut BitWriter, said: &[Said]) {
    put(w, said.len() as u32);
    for said in said {
        put(w, said.command);
        put(w, said.orders.len() as u32);
        for order in &said.orders {
            put(w, order.seat.0.into());
            put(w, order.peer.0);
        }
    }
}

fn get_said(r: &mut BitReader) -> Result<Vec<Said>, Malformed> {
    list(r, "said", MOST_SAID as u64, |r| {
        let command = get(r, "command")?;
        let orders = list(r, "orders", MOST_ORDERS, |r| {
            let seat = Seat(r.number_below(7, "seat", MOST_SEATS as u64)? as u8);
            Ok(Order { seat, peer: PeerId(get(r, "peer")?) })
        })?;
        Ok(Said { command, orders })
    })
}

fn put_pieces(w: &mut BitWriter, pieces: &[Piece]) {
    put(w, pieces.len() as u32);
    for piece in pieces {
        put(w, piece.peer.0);
        put(w, piece.from);
        put_said(w, &piece.said);
    }
}

fn get_pieces(r: &mut BitReader) -> Result<Vec<Piece>, Malformed> {
    list(r, "pieces", MOST_PEERS, |r| {
        Ok(Piece { peer: PeerId(get(r, "peer")?), from: get_turn(r, "from")?, said: get_said(r)? })
    })
}

fn put_parts(w: &mut BitWriter, parts: &[Vec<i32>]) {
    put(w, parts.len() as u32);
    for part in parts {
        put(w, part.len() as u32);
        part.iter().for_each(|&word| w.signed(word.into(), 7));
    }
}

fn get_parts(r: &mut BitReader) -> Result<Vec<Vec<i32>>, Malformed> {
    list(r, "parts", MOST_PARTS, |r| {
        list(r, "words", MOST_WORDS, |r| {
            let word = r.signed(7)?;
            i32::try_from(word).map_err(|_| Malformed::OutOfRange { field: "word", value: word as u64 })
        })
    })
}

impl Message {
    /// The bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut w = BitWriter::default();
        match self {
            Self::Packet(packet) => {
                put(&mut w, 0);
                put(&mut w, packet.view);
                put(&mut w, u32::from(packet.joined) | u32::from(packet.wants_state) << 1);
                put(&mut w, packet.turn);
                put(&mut w, packet.hashes.len() as u32);
                packet.hashes.iter().for_each(|&hash| put(&mut w, hash));
                put(&mut w, packet.acknowledged);
                put(&mut w, packet.from);
                put_said(&mut w, &packet.said);
                put_pieces(&mut w, &packet.gone);
            }
            Self::State(state) => {
                put(&mut w, 1);
                put(&mut w, state.turn);
                put(&mut w, state.seats.len() as u32);
                for seat in &state.seats {
                    // Peers are shifted by one, so that 0 is nobody.
                    let (peer, from) = seat.map_or((0, 0), |(peer, from)| (u64::from(peer.0) + 1, from));
                    w.number(peer, 7);
                    put(&mut w, from);
                }
                put(&mut w, state.ends.len() as u32);
                for (peer, end) in &state.ends {
                    put(&mut w, peer.0);
                    put(&mut w, *end);
                }
                put_pieces(&mut w, &state.ahead);
                put_parts(&mut w, &state.parts);
            }
            Self::Evidence(evidence) => {
                put(&mut w, 2);
                put(&mut w, evidence.from);
                put(&mut w, evidence.turns.len() as u32);
                evidence.turns.iter().for_each(|parts| put_parts(&mut w, parts));
            }
        }
        w.finish()
    }

    /// Reads bytes that may come from anybody.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let r = &mut BitReader::new(bytes);
        let message = match r.number_below(7, "message", 3)? {
            0 => {
                let view = get(r, "view")?;
                let flags = r.number_below(7, "flags", 4)?;
                Self::Packet(Packet {
                    view,
                    joined: flags & 1 != 0,
                    wants_state: flags & 2 != 0,
                    turn: get_turn(r, "turn")?,
                    hashes: list(r, "hashes", MOST_HASHES as u64, |r| get(r, "hash"))?,
                    acknowledged: get_turn(r, "acknowledged")?,
                    from: get_turn(r, "from")?,
                    said: get_said(r)?,
                    gone: get_pieces(r)?,
                })
            }
            1 => Self::State(State {
                turn: get_turn(r, "turn")?,
                seats: list(r, "seats", MOST_SEATS as u64, |r| {
                    let peer = r.number_below(7, "peer", 1 << 32)? as u32;
                    let from = get_turn(r, "from")?;
                    Ok(peer.checked_sub(1).map(|peer| (PeerId(peer), from)))
                })?,
                ends: list(r, "ends", MOST_PEERS, |r| Ok((PeerId(get(r, "peer")?), get_turn(r, "end")?)))?,
                ahead: get_pieces(r)?,
                parts: get_parts(r)?,
            }),
            _ => Self::Evidence(Evidence {
                from: get_turn(r, "from")?,
                turns: list(r, "turns", MOST_TURNS, get_parts)?,
            }),
        };
        r.end()?;
        Ok(message)
    }
}
