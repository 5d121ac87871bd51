//! Who is present and who may come back.
//!
//! A guest that enters gets a resume token. When its connection is lost, its body stays for [`RegisterConfig::grace`]; whoever
//! brings the token in that time takes the body over and gets a new token. Tokens are used once. Only their hashes are kept, here
//! and in the world's log: after a crash everybody the world remembers is [`Register::remember`]ed as lost, and comes back by the same rule.
//!
//! A name is borne by one. Whoever signs in to an account comes back to the body of that account and to no other; a body is handed on
//! by its token or its account, never by its name.
//!
//! Attempts are counted by address, and wrong passwords by account as well, so that many addresses do not try more than one; an
//! address from which the account was opened before is not held up by strangers' attempts. Times are counted from any fixed moment.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use wold_space::GuestId;
use wold_world::bearer::TokenHash;

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
    /// Wrong passwords for one account from addresses that never opened it.
    pub wrong_per_account: Rate,
    /// Addresses and accounts remembered; beyond it, strangers share one allowance.
    pub addresses: usize,
}

impl Default for RegisterConfig {
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(60),
            entries: Rate { per_second: 20.0, burst: 500.0 },
            passwords: Rate { per_second: 0.2, burst: 10.0 },
            wrong_per_account: Rate { per_second: 0.02, burst: 20.0 },
            addresses: 10_000,
        }
    }
}

/// What somebody tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// To enter under a guest name or with a token.
    Entry,
    /// To enter with a password, or to make an account; to use the operator's token.
    Password,
}

/// Homes of accounts remembered.
const MOST_HOMES: usize = 4096;

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

    /// What is kept of it.
    #[must_use]
    pub fn hash(self) -> TokenHash {
        TokenHash::of(&self.0)
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
    /// Whether its body is an account's.
    pub account: bool,
}

struct Presence {
    name: Name,
    token: TokenHash,
    /// Whether the body is an account's.
    account: bool,
    /// Since when the connection is lost.
    lost: Option<Duration>,
}

/// Everybody who is present.
pub struct Register {
    config: RegisterConfig,
    present: HashMap<GuestId, Presence>,
    names: HashMap<String, GuestId>,
    tokens: HashMap<TokenHash, GuestId>,
    entries: BucketMap<IpAddr>,
    passwords: BucketMap<IpAddr>,
    wrong: BucketMap<String>,
    homes: VecDeque<(String, IpAddr)>,
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
        let wrong = BucketMap::new(config.wrong_per_account, config.addresses);
        Self {
            config,
            present: HashMap::new(),
            names: HashMap::new(),
            tokens: HashMap::new(),
            entries,
            passwords,
            wrong,
            homes: VecDeque::new(),
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

    /// Whether somebody at an address has guessed so often that even a right guess must wait.
    #[must_use]
    pub fn may_guess(&mut self, address: IpAddr, now: Duration) -> bool {
        self.passwords.has(&household(address), now)
    }

    /// Whether a password for this account may be tried from an address. Call it before the password is looked at, and
    /// [`Register::opened`] when it was right: what was taken for a wrong one is then given back by being at home.
    pub fn attempt_account(&mut self, name: &Name, address: IpAddr, now: Duration) -> Result<(), EntryError> {
        let home = (name.key().to_owned(), household(address));
        if self.homes.contains(&home) || self.wrong.take(home.0, now) {
            Ok(())
        } else {
            Err(EntryError::TooOften)
        }
    }

    /// The password of an account was right: strangers' attempts do not hold this address up from now on.
    pub fn opened(&mut self, name: &Name, address: IpAddr) {
        let home = (name.key().to_owned(), household(address));
        if !self.homes.contains(&home) {
            if self.homes.len() == MOST_HOMES {
                self.homes.pop_front();
            }
            self.homes.push_back(home);
        }
    }

    /// Lets a passing guest in under a name. Whether the name needs a password is for [`Accounts`](super::Accounts) to say.
    pub fn enter(&mut self, guest: GuestId, name: Name) -> Result<Admission, EntryError> {
        self.admit(guest, name, false)
    }

    /// Lets the owner of an account in: back to its body if that is here, else to a new entrance.
    pub fn enter_account(&mut self, guest: GuestId, name: Name) -> Result<Admission, EntryError> {
        match self.names.get(name.key()) {
            Some(here) if self.present[here].account => self.readmit(*here),
            _ => self.admit(guest, name, true),
        }
    }

    /// Makes the body of a guest who is here, and proves it by its token, that of its new account; the name stays.
    pub fn claim(&mut self, token: ResumeToken, name: &Name, now: Duration) -> Result<Admission, EntryError> {
        if !self.may_claim(token, name) {
            return Err(EntryError::NameTaken);
        }
        let admission = self.resume(token, now)?;
        self.present.get_mut(&admission.guest).expect("just let back").account = true;
        Ok(Admission { account: true, ..admission })
    }

    /// Whether a token is that of a passing guest who is here under a name.
    #[must_use]
    pub fn may_claim(&self, token: ResumeToken, name: &Name) -> bool {
        let presence = self.tokens.get(&token.hash()).map(|guest| &self.present[guest]);
        presence.is_some_and(|presence| presence.name.key() == name.key() && !presence.account)
    }

    /// Takes somebody down whom the world remembers from before the host stopped, as lost since `now`.
    pub fn remember(&mut self, guest: GuestId, name: Name, token: TokenHash, account: bool, now: Duration) {
        self.names.insert(name.key().to_owned(), guest);
        self.tokens.insert(token, guest);
        self.present.insert(guest, Presence { name, token, account, lost: Some(now) });
    }

    fn admit(&mut self, guest: GuestId, name: Name, account: bool) -> Result<Admission, EntryError> {
        if self.names.contains_key(name.key()) || self.present.contains_key(&guest) {
            return Err(EntryError::NameTaken);
        }
        let token = self.token(guest);
        self.names.insert(name.key().to_owned(), guest);
        let presence = Presence { name: name.clone(), token: token.hash(), account, lost: None };
        self.present.insert(guest, presence);
        Ok(Admission { guest, name, token, account })
    }

    /// Lets a lost guest back to its body. Each token works once.
    pub fn resume(&mut self, token: ResumeToken, now: Duration) -> Result<Admission, EntryError> {
        let guest = *self.tokens.get(&token.hash()).ok_or(EntryError::TooLate)?;
        let presence = &self.present[&guest];
        // A token of somebody still connected is as good: its old connection is dead and the host has not noticed yet.
        if presence.lost.is_some_and(|since| now.saturating_sub(since) > self.config.grace) {
            return Err(EntryError::TooLate);
        }
        self.readmit(guest)
    }

    fn readmit(&mut self, guest: GuestId) -> Result<Admission, EntryError> {
        let fresh = self.token(guest);
        let presence = self.present.get_mut(&guest).ok_or(EntryError::TooLate)?;
        self.tokens.remove(&presence.token);
        presence.token = fresh.hash();
        presence.lost = None;
        Ok(Admission { guest, name: presence.name.clone(), token: fresh, account: presence.account })
    }

    fn token(&mut self, guest: GuestId) -> ResumeToken {
        let token = ResumeToken((self.chance)());
        self.tokens.insert(token.hash(), guest);
        token
    }

    /// The world takes a guest's new connection up: whatever was noted of an older one is over. Tells whether the guest is still here.
    pub fn connected(&mut self, guest: GuestId) -> bool {
        let presence = self.present.get_mut(&guest);
        presence.map(|presence| presence.lost = None).is_some()
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
        self.name(*self.tokens.get(&token.hash())?)
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

    #[test]
    fn many_addresses_try_an_account_no_faster_than_one_and_its_owner_still_gets_in() {
        let mut register = register();
        let (ada, home) = (name("Ada"), IpAddr::from([192, 0, 2, 1]));
        register.attempt_account(&ada, home, SECOND).expect("the first of all");
        register.opened(&ada, home);
        let strangers = (0..300_u16).map(|n| IpAddr::from([10, 1, (n >> 8) as u8, n as u8]));
        let granted =
            strangers.filter(|&from| register.attempt_account(&ada, from, 9 * SECOND).is_ok()).count();
        assert!(granted <= 20, "{granted} of 300 in some seconds");
        assert_eq!(register.attempt_account(&ada, home, 10 * SECOND), Ok(()), "at home nobody is held up");
        assert_eq!(register.attempt_account(&name("Bo"), [10, 1, 0, 1].into(), 10 * SECOND), Ok(()));
    }

    #[test]
    fn a_loss_of_the_old_connection_that_is_noticed_late_does_not_end_the_new_one() {
        let mut register = register();
        let ada = register.enter(GuestId(1), name("Ada")).unwrap();
        register.resume(ada.token, SECOND).unwrap();
        // A stalled world reads the end of the old connection only now, and then takes the new one up.
        register.lose(GuestId(1), 2 * SECOND);
        assert!(register.connected(GuestId(1)));
        assert_eq!(register.expire(1000 * SECOND), []);
        register.leave(GuestId(1));
        assert!(!register.connected(GuestId(1)), "who said goodbye is gone all the same");
    }

    #[test]
    fn only_an_accounts_own_body_is_handed_to_its_owner() {
        let mut register = register();
        let guest = register.enter(GuestId(1), name("Ada")).unwrap();
        assert_eq!(register.enter_account(GuestId(2), name("ada")), Err(EntryError::NameTaken));
        assert_eq!(
            register.claim(ResumeToken::from_bytes([99; 16]), &name("Ada"), SECOND),
            Err(EntryError::NameTaken)
        );
        let claimed = register.claim(guest.token, &name("Ada"), SECOND).unwrap();
        assert_eq!((claimed.guest, claimed.account), (GuestId(1), true));
        assert_eq!(
            register.claim(claimed.token, &name("Ada"), SECOND),
            Err(EntryError::NameTaken),
            "once is enough"
        );
        assert_eq!(register.enter_account(GuestId(3), name("ADA")).unwrap().guest, GuestId(1));
    }

    #[test]
    fn whom_the_world_remembers_comes_back_by_token_alone() {
        let mut register = register();
        let token = ResumeToken::from_bytes([5; 16]);
        register.remember(GuestId(7), name("Ada"), token.hash(), false, SECOND);
        assert_eq!(register.enter(GuestId(8), name("Ada")), Err(EntryError::NameTaken));
        assert_eq!(register.resume(token, 2 * SECOND).unwrap().guest, GuestId(7));
        register.remember(GuestId(9), name("Bo"), ResumeToken::from_bytes([6; 16]).hash(), false, SECOND);
        assert_eq!(register.expire(100 * SECOND), [GuestId(9)], "and not for ever");
    }
}
