//! Letting guests in: one task per connection decodes, authenticates and passes on.

use super::LocalGuest;
use super::ticker::{Event, LOCAL, Line};
use crate::accounts::{
    AccountError, Accounts, Admission, Attempt, EntryError, Name, Register, ResumeToken, Role, Secret,
};
use crate::transport::{Connection, Serving};
use crossbeam_channel::{Sender, TrySendError, bounded};
use metrics::counter;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use wold_inspect::Gallery;
use wold_inspect::figures::Figures;
use wold_lore::kin::Residents;
use wold_space::GuestId;
use wold_steward::clockwork::{self, LineId};
use wold_steward::{Arrival, Looker, Reach};
use wold_wire::message::{TurnedAway, protocol_hash};
use wold_wire::{Frame, FromGuest, FromHost, Hello, Login, Malformed, Up};

/// Messages a guest in this process may be behind.
const LOCAL_BACKLOG: usize = 512;

/// What everybody at the door shares.
pub(super) struct Desk {
    pub(super) events: Sender<Event>,
    pub(super) register: Mutex<Register>,
    pub(super) accounts: Accounts,
    pub(super) seed: u64,
    pub(super) next_guest: AtomicU64,
    pub(super) birth: Instant,
    pub(super) operator: Secret,
    pub(super) inhabitants: Secret,
    pub(super) figures: Arc<Figures>,
    /// What inhabitants of this process show of themselves.
    pub(super) gallery: Gallery,
    /// Who lives in the world, as its register had it a moment ago.
    pub(super) residents: Mutex<Residents>,
    pub(super) handshake: Duration,
    /// Whether anybody may look on.
    pub(super) watching: bool,
    /// Seeds of worlds an operator wants instead of this one.
    pub(super) new_worlds: tokio::sync::mpsc::Sender<u64>,
}

/// Why somebody is not let in: the reason and its words.
type Away = (TurnedAway, String);

impl Desk {
    pub(super) fn register(&self) -> MutexGuard<'_, Register> {
        self.register.lock().expect("no holder of the register panics")
    }

    /// Time since the host started.
    pub(super) fn age(&self) -> Duration {
        self.birth.elapsed()
    }

    fn new_guest(&self) -> GuestId {
        GuestId(self.next_guest.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn admit_local(&self, name: &str, view: u8) -> Result<LocalGuest, String> {
        let name: Name = name.parse().map_err(|error| format!("{error}"))?;
        let admission = self.register().enter(self.new_guest(), name).map_err(|error| error.to_string())?;
        let (up, from_guest) = bounded(LOCAL_BACKLOG);
        let (to_guest, down) = bounded(LOCAL_BACKLOG);
        let guest = admission.guest;
        let arrival = Arrival { human: false, reach: Reach::Local, ..arrival(&admission, view) };
        let line = Line::Local { up: from_guest, down: to_guest };
        let event = Event::Admit { arrival: Box::new(arrival), line, id: LOCAL };
        self.events.send(event).map_err(|_| "the host has stopped".to_string())?;
        Ok(LocalGuest { guest, up, down })
    }

    /// Decides about a hello.
    async fn admit(&self, hello: Hello, address: IpAddr) -> Result<Entrant, Away> {
        if let Some(seed) = hello.seed.filter(|seed| *seed != self.seed) {
            let text = format!("this world's seed is {}, you expect {seed}", self.seed);
            return Err((TurnedAway::Seed, text));
        }
        self.register().attempt(Attempt::Entry, address, self.age()).map_err(entry_refused)?;
        match hello.login {
            Login::Watch { whom } if self.watching => {
                Ok(Entrant::Looker(Looker { guest: self.new_guest(), view: hello.view, whom }))
            }
            Login::Watch { .. } => {
                Err((TurnedAway::Unwatched, "nobody may look on here; come in by a name".into()))
            }
            login => Ok(Entrant::Guest(self.embody(login, hello.view, address).await?)),
        }
    }

    /// Decides about somebody who wants a body.
    async fn embody(&self, login: Login, view: u8, address: IpAddr) -> Result<Arrival, Away> {
        let now = self.age();
        match login {
            Login::Watch { .. } => unreachable!("who looks on is let in without a body"),
            Login::Guest { name } => self.enter_unknown(&name, view).await,
            Login::Inhabitant { name, pass } => {
                if !self.inhabitants.matches(&pass) {
                    self.register().attempt(Attempt::Password, address, now).map_err(entry_refused)?;
                    let text = "inhabitants from outside need this host's pass; ask its operator, or come as a guest";
                    return Err((TurnedAway::BadPassword, text.into()));
                }
                Ok(Arrival { human: false, ..self.enter_unknown(&name, view).await? })
            }
            Login::Resume { token } => {
                let admission =
                    self.register().resume(ResumeToken::from_bytes(token), now).map_err(entry_refused)?;
                Ok(arrival(&admission, view))
            }
            Login::Register { name, password, guest } => {
                self.register().attempt(Attempt::Password, address, now).map_err(entry_refused)?;
                self.sign_up(&name, password, guest.map(ResumeToken::from_bytes), address, view).await
            }
            Login::Account { name, password } => {
                self.register().attempt(Attempt::Password, address, now).map_err(entry_refused)?;
                let name = parse_name(&name)?;
                self.register().attempt_account(&name, address, now).map_err(entry_refused)?;
                let (name, role) = self.accounts.sign_in(name, password).await.map_err(account_refused)?;
                self.register().opened(&name, address);
                self.enter_account(name, role, view)
            }
        }
    }

    async fn enter_unknown(&self, name: &str, view: u8) -> Result<Arrival, Away> {
        let name = parse_name(name)?;
        if self.accounts.exists(&name).await.map_err(account_refused)? {
            return Err((
                TurnedAway::NameTaken,
                "that name belongs to an account; sign in or take another".into(),
            ));
        }
        let admission = self.register().enter(self.new_guest(), name).map_err(entry_refused)?;
        Ok(arrival(&admission, view))
    }

    /// Makes an account under a name that is free, or that the same guest bears, and lets its owner in.
    async fn sign_up(
        &self,
        name: &str,
        password: String,
        guest: Option<ResumeToken>,
        address: IpAddr,
        view: u8,
    ) -> Result<Arrival, Away> {
        let name = parse_name(name)?;
        let claim = guest.filter(|token| self.register().may_claim(*token, &name));
        if claim.is_none() && self.register().is_taken(&name) {
            return Err(entry_refused(EntryError::NameTaken));
        }
        // Whoever knows the operator's token and uses it as a password gets the role with the account.
        let role = if self.operator.matches(&password) { Role::Operator } else { Role::Member };
        self.accounts.sign_up(name.clone(), password, role).await.map_err(account_refused)?;
        self.register().opened(&name, address);
        if let Some(token) = claim
            && let Ok(admission) = self.register().claim(token, &name, self.age())
        {
            return Ok(Arrival { operator: role == Role::Operator, ..arrival(&admission, view) });
        }
        self.enter_account(name, role, view)
    }

    fn enter_account(&self, name: Name, role: Role, view: u8) -> Result<Arrival, Away> {
        let admission = self.register().enter_account(self.new_guest(), name).map_err(entry_refused)?;
        Ok(Arrival { operator: role == Role::Operator, ..arrival(&admission, view) })
    }
}

/// Whoever comes in by a hello.
enum Entrant {
    Guest(Arrival),
    Looker(Looker),
}

impl Entrant {
    fn guest(&self) -> GuestId {
        match self {
            Self::Guest(arrival) => arrival.guest,
            Self::Looker(looker) => looker.guest,
        }
    }
}

/// A human's arrival over a network, without any office.
fn arrival(admission: &Admission, view: u8) -> Arrival {
    Arrival {
        guest: admission.guest,
        name: admission.name.as_str().to_string(),
        human: true,
        operator: false,
        token: admission.token.to_bytes(),
        view,
        account: admission.account.then(|| admission.name.key().to_owned()),
        reach: Reach::Wire,
    }
}

fn parse_name(name: &str) -> Result<Name, Away> {
    name.parse().map_err(|error: crate::accounts::NameError| (TurnedAway::BadName, error.to_string()))
}

fn entry_refused(error: EntryError) -> Away {
    let reason = match error {
        EntryError::NameTaken => TurnedAway::NameTaken,
        EntryError::TooOften => TurnedAway::TooOften,
        EntryError::TooLate => TurnedAway::BadToken,
    };
    (reason, error.to_string())
}

#[allow(clippy::needless_pass_by_value)] // for map_err
fn account_refused(error: AccountError) -> Away {
    let reason = match error {
        AccountError::Exists(_) => TurnedAway::NameTaken,
        _ => TurnedAway::BadPassword,
    };
    (reason, error.to_string())
}

/// Greets every connection until told to stop; gives the open doors back for closing.
pub(super) async fn receive(
    mut serving: Serving,
    desk: Arc<Desk>,
    mut stop: tokio::sync::watch::Receiver<bool>,
) -> Serving {
    loop {
        tokio::select! {
            connection = serving.connections.recv() => match connection {
                Some(connection) => drop(tokio::spawn(attend(connection, desk.clone()))),
                None => return serving,
            },
            _ = stop.wait_for(|stop| *stop) => return serving,
        }
    }
}

/// One guest's connection from hello to goodbye.
async fn attend(mut connection: Connection, desk: Arc<Desk>) {
    let outbox = connection.outbox.clone();
    let entrant = match first_words(&mut connection, &desk).await {
        Ok(entrant) => entrant,
        Err((reason, text)) => {
            counter!("wold_refused_total", "reason" => "hello").increment(1);
            let message = FromHost::TurnedAway { reason, text: text.clone() };
            drop(outbox.push(Frame::Reliable(message.encode().into())));
            outbox.close(text);
            return;
        }
    };
    let (guest, id, line) = (entrant.guest(), LineId(outbox.id()), Line::Network(outbox.clone()));
    let event = match entrant {
        Entrant::Guest(arrival) => Event::Admit { arrival: Box::new(arrival), line, id },
        Entrant::Looker(looker) => Event::Watch { looker, line, id },
    };
    if desk.events.try_send(event).is_err() {
        desk.register().leave(guest);
        outbox.close("the host is overloaded; try again");
        return;
    }
    let last_word = converse(&mut connection, &desk, guest, id).await;
    // Never lost in the queue: the world's thread must learn that a guest is gone.
    let _ = tokio::task::spawn_blocking(move || desk.events.send(Event::Happens(last_word))).await;
}

async fn first_words(connection: &mut Connection, desk: &Desk) -> Result<Entrant, Away> {
    let not_a_hello = || (TurnedAway::NotAHello, "say hello first".to_string());
    let first = tokio::time::timeout(desk.handshake, first_reliable(connection)).await;
    let frame = first.ok().flatten().ok_or_else(not_a_hello)?;
    // Before the rest is read: who speaks another protocol may say it in other words.
    if let (Frame::Reliable(bytes), ours) = (&frame, protocol_hash())
        && let Some(theirs) = Hello::protocol_of(bytes).filter(|theirs| *theirs != ours)
    {
        let text = format!("this host speaks protocol {ours:08x}, you speak {theirs:08x}");
        return Err((TurnedAway::Protocol, text));
    }
    match Up::decode(&frame) {
        Ok(Up::Message(FromGuest::Hello(hello))) => {
            // First the place, then the name: a token is used up by coming back, and must not be for nothing.
            let place = match hello.login {
                Login::Watch { .. } => connection.outbox.settle_to_watch(),
                _ => connection.outbox.settle(),
            };
            place.map_err(|refusal| (TurnedAway::Full, refusal.to_string()))?;
            desk.admit(hello, connection.outbox.peer().ip()).await
        }
        _ => Err(not_a_hello()),
    }
}

/// Datagrams may overtake the hello; they mean nothing yet.
async fn first_reliable(connection: &mut Connection) -> Option<Frame> {
    loop {
        match connection.incoming.recv().await {
            Some(Frame::Datagram(_)) => {}
            other => return other,
        }
    }
}

/// Passes on what the guest says, until it ends.
async fn converse(
    connection: &mut Connection,
    desk: &Desk,
    guest: GuestId,
    line: LineId,
) -> clockwork::Event {
    while let Some(frame) = connection.incoming.recv().await {
        let up = match Up::decode(&frame) {
            Ok(Up::Message(FromGuest::Goodbye)) => {
                connection.outbox.close("goodbye");
                return clockwork::Event::Left { guest, line };
            }
            Ok(up) => up,
            Err(error) => {
                malformed(connection, guest, error);
                break;
            }
        };
        let droppable = matches!(up, Up::Steering(_));
        match desk.events.try_send(Event::Happens(clockwork::Event::Said { guest, line, up })) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) if droppable => {}
            Err(_) => {
                connection.outbox.close("the host is overloaded; try again");
                break;
            }
        }
    }
    clockwork::Event::Lost { guest, line }
}

fn malformed(connection: &Connection, guest: GuestId, error: Malformed) {
    counter!("wold_refused_total", "reason" => "malformed").increment(1);
    tracing::info!(guest = guest.0, peer = %connection.outbox.peer(), %error, "guest speaks nonsense and is put out");
    connection.outbox.close("that was no message of ours");
}
