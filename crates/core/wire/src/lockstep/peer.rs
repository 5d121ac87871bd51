//! One peer of a synchronised simulation.
//!
//! Contract: the caller says who is there ([`Peer::company`], in one order for all), hands over what arrives ([`Peer::receive`]), lets a turn pass whenever
//! one is due ([`Peer::advance`]) and sends what [`Peer::outgoing`] gives. Whatever the network loses, doubles or overtakes, all peers confirm the same
//! turns with the same commands; a peer whose machine computes otherwise is found by its hashes, told apart part by part, and takes the state of the others.
//! Peers are trusted to say the same to everybody; who does not is seen as one who differs. Nothing here hides one player's commands from another.
//!
//! How one who leaves is given up: the caller's word that somebody is gone comes to all in the same order, as a new view. From then on nobody takes that
//! player's packets, and everybody tells all others what they hold of its stream. When a peer has heard everybody *in the newest view*, the longest of these streams is the
//! player's whole stream: all know the same pieces, since somebody who tells within a view tells all it ever learned.

mod dispute;

use super::history::{Divergence, History};
use super::message::{MOST_SAID, MOST_SEATS, Message, Order, Packet, PeerId, Piece, Said, State};
use super::roster::{Holder, Roster};
use super::simulation::Simulation;
use super::stream::Stream;
use dispute::Dispute;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How a table is played; the same at every peer but for `delay` and `foresight`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Turns between saying a command and playing it. Default 3.
    pub delay: u32,
    /// Turns that may be shown before everybody's commands are there. Default 0: wait for them.
    pub foresight: u32,
    /// Turns between giving a seat to somebody and the first it plays, long enough for it to hear of that. Default 12.
    pub notice: u32,
    /// Turns that are remembered. Default 256.
    pub memory: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { delay: 3, foresight: 0, notice: 12, memory: 256 }
    }
}

/// What became of a turn that was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// It is shown.
    Stepped,
    /// Somebody's commands are missing, or the state.
    Waited,
}

/// What another peer has told.
#[derive(Clone, Debug, Default)]
struct Other {
    view: u32,
    joined: bool,
    turn: u32,
    acknowledged: u32,
    hashes: BTreeMap<u32, u32>,
    /// The next turn whose hash is to be compared.
    compared: u32,
    /// Where each of those gone ends, as far as it knows.
    gone: BTreeMap<PeerId, u32>,
    dispute: Option<Dispute>,
}

/// Figures of a peer's game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Turns that were due and had to wait.
    pub waited: u64,
    /// Turns computed again because a guess was wrong.
    pub again: u64,
    /// States taken from another peer.
    pub states: u64,
}

/// One peer.
pub struct Peer<S> {
    config: Config,
    me: PeerId,
    game: S,
    joined: bool,
    /// Turns confirmed.
    turn: u32,
    roster: Roster,
    streams: BTreeMap<PeerId, Stream>,
    ends: BTreeMap<PeerId, u32>,
    /// Gone, and not yet known where its stream ends.
    leaving: BTreeSet<PeerId>,
    view: u32,
    /// The highest number that was ever announced.
    newest: PeerId,
    others: BTreeMap<PeerId, Other>,
    wishes: Vec<Order>,
    ordered: BTreeMap<PeerId, u32>,
    asked: BTreeSet<PeerId>,
    taking_from: Option<PeerId>,
    history: History,
    divergences: Vec<Divergence>,
    shown: S,
    /// Turns shown.
    now: u32,
    /// The commands that the turns shown but not confirmed were computed with.
    guesses: VecDeque<Vec<Option<u32>>>,
    tally: Tally,
}

impl<S: Simulation> Peer<S> {
    /// Somebody who is there from the first turn, with those seated then. The game is in its first state.
    #[must_use]
    pub fn found(game: S, me: PeerId, seated: &[Order], config: Config) -> Self {
        let mut peer = Self::join(game, me, config);
        peer.joined = true;
        peer.roster = Roster::new(peer.game.seats(), seated, 0);
        peer.streams = peer.roster.players(0).map(|holder| (holder.peer, Stream::starting(0))).collect();
        peer
    }

    /// Somebody who comes later: takes its state from whoever has one. The game has the right settings.
    #[must_use]
    pub fn join(game: S, me: PeerId, config: Config) -> Self {
        debug_assert!(game.seats() <= MOST_SEATS, "a message could not tell all seats");
        Self {
            config,
            me,
            joined: false,
            turn: 0,
            roster: Roster::new(game.seats(), &[], 0),
            streams: BTreeMap::new(),
            ends: BTreeMap::new(),
            leaving: BTreeSet::new(),
            view: 0,
            newest: me,
            others: BTreeMap::new(),
            wishes: Vec::new(),
            ordered: BTreeMap::new(),
            asked: BTreeSet::new(),
            taking_from: None,
            history: History::new(0, config.memory as usize),
            divergences: Vec::new(),
            shown: game.clone(),
            game,
            now: 0,
            guesses: VecDeque::new(),
            tally: Tally::default(),
        }
    }

    /// Who is there now, and who shall have which seat; `view` counts such announcements. Whoever comes has a higher number than all before.
    pub fn company(&mut self, view: u32, present: &[PeerId], wishes: &[Order]) {
        self.view = view;
        self.newest = self.newest.max(present.iter().max().copied().unwrap_or(self.me));
        self.wishes = wishes.to_vec();
        let gone: Vec<PeerId> = self.others.keys().copied().filter(|p| !present.contains(p)).collect();
        for peer in gone {
            self.others.remove(&peer);
            self.asked.remove(&peer);
            if !self.ends.contains_key(&peer) {
                self.leaving.insert(peer);
            }
        }
        for &peer in present.iter().filter(|peer| **peer != self.me) {
            self.others.entry(peer).or_default();
        }
        self.taking_from = self.taking_from.filter(|peer| self.others.contains_key(peer));
    }

    /// Turns shown.
    #[must_use]
    pub fn now(&self) -> u32 {
        self.now
    }

    /// Turns that everybody's commands are known for.
    #[must_use]
    pub fn confirmed(&self) -> u32 {
        self.turn
    }

    /// The game after the last turn shown.
    #[must_use]
    pub fn shown(&self) -> &S {
        if self.now == self.turn { &self.game } else { &self.shown }
    }

    /// The game after the last turn confirmed.
    #[must_use]
    pub fn game(&self) -> &S {
        &self.game
    }

    /// For experiments: the confirmed game, to be computed wrongly.
    pub fn game_mut(&mut self) -> &mut S {
        &mut self.game
    }

    /// The hash after a turn, if it is confirmed and remembered.
    #[must_use]
    pub fn hash(&self, turn: u32) -> Option<u32> {
        self.history.hash(turn)
    }

    /// Whether the state is known.
    #[must_use]
    pub fn joined(&self) -> bool {
        self.joined
    }

    /// Who plays each seat at the next turn; nobody is a bot.
    #[must_use]
    pub fn players(&self) -> Vec<Option<PeerId>> {
        let plays = |holder: &Holder| holder.from <= self.turn && !self.is_over(holder.peer, self.turn);
        self.roster.seats.iter().map(|seat| seat.filter(plays).map(|holder| holder.peer)).collect()
    }

    /// How many turns more the commands of all other players are known for; more than the delay says that this peer is late.
    #[must_use]
    pub fn ready(&self) -> Option<u32> {
        let others = self.roster.players(self.turn).filter(|holder| holder.peer != self.me);
        let living = others.filter(|holder| !self.is_over(holder.peer, self.turn));
        let next = living.map(|holder| self.streams.get(&holder.peer).map_or(0, Stream::next));
        next.min().map(|next| next.saturating_sub(self.now))
    }

    /// What this peer has found about those who differ, since it was asked last.
    pub fn take_divergences(&mut self) -> Vec<Divergence> {
        std::mem::take(&mut self.divergences)
    }

    /// Figures so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Lets a turn pass with one's own command for `delay` turns later; without a seat the command means nothing.
    pub fn advance(&mut self, command: u32) -> Advance {
        self.settle();
        self.judge();
        if !self.joined {
            return Advance::Waited;
        }
        self.say(command);
        while self.turn < self.now && self.is_complete(self.turn) {
            self.confirm();
        }
        let stepped = if self.turn == self.now && self.is_complete(self.turn) {
            self.confirm();
            self.now = self.turn;
            true
        } else if self.now - self.turn < self.config.foresight {
            self.now += 1;
            true
        } else {
            false
        };
        self.look_ahead();
        self.compare();
        self.tally.waited += u64::from(!stepped);
        if stepped { Advance::Stepped } else { Advance::Waited }
    }

    fn is_over(&self, peer: PeerId, turn: u32) -> bool {
        self.ends.get(&peer).is_some_and(|end| *end <= turn)
    }

    fn is_complete(&self, turn: u32) -> bool {
        self.roster.players(turn).all(|holder| {
            self.is_over(holder.peer, turn)
                || self.streams.get(&holder.peer).is_some_and(|stream| stream.at(turn).is_some())
        })
    }

    fn say(&mut self, command: u32) {
        while let Some(next) = self.streams.get(&self.me).map(Stream::next)
            && next <= self.now + self.config.delay
        {
            let orders = self.orders(next);
            let stream = self.streams.get_mut(&self.me).expect("just seen");
            stream.push(Said { command, orders });
        }
    }

    /// Seats to give now: the first player at the table does so for all, to those who have the state.
    fn orders(&mut self, turn: u32) -> Vec<Order> {
        let here = |peer: &PeerId| *peer == self.me || self.others.contains_key(peer);
        let first = self.roster.players(self.turn).map(|holder| holder.peer).filter(here).min();
        if first != Some(self.me) {
            return Vec::new();
        }
        let ready = |peer| peer == self.me || self.others.get(&peer).is_some_and(|other| other.joined);
        let due = |order: &&Order| {
            let free = self.roster.seats.get(order.seat.0 as usize).is_some_and(Option::is_none);
            let waiting = self.ordered.get(&order.peer).is_some_and(|at| *at >= self.turn);
            ready(order.peer) && free && !waiting && self.roster.holds(order.peer).is_none()
        };
        let orders: Vec<Order> = self.wishes.iter().filter(due).copied().collect();
        self.ordered.extend(orders.iter().map(|order| (order.peer, turn)));
        orders
    }

    /// Plays a turn that everybody's commands are there for.
    fn confirm(&mut self) {
        let turn = self.turn;
        self.roster.free(turn, &self.ends);
        let commands = self.commands(turn);
        if self.guesses.pop_front().is_some_and(|guess| guess != commands) {
            // What is shown was computed with another turn than this; nothing of it holds.
            self.guesses.clear();
        }
        self.game.step(&commands);
        let mut players: Vec<PeerId> = self.roster.players(turn).map(|holder| holder.peer).collect();
        players.sort_unstable();
        let said = |peer: &PeerId| self.streams.get(peer)?.at(turn).map(|said| said.orders.clone());
        let orders: Vec<Order> = players.iter().filter_map(said).flatten().collect();
        let from = turn + 1 + self.config.notice;
        for order in orders {
            if self.roster.give(&order, from) {
                self.begin(order.peer, from);
                self.miss(order.peer);
            }
        }
        let mut parts = self.game.components();
        parts.push(self.roster.component());
        self.history.note(parts);
        self.turn += 1;
        let oldest = self.turn.saturating_sub(self.config.memory);
        self.streams.values_mut().for_each(|stream| stream.forget_before(oldest));
        // Everybody is long past the end of those who left then.
        let roster = &self.roster;
        self.ends.retain(|peer, end| *end >= oldest || roster.holds(*peer).is_some());
        let (ends, others, leaving) = (&self.ends, &self.others, &self.leaving);
        self.streams.retain(|peer, _| {
            let here = others.contains_key(peer) || leaving.contains(peer) || ends.contains_key(peer);
            here || roster.holds(*peer).is_some()
        });
    }

    /// Makes sure that the stream of somebody goes on at a turn: what was heard from somebody who began later has a hole before.
    fn begin(&mut self, peer: PeerId, turn: u32) {
        let known = self.streams.entry(peer).or_insert(Stream::starting(turn));
        if known.since(turn, 0).0 != turn {
            *known = Stream::starting(turn);
        }
    }

    /// Somebody may have been seated by one who had not heard that it is gone. Newcomers with higher numbers are still to be announced.
    fn miss(&mut self, peer: PeerId) {
        let here = peer == self.me || self.others.contains_key(&peer) || peer > self.newest;
        if !here && !self.ends.contains_key(&peer) {
            self.leaving.insert(peer);
        }
    }

    /// What each seat does in a turn, as far as it is known, else as it did last.
    fn commands(&self, turn: u32) -> Vec<Option<u32>> {
        let command = |holder: &Holder| {
            let stream = self.streams.get(&holder.peer)?;
            Some(stream.at(turn).or(stream.last()).map_or(0, |said| said.command))
        };
        let plays = |holder: &Holder| holder.from <= turn && !self.is_over(holder.peer, turn);
        self.roster.seats.iter().map(|seat| seat.filter(plays).as_ref().and_then(command)).collect()
    }

    /// Computes what is shown beyond what is confirmed, again where more is known by now.
    fn look_ahead(&mut self) {
        if self.now == self.turn {
            self.guesses.clear();
            return;
        }
        let best: VecDeque<Vec<Option<u32>>> =
            (self.turn..self.now).map(|turn| self.commands(turn)).collect();
        let holds = !self.guesses.is_empty() && self.guesses.iter().zip(&best).all(|(a, b)| a == b);
        let skip = if holds { self.guesses.len() } else { 0 };
        if !holds {
            self.shown = self.game.clone();
            self.tally.again += (best.len() - 1) as u64;
        }
        best.iter().skip(skip).for_each(|commands| self.shown.step(commands));
        self.guesses = best;
    }

    /// Finds where those who are gone end, once everybody has told. Who has no state yet keeps no streams and cannot tell.
    fn settle(&mut self) {
        if !self.joined || self.leaving.is_empty() || self.others.values().any(|other| other.view < self.view)
        {
            return;
        }
        for peer in std::mem::take(&mut self.leaving) {
            let told = self.others.values().filter_map(|other| other.gone.get(&peer).copied());
            let own = self.streams.get(&peer).map(Stream::next);
            self.ends.insert(peer, told.chain(own).max().unwrap_or(0));
        }
    }

    /// What is to be sent now, to whom.
    pub fn outgoing(&mut self) -> Vec<(PeerId, Message)> {
        let mut messages = Vec::new();
        let asked = std::mem::take(&mut self.asked);
        for (&peer, other) in &self.others {
            messages.push((peer, Message::Packet(self.packet(peer, other))));
            if self.joined && asked.contains(&peer) {
                messages.push((peer, Message::State(self.state())));
            }
            if let Some(dispute) = other.dispute.filter(Dispute::is_young) {
                messages.push((peer, Message::Evidence(self.history.evidence(dispute.turn))));
            }
        }
        messages
    }

    fn packet(&self, peer: PeerId, other: &Other) -> Packet {
        // Who has no state yet cannot use what is said.
        let own = self.streams.get(&self.me).filter(|_| other.joined);
        let (from, said) = own.map_or((0, Vec::new()), |own| own.since(other.acknowledged, MOST_SAID));
        let leaving = self.leaving.iter();
        let left = self.ends.iter().filter(|(_, end)| other.turn <= **end).map(|(peer, _)| peer);
        let piece = |gone: &PeerId| {
            let stream = self.streams.get(gone)?;
            let most = stream.next().saturating_sub(MOST_SAID as u32);
            let (from, said) = stream.since(other.turn.max(most), MOST_SAID);
            Some(Piece { peer: *gone, from, said })
        };
        Packet {
            view: self.view,
            joined: self.joined,
            wants_state: self.sponsor() == Some(peer),
            turn: self.turn,
            hashes: self.history.latest(),
            acknowledged: self.streams.get(&peer).map_or(0, Stream::next),
            from,
            said,
            gone: leaving.chain(left).filter_map(piece).collect(),
        }
    }

    /// Whom to ask for a state, if one is wanted.
    fn sponsor(&self) -> Option<PeerId> {
        if self.joined {
            return self.taking_from;
        }
        self.others.iter().find(|(_, other)| other.joined).map(|(peer, _)| *peer)
    }

    fn state(&self) -> State {
        let ahead = self.roster.seats.iter().flatten().filter_map(|holder| {
            let (from, said) = self.streams.get(&holder.peer)?.since(self.turn, MOST_SAID);
            Some(Piece { peer: holder.peer, from, said })
        });
        State {
            turn: self.turn,
            seats: self.roster.seats.iter().map(|seat| seat.map(|h| (h.peer, h.from))).collect(),
            ends: self.ends.iter().map(|(peer, end)| (*peer, *end)).collect(),
            ahead: ahead.collect(),
            parts: self.game.components().into_iter().map(|part| part.words).collect(),
        }
    }

    /// Takes what came from a peer; what comes from strangers is nothing.
    pub fn receive(&mut self, from: PeerId, message: Message) {
        if !self.others.contains_key(&from) {
            return;
        }
        match message {
            Message::Packet(packet) => self.receive_packet(from, &packet),
            Message::State(state) if self.sponsor() == Some(from) => self.take(&state),
            Message::State(_) => {}
            Message::Evidence(evidence) => self.receive_evidence(from, &evidence),
        }
    }

    fn receive_packet(&mut self, from: PeerId, packet: &Packet) {
        let Some(other) = self.others.get_mut(&from) else { return };
        if packet.view >= other.view {
            other.view = packet.view;
            for piece in &packet.gone {
                let end = other.gone.entry(piece.peer).or_default();
                *end = (*end).max(piece.from.saturating_add(piece.said.len() as u32));
            }
        }
        other.joined |= packet.joined;
        other.turn = other.turn.max(packet.turn);
        other.acknowledged = other.acknowledged.max(packet.acknowledged);
        let first = packet.turn.saturating_sub(packet.hashes.len() as u32);
        other.hashes.extend((first..).zip(packet.hashes.iter().copied()));
        while other.hashes.len() > self.config.memory as usize {
            other.hashes.pop_first();
        }
        if packet.wants_state {
            self.asked.insert(from);
        }
        // Nobody speaks further ahead than this, and nobody can make us remember more.
        let end = self.turn.saturating_add(self.config.memory);
        if self.joined {
            self.hear(from, packet.from, &packet.said, end);
            for piece in &packet.gone {
                let gone = self.leaving.contains(&piece.peer) || self.ends.contains_key(&piece.peer);
                if gone {
                    self.hear(piece.peer, piece.from, &piece.said, end);
                }
            }
        }
        self.compare();
    }

    /// Keeps what somebody said. Some speak before one has played the turn that seats them: that is kept, too, for one may be the only one to have heard.
    fn hear(&mut self, peer: PeerId, from: u32, said: &[Said], end: u32) {
        if !said.is_empty() {
            self.streams.entry(peer).or_insert(Stream::starting(from)).extend(from, said, end);
        }
    }

    /// Takes over another's state, at first or after a difference, and plays on from there.
    fn take(&mut self, state: &State) {
        if state.seats.len() != self.roster.seats.len() || self.game.load(&state.parts).is_err() {
            return;
        }
        self.tally.states += 1;
        if !std::mem::replace(&mut self.joined, true) {
            self.ends.clear();
        }
        self.taking_from = None;
        self.turn = state.turn;
        self.now = state.turn;
        self.guesses.clear();
        let holder = |seat: &Option<(PeerId, u32)>| seat.map(|(peer, from)| Holder { peer, from });
        self.roster = Roster { seats: state.seats.iter().map(holder).collect() };
        self.ends.extend(state.ends.iter().copied());
        let ends = &self.ends;
        self.leaving.retain(|peer| !ends.contains_key(peer));
        for holder in self.roster.clone().seats.into_iter().flatten() {
            self.begin(holder.peer, holder.from.max(state.turn));
            self.miss(holder.peer);
        }
        for piece in state.ahead.iter().filter(|piece| piece.peer != self.me) {
            if let Some(stream) = self.streams.get_mut(&piece.peer) {
                stream.extend(piece.from, &piece.said, state.turn.saturating_add(self.config.memory));
            }
        }
        self.history = History::new(state.turn, self.config.memory as usize);
        for other in self.others.values_mut() {
            other.dispute = None;
            other.compared = state.turn;
        }
    }
}
