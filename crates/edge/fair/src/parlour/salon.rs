//! Who is in the parlour, at which table, and what is handed on between them; without socket or clock.
//!
//! Contract: whatever a guest says gives letters to guests. Every change of a table's company is announced to all at it as a new *view*, numbered, with everybody who is
//! there and their seats; peers get rising numbers at a table that are never given twice. Who wants to play gets a free seat by lot, or waits for one; who leaves frees its
//! seat for whoever waits longest. A table ends when nobody plays there, or nobody who knows the game's state is left. What cannot be is answered with one clear error.

use super::Offered;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use wold_chance::{Seed, Stream};
use wold_host::bucket::{Rate, TokenBucket};

/// What the parlour bears.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Guests at a time. Default 300.
    pub guests: usize,
    /// Tables at a time. Default 64.
    pub tables: usize,
    /// Guests at one table. Default 16.
    pub company: usize,
    /// Characters of a name. Default 20.
    pub name: usize,
    /// Messages of a guest; two kilobytes cost as much as a message. Default 300 a second: a page that reaches eleven others only through the host sends 220.
    pub rate: Rate,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            guests: 300,
            tables: 64,
            company: 16,
            name: 20,
            rate: Rate { per_second: 300.0, burst: 900.0 },
        }
    }
}

/// Bytes that cost as much as a message.
const PAGEFUL: f64 = 2048.0;

/// Somebody with the page open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuestId(pub u64);

/// What somebody is told.
pub type Letter = (GuestId, Value);

/// Why something cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Too many guests.
    #[error("the parlour is full; try again later")]
    Full,
    /// Too many tables.
    #[error("every table is taken; join one, or try again later")]
    NoTable,
    /// Too many at one table.
    #[error("there is no room left at this table")]
    NoRoom,
    /// There is no such table.
    #[error("there is no table {0:?}; it may have ended")]
    UnknownTable(String),
    /// There is no such game.
    #[error("there is no game {0:?} here")]
    UnknownGame(String),
    /// The game is not for so many.
    #[error("{game} is not played by {seats}")]
    WrongSeats {
        /// The game.
        game: &'static str,
        /// How many seats were asked for.
        seats: usize,
    },
    /// No name.
    #[error("a name has 1 to {0} characters, and not only blanks")]
    Name(usize),
    /// Something for tables, said elsewhere.
    #[error("you are at no table")]
    NotAtTable,
    /// Something to be said before sitting down.
    #[error("you are at a table; leave it first")]
    AtTable,
    /// Words for somebody who is not there.
    #[error("peer {0} is not at your table")]
    UnknownPeer(u32),
    /// Too much said.
    #[error("too many messages; slow down")]
    TooMuch,
    /// No message.
    #[error("not understood: {0}")]
    NotUnderstood(String),
}

/// What a page says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Wish {
    /// A new table, and the first seat at it.
    Open { game: String, seats: usize, name: String },
    /// To a table, to play or to watch.
    Join { table: String, name: String, watch: bool },
    /// Away from the table.
    Leave,
    /// The game's state is known here.
    Ready,
    /// How another page may be reached, in the browser's words.
    Signal { to: u32, data: String },
    /// A message of the game for a page that cannot be reached otherwise.
    Relay { to: u32, data: String },
    /// Asks for an answer, to measure the way.
    Ping { at: f64 },
}

struct Guest {
    bucket: TokenBucket,
    /// The table and the number there.
    at: Option<(String, u32)>,
}

struct Member {
    guest: GuestId,
    name: String,
    seat: Option<usize>,
    /// Whether it plays as soon as there is a seat.
    plays: bool,
    /// Whether it knows the game's state.
    ready: bool,
}

struct Table {
    game: Offered,
    seats: usize,
    seed: u32,
    view: u32,
    next: u32,
    company: BTreeMap<u32, Member>,
    lots: Stream,
}

impl Table {
    fn company(&self) -> Vec<Value> {
        let told = |(peer, member): (&u32, &Member)| json!({ "peer": peer, "name": member.name, "seat": member.seat });
        self.company.iter().map(told).collect()
    }

    /// Gives free seats to those who wait, longest first.
    fn seat(&mut self) {
        let taken = |company: &BTreeMap<u32, Member>, seat| company.values().any(|m| m.seat == Some(seat));
        let waiting: Vec<u32> =
            self.company.iter().filter(|(_, m)| m.plays && m.seat.is_none()).map(|(peer, _)| *peer).collect();
        for peer in waiting {
            let free: Vec<usize> = (0..self.seats).filter(|seat| !taken(&self.company, *seat)).collect();
            // The first at a table has the first seat.
            let seat = if peer == 0 { free.first() } else { self.lots.pick(&free) };
            if let Some(member) = self.company.get_mut(&peer) {
                member.seat = seat.copied();
            }
        }
    }

    /// What all at the table hear after a change.
    fn announce(&mut self) -> Vec<Letter> {
        self.view += 1;
        let letter = json!({ "type": "company", "view": self.view, "guests": self.company() });
        self.company.values().map(|member| (member.guest, letter.clone())).collect()
    }

    /// Whether the game can go on.
    fn lives(&self) -> bool {
        let mut company = self.company.values();
        company.any(|member| member.ready && member.seat.is_some())
    }
}

/// All guests and tables.
pub struct Salon {
    games: Vec<Offered>,
    limits: Limits,
    lots: Stream,
    next: u64,
    guests: BTreeMap<GuestId, Guest>,
    tables: BTreeMap<String, Table>,
}

impl Salon {
    /// An empty one. The seed draws tables' names and seeds.
    #[must_use]
    pub fn new(games: Vec<Offered>, limits: Limits, seed: Seed) -> Self {
        let lots = Stream::named(seed, "parlour", &[]);
        Self { games, limits, lots, next: 0, guests: BTreeMap::new(), tables: BTreeMap::new() }
    }

    /// Somebody opens the page.
    pub fn arrive(&mut self, now: Duration) -> Result<(GuestId, Vec<Letter>), Refused> {
        if self.guests.len() >= self.limits.guests {
            return Err(Refused::Full);
        }
        let id = GuestId(self.next);
        self.next += 1;
        let bucket = TokenBucket::full(self.limits.rate, now);
        self.guests.insert(id, Guest { bucket, at: None });
        Ok((id, vec![(id, self.hall())]))
    }

    /// Somebody closes it.
    pub fn depart(&mut self, id: GuestId) -> Vec<Letter> {
        let letters = self.leave(id).unwrap_or_default();
        self.guests.remove(&id);
        letters.into_iter().filter(|(to, _)| *to != id).collect()
    }

    /// Somebody says something.
    pub fn hear(&mut self, id: GuestId, text: &str, now: Duration) -> Vec<Letter> {
        let Some(guest) = self.guests.get_mut(&id) else { return Vec::new() };
        let done = if guest.bucket.take(self.limits.rate, now) {
            guest.bucket.spend(text.len() as f64 / PAGEFUL);
            match serde_json::from_str(text) {
                Ok(wish) => self.grant(id, wish),
                Err(error) => Err(Refused::NotUnderstood(error.to_string())),
            }
        } else {
            Err(Refused::TooMuch)
        };
        done.unwrap_or_else(|refused| vec![(id, json!({ "type": "error", "message": refused.to_string() }))])
    }

    fn grant(&mut self, id: GuestId, wish: Wish) -> Result<Vec<Letter>, Refused> {
        match wish {
            Wish::Open { game, seats, name } => self.open(id, &game, seats, &name),
            Wish::Join { table, name, watch } => self.join(id, &table.to_uppercase(), &name, !watch),
            Wish::Leave => {
                let mut letters = self.leave(id)?;
                letters.push((id, self.hall()));
                Ok(letters)
            }
            Wish::Ready => {
                let (table, peer) = self.place(id)?;
                if let Some(member) = table.company.get_mut(&peer) {
                    member.ready = true;
                }
                Ok(Vec::new())
            }
            Wish::Signal { to, data } => self.hand_on(id, "signal", to, &data),
            Wish::Relay { to, data } => self.hand_on(id, "relay", to, &data),
            Wish::Ping { at } => Ok(vec![(id, json!({ "type": "pong", "at": at }))]),
        }
    }

    fn open(&mut self, id: GuestId, game: &str, seats: usize, name: &str) -> Result<Vec<Letter>, Refused> {
        let name = self.name(id, name)?;
        let offered = self.games.iter().find(|offered| offered.name == game).copied();
        let game = offered.ok_or_else(|| Refused::UnknownGame(game.chars().take(40).collect()))?;
        if !game.seats.contains(&seats) {
            return Err(Refused::WrongSeats { game: game.name, seats });
        }
        if self.tables.len() >= self.limits.tables {
            return Err(Refused::NoTable);
        }
        let code = self.code();
        let seed = self.lots.next_u32() >> 1;
        let lots = self.lots.split(seed.into());
        let mut table = Table { game, seats, seed, view: 0, next: 1, company: BTreeMap::new(), lots };
        table.company.insert(0, Member { guest: id, name, seat: None, plays: true, ready: true });
        table.seat();
        self.tables.insert(code.clone(), table);
        Ok(self.sit(id, code, 0))
    }

    fn join(&mut self, id: GuestId, code: &str, name: &str, plays: bool) -> Result<Vec<Letter>, Refused> {
        let name = self.name(id, name)?;
        let most = self.limits.company;
        let unknown = || Refused::UnknownTable(code.chars().take(8).collect());
        let table = self.tables.get_mut(code).ok_or_else(unknown)?;
        if table.company.len() >= most {
            return Err(Refused::NoRoom);
        }
        let peer = table.next;
        table.next += 1;
        table.company.insert(peer, Member { guest: id, name, seat: None, plays, ready: false });
        table.seat();
        let others = table.announce().into_iter().filter(|(to, _)| *to != id).collect::<Vec<_>>();
        Ok(others.into_iter().chain(self.sit(id, code.to_owned(), peer)).collect())
    }

    /// What somebody hears who has just come to a table.
    fn sit(&mut self, id: GuestId, code: String, peer: u32) -> Vec<Letter> {
        let Some(table) = self.tables.get(&code) else { return Vec::new() };
        let welcome = json!({
            "type": "table", "table": code, "game": table.game.name, "seats": table.seats, "seed": table.seed,
            "you": peer, "view": table.view, "guests": table.company(),
        });
        if let Some(guest) = self.guests.get_mut(&id) {
            guest.at = Some((code, peer));
        }
        std::iter::once((id, welcome)).chain(self.to_the_hall()).collect()
    }

    fn leave(&mut self, id: GuestId) -> Result<Vec<Letter>, Refused> {
        let at = self.guests.get_mut(&id).and_then(|guest| guest.at.take());
        let (code, peer) = at.ok_or(Refused::NotAtTable)?;
        let Some(table) = self.tables.get_mut(&code) else { return Ok(Vec::new()) };
        table.company.remove(&peer);
        let mut letters;
        if table.lives() {
            table.seat();
            letters = table.announce();
        } else {
            let reason = "everybody who played here has left";
            let closed = json!({ "type": "closed", "reason": reason });
            let rest: Vec<GuestId> = table.company.values().map(|member| member.guest).collect();
            self.tables.remove(&code);
            letters = rest.iter().map(|guest| (*guest, closed.clone())).collect();
            for guest in rest {
                if let Some(guest) = self.guests.get_mut(&guest) {
                    guest.at = None;
                }
            }
        }
        letters.extend(self.to_the_hall());
        Ok(letters)
    }

    fn hand_on(&mut self, id: GuestId, kind: &str, to: u32, data: &str) -> Result<Vec<Letter>, Refused> {
        let (table, from) = self.place(id)?;
        let receiver = table.company.get(&to).ok_or(Refused::UnknownPeer(to))?;
        Ok(vec![(receiver.guest, json!({ "type": kind, "from": from, "data": data }))])
    }

    fn place(&mut self, id: GuestId) -> Result<(&mut Table, u32), Refused> {
        let (code, peer) = self.guests.get(&id).and_then(|g| g.at.as_ref()).ok_or(Refused::NotAtTable)?;
        Ok((self.tables.get_mut(code).ok_or(Refused::NotAtTable)?, *peer))
    }

    /// A name as it is shown, of somebody who sits nowhere yet.
    fn name(&self, id: GuestId, name: &str) -> Result<String, Refused> {
        if self.guests.get(&id).is_none_or(|guest| guest.at.is_some()) {
            return Err(Refused::AtTable);
        }
        let words: Vec<&str> = name.split_whitespace().collect();
        let name: String = words.join(" ").chars().filter(|c| !is_hidden(*c)).collect();
        if name.is_empty() || name.chars().count() > self.limits.name {
            return Err(Refused::Name(self.limits.name));
        }
        Ok(name)
    }

    /// Four consonants that no table has: easy to say, and no word.
    fn code(&mut self) -> String {
        const LETTERS: &[char] = &['B', 'D', 'F', 'G', 'H', 'K', 'L', 'M', 'N', 'P', 'R', 'S', 'T', 'W'];
        loop {
            let code: String = (0..4).filter_map(|_| self.lots.pick(LETTERS)).collect();
            if !self.tables.contains_key(&code) {
                return code;
            }
        }
    }

    fn hall(&self) -> Value {
        let game = |game: &Offered| json!({ "name": game.name, "about": game.about, "seats": game.seats });
        let table = |(code, table): (&String, &Table)| {
            let seated = table.company.values().filter(|member| member.seat.is_some());
            let names: Vec<&str> = seated.map(|member| member.name.as_str()).collect();
            let watchers = table.company.len() - names.len();
            json!({ "table": code, "game": table.game.name, "seats": table.seats, "players": names, "watchers": watchers })
        };
        json!({
            "type": "hall",
            "games": self.games.iter().map(game).collect::<Vec<_>>(),
            "tables": self.tables.iter().map(table).collect::<Vec<_>>(),
        })
    }

    /// Those who are at no table see what there is.
    fn to_the_hall(&self) -> Vec<Letter> {
        let hall = self.hall();
        let idle = self.guests.iter().filter(|(_, guest)| guest.at.is_none());
        idle.map(|(id, _)| (*id, hall.clone())).collect()
    }
}

/// Characters that show nothing, or turn the line around them.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
#[path = "salon_tests.rs"]
mod tests;
