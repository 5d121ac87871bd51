//! A town crier: lives as a neighbour does, and shouts the weightiest news it believes, each once.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use wold_chance::Seed;
use wold_folk::portrait::matter_key;
use wold_folk::{Mind, Neighbour, VillagerConfig, Walk, Wish};
use wold_guest::known::Known;
use wold_mind::gossip::{Actions, Topic, sentence};
use wold_mind::living::Trade;
use wold_wire::{Intent, Loudness};

static TRADE: LazyLock<Vec<Trade>> =
    LazyLock::new(|| Trade::parse(include_str!("crier.toml")).expect("the file beside this one is sound"));
/// Steps between two cries: half a minute.
const PAUSE: u64 = 600;

/// The crier's mind.
pub struct Crier {
    /// What it is besides.
    pub neighbour: Neighbour,
    cried: BTreeSet<String>,
    next: u64,
}

impl Crier {
    /// A crier of that name.
    pub fn new(name: &str) -> Self {
        let neighbour = Neighbour::new(Seed(0), name, VillagerConfig::default()).practising(&TRADE[0]);
        Self { neighbour, cried: BTreeSet::new(), next: 0 }
    }

    fn news(&mut self) -> Option<String> {
        let mind = self.neighbour.mindset();
        let told = mind.memory.about(Topic::Anything).into_iter().filter(|rumour| !rumour.denied);
        let fresh = told.into_iter().find(|rumour| self.cried.insert(matter_key(&rumour.matter)))?;
        let words =
            sentence(&fresh.matter, false, &Actions::deeds(), |being| mind.names.of(being).to_owned());
        Some(format!("Hear, hear: {words}!"))
    }
}

impl Mind for Crier {
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        let mut wishes = self.neighbour.think(known, walk);
        let hour = known.time_of_day() * 24.0;
        if known.step() >= self.next && (7.0..22.0).contains(&hour) {
            self.next = known.step() + PAUSE;
            let loudness = Loudness::Shout;
            wishes.extend(self.news().map(|text| Wish::Do(Intent::Say { text, loudness, act: None })));
        }
        wishes
    }
}
