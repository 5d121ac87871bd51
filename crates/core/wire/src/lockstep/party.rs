//! Many peers over a network in a box: for tests, experiments and matches without a page.
//!
//! Peers tell each other everything by datagrams. Who is there is announced to each by reliable frames of its own, so that they hear of it at different times but
//! in the same order, as from a host.

use super::message::{Message, Order, PeerId, Seat};
use super::peer::{Config, Peer};
use super::simulation::Simulation;
use crate::frame::Frame;
use crate::network::{Link, LinkConfig, LinkStats};
use std::collections::BTreeMap;
use wold_chance::Seed;

/// How a party is held.
#[derive(Clone, Copy, Debug)]
pub struct PartyConfig {
    /// Between any two peers. Default [`LinkConfig::COUNTRY`].
    pub link: LinkConfig,
    /// How peers play.
    pub peer: Config,
    /// Milliseconds of a turn. Default 50.
    pub turn_ms: u32,
    /// The network's luck. Default 1.
    pub seed: Seed,
}

impl Default for PartyConfig {
    fn default() -> Self {
        Self { link: LinkConfig::COUNTRY, peer: Config::default(), turn_ms: 50, seed: Seed(1) }
    }
}

/// Who was there after a change, and the seats they shall have.
#[derive(Clone)]
struct Company {
    present: Vec<PeerId>,
    wishes: Vec<Order>,
}

/// Peers and what is on its way between them.
pub struct Party<S> {
    config: PartyConfig,
    game: S,
    now: u64,
    next: u32,
    peers: BTreeMap<PeerId, Peer<S>>,
    links: BTreeMap<(PeerId, PeerId), Link>,
    /// From the host to each.
    announcements: BTreeMap<PeerId, Link>,
    views: Vec<Company>,
}

impl<S: Simulation> Party<S> {
    /// So many who are there from the first turn, at the first seats.
    #[must_use]
    pub fn new(game: S, players: u32, config: PartyConfig) -> Self {
        let seats: Vec<Order> =
            (0..players).map(|n| Order { seat: Seat(n as u8), peer: PeerId(n) }).collect();
        let founders = seats.iter().map(|order| order.peer);
        let peers = founders
            .map(|me| (me, Peer::found(game.clone(), me, &seats, config.peer)))
            .collect::<BTreeMap<_, _>>();
        let company = Company { present: peers.keys().copied().collect(), wishes: seats };
        let mut party = Self {
            config,
            game,
            now: 0,
            next: players,
            peers,
            links: BTreeMap::new(),
            announcements: BTreeMap::new(),
            views: vec![company.clone()],
        };
        for peer in party.peers.values_mut() {
            peer.company(0, &company.present, &company.wishes);
        }
        party
    }

    /// Who is there.
    pub fn peers(&self) -> impl Iterator<Item = (PeerId, &Peer<S>)> {
        self.peers.iter().map(|(id, peer)| (*id, peer))
    }

    /// One of them.
    ///
    /// # Panics
    /// If it is not there.
    pub fn peer(&mut self, id: PeerId) -> &mut Peer<S> {
        self.peers.get_mut(&id).expect("somebody who is at the party")
    }

    /// What the network did between two peers.
    #[must_use]
    pub fn traffic(&self) -> LinkStats {
        self.links.values().map(Link::stats).fold(LinkStats::default(), |sum, link| LinkStats {
            sent: sum.sent + link.sent,
            bytes: sum.bytes + link.bytes,
            lost: sum.lost + link.lost,
            delivered: sum.delivered + link.delivered,
        })
    }

    fn announce(&mut self, company: Company) {
        self.views.push(company);
        let view = (self.views.len() as u32 - 1).to_le_bytes().to_vec();
        let (config, now) = (self.config, self.now);
        for id in self.peers.keys() {
            // Numbers of links: pairs of peers have the low half, announcements the high one.
            let number = (1 << 32) | u64::from(id.0);
            let link = self.announcements.entry(*id);
            link.or_insert_with(|| Link::new(config.link, config.seed, number))
                .send(now, Frame::Reliable(view.clone().into()));
        }
    }

    /// Somebody comes, to watch or for a seat.
    pub fn join(&mut self, seat: Option<Seat>) -> PeerId {
        let id = PeerId(self.next);
        self.next += 1;
        self.peers.insert(id, Peer::join(self.game.clone(), id, self.config.peer));
        let mut company = self.views.last().expect("there is a first").clone();
        company.present.push(id);
        company.wishes.extend(seat.map(|seat| Order { seat, peer: id }));
        self.announce(company);
        id
    }

    /// Somebody is gone from one moment to the next; what it sent last may still arrive.
    pub fn leave(&mut self, id: PeerId) {
        self.peers.remove(&id);
        let mut company = self.views.last().expect("there is a first").clone();
        company.present.retain(|peer| *peer != id);
        company.wishes.retain(|order| order.peer != id);
        self.announce(company);
    }

    /// Lets a turn's time pass: everybody hears, plays and sends. `command` says what one does at its seat.
    pub fn step(&mut self, mut command: impl FnMut(PeerId, &S, Option<Seat>) -> u32) {
        self.now += u64::from(self.config.turn_ms) * 1000;
        self.deliver();
        for (id, peer) in &mut self.peers {
            let seat = peer.players().iter().position(|player| player == &Some(*id));
            let chosen = command(*id, peer.shown(), seat.map(|seat| Seat(seat as u8)));
            peer.advance(chosen);
            // Who is late takes another turn at once.
            if peer.ready().is_some_and(|ready| ready > self.config.peer.delay + 1) {
                peer.advance(chosen);
            }
        }
        let (config, now) = (self.config, self.now);
        for (from, peer) in &mut self.peers {
            for (to, message) in peer.outgoing() {
                let number = u64::from(from.0) << 16 | u64::from(to.0);
                let link = self.links.entry((*from, to));
                link.or_insert_with(|| Link::new(config.link, config.seed, number))
                    .send(now, Frame::Datagram(message.encode().into()));
            }
        }
    }

    fn deliver(&mut self) {
        for (to, link) in &mut self.announcements {
            for frame in link.receive(self.now) {
                let view = frame.bytes()[..].try_into().map(u32::from_le_bytes).unwrap_or_default();
                let company = &self.views[view as usize];
                if let Some(peer) = self.peers.get_mut(to) {
                    peer.company(view, &company.present, &company.wishes);
                }
            }
        }
        for ((from, to), link) in &mut self.links {
            for frame in link.receive(self.now) {
                // What was damaged on the way is lost.
                if let (Some(peer), Ok(message)) = (self.peers.get_mut(to), Message::decode(frame.bytes())) {
                    peer.receive(*from, message);
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "party_tests.rs"]
mod tests;
