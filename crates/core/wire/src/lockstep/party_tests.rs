//! Peers agree at every turn, whatever the network does and whoever comes and goes.

use super::super::{Component, Message, Misfit, Simulation};
use super::*;
use proptest::prelude::*;
use wold_chance::Stream;

/// Counters that depend on everything ever commanded, and on who plays by itself.
#[derive(Clone, Debug, PartialEq)]
struct Counters {
    counts: Vec<i32>,
    dice: i32,
}

impl Counters {
    fn new(seats: usize) -> Self {
        Self { counts: vec![0; seats], dice: 7 }
    }
}

impl Simulation for Counters {
    fn seats(&self) -> usize {
        self.counts.len()
    }

    fn step(&mut self, commands: &[Option<u32>]) {
        for (count, command) in self.counts.iter_mut().zip(commands) {
            self.dice = self.dice.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let step = command.map_or(self.dice >> 20, |command| command as i32 ^ 0x55);
            *count = count.wrapping_mul(31).wrapping_add(step);
        }
    }

    fn components(&self) -> Vec<Component> {
        vec![
            Component { name: "counts", words: self.counts.clone() },
            Component { name: "dice", words: vec![self.dice] },
        ]
    }

    fn load(&mut self, parts: &[Vec<i32>]) -> Result<(), Misfit> {
        let [counts, dice] = parts else { return Err(Misfit { part: "state" }) };
        if counts.len() != self.counts.len() || dice.len() != 1 {
            return Err(Misfit { part: "counts" });
        }
        (self.counts, self.dice) = (counts.clone(), dice[0]);
        Ok(())
    }
}

/// A party whose hashes are checked after every step.
struct Watched {
    party: Party<Counters>,
    chance: Stream,
    hashes: BTreeMap<u32, u32>,
}

impl Watched {
    fn new(seats: usize, players: u32, config: PartyConfig) -> Self {
        let party = Party::new(Counters::new(seats), players, config);
        Self { party, chance: Stream::named(config.seed, "commands", &[]), hashes: BTreeMap::new() }
    }

    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            let chance = &mut self.chance;
            self.party.step(|_, _, seat| if seat.is_some() { chance.below(5) as u32 } else { 0 });
            for (id, peer) in self.party.peers() {
                for turn in peer.confirmed().saturating_sub(3)..peer.confirmed() {
                    let Some(hash) = peer.hash(turn) else { continue };
                    let known = *self.hashes.entry(turn).or_insert(hash);
                    assert_eq!(hash, known, "peer {} differs after turn {turn}", id.0);
                }
            }
        }
    }

    /// Somebody goes, with what it alone has seen.
    fn leave(&mut self, id: PeerId) {
        self.party.leave(id);
        let seen = self.turns().into_iter().max().unwrap_or(0);
        self.hashes.retain(|turn, _| *turn < seen);
    }

    fn turns(&self) -> Vec<u32> {
        self.party.peers().map(|(_, peer)| peer.confirmed()).collect()
    }
}

fn weather() -> impl Strategy<Value = LinkConfig> {
    let numbers = (0.0..120.0f64, 0.0..80.0f64, 0.0..0.3f64, 0.0..0.2f64, 0.0..0.2f64, 0.0..0.1f64);
    numbers.prop_map(|(latency_ms, jitter_ms, loss, duplicate, reorder, corrupt)| LinkConfig {
        latency_ms,
        jitter_ms,
        loss,
        duplicate,
        reorder,
        corrupt,
        bandwidth: 0,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn all_peers_agree_at_every_turn_under_loss_and_jitter(
        link in weather(), players in 2u32..5, foresight in 0u32..9, seed: u64,
    ) {
        let peer = Config { foresight, ..Config::default() };
        // A flipped bit may make another packet of ours; the transports of the edge check for that.
        let link = LinkConfig { corrupt: 0.0, ..link };
        let mut party = Watched::new(4, players, PartyConfig { link, peer, seed: Seed(seed), ..PartyConfig::default() });
        party.steps(300);
        prop_assert!(party.turns().iter().all(|turn| *turn > 40), "{:?}", party.turns());
    }

    #[test]
    fn who_comes_and_goes_changes_nothing_about_that(link in weather(), foresight in 0u32..6, seed: u64) {
        let peer = Config { foresight, ..Config::default() };
        let link = LinkConfig { corrupt: 0.0, ..link };
        let config = PartyConfig { link, peer, seed: Seed(seed), ..PartyConfig::default() };
        let mut party = Watched::new(6, 3, config);
        let mut chance = Stream::named(Seed(seed), "visits", &[]);
        let mut seat = 3;
        for _ in 0..12 {
            party.steps(1 + chance.below(30) as u32);
            let here: Vec<PeerId> = party.party.peers().map(|(id, _)| id).collect();
            let settled = party.party.peers().filter(|(_, peer)| peer.players().contains(&Some(here[0]))).count();
            if chance.chance(0.5) && here.len() > 2 && settled > 1 {
                // The second goes, so that one with the state is left; sometimes two at once.
                party.leave(here[1]);
                if chance.chance(0.3) && here.len() > 3 {
                    party.leave(here[2]);
                }
            } else if chance.chance(0.5) && seat < 6 {
                party.party.join(Some(Seat(seat)));
                seat += 1;
            } else {
                party.party.join(None);
            }
        }
        let before = party.turns();
        party.steps(120);
        for ((id, peer), before) in party.party.peers().zip(before) {
            prop_assert!(peer.joined() && peer.confirmed() > before + 10, "peer {} is stuck at {before}", id.0);
        }
    }

    #[test]
    fn damaged_messages_are_errors(mut bytes in proptest::collection::vec(any::<u8>(), 0..200), kind in 0u8..3) {
        if let Some(first) = bytes.first_mut() {
            *first = kind;
        }
        if let Ok(message) = Message::decode(&bytes) {
            prop_assert_eq!(message.encode(), bytes, "no message has two forms");
        }
    }
}

#[test]
fn a_seat_left_is_played_by_a_bot_and_can_be_taken_again() {
    let mut party = Watched::new(3, 3, PartyConfig { seed: Seed(5), ..PartyConfig::default() });
    party.steps(40);
    party.leave(PeerId(1));
    party.steps(40);
    assert_eq!(party.party.peer(PeerId(0)).players(), [Some(PeerId(0)), None, Some(PeerId(2))]);
    let back = party.party.join(Some(Seat(1)));
    party.steps(60);
    assert_eq!(party.party.peer(PeerId(2)).players(), [Some(PeerId(0)), Some(back), Some(PeerId(2))]);
    let counts = &party.party.peer(back).game().counts;
    assert_eq!(counts.len(), 3);
}

#[test]
fn a_late_joiner_agrees_though_it_only_saw_the_state() {
    let config = PartyConfig { link: LinkConfig::STORM, seed: Seed(11), ..PartyConfig::default() };
    let mut party = Watched::new(4, 2, config);
    party.steps(100);
    let late = party.party.join(None);
    party.steps(100);
    let peer = party.party.peer(late);
    assert!(peer.joined() && peer.tally().states == 1);
    assert!(peer.confirmed() > 100, "{}", peer.confirmed());
}

#[test]
fn an_injected_divergence_is_found_named_and_mended() {
    let mut party = Party::new(Counters::new(3), 3, PartyConfig { seed: Seed(3), ..PartyConfig::default() });
    let mut chance = Stream::named(Seed(3), "commands", &[]);
    let mut steps = |party: &mut Party<Counters>, count: u32| {
        (0..count).for_each(|_| party.step(|_, _, _| chance.below(3) as u32));
    };
    steps(&mut party, 50);
    let turn = party.peer(PeerId(0)).confirmed();
    party.peer(PeerId(0)).game_mut().dice ^= 4;
    steps(&mut party, 60);
    for id in [PeerId(0), PeerId(1), PeerId(2)] {
        let found = party.peer(id).take_divergences();
        let first = found.first().unwrap_or_else(|| panic!("peer {} found nothing", id.0));
        // A bot-less table: the dice alone differ.
        assert_eq!((first.turn, first.component), (turn, "dice"), "{first}");
        assert_eq!(first.mine.len(), first.theirs.len());
        let split = first.mine.len() - 1;
        assert_eq!(first.mine[..split], first.theirs[..split], "up to then they agreed");
        assert_ne!(first.mine[split], first.theirs[split]);
        assert!(first.to_string().contains(&format!("! turn {turn}")));
    }
    let states: Vec<u64> = party.peers().map(|(_, peer)| peer.tally().states).collect();
    assert_eq!(states, [1, 0, 0], "the one who differs from most takes a state");
    let newest = party.peers().map(|(_, peer)| peer.confirmed()).min().expect("three") - 1;
    let hashes: Vec<Option<u32>> = party.peers().map(|(_, peer)| peer.hash(newest)).collect();
    assert!(hashes[0].is_some() && hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}

#[test]
fn foresight_shows_turns_before_they_are_confirmed_and_mends_wrong_guesses() {
    let link = LinkConfig { latency_ms: 150.0, jitter_ms: 0.0, loss: 0.0, ..LinkConfig::LOCAL };
    let run = |foresight| {
        let peer = Config { delay: 1, foresight, ..Config::default() };
        let mut party = Party::new(Counters::new(2), 2, PartyConfig { link, peer, ..PartyConfig::default() });
        (0..200u32).for_each(|n| party.step(|id, _, _| u32::from((n / 10 + id.0) % 3 == 0)));
        let peer = party.peer(PeerId(0));
        (peer.now(), peer.tally())
    };
    let (blind, foreseeing) = (run(0), run(8));
    assert!(blind.1.waited > 50 && foreseeing.1.waited < 10, "{blind:?} {foreseeing:?}");
    assert!(foreseeing.1.again > 0 && foreseeing.0 > blind.0);
}
