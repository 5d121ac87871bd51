//! Peers that differ: found by hashes, told apart by evidence, and one of them gives in.

use super::{Other, Peer};
use crate::lockstep::message::{Evidence, PeerId};
use crate::lockstep::simulation::Simulation;
use std::collections::BTreeMap;

/// Calls of [`Peer::advance`] in which two that differ show each other how, before one of them gives in.
const PATIENCE: u32 = 20;

/// Two differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dispute {
    /// The first turn known to differ.
    pub turn: u32,
    /// Whether it is known in what.
    told: bool,
    age: u32,
}

impl Dispute {
    /// Whether the other may still want to know how it came to that.
    pub fn is_young(&self) -> bool {
        self.age <= PATIENCE
    }
}

impl<S: Simulation> Peer<S> {
    /// Compares hashes that both sides have.
    pub(super) fn compare(&mut self) {
        for other in self.others.values_mut() {
            let told: Vec<(u32, u32)> = other.hashes.range(other.compared..).map(|(t, h)| (*t, *h)).collect();
            for (turn, theirs) in told {
                if turn >= self.turn {
                    break;
                }
                other.compared = turn + 1;
                match self.history.hash(turn) {
                    Some(mine) if mine != theirs => {
                        other.dispute.get_or_insert(Dispute { turn, told: false, age: 0 });
                    }
                    Some(_) => other.dispute = None,
                    None => {}
                }
            }
        }
    }

    /// If this peer is the one who differs, asks one of the others for its state. Most are right; of as many, those with the first peer.
    pub(super) fn judge(&mut self) {
        let Some(turn) = self.others.values().filter_map(|o| o.dispute).map(|dispute| dispute.turn).min()
        else {
            return;
        };
        for other in self.others.values_mut() {
            if let Some(dispute) = &mut other.dispute {
                dispute.age += 1;
            }
        }
        let Some(mine) = self.history.hash(turn) else { return };
        let open = |other: &Other| other.dispute.is_some_and(|d| !d.told && d.age < PATIENCE);
        let silent = |other: &Other| other.joined && other.turn <= turn;
        if self.others.values().any(|other| open(other) || silent(other)) {
            return;
        }
        let mut camps: BTreeMap<u32, Vec<PeerId>> = BTreeMap::from([(mine, vec![self.me])]);
        for (peer, other) in &self.others {
            if let Some(hash) = other.hashes.get(&turn) {
                camps.entry(*hash).or_default().push(*peer);
            }
        }
        let weight = |peers: &Vec<PeerId>| (peers.len(), std::cmp::Reverse(peers.iter().min().copied()));
        let right = camps.into_iter().max_by_key(|(_, peers)| weight(peers));
        if let Some((hash, peers)) = right
            && hash != mine
        {
            self.taking_from = peers.first().copied();
        }
    }

    pub(super) fn receive_evidence(&mut self, from: PeerId, evidence: &Evidence) {
        let dispute = self.others.get_mut(&from).and_then(|other| other.dispute.as_mut());
        let Some(dispute) = dispute.filter(|dispute| !dispute.told) else { return };
        if let Some(divergence) = self.history.compare(from, evidence) {
            dispute.told = true;
            self.divergences.push(divergence);
        }
    }
}
