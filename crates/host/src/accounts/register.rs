//! Who is present and who may come back.
//!
//! A guest that enters gets a resume token. When its connection is lost, its body stays for [`RegisterConfig::grace`]; whoever
//! brings the token
//! in that time takes the body over and gets a new token. Tokens are used once. Times are counted from any fixed moment.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use wold_space::GuestId;

use super::name::Name;
use crate::bucket::{BucketMap, Rate};
use crate::transport::seats::household;

/// How the register works.
#[derive(Clone, Debug)]
pub struct RegisterConfig {
    /// How long a lost guest may come back.
    pub grace: Duration,
    /// Attempts to enter from one address; generous, since a classroom or a crowd of bots may share one.
    pub entries: Rate,
    /// Passwords tried from one address; a dictionary does not get far.
    pub passwords: Rate,
    /// Addresses remembered; beyond it, strangers share one allowance.
    pub addresses: usize,
}

impl Default for RegisterConfig {
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(60),
            entries: Rate { per_second: 20.0, burst: 500.0 },
            passwords: Rate { per_second: 0.2, burst: 10.0 },
            addresses: 10_000,
        }
    }
}

/// What somebody tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// To enter under a guest name or with a token.
    Entry,
    /// To enter with a password, or to make an account.
    Password,
}

/// Why somebody does not get in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// Too many attempts from the address.
    #[error("too many attempts; wait a little")]
    TooOften,
    /// Somebody of that name is here, or may come back in a moment.
    #[error("somebody of that name is here already")]
    NameTaken,
    /// The token is unknown, used or too old.
    #[error("it is too late to come back; enter anew")]
    TooLate,
}

/// The right to come back: 128 bits from the system's source of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResumeToken([u8; 16]);

impl ResumeToken {
    /// A token as it came over the wire.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// A token as pages write it: 32 hexadecimal digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 16];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// The token as it goes over the wire.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        self.0
    }
}

impl fmt::Debug for ResumeToken {
    /// Logs do not let people in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResumeToken(…)")
    }
}

/// Somebody who is let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// Who it is.
    pub guest: GuestId,
    /// What it is called.
    pub name: Name,
    /// With this it may come back once.
    pub token: ResumeToken,
}

struct Presence {
    name: Name,
    token: ResumeToken,
    /// Since when the connection is lost.
    lost: Option<Duration>,
}

/// Everybody who is present.
pub struct Register {
    config: RegisterConfig,
    present: HashMap<GuestId, Presence>,
    names: HashMap<String, GuestId>,
    tokens: HashMap<ResumeToken, GuestId>,
    entries: BucketMap<IpAddr>,
    passwords: BucketMap<IpAddr>,
    chance: Box<dyn FnMut() -> [u8; 16] + Send>,
}

impl Register {
    /// An empty register with the system's source of chance.
    #[must_use]
    pub fn new(config: RegisterConfig) -> Self {
        Self::with_chance(config, || {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).expect("a host does not run on a system without a source of chance");
            bytes
        })
    }

    /// An empty register whose tokens come from `chance`.
    #[must_use]
    pub fn with_chance(config: RegisterConfig, chance: impl FnMut() -> [u8; 16] + Send + 'static) -> Self {
        let entries = BucketMap::new(config.entries, config.addresses);
        let passwords = BucketMap::new(config.passwords, config.addresses);
        Self {
            config,
            present: HashMap::new(),
            names: HashMap::new(),
            tokens: HashMap::new(),
            entries,
            passwords,
            chance: Box::new(chance),
        }
    }

    /// Counts an attempt, before a password is looked at.
    pub fn attempt(&mut self, what: Attempt, address: IpAddr, now: Duration) -> Result<(), EntryError> {
        let buckets = match what {
            Attempt::Entry => &mut self.entries,
            Attempt::Password => &mut self.passwords,
        };
        if buckets.take(household(address), now) { Ok(()) } else { Err(EntryError::TooOften) }
    }

    /// Lets somebody in under a name. Whether the name needs a password is for [`Accounts`](super::Accounts) to say.
    pub fn enter(&mut self, guest: GuestId, name: Name) -> Result<Admission, EntryError> {
        if self.names.contains_key(name.key()) || self.present.contains_key(&guest) {
            return Err(EntryError::NameTaken);
        }
        let token = self.token(guest);
        self.names.insert(name.key().to_owned(), guest);
        self.present.insert(guest, Presence { name: name.clone(), token, lost: None });
        Ok(Admission { guest, name, token })
    }

    /// Lets a lost guest back to its body. Each token works once.
    pub fn resume(&mut self, token: ResumeToken, now: Duration) -> Result<Admission, EntryError> {
        let guest = *self.tokens.get(&token).ok_or(EntryError::TooLate)?;
        let presence = &self.present[&guest];
        // A token of somebody still connected is as good: its old connection is dead and the host has not noticed yet.
        if presence.lost.is_some_and(|since| now.saturating_sub(since) > self.config.grace) {
            return Err(EntryError::TooLate);
        }
        self.readmit(guest)
    }

    /// Lets the bearer of a password back to a body it left, or took over from its own lost connection.
    pub fn return_as(&mut self, name: &Name) -> Result<Admission, EntryError> {
        let guest = *self.names.get(name.key()).ok_or(EntryError::TooLate)?;
        self.readmit(guest)
    }

    fn readmit(&mut self, guest: GuestId) -> Result<Admission, EntryError> {
        let fresh = self.token(guest);
        let presence = self.present.get_mut(&guest).ok_or(EntryError::TooLate)?;
        self.tokens.remove(&presence.token);
        presence.token = fresh;
        presence.lost = None;
        Ok(Admission { guest, name: presence.name.clone(), token: fresh })
    }

    fn token(&mut self, guest: GuestId) -> ResumeToken {
        let token = ResumeToken((self.chance)());
        self.tokens.insert(token, guest);
        token
    }

    /// The connection of a guest is lost: its time runs.
    pub fn lose(&mut self, guest: GuestId, now: Duration) {
        if let Some(presence) = self.present.get_mut(&guest) {
            presence.lost.get_or_insert(now);
        }
    }

    /// A guest leaves for good; its name is free.
    pub fn leave(&mut self, guest: GuestId) {
        if let Some(presence) = self.present.remove(&guest) {
            self.names.remove(presence.name.key());
            self.tokens.remove(&presence.token);
        }
    }

    /// Forgets the guests whose time is over and names them, lowest id first, so that their bodies can go.
    pub fn expire(&mut self, now: Duration) -> Vec<GuestId> {
        let grace = self.config.grace;
        let over = |presence: &Presence| presence.lost.is_some_and(|since| now.saturating_sub(since) > grace);
        let mut gone: Vec<GuestId> =
            self.present.iter().filter(|(_, presence)| over(presence)).map(|(&guest, _)| guest).collect();
        gone.sort_unstable();
        for &guest in &gone {
            self.leave(guest);
        }
        gone
    }

    /// The name of somebody present.
    #[must_use]
    pub fn name(&self, guest: GuestId) -> Option<&Name> {
        self.present.get(&guest).map(|presence| &presence.name)
    }

    /// The name of whoever holds a token.
    #[must_use]
    pub fn bearer(&self, token: ResumeToken) -> Option<&Name> {
        self.name(*self.tokens.get(&token)?)
    }

    /// The guest of that name, if present.
    #[must_use]
    pub fn guest(&self, name: &Name) -> Option<GuestId> {
        self.names.get(name.key()).copied()
    }

    /// Whether somebody of that name is present or may come back.
    #[must_use]
    pub fn is_taken(&self, name: &Name) -> bool {
        self.names.contains_key(name.key())
    }

    /// Everybody present, the lost ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.present.len()
    }

    /// Whether nobody is present.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.present.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_bearer_until_it_is_used() {
        let mut register = register();
        let name: Name = "Ada".parse().expect("a name");
        let admission = register.enter(GuestId(1), name.clone()).expect("free");
        let hex: String = admission.token.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        let token = ResumeToken::from_hex(&hex).expect("32 digits");
        assert_eq!(register.bearer(token), Some(&name));
        assert_eq!(register.guest(&name), Some(GuestId(1)));
        register.resume(token, Duration::ZERO).expect("in time");
        assert_eq!(register.bearer(token), None);
        for bad in ["", "zz", &"0".repeat(31), &"é".repeat(16)] {
            assert_eq!(ResumeToken::from_hex(bad), None);
        }
    }

    const SECOND: Duration = Duration::from_secs(1);

    fn register() -> Register {
        let mut serial = 0u8;
        Register::with_chance(RegisterConfig::default(), move || {
            serial += 1;
            [serial; 16]
        })
    }

    fn name(text: &str) -> Name {
        text.parse().unwrap()
    }

    #[test]
    fn a_name_is_borne_by_one() {
        let mut register = register();
        let ada = register.enter(GuestId(1), name("Ada")).unwrap();
        assert_eq!(ada.name.as_str(), "Ada");
        assert_eq!(register.enter(GuestId(2), name("ADA")), Err(EntryError::NameTaken));
        register.leave(GuestId(1));
        register.enter(GuestId(2), name("ada")).unwrap();
        assert_eq!(register.resume(ada.token, SECOND), Err(EntryError::TooLate), "who left does not resume");
    }

    #[test]
    fn a_lost_guest_comes_back_within_a_minute_and_only_once_per_token() {
        let mut register = register();
        let first = register.enter(GuestId(1), name("Ada")).unwrap();
        register.lose(GuestId(1), 10 * SECOND);
        register.lose(GuestId(1), 60 * SECOND);
        assert_eq!(register.expire(70 * SECOND), [], "the minute counts from the first loss and is not over");
        assert_eq!(
            register.enter(GuestId(2), name("ada")),
            Err(EntryError::NameTaken),
            "its body still stands"
        );
        let second = register.resume(first.token, 70 * SECOND).unwrap();
        assert_eq!((second.guest, second.name.as_str()), (GuestId(1), "Ada"));
        assert_ne!(second.token, first.token);
        assert_eq!(register.resume(first.token, 70 * SECOND), Err(EntryError::TooLate));
        assert_eq!(register.expire(1000 * SECOND), [], "who is connected does not expire");
    }

    #[test]
    fn after_the_minute_the_body_goes_and_the_name_is_free() {
        let mut register = register();
        let tokens: Vec<_> = [3, 1, 2]
            .map(|id| register.enter(GuestId(id), name(&format!("Guest {id}"))).unwrap().token)
            .into();
        for id in [1, 2, 3] {
            register.lose(GuestId(id), SECOND * u32::try_from(id).unwrap());
        }
        assert_eq!(register.resume(tokens[1], 62 * SECOND), Err(EntryError::TooLate));
        assert_eq!(register.expire(63 * SECOND), [GuestId(1), GuestId(2)]);
        assert_eq!((register.len(), register.is_taken(&name("Guest 1"))), (1, false));
        register.enter(GuestId(9), name("guest 2")).unwrap();
    }

    #[test]
    fn a_token_works_before_the_host_has_noticed_the_loss() {
        let mut register = register();
        let ada = register.enter(GuestId(1), name("Ada")).unwrap();
        assert_eq!(register.resume(ada.token, SECOND).unwrap().guest, GuestId(1));
    }

    #[test]
    fn an_address_that_tries_too_often_waits_and_others_do_not() {
        let mut register = register();
        let [busy, calm]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        let mut attempt = |what, address, seconds: u32| register.attempt(what, address, SECOND * seconds);
        let granted = (0..100).filter(|_| attempt(Attempt::Password, busy, 1).is_ok()).count();
        assert_eq!(granted, 10);
        assert_eq!(attempt(Attempt::Password, calm, 1), Ok(()));
        assert_eq!(attempt(Attempt::Entry, busy, 1), Ok(()), "entering without a password is counted apart");
        assert_eq!(attempt(Attempt::Password, busy, 6), Ok(()), "one more after five seconds");
        assert_eq!(attempt(Attempt::Password, busy, 6), Err(EntryError::TooOften));
    }

    #[test]
    fn tokens_of_the_system_differ_and_are_not_shown() {
        let mut register = Register::new(RegisterConfig::default());
        let a = register.enter(GuestId(1), name("Ada")).unwrap().token;
        let b = register.enter(GuestId(2), name("Bo")).unwrap().token;
        assert_ne!(a, b);
        assert_eq!(format!("{a:?}"), "ResumeToken(…)");
        assert_eq!(ResumeToken::from_bytes(a.to_bytes()), a);
    }
}
